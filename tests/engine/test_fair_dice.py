"""The scheme pfd1: its vectors, its uniformity, its chain."""

import itertools
from dataclasses import replace

import pytest

from app.engine.fair_dice import (
    FairStream,
    commitment,
    entry_digest,
    first_fair_face,
    genesis_head,
    is_nonce,
    leaf_digest,
    leaf_salt,
    next_head,
    sealed_entropy,
    secret_from_seed,
    stream_key,
)
from app.services.entries import Entry, digest

SECRET = bytes(range(32))
PUBLIC = stream_key(SECRET, "enc_01", 0, "public")
GM = stream_key(SECRET, "enc_01", 0, "gm")
ENTROPY = sealed_entropy(
    "enc_01",
    0,
    {"p2": "ffeeddccbbaa99887766554433221100", "p1": "00112233445566778899aabbccddeeff"},
)
STREAM = FairStream(PUBLIC, ENTROPY)


@pytest.mark.parametrize(
    ("value", "vector"),
    [
        (PUBLIC.hex(), "a236e3bffcec42296e71c1576d7b631a28b64a46a437f2965d9f246fdffef82d"),
        (
            commitment(PUBLIC, "enc_01", 0, "public"),
            "6bce33c3f9006d05dd7b6d8e15e1285acc035764e447aaa46387a596523630e7",
        ),
        (
            commitment(GM, "enc_01", 0, "gm"),
            "e453ff82853fd9731eda8c5fd1eb8016ac4e90c10d5728da65657e47ce22aa26",
        ),
        (ENTROPY, "f6dbee1d8de71952a8700f53a1ac89bb473fd5834238d8a29f5aac979abb7358"),
        (
            sealed_entropy("enc_01", 0, {}),
            "5f6c59388d8c82e633310074355e2b753543cd4d9098dbcf2f764b418f434904",
        ),
        (
            STREAM.block(0, 0).hex(),
            "4e26bb320ccb2e5596a867cad2eef5b9569965ca9439e7a8d781a27c3eb48a87",
        ),
        (
            genesis_head("enc_01"),
            "225c1f97f58d1f584183131dae49868ad6b9560542fcee6532801bd557b76b82",
        ),
    ],
)
def test_keys_commitments_entropy_blocks(value: str, vector: str):
    assert value == vector


def test_faces():
    assert [STREAM.draw(n, 20) for n in range(10)] == [19, 15, 13, 15, 9, 8, 14, 9, 12, 5]
    assert [STREAM.draw(n, 6) for n in range(10, 14)] == [1, 1, 6, 6]
    assert STREAM.draw(14, 100) == 1
    assert STREAM.draw(0, 20, "0123456789abcdef") == 4
    assert [FairStream(GM, ENTROPY).draw(n, 20) for n in range(5)] == [5, 2, 5, 15, 16]


def test_a_word_over_the_limit_is_skipped():
    words = STREAM.block(627, 0)
    assert int.from_bytes(words[:4], "big") == 4294762256
    assert words[4:8].hex() == "e87343a2"
    assert STREAM.draw(627, 1_000_000) == 868067


def test_shuffle():
    items = list("ABCDE")
    assert STREAM.shuffle(items, 15) == 19
    assert "".join(items) == "CDABE"


@pytest.mark.parametrize("sides", [0, -1, 1_000_001])
def test_dice_that_are_none(sides: int):
    with pytest.raises(ValueError, match="sides"):
        STREAM.draw(0, sides)


@pytest.mark.parametrize("sides", range(1, 256))
def test_the_draw_is_exactly_uniform_over_all_words(sides: int):
    """Each accepted 8-bit word once: every face equally often, and few words refused."""
    counts = [0] * (sides + 1)
    accepted = 0
    for word in range(256):
        # A refused word is followed by 0, which is face 1: it is told apart by the block it is in.
        seen: list[int] = []

        def block(j: int, word: int = word, seen: list[int] = seen) -> bytes:
            seen.append(j)
            return bytes([word if j == 0 else 0])

        face = first_fair_face(block, sides, word_bytes=1)
        if len(seen) == 1:
            counts[face] += 1
            accepted += 1
    assert set(counts[1:]) == {256 // sides}
    assert accepted == 256 - 256 % sides


def test_a_hundred_thousand_d100_look_fair():
    """Chi-square with 99 degrees of freedom: under 148.2 in 999 of 1000 fair samples."""
    counts = [0] * 101
    for n in range(100_000):
        counts[STREAM.draw(n, 100)] += 1
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts[1:])
    assert 60 < chi_square < 148.2


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("0" * 16, True),
        ("abcdef0123456789" * 4, True),
        ("0" * 15, False),
        ("0" * 65, False),
        ("A" * 16, False),
        ("0" * 15 + "|", False),
        ("-", False),
    ],
)
def test_nonces(text: str, fits: bool):
    assert is_nonce(text) is fits


def test_one_seed_is_one_secret():
    assert secret_from_seed("ą") == secret_from_seed("ą") != secret_from_seed("a")


ENTRY = Entry(
    version=3,
    parent=2,
    kind="action",
    by="gm",
    at="2026-11-30T12:00:00.000Z",
    epoch=0,
    ruleset_version="1",
    event_schema=1,
    intent="00",
    after={"status": "running", "round": 1, "acting": "a"},
    command={"type": "pass", "actor": "a"},
    dice=({"sides": 20, "face": 3, "purpose": "x"},),
    events=({"type": "turn_ended", "combatant": "a", "visibility": "public"},),
)


@pytest.mark.parametrize(
    "change",
    [
        {"parent": 1},
        {"by": "player"},
        {"command": {"type": "pass", "actor": "b"}},
        {"dice": ({"sides": 20, "face": 4, "purpose": "x"},)},
        {"events": ()},
        {"after": {"status": "running", "round": 1, "acting": "b"}},
    ],
)
def test_every_leaf_counts_in_the_digest(change):
    assert digest(replace(ENTRY, **change), b"k") != digest(ENTRY, b"k")


def test_a_leaf_can_be_checked_by_its_digest_alone():
    """Whoever sees only some leaves can still compute the entry's digest from the others'."""
    leaves = ['{"a":1}', '{"b":2}']
    salts = [leaf_salt(b"k", 3, i) for i in range(2)]
    whole = [leaf_digest(s, leaf) for s, leaf in zip(salts, leaves, strict=True)]
    redacted = [whole[0], leaf_digest(salts[1], leaves[1])]
    assert entry_digest(whole) == entry_digest(redacted)
    assert len(set(itertools.chain(salts, whole))) == 4
    assert next_head("a", "b") != next_head("b", "a")
