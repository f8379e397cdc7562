"""Tells a fight as it happens, on a terminal or into a file."""

import os
import re
import textwrap
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, TextIO

WIDTH = 96

BOLD, DIM = "1", "2"
FACE = "1;33"  # bright yellow
WELL, ILL = "1;32", "1;31"  # bright green, bright red
SIDES = ("91", "94", "92", "95")  # red, blue, green, magenta

NOTHING = ("", "0", "none")
FELL = {"down": "down", "dead": "dead", "left": "gone"}


def is_colourful(out: TextIO) -> bool:
    """Whether to write in colours: to a terminal that has them, unless NO_COLOR is set."""
    return out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class Teller:
    """Writes a fight down, entry by entry."""

    def __init__(self, out: TextIO, *, colourful: bool) -> None:
        self._out = out
        self._colourful = colourful
        self._colours: dict[str, str] = {}
        self._longest = 0, 0
        self._before: dict[str, Mapping[str, Any]] = {}

    def opening(self, encounter: Mapping[str, Any], about: Sequence[str], seed: str | None) -> None:
        """Who fights (`about`: a sentence on each), and how the dice fall."""
        self._meet(encounter)
        self._line(self._in(BOLD, encounter["name"]))
        self._line()
        for combatant, sentence in zip(encounter["combatants"], about, strict=True):
            self._text(f"  {self._who(combatant)}  {sentence}")
        self._line()
        if seed is None:
            self._text("Fair dice. Before the first one falls, the service is bound to them by:")
            for stream, digest in encounter["dice"]["commitments"].items():
                self._line(f"  {stream:<8}{digest}")
        else:
            self._text(
                f"The dice are seeded with {seed!r}, so everything can be foreseen: it is the same "
                "each time, to the last hash. With --fair nobody can foresee it."
            )

    def _meet(self, encounter: Mapping[str, Any]) -> None:
        """Everybody as they are now: what they are compared with next."""
        combatants = encounter["combatants"]
        self._before = {combatant["id"]: combatant for combatant in combatants}
        sides = list(dict.fromkeys(combatant["side"] for combatant in combatants))
        self._colours = {c["name"]: SIDES[sides.index(c["side"]) % len(SIDES)] for c in combatants}
        self._longest = max(len(c["name"]) for c in combatants), max(map(len, sides))

    def _who(self, combatant: Mapping[str, Any]) -> str:
        name, side = self._longest
        return f"{combatant['name']:<{name}}  {combatant['side']:<{side}}"

    def round(self, encounter: Mapping[str, Any]) -> None:
        """A new round, and how everybody stands."""
        self._heading(f"Round {encounter['round']}")
        combatants = encounter["combatants"]
        worth_telling = {
            name
            for combatant in combatants
            for name, value in combatant["state"].items()
            if _said(value) not in NOTHING
        }
        for combatant in combatants:
            style = "" if combatant["status"] == "active" else DIM
            line = f"  {self._who(combatant)}  {_standing(combatant, worth_telling)}"
            self._text(line, hanging=sum(self._longest) + 6, style=style)

    def intention(self, actor: str, label: str, odds: Mapping[str, Any]) -> None:
        """What somebody is about to do, and what it might come to."""
        about = "about " if odds["method"] == "estimate" else ""
        told = "; ".join(f"{o['label']}: {about}{_likelihood(o)}" for o in odds["outcomes"])
        self._line()
        name = self._before[actor]["name"]
        self._text(f"{name}: {label}? {told}.", indent=5, style=DIM)

    def entry(self, entry: Mapping[str, Any]) -> None:
        """What happened, and every die it took."""
        self._line()
        self._text(f"{entry['version']:>3}  {entry['summary']}", hanging=5)
        for die in entry["dice"]:
            sides = f"d{die['sides']}"
            face = self._in(FACE, f"{die['face']:>3}")
            self._line(f"       {sides:>5} {face}  {self._named(die['reason'])}")

    def changes(self, encounter: Mapping[str, Any]) -> None:
        """Whatever of anybody's state is no longer as it was."""
        for combatant in encounter["combatants"]:
            told = list(_differences(self._before.get(combatant["id"]), combatant))
            if told:
                style = ILL if combatant["status"] in FELL else BOLD
                changed = self._in(style, ", ".join(told))
                self._line(f"           => {self._named(combatant['name'])}: {changed}")
        self._meet(encounter)

    def end(self, encounter: Mapping[str, Any], verified: Mapping[str, Any], dice: int) -> None:
        """Who is left, and that nothing in the log was changed."""
        standing = " and ".join(encounter["standing"]) or "nobody"
        self._heading("The end")
        self._line(f"  Left standing: {self._in(BOLD, standing)}.")
        self._line(f"  {encounter['version']} entries, {encounter['round']} rounds, {dice} dice.")
        if verified["ok"]:
            self._line(
                f"  {self._in(WELL, 'Verified')}: {verified['redecided']} of {verified['entries']} "
                "entries decided again with their dice, every die drawn again."
            )
        else:
            difference = verified["first_difference"]
            self._line(
                f"  {self._in(ILL, 'Not verified')}: entry {difference['version']}: "
                f"{difference['detail']}."
            )
        self._line(f"  Head of the chain: {verified['head']}")

    def _heading(self, text: str) -> None:
        self._line()
        self._line(self._in(BOLD, f"-- {text} ".ljust(WIDTH, "-")))

    def _text(self, text: str, *, indent: int = 0, hanging: int = 0, style: str = "") -> None:
        """A text in lines of the width, coloured after they were broken."""
        first, rest = " " * indent, " " * (indent + hanging)
        for line in textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest):
            self._line(self._in(style, line) if style else self._named(line))

    def _named(self, text: str) -> str:
        """The text with everybody's name in the colour of the side."""
        if not self._colourful or not self._colours:
            return text
        names = "|".join(re.escape(name) for name in sorted(self._colours, key=len, reverse=True))
        return re.sub(
            rf"(?<!\w)({names})(?!\w)",
            lambda found: self._in(self._colours[found[0]], found[0]),
            text,
        )

    def _in(self, style: str, text: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self._colourful else text

    def _line(self, text: str = "") -> None:
        self._out.write(f"{text}\n")


def _likelihood(outcome: Mapping[str, Any]) -> str:
    """How likely something is; how much there is of it on average, if there can be more than 1."""
    if max(amount["amount"] for amount in outcome["distribution"]) > 1:
        return f"{outcome['mean']['value']:.1f} on average"
    chance = outcome["chance"]["value"]
    return "under 1%" if chance < 0.01 else f"{chance:.0%}"


def _standing(combatant: Mapping[str, Any], worth_telling: Container[str]) -> str:
    """How someone is now: status, conditions, and what of the state is worth telling."""
    told = [FELL[combatant["status"]]] if combatant["status"] in FELL else []
    told += [
        f"{name} {said}"
        for name, value in combatant["state"].items()
        if name in worth_telling and (said := _said(value)) not in ("", "none")
    ]
    told += [condition["name"] for condition in combatant["conditions"]]
    return ", ".join(told)


def _differences(before: Mapping[str, Any] | None, now: Mapping[str, Any]) -> Iterator[str]:
    if before is None:
        yield f"joins the {now['side']}"
        return
    for name, value in now["state"].items():
        was, said = _said(before["state"].get(name)), _said(value)
        if was != said:
            yield f"{name} {was or 'none'} -> {said or 'none'}"
    had = [condition["name"] for condition in before["conditions"]]
    has = [condition["name"] for condition in now["conditions"]]
    yield from (name for name in has if name not in had)
    yield from (f"no longer {name}" for name in had if name not in has)
    if now["status"] != before["status"]:
        yield FELL.get(now["status"], "up again")


def _said(value: Any) -> str:
    """A value of a state in a few words; nothing for what isn't there."""
    match value:
        case None | False | "" | [] | {}:
            return ""
        case True:
            return "yes"
        case Mapping():
            return " ".join(f"{name} {_said(part)}" for name, part in value.items() if _said(part))
        case Sequence() if not isinstance(value, str):
            return " ".join(filter(None, map(_said, value)))
        case _:
            return str(value)
