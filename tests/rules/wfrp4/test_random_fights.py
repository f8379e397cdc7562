"""Whatever is played and rolled: nothing breaks, the state holds together, the log replays."""

import copy
import os
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import given as given_any
from hypothesis import strategies as st

from app.canonical import canonical_json
from app.engine.dice import Die, FallingDice, RecordedDice
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
from app.engine.refusals import NothingToReplace, Refused
from app.engine.ruleset import (
    Past,
    fold,
    follows_by_itself,
    is_reroll,
    redecide,
    resolve,
    settled,
    with_ids,
)
from app.engine.tally import Tally
from app.rules.wfrp4 import RULESET
from app.rules.wfrp4 import events as e
from app.rules.wfrp4.choices import choices
from app.rules.wfrp4.commands import BY_THEMSELVES, EndRound
from app.rules.wfrp4.narrate import PURPOSES, narrate
from app.rules.wfrp4.rolled import Rolled
from app.rules.wfrp4.state import State, status_of
from tests.any_dice import AnyDice
from tests.rules.wfrp4.fights import CODEC, armed, opened
from tests.rules.wfrp4.test_choices import check_choices

FIGHTS = int(os.environ.get("FIGHTS", "60"))

points = st.sampled_from([5, 30, 45, 95])
weapons = st.lists(
    st.sampled_from(
        [
            "sword", "shield", "rapier", "swordbreaker", "warhammer", "great axe", "halberd",
            "flail", "grain flail", "longbow", "crossbow", "pistol", "blunderbuss", "bolas",
            "incendiary", "quarterstaff", "large shield", "main gauche",
        ]
    ),
    unique=True,
    max_size=4,
)  # fmt: skip
conditions = st.fixed_dictionaries(
    {
        "name": st.sampled_from(
            ["ablaze", "bleeding", "blinded", "broken", "deafened", "entangled", "fatigued",
             "poisoned", "prone", "stunned", "surprised", "unconscious", "odd"]
        )
    },
    optional={"level": st.integers(1, 3), "rounds": st.integers(1, 2)},
)  # fmt: skip
crafts = st.sampled_from([[], ["shoddy"], ["durable 1", "shoddy"], ["practical", "unreliable"]])


@st.composite
def sheets(draw: st.DrawFn) -> dict[str, Any]:
    sheet: dict[str, Any] = armed(*draw(weapons))
    if draw(st.booleans()):
        craft = draw(crafts)
        sheet["weapons"] = [
            {**w, "qualities": craft} if w["name"] == "sword" else w for w in sheet["weapons"]
        ]
    return {
        **sheet,
        **{c: draw(points) for c in ("ws", "bs", "s", "t", "i", "ag", "wp")},
        "wounds": draw(st.sampled_from([None, 1, 5, 20])),
        "size": draw(st.sampled_from(["little", "average", "average", "large", "monstrous"])),
        "armour": draw(
            st.sampled_from([[], [{"name": "mail shirt"}, {"name": "breastplate"}],
                             [{"name": "mail coif"}, {"name": "plate helm"}]])
        ),
        "ammunition": draw(st.sampled_from([[], [{"name": "arrow"}, {"name": "bullet"}]])),
        "talents": draw(
            st.sampled_from([[], [{"name": "Dual Wielder"}, {"name": "Combat Aware"}]])
        ),
        "position": draw(st.sampled_from([None, None, 0, 1, 12])),
        "defence": draw(st.sampled_from(["best", "parry", "dodge", "none"])),
        "fate": draw(st.sampled_from([0, 2])),
        "resilience": draw(st.sampled_from([0, 2])),
    }  # fmt: skip


recruits = st.builds(
    Recruit,
    name=st.sampled_from(["Orc", "Élan", "戦士"]),
    side=st.sampled_from(["heroes", "foes"]),
    sheet=sheets(),
    group=st.sampled_from([None, None, "mob"]),
    count=st.integers(1, 2),
)
options = st.fixed_dictionaries(
    {},
    optional={
        "preset": st.sampled_from(["full", "source"]),
        "initiative": st.integers(0, 3),
        "conditions_tick": st.sampled_from(["round", "turn"]),
        "condition_penalties": st.sampled_from(["worst", "add"]),
        "advantage": st.sampled_from(["individual", "group"]),
        "advantage_cap": st.sampled_from([None, 2, "initiative_bonus"]),
        "success_levels": st.sampled_from(["tens", "fast", "degrees"]),
        "ties": st.sampled_from(["skill", "number", "defender"]),
        "hits_need_success": st.booleans(),
        "weapon_length": st.booleans(),
        "modifier_cap": st.booleans(),
        "defence": st.sampled_from(["best", "ask"]),
        "turns_end": st.sampled_from(["when_said", "when_spent"]),
    },
)
situations = st.fixed_dictionaries(
    {},
    optional={
        "called": st.sampled_from(["head", "left arm"]),
        "from_behind": st.booleans(),
        "push": st.booleans(),
        "kill": st.booleans(),
        "crowd": st.sampled_from([0, 3, 13]),
        "cover": st.sampled_from(["soft", "hard"]),
        "distance": st.sampled_from([1, 10, 60]),
        "modifiers": st.just([{"name": "mud", "value": -10}]),
    },
)


class OftenDoubles(AnyDice):
    """Low and double faces come more often."""

    def faces(self, sides: int) -> st.SearchStrategy[int]:
        often = st.sampled_from([face for face in (1, 11, 22, 100) if face <= sides])
        return super().faces(sides) | often


def offers(state: State) -> list[Any]:
    """Bodies of everything that anybody may do now."""
    asked = (GAME_MASTER, *(q.to for q in state.questions if q.to != GAME_MASTER))
    blocked = any(question.blocks for question in state.questions)
    whom = asked if blocked else (*asked, *state.combatants)
    return [choice.body for who in dict.fromkeys(whom) for choice in choices(state, who)]


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
    if kind == "adjust" or (state.status != "running" and not state.standing):
        gained = data.draw(st.lists(conditions, max_size=2))
        change = {"wounds": data.draw(st.sampled_from([0, 1]))}
        return Adjust(combatant=who, reason="x", state=change, add_conditions=tuple(gained))
    if state.status != "running" and not state.questions:
        return Start()
    if kind == "pause" and state.status == "running":
        return Pause(reason="x")
    offered = offers(state)
    if not offered:
        return Join(combatants=(data.draw(recruits),))
    return CODEC.action(one_of(data, offered))


def one_of(data: st.DataObject, offered: list[Any]) -> Any:
    """A body of any type, attacks more often, and in all sorts of situations."""
    kinds = list(dict.fromkeys(body["type"] for body in offered))
    attacks = [kind for kind in kinds if kind in ("attack", "charge", "flee", "fortune", "fate")]
    kind = data.draw(st.sampled_from([*kinds, *attacks * 6]))
    body = data.draw(st.sampled_from([body for body in offered if body["type"] == kind]))
    return {**body, **data.draw(situations)} if kind == "attack" else body


def check(before: State, wanted: Command, dice: AnyDice, after: State, events: list[Event]) -> None:
    """One entry: it replays, folds, survives JSON, and can be told."""
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


@dataclass(frozen=True)
class Deed:
    """The last lead entry: the state before it, what was wanted, the dice that fell."""

    before: State
    command: Command
    dice: tuple[Die, ...]


def played(
    state: State, command: Command, dice: FallingDice, last: Deed | None
) -> tuple[list[Event], State, State]:
    """What a command leads to, the state that leaves, and the one it was decided on."""
    if command.type in RULESET.action_types and is_reroll(RULESET, state, command):
        if last is None:
            raise NothingToReplace("Nothing has happened.")
        past = Past(1, last.command, last.dice)
        events, after = redecide(RULESET, state, last.before, command, past, dice)
        return events, after, last.before
    return *resolve(RULESET, state, command, dice), state


def check_tally(tally: Tally) -> None:
    assert sum(line.value for line in tally.lines) == tally.total


def check_rolled(rolled: Rolled) -> None:
    check_tally(rolled.number)
    check_tally(rolled.sl)
    assert not (rolled.critical and not rolled.passed)
    assert not (rolled.fumble and rolled.passed)


def check_numbers(events: list[Event]) -> None:
    """Every total is the sum of its lines, and what is said of it is true."""
    for event in events:
        match event:
            case e.AttackTested():
                check_rolled(event.attack)
                if event.defence is not None:
                    check_rolled(event.defence)
                    lead = event.attack.sl.total - event.defence.sl.total
                    assert event.margin == abs(lead)
                    if lead:
                        assert event.winner in ("nobody", "attacker" if lead > 0 else "defender")
                assert (event.location is not None) == (event.winner == "attacker")
            case e.SkillTested():
                check_rolled(event.test)
            case e.DamageDealt():
                check_tally(event.damage)
                assert event.wounds in (0, 1, event.damage.total)
            case e.WoundsLost():
                assert event.wounds > 0
            case _:
                pass


def check_ticks(before: State, wanted: Command, events: list[Event]) -> None:
    """WF-TURN-2: conditions tick once a round for everyone, also those passed over."""
    ticked = [x.combatant for x in events if isinstance(x, e.ConditionsTicked)]
    assert len(set(ticked)) == len(ticked)
    if isinstance(wanted, EndRound):
        still = [c for c in before.combatants.values() if c.status in ("active", "down")]
        assert set(ticked) == {c.id for c in still if c.ticked_in < before.round}


def check_fighters(state: State) -> None:
    for trouble in state.troubles:  # harm at an end of a turn interrupts: that waits a moment
        assert trouble.kind == "minor miscast"
    for fighter in state.combatants.values():
        assert 0 <= fighter.wounds <= fighter.sheet.max_wounds
        assert fighter.most_wounds >= 0
        assert min(fighter.fate, fighter.fortune, fighter.resilience, fighter.resolve) >= 0
        assert fighter.status == status_of(fighter)
        assert fighter.advantage >= 0
        names = [condition.name for condition in fighter.conditions]
        assert len(set(names)) == len(names)
        for other in fighter.engaged:
            assert fighter.id in state.combatants[other].engaged
        held = {fighter.main, fighter.off} - {None, "unarmed"}
        assert held <= {weapon.name for weapon in fighter.usable}
    if state.status != "running":
        assert state.acting is None
    elif state.acting is not None and not (state.questions or state.due):
        assert state.able(state.acting)


@settings(max_examples=FIGHTS, deadline=None, suppress_health_check=list(HealthCheck))
@given_any(data=st.data())
def test_any_fight(data: st.DataObject):
    """WF-TURN-1 and all that one may do in a turn, or that happens by itself."""
    state = opened(data.draw(options), *data.draw(st.lists(recruits, min_size=2, max_size=3)))
    wanted: Command = Start()
    last: Deed | None = None
    for _ in range(18):
        dice = OftenDoubles(data)
        untouched = copy.deepcopy(state)
        command = settled(RULESET, state, with_ids(state, wanted))
        try:
            events, after, before = played(state, command, dice, last)
        except Refused:  # a situation that doesn't fit: nothing has happened
            assert state == untouched
        else:
            assert state == untouched, "a state is never changed in place"
            recorded = RecordedDice(dice.fallen)
            assert played(state, command, recorded, last) == (events, after, before)
            recorded.check_spent()
            check(before, command, dice, after, events)
            check_numbers(events)
            check_ticks(state, command, events)
            check_fighters(after)
            if not isinstance(command, BY_THEMSELVES):
                once = before is state and command.type in RULESET.action_types
                last = Deed(state, command, tuple(dice.fallen)) if once else None
            state = after
        wanted = some_command(data, state)


@settings(max_examples=FIGHTS // 4, deadline=None, suppress_health_check=list(HealthCheck))
@given_any(data=st.data())
def test_choices_in_any_fight(data: st.DataObject):
    """WF-TURN-1: what isn't offered is refused, what is offered is accepted."""
    state = opened(data.draw(options), *data.draw(st.lists(recruits, min_size=2, max_size=3)))
    wanted: Command = Start()
    for _ in range(6):
        with suppress(Refused):
            _, state, _ = played(state, settled(RULESET, state, wanted), OftenDoubles(data), None)
        if state.status == "running" and RULESET.automatic(state) is None:
            check_choices(state)
        wanted = some_command(data, state)
