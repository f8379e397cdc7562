"""Between the plain values of a ruleset and JSON.

Reading what a client sent is strict: unknown fields, `true` for a number and the like are refused.
Reading what was stored is trusting: it went through the strict door once.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

import orjson
from pydantic import TypeAdapter

from app.engine.dice import Die
from app.engine.encounter import Command, EncounterState, Event
from app.engine.refusals import Invalid
from app.engine.ruleset import Ruleset
from app.rules.registry import rulesets

FORMAT_BYTES = 7  # so that a format fits a column
WORDS = ("title", "description", "examples")
DICE: TypeAdapter[Die] = TypeAdapter(Die)


def _dumping(kind: TypeAdapter[Any], **options: Any) -> Callable[[Any], dict[str, Any]]:
    """Dumps values of a kind: an adapter's own method takes three times as long as its work."""
    return partial(kind.serializer.to_python, mode="json", **options)


def _format(meant: int, state: TypeAdapter[Any]) -> int:
    """Stands for the fields of a state, their defaults, and what they are meant as."""
    shape = json.dumps(_shape(state.json_schema()), sort_keys=True)
    digest = hashlib.sha256(f"{meant}|{shape}".encode()).digest()
    return int.from_bytes(digest[:FORMAT_BYTES], "big")


def _shape(schema: Any) -> Any:
    """A JSON schema without its words."""
    if isinstance(schema, Mapping):
        return {
            name: _shape(part)
            for name, part in schema.items()
            if name not in WORDS or isinstance(part, Mapping)  # a field may be called so
        }
    return [_shape(part) for part in schema] if isinstance(schema, list) else schema


def _has_fractions(schema: Any) -> bool:
    """Whether a value of this core schema may hold what has no canonical text."""
    if isinstance(schema, Mapping):
        return schema.get("type") == "float" or any(map(_has_fractions, schema.values()))
    return isinstance(schema, list | tuple) and any(map(_has_fractions, schema))


_dump_die = _dumping(DICE, exclude_defaults=True)


class UnknownAction(Invalid):
    code = "unknown-action"


class Codec:
    """One ruleset's values, to JSON and back."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.ruleset = ruleset
        self.options: TypeAdapter[Any] = TypeAdapter(ruleset.options)
        self.sheet: TypeAdapter[Any] = TypeAdapter(ruleset.sheet)
        self._state: TypeAdapter[Any] = TypeAdapter(ruleset.state)
        self.state_format = _format(ruleset.state_format, self._state)
        self._commands = {t: TypeAdapter(c) for t, c in ruleset.command_types.items()}
        self._events = {t: TypeAdapter(e) for t, e in ruleset.event_types.items()}
        kinds: list[TypeAdapter[Any]] = [*self._commands.values(), *self._events.values()]
        for kind in kinds:
            if _has_fractions(kind.core_schema):
                raise TypeError(f"{ruleset.id}: no command or event may hold a float: {kind}")
        self._dump_event = {t: _dumping(e) for t, e in self._events.items()}

    # What clients send

    def complete_options(self, sent: Mapping[str, Any]) -> dict[str, Any]:
        """A client's options with all defaults filled in. Raises ValidationError."""
        options = self.options.validate_json(json.dumps(sent))
        filled: dict[str, Any] = self.options.dump_python(options, mode="json")
        return filled

    def action(self, sent: Mapping[str, Any]) -> Command:
        """A client's action. Raises UnknownAction, or ValidationError for wrong fields."""
        fields = dict(sent)
        kind = fields.pop("type", None)
        if not isinstance(kind, str) or kind not in self.ruleset.action_types:
            known = sorted(self.ruleset.action_types)
            raise UnknownAction(
                f"{self.ruleset.title} has no action {kind!r}; it has {', '.join(known)}.",
                type=kind,
                types=known,
            )
        command: Command = self._commands[kind].validator.validate_json(orjson.dumps(fields))
        return command

    # What is stored

    def dump_state(self, state: EncounterState) -> str:
        """A checkpoint's text."""
        return self._state.dump_json(state).decode()

    def load_state(self, text: str) -> Any:
        """A state from its checkpoint."""
        return self._state.validate_json(text)

    def dump_command(self, command: Command) -> dict[str, Any]:
        """A command as it stands in the log: what was left out is left out there too."""
        dump = self._commands[command.type].serializer.to_python
        return {"type": command.type, **dump(command, mode="json", exclude_defaults=True)}

    def load_command(self, stored: Mapping[str, Any]) -> Command:
        """A command from the log."""
        fields = {name: value for name, value in stored.items() if name != "type"}
        return self._commands[stored["type"]].validate_python(fields, strict=False)

    def dump_event(self, event: Event) -> dict[str, Any]:
        """An event as it stands in the log, with every field."""
        return {"type": event.type, **self._dump_event[event.type](event)}

    def load_event(self, stored: Mapping[str, Any]) -> Event:
        """An event from the log."""
        fields = {name: value for name, value in stored.items() if name != "type"}
        return self._events[stored["type"]].validate_python(fields, strict=False)

    # What clients see

    def combatant(self, fighter: Any) -> dict[str, Any]:
        """A combatant as answers show it."""
        return {
            "id": fighter.id,
            "name": fighter.name,
            "side": fighter.side,
            "group": fighter.group,
            "external_id": fighter.external_id,
            "hidden": fighter.hidden,
            "status": fighter.status,
            "sheet": self.sheet.dump_python(fighter.sheet, mode="json"),
            "state": dict(self.ruleset.current(fighter)),
            "conditions": [dict(c) for c in self.ruleset.conditions(fighter)],
        }


@cache
def codec_for(ruleset_id: str) -> Codec:
    """The codec of a ruleset that is there. Raises KeyError for one that isn't."""
    return Codec(rulesets()[ruleset_id])


def dump_dice(dice: Sequence[Die]) -> list[dict[str, Any]]:
    """Dice as they stand in the log: what is at its default is left out."""
    return [_dump_die(die) for die in dice]


def load_dice(stored: Sequence[Mapping[str, Any]]) -> tuple[Die, ...]:
    """Dice from the log."""
    return tuple(Die(**die) for die in stored)
