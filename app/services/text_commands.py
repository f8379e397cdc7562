"""Posts in an encounter: each command is run like the same action over JSON, through one referee.

Under an idempotency key each command that acts has its own key, made of the post's and its place
among them: a post that comes again finds what it has done already, and does only what it has not.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from pydantic import ValidationError

from app.database import Database
from app.engine.dice import GivenDice
from app.engine.encounter import Answer, Command
from app.engine.fair_dice import NO_NONCE
from app.engine.refusals import AmbiguousName, DieNeeded, Refused, UnknownCombatant
from app.engine.ruleset import is_reroll, resolve
from app.engine.text.posts import Said
from app.engine.text.reading import Reading, read
from app.engine.text.vocabulary import Vocabulary
from app.engine.text.words import Word
from app.errors import AppError
from app.schemas import CommandsIn
from app.services import event_log, posts
from app.services.access import Viewer
from app.services.event_log import Loaded
from app.services.given_dice import check_given_dice
from app.services.post_lines import choices_line, entry_line, spelled_choices, status_line
from app.services.referee import Recorded, Referee, Request, check_expected
from app.services.seen import perspective
from app.services.telling import label
from app.services.views import Perspective
from app.services.vocabulary import MASTERY, Choices, Help, Status, type_of, vocabulary_of


@dataclass(frozen=True, slots=True)
class Run:
    """What came of a post. `version`: of the encounter, after it; `acted`: whether it changed."""

    results: list[dict[str, Any]]
    version: int
    acted: bool


class TextCommands:
    """Runs the text commands of posts."""

    def __init__(self, database: Database, referee: Referee) -> None:
        self._database = database
        self._referee = referee

    async def run(self, request: Request, body: CommandsIn, said: Sequence[Said]) -> Run:
        """Runs a post's commands in order, up to the first that is refused.

        Raises what the first command is refused with; a later one's refusal is among the results.
        """
        loaded = await self._referee.load(request.viewer.encounter_id)
        if body.dry_run:
            check_expected(loaded, request.expected)
        post = _Post(self, request, body, loaded.version)
        results: list[dict[str, Any]] = []
        for at, one in enumerate(said):
            try:
                results.append(await post.result(one))
            except (AppError, Refused) as error:
                results += posts.stopped(body.text, said[at:], error, results)
                break
        return Run(results, post.version, post.acted > 0 and not body.dry_run)

    async def perspective(self, viewer: Viewer) -> Perspective:
        """The encounter as it is committed, as somebody sees it."""
        return perspective(viewer, await self._referee.load(viewer.encounter_id))

    async def record(
        self, request: Request, command: Callable[[Loaded], Command], kind: str
    ) -> Recorded:
        """Has the referee decide an action."""
        return await self._referee.record(request.viewer.encounter_id, request, command, kind)

    async def entries(self, viewer: Viewer, recorded: Recorded) -> list[dict[str, Any]]:
        """The lead entry and all that followed it, as somebody sees them."""
        seen, lead, last = perspective(viewer, recorded.loaded), recorded.lead, recorded.last
        followers = []
        if lead.followers:
            followers = await event_log.entries(
                self._database, viewer.encounter_id, lead.version, lead.followers
            )
        return [seen.entry(lead, last), *(seen.entry(one, one) for one in followers)]


class _Post:
    """A post on its way: its commands one by one. `acted`: how many of them were actions."""

    def __init__(
        self, commands: TextCommands, request: Request, body: CommandsIn, version: int
    ) -> None:
        self._commands = commands
        self._request = request
        self._body = body
        self.version = version
        self.acted = 0

    async def result(self, said: Said) -> dict[str, Any]:
        """What comes of a command. Raises what it is refused with, with its place in the text."""
        text = self._body.text
        seen = await self._commands.perspective(self._request.viewer)
        vocabulary = vocabulary_of(seen.loaded)
        word, reading = None, None
        try:
            word = vocabulary.word(said.word)
            reading = read(word, said, cache(partial(_names_in, seen)))
            told = await self._told(seen, vocabulary, word, reading)
        except ValidationError as error:
            wrong = posts.unreadable(error, reading)
            raise posts.located(wrong, text, said, word, reading) from None
        except UnknownCombatant as unknown:
            likely = _with_the_like(unknown, seen)
            raise posts.located(likely, text, said, word, reading) from None
        except (AppError, Refused) as error:
            raise posts.located(error, text, said, word, reading) from None
        return posts.result(text, said, **told)

    async def _told(
        self, seen: Perspective, vocabulary: Vocabulary, word: Word, reading: Reading
    ) -> dict[str, Any]:
        wanted = reading.fields.get("combatant")
        if word.command is Help:
            told = posts.help_with(vocabulary, reading.fields.get("word"))
            return {"status": "told", "told": told}
        if word.command is Status:
            return {"status": "told", "told": status_line(seen, wanted)}
        if word.command is Choices:
            wanted = wanted or self._body.speaker or _speaker(seen)
            choices = spelled_choices(seen, vocabulary, wanted)
            return {"status": "told", "told": choices_line(choices), "choices": choices}
        if self._body.dry_run:
            return self._foretold(seen, word, reading)
        return await self._done(word, reading)

    async def _done(self, word: Word, reading: Reading) -> dict[str, Any]:
        """Has the action decided and recorded."""
        viewer = self._request.viewer
        self._check_role(word)

        def command(encounter: Loaded) -> Command:
            return self._command(perspective(viewer, encounter), word, reading)[1]

        request = replace(self._next_request(), faces=reading.fields.get("dice"))
        kind = MASTERY.get(word.command, "action")
        recorded = await self._commands.record(request, command, kind)
        self.acted += 1
        self.version = recorded.last.version
        entries = await self._commands.entries(viewer, recorded)
        told = " ".join(entry_line(entry) for entry in entries)
        action = entries[0]["command"]
        return {"status": "done", "told": told, "action": action, "entries": entries}

    def _check_role(self, word: Word) -> None:
        viewer = self._request.viewer
        viewer.require_player()
        if word.command in MASTERY:
            viewer.require_game_master()

    def _next_request(self) -> Request:
        """The post's request, narrowed to its next action: nobody else's comes in between."""
        request = replace(self._request, nonce=self._body.nonce or NO_NONCE)
        if not self.acted:
            return request
        return replace(
            request,
            key=None if request.key is None else f"{request.key} {self.acted}",
            expected=None if request.expected is None else self.version,
        )

    def _command(
        self, seen: Perspective, word: Word, reading: Reading
    ) -> tuple[dict[str, Any], Command]:
        """The action that is meant: as one would send it, and as the rules take it."""
        check_given_dice(seen.loaded, self._request.viewer, reading.fields.get("dice"))
        fields = {name: value for name, value in reading.fields.items() if name != "dice"}
        if word.command in MASTERY:
            return {"type": type_of(word), **fields}, word.command(**fields)
        speaker = self._body.speaker
        if speaker is None and word.command is not Answer:  # whoever was asked answers
            speaker = _speaker(seen)
        actor = fields.pop("actor", speaker)
        by = {} if actor is None else {"actor": actor}
        body = {"type": type_of(word), **by, **fields}
        return body, seen.loaded.codec.action(body)

    def _foretold(self, seen: Perspective, word: Word, reading: Reading) -> dict[str, Any]:
        """What would happen: the first action is tried by the rules, up to its first die.

        What comes after hangs on that one: it is read, and whom it names is looked for.
        """
        self._check_role(word)
        body, command = self._command(seen, word, reading)
        command = seen.command(command)
        faces = reading.fields.get("dice") or ()
        needed = None if self.acted else _rehearsed(seen, command, faces)
        said = label(seen.loaded.codec.dump_command(command), seen.names, seen.state.combatants)
        would = "after those before it, as they turn out" if self.acted else "as things stand"
        if needed is not None:
            would += f", with a d{needed['sides']} first ({needed['reason']})"
        self.acted += 1
        told = f"{said}: would be tried {would}."
        return {"status": "would_do", "told": told, "action": body, "needed": needed}


def _names_in(seen: Perspective) -> frozenset[str]:
    """Names that may be said: of whoever is seen, and of what is on their sheets."""
    return frozenset(_texts([(one["name"], one["sheet"]) for one in seen.combatants()]))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(part)


def _speaker(seen: Perspective) -> str | None:
    """Who is meant to speak if nobody is named: the acting one, or the only one that is theirs."""
    own = seen.viewer.acts_for(seen.state)
    if seen.state.acting in own:
        return str(seen.state.acting)
    return own[0] if len(own) == 1 else None


def _rehearsed(seen: Perspective, command: Command, faces: Sequence[int]) -> dict[str, Any] | None:
    """The first die of an action, on what is seen. Refuses what the rules would refuse."""
    ruleset, state = seen.ruleset, seen.state
    settled = ruleset.settle(state, command)
    try:
        if not is_reroll(ruleset, state, settled):
            resolve(ruleset, state, settled, GivenDice(faces))
    except DieNeeded as short:
        told = seen.refusal(short, settled, faces)
        if faces:
            raise told from None
        facts = told.facts
        needed: dict[str, Any] | None = facts.get("needed")
        return needed
    except Refused as refusal:
        raise seen.refusal(refusal, settled) from None
    except Exception:
        if state is seen.loaded.state:
            raise
        # The rules may not be able to do without whoever is hidden from this one.
    return None


def _with_the_like(unknown: UnknownCombatant, seen: Perspective) -> Refused:
    """The refusal of a name that nobody has, with those in sight whose names have it in them."""
    wanted = str(unknown.facts.get("combatant", "")).casefold()
    like = [
        c.id
        for c in seen.state.combatants.values()
        if wanted and wanted in f"{c.id} {c.name}".casefold() and c.status != "left"
    ]
    if len(like) > 1:
        return AmbiguousName(
            f"{unknown.facts['combatant']!r} may be any of {', '.join(like)}: name one by id.",
            name=unknown.facts["combatant"],
            ids=like,
        )
    if like:
        unknown.detail += f" Did you mean {like[0]}?"
        unknown.facts["ids"] = like
    return unknown
