"""Whom a spell or a prayer is aimed at, how far that is, and whom it befalls (WF-CAST-1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from app.engine.refusals import Invalid
from app.rules.wfrp4.magic_commands import Aimed
from app.rules.wfrp4.ranges import distance_between, distance_to
from app.rules.wfrp4.refusals import CannotTarget, OutOfReach, TargetGone, UnknownPower
from app.rules.wfrp4.spells import Power
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.tables.overcasts import EVEN, STEPS
from app.rules.wfrp4.targets import check_foe

TOUCH = 2  # yards
GONE = ("dead", "left")
P = TypeVar("P", bound=Power)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """How often each thing of a power is extended; `steps`: in all. `far`: it gets to the target.

    `needed`: of its range.
    """

    range: int = 0
    further: int = 0
    area: int = 0
    duration: int = 0
    damage: int = 0
    needed: int = 0

    @property
    def steps(self) -> int:
        """All of them."""
        return self.range + self.further + self.area + self.duration + self.damage

    @property
    def arrives(self) -> bool:
        """Whether it gets as far as its target."""
        return self.range >= self.needed


def known(powers: Sequence[P], name: str, whose: str) -> P:
    """A spell or prayer of a sheet, by name. Raises UnknownPower."""
    found = next((p for p in powers if p.name.casefold() == name.casefold()), None)
    if found is None:
        raise UnknownPower(
            f"{whose} has no {name!r}: put it on the sheet.",
            name=name,
            known=[p.name for p in powers],
        )
    return found


def measured(fighter: Fighter, measure: str | int | None) -> int:
    """Yards or rounds: as they stand, or by Willpower or its bonus."""
    match measure:
        case "wp":
            return fighter.sheet.wp
        case "wpb":
            return fighter.sheet.bonus("wp")
        case "touch":
            return TOUCH
        case int():
            return measure
        case _:
            return 0


def check_aim(state: State, actor: str, power: Power, command: Aimed) -> None:
    """Refuses targets it isn't for, and those that are out of reach of a touch."""
    if power.affects == "self" or power.range == "self":
        if command.target not in (None, actor) or command.also:
            raise CannotTarget(f"{power.name} is for its user alone: name no target.")
        return
    if command.target is None and power.affects == "foes":
        raise Invalid(f"Name a target for {power.name}.")
    aimed = (command.target or actor, *command.also)
    if twice := next((one for one in aimed if aimed.count(one) > 1), None):
        raise Invalid(f"{twice} is named twice: name others in `also`.", target=twice)
    for target in aimed:
        _check_target(state, actor, power, target)
    distance = _distance(state, actor, command)
    if power.range == "touch" and distance > TOUCH:
        raise OutOfReach(
            f"{power.name} is by touch, and it is {distance} yards: come nearer.",
            distance=distance,
            reach=TOUCH,
        )


def spread(power: Power, command: Aimed, needed: int, sl: int, *, table: bool) -> Spread:
    """What SL to spare extend: the range as `needed`, further targets, then what is asked for.

    `table`: by the table of overcasts, where each step has its own cost.
    """
    wanted = {"range": needed, "further": max(0, 1 + len(command.also) - power.targets)}
    if getattr(power, command.extends) is not None:
        wanted[command.extends] = max(0, sl)
    steps: dict[str, int] = {}
    for what, most in wanted.items():
        steps[what] = 0
        while steps[what] < most:
            cost = _cost(what, steps[what], table)
            if cost is None or cost > sl:
                break
            sl -= cost
            steps[what] += 1
    return Spread(needed=needed, **steps)


def range_steps(state: State, actor: str, power: Power, command: Aimed) -> int:
    """How often its range must be extended for the target; by touch and on oneself never."""
    reach = measured(state.combatants[actor], power.range)
    if power.range in ("self", "touch") or reach == 0:
        return 0
    distance = _distance(state, actor, command)
    return max(0, -(-distance // reach) - 1)


def befallen(
    state: State, actor: str, power: Power, command: Aimed, extended: Spread
) -> tuple[str, ...]:
    """Whom it befalls: its targets, as many as it reaches, or all it affects in its area."""
    aimed = (command.target or actor, *command.also)[: power.targets + extended.further]
    if power.area is None:
        there = (c for c in aimed if state.combatants[c].status not in GONE)
        return tuple(dict.fromkeys(there))
    radius = measured(state.combatants[actor], power.area) * (1 + extended.area)
    caught = command.caught or tuple(
        c.id for c in state.there for centre in aimed if _within(state, centre, c.id, radius)
    )
    centres = () if power.range == "self" and power.affects == "foes" else aimed
    all_of_them = dict.fromkeys((*centres, *caught))
    return tuple(c for c in all_of_them if _affected(state, actor, power, c))


def _cost(what: str, step: int, table: bool) -> int | None:
    if not table:
        return None if what == "damage" else EVEN
    costs = STEPS[what]
    return costs[step] if step < len(costs) else None


def _check_target(state: State, actor: str, power: Power, target: str) -> None:
    if power.affects == "foes":
        check_foe(state, actor, target)
        return
    combatant = state.combatants[target]
    if combatant.status in GONE:
        raise TargetGone(
            f"{target} is {combatant.status}: name somebody who is there.",
            target=target,
            target_status=combatant.status,
        )
    if power.affects == "allies" and combatant.side != state.combatants[actor].side:
        raise CannotTarget(
            f"{power.name} is for one's own side.", target=target, side=combatant.side
        )


def _affected(state: State, actor: str, power: Power, other: str) -> bool:
    combatant = state.combatants[other]
    if combatant.status in GONE:
        return False
    own = combatant.side == state.combatants[actor].side
    return power.affects == "anyone" or own == (power.affects == "allies")


def _distance(state: State, actor: str, command: Aimed) -> int:
    """To the farthest target by positions; without them, or a target, as told, else 0."""
    others = [t for t in (command.target, *command.also) if t is not None]
    if not others:
        return command.distance or 0
    return max(distance_to(state, actor, other, command.distance) or 0 for other in others)


def _within(state: State, centre: str, other: str, radius: int) -> bool:
    """Without positions those engaged with the centre are near it (ours)."""
    distance = distance_between(state, centre, other)
    if distance is None:
        return other == centre or other in state.combatants[centre].engaged
    return distance <= radius
