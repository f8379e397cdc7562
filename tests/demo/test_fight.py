"""The demonstration: it ends, is verified, shows every die, and is the same each time."""

import io
import re
from typing import Any

import pytest

from app.demo.fight import MOST_ROUNDS, cast, play, playable, tell
from app.demo.in_process import Service, service
from app.demo.telling import Teller
from app.engine.ruleset import Example

CODES = re.compile(r"\x1b\[[0-9;]*m")


class Remembering(Service):
    """A service whose encounter can be found again."""

    path = ""

    async def post(self, path: str, body: Any = None) -> Any:
        answer = await super().post(path, body)
        if path == "/v1/encounters":
            self.path = f"{path}/{answer['id']}"
        return answer


async def told(ruleset: str, seed: str | None, *, colourful: bool = False) -> str:
    out = io.StringIO()
    assert await tell(Teller(out, colourful=colourful), playable()[ruleset], seed)
    return out.getvalue()


def in_one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("ruleset", playable())
async def test_a_fight_ends_with_every_entry_and_die_told(ruleset: str):
    out = io.StringIO()
    async with service() as plain:
        tiltyard = Remembering(plain._app)
        assert await play(tiltyard, Teller(out, colourful=False), playable()[ruleset], "a seed")
        encounter = await tiltyard.get(tiltyard.path)
        log = (await tiltyard.get(f"{tiltyard.path}/log", "limit=1000"))["items"]
        verification = await tiltyard.get(f"{tiltyard.path}/verification")

    assert encounter["status"] == "ended"
    assert len(encounter["standing"]) <= 1 or encounter["round"] > MOST_ROUNDS
    text = out.getvalue()
    at = 0
    for entry in log[1:]:  # the first one opens the encounter
        at = in_one_line(text).index(f" {entry['version']} {in_one_line(entry['summary'])}", at)
    assert re.findall(r"^ +d(\d+) +(\d+)  (.*)$", text, re.MULTILINE) == [
        (str(die["sides"]), str(die["face"]), die["reason"]) for e in log for die in e["dice"]
    ]
    assert any(entry["dice"] for entry in log)
    assert verification["ok"]
    assert text.endswith(
        f"  Verified: {len(log)} of {len(log)} entries decided again with their dice, every die "
        f"drawn again.\n  Head of the chain: {verification['head']}\n"
    )


async def test_the_last_state_told_of_everybody_is_the_one_they_end_with():
    out = io.StringIO()
    async with service() as plain:
        tiltyard = Remembering(plain._app)
        assert await play(tiltyard, Teller(out, colourful=False), playable()["tides-of-ichor"], "x")
        combatants = (await tiltyard.get(tiltyard.path))["combatants"]
    assert any(combatant["status"] == "dead" for combatant in combatants)
    for combatant in combatants:
        name = re.escape(combatant["name"])
        changed = re.findall(rf"=> {name}: .*\bw \d+ -> (\d+)", out.getvalue())
        assert int([combatant["sheet"]["w"], *changed][-1]) == combatant["state"]["w"]
        fell = re.findall(rf"=> {name}: .*\bdead", out.getvalue())
        assert len(fell) == (combatant["status"] == "dead")


async def test_a_seed_tells_the_same_each_time_and_another_seed_does_not():
    first = await told("tides-of-ichor", "one")
    assert await told("tides-of-ichor", "one") == first
    other = await told("tides-of-ichor", "two")
    assert re.findall(r"d100 +\d+", other) != re.findall(r"d100 +\d+", first)


async def test_fair_dice_are_committed_to_and_never_fall_alike():
    first, second = await told("tides-of-ichor", None), await told("tides-of-ichor", None)
    commitments = re.compile(r"^  (?:public|gm) +([0-9a-f]{64})$", re.MULTILINE)
    assert len({*commitments.findall(first), *commitments.findall(second)}) == 4
    assert "seed" not in first
    assert first.splitlines()[-1] != second.splitlines()[-1]


async def test_colours_change_nothing_but_the_colours():
    plain = await told("tides-of-ichor", "one")
    colourful = await told("tides-of-ichor", "one", colourful=True)
    assert CODES.sub("", colourful) == plain
    assert "\x1b" not in plain
    assert "\x1b[91mSotek\x1b[0m" in colourful


def test_examples_are_parted_into_two_sides():
    many = [Example(name, "", {}) for name in "ABCDE"]
    assert [(name, side) for name, side, _ in cast(many)] == [
        ("A", "reds"), ("B", "reds"), ("C", "blues"), ("D", "blues"), ("E", "blues"),
    ]  # fmt: skip
    assert [name for name, _, _ in cast(many[:1])] == ["A of the reds", "A of the blues"]
