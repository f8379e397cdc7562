"""How a blow or a spell is done: one attack, against each defence and fatigue (MG-FAT-1)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypeVar

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.tally import Lines, Tally, tally, total
from app.rules.magickal.conditions import read_condition
from app.rules.magickal.contests import DIE, fatigue_of, with_die
from app.rules.magickal.events import DefenceTested, FatigueTested, Outcome, Swooned
from app.rules.magickal.state import Fighter, Options, State
from app.rules.magickal.tables.conditions import SWOONED
from app.rules.magickal.turns import finish_turn

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """A blow or a spell, and all that tells them apart.

    `attack`, `penalties`: its maker's side of both contests. `defence`: a target's side. `outcome`:
    what comes of the totals of attack and defence, if fatigue lets it pass; `undone`: if it
    doesn't; `stopped`: when the defence holds; `at_best`: against who can't defend. `land`: what it
    does to a target that could not stop it.
    """

    kind: Literal["blow", "spell"]
    actor: Fighter
    using: str
    attack: Lines
    penalties: Lines
    defence: Callable[[Fighter], Lines]
    outcome: Callable[[int, int], Outcome]
    undone: Outcome
    stopped: Outcome
    at_best: Outcome
    land: Callable[[str, Outcome], None]


def perform(scene: Scene[State], dice: Dice, deed: Deed, targets: Iterable[str]) -> None:
    """Dice fall for the attack, for each target's defence, for fatigue; then the turn is over."""
    actor = deed.actor.id
    face = dice.roll(DIE, "attack", subject=actor)
    attack = with_die(deed.attack, face)
    defences = [(target, *_defend(scene.state, dice, deed, attack, target)) for target in targets]
    passed, swooned = _tire(scene, dice, deed, attack)
    for target, defend, outcome in defences:
        held = outcome == deed.stopped
        scene.record(
            DefenceTested(
                attacker=actor,
                defender=target,
                attack=attack,
                defend=defend,
                held=held,
                outcome=outcome if passed else deed.undone,
            )
        )
        if passed and not held:
            deed.land(target, outcome)
    gained = (_swoon(dice, actor, scene.state.options),) if swooned else ()
    finish_turn(scene, *gained)


def _defend(
    state: State, dice: Dice, deed: Deed, attack: Tally, target: str
) -> tuple[Tally, Outcome]:
    """A target's defence, and what it leaves of the attack; the unconscious have none."""
    fighter = state.combatants[target]
    if fighter.unconscious:  # MG-FAT-7
        return tally(()), deed.at_best
    return _rolled(
        dice,
        deed.defence(fighter),
        lambda defend: deed.outcome(attack.total, defend),
        "defend",
        subject=target,
        object=deed.actor.id,
    )


def _tire(scene: Scene[State], dice: Dice, deed: Deed, attack: Tally) -> tuple[bool, bool]:
    """Whether fatigue lets the deed pass, and whether its maker swoons (MG-FAT-1, MG-FAT-6)."""
    options, actor = scene.state.options, deed.actor
    before = actor.fatigue.failed_blows if deed.kind == "blow" else actor.fatigue.failed_casts
    fatigue, (passed, swooned) = _rolled(
        dice,
        fatigue_of(actor, deed.penalties, options.deprivation_penalty),
        lambda fatigue: (attack.total > fatigue, swoons(options, attack.total, fatigue)),
        "fatigue",
        subject=actor.id,
    )
    scene.record(
        FatigueTested(
            combatant=actor.id,
            kind=deed.kind,
            using=deed.using,
            attack=attack,
            fatigue=fatigue,
            difficulty=total(deed.penalties) if deed.kind == "spell" else None,
            passed=passed,
            failures=before + (not passed),
        )
    )
    return passed, swooned


def _rolled(
    dice: Dice,
    lines: Lines,
    verdict: Callable[[int], T],
    purpose: str,
    *,
    subject: str,
    object: str | None = None,
) -> tuple[Tally, T]:
    """A d10 on top of `lines`: their tally, and the verdict on its total."""
    flat = total(lines)
    fell = dice.classify(
        DIE, lambda face: verdict(flat + face), purpose, subject=subject, object=object
    )
    return with_die(lines, fell.face), fell.value


def swoons(options: Options, attack: int, fatigue: int) -> bool:
    """Whether a fatigue roll is a critical failure: *option* `swoon` (MG-FAT-6)."""
    failed = attack <= fatigue
    match options.swoon:
        case "double":
            return failed and fatigue > 2 * attack
        case "exceeds_by_half":
            return failed and 2 * fatigue > 3 * attack
        case "as_written":
            return failed
        case "formula_alone":
            return 2 * fatigue > attack


def _swoon(dice: Dice, actor: str, options: Options) -> Swooned:
    """Unconscious for some turns of one's own: *option* `swoon_turns` (MG-FAT-7)."""
    turns = options.swoon_turns
    if turns == "d10":
        turns = dice.roll(DIE, "swoon", subject=actor)
    condition = read_condition({"name": SWOONED, "cause": "fatigue", "turns": turns})
    return Swooned(combatant=actor, condition=condition)
