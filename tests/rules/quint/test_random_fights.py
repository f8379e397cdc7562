"""Whatever is played and rolled: nothing breaks, the state holds together, the log replays."""

import copy
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import given as given_any
from hypothesis import strategies as st

from app.canonical import canonical_json
from app.engine.dice import RecordedDice
from app.engine.encounter import (
    GAME_MASTER,
    Adjust,
    Command,
    Event,
    Join,
    Leave,
    Pause,
    Recruit,
    Start,
)
from app.engine.refusals import Refused
from app.engine.ruleset import fold, follows_by_itself, resolve, settled, with_ids
from app.rules.quint import RULESET
from app.rules.quint import events as e
from app.rules.quint.choices import choices
from app.rules.quint.commands import EndQuint
from app.rules.quint.narrate import PURPOSES, narrate
from app.rules.quint.state import DEAD_AT, State, status_of
from tests.any_dice import AnyDice
from tests.rules.quint.fights import CODEC, opened
from tests.rules.quint.test_choices import check_choices

percent = st.sampled_from([0, 20, 60, 95, 100])
weapons = st.lists(
    st.sampled_from(["long sword", "dagger", "maul", "bow", "crossbow", "bite", "claws"]),
    unique=True,
    max_size=4,
)
conditions = st.fixed_dictionaries(
    {
        "name": st.sampled_from(
            ["prone", "stunned", "unconscious", "bleeding", "bleeding", "internal bleeding",
             "slow", "mute", "weapon arm useless", "off arm useless", "leg useless",
             "missile lodged", "broken", "enraged", "odd"]
        )
    },
    optional={"quints": st.integers(1, 3), "damage": st.integers(0, 5)},
)  # fmt: skip
spells = st.lists(
    st.fixed_dictionaries(
        {
            "name": st.sampled_from(["Bolt", "Heal", "Curse"]),
            "quints": st.integers(1, 2),
            "to_hit": st.sampled_from([0, 90, "sheet", "automatic"]),
            "damage": st.sampled_from([None, "1d6", "3d10"]),
            "protection": st.booleans(),
            "type": st.sampled_from([None, "slashing", "crushing"]),
            "stops_bleeding": st.booleans(),
            "conditions": st.lists(conditions, max_size=2),
        }
    ),
    unique_by=lambda spell: str(spell["name"]),
    max_size=2,
)
sheets = st.fixed_dictionaries(
    {
        "to_hit": percent, "attacks": st.integers(1, 3), "defense": percent,
        "protection": st.sampled_from([0, 2, "plate"]), "shield": st.booleans(),
        "damage_points": st.sampled_from([1, 8, 20]), "reaction": st.integers(0, 3),
        "speed": st.integers(0, 8), "nerve": percent,
        "weapons": weapons.map(lambda names: [{"name": name} for name in names]),
        "spells": spells, "invocative": st.booleans(), "crossbow_experience": st.booleans(),
        "healer": st.booleans(), "no_bleed": st.booleans(),
        "pack": st.sampled_from([[], [{"name": "rope", "quints": 2}, {"name": "salve"}]]),
    }
)  # fmt: skip
recruits = st.builds(
    Recruit,
    name=st.sampled_from(["Orc", "Élan", "戦士"]),
    side=st.sampled_from(["heroes", "foes"]),
    sheet=sheets,
    group=st.sampled_from([None, "mob", "gang"]),
    count=st.integers(1, 2),
)
everything_kills = {
    name: [
        {
            "first": 1, "last": 60, "title": "all at once",
            "effects": [
                {"effect": "extra", "points": 2}, {"effect": "bleed", "points": 3},
                {"effect": "useless", "limb": "arm", "lasts": 2}, {"effect": "sever"},
                {"effect": "knock_out", "quints": "1d4"}, {"effect": "lose_eye", "percent": 50},
                {"effect": "lodge"}, {"effect": "silence"}, {"effect": "drop"},
            ],
        },
        {"first": 61, "last": 100, "title": "the end", "effects": [{"effect": "die"}]},
    ]
    for name in ("slashing", "piercing", "crushing")
}  # fmt: skip
everything_kills["gate"] = [{"first": 0, "last": None, "chance": 100}]
options = st.fixed_dictionaries(
    {
        "crossbow_load_quints": st.integers(1, 2),
        "surprise_quint": st.sampled_from(["initiative", "free"]),
        "surprise_defense": st.sampled_from(["none", "gm", "roll"]),
        "group_initiative": st.sampled_from(["shared", "each"]),
        "reroll_initiative": st.booleans(),
        "defense_at_or_under": st.booleans(),
        "gate_by_max_points": st.booleans(),
        "severity_shift": st.booleans(),
        "untyped_spells": st.sampled_from(["none", "crushing"]),
        "grievous_charts": st.sampled_from([None, everything_kills]),
        "staunch_percent": st.sampled_from([0, 50, 100]),
        "escape_gap": st.sampled_from([None, 5]),
        "morale": st.sampled_from(["off", "ask", "roll"]),
    }
)


def offers(state: State) -> list[Any]:
    """Bodies of everything that anybody may do now."""
    return [c.body for who in (GAME_MASTER, str(state.acting)) for c in choices(state, who)]


def some_command(data: st.DataObject, state: State) -> Command:
    """Mostly what may be done; now and then what a game master does."""
    following = follows_by_itself(RULESET, state)
    if following is not None:
        return following
    there = [c.id for c in state.combatants.values() if c.status != "left"]
    kind = data.draw(st.sampled_from(["act"] * 12 + ["adjust", "leave", "join", "pause"]))
    if kind == "join" or not there:
        return Join(combatants=(data.draw(recruits),))
    who = data.draw(st.sampled_from(there))
    if kind == "leave" and len(there) > 3:
        return Leave(combatant=who)
    if kind == "adjust" or (state.status == "paused" and not state.standing):
        gained = data.draw(st.lists(conditions, max_size=2))
        change = {"damage_points": data.draw(st.sampled_from([-10, -3, 0, 1]))}
        return Adjust(combatant=who, reason="x", state=change, add_conditions=tuple(gained))
    if state.status != "running" and not state.questions:
        return Start()
    if kind == "pause" and state.status == "running":
        return Pause(reason="x")
    offered = offers(state)
    if not offered:
        return Join(combatants=(data.draw(recruits),))
    return CODEC.action(data.draw(one_of(data, offered)))


def one_of(data: st.DataObject, offered: list[Any]) -> st.SearchStrategy[Any]:
    """Any body of any type; what ends flights and wounds as often as the many attacks."""
    kinds = dict.fromkeys(body["type"] for body in offered)
    dull = ("pass", "end_turn", "say", "other", "rule_group", "get_item", "prepare")
    rare = [kind for kind in kinds if kind in ("pursue", "staunch", "pull_out", "treat", "shoot")]
    deeds = [kind for kind in kinds if kind not in dull]
    weighed = [*deeds, *rare * 3, *["attack"] * 3 * ("attack" in kinds)]
    kind = data.draw(st.sampled_from(weighed or list(kinds)) | st.sampled_from(list(kinds)))
    return st.sampled_from([body for body in offered if body["type"] == kind])


def check(before: State, wanted: Command, dice: AnyDice, after: State, events: list[Event]) -> None:
    """One entry: it replays, folds, survives JSON, and can be told."""
    recorded = RecordedDice(dice.fallen)
    assert resolve(RULESET, before, wanted, recorded) == (events, after)
    recorded.check_spent()
    assert fold(RULESET, before, list(events)) == after
    assert CODEC.load_state(CODEC.dump_state(after)) == after
    stored = CODEC.dump_command(wanted)
    assert CODEC.dump_command(CODEC.load_command(stored)) == stored
    for event in events:
        dumped = CODEC.dump_event(event)
        canonical_json(dumped)
        assert CODEC.load_event(dumped) == event
    assert narrate(events, {c.id: c.name for c in after.combatants.values()})
    assert {die.purpose for die in dice.fallen} <= set(PURPOSES)


def check_numbers(before: State, events: list[Event]) -> None:
    """Every total is the sum of its lines, and what is said of it is true."""
    for event in events:
        match event:
            case e.HitRolled() | e.DefenseRolled():
                assert sum(line.value for line in event.number.lines) == event.number.total
                assert 0 <= event.number.total <= 100
            case e.DamageRolled():
                total = event.rolled + event.base.total - event.protection
                assert event.actual == max(0, total)
            case e.PointsLost():
                assert event.points > 0
            case e.Pursued():
                gap = event.before + event.fleer_speed - event.pursuer_speed
                assert event.gap == max(0, gap)
            case _:
                pass


def check_bleeding(before: State, wanted: Command, events: list[Event]) -> None:
    """QU-BLEED-1: at the end of a quint every wound bleeds once, and at no other time."""
    bled = [x for x in events if isinstance(x, e.PointsLost) and x.harm == "bleeding"]
    if not isinstance(wanted, EndQuint):
        assert not bled
        return
    for fighter in before.combatants.values():
        if fighter.status not in ("active", "down"):
            continue
        wounds = [a for a in fighter.conditions if a.condition.bleeding and a.condition.damage]
        suffered = [x for x in bled if x.combatant == fighter.id]
        died = any(isinstance(x, e.CombatantDied) and x.combatant == fighter.id for x in events)
        assert len(suffered) == len(wounds) or died


def check_fighters(state: State) -> None:
    assert state.wound is None
    for fighter in state.combatants.values():
        assert fighter.points <= fighter.sheet.damage_points
        assert fighter.status == status_of(fighter)
        assert (fighter.status == "dead") == (fighter.points <= DEAD_AT) or fighter.status == "left"
        if not fighter.able:
            assert (fighter.task, fighter.prepared, fighter.flight) == (None, None, None)
        assert fighter.drawn is None or fighter.drawn in fighter.sheet.held
        assert fighter.drawn not in fighter.dropped
        assert len(set(fighter.dropped)) == len(fighter.dropped)
        for chase in fighter.flight.chases if fighter.flight else ():
            assert state.able(chase.pursuer)
            assert chase.gap >= 0
    if state.status != "running":
        assert state.acting is None
    elif state.acting is not None:
        assert state.able(state.acting)
    else:
        assert isinstance(RULESET.automatic(state), EndQuint)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given_any(data=st.data())
def test_any_fight(data: st.DataObject):
    """QU-ACT-1 and all that one may do in a quint, or that happens by itself."""
    state = opened(data.draw(options), *data.draw(st.lists(recruits, min_size=2, max_size=3)))
    wanted: Command = Start()
    if data.draw(st.booleans()):
        named = data.draw(st.lists(st.sampled_from(list(state.combatants)), unique=True))
        wanted = CODEC.action({"type": "surprise", "combatants": named})
    for _ in range(18):
        dice = AnyDice(data)
        untouched = copy.deepcopy(state)
        wanted = settled(RULESET, state, wanted)
        events, after = resolve(RULESET, state, wanted, dice)
        assert state == untouched, "a state is never changed in place"
        check(state, wanted, dice, after, events)
        check_numbers(state, events)
        check_bleeding(state, wanted, events)
        check_fighters(after)
        state = after
        wanted = some_command(data, state)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given_any(data=st.data())
def test_choices_in_any_fight(data: st.DataObject):
    """QU-ACT-1: what isn't offered is refused, what is offered is accepted."""
    state = opened(data.draw(options), *data.draw(st.lists(recruits, min_size=2, max_size=3)))
    wanted: Command = Start()
    for _ in range(8):
        _, state = resolve(RULESET, state, with_ids(state, wanted), AnyDice(data))
        if follows_by_itself(RULESET, state) is None:
            check_choices(state)
        wanted = some_command(data, state)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given_any(data=st.data())
def test_nobody_awake_never_goes_on_for_ever(data: st.DataObject):
    """QU-BLEED-1: time passes by itself only as long as it changes something."""
    state = opened({}, *data.draw(st.lists(recruits, min_size=2, max_size=2)))
    _, state = resolve(RULESET, state, Start(), AnyDice(data))
    for fighter in tuple(state.combatants):
        gained = data.draw(st.lists(conditions, max_size=2))
        command = Adjust(
            combatant=fighter, reason="x", state={"damage_points": 0}, add_conditions=tuple(gained)
        )
        try:
            _, state = resolve(RULESET, state, command, AnyDice(data))
        except Refused:
            continue
    for _ in range(100):
        following = follows_by_itself(RULESET, state)
        if following is None:
            break
        _, state = resolve(RULESET, state, following, AnyDice(data))
    assert follows_by_itself(RULESET, state) is None
    assert state.status == "paused" or state.standing
