"""Praying, Sin, and every row of the table of wrath (WF-PRAY-1)."""

from typing import Any

import pytest

from app.engine.encounter import GAME_MASTER, Answer
from app.rules.wfrp4 import RULESET
from app.rules.wfrp4 import events as e
from app.rules.wfrp4.commands import Attack, Guard
from app.rules.wfrp4.events import AttackTested, CombatantDied, RowHappened
from app.rules.wfrp4.magic_commands import Pray, Repent
from app.rules.wfrp4.magic_events import (
    PrayerTested,
    SinChanged,
    TookEffect,
    Wrath,
    WrathRolled,
)
from app.rules.wfrp4.tables.wrath import WRATH
from tests.rules.wfrp4.fights import (
    every,
    fighter,
    levels,
    next_turn,
    only,
    round_over,
    value,
    with_state,
)
from tests.rules.wfrp4.wizards import PRAYERS, priest
from tests.stories import Story, given

FUMBLE = 66


def prayer(name: str = "blessing of battle", target: str | None = None, **told: Any) -> Pray:
    return Pray(actor="nun", prayer=name, target=target, **told)


def ready(story: Story) -> Story:
    """In the nun's next turn."""
    return with_state(story, "nun", action_left=True)


@pytest.mark.parametrize(("face", "granted"), [(50, True), (51, False)])
def test_a_success_is_enough(face: int, granted: bool):
    """WF-PRAY-1: Pray, Challenging (+0)."""
    story = priest().when(prayer()).rolling(face)
    tested = only(story, PrayerTested)
    assert (tested.test.number.total, tested.granted) == (50, granted)
    assert bool(every(story, TookEffect)) == granted


def test_a_blessing_helps_for_its_rounds():
    """WF-PRAY-1: +10 to tests of the characteristic."""
    story = priest().when(prayer("blessing of battle", "friend")).rolling(41)
    story = next_turn(next_turn(story))
    blow = Attack(actor="friend", target="foe", weapon="sword", defence="none")
    number = only(story.when(blow).rolling(95), AttackTested).attack.number
    assert value(number.lines, "blessing of battle") == 10
    for _ in range(6):
        assert "blessing of battle" in levels(story, "friend")
        story = round_over(story)
    assert "blessing of battle" not in levels(story, "friend")


def test_healing_brings_wounds_back_and_stops_bleeding():
    """WF-PRAY-1, WF-COND-bleeding: a level for each Wound."""
    story = with_state(priest(), "friend", {"name": "bleeding", "level": 2}, wounds=4)
    story = story.when(prayer("blessing of healing", "friend")).rolling(41)
    assert only(story, e.WoundsRegained).remaining == 5
    assert levels(story, "friend") == {"bleeding": 1}


def test_the_poisoned_at_0_are_not_healed():
    """WF-COND-poisoned."""
    story = with_state(priest(), "friend", "poisoned", wounds=0)
    story.when(prayer("blessing of healing", "friend")).rolling(41).never(e.WoundsRegained)


def test_each_2_sl_extend_a_prayer():
    """WF-PRAY-1: its range, targets, or duration once more."""
    story = priest().when(prayer("blessing of might", "friend", distance=7)).rolling(28)
    assert only(story, TookEffect).range == 1
    more = priest().when(prayer("blessing of might", "friend", also=("nun",))).rolling(28)
    assert only(more, TookEffect).targets == ("friend", "nun")
    longer = priest().when(prayer("blessing of might", "friend")).rolling(8)
    assert fighter(longer, "friend").conditions[0].rounds == 18
    priest().when(prayer("blessing of might", "friend", distance=90)).refused("out-of-range")


def test_a_critical_prayer_extends_once_more():
    """WF-PRAY-1 (unconfirmed)."""
    assert only(priest().when(prayer()).rolling(44), TookEffect).duration == 1
    plain = priest(options={"critical_prayers": False}).when(prayer()).rolling(44)
    assert only(plain, TookEffect).duration == 0


def test_one_blessing_at_a_time():
    """WF-PRAY-1 (unconfirmed): a new one ends the last."""
    story = ready(priest().when(prayer("blessing of battle", "friend")).rolling(41))
    again = story.when(prayer("blessing of might")).rolling(41)
    assert levels(again, "friend") == {}
    assert levels(again, "nun") == {"blessing of might": 1}
    many = ready(
        priest(options={"one_prayer_of_a_kind": False})
        .when(prayer("blessing of battle", "friend"))
        .rolling(41)
    )
    assert levels(many.when(prayer("blessing of might")).rolling(41), "friend")


def test_a_miracle_of_ones_own():
    """WF-PRAY-1: any prayer may be told on the sheet."""
    miracle = {"name": "Judgement", "kind": "miracle", "range": 30, "damage": 6}
    story = priest(prayers=[miracle]).when(prayer("judgement", "foe")).rolling(41)
    assert fighter(story, "foe").wounds == 12 - (3 + 6 + 1 - 3)


def test_what_cannot_be_prayed_for_is_refused():
    """WF-PRAY-1."""
    priest().when(prayer("rain")).refused("unknown-power")
    priest(skills=[]).when(prayer()).refused("untrained")
    priest().when(prayer("blessing of battle", "foe")).refused("cannot-target")
    ready(priest()).when(Repent(actor="nun")).refused("nothing-to-recover")


# --- Sin and wrath --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sin", "face", "wrath"),
    [(0, 66, True), (0, 61, False), (1, 61, True), (1, 62, False), (2, 42, True), (2, 43, False),
     (9, 40, False), (10, 40, True), (0, 100, True)],
)  # fmt: skip
def test_wrath_comes_by_a_fumble_or_by_sin(sin: int, face: int, wrath: bool):
    """WF-PRAY-1: the units die at or under Sin, also on a success; 0 is 10."""
    story = priest(sin=sin).when(prayer()).rolling(face, *((21,) if wrath else ()))
    tested = only(story, PrayerTested)
    assert (tested.wrath, tested.sin, tested.granted) == (wrath, sin, face <= 50)
    assert len(every(story, Wrath)) == wrath


def test_sin_weighs_on_the_roll_and_then_there_is_less():
    """WF-PRAY-1: d100 + 10 a point; afterwards a point less."""
    story = priest(sin=3).when(prayer()).rolling(61, 40)
    rolled = only(story, WrathRolled)
    assert (rolled.face, rolled.modifier, rolled.result) == (40, 30, 70)
    assert only(story, SinChanged).after == 2
    assert fighter(story, "nun").magic.sin == 2


def test_past_its_end_the_last_row_counts():
    """WF-PRAY-1: 151 and over."""
    story = priest(sin=8).when(prayer()).rolling(61, 90).automatic()
    assert only(story, RowHappened).title == "Judged"


def wrath(number: int, *dice: int, target: str | None = None) -> Story:
    """A row of the table of wrath, by its number: with as much Sin as it takes."""
    sin = max(0, -(-(number - 100) // 10))
    story = priest(sin=sin, wounds=40).when(prayer("blessing of battle", target))
    story = story.rolling(FUMBLE, number - 10 * sin)
    after = story.automatic(*dice)
    assert only(after, RowHappened).first == number
    return after


def lasting(story: Story, who: str = "nun") -> dict[str, Any]:
    return {i.name: (i.left, i.unit) for i in fighter(story, who).injuries}


def test_the_table_has_every_band():
    """WF-PRAY-1."""
    assert [row.first for row in WRATH.rows] == [
        *range(1, 87, 5)[:17], 88, 89, 96, *range(101, 152, 5),
    ]  # fmt: skip
    assert all(row.effects for row in WRATH.rows)


@pytest.mark.parametrize(("face", "stunned"), [(50, 0), (51, 1)])
def test_wrath_01(face: int, stunned: int):
    """WF-PRAY-wrath-01: Average Endurance, or Stunned."""
    assert levels(wrath(1, face), "nun").get("stunned", 0) == stunned


def test_wrath_06():
    """WF-PRAY-wrath-06: for a week successes of Pray are of +0 SL."""
    story = ready(wrath(6))
    assert lasting(story) == {"dull prayers": (7, "days")}
    again = story.when(prayer()).rolling(8)
    assert only(again, PrayerTested).test.sl.total == 0
    assert only(again, TookEffect).steps == 0


def test_wrath_11():
    """WF-PRAY-wrath-11: Pray -10 for 1d10 + Sin rounds."""
    story = ready(wrath(11, 4))
    assert lasting(story) == {"doubt": (4, "rounds")}
    assert only(story.when(prayer()).rolling(41), PrayerTested).test.number.total == 40


def test_wrath_16():
    """WF-PRAY-wrath-16: Prone until an Average Pray."""
    story = ready(wrath(16))
    assert fighter(story, "nun").keeps("prone")
    failed = ready(story.when(Repent(actor="nun")).rolling(71))
    assert lasting(failed)
    forgiven = failed.when(Repent(actor="nun")).rolling(70)
    assert only(forgiven, e.SkillTested).test.number.total == 70
    assert lasting(forgiven) == {}


@pytest.mark.parametrize(
    ("number", "dice", "left"), [(21, (6,), 6), (31, (6,), 6), (46, (6, 7), 13)]
)
def test_wrath_21_31_46(number: int, dice: tuple[int, ...], left: int):
    """WF-PRAY-wrath-21, WF-PRAY-wrath-31, WF-PRAY-wrath-46: no Pray for some rounds."""
    story = ready(wrath(number, *dice))
    assert lasting(story) == {"unheard": (left, "rounds")}
    story.when(prayer()).refused("silenced")


def test_wrath_26():
    """WF-PRAY-wrath-26: the skills of the deity -10 for 1d10 + Sin hours."""
    story = wrath(26, 5)
    assert lasting(story) == {"out of favour": (5, "hours")}
    assert story.state.questions


@pytest.mark.parametrize(
    ("number", "dice", "wounds", "at"),
    [(36, (), 1, 50), (51, (7,), 7, 30), (71, (7,), 7, 20)],
)
def test_wrath_36_51_71(number: int, dice: tuple[int, ...], wounds: int, at: int):
    """WF-PRAY-wrath-36, WF-PRAY-wrath-51, WF-PRAY-wrath-71: Wounds; Endurance or Stunned."""
    kept = wrath(number, *dice, at)
    assert fighter(kept, "nun").wounds == 40 - wounds
    assert "stunned" not in levels(kept, "nun")
    assert levels(wrath(number, *dice, at + 1), "nun")["stunned"] == 1


def test_wrath_41():
    """WF-PRAY-wrath-41: who was prayed for is Prone, and prayers do nothing for it."""
    story = ready(wrath(41, 5, target="friend"))
    assert levels(story, "friend") == {"prone": 1}
    assert lasting(story, "friend") == {"forsaken": (5, "days")}
    again = story.when(prayer("blessing of battle", "friend")).rolling(41)
    assert only(again, TookEffect).targets == ()


def test_wrath_56():
    """WF-PRAY-wrath-56: one skill -10 for 1d10 + Sin days; the game master names it."""
    story = wrath(56)
    (question,) = story.state.questions
    assert question.to == GAME_MASTER
    said = Answer(question=question.id, choice="melee")
    assert lasting(story.when(said).rolling(8)) == {"ill favour (melee)": (8, "days")}


def test_wrath_61():
    """WF-PRAY-wrath-61: Bleeding 1 + Sin."""
    assert levels(wrath(61), "nun") == {"bleeding": 1}
    story = priest(sin=2, wounds=40).when(prayer()).rolling(FUMBLE, 41).automatic()
    assert levels(story, "nun") == {"bleeding": 3}


def test_wrath_66():
    """WF-PRAY-wrath-66: Prone, and Blinded 1 + Sin until one has prayed."""
    story = wrath(66)
    assert levels(story, "nun") == {"prone": 1, "blinded": 1}
    assert fighter(story, "nun").keeps("blinded")
    forgiven = ready(story).when(Repent(actor="nun")).rolling(41)
    assert not fighter(forgiven, "nun").keeps("blinded")


def test_wrath_76():
    """WF-PRAY-wrath-76: for 1d10 + Sin rounds every Action is a prayer."""
    story = ready(wrath(76, 3))
    story.when(Guard(actor="nun")).refused("must-pray")
    story.when(Attack(actor="nun", target="foe", weapon="hand weapon")).refused("must-pray")
    assert every(story.when(prayer()).rolling(41), PrayerTested)


@pytest.mark.parametrize(
    ("dice", "conditions"),
    [((9, 10), set()), ((9, 11), {"stunned"}), ((9, 49), {"stunned"}),
     ((9, 50, 4), {"stunned", "unconscious"})],
)  # fmt: skip
def test_wrath_81(dice: tuple[int, ...], conditions: set[str]):
    """WF-PRAY-wrath-81: 2d10 + Sin Wounds; Hard Endurance or Stunned, by 4 Unconscious too."""
    story = wrath(81, 8, *dice)
    assert fighter(story, "nun").wounds == 40 - 17
    assert set(levels(story, "nun")) == conditions


@pytest.mark.parametrize("number", [88, 96, 111, 121, 141])
def test_wrath_of_the_game_masters(number: int):
    """WF-PRAY-wrath-88, WF-PRAY-wrath-96, WF-PRAY-wrath-111, WF-PRAY-wrath-121,
    WF-PRAY-wrath-141: daemons, penance, bare hands, a broken mind, a divine servant."""
    (question,) = wrath(number).state.questions
    assert question.to == GAME_MASTER


def test_wrath_89():
    """WF-PRAY-wrath-89: Broken 1 + Sin."""
    assert levels(wrath(89), "nun") == {"broken": 1}


def test_wrath_101():
    """WF-PRAY-wrath-101: down to 0 Wounds, and Unconscious."""
    story = wrath(101)
    assert fighter(story, "nun").wounds == 0
    assert fighter(story, "nun").helpless


@pytest.mark.parametrize(("number", "dice", "left"), [(106, (4,), 5), (116, (4, 5), 11)])
def test_wrath_106_116(number: int, dice: tuple[int, ...], left: int):
    """WF-PRAY-wrath-106, WF-PRAY-wrath-116: no prayers for days."""
    story = ready(wrath(number, *dice))
    assert lasting(story) == {"unheard": (left, "days")}
    story.when(prayer()).refused("silenced")


def test_wrath_126():
    """WF-PRAY-wrath-126: down to 0 Wounds, and Ablaze."""
    story = wrath(126)
    assert fighter(story, "nun").wounds == 0
    assert levels(story, "nun") == {"prone": 1, "ablaze": 1}


@pytest.mark.parametrize(("number", "name"), [(131, "stigmata"), (136, "cast out")])
def test_wrath_131_136(number: int, name: str):
    """WF-PRAY-wrath-131, WF-PRAY-wrath-136: bleeding each morning, or no prayer, till penances."""
    story = wrath(number)
    assert list(lasting(story)) == [name]
    assert story.state.questions


def test_wrath_146():
    """WF-PRAY-wrath-146: the talents are lost for good."""
    story = ready(wrath(146))
    assert lasting(story) == {"shorn of talents": (None, "rounds")}
    story.when(prayer()).refused("silenced")


@pytest.mark.parametrize("choice", ["dies", "gives a Fate"])
def test_wrath_151(choice: str):
    """WF-PRAY-wrath-151: death, or a Fate, and then as 146."""
    story = wrath(151)
    (question,) = story.state.questions
    judged = story.when(Answer(question=question.id, choice=choice)).rolling()
    if choice == "dies":
        assert only(judged, CombatantDied).combatant == "nun"
        return
    assert only(judged, CombatantDied).combatant == "nun"
    believer = with_state(story, "nun", fate=1)
    judged = believer.when(Answer(question=question.id, choice=choice)).rolling()
    assert fighter(judged, "nun").fate == 0
    assert list(lasting(judged)) == ["shorn of talents"]


def test_prayers_of_the_catalogue():
    """WF-PRAY-1."""
    assert [p.name for p in fighter(priest(), "nun").sheet.prayers] == list(PRAYERS)
    assert given(RULESET, priest().state).state.combatants["nun"].sheet.prayers[0].range == 6
