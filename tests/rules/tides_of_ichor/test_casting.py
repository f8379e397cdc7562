"""Casting: the number, who can be aimed at, and what a spell does where it lands."""

from typing import Any

import pytest

from app.engine.encounter import Adjust, Answer, Leave, Pass, QuestionAnswered, TurnEnded
from app.rules.tides_of_ichor.commands import Cast
from app.rules.tides_of_ichor.events import DodgeRolled, WardRolled, WoundsLost
from app.rules.tides_of_ichor.narrate import narrate
from app.rules.tides_of_ichor.spell_events import (
    CastingRolled,
    ConditionGained,
    DamageTaken,
    ForceRolled,
    Healed,
    Line,
    MiscastChecked,
    SpellDamageRolled,
    SpellPowerRolled,
)
from tests.rules.tides_of_ichor.fights import done, recruit
from tests.rules.tides_of_ichor.wizards import (
    BOLT,
    MEND,
    SHELL,
    STORM,
    bolt,
    conditions,
    miscast,
    of,
    passes,
    purposes,
    the_condition,
    wizard,
    wizards,
)
from tests.stories import Story

NO_FORCE = 100  # a face over every chance of force


def first(story: Story, kind: type) -> Any:
    return next(event for event in story.events if isinstance(event, kind))


def number(story: Story, **cast: Any) -> int:
    """The casting number of a bolt at Foe, unless another cast is given."""
    command = Cast(actor="wizard", **({"spell": "Bolt", "target": "foe"} | cast))
    rolled: CastingRolled = first(story.when(command).rolling(1, 100), CastingRolled)
    assert sum(line.value for line in rolled.lines) == rolled.total
    return rolled.number


def changed(story: Story, **changes: Any) -> Story:
    """The wizard after a game master's change."""
    command = Adjust(combatant="wizard", reason="x", **changes)
    return Story(story.ruleset, done(story.state, command))


# --- the number -----------------------------------------------------------------------------------


def casts(**times: int) -> dict[str, Any]:
    return {"casts": [{"spell": spell.capitalize(), "times": n} for spell, n in times.items()]}


def test_the_worked_case():
    """TI-EX-6: Wp 35, level 2, one success of it, one of another, light armor, 3 W missing: 48."""
    story = changed(
        wizards(wizard(wp=35, armor="light"), recruit("Foe", zone=2)),
        state={"w": 7, **casts(bolt=1, mend=1)},
    )
    story = bolt(story, 68, 20, 5)
    rolled: CastingRolled = first(story, CastingRolled)
    assert (rolled.total, rolled.number, rolled.margin, rolled.passed) == (48, 48, 20, True)
    assert {line.name: line.value for line in rolled.lines} == {
        "base": 40, "wp": -35, "level": 20, "repeats": 10, "other-spells": 5, "armor": 5,
        "missing-w": 3,
    }  # fmt: skip
    force: ForceRolled = first(story, ForceRolled)
    assert (force.margin, force.bracket, force.percent) == (20, 20, 20)
    assert force.forced


def test_a_second_worked_case():
    """TI-CAST-1, TI-IF-1: Wp 40: 43; an 84 casts by 41, and a 30 skips the spell power roll."""
    story = changed(
        wizards(wizard(armor="light"), recruit("Foe", zone=2)),
        state={"w": 7, **casts(bolt=1, mend=1)},
    )
    story = bolt(story, 84, 30, 6)
    rolled: CastingRolled = first(story, CastingRolled)
    assert (rolled.number, rolled.margin) == (43, 41)
    assert first(story, ForceRolled).percent == 40
    story.never(SpellPowerRolled)
    assert purposes(story) == ["casting", "force", "spell-damage"]


@pytest.mark.parametrize(
    ("changes", "number_is"),
    [
        ({}, 20),
        ({"sheet": {"wp": 60}}, 5),  # held, as all numbers are
        ({"sheet": {"wp": 1}}, 59),
        ({"sheet": {"armor": "hide"}}, 25),
        ({"sheet": {"armor": "heavy"}}, 30),
        ({"sheet": {"casting_bonus": 7}}, 13),
        ({"state": {"w": 4}}, 26),
        ({"state": casts(bolt=2)}, 40),
        ({"state": casts(mend=3)}, 25),  # one other spell, however often
        ({"state": casts(mend=3, storm=1)}, 30),
        ({"add_conditions": ({"name": "Calm", "casting": 10},)}, 10),
        ({"add_conditions": ({"name": "Fog", "wp": -5},)}, 25),
        ({"sheet": {"wp": 1}, "state": casts(bolt=9)}, 95),
    ],
)
def test_what_adds_up_to_the_casting_number(changes: Any, number_is: int):
    """TI-CAST-1, TI-CAST-2: 40 + 20 for level 2 - 40 Wp, and what comes to it; held to 5..95."""
    assert number(changed(wizards(), **changes)) == number_is


@pytest.mark.parametrize(
    ("options", "number_is"),
    [
        ({"casting_base": 50}, 50),
        ({"repeat_cast_penalty": 5}, 30),
        ({"base_number": 50}, 40),  # it serves other rolls
    ],
)
def test_the_options_of_casting(options: Any, number_is: int):
    """TI-CAST-2, TI-HIT-3: 40 by the prose or 50 by the formula; 10 or 5 for each repeat."""
    assert number(changed(wizards(**options), state=casts(bolt=2))) == number_is


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5, 6])
def test_ten_a_level(level: int):
    """TI-CAST-1, TI-CAST-7."""
    spell = {**BOLT, "level": level}
    assert number(wizards(wizard(spells=[spell]), recruit("Foe", zone=2))) == 10 * level


def test_strictly_higher_casts():
    """TI-CAST-1: 20 against 20 fails, 21 casts."""
    failed = bolt(wizards(), 20, 100)
    assert first(failed, MiscastChecked).margin == 0
    failed.then(TurnEnded(combatant="wizard"))
    failed.never(SpellPowerRolled)
    assert purposes(bolt(wizards(), 21, 100, 1)) == ["casting", "force", "spell-power"]


def test_a_passed_roll_counts_though_the_enemy_withstands():
    """TI-CAST-2: and a failed one doesn't."""
    story = bolt(wizards(), 99, NO_FORCE, 1)
    assert [(c.spell, c.times) for c in of(story).casts] == [("Bolt", 1)]
    again = bolt(passes(story, "foe"), 99, NO_FORCE, 1)
    assert first(again, CastingRolled).number == 30
    assert [(c.spell, c.times) for c in of(again).casts] == [("Bolt", 2)]
    assert of(bolt(wizards(), 1, 100)).casts == ()


# --- spell power ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sheet", "foe", "options", "number_is"),
    [
        ({}, {}, {}, 40),
        ({}, {"wp": 60}, {}, 60),
        ({"wp": 50}, {}, {}, 30),
        ({"armor": "heavy"}, {}, {}, 50),
        ({"spell_power_bonus": 15}, {}, {}, 25),
        ({}, {}, {"base_number": 50}, 50),
        ({}, {}, {"base_number": 50, "spell_power_base": 45}, 45),
        ({"wp": 100}, {"wp": 1}, {}, 5),
        ({"ag": 90, "spells": [{**BOLT, "resist": "ag"}]}, {"ag": 70}, {}, 70),
    ],
)
def test_spell_power(sheet: Any, foe: Any, options: Any, number_is: int):
    """TI-CAST-3, TI-HIT-3: base + their stat - Wp + armor - bonus; equal withstands."""
    story = wizards(wizard(**sheet), recruit("Foe", zone=2, **foe), **options)
    power: SpellPowerRolled = first(bolt(story, 99, NO_FORCE, number_is), SpellPowerRolled)
    assert (power.number, power.passed) == (number_is, False)
    overcome = bolt(story, 99, NO_FORCE, number_is + 1, 1)
    assert first(overcome, SpellPowerRolled).passed


def test_conditions_weigh_on_spell_power():
    """TI-CAST-3."""
    foe = Adjust(combatant="foe", reason="x", add_conditions=({"name": "Proud", "wp": 10},))
    story = changed(wizards(), add_conditions=({"name": "Weak", "spell_power": -15},))
    story = bolt(Story(story.ruleset, done(story.state, foe)), 99, NO_FORCE, 1)
    assert first(story, SpellPowerRolled).lines == (
        Line(name="base", value=40, of="wizard"), Line(name="wp", value=40, of="foe"),
        Line(name="Proud", value=10, of="foe"), Line(name="wp", value=-40, of="wizard"),
        Line(name="Weak", value=15, of="wizard"),
    )  # fmt: skip


def test_no_spell_power_for_oneself_and_allies():
    """TI-CAST-3: but the force die falls on every successful cast."""
    story = wizards(wizard(), recruit("Friend", "heroes", zone=1), recruit("Foe", zone=2))
    shell = story.when(Cast(actor="wizard", spell="Shell")).rolling(99, NO_FORCE)
    assert purposes(shell) == ["casting", "force"]
    mend = story.when(Cast(actor="wizard", spell="Mend", target="friend"))
    assert purposes(mend.rolling(99, NO_FORCE, 3)) == ["casting", "force", "healing"]


def test_the_order_of_dice():
    """TI-CAST-3, TI-KEY-2: casting, force, spell power, dodge, damage, ward."""
    story = wizards(wizard(), recruit("Foe", zone=2, dodge=30, ward=30, w=20))
    story = bolt(story, 99, NO_FORCE, 99, 30, 7, 30)
    assert purposes(story) == [
        "casting", "force", "spell-power", "dodge", "spell-damage", "ward-magic",
    ]  # fmt: skip
    assert of(story, "foe").wounds == 13


# --- where it lands -------------------------------------------------------------------------------


def test_a_projectile_may_be_dodged_and_never_blocked():
    """TI-KEY-2, TI-KEY-3, TI-CAST-4, TI-CAST-6: strictly under the percent."""
    story = wizards(wizard(), recruit("Foe", zone=2, dodge=30, block=99))
    dodged = bolt(story, 99, NO_FORCE, 99, 29)
    dodged.then(DodgeRolled(attacker="wizard", defender="foe", percent=30, face=29, avoided=True))
    dodged.never(SpellDamageRolled)
    assert "block" not in purposes(bolt(story, 99, NO_FORCE, 99, 30, 5))
    forced = bolt(story, 99, 1, 29)
    assert purposes(forced) == ["casting", "force", "dodge"]


def test_no_other_spell_can_be_dodged():
    """TI-KEY-2, TI-CAST-4: and none needs a roll to hit or to wound."""
    spells = [{**BOLT, "targeting": "ranged"}, STORM]
    story = wizards(wizard(spells=spells), recruit("Foe", zone=2, dodge=99))
    assert purposes(bolt(story, 99, 1, 5)) == ["casting", "force", "spell-damage"]
    storm = story.when(Cast(actor="wizard", spell="Storm", zone=2)).rolling(99, 1, 5)
    assert purposes(storm) == ["casting", "force", "spell-damage"]


def test_a_projectile_meant_well_is_not_dodged():
    """TI-KEY-2."""
    gift = {**MEND, "targeting": "projectile"}
    friend = recruit("Friend", "heroes", zone=1, dodge=99)
    story = wizards(wizard(spells=[gift]), friend, recruit("Foe", zone=2))
    story = story.when(Cast(actor="wizard", spell="Mend", target="friend")).rolling(99, 100, 3)
    assert "dodge" not in purposes(story)


@pytest.mark.parametrize(
    ("ignores", "damage"), [(False, 3), (True, 8)], ids=["lessened", "ignores armor"]
)
def test_armor_and_dr_lessen_it_unless_it_ignores_them(ignores: bool, damage: int):
    """TI-CAST-5: 8 - 3 armor - 2 DR; no strength part."""
    spell = {**BOLT, "ignores_armor": ignores}
    foe = recruit("Foe", zone=2, armor=3, dr=2, t=1)
    story = bolt(wizards(wizard(spells=[spell]), foe), 99, 1, 8)
    taken: DamageTaken = first(story, DamageTaken)
    assert (taken.amount, taken.damage) == (8, damage)
    story.then(WoundsLost(combatant="foe", wounds=damage, remaining=10 - damage))


@pytest.mark.parametrize(("face", "warded"), [(29, True), (30, False)])
def test_a_ward_stops_a_spells_damage(face: int, warded: bool):
    """TI-CAST-5, TI-KEY-6, TI-DMG-2."""
    story = bolt(wizards(wizard(), recruit("Foe", zone=2, ward=30)), 99, 1, 5, face)
    story.then(WardRolled(attacker="wizard", defender="foe", percent=30, face=face, warded=warded))
    assert of(story, "foe").wounds == (10 if warded else 5)


def test_damage_of_nothing_asks_for_no_ward():
    """TI-CAST-5, TI-DMG-2: never below 0."""
    story = bolt(wizards(wizard(), recruit("Foe", zone=2, armor=9, ward=30)), 99, 1, 5)
    assert first(story, DamageTaken).damage == 0
    assert of(story, "foe").wounds == 10


def test_a_spell_can_slay():
    """TI-DMG-3."""
    story = bolt(wizards(wizard(), recruit("Foe", zone=2, w=5)), 99, 1, 5)
    assert of(story, "foe").status == "dead"


def test_healing_stops_at_full_health():
    """TI-CAST-5."""
    story = changed(wizards(wizard(zone=2), recruit("Friend", "heroes", zone=1)), state={"w": 9})
    hurt = Adjust(combatant="friend", reason="x", state={"w": 6})
    story = Story(story.ruleset, done(story.state, hurt))
    story = story.when(Cast(actor="wizard", spell="Mend", target="friend")).rolling(99, 100, 7)
    story.then(
        Healed(
            combatant="friend", by="wizard", cause="Mend", faces=(7,), amount=7, healed=4,
            wounds=10,
        )
    )  # fmt: skip


def test_a_change_lasts_so_many_of_the_bearers_turns():
    """TI-CAST-4, TI-MIS-3: two whole turns; the one it was cast in doesn't count."""
    story = wizards().when(Cast(actor="wizard", spell="Shell")).rolling(99, 100)
    shell = the_condition(story)
    assert (shell.name, shell.t, shell.turns, shell.by) == ("Shell", 10, 2, "wizard")
    assert of(story).stat("t") == 50
    for left in (["Shell"], []):
        story = passes(story, "foe", "wizard")
        assert conditions(story) == left or story.state.acting == "foe"
    assert conditions(story) == []


def test_changes_of_several_lengths_end_each_in_its_time():
    """TI-CAST-4: one condition a length; the same stat twice adds up."""
    changes = [
        {"stat": "ws", "change": -10, "turns": 1}, {"stat": "bs", "change": -5},
        {"stat": "bs", "change": -5}, {"stat": "t", "change": -60, "turns": 1},
        {"stat": "t", "change": -60, "turns": 1},
    ]  # fmt: skip
    spell = {**BOLT, "damage": None, "changes": changes}
    story = bolt(wizards(wizard(spells=[spell]), recruit("Foe", zone=2)), 99, 1)
    assert [(c.turns, c.ws, c.bs, c.t) for c in of(story, "foe").conditions] == [
        (1, -10, 0, -100), (None, 0, -10, 0),
    ]  # fmt: skip
    story = passes(story, "foe")
    assert [(c.turns, c.bs) for c in of(story, "foe").conditions] == [(None, -10)]


def test_a_spell_renewed_replaces_its_own_changes():
    """TI-CAST-4: it doesn't add up (ours)."""
    shell = Cast(actor="wizard", spell="Shell")
    story = wizards().when(shell).rolling(99, 100)
    story = passes(story, "foe").when(shell).rolling(99, 100)
    assert the_condition(story).turns == 2
    assert of(story).stat("t") == 50


def test_magic_ends_with_death():
    """TI-MIS-3: what a game master set stays."""
    mark = Adjust(combatant="wizard", reason="x", add_conditions=("Marked",))
    story = wizards().when(Cast(actor="wizard", spell="Shell")).rolling(99, 100)
    story = story.when(mark).rolling()
    story = story.when(Adjust(combatant="wizard", reason="x", state={"w": 0})).rolling()
    assert conditions(story) == ["Marked"]


def test_a_zone_spell_rolls_for_each_enemy():
    """TI-CAST-3, TI-CAST-6, TI-LINE-4: one casting and force, then power and damage for each."""
    foes = recruit("Foe", zone=2, count=2)
    story = wizards(wizard(), foes, recruit("Friend", "heroes", zone=2))
    story = story.when(Cast(actor="wizard", spell="Storm", zone=2)).rolling(99, 100, 1, 99, 4)
    assert [(d.purpose, d.object) for d in story.dice] == [
        ("casting", None), ("force", None), ("spell-power", "foe-1"), ("spell-power", "foe-2"),
        ("spell-damage", "foe-2"),
    ]  # fmt: skip
    assert of(story, "friend").wounds == 10


@pytest.mark.parametrize(
    ("affects", "hit"),
    [
        ("enemies", ["foe"]), ("allies", ["wizard", "friend"]),
        ("all", ["wizard", "friend", "foe"]),
    ],
)  # fmt: skip
def test_whom_a_zone_spell_affects(affects: str, hit: list[str]):
    """TI-LINE-4, TI-CAST-6: enemies, allies or all in a zone, the caster's own too."""
    spells = [{**STORM, "affects": affects}]
    story = wizards(
        wizard(spells=spells), recruit("Friend", "heroes"), recruit("Foe"),
        recruit("Far", zone=1), recruit("Gone"),
    )  # fmt: skip
    story = Story(story.ruleset, done(story.state, Leave(combatant="gone")))
    story = story.when(Cast(actor="wizard", spell="Storm", zone=0)).rolling(99, 1, *[1] * len(hit))
    assert [e.combatant for e in story.events if isinstance(e, DamageTaken)] == hit


# --- aiming ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cast", "code"),
    [
        ({"spell": "Bolt", "target": "far"}, "out-of-range"),
        ({"spell": "Bolt", "target": "near"}, "too-near"),
        ({"spell": "Bolt", "target": "friend"}, "cannot-target"),
        ({"spell": "Bolt", "target": "wizard"}, "cannot-target"),
        ({"spell": "Bolt", "target": "dead"}, "target-down"),
        ({"spell": "Bolt"}, "invalid-command"),
        ({"spell": "Bolt", "zone": 2}, "invalid-command"),
        ({"spell": "Bolt", "target": "foe", "zone": 2}, "invalid-command"),
        ({"spell": "Mend", "target": "wizard"}, "too-near"),
        ({"spell": "Shell", "target": "foe"}, "cannot-target"),
        ({"spell": "Shell", "zone": 0}, "invalid-command"),
        ({"spell": "Storm", "zone": 1}, "nobody-there"),
        ({"spell": "Storm", "zone": 5}, "out-of-range"),
        ({"spell": "Storm", "zone": 6}, "off-the-field"),
        ({"spell": "Storm", "target": "foe"}, "invalid-command"),
        ({"spell": "Storm"}, "invalid-command"),
        ({"spell": "Doom", "target": "foe"}, "unknown-spell"),
    ],
)
def test_wrong_targets_are_refused(cast: Any, code: str):
    """TI-CAST-6, TI-LINE-3: nothing is rolled, and the turn is kept."""
    story = wizards(
        wizard(), recruit("Foe", zone=2), recruit("Far", zone=5), recruit("Near"),
        recruit("Friend", "heroes", zone=1), recruit("Dead", zone=1),
    )  # fmt: skip
    dead = Adjust(combatant="dead", reason="x", state={"w": 0})
    story = Story(story.ruleset, done(story.state, dead))
    story.when(Cast(actor="wizard", **cast)).refused(code)


@pytest.mark.parametrize("targeting", ["ranged", "projectile"])
def test_ranged_spells_reach_no_one_in_melee(targeting: str):
    """TI-CAST-6: from 1 to their range, never distance 0."""
    spell = {**BOLT, "targeting": targeting, "range": "medium"}
    for zone, code in ((0, "too-near"), (1, None), (2, None), (3, "out-of-range")):
        story = wizards(wizard(spells=[spell]), recruit("Foe", zone=zone))
        story = story.when(Cast(actor="wizard", spell="bolt", target="Foe"))
        if code:
            story.refused(code, distance=zone)
        else:
            story.rolling(99, 1, 1)


def test_a_personal_spell_is_cast_with_a_foe_in_reach():
    """TI-CAST-6: whoever is near; naming oneself is fine."""
    story = wizards(wizard(), recruit("Foe"))
    for target in (None, "wizard"):
        cast = story.when(Cast(actor="wizard", spell="shell", target=target)).rolling(99, 100)
        assert first(cast, CastingRolled).target == "wizard"
        cast.then(ConditionGained(combatant="wizard", condition=the_condition(cast)))


def test_a_powerful_spell_once_an_encounter():
    """TI-KEY-5: cast or not; a game master can give it back."""
    spell = {**BOLT, "powerful": True}
    story = bolt(wizards(wizard(spells=[spell]), recruit("Foe", zone=2)), 1, 100)
    story = passes(story, "foe")
    cast = Cast(actor="wizard", spell="Bolt", target="foe")
    story.when(cast).refused("already-used", spell="Bolt")
    changed(story, state={"used_spells": []}).when(cast).rolling(99, 1, 1)


def test_casting_is_the_action_of_a_turn():
    """TI-TURN-1."""
    story = bolt(wizards(), 99, 1, 1)
    story.then(TurnEnded(combatant="wizard"))
    story.when(Cast(actor="wizard", spell="Bolt", target="foe")).refused("not-your-turn")


# --- out of turn ----------------------------------------------------------------------------------


def test_personal_spells_out_of_turn_only_by_option():
    """TI-CAST-6: *option* `personal_spells`."""
    shell = Cast(actor="wizard", spell="Shell")
    passes(wizards(), "wizard").when(shell).refused("not-your-turn")
    story = passes(wizards(personal_spells="anytime"), "wizard").when(shell).rolling(99, 100)
    assert story.state.acting == "foe"
    assert first(story, CastingRolled).out_of_turn
    assert conditions(story) == ["Shell"]


def test_out_of_turn_once_a_round_and_besides_ones_action():
    """TI-CAST-6 (ours)."""
    shell = Cast(actor="wizard", spell="Shell")
    story = passes(wizards(personal_spells="anytime"), "wizard").when(shell).rolling(99, 100)
    story.when(shell).refused("once-per-round")
    story = passes(story, "foe").when(shell).rolling(99, 100)
    assert story.state.acting == "foe"
    story.when(shell).rolling(99, 100)  # the action of the turn was another thing


def test_only_personal_spells_out_of_turn_and_only_by_the_living():
    """TI-CAST-6."""
    story = passes(wizards(personal_spells="anytime"), "wizard")
    story.when(Cast(actor="wizard", spell="Bolt", target="foe")).refused("not-your-turn")
    dead = done(story.state, Adjust(combatant="wizard", reason="x", state={"w": 0}))
    Story(story.ruleset, dead).when(Cast(actor="wizard", spell="Shell")).refused("cannot-act")


# --- what code can't finish -----------------------------------------------------------------------


def test_an_effect_in_words_is_asked_of_the_game_master():
    """TI-CAST-4: it holds the fight until it is settled, and stays in the log."""
    walk = {**SHELL, "changes": [], "effect": "steps through a wall"}
    story = wizards(wizard(spells=[walk]), recruit("Foe", zone=2))
    story = story.when(Cast(actor="wizard", spell="Shell")).rolling(99, 100)
    (question,) = story.state.questions
    assert (question.to, question.of, question.choices) == ("gm", "wizard", ("done", "nothing"))
    assert story.ruleset.prompt(question, {"wizard": "Wizard"}) == (
        "Wizard: Shell: steps through a wall. Settle it by hand, then answer."
    )
    story.when(Pass(actor="foe")).refused("question-open")
    moved = story.when(Adjust(combatant="wizard", reason="x", state={"zone": 3})).rolling()
    answered = moved.when(Answer(question="q1", choice="done")).rolling()
    answered.then(QuestionAnswered(question="q1", choice="done"))
    assert passes(answered, "foe").state.acting == "wizard"


def test_a_failed_spell_asks_nothing():
    """TI-CAST-4."""
    walk = {**SHELL, "effect": "steps through a wall"}
    story = wizards(wizard(spells=[walk]), recruit("Foe", zone=2))
    story = story.when(Cast(actor="wizard", spell="Shell")).rolling(1, 100)
    assert story.state.questions == ()


def test_a_spell_that_takes_no_hold_asks_nothing():
    """TI-CAST-4: withstood or dodged by all it was aimed at."""
    spell = {**BOLT, "damage": None, "effect": "the target forgets its own name"}
    story = wizards(wizard(spells=[spell]), recruit("Foe", zone=2, dodge=50))
    assert bolt(story, 99, 100, 1).state.questions == ()
    assert bolt(story, 99, 100, 99, 1).state.questions == ()
    assert len(bolt(story, 99, 100, 99, 50).state.questions) == 1


def test_a_cast_in_words():
    """TI-CAST-1, TI-IF-1, TI-CAST-3."""
    names = {"wizard": "Wizard", "foe": "Foe"}
    story = bolt(wizards(), 60, 99, 41, 4)
    assert narrate(story.events, names) == (
        "Wizard casts Bolt on Foe (60 over 20, by 40), no force (99, over 40); Foe is overcome "
        "(41 over 40); Bolt: 4 damage to Foe; Foe has 6 W left."
    )
    story = bolt(wizards(), 5, 9, 13)
    assert narrate(story.events, names) == (
        "Wizard fails to cast Bolt on Foe (5 not over 20, by 15), a miscast (9, at or under 10), "
        "row 13 (13): A stowaway."
    )


def test_what_follows_in_words():
    """TI-MIS-3, TI-MIS-R25, TI-MIS-R27."""
    names = {"wizard": "Wizard", "foe": "Foe"}

    def told(story: Story) -> str:
        return narrate(story.events, names)

    story = miscast(wizards(), 27)
    assert told(story) == (
        "Eye of Nurgle (row 27) befalls Wizard; Wizard has 9 W left. Wizard: Eye of Nurgle, until "
        "the encounter's end."
    )
    assert told(passes(story, "foe")) == (
        "The turn of Wizard begins; Eye of Nurgle takes 2 W; Wizard has 7 W left."
    )
    story = passes(miscast(wizards(), 25), "foe").when(Pass(actor="wizard")).rolling()
    assert told(story) == "Wizard passes."
    assert told(story.automatic()) == "Dark bargain: 2 damage to Wizard; Wizard has 8 W left."
    story = passes(wizards().when(Cast(actor="wizard", spell="Shell")).rolling(99, 100), "foe")
    story = passes(story, "wizard", "foe").when(Pass(actor="wizard")).rolling()
    assert told(story) == "Shell of Wizard is over."
