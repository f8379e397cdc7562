#!/usr/bin/env python3
"""How long exact odds take, without HTTP: `python -m bench.odds`."""

import sys
import time
from collections.abc import Mapping
from statistics import median
from typing import Any

from app.engine.dice import GivenDice
from app.engine.encounter import Open, Recruit, Start
from app.engine.odds import exact_odds, taken
from app.engine.ruleset import resolve
from app.services.codec import codec_for

REPETITIONS = 30
MOST_RUNS = 10_000
CODEC = codec_for("tides-of-ichor")
RULESET = CODEC.ruleset

PLAIN = {
    "ws": 40, "bs": 40, "s": 40, "t": 40, "ag": 40, "wp": 40, "w": 30,
    "weapons": [{"name": "sword"}],
}  # fmt: skip
GREAT = {**PLAIN, "critical": 20, "weapons": [{"name": "great weapon"}]}
GUARDED = {**PLAIN, "dodge": 20, "block": 20, "ward": 20}
SWEEPING = {**PLAIN, "abilities": [{"name": "Sweep", "kind": "zone_attack"}]}

ATTACK = {"type": "attack", "actor": "hero", "target": "foe-1", "weapon": "sword"}
GREAT_ATTACK = {**ATTACK, "weapon": "great weapon"}
SWEEP = {"type": "use_ability", "actor": "hero", "ability": "Sweep", "zone": 0, "weapon": "sword"}


def fight(hero: Mapping[str, Any], foe: Mapping[str, Any], foes: int) -> Any:
    """The state of a fight in one zone, in which the hero acts first."""
    options = CODEC.complete_options({})
    combatants = (
        Recruit(name="Hero", side="heroes", sheet=hero),
        Recruit(name="Foe", side="foes", sheet=foe, group="foes", count=foes),
    )
    state = RULESET.open(CODEC.options.validate_python(options, strict=False))
    opening = Open(name="Bench", options=options, combatants=combatants)
    _, state = resolve(RULESET, state, opening, GivenDice([]))
    return resolve(RULESET, state, Start(), GivenDice([99, 1]))[1]


def measure(what: str, body: Mapping[str, Any], state: Any) -> None:
    """Weighs an action again and again: the median time, and how often the rules were run."""
    command = CODEC.action(body)
    times, runs = [], 0
    for _ in range(REPETITIONS):
        begun = time.perf_counter()
        runs = exact_odds(taken(RULESET, state, command), MOST_RUNS).runs
        times.append(time.perf_counter() - begun)
    sys.stdout.write(f"{what:34}{median(times) * 1000:8.2f} ms{runs:6} runs\n")


if __name__ == "__main__":
    measure("basic attack", ATTACK, fight(PLAIN, PLAIN, 2))
    measure("attack with every roll there is", GREAT_ATTACK, fight(GREAT, GUARDED, 2))
    measure("attack on a zone of 8", SWEEP, fight(SWEEPING, PLAIN, 8))
