"""Kinds of attack: which there are, and who can make them (SD-KIND-1)."""

from app.rules.desdaemona.refusals import UnknownKind
from app.rules.desdaemona.sheet import Sheet
from app.rules.desdaemona.state import Fighter, Options


def named_kind(options: Options, name: str) -> str | None:
    """The kind of a name, or of a text command's code, however it is spelled."""
    folded = name.casefold().replace(" ", "_").replace("-", "_")
    if folded in options.kinds:
        return folded
    return next((k for k, kind in options.kinds.items() if kind.code == folded), None)


def missing_stats(options: Options, fighter: Fighter, kind: str) -> list[str]:
    """The stats that an attack of a kind is rolled by and the sheet doesn't have."""
    known = {"STA", *fighter.sheet.stats}
    return [stat for stat in options.kinds[kind].attack if stat not in known]


def check_kinds(options: Options, sheet: Sheet) -> None:
    """Raises UnknownKind when something on the sheet is of a kind that there isn't."""
    named = {
        *(kind for weapon in sheet.weapons for kind in weapon.kinds),
        *(kind for thing in sheet.constant for kind in thing.kinds),
        *(spell.kind for spell in sheet.spells),
    }
    for kind in sorted(named):
        if kind not in options.kinds:
            raise unknown_kind(options, kind)


def unknown_kind(options: Options, kind: str) -> UnknownKind:
    """The refusal of a kind that there isn't."""
    return UnknownKind(
        f"There is no kind of attack {kind!r}: it is one of {', '.join(options.kinds)}.",
        kind=kind,
        kinds=list(options.kinds),
    )
