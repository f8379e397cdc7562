"""What odds are given of: what a blow may come to (docs/odds.md)."""

from collections.abc import Iterator

from app.engine.encounter import Event
from app.engine.ruleset import Outcome
from app.rules.wfrp4 import events as e

OUTCOMES = {
    "success": "{of} passes the test, or wins it",
    "won": "the attack on {of} wins",
    "defended": "{of} wins the defence",
    "margin": "SL by which the attack on {of} wins",
    "wounds": "Wounds that {of} loses",
    "critical": "a critical on {of}",
    "fumble": "{of} fumbles",
    "down": "{of} falls unconscious",
    "dead": "{of} dies",
}


def outcomes(event: Event) -> Iterator[Outcome]:
    """What an event means to the one it befalls."""
    match event:
        case e.SkillTested() if event.test.passed:
            yield Outcome("success", event.combatant)
        case e.OpposedTested(winner=str(winner)):
            yield Outcome("success", winner)
        case e.AttackTested(winner="attacker"):
            yield Outcome("won", event.defender)
            yield Outcome("margin", event.defender, event.margin)
        case e.AttackTested(winner="defender"):
            yield Outcome("defended", event.defender)
        case e.WoundsLost():
            yield Outcome("wounds", event.combatant, event.wounds)
        case e.CriticalScored():
            yield Outcome("critical", event.of)
        case e.Fumbled():
            yield Outcome("fumble", event.of)
        case e.CombatantFell():
            yield Outcome("down", event.combatant)
        case e.CombatantDied():
            yield Outcome("dead", event.combatant)
        case _:
            pass
