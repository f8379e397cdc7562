"""Anybody checks the chain of hashes, whatever of it is hidden from them.

The checker is written from docs/roles.md alone and uses nothing of Tiltyard.
"""

import hashlib
import json
from typing import Any

from tests.api.client import GameMaster
from tests.api.test_fights import change
from tests.api.test_fog import duel
from tests.api.test_hidden import SPY, skirmish, spy_of


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def checked(encounter: str, proofs: list[dict[str, Any]]) -> str:
    """The head that the proofs lead to; each entry's hash is checked on the way."""
    head = sha256(f"pfd1|genesis|{encounter}")
    for proof in proofs:
        digests = []
        for leaf in proof["leaves"]:
            if leaf["salt"] is None:
                digests.append(leaf["digest"])
                continue
            content = json.dumps(
                leaf["content"], ensure_ascii=False, sort_keys=True, separators=(",", ":")
            )
            digests.append(sha256(f"pfd1|leaf|{leaf['salt']}|{content}"))
        head = sha256(f"pfd1|ev|{head}|{sha256('|'.join(digests))}")
        assert head == proof["hash"], proof["version"]
    return head


def agrees(proof: dict[str, Any], entry: dict[str, Any]) -> None:
    """What the log shows of an entry is what its proof proves."""
    _, command, *rest = proof["leaves"]
    dice, events = rest[: len(entry["dice"])], rest[len(entry["dice"]) :]
    for leaf, shown in zip([command, *events], [entry["command"], *entry["events"]], strict=True):
        if leaf["salt"] is None:
            assert shown["redacted"] == leaf["digest"]
        else:
            assert shown == leaf["content"]
    for leaf, die in zip(dice, entry["dice"], strict=True):
        if leaf["salt"] is None:
            assert die["redacted"] == leaf["digest"]
        else:
            assert leaf["content"].items() <= die.items()


async def check(seat: GameMaster) -> list[dict[str, Any]]:
    proofs: list[dict[str, Any]] = []
    after: int | None = 0
    while after is not None:
        page = await seat.get(f"/proofs?after={after}&limit=2")
        proofs += page["items"]
        after = page["next"]
    assert checked(seat.id, proofs) == (await seat.get())["head"]
    for proof, entry in zip(proofs, (await seat.get("/log"))["items"], strict=True):
        agrees(proof, entry)
    return proofs


def hidden_leaves(proofs: list[dict[str, Any]]) -> int:
    return sum(leaf["salt"] is None for proof in proofs for leaf in proof["leaves"])


async def test_a_game_master_sees_every_leaf(gm: GameMaster):
    await skirmish(gm, SPY)
    await gm.act("ann", "sneak")
    assert hidden_leaves(await check(gm)) == 0


async def test_where_nothing_is_hidden_all_see_every_leaf(gm: GameMaster):
    ann, _, watcher = await skirmish(gm)
    await gm.act("ann", "strike", target="bob")
    assert await check(watcher) == await check(ann) == await check(gm)


async def test_with_somebody_hidden_and_secret_dice(gm: GameMaster):
    ann, bob, watcher = await skirmish(gm, SPY)
    await ann.act("ann", "sneak")
    await ann.act("ann", "end_turn")
    await gm.act(await spy_of(gm), "blast")
    await gm.ok("POST", "/undo", {"count": 1})
    for seat in (ann, bob, watcher):
        proofs = await check(seat)
        assert hidden_leaves(proofs) > 10
        assert await spy_of(gm) not in str(proofs)


async def test_in_the_fog(gm: GameMaster):
    sotek, orc, watcher = await duel(gm)
    await sotek.act("sotek", "move", zone=3)
    await gm.act("orc", "charge", target="sotek")
    for seat in (gm, sotek, orc, watcher):
        proofs = await check(seat)
        assert ("Bone cleaver" in str(proofs)) == (seat in (gm, orc))


async def test_a_command_out_of_sight_cannot_be_guessed_from_its_digest(gm: GameMaster):
    """The meta leaf holds the unsalted digest of the command: it goes with the command."""
    _, bob, _ = await skirmish(gm, SPY)
    await gm.act("ann", "end_turn")
    passed = await gm.act(await spy_of(gm), "pass")
    (proof,) = (await bob.get(f"/proofs?after={passed['version'] - 1}"))["items"]
    assert [leaf["salt"] is None for leaf in proof["leaves"][:2]] == [True, True]


async def test_a_changed_content_or_digest_is_found(gm: GameMaster):
    ann, *_ = await skirmish(gm, SPY)
    await ann.act("ann", "sneak")
    proofs = (await ann.get("/proofs"))["items"]
    for at in range(len(proofs[-1]["leaves"])):
        tampered = json.loads(json.dumps(proofs))
        leaf = tampered[-1]["leaves"][at]
        if leaf["salt"] is None:
            leaf["digest"] = sha256(leaf["digest"])
        else:
            leaf["content"]["type"] = "something else"
        try:
            checked(ann.id, tampered)
        except AssertionError:
            continue
        raise AssertionError(f"leaf {at} was changed, and nobody noticed")


async def test_verification_tells_others_less_of_a_difference(gm: GameMaster, database_url: str):
    ann, *_ = await skirmish(gm, SPY)
    assert await ann.get("/verification") == await gm.get("/verification")
    broken = json.dumps([{"combatant": "Spy", "type": "turn_ended"}], separators=(",", ":"))
    await change(database_url, "log_entries", "events_json", "version = 3", broken)
    first = (await ann.get("/verification"))["first_difference"]
    assert first["version"] == 3
    assert first["what"] == (await gm.get("/verification"))["first_difference"]["what"]
    assert first["detail"] == "This entry isn't what it must be; the game master can see more."
