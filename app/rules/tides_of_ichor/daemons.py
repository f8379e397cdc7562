"""Daemons that a miscast lets in: how they come, and what they do, by themselves (TI-MIS-R13, R15).

They are a side of their own. Nobody controls them: each turn of theirs is an automatic entry.
"""

from dataclasses import fields

from app.engine.dice import Dice
from app.engine.encounter import Recruit, Scene, entrants
from app.rules.tides_of_ichor.attacks import attack, charge, charge_weapons, weapons_of
from app.rules.tides_of_ichor.chance import pick
from app.rules.tides_of_ichor.commands import Attack, Charge, DaemonActs, Dash, Move
from app.rules.tides_of_ichor.events import CombatantJoined
from app.rules.tides_of_ichor.fighter import Fighter, Summon
from app.rules.tides_of_ichor.gear import Weapon
from app.rules.tides_of_ichor.initiative import take_place_before, take_places
from app.rules.tides_of_ichor.line import CHARGE_ZONES, DASH_ZONES, move, reaches
from app.rules.tides_of_ichor.options import RiftDaemon
from app.rules.tides_of_ichor.sheet import Sheet
from app.rules.tides_of_ichor.spell_events import DaemonWaited
from app.rules.tides_of_ichor.state import State
from app.rules.tides_of_ichor.turns import finish_turn

SIDE = "the warp"
HUNTER_W = 10  # TI-MIS-R13
HUNTER_STAT_A_LEVEL = 10  # TI-MIS-R13
CLAWS = "1d10"  # TI-MIS-R13


def let_in_hunter(scene: Scene[State], caster: str, level: int) -> None:
    """One daemon in the caster's zone, just before it in the order, from the next round on."""
    state = scene.state
    prey = state.combatants[caster]
    stat = HUNTER_STAT_A_LEVEL * level
    sheet = Sheet(
        ws=stat, bs=stat, s=stat, t=stat, ag=stat, wp=stat, w=HUNTER_W, zone=prey.zone,
        weapons=(_claws(CLAWS),),
    )  # fmt: skip
    number = 1 + sum(1 for f in state.combatants.values() if _hunts(f, "caster"))
    summon = Summon(
        by=caster, hunts="caster", unit=prey.initiative_unit, from_round=state.order.round + 1
    )
    (daemon,) = _join(scene, Recruit(name=f"Daemon {number}", side=SIDE), sheet, summon)
    take_place_before(scene, daemon, caster)


def let_in_horde(scene: Scene[State], dice: Dice, caster: str, count: int) -> None:
    """Daemons of one rift in the caster's zone; they share an initiative roll (TI-INIT-2, 4)."""
    state = scene.state
    block = state.options.rift_daemon
    given = {f.name: getattr(block, f.name) for f in fields(RiftDaemon) if f.name != "damage"}
    sheet = Sheet(**given, zone=state.combatants[caster].zone, weapons=(_claws(block.damage),))
    rift = 1 + len({f.group for f in state.combatants.values() if _hunts(f, "anyone")})
    recruit = Recruit(name="Horror", side=SIDE, group=f"rift {rift}", count=count)
    daemons = _join(scene, recruit, sheet, Summon(by=caster, hunts="anyone"))
    take_places(scene, dice, daemons)


def _claws(damage: str) -> Weapon:
    return Weapon(name="claws", kind="melee", damage=damage)


def _hunts(fighter: Fighter, whom: str) -> bool:
    return fighter.summon is not None and fighter.summon.hunts == whom


def _join(scene: Scene[State], recruit: Recruit, sheet: Sheet, summon: Summon) -> list[str]:
    joined: list[str] = []
    for entrant in entrants(scene.state, (recruit,)):
        daemon = Fighter(
            id=entrant.id,
            name=entrant.name,
            side=SIDE,
            group=entrant.group,
            sheet=sheet,
            wounds=sheet.w,
            zone=sheet.zone,
            initiative=_shared_initiative(scene.state, summon),
            summon=summon,
        )
        scene.record(CombatantJoined(combatant=daemon))
        joined.append(daemon.id)
    return joined


def _shared_initiative(state: State, summon: Summon) -> int | None:
    return None if summon.unit is None else state.combatants[summon.by].initiative


# --- their turns ----------------------------------------------------------------------------------


def preys(state: State, daemon: Fighter) -> tuple[str, ...]:
    """Whom a daemon may go for: its caster alone, or everybody who isn't a daemon's ally."""
    foes = (f.id for f in state.present if f.side != daemon.side)
    by = daemon.summon.by if daemon.summon and daemon.summon.hunts == "caster" else None
    return tuple(foe for foe in foes if by in (None, foe))


def daemon_acts(scene: Scene[State], command: DaemonActs, dice: Dice) -> None:
    """Goes for its prey, or lets its turn go when there is none."""
    state = scene.state
    actor = str(command.actor)
    daemon = state.combatants[actor]
    if daemon.summon is not None and state.order.round < daemon.summon.from_round:
        scene.record(DaemonWaited(combatant=actor))
        finish_turn(scene)
        return
    prey = pick(scene, dice, "prey", actor, preys(state, daemon))
    if prey is None:
        finish_turn(scene)
        return
    _go_for(scene, dice, daemon, prey)


def _go_for(scene: Scene[State], dice: Dice, daemon: Fighter, prey: str) -> None:
    """Strikes with what reaches, charges with what can be charged with, or runs towards it."""
    state = scene.state
    there = state.combatants[prey].zone
    distance = abs(there - daemon.zone)
    reaching = [w.name for w in weapons_of(state, daemon.id) if reaches(w.range, distance)]
    charging = [w.name for w in charge_weapons(state, daemon.id)]
    if reaching:
        attack(scene, Attack(actor=daemon.id, target=prey, weapon=reaching[0]), dice)
    elif distance <= CHARGE_ZONES and charging:
        charge(scene, Charge(actor=daemon.id, target=prey, weapon=charging[0]), dice)
    else:
        zones = min(distance, DASH_ZONES)
        zone = daemon.zone + (zones if there > daemon.zone else -zones)
        way = Dash if zones == DASH_ZONES else Move
        move(scene, way(actor=daemon.id, zone=zone), dice)
