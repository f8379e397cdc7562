"""Rolling an amount of a row: `2`, `1d10`, `1d10-TB` (see `effects.py`)."""

import re

from app.engine.dice import Dice
from app.rules.wfrp4.fields import CharacteristicName
from app.rules.wfrp4.sheet import Sheet

BONUSES: dict[str, CharacteristicName] = {"SB": "s", "TB": "t", "WPB": "wp"}
_BONUS = re.compile(r"[+-][A-Z]+")


def amount_of(
    dice: Dice, amount: str, sheet: Sheet, purpose: str, subject: str, least: int = 0
) -> int:
    """What an amount comes to for one with this sheet, at least `least`."""
    bonuses = sum(
        sheet.bonus(BONUSES[term[1:]]) * (-1 if term[0] == "-" else 1)
        for term in _BONUS.findall(amount)
    )
    rest = _BONUS.sub("", amount)
    rolled = dice.total(rest, purpose, subject=subject).value if "d" in rest else _sum(rest)
    return max(least, rolled + bonuses)


def _sum(numbers: str) -> int:
    return sum(int(number) for number in re.findall(r"[+-]?\d+", numbers))
