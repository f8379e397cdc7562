"""Random fights with wizards, by all thirty rows: nothing breaks, and each fight replays.

FIGHTS=1000 plays so many; the default is a part of them that takes seconds.
"""

import os
import random
from collections.abc import Mapping
from typing import Any

import pytest

from app.canonical import canonical_json
from app.engine.dice import Ask, Die, FallingDice, RecordedDice
from app.engine.encounter import (
    GAME_MASTER,
    Adjust,
    Command,
    End,
    Event,
    Join,
    Leave,
    Pause,
    Recruit,
    Start,
)
from app.engine.ruleset import MAX_AUTOMATIC, fold, follows_by_itself, resolve
from app.rules.tides_of_ichor import RULESET
from app.rules.tides_of_ichor.narrate import PURPOSES, narrate
from app.rules.tides_of_ichor.spell_events import MiscastSuffered
from app.rules.tides_of_ichor.state import State
from app.rules.tides_of_ichor.tables.spells import SPELLS_BY_NAME
from app.services.codec import Codec
from tests.rules.tides_of_ichor.fights import opened
from tests.rules.tides_of_ichor.test_choices import check_choices

FIGHTS = int(os.environ.get("FIGHTS", "60"))
BATCH = 20
MOST_ACTIONS = 30
CODEC = Codec(RULESET)
LORES = (
    "light", "beasts", "metal", "fire", "shadow", "heavens", "death", "necromancy", "waaaggghh",
    "high magic", "dark magic", "slaanesh", "nurgle", "tzeentch",
)  # fmt: skip


class RolledDice(FallingDice):
    """Faces of a seeded generator."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._chance = chance

    def next_die(self, ask: Ask) -> Die:
        face = self._chance.randint(1, ask.sides)
        return Die(ask.sides, face, ask.purpose, ask.subject, ask.object, ask.visibility)


def wizard(chance: random.Random) -> dict[str, Any]:
    """Someone who casts badly, protected in some way, with a summon's mark now and then."""
    sheet: dict[str, Any] = {
        stat: chance.randint(15, 60) for stat in ("ws", "bs", "s", "t", "ag", "wp")
    }
    return {
        **sheet,
        "w": chance.randint(8, 30),
        "zone": chance.randint(0, 3),
        "armor": chance.choice(["none", "hide", "heavy"]),
        "dr": chance.choice([0, 0, 2]),
        "ward": chance.choice([0, 0, 30]),
        "dodge": chance.choice([0, 20]),
        "block": chance.choice([0, 20]),
        "critical": chance.choice([0, 20]),
        "weapons": [{"name": "sword"}] if chance.random() < 0.7 else [],
        "lores": chance.sample(LORES, chance.choice([0, 3, 7])),
        "spells": [{"name": name} for name in chance.sample(sorted(SPELLS_BY_NAME), 4)],
        "miscast_bonus": chance.choice([0, 60]),
        "summoned_by_lore": chance.choice([None, None, None, "Necromancy", "beasts"]),
    }


class Fight:
    """A fight as the referee plays it: each command, then all that follows by itself."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311  # the same fights every time
        side = ("red", "blue", "green")
        recruits = tuple(
            Recruit(
                name=f"W{i}",
                side=side[i % self.chance.choice([2, 3])],
                sheet=wizard(self.chance),
                group=self.chance.choice([None, None, "coven"]),
            )
            for i in range(self.chance.randint(2, 5))
        )
        options = {
            "miscast_roll": "d30",
            "enforce_spell_requirements": False,
            "personal_spells": self.chance.choice(["turn", "anytime"]),
            "charge_attack": self.chance.choice(["melee", "any"]),
        }
        self.state: State = opened(options, *recruits)
        self.rows: set[int] = set()

    def does(self, command: Command) -> list[Event]:
        """Decides a command and all that follows, and checks each entry."""
        happened = self._entry(command)
        for followers in range(MAX_AUTOMATIC + 1):
            following = follows_by_itself(RULESET, self.state)
            if following is None:
                break
            if followers == MAX_AUTOMATIC:
                following = Pause(reason="too-much-by-itself")
            happened += self._entry(following)
            if isinstance(following, Pause):
                break
        self._check_settled()
        return happened

    def _entry(self, command: Command) -> list[Event]:
        before = self.state
        stored = canonical_json(CODEC.dump_command(command))
        dice = RolledDice(self.chance)
        events, after = resolve(RULESET, before, command, dice)
        recorded = RecordedDice(dice.fallen)
        again, again_after = resolve(RULESET, before, command, recorded)
        recorded.check_spent()
        assert (again, again_after) == (events, after), "it replays"
        assert fold(RULESET, before, events) == after, "its events are all there is to it"
        for event in events:
            dumped = CODEC.dump_event(event)
            canonical_json(dumped)
            assert CODEC.load_event(dumped) == event
        assert CODEC.load_command(CODEC.dump_command(command)) == command, stored
        assert CODEC.load_state(CODEC.dump_state(after)) == after
        assert {die.purpose for die in dice.fallen} <= set(PURPOSES)
        assert narrate(events, {c.id: c.name for c in after.combatants.values()}).endswith(".")
        self.rows |= {e.row for e in events if isinstance(e, MiscastSuffered)}
        _check_fighters(after)
        self.state = after
        return events

    def _check_settled(self) -> None:
        """Once nothing more follows, the fight stands as a fight should."""
        state = self.state
        if any(question.blocks for question in state.questions):
            return
        if state.status == "running":
            assert state.acting is not None
            assert state.able(state.acting), "who acts can act"
            assert state.combatants[state.acting].summon is None, "daemons act by themselves"
            assert (state.due, state.spent, state.upkeep) == ((), False, False)
        else:
            assert state.acting is None

    def look(self) -> None:
        """Now and then: what is offered is exactly what is accepted."""
        calm = self.state.status == "running" and not self.state.questions
        if calm and self.chance.random() < 0.02:
            check_choices(self.state)

    def body(self) -> Mapping[str, Any]:
        """Something somebody may do: an answer; a spell more often than not; now and then else."""
        state = self.state
        who = GAME_MASTER if state.questions else str(state.acting)
        others = [c for c in state.combatants if c != state.acting]
        if not state.questions and self.chance.random() < 0.2 and others:
            other = self.chance.choice(others)
            who = other if RULESET.choices(state, other) else who
        offered = [choice.body for choice in RULESET.choices(state, who)]
        spells = [body for body in offered if body["type"] == "cast"]
        return self.chance.choice(spells if spells and self.chance.random() < 0.7 else offered)

    def meddle(self) -> None:
        """What a game master may do at any time."""
        someone = self.chance.choice(sorted(self.state.combatants))
        kind = self.chance.choice(["w", "leave", "join", "condition", "pause"])
        fighter = self.state.combatants[someone]
        if kind == "leave" and fighter.status != "left":
            self.does(Leave(combatant=someone))
        elif kind == "join":
            sheet = wizard(self.chance)
            number = len(self.state.combatants)
            self.does(Join(combatants=(Recruit(name=f"Late {number}", side="red", sheet=sheet),)))
        elif kind == "condition":
            weak = {"name": "Weak", "turns": 2, "wp": -20, "casting": 10, "armor": -1}
            self.does(Adjust(combatant=someone, reason="x", add_conditions=(weak,)))
        elif kind == "pause" and self.state.status == "running":
            self.does(Pause(reason="tea"))
        else:
            w = self.chance.randint(0, fighter.max_w)
            self.does(Adjust(combatant=someone, reason="fate", state={"w": w}))

    def play(self) -> None:
        """To the end of the encounter."""
        self.does(Start())
        for _ in range(MOST_ACTIONS):
            if self.state.questions or self.state.status == "running":
                if self.chance.random() < 0.1:
                    self.meddle()
                else:
                    self.look()
                    self.does(CODEC.action(self.body()))
            elif len(self.state.standing) > 1:
                self.does(Start())
            else:
                break
        self.does(End())


def _check_fighters(state: State) -> None:
    for fighter in state.combatants.values():
        assert 0 <= fighter.wounds <= fighter.max_w
        assert (fighter.wounds == 0) == (fighter.status == "dead") or fighter.status == "left"
        assert 0 <= fighter.zone < state.options.zones
        if fighter.status == "dead":
            assert not [c for c in fighter.conditions if c.by], "magic ends with death"


@pytest.mark.parametrize("batch", range(0, FIGHTS, BATCH))
def test_random_fights_of_wizards(batch: int):
    """TI-CAST-1, TI-MIS-2, TI-MIS-3 and all thirty rows: no crash, same replay, a sound end."""
    for seed in range(batch, min(batch + BATCH, FIGHTS)):
        fight = Fight(seed)
        fight.play()
        assert fight.state.status == "ended"
        assert not [c for f in fight.state.combatants.values() for c in f.conditions if c.by]
        assert (fight.state.due, fight.state.spent, fight.state.upkeep) == ((), False, False)
