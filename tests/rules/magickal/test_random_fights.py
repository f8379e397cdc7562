"""Whatever is played and rolled: nothing breaks, the state holds together, the log replays."""

import copy
import json
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import given as given_any
from hypothesis import strategies as st

from app.engine.dice import RecordedDice
from app.engine.encounter import Adjust, Command, Event, Join, Leave, Pause, Recruit, Start
from app.engine.ruleset import fold, follows_by_itself, resolve
from app.rules.magickal import RULESET
from app.rules.magickal.choices import choices
from app.rules.magickal.commands import LetTimePass
from app.rules.magickal.events import DamageDealt, DefenceTested, FatigueTested, InitiativeRolled
from app.rules.magickal.narrate import PURPOSES, narrate
from app.rules.magickal.state import State, status_of
from app.services.codec import Codec
from tests.any_dice import AnyDice
from tests.rules.magickal.fights import PLAIN, lines, opened
from tests.rules.magickal.test_choices import check_choices

CODEC = Codec(RULESET)

attribute = st.integers(1, 10)
rank = st.integers(0, 10)
weapons = st.lists(st.sampled_from(["dagger", "spear", "arrow", "maul", "fists"]), unique=True)
conditions = st.fixed_dictionaries(
    {
        "name": st.sampled_from(
            ["stunned", "swooned", "afraid", "clumsy", "weary", "burning", "odd"]
        )
    },
    optional={"turns": st.integers(1, 3), "damage": st.integers(0, 5)},
)
own_spells = st.fixed_dictionaries(
    {
        "name": st.just("Own"), "damage": st.sampled_from(["none", "low", "medium", "high"]),
        "areal": st.booleans(), "mind_affecting": st.booleans(),
        "conditions": st.lists(conditions, max_size=2),
    }
)  # fmt: skip
sheets = st.fixed_dictionaries(
    {
        "str": attribute, "crd": attribute, "pow": attribute, "pur": st.integers(1, 4),
        "evasion": rank, "sorcery": rank, "willpower": rank, "focus": st.integers(0, 3),
        "skills": st.just([{"name": "spear", "value": 6, "attribute": "crd"}]),
        "weapons": weapons.map(lambda names: [{"name": name} for name in names]),
        "shield": st.sampled_from(["none", "buckler", "large shield", "tower shield"]),
        "armour": st.sampled_from(["none", "leather armour", "plate mail"]),
        "spells": st.tuples(own_spells).map(lambda own: [{"name": "hail"}, {"name": "daze"}, *own]),
        "withdraw_at": st.sampled_from([None, None, 5, "50%"]),
    }
)  # fmt: skip
recruits = st.builds(
    Recruit,
    name=st.sampled_from(["Orc", "Élan", "戦士"]),
    side=st.sampled_from(["heroes", "foes"]),
    sheet=sheets,
    group=st.sampled_from([None, None, "mob"]),
    count=st.integers(1, 2),
)
options = st.fixed_dictionaries(
    {
        "order": st.sampled_from(["listed", "highest_crd", "roll"]),
        "rounding": st.sampled_from(["down", "up", "nearest"]),
        "death_at": st.sampled_from([None, 0, -3]),
        "swoon": st.sampled_from(["double", "exceeds_by_half", "as_written", "formula_alone"]),
        "swoon_turns": st.sampled_from(["d10", 1, 2]),
        "deprivation_penalty": st.integers(0, 2),
        "shield_with_heavy_weapon": st.booleans(),
    }
)


def some_command(data: st.DataObject, state: State) -> Command:
    """Mostly what the acting one may do; now and then what a game master does."""
    following = follows_by_itself(RULESET, state)
    if following is not None:
        return following
    there = [c.id for c in state.combatants.values() if c.status != "left"]
    kind = data.draw(st.sampled_from(["act"] * 9 + ["adjust", "leave", "join", "pause", "time"]))
    if kind == "join" or not there:
        return Join(combatants=(data.draw(recruits),))
    who = data.draw(st.sampled_from(there))
    if kind == "leave" and len(there) > 3:
        return Leave(combatant=who)
    if kind == "adjust" or (state.status != "running" and not state.standing):
        gained = (data.draw(conditions),)
        change = {"hp": data.draw(st.sampled_from([0, 1, 6]))}
        return Adjust(combatant=who, reason="x", state=change, add_conditions=gained)
    if kind == "time":
        return LetTimePass(hours=data.draw(st.integers(1, 30)))
    if state.status != "running":
        return Start()
    if kind == "pause":
        return Pause(reason="x")
    offered = [choice.body for choice in choices(state, str(state.acting))]
    deeds = [body for body in offered if body["type"] in ("attack", "cast")]
    return CODEC.action(data.draw(st.sampled_from(deeds or offered) | st.sampled_from(offered)))


def check(before: State, wanted: Command, dice: AnyDice, after: State, events: list[Event]) -> None:
    """One entry: it replays, folds, survives JSON, and can be told."""
    recorded = RecordedDice(dice.fallen)
    assert resolve(RULESET, before, wanted, recorded) == (events, after)
    recorded.check_spent()
    assert fold(RULESET, before, events) == after
    assert CODEC.load_state(CODEC.dump_state(after)) == after
    stored = CODEC.dump_command(wanted)
    assert CODEC.dump_command(CODEC.load_command(stored)) == stored
    for event in events:
        dumped = json.dumps(CODEC.dump_event(event))
        assert CODEC.load_event(json.loads(dumped)) == event
    assert narrate(events, {c.id: c.name for c in after.combatants.values()})
    assert {die.purpose for die in dice.fallen} <= set(PURPOSES)


def check_numbers(events: list[Event]) -> None:
    """Every total is the sum of its lines, and what is said of it is true."""
    for event in events:
        match event:
            case InitiativeRolled():
                lines(event.initiative)
            case FatigueTested():
                lines(event.attack)
                lines(event.fatigue)
                assert event.passed == (event.attack.total > event.fatigue.total)
            case DefenceTested() if event.defend.lines:
                lines(event.defend)
                assert event.held == (event.attack.total <= event.defend.total)
            case DamageDealt():
                lines(event.damage)
                assert event.damage.total >= 0
            case _:
                pass


def check_fighters(state: State) -> None:
    for fighter in state.combatants.values():
        assert fighter.hp <= fighter.sheet.max_hp
        assert fighter.hp >= 0 or state.options.death_at is not None
        assert fighter.status == status_of(fighter, state.options)
        assert fighter.able == (fighter.hp > 0 and fighter.status not in ("left", "dead"))
        names = [condition.name.casefold() for condition in fighter.conditions]
        assert len(set(names)) == len(names)
        assert fighter.weapon_in_hand.name == fighter.weapon
    if state.status == "running":
        assert state.acting is not None
        assert state.able(state.acting)
    else:
        assert state.acting is None


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given_any(data=st.data())
def test_any_fight(data: st.DataObject):
    """MG-TURN-2 and all that one may do in a turn, or that happens by itself."""
    state = opened(data.draw(options), *data.draw(st.lists(recruits, min_size=2, max_size=3)))
    wanted: Command = Start()
    for _ in range(15):
        dice = AnyDice(data)
        untouched = copy.deepcopy(state)
        events, after = resolve(RULESET, state, wanted, dice)
        assert state == untouched, "a state is never changed in place"
        check(state, wanted, dice, after, events)
        check_numbers(events)
        check_fighters(after)
        state = after
        wanted = some_command(data, state)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given_any(data=st.data())
def test_choices_in_any_fight(data: st.DataObject):
    """MG-TURN-2: what isn't offered is refused, what is offered is accepted."""
    state = opened(data.draw(options), *data.draw(st.lists(recruits, min_size=2, max_size=3)))
    wanted: Command = Start()
    for _ in range(6):
        _, state = resolve(RULESET, state, wanted, AnyDice(data))
        if state.status == "running" and RULESET.automatic(state) is None:
            check_choices(state)
        wanted = some_command(data, state)


def test_no_lone_fight_of_sleepers_lasts_for_ever():
    """MG-FAT-7: everybody asleep, and the turns go round until somebody wakes."""
    asleep: Any = {"name": "swooned", "turns": 5}
    state = opened({}, *(Recruit(name=n, side=n, sheet=PLAIN) for n in "ABC"))
    for who in "abc":
        command = Adjust(combatant=who, reason="x", add_conditions=(asleep,))
        _, state = resolve(RULESET, state, command, RecordedDice([]))
    _, state = resolve(RULESET, state, Start(), RecordedDice([]))
    rounds = 0
    while (following := follows_by_itself(RULESET, state)) is not None:
        _, state = resolve(RULESET, state, following, RecordedDice([]))
        rounds = state.order.round
    assert (state.acting, rounds) == ("a", 6)
