"""One attack from the roll to hit to the grievous injury (QU-HIT-1 to QU-GRI-1)."""

from dataclasses import dataclass

from app.engine.dice import AtMost, Dice, Goal, Under
from app.engine.encounter import Scene
from app.rules.quint import numbers
from app.rules.quint.events import (
    AttackRuled,
    DamageRolled,
    DefenseDenied,
    DefenseRolled,
    HitRolled,
    Struck,
    TaskLost,
    Undefended,
)
from app.rules.quint.fields import Ruling, WeaponKind, WeaponType
from app.rules.quint.harm import Cause, lose_points
from app.rules.quint.injuries import PERCENT, gate_chance, judge_wound, roll_injury
from app.rules.quint.sheet import Weapon
from app.rules.quint.state import DEAD_AT, Fighter, State

WEAPON_DIE = 10  # QU-DMG-1


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """One attack with a weapon or a spell, before it is known what comes of it.

    `kind`: None for spells. `percent`: to hit, of the sheet. `damage`: the dice of a spell, None
    for none; `base` is added to the d10 of a weapon. `chart`: whose grievous injuries; None: none.
    `aware`, `ruling`: the game master's.
    """

    attacker: str
    defender: str
    using: str
    kind: WeaponKind | None
    percent: int
    damage: str | None
    base: int
    protection: bool
    chart: WeaponType | None
    aware: bool
    ruling: Ruling | None


def weapon_strike(
    attacker: Fighter,
    defender: str,
    weapon: Weapon,
    *,
    aware: bool = True,
    ruling: Ruling | None = None,
    grievous: bool = True,
) -> Strike:
    """An attack with a weapon."""
    return Strike(
        attacker=attacker.id,
        defender=defender,
        using=weapon.name,
        kind=weapon.kind,
        percent=attacker.sheet.to_hit if weapon.to_hit is None else weapon.to_hit,
        damage=None,
        base=weapon.damage_base,
        protection=True,
        chart=weapon.type if grievous else None,
        aware=aware,
        ruling=ruling,
    )


def perform(scene: Scene[State], dice: Dice, strike: Strike) -> bool:
    """A whole attack: to hit, Defense, damage, injury. Whether it struck."""
    struck = attempt(scene, dice, strike)
    roll_injury(scene, dice)
    return struck


def attempt(scene: Scene[State], dice: Dice, strike: Strike) -> bool:
    """An attack up to its wound; a grievous one is yet to be rolled for. Whether it struck."""
    ruling = strike.ruling
    if ruling is None:
        group = scene.state.combatants[strike.attacker].group
        ruling = scene.state.ruling_of(group)
        if ruling is not None:
            _record_ruling(scene, strike, ruling, group)
    else:
        _record_ruling(scene, strike, ruling, None)
    if ruling is None:
        struck = _hits(scene, dice, strike) and not _is_defended(scene, dice, strike)
    else:
        struck = ruling == "strike" or (ruling == "hit" and not _is_defended(scene, dice, strike))
    if struck:
        land(scene, dice, strike)
        judge_wound(scene, dice)
    return struck


def land(scene: Scene[State], dice: Dice, strike: Strike) -> None:
    """What a strike does: it breaks an incantation, even for no damage (QU-SPL-1)."""
    victim = strike.defender
    scene.record(Struck(attacker=strike.attacker, defender=victim, using=strike.using))
    task = scene.state.combatants[victim].task
    if task is not None and task.kind == "prepare":
        scene.record(TaskLost(combatant=victim, task=task, why="struck"))
    if strike.kind is None and strike.damage is None:
        return
    actual = _damage(scene, dice, strike)
    harm = Cause("spell" if strike.kind is None else "blow", strike.using, strike.attacker)
    lose_points(scene, dice, victim, actual, harm)


def _record_ruling(scene: Scene[State], strike: Strike, ruling: Ruling, group: str | None) -> None:
    """A ruling is told as one, never as a roll (QU-ST-1)."""
    scene.record(
        AttackRuled(
            attacker=strike.attacker,
            defender=strike.defender,
            using=strike.using,
            kind=strike.kind,
            ruling=ruling,
            group=group,
        )
    )


def _hits(scene: Scene[State], dice: Dice, strike: Strike) -> bool:
    fighters = scene.state.combatants
    attacker, defender = fighters[strike.attacker], fighters[strike.defender]
    number = dice.known(numbers.to_hit, attacker, strike.percent, strike.kind, defender)
    rolled = dice.test(
        PERCENT, AtMost(number.total), "to-hit", subject=strike.attacker, object=strike.defender
    )
    scene.record(
        HitRolled(
            attacker=strike.attacker,
            defender=strike.defender,
            using=strike.using,
            kind=strike.kind,
            number=number,
            face=rolled.face,
            hit=rolled.passed,
        )
    )
    return rolled.passed


def _is_defended(scene: Scene[State], dice: Dice, strike: Strike) -> bool:
    """A Defense roll, of who is aware of the attack (QU-DEF-1, QU-SUR-2)."""
    defender = scene.state.combatants[strike.defender]
    denied = _undefended(defender, strike)
    if denied is not None:
        scene.record(DefenseDenied(defender=defender.id, attacker=strike.attacker, because=denied))
        return False
    number = dice.known(numbers.defense, defender)
    at_or_under = scene.state.options.defense_at_or_under
    goal: Goal = AtMost(number.total) if at_or_under else Under(number.total)
    rolled = dice.test(PERCENT, goal, "defend", subject=defender.id, object=strike.attacker)
    scene.record(
        DefenseRolled(
            defender=defender.id,
            attacker=strike.attacker,
            number=number,
            face=rolled.face,
            defended=rolled.passed,
        )
    )
    return rolled.passed


def _undefended(defender: Fighter, strike: Strike) -> Undefended | None:
    """Why there is no Defense roll."""
    if not defender.able:
        return "unconscious"
    if not strike.aware:
        return "unaware"
    if defender.surprised and not defender.may_defend:
        return "surprised"
    return None


def _damage(scene: Scene[State], dice: Dice, strike: Strike) -> int:
    """Damage less Protection, not below 0 (QU-DMG-1)."""
    attacker, defender = strike.attacker, strike.defender
    victim = scene.state.combatants[defender]
    if strike.damage is None:
        rolled = dice.roll(WEAPON_DIE, "damage", subject=attacker, object=defender)
    else:
        rolled = dice.total(strike.damage, "damage", subject=attacker, object=defender).value
    base = numbers.damage_base(scene.state.combatants[attacker], strike.base)
    protection = numbers.protection(victim) if strike.protection else 0
    actual = max(0, rolled + base.total - protection)
    chance = 0
    if strike.chart is not None and victim.points - actual > DEAD_AT:
        chance = gate_chance(scene.state.options, victim, actual)
    scene.record(
        DamageRolled(
            attacker=strike.attacker,
            defender=strike.defender,
            rolled=rolled,
            base=base,
            protection=protection,
            actual=actual,
            chart=strike.chart,
            chance=chance,
        )
    )
    return actual
