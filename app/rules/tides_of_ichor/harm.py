"""Wounds, healing and death; and conditions that come and go (TI-DMG-2, TI-DMG-3, TI-MIS-4)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from app.engine.dice import Dice, Under
from app.engine.encounter import CombatantLeft, Scene
from app.rules.tides_of_ichor.conditions import Condition
from app.rules.tides_of_ichor.events import CombatantSlain, WardRolled, WoundsLost
from app.rules.tides_of_ichor.spell_events import (
    ConditionChanged,
    ConditionEnded,
    ConditionGained,
    DamageTaken,
    Healed,
    Untouched,
)
from app.rules.tides_of_ichor.state import State

WhyEnded = Literal["death", "encounter", "used", "renewed", "faded", "struck"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Harm:
    """Damage that no blow deals. `by`: the wizard behind it; `cause`: a spell or a row.

    `through`: not even immunity keeps it off.
    """

    target: str
    by: str
    cause: str
    amount: int
    armor: bool = True
    dr: bool = True
    through: bool = False


def harm(scene: Scene[State], dice: Dice, damage: Harm) -> int:
    """Deals damage, less armor and DR, unless the ward stops it (TI-MIS-4). Returns the W lost."""
    target = scene.state.combatants[damage.target]
    if not target.able:
        return 0
    if not damage.through and is_untouched(scene, target.id, damage.by):
        return 0
    guard = target.guard
    armor = guard.armor if damage.armor else 0
    dr = guard.dr if damage.dr else 0
    left = max(0, damage.amount - armor - dr)
    scene.record(
        DamageTaken(
            combatant=target.id,
            by=damage.by,
            cause=damage.cause,
            amount=damage.amount,
            armor=armor,
            dr=dr,
            damage=left,
        )
    )
    if not left or is_warded(scene, dice, target.id, damage.by, "ward-magic"):
        return 0
    return lose(scene, target.id, left, by=damage.by)


def is_untouched(scene: Scene[State], combatant: str, by: str) -> bool:
    """Damage and effects pass through who is immune (TI-MIS-R20)."""
    immune = scene.state.combatants[combatant].untouchable
    if immune is not None:
        scene.record(Untouched(combatant=combatant, condition=immune.name, by=by))
    return immune is not None


def is_warded(scene: Scene[State], dice: Dice, defender: str, against: str, purpose: str) -> bool:
    """A ward stops all the damage; where there is none, nothing is rolled (TI-DMG-2)."""
    percent = scene.state.combatants[defender].guard.ward
    rolled = dice.test(100, Under(percent), purpose, subject=defender, object=against)
    if rolled.face is not None:
        scene.record(
            WardRolled(
                attacker=against,
                defender=defender,
                percent=percent,
                face=rolled.face,
                warded=rolled.passed,
            )
        )
    return rolled.passed


def lose(scene: Scene[State], combatant: str, wounds: int, by: str | None) -> int:
    """Takes wounds off, whatever protects; at 0 the fighter is slain (TI-DMG-3)."""
    fighter = scene.state.combatants[combatant]
    if not wounds or not fighter.able:
        return 0
    remaining = max(0, fighter.wounds - wounds)
    scene.record(WoundsLost(combatant=combatant, wounds=wounds, remaining=remaining))
    if remaining == 0:
        slay(scene, combatant, by)
    return fighter.wounds - remaining


def slay(scene: Scene[State], combatant: str, by: str | None) -> None:
    """Somebody dies, and all that clung to it ends."""
    scene.record(CombatantSlain(combatant=combatant, by=by))
    after_death(scene, combatant, scene.state.combatants[combatant].conditions)


def after_death(scene: Scene[State], combatant: str, conditions: Iterable[Condition]) -> None:
    """What magic brought ends with its bearer, and the daemon that hunted it goes."""
    for condition in conditions:
        if condition.by is not None:
            end_condition(scene, combatant, condition, "death")
    send_back(scene, combatant)


def send_back(scene: Scene[State], combatant: str) -> None:
    """The daemons that hunted somebody who is gone go too (TI-MIS-R13)."""
    for fighter in scene.state.present:
        summon = fighter.summon
        if summon is not None and summon.hunts == "caster" and summon.by == combatant:
            scene.record(CombatantLeft(combatant=fighter.id, reason="its prey is gone"))


def heal(
    scene: Scene[State],
    target: str,
    amount: int,
    by: str,
    cause: str,
    faces: tuple[int, ...] = (),
) -> None:
    """Gives W back, up to full health."""
    fighter = scene.state.combatants[target]
    healed = max(0, min(amount, fighter.missing_w))
    scene.record(
        Healed(
            combatant=target,
            by=by,
            cause=cause,
            faces=faces,
            amount=amount,
            healed=healed,
            wounds=fighter.wounds + healed,
        )
    )


# --- conditions -----------------------------------------------------------------------------------


def gain(scene: Scene[State], combatant: str, condition: Condition) -> None:
    """A condition begins."""
    scene.record(ConditionGained(combatant=combatant, condition=condition))


def change(scene: Scene[State], combatant: str, condition: Condition, now: Condition) -> None:
    """A condition becomes another; nothing is said when it stays as it is."""
    if now != condition:
        scene.record(ConditionChanged(combatant=combatant, condition=condition, now=now))


def end_condition(scene: Scene[State], combatant: str, condition: Condition, why: WhyEnded) -> None:
    """A condition is over; W above what is full health without it is gone."""
    fighter = scene.state.combatants[combatant]
    wounds = min(fighter.wounds, fighter.max_w - condition.max_w)
    scene.record(ConditionEnded(combatant=combatant, condition=condition, why=why, wounds=wounds))
