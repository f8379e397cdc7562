"""What combatants of the demonstration do: by the odds, and knowing no ruleset."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.demo.choosing import MOST_ACTIONS, _Fight, answered, chosen
from app.demo.in_process import RefusedRequest, Service, service
from app.rules.tides_of_ichor.examples import ORC, SOTEK


@pytest.fixture
async def tiltyard() -> AsyncIterator[Service]:
    async with service() as running:
        yield running


async def started(tiltyard: Service, ruleset: str, **combatants: dict[str, Any]) -> str:
    """The path of a running encounter of these, the first against all others."""
    opened = await tiltyard.post(
        "/v1/encounters",
        {
            "ruleset": ruleset,
            "name": "x",
            "seed": "x",
            "combatants": [
                {"name": name, "side": "ours" if at == 0 else "theirs", "sheet": sheet}
                for at, (name, sheet) in enumerate(combatants.items())
            ],
        },
    )
    tiltyard.token = opened["token"]
    path = f"/v1/encounters/{opened['id']}"
    await tiltyard.post(f"{path}/start")
    return path


async def test_of_two_foes_the_one_that_can_be_slain(tiltyard: Service):
    first = {**SOTEK, "ag": 100}
    path = await started(
        tiltyard, "tides-of-ichor", Sotek=first, Strong={**ORC, "w": 40}, Weak={**ORC, "w": 1}
    )
    choice = await chosen(tiltyard, path, await tiltyard.get(path), 0)
    assert choice.body["type"] == "charge"
    assert choice.body["target"] == "weak"
    assert choice.odds is not None


@pytest.mark.parametrize(("of", "sign"), [("foe", 1), ("friend", -1), ("me", 0), (None, 0)])
def test_foes_are_harmed_friends_are_spared_and_risks_are_taken(of: str | None, sign: int):
    fight = _Fight(
        {
            "acting": "me",
            "combatants": [
                {"id": id, "side": side, "status": "active", "state": {}}
                for id, side in (("me", "ours"), ("friend", "ours"), ("foe", "theirs"))
            ],
        }
    )
    outcome = {"of": of, "chance": {"value": 0.5}, "mean": {"value": 3.0}}
    assert fight.harm({"outcomes": [outcome]}) == (sign * 0.5, sign * 3.0)


async def test_with_nobody_in_reach_one_comes_nearer(tiltyard: Service):
    path = await started(
        tiltyard, "tides-of-ichor", Sotek={**SOTEK, "ag": 100, "zone": 0}, Orc={**ORC, "zone": 4}
    )
    encounter = await tiltyard.get(path)
    choice = await chosen(tiltyard, path, encounter, 0)
    assert choice.body == {"actor": "sotek", "type": "dash", "zone": 2}
    assert choice.odds is None


async def test_who_has_done_enough_ends_the_turn(tiltyard: Service):
    path = await started(tiltyard, "tides-of-ichor", Sotek={**SOTEK, "ag": 100}, Orc=ORC)
    choice = await chosen(tiltyard, path, await tiltyard.get(path), MOST_ACTIONS)
    assert choice.body == {"actor": "sotek", "type": "end_turn"}


async def test_a_question_is_answered_as_is_usual(tiltyard: Service):
    path = await started(tiltyard, "toy", Ann={}, Bob={})
    while not (encounter := await tiltyard.get(path))["questions"]:
        acting = encounter["acting"]
        kind = {"type": "end_turn"}
        if encounter["turn"]["left"]["strike"]:
            kind = {"type": "strike", "target": "bob" if acting == "ann" else "ann"}
        await tiltyard.post(f"{path}/actions", {"actor": acting, **kind})
    [question] = encounter["questions"]
    choice = await answered(tiltyard, path, question)
    usual = question["default"] or question["choices"][0]
    assert (choice.body["type"], choice.body["choice"]) == ("answer", usual)
    await tiltyard.post(f"{path}/actions", choice.body)


async def test_a_refusal_says_why(tiltyard: Service):
    path = await started(tiltyard, "tides-of-ichor", Sotek={**SOTEK, "ag": 100}, Orc=ORC)
    with pytest.raises(RefusedRequest, match="turn") as refused:
        await tiltyard.post(f"{path}/actions", {"actor": "orc", "type": "pass"})
    assert refused.value.problem["code"] == "not-your-turn"
