"""Miscasts, row by row, plain and by lore: rows 21 to 30."""

from typing import Any

import pytest

from app.engine.encounter import Adjust, End, Pass, TurnEnded, TurnStarted
from app.rules.tides_of_ichor.commands import (
    BeginTurn,
    Cast,
    Charge,
    CloseTurn,
    FeelWinds,
    SufferMiscast,
    UseAbility,
)
from app.rules.tides_of_ichor.events import AttackRolled, CombatantSlain, WoundRolled, WoundsLost
from app.rules.tides_of_ichor.fighter import SpellCasts
from app.rules.tides_of_ichor.spell_events import (
    CastingRolled,
    ChanceRolled,
    CometRolled,
    CometStruck,
    ConditionEnded,
    DamageTaken,
    FootRolled,
    ForceRolled,
    Healed,
    MiscastChecked,
    MiscastRolled,
    MiscastSuffered,
    SpellPowerRolled,
)
from app.rules.tides_of_ichor.spells import Spell
from tests.rules.tides_of_ichor.fights import done, recruit
from tests.rules.tides_of_ichor.wizards import (
    BOLT,
    SHELL,
    conditions,
    miscast,
    of,
    passes,
    purposes,
    title,
    wizard,
    wizards,
)
from tests.stories import Story

CAST = Cast(actor="wizard", spell="Bolt", target="foe")


def taken(story: Story) -> list[tuple[str, int, int]]:
    """Who took damage in the last entry: before and after armor and DR."""
    return [(e.combatant, e.amount, e.damage) for e in story.events if isinstance(e, DamageTaken)]


def lines(story: Story) -> dict[str, int]:
    (rolled,) = (e for e in story.events if isinstance(e, CastingRolled))
    return {line.name: line.value for line in rolled.lines}


def hurt(story: Story, who: str, w: int) -> Story:
    command = Adjust(combatant=who, reason="x", state={"w": w})
    return Story(story.ruleset, done(story.state, command))


# --- row 21 ---------------------------------------------------------------------------------------


def under_the_sky(**sheet: Any) -> Story:
    return wizards(
        wizard(**{"w": 20, **sheet}), recruit("Foe", zone=1, w=20, t=60),
        recruit("Friend", "heroes", w=20), recruit("Far", zone=2),
    )  # fmt: skip


def test_row_21_a_comet_strikes_at_once():
    """TI-MIS-R21: S 30+20; the caster without a roll, all within 1 zone after one; no far one."""
    story = miscast(under_the_sky(armor=1), 21, 50, 30)
    assert [(d.purpose, d.object) for d in story.dice] == [("comet", "foe"), ("comet", "friend")]
    struck = [e for e in story.events if isinstance(e, CometStruck)]
    assert [(e.combatant, e.strength, e.strength_part, e.damage) for e in struck] == [
        ("wizard", 50, 2, 7),
    ]  # fmt: skip
    rolled = {e.defender: (e.number, e.wounded) for e in story.events if isinstance(e, CometRolled)}
    assert rolled == {"foe": (50, False), "friend": (30, False)}
    assert taken(story) == [("wizard", 7, 6)]
    wounded = miscast(under_the_sky(), 21, 51, 31)
    assert taken(wounded) == [("wizard", 7, 7), ("foe", 3, 3), ("friend", 7, 7)]


def test_row_21_a_ward_can_stop_it():
    """TI-MIS-R21, TI-MIS-4."""
    story = miscast(under_the_sky(ward=50), 21, 49, 1, 1)
    assert purposes(story) == ["ward-magic", "comet", "comet"]
    assert of(story).wounds == 20


def falling() -> Story:
    """A comet hangs over Wizard, who knows Heavens; its next turn is about to begin."""
    story = miscast(under_the_sky(lores=["heavens"]), 21)
    assert taken(story) == []
    return passes(story, "foe", "friend").when(Pass(actor="far")).rolling()


def test_row_21_lore_heavens_puts_it_off():
    """TI-MIS-R21: a free casting roll of the miscast spell at each turn's start; then one acts."""
    story = falling().automatic(99)
    assert purposes(story) == ["casting"]
    assert (lines(story), of(story).casts) == (
        {"base": 40, "wp": -40, "level": 20}, (SpellCasts(spell="Bolt", times=1),),
    )  # fmt: skip
    assert story.state.acting == "wizard"
    story = passes(story, "wizard", "foe", "friend").when(Pass(actor="far")).rolling()
    story = story.automatic(99)
    assert lines(story)["repeats"] == 10  # each success makes the next harder
    assert conditions(story) == [title(21)]


def test_row_21_failing_lands_it_and_never_miscasts():
    """TI-MIS-R21: in the caster's zone of that moment."""
    story = falling()
    moved = done(story.state, Adjust(combatant="wizard", reason="x", state={"zone": 3}))
    story = Story(story.ruleset, moved).automatic(1, 99)
    assert [(d.purpose, d.object) for d in story.dice] == [("casting", None), ("comet", "far")]
    story.never(MiscastChecked, MiscastRolled)
    assert taken(story) == [("wizard", 7, 7), ("far", 7, 7)]
    (ended,) = (e for e in story.events if isinstance(e, ConditionEnded))
    assert ended.why == "struck"
    assert conditions(story) == []
    assert story.state.acting == "wizard"


# --- row 22 ---------------------------------------------------------------------------------------


def graveyard(*lores: str, w: int = 9) -> Story:
    """A necromancer's summon of each side, and two other summons."""
    dead: Any = {"summoned_by_lore": "Necromancy", "zone": 3, "w": 12}
    beast: Any = {"summoned_by_lore": "beasts", "zone": 3, "w": 11}
    story = wizards(
        wizard(lores=list(lores), w=w), recruit("Bones", "heroes", **dead),
        recruit("Skull", **dead), recruit("Wolf", **beast), recruit("Bear", "heroes", **beast),
        recruit("Foe", zone=2),
    )  # fmt: skip
    return hurt(story, "skull", 5)


def test_row_22_the_caster_loses_half():
    """TI-MIS-R22: decimals dropped: 4 of 9; of 1 nothing."""
    assert of(miscast(graveyard(), 22, 1, 1)).wounds == 5
    assert of(miscast(graveyard(w=1), 22, 1, 1)).wounds == 1


def test_row_22_summons_of_necromancy_grow_strong():
    """TI-MIS-R22: +10 Ws, S, T and full W, whoever called them."""
    story = miscast(graveyard(), 22, 1, 1)
    for summon in ("bones", "skull"):
        now = of(story, summon)
        assert [now.stat(s) for s in ("ws", "bs", "s", "t")] == [50, 40, 50, 50]
        assert now.wounds == 12


def test_row_22_other_summons_wither():
    """TI-MIS-R22: a roll as for spell power against Wp: half, or a quarter; nothing lessens it."""
    story = miscast(graveyard(), 22, 41, 40)
    rolled = [e for e in story.events if isinstance(e, SpellPowerRolled)]
    assert [(e.defender, e.stat, e.number, e.passed) for e in rolled] == [
        ("wolf", "wp", 40, True), ("bear", "wp", 40, False),
    ]  # fmt: skip
    assert (of(story, "wolf").wounds, of(story, "bear").wounds) == (6, 9)  # 11 - 5, 11 - 2
    assert conditions(story) == []


def test_row_22_daemons_are_summons_too():
    """TI-MIS-R22."""
    spell = {**BOLT, "level": 1}
    story = miscast(wizards(wizard(spells=[spell], wp=30), recruit("Foe", zone=2)), 13)
    story = story.when(Pass(actor="foe")).rolling().automatic(1)
    story = miscast(story, 22, 99)
    assert of(story, "daemon-1").wounds == 5


@pytest.mark.parametrize("lore", ["death", "necromancy"])
def test_row_22_lore_death_or_necromancy_feeds_the_caster(lore: str):
    """TI-MIS-R22: +5 Wp for each success, fading by 5 a turn, first at the next."""
    story = miscast(graveyard(lore), 22, 99, 99)
    assert of(story).stat("wp") == 50
    others = ("bones", "skull", "wolf", "bear", "foe")
    story = passes(story, *others)
    assert of(story).stat("wp") == 45
    story = passes(story, "wizard", *others)
    assert of(story).stat("wp") == 40
    assert conditions(story) == []


def test_row_22_nobody_overcome_feeds_nobody():
    """TI-MIS-R22."""
    assert conditions(miscast(graveyard("death"), 22, 1, 1)) == []


# --- row 23 ---------------------------------------------------------------------------------------


def crowd(**sheet: Any) -> Story:
    return wizards(
        wizard(**{"w": 20, **sheet}), recruit("Friend", "heroes", zone=5),
        recruit("Foe", zone=2, count=2),
    )  # fmt: skip


AIM: dict[str, Any] = {"target": "foe-1"}


@pytest.mark.parametrize(
    ("lores", "enemy", "ally"), [([], 40, 70), (["waaaggghh"], 60, 80)], ids=["plain", "lore"]
)
def test_row_23_the_foot_and_whom_it_finds(lores: list[str], enemy: int, ally: int):
    """TI-MIS-R23, TI-KEY-6: bands 1-40, 41-70, 71-100; by lore Waaaggghh 1-60, 61-80, 81-100."""
    story = crowd(lores=lores)
    on_enemy = miscast(story, 23, enemy, 2, **AIM)
    on_enemy.then(
        FootRolled(caster="wizard", enemy_up_to=enemy, ally_up_to=ally, face=enemy, whom="enemy")
    )
    assert taken(on_enemy) == [("wizard", 4, 4), ("foe-2", 4, 4)]
    assert taken(miscast(story, 23, enemy + 1, 2, **AIM)) == [("wizard", 4, 4), ("friend", 4, 4)]
    assert taken(miscast(story, 23, ally, 1, **AIM)) == [("wizard", 4, 4)] * 2
    assert taken(miscast(story, 23, ally + 1, **AIM)) == [("wizard", 4, 4)]


def test_row_23_armor_is_no_help():
    """TI-MIS-R23: 2 a level; DR and ward count."""
    story = miscast(crowd(armor=9, dr=1, ward=50), 23, 50, 71, **AIM)
    assert purposes(story) == ["ward-magic", "foot"]
    assert taken(story) == [("wizard", 4, 3)]


def test_row_23_goes_on_over_the_casters_body():
    """TI-MIS-R23: a dead caster is no ally any more."""
    story = miscast(crowd(w=4), 23, 41, **AIM)
    assert of(story).status == "dead"
    assert taken(story)[1] == ("friend", 4, 4)


def test_row_23_with_no_enemy_left_it_finds_nobody():
    """TI-MIS-R23."""
    story = wizards(wizard(w=20, spells=[SHELL]))
    story = miscast(story, 23, 1, spell="Shell", target="wizard")
    assert taken(story) == [("wizard", 2, 2)]


# --- row 24 ---------------------------------------------------------------------------------------


def bound(*lores: str, **sheet: Any) -> Story:
    """Wizard is bound to the winds; Other, an enemy, is to act; then Foe."""
    other = wizard("Other", "foes", zone=2)
    story = wizards(wizard(lores=list(lores), **sheet), other, recruit("Foe", zone=2))
    return miscast(story, 24)


def test_row_24_weighs_on_every_wizards_casting():
    """TI-MIS-R24: -20 for all, by the bearer's name; its own roll before didn't count."""
    story = bound()
    assert of(story).wounds == 10
    story = story.when(Cast(actor="other", spell="Bolt", target="wizard")).rolling(99, 100, 1)
    (rolled,) = (e for e in story.events if isinstance(e, CastingRolled))
    assert [(ln.name, ln.value, ln.of) for ln in rolled.lines if ln.of == "wizard"] == [
        (title(24), 20, "wizard")
    ]
    assert story.ruleset.automatic(story.state) is None


def test_row_24_a_failed_casting_roll_hurts_the_bound():
    """TI-MIS-R24: the spell's level in damage, lessened by armor; an entry of its own."""
    story = bound(armor=1)
    cast = story.when(Cast(actor="other", spell="Bolt", target="wizard")).rolling(1, 100)
    assert cast.ruleset.automatic(cast.state) == FeelWinds(actor="wizard")
    assert cast.state.acting == "other"
    felt = cast.automatic()
    assert taken(felt) == [("wizard", 2, 1)]
    felt.then(TurnEnded(combatant="other"), TurnStarted(combatant="foe"))


def test_row_24_its_own_failure_too():
    """TI-MIS-R24: any wizard's; and it can kill."""
    story = passes(bound(w=2), "other", "foe").when(CAST).rolling(1, 100).automatic()
    assert of(story).status == "dead"
    assert story.state.acting == "other"


@pytest.mark.parametrize(("lores", "w"), [((), 4), (("high magic",), 6)])
def test_row_24_lore_high_magic_heals_by_any_spell_cast(lores: tuple[str, ...], w: int):
    """TI-MIS-R24: by its level."""
    story = hurt(bound(*lores), "wizard", 4)
    story = story.when(Cast(actor="other", spell="Bolt", target="wizard")).rolling(99, 100, 1)
    if lores:
        story = story.automatic()
        (healed,) = (e for e in story.events if isinstance(e, Healed))
        assert (healed.amount, healed.healed) == (2, 2)
    assert of(story).wounds == w
    assert story.ruleset.automatic(story.state) is None


# --- row 25 ---------------------------------------------------------------------------------------


def bargained(*lores: str, **sheet: Any) -> Story:
    """Wizard has struck the bargain, and its next turn has come."""
    story = wizards(wizard(lores=list(lores), **{"w": 20, **sheet}), recruit("Foe", zone=2, w=50))
    story = miscast(story, 25)
    assert story.ruleset.automatic(story.state) is None, "the turn of the miscast is free"
    assert of(story).wounds == of(story).max_w
    return passes(story, "foe")


def dark(story: Story, *faces: int) -> Story:
    return story.when(Cast(actor="wizard", spell="dark bolt", target="foe")).rolling(*faces)


def test_row_25_gives_dark_bolt():
    """TI-MIS-R25: level 1, projectile, Medium, against Wp, 1d10 + 2 at rank 1."""
    story = bargained()
    offered = [c.body["spell"] for c in story.ruleset.choices(story.state, "wizard")
               if c.body["type"] == "cast"]  # fmt: skip
    assert "Dark Bolt" in offered
    story = dark(story, 99, 100, 41, 7)
    assert lines(story)["level"] == 10
    assert taken(story) == [("foe", 9, 9)]


def test_row_25_by_the_option_dark_bolt():
    """TI-MIS-R25; and a wizard who knows a spell of that name keeps its own."""
    doom = Spell(name="Doom", level=3, damage="3d10")
    story = miscast(wizards(dark_bolt=doom), 25)
    assert [s.name for s in of(story).spells][-1] == "Doom"
    own = {**BOLT, "name": "DOOM", "level": 1}
    story = miscast(wizards(wizard(spells=[BOLT, own]), recruit("Foe", zone=2), dark_bolt=doom), 25)
    assert [(s.name, s.level) for s in of(story).spells] == [("Bolt", 2), ("DOOM", 1)]


@pytest.mark.parametrize(("lores", "extra"), [((), 4), (("dark magic",), -8)])
def test_row_25_missing_w_weighs_double_or_helps(lores: tuple[str, ...], extra: int):
    """TI-MIS-R25: twice 4; by lore Dark Magic 4 off the number."""
    story = hurt(bargained(*lores), "wizard", 16).when(CAST).rolling(99, 100, 1)
    assert (lines(story)["missing-w"], lines(story)[title(25)]) == (4, extra)


def test_row_25_the_price_grows_without_a_cast():
    """TI-MIS-R25: 2, 4, 6 at the end of each turn without harm; an entry of its own."""
    story = bargained()
    for w in (18, 14, 8):
        story = story.when(Pass(actor="wizard")).rolling()
        story.never(TurnEnded)
        assert story.ruleset.automatic(story.state) == CloseTurn(actor="wizard")
        story = story.automatic()
        story.then(TurnEnded(combatant="wizard"), TurnStarted(combatant="foe"))
        assert of(story).wounds == w
        story = passes(story, "foe")


def test_row_25_a_cast_without_harm_keeps_the_price():
    """TI-MIS-R25: 2 and 2 again."""
    story = bargained()
    for w in (18, 16):
        story = story.when(Cast(actor="wizard", spell="Shell")).rolling(99, 100).automatic()
        assert of(story).wounds == w
        story = passes(story, "foe")


def test_row_25_harm_resets_the_price():
    """TI-MIS-R25: after 2 and 4 nothing, then 2 again."""
    story = bargained()
    for _ in range(2):
        story = passes(story, "wizard", "foe")
    assert of(story).wounds == 14
    story = dark(story, 99, 1, 5).automatic()
    assert of(story).wounds == 14
    story = passes(story, "foe", "wizard")
    assert of(story).wounds == 12


def test_row_25_damage_that_does_not_bite_is_no_harm():
    """TI-MIS-R25: harm is W lost by an opponent."""
    story = bargained()
    armored = Adjust(combatant="foe", reason="x", sheet={"armor": 50})
    story = Story(story.ruleset, done(story.state, armored))
    assert of(dark(story, 99, 1, 5).automatic()).wounds == 18


def test_row_25_armor_lessens_the_price_and_it_can_kill():
    """TI-MIS-R25, TI-MIS-4."""
    assert of(passes(bargained(armor=1), "wizard")).wounds == 19
    story = passes(bargained(w=2), "wizard")
    assert of(story).status == "dead"
    assert story.state.acting == "foe"


# --- row 26 ---------------------------------------------------------------------------------------


def gazing(*lores: str, **sheet: Any) -> Story:
    protected = {"dodge": 90, "block": 90, "t": 100, "ws": 100, **sheet}
    foe = recruit("Foe", zone=1, ws=1, critical=30)
    return miscast(wizards(wizard(lores=list(lores), **protected), foe), 26)


def test_row_26_enemies_hit_and_wound_without_a_roll():
    """TI-MIS-R26: no dodge, no block; a critical is rolled; DR 5."""
    story = gazing(t=40).when(Charge(actor="foe", target="wizard")).rolling(29, 4)
    assert purposes(story) == ["critical", "damage"]
    struck = next(e for e in story.events if isinstance(e, AttackRolled))
    wounded = next(e for e in story.events if isinstance(e, WoundRolled))
    assert (struck.hit, struck.because, wounded.because) == (True, title(26), title(26))
    story.then(WoundsLost(combatant="wizard", wounds=3, remaining=7))  # 8 - 5


def test_row_26_only_enemies():
    """TI-MIS-R26: a friend's careless blow is rolled for."""
    shove = {"name": "Shove", "kind": "zone_attack", "affects": "allies"}
    friend = recruit("Friend", "heroes", abilities=[shove])
    story = miscast(wizards(wizard(), friend, recruit("Foe", zone=2)), 26)
    story = story.when(UseAbility(actor="friend", ability="Shove", zone=0)).rolling(1)
    assert purposes(story) == ["to-hit"]


def test_row_26_a_projectile_is_not_dodged_and_a_spell_is_withstood():
    """TI-MIS-R26."""
    caster = wizard("Other", "foes", zone=2)
    story = miscast(wizards(wizard(dodge=90), caster, recruit("Foe", zone=2)), 26)
    story = story.when(Cast(actor="other", spell="Bolt", target="wizard")).rolling(99, 100, 99, 6)
    assert purposes(story) == ["casting", "force", "spell-power", "spell-damage"]


@pytest.mark.parametrize(("lores", "more"), [((), 0), (("slaanesh",), 10)])
def test_row_26_lore_slaanesh_makes_strong(lores: tuple[str, ...], more: int):
    """TI-MIS-R26: +10 Ws, S, T, Ag."""
    story = miscast(wizards(wizard(lores=list(lores)), recruit("Foe", zone=2)), 26)
    now = of(story)
    assert [now.stat(s) - 40 for s in ("ws", "s", "t", "ag", "bs", "wp")] == [more] * 4 + [0, 0]
    assert now.guard.dr == 5


# --- row 27 ---------------------------------------------------------------------------------------


def test_row_27_takes_one_more_each_turn():
    """TI-MIS-R27: 1 now, 2 on the next turn, 3 on the one after; nothing prevents it."""
    story = miscast(wizards(wizard(armor=9, dr=9, ward=100), recruit("Foe", zone=2)), 27)
    assert of(story).wounds == 9
    for w in (7, 4, 0):
        story = story.when(Pass(actor="foe")).rolling().automatic()
        assert of(story).wounds == w
        if w:
            story = story.when(Pass(actor="wizard")).rolling()
    story.then(CombatantSlain(combatant="wizard", by=None))


def test_row_27_lore_nurgle_grows_fat():
    """TI-MIS-R27: 1 W lost, max W +10, 10 healed."""
    story = miscast(wizards(wizard(lores=["nurgle"]), recruit("Foe", zone=2)), 27)
    assert (of(story).wounds, of(story).max_w) == (19, 20)


@pytest.mark.parametrize(
    ("lores", "w", "status"),
    [(["nurgle"], 9, "dead"), (["nurgle"], 10, "active"), ([], 1, "active")],
)
def test_row_27_lore_nurgle_dies_weak_at_the_end(lores: list[str], w: int, status: str):
    """TI-MIS-R27: below 10 W when the encounter ends."""
    story = hurt(miscast(wizards(wizard(lores=lores), recruit("Foe", zone=2)), 27), "wizard", w)
    story = story.when(End()).rolling()
    assert of(story).status == status
    assert conditions(story) == []


def test_row_27_the_end_takes_the_added_w():
    """TI-MIS-R27, TI-MIS-3: no more than full health remains."""
    story = miscast(wizards(wizard(lores=["nurgle"]), recruit("Foe", zone=2)), 27)
    story = story.when(End()).rolling()
    assert (of(story).wounds, of(story).max_w) == (10, 10)


# --- row 28 ---------------------------------------------------------------------------------------


def wild(*lores: str) -> Story:
    """Wizard has Tzeentch's eye; Other, an enemy, is to act, then Foe."""
    other = wizard("Other", "foes", zone=2)
    return miscast(wizards(wizard(lores=list(lores)), other, recruit("Foe", zone=2)), 28)


def test_row_28_every_spell_cast_has_force():
    """TI-MIS-R28: anybody's, without a die."""
    story = wild().when(Cast(actor="other", spell="Bolt", target="wizard")).rolling(21, 5)
    assert purposes(story) == ["casting", "spell-damage"]
    (force,) = (e for e in story.events if isinstance(e, ForceRolled))
    assert (force.percent, force.because, force.face, force.forced) == (100, title(28), None, True)


def test_row_28_every_failure_miscasts():
    """TI-MIS-R28: anybody's, without a die; one miscast a roll."""
    story = wild().when(Cast(actor="other", spell="Bolt", target="wizard")).rolling(20, 3)
    assert purposes(story) == ["casting", "miscast-row"]
    story = story.automatic()
    assert story.state.acting == "foe"


@pytest.mark.parametrize(("lores", "line"), [((), 20), (("tzeentch",), -10)])
def test_row_28_weighs_on_its_bearer_or_by_lore_helps(lores: tuple[str, ...], line: int):
    """TI-MIS-R28: -20 casting; lore Tzeentch +10 instead; nobody else's."""
    story = passes(wild(*lores), "other", "foe")
    assert lines(story.when(CAST).rolling(99, 5))[title(28)] == line
    other = wild(*lores).when(Cast(actor="other", spell="Bolt", target="wizard")).rolling(99, 5)
    assert title(28) not in lines(other)


def test_row_28_ends_with_its_bearers_death():
    """TI-MIS-R28, TI-MIS-3."""
    story = hurt(wild(), "wizard", 0)
    story = story.when(Cast(actor="other", spell="Shell")).rolling(99, 100)
    assert purposes(story) == ["casting", "force"]


# --- row 29 ---------------------------------------------------------------------------------------


def raging() -> Story:
    """Wizard has Khorne's eye, and its next turn is about to begin."""
    return (
        miscast(wizards(wizard(w=30), recruit("Foe", zone=2)), 29).when(Pass(actor="foe")).rolling()
    )


def test_row_29_no_casting_and_all_wizards_suffer():
    """TI-MIS-R29: -10 casting for every wizard."""
    other = wizard("Other", "foes", zone=2)
    story = miscast(wizards(wizard(), other, recruit("Foe", zone=2)), 29)
    story = story.when(Cast(actor="other", spell="Bolt", target="wizard")).rolling(99, 100, 1)
    assert lines(story)[title(29)] == 10
    story = story.when(Pass(actor="foe")).rolling().automatic(99)
    story.when(CAST).refused("held-back", condition=title(29))


def test_row_29_control_is_kept_by_a_casting_roll_each_turn():
    """TI-MIS-R29: of the miscast spell; each success counts as a cast of it."""
    story = raging()
    assert story.ruleset.automatic(story.state) == BeginTurn(actor="wizard")
    story = story.automatic(31)
    assert lines(story) == {"base": 40, "wp": -40, "level": 20, title(29): 10}
    assert of(story).casts == (SpellCasts(spell="Bolt", times=1),)
    assert story.state.acting == "wizard"
    story = passes(story, "wizard").when(Pass(actor="foe")).rolling().automatic(99)
    assert lines(story)["repeats"] == 10


def test_row_29_control_lost_is_a_miscast():
    """TI-MIS-R29: by the table, at once; then the wizard acts."""
    story = raging().automatic(30, 9)
    assert purposes(story) == ["casting", "miscast-row"]
    story.never(MiscastChecked)
    assert story.ruleset.automatic(story.state) == SufferMiscast(actor="wizard", row=9)
    story = story.automatic()
    assert of(story).wounds == 28
    assert story.state.acting == "wizard"


def test_row_29_never_comes_of_itself():
    """TI-MIS-R29: its own number is rolled again."""
    story = raging().automatic(30, 29, 29, 3)
    rolled = [(e.row, e.again) for e in story.events if isinstance(e, MiscastRolled)]
    assert rolled == [(29, True), (29, True), (3, False)]
    assert story.ruleset.automatic(story.state) == SufferMiscast(actor="wizard", row=3)


@pytest.mark.parametrize("row", [1, 5])
def test_row_29_has_no_spell_in_hand_to_let_go(row: int):
    """TI-MIS-R29, TI-MIS-R01, TI-MIS-R05."""
    story = raging().automatic(30, row).automatic()
    assert story.dice == ()
    assert of(story, "foe").wounds == 10
    assert story.state.acting == "wizard"


# --- row 30 ---------------------------------------------------------------------------------------


def test_row_30_hits_everybody():
    """TI-MIS-R30: 5 a level to all on the field; only a ward keeps it off; 1 W, and 50% to die."""
    story = wizards(
        wizard(w=30, armor=9, dr=9), recruit("Foe", zone=3, w=12, armor=9),
        recruit("Friend", "heroes", zone=3, w=10), recruit("Blessed", zone=5, ward=40),
    )  # fmt: skip
    story = miscast(story, 30, 39, 51)
    assert taken(story) == [
        ("wizard", 10, 10), ("foe", 10, 10), ("friend", 10, 10), ("blessed", 10, 10),
    ]  # fmt: skip
    assert purposes(story) == ["ward-magic", "burn-out"]
    story.then(
        ChanceRolled(combatant="wizard", cause=title(30), percent=50, face=51, happened=False)
    )
    w = {f.id: f.wounds for f in story.state.combatants.values()}
    assert w == {"wizard": 1, "foe": 2, "friend": 0, "blessed": 10}


def test_row_30_half_of_the_survivors_die():
    """TI-MIS-R30, TI-KEY-6: at or under 50."""
    story = miscast(wizards(wizard(w=30), recruit("Foe", zone=2, w=30)), 30, 50)
    assert of(story).status == "dead"
    assert story.state.acting == "foe"


def test_row_30_a_caster_who_dies_of_it_rolls_nothing():
    """TI-MIS-R30."""
    story = miscast(wizards(wizard(w=10), recruit("Foe", zone=2, w=30)), 30)
    assert of(story).status == "dead"
    assert purposes(story) == []


def test_a_row_finds_a_dead_wizard():
    """TI-MIS-3: nothing happens to one who died before; here of the first row's aftermath."""
    story = raging()
    story = hurt(story, "wizard", 1).automatic(30, 13)
    story = hurt(story, "wizard", 0)
    story = story.automatic()
    story.then(MiscastSuffered(caster="wizard", row=13, title=title(13), alive=False))
    assert "daemon-1" not in story.state.combatants
