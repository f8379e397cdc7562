#!/usr/bin/env python3
"""How long exact odds take, without HTTP: `python -m bench.odds`."""

import sys
import time
from collections.abc import Iterator, Mapping
from statistics import median
from typing import Any, NamedTuple

from app.engine.dice import DrawnDice
from app.engine.encounter import Open, Recruit, Start
from app.engine.fair_dice import STREAMS, FairStream
from app.engine.odds import exact_odds, taken
from app.engine.ruleset import follows_by_itself, resolve, settled
from app.services.codec import codec_for

REPETITIONS = 30
MOST_RUNS = 10_000
MOST_FIGHTS = 100  # until one begins with the hero's turn

Sheet = Mapping[str, Any]


class Deed(NamedTuple):
    """An action of the hero's against one foe, or several. A name stands for a ready-made sheet."""

    ruleset: str
    what: str
    hero: Sheet | str
    foe: Sheet | str
    body: Mapping[str, Any]
    foes: int = 1


PLAIN = {
    "ws": 40, "bs": 40, "s": 40, "t": 40, "ag": 40, "wp": 40, "w": 30,
    "weapons": [{"name": "sword"}],
}  # fmt: skip
GREAT = {**PLAIN, "critical": 20, "weapons": [{"name": "great weapon"}]}
GUARDED = {**PLAIN, "dodge": 20, "block": 20, "ward": 20}
SWEEPING = {**PLAIN, "abilities": [{"name": "Sweep", "kind": "zone_attack"}]}

ATTACK = {"type": "attack", "target": "foe"}
SWORD = {**ATTACK, "weapon": "sword"}
BASIC = (
    Deed("tides-of-ichor", "an attack", PLAIN, PLAIN, SWORD),
    Deed("magickal", "an attack", "Anna", "Raider", SWORD),
    Deed("desdaemona", "an attack", "Fred", "Bandit", {**SWORD, "kind": "close_physical"}),
    Deed("quint", "a shot, with its injuries", "Archer", "Raider", {**ATTACK, "type": "shoot"}),
    Deed("quint", "two attacks, with theirs", "Wolf", "Archer", {**ATTACK, "weapon": "bite"}),
    Deed("wfrp4", "an attack that is parried", "Captain", "Orc", SWORD),
)
LARGE = (
    Deed(
        "tides-of-ichor",
        "an attack with every roll there is",
        GREAT,
        GUARDED,
        {**ATTACK, "weapon": "great weapon"},
    ),
    Deed(
        "tides-of-ichor",
        "an attack on a zone of 8",
        SWEEPING,
        PLAIN,
        {"type": "use_ability", "ability": "Sweep", "zone": 0, "weapon": "sword"},
        foes=8,
    ),
)


def measured(deed: Deed) -> tuple[float, int]:
    """The odds of a deed again and again: median milliseconds of CPU, and runs of the rules."""
    codec = codec_for(deed.ruleset)
    state = _fight(deed)
    command = settled(codec.ruleset, state, codec.action({"actor": "hero", **deed.body}))
    times, runs = [], 0
    for _ in range(REPETITIONS):
        begun = time.thread_time()
        runs = exact_odds(taken(codec.ruleset, state, command), MOST_RUNS).runs
        times.append(time.thread_time() - begun)
    return median(times) * 1000, runs


def rows() -> Iterator[str]:
    """What the basic deeds of each ruleset take, as rows of a table of two columns."""
    for deed in BASIC:
        taken_ms, runs = measured(deed)
        title = codec_for(deed.ruleset).ruleset.title
        yield f"| exact odds, {title}: {deed.what} | {taken_ms:.1f} ms of CPU, {runs:,} runs |"


def _fight(deed: Deed) -> Any:
    """The state of a fight in which it is the hero's turn."""
    ruleset = codec_for(deed.ruleset).ruleset
    ready = {example.name: example.body for example in ruleset.sheet_examples}
    hero, foe = (ready[s] if isinstance(s, str) else s for s in (deed.hero, deed.foe))
    group = "foes" if deed.foes > 1 else None
    combatants = (
        Recruit(name="Hero", side="heroes", sheet=hero),
        Recruit(name="Foe", side="foes", sheet=foe, group=group, count=deed.foes),
    )
    for seed in range(MOST_FIGHTS):
        state = _begun(deed.ruleset, combatants, seed)
        if state.acting == "hero":
            return state
    raise ValueError(f"no fight of {deed.ruleset} begins with the turn of {deed.hero}")


def _begun(ruleset_id: str, combatants: tuple[Recruit, ...], seed: int) -> Any:
    codec = codec_for(ruleset_id)
    ruleset = codec.ruleset
    options = codec.complete_options({})
    state = ruleset.open(codec.options.validate_python(options, strict=False))
    streams = {stream: FairStream(seed.to_bytes(32, "big"), "0" * 64) for stream in STREAMS}
    dice = DrawnDice(streams, dict.fromkeys(STREAMS, 0))
    opening = Open(name="Bench", options=options, combatants=combatants)
    _, state = resolve(ruleset, state, opening, dice)
    _, state = resolve(ruleset, state, Start(), dice)
    while state.acting is None and (following := follows_by_itself(ruleset, state)) is not None:
        _, state = resolve(ruleset, state, following, dice)
    return state


if __name__ == "__main__":
    for found in (*BASIC, *LARGE):
        milliseconds, ways = measured(found)
        label = f"{found.ruleset}: {found.what}"
        sys.stdout.write(f"{label:52}{milliseconds:8.2f} ms{ways:6} runs\n")
