"""Blows: defences, Advantage, locations, damage, criticals, modifiers (WF-ATT, WF-ADV)."""

from typing import Any

import pytest

from app.engine.encounter import Adjust, Answer, QuestionAsked
from app.rules.wfrp4 import RULESET
from app.rules.wfrp4.commands import Assess, Attack, Charge, Guard, Modifier
from app.rules.wfrp4.events import (
    AdvantageChanged,
    AttackTested,
    CriticalRolled,
    CriticalScored,
    DamageDealt,
    FumbleRolled,
    WoundsLost,
)
from app.rules.wfrp4.tables.locations import location_of, swapped
from tests.rules.wfrp4.fights import (
    adjusted,
    armed,
    done,
    duel,
    every,
    fight,
    fighter,
    late,
    levels,
    next_turn,
    only,
    recruit,
    round_over,
    value,
    with_state,
)
from tests.stories import Story, given

STRIKE = Attack(actor="hero", target="foe")


def strike(**fields: Any) -> Attack:
    return Attack(actor="hero", target="foe", **fields)


def blow_of(story: Story) -> AttackTested:
    return only(story, AttackTested)


def test_the_worked_case():
    """WF-EX-4: SL 5 against -1, 13 damage, less TB 4 and AP 1: 8 Wounds; Advantage 2 and 0."""
    hero = {"ws": 41, "s": 35, "skills": [{"name": "Melee (Basic)", "advances": 20}]}
    foe = {"ws": 35, "t": 40, "wounds": 14, "armour": [{"name": "leather jack"}]}
    story = with_state(with_state(duel(foe, **hero), "hero", advantage=1), "foe", advantage=0)
    story = story.when(STRIKE).rolling(24, 57)
    blow, dealt = blow_of(story), only(story, DamageDealt)
    assert (blow.attack.number.total, blow.attack.sl.total) == (71, 5)
    assert blow.defence is not None
    assert (blow.defence.number.total, blow.defence.sl.total) == (45, -1)
    assert (blow.winner, blow.margin, blow.location) == ("attacker", 6, "right arm")
    assert [(line.name, line.value) for line in dealt.damage.lines] == [
        ("strength bonus", 3), ("sword", 4), ("sl", 6), ("toughness bonus", -4),
        ("leather jack", -1),
    ]  # fmt: skip
    assert (dealt.wounds, fighter(story, "foe").wounds) == (8, 6)
    assert (fighter(story, "hero").advantage, fighter(story, "foe").advantage) == (2, 0)


# --- defence --------------------------------------------------------------------------------------

QUICK = {"ag": 60}  # Dodge 60 against Melee 40


@pytest.mark.parametrize(
    ("foe", "wanted", "means", "number"),
    [
        ({}, None, "parry", 40),
        (QUICK, None, "dodge", 60),
        (QUICK, "parry", "parry", 40),
        ({**QUICK, "defence": "parry"}, None, "parry", 40),
        ({**QUICK, "defence": "parry"}, "dodge", "dodge", 60),
        ({**QUICK, "defence": "parry"}, "best", "dodge", 60),
    ],
)
def test_the_defence(foe: Any, wanted: Any, means: str, number: int):
    """WF-ATT-1: as the attack says, else as the one attacked prefers, else the better."""
    story = duel(foe).when(strike(defence=wanted)).rolling(90, 90)
    blow = blow_of(story)
    assert blow.defence is not None
    assert (blow.means, blow.defence.number.total) == (means, number)


@pytest.mark.parametrize(("foe", "wanted"), [({}, "none"), ({"defence": "none"}, None)])
def test_no_defence_draws_no_die(foe: Any, wanted: Any):
    """WF-OPP-1: an attack that nobody opposes."""
    story = duel(foe).when(strike(defence=wanted)).rolling(18)
    assert (blow_of(story).defence, blow_of(story).winner, blow_of(story).margin) == (
        None, "attacker", 3,
    )  # fmt: skip
    missed = duel(foe).when(strike(defence=wanted)).rolling(45)
    assert blow_of(missed).winner == "nobody"


def test_both_sides_have_their_advantage():
    """WF-ATT-1: +10 a level."""
    story = with_state(with_state(duel(), "hero", advantage=2), "foe", advantage=3)
    blow = blow_of(story.when(STRIKE).rolling(90, 90))
    assert blow.defence is not None
    assert value(blow.attack.number.lines, "advantage") == 20
    assert value(blow.defence.number.lines, "advantage") == 30


def test_on_guard_until_the_next_turn():
    """WF-ATT-7: +20 to defend."""
    guarded = next_turn(duel().when(Guard(actor="hero")).rolling())
    blow = blow_of(guarded.when(Attack(actor="foe", target="hero")).rolling(90, 90))
    assert blow.defence is not None
    assert value(blow.defence.number.lines, "on guard") == 20
    later = next_turn(guarded)
    assert not fighter(later, "hero").on_guard


def test_the_one_attacked_is_asked():
    """WF-ATT-1: option defence ask; nothing is rolled before the answer."""
    story = duel({"wounds": 99}, options={"defence": "ask"}).when(STRIKE).rolling()
    question = only(story, QuestionAsked).question
    assert (question.to, question.choices, question.default, question.blocks) == (
        "foe", ("parry", "dodge", "none"), "parry", True,
    )  # fmt: skip
    story.when(Attack(actor="hero", target="foe")).refused("question-open")
    answered = story.when(Answer(actor="foe", question="q1", choice="dodge")).rolling(18, 90)
    assert (blow_of(answered).means, blow_of(answered).winner) == ("dodge", "attacker")
    assert not answered.state.questions
    assert answered.state.pending is None
    assert not fighter(answered, "hero").action_left
    spared = story.when(Answer(actor="foe", question="q1", choice="none")).rolling(45)
    assert blow_of(spared).winner == "nobody"


def test_what_is_asked_is_what_is_open():
    """WF-ATT-1: no question where the attack says, or where there is no defence."""
    story = duel(options={"defence": "ask"})
    assert blow_of(story.when(strike(defence="parry")).rolling(90, 90)).means == "parry"
    surprised = with_state(story, "foe", "surprised")
    assert blow_of(surprised.when(STRIKE).rolling(90)).means is None


def test_an_attack_that_waited_in_vain():
    """WF-ATT-1: a game master has felled the attacker meanwhile."""
    story = (
        duel({"wounds": 99}, options={"defence": "ask"})
        .when(Charge(actor="hero", target="foe"))
        .rolling()
    )
    felled = with_state(story, "hero", "unconscious")
    answered = felled.when(Answer(actor="foe", question="q1", choice="parry")).rolling()
    assert not every(answered, AttackTested)
    charged = story.when(Answer(actor="foe", question="q1", choice="parry")).rolling(18, 90)
    assert fighter(charged, "hero").advantage == 2


def test_a_defence_that_is_not_open():
    """WF-ATT-2."""
    shot = armed("bow")
    duel(**shot).when(strike(defence="dodge")).refused("cannot-defend", open=[])


# --- what comes of it -----------------------------------------------------------------------------


def test_the_attacker_wins():
    """WF-ATT-3: damage with the difference; the loser loses all Advantage, the winner gains 1."""
    story = with_state(duel(), "foe", advantage=2).when(STRIKE).rolling(18, 98)
    assert (fighter(story, "hero").advantage, fighter(story, "foe").advantage) == (1, 0)
    assert fighter(story, "foe").wounds < 12


def test_the_defender_wins():
    """WF-ATT-3: no damage; the attacker loses all, the defender gains 1."""
    story = with_state(duel(), "hero", advantage=2).when(STRIKE).rolling(60, 18)
    assert blow_of(story).winner == "defender"
    assert (fighter(story, "hero").advantage, fighter(story, "foe").advantage) == (0, 1)
    assert fighter(story, "foe").wounds == 12
    assert blow_of(story).location is None


@pytest.mark.parametrize(
    ("face", "on", "location"),
    [
        (13, 31, "right arm"), (5, 50, "body"), (10, 1, "head"), (88, 88, "left leg"),
        (100, 100, "right leg"), (90, 9, "head"), (1, 10, "left arm"), (42, 24, "left arm"),
        (52, 25, "right arm"), (44, 44, "right arm"), (54, 45, "body"), (97, 79, "body"),
        (8, 80, "left leg"), (98, 89, "left leg"), (9, 90, "right leg"),
    ],
)  # fmt: skip
def test_where_it_lands(face: int, on: int, location: str):
    """WF-EX-3, WF-ATT-4: the digits the other way round."""
    assert (swapped(face), location_of(face)) == (on, location)


@pytest.mark.parametrize(
    ("options", "foe", "faces", "wounds"),
    [
        ({}, {}, (18, 98), 3 + 4 + 8 - 3),  # SL 3 against -5: 8
        ({"damage_sl": "attack"}, {}, (18, 98), 3 + 4 + 3 - 3),
        ({"preset": "source"}, {}, (18, 98), 3 + 4 + 3 - 3),
        ({}, {"t": 99}, (39, 42), 1),  # at least 1
        ({"least_wound": False}, {"t": 99}, (39, 42), 0),
    ],
)
def test_damage(options: Any, foe: Any, faces: Any, wounds: int):
    """WF-ATT-5."""
    hero = {"ws": 31}
    story = duel({"wounds": 30, **foe}, options=options, **hero).when(STRIKE).rolling(*faces)
    assert only(story, DamageDealt).wounds == wounds
    assert fighter(story, "foe").wounds == 30 - wounds


# --- criticals and fumbles ------------------------------------------------------------------------


def test_a_double_is_a_critical():
    """WF-ATT-6: location, and the d100 on its table, whose row happens next."""
    story = duel({"wounds": 30}).when(STRIKE).rolling(22, 98, 40)
    scored = only(story, CriticalScored).trouble
    assert (scored.of, scored.by, scored.because, scored.location) == (
        "foe", "hero", "double", "left arm",
    )  # fmt: skip
    rolled = only(story, CriticalRolled)
    assert (rolled.location, rolled.face, rolled.modifier, rolled.result) == ("left arm", 40, 0, 40)
    (due,) = story.state.due
    assert (due.table, due.number, due.of, due.by) == ("critical_arm", 40, "foe", "hero")
    assert fighter(story, "foe").criticals == 1


def test_a_critical_of_who_loses():
    """WF-ATT-6: it wounds all the same, without damage."""
    story = duel().when(STRIKE).rolling(33, 1, 40)
    assert blow_of(story).winner == "defender"
    assert only(story, CriticalScored).of == "foe"
    assert not every(story, DamageDealt)


def test_a_critical_of_the_defender():
    """WF-ATT-6: it wounds the attacker, where the defence roll lands."""
    story = duel().when(STRIKE).rolling(60, 22, 77)
    trouble = only(story, CriticalScored).trouble
    assert (trouble.of, trouble.by, trouble.location) == ("hero", "foe", "left arm")
    off = duel(options={"defender_criticals": False}).when(STRIKE).rolling(60, 22)
    assert not every(off, CriticalScored)


@pytest.mark.parametrize(
    ("options", "wounds", "modifier"),
    [
        ({}, 12, None), ({}, 11, -20), ({}, 9, 0), ({"lighter_criticals": False}, 11, 0),
        ({"critical_at": "zero"}, 12, -20), ({"preset": "source", "damage_sl": "difference"}, 12,
                                             -20),
    ],
)  # fmt: skip
def test_wounds_past_0(options: Any, wounds: int, modifier: int | None):
    """WF-ATT-6: past 0, or down to it; -20 where the excess is below TB (3). 12 Wounds dealt."""
    story = duel({"wounds": wounds}, options=options, ws=31)
    story = story.when(STRIKE).rolling(18, 98, *(() if modifier is None else (50,)))
    assert only(story, WoundsLost).wounds == 12
    assert fighter(story, "foe").wounds == 0
    assert [c.modifier for c in every(story, CriticalRolled)] == (
        [] if modifier is None else [modifier]
    )


def test_a_roll_on_the_table_is_at_least_1():
    """WF-ATT-6."""
    story = duel({"wounds": 11}, ws=31).when(STRIKE).rolling(18, 98, 7)
    assert only(story, CriticalRolled).result == 1


def test_one_hit_one_critical():
    """WF-ATT-6: a double that goes past 0 too (ours)."""
    story = duel({"wounds": 1}).when(STRIKE).rolling(22, 98, 50)
    assert only(story, CriticalScored).trouble.because == "double"


@pytest.mark.parametrize("face", [55, 99, 100])
def test_a_fumble(face: int):
    """WF-ATT-6: a failed double; 100 counts as one."""
    story = duel().when(STRIKE).rolling(face, 30, 64)
    rolled = only(story, FumbleRolled)
    assert (rolled.combatant, rolled.face) == ("hero", 64)
    assert (story.state.due[0].table, story.state.due[0].face) == ("fumble", face)


def test_a_fumbled_defence():
    """WF-ATT-6."""
    story = duel().when(STRIKE).rolling(38, 77, 64)
    assert only(story, FumbleRolled).combatant == "foe"


# --- modifiers ------------------------------------------------------------------------------------


def attack_line(story: Story, name: str) -> int | None:
    return value(blow_of(story).attack.number.lines, name)


@pytest.mark.parametrize(
    ("conditions", "line", "modifier", "faces"),
    [
        (["prone"], "target prone", 20, (90, 90)),
        (["surprised"], "target surprised", 20, (90,)),
        ([{"name": "blinded", "level": 2}], "target blinded", 20, (90, 90)),
    ],
)
def test_targets_with_conditions(conditions: Any, line: str, modifier: int, faces: Any):
    """WF-ATT-7."""
    story = with_state(duel(), "foe", *conditions).when(STRIKE).rolling(*faces)
    assert attack_line(story, line) == modifier


@pytest.mark.parametrize(
    ("fields", "line", "modifier"),
    [
        ({"called": "head"}, "called shot", -20),
        ({"from_behind": True}, "from behind", 20),
        ({"mounted": True}, "mounted", 20),
        ({"against_rider": True}, "against a rider", -10),
        ({"modifiers": (Modifier(name="higher ground", value=5),)}, "higher ground", 5),
    ],
)
def test_situations(fields: Any, line: str, modifier: int):
    """WF-ATT-7: each a named line."""
    assert attack_line(duel().when(strike(**fields)).rolling(90, 90), line) == modifier


def test_a_long_weapon_reaches_a_rider():
    """WF-ATT-7."""
    story = duel(**armed("halberd")).when(strike(against_rider=True)).rolling(90, 90)
    assert attack_line(story, "against a rider") is None


def test_a_called_shot_lands_where_it_is_called():
    """WF-ATT-7."""
    assert blow_of(duel().when(strike(called="head")).rolling(13, 98)).location == "head"


def test_the_deaf_from_behind():
    """WF-ATT-7, WF-COND-deafened: once, however deaf."""
    story = with_state(duel(), "foe", {"name": "deafened", "level": 3})
    assert (
        attack_line(story.when(strike(from_behind=True)).rolling(90, 90), "target deafened") == 10
    )
    assert attack_line(story.when(STRIKE).rolling(90, 90), "target deafened") is None


@pytest.mark.parametrize(("level", "modifier"), [(0, -20), (1, -10), (2, None)])
def test_the_off_hand(level: int, modifier: int | None):
    """WF-ATT-7: -20, less by Ambidextrous."""
    talents = [{"name": "Ambidextrous", "level": level}] if level else []
    hero = armed("sword", "dagger", talents=talents)
    story = duel(**hero).when(strike(weapon="dagger")).rolling(90, 90)
    assert attack_line(story, "off hand") == modifier
    parrying = duel(**armed("sword", "main gauche")).when(strike(weapon="main gauche"))
    assert attack_line(parrying.rolling(90, 90), "off hand") is None


@pytest.mark.parametrize(
    ("hero", "foe", "line", "defence_sl"),
    [
        ("average", "large", 10, None),
        ("large", "average", None, -2),
        ("enormous", "small", None, -6),
    ],
)
def test_size(hero: str, foe: str, line: int | None, defence_sl: int | None):
    """WF-ATT-7: +10 against the larger; Melee against the larger loses 2 SL a step."""
    story = (
        duel({"size": foe, "wounds": 99}, size=hero).when(strike(defence="parry")).rolling(90, 90)
    )
    assert attack_line(story, "larger target") == line
    blow = blow_of(story)
    assert blow.defence is not None
    assert value(blow.defence.sl.lines, "larger foe") == defence_sl


@pytest.mark.parametrize(
    ("size", "line", "amount"),
    [("large", "damaging", 8), ("enormous", "impact", 8), ("enormous", "size", 23)],
)
def test_the_larger_hit_harder(size: str, line: str, amount: int):
    """WF-ATT-7: a step: Damaging; two: Impact too, and all of it times the steps."""
    story = duel({"wounds": 99}, size=size).when(strike(defence="none")).rolling(28)
    assert value(only(story, DamageDealt).damage.lines, line) == amount


def hidden(story: Story, combatant: str) -> Story:
    """The story with somebody out of sight."""
    word = Adjust(combatant=combatant, reason="x", hidden=True)
    return given(RULESET, done(story.state, word))


def mob(n: int, **options: Any) -> Story:
    """Hero with so many friends in a melee with Foe."""
    friends = [recruit(f"Friend {k}", "heroes", id=f"friend-{k}") for k in range(1, n)]
    story = given(RULESET, fight(recruit("Hero", "heroes"), *friends, recruit("Foe"), **options))
    return with_state(story, "foe", engaged=[f.id or "" for f in friends])


@pytest.mark.parametrize(
    ("n", "line", "modifier"),
    [
        (2, "outnumbering 2 to 1", 20),
        (3, "outnumbering 3 to 1", 40),
        (1, "outnumbering 2 to 1", None),
    ],
)
def test_outnumbering(n: int, line: str, modifier: int | None):
    """WF-ATT-7."""
    assert attack_line(mob(n).when(STRIKE).rolling(90, 90), line) == modifier
    assert attack_line(mob(n, outnumbering=False).when(STRIKE).rolling(90, 90), line) is None


def test_who_is_hidden_doesnt_count_to_outnumber():
    """WF-ATT-7: the line is there for all to see, on either side."""
    story = hidden(mob(2), "friend-1").when(STRIKE).rolling(90, 90)
    assert attack_line(story, "outnumbering 2 to 1") is None
    state = fight(recruit("Hero", "heroes"), recruit("Ally", "heroes"), recruit("Foe"),
                  recruit("Lurker"))  # fmt: skip
    both = with_state(given(RULESET, state), "foe", engaged=["hero", "ally"])
    both = hidden(with_state(both, "lurker", engaged=["hero"]), "lurker")
    assert attack_line(both.when(STRIKE).rolling(90, 90), "outnumbering 2 to 1") == 20


def test_who_is_hidden_doesnt_count_in_a_melee_shot_into():
    """WF-ATT-2, WF-ATT-7: neither beside the target nor beside the shooter."""
    bow = armed("crossbow pistol")
    state = fight(recruit("Hero", "heroes", **bow), recruit("Foe"), recruit("Lurker", "heroes"),
                  recruit("Ghost"))  # fmt: skip
    story = with_state(given(RULESET, state), "lurker", engaged=["foe"])
    shot = strike(distance=5)
    seen = with_state(story, "hero", engaged=["ghost"]).when(shot).rolling(95)
    assert attack_line(seen, "target engaged") == -20
    assert attack_line(seen, "short range") is None
    story = hidden(hidden(story, "lurker"), "ghost")
    unseen = with_state(story, "hero", engaged=["ghost"]).when(shot).rolling(95)
    assert attack_line(unseen, "target engaged") is None
    assert attack_line(unseen, "short range") == 20


def test_weapon_length():
    """WF-ATT-7: option weapon_length."""
    story = duel(armed("halberd"), options={"weapon_length": True})
    assert attack_line(story.when(STRIKE).rolling(90, 90), "shorter weapon") == -10
    assert (
        attack_line(duel(armed("halberd")).when(STRIKE).rolling(90, 90), "shorter weapon") is None
    )


def test_the_cap_of_modifiers():
    """WF-ATT-7: option modifier_cap: +60 and -30 in all."""
    much = Modifier(name="luck", value=90)
    story = duel(options={"modifier_cap": True})
    number = blow_of(story.when(strike(modifiers=(much,))).rolling(90, 90)).attack.number
    assert (number.total, value(number.lines, "modifier cap")) == (100, -30)
    little = Modifier(name="luck", value=-90)
    number = blow_of(story.when(strike(modifiers=(little,))).rolling(90, 90)).attack.number
    assert number.total == 10


# --- Advantage ------------------------------------------------------------------------------------


def test_what_gives_advantage():
    """WF-ADV-1: winning, a charge, the surprised, the stunned in melee, an opening."""
    assert fighter(duel().when(STRIKE).rolling(18, 98), "hero").advantage == 1
    assert fighter(duel().when(Assess(actor="hero")).rolling(30), "hero").advantage == 1
    assert fighter(duel().when(Assess(actor="hero")).rolling(100), "hero").advantage == 0
    for condition, faces in (("surprised", (98,)), ("stunned", (98, 1))):
        story = with_state(duel(), "foe", condition).when(STRIKE).rolling(*faces)
        gained = every(story, AdvantageChanged)[0]
        assert (gained.combatant, gained.after, gained.why) == ("hero", 1, condition)


@pytest.mark.parametrize(("distance", "gains"), [(3, False), (4, True), (16, True), (None, True)])
def test_a_charge(distance: int | None, gains: bool):
    """WF-ADV-1: of at least Move yards; told by nobody it is a full one (ours)."""
    story = duel().when(Charge(actor="hero", target="foe", distance=distance)).rolling(90, 90)
    assert (value(blow_of(story).attack.number.lines, "advantage") == 10) == gains
    assert fighter(story, "hero").engaged == ("foe",)
    assert (fighter(story, "hero").move_left, fighter(story, "hero").action_left) == (False, False)


def test_what_a_charge_needs():
    """WF-MOVE-1, WF-ATT-7: within a run, out of any melee, with a melee weapon."""
    duel().when(Charge(actor="hero", target="foe", distance=17)).refused("too-far", most=16)
    with_state(duel(), "hero", engaged=["foe"]).when(Charge(actor="hero", target="foe")).refused(
        "engaged"
    )
    duel(**armed("bow")).when(Charge(actor="hero", target="foe")).refused("wrong-weapon")
    with_state(duel(), "hero", "prone").when(Charge(actor="hero", target="foe")).refused(
        "cannot-move"
    )


def test_harm_costs_advantage():
    """WF-ADV-1: Wounds, whatever they come from, and conditions; option advantage_lost_by_harm."""
    bleeding = round_over(with_state(duel(), "foe", "bleeding", advantage=3))
    assert fighter(bleeding, "foe").advantage == 0
    kept = duel(options={"advantage_lost_by_harm": False})
    bled = round_over(with_state(kept, "foe", "bleeding", advantage=3))
    assert fighter(bled, "foe").advantage == 2  # it fades


def test_advantage_fades():
    """WF-ADV-1: 1 in a round without an attack or a gain."""
    assert fighter(round_over(with_state(duel(), "foe", advantage=3)), "foe").advantage == 2
    kept = duel(options={"advantage_fades": False})
    assert fighter(round_over(with_state(kept, "foe", advantage=3)), "foe").advantage == 3
    busy = with_state(duel(), "hero", advantage=3).when(STRIKE).rolling(40, 40)
    assert fighter(round_over(busy), "hero").advantage == 4


@pytest.mark.parametrize(
    ("cap", "after"), [(None, 6), (5, 5), (2, 5), ("initiative_bonus", 6)]
)  # a cap takes nothing away
def test_the_cap(cap: Any, after: int):
    """WF-ADV-1: option advantage_cap."""
    foe = {"wounds": 99}
    story = with_state(duel(foe, options={"advantage_cap": cap}), "hero", advantage=5)
    assert fighter(story.when(STRIKE).rolling(18, 98), "hero").advantage == after


def test_a_pool_of_the_side():
    """WF-ADV-1: option advantage group: shared, a loss costs 1, a charge is +10 instead."""
    story = duel(options={"advantage": "group"}).when(STRIKE).rolling(18, 98)
    changed = only(story, AdvantageChanged)
    assert (changed.side, changed.after) == ("heroes", 1)
    assert story.state.advantage_of("hero") == 1
    charge = duel(options={"advantage": "group"}).when(Charge(actor="hero", target="foe"))
    lines = blow_of(charge.rolling(90, 90)).attack.number.lines
    assert (value(lines, "charge"), value(lines, "advantage")) == (10, None)


def test_a_pool_is_shown_at_everybody_of_the_side():
    """WF-ADV-1: by itself, by a game master's word, and with who joins later."""

    def shown(story: Story) -> dict[str, int]:
        fighters = story.state.combatants.values()
        return {f.id: RULESET.current(f)["advantage"] for f in fighters}

    state = fight(
        recruit("Hero", "heroes"), recruit("Ally", "heroes"), recruit("Foe"), advantage="group"
    )
    story = given(RULESET, state).when(STRIKE).rolling(18, 98)
    assert shown(story) == {"hero": 1, "ally": 1, "foe": 0}
    ruled = given(RULESET, late(adjusted(story.state, "ally", advantage=3), recruit("Orc")))
    ruled = given(RULESET, late(ruled.state, recruit("Friend", "heroes")))
    assert shown(ruled) == {"hero": 3, "ally": 3, "foe": 0, "orc": 0, "friend": 3}
    alone = given(RULESET, fight(recruit("Hero", "heroes"), recruit("Ally", "heroes")))
    assert shown(with_state(alone, "ally", advantage=3)) == {"hero": 0, "ally": 3}


def test_whom_one_may_attack():
    """WF-ATT-1."""
    state = fight(recruit("Hero", "heroes"), recruit("Friend", "heroes"), recruit("Foe"))
    story = given(RULESET, state)
    story.when(Attack(actor="hero", target="friend")).refused("cannot-target")
    story.when(Attack(actor="hero", target="hero")).refused("cannot-target")
    with_state(story, "foe", dead=True).when(STRIKE).refused("target-gone")
    story.when(strike(weapon="spoon")).refused("unknown-weapon")
    duel(**armed("sword", "halberd")).when(strike(weapon="halberd")).refused("not-in-hand")


def test_reach_where_positions_are_known():
    """WF-ATT-1: a spear engages at 4 yards, a sword at 2."""
    foe = {"position": 4}
    duel(foe, position=0).when(STRIKE).refused("out-of-reach", distance=4, reach=2)
    story = duel(foe, position=0, **armed("spear")).when(STRIKE).rolling(90, 90)
    assert fighter(story, "hero").engaged == ("foe",)
    duel(foe, position=0).when(strike(distance=1)).refused("out-of-reach", distance=4)


def test_reach_where_the_distance_is_told():
    """WF-ATT-1: without positions."""
    duel().when(strike(distance=50)).refused("out-of-reach", distance=50, reach=2)
    story = duel().when(strike(distance=2)).rolling(90, 90)
    assert fighter(story, "hero").engaged == ("foe",)


def test_positions_count_instead_of_what_is_told():
    """WF-MOVE-1, WF-ATT-2: of a charge and of a shot."""
    far = {"position": 5000}
    charge = Charge(actor="hero", target="foe", distance=4)
    duel(far, position=0).when(charge).refused("too-far", distance=5000, most=16)
    duel(far, **armed("bow"), position=0).when(strike(distance=4)).refused("out-of-range")


def test_levels_are_seen():
    """WF-COND-1: a helper of these tests tells levels."""
    assert levels(with_state(duel(), "foe", {"name": "bleeding", "level": 2}), "foe") == {
        "bleeding": 2
    }
