"""The words that the bot Desdaemona knows, beside those of the actions (SD-CMD-1, SD-CMD-2)."""

from collections.abc import Iterator, Sequence

from app.engine.text.words import Word
from app.rules.desdaemona.commands import Attack, RollDefence, RollInit
from app.rules.desdaemona.state import Options


def words(options: Options) -> Sequence[Word]:
    """`!cast`, `!init`, and for each kind that has a code `!clophyatk` and `!clophydef`."""
    return (
        Word(name="cast", command=Attack, first="spell", summary="Attack with a spell."),
        Word(name="init", command=RollInit, summary="Roll an initiative that changes no order."),
        *_of_kinds(options),
    )


def _of_kinds(options: Options) -> Iterator[Word]:
    for name, kind in options.kinds.items():
        if kind.code is None:
            continue
        said, called = {"kind": name}, name.replace("_", " ")
        thing = "spell" if name.endswith("magical") else "weapon"
        yield Word(
            name=f"{kind.code}atk",
            command=Attack,
            says=said,
            links={"with": thing},
            summary=f"A {called} attack.",
        )
        yield Word(
            name=f"{kind.code}def",
            command=RollDefence,
            says=said,
            summary=f"Roll a {called} defence that nobody has asked for.",
        )
