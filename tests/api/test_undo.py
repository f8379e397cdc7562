"""Undo goes back by parent: nothing is erased, the dice don't get better."""

from typing import Any

from tests.api.ambush import ambush
from tests.api.client import GameMaster


def without_log(state: dict[str, Any]) -> dict[str, Any]:
    """An encounter, but for where its log stands."""
    return {k: v for k, v in state.items() if k not in ("version", "head")}


async def test_undo_restores_everything_ten_times_over(gm: GameMaster):
    await ambush(gm)
    before = without_log(await gm.get())
    after = None
    faces = None
    for _ in range(10):
        charge = await gm.act("sotek", "charge", target="orc-1")
        now = without_log(await gm.get())
        rolled = [d["face"] for d in charge["dice"]]
        assert after in (None, now)
        assert faces in (None, rolled), "the same intent after an undo meets the same dice"
        after, faces = now, rolled
        undo = await gm.ok("POST", "/undo", {"count": 1})
        assert (undo["kind"], undo["parent"]) == ("undo", 6)
        assert without_log(await gm.get()) == before
    log = (await gm.get("/log"))["items"]
    assert [e["version"] for e in log] == list(range(1, 27))
    assert [e["version"] for e in log if e["undone"]] == list(range(7, 26))
    assert (await gm.get("/verification"))["ok"]


async def test_reused_dice_say_where_they_come_from_and_take_no_number(gm: GameMaster):
    await ambush(gm)
    first = await gm.act("sotek", "charge", target="orc-1")
    assert {d["source"] for d in first["dice"]} == {"drawn"}
    await gm.ok("POST", "/undo", {"count": 1})
    again = await gm.act("sotek", "charge", target="orc-1")
    assert {(d["source"], d["reused_from"], d["n"]) for d in again["dice"]} == {("reused", 7, None)}
    following = await gm.act("quetlz", "attack", target="orc-2", weapon="bow")
    assert following["dice"][0]["n"] == len(first["dice"])


async def test_the_same_intent_spelled_otherwise_meets_the_same_dice(gm: GameMaster):
    """Left out or named, in capitals or not, by id or by name: one intent."""
    await ambush(gm)
    seen = []
    for fields in (
        {"target": "orc-1"},
        {"target": "Orc 1", "zone": 2},
        {"target": "orc-1", "weapon": "GREAT BLADE"},
        {"target": "ORC 1", "zone": 2, "weapon": "Great blade"},
    ):
        charge = await gm.act("sotek", "charge", **fields)
        assert charge["command"]["weapon"] == "Great blade"
        seen.append([d["face"] for d in charge["dice"]])
        await gm.ok("POST", "/undo", {"count": 1})
    assert seen == [seen[0]] * 4


async def test_another_intent_draws_fresh(gm: GameMaster):
    await ambush(gm)
    first = await gm.act("sotek", "charge", target="orc-1")
    await gm.ok("POST", "/undo", {"count": 1})
    other = await gm.act("sotek", "charge", target="orc-2")
    assert {d["source"] for d in other["dice"]} == {"drawn"}
    assert other["dice"][0]["n"] == len(first["dice"])


async def test_undo_to_a_version_and_back_again(gm: GameMaster):
    """An undone version can be gone back to: that is redo."""
    await ambush(gm)
    await gm.act("sotek", "charge", target="orc-1", dice=[76, 47, 6, 7])
    slain = without_log(await gm.get())
    undo = await gm.ok("POST", "/undo", {"to_version": 2})
    assert undo["encounter"]["status"] == "setup"
    assert [c["id"] for c in (await gm.get())["combatants"]] == ["sotek"]
    redo = await gm.ok("POST", "/undo", {"to_version": 7})
    assert redo["parent"] == 7
    assert without_log(await gm.get()) == slain
    undone = [e["version"] for e in (await gm.get("/log"))["items"] if e["undone"]]
    assert undone == [8]


async def test_several_at_once(gm: GameMaster):
    await ambush(gm)
    for actor in ("sotek", "quetlz", "goblin"):
        await gm.act(actor, "pass")
    undo = await gm.ok("POST", "/undo", {"count": 2})
    assert (undo["parent"], undo["encounter"]["acting"]) == (7, "quetlz")
    undo = await gm.ok("POST", "/undo", {"count": 1})
    assert undo["encounter"]["acting"] == "sotek"


async def test_what_cannot_be_undone(gm: GameMaster):
    await gm.open()
    await gm.problem(409, "nothing-to-undo", "POST", "/undo", {"count": 1})
    await gm.problem(409, "nothing-to-undo", "POST", "/undo", {"to_version": 1})
    await gm.problem(422, "unknown-version", "POST", "/undo", {"to_version": 2})
    await gm.problem(422, "invalid-request", "POST", "/undo", {})
    await gm.problem(422, "invalid-request", "POST", "/undo", {"count": 1, "to_version": 1})
    await gm.problem(422, "invalid-request", "POST", "/undo", {"count": 0})


async def test_an_ended_encounter_stays_ended(gm: GameMaster):
    await ambush(gm)
    await gm.ok("POST", "/end")
    await gm.problem(409, "encounter-ended", "POST", "/undo", {"count": 1})
    await gm.problem(409, "encounter-ended", "POST", "/end")
    await gm.problem(409, "encounter-ended", "POST", "/start")
    body = {"actor": "sotek", "type": "pass"}
    await gm.problem(409, "encounter-ended", "POST", "/actions", body)
    await gm.problem(409, "encounter-ended", "DELETE", "/combatants/sotek")
