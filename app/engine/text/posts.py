"""Where text commands stand in a post, and what is left alone around them.

A command is `!` and a word, and goes on to the end of its line, or to the next command, a bracket
or another mark that closes what was opened before it, or a ` # ` before a remark. What somebody
quotes of an earlier post isn't said again: lines that begin with `>`, and all between `[quote]` and
`[/quote]`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_QUOTED_LINE = re.compile(r"^[^\S\n]*>[^\n]*", re.MULTILINE)
_QUOTE_TAG = re.compile(r"\[(/?)quote\b[^\[\]\n]*\]", re.IGNORECASE)
_COMMAND = re.compile(r"(?<![^\W_])(?<![!?])!(?P<word>[A-Za-z][A-Za-z0-9_-]*)")
_PIECE = re.compile(
    r"""[^\S\n]*(?:
        (?<=[\s,=:]) (?: "(?P<straight>[^"\n]{0,250})" | “(?P<curly>[^”\n]{0,250})” ) |
        (?P<plain> , | [^\s,"“()\[\]{}<>*`~|]+ )
    )""",
    re.VERBOSE,
)
MAX_QUOTED = 250  # characters between quotation marks
_PUNCTUATION = ".,;:!?…'_"
_REMARK = "#"


@dataclass(frozen=True, slots=True)
class Place:
    """A part of a text: its characters from `start` up to, and without, `end`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A word of a command, a comma, or what stands in quotation marks (without them)."""

    text: str
    place: Place
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """A command as it stands in a post: its word without the `!`, and the pieces that follow."""

    word: str
    place: Place
    pieces: tuple[Piece, ...]


def commands_in(post: str) -> list[Said]:
    """Every command of a post, in order."""
    fresh = _without_quotations(post)
    said: list[Said] = []
    match = _COMMAND.search(fresh)
    while match is not None:
        pieces = _unpunctuated(list(_pieces(fresh, match.end())))
        end = pieces[-1].place.end if pieces else match.end()
        said.append(Said(match["word"], Place(match.start(), end), tuple(pieces)))
        match = _COMMAND.search(fresh, end)
    return said


def line_and_column(text: str, at: int) -> tuple[int, int]:
    """Where a character stands, both counted from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _without_quotations(post: str) -> str:
    """The post with line breaks in place of all that is quoted, so that places stay as they are."""
    post = _QUOTED_LINE.sub(lambda match: "\n" * len(match[0]), post)
    kept, depth, at = "", 0, 0
    for tag in _QUOTE_TAG.finditer(post):
        if depth == 0:
            kept += post[at : tag.start()]
            at = tag.start()
        depth = depth + 1 if not tag[1] else max(0, depth - 1)
        if depth == 0:
            kept += "\n" * (tag.end() - at)
            at = tag.end()
    return kept + (post[at:] if depth == 0 else "\n" * (len(post) - at))


def _pieces(text: str, at: int) -> Iterator[Piece]:
    """The pieces from a place on: to the end of the line, a mark, a remark or the next command."""
    while (match := _PIECE.match(text, at)) is not None:
        name = str(match.lastgroup)
        start, at = match.span(name)
        if name != "plain":
            at += 1
            yield Piece(match[name], Place(start - 1, at), quoted=True)
        elif match[name] == _REMARK or _COMMAND.match(text, start):
            return
        elif match[name] == "," or match[name].strip(_PUNCTUATION):
            yield Piece(match[name], Place(start, at))


def _unpunctuated(pieces: list[Piece]) -> list[Piece]:
    """Without what closes the sentence that the command stands in."""
    while pieces and not pieces[-1].quoted:
        last = pieces.pop()
        text = last.text.rstrip(_PUNCTUATION)
        if text:
            return [*pieces, Piece(text, Place(last.place.start, last.place.start + len(text)))]
    return pieces
