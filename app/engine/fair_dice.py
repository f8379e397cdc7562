"""The dice scheme `pfd1`: every die is a keyed hash of its number in the stream.

No generator state exists, so a replay can start anywhere, and whoever is shown a stream's key can
check every die with nothing but HMAC-SHA256. All messages are ASCII, integers decimal, bytes
lower-case hex; keys are raw bytes.
"""

import hashlib
import re
import struct
from collections.abc import Iterable, Mapping, MutableSequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

SCHEME = "pfd1"
MAX_SIDES = 1_000_000
BLOCK = 64  # bytes that SHA-256 takes in at once
NO_NONCE = "-"
SEEDED = "seeded"  # stands for the encounter's id, so that a seed gives the same faces anywhere

Stream = Literal["public", "gm"]
STREAMS: tuple[Stream, ...] = ("public", "gm")

_WORDS = struct.Struct(">8I")
_NONCE = re.compile(r"[0-9a-f]{16,64}")


@lru_cache(maxsize=256)
def _keyed(key: bytes) -> tuple["hashlib._Hash", "hashlib._Hash"]:
    """Both hashes of HMAC (RFC 2104), with the key taken in."""
    block = (key if len(key) <= BLOCK else hashlib.sha256(key).digest()).ljust(BLOCK, b"\0")
    return (
        hashlib.sha256(bytes(byte ^ 0x36 for byte in block)),
        hashlib.sha256(bytes(byte ^ 0x5C for byte in block)),
    )


def _hmac(key: bytes, message: str) -> bytes:
    return _hmacs(key, (message,))[0]


def _hmacs(key: bytes, messages: Iterable[str]) -> list[bytes]:
    # The library's HMAC takes the key in again for each message: twice as dear, ten times an entry.
    inner, outer = _keyed(key)
    digests = []
    for message in messages:
        within, around = inner.copy(), outer.copy()
        within.update(message.encode("ascii"))
        around.update(within.digest())
        digests.append(around.digest())
    return digests


def _sha256(message: str) -> str:
    return hashlib.sha256(message.encode("utf-8")).hexdigest()


def secret_from_seed(seed: str) -> bytes:
    """The 32-byte secret of a seeded encounter: known to whoever knows the seed, so never fair."""
    return bytes.fromhex(_sha256(f"{SCHEME}|seed|{seed}"))


def stream_key(
    secret: bytes, encounter: str, epoch: int, stream: Stream | Literal["salt"]
) -> bytes:
    """The 32-byte key of one stream of one epoch."""
    return _hmac(secret, f"{SCHEME}|key|{encounter}|{epoch}|{stream}")


def commitment(key: bytes, encounter: str, epoch: int, stream: Stream) -> str:
    """What is shown from the start, and binds the server to `key` before any die falls."""
    return _sha256(f"{SCHEME}|commit|{encounter}|{epoch}|{stream}|{key.hex()}")


def sealed_entropy(encounter: str, epoch: int, given: Mapping[str, str]) -> str:
    """The players' entropy (hex by player id), sealed into one value; `given` may be empty."""
    pieces = "|".join(f"{player}={given[player]}" for player in sorted(given))
    return _sha256(f"{SCHEME}|entropy|{encounter}|{epoch}|{pieces}")


def is_nonce(text: str) -> bool:
    """Whether a client's `text` may enter the dice: 16 to 64 lower-case hex digits."""
    return _NONCE.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class FairStream:
    """One stream of an epoch: its key, and the sealed entropy that goes into each die."""

    key: bytes
    entropy: str

    def block(self, n: int, j: int, ctx: str = NO_NONCE) -> bytes:
        """The 32 bytes behind die `n`: eight words of 32 bits; `j` counts further blocks."""
        return _hmac(self.key, f"{SCHEME}|draw|{self.entropy}|{n}|{ctx}|{j}")

    def draw(self, n: int, sides: int, ctx: str = NO_NONCE) -> int:
        """Die number `n` with `sides` faces (1 to a million): 1..sides, each equally likely."""
        if not 1 <= sides <= MAX_SIDES:
            raise ValueError(f"a die has 1 to {MAX_SIDES} sides, not {sides}")
        j = 0
        while not (face := first_fair_face(_WORDS.unpack(self.block(n, j, ctx)), sides)):
            j += 1
        return face

    def shuffle(self, items: MutableSequence[str], n: int, ctx: str = NO_NONCE) -> int:
        """Shuffles `items` in place, taking dice from number `n`; returns the next free number."""
        for i in range(len(items) - 1, 0, -1):
            v = self.draw(n, i + 1, ctx)
            n += 1
            items[i], items[v - 1] = items[v - 1], items[i]
        return n


def first_fair_face(words: Iterable[int], sides: int, *, word_range: int = 2**32) -> int | None:
    """The first word under the largest multiple of `sides` gives the face; words above are skipped.

    None when all are. Skipping is what makes the faces exactly uniform. Words are from 0 to under
    `word_range`: of 32 bits in the scheme; a test runs through every possible word of 8.
    """
    limit = word_range - word_range % sides
    for word in words:
        if word < limit:
            return 1 + word % sides
    return None


# --- the hash chain over the log -------------------------------------------------------------


def genesis_head(encounter: str) -> str:
    """The head of an encounter's chain before its first entry."""
    return _sha256(f"{SCHEME}|genesis|{encounter}")


def next_head(head: str, entry_digest: str) -> str:
    """The head after an entry."""
    return _sha256(f"{SCHEME}|ev|{head}|{entry_digest}")


def leaf_salts(salt_key: bytes, version: int, leaves: int) -> list[str]:
    """The salt of each leaf of an entry: shown to whoever may see the leaf, to nobody else."""
    own = f"{SCHEME}|salt|{version}|"
    return [salt.hex() for salt in _hmacs(salt_key, [f"{own}{i}" for i in range(leaves)])]


def leaf_digest(salt: str, canonical: str) -> str:
    """The digest of one leaf (`canonical`: its canonical JSON)."""
    return _sha256(f"{SCHEME}|leaf|{salt}|{canonical}")


def entry_digest(leaf_digests: Iterable[str]) -> str:
    """The digest of an entry, from its leaves in order: meta, command, each die, each event."""
    return _sha256("|".join(leaf_digests))
