"""What of a new OpenAPI document would break a client that was written for an older one.

Clients send what they always sent, and it must be taken; they read what they always read, and it
must be there. They pass over fields, codes, events and rulesets that they don't know. So a document
may grow: optional things to send, more to read. Everything else is a break.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

Document = Mapping[str, Any]
Schema = Mapping[str, Any]
Side = Literal["sent", "answered"]
Values = list[Any] | None
"""All the values there are, where they are listed."""

WORDS = ("title", "description", "default", "example", "examples", "discriminator")
"""What a schema says to people, or says of itself; nothing that a value could break."""
LEAST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
MOST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
EXACT = ("pattern", "format", "multipleOf", "uniqueItems")


def breaks(old: Document, new: Document) -> list[str]:
    """Every break, as a sentence that names its place. None: the new document keeps the old one."""
    return list(dict.fromkeys(_Comparison(old, new).operations()))


@dataclass(frozen=True, slots=True)
class _Kind:
    """One of the kinds of value that a schema describes; `name`: of the schema it stands in."""

    type: str
    schema: Schema
    name: str

    @property
    def constants(self) -> tuple[tuple[str, Any], ...]:
        """Fields that have one value only: they tell it from other objects."""
        properties = self.schema.get("properties", {})
        return tuple((name, p["const"]) for name, p in sorted(properties.items()) if "const" in p)

    @property
    def values(self) -> Values:
        """All the values there are, where they are listed."""
        return [self.schema["const"]] if "const" in self.schema else self.schema.get("enum")

    def __str__(self) -> str:
        told = " ".join(f"{name}={value}" for name, value in self.constants)
        return told or self.name or self.type


class _Comparison:
    """Of two documents. What it finds are sentences, each with its place."""

    def __init__(self, old: Document, new: Document) -> None:
        self._old = old
        self._new = new
        self._known: dict[tuple[str, str, Side], list[str]] = {}

    # --- operations

    def operations(self) -> Iterator[str]:
        for path, operations in self._old["paths"].items():
            for method, old in operations.items():
                where = f"{method.upper()} {path}"
                new = self._new["paths"].get(path, {}).get(method)
                if new is None:
                    yield f"{where}: is gone"
                else:
                    yield from self._operation(where, old, new)

    def _operation(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        if old["operationId"] != new["operationId"]:
            yield f"{where}: operationId {old['operationId']} is {new['operationId']} now"
        if {} in old.get("security", [{}]) and {} not in new.get("security", [{}]):
            yield f"{where}: asks for a token now"
        yield from self._parameters(where, _parameters(old), _parameters(new))
        yield from self._body(f"{where} body", old.get("requestBody"), new.get("requestBody"))
        for status, answer in old["responses"].items():
            yield from self._answer(f"{where} {status}", answer, new["responses"].get(status))

    def _parameters(
        self, where: str, old: Mapping[str, Schema], new: Mapping[str, Schema]
    ) -> Iterator[str]:
        for name, parameter in old.items():
            if name not in new:
                yield f"{where} {name}: is gone"
            else:
                told = f"{where} {name}"
                yield from self._schemas(told, parameter["schema"], new[name]["schema"], "sent")
        for name, parameter in new.items():
            if parameter.get("required") and not old.get(name, {}).get("required"):
                yield f"{where} {name}: is required now"

    def _body(self, where: str, old: Schema | None, new: Schema | None) -> Iterator[str]:
        if new is not None and new.get("required") and not (old or {}).get("required"):
            yield f"{where}: is required now"
        if old is not None:
            yield from self._content(where, old, new or {}, "sent")

    def _answer(self, where: str, old: Schema, new: Schema | None) -> Iterator[str]:
        if new is None:
            yield f"{where}: is gone"
            return
        for header in sorted(set(old.get("headers", {})) - set(new.get("headers", {}))):
            yield f"{where}: header {header} is gone"
        yield from self._content(where, old, new, "answered")

    def _content(self, where: str, old: Schema, new: Schema, side: Side) -> Iterator[str]:
        now = new.get("content", {})
        for media, content in old.get("content", {}).items():
            if media not in now:
                yield f"{where}: {media} is gone"
            else:
                yield from self._schemas(where, content["schema"], now[media]["schema"], side)

    # --- schemas

    def _schemas(self, where: str, old: Schema, new: Schema, side: Side) -> Iterator[str]:
        """Compares two schemas, kind of value by kind of value."""
        before, now = _kinds(self._old, old), _kinds(self._new, new)
        for kind in before:
            candidates = _fitting(kind, now)
            if candidates:
                found = (self._compared(where, kind, candidate, side) for candidate in candidates)
                yield from min(found, key=len)
            elif side == "sent" or kind.constants:
                yield f"{where}: {kind} {_IS_GONE[side]}"
        if side == "answered":
            types = {kind.type for kind in before}
            types |= {"integer"} if "number" in types else set()
            for type in sorted({kind.type for kind in now} - types):
                if "any" not in types:
                    yield f"{where}: may be {type} now"

    def _compared(self, where: str, old: _Kind, new: _Kind, side: Side) -> list[str]:
        """The breaks between two kinds; between two named schemas they are looked for once."""
        if not old.name:
            return list(self._kind(where, old, new, side))
        key = (old.name, new.name, side)
        if key not in self._known:
            self._known[key] = []  # met again inside itself, it is what it is
            self._known[key] = list(self._kind(f"{old.name} ({side})", old, new, side))
        return self._known[key]

    def _kind(self, where: str, old: _Kind, new: _Kind, side: Side) -> Iterator[str]:
        yield from _values(where, old.values, new.values, side)
        if side == "sent":
            yield from _limits(where, old.schema, new.schema)
        yield from self._fields(where, old.schema, new.schema, side)
        for key in ("items", "additionalProperties"):
            before, now = old.schema.get(key), new.schema.get(key)
            if isinstance(before, Mapping) and isinstance(now, Mapping):
                yield from self._schemas(f"{where}[]", before, now, side)
        rows = old.schema.get("prefixItems", ()), new.schema.get("prefixItems", ())
        for place, (before, now) in enumerate(zip(*rows, strict=False)):
            yield from self._schemas(f"{where}[{place}]", before, now, side)

    def _fields(self, where: str, old: Schema, new: Schema, side: Side) -> Iterator[str]:
        before, now = old.get("properties", {}), new.get("properties", {})
        needed, needs = set(old.get("required", ())), set(new.get("required", ()))
        for name, field in before.items():
            told = f"{where}.{name}"
            if name in now:
                yield from self._schemas(told, field, now[name], side)
            elif side == "answered" or _closed(new):
                yield f"{told}: is gone"
        if side == "answered":
            yield from (
                f"{where}.{n}: may be missing now" for n in sorted(needed - needs) if n in now
            )
            return
        yield from (f"{where}.{name}: is required now" for name in sorted(needs - needed))
        for name in sorted(set(before) & set(now)):
            if _default(self._old, before[name]) != _default(self._new, now[name]):
                yield f"{where}.{name}: has another default now"
        if _closed(new) and not _closed(old):
            yield f"{where}: takes no other fields any more"


_IS_GONE: Mapping[Side, str] = {
    "sent": "is not taken any more",
    "answered": "is not told any more",
}


def _values(where: str, old: Values, new: Values, side: Side) -> Iterator[str]:
    """A value that is listed no more; or only some are taken, of all that were."""
    if old is None and new is not None and side == "sent":
        yield f"{where}: takes only {new} now"
    for value in old or ():
        if new is not None and value not in new:
            yield f"{where}: {value!r} {_IS_GONE[side]}"


def _limits(where: str, old: Schema, new: Schema) -> Iterator[str]:
    """Less is taken than before."""
    for key in LEAST:
        if key in new and new[key] > old.get(key, float("-inf")):
            yield f"{where}: {key} is {new[key]} now"
    for key in MOST:
        if key in new and new[key] < old.get(key, float("inf")):
            yield f"{where}: {key} is {new[key]} now"
    for key in EXACT:
        if key in new and new[key] != old.get(key):
            yield f"{where}: {key} is {new[key]!r} now"


def _parameters(operation: Schema) -> dict[str, Schema]:
    return {f"{p['in']} {p['name']}": p for p in operation.get("parameters", ())}


def _closed(schema: Schema) -> bool:
    return False in (schema.get("additionalProperties"), schema.get("unevaluatedProperties"))


def _default(document: Document, schema: Schema) -> Any:
    return _whole(document, schema)[0].get("default")


def _fitting(kind: _Kind, others: list[_Kind]) -> list[_Kind]:
    """Those of `others` that a kind is to be compared with: its namesake, or all of its type."""
    fitting = [
        other
        for other in others
        if other.type in (kind.type, "any")
        or kind.type == "any"
        or (kind.type, other.type) == ("integer", "number")
    ]
    if kind.constants:
        fitting = [o for o in fitting if o.constants in ((), kind.constants)]
    same = [other for other in fitting if kind.name and other.name == kind.name]
    return same or fitting


def _kinds(document: Document, schema: Schema) -> list[_Kind]:
    """The kinds of value that a schema describes; values that are listed are of one kind."""
    found: list[_Kind] = []
    for kind in _alternatives(document, schema):
        listed = next((k for k in found if k.type == kind.type and k.values and kind.values), None)
        if listed is None:
            found.append(kind)
        else:
            both = [*(listed.values or ()), *(kind.values or ())]
            found[found.index(listed)] = _Kind(kind.type, {"enum": both}, "")
    return found


def _alternatives(document: Document, schema: Schema) -> Iterator[_Kind]:
    whole, name = _whole(document, schema)
    alternatives = whole.get("anyOf") or whole.get("oneOf")
    if alternatives:
        rest = {k: v for k, v in whole.items() if k not in ("anyOf", "oneOf", *WORDS)}
        for one in alternatives:
            yield from _alternatives(document, {"allOf": [rest, one]} if rest else one)
        return
    types = whole.get("type") or _told_by(whole)
    for type in types if isinstance(types, list) else [types]:
        yield _Kind(type, whole, name)


def _told_by(schema: Schema) -> str:
    """The type of a schema that doesn't name it."""
    if "properties" in schema:
        return "object"
    values = schema.get("enum") or ([schema["const"]] if "const" in schema else [])
    return "string" if values and all(isinstance(value, str) for value in values) else "any"


def _whole(document: Document, schema: Schema) -> tuple[dict[str, Any], str]:
    """A schema with references followed and parts put together; its name, if it is all of one."""
    rest = {key: value for key, value in schema.items() if key not in ("$ref", "allOf")}
    parts = list(schema.get("allOf", ()))
    name = ""
    if "$ref" in schema:
        referred = schema["$ref"].rpartition("/")[2]
        name = "" if parts or set(rest) - set(WORDS) else referred
        parts.append(document["components"]["schemas"][referred])
    whole: dict[str, Any] = {}
    for part in parts:
        whole = _together(whole, _whole(document, part)[0])
    return _together(whole, rest), name


def _together(a: Schema, b: Schema) -> dict[str, Any]:
    """What is described by both."""
    both = {**a, **b}
    if "properties" in a and "properties" in b:
        shared = set(a["properties"]) & set(b["properties"])
        both["properties"] = {**a["properties"], **b["properties"]} | {
            name: {"allOf": [a["properties"][name], b["properties"][name]]} for name in shared
        }
    if "required" in a and "required" in b:
        both["required"] = sorted({*a["required"], *b["required"]})
    return both
