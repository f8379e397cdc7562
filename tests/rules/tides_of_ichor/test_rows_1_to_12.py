"""Miscasts, row by row, plain and by lore: rows 1 to 12."""

from typing import Any

import pytest

from app.engine.encounter import TurnStarted
from app.rules.tides_of_ichor.commands import Cast
from app.rules.tides_of_ichor.conditions import STATS
from app.rules.tides_of_ichor.events import WoundsLost
from app.rules.tides_of_ichor.fighter import SpellCasts
from app.rules.tides_of_ichor.spell_events import (
    CastingRolled,
    Chosen,
    ConditionEnded,
    ConditionGained,
    ForceRolled,
    Healed,
    Line,
    SpellAstray,
    SpellDrawn,
    SpellPowerRolled,
    SpellReleased,
)
from tests.rules.tides_of_ichor.fights import recruit
from tests.rules.tides_of_ichor.wizards import (
    BOLT,
    MEND,
    SHELL,
    STORM,
    conditions,
    miscast,
    of,
    passes,
    purposes,
    the_condition,
    title,
    wizard,
    wizards,
)
from tests.stories import Story

CAST = Cast(actor="wizard", spell="Bolt", target="foe")


def lines(story: Story) -> dict[str, int]:
    """The lines of the last casting roll."""
    (rolled,) = (e for e in story.events if isinstance(e, CastingRolled))
    return {line.name: line.value for line in rolled.lines}


def power(story: Story) -> dict[str, int]:
    (rolled,) = (e for e in story.events if isinstance(e, SpellPowerRolled))
    return {line.name: line.value for line in rolled.lines if line.of == "wizard"}


def test_row_1_the_spell_goes_off_and_is_forgotten():
    """TI-MIS-R01, TI-CAST-2: spell power is rolled, force isn't; it counts as cast."""
    story = miscast(wizards(), 1, 41, 6)
    assert purposes(story) == ["spell-power", "spell-damage"]
    story.then(
        SpellReleased(caster="wizard", spell="Bolt"),
        WoundsLost(combatant="foe", wounds=6, remaining=4),
        TurnStarted(combatant="foe"),
    )
    story.never(ForceRolled)
    assert of(story).casts == (SpellCasts(spell="Bolt", times=1),)
    story = passes(story, "foe")
    story.when(CAST).refused("spell-forgotten", spell="Bolt")
    offered = {c.body.get("spell") for c in story.ruleset.choices(story.state, "wizard")}
    assert offered == {None, "Mend", "Shell", "Storm"}
    story.when(Cast(actor="wizard", spell="Storm", zone=2)).rolling(99, 1, 1)


def test_row_1_the_enemy_may_withstand_it():
    """TI-MIS-R01, TI-CAST-2."""
    story = miscast(wizards(), 1, 40)
    story.never(WoundsLost)
    assert of(story).casts == (SpellCasts(spell="Bolt", times=1),)


def test_row_2_helps_the_next_casting_roll_once():
    """TI-MIS-R02."""
    story = miscast(wizards(), 2)
    assert the_condition(story).until == "it is used"
    story = passes(story, "foe").when(CAST).rolling(1, 100)
    assert lines(story) == {"base": 40, "level": 20, "wp": -40, title(2): -10}
    (used,) = (e for e in story.events if isinstance(e, ConditionEnded))
    assert used.why == "used"
    story = passes(story, "foe").when(CAST).rolling(1, 100)
    assert title(2) not in lines(story)


def test_row_3_nothing_else_happens():
    """TI-MIS-R03."""
    before = wizards()
    story = miscast(before, 3)
    assert of(story) == of(before)
    assert of(story, "foe") == of(before, "foe")
    assert story.state.acting == "foe"


def test_row_4_weighs_on_casting_and_helps_spell_power():
    """TI-MIS-R04: -20 and +20, to the encounter's end."""
    story = miscast(wizards(), 4)
    assert the_condition(story).until == "the encounter's end"
    story = passes(story, "foe").when(CAST).rolling(99, 100, 1)
    assert lines(story)[title(4)] == 20
    assert power(story)[title(4)] == -20


@pytest.mark.parametrize(
    ("face", "target", "rest"),
    [(1, "wizard", (6,)), (2, "friend", (6,)), (3, "foe", (41, 6))],
)
def test_row_5_the_spell_finds_anybody(face: int, target: str, rest: tuple[int, ...]):
    """TI-MIS-R05, TI-CAST-2: the caster too, however far; power only against an enemy; no cast."""
    story = wizards(wizard(), recruit("Friend", "heroes"), recruit("Foe", zone=3))
    story = miscast(story, 5, face, *rest)
    story.then(
        Chosen(
            for_what="astray", combatant="wizard", among=3, face=face,
            chosen=target,
        ),
        SpellAstray(caster="wizard", spell="Bolt", target=target, lands=True),
        WoundsLost(combatant=target, wounds=6, remaining=4),
    )  # fmt: skip
    story.never(ForceRolled)
    assert of(story).casts == ()


@pytest.mark.parametrize(("face", "lands"), [(1, True), (2, False)])
def test_row_5_a_personal_spell_makes_sense_only_on_oneself(face: int, lands: bool):
    """TI-MIS-R05."""
    story = miscast(wizards(), 5, face, spell="Shell", target="wizard")
    chosen = ("wizard", "foe")[face - 1]
    story.then(SpellAstray(caster="wizard", spell="Shell", target=chosen, lands=lands))
    assert conditions(story) == (["Shell"] if lands else [])
    assert conditions(story, "foe") == []


@pytest.mark.parametrize(("face", "rest", "hurt"), [(1, (), False), (2, (99, 6), True)])
def test_row_5_a_spell_on_a_zone_needs_its_kind_there(face: int, rest: tuple[int, ...], hurt: bool):
    """TI-MIS-R05: it goes off in the zone of whom it finds, on those it is meant for."""
    story = miscast(wizards(), 5, face, *rest, spell="Storm", target=None, zone=2)
    assert of(story).wounds == 10
    assert of(story, "foe").wounds == (4 if hurt else 10)


def test_row_5_a_friend_may_dodge_a_projectile():
    """TI-MIS-R05, TI-KEY-2."""
    friend = recruit("Friend", "heroes", dodge=50)
    story = miscast(wizards(wizard(), friend, recruit("Foe", zone=2)), 5, 2, 49)
    assert purposes(story) == ["astray", "dodge"]
    assert of(story, "friend").wounds == 10


def test_row_6_no_casting_on_the_next_turn():
    """TI-MIS-R06: the present turn doesn't count, and the one after the next is free."""
    story = passes(miscast(wizards(), 6), "foe")
    story.when(CAST).refused("held-back", condition=title(6))
    offered = {c.body["type"] for c in story.ruleset.choices(story.state, "wizard")}
    assert offered == {"move", "dash", "pass", "end_turn"}
    story = passes(story, "wizard", "foe")
    assert conditions(story) == []
    story.when(CAST).rolling(99, 1, 1)


def test_row_7_no_force_any_more():
    """TI-MIS-R07: whatever the margin and bonus, and without a die."""
    gifted = wizards(wizard(force_bonus=100), recruit("Foe", zone=2))
    story = passes(miscast(gifted, 7), "foe").when(CAST).rolling(99, 1)
    assert purposes(story) == ["casting", "spell-power"]
    (force,) = (e for e in story.events if isinstance(e, ForceRolled))
    assert (force.percent, force.because, force.forced) == (0, title(7), False)
    again = passes(miscast(passes(story, "foe"), 7, target="foe"), "foe")
    assert conditions(again) == [title(7)]


def test_row_8_weighs_on_casting_and_adds_up():
    """TI-MIS-R08: -10, and once more when it comes again."""
    story = passes(miscast(wizards(), 8), "foe")
    assert lines(story.when(CAST).rolling(1, 100))[title(8)] == 10
    story = passes(miscast(story, 8), "foe").when(CAST).rolling(1, 100)
    (rolled,) = (e for e in story.events if isinstance(e, CastingRolled))
    assert rolled.lines[-2:] == (Line(name=title(8), value=10, of="wizard"),) * 2


@pytest.mark.parametrize("level", [1, 2, 3])
def test_row_9_takes_a_wound_a_level(level: int):
    """TI-MIS-R09, TI-MIS-4: neither armor, DR nor ward keeps it off."""
    sheet: Any = {"spells": [{**BOLT, "level": level}], "armor": 9, "dr": 9, "ward": 100, "wp": 25}
    story = miscast(wizards(wizard(**sheet), recruit("Foe", zone=2)), 9)
    assert purposes(story) == []
    story.then(WoundsLost(combatant="wizard", wounds=level, remaining=10 - level))


def test_row_9_can_kill():
    """TI-MIS-R09, TI-DMG-3: and the turn passes."""
    story = miscast(wizards(wizard(w=2), recruit("Foe", zone=2)), 9)
    assert of(story).status == "dead"
    assert story.state.acting == "foe"


def test_row_10_halves_all_stats_but_w():
    """TI-MIS-R10: down; and only once."""
    odd = wizard(ws=41, bs=40, s=1, t=99, ag=60, wp=33)
    story = miscast(wizards(odd, recruit("Foe", zone=2)), 10)
    wizard_now = of(story)
    assert [wizard_now.stat(stat) for stat in STATS] == [20, 20, 0, 49, 30, 16]
    assert wizard_now.wounds == 10
    story = miscast(passes(story, "foe"), 10)
    assert [of(story).stat(stat) for stat in STATS] == [20, 20, 0, 49, 30, 16]


def test_row_10_stands_by_its_name_in_every_number():
    """TI-MIS-R10."""
    story = passes(miscast(wizards(), 10), "foe").when(CAST).rolling(1, 100)
    assert lines(story) == {"base": 40, "level": 20, "wp": -40, title(10): 20}


def vortex(*more, foe=None) -> Story:
    """Wizard is a vortex, and it is Other's turn, an enemy who casts."""
    story = wizards(
        wizard(ward=0), wizard("Other", "foes", zone=2, spells=[BOLT, MEND, SHELL, STORM]), *more,
        recruit("Foe", zone=2),
    )  # fmt: skip
    return miscast(story, 11)


def test_row_11_no_casting():
    """TI-MIS-R11."""
    story = passes(vortex(), "other", "foe")
    story.when(CAST).refused("held-back", condition=title(11))


def test_row_11_draws_in_what_was_meant_for_oneself():
    """TI-MIS-R11: good and bad; an enemy's spell must overcome the bearer."""
    shell = Cast(actor="other", spell="Shell")
    story = vortex().when(shell).rolling(99, 100, 99)
    story.then(
        SpellDrawn(caster="other", spell="Shell", bearer="wizard", condition=title(11)),
        ConditionGained(combatant="wizard", condition=of(story).conditions[1]),
    )
    assert of(story).stat("t") == 50
    assert conditions(story, "other") == []


def test_row_11_a_later_heal_lands_there():
    """TI-MIS-R11: of an ally, so nothing withstands it."""
    healer = wizard("Healer", "heroes", zone=1)
    story = miscast(wizards(wizard(), healer, recruit("Foe", zone=2)), 11)
    story = story.when(Cast(actor="healer", spell="Mend", target="foe")).rolling(99, 100, 8)
    (healed,) = (e for e in story.events if isinstance(e, Healed))
    assert healed.combatant == "wizard"


def test_row_11_a_spell_on_several_lands_once():
    """TI-MIS-R11."""
    friends = recruit("Friend", "heroes", zone=1, count=2)
    story = vortex(friends).when(Cast(actor="other", spell="Storm", zone=1))
    story = story.rolling(99, 100, 99, 7)
    assert of(story).wounds == 3
    assert of(story, "friend-1").wounds == of(story, "friend-2").wounds == 10


def test_row_12_all_stats_are_the_lowest():
    """TI-MIS-R12."""
    story = miscast(wizards(wizard(ws=41, bs=9, s=60), recruit("Foe", zone=2)), 12)
    assert [of(story).stat(stat) for stat in STATS] == [9] * 6
    assert of(story).wounds == 10
    story = passes(story, "foe").when(CAST).rolling(1, 100)
    assert lines(story)[title(12)] == 31  # Wp 40 is 9 now
