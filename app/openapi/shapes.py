"""The shapes of every ruleset as schemas of the document, named by ruleset: `TidesOfIchorSheet`.

What a client sends as an open object is described here as what it must be: one of the shapes of
the rulesets there are. Nothing of this is asked when a request is served.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter

from app.engine.encounter import COMMON_ACTIONS, COMMON_EVENTS, Command, Event
from app.engine.ruleset import Ruleset, reference_fields
from app.schemas import OF_RULESET, EncounterSettings

Schema = dict[str, Any]
Schemas = dict[str, Schema]
Names = Mapping[type, str]
"""What the schemas of types are called."""

SCHEMAS = "#/components/schemas/"
A_COMBATANT = "A combatant: its id, its external id, or a name that fits just one."
SHAPES = {
    "Options": "The options of an encounter: those of its ruleset, and those that every one has.",
    "Sheet": "What a combatant is, as its encounter's ruleset has it.",
    "SheetChange": "What may be changed of a sheet; what is left out stays.",
    "StateChange": "What may be changed of how a combatant is now; what is left out stays.",
    "Condition": "Something that clings to a combatant, as its encounter's ruleset has it.",
    "Action": "What a combatant does, as its encounter's ruleset has it.",
    "Event": "Something that happened, with every number that went into it; `type` says what.",
}
"""What there is of each ruleset, by the name that stands for all of them."""


REDACTED = {
    "title": "Redacted",
    "description": "An event, as far as it is yours to see: `concealed` where nothing of it is. "
    "The digest stands for the whole, so that the log can be checked all the same.",
    "type": "object",
    "properties": {
        "type": {"title": "Type", "type": "string"},
        "redacted": {"title": "Digest", "type": "string", "pattern": "^[0-9a-f]{64}$"},
    },
    "required": ["type", "redacted"],
}


def ref(name: str) -> Schema:
    """A reference to a schema of the document."""
    return {"$ref": SCHEMAS + name}


def prefix(ruleset: Ruleset[Any]) -> str:
    """What the names of a ruleset's schemas begin with: `tides-of-ichor` -> `TidesOfIchor`."""
    return "".join(word.capitalize() for word in ruleset.id.split("-"))


def shapes(rulesets: Sequence[Ruleset[Any]]) -> Schemas:
    """The schemas of all these rulesets, and those that stand for any of them.

    Raises ValueError for two of one name.
    """
    common, found = _generated("", [*COMMON_ACTIONS, *COMMON_EVENTS])
    for ruleset in rulesets:
        for name, schema in _shapes_of(ruleset, common).items():
            if name in found:
                raise ValueError(f"two schemas are called {name}")
            found[name] = schema
    found["Redacted"] = REDACTED
    for shape, description in SHAPES.items():
        names = [prefix(ruleset) + shape for ruleset in rulesets]
        any_of = [ref(name) if name in found else {"type": "object"} for name in names]
        if shape == "Event":
            any_of.append(ref("Redacted"))
        found[shape] = {"title": shape, "description": description, "anyOf": any_of}
    return found


def _shapes_of(ruleset: Ruleset[Any], common: Names) -> Schemas:
    """The schemas of one ruleset; `common`: the names of what every ruleset has."""
    own = prefix(ruleset)
    actions, events = ruleset.action_types.values(), ruleset.event_types.values()
    single: dict[str, type | None] = {
        "Options": ruleset.options,
        "Sheet": ruleset.sheet,
        "StateChange": ruleset.adjustable,
        "Condition": ruleset.condition,
    }
    told: list[type] = [kind for kind in (*actions, *events) if kind not in common]
    names, found = _generated(own, [*filter(None, single.values()), *told])
    for shape, kind in single.items():
        if kind is not None:
            found[own + shape] = {**found[names[kind]], "title": f"{ruleset.title}: {shape}"}
    options, sheet = found[own + "Options"], found[own + "Sheet"]
    settings = EncounterSettings.model_json_schema()["properties"]
    found[own + "Options"] = {**options, "properties": options["properties"] | settings}
    found[own + "SheetChange"] = {
        **{key: value for key, value in sheet.items() if key != "required"},
        "title": f"{ruleset.title}: SheetChange",
    }
    names = {**common, **names}
    for shape, by_type in (
        ("Action", {kind.type: names[kind] for kind in actions}),
        ("Event", {kind.type: names[kind] for kind in events}),
    ):
        found[own + shape] = _one_of(f"{ruleset.title}: {shape}", "type", by_type)
    return found


def _generated(prefix: str, kinds: Iterable[type]) -> tuple[Names, Schemas]:
    """What the schemas of some types are called; these, and those of all they are made of.

    Commands and events have a field `type`, which tells them apart.
    """
    inputs: Any = [(kind, "validation", TypeAdapter(kind)) for kind in kinds]
    by_kind, defs = TypeAdapter.json_schemas(inputs, ref_template=f"{SCHEMAS}{prefix}{{model}}")
    found = {prefix + name: schema for name, schema in defs["$defs"].items()}
    names = {kind: schema["$ref"].removeprefix(SCHEMAS) for (kind, _), schema in by_kind.items()}
    for kind, name in names.items():
        if issubclass(kind, Command):
            found[name] = _command(kind, found[name])
        elif issubclass(kind, Event):
            found[name] = _event(kind, found[name])
    return names, found


def _command(kind: type[Command], schema: Schema) -> Schema:
    """What else may stand beside its fields is said by the bodies that an action is a part of."""
    for field in reference_fields(kind):  # type: ignore[arg-type]
        schema["properties"][field].setdefault("description", A_COMBATANT)
    return _typed(kind, schema, required=schema.get("required", ()))


def _event(kind: type[Event], schema: Schema) -> Schema:
    """An event is told with all its fields, always."""
    return _typed(kind, schema, required=schema["properties"])


def _typed(kind: type[Command | Event], schema: Schema, required: Iterable[str]) -> Schema:
    told = {"title": "Type", "type": "string", "const": kind.type}
    return {
        **{key: value for key, value in schema.items() if key != "additionalProperties"},
        "properties": {"type": told, **schema["properties"]},
        "required": ["type", *required],
    }


def _one_of(title: str, by: str, names: Mapping[str, str]) -> Schema:
    """One of several schemas, told apart by a field."""
    return {
        "title": title,
        "oneOf": [ref(name) for name in names.values()],
        "discriminator": {
            "propertyName": by,
            "mapping": {value: SCHEMAS + name for value, name in names.items()},
        },
    }


# --- where they stand -----------------------------------------------------------------------------


def fill_in(schemas: Schemas, rulesets: Sequence[Ruleset[Any]]) -> Schemas:
    """The service's own schemas, which know of no ruleset, with the rulesets' in them."""
    found = {**schemas, **shapes(rulesets)}
    by_id = {}
    for ruleset in rulesets:
        own = prefix(ruleset)
        by_id[ruleset.id] = own + "EncounterIn"
        found[own + "EncounterIn"], found[own + "CombatantIn"] = _opened(schemas, ruleset)
    found["EncounterIn"] = _one_of("EncounterIn", "ruleset", by_id)
    for name in ("ActionIn", "OddsIn"):
        found[name] = _about_an_action(schemas[name])
    return {name: _filled(found[name]) for name in sorted(found)}


def _opened(schemas: Schemas, ruleset: Ruleset[Any]) -> tuple[Schema, Schema]:
    """An encounter to open under a ruleset, and a combatant that comes with it."""
    own = prefix(ruleset)
    encounter, combatant = schemas["EncounterIn"], schemas["CombatantIn"]
    combatants = {**encounter["properties"]["combatants"], "items": ref(own + "CombatantIn")}
    id = {"title": "Ruleset", "type": "string", "const": ruleset.id}
    return (
        _with(encounter, ruleset, ruleset=id, options=ref(own + "Options"), combatants=combatants),
        _with(combatant, ruleset, sheet=ref(own + "Sheet")),
    )


def _with(schema: Schema, of: Ruleset[Any], /, **properties: Schema) -> Schema:
    """A schema of the service's own, narrowed to a ruleset."""
    return {
        **schema,
        "title": f"{of.title}: {schema['title']}",
        "properties": {**schema["properties"], **properties},
    }


def _about_an_action(schema: Schema) -> Schema:
    """A body that is an action, and the fields that it has beside those of the action."""
    beside = {k: v for k, v in schema["properties"].items() if k not in ("type", "actor")}
    return {
        "title": schema["title"],
        "description": schema["description"],
        "type": "object",
        "anyOf": [ref("Action")],
        "properties": beside,
        "required": ["type"],
        "unevaluatedProperties": False,
    }


def _filled(value: Any) -> Any:
    """A schema with references where it hangs on the ruleset (`OF_RULESET`)."""
    if isinstance(value, list):
        return [_filled(item) for item in value]
    if not isinstance(value, dict):
        return value
    if OF_RULESET in value:
        kept = {key: item for key, item in value.items() if key not in (OF_RULESET, "type")}
        return {**kept, **ref(value[OF_RULESET])}
    return {key: _filled(item) for key, item in value.items()}
