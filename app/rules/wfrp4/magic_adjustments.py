"""What a game master may change of magic and sin."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.engine.tally import total
from app.rules.wfrp4.aiming import known
from app.rules.wfrp4.casting_numbers import full_number
from app.rules.wfrp4.state import Channelled, Fighter, Magic


def magic_of(fighter: Fighter) -> Mapping[str, Any]:
    """What is channelled, and Sin."""
    channelled = fighter.magic.channelled
    return {
        "channelled": None
        if channelled is None
        else {"spell": channelled.spell, "sl": channelled.sl, "full": channelled.full},
        "sin": fighter.magic.sin,
    }


def take_magic(fighter: Fighter, wanted: dict[str, Any]) -> Magic:
    """The magic as changed; takes what it knows of out of `wanted`. Raises UnknownPower."""
    magic = replace(fighter.magic, sin=wanted.pop("sin", fighter.magic.sin))
    if "channelled" not in wanted:
        return magic
    name = wanted.pop("channelled")
    if name is None:
        return replace(magic, channelled=None)
    spell = known(fighter.sheet.spells, name, fighter.id)
    full = Channelled(spell=spell.name, sl=total(full_number(spell)), full=True)
    return replace(magic, channelled=full)


def with_sheet(before: Fighter, after: Fighter, *, setup: bool) -> Magic:
    """The magic on another sheet: what isn't on it any more isn't channelled either."""
    magic, channelled = after.magic, after.magic.channelled
    names = {spell.name for spell in after.sheet.spells}
    if channelled is not None and channelled.spell not in names:
        magic = replace(magic, channelled=None)
    if setup and magic.sin == before.sheet.sin:
        magic = replace(magic, sin=after.sheet.sin)
    return magic
