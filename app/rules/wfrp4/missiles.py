"""Magic missiles: what they do, line by line (WF-CAST-1)."""

from dataclasses import dataclass

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.tally import Line, Tally
from app.rules.wfrp4.damage import dealt, stopped
from app.rules.wfrp4.events import DamageDealt, HitSpared
from app.rules.wfrp4.fields import Location
from app.rules.wfrp4.gear import Weapon
from app.rules.wfrp4.harm import lose_wounds
from app.rules.wfrp4.laying import reopen
from app.rules.wfrp4.options import Options
from app.rules.wfrp4.rolled import Rolled, those_that_count
from app.rules.wfrp4.spells import Power
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.troubles import goes_past_0, score_critical
from app.rules.wfrp4.wards import warded

SPELL = "spell"


def missile_wounds(
    options: Options, caster: Fighter, target: Fighter, power: Power, test: Rolled,
    place: Location, more: int = 0,
) -> tuple[Tally, int]:  # fmt: skip
    """SL + the spell's figure + WPB, less TB and AP: the lines, and the Wounds."""
    bonus = power.damage_bonus
    does = (
        Line("willpower bonus", caster.sheet.bonus("wp")),
        *those_that_count(
            Line(power.name, power.damage or 0),
            Line(f"{bonus} bonus", 0 if bonus is None else caster.sheet.bonus(bonus)),
            Line("sl", test.sl.total),
            Line("overcast", more),
        ),
    )
    weapon = _as_weapon(power)
    stops = stopped(target, weapon, place, None, critical=test.critical, shield=0)
    return dealt(options, weapon, does, stops)


@dataclass(frozen=True, slots=True, kw_only=True)
class Missile:
    """A magic missile on its way. `more`: damage by an overcast; `critical`: it wounds critically.

    `place`: where it lands.
    """

    caster: str
    power: Power
    test: Rolled
    place: Location
    more: int = 0
    critical: bool = False


def hit(scene: Scene[State], dice: Dice, missile: Missile, target: str) -> int:
    """It arrives: the Wounds. Past 0 they are critical, and so is what a critical casting does."""
    state, caster, place = scene.state, missile.caster, missile.place
    damage, wounds = missile_wounds(
        state.options,
        state.combatants[caster],
        state.combatants[target],
        missile.power,
        missile.test,
        place,
        missile.more,
    )
    scene.record(
        DamageDealt(attacker=caster, defender=target, location=place, damage=damage, wounds=wounds)
    )
    if state.favour_for(target, "damage") is not None:
        scene.record(HitSpared(combatant=target))
        return 0
    if wounds and warded(scene, dice, target):
        return 0
    excess = lose_wounds(scene, target, wounds, SPELL, caster)
    if wounds:
        reopen(scene, target, place)
    if missile.critical:
        score_critical(scene, target, caster, place, "double")
    elif wounds and goes_past_0(scene, excess, target):
        score_critical(scene, target, caster, place, "wounds", excess)
    return wounds


def _as_weapon(power: Power) -> Weapon:
    return Weapon(name=power.name, kind="ranged", group="magic", damage=power.damage)
