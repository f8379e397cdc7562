"""What happens by itself: miscasts and their aftermath, tolls at a turn's start and end (TI-MIS-4).

Each of these is an entry of its own, with its own dice.
"""

from dataclasses import replace

from app.engine.dice import Dice
from app.engine.encounter import Command, Pause, Scene
from app.rules.tides_of_ichor.calamities import strike_with_comet
from app.rules.tides_of_ichor.casting import Trying, roll_casting, stir_winds
from app.rules.tides_of_ichor.chance import happens
from app.rules.tides_of_ichor.commands import (
    BeginTurn,
    CloseTurn,
    DaemonActs,
    FeelWinds,
    SufferMiscast,
)
from app.rules.tides_of_ichor.conditions import Condition
from app.rules.tides_of_ichor.daemons import preys
from app.rules.tides_of_ichor.effects import Plight
from app.rules.tides_of_ichor.harm import Harm, change, end_condition, harm, heal, lose
from app.rules.tides_of_ichor.lingering import (
    AT_TURN_START,
    Bound,
    Burning,
    Comet,
    DarkBargain,
    Fading,
    Lingering,
    Rot,
    Shadow,
    Struggle,
)
from app.rules.tides_of_ichor.rolling import roll_row
from app.rules.tides_of_ichor.spell_events import MiscastSuffered, UpkeepBegun, WindsFelt
from app.rules.tides_of_ichor.state import MiscastDue, State, WindsDue
from app.rules.tides_of_ichor.tables.miscast import MISCASTS
from app.rules.tides_of_ichor.turns import finish_turn, go_on, pass_on

STRUGGLE_ROW = 29


def automatic(state: State) -> Command | None:
    """What happens next by itself, if anything."""
    if state.status != "running":
        return None
    match next(iter(state.due), None):
        case MiscastDue() as due:
            return SufferMiscast(actor=due.caster, row=due.row)
        case WindsDue() as due:
            return FeelWinds(actor=due.combatant)
        case None:
            return _of_the_turn(state)


def _of_the_turn(state: State) -> Command | None:
    acting = state.combatants[str(state.acting)]
    if state.spent or not acting.able:
        return CloseTurn(actor=acting.id)
    if state.upkeep:
        return BeginTurn(actor=acting.id)
    if acting.summon is None:
        return None
    if not preys(state, acting) and all(fighter.summon for fighter in state.present):
        return Pause(reason="only-daemons-left")
    return DaemonActs(actor=acting.id)


# --- after a casting roll -------------------------------------------------------------------------


def suffer_miscast(scene: Scene[State], command: SufferMiscast, dice: Dice) -> None:
    """The row that came up does all that it says."""
    due = next(due for due in scene.state.due if isinstance(due, MiscastDue))
    standing = scene.state.standing
    row = MISCASTS.row_for(due.row)
    alive = scene.state.able(due.caster)
    scene.record(MiscastSuffered(caster=due.caster, row=due.row, title=row.title, alive=alive))
    if alive:
        for effect in row.effects:
            effect.happen(scene, dice, Plight(due, row.title))
    scene.note_fallen_sides(standing)
    go_on(scene)


def feel_winds(scene: Scene[State], command: FeelWinds, dice: Dice) -> None:
    """A failure harms who is bound to the winds, by the spell's level; by lore a spell heals."""
    due = next(due for due in scene.state.due if isinstance(due, WindsDue))
    standing = scene.state.standing
    bound = scene.state.combatants[due.combatant]
    scene.record(
        WindsFelt(combatant=bound.id, caster=due.caster, level=due.level, passed=due.passed)
    )
    condition = next((c for c, _ in bound.borne(Bound)), None)
    if condition is not None and due.passed:
        heal(scene, bound.id, due.level, due.caster, condition.name)
    elif condition is not None:
        damage = Harm(target=bound.id, by=due.caster, cause=condition.name, amount=due.level)
        harm(scene, dice, damage)
    scene.note_fallen_sides(standing)
    go_on(scene)


# --- at the start of a turn -----------------------------------------------------------------------


def begin_turn(scene: Scene[State], command: BeginTurn, dice: Dice) -> None:
    """Each effect takes its toll, the shadow first, then in the order they came."""
    actor = str(command.actor)
    standing = scene.state.standing
    scene.record(UpkeepBegun(combatant=actor))
    bearer = scene.state.combatants[actor]
    tolls = [(c, e) for c in bearer.conditions for e in c.effects if isinstance(e, AT_TURN_START)]
    for condition, effect in sorted(tolls, key=lambda toll: not isinstance(toll[1], Shadow)):
        if scene.state.able(actor):
            _take_toll(scene, dice, actor, condition, effect)
    scene.note_fallen_sides(standing)
    if any(shadow.turned for _, shadow in scene.state.combatants[actor].borne(Shadow)):
        finish_turn(scene)
    else:
        go_on(scene)


def _take_toll(
    scene: Scene[State], dice: Dice, actor: str, condition: Condition, effect: Lingering
) -> None:
    match effect:
        case Shadow():
            turned = happens(scene, dice, effect.percent, "shadow", actor, condition.name)
            now = condition.with_effect(effect, replace(effect, turned=turned))
            change(scene, actor, condition, now)
        case Burning():
            _burn(scene, dice, actor, condition, effect)
        case Rot():
            now = condition.with_effect(effect, replace(effect, loss=effect.loss + 1))
            change(scene, actor, condition, now)
            lose(scene, actor, effect.loss, by=None)
        case Fading():
            _fade(scene, actor, condition, effect)
        case Comet():
            _hold_up(scene, dice, actor, condition, effect)
        case Struggle():
            _struggle(scene, dice, actor, effect)
        case _:
            pass  # it takes none


def _burn(scene: Scene[State], dice: Dice, actor: str, condition: Condition, fire: Burning) -> None:
    """The bearer; by lore also all enemies within 1 zone (TI-MIS-R19)."""
    bearer = scene.state.combatants[actor]
    near = [f.id for f in scene.state.near(bearer.zone) if f.side != bearer.side]
    for target in (actor, *(near if fire.spreads else ())):
        damage = Harm(target=target, by=actor, cause=condition.name, amount=fire.damage)
        harm(scene, dice, damage)


def _fade(scene: Scene[State], actor: str, condition: Condition, fading: Fading) -> None:
    left = condition.wp - fading.by
    if left > 0:
        change(scene, actor, condition, replace(condition, wp=left))
    else:
        end_condition(scene, actor, condition, "faded")


def _hold_up(
    scene: Scene[State], dice: Dice, actor: str, condition: Condition, comet: Comet
) -> None:
    """A free casting roll puts the comet off for a turn; failing it never miscasts (TI-MIS-R21)."""
    trying = Trying(caster=actor, spell=comet.spell, trial="comet")
    rolled, _ = roll_casting(scene, dice, trying)
    if not rolled.passed:
        end_condition(scene, actor, condition, "struck")
        strike_with_comet(scene, dice, actor, comet.spell.level, condition.name)
    stir_winds(scene, trying, rolled.passed)


def _struggle(scene: Scene[State], dice: Dice, actor: str, struggle: Struggle) -> None:
    """A casting roll each turn, or a miscast that is never this row again (TI-MIS-R29)."""
    trying = Trying(caster=actor, spell=struggle.spell, trial="struggle")
    rolled, _ = roll_casting(scene, dice, trying)
    if not rolled.passed:
        roll_row(scene, dice, actor, struggle.spell, in_hand=False, never=STRUGGLE_ROW)
    stir_winds(scene, trying, rolled.passed)


# --- at the end of a turn -------------------------------------------------------------------------


def close_turn(scene: Scene[State], command: CloseTurn, dice: Dice) -> None:
    """A dark bargain wants its price; then the turn passes (TI-MIS-R25)."""
    actor = str(command.actor)
    standing = scene.state.standing
    for condition, bargain in scene.state.combatants[actor].borne(DarkBargain):
        if condition not in scene.state.fresh:
            _pay(scene, dice, actor, condition, bargain)
    scene.note_fallen_sides(standing)
    pass_on(scene)


def _pay(
    scene: Scene[State], dice: Dice, actor: str, condition: Condition, bargain: DarkBargain
) -> None:
    """Nothing after harm, and the price is what it was at first; else it grows without a cast."""
    price = bargain.growth
    if not bargain.harmed:
        damage = Harm(target=actor, by=actor, cause=condition.name, amount=bargain.damage)
        harm(scene, dice, damage)
        price = bargain.damage + (0 if bargain.cast else bargain.growth)
    if scene.state.able(actor):
        paid = replace(bargain, damage=price, harmed=False, cast=False)
        change(scene, actor, condition, condition.with_effect(bargain, paid))
