"""Every way to hold what one has (WF-GEAR-1)."""

from app.rules.wfrp4.gear import Weapon
from app.rules.wfrp4.state import Fighter
from app.rules.wfrp4.tables.weapons import UNARMED

HANDS = 2


def grips(fighter: Fighter) -> list[tuple[str, str | None]]:
    """A weapon alone, or with another that leaves it a hand; as far as the arms are whole."""
    hands = fighter.hands
    usable = [w for w in fighter.usable if _can_hold(fighter, w)]
    seconds = [w for w in usable if w.kind == "melee" and w.name.casefold() != UNARMED]
    found: list[tuple[str, str | None]] = [(w.name, None) for w in usable]
    found += [
        (main.name, off.name)
        for main in usable
        for off in seconds
        if off is not main and 0 < off.hands <= hands - max(1, main.hands)
    ]
    return found


def _can_hold(fighter: Fighter, weapon: Weapon) -> bool:
    """Whether its hands suffice, and a broken arm bears it; fists are there without hands."""
    if weapon.name.casefold() == UNARMED:
        return True
    two_handed = weapon.hands >= HANDS
    return weapon.hands <= fighter.hands and not (two_handed and fighter.hindered("no_two_handed"))
