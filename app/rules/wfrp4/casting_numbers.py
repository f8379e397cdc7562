"""What a casting is made against, and what any face of it comes to (WF-CAST-1)."""

from collections.abc import Hashable
from dataclasses import dataclass, replace

from app.engine.tally import Line, Lines, Tally, tally, total
from app.rules.wfrp4.fields import Location
from app.rules.wfrp4.magic_commands import Cast, CriticalUse
from app.rules.wfrp4.missiles import missile_wounds
from app.rules.wfrp4.rolled import Rolled, those_that_count
from app.rules.wfrp4.rolls import Side, plain_side, said
from app.rules.wfrp4.spells import Spell
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.tables.locations import BODY, BY_FACE, NAMES
from app.rules.wfrp4.tables.talents import INSTINCTIVE_DICTION

MAGICK = "language (magick)"
GRIMOIRE = 2  # times the CN
METAL = "metal"  # the lore that metal doesn't hinder
WITCHCRAFT = "witchcraft"  # the lore that always miscasts
MALIGN = 8  # on the units die, under malignant influence
TENS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A casting up to its die: whose, of what, against what, and whom it would hurt."""

    caster: Fighter
    spell: Spell
    command: Cast
    side: Side
    cn: Tally
    channelled: bool
    state: State
    targets: tuple[Fighter, ...]

    def cast(self, test: Rolled) -> bool:
        """Whether it is cast: by its SL, or by the power of a critical."""
        return self.suffices(test) or self.critical_use(test) == "power"

    def suffices(self, test: Rolled) -> bool:
        """Whether its SL reach the CN."""
        return test.passed and test.sl.total >= self.cn.total

    def critical_use(self, test: Rolled) -> CriticalUse | None:
        """What a critical is used for."""
        if not test.critical:
            return None
        if self.command.critical is not None:
            return self.command.critical
        if not self.suffices(test):
            return "power"
        return "wound" if self.spell.damage is not None else "force"

    def miscasts(self, test: Rolled) -> int:
        """How much goes wrong: each of these counts one, an ingredient takes one off (WF-MIS-1)."""
        face = test.face or 0
        careful = self.caster.sheet.talent(INSTINCTIVE_DICTION) > 0
        against = (
            test.critical and not careful,
            test.fumble,
            not self.cast(test) and self.channelled,
            self.state.options.malignant_influence and face % TENS == MALIGN,
            self.lore == WITCHCRAFT,
        )
        return max(0, sum(against) - self.command.ingredient)

    @property
    def lore(self) -> str:
        """The wind of the spell."""
        return (self.spell.lore or "").casefold()

    def comes_to(self, test: Rolled) -> Hashable:
        """All of a roll that anything hangs on."""
        if not self.cast(test):
            return False, self.miscasts(test)
        return (
            test.sl.total,
            self.critical_use(test),
            self.miscasts(test),
            self._where(test, place_of(test)),
        )

    def rolled(self, face: int) -> Rolled:
        """The test a face makes."""
        return self.side.rolled(face, self.state.options)

    def _where(self, test: Rolled, place: Location) -> Hashable:
        """Where it lands, as far as that matters: for armour, or for a critical wound."""
        if self.spell.damage is None:
            return None
        wounds = tuple(
            missile_wounds(self.state.options, self.caster, target, self.spell, test, place)[1]
            for target in self.targets
        )
        past = any(w >= t.wounds for w, t in zip(wounds, self.targets, strict=True))
        critical = self.critical_use(test) == "wound"
        return wounds, place if past or critical else None


def attempt(state: State, command: Cast, spell: Spell, targets: tuple[str, ...]) -> Attempt:
    """A casting as things are now."""
    caster = state.combatants[str(command.actor)]
    channelled = caster.magic.channelled
    of_this = channelled is not None and channelled.spell == spell.name
    return Attempt(
        caster=caster,
        spell=spell,
        command=command,
        side=magick_side(state, caster.id, spell.lore, *said(command)),
        cn=casting_number(state, caster, spell),
        channelled=of_this,
        state=state,
        targets=tuple(state.combatants[target] for target in targets),
    )


def casting_number(state: State, caster: Fighter, spell: Spell) -> Tally:
    """The CN: twice from a grimoire, nothing or less of what was channelled."""
    printed = full_number(spell)
    full, less = total(printed), 0
    channelled = caster.magic.channelled
    if channelled is not None and channelled.spell == spell.name:
        if state.options.channelled_cast == "reduced":
            less = min(full, channelled.sl)
        elif channelled.full:
            less = full
    return tally((*printed, *those_that_count(Line("channelled", -less))))


def full_number(spell: Spell) -> Lines:
    """The CN as it is printed, twice from a grimoire."""
    grimoire = 0 if spell.memorised else spell.cn * (GRIMOIRE - 1)
    return (Line("casting number", spell.cn), *those_that_count(Line("grimoire", grimoire)))


def magick_side(state: State, combatant: str, lore: str | None, *more: Line) -> Side:
    """Language (Magick): Advantage helps, metal on the body hinders, as its lore has it."""
    side = plain_side(state, combatant, MAGICK, *more, fights=True)
    return replace(side, always=metal_lines(state, state.combatants[combatant], lore))


def metal_lines(state: State, fighter: Fighter, lore: str | None) -> tuple[Line, ...]:
    """-1 SL for each AP of metal on the location that has most of it."""
    if not state.options.armour_hinders_magic or (lore or "").casefold() == METAL:
        return ()
    worn = max(
        sum(points for piece, points in fighter.armour_at(place) if piece.metal) for place in NAMES
    )
    return those_that_count(Line("metal armour", -worn))


def place_of(test: Rolled) -> Location:
    """Where a magic missile lands: the casting roll with its digits swapped."""
    return BODY if test.face is None else BY_FACE[test.face - 1]
