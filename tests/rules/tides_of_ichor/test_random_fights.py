"""Random legal fights: whatever is chosen and rolled, the rules hold together."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.engine.dice import Die, DrawnDice, RecordedDice
from app.engine.encounter import Adjust, Command, Event, Join, Leave, Recruit, Start
from app.engine.fair_dice import STREAMS, FairStream
from app.engine.refusals import Refused
from app.engine.ruleset import fold, resolve, with_ids
from app.rules.tides_of_ichor import RULESET
from app.rules.tides_of_ichor.examples import CHAMPION, GOBLIN, ORC, QUETLZ, SOTEK
from app.rules.tides_of_ichor.state import State
from app.services.codec import Codec
from tests.rules.tides_of_ichor.fights import opened

CODEC = Codec(RULESET)
MOST_TURNS = 25
SIDES = ("heroes", "greenskins", "beasts")
WARDED = {**ORC, "ward": 40, "block": 30, "critical": 30, "dr": 1}
BOMBER = {
    **GOBLIN,
    "abilities": [
        {
            "name": "Bomb", "kind": "zone_attack", "affects": "all", "powerful": True,
            "weapon": {"name": "bomb", "kind": "ranged", "damage": "2d10+4", "range": "medium"},
        },
        {"name": "Shove", "kind": "zone_attack", "affects": "allies", "hit": 20},
    ],
}  # fmt: skip
SHEETS = (SOTEK, QUETLZ, ORC, GOBLIN, CHAMPION, WARDED, BOMBER)

fighters = st.tuples(
    st.sampled_from(SHEETS),
    st.sampled_from(SIDES),
    st.integers(0, 2),
    st.sampled_from([None, "mob"]),
)
options = st.fixed_dictionaries(
    {
        "base_number": st.sampled_from([40, 50]),
        "zones": st.integers(3, 6),
        "charge_attack": st.sampled_from(["melee", "any"]),
    }
)
seeds = st.binary(min_size=4, max_size=8)
examples = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def recruits(wanted: list[tuple[Mapping[str, Any], str, int, str | None]]) -> tuple[Recruit, ...]:
    """They stand close, so that there is blood."""
    return tuple(
        Recruit(name=f"F{i}", side=side, sheet={**sheet, "zone": zone}, group=group)
        for i, (sheet, side, zone, group) in enumerate(wanted)
    )


class Fight:
    """A fight with seeded dice that checks everything after each command."""

    def __init__(self, state: State, seed: bytes) -> None:
        self.state = state
        self.dice = [0]
        self._streams = {stream: FairStream(seed.ljust(32, b"."), "") for stream in STREAMS}
        self._counters = dict.fromkeys(STREAMS, 0)

    def does(self, command: Command) -> list[Event]:
        before, dump = self.state, CODEC.dump_state(self.state)
        dice = DrawnDice(self._streams, self._counters)
        command = with_ids(before, command)
        events, after = resolve(RULESET, before, command, dice)
        self._counters = dice.counters
        assert CODEC.dump_state(before) == dump, "the state before is as it was"
        assert fold(RULESET, before, events) == after
        _check_audit(before, command, dice.fallen, events, after)
        _check_fighters(after)
        self.state = after
        return events


def _check_audit(
    before: State, command: Command, fallen: list[Die], events: list[Event], after: State
) -> None:
    recorded = RecordedDice(fallen)
    assert resolve(RULESET, before, command, recorded) == (events, after)
    recorded.check_spent()


def _check_fighters(state: State) -> None:
    for fighter in state.combatants.values():
        assert 0 <= fighter.wounds <= fighter.sheet.w
        assert 0 <= fighter.zone < state.options.zones
        assert (fighter.status == "dead") == (fighter.wounds == 0) or fighter.status == "left"
    if state.status == "running":
        assert state.acting is not None
        assert state.able(state.acting), "who acts can act"
    else:
        assert state.acting is None


def a_fight(data: st.DataObject) -> Fight:
    chosen = data.draw(options)
    wanted = data.draw(st.lists(fighters, min_size=2, max_size=5))
    fight = Fight(opened(chosen, *recruits(wanted)), data.draw(seeds))
    fight.does(Start())
    return fight


def bodies(state: State) -> list[Mapping[str, Any]]:
    assert state.acting is not None
    return [choice.body for choice in RULESET.choices(state, state.acting)]


def play(data: st.DataObject, look: Callable[[Fight], None]) -> Fight:
    """Plays random choices, blows more often than not; `look` sees every turn."""
    fight = a_fight(data)
    for _ in range(MOST_TURNS):
        if fight.state.status != "running":
            break
        look(fight)
        offered = bodies(fight.state)
        blows = [b for b in offered if "target" in b or "ability" in b]
        body = data.draw(st.sampled_from(blows or offered) | st.sampled_from(offered))
        fight.does(CODEC.action(body))
    return fight


@examples
@given(st.data())
def test_every_choice_is_accepted(data: st.DataObject):
    """TI-TURN-1: and ends the turn of whoever acts."""

    def accepted(fight: Fight) -> None:
        for body in bodies(fight.state):
            trial = Fight(fight.state, b"trial")
            types = [event.type for event in trial.does(CODEC.action(body))]
            assert types.count("turn_ended") == 1

    play(data, accepted)


@examples
@given(st.data())
def test_what_is_not_a_choice_is_refused(data: st.DataObject):
    """TI-LINE-3: whatever target, weapon, zone or ability is named; nothing is rolled."""

    def refused(fight: Fight) -> None:
        state = fight.state
        offered = [dict(body) for body in bodies(state)]
        for body in every_body(state):
            if body in offered:
                continue
            dice = DrawnDice(
                {s: FairStream(b"x" * 32, "") for s in STREAMS}, dict.fromkeys(STREAMS, 0)
            )
            dump = CODEC.dump_state(state)
            try:
                resolve(RULESET, state, CODEC.action(body), dice)
            except Refused:
                assert not dice.fallen
                assert CODEC.dump_state(state) == dump
            else:
                raise AssertionError(f"{body} is no choice, and was accepted")

    play(data, refused)


def every_body(state: State) -> list[dict[str, Any]]:
    """Every action that names a weapon and a target or a zone, sensible or not."""
    actor = state.acting
    assert actor is not None
    sheet = state.combatants[actor].sheet
    zones = range(state.options.zones + 1)
    weapons = {w.name for c in state.combatants.values() for w in c.sheet.weapons} | {"spoon"}
    made: list[dict[str, Any]] = [
        {"type": how, "zone": zone} for how in ("move", "dash") for zone in zones
    ]
    for weapon in sorted(weapons | {a.weapon.name for a in sheet.abilities if a.weapon}):
        for target in state.combatants:
            made.append({"type": "attack", "target": target, "weapon": weapon})
            made += [
                {"type": "charge", "target": target, "zone": zone, "weapon": weapon}
                for zone in zones
            ]
        for ability in [*(a.name for a in sheet.abilities), "Nap"]:
            use = {"type": "use_ability", "ability": ability, "weapon": weapon}
            made += [{**use, "target": target} for target in state.combatants]
            made += [{**use, "zone": zone} for zone in zones]
    return [{"actor": actor, **body} for body in made]


@examples
@given(st.data())
def test_nobody_else_has_a_choice(data: st.DataObject):
    """TI-TURN-1: nor may act."""

    def out_of_turn(fight: Fight) -> None:
        state = fight.state
        for combatant in state.combatants:
            if combatant == state.acting:
                continue
            assert RULESET.choices(state, combatant) == ()
            body = {**bodies(state)[-1], "actor": combatant}
            with pytest.raises(Refused) as refusal:
                Fight(state, b"trial").does(CODEC.action(body))
            assert refusal.value.code in {"not-your-turn", "cannot-act"}

    play(data, out_of_turn)


@examples
@given(st.data())
def test_coming_going_and_the_game_master(data: st.DataObject):
    """TI-INIT-4, TI-TURN-1: the order only ever gains places, and rounds only ever go up."""
    fight = a_fight(data)
    for n in range(MOST_TURNS):
        before = fight.state
        kind = data.draw(st.sampled_from(["act", "act", "act", "join", "leave", "w", "start"]))
        someone = data.draw(st.sampled_from(sorted(before.combatants)))
        command: Command
        if kind == "act" and before.status == "running":
            command = CODEC.action(data.draw(st.sampled_from(bodies(before))))
        elif kind == "join":
            (late,) = recruits([data.draw(fighters)])
            command = Join(combatants=(Recruit(**{**_fields(late), "name": f"Late {n}"}),))
        elif kind == "leave":
            command = Leave(combatant=someone)
        elif kind == "w":
            w = data.draw(st.integers(0, before.combatants[someone].sheet.w))
            command = Adjust(combatant=someone, reason="fate", state={"w": w})
        else:
            command = Start()
        try:
            fight.does(command)
        except Refused as refusal:
            assert refusal.code in {"cannot-act", "encounter-running"}  # noqa: PT017
            continue
        left = [i for i in fight.state.order.ids if i in before.order.ids]
        assert tuple(left) == before.order.ids, "no one loses a place"
        assert fight.state.order.round in {before.order.round, before.order.round + 1}


def _fields(recruit: Recruit) -> dict[str, Any]:
    return {"side": recruit.side, "sheet": recruit.sheet, "group": recruit.group}
