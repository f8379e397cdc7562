"""What toy fighters do in their turns, and what happens by itself."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.engine.dice import Dice, Over
from app.engine.encounter import (
    GAME_MASTER,
    Answer,
    Command,
    EncounterPaused,
    EndTurn,
    PlacesTaken,
    Recruit,
    entrants,
    require_turn,
)
from app.engine.encounter import Scene as EngineScene
from app.engine.order import Place
from app.engine.refusals import CannotAct, NothingToReplace, Refused
from app.engine.ruleset import open_question
from app.engine.tables import Row, Table
from tests.toy import commands as c
from tests.toy import events as e
from tests.toy.state import Fighter, Sheet, State

HIT_OVER, PARRY_OVER = 10, 12


class NothingLeft(Refused):
    code = "nothing-left"


@dataclass(frozen=True, slots=True)
class Hurt:
    """Lose hp."""

    hp: int

    def describe(self) -> str:
        return f"lose {self.hp} hp"


WILD: Table[Hurt] = Table(
    "wild",
    "Whatever happens",
    (
        Row(1, 1, "A bolt", (Hurt(3), Hurt(1))),
        Row(2, 3, "A spark", (Hurt(1),)),
        Row(4, 6, "A breeze"),
    ),
)

COSTS: dict[type[Command], tuple[int, int]] = {
    c.Step: (1, 0), c.Sneak: (1, 0), c.Foresee: (1, 0), c.Omen: (1, 0), c.Wild: (1, 0),
    c.Strike: (0, 1), c.Blast: (0, 1), c.Summon: (0, 1), c.Flurry: (1, 1),
}  # fmt: skip
"""What an action takes of the turn: steps and strikes."""


class Scene(EngineScene[State]):
    """An entry in the making, with what toy fights need often."""

    def hurt(self, combatant: str, hp: int) -> None:
        """Takes hp; at 0 the fighter is down."""
        fighter = self.state.combatants[combatant]
        lost = min(hp, fighter.hp)
        self.record(e.HpLost(combatant=combatant, hp=lost, remaining=fighter.hp - lost))
        if lost == fighter.hp and fighter.able:
            standing = self.state.standing
            self.record(e.CombatantFell(combatant=combatant))
            self.note_fallen_sides(standing)

    def hit(self, attacker: str, defender: str, sides: int, dice: Dice) -> None:
        """Rolls damage and takes it."""
        power = self.state.combatants[attacker].sheet.power
        face = dice.roll(sides, "damage", subject=attacker, object=defender)
        damage = face + power
        self.record(
            e.DamageRolled(
                attacker=attacker, defender=defender, face=face, power=power, damage=damage
            )
        )
        self.hurt(defender, damage)

    def next_if_spent(self) -> None:
        """The turn ends by itself when nothing is left of it, or its owner can't act."""
        state = self.state
        if state.acting is None or state.blocked:
            return
        if not state.able(state.acting) or state.steps == state.strikes == 0:
            self.pass_turn()


# --- who may do what ------------------------------------------------------------------------------


def may_act(state: State, command: Command) -> None:
    """In one's own turn; a reroll only right after a miss, with luck, once."""
    require_turn(state, command.actor)
    if isinstance(command, c.Reroll) and not may_reroll(state):
        raise NothingToReplace(f"{command.actor} has no missed strike to roll again, or no luck.")


def may_reroll(state: State) -> bool:
    """Whether the acting one may roll its strike again."""
    acting = state.acting
    return (
        acting is not None
        and state.missed
        and not state.rerolled
        and state.combatants[acting].luck > 0
    )


def has_left(state: State, kind: type[Command]) -> bool:
    """Whether enough of the turn is left for an action."""
    steps, strikes = COSTS[kind]
    return state.steps >= steps and state.strikes >= strikes


def check_left(state: State, command: Command) -> None:
    """Refuses an action for which not enough of the turn is left."""
    if not has_left(state, type(command)):
        raise NothingLeft(
            f"{command.actor} has not enough left of this turn for this.",
            step=state.steps,
            strike=state.strikes,
        )


def check_target(state: State, actor: str, target: str) -> None:
    """Refuses oneself, and whoever can't fight."""
    if target not in state.others(actor):
        raise CannotAct(f"{target} can't be struck.", target=target)


# --- actions --------------------------------------------------------------------------------------


def act(scene: Scene, command: Command, dice: Dice) -> None:
    """Any action that takes something of the turn."""
    actor = str(command.actor)
    steps, strikes = COSTS[type(command)]
    check_left(scene.state, command)
    if isinstance(command, c.Strike):
        check_target(scene.state, actor, command.target)
    scene.record(e.Spent(steps=steps, strikes=strikes))
    match command:
        case c.Strike():
            _strike(scene, actor, command.target, dice)
        case c.Blast():
            _blast(scene, actor, dice)
        case c.Summon():
            _summon(scene)
        case c.Sneak():
            scene.record(e.Sneaked(combatant=actor))
            face = dice.roll(20, "sneak", subject=actor, visibility="gm")
            scene.record(e.SneakRolled(combatant=actor, face=face, visibility="gm"))
        case c.Foresee():
            _foresee(scene, actor, dice)
        case c.Omen():
            choices = ("good", "bad")
            scene.ask(GAME_MASTER, "omen", choices, blocks=False, of=actor, visibility="gm")
        case c.Wild():
            row, face = dice.row(WILD, "wild", subject=actor)
            scene.record(e.WentWild(combatant=actor, face=face, row=row.title))
            for effect in row.effects:
                scene.hurt(actor, effect.hp)
        case _:
            pass  # a step is nothing more
    scene.next_if_spent()


def _foresee(scene: Scene, actor: str, dice: Dice) -> None:
    face = dice.roll(6, "foresight", subject=actor, visibility="owner")
    scene.record(e.Foreseen(of=actor, face=face, visibility="owner"))
    scene.record(e.Whispered(of=actor, good=face > 3, visibility="side"))


def _strike(scene: Scene, actor: str, target: str, dice: Dice) -> None:
    rolled = dice.test(20, Over(HIT_OVER), "to-hit", subject=actor, object=target)
    face = rolled.face or 0
    scene.record(e.StrikeRolled(attacker=actor, defender=target, face=face, hit=rolled.passed))
    if rolled.passed:
        scene.ask(target, "guard", ("take", "parry"), default="take", of=actor)


def answer(scene: Scene, command: Answer, dice: Dice) -> None:
    """An omen is told; or a strike that hit is taken or parried."""
    question = open_question(scene.state, command)
    scene.answered(question, command.choice)
    if question.about == "guard" and question.of is not None:
        parried = command.choice == "parry" and _parry(scene, question.to, question.of, dice)
        if not parried:
            scene.hit(question.of, question.to, 6, dice)
    scene.next_if_spent()


def _parry(scene: Scene, defender: str, attacker: str, dice: Dice) -> bool:
    rolled = dice.test(20, Over(PARRY_OVER), "parry", subject=defender, object=attacker)
    scene.record(
        e.ParryRolled(
            defender=defender, attacker=attacker, face=rolled.face or 0, parried=rolled.passed
        )
    )
    return rolled.passed


def _blast(scene: Scene, actor: str, dice: Dice) -> None:
    for target in scene.state.others(actor):
        scene.hurt(target, dice.roll(4, "blast", subject=actor, object=target))
        if scene.state.able(target):
            scene.record(e.CaughtFire(combatant=target))


def _summon(scene: Scene) -> None:
    (entrant,) = entrants(scene.state, (Recruit(name="Beast", side="wild"),))
    sheet = Sheet(hp=10)
    beast = Fighter(
        id=entrant.id, name=entrant.name, side="wild", sheet=sheet, hp=10, luck=0, beast=True
    )
    scene.record(e.CombatantJoined(combatant=beast))
    last = (-1, -len(scene.state.combatants))  # under every speed, and under earlier beasts
    scene.record(PlacesTaken(places=(Place(beast.id, last),)))


def steps(state: State, command: Command) -> Sequence[Command]:
    """A flurry is three blows, and then the turn is over."""
    if not isinstance(command, c.Flurry):
        return (command,)
    actor = str(command.actor)
    check_left(state, command)
    check_target(state, actor, command.target)
    blow = c.FlurryBlow(actor=actor, target=command.target)
    return (blow, blow, blow, EndTurn(actor=actor))


def flurry_blow(scene: Scene, command: c.FlurryBlow, dice: Dice) -> None:
    """One blow; nothing when the target is down already."""
    actor, target = str(command.actor), command.target
    if not scene.state.able(target):
        return
    rolled = dice.test(20, Over(HIT_OVER), "to-hit", subject=actor, object=target)
    face = rolled.face or 0
    scene.record(e.BlowRolled(attacker=actor, defender=target, face=face, hit=rolled.passed))
    if rolled.passed:
        scene.hurt(target, 1)


# --- what happens by itself -----------------------------------------------------------------------


def automatic(state: State) -> Command | None:
    """Thunder in a storm; else fire at the end of a round; else a beast's turn."""
    acting = state.acting
    if state.status != "running" or state.blocked or acting is None:
        return None
    if state.options.storm:
        return c.Thunder()
    burning = (id for id in state.to_burn if state.able(id) and state.combatants[id].burning)
    if (id := next(burning, None)) is not None:
        return c.Burn(combatant=id)
    if state.combatants[acting].beast:
        return c.BeastAttack(actor=acting)
    return None


def burn(scene: Scene, command: c.Burn) -> None:
    """Fire takes 1 hp."""
    scene.record(e.Burned(combatant=command.combatant))
    scene.hurt(command.combatant, 1)
    scene.next_if_spent()


def beast_attack(scene: Scene, command: c.BeastAttack, dice: Dice) -> None:
    """A beast goes for whoever it may be; alone, it leaves the fight to the game master."""
    beast = str(command.actor)
    others = scene.state.others(beast)
    if not others:
        scene.record(EncounterPaused(reason="only-a-beast-is-left"))
        return
    face = dice.roll(len(others), "beast-target", subject=beast)
    target = others[face - 1]
    scene.record(e.BeastChose(beast=beast, face=face, target=target))
    scene.hit(beast, target, 4, dice)
    scene.pass_turn()
