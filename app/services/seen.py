"""An encounter as players and spectators see it.

Whoever is hidden from them isn't there: names, choices, order and refusals are made from a state
without those. Entries of the log show what each of them let be seen when it happened.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import structlog

from app.engine.dice import GivenDice
from app.engine.encounter import COMMON_EVENTS, GAME_MASTER, Answer, Command, Event, Question
from app.engine.refusals import (
    DiceLeftOver,
    DieNeeded,
    Invalid,
    NoSuchQuestion,
    QuestionOpen,
    Refused,
)
from app.engine.ruleset import Choice, game_masters_fields, is_reroll, resolve
from app.errors import GameMasterOnly, NotYourCombatant
from app.services.access import Viewer
from app.services.concealment import hidden_in, mentions, secret_words, without
from app.services.entries import Entry, leaf_digests
from app.services.event_log import Loaded, settings_of
from app.services.redaction import Eyes, Leaf
from app.services.telling import in_short, label
from app.services.views import DIE, NamesOf, Perspective, frame, type_first

CONCEALED = "concealed"
COMMON = frozenset(event.type for event in COMMON_EVENTS)
NOTHING_OF_A_DIE = dict.fromkeys(DIE)

log = structlog.get_logger(__name__)


class HiddenReason(Refused):
    """What forbids it is not for the one who asks to see."""

    code = "hidden-reason"


def perspective(viewer: Viewer, loaded: Loaded) -> Perspective:
    """The encounter as whoever asks sees it."""
    return Perspective(viewer, loaded) if viewer.is_game_master else Seen(viewer, loaded)


class Seen(Perspective):
    """An encounter as a player sees it, or a spectator, who acts for nobody."""

    _own_streams = ("public",)

    def __init__(self, viewer: Viewer, loaded: Loaded) -> None:
        super().__init__(viewer, loaded)
        everybody = loaded.state.combatants
        self._own = frozenset(viewer.acts_for(loaded.state))
        hidden = hidden_in(loaded.state)
        self._gone = frozenset(hidden) - self._own
        self._secret = secret_words(hidden, self._own)
        self._complete = True
        if self._gone:
            self.state, self._complete = without(loaded.codec, loaded.state, self._gone)
        fogged = settings_of(loaded).get("disclosure") == "fog"
        self._eyes = Eyes(
            own=self._own,
            sides={id: c.side for id, c in everybody.items() if id not in self._gone},
            fog=self.ruleset.fog if fogged else None,
        )

    # --- the encounter

    def _is_fogged(self, id: str) -> bool:
        return self._eyes.fog is not None and id not in self._own

    def _combatant(self, fighter: Any) -> dict[str, Any]:
        view = super()._combatant(fighter)
        if self._eyes.fog is not None and self._is_fogged(fighter.id):
            state = dict(self._eyes.fog.combatant(fighter))
            view = {**view, "sheet": None, "state": state, "conditions": []}
        if self._gone and mentions(view, self._secret):
            view = {**view, "sheet": None, "state": {}, "conditions": []}
        return view

    def _turn(self, acting: str) -> dict[str, Any]:
        if self._is_fogged(acting) or not self._complete:
            return {"combatant": acting, "left": {}}
        return super()._turn(acting)

    def _questions(self) -> Sequence[Question]:
        return [q for q in self.state.questions if self._eyes.may_see(q.visibility, q.to)]

    def _question(self, question: Question) -> dict[str, Any]:
        if not self._is_fogged(question.to):
            return super()._question(question)
        return {
            "id": question.id,
            "to": question.to,
            "prompt": f"{self.names[question.to]} has to choose.",
            "choices": [],
            "default": None,
            "blocks": question.blocks,
        }

    # --- the log

    def entry(
        self,
        entry: Entry,
        last: Entry,
        *,
        undone: bool = False,
        happened: Sequence[Event] | None = None,
    ) -> dict[str, Any]:
        """A log entry: of what is not to be seen there is the digest, in a field `redacted`."""
        command, dice, events = self._leaves(entry)
        digests = iter(self._digests(entry, (command, *dice, *events)))
        names = self.names
        acting = last.after["acting"]
        return {
            **frame(entry, undone=undone),
            "by": None if command is None else entry.by,
            "kind": CONCEALED if command is None else entry.kind,
            "command": _shown(command, next(digests)),
            "summary": self._told(entry, command, events),
            "replaces": None if command is None else entry.replaces,
            "dice": [self._shown_die(die, next(digests), names) for die in dice],
            "events": [_shown(event, next(digests)) for event in events],
            "encounter": {
                "version": last.version,
                "status": last.after["status"],
                "round": last.after["round"],
                "acting": None if acting in self._words(last) else acting,
            },
        }

    def proof(self, entry: Entry) -> dict[str, Any]:
        """What the hash of an entry is made of: the digest alone of a leaf that isn't seen."""
        command, dice, events = self._leaves(entry)
        meta = entry.leaves()[0]
        # It holds the digest of the command, which could be guessed, and who was hidden.
        if command != entry.command or mentions(meta, self._words(entry)):
            meta = None
        digests = leaf_digests(entry, self.loaded.salt_key(entry.epoch))
        proof = super().proof(entry)
        proof["leaves"] = [
            leaf if seen == leaf["content"] else {"salt": None, "content": None, "digest": digest}
            for leaf, seen, digest in zip(
                proof["leaves"], (meta, command, *dice, *events), digests, strict=True
            )
        ]
        return proof

    def report(self, report: Mapping[str, Any]) -> Mapping[str, Any]:
        """What verification found; how a difference came about may tell of what is hidden."""
        first = report["first_difference"]
        if first is None:
            return report
        said = "This entry isn't what it must be; the game master can see more."
        return {**report, "first_difference": {**first, "detail": said}}

    def _words(self, entry: Entry) -> frozenset[str]:
        """What may not be read in an entry: who was hidden when it was over."""
        return secret_words(entry.after.get("hidden", {}), self._own)

    def _leaves(self, entry: Entry) -> tuple[Leaf | None, list[Leaf | None], list[Leaf | None]]:
        """Command, dice and events of an entry, as far as they are seen."""
        words, eyes = self._words(entry), self._eyes
        return (
            eyes.command(entry, words),
            [eyes.die(die, words) for die in entry.dice],
            [eyes.event(event, words) for event in entry.events],
        )

    def _digests(self, entry: Entry, seen: Sequence[Leaf | None]) -> list[str | None]:
        """The digest of each leaf that isn't seen whole, after the first, which isn't shown."""
        stored = (entry.command, *entry.dice, *entry.events)
        if all(one == leaf for one, leaf in zip(seen, stored, strict=True)):
            return [None] * len(stored)
        digests = leaf_digests(entry, self.loaded.salt_key(entry.epoch))[1:]
        return [
            None if one == leaf else digest
            for one, leaf, digest in zip(seen, stored, digests, strict=True)
        ]

    def _shown_die(self, die: Leaf | None, digest: str | None, names: NamesOf) -> dict[str, Any]:
        if digest is None and die is not None:
            return self._die(die, names)
        reason = None if die is None else self.ruleset.reason(die, names)
        return {**NOTHING_OF_A_DIE, **(die or {}), "reason": reason, "redacted": digest}

    def _told(self, entry: Entry, command: Leaf | None, events: Sequence[Leaf | None]) -> str:
        """The ruleset's sentences where it can tell it all to this viewer; else what there is."""
        both = list(zip(entry.events, events, strict=True))
        whole = [stored for stored, seen in both if seen == stored]
        by_the_way = all(
            seen == stored
            or (seen is None and (stored["type"] in COMMON or stored["visibility"] != "public"))
            for stored, seen in both
        )
        if command is not None and by_the_way and (whole or not both):
            return self._summary(replace(entry, events=whole), self.names)
        told = [seen for seen in events if seen is not None]
        return in_short(told, self.names, self.state.combatants)

    # --- what is wanted of it

    def command(self, command: Command) -> Command:
        """A command with its ids settled among those in sight, for a combatant of one's own."""
        command = super().command(command)
        self._check_fields(command)
        if isinstance(command, Answer):
            command = self._answer(command)
        if command.actor is None:
            raise Invalid("Say who acts: the actor is missing.")
        if command.actor not in self._own:
            raise NotYourCombatant(
                f"Your token doesn't act for {command.actor}.",
                actor=command.actor,
                acts_for=self.viewer.acts_for(self.state),
            )
        return command

    def _check_fields(self, command: Command) -> None:
        """Refuses what only a game master may say in a command."""
        reserved = game_masters_fields(command)
        if reserved:
            raise GameMasterOnly(
                f"Only a game master may send {' and '.join(reserved)} in this action.",
                role=self.viewer.grant.role,
                fields=list(reserved),
            )

    def _answer(self, answer: Answer) -> Answer:
        """An answer in the name of the one who was asked."""
        asked = {question.id: question.to for question in self._questions()}
        to = asked.get(answer.question)
        if to is None or answer.actor not in (None, to):
            raise NoSuchQuestion(
                f"There is no open question {answer.question!r}"
                + (f" to {answer.actor}." if answer.actor else "."),
                question=answer.question,
                open=list(asked),
            )
        return replace(answer, actor=to)

    def refusal(
        self, refusal: Refused, command: Command, faces: Sequence[int] | None = None
    ) -> Refused:
        """What the rules would say to somebody who knows of nobody out of sight."""
        if self._gone:
            refusal = self._without_them(refusal, command, faces)
        if isinstance(refusal, QuestionOpen):
            asked = [question.id for question in self._questions()]
            if refusal.facts["question"] not in asked:
                refusal = _hidden_reason()
        refusal = super().refusal(refusal, command, faces)
        if self._eyes.fog is not None and not isinstance(refusal, HiddenReason):
            self._eyes.refusal(refusal)
        return refusal

    def _without_them(
        self, refusal: Refused, command: Command, faces: Sequence[int] | None
    ) -> Refused:
        """Decides again without whoever is hidden; if nothing forbids it then, they are why."""
        if not self._complete:
            return _hidden_reason()
        dice = GivenDice(faces or ())
        try:
            if not is_reroll(self.ruleset, self.state, command):
                resolve(self.ruleset, self.state, command, dice)
                if isinstance(refusal, DiceLeftOver):
                    dice.check_spent()
        except DieNeeded as needed:
            return needed if faces is not None else _hidden_reason()
        except Refused as seen:
            return seen
        except Exception:  # the rules may not be able to do without them
            log.warning("rules broke on a state without its hidden", exc_info=True)
        return _hidden_reason()

    def choices(self, wanted: str | None) -> list[dict[str, Any]]:
        """What a combatant may do now, with those in sight; in the fog only one of one's own."""
        if wanted is None:
            if self.state.acting is None or self._is_fogged(self.state.acting):
                return []
        elif wanted == GAME_MASTER or self._is_fogged(self.find(wanted)):
            raise NotYourCombatant(f"Your token doesn't act for {wanted}.", actor=wanted)
        offers = super().choices(wanted)
        if self._eyes.fog is not None:
            for offer in offers:
                offer["label"] = label(offer["body"], self.names, self.state.combatants)
        return offers

    def _choices(self, who: str) -> Sequence[Choice]:
        asked = [question.id for question in self._questions()]
        return [
            choice
            for choice in self._offers(who)
            if choice.body["type"] != Answer.type or choice.body["question"] in asked
        ]

    def _offers(self, who: str) -> Sequence[Choice]:
        if not self._gone:
            return super()._choices(who)
        if not self._complete:
            return ()
        try:
            return super()._choices(who)
        except Exception:  # the rules may not be able to do without them
            log.warning("rules broke on a state without its hidden", exc_info=True)
            return ()

    def may_see_odds(self, *combatants: str) -> bool:
        """Whether all of them are in sight, and no sheet in the fog."""
        return self._complete and all(
            id in self.state.combatants and not self._is_fogged(id) for id in combatants
        )


def _hidden_reason() -> HiddenReason:
    return HiddenReason("The rules forbid this now, for a reason you can't see.")


def _shown(leaf: Leaf | None, digest: str | None) -> dict[str, Any]:
    if leaf is None:
        return {"type": CONCEALED, "redacted": digest}
    return type_first(leaf) if digest is None else {**type_first(leaf), "redacted": digest}
