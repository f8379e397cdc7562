"""Channelling the wind of a spell over turns, and what breaks it off (WF-CAST-2)."""

from collections.abc import Hashable, Sequence
from dataclasses import replace

from app.engine.dice import Dice
from app.engine.encounter import Event, Scene
from app.engine.tally import Line, total
from app.rules.wfrp4.aiming import known
from app.rules.wfrp4.casting_numbers import TENS, full_number, metal_lines
from app.rules.wfrp4.events import ConditionGained, WoundsLost
from app.rules.wfrp4.magic_commands import Channel
from app.rules.wfrp4.magic_events import ChannellingLost, ChannellingTested
from app.rules.wfrp4.misfortunes import miscast
from app.rules.wfrp4.numbers import base_of
from app.rules.wfrp4.refusals import NothingToChannel
from app.rules.wfrp4.rolled import Rolled
from app.rules.wfrp4.rolls import fall, passes, plain_side, said
from app.rules.wfrp4.silence import require_voice
from app.rules.wfrp4.spells import Spell
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.tables.talents import AETHYRIC_ATTUNEMENT
from app.rules.wfrp4.turns import require_action, require_courage, spend_action

CHANNELLING = "channelling"
INTERRUPTED = "interrupted"
HARD = Line("hard", -20)  # Cool, when harm interrupts


def channel(scene: Scene[State], command: Channel, dice: Dice) -> None:
    """An extended test to the CN; SL below 0 take some away."""
    fighter = scene.state.combatants[str(command.actor)]
    spell = check_channel(scene.state, command)
    skill = skill_for(fighter, spell)
    before = channelled_sl(fighter, spell)
    plain = plain_side(scene.state, fighter.id, skill, *said(command))
    side = replace(plain, always=metal_lines(scene.state, fighter, spell.lore))
    spend_action(scene, fighter.id)

    def comes_to(test: Rolled) -> Hashable:
        return test.sl.total, test.critical, _miscasts(scene.state, fighter, test)

    test = fall(dice, side, scene.state, comes_to, CHANNELLING, fighter.id)
    goal = total(full_number(spell))
    sl = max(goal, before + test.sl.total) if test.critical else max(0, before + test.sl.total)
    miscasts = _miscasts(scene.state, fighter, test)
    scene.record(
        ChannellingTested(
            combatant=fighter.id,
            spell=spell.name,
            test=test,
            sl=sl,
            goal=goal,
            full=sl >= goal,
            miscasts=miscasts,
        )
    )
    miscast(scene, fighter.id, miscasts)


def check_channel(state: State, command: Channel) -> Spell:
    """The spell; refuses petty ones, and what is channelled in full."""
    fighter = state.combatants[str(command.actor)]
    spell = known(fighter.sheet.spells, command.spell, fighter.id)
    require_action(fighter)
    require_courage(fighter)
    require_voice(fighter, skill_for(fighter, spell))
    if not spell.cn:
        raise NothingToChannel(f"{spell.name} is petty: cast it.", spell=spell.name)
    channelled = fighter.magic.channelled
    if channelled is not None and channelled.spell == spell.name and channelled.full:
        raise NothingToChannel(f"{spell.name} is channelled in full: cast it.", spell=spell.name)
    return spell


def skill_for(fighter: Fighter, spell: Spell) -> str:
    """Channelling of the spell's lore, or what Channelling the sheet has."""
    of_lore = f"{CHANNELLING} ({spell.lore})".casefold()
    own = [s.name for s in fighter.sheet.skills if base_of(s.name) == CHANNELLING]
    return next((name for name in own if name.casefold() == of_lore), own[0] if own else of_lore)


def channelled_sl(fighter: Fighter, spell: Spell) -> int:
    """SL of this spell's wind so far; that of another is let go."""
    channelled = fighter.magic.channelled
    return channelled.sl if channelled is not None and channelled.spell == spell.name else 0


def interruptions(scene: Scene[State], dice: Dice, channelling: Sequence[str]) -> None:
    """Harm while one channels: Hard (-20) Cool, or it is lost, with a miscast.

    `channelling`: who did before the deed that is decided.
    """
    if not scene.state.options.channelling_interrupted:
        return
    for one in channelling:
        fighter = scene.state.combatants[one]
        channelled = fighter.magic.channelled
        if channelled is None or not any(_harms(event, one) for event in scene.events):
            continue
        holds = fighter.able and passes(scene, dice, one, "cool", INTERRUPTED, HARD)
        if not holds:
            scene.record(ChannellingLost(combatant=one, spell=channelled.spell, why=INTERRUPTED))
            miscast(scene, one, 1)


def who_channels(state: State) -> tuple[str, ...]:
    """Everybody who holds some wind."""
    return tuple(c.id for c in state.there if c.magic.channelled is not None)


def _harms(event: Event, one: str) -> bool:
    match event:
        case WoundsLost():
            return event.combatant == one
        case ConditionGained():
            return event.combatant == one and event.condition.row is not None  # no mark
        case _:
            return False


def _miscasts(state: State, fighter: Fighter, test: Rolled) -> int:
    """A critical: minor, but for Aethyric Attunement. A fumble: major, or by option minor."""
    if test.critical:
        return 0 if fighter.sheet.talent(AETHYRIC_ATTUNEMENT) else 1
    by_tens = state.options.channelling_fumbles == "tens"
    if test.fumble:
        return 2 if by_tens else 1
    return 2 if by_tens and not test.passed and (test.face or 0) % TENS == 0 else 0
