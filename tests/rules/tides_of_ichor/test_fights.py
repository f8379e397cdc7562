"""Whatever is played: nothing breaks, W stays in bounds, and the log tells the same fight again."""

import copy
from typing import Any

from hypothesis import given as given_any
from hypothesis import settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from app.engine.dice import RecordedDice
from app.engine.encounter import Adjust, Command, Join, Leave, Pause, Recruit, Start
from app.engine.ruleset import fold, resolve
from app.rules.tides_of_ichor import RULESET
from app.rules.tides_of_ichor.choices import choices
from app.rules.tides_of_ichor.narrate import PURPOSES, narrate
from app.rules.tides_of_ichor.options import Options
from app.rules.tides_of_ichor.state import State
from tests.any_dice import AnyDice
from tests.rules.tides_of_ichor.fights import opened
from tests.rules.tides_of_ichor.test_choices import check_choices, command

STATE: TypeAdapter[State] = TypeAdapter(State)
OPTIONS: TypeAdapter[Options] = TypeAdapter(Options)

stat = st.integers(1, 100)
percent = st.sampled_from([0, 0, 1, 30, 100])
names = st.sampled_from(["fist", "dagger", "great weapon", "bow", "crossbow"])
abilities = st.lists(
    st.fixed_dictionaries(
        {
            "name": st.sampled_from(["Jab", "Wrath"]),
            "kind": st.sampled_from(["attack", "zone_attack"]),
            "affects": st.sampled_from(["enemies", "allies", "all"]),
            "hit": st.integers(-100, 100),
            "wound": st.integers(-100, 100),
            "damage": st.integers(-100, 100),
            "powerful": st.booleans(),
            "no_dodge": st.booleans(),
        }
    ),
    max_size=2,
    unique_by=lambda ability: ability["name"],
)
sheets = st.fixed_dictionaries(
    {
        "ws": stat, "bs": stat, "s": stat, "t": stat, "ag": stat, "wp": stat,
        "w": st.integers(1, 20), "zone": st.integers(0, 3), "armor": st.integers(0, 5),
        "dr": st.sampled_from([0, 0, 3]), "ward": percent, "dodge": percent, "block": percent,
        "critical": percent, "abilities": abilities,
        "weapons": st.lists(names, max_size=2, unique=True).map(
            lambda named: [{"name": name} for name in named]
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
        "base_number": st.sampled_from([40, 50, 1, 99]),
        "zones": st.integers(4, 6),
        "charge_attack": st.sampled_from(["melee", "any"]),
    }
)


def some_command(data: st.DataObject, state: State) -> Command:
    """Mostly what the acting one may do; now and then what a game master does."""
    who = st.sampled_from([c.id for c in state.combatants.values() if c.status != "left"])
    kind = data.draw(st.sampled_from(["act"] * 8 + ["adjust", "leave", "join", "pause"]))
    if kind == "join" or not any(c.status != "left" for c in state.combatants.values()):
        return Join(combatants=(data.draw(recruits),))
    if kind == "leave" and len(state.combatants) > 3:
        return Leave(combatant=data.draw(who))
    if kind == "adjust" or (state.status != "running" and not state.standing):
        weak: Any = {"name": "Weak", "turns": data.draw(st.integers(1, 3)), "ws": -10, "t": 20}
        change = {"w": data.draw(st.sampled_from([0, 1, 1]))}
        return Adjust(combatant=data.draw(who), reason="x", state=change, add_conditions=(weak,))
    if state.status != "running":
        return Start()
    if kind == "pause":
        return Pause(reason="x")
    offered = choices(state, str(state.acting))
    return command(data.draw(st.sampled_from(offered)).body)


def check(before: State, wanted: Command, dice: AnyDice, after: State, events: list[Any]) -> None:
    """One entry: it replays, folds, survives JSON, and can be told."""
    recorded = RecordedDice(dice.fallen)
    assert resolve(RULESET, before, wanted, recorded) == (events, after)
    recorded.check_spent()
    assert fold(RULESET, before, events) == after
    assert STATE.validate_json(STATE.dump_json(after)) == after
    for event in events:
        adapter: TypeAdapter[Any] = TypeAdapter(RULESET.event_types[event.type])
        assert (
            adapter.validate_python(adapter.dump_python(event, mode="json"), strict=False) == event
        )
    assert narrate(events, {c.id: c.name for c in after.combatants.values()})
    assert {die.purpose for die in dice.fallen} <= set(PURPOSES)
    for fighter in after.combatants.values():
        assert 0 <= fighter.wounds <= fighter.sheet.w
        assert (fighter.wounds == 0) == (fighter.status == "dead") or fighter.status == "left"
        assert 0 <= fighter.zone < after.options.zones
    if after.status == "running":
        assert after.acting is not None
        assert after.able(after.acting)
    else:
        assert after.acting is None


@settings(max_examples=60, deadline=None)
@given_any(data=st.data())
def test_any_fight(data: st.DataObject):
    """TI-TURN-1 and all that one may do in a turn."""
    state = opened(data.draw(options), *data.draw(st.lists(recruits, min_size=2, max_size=3)))
    wanted: Command = Start()
    for _ in range(12):
        dice = AnyDice(data)
        untouched = copy.deepcopy(state)
        events, after = resolve(RULESET, state, wanted, dice)
        assert state == untouched, "a state is never changed in place"
        check(state, wanted, dice, after, events)
        state = after
        wanted = some_command(data, state)


@settings(max_examples=15, deadline=None)
@given_any(data=st.data())
def test_choices_in_any_fight(data: st.DataObject):
    """TI-LINE-3: what isn't offered is refused, what is offered is accepted."""
    state = opened(data.draw(options), *data.draw(st.lists(recruits, min_size=2, max_size=3)))
    wanted: Command = Start()
    for _ in range(6):
        _, state = resolve(RULESET, state, wanted, AnyDice(data))
        if state.status == "running":
            check_choices(state)
        wanted = some_command(data, state)
