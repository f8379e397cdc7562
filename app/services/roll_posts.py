"""Posts outside any encounter: plain dice, and the actions of rulesets that are but dice."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from app.engine.dice import DrawnDice
from app.engine.encounter import Roll
from app.engine.fair_dice import SEEDED, FairStream, sealed_entropy
from app.engine.refusals import Refused
from app.engine.ruleset import Ruleset
from app.engine.text.posts import Said
from app.engine.text.reading import Reading, Unreadable, read
from app.engine.text.slots import ACTOR, ROLLED
from app.engine.text.vocabulary import UnknownWord, Vocabulary, words_of
from app.engine.text.words import Word
from app.errors import AppError
from app.rules.registry import rulesets
from app.schemas import RollsIn
from app.services import posts
from app.services.codec import codec_for
from app.services.encounters import wanted_codec
from app.services.rolls import LooseRoll, RollRequest, Rolls
from app.services.vocabulary import Help, type_of

PLAIN = Word(name=Roll.type, command=Roll, summary="Roll dice.")
HELP = Word(name="help", command=Help, summary="How a command is used, or which there are.")
MOST_DICE = 1_000  # of one post: a receipt is kept for good
_REHEARSAL = FairStream(b"nobody sees these dice", sealed_entropy(SEEDED, 0, {}))


@dataclass
class _Read:
    """A post that is read: what to roll, with how many dice; what came of each command so far."""

    rolls: list[LooseRoll] = field(default_factory=list)
    dice: int = 0
    results: list[dict[str, Any]] = field(default_factory=list)


async def run(
    rolls: Rolls, body: RollsIn, request: RollRequest, said: Sequence[Said]
) -> dict[str, Any]:
    """Rolls a post's dice, up to the first command that is refused.

    Raises what the first is refused with; a later one's refusal is among the results.
    """
    was_read = _read(body, said)
    receipt = None
    if was_read.rolls and not body.dry_run:
        receipt = await rolls.before(request) or await rolls.roll(request, was_read.rolls)
        fallen = iter(receipt["content"]["rolls"])
        for result in was_read.results:
            if result["status"] == "would_do":
                result.update(status="done", text=next(fallen)["text"])
    return {
        "id": None if receipt is None else receipt["content"]["id"],
        "dry_run": body.dry_run,
        "text": posts.lines(was_read.results),
        "results": was_read.results,
        "receipt": receipt,
    }


def _read(body: RollsIn, said: Sequence[Said]) -> _Read:
    """Reads a post, and tries each roll with dice that nobody sees."""
    owners = _owners(body.ruleset)
    vocabulary = Vocabulary([HELP, *(word for word, _ in owners.values())])
    read_so_far = _Read()
    for at, one in enumerate(said):
        try:
            _take(read_so_far, vocabulary, owners, body.text, one)
        except (AppError, Refused) as error:
            read_so_far.results += posts.stopped(body.text, said[at:], error, read_so_far.results)
            break
    return read_so_far


Owners = Mapping[str, tuple[Word, Ruleset[Any]]]
"""Each word that can be used outside, and the ruleset whose it is."""


def _take(so_far: _Read, vocabulary: Vocabulary, owners: Owners, text: str, said: Said) -> None:
    word, reading = None, None
    try:
        word = _word(vocabulary, said)
        reading = read(word, said)
        if word.command is Help:
            told = posts.help_with(vocabulary, reading.fields.get("word"))
            so_far.results.append(posts.result(text, said, "told", told))
            return
        roll = _loose(word, owners[word.name][1], reading, text, said)
        so_far.dice += _rehearsed(roll)
        if so_far.dice > MOST_DICE:
            raise Unreadable(f"A post rolls {MOST_DICE} dice at most: split it.", said.place)
    except ValidationError as error:
        raise posts.located(posts.unreadable(error, reading), text, said, word, reading) from None
    except (AppError, Refused) as error:
        raise posts.located(error, text, said, word, reading) from None
    so_far.rolls.append(roll)
    would = f"Would be rolled: {roll.said.removeprefix('!')}."
    so_far.results.append(posts.result(text, said, "would_do", would, action=dict(roll.action)))


def _rehearsed(roll: LooseRoll) -> int:
    """How many dice it takes. Raises what the rules refuse it with."""
    dice = DrawnDice({"public": _REHEARSAL}, {"public": 0})
    roll.told(dice)
    return len(dice.fallen)


def _word(vocabulary: Vocabulary, said: Said) -> Word:
    """The word. Raises UnknownWord, with all that there are: they are few."""
    try:
        return vocabulary.word(said.word)
    except UnknownWord as unknown:
        forms = posts.forms(vocabulary)
        unknown.detail = f"Outside an encounter there is no !{said.word}; there are {forms}."
        raise


def _loose(word: Word, ruleset: Ruleset[Any], reading: Reading, text: str, said: Said) -> LooseRoll:
    """The roll that a command means. Raises Unreadable, ValidationError."""
    for name in (ACTOR.name, ROLLED.name):
        if name in reading.places:
            raise Unreadable(
                "Outside an encounter the service rolls, for nobody in it.", reading.places[name]
            )
    action = {"type": type_of(word), **reading.fields}
    written = text[said.place.start : said.place.end]
    return LooseRoll(written, action, codec_for(ruleset.id).action(action), ruleset)


def _owners(wanted: str | None) -> Owners:
    """The words there are outside an encounter; of two rulesets' the first one's."""
    if wanted is not None:
        wanted_codec(wanted)
    found = {PLAIN.name: (PLAIN, next(iter(rulesets().values())))}
    for id, ruleset in rulesets().items():
        if wanted in (None, id):
            for word in _loose_words(ruleset):
                found.setdefault(word.name, (word, ruleset))
    return found


def _loose_words(ruleset: Ruleset[Any]) -> Iterator[Word]:
    options = codec_for(ruleset.id).options.validate_python({}, strict=False)
    return (word for word in words_of(ruleset, options) if word.command in ruleset.loose)
