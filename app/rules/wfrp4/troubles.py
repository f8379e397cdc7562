"""Criticals, fumbles, caught blades: who suffers one, and the roll for it (WF-ATT-6, WF-WND-1)."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.rules.wfrp4.after_hits import break_weapon
from app.rules.wfrp4.commands import RollTroubles
from app.rules.wfrp4.events import (
    BladeCaught,
    CriticalRolled,
    CriticalScored,
    Disarmed,
    Fumbled,
    FumbleRolled,
)
from app.rules.wfrp4.fields import Location
from app.rules.wfrp4.house_tables import OF_LOCATION
from app.rules.wfrp4.misfortunes import roll_misfortune
from app.rules.wfrp4.rolls import PERCENT, opposed, plain_side
from app.rules.wfrp4.state import Because, Due, State, Trouble

LIGHTER = -20  # the excess is below TB
BREAKS_FROM = 6  # SL with a Trap Blade
CRITICAL, FUMBLE = "critical", "fumble"


def score_critical(
    scene: Scene[State],
    victim: str,
    by: str,
    location: Location,
    because: Because,
    excess: int = 0,
) -> None:
    """A critical wound; one by Wounds past 0 is lighter while the excess is below TB."""
    fighter = scene.state.combatants[victim]
    lighter = because == "wounds" and scene.state.options.lighter_criticals
    light = lighter and excess < fighter.sheet.bonus("t")
    trouble = Trouble(
        kind="critical",
        of=victim,
        by=by,
        because=because,
        location=location,
        modifier=LIGHTER if light else 0,
    )
    scene.record(CriticalScored(trouble=trouble, of=victim))


def goes_past_0(scene: Scene[State], excess: int, victim: str) -> bool:
    """Whether Wounds make a critical: past 0, or down to it (WF-ATT-6)."""
    if scene.state.options.critical_at == "zero":
        return scene.state.combatants[victim].wounds == 0
    return excess > 0


def fumble(scene: Scene[State], combatant: str, face: int | None) -> None:
    """Somebody fumbles, by this roll."""
    trouble = Trouble(kind="fumble", of=combatant, by=combatant, because="fumble", face=face)
    scene.record(Fumbled(trouble=trouble, of=combatant))


def catch_blade(scene: Scene[State], bearer: str, by: str, weapon: str, sl: int) -> None:
    """Somebody's blade is caught by a parry of so much SL."""
    trouble = Trouble(
        kind="caught", of=bearer, by=by, because="trap blade", weapon=weapon, modifier=sl
    )
    scene.record(BladeCaught(trouble=trouble, of=bearer))


def roll_troubles(scene: Scene[State], command: RollTroubles, dice: Dice) -> None:
    """Rolls for each in turn; what its row does is an entry of its own, by itself."""
    while scene.state.troubles:
        trouble = scene.state.troubles[0]
        if trouble.kind == "critical":
            _roll_critical(scene, dice, trouble)
        elif trouble.kind == "caught":
            _wrench(scene, dice, trouble)
        elif trouble.kind != FUMBLE:
            roll_misfortune(scene, dice, trouble)
        else:
            face = _percent(dice, FUMBLE, trouble)
            scene.record(
                FumbleRolled(combatant=trouble.of, face=face, due=_due(trouble, FUMBLE, face))
            )


def _roll_critical(scene: Scene[State], dice: Dice, trouble: Trouble) -> None:
    face = _percent(dice, CRITICAL, trouble)
    location = trouble.location or "body"
    result = max(1, face + trouble.modifier)
    scene.record(
        CriticalRolled(
            combatant=trouble.of,
            by=trouble.by,
            location=location,
            face=face,
            modifier=trouble.modifier,
            result=result,
            due=_due(trouble, OF_LOCATION[location], result),
        )
    )


def _due(trouble: Trouble, table: str, number: int) -> Due:
    return Due(
        table=table,
        number=number,
        of=trouble.of,
        by=trouble.by,
        location=trouble.location,
        face=trouble.face,
    )


def _wrench(scene: Scene[State], dice: Dice, trouble: Trouble) -> None:
    """Strength against Strength, with the SL of the parry: it disarms, or breaks the blade."""
    bearer, by = scene.state.combatants[trouble.of], trouble.by
    weapon = bearer.weapon(str(trouble.weapon))
    won, margin = opposed(
        scene,
        dice,
        "trap-blade",
        (by, "strength", plain_side(scene.state, by, "strength")),
        (bearer.id, "strength", plain_side(scene.state, bearer.id, "strength")),
        bonus=trouble.modifier,
        matters=BREAKS_FROM,
    )
    if not won:
        return
    if margin >= BREAKS_FROM:
        break_weapon(scene, dice, bearer.id, weapon)
    if weapon.name not in scene.state.combatants[bearer.id].broken:
        scene.record(Disarmed(combatant=bearer.id, weapon=weapon.name))


def _percent(dice: Dice, purpose: str, trouble: Trouble) -> int:
    """What its row does is no part of the attack's odds: for them one way is as any other."""
    fell = dice.classify(PERCENT, lambda face: None, purpose, subject=trouble.by, object=trouble.of)
    return fell.face
