"""What takes several quints: loading, digging in the pack, incantation (QU-ACT-1, QU-SPL-1)."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.rules.quint.commands import GetItem, Load, Prepare
from app.rules.quint.events import TaskAdvanced
from app.rules.quint.hands import ranged_weapon
from app.rules.quint.options import Options
from app.rules.quint.refusals import (
    AlreadyLoaded,
    AlreadyPrepared,
    IsMute,
    NotInPack,
    UnknownSpell,
    WrongWeapon,
)
from app.rules.quint.sheet import Item, Spell
from app.rules.quint.state import Fighter, State, Task
from app.rules.quint.turns import finish_turn, leave_off

EXPERIENCED_LOAD = 1  # QU-ACT-1


def load(scene: Scene[State], command: Load, dice: Dice) -> None:
    """Spends a quint on loading the crossbow in hand."""
    fighter = scene.state.combatants[str(command.actor)]
    weapon = ranged_weapon(fighter, command.weapon)
    if not weapon.needs_loading:
        raise WrongWeapon(f"{weapon.name} needs no loading.", weapon=weapon.name)
    if weapon.name in fighter.loaded:
        raise AlreadyLoaded(f"{weapon.name} is loaded already.", weapon=weapon.name)
    _spend_quint(scene, next_quint(fighter, loading(fighter, weapon.name, scene.state.options)))


def get_item(scene: Scene[State], command: GetItem, dice: Dice) -> None:
    """Spends a quint on getting something out of the pack."""
    fighter = scene.state.combatants[str(command.actor)]
    item = in_pack(fighter, command.item)
    if item is None:
        raise NotInPack(
            f"{fighter.id} has no {command.item!r} in its pack.",
            item=command.item,
            pack=[i.name for i in fighter.pack],
        )
    _spend_quint(scene, next_quint(fighter, getting(item)))


def prepare(scene: Scene[State], command: Prepare, dice: Dice) -> None:
    """Spends a quint on incantation; the sheet says how many it takes."""
    fighter = scene.state.combatants[str(command.actor)]
    spell = known_spell(fighter, command.spell)
    check_voice(fighter)
    if spell.name == fighter.prepared:
        raise AlreadyPrepared(f"{spell.name} is prepared: cast it.", spell=spell.name)
    task = next_quint(fighter, preparing(spell))
    _spend_quint(scene, task)


def loading(fighter: Fighter, weapon: str, options: Options) -> Task:
    """Loading, before it has begun; *option* `crossbow_load_quints` without experience."""
    quints = EXPERIENCED_LOAD
    if not fighter.sheet.crossbow_experience:
        quints = options.crossbow_load_quints
    return Task(kind="load", what=weapon, done=0, of=quints)


def getting(item: Item) -> Task:
    """Digging for an item, before it has begun."""
    return Task(kind="get", what=item.name, done=0, of=item.quints)


def preparing(spell: Spell) -> Task:
    """An incantation, before it has begun."""
    return Task(kind="prepare", what=spell.name, done=0, of=spell.quints)


def next_quint(fighter: Fighter, task: Task) -> Task:
    """The task with a quint more spent on it; another one under way starts over."""
    now = fighter.task
    if now is None or (now.kind, now.what) != (task.kind, task.what) or now.finished:
        now = task
    return Task(kind=task.kind, what=task.what, done=now.done + 1, of=now.of)


def in_pack(fighter: Fighter, name: str) -> Item | None:
    """What is still in the pack, however it is spelled."""
    return next((i for i in fighter.pack if i.name.casefold() == name.casefold()), None)


def known_spell(fighter: Fighter, name: str) -> Spell:
    """The spell of a name. Refuses one that isn't on the sheet."""
    wanted = name.casefold()
    spell = next((s for s in fighter.sheet.spells if s.name.casefold() == wanted), None)
    if spell is None:
        raise UnknownSpell(
            f"{fighter.id} knows no spell {name!r}.",
            spell=name,
            spells=[s.name for s in fighter.sheet.spells],
        )
    return spell


def check_voice(fighter: Fighter) -> None:
    """Refuses spells of the mute (QU-GRI-2)."""
    if fighter.mute:
        raise IsMute(f"{fighter.id} is mute and can't incant.", actor=fighter.id)


def _spend_quint(scene: Scene[State], task: Task) -> None:
    actor = str(scene.state.acting)
    leave_off(scene, actor, task=task)
    scene.record(TaskAdvanced(combatant=actor, task=task))
    finish_turn(scene)
