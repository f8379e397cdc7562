"""What every post of text commands has, in an encounter or outside: places, problems, lines."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from app.engine.refusals import Invalid, Refused
from app.engine.text.posts import Place, Said, commands_in, line_and_column
from app.engine.text.reading import Reading, Unreadable
from app.engine.text.vocabulary import Vocabulary, form
from app.engine.text.words import Word
from app.errors import AppError, problem

MAX_COMMANDS = 20


class TooManyCommands(Invalid):
    code = "too-many-commands"


def said_in(text: str) -> list[Said]:
    """The commands of a post. Raises TooManyCommands."""
    said = commands_in(text)
    if len(said) > MAX_COMMANDS:
        raise TooManyCommands(
            f"A post has at most {MAX_COMMANDS} commands; this one has {len(said)}: split it.",
            most=MAX_COMMANDS,
        )
    return said


def place_in(text: str, place: Place) -> dict[str, int]:
    """A place as answers show it."""
    line, column = line_and_column(text, place.start)
    return {"start": place.start, "end": place.end, "line": line, "column": column}


def result(text: str, said: Said, status: str, told: str, **more: Any) -> dict[str, Any]:
    """What came of a command, as answers show it."""
    return {
        "command": text[said.place.start : said.place.end],
        "at": place_in(text, said.place),
        "status": status,
        "text": " ".join(told.splitlines()),
        **more,
    }


def located(
    error: AppError | Refused, text: str, said: Said, word: Word | None, reading: Reading | None
) -> AppError | Refused:
    """The error with the place in the text that it is about, and how the word is used."""
    about = {
        "command": text[said.place.start : said.place.end],
        "at": place_in(text, _place_of(error, said, reading)),
        "form": None if word is None else form(word),
    }
    if isinstance(error, AppError):
        error.extras.update(about)
    else:
        if word is not None and isinstance(error, Invalid):
            error.detail = f"{error.detail} The form is: {form(word)}"
        error.facts.update(about)
    return error


def _place_of(error: AppError | Refused, said: Said, reading: Reading | None) -> Place:
    """Where the field stands that an error is about: its value is among the facts."""
    if isinstance(error, Unreadable) and error.place is not None:
        return error.place
    if reading is not None:
        facts = list((error.extras if isinstance(error, AppError) else error.facts).values())
        for name, place in reading.places.items():
            value = reading.fields[name]
            if any(one in facts for one in (value, *(value if isinstance(value, list) else ()))):
                return place
    return said.place


def unreadable(error: ValidationError, reading: Reading | None) -> Unreadable:
    """Fields that the action doesn't take, as an error of the text."""
    first = error.errors(include_url=False, include_context=False)[0]
    name = str(first["loc"][0]) if first["loc"] else "command"
    place = None if reading is None else reading.places.get(name)
    return Unreadable(f"{name.replace('_', ' ').capitalize()}: {first['msg']}.", place)


def stopped(
    text: str, left: Sequence[Said], error: AppError | Refused, before: Sequence[Any]
) -> list[dict[str, Any]]:
    """The results of a command that was refused and of those after it.

    Raises the error where nothing came `before` it: then the whole post is refused.
    """
    if not before:
        raise error
    refused, *rest = left
    return [
        result(text, refused, "refused", error.detail, problem=problem(error)[1]),
        *(result(text, said, "not_run", "Not run.") for said in rest),
    ]


def lines(results: Sequence[Mapping[str, Any]]) -> str:
    """All that came of a post, a line each."""
    return "\n".join(one["text"] for one in results)


def forms(vocabulary: Vocabulary) -> str:
    """How each word is used."""
    return "; ".join(form(word) for word in vocabulary)


def help_with(vocabulary: Vocabulary, wanted: str | None) -> str:
    """How a word is used, or which there are. Raises UnknownWord."""
    if wanted is not None:
        word = vocabulary.word(wanted.removeprefix("!"))
        return f"{form(word)} : {word.summary}"
    names = ", ".join(f"!{word.name}" for word in vocabulary)
    return f"There are {names}. !help and one of them says how it is used."
