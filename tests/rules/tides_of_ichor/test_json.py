"""State, commands and events survive JSON exactly."""

import json
from dataclasses import fields, replace
from typing import Any, get_args

import pytest
from pydantic import TypeAdapter

from app.canonical import canonical_json
from app.engine.encounter import (
    Adjust,
    Answer,
    CombatantLeft,
    Command,
    DiceRolled,
    EncounterFinished,
    EncounterPaused,
    EncounterResumed,
    EncounterStarted,
    End,
    EndTurn,
    Event,
    Join,
    Leave,
    Open,
    Pass,
    Pause,
    PlacesTaken,
    Question,
    QuestionAnswered,
    QuestionAsked,
    Roll,
    RoundStarted,
    SideFell,
    Start,
    TurnEnded,
    TurnStarted,
)
from app.engine.order import Place
from app.rules.tides_of_ichor import RULESET
from app.rules.tides_of_ichor import events as e
from app.rules.tides_of_ichor import spell_events as s
from app.rules.tides_of_ichor.commands import (
    Attack,
    BeginTurn,
    Cast,
    Charge,
    CloseTurn,
    DaemonActs,
    Dash,
    FeelWinds,
    Move,
    SufferMiscast,
    UseAbility,
)
from app.rules.tides_of_ichor.conditions import Condition
from app.rules.tides_of_ichor.lingering import (
    AllCasting,
    Bound,
    Burning,
    Comet,
    DarkBargain,
    Fading,
    Feral,
    Forgotten,
    HalvedStats,
    KeptAlive,
    Lingering,
    LowestStat,
    NextCasting,
    NoCasting,
    NoForce,
    OpenGuard,
    Rot,
    Shadow,
    Struggle,
    Unprotected,
    Vortex,
    WildMagic,
)
from app.rules.tides_of_ichor.options import Options
from app.rules.tides_of_ichor.spells import Spell, StatChange
from app.rules.tides_of_ichor.state import State
from tests.rules.tides_of_ichor.fights import done, fight, recruit

CONDITION = Condition(name="Weak", cause="a spell", turns=3, s=-5)
STATE = done(
    fight(recruit("A", "x", armor="hide"), recruit("B", "y", group="mob")),
    Adjust(combatant="a", reason="x", add_conditions=({"name": "Weak", "turns": 3, "s": -5},)),
)
FIGHTER = STATE.combatants["a"]
PAIR: Any = {"attacker": "a", "defender": "b"}
MODIFIERS = (e.Modifier(of="a", name="Weak", value=5),)

LINES = (s.Line(name="base", value=40, of="a"), s.Line(name="Weak", value=-5, of="b"))
SPELL = Spell(name="Bolt", level=2, changes=(StatChange(stat="t", change=-5, turns=2),))
BORNE = Condition(
    name="Much", by="b",
    effects=(
        HalvedStats(), LowestStat(), Unprotected(), NoCasting(), NoForce(), Vortex(), OpenGuard(),
        WildMagic(), NextCasting(), Forgotten(spell="Bolt"), Feral(attacks=2), Fading(by=5),
        Burning(damage=2, spreads=True), Shadow(percent=50, immune=True, turned=True),
        Comet(spell=SPELL), Struggle(spell=SPELL), AllCasting(change=-20), Bound(heals=True),
        DarkBargain(bolt=SPELL, damage=4, growth=2, cast=True), Rot(loss=3), KeptAlive(least=10),
    ),
)  # fmt: skip
CHANCE: Any = {"caster": "a", "margin": 41, "bracket": 40, "bonus": 5, "percent": 45}

MAGIC: tuple[Event, ...] = (
    s.CastingRolled(
        caster="a", spell="Bolt", level=2, trial="cast", target="b", zone=None, out_of_turn=False,
        powerful=True, lines=LINES, total=35, number=35, face=76, passed=True, margin=41,
    ),
    s.ForceRolled(**CHANCE, because=None, face=45, forced=True),
    s.MiscastChecked(**CHANCE, because="Eye", face=None, miscast=True),
    s.MiscastRolled(
        caster="a", spell=SPELL, target="b", zone=None, in_hand=True, notation="1d6", faces=(3,),
        level=2, bonus=-1, total=4, row=4, title="Brimming over",
    ),
    s.MiscastSuffered(caster="a", row=4, title="Brimming over", alive=True),
    s.SpellPowerRolled(
        caster="a", defender="b", stat="wp", lines=LINES, total=35, number=35, face=36, passed=True,
    ),
    s.SpellReleased(caster="a", spell="Bolt"),
    s.SpellAstray(caster="a", spell="Bolt", target="b", lands=True),
    s.SpellDrawn(caster="a", spell="Bolt", bearer="b", condition="Vortex"),
    s.SpellDamageRolled(caster="a", defender="b", spell="Bolt", faces=(6, 7), rolled=15),
    s.DamageTaken(
        combatant="b", by="a", cause="Bolt", amount=15, armor=3, dr=1, damage=11,
    ),
    s.Healed(combatant="b", by="a", cause="Mend", faces=(4,), amount=6, healed=2, wounds=10),
    s.Untouched(combatant="b", condition="Half a shadow", by="a"),
    s.ConditionGained(combatant="a", condition=BORNE),
    s.ConditionChanged(combatant="a", condition=CONDITION, now=BORNE),
    s.ConditionEnded(combatant="a", condition=CONDITION, why="faded", wounds=9),
    s.TurnSpent(combatant="a"),
    s.UpkeepBegun(combatant="a"),
    s.ChanceRolled(combatant="a", cause="Half a shadow", percent=50, face=50, happened=True),
    s.Chosen(for_what="prey", combatant="a", among=2, face=2, chosen="b"),
    s.WindsStirred(combatant="a", caster="b", level=2, passed=False),
    s.WindsFelt(combatant="a", caster="b", level=2, passed=False),
    s.CometRolled(
        caster="a", defender="b", lines=LINES, total=35, number=35, face=36, wounded=True,
    ),
    s.CometStruck(
        caster="a", combatant="b", flat=5, strength=50, toughness=40, strength_part=2, damage=7,
    ),
    s.FootRolled(caster="a", enemy_up_to=40, ally_up_to=70, face=41, whom="ally"),
    s.RiftOpened(caster="a", faces=(2,), rolled=3, level=2, daemons=5),
    s.DaemonWaited(combatant="a"),
)  # fmt: skip

EVENTS: tuple[Event, ...] = (
    e.EncounterOpened(options=Options(base_number=50)),
    e.CombatantJoined(combatant=FIGHTER),
    e.CombatantAdjusted(combatant=FIGHTER, changed=("wounds",), reason="a rock"),
    CombatantLeft(combatant="a", reason="fled"),
    PlacesTaken(places=(Place("a", (133, 20, 0, 0, 0, -1)),)),
    EncounterStarted(),
    EncounterPaused(reason="nobody-can-act"),
    EncounterResumed(),
    EncounterFinished(standing=("x",)),
    SideFell(side="y", standing=("x",)),
    RoundStarted(round=2),
    TurnStarted(combatant="a"),
    TurnEnded(combatant="a"),
    QuestionAsked(question=Question(id="q1", to="gm", about="what", choices=("yes", "no"))),
    QuestionAnswered(question="q1", choice="yes"),
    DiceRolled(combatant="a", notation="2d6+1", faces=(3, 4), total=8),
    e.InitiativeRolled(face=3, results=(e.Initiative(combatant="a", agility=4, result=11),)),
    e.RollOffRolled(combatants=("a", "b"), face=3),
    e.Moved(combatant="a", how="charge", from_zone=1, to_zone=2),
    e.AbilityUsed(combatant="a", ability="Jab", powerful=True),
    e.AttackRolled(
        **PAIR, weapon="bow", kind="ranged", distance=2, base=40, defender_stat=30,
        attacker_stat=45, modifiers=MODIFIERS, number=30, face=31, hit=True,
    ),
    e.DodgeRolled(**PAIR, percent=30, face=29, avoided=True),
    e.BlockRolled(**PAIR, own=10, shield=15, percent=25, face=25, avoided=False),
    e.WoundRolled(
        **PAIR, base=40, toughness=30, strength=45, modifiers=MODIFIERS, number=30, face=31,
        wounded=True,
    ),
    e.CriticalRolled(
        **PAIR, own=1, weapon=2, ability=3, percent=6, face=7, critical=False,
    ),
    e.DamageRolled(
        **PAIR, faces=(6, 7), rolled=13, ability=0, critical=False, weapon_damage=13, strength=45,
        toughness=40, strength_part=1, armor=1, dr=0, damage=13,
    ),
    e.WardRolled(**PAIR, percent=30, face=30, warded=False),
    e.WoundsLost(combatant="a", wounds=3, remaining=7),
    e.CombatantSlain(combatant="a", by=None),
    e.ConditionTicked(combatant="a", condition=CONDITION, left=2),
    *MAGIC,
)  # fmt: skip

COMMANDS: tuple[Command, ...] = (
    Open(name="x", options={"base_number": 50}, combatants=(recruit("A"),)),
    Join(combatants=(recruit("A", count=2, group="mob"),)),
    Start(),
    End(),
    Leave(combatant="a", reason="fled"),
    Adjust(combatant="a", reason="x", state={"w": 1}, add_conditions=("Prone", {"name": "Weak"})),
    Answer(actor="a", question="q1", choice="yes"),
    EndTurn(actor="a"),
    Pass(actor="a"),
    Roll(actor="a", notation="2d6"),
    Pause(reason="x"),
    Move(actor="a", zone=1),
    Dash(actor="a", zone=2),
    Attack(actor="a", target="b", weapon="bow"),
    Charge(actor="a", target="b", zone=1, weapon="axe"),
    UseAbility(actor="a", ability="Jab", target="b", weapon="axe"),
    Cast(actor="a", spell="Bolt", target="b"),
    SufferMiscast(actor="a", row=13),
    FeelWinds(actor="a"),
    BeginTurn(actor="a"),
    CloseTurn(actor="a"),
    DaemonActs(actor="a"),
)


def through_json(shape: type, value: Any) -> Any:
    adapter: TypeAdapter[Any] = TypeAdapter(shape)
    text = canonical_json(adapter.dump_python(value, mode="json"))
    return adapter.validate_python(json.loads(text), strict=False)


def test_no_event_and_no_command_is_forgotten_here():
    assert {type(event) for event in EVENTS} == set(RULESET.event_types.values())
    assert {type(command) for command in COMMANDS} == set(RULESET.command_types.values())


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.type)
def test_events(event: Event):
    assert through_json(type(event), event) == event


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.type)
def test_commands(command: Command):
    again = through_json(type(command), command)
    assert [getattr(again, f.name) for f in fields(again)] == [
        getattr(command, f.name) for f in fields(command)
    ]


def test_states():
    adapter: TypeAdapter[State] = TypeAdapter(State)
    text = adapter.dump_json(STATE)
    assert adapter.validate_json(text) == STATE
    assert adapter.dump_json(adapter.validate_json(text)) == text
    canonical_json(json.loads(text))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.type)
def test_every_event_can_be_told(event: Event):
    told = RULESET.tell([event], {"a": "Anna", "b": "Bert"})
    assert told
    assert told.endswith(".")


def test_every_event_is_recorded():
    bearing = replace(FIGHTER, conditions=(CONDITION,))
    state = replace(STATE, combatants={**STATE.combatants, "a": bearing})
    for event in EVENTS:
        RULESET.evolve(state, event)


def test_every_lasting_effect_is_here_and_says_itself():
    kinds = set(get_args(get_args(Lingering)[0]))
    assert {type(effect) for effect in BORNE.effects} == kinds
    assert all(effect.describe() for effect in BORNE.effects)
