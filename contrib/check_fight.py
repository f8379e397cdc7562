"""Checks a fight from outside: every hash, and every die once the encounter has ended.

    python3 contrib/check_fight.py http://127.0.0.1:8000/v1/encounters/ID TOKEN

Needs Python 3 and nothing else: no part of Tiltyard, which it is not asked to trust. What it
checks, and how to write the same in another language, is in docs/fair-dice.md.
"""

import hashlib
import hmac
import json
import sys
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Json = Mapping[str, Any]


def sha256(text: str) -> str:
    """A digest, in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def canonical(value: Any) -> str:
    """The one text of a value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def leaf_digest(leaf: Json) -> str:
    """A leaf's digest; of a concealed one it is all there is."""
    if leaf["salt"] is None:
        return str(leaf["digest"])
    return sha256(f"pfd1|leaf|{leaf['salt']}|{canonical(leaf['content'])}")


def wrong_hashes(encounter: Json, proofs: Sequence[Json]) -> Iterator[str]:
    """Entries whose hash doesn't follow from their leaves and the entry before."""
    name = "seeded" if encounter["dice"]["mode"] == "seeded" else encounter["id"]
    head = sha256(f"pfd1|genesis|{name}")
    for proof in proofs:
        leaves = "|".join(map(leaf_digest, proof["leaves"]))
        head = sha256(f"pfd1|ev|{head}|{sha256(leaves)}")
        if head != proof["hash"]:
            yield f"entry {proof['version']}: its hash is not that of its leaves"
            return
    if head != encounter["head"]:
        yield "the log does not lead to the head of the encounter"


def wrong_keys(encounter: Json) -> Iterator[str]:
    """Keys that are not those the encounter was bound to from its start."""
    dice = encounter["dice"]
    for stream, key in (dice["keys"] or {}).items():
        bound = f"pfd1|commit|{encounter['id']}|{dice['epoch']}|{stream}|{key}"
        if sha256(bound) != dice["commitments"][stream]:
            yield f"the key of the {stream} dice is not the one committed to"


def face(key: str, entropy: str, die: Json) -> int:
    """What a die must show."""
    sides = die["sides"]
    limit = 2**32 - 2**32 % sides
    for block in range(1_000):
        message = f"pfd1|draw|{entropy}|{die['n']}|{die['ctx']}|{block}"
        words = hmac.digest(bytes.fromhex(key), message.encode(), "sha256")
        for at in range(0, 32, 4):
            word = int.from_bytes(words[at : at + 4], "big")
            if word < limit:
                return 1 + int(word % sides)
    raise ValueError("no word was small enough")


def wrong_dice(encounter: Json, proofs: Sequence[Json]) -> Iterator[str]:
    """Dice drawn from a stream whose key is known that don't show what they must."""
    dice = encounter["dice"]
    entropy = sha256(f"pfd1|entropy|{encounter['id']}|{dice['epoch']}|")
    drawn = dict.fromkeys(dice["keys"] or {}, 0)
    for proof in proofs:
        for leaf in proof["leaves"][2:]:
            if leaf["content"] is None or "type" in leaf["content"]:
                continue  # concealed, or an event
            # What a die leaves out is at its default.
            die = {"source": "drawn", "stream": "public", "ctx": "-", **leaf["content"]}
            stream = die["stream"]
            if die["source"] != "drawn" or stream not in drawn:
                continue  # from a hand, fallen before, or of a stream whose key isn't shown
            if die["face"] != face(dice["keys"][stream], entropy, die):
                yield f"entry {proof['version']}: a d{die['sides']} shows what it does not draw"
            if die["n"] < drawn[stream]:
                yield f"entry {proof['version']}: die {die['n']} was drawn before"
            drawn[stream] = die["n"] + 1


def faults(encounter: Json, proofs: Sequence[Json]) -> list[str]:
    """Everything that is wrong with a fight."""
    return [
        *wrong_hashes(encounter, proofs),
        *wrong_keys(encounter),
        *wrong_dice(encounter, proofs),
    ]


def fetched(url: str, token: str) -> Any:
    """What the service answers."""
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})  # noqa: S310
    with urllib.request.urlopen(request) as answer:  # noqa: S310 - the person names the URL
        return json.load(answer)


def main(url: str, token: str) -> int:
    """Checks the fight at a URL; 1 when something is wrong."""
    encounter = fetched(url, token)
    proofs: list[Json] = []
    after: int | None = 0
    while after is not None:
        page = fetched(f"{url}/proofs?limit=1000&after={after}", token)
        proofs += page["items"]
        after = page["next"]
    found = faults(encounter, proofs)
    for fault in found:
        sys.stdout.write(f"WRONG  {fault}\n")
    if not found:
        keys = encounter["dice"]["keys"]
        known = f"the dice of {' and '.join(keys)} too" if keys else "the dice once it has ended"
        sys.stdout.write(f"{len(proofs)} entries are right; {known}. Head: {encounter['head']}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
