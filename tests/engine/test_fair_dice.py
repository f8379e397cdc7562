"""The dice scheme pfd1: its published vectors, exact uniformity, and the hash chain."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.fair_dice import (
    MAX_SIDES,
    SEEDED,
    FairStream,
    Stream,
    _hmac,
    commitment,
    entry_digest,
    first_fair_face,
    genesis_head,
    is_nonce,
    leaf_digest,
    leaf_salts,
    next_head,
    sealed_entropy,
    secret_from_seed,
    stream_key,
)

SECRET = bytes(range(32))
ENC = "enc_01"
ENTROPY = {
    "p1": "00112233445566778899aabbccddeeff",
    "p2": "ffeeddccbbaa99887766554433221100",
}
K_PUBLIC = "a236e3bffcec42296e71c1576d7b631a28b64a46a437f2965d9f246fdffef82d"
C_PUBLIC = "6bce33c3f9006d05dd7b6d8e15e1285acc035764e447aaa46387a596523630e7"
C_GM = "e453ff82853fd9731eda8c5fd1eb8016ac4e90c10d5728da65657e47ce22aa26"
E = "f6dbee1d8de71952a8700f53a1ac89bb473fd5834238d8a29f5aac979abb7358"
E_EMPTY = "5f6c59388d8c82e633310074355e2b753543cd4d9098dbcf2f764b418f434904"
BLOCK_0 = "4e26bb320ccb2e5596a867cad2eef5b9569965ca9439e7a8d781a27c3eb48a87"
HEAD_0 = "225c1f97f58d1f584183131dae49868ad6b9560542fcee6532801bd557b76b82"


def stream(name: Stream) -> FairStream:
    return FairStream(stream_key(SECRET, ENC, 0, name), sealed_entropy(ENC, 0, ENTROPY))


@pytest.fixture
def public() -> FairStream:
    return stream("public")


# --- the vectors -------------------------------------------------------------------------------


def test_key_of_the_public_stream():
    assert stream_key(SECRET, ENC, 0, "public").hex() == K_PUBLIC


@pytest.mark.parametrize(("name", "shown"), [("public", C_PUBLIC), ("gm", C_GM)])
def test_commitments(name, shown):
    assert commitment(stream_key(SECRET, ENC, 0, name), ENC, 0, name) == shown


def test_entropy_sealed():
    assert sealed_entropy(ENC, 0, ENTROPY) == E


def test_entropy_is_sorted_by_player_not_by_arrival():
    assert sealed_entropy(ENC, 0, dict(reversed(ENTROPY.items()))) == E


def test_entropy_of_nobody():
    assert sealed_entropy(ENC, 0, {}) == E_EMPTY


@given(st.binary(min_size=1, max_size=100), st.text("abc|0-", max_size=200))
def test_the_keyed_hash_is_hmac(key, message):
    assert _hmac(key, message) == hmac.digest(key, message.encode(), "sha256")


def test_block(public):
    assert public.block(0, 0).hex() == BLOCK_0


@pytest.mark.parametrize(
    ("sides", "first", "faces"),
    [
        (20, 0, [19, 15, 13, 15, 9, 8, 14, 9, 12, 5]),
        (6, 10, [1, 1, 6, 6]),
        (100, 14, [1]),
    ],
)
def test_public_faces(public, sides, first, faces):
    assert [public.draw(first + i, sides) for i in range(len(faces))] == faces


def test_face_with_a_nonce(public):
    assert public.draw(0, 20, "0123456789abcdef") == 4


def test_faces_of_the_game_master():
    assert [stream("gm").draw(n, 20) for n in range(5)] == [5, 2, 5, 15, 16]


def test_rejected_word_gives_way_to_the_next(public):
    block = public.block(627, 0)
    limit = 2**32 - 2**32 % 1_000_000
    assert limit == 4294000000
    assert int.from_bytes(block[:4], "big") == 4294762256
    assert block[4:8].hex() == "e87343a2"
    assert public.draw(627, 1_000_000) == 868067


def test_shuffle(public):
    items = list("ABCDE")
    assert public.shuffle(items, 15) == 19
    assert "".join(items) == "CDABE"


def test_genesis_head():
    assert genesis_head(ENC) == HEAD_0


# --- what sets one stream apart from another ---------------------------------------------------


def test_every_part_of_the_key_counts():
    keys = {
        stream_key(SECRET, ENC, 0, "public"),
        stream_key(SECRET, ENC, 0, "gm"),
        stream_key(SECRET, ENC, 0, "salt"),
        stream_key(SECRET, ENC, 1, "public"),
        stream_key(SECRET, "enc_02", 0, "public"),
        stream_key(bytes(32), ENC, 0, "public"),
    }
    assert len(keys) == 6


def test_every_part_of_a_draw_counts(public):
    without_entropy = FairStream(public.key, E_EMPTY)
    blocks = {
        public.block(0, 0),
        public.block(1, 0),
        public.block(0, 1),
        public.block(0, 0, "0123456789abcdef"),
        without_entropy.block(0, 0),
        stream("gm").block(0, 0),
    }
    assert len(blocks) == 6


def test_a_seed_gives_the_same_faces_anywhere():
    def faces(seed):
        key = stream_key(secret_from_seed(seed), SEEDED, 0, "public")
        drawn = FairStream(key, sealed_entropy(SEEDED, 0, {}))
        return [drawn.draw(n, 1000) for n in range(20)]

    assert faces("zażółć") == faces("zażółć")
    assert faces("zażółć") != faces("zazolc")


def test_secret_of_a_seed_is_the_hash_of_its_utf8():
    assert secret_from_seed("żar") == hashlib.sha256(b"pfd1|seed|\xc5\xbcar").digest()


# --- the draw ----------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", range(1, 256))
def test_every_face_is_exactly_as_likely(sides):
    """All 256 words of 8 bits: as many give each face, and the rest are passed over."""
    faces = Counter(first_fair_face([word], sides, word_range=256) for word in range(256))
    passed_over = faces.pop(None, 0)
    assert faces == dict.fromkeys(range(1, sides + 1), 256 // sides)
    assert passed_over == 256 % sides
    assert first_fair_face([255 - n for n in range(passed_over)] + [0], sides, word_range=256) == 1


def test_words_passed_over_are_followed_by_the_next_word_then_the_next_block(monkeypatch):
    passed_over = b"\xff\xff\xff\xff"
    blocks = [8 * passed_over, 2 * passed_over + bytes([0, 0, 0, 7]) + bytes(20)]
    monkeypatch.setattr(FairStream, "block", lambda stream, n, j, ctx: blocks[j])
    assert FairStream(b"", "").draw(0, 6) == 1 + 7 % 6


def test_faces_of_a_d100_pass_a_chi_square_test(public):
    drawn = 100_000
    counts = Counter(public.draw(n, 100) for n in range(drawn))
    assert set(counts) == set(range(1, 101))
    expected = drawn / 100
    chi_square = sum((counts[face] - expected) ** 2 / expected for face in range(1, 101))
    # 99 degrees of freedom: 1 in 1000 lies above 148.2, 1 in 1000 below 61.1.
    assert 61.1 < chi_square < 148.2


@pytest.mark.parametrize("sides", [0, -1, MAX_SIDES + 1])
def test_no_die_of_impossible_sides(public, sides):
    with pytest.raises(ValueError, match=f"not {sides}"):
        public.draw(0, sides)


def test_smallest_and_largest_die(public):
    assert public.draw(0, 1) == 1
    assert 1 <= public.draw(0, MAX_SIDES) <= MAX_SIDES


@pytest.mark.parametrize("items", [[], ["A"]])
def test_nothing_to_shuffle_takes_no_die(public, items):
    before = list(items)
    assert public.shuffle(items, 15) == 15
    assert items == before


def test_shuffle_depends_on_the_nonce(public):
    plain, nonced = list("ABCDEFGHIJ"), list("ABCDEFGHIJ")
    public.shuffle(plain, 0)
    public.shuffle(nonced, 0, "0123456789abcdef")
    assert plain != nonced
    assert sorted(plain) == sorted(nonced)


# --- nonces ------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["0123456789abcdef", "f" * 64, "0" * 17])
def test_nonces(text):
    assert is_nonce(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "0" * 15,
        "0" * 65,
        "0123456789ABCDEF",
        "0123456789abcdeg",
        "0123456789abcdef\n",
        " 0123456789abcdef",
        "0123456789abcde|",
        "\N{ARABIC-INDIC DIGIT ONE}" * 16,
    ],
)
def test_what_is_no_nonce(text):
    assert not is_nonce(text)


# --- the hash chain ----------------------------------------------------------------------------

LEAVES = ('{"v":1}', '{"type":"strike"}', '{"face":7}', '{"type":"hit"}')
SALT_KEY = stream_key(SECRET, ENC, 0, "salt")


def leaf_salt(key, version, index):
    return leaf_salts(key, version, index + 1)[index]


def digest_of(leaves):
    return entry_digest(
        leaf_digest(leaf_salt(SALT_KEY, 1, i), leaf) for i, leaf in enumerate(leaves)
    )


def test_the_chain_as_the_scheme_says_it():
    def sha256(text: str) -> str:
        return hashlib.sha256(text.encode()).hexdigest()

    salt = hmac.new(SALT_KEY, b"pfd1|salt|7|2", "sha256").hexdigest()
    leaf = sha256(f'pfd1|leaf|{salt}|{{"name":"Żmij"}}')
    assert leaf_salt(SALT_KEY, 7, 2) == salt
    assert leaf_digest(salt, '{"name":"Żmij"}') == leaf
    assert entry_digest([leaf, HEAD_0]) == sha256(f"{leaf}|{HEAD_0}")
    assert next_head(HEAD_0, leaf) == sha256(f"pfd1|ev|{HEAD_0}|{leaf}")


@pytest.mark.parametrize("changed", range(len(LEAVES)))
def test_one_changed_leaf_changes_the_entry_and_the_head(changed):
    leaves = list(LEAVES)
    leaves[changed] = leaves[changed].replace("}", ',"more":0}')
    assert digest_of(leaves) != digest_of(LEAVES)
    assert next_head(HEAD_0, digest_of(leaves)) != next_head(HEAD_0, digest_of(LEAVES))


def test_order_and_number_of_leaves_count():
    assert digest_of(LEAVES[::-1]) != digest_of(LEAVES)
    assert digest_of(LEAVES[:-1]) != digest_of(LEAVES)


def test_an_entry_is_verified_from_the_digests_of_leaves_one_may_not_see():
    digests = [leaf_digest(leaf_salt(SALT_KEY, 1, i), leaf) for i, leaf in enumerate(LEAVES)]
    seen = leaf_digest(leaf_salt(SALT_KEY, 1, 2), LEAVES[2])
    assert entry_digest([*digests[:2], seen, digests[3]]) == digest_of(LEAVES)


def test_each_leaf_has_a_salt_of_its_own():
    salts = {leaf_salt(SALT_KEY, v, i) for v in range(12) for i in range(12)}
    assert len(salts) == 144
    assert leaf_digest(leaf_salt(SALT_KEY, 1, 0), "1") != leaf_digest(
        leaf_salt(SALT_KEY, 1, 1), "1"
    )


def test_the_head_depends_on_every_entry_before():
    one, two = digest_of(LEAVES), digest_of(LEAVES[:3])
    assert next_head(next_head(HEAD_0, one), two) != next_head(next_head(HEAD_0, two), one)
