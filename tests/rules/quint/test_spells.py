"""Preparing and casting spells (QU-SPL-1 to QU-SPL-3)."""

from typing import Any

import pytest

from app.engine.encounter import Command, Pass
from app.rules.quint import RULESET
from app.rules.quint.choices import choices
from app.rules.quint.commands import Attack, Cast, Prepare
from app.rules.quint.events import (
    DamageRolled,
    DefenseRolled,
    GateRolled,
    HitRolled,
    InjuryRolled,
    SpellCast,
    SpellReady,
    Struck,
    TaskLost,
)
from app.rules.quint.state import State
from tests.rules.quint.fights import (
    adjusted,
    done,
    duel,
    every,
    fight,
    fighter,
    names,
    only,
    recruit,
    settled,
)
from tests.stories import Story, given

BOLT = {"name": "Bolt", "quints": 2, "damage": "2d6"}
PREPARE = Prepare(actor="hero", spell="bolt")
CAST = Cast(actor="hero", spell="bolt", target="foe")


def mage(**sheet: Any) -> State:
    """Hero, who acts first, knows Bolt (2 quints); Foe after."""
    state: State = duel(spells=[sheet.pop("spell", BOLT)], **sheet).state
    return state


def offers(state: State) -> list[str]:
    kinds = ("prepare", "cast")
    return [c.label for c in choices(state, str(state.acting)) if c.body["type"] in kinds]


def foe_does(state: State, command: Command | None = None, *faces: int) -> State:
    return settled(done(state, command or Pass(actor="foe"), *faces))


STRIKES = Attack(actor="foe", target="hero")


def test_the_quints_are_spent_then_the_spell_is_cast_in_the_next():
    """QU-SPL-1: progress shows in state and choices."""
    state = mage()
    assert offers(state) == ["Prepare Bolt (quint 1 of 2)"]
    given(RULESET, state).when(CAST).refused("spell-not-ready", spell="Bolt")
    state = foe_does(done(state, PREPARE))
    assert RULESET.current(state.combatants["hero"])["task"] == {
        "kind": "prepare", "what": "Bolt", "done": 1, "of": 2,
    }  # fmt: skip
    assert offers(state) == ["Prepare Bolt (quint 2 of 2)"]
    story = given(RULESET, done(done(state, PREPARE), Pass(actor="foe"))).automatic()
    assert only(story, SpellReady).spell == "Bolt"
    assert RULESET.current(fighter(story, "hero"))["prepared"] == "Bolt"
    assert offers(story.state) == ["Cast Bolt on Hero", "Cast Bolt on Foe"]
    story.when(PREPARE).refused("already-prepared")
    story = story.when(CAST).rolling(99)
    assert only(story, SpellCast).spell == "Bolt"
    assert fighter(story, "hero").prepared is None


@pytest.mark.parametrize("quint", [1, 2])
def test_a_strike_during_the_preparation_starts_it_over(quint: int):
    """QU-SPL-1: in its last quint too."""
    state = mage()
    for _ in range(quint - 1):
        state = foe_does(done(state, PREPARE))
    story = given(RULESET, done(state, PREPARE)).when(STRIKES).rolling(1, 99, 1)
    lost = only(story, TaskLost)
    assert (lost.combatant, lost.task.done, lost.why) == ("hero", quint, "struck")
    state = settled(story.state)
    assert offers(state) == ["Prepare Bolt (quint 1 of 2)"]


@pytest.mark.parametrize(("faces", "breaks"), [((99,), False), ((1, 1), False), ((1, 99, 1), True)])
def test_only_a_strike_breaks_it_even_one_without_damage(faces: Any, breaks: bool):
    """QU-SPL-1: not a miss, nor an attack that is defended."""
    state = done(mage(protection=50), PREPARE)
    story = given(RULESET, state).when(STRIKES).rolling(*faces)
    assert bool(every(story, TaskLost)) == breaks
    assert fighter(story, "hero").points == 20


def test_a_strike_after_the_last_quint_does_not_undo_it():
    """QU-SPL-1: struck in the quint of casting, before the caster's turn."""
    state = fight(recruit("Foe"), recruit("Hero", "heroes", spells=[{**BOLT, "quints": 1}]))
    state = settled(done(done(state, Pass(actor="foe")), PREPARE))
    assert state.quint == 2
    state = done(state, STRIKES, 1, 99, 1)
    assert state.combatants["hero"].struck_in == 2
    assert every(given(RULESET, state).when(CAST).rolling(99), SpellCast)


def test_a_strike_before_the_preparation_does_not_matter():
    """QU-SPL-1."""
    state = fight(recruit("Foe"), recruit("Hero", "heroes", spells=[BOLT]))
    state = done(state, STRIKES, 1, 99, 1)
    assert done(state, PREPARE).combatants["hero"].task is not None


def test_something_else_gives_the_incantation_up():
    """QU-SPL-1: its quints follow one another."""
    state = foe_does(done(mage(), PREPARE))
    story = given(RULESET, state).when(Attack(actor="hero", target="foe")).rolling(99)
    assert only(story, TaskLost).why == "left"


def test_a_prepared_spell_is_kept_until_it_is_cast():
    """QU-SPL-1: but not by the unconscious."""
    state = mage(spell={**BOLT, "quints": 1})
    state = foe_does(done(state, PREPARE))
    state = foe_does(done(state, Pass(actor="hero")))
    assert state.combatants["hero"].prepared == "Bolt"
    down = done(done(state, Pass(actor="hero")), STRIKES, 1, 99, 10, 99)
    assert down.combatants["hero"].prepared == "Bolt"
    assert adjusted(state, "hero", damage_points=0).combatants["hero"].prepared is None


def test_the_invocative_prepare_and_cast_in_one_quint():
    """QU-SPL-2."""
    story = given(RULESET, mage(invocative=True)).when(CAST).rolling(99)
    assert every(story, SpellCast)


def test_unless_they_were_struck_before_their_turn():
    """QU-SPL-2: in that quint; a miss doesn't count, nor a strike of the quint before."""
    sheet = {"spells": [BOLT], "invocative": True}
    state = fight(recruit("Foe"), recruit("Hero", "heroes", **sheet))
    struck = given(RULESET, done(state, STRIKES, 1, 99, 1))
    struck.when(CAST).refused("spell-not-ready")
    assert offers(struck.state) == ["Prepare Bolt (quint 1 of 2)"]
    missed = given(RULESET, done(state, STRIKES, 99))
    assert every(missed.when(CAST).rolling(99), SpellCast)
    state = settled(done(struck.state, Pass(actor="hero")))
    state = done(state, Pass(actor="foe"))
    assert every(given(RULESET, state).when(CAST).rolling(99), SpellCast)


def test_the_mute_cannot_incant():
    """QU-GRI-2."""
    state = adjusted(mage(invocative=True), "hero", "mute")
    for command in (CAST, PREPARE):
        given(RULESET, state).when(command).refused("is-mute")
    assert offers(state) == []


def test_what_is_not_on_the_sheet():
    """QU-SPL-1."""
    for command in (Cast(actor="hero", spell="x", target="foe"), Prepare(actor="hero", spell="x")):
        given(RULESET, mage()).when(command).refused("unknown-spell", spells=["Bolt"])
    dead = adjusted(mage(invocative=True), "foe", damage_points=-10)
    given(RULESET, dead).when(CAST).refused("cannot-target")
    ruled = Cast(actor="hero", spell="bolt", target="foe", ruling=("miss", "miss"))
    given(RULESET, mage(invocative=True)).when(ruled).refused("wrong-targets")


# --- what a spell does ----------------------------------------------------------------------------


def cast(spell: Any, *faces: int, options: Any = None, foe: Any = None, **fields: Any) -> Story:
    """A spell on Foe, who has Protection 2 and Defense 25."""
    story = duel(
        foe, options=options, spells=[{"name": "Bolt", **spell}], invocative=True, to_hit=50
    )
    return story.when(Cast(actor="hero", spell="Bolt", target="foe", **fields)).rolling(*faces)


@pytest.mark.parametrize(("to_hit", "number"), [("sheet", 50), (80, 80)])
def test_to_hit(to_hit: Any, number: int):
    """QU-SPL-3: the spell's own, or the caster's; what hits may be defended."""
    story = cast({"to_hit": to_hit, "damage": "1d6"}, number, 24)
    assert only(story, HitRolled).number.total == number
    assert only(story, HitRolled).kind is None
    assert only(story, DefenseRolled).defended


def test_automatic():
    """QU-SPL-3: neither a roll to hit nor a Defense."""
    story = cast({"to_hit": "automatic", "damage": "2d6+1"}, 3, 4)
    assert not every(story, HitRolled)
    assert not every(story, DefenseRolled)
    assert only(story, DamageRolled).actual == 8
    assert every(story, Struck)


@pytest.mark.parametrize(("protection", "actual"), [(True, 5), (False, 7)])
def test_protection_counts_or_not(protection: bool, actual: int):
    """QU-SPL-3."""
    story = cast({"to_hit": "automatic", "damage": "2d6", "protection": protection}, 3, 4)
    assert only(story, DamageRolled).actual == actual


def test_a_spell_without_damage_does_none():
    """QU-SPL-3: and a strike of it breaks an incantation like any other."""
    story = cast({}, 1, 99)
    assert not every(story, DamageRolled)
    assert every(story, Struck)
    harmless = cast({"to_hit": "automatic"})
    assert not every(harmless, Struck)


def test_the_type_of_a_spell_names_its_chart():
    """QU-SPL-3, QU-GRI-1: without one there is no grievous injury, unless an option says so."""
    typed = {"to_hit": "automatic", "damage": "1d8", "type": "piercing"}
    assert only(cast(typed, 7, 19, 1), InjuryRolled).chart == "piercing"
    plain = {"to_hit": "automatic", "damage": "1d8"}
    assert not every(cast(plain, 7), GateRolled)
    crushing = cast(plain, 7, 19, 1, options={"untyped_spells": "crushing"})
    assert only(crushing, InjuryRolled).chart == "crushing"
    assert not every(cast(typed, 7, grievous=False), GateRolled)


def test_conditions_of_a_spell():
    """QU-SPL-3: turns skipped, numbers changed, damage each quint, for some quints."""
    curse = {"to_hit": "automatic", "conditions": [
        {"name": "Held", "quints": 1, "skip_turn": True},
        {"name": "Burning", "quints": 2, "damage": 3},
        {"name": "Weak", "modifiers": [{"to": "damage", "by": -2}, {"to": "protection", "by": -1}]},
    ]}  # fmt: skip
    story = cast(curse)
    afflictions = fighter(story, "foe").conditions
    assert {(a.by, a.condition.cause) for a in afflictions} == {("hero", "Bolt")}
    assert [(a.name, a.until) for a in afflictions] == [("Held", 1), ("Burning", 2), ("Weak", None)]
    state = settled(story.state)
    assert (state.quint, state.acting, state.combatants["foe"].points) == (2, "hero", 17)
    state = done(state, Attack(actor="hero", target="foe"), 1, 99, 5, 99)
    assert state.combatants["foe"].points == 17 - (5 + 4 - 1)
    weak = given(RULESET, state).when(STRIKES).rolling(1, 99, 9, 99)
    assert only(weak, DamageRolled).actual == 9 + 4 - 2 - 2
    state = settled(weak.state)
    assert (state.quint, state.combatants["foe"].points) == (3, 9 - 3)
    assert [a.name for a in state.combatants["foe"].conditions] == ["Weak"]


def test_damage_each_quint_is_done_as_often_as_it_lasts():
    """QU-SPL-3: also to somebody who has acted already."""
    burn = {"name": "Burn", "to_hit": "automatic", "conditions": [
        {"name": "Burning", "quints": 2, "damage": 3}]}  # fmt: skip
    state = fight(recruit("Foe"), recruit("Hero", "heroes", spells=[burn], invocative=True))
    state = done(state, Pass(actor="foe"))
    state = settled(done(state, Cast(actor="hero", spell="Burn", target="foe")))
    state = settled(done(done(state, Pass(actor="foe")), Pass(actor="hero")))
    assert (state.quint, state.combatants["foe"].points) == (3, 14)
    assert state.combatants["foe"].conditions == ()


def test_a_spell_on_a_friend_or_oneself():
    """QU-SPL-3: it lasts so many of the bearer's turns."""
    ward = {"to_hit": "automatic", "conditions": [
        {"name": "Ward", "quints": 1, "modifiers": [{"to": "defense", "by": 30}]}]}  # fmt: skip
    story = duel(spells=[{"name": "Bolt", **ward}], invocative=True)
    story = story.when(Cast(actor="hero", spell="Bolt", target="hero")).rolling()
    assert names(story, "hero") == ["Ward"]
    assert fighter(story, "hero").conditions[0].until == 2
    strike = story.when(STRIKES).rolling(1, 54)
    assert only(strike, DefenseRolled).number.total == 55


@pytest.mark.parametrize(("ruling", "strikes"), [("miss", False), ("strike", True)])
def test_spells_by_ruling(ruling: Any, strikes: bool):
    """QU-ST-1: also automatic ones."""
    spell = {"to_hit": "automatic", "damage": "1d6"}
    story = cast(spell, *((3,) if strikes else ()), ruling=ruling)
    assert bool(every(story, Struck)) == strikes
    assert not every(story, HitRolled)
