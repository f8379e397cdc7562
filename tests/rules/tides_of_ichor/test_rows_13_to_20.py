"""Miscasts, row by row, plain and by lore: rows 13 to 20."""

from typing import Any

import pytest

from app.engine.encounter import (
    Adjust,
    CombatantLeft,
    EncounterPaused,
    End,
    Join,
    Leave,
    Pass,
    Pause,
    Start,
    TurnEnded,
    TurnStarted,
)
from app.rules.tides_of_ichor.commands import (
    Attack,
    BeginTurn,
    Cast,
    Charge,
    DaemonActs,
    Dash,
    Move,
    UseAbility,
)
from app.rules.tides_of_ichor.conditions import STATS
from app.rules.tides_of_ichor.events import AttackRolled, InitiativeRolled, Moved, WoundsLost
from app.rules.tides_of_ichor.options import RiftDaemon
from app.rules.tides_of_ichor.spell_events import (
    ChanceRolled,
    Chosen,
    DaemonWaited,
    DamageTaken,
    RiftOpened,
    Untouched,
)
from tests.rules.tides_of_ichor.fights import done, recruit
from tests.rules.tides_of_ichor.wizards import (
    BOLT,
    SHELL,
    bolt,
    conditions,
    miscast,
    of,
    passes,
    purposes,
    settled,
    the_condition,
    title,
    wizard,
    wizards,
)
from tests.stories import Story

CAST = Cast(actor="wizard", spell="Bolt", target="foe")


def taken(story: Story) -> list[tuple[str, int, int]]:
    """Who took damage in the last entry: before and after armor and DR."""
    return [(e.combatant, e.amount, e.damage) for e in story.events if isinstance(e, DamageTaken)]


# --- row 13 ---------------------------------------------------------------------------------------


def hunted(**sheet: Any) -> Story:
    """A daemon hunts Wizard, who has just acted; Foe acts."""
    spell = {**BOLT, "level": 3}
    return miscast(
        wizards(wizard(**{"spells": [spell], "wp": 35, **sheet}), recruit("Foe", zone=2)), 13
    )


def test_row_13_a_daemon_of_ten_a_level_comes():
    """TI-MIS-R13: in the caster's zone, W 10, armor 0, claws of 1d10, just before the caster."""
    story = hunted()
    daemon = of(story, "daemon-1")
    assert [daemon.stat(stat) for stat in STATS] == [30] * 6
    assert (daemon.wounds, daemon.zone, daemon.guard.armor) == (10, 0, 0)
    assert [(w.name, w.damage) for w in daemon.sheet.weapons] == [("claws", "1d10")]
    assert story.state.order.ids == ("daemon-1", "wizard", "foe")
    assert story.state.acting == "foe"
    assert story.state.standing == ("heroes", "foes", "the warp")


def test_row_13_it_acts_first_in_the_next_round_by_itself():
    """TI-MIS-R13: an automatic entry with its own dice, at nobody but the caster."""
    story = hunted().when(Pass(actor="foe")).rolling()
    assert story.state.acting == "daemon-1"
    assert story.ruleset.automatic(story.state) == DaemonActs(actor="daemon-1")
    story = story.automatic(99, 99, 4)
    assert purposes(story) == ["to-hit", "to-wound", "damage"]
    story.then(TurnEnded(combatant="daemon-1"), TurnStarted(combatant="wizard"))
    assert of(story).wounds == 8  # 4 + (30 - 40)/5


@pytest.mark.parametrize(("zone", "ends"), [(1, 1), (2, 2), (3, 2), (5, 2)])
def test_row_13_it_charges_and_runs_after_its_prey(zone: int, ends: int):
    """TI-MIS-R13: a charge over one zone, else it runs two (ours)."""
    story = hunted()
    away = done(story.state, Adjust(combatant="wizard", reason="x", state={"zone": zone}))
    story = Story(story.ruleset, away).when(Pass(actor="foe")).rolling()
    story = story.automatic(*((1,) if zone == 1 else ()))
    (moved,) = (e for e in story.events if isinstance(e, Moved))
    assert (moved.combatant, moved.how) == ("daemon-1", "charge" if zone == 1 else "dash")
    assert of(story, "daemon-1").zone == ends


@pytest.mark.parametrize(
    ("weapons", "zone", "does"),
    [
        ([{"name": "bow"}, {"name": "longbow"}], 2, "attack_rolled"),
        ([{"name": "sword"}, {"name": "axe"}], 0, "attack_rolled"),
        ([{"name": "sword"}, {"name": "axe"}], 1, "moved"),
        ([{"name": "knife", "kind": "ranged", "range": "melee", "damage": "1d5"}], 1, "moved"),
        ([], 0, "attack_rolled"),
    ],
)
def test_a_daemon_makes_do_with_what_a_game_master_gives_it(weapons: Any, zone: int, does: str):
    """TI-MIS-R13: several weapons or none never stop the fight."""
    story = hunted()
    arm = Adjust(combatant="daemon-1", reason="x", sheet={"weapons": weapons})
    away = Adjust(combatant="wizard", reason="x", state={"zone": zone})
    story = Story(story.ruleset, done(done(story.state, arm), away))
    story = story.when(Pass(actor="foe")).rolling()
    faces = (1,) if does == "attack_rolled" or (weapons and weapons[0]["name"] == "sword") else ()
    assert story.automatic(*faces).events[1].type == does


@pytest.mark.parametrize("end", ["death", "leaving", "end"])
def test_row_13_it_goes_with_its_prey_and_with_the_battle(end: str):
    """TI-MIS-R13."""
    story = hunted()
    if end == "death":
        story = story.when(Adjust(combatant="wizard", reason="x", state={"w": 0})).rolling()
    elif end == "leaving":
        story = story.when(Leave(combatant="wizard")).rolling()
    else:
        story = story.when(End()).rolling()
    story.then(CombatantLeft(combatant="daemon-1", reason="its prey is gone"))
    assert of(story, "daemon-1").status == "left"


def test_row_13_it_kills_its_prey_and_goes():
    """TI-MIS-R13, TI-DMG-3."""
    story = hunted(w=2).when(Pass(actor="foe")).rolling().automatic(99, 99, 5)
    assert of(story).status == "dead"
    assert of(story, "daemon-1").status == "left"
    assert story.state.acting == "foe"


def test_row_13_it_can_be_fought():
    """TI-MIS-R13: a side of its own, an enemy of everybody."""
    story = hunted().when(Pass(actor="foe")).rolling().automatic(1)
    story = story.when(Attack(actor="wizard", target="daemon-1")).rolling(99, 99, 10)
    assert of(story, "daemon-1").status == "dead"


def test_row_13_two_daemons_of_one_caster():
    """TI-MIS-R13: the second just before the caster, too."""
    story = hunted().when(Pass(actor="foe")).rolling().automatic(1)
    story = miscast(story, 13)
    assert story.state.order.ids == ("daemon-1", "daemon-2", "wizard", "foe")


def test_row_13_a_daemon_that_came_out_of_turn_waits_for_the_next_round():
    """TI-MIS-R13, TI-CAST-6: first in the next round."""
    quick = recruit("Foe", zone=2, ag=100)
    story = wizards(wizard(spells=[SHELL]), quick, personal_spells="anytime")
    assert story.state.acting == "foe"
    shell = Cast(actor="wizard", spell="Shell")
    story = story.when(shell).rolling(1, 1, 13).automatic()
    assert story.state.order.ids == ("foe", "daemon-1", "wizard")
    story = story.when(Pass(actor="foe")).rolling().automatic()
    story.then(DaemonWaited(combatant="daemon-1"), TurnStarted(combatant="wizard"))
    story = passes(story, "wizard")
    story = story.when(Pass(actor="foe")).rolling().automatic(1)
    (struck,) = (e for e in story.events if isinstance(e, AttackRolled))
    assert struck.defender == "wizard"


def test_row_13_it_keeps_its_place_through_later_ties():
    """TI-MIS-R13, TI-INIT-3: it shares its caster's roll-offs."""
    story = hunted()
    late = Join(combatants=(recruit("Late", wp=1),))
    story = story.when(late).rolling(99, 1, 50)  # Wizard has 99 + 80: a roll-off, then 1 and 50
    assert story.state.order.ids == ("late", "daemon-1", "wizard", "foe")


# --- row 14 ---------------------------------------------------------------------------------------


def test_row_14_weighs_on_casting_and_spell_power():
    """TI-MIS-R14: -15 both."""
    story = passes(miscast(wizards(), 14), "foe").when(CAST).rolling(99, 100, 1)
    named = [
        line.value
        for event in story.events
        for line in getattr(event, "lines", ())
        if line.name == title(14)
    ]
    assert named == [15, 15]


# --- row 15 ---------------------------------------------------------------------------------------


def rift(*more: Any, face: int = 1, initiative: int = 1, **options: Any) -> Story:
    foe = recruit("Foe", zone=2)
    return miscast(wizards(wizard(), foe, *more, **options), 15, face, initiative)


@pytest.mark.parametrize(("face", "count"), [(1, 4), (2, 5), (3, 6)])
def test_row_15_daemons_pour_in(face: int, count: int):
    """TI-MIS-R15: 1d3+1 + level 2, in the caster's zone, by the default figures."""
    story = rift(face=face)
    story.then(RiftOpened(caster="wizard", faces=(face,), rolled=face + 1, level=2, daemons=count))
    daemons = [f for f in story.state.combatants.values() if f.summon]
    assert [d.name for d in daemons] == [f"Horror {n}" for n in range(1, count + 1)]
    assert {d.zone for d in daemons} == {0}
    assert [daemons[0].stat(stat) for stat in STATS] == [30, 30, 30, 30, 30, 40]
    assert (daemons[0].wounds, daemons[0].guard.ward, daemons[0].guard.armor) == (10, 30, 0)
    assert daemons[0].sheet.weapons[0].damage == "1d10"


def test_row_15_by_the_option_rift_daemon():
    """TI-MIS-R15."""
    story = rift(rift_daemon=RiftDaemon(ws=55, w=3, armor=2, damage="2d10"))
    horror = of(story, "horror-1")
    assert (horror.stat("ws"), horror.wounds, horror.guard.armor) == (55, 3, 2)
    assert horror.sheet.weapons[0].damage == "2d10"


def test_row_15_they_take_their_place_as_late_arrivals():
    """TI-MIS-R15, TI-INIT-2, TI-INIT-4: one roll for a rift; they may act this round."""
    story = rift(initiative=100)  # 160, against 179 and 178
    (rolled,) = (e for e in story.events if isinstance(e, InitiativeRolled))
    assert [one.result for one in rolled.results] == [160] * 4
    assert story.state.order.ids[:3] == ("wizard", "foe", "horror-1")
    story = story.when(Pass(actor="foe")).rolling()
    assert (story.state.acting, story.state.order.round) == ("horror-1", 1)


def test_row_15_each_goes_for_a_random_living_foe():
    """TI-MIS-R15: anew each turn, near or far, and not for other daemons."""
    story = rift(initiative=100).when(Pass(actor="foe")).rolling()
    story = story.automatic(1, 1)
    story.then(
        Chosen(
            for_what="prey", combatant="horror-1", among=2, face=1,
            chosen="wizard",
        )
    )  # fmt: skip
    assert purposes(story) == ["prey", "to-hit"]
    story = story.automatic(2)
    story.then(Moved(combatant="horror-2", how="dash", from_zone=0, to_zone=2))
    story = story.automatic(2).automatic(2)
    assert (story.state.acting, story.state.order.round) == ("wizard", 2)


def test_row_15_a_second_rift_rolls_for_itself():
    """TI-MIS-R15."""
    story = rift(initiative=1)
    story = settle_horde(story.when(Pass(actor="foe")).rolling(), 4)
    story = miscast(story, 15, 1, 2)
    groups = {f.group for f in story.state.combatants.values() if f.summon}
    assert groups == {"rift 1", "rift 2"}
    assert len(story.state.combatants) == 10


def settle_horde(story: Story, count: int) -> Story:
    """So many daemons run for Foe, who stands away."""
    for _ in range(count):
        story = (
            story.automatic(2) if story.state.distance("foe", str(story.state.acting)) else story
        )
    return story


def test_row_15_the_fight_pauses_when_only_daemons_are_left():
    """TI-MIS-R15: instead of going on by itself for ever."""
    story = rift()
    for prey in ("wizard", "foe"):
        story = story.when(Adjust(combatant=prey, reason="x", state={"w": 0})).rolling()
    assert story.ruleset.automatic(story.state) == Pause(reason="only-daemons-left")
    story = story.automatic()
    story.then(EncounterPaused(reason="only-daemons-left"))
    assert story.ruleset.automatic(story.state) is None
    again = story.when(Start()).rolling()
    assert again.ruleset.automatic(again.state) == Pause(reason="only-daemons-left")


def test_a_daemon_without_prey_lets_its_turn_go():
    """TI-MIS-R15: where somebody of its own side can still act."""
    cultist = recruit("Cultist", "the warp", zone=5)
    story = rift(cultist)
    for prey in ("wizard", "foe"):
        story = story.when(Adjust(combatant=prey, reason="x", state={"w": 0})).rolling()
    assert story.state.acting == "cultist"
    story = story.when(Pass(actor="cultist")).rolling().automatic()
    story.then(TurnEnded(combatant="horror-1"), TurnStarted(combatant="horror-2"))


# --- row 16 ---------------------------------------------------------------------------------------

PROTECTED: dict[str, Any] = {
    "armor": "heavy", "dr": 2, "block": 30, "ward": 30, "dodge": 20, "shield": {"name": "shield"},
}  # fmt: skip


def test_row_16_strips_all_protection():
    """TI-MIS-R16: armor, DR, block, ward; not dodge. The armor weighs no more on casting."""
    story = miscast(wizards(wizard(**PROTECTED, wp=50), recruit("Foe", zone=1)), 16)
    guard = of(story).guard
    assert (guard.armor, guard.dr, guard.block, guard.shield, guard.ward) == (0, 0, 0, 0, 0)
    assert guard.armor_class == "none"
    story = story.when(Charge(actor="foe", target="wizard")).rolling(99, 20, 99, 7)
    assert purposes(story) == ["to-hit", "dodge", "to-wound", "damage"]
    assert of(story).wounds == 3


@pytest.mark.parametrize(("lores", "w"), [([], 4), (["Light"], 10), (["fire"], 4)])
def test_row_16_lore_light_heals(lores: list[str], w: int):
    """TI-MIS-R16."""
    story = wizards(wizard(lores=lores), recruit("Foe", zone=2))
    hurt = done(story.state, Adjust(combatant="wizard", reason="x", state={"w": 4}))
    assert of(miscast(Story(story.ruleset, hurt), 16)).wounds == w


# --- row 17 ---------------------------------------------------------------------------------------


def feral(*lores: str, foe_zone: int = 0, **options: Any) -> Story:
    """Wizard is feral, and its turn has come again."""
    armed = wizard(
        lores=list(lores), weapons=[{"name": "great weapon"}, {"name": "bow"}],
        abilities=[{"name": "Jab", "kind": "attack"}], spells=[{**BOLT, "affects": "all"}, SHELL],
    )  # fmt: skip
    story = wizards(armed, recruit("Foe", zone=foe_zone, w=30), **options)
    story = miscast(story, 17, spell="Shell", target="wizard")
    return passes(story, "foe")


def test_row_17_nothing_but_basic_attacks_with_bare_hands():
    """TI-MIS-R17: no spell, ability, move or dash."""
    story = feral()
    for command in (
        Cast(actor="wizard", spell="Shell"), Move(actor="wizard", zone=1),
        Dash(actor="wizard", zone=2), UseAbility(actor="wizard", ability="Jab", target="foe"),
    ):  # fmt: skip
        story.when(command).refused("held-back", condition=title(17))
    story.when(Attack(actor="wizard", target="foe", weapon="bow")).refused("unknown-weapon")
    offered = [dict(c.body) for c in story.ruleset.choices(story.state, "wizard")]
    assert offered == [
        {"actor": "wizard", "type": "attack", "target": "foe", "weapon": "fist"},
        {"actor": "wizard", "type": "charge", "target": "foe", "zone": 0, "weapon": "fist"},
        {"actor": "wizard", "type": "pass"},
        {"actor": "wizard", "type": "end_turn"},
    ]


def test_row_17_fists_by_the_option_unarmed_damage():
    """TI-MIS-R17: 1d5 by default."""
    strike = Attack(actor="wizard", target="foe")
    assert feral().when(strike).rolling(99, 99, 5).dice[-1].sides == 5
    story = feral(unarmed_damage="1d3").when(strike).rolling(99, 99, 3)
    assert story.dice[-1].sides == 3


def test_row_17_one_blow_without_the_lore():
    """TI-MIS-R17."""
    story = feral().when(Attack(actor="wizard", target="foe")).rolling(1)
    assert purposes(story) == ["to-hit"]
    assert of(story).stat("s") == 40


def test_row_17_lore_beasts_strikes_twice_and_is_stronger():
    """TI-MIS-R17: +5 S; two blows an attack, one a charge."""
    story = feral("beasts")
    assert of(story).stat("s") == 45
    struck = story.when(Attack(actor="wizard", target="foe")).rolling(1, 99, 99, 4)
    assert purposes(struck) == ["to-hit", "to-hit", "to-wound", "damage"]
    assert of(struck, "foe").wounds == 25
    charged = feral("beasts", foe_zone=1).when(Charge(actor="wizard", target="foe")).rolling(1)
    assert purposes(charged) == ["to-hit"]


def test_row_17_a_first_blow_that_slays_is_enough():
    """TI-MIS-R17, TI-DMG-3."""
    story = feral("beasts")
    weak = done(story.state, Adjust(combatant="foe", reason="x", state={"w": 1}))
    story = Story(story.ruleset, weak).when(Attack(actor="wizard", target="foe"))
    assert purposes(story.rolling(99, 99, 5)) == ["to-hit", "to-wound", "damage"]


# --- row 18 ---------------------------------------------------------------------------------------


def magnet(**sheet: Any) -> Story:
    """Armor 3 and 2 within 1 zone, of friend and foe; 5 beyond it; the wizard's own doesn't."""
    return wizards(
        wizard(**{"w": 20, **sheet}), recruit("Foe", zone=1, armor=3),
        recruit("Friend", "heroes", zone=0, armor=2), recruit("Bare", zone=0),
        recruit("Far", zone=2, armor=5),
    )  # fmt: skip


def test_row_18_draws_all_metal_near():
    """TI-MIS-R18: 3 + 2, without a roll."""
    story = miscast(magnet(), 18)
    assert taken(story) == [("wizard", 5, 5)]
    assert purposes(story) == []


def test_row_18_is_lessened_by_the_casters_own_armor():
    """TI-MIS-R18, TI-MIS-4: and a ward can stop it."""
    story = miscast(magnet(armor=1, dr=1, ward=50), 18, 50)
    assert taken(story) == [("wizard", 5, 3)]
    assert purposes(story) == ["ward-magic"]
    assert of(miscast(magnet(ward=50), 18, 49)).wounds == 20


def test_row_18_lore_metal_wears_it_afterwards():
    """TI-MIS-R18: +1 armor for each of the two who had any, after the damage."""
    story = miscast(magnet(lores=["metal"]), 18)
    assert taken(story) == [("wizard", 5, 5)]
    assert of(story).guard.armor == 2
    assert conditions(miscast(magnet(), 18)) == []


def test_row_18_without_metal_near_nothing_happens():
    """TI-MIS-R18."""
    story = miscast(wizards(wizard(lores=["metal"]), recruit("Foe", zone=2, armor=5)), 18)
    assert taken(story) == []
    assert conditions(story) == []


# --- row 19 ---------------------------------------------------------------------------------------


def burning(*lores: str, **sheet: Any) -> Story:
    story = wizards(
        wizard(lores=list(lores), **sheet), recruit("Foe", zone=1), recruit("Far", zone=2),
        recruit("Friend", "heroes"),
    )  # fmt: skip
    return miscast(story, 19)


def test_row_19_burns_at_the_start_of_each_turn():
    """TI-MIS-R19, TI-MIS-4: first on the next one; an entry of its own."""
    story = burning()
    assert of(story).wounds == 10
    for w in (8, 6):
        story = passes(story, "foe", "far").when(Pass(actor="friend")).rolling()
        assert story.ruleset.automatic(story.state) == BeginTurn(actor="wizard")
        story = story.automatic()
        assert of(story).wounds == w
        assert taken(story) == [("wizard", 2, 2)]
        story = passes(story, "wizard")


def test_row_19_is_lessened_by_armor_and_stopped_by_a_ward():
    """TI-MIS-R19, TI-MIS-4."""
    story = burning(armor=1, ward=50)
    story = passes(story, "foe", "far").when(Pass(actor="friend")).rolling().automatic(50)
    assert taken(story) == [("wizard", 2, 1)]


def test_row_19_lore_fire_burns_enemies_near():
    """TI-MIS-R19: within 1 zone, no friend."""
    story = passes(burning("fire"), "foe", "far", "friend")
    assert taken(story) == [("wizard", 2, 2), ("foe", 2, 2)]


def test_row_19_ends_with_the_encounter():
    """TI-MIS-R19, TI-MIS-3."""
    story = burning().when(End()).rolling()
    assert conditions(story) == []


def test_row_19_can_kill_at_the_start_of_a_turn():
    """TI-MIS-R19, TI-DMG-3: the turn passes to the next."""
    story = passes(burning(w=2), "foe", "far", "friend")
    assert of(story).status == "dead"
    assert story.state.acting == "foe"


# --- row 20 ---------------------------------------------------------------------------------------


def shadow(*lores: str, face: int) -> Story:
    far = recruit("Foe", zone=2, weapons=[{"name": "bow"}])
    story = miscast(wizards(wizard(lores=list(lores)), far), 20)
    return story.when(Pass(actor="foe")).rolling().automatic(face)


def test_row_20_half_the_turns_are_lost():
    """TI-MIS-R20, TI-KEY-6: at or under 50."""
    story = shadow(face=50)
    story.then(
        ChanceRolled(combatant="wizard", cause=title(20), percent=50, face=50, happened=True),
        TurnEnded(combatant="wizard"), TurnStarted(combatant="foe"),
    )  # fmt: skip
    story = story.when(Pass(actor="foe")).rolling().automatic(51)
    assert story.state.acting == "wizard"
    bolt(story, 99, 1, 1)


def test_row_20_without_the_lore_a_shadow_is_hurt_like_anyone():
    """TI-MIS-R20."""
    story = shadow(face=1).when(Attack(actor="foe", target="wizard")).rolling(99, 99, 5)
    story.then(WoundsLost(combatant="wizard", wounds=5, remaining=5))


def test_row_20_lore_shadow_is_immune_until_its_next_turn():
    """TI-MIS-R20: to blows and to spells, good or bad; no die is wasted on it."""
    story = shadow("shadow", face=1)
    assert "is one now" in the_condition(story).effects[0].describe()
    struck = story.when(Attack(actor="foe", target="wizard")).rolling()
    struck.then(Untouched(combatant="wizard", condition=title(20), by="foe"))
    back = struck.automatic(51)
    assert back.state.acting == "wizard"
    hit = passes(back, "wizard").when(Attack(actor="foe", target="wizard")).rolling(99, 99, 5)
    assert of(hit).wounds == 5


def test_row_20_lore_shadow_is_not_immune_while_solid():
    """TI-MIS-R20."""
    story = passes(shadow("shadow", face=51), "wizard")
    story = story.when(Attack(actor="foe", target="wizard")).rolling(99, 99, 5)
    assert of(story).wounds == 5


def test_row_20_a_shadow_casts_nothing_out_of_turn_either():
    """TI-MIS-R20, TI-CAST-6."""
    story = miscast(wizards(personal_spells="anytime"), 20)
    story = story.when(Pass(actor="foe")).rolling().automatic(1)
    story.when(Cast(actor="wizard", spell="Shell")).refused("held-back", condition=title(20))
    assert story.ruleset.choices(story.state, "wizard") == ()
    assert settled(story).state.acting == "foe"
