"""Miscasts and the wrath of gods: who suffers one, and the roll on its table (WF-MIS-1)."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.rules.wfrp4.magic_events import Miscast, MiscastRolled, SinChanged, Wrath, WrathRolled
from app.rules.wfrp4.rolls import PERCENT
from app.rules.wfrp4.state import Due, State, Trouble, TroubleKind
from app.rules.wfrp4.tables.miscasts import MAJOR, MINOR
from app.rules.wfrp4.tables.wrath import WRATH

MISCAST, ANGER = "miscast", "wrath"
SIN = 10  # a point, on the roll for wrath


def miscast(scene: Scene[State], caster: str, count: int, below: int | None = None) -> None:
    """One miscast is minor, more are major; none where the count is 0."""
    if count > 0:
        kind: TroubleKind = "minor miscast" if count == 1 else "major miscast"
        trouble = Trouble(kind=kind, of=caster, by=caster, because="miscast", below=below)
        scene.record(Miscast(trouble=trouble, of=caster))


def anger(scene: Scene[State], priest: str, targets: tuple[str, ...]) -> None:
    """The priest's god is angry; `targets`: for whom it prayed."""
    modifier = SIN * scene.state.combatants[priest].magic.sin
    trouble = Trouble(
        kind="wrath", of=priest, by=priest, because="wrath", modifier=modifier, targets=targets
    )
    scene.record(Wrath(trouble=trouble, of=priest))


def roll_misfortune(scene: Scene[State], dice: Dice, trouble: Trouble) -> None:
    """The roll on the table; what its row does follows by itself."""
    if trouble.kind == "wrath":
        _roll_wrath(scene, dice, trouble)
        return
    table = MINOR if trouble.kind == "minor miscast" else MAJOR
    face = _percent(dice, MISCAST, trouble)
    while trouble.below is not None and face >= trouble.below:
        face = _percent(dice, MISCAST, trouble)
    due = _due(trouble, table.name, face)
    scene.record(MiscastRolled(combatant=trouble.of, table=table.name, face=face, due=due))


def _roll_wrath(scene: Scene[State], dice: Dice, trouble: Trouble) -> None:
    """d100 + 10 a point of Sin; beyond the table its last row. Then there is a point less."""
    face = _percent(dice, ANGER, trouble)
    result = face + trouble.modifier
    sin = scene.state.combatants[trouble.of].magic.sin
    due = _due(trouble, WRATH.name, min(result, WRATH.sides), sin)
    scene.record(
        WrathRolled(
            combatant=trouble.of, face=face, modifier=trouble.modifier, result=result, due=due
        )
    )
    if sin:
        scene.record(SinChanged(combatant=trouble.of, before=sin, after=sin - 1))


def _due(trouble: Trouble, table: str, number: int, sin: int = 0) -> Due:
    return Due(
        table=table,
        number=number,
        of=trouble.of,
        by=trouble.by,
        targets=trouble.targets,
        sin=sin,
    )


def _percent(dice: Dice, purpose: str, trouble: Trouble) -> int:
    """What its row does is no part of the odds: for them one way is as any other."""
    fell = dice.classify(PERCENT, lambda face: None, purpose, subject=trouble.of)
    return fell.face
