"""What an attack is made against: every modifier a named line (WF-ATT-1, WF-ATT-2, WF-ATT-7)."""

from collections.abc import Iterable, Iterator

from app.engine.tally import Line
from app.rules.wfrp4.arms import skill_used
from app.rules.wfrp4.commands import Attack
from app.rules.wfrp4.gear import Weapon
from app.rules.wfrp4.numbers import advantage_line, number, skill_value, talent_lines
from app.rules.wfrp4.ranges import BAND_MODIFIERS, size_modifier
from app.rules.wfrp4.rolled import those_that_count
from app.rules.wfrp4.rolls import Side
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.tables.ladders import COVER, CROWDS, LIGHT, REACH_ORDER
from app.rules.wfrp4.tables.situations import ATTACK, ATTACK_PER_LEVEL, DEAFENED_BEHIND
from app.rules.wfrp4.tables.talents import AMBIDEXTROUS

PARRYING = "parry"  # the group of weapons that are made for the off hand
EASED_A_LEVEL = 10  # by Ambidextrous


def attack_side(
    state: State, command: Attack, weapon: Weapon, band: str | None, *more: Line
) -> Side:
    """The attacker's side of an attack with a weapon as it is used."""
    actor = state.combatants[str(command.actor)]
    target = state.combatants[command.target]
    skill = skill_used(actor, weapon)
    in_melee = weapon.kind == "melee"
    lines = (
        _melee(state, command, actor, target, weapon)
        if in_melee
        else _ranged(state, command, actor, target, weapon, band)
    )
    by_size = 0 if in_melee else max(0, size_modifier(target.sheet.size))
    craft = weapon.rating("practical") - weapon.rating("unreliable")
    return Side(
        number=number(
            state.options,
            actor,
            skill,
            advantage_line(state.advantage_of(actor.id)),
            *lines,
            *_either(command, actor, weapon),
            *more,
            arms=actor.arms_of(weapon),
        ),
        skill=skill_value(actor, skill),
        always=those_that_count(Line("imprecise", -weapon.rating("imprecise"))),
        on_success=(
            *those_that_count(Line("precise", weapon.rating("precise"))),
            *talent_lines(state.options, actor, skill),
        ),
        on_failure=those_that_count(Line("craft", craft)),
        size=by_size,
        impale=weapon.rating("impale") > 0,
        dangerous=weapon.rating("dangerous") > 0,
    )


def _either(command: Attack, actor: Fighter, weapon: Weapon) -> Iterator[Line]:
    """In melee and from afar."""
    if command.called is not None:
        yield Line("called shot", ATTACK["called shot"])
    yield off_hand(actor, weapon)
    for modifier in command.modifiers:
        yield Line(modifier.name, modifier.value)


def off_hand(actor: Fighter, weapon: Weapon) -> Line:
    """-20, less by Ambidextrous; weapons made for it have none."""
    if "left arm" not in actor.arms_of(weapon) or weapon.hands > 1 or weapon.group == PARRYING:
        return Line("off hand", 0)
    eased = EASED_A_LEVEL * actor.sheet.talent(AMBIDEXTROUS)
    return Line("off hand", min(0, ATTACK["off hand"] + eased))


def _melee(
    state: State, command: Attack, actor: Fighter, target: Fighter, weapon: Weapon
) -> Iterator[Line]:
    for condition in ("prone", "surprised"):
        if target.level(condition):
            yield _line(f"target {condition}")
    if blinded := target.level("blinded"):
        yield Line("target blinded", ATTACK_PER_LEVEL["target blinded"] * blinded)
    if target.sheet.size_step > actor.sheet.size_step:
        yield _line("larger target")
    if command.from_behind:
        yield _line("from behind")
        if target.level("deafened"):
            yield Line("target deafened", DEAFENED_BEHIND)
    if command.mounted:
        yield _line("mounted")
    long = REACH_ORDER.index(weapon.reach) >= REACH_ORDER.index("long")
    if command.against_rider and not long:
        yield _line("against a rider")
    if state.options.weapon_length and _shorter(weapon, target):
        yield _line("shorter weapon")
    if state.options.outnumbering:
        yield from _outnumbering(state, actor, target)
    if command.type == "charge" and state.options.advantage == "group":
        yield _line("charge")  # WF-ADV-1: instead of Advantage


def _ranged(
    state: State,
    command: Attack,
    actor: Fighter,
    target: Fighter,
    weapon: Weapon,
    band: str | None,
) -> Iterator[Line]:
    modifier = BAND_MODIFIERS[band] if band is not None else 0
    engaged = in_sight(state, actor.engaged)
    yield Line(f"{band} range", min(0, modifier) if engaged else modifier)
    if actor.moved:
        yield _line("moved this turn")
    if others_engaged(state, actor, target):
        yield _line("target engaged")
    yield Line(f"{target.sheet.size} target", size_modifier(target.sheet.size))
    yield Line("crowd", next((value for least, value in CROWDS if command.crowd >= least), 0))
    if actor.aiming:
        yield _line("aimed")
    yield Line(f"{command.cover} cover", COVER[command.cover])
    yield Line(command.light, LIGHT[command.light])
    if weapon.rating("accurate"):
        yield _line("accurate")


def in_sight(state: State, combatants: Iterable[str]) -> tuple[str, ...]:
    """Those who aren't hidden: nothing that all may see follows from the others."""
    return tuple(c for c in combatants if not state.combatants[c].hidden)


def others_engaged(state: State, actor: Fighter, target: Fighter) -> tuple[str, ...]:
    """Whom the one that is shot at is seen to be engaged with, beside the shooter."""
    return tuple(other for other in in_sight(state, target.engaged) if other != actor.id)


def _outnumbering(state: State, actor: Fighter, target: Fighter) -> Iterator[Line]:
    """How many are seen on the target, against those with it; the larger count for more."""
    near = in_sight(state, target.engaged)
    ours = {actor.id, *(c for c in near if state.combatants[c].side == actor.side)}
    theirs = {target.id}
    for one in ours:
        foes = in_sight(state, state.combatants[one].engaged)
        theirs |= {c for c in foes if state.combatants[c].side == target.side}
    many, few = _heads(state, ours), _heads(state, theirs)
    if many >= 3 * few:
        yield _line("outnumbering 3 to 1")
    elif many >= 2 * few:
        yield _line("outnumbering 2 to 1")


def _heads(state: State, combatants: set[str]) -> int:
    """Each counts for one, and one more a step over Average."""
    average = 3
    steps = (state.combatants[c].sheet.size_step - average for c in combatants)
    return sum(1 + max(0, more) for more in steps)


def _shorter(weapon: Weapon, target: Fighter) -> bool:
    theirs = (REACH_ORDER.index(w.reach) for w in target.in_hand if w.kind == "melee")
    return REACH_ORDER.index(weapon.reach) < max(theirs, default=0)


def _line(situation: str) -> Line:
    return Line(situation, ATTACK[situation])
