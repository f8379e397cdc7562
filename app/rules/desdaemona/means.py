"""What an attack is made with: its kind, and a weapon or a spell (SD-KIND-1, SD-SWITCH-1)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from app.engine.tally import Line, Lines
from app.rules.desdaemona.commands import Attack
from app.rules.desdaemona.events import DamageChange
from app.rules.desdaemona.kinds import missing_stats, named_kind, unknown_kind
from app.rules.desdaemona.refusals import (
    NoSuchStat,
    UnknownSpell,
    UnknownWeapon,
    WeaponOrSpell,
    WrongKind,
)
from app.rules.desdaemona.sheet import Spell, Weapon
from app.rules.desdaemona.state import Fighter, Options


@dataclass(frozen=True, slots=True)
class Means:
    """A kind, and what counts in its attacks beside items and skills: weapons or a spell.

    `weapons`: the one in hand; behind it the second, where a skill brings it into play.
    """

    kind: str
    weapons: tuple[Weapon, ...] = ()
    spell: Spell | None = None

    @property
    def name(self) -> str | None:
        """Of the weapon or the spell."""
        things = self._things
        return things[0].name if things else None

    @property
    def modifiers(self) -> Lines:
        """What it adds to the attack (SD-ROLL-3)."""
        return tuple(Line(thing.name, by) for thing in self._things for by in thing.attack if by)

    def damage(self, fighter: Fighter) -> tuple[DamageChange, ...]:
        """What it and all else does to the damage roll (SD-DMG-2)."""
        constant = (thing for thing in fighter.sheet.constant if thing.counts_for(self.kind))
        of_things = (
            DamageChange(name=thing.name, times=m.times, plus=m.plus, respects_cap=m.respects_cap)
            for thing in (*self._things, *constant)
            for m in thing.damage
        )
        of_conditions = (
            DamageChange(name=condition.name, times=1, plus=plus, respects_cap=False)
            for condition in fighter.conditions
            if (plus := condition.change("damage", self.kind))
        )
        return (*of_things, *of_conditions)

    @property
    def _things(self) -> tuple[Weapon | Spell, ...]:
        return self.weapons if self.spell is None else (self.spell,)


def means_of(options: Options, fighter: Fighter, command: Attack) -> Means:
    """What a settled attack is made with. Refuses what isn't on the sheet, or not of its kind."""
    if command.weapon is not None and command.spell is not None:
        raise WeaponOrSpell("An attack is made with a weapon or a spell: leave one out.")
    spell, weapon = _spell(fighter, command.spell), _weapon(fighter, command.weapon)
    thing: Spell | Weapon | None = spell or weapon
    kind = None if command.kind is None else named_kind(options, command.kind)
    if kind is None:
        raise unknown_kind(options, command.kind or "")
    kinds = _kinds(thing)
    if thing is not None and kind not in kinds:
        raise WrongKind(
            f"{thing.name} is for {' or '.join(kinds)}, not for {kind}.",
            kind=kind,
            kinds=list(kinds),
        )
    _check_stats(options, fighter, kind)
    return Means(kind, () if weapon is None else (weapon, *_second(fighter, kind, weapon)), spell)


def possible(options: Options, fighter: Fighter) -> Iterator[Means]:
    """All that a fighter can attack with: kind by kind its weapons, or nothing; then spells."""
    kinds = [kind for kind in options.kinds if not missing_stats(options, fighter, kind)]
    for kind in kinds:
        fitting = [weapon for weapon in fighter.sheet.weapons if kind in weapon.kinds]
        for weapon in fitting:
            yield Means(kind, (weapon,))
        if not fitting:
            yield Means(kind)
        for spell in fighter.sheet.spells:
            if spell.kind == kind:
                yield Means(kind, (), spell)


def settled_means(options: Options, fighter: Fighter, command: Attack) -> Attack:
    """The command with kind, weapon and spell as sheet and options spell them; never refuses.

    A kind left out is that of the spell or weapon named, else the first the fighter can attack by;
    a weapon left out is its first of the kind.
    """
    sheet = fighter.sheet
    spells = {spell.name.casefold(): spell for spell in sheet.spells}
    weapons = {weapon.name.casefold(): weapon for weapon in sheet.weapons}
    spell = spells.get((command.spell or "").casefold())
    weapon = weapons.get((command.weapon or "").casefold())
    kind = command.kind and (named_kind(options, command.kind) or command.kind)
    if kind is None:
        able = [k for k in options.kinds if not missing_stats(options, fighter, k)]
        kind = (*_kinds(spell or weapon), *able, *options.kinds)[0]
    if weapon is None and command.weapon is None and command.spell is None:
        weapon = next((w for w in sheet.weapons if kind in w.kinds), None)
    return replace(
        command,
        kind=kind,
        weapon=command.weapon if weapon is None else weapon.name,
        spell=command.spell if spell is None else spell.name,
    )


def _check_stats(options: Options, fighter: Fighter, kind: str) -> None:
    """Refuses an attack by a stat that isn't on the sheet."""
    missing = missing_stats(options, fighter, kind)
    if missing:
        raise NoSuchStat(
            f"{fighter.id} has no {' and no '.join(missing)}: {kind} attacks are rolled by "
            f"{' and '.join(options.kinds[kind].attack)}.",
            kind=kind,
            missing=missing,
        )


def _kinds(thing: Spell | Weapon | None) -> tuple[str, ...]:
    match thing:
        case Spell():
            return (thing.kind,)
        case Weapon():
            return thing.kinds
        case None:
            return ()


def _weapon(fighter: Fighter, name: str | None) -> Weapon | None:
    if name is None:
        return None
    for weapon in fighter.sheet.weapons:
        if weapon.name.casefold() == name.casefold():
            return weapon
    raise UnknownWeapon(
        f"{fighter.id} has no weapon {name!r}.",
        weapon=name,
        weapons=[w.name for w in fighter.sheet.weapons],
    )


def _spell(fighter: Fighter, name: str | None) -> Spell | None:
    if name is None:
        return None
    for spell in fighter.sheet.spells:
        if spell.name.casefold() == name.casefold():
            return spell
    raise UnknownSpell(
        f"{fighter.id} knows no spell {name!r}.",
        spell=name,
        spells=[s.name for s in fighter.sheet.spells],
    )


def _second(fighter: Fighter, kind: str, first: Weapon) -> Iterator[Weapon]:
    """The next weapon of the kind, where a skill brings it into play (SD-DUAL-1)."""
    if any(skill.second_weapon and skill.counts_for(kind) for skill in fighter.sheet.skills):
        others = (w for w in fighter.sheet.weapons if w is not first and kind in w.kinds)
        yield from islice(others, 1)
