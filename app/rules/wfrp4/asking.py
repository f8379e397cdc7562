"""The one attacked is asked for its defence: *option* `defence` ask (WF-ATT-1)."""

from dataclasses import fields

from app.engine.encounter import Scene
from app.rules.wfrp4.commands import Attack, Charge
from app.rules.wfrp4.defences import chosen
from app.rules.wfrp4.events import DefenceAsked
from app.rules.wfrp4.gear import Weapon
from app.rules.wfrp4.preparing import open_defences
from app.rules.wfrp4.state import PendingAttack, State

DEFEND = "defence"


def asks(scene: Scene[State], command: Attack, weapon: Weapon) -> bool:
    """Asks, with the best as the default; not where the attack says, or where nothing is open."""
    state, target = scene.state, command.target
    if state.options.defence != "ask" or command.defence is not None:
        return False
    found = open_defences(state, command, weapon)
    if not found:
        return False
    best = chosen(found, None, state.combatants[target])
    choices = (*dict.fromkeys(defence.means for defence in found), "none")
    default = "none" if best is None else best.means
    told = {f.name: getattr(command, f.name) for f in fields(Attack)}
    waits = PendingAttack(**told, charge=command.type == "charge")
    scene.record(DefenceAsked(combatant=target, pending=waits))
    scene.ask(target, DEFEND, choices, default=default, of=target)
    return True


def defended(pending: PendingAttack, defence: str) -> Attack:
    """The attack that waited, with the defence that was chosen."""
    kind = Charge if pending.charge else Attack
    told = {f.name: getattr(pending, f.name) for f in fields(Attack)}
    return kind(**{**told, "defence": defence})
