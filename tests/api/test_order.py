"""Whose turn it is, whoever falls or leaves, whenever."""

from app.rules.tides_of_ichor.examples import ORC
from tests.api.client import GameMaster


async def three(gm: GameMaster, sides: str = "xyz") -> None:
    """A, B and C act in this order."""
    await gm.open()
    for name, side in zip("ABC", sides, strict=True):
        await gm.join(name, side, {**ORC, "zone": 0})
    await gm.start(90, 60, 30)
    assert (await gm.get())["order"] == ["a", "b", "c"]


async def test_the_acting_one_removed_the_next_acts(gm: GameMaster):
    await three(gm)
    await gm.act("a", "pass")
    left = await gm.ok("DELETE", "/combatants/b?reason=fled")
    assert (left["encounter"]["acting"], left["encounter"]["round"]) == ("c", 1)
    assert (await gm.get())["order"] == ["a", "c"]


async def test_the_last_one_removed_begins_a_new_round(gm: GameMaster):
    await three(gm)
    await gm.act("a", "pass")
    await gm.act("b", "pass")
    left = await gm.ok("DELETE", "/combatants/c")
    assert (left["encounter"]["acting"], left["encounter"]["round"]) == ("a", 2)


async def test_someone_else_removed_changes_no_turn(gm: GameMaster):
    await three(gm)
    await gm.act("a", "pass")
    await gm.act("b", "pass")
    left = await gm.ok("DELETE", "/combatants/a")
    assert (left["encounter"]["acting"], left["encounter"]["round"]) == ("c", 1)
    assert not {"turn_started", "turn_ended"} & {e["type"] for e in left["events"]}
    passed = await gm.act("c", "pass")
    assert (passed["encounter"]["acting"], passed["encounter"]["round"]) == ("b", 2)


async def test_the_dead_are_passed_over_also_first_in_a_round(gm: GameMaster):
    await three(gm)
    await gm.ok("PATCH", "/combatants/a", {"reason": "a rock", "state": {"w": 0}})
    assert (await gm.get())["acting"] == "b"
    await gm.act("b", "pass")
    passed = await gm.act("c", "pass")
    assert (passed["encounter"]["acting"], passed["encounter"]["round"]) == ("b", 2)


async def test_one_side_down_is_said_and_the_fight_goes_on(gm: GameMaster):
    await three(gm, "xyy")
    fell = await gm.ok("PATCH", "/combatants/a", {"reason": "a rock", "state": {"w": 0}})
    side = next(e for e in fell["events"] if e["type"] == "side_fell")
    assert (side["side"], side["standing"]) == ("x", ["y"])
    state = await gm.get()
    assert (state["status"], state["standing"], state["acting"]) == ("running", ["y"], "b")


async def test_everyone_down_pauses_until_somebody_can_act(gm: GameMaster):
    await three(gm)
    for combatant in "abc":
        rock = {"reason": "a rock", "state": {"w": 0}}
        await gm.ok("PATCH", f"/combatants/{combatant}", rock)
    assert (await gm.get())["status"] == "paused"
    await gm.problem(409, "cannot-act", "POST", "/start")
    await gm.ok("PATCH", "/combatants/b", {"reason": "a potion", "state": {"w": 5}})
    started = await gm.ok("POST", "/start")
    assert (started["encounter"]["status"], started["encounter"]["acting"]) == ("running", "b")


async def test_a_late_arrival_acts_this_round_if_its_place_has_not_passed(gm: GameMaster):
    """TI-INIT-4."""
    await three(gm)
    await gm.act("a", "pass")
    await gm.join("Late", "w", {**ORC, "zone": 0})
    state = await gm.get()
    assert state["acting"] == "b"
    assert set(state["order"]) == {"a", "b", "c", "late"}


async def test_wrong_turn_dead_actor_unknown_ids(gm: GameMaster):
    await three(gm)
    act = "/actions"
    body = {"actor": "b", "type": "pass"}
    refusal = await gm.problem(409, "not-your-turn", "POST", act, body)
    assert refusal["acting"] == "a"
    await gm.ok("PATCH", "/combatants/c", {"reason": "a rock", "state": {"w": 0}})
    refused = await gm.problem(409, "cannot-act", "POST", act, {"actor": "c", "type": "pass"})
    assert refused["status"] == 409
    body = {"actor": "nobody", "type": "pass"}
    await gm.problem(422, "unknown-combatant", "POST", act, body)
    body = {"actor": "a", "type": "attack", "target": "ghost"}
    await gm.problem(422, "unknown-combatant", "POST", act, body)
    body = {"actor": "a", "type": "attack", "target": "c"}
    await gm.problem(409, "target-down", "POST", act, body)
    await gm.problem(422, "unknown-action", "POST", act, {"actor": "a", "type": "sing"})
    await gm.problem(404, "unknown-combatant", "GET", "/combatants/ghost")
    await gm.problem(404, "unknown-combatant", "DELETE", "/combatants/ghost")


async def test_before_the_start_nobody_acts(gm: GameMaster):
    await gm.open()
    await gm.problem(409, "cannot-act", "POST", "/start")
    await gm.join("A", "x", ORC)
    await gm.problem(
        409, "encounter-not-running", "POST", "/actions", {"actor": "a", "type": "pass"}
    )
    assert (await gm.get("/choices?combatant=a"))["items"] == []


async def test_starting_twice_is_refused(gm: GameMaster):
    await three(gm)
    await gm.problem(409, "encounter-running", "POST", "/start")
