"""Casting a spell: the test against its CN, who dispels it, and what it does (WF-CAST-1)."""

from app.engine.dice import Dice
from app.engine.encounter import Answer, Question, Scene
from app.rules.wfrp4.aiming import GONE, Spread, befallen, check_aim, known, range_steps, spread
from app.rules.wfrp4.casting_numbers import MAGICK, Attempt, attempt, place_of
from app.rules.wfrp4.dispelling import DISPEL, dispel, dispeller_of
from app.rules.wfrp4.landing import Flight, land
from app.rules.wfrp4.magic_commands import Cast
from app.rules.wfrp4.magic_events import CastingTested, FellShort, SpellHeld, SpellReleased
from app.rules.wfrp4.misfortunes import miscast
from app.rules.wfrp4.refusals import OutOfRange
from app.rules.wfrp4.rolled import Rolled
from app.rules.wfrp4.rolls import PERCENT, fall
from app.rules.wfrp4.silence import require_voice
from app.rules.wfrp4.spells import Spell
from app.rules.wfrp4.state import Fighter, HeldSpell, State
from app.rules.wfrp4.tables.talents import WAR_WIZARD
from app.rules.wfrp4.turns import require_action, require_courage, spend_action

FREE_CN = 5  # War Wizard: up to it
CASTING = "casting"
TOLD = ("spell", "target", "also", "caught", "distance", "extends", "critical")
YES, NO = "dispel", "let it be"


def cast(scene: Scene[State], command: Cast, dice: Dice) -> None:
    """A casting with the Action; a foe may be asked whether it dispels the spell."""
    caster = scene.state.combatants[str(command.actor)]
    spell = check_cast(scene.state, command)
    tried = _attempt(scene.state, command, spell)
    dispeller = dispeller_of(scene.state, tried)
    free = is_free(scene.state, caster, spell)
    if not free:
        spend_action(scene, caster.id)
    test = _test(scene, dice, tried, free)
    if tried.cast(test):
        _goes_on(scene, dice, tried, test, dispeller)
    miscast(scene, caster.id, tried.miscasts(test))


def check_cast(state: State, command: Cast) -> Spell:
    """The spell; refuses what can't be cast now, or so far."""
    caster = state.combatants[str(command.actor)]
    spell = known(caster.sheet.spells, command.spell, caster.id)
    if not is_free(state, caster, spell):
        require_action(caster)
    require_courage(caster)
    require_voice(caster, MAGICK)
    check_aim(state, caster.id, spell, command)
    _check_range(state, command, spell)
    return spell


def is_free(state: State, caster: Fighter, spell: Spell) -> bool:
    """Whether it takes no Action: War Wizard, one spell a turn."""
    lesser = caster.sheet.talent(WAR_WIZARD) > 0 and spell.cn <= FREE_CN
    return lesser and caster.magic.free_in < state.round and not caster.level("stunned")


def answer_dispel(scene: Scene[State], question: Question, answer: Answer, dice: Dice) -> None:
    """The one who was asked has said: the spell goes on, or is contested."""
    held = scene.state.held
    scene.answered(question, answer.choice)
    if held is None:
        return
    command = _told(held)
    caster = scene.state.combatants[held.caster]
    scene.record(SpellReleased(caster=caster.id))
    spell = next((s for s in caster.sheet.spells if s.name == command.spell), None)
    if spell is None or caster.status in GONE:
        return  # a game master may have changed much since it was asked
    tried = _attempt(scene.state, command, spell)
    undone = answer.choice == YES and dispel(scene, dice, held.dispeller, tried, held.test)
    if not undone:
        _takes_effect(scene, dice, tried, held.test)


def _check_range(state: State, command: Cast, spell: Spell) -> None:
    """Refuses a distance that no success could carry it to."""
    caster = str(command.actor)
    needed = range_steps(state, caster, spell, command)
    tried = attempt(state, command, spell, ())
    best = max(_to_spare(tried, tried.rolled(face)) for face in range(1, PERCENT + 1))
    reached = _spread(state, command, spell, needed, best)
    if not reached.arrives:
        raise OutOfRange(
            f"{spell.name} doesn't reach so far, whatever is rolled: come nearer.",
            needed=needed,
            most=reached.range,
        )


def _to_spare(tried: Attempt, test: Rolled) -> int:
    """SL over the CN."""
    return max(0, test.sl.total - tried.cn.total) if test.passed else 0


def _spread(state: State, command: Cast, spell: Spell, needed: int, sl: int) -> Spread:
    return spread(spell, command, needed, sl, table=state.options.overcasting == "table")


def _attempt(state: State, command: Cast, spell: Spell) -> Attempt:
    """The casting, with whom it would befall if nothing were overcast."""
    targets = befallen(state, str(command.actor), spell, command, Spread())
    return attempt(state, command, spell, targets)


def _test(scene: Scene[State], dice: Dice, tried: Attempt, free: bool) -> Rolled:
    caster, command = tried.caster.id, tried.command
    test = fall(dice, tried.side, scene.state, tried.comes_to, CASTING, caster)
    scene.record(
        CastingTested(
            caster=caster,
            spell=tried.spell.name,
            target=command.target,
            test=test,
            cn=tried.cn,
            cast=tried.cast(test),
            critical_use=tried.critical_use(test),
            miscasts=tried.miscasts(test),
            ingredient=command.ingredient,
            free=free,
        )
    )
    return test


def _goes_on(
    scene: Scene[State], dice: Dice, tried: Attempt, test: Rolled, dispeller: str | None
) -> None:
    """What can be dispelled may be, by who is asked or would."""
    use = tried.critical_use(test)
    if dispeller is None or use == "force":
        _takes_effect(scene, dice, tried, test)
        return
    if scene.state.options.dispelling == "ask" and tried.command.dispeller is None:
        held = _held(tried.command, test, dispeller)
        scene.record(SpellHeld(combatant=dispeller, held=held))
        scene.ask(dispeller, DISPEL, (YES, NO), default=NO, of=tried.caster.id)
        return
    if not dispel(scene, dice, dispeller, tried, test):
        _takes_effect(scene, dice, tried, test)


def _held(command: Cast, test: Rolled, dispeller: str) -> HeldSpell:
    told = {name: getattr(command, name) for name in TOLD}
    return HeldSpell(caster=str(command.actor), test=test, dispeller=dispeller, **told)


def _told(held: HeldSpell) -> Cast:
    """The casting as it was told."""
    return Cast(actor=held.caster, **{name: getattr(held, name) for name in TOLD})


def _takes_effect(scene: Scene[State], dice: Dice, tried: Attempt, test: Rolled) -> None:
    state, command, spell = scene.state, tried.command, tried.spell
    needed = range_steps(state, tried.caster.id, spell, command)
    extended = _spread(state, command, spell, needed, _to_spare(tried, test))
    if not extended.arrives:
        scene.record(
            FellShort(
                combatant=tried.caster.id, power=spell.name, needed=needed, steps=extended.steps
            )
        )
        return
    flight = Flight(
        user=tried.caster.id,
        power=spell,
        test=test,
        place=place_of(test),
        extended=extended,
        wound=tried.critical_use(test) == "wound",
    )
    land(scene, dice, flight, befallen(state, tried.caster.id, spell, command, extended))
