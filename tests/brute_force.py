"""The odds a second time, by nothing but every combination of faces: a twin to check them by."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from app.engine.dice import Ask, Die, FallingDice
from app.engine.encounter import Command
from app.engine.odds import Subject
from app.engine.ruleset import Ruleset, resolve, settled

Faces = Sequence[tuple[str, Sequence[int]]]
"""For each die its purpose, and the faces it may show, all equally likely."""


class ChosenDice(FallingDice):
    """Faces by the purpose they are for."""

    def __init__(self, chosen: Sequence[tuple[str, int]]) -> None:
        super().__init__()
        self._chosen: dict[str, list[int]] = defaultdict(list)
        for purpose, face in chosen:
            self._chosen[purpose].append(face)

    def next_die(self, ask: Ask) -> Die:
        face = self._chosen[ask.purpose].pop(0)
        return Die(ask.sides, face, ask.purpose, ask.subject, ask.object, ask.visibility)


def brute_force(
    ruleset: Ruleset[Any], state: Any, command: Command, faces: Faces
) -> Mapping[Subject, Mapping[int, Fraction]]:
    """The chance of each amount of each outcome, from every combination of these dice.

    Dice that a combination doesn't come to are rolled in vain, and change nothing.
    """
    purposes = [purpose for purpose, _ in faces]
    command = settled(ruleset, state, command)
    plays: Counter[frozenset[tuple[Subject, int]]] = Counter()
    for chosen in product(*(shown for _, shown in faces)):
        dice = ChosenDice(list(zip(purposes, chosen, strict=True)))
        events, _ = resolve(ruleset, state, command, dice)
        amounts: Counter[Subject] = Counter()
        for event in events:
            for outcome in ruleset.outcomes(event):
                amounts[outcome.name, outcome.of] += outcome.amount
        plays[frozenset(amounts.items())] += 1
    combinations = prod(len(shown) for _, shown in faces)
    subjects = {subject for play in plays for subject, _ in play}
    return {
        subject: _shares(
            [(dict(play).get(subject, 0), n) for play, n in plays.items()], combinations
        )
        for subject in subjects
    }


def _shares(amounts: Sequence[tuple[int, int]], combinations: int) -> Mapping[int, Fraction]:
    shares: dict[int, Fraction] = defaultdict(Fraction)
    for amount, times in amounts:
        shares[amount] += Fraction(times, combinations)
    return shares
