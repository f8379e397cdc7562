"""Passive actions, in place of an attack (SD-PAS). Whom they contest catches its breath."""

from collections.abc import Iterable
from dataclasses import replace

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.tally import Line
from app.rules.desdaemona.commands import CallPower, Drink, Evade, Passive, ShakeOff
from app.rules.desdaemona.conditions import Condition
from app.rules.desdaemona.events import (
    ConditionGained,
    EffectContested,
    Evaded,
    PotionDrunk,
    PowerCalled,
)
from app.rules.desdaemona.harm import regain_hp
from app.rules.desdaemona.refusals import (
    Airborne,
    NoneLeft,
    NothingToShakeOff,
    UnknownPotion,
    UnknownPower,
)
from app.rules.desdaemona.rolls import free_formula, stat_parts
from app.rules.desdaemona.sheet import Potion, Power
from app.rules.desdaemona.stamina import REGAINED, regain, spend, yield_if_spent
from app.rules.desdaemona.state import Fighter, State
from app.rules.desdaemona.targets import opponent_of
from app.rules.desdaemona.turns import finish_turn


def contested(scene: Scene[State], command: Passive) -> str | None:
    """The id of whom a passive action contests, if there is any foe. Refuses as `opponent_of`."""
    return opponent_of(scene.state, str(command.actor), command.opponent)


def give_breath(scene: Scene[State], opponent: str | None) -> None:
    """Whoever is contested does nothing and regains 2 STA, once (SD-PAS-1)."""
    if opponent is not None:
        regain(scene, opponent, REGAINED, "contested")


def evade(scene: Scene[State], command: Evade, dice: Dice) -> None:
    """Regains 1d(normal STA), up to the maximum; not in the air (SD-PAS-2, SD-FLY-3)."""
    fighter = scene.state.combatants[str(command.actor)]
    if fighter.airborne:
        raise Airborne(f"{fighter.id} can't evade in the air: land first, which costs no turn.")
    opponent = contested(scene, command)
    sides, missing = fighter.sheet.sta, fighter.sheet.sta - fighter.sta
    rolled = dice.classify(
        sides, lambda face: min(face, missing), "evade", subject=fighter.id, object=opponent
    )
    scene.record(
        Evaded(
            combatant=fighter.id,
            opponent=opponent,
            sides=sides,
            face=rolled.face,
            regained=rolled.value,
            remaining=fighter.sta + rolled.value,
        )
    )
    give_breath(scene, opponent)
    finish_turn(scene)


def shake_off(scene: Scene[State], command: ShakeOff, dice: Dice) -> None:
    """Two stats against the attack total that the effect landed with (SD-PAS-3)."""
    fighter = scene.state.combatants[str(command.actor)]
    effect = _effect(fighter, command.effect)
    opponent = contested(scene, command)
    options, roll, against = scene.state.options, None, None
    if options.shake_off == "contest" and effect.against is not None:
        formula = free_formula(options, stat_parts(fighter, effect.shake_off), None, ())
        fell = dice.total(formula.notation, "shake-off", subject=fighter.id)
        roll, against = formula.rolled(fell), effect.against
    shaken = roll is None or against is None or roll.total > against
    scene.record(
        EffectContested(
            combatant=fighter.id,
            opponent=opponent,
            condition=effect.name,
            roll=roll,
            against=against,
            shaken=shaken,
        )
    )
    give_breath(scene, opponent)
    finish_turn(scene)


def drink(scene: Scene[State], command: Drink, dice: Dice) -> None:
    """One potion, which is used up (SD-PAS-4)."""
    fighter = scene.state.combatants[str(command.actor)]
    potion = _potion(fighter, command.potion)
    opponent = contested(scene, command)
    left = fighter.potions_left(potion.name) - 1
    scene.record(
        PotionDrunk(combatant=fighter.id, opponent=opponent, potion=potion.name, left=left)
    )
    regain_hp(scene, fighter.id, potion.hp, potion.name)
    regain(scene, fighter.id, potion.sta, "potion")
    gained = _gained(fighter, potion.conditions, potion.name)
    give_breath(scene, opponent)
    finish_turn(scene, *gained)


def call_power(scene: Scene[State], command: CallPower, dice: Dice) -> None:
    """A defensive power, for its STA (SD-PAS-1)."""
    fighter = scene.state.combatants[str(command.actor)]
    power = _power(fighter, command.power)
    opponent = contested(scene, command)
    scene.record(PowerCalled(combatant=fighter.id, opponent=opponent, power=power.name))
    spend(scene, fighter.id, "power", (Line(power.name, power.sta),))
    gained = _gained(fighter, power.conditions, power.name)
    give_breath(scene, opponent)
    yield_if_spent(scene, fighter.id, "power")
    finish_turn(scene, *gained)


def _gained(
    fighter: Fighter, conditions: Iterable[Condition], cause: str
) -> tuple[ConditionGained, ...]:
    return tuple(
        ConditionGained(
            combatant=fighter.id, condition=replace(condition, cause=condition.cause or cause)
        )
        for condition in conditions
    )


def effects_to_shake_off(fighter: Fighter) -> list[Condition]:
    """Of hostile spells; in the grip of one that takes its turns, only such."""
    effects = [condition for condition in fighter.conditions if condition.spell]
    return [e for e in effects if e.skip_turn] if fighter.held_by else effects


def _effect(fighter: Fighter, name: str) -> Condition:
    effects = effects_to_shake_off(fighter)
    for effect in effects:
        if effect.name.casefold() == name.casefold():
            return effect
    raise NothingToShakeOff(
        f"{name!r} is nothing that {fighter.id} can shake off now.",
        effect=name,
        effects=[e.name for e in effects],
    )


def _potion(fighter: Fighter, name: str) -> Potion:
    potions = fighter.sheet.potions
    potion = next((p for p in potions if p.name.casefold() == name.casefold()), None)
    if potion is None:
        raise UnknownPotion(
            f"{fighter.id} has no potion {name!r}.", potion=name, potions=[p.name for p in potions]
        )
    if not fighter.potions_left(potion.name):
        raise NoneLeft(f"{fighter.id} has no {potion.name} left.", potion=potion.name)
    return potion


def _power(fighter: Fighter, name: str) -> Power:
    powers = fighter.sheet.powers
    power = next((p for p in powers if p.name.casefold() == name.casefold()), None)
    if power is None:
        raise UnknownPower(
            f"{fighter.id} has no power {name!r}.", power=name, powers=[p.name for p in powers]
        )
    return power
