"""What every test is made against, as named lines (WF-TEST-1, WF-COND-1)."""

from app.engine.tally import Line, Lines, Tally, tally, total
from app.rules.wfrp4.conditions import Condition
from app.rules.wfrp4.fields import CharacteristicName, Location
from app.rules.wfrp4.injuries import penalties
from app.rules.wfrp4.options import Options
from app.rules.wfrp4.refusals import UnknownSkill
from app.rules.wfrp4.rolled import those_that_count
from app.rules.wfrp4.sheet import Skill
from app.rules.wfrp4.state import Fighter
from app.rules.wfrp4.tables.conditions import HEEDLESS
from app.rules.wfrp4.tables.situations import ADVANTAGE
from app.rules.wfrp4.tables.skills import TESTED

MOST, LEAST = 60, -30  # option modifier_cap


def base_of(skill: str) -> str:
    """A skill without its group: `Melee (Basic)` is `melee`."""
    return skill.partition("(")[0].strip().casefold()


def own_skill(fighter: Fighter, skill: str) -> Skill | None:
    """A skill as it is on the sheet; None if it isn't."""
    name = skill.casefold()
    return next((s for s in fighter.sheet.skills if s.name.casefold() == name), None)


def skill_lines(fighter: Fighter, skill: str) -> Lines:
    """Characteristic + advances; an unlisted skill is the bare characteristic.

    Raises UnknownSkill for one that is neither in the table nor on the sheet.
    """
    own, known = own_skill(fighter, skill), TESTED.get(base_of(skill))
    characteristic: CharacteristicName | None = own.characteristic if own else None
    if characteristic is None and known is not None:
        characteristic = known[0]
    if characteristic is None:
        raise UnknownSkill(
            f"{fighter.id} has no skill {skill!r}: put it on the sheet with its characteristic.",
            skill=skill,
            known=[*TESTED, *(s.name for s in fighter.sheet.skills)],
        )
    points = Line(characteristic, getattr(fighter.sheet, characteristic))
    return (points, *those_that_count(Line(skill.casefold(), own.advances if own else 0)))


def skill_value(fighter: Fighter, skill: str) -> int:
    """A skill without modifiers: it settles ties (WF-OPP-1)."""
    return total(skill_lines(fighter, skill))


def number(
    options: Options, fighter: Fighter, skill: str, *more: Line, arms: tuple[Location, ...] = ()
) -> Tally:
    """The number to roll at or under: skill, armour that hinders, conditions, injuries, `more`.

    `arms`: those it is done with.
    """
    base = base_of(skill)
    worn = (
        Line(piece.name, piece.penalty)
        for piece in fighter.sheet.armour
        if piece.hinders is not None and piece.hinders.casefold() == base
    )
    known = TESTED.get(base)
    kinds = known[1] if known is not None else ()
    own = skill_lines(fighter, skill)
    granted = _granted(fighter, own[0].name)
    felt = () if fighter.level(HEEDLESS) else fighter.injuries
    hurt = penalties(felt, base, own[0].name, *kinds, arms=arms)
    modifiers = (
        *worn,
        *granted,
        *hindrances(options, fighter, kinds),
        *hurt,
        *those_that_count(*more),
    )
    return tally((*own, *_capped(options, modifiers)))


def _granted(fighter: Fighter, characteristic: str) -> Lines:
    """What blessings add to tests of a characteristic."""
    return tuple(
        Line(name, change.change)
        for name, granted in fighter.granted
        for change in granted.changes
        if change.characteristic == characteristic
    )


def hindrances(options: Options, fighter: Fighter, kinds: tuple[str, ...]) -> Lines:
    """What conditions take off a test of such kinds: the worst, or all (WF-COND-1)."""
    found = [
        Line(c.name, c.row.penalty * c.level)
        for c in fighter.conditions
        if c.row is not None and c.row.penalty and _hinders(c, kinds)
    ]
    if options.condition_penalties == "worst" and found:
        return (min(found, key=lambda line: line.value),)
    return tuple(found)


def advantage_line(levels: int) -> Line:
    """+10 a level on combat tests (WF-ADV-1)."""
    return Line("advantage", ADVANTAGE * levels)


def talent_lines(options: Options, fighter: Fighter, skill: str) -> Lines:
    """+1 SL a level on successes, of talents that name the skill."""
    if not options.talents_help:
        return ()
    name = skill.casefold()
    return tuple(
        Line(t.name, t.level)
        for t in fighter.sheet.talents
        if t.skill is not None and t.skill.casefold() in (name, base_of(name))
    )


def _hinders(condition: Condition, kinds: tuple[str, ...]) -> bool:
    row = condition.row
    if row is None or set(row.but) & set(kinds):
        return False
    return "all" in row.hinders or bool(set(row.hinders) & set(kinds))


def _capped(options: Options, modifiers: Lines) -> Lines:
    """*Option* `modifier_cap`."""
    if not options.modifier_cap:
        return modifiers
    sum_of = total(modifiers)
    over = max(LEAST, min(MOST, sum_of)) - sum_of
    return (*modifiers, *those_that_count(Line("modifier cap", over)))
