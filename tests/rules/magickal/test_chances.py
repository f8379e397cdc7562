"""Exact chances, by deciding every outcome: what a swoon reading means, and how many there are."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

import pytest

from app.engine import dice as engine_dice
from app.engine.dice import Ask, Classified, Dice, Goal, Margin, Total
from app.engine.encounter import Adjust, Command, Event
from app.engine.notation import Expression
from app.engine.ruleset import resolve
from app.rules.magickal import RULESET
from app.rules.magickal.commands import Attack, Cast
from app.rules.magickal.events import DefenceTested, FatigueTested, Swooned
from app.rules.magickal.state import State
from tests.rules.magickal.fights import done, duel

T = TypeVar("T")


class OnePath(Dice):
    """Answers the first questions as `path` says, and later ones with their first answer."""

    def __init__(self, path: list[int]) -> None:
        self.path = path
        self.widths: list[int] = []
        self.weight = Fraction(1)

    def _branch(self, weights: list[int]) -> int:
        at = len(self.widths)
        chosen = self.path[at] if at < len(self.path) else 0
        self.widths.append(len(weights))
        self.weight *= Fraction(weights[chosen], sum(weights))
        return chosen

    def next_path(self) -> list[int] | None:
        """The path to the next outcome; None after the last."""
        taken = [*self.path, *[0] * (len(self.widths) - len(self.path))]
        while taken and taken[-1] + 1 == self.widths[len(taken) - 1]:
            taken.pop()
        return [*taken[:-1], taken[-1] + 1] if taken else None

    def _whole(self, ask: Ask) -> int:
        return self._branch([1] * ask.sides) + 1

    def _classify(self, ask: Ask, sort: Callable[[int], T]) -> Classified[T]:
        classes: dict[T, list[int]] = {}
        for face in range(1, ask.sides + 1):
            classes.setdefault(sort(face), []).append(face)
        chosen = self._branch([len(faces) for faces in classes.values()])
        value, faces = list(classes.items())[chosen]
        return Classified(value, faces[0])

    def _total(self, expression: Expression, ask: Ask) -> Total:
        raise AssertionError("not asked for by these rules")

    def _test(self, ask: Ask, goal: Goal) -> engine_dice.Tested:
        raise AssertionError("not asked for by these rules")

    def _margin(
        self,
        left: Expression,
        right: Expression,
        compare: Callable[[int, int], T],
        left_ask: Ask,
        right_ask: Ask,
    ) -> Margin[T]:
        raise AssertionError("not asked for by these rules")


def outcomes(state: State, command: Command) -> list[tuple[Fraction, list[Event]]]:
    """Every outcome of a command, with its chance."""
    found: list[tuple[Fraction, list[Event]]] = []
    path: list[int] | None = []
    while path is not None:
        dice = OnePath(path)
        events, _ = resolve(RULESET, state, command, dice)
        found.append((dice.weight, events))
        path = dice.next_path()
    assert sum(weight for weight, _ in found) == 1
    return found


def chance(state: State, command: Command, of: Callable[[list[Event]], bool]) -> Fraction:
    return sum((weight for weight, events in outcomes(state, command) if of(events)), Fraction(0))


def swooned(events: list[Event]) -> bool:
    return any(isinstance(event, Swooned) for event in events)


def failed(events: list[Event]) -> bool:
    return any(isinstance(event, FatigueTested) and not event.passed for event in events)


STRIKE = Attack(actor="hero", target="foe")


@pytest.mark.parametrize(
    ("option", "percent"),
    [("double", 1), ("exceeds_by_half", 19), ("as_written", 79), ("formula_alone", 100)],
)
def test_how_often_one_swoons(option: str, percent: int):
    """MG-FAT-6: with all values 5 and penalty 3, as the reference says."""
    state = duel(options={"swoon": option, "swoon_turns": 1}).state
    assert chance(state, STRIKE, swooned) == Fraction(percent, 100)
    assert chance(state, STRIKE, failed) == Fraction(79, 100)
    if option != "formula_alone":
        assert f"{percent}%" in RULESET.reference


def brute_force(base: int, defend: int, fatigue: int) -> dict[str, Fraction]:
    """Attack base + d10 against defend + d10 and fatigue + d10, a sword, face by face."""
    found: dict[str, Fraction] = {}
    for a in range(base + 1, base + 11):
        for d in range(defend + 1, defend + 11):
            for f in range(fatigue + 1, fatigue + 11):
                outcome = "hit"
                if a >= 1.5 * d:
                    outcome = "critical"
                if a <= d:
                    outcome = "blocked"
                if a <= f:
                    outcome = "undelivered"
                found[outcome] = found.get(outcome, Fraction(0)) + Fraction(1, 1000)
    return found


@pytest.mark.parametrize(("skill", "evasion", "focus"), [(5, 5, 5), (9, 0, 2), (12, 3, 0)])
def test_outcomes_are_as_often_as_their_faces(skill: int, evasion: int, focus: int):
    """MG-ATT-1, MG-DMG-2, MG-FAT-1: what dice are asked for loses nothing of their chances."""
    skills = [{"name": "sword", "value": skill}]
    state = duel({"evasion": evasion}, skills=skills, focus=focus).state
    counted: dict[str, Fraction] = {}
    for weight, events in outcomes(state, STRIKE):
        (tested,) = [event for event in events if isinstance(event, DefenceTested)]
        counted[tested.outcome] = counted.get(tested.outcome, Fraction(0)) + weight
    assert counted == brute_force(skill + 5, evasion + 5, focus + 5 + 3)


@pytest.mark.parametrize(
    "command",
    [STRIKE, Cast(actor="hero", spell="spark", target="foe"),
     Cast(actor="hero", spell="hail", targets=("foe",))],
)  # fmt: skip
@pytest.mark.parametrize("swoon", ["double", "as_written", "formula_alone"])
def test_there_are_few_outcomes(command: Command, swoon: str):
    """MG-FAT-6: attack by face, defence and fatigue by what comes of them; so odds are quick."""
    burning: Any = {"name": "burning", "turns": 3}
    state = duel(options={"swoon": swoon}, focus=1, pur=2).state
    state = done(state, Adjust(combatant="hero", reason="x", add_conditions=(burning,)))
    assert len(outcomes(state, command)) <= 10 * 3 * 3 * 10
