"""The guard of the contract: what breaks a client, what doesn't, and what the check says."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.rules.registry import SHIPPED
from contract import __main__ as guard
from contract.breaking import breaks
from tests.e2e.server import ROOT

TEXT = {"type": "string"}
NUMBER = {"type": "integer", "minimum": 0, "maximum": 9}


def of(*names: str, **properties: Any) -> dict[str, Any]:
    """An object with these properties; those named are required."""
    return {"type": "object", "properties": properties, "required": list(names)}


def closed(*names: str, **properties: Any) -> dict[str, Any]:
    return {**of(*names, **properties), "additionalProperties": False}


def either(*schemas: Any) -> dict[str, Any]:
    return {"anyOf": list(schemas)}


def content(schema: Any) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


def document(
    sent: Any = TEXT, answered: Any = TEXT, components: Any = None, **operation: Any
) -> dict[str, Any]:
    """A document with one operation."""
    told = {
        "operationId": "act",
        "requestBody": {**content(sent), "required": True},
        "responses": {"201": content(answered)},
        **operation,
    }
    return {
        "paths": {"/acts": {"post": told}},
        "components": {"schemas": components or {}},
    }


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


CHARGE = of("type", type={"const": "charge"}, target=TEXT)
MOVE = of("type", type={"const": "move"}, zone=NUMBER)

SENT = [
    (closed("a", a=TEXT), closed("a", a=TEXT, b=TEXT), []),
    (closed("a", a=TEXT), closed("a", "b", a=TEXT, b=TEXT), ["body.b: is required now"]),
    (closed(a=TEXT), closed("a", a=TEXT), ["body.a: is required now"]),
    (closed("a", a=TEXT), closed(a=TEXT), []),
    (closed(a=TEXT, b=TEXT), closed(a=TEXT), ["body.b: is gone"]),
    (of(a=TEXT), closed(a=TEXT), ["body: takes no other fields any more"]),
    (closed(a=TEXT), of(a=TEXT), []),
    (NUMBER, {**NUMBER, "minimum": 1}, ["body: minimum is 1 now"]),
    (NUMBER, {**NUMBER, "maximum": 8}, ["body: maximum is 8 now"]),
    (NUMBER, {**NUMBER, "maximum": 10}, []),
    (TEXT, {**TEXT, "maxLength": 5}, ["body: maxLength is 5 now"]),
    (TEXT, {**TEXT, "pattern": "a"}, ["body: pattern is 'a' now"]),
    ({**TEXT, "pattern": "a"}, TEXT, []),
    (TEXT, {**TEXT, "enum": ["a"]}, ["body: takes only ['a'] now"]),
    ({"enum": ["a", "b"]}, {"enum": ["a"]}, ["body: 'b' is not taken any more"]),
    ({"enum": ["a"]}, {"enum": ["a", "b"]}, []),
    (either(TEXT, {"type": "null"}), TEXT, ["body: null is not taken any more"]),
    (TEXT, either(TEXT, {"type": "null"}), []),
    ({"type": ["string", "null"]}, TEXT, ["body: null is not taken any more"]),
    (TEXT, NUMBER, ["body: string is not taken any more"]),
    ({"type": "integer"}, {"type": "number"}, []),
    ({"type": "number"}, {"type": "integer"}, ["body: number is not taken any more"]),
    ({"type": "array", "items": TEXT}, {"type": "array", "items": NUMBER},
     ["body[]: string is not taken any more"]),
    (of(a={**NUMBER, "default": 1}), of(a={**NUMBER, "default": 2}),
     ["body.a: has another default now"]),
    (either(CHARGE, MOVE), either(MOVE), ["body: type=charge is not taken any more"]),
    (either(CHARGE), either(CHARGE, MOVE), []),
    (either(CHARGE, MOVE), either(MOVE, {**CHARGE, "required": ["type", "target"]}),
     ["body.target: is required now"]),
    ({"anyOf": [CHARGE], "properties": {"dice": TEXT}, "unevaluatedProperties": False},
     {"anyOf": [CHARGE], "properties": {}, "unevaluatedProperties": False},
     ["body.dice: is gone"]),
    ({}, TEXT, []),  # anything went; what is taken now can't be told
]  # fmt: skip

ANSWERED = [
    (of("a", a=TEXT), of("a", "b", a=TEXT, b=TEXT), []),
    (of("a", "b", a=TEXT, b=TEXT), of("a", a=TEXT), ["201.b: is gone"]),
    (of("a", a=TEXT), of(a=TEXT), ["201.a: may be missing now"]),
    (TEXT, either(TEXT, {"type": "null"}), ["201: may be null now"]),
    (either(TEXT, {"type": "null"}), TEXT, []),
    ({"type": "number"}, {"type": "integer"}, []),
    ({"type": "integer"}, {"type": "number"}, ["201: may be number now"]),
    ({"enum": ["a", "b"]}, {"enum": ["a"]}, ["201: 'b' is not told any more"]),
    ({"enum": ["a"]}, {"enum": ["a", "b"]}, []),
    (either({"enum": ["a"]}, ref("Codes")), {"enum": ["a"]}, ["201: 'x' is not told any more"]),
    (either(CHARGE, MOVE), either(MOVE), ["201: type=charge is not told any more"]),
    (either(CHARGE), either(CHARGE, MOVE), []),
    (NUMBER, {**NUMBER, "maximum": 8}, []),
    ({"allOf": [of("a", a=TEXT), of(a={"enum": ["x", "y"]})]},
     {"allOf": [of("a", a=TEXT), of(a={"enum": ["x"]})]}, ["201.a: 'y' is not told any more"]),
]  # fmt: skip


def prefixed(found: list[str]) -> list[str]:
    return [f"POST /acts {line}" for line in found]


@pytest.mark.parametrize(("old", "new", "found"), SENT)
def test_what_is_sent(old, new, found):
    assert breaks(document(sent=old), document(sent=new)) == prefixed(found)


@pytest.mark.parametrize(("old", "new", "found"), ANSWERED)
def test_what_is_answered(old, new, found):
    codes = {"Codes": {"enum": ["x"]}}
    before = document(answered=old, components=codes)
    assert breaks(before, document(answered=new, components=codes)) == prefixed(found)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ({"operationId": "act"}, {"operationId": "do"}, ["operationId act is do now"]),
        ({"security": [{}, {"Key": []}]}, {"security": [{"Key": []}]}, ["asks for a token now"]),
        ({"security": [{"Key": []}]}, {"security": []}, []),
    ],
)
def test_an_operation(old, new, found):
    expected = [f"POST /acts: {line}" for line in found]
    assert breaks(document(**old), document(**new)) == expected


def test_operations_statuses_media_and_headers_that_are_gone():
    nothing: Any = {"paths": {}, "components": {"schemas": {}}}
    assert breaks(document(), nothing) == ["POST /acts: is gone"]
    assert breaks(nothing, document()) == []
    assert breaks(document(), document(responses={"200": content(TEXT)})) == [
        "POST /acts 201: is gone"
    ]
    plain = {"201": {"content": {"text/plain": {"schema": TEXT}}}}
    assert breaks(document(), document(responses=plain)) == [
        "POST /acts 201: application/json is gone"
    ]
    tagged = {"201": {**content(TEXT), "headers": {"ETag": {"schema": TEXT}}}}
    assert breaks(document(responses=tagged), document()) == ["POST /acts 201: header ETag is gone"]


def test_parameters():
    at = {"in": "query", "name": "at", "schema": NUMBER}
    assert breaks(document(parameters=[at]), document()) == ["POST /acts query at: is gone"]
    assert breaks(document(), document(parameters=[at])) == []
    needed = {**at, "required": True}
    expected = ["POST /acts query at: is required now"]
    assert breaks(document(), document(parameters=[needed])) == expected
    assert breaks(document(parameters=[at]), document(parameters=[needed])) == expected
    narrow = {**at, "schema": {**NUMBER, "maximum": 1}}
    assert breaks(document(parameters=[at]), document(parameters=[narrow])) == [
        "POST /acts query at: maximum is 1 now"
    ]


def test_a_body_that_is_needed_or_gone():
    optional = document(requestBody=content(TEXT))
    assert breaks(optional, document()) == ["POST /acts body: is required now"]
    assert breaks(document(), optional) == []
    without = document()
    del without["paths"]["/acts"]["post"]["requestBody"]
    assert breaks(document(), without) == ["POST /acts body: application/json is gone"]
    assert breaks(without, document()) == ["POST /acts body: is required now"]


def test_a_break_in_a_shared_schema_is_told_once_and_by_its_name():
    old = {"Sheet": closed(ws=NUMBER), "Both": of(a=ref("Sheet"), b=ref("Sheet"))}
    new = {**old, "Sheet": closed(ws={**NUMBER, "maximum": 5})}
    before = document(sent=ref("Both"), components=old)
    assert breaks(before, document(sent=ref("Both"), components=new)) == [
        "Sheet (sent).ws: maximum is 5 now"
    ]


def test_a_schema_that_holds_itself():
    tree = {"Tree": of("name", name=TEXT, children={"type": "array", "items": ref("Tree")})}
    cut = {"Tree": of(name=TEXT, children={"type": "array", "items": ref("Tree")})}
    before = document(answered=ref("Tree"), components=tree)
    assert breaks(before, before) == []
    assert breaks(before, document(answered=ref("Tree"), components=cut)) == [
        "Tree (answered).name: may be missing now"
    ]


def test_the_same_schema_with_other_fields_beside_it_is_looked_at_each_time():
    """Problems share a schema, and each has codes of its own."""
    shared = {"Problem": of("code", code=TEXT)}

    def told(*codes: str) -> Any:
        return content({"allOf": [ref("Problem"), of(code={"enum": list(codes)})]})

    old = document(components=shared, responses={"404": told("a"), "409": told("b", "c")})
    new = document(components=shared, responses={"404": told("a"), "409": told("b")})
    assert breaks(old, new) == ["POST /acts 409.code: 'c' is not told any more"]


# --- the committed document -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def committed() -> Any:
    return json.loads((ROOT / guard.COMMITTED).read_text())


def test_the_committed_document_keeps_itself(committed):
    assert breaks(committed, committed) == []


def test_no_ruleset_of_another_package_is_in_it(committed):
    assert list(committed["components"]["schemas"]["EncounterIn"]["discriminator"]["mapping"]) == [
        ruleset.id for ruleset in SHIPPED
    ]
    assert "toy" not in json.dumps(committed).casefold()


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (
            lambda d: d["paths"].pop("/v1/encounters/{encounter_id}/undo"),
            "POST /v1/encounters/{encounter_id}/undo: is gone",
        ),
        (
            lambda d: schema(d, "TidesOfIchorSheet")["ws"].update(maximum=90),
            "TidesOfIchorSheet (sent).ws: maximum is 90 now",
        ),
        (
            lambda d: schema(d, "ActionIn").pop("dice"),
            "POST /v1/encounters/{encounter_id}/actions body.dice: is gone",
        ),
        (
            lambda d: schema(d, "TidesOfIchorAttackRolled").pop("number"),
            "TidesOfIchorAttackRolled (answered).number: is gone",
        ),
        (
            lambda d: d["components"]["schemas"]["TidesOfIchorRefusedCode"]["enum"].remove(
                "too-near"
            ),
            "POST /v1/encounters/{encounter_id}/odds 409.code: 'too-near' is not told any more",
        ),
    ],
)
def test_a_break_of_the_real_document_is_found(committed, change, found):
    changed = json.loads(json.dumps(committed))
    change(changed)
    assert found in breaks(committed, changed)
    assert breaks(changed, committed) == [] or "Sheet" not in found


def schema(document: Any, name: str) -> Any:
    return document["components"]["schemas"][name]["properties"]


def test_a_stale_document_is_shown_and_refused(monkeypatch: pytest.MonkeyPatch):
    text = (ROOT / guard.COMMITTED).read_text()
    monkeypatch.setattr(guard, "present", lambda: text.replace('"Tiltyard"', '"Tilt"'))
    wrong = guard.check()
    assert '+    "title": "Tilt",' in wrong
    assert wrong[-1] == 'docs/openapi.json is stale: run "make openapi".'


def test_a_break_against_the_last_commit_is_refused_unless_it_was_meant(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    text = (ROOT / guard.COMMITTED).read_text()
    older = json.loads(text)
    older["paths"]["/v1/duels"] = {"get": {"operationId": "duels", "responses": {}}}
    monkeypatch.setattr(guard, "present", lambda: text)
    monkeypatch.setattr(guard, "_history", lambda: iter([text, json.dumps(older)]))
    (told, advice) = guard.check()
    assert told == "GET /v1/duels: is gone"
    assert "accepted.txt" in advice
    meant = tmp_path / "accepted.txt"
    meant.write_text(f"# Duels were never served.\n{told}\n")
    monkeypatch.setattr(guard, "ACCEPTED", meant)
    assert guard.check() == []


def test_without_a_history_there_is_nothing_to_hold_it_to(monkeypatch: pytest.MonkeyPatch):
    text = (ROOT / guard.COMMITTED).read_text()
    monkeypatch.setattr(guard, "_git", lambda *_: "")
    assert guard.committed_before(text) is None


def test_the_history_is_that_of_git(monkeypatch: pytest.MonkeyPatch):
    said = {
        ("log", "--first-parent", "--format=%H", "--", guard.COMMITTED): "c3\nc2\nc1\n",
        ("show", f"c3:{guard.COMMITTED}"): "newest",
        ("show", f"c1:{guard.COMMITTED}"): "oldest",  # in c2 it was taken away
    }
    monkeypatch.setattr(guard, "_git", lambda *arguments: said.get(arguments, ""))
    assert list(guard._history()) == ["newest", "oldest"]
