"""Whatever is played and rolled: nothing breaks, the state holds together, the log replays."""

import copy
import json
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import given as given_any
from hypothesis import strategies as st

from app.canonical import canonical_json
from app.engine.dice import RecordedDice
from app.engine.encounter import Adjust, Command, Event, Join, Leave, Pause, Recruit, Start
from app.engine.ruleset import fold, follows_by_itself, resolve, settled
from app.rules.desdaemona import RULESET
from app.rules.desdaemona import events as e
from app.rules.desdaemona.choices import choices
from app.rules.desdaemona.commands import CombatDice
from app.rules.desdaemona.harm import damage_die, damage_of
from app.rules.desdaemona.narrate import PURPOSES, narrate
from app.rules.desdaemona.state import State, status_of
from app.services.codec import Codec
from tests.any_dice import AnyDice
from tests.rules.desdaemona.fights import consistent, opened
from tests.rules.desdaemona.test_choices import check_choices

CODEC = Codec(RULESET)
KINDS = ("close_physical", "ranged_physical", "close_magical", "ranged_magical")

level = st.integers(0, 15)
kinds = st.lists(st.sampled_from(KINDS), unique=True, max_size=2)
additions = st.lists(st.integers(-3, 5), max_size=2)
damages = st.lists(
    st.fixed_dictionaries(
        {"times": st.integers(0, 3), "plus": st.integers(-5, 9), "respects_cap": st.booleans()}
    ),
    max_size=2,
)
conditions = st.fixed_dictionaries(
    {
        "name": st.sampled_from(
            ["asleep", "poisoned", "slowed", "weary", "warded", "strong", "mending", "stunned",
             "bleeding", "blind", "deaf", "odd"]
        )
    },
    optional={
        "turns": st.integers(1, 3),
        "spell": st.booleans(),
        "against": st.integers(-5, 30),
        "modifiers": st.lists(
            st.fixed_dictionaries(
                {"to": st.sampled_from(["DEX", "damage", "defence", "attack_cost", "defence_cost"]),
                 "by": st.integers(-9, 9), "kinds": kinds}
            ),
            max_size=2,
        ),
    },
)  # fmt: skip
own_spells = st.fixed_dictionaries(
    {
        "name": st.just("Own"), "kind": st.sampled_from(KINDS), "sta": st.integers(0, 3),
        "area": st.booleans(), "harmless": st.booleans(), "damage": damages,
        "conditions": st.lists(conditions, max_size=2),
    }
)  # fmt: skip
sheets = st.fixed_dictionaries(
    {
        "stats": st.fixed_dictionaries(
            {"STR": level, "DEX": level}, optional={"INT": level, "con": level}
        ),
        "hp": st.integers(1, 30), "sta": st.integers(1, 12), "init": st.integers(-3, 3),
        "weapons": st.lists(st.sampled_from(["sword", "spear", "bow"]), unique=True).map(
            lambda names: [{"name": name} for name in names]
        ),
        "items": st.lists(
            st.fixed_dictionaries(
                {"name": st.just("charm"), "kinds": kinds, "attack": additions,
                 "defence": additions, "damage": damages}
            ),
            max_size=1,
        ),
        "skills": st.just([{"name": "two blades", "second_weapon": True}]),
        "spells": st.tuples(own_spells).map(lambda own: [{"name": "fireball"}, *own]),
        "powers": st.just([{"name": "ward"}]),
        "potions": st.just([{"name": "healing draught"}, {"name": "draught of strength"}]),
        "flight": st.sampled_from(
            [None, {"by": "nature"}, {"by": "spell", "take_off": 2, "sta": 3}]
        ),
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
        "order": st.sampled_from(["listed", "init"]),
        "rounding": st.sampled_from(["down", "up", "nearest"]),
        "stamina_costs": st.sampled_from(
            ["one_each", "digest", {"ranged_physical": {"attack": 0}}]
        ),
        "debuff_cap": st.sampled_from(["spells_only", "total"]),
        "shake_off": st.sampled_from(["contest", "automatic"]),
        "open_sky": st.sampled_from([True, True, False]),
    }
)


def some_command(data: st.DataObject, state: State) -> Command:
    """Mostly what the acting one may do; now and then what a game master does."""
    following = follows_by_itself(RULESET, state)
    if following is not None:
        return following
    there = [c.id for c in state.combatants.values() if c.status != "left"]
    kind = data.draw(st.sampled_from(["act"] * 9 + ["adjust", "leave", "join", "pause", "roll"]))
    if kind == "join" or not there:
        return Join(combatants=(data.draw(recruits),))
    who = data.draw(st.sampled_from(there))
    if kind == "leave" and len(there) > 3:
        return Leave(combatant=who)
    if kind == "adjust" or (state.status != "running" and not state.standing):
        return _adjustment(data, state, who)
    if kind == "roll":
        return CombatDice(actor=who, rolls=("STR", "1d6"), percent=75, modifiers=(2,))
    if state.status != "running":
        return Start()
    if kind == "pause":
        return Pause(reason="x")
    offered = [choice.body for choice in choices(state, str(state.acting))]
    attacks = [body for body in offered if body["type"] == "attack"]
    body = data.draw(st.sampled_from(attacks or offered) | st.sampled_from(offered))
    extra = {"withhold": data.draw(st.booleans()), "modifiers": data.draw(additions)}
    return CODEC.action({**body, **(extra if body["type"] == "attack" else {})})


def _adjustment(data: st.DataObject, state: State, who: str) -> Adjust:
    change = {"hp": data.draw(st.sampled_from([0, 1])), "sta": data.draw(st.sampled_from([0, 1]))}
    change |= {"yielded": data.draw(st.booleans()), "airborne": data.draw(st.booleans())}
    named = data.draw(st.sets(st.sampled_from(sorted(change))))
    gained = (data.draw(conditions),)
    state_change = {field: change[field] for field in named}
    if not state.standing:
        state_change |= {"hp": 1, "sta": 1, "yielded": False}
    return Adjust(combatant=who, reason="x", state=state_change, add_conditions=gained)


def check(before: State, wanted: Command, dice: AnyDice, after: State, events: list[Event]) -> None:
    """One entry: it replays, folds, survives JSON, and can be told."""
    recorded = RecordedDice(dice.fallen)
    assert resolve(RULESET, before, wanted, recorded) == (events, after)
    recorded.check_spent()
    assert fold(RULESET, before, events) == after
    assert CODEC.load_state(CODEC.dump_state(after)) == after
    stored = CODEC.dump_command(wanted)
    assert CODEC.dump_command(CODEC.load_command(stored)) == stored
    stored_events = [canonical_json(CODEC.dump_event(event)) for event in events]
    again = [CODEC.load_event(json.loads(event)) for event in stored_events]
    assert again == events
    rebuilt = CODEC.dump_state(fold(RULESET, before, again))
    assert rebuilt == CODEC.dump_state(after), "the very same text, whatever the order of names"
    for event in events:
        assert {o.name for o in RULESET.outcomes(event)} <= set(RULESET.outcome_names)
    assert narrate(events, {c.id: c.name for c in after.combatants.values()})
    assert {die.purpose for die in dice.fallen} <= set(PURPOSES)


def check_numbers(events: list[Event]) -> None:
    """Every total follows from its parts, and what is said of it is true."""
    for event in events:
        match event:
            case e.AttackMade() | e.FreeRollMade():
                consistent(event.roll)
            case e.DefenceMade():
                assert event.landed == (event.attack > event.defence)
                assert event.roll is None or consistent(event.roll).total == event.defence
            case e.StaminaSpent():
                assert event.cost.total == sum(line.value for line in event.cost.lines) > 0
            case e.DamageRolled():
                assert 1 <= event.face <= event.sides == damage_die(event.sides)
                assert event.damage == damage_of(event.face, event.modifiers)
            case _:
                pass


def check_fighters(state: State) -> None:
    for fighter in state.combatants.values():
        assert fighter.hp <= fighter.sheet.hp
        assert 0 <= fighter.sta <= fighter.sheet.sta
        assert fighter.status == status_of(fighter)
        if fighter.status == "active":
            assert fighter.hp > 0
            assert fighter.sta > 0
        if fighter.status in ("dead", "down"):
            assert not fighter.airborne
        names = [condition.name.casefold() for condition in fighter.conditions]
        assert len(set(names)) == len(names)
    if state.status == "running":
        assert state.acting is not None
        assert state.able(state.acting)
    else:
        assert state.acting is None


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given_any(data=st.data())
def test_any_fight(data: st.DataObject):
    """SD-TURN-1 and all that one may do in a turn, or that happens by itself."""
    state = opened(data.draw(options), *data.draw(st.lists(recruits, min_size=2, max_size=3)))
    wanted: Command = Start()
    for _ in range(15):
        dice = AnyDice(data)
        untouched = copy.deepcopy(state)
        wanted = settled(RULESET, state, wanted)
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
    """SD-SWITCH-1: what isn't offered is refused, what is offered is accepted."""
    state = opened(data.draw(options), *data.draw(st.lists(recruits, min_size=2, max_size=3)))
    wanted: Command = Start()
    for _ in range(6):
        _, state = resolve(RULESET, state, settled(RULESET, state, wanted), AnyDice(data))
        if state.acting is not None and follows_by_itself(RULESET, state) is None:
            check_choices(state)
        wanted = some_command(data, state)


def test_no_lone_fight_of_the_stunned_lasts_for_ever():
    """SD-PAS-4: everybody stunned, and the turns go round until somebody comes to."""
    stunned: Any = {"name": "stunned", "turns": 5}
    sheet = {"stats": {}, "hp": 9, "sta": 9}
    state = opened({}, *(Recruit(name=n, side=n, sheet=sheet) for n in "ABC"))
    for who in "abc":
        command = Adjust(combatant=who, reason="x", add_conditions=(stunned,))
        _, state = resolve(RULESET, state, command, RecordedDice([]))
    _, state = resolve(RULESET, state, Start(), RecordedDice([]))
    rounds = 0
    while (following := follows_by_itself(RULESET, state)) is not None:
        _, state = resolve(RULESET, state, following, RecordedDice([]))
        rounds = state.order.round
    assert (state.acting, rounds) == ("a", 6)
