"""The rules alone: one attack, resolved again and again."""

import time

from app.engine.dice import DrawnDice
from app.engine.encounter import Open, Recruit, Start
from app.engine.fair_dice import STREAMS, FairStream
from app.engine.ruleset import resolve
from app.services.codec import codec_for
from bench.load import COMBATANTS, FIGHTER, fighter, side

RULESET = "tides-of-ichor"


def resolutions_per_second(seconds: float = 2.0) -> float:
    """How many attacks are decided and folded in a second of a core, each with dice of its own."""
    codec = codec_for(RULESET)
    ruleset = codec.ruleset
    streams = {stream: FairStream(bytes(32), "0" * 64) for stream in STREAMS}
    counters = dict.fromkeys(STREAMS, 0)
    recruits = tuple(
        Recruit(name=fighter(i), id=fighter(i), side=side(i), sheet=FIGHTER)
        for i in range(1, COMBATANTS + 1)
    )
    options = codec.complete_options({})
    state = ruleset.open(codec.options.validate_json("{}"))
    for command in (Open(name="Bench", options=options, combatants=recruits), Start()):
        dice = DrawnDice(streams, counters)
        _, state = resolve(ruleset, state, command, dice)
        counters = dice.counters
    foe = fighter(COMBATANTS if side(int(state.acting.rpartition("-")[2])) == "left" else 1)
    attack = codec.action(
        {"type": "attack", "actor": state.acting, "target": foe, "weapon": "sword"}
    )
    attack = ruleset.settle(state, attack)
    done, until = 0, time.thread_time() + seconds
    while time.thread_time() < until:
        for _ in range(200):
            dice = DrawnDice(streams, counters)
            resolve(ruleset, state, attack, dice)
            counters = dice.counters
        done += 200
    return done / seconds
