"""A roll on the miscast table (TI-MIS-2): which row comes up. What it does comes after."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.rules.tides_of_ichor.options import Options
from app.rules.tides_of_ichor.spell_events import MiscastRolled
from app.rules.tides_of_ichor.spells import Spell
from app.rules.tides_of_ichor.state import State
from app.rules.tides_of_ichor.tables.miscast import MISCASTS

SIDES_A_LEVEL = 5  # TI-MIS-2: of the option d5_per_level


def roll_row(
    scene: Scene[State],
    dice: Dice,
    caster: str,
    spell: Spell,
    *,
    target: str | None = None,
    zone: int | None = None,
    in_hand: bool = True,
    never: int | None = None,
) -> None:
    """Rolls until a row other than `never` comes up; it will happen next.

    `in_hand`: whether there is a spell that a row could let go off.
    """
    options = scene.state.options
    notation, level = _notation(options, spell)
    bonus = scene.state.combatants[caster].sheet.miscast_roll_bonus
    again = True
    while again:
        rolled = dice.total(notation, "miscast-row", subject=caster)
        total = rolled.value + level + bonus
        row = MISCASTS.nearest(total)
        again = row.first == never
        scene.record(
            MiscastRolled(
                caster=caster,
                spell=spell,
                target=target,
                zone=zone,
                in_hand=in_hand,
                notation=notation,
                faces=rolled.faces,
                level=level,
                bonus=bonus,
                total=total,
                row=row.first,
                title=row.title,
                again=again,
            )
        )


def _notation(options: Options, spell: Spell) -> tuple[str, int]:
    """The die of the option `miscast_roll`, and what of the spell's level is added to it."""
    match options.miscast_roll:
        case "d6_plus_level":
            return "1d6", spell.level
        case "d30":
            return "1d30", 0
        case "d5_per_level":
            return f"1d{SIDES_A_LEVEL * spell.level}", 0
