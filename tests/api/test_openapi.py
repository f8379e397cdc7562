"""The OpenAPI document: complete, true, and a first fight from top to bottom."""

import json
import re
from dataclasses import replace

import httpx
import pytest

from app.main import create_app
from app.openapi import document
from app.openapi.first_fight import PAGE
from app.openapi.first_fight import tries as offered
from app.openapi.shapes import prefix
from app.rules.registry import SHIPPED, rulesets
from tests.api.conformance import Contract
from tests.api.first_fight import on_the_page, play, tries
from tests.databases import settings_for
from tests.toy import RULESET as TOY

PROBLEM = "application/problem+json"


@pytest.fixture(scope="module")
def app():
    return create_app(settings_for("sqlite:///unused.db"))


@pytest.fixture(scope="module")
def made(app):
    """The document of all rulesets, the toy among them."""
    return app.openapi()


# --- from top to bottom ---------------------------------------------------------------------------


@pytest.mark.parametrize("all_examples", [False, True], ids=["first-examples", "all-examples"])
async def test_the_page_can_be_tried_from_top_to_bottom(
    client: httpx.AsyncClient, all_examples: bool
):
    shown = (await client.get("/openapi.json")).json()
    answers = await play(client, list(tries(shown, all_examples=all_examples)))
    assert {one.operation["operationId"] for one, _ in answers} == {
        operation["operationId"] for _, _, operation in on_the_page(shown)
    }
    by_id = {
        one.operation["operationId"]: answer.json() for one, answer in answers if answer.content
    }
    assert by_id["weigh"]["outcomes"][0]["chance"]["fraction"] == "13/20"
    assert by_id["verify"]["ok"] is True
    charge = next(a.json() for one, a in answers if one.operation["operationId"] == "act")
    assert charge["summary"].endswith("Orc 1 is slain.")


def test_every_body_has_an_example(made):
    for method, path, operation in on_the_page(made):
        if "requestBody" in operation:
            assert operation["requestBody"]["content"]["application/json"]["examples"], path
        else:
            assert method in ("get", "delete"), path


def test_every_example_is_as_the_schema_says(made):
    contract = Contract(made)
    for one in tries(made, all_examples=True):
        if one.body is not None:
            schema = one.operation["requestBody"]["content"]["application/json"]["schema"]
            assert contract.errors(schema, one.body) == []


def test_everything_offered_is_of_an_operation_of_the_page(made):
    """A misspelt id would be passed over in silence."""
    ids = {operation["operationId"] for _, _, operation in on_the_page(made)}
    assert set(offered(SHIPPED)) <= ids
    assert {id for section in PAGE for id in section.operations} == ids


def test_the_page_has_all_operations_in_the_order_of_a_first_fight(made):
    shown = [operation["operationId"] for _, _, operation in on_the_page(made)]
    assert shown == [id for section in PAGE for id in section.operations]
    assert len(shown) == sum(len(operations) for operations in made["paths"].values())
    assert len(set(shown)) == len(shown)


# --- what is said of operations -------------------------------------------------------------------


def test_every_operation_has_a_summary_and_a_description(made):
    for _, path, operation in on_the_page(made):
        assert re.fullmatch(r"[A-Z][^\n]{5,80}[^.\n]", operation["summary"]), path
        assert len(operation["description"]) > 40, path
        assert operation["description"] != operation["summary"]
        for parameter in operation.get("parameters", ()):
            assert parameter.get("description") or "example" in parameter, (path, parameter)


def test_every_answer_is_typed(made):
    contract = Contract(made)
    for method, path, operation in on_the_page(made):
        for status, response in operation["responses"].items():
            if status == "204":
                assert "content" not in response
                continue
            (content,) = response["content"].values()
            assert content["schema"], path
            assert contract.errors(content["schema"], "a text"), (method, path, "anything goes")


def test_every_problem_has_its_codes_and_a_true_example(made):
    contract = Contract(made)
    for _, path, operation in on_the_page(made):
        told = {s: r for s, r in operation["responses"].items() if PROBLEM in r.get("content", {})}
        assert "422" in told, path
        for status, response in told.items():
            problem = response["content"][PROBLEM]
            example = problem["example"]
            assert contract.errors(problem["schema"], example) == []
            assert example["status"] == int(status)
            assert f"`{example['code']}`" in response["description"]
            assert len(example["detail"]) > 15
            assert contract.errors(problem["schema"], {**example, "code": "no-such-code"})


def test_the_token_is_asked_for_where_it_is_needed(made):
    for _, path, operation in on_the_page(made):
        if path.startswith("/v1/encounters/"):
            assert operation["security"] == [{"HTTPBearer": []}]
    assert made["paths"]["/v1/encounters"]["post"]["security"] == [{}, {"CreateKey": []}]
    assert "security" not in made["paths"]["/v1/rulesets"]["get"]


MOST_AT_FIRST = 20_000  # characters of JSON


def test_an_operation_refers_to_what_is_large(made):
    """The page shows it before it follows any reference: nothing of a ruleset may stand in it."""
    for _, path, operation in on_the_page(made):
        assert len(json.dumps(operation)) < MOST_AT_FIRST, path
        for told in (operation.get("requestBody", {}), *operation["responses"].values()):
            for content in told.get("content", {}).values():
                inline = json.dumps(content["schema"])
                assert "$ref" in inline, path
                assert len(inline) < 1_500, path


# --- rulesets -------------------------------------------------------------------------------------


def test_every_reference_leads_somewhere_and_nothing_is_left_to_fill_in(made):
    text = str(made)
    assert "x-" not in re.sub(r"[a-z]x-", "", text)
    for name in re.findall(r"#/components/schemas/(\w+)", text):
        assert name in made["components"]["schemas"], name
    assert all(re.fullmatch(r"[A-Za-z0-9]+", name) for name in made["components"]["schemas"])


@pytest.mark.parametrize("ruleset", rulesets().values(), ids=lambda r: r.id)
def test_what_a_ruleset_has_is_in_the_document(made, ruleset):
    schemas, own = made["components"]["schemas"], prefix(ruleset)
    actions = schemas[own + "Action"]["discriminator"]["mapping"]
    assert list(actions) == list(ruleset.action_types)
    events = schemas[own + "Event"]["discriminator"]["mapping"]
    assert list(events) == list(ruleset.event_types)
    assert {"$ref": f"#/components/schemas/{own}Sheet"} in schemas["Sheet"]["anyOf"]
    opening = schemas["EncounterIn"]["discriminator"]["mapping"][ruleset.id]
    body = schemas[opening.rpartition("/")[2]]
    assert body["properties"]["ruleset"]["const"] == ruleset.id
    assert "given_dice" in schemas[own + "Options"]["properties"]


def test_a_new_ruleset_appears_by_itself(app):
    other = replace(TOY, id="other-toy", title="Other")
    made = document(app, [*SHIPPED, other])
    assert "OtherToySheet" in made["components"]["schemas"]
    assert "ToySheet" not in made["components"]["schemas"]
    opening = made["paths"]["/v1/encounters"]["post"]["requestBody"]["content"]["application/json"]
    assert opening["examples"]["other,-with-everybody-in-it"]["value"]["ruleset"] == "other-toy"


def test_two_rulesets_whose_names_run_together(app):
    twins = [replace(TOY, id="a-b"), replace(TOY, id="a--b")]
    with pytest.raises(ValueError, match="two schemas are called AB"):
        document(app, twins)


@pytest.mark.parametrize("ruleset", SHIPPED, ids=lambda r: r.id)
@pytest.mark.parametrize("shape", ["Options", "Sheet", "StateChange"])
def test_fields_say_what_they_are_and_numbers_their_range(made, ruleset, shape):
    schema = made["components"]["schemas"][prefix(ruleset) + shape]
    assert schema["description"]
    for name, field in schema["properties"].items():
        told = field.get("description") or "$ref" in str(field) or "enum" in str(field)
        assert told or field["title"].casefold() != name, name
        for kind in (field, *field.get("anyOf", ())):
            if kind.get("type") == "integer":
                assert {"minimum", "maximum"} <= set(kind), name
        if name not in schema.get("required", ()):
            assert "default" in field or "$ref" in field, name


@pytest.mark.parametrize("ruleset", SHIPPED, ids=lambda r: r.id)
def test_the_actions_that_are_ready_are_as_the_schema_says(made, ruleset):
    contract = Contract(made)
    for example in ruleset.action_examples:
        assert contract.errors({"$ref": "#/components/schemas/ActionIn"}, example.body) == []
        wrong = {**example.body, "no_such_field": 1}
        assert contract.errors({"$ref": "#/components/schemas/ActionIn"}, wrong)
