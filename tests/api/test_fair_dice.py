"""Fair dice, checked from outside: the program in contrib, which knows nothing of Tiltyard."""

import copy
from typing import Any

import pytest

from contrib.check_fight import faults
from tests.api.client import GameMaster
from tests.api.test_fog import duel


async def proofs_of(seat: GameMaster) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = (await seat.get("/proofs?limit=1000"))["items"]
    return items


async def ended(gm: GameMaster) -> tuple[GameMaster, GameMaster]:
    """A fight that is over: public and secret dice, some with a nonce, some fallen before."""
    await gm.open("toy")
    await gm.join("Ann", "a")
    await gm.join("Bob", "b")
    ann, watcher = await gm.seat("player", "ann"), await gm.seat("spectator")
    await gm.start()
    await gm.act("ann", "sneak")
    await gm.act("ann", "end_turn")
    await gm.ok(
        "POST", "/actions", {"actor": "bob", "type": "flurry", "target": "ann", "nonce": "0f" * 8}
    )
    await gm.ok("POST", "/undo", {"count": 1})
    await gm.act("bob", "flurry", target="ann")
    await gm.ok("POST", "/end")
    return ann, watcher


async def test_no_key_is_shown_while_a_die_can_fall(gm: GameMaster):
    await gm.open("toy")
    await gm.join("Ann", "a")
    await gm.start()
    for path in ("", "?at=1"):
        assert (await gm.get(path))["dice"]["keys"] is None
    await gm.ok("POST", "/end")
    assert set((await gm.get())["dice"]["keys"]) == {"public", "gm"}
    assert (await gm.get("?at=2"))["dice"]["keys"] is None


async def test_an_ended_fight_is_right_to_everybody(gm: GameMaster):
    ann, watcher = await ended(gm)
    for seat, keys in ((gm, {"public", "gm"}), (ann, {"public"}), (watcher, {"public"})):
        encounter = await seat.get()
        assert set(encounter["dice"]["keys"]) == keys
        assert faults(encounter, await proofs_of(seat)) == []


async def test_nothing_can_be_drawn_any_more(gm: GameMaster):
    await ended(gm)
    for path, body in (
        ("/actions", {"actor": "bob", "type": "sneak"}),
        ("/undo", {"count": 1}),
        ("/start", None),
        ("/combatants", {"name": "Cid", "side": "c"}),
    ):
        await gm.problem(409, "encounter-ended", "POST", path, body)


async def test_in_the_fog_the_chain_is_right_and_the_dice_of_others_stay_out_of_it(gm: GameMaster):
    ann, *_ = await duel(gm)
    await gm.ok("POST", "/end")
    assert faults(await ann.get(), await proofs_of(ann)) == []


async def test_a_seeded_fight_has_no_keys(gm: GameMaster):
    await gm.open("toy", seed="x")
    await gm.ok("POST", "/end")
    encounter = await gm.get()
    assert encounter["dice"]["keys"] is None
    assert faults(encounter, await proofs_of(gm)) == []


def another_face(encounter: Any, proofs: Any) -> None:
    die = next(
        leaf for proof in proofs for leaf in proof["leaves"] if "n" in (leaf["content"] or {})
    )
    die["content"]["face"] += 1


def another_key(encounter: Any, proofs: Any) -> None:
    encounter["dice"]["keys"]["public"] = "00" * 32


def an_entry_left_out(encounter: Any, proofs: Any) -> None:
    del proofs[3]


def the_end_left_out(encounter: Any, proofs: Any) -> None:
    del proofs[-1]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (another_face, "a d20 shows what it does not draw"),
        (another_key, "is not the one committed to"),
        (an_entry_left_out, "its hash is not that of its leaves"),
        (the_end_left_out, "does not lead to the head"),
    ],
)
async def test_what_was_changed_is_found(gm: GameMaster, change: Any, told: str):
    await ended(gm)
    encounter, proofs = copy.deepcopy((await gm.get(), await proofs_of(gm)))
    change(encounter, proofs)
    assert any(told in fault for fault in faults(encounter, proofs))
