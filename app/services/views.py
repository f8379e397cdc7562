"""What answers show of an encounter, through the eyes of whoever asks.

`Perspective` is the one layer between stored values and every answer, and is itself that of a game
master, who sees all; `app.services.seen` has everybody else's. Sentences and reasons are made
here, from ids and numbers, with the names of the present.
"""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any

from app.engine.dice import Die
from app.engine.encounter import GAME_MASTER, Command, EncounterState, Event, Question, find
from app.engine.fair_dice import SCHEME, STREAMS, Stream, commitment
from app.engine.refusals import DieImpossible, DieNeeded, Refused
from app.engine.ruleset import Choice, with_ids
from app.services.access import Viewer
from app.services.entries import Entry, salts
from app.services.event_log import Loaded, settings_of


class NamesOf:
    """The names of an encounter's combatants; an id that is gone stands for itself."""

    def __init__(self, state: EncounterState) -> None:
        self._combatants = state.combatants

    def __getitem__(self, id: str, /) -> str:
        if id == GAME_MASTER:
            return "the game master"
        combatant = self._combatants.get(id)
        return combatant.name if combatant is not None else id


class Perspective:
    """An encounter as a game master sees it: all of it, as it is."""

    _own_streams: Sequence[Stream] = STREAMS

    def __init__(self, viewer: Viewer, loaded: Loaded) -> None:
        self.viewer = viewer
        self.loaded = loaded
        self.ruleset = loaded.codec.ruleset
        self.state: Any = loaded.state
        """The state as far as it is seen: what isn't in it is in no answer."""

    @property
    def names(self) -> NamesOf:
        """Names for sentences."""
        return NamesOf(self.state)

    # --- the encounter

    def encounter(self, version: int | None = None, head: str | None = None) -> dict[str, Any]:
        """The encounter at a version and its head (default: the present ones)."""
        state: EncounterState = self.state
        row = self.loaded.row
        settings = settings_of(self.loaded)
        rules = self.loaded.codec.options.dump_python(state.options, mode="json")
        return {
            "id": row["id"],
            "name": row["name"],
            "external_id": row["external_id"],
            "created_at": row["created_at"],
            "ruleset": {"id": self.ruleset.id, "version": row["ruleset_version"]},
            "options": {**rules, **settings},
            "status": state.status,
            "version": row["version"] if version is None else version,
            "round": state.order.round,
            "acting": state.acting,
            "order": [i for i in state.order.ids if state.combatants[i].status != "left"],
            "standing": list(state.standing),
            "combatants": self.combatants(),
            "turn": None if state.acting is None else self._turn(state.acting),
            "questions": [self._question(question) for question in self._questions()],
            "head": row["head"] if head is None else head,
            "dice": self._dice(),
            "you": {
                "role": self.viewer.grant.role,
                "label": self.viewer.grant.label,
                "acts_for": self.viewer.acts_for(state),
            },
        }

    def _dice(self) -> dict[str, Any]:
        """How the dice fall, and what binds the server to them; a seed binds to nothing secret.

        Keys are shown once no die can fall any more: when the encounter has ended for good.
        """
        row = self.loaded.row
        commitments = keys = None
        if row["mode"] == "fair":
            epoch, streams = row["epoch"], self.loaded.streams()
            commitments = {
                stream: commitment(streams[stream].key, self.loaded.dice_name, epoch, stream)
                for stream in STREAMS
            }
            if self.loaded.state.status == "ended":
                keys = {stream: streams[stream].key.hex() for stream in self._own_streams}
        return {
            "scheme": SCHEME,
            "mode": row["mode"],
            "epoch": row["epoch"],
            "commitments": commitments,
            "keys": keys,
        }

    def combatants(self) -> list[dict[str, Any]]:
        """Everybody who is seen, in order of joining."""
        return [self._combatant(fighter) for fighter in self.state.combatants.values()]

    def combatant(self, id: str) -> dict[str, Any]:
        """One combatant who is seen."""
        return self._combatant(self.state.combatants[id])

    def find(self, wanted: str) -> str:
        """The id of a combatant by id, external id or name.

        Raises UnknownCombatant (also for one who isn't seen) or AmbiguousName.
        """
        return find(self.state, wanted)

    def _combatant(self, fighter: Any) -> dict[str, Any]:
        return self.loaded.codec.combatant(fighter)

    def _turn(self, acting: str) -> dict[str, Any]:
        return {"combatant": acting, "left": dict(self.ruleset.left(self.state))}

    def _questions(self) -> Sequence[Question]:
        questions: Sequence[Question] = self.state.questions
        return questions

    def _question(self, question: Question) -> dict[str, Any]:
        return {
            "id": question.id,
            "to": question.to,
            "prompt": self.ruleset.prompt(question, self.names),
            "choices": list(question.choices),
            "default": question.default,
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
        """A log entry. `last`: the last entry of its group, whose state `encounter` shows.

        `happened`: its events, where they are at hand.
        """
        names = self.names
        return {
            **frame(entry, undone=undone),
            "by": entry.by,
            "kind": entry.kind,
            "command": type_first(entry.command),
            "summary": self._summary(entry, names, happened),
            "replaces": entry.replaces,
            "dice": [self._die(die, names) for die in entry.dice],
            "events": [type_first(event) for event in entry.events],
            "encounter": {
                "version": last.version,
                "status": last.after["status"],
                "round": last.after["round"],
                "acting": last.after["acting"],
            },
        }

    def proof(self, entry: Entry) -> dict[str, Any]:
        """What the hash of an entry is made of: each leaf that is seen with its salt."""
        salted = salts(entry, self.loaded.salt_key(entry.epoch))
        leaves = [
            {"salt": salt, "content": content, "digest": None}
            for content, salt in zip(entry.leaves(), salted, strict=True)
        ]
        return {"version": entry.version, "hash": entry.head, "leaves": leaves}

    def report(self, report: Mapping[str, Any]) -> Mapping[str, Any]:
        """What verification found."""
        return report

    def _summary(
        self, entry: Entry, names: NamesOf, happened: Sequence[Event] | None = None
    ) -> str:
        if entry.kind == "undo":
            return f"Back to entry {entry.command['to_version']}: what came after it is undone."
        if happened is None:
            happened = [self.loaded.codec.load_event(event) for event in entry.events]
        return self.ruleset.tell(happened, names)

    def _die(self, die: Mapping[str, Any], names: NamesOf) -> dict[str, Any]:
        """A die with every field, and what it was for in words."""
        reason = self.ruleset.reason(die, names)
        return {**DIE, **die, "reason": reason, "redacted": None}

    # --- what is wanted of it

    def command(self, command: Command) -> Command:
        """A command with the combatants it names settled to ids.

        Raises UnknownCombatant, AmbiguousName, and NotYourCombatant for who may not give it.
        """
        return with_ids(self.state, command)

    def refusal(
        self,
        refusal: Refused,
        command: Command,
        faces: Sequence[int] | None = None,
    ) -> Refused:
        """A refusal of `command`, as it may be told. One about a die says what the die is for."""
        if isinstance(refusal, DieNeeded | DieImpossible):
            needed = refusal.facts["needed"]
            needed["reason"] = self.ruleset.reason(needed, self.names)
            refusal.detail = f"{refusal.detail.removesuffix('.')} ({needed['reason']})."
        return refusal

    def choices(self, wanted: str | None) -> list[dict[str, Any]]:
        """What a combatant (default: the acting one) may do now: bodies ready to be sent."""
        wanted = self.state.acting if wanted is None else wanted
        if wanted is None:
            return []
        who = wanted if wanted == GAME_MASTER else self.find(wanted)
        return [{"body": dict(choice.body), "label": choice.label} for choice in self._choices(who)]

    def _choices(self, who: str) -> Sequence[Choice]:
        return self.ruleset.choices(self.state, who)

    def may_see_odds(self, *combatants: str) -> bool:
        """Whether odds between these combatants (ids) may be told."""
        return all(id in self.state.combatants for id in combatants)


# A die's fields, with what is left out where it is stored.
DIE = {f.name: None if f.default is MISSING else f.default for f in fields(Die)}


def frame(entry: Entry, *, undone: bool) -> dict[str, Any]:
    """What everybody sees of an entry: that it is there, when it came, and what it builds on."""
    return {
        "version": entry.version,
        "at": entry.at,
        "hash": entry.head,
        "parent": entry.parent,
        "cause": entry.cause,
        "followed_by": list(range(entry.version + 1, entry.version + entry.followers + 1)),
        "undone": undone,
    }


def type_first(value: Mapping[str, Any]) -> dict[str, Any]:
    """A command or event with its type in front."""
    return {"type": value["type"], **value}
