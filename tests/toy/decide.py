"""The toy rules: each shows one thing the protocol can do."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.engine.dice import Dice, Over
from app.engine.encounter import (
    GAME_MASTER,
    Adjust,
    Answer,
    Command,
    EncounterFinished,
    EncounterPaused,
    End,
    EndTurn,
    Event,
    Join,
    Leave,
    Open,
    Pass,
    Pause,
    PlacesTaken,
    QuestionAnswered,
    Recruit,
    RoundStarted,
    Start,
    entrants,
    require_open,
)  # fmt: skip
from app.engine.encounter import Scene as EngineScene
from app.engine.order import Place
from app.engine.refusals import CannotAct, NothingToReplace, Refused
from app.engine.ruleset import Past, open_question
from app.engine.tables import Row, Table
from tests.toy import commands as c
from tests.toy import events as e
from tests.toy.evolve import evolve
from tests.toy.state import OPTIONS, SHEET, Fighter, Sheet, State

STRIKE_OVER, PARRY_OVER = 10, 12


class NothingLeft(Refused):
    code = "nothing-left"


@dataclass(frozen=True)
class Hurt:
    """Lose hp."""

    hp: int

    def describe(self) -> str:
        return f"lose {self.hp} hp"


@dataclass(frozen=True)
class Nothing:
    """No effect."""

    def describe(self) -> str:
        return "nothing happens"


WILD: Table[Hurt | Nothing] = Table(
    "wild",
    "Whatever happens",
    (Row(1, 3, "A spark", (Hurt(1),)), Row(4, 6, "A breeze", (Nothing(),))),
)


class Scene(EngineScene[State]):
    def hurt(self, combatant: str, hp: int) -> None:
        fighter = self.state.combatants[combatant]
        remaining = max(0, fighter.hp - hp)
        self.record(e.HpLost(combatant=combatant, hp=hp, remaining=remaining))
        if not remaining and fighter.able:
            standing = self.state.standing
            self.record(e.CombatantFell(combatant=combatant))
            self.note_fallen_sides(standing)

    def spend(self, steps: int = 0, strikes: int = 0) -> None:
        self.record(e.Spent(steps=steps, strikes=strikes))

    def next_if_spent(self) -> None:
        """The turn ends by itself when nothing is left of it, or its owner has fallen."""
        state = self.state
        if state.acting is None or state.struck_by is not None:
            return
        if not state.able(state.acting) or (state.steps == state.strikes == 0):
            self.next_turn()

    def next_turn(self) -> None:
        self.pass_turn()
        if any(isinstance(event, RoundStarted) for event in self.events):
            burning = tuple(f.id for f in self.state.combatants.values() if f.burning and f.able)
            self.record(e.RoundBurns(combatants=burning))


def decide(state: State, command: Command, dice: Dice) -> Sequence[Event]:
    scene = Scene(state, evolve)
    match command:
        case Open():
            options = OPTIONS.validate_json(json.dumps(dict(command.options)))
            scene.record(e.EncounterOpened(options=options))
            _let_in(scene, command.combatants)
        case Join():
            require_open(state)
            _let_in(scene, command.combatants)
        case Start():
            _start(scene)
        case End():
            require_open(state)
            scene.record(EncounterFinished(standing=state.standing))
        case Pause():
            scene.record(EncounterPaused(reason=command.reason))
        case Leave():
            require_open(state)
            scene.leave(command)
        case Adjust():
            _adjust(scene, command)
        case Answer():
            _answer(scene, command, dice)
        case EndTurn() | Pass():
            scene.next_turn()
        case c.Thunder():
            scene.record(e.Thundered())
        case c.Burn():
            burning = state.to_burn[0]
            scene.record(e.Burned(combatant=burning))
            scene.hurt(burning, 1)
            scene.next_if_spent()
        case c.BeastAttack():
            _beast(scene, dice)
        case c.FlurryBlow():
            _flurry_blow(scene, command, dice)
        case _:
            _act(scene, command, dice)
            scene.next_if_spent()
    return scene.events


def _act(scene: Scene, command: Command, dice: Dice) -> None:
    actor = str(command.actor)
    steps, strikes = COSTS[type(command)]
    if scene.state.steps < steps or scene.state.strikes < strikes:
        raise NothingLeft(f"{actor} has no {'step' if steps else 'strike'} left this turn.")
    match command:
        case c.Strike():
            _check_target(scene.state, actor, command.target)
            scene.spend(strikes=1)
            _strike(scene, actor, command.target, dice)
        case c.Blast():
            scene.spend(strikes=1)
            for target in _others(scene.state, actor):
                rolled = dice.total("1d4", "blast", subject=actor, object=target)
                scene.hurt(target, rolled.value)
                scene.record(e.CaughtFire(combatant=target))
        case c.Summon():
            scene.spend(strikes=1)
            _summon(scene)
        case c.Sneak():
            scene.spend(steps=1)
            face = dice.roll(20, "sneak", subject=actor, visibility="gm")
            scene.record(
                e.Sneaked(combatant=actor),
                e.SneakRolled(combatant=actor, face=face, visibility="gm"),
            )
        case c.Omen():
            scene.spend(steps=1)
            scene.ask(GAME_MASTER, "omen", ("good", "bad"), blocks=False, of=actor)
        case c.Wild():
            scene.spend(steps=1)
            row, face = dice.row(WILD, "wild", subject=actor)
            scene.record(e.WentWild(combatant=actor, face=face, row=row.title))
            for effect in row.effects:
                if isinstance(effect, Hurt):
                    scene.hurt(actor, effect.hp)
        case c.Step():
            scene.spend(steps=1)
        case _:
            raise TypeError(command.type)


COSTS: dict[type[Command], tuple[int, int]] = {
    c.Step: (1, 0), c.Sneak: (1, 0), c.Omen: (1, 0), c.Wild: (1, 0),
    c.Strike: (0, 1), c.Blast: (0, 1), c.Summon: (0, 1), c.Flurry: (1, 1), c.Reroll: (0, 0),
}  # fmt: skip


def _strike(scene: Scene, actor: str, target: str, dice: Dice) -> None:
    rolled = dice.test(20, Over(STRIKE_OVER), "to-hit", subject=actor, object=target)
    scene.record(
        e.StrikeRolled(attacker=actor, defender=target, face=rolled.face or 0, hit=rolled.passed)
    )
    if rolled.passed:
        scene.ask(target, "guard", ("take", "parry"), default="take", of=actor)


def _answer(scene: Scene, command: Answer, dice: Dice) -> None:
    question = open_question(scene.state, command)
    attacker = scene.state.struck_by
    scene.record(QuestionAnswered(question=question.id, choice=command.choice))
    if question.about != "guard" or attacker is None:
        return
    if command.choice == "parry":
        rolled = dice.test(20, Over(PARRY_OVER), "parry", subject=question.to, object=attacker)
        scene.record(
            e.ParryRolled(defender=question.to, face=rolled.face or 0, parried=rolled.passed)
        )
        if rolled.passed:
            scene.next_if_spent()
            return
    damage = dice.total("1d6", "damage", subject=attacker, object=question.to)
    scene.hurt(question.to, damage.value)
    scene.next_if_spent()


def steps(state: State, command: Command) -> Sequence[Command]:
    """A flurry is three blows."""
    if not isinstance(command, c.Flurry):
        return (command,)
    actor = str(command.actor)
    _check_target(state, actor, command.target)
    if not (state.steps and state.strikes):
        raise NothingLeft(f"A flurry takes the whole turn of {actor}.")
    blow = c.FlurryBlow(actor=actor, target=command.target)
    return (blow, blow, blow, EndTurn(actor=actor))


def _flurry_blow(scene: Scene, command: c.FlurryBlow, dice: Dice) -> None:
    if not scene.state.able(command.target):
        return
    rolled = dice.test(
        20, Over(STRIKE_OVER), "to-hit", subject=command.actor, object=command.target
    )
    if rolled.passed:
        scene.hurt(command.target, 1)


def _summon(scene: Scene) -> None:
    (entrant,) = entrants(scene.state, (Recruit(name="Beast", side="wild"),))
    beast = Fighter(
        id=entrant.id, name=entrant.name, side="wild", sheet=Sheet(), hp=10, luck=0, beast=True
    )
    last = -len(scene.state.combatants)
    scene.record(
        e.CombatantJoined(combatant=beast),
        PlacesTaken(places=(Place(beast.id, (-1, last)),)),
    )


def _beast(scene: Scene, dice: Dice) -> None:
    beast = str(scene.state.acting)
    others = _others(scene.state, beast)
    if others:
        at = dice.roll(len(others), "beast-target", subject=beast)
        target = others[at - 1]
        damage = dice.total("1d4", "damage", subject=beast, object=target)
        scene.hurt(target, damage.value)
    scene.next_turn()


def automatic(state: State) -> Command | None:
    if state.status != "running":
        return None
    if state.options.storm:
        return c.Thunder()
    if state.to_burn:
        return c.Burn()
    if state.acting is not None and state.combatants[state.acting].beast:
        return c.BeastAttack()
    return None


def replaces(state: State, command: Command) -> bool:
    if not isinstance(command, c.Reroll):
        return False
    fighter = state.combatants[str(command.actor)]
    if not state.missed or not fighter.luck:
        raise NothingToReplace(f"{fighter.id} has no missed strike to roll again, or no luck.")
    return True


def redecide(state: State, command: Command, past: Past, dice: Dice) -> Sequence[Event]:
    """The missed strike again: only the die to hit falls anew."""
    actor = str(command.actor)
    scene = Scene(state, evolve)
    scene.record(e.LuckSpent(combatant=actor, left=state.combatants[actor].luck - 1))
    dice.hold([die for die in past.dice if die.purpose != "to-hit"], past.version)
    for event in decide(scene.state, past.command, dice):
        scene.record(event)
    return scene.events


def _let_in(scene: Scene, recruits: tuple[Recruit, ...]) -> None:
    for entrant in entrants(scene.state, recruits):
        sheet = SHEET.validate_json(json.dumps(dict(entrant.sheet)))
        fighter = Fighter(
            id=entrant.id,
            name=entrant.name,
            side=entrant.side,
            group=entrant.group,
            external_id=entrant.external_id,
            hidden=entrant.hidden,
            sheet=sheet,
            hp=sheet.hp,
            luck=sheet.luck,
        )
        scene.record(e.CombatantJoined(combatant=fighter))
        if scene.state.status != "setup":
            scene.record(PlacesTaken(places=(_place(scene.state, fighter),)))


def _place(state: State, fighter: Fighter) -> Place:
    return Place(fighter.id, (fighter.sheet.speed, -list(state.combatants).index(fighter.id)))


def _start(scene: Scene) -> None:
    state = scene.state
    require_open(state)
    if state.status == "paused":
        scene.resume()
        return
    if state.status == "running" or not state.standing:
        raise CannotAct("There is nothing to start.")
    places = tuple(_place(state, f) for f in state.combatants.values() if f.status != "left")
    scene.record(PlacesTaken(places=places))
    scene.begin_fight()


def _adjust(scene: Scene, command: Adjust) -> None:
    state = scene.state
    require_open(state)
    before = state.combatants[command.combatant]
    sheet = SHEET.validate_json(
        json.dumps({**SHEET.dump_python(before.sheet, mode="json"), **command.sheet})
    )
    hp = command.state.get("hp", before.hp)
    if type(hp) is not int or not 0 <= hp <= sheet.hp or set(command.state) - {"hp"}:
        raise Refused("The state of a toy fighter is its hp, up to that of the sheet.")
    after = replace(
        before,
        name=command.name or before.name,
        sheet=sheet,
        hp=hp,
        status="active" if hp else "down",
        burning=(before.burning or "burning" in command.add_conditions)
        and "burning" not in command.remove_conditions,
    )
    scene.record(
        e.CombatantAdjusted(combatant=after, changed=("hp", "sheet"), reason=command.reason)
    )
    scene.next_if_spent()


def _others(state: State, actor: str) -> list[str]:
    return [f.id for f in state.combatants.values() if f.able and f.id != actor]


def _check_target(state: State, actor: str, target: str) -> None:
    if target not in _others(state, actor):
        raise CannotAct(f"{target} can't be struck.")
