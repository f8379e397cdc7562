"""Spells: contests of sorcery, areas, damage, and the conditions they leave."""

from typing import Any

import pytest

from app.engine.encounter import Adjust, Leave, Pass, SideFell
from app.engine.tally import Line, Tally
from app.rules.magickal import RULESET, conditions_of
from app.rules.magickal.commands import Attack, Cast
from app.rules.magickal.events import (
    CombatantFell,
    ConditionGained,
    ConditionTicked,
    DamageDealt,
    DefenceTested,
    FatigueTested,
    HpLost,
    TurnLost,
)
from app.rules.magickal.tables.spells import SPELLS
from tests.rules.magickal.fights import (
    attack_lines,
    damage_lines,
    defend_lines,
    done,
    duel,
    fatigue_lines,
    fight,
    fighter,
    only,
    recruit,
)
from tests.stories import Story, given

FRESH = {"focus": 0, "pur": 1}  # fatigue is no matter here


def cast(spell: Any, *faces: int, foe: Any = None, defence: Any = "best", **hero: Any) -> Story:
    """Hero casts on Foe; dice: attack, defence, fatigue."""
    sheet = {**FRESH, "spells": [spell if isinstance(spell, dict) else {"name": spell}], **hero}
    story = duel(foe, **sheet)
    name = sheet["spells"][0]["name"]
    return story.when(Cast(actor="hero", spell=name, target="foe", defence=defence)).rolling(*faces)


def test_both_sides_of_a_spell_are_named_lines_that_add_up():
    """MG-SPL-1: sorcery + POW + d10 against sorcery + PUR + d10."""
    story = cast("spark", 7, 3, 1, pow=6)
    assert attack_lines(story) == {"sorcery": 5, "pow": 6, "d10": 7}
    assert defend_lines(story) == {"sorcery": 5, "pur": 5, "d10": 3}
    assert fatigue_lines(story) == {"focus": 0, "pur": 1, "casting": 2, "d10": 1}
    assert only(story, DefenceTested).outcome == "took_effect"


@pytest.mark.parametrize(
    ("attack", "defend", "outcome"),
    [(6, 5, "took_effect"), (5, 5, "countered"), (4, 5, "countered")],
)
def test_equal_is_countered(attack: int, defend: int, outcome: str):
    """MG-SPL-1, MG-FAT-4."""
    assert only(cast("spark", attack, defend, 1), DefenceTested).outcome == outcome


@pytest.mark.parametrize(
    ("sorcery", "willpower", "defence", "with_skill"),
    [
        (5, 4, "best", "sorcery"), (4, 5, "best", "willpower"), (5, 5, "best", "sorcery"),
        (4, 5, "sorcery", "sorcery"), (5, 4, "willpower", "willpower"),
    ],
)  # fmt: skip
def test_willpower_defends_against_what_affects_the_mind(
    sorcery: int, willpower: int, defence: str, with_skill: str
):
    """MG-SPL-1: the better of the two, or as the action says."""
    foe = {"sorcery": sorcery, "willpower": willpower}
    found = defend_lines(cast("daze", 5, 10, 1, foe=foe, defence=defence))
    assert list(found) == [with_skill, "pur", "d10"]
    assert found[with_skill] == foe[with_skill]


def test_the_better_is_better_with_what_conditions_do():
    """MG-SPL-1."""
    fuddled = {"name": "fuddled", "modifiers": [{"to": "sorcery", "by": -3}]}
    story = duel({"sorcery": 6, "willpower": 5}, **FRESH)
    story = story.when(Adjust(combatant="foe", reason="x", add_conditions=(fuddled,))).rolling()
    story = story.when(Cast(actor="hero", spell="daze", target="foe")).rolling(5, 10, 1)
    assert "willpower" in defend_lines(story)


def test_willpower_is_no_help_against_other_spells():
    """MG-SPL-1."""
    assert "sorcery" in defend_lines(cast("spark", 5, 10, 1, foe={"sorcery": 0, "willpower": 9}))
    command = Cast(actor="hero", spell="spark", target="foe", defence="willpower")
    duel().when(command).refused("not-mind-affecting")


@pytest.mark.parametrize(
    ("damage", "line", "points"),
    [("low", "1 x pow", 7), ("medium", "1.5 x pow", 10), ("high", "2 x pow", 14)],
)
def test_damage_of_spells_goes_through_armour(damage: str, line: str, points: int):
    """MG-SPL-2: POW, 1.5 x POW (halves by option), 2 x POW."""
    spell = {"name": "Bolt", "damage": damage}
    story = cast(spell, 9, 1, 1, pow=7, foe={"armour": "plate mail"})
    assert damage_lines(story) == {line: points}
    assert fighter(story, "foe").hp == 30 - points


def test_no_spell_is_critical():
    """MG-SPL-2."""
    story = cast("spark", 10, 1, 1, sorcery=50)
    assert damage_lines(story) == {"1 x pow": 5}


AREA = ("foe-1", "foe-2", "foe-3")


def area(*faces: int, targets: tuple[str, ...] = (), count: int = 3) -> Story:
    state = fight(
        recruit("Hero", "heroes", **FRESH), recruit("Friend", "heroes"), recruit("Foe", count=count)
    )
    return given(RULESET, state).when(
        Cast(actor="hero", spell="hail", targets=targets)
    ).rolling(*faces)  # fmt: skip


def test_one_attack_and_one_fatigue_roll_against_each_defence():
    """MG-SPL-2: areal; the fallen, allies and the caster are spared."""
    story = area(6, 5, 6, 7, 1)
    assert [(d.purpose, d.subject, d.object) for d in story.dice] == [
        ("attack", "hero", None), ("defend", "foe-1", "hero"), ("defend", "foe-2", "hero"),
        ("defend", "foe-3", "hero"), ("fatigue", "hero", None),
    ]  # fmt: skip
    tested = [e for e in story.events if isinstance(e, DefenceTested)]
    assert [(e.defender, e.outcome) for e in tested] == [
        ("foe-1", "took_effect"), ("foe-2", "countered"), ("foe-3", "countered"),
    ]  # fmt: skip
    assert [fighter(story, foe).hp for foe in AREA] == [25, 30, 30]
    assert len({e.attack for e in tested}) == 1


def test_an_area_may_leave_some_out():
    """MG-SPL-2."""
    story = area(9, 1, 1, 1, targets=("foe-3", "foe-1"))
    assert [fighter(story, foe).hp for foe in AREA] == [25, 30, 25]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Cast(actor="hero", spell="hail", target="foe"), "wrong-targets"),
        (Cast(actor="hero", spell="hail", targets=("foe", "foe")), "wrong-targets"),
        (Cast(actor="hero", spell="hail", targets=("foe", "hero")), "cannot-target"),
        (Cast(actor="hero", spell="spark"), "wrong-targets"),
        (Cast(actor="hero", spell="spark", targets=("foe",)), "wrong-targets"),
        (Cast(actor="hero", spell="spark", target="foe", targets=("foe",)), "wrong-targets"),
        (Cast(actor="hero", spell="spark", target="hero"), "cannot-target"),
        (Cast(actor="hero", spell="doom", target="foe"), "unknown-spell"),
    ],
)
def test_spells_refused(command: Cast, code: str):
    """MG-SPL-2: before any die."""
    duel().when(command).refused(code)


def test_an_area_with_nobody_in_it_is_refused():
    """MG-SPL-2."""
    story = duel().when(Leave(combatant="foe")).rolling()
    story.when(Cast(actor="hero", spell="hail")).refused("wrong-targets")
    story.when(Cast(actor="hero", spell="spark", target="foe")).refused("target-down")


def test_a_spell_may_carry_conditions_beside_damage():
    """MG-SPL-3: with their cause and end."""
    story = cast("fire bolt", 9, 1, 1)
    story.then(
        DamageDealt(attacker="hero", defender="foe", damage=Tally((Line("1.5 x pow", 7),), 7)),
        HpLost(combatant="foe", hp=7, remaining=23),
    )
    gained = only(story, ConditionGained)
    assert (gained.combatant, gained.by) == ("foe", "hero")
    (shown,) = conditions_of(fighter(story, "foe"))
    assert (shown["name"], shown["cause"], shown["turns"]) == ("burning", "fire bolt", 2)
    assert shown["damage"] == 2


def test_a_spell_may_carry_conditions_instead_of_damage():
    """MG-SPL-3."""
    story = cast("daze", 9, 1, 1)
    story.never(DamageDealt)
    assert fighter(story, "foe").conditions[0].name == "stunned"


def test_the_fallen_get_no_conditions():
    """MG-SPL-3."""
    story = duel(**FRESH, spells=[{"name": "fire bolt"}])
    story = story.when(Adjust(combatant="foe", reason="x", state={"hp": 1})).rolling()
    story = story.when(Cast(actor="hero", spell="fire bolt", target="foe")).rolling(9, 1, 1)
    story.never(ConditionGained)
    assert fighter(story, "foe").status == "down"


def test_a_condition_that_skips_turns():
    """MG-SPL-3: the bearer's turn passes by itself, and the log says why."""
    story = cast("daze", 9, 1, 1).automatic()
    story.then(TurnLost(combatant="foe", condition="stunned"))
    assert (story.state.acting, fighter(story, "foe").conditions) == ("hero", ())
    assert fighter(story, "foe").status == "active"


def test_the_stunned_defend_as_ever():
    """MG-SPL-3: only the unconscious don't."""
    story = cast({"name": "Stun", "damage": "none", "conditions": [{"name": "stunned"}]}, 9, 1, 1)
    story = story.automatic().when(Attack(actor="hero", target="foe")).rolling(1, 10, 10)
    assert defend_lines(story) == {"evasion": 5, "crd": 5, "d10": 10}


@pytest.mark.parametrize(
    ("to", "where"),
    [
        ("str", "attack"), ("attack", "attack"), ("crd", "defend"), ("evasion", "defend"),
        ("defend", "defend"), ("focus", "fatigue"), ("pur", "fatigue"), ("fatigue", "fatigue"),
    ],
)  # fmt: skip
def test_a_modifier_is_a_line_of_its_own(to: str, where: str):
    """MG-SPL-3: modifier n to X, of one who strikes, or is struck."""
    odd = {"name": "odd", "modifiers": [{"to": to, "by": -2}]}
    bearer = "foe" if where == "defend" else "hero"
    story = duel().when(Adjust(combatant=bearer, reason="x", add_conditions=(odd,))).rolling()
    story = story.when(Attack(actor="hero", target="foe")).rolling(5, 5, 5)
    found = {
        "attack": attack_lines(story),
        "defend": defend_lines(story),
        "fatigue": fatigue_lines(story),
    }
    assert {side for side in found if found[side].get("odd") == -2} == {where}


@pytest.mark.parametrize("to", ["sorcery", "pow", "attack", "pur", "defend", "willpower"])
def test_a_modifier_of_spells(to: str):
    """MG-SPL-3."""
    odd = {"name": "odd", "modifiers": [{"to": to, "by": 7}]}
    ours = to in ("sorcery", "pow", "attack")
    story = duel(**FRESH)
    bearer = "hero" if ours else "foe"
    story = story.when(Adjust(combatant=bearer, reason="x", add_conditions=(odd,))).rolling()
    story = story.when(Cast(actor="hero", spell="daze", target="foe")).rolling(5, 5, 1)
    assert (attack_lines(story) if ours else defend_lines(story))["odd"] == 7


def test_a_modifier_of_str_or_pow_counts_in_damage():
    """MG-SPL-3, MG-DMG-1: and damage is never below 0."""
    strong = {"name": "strong", "modifiers": [{"to": "str", "by": 4}]}
    story = duel(**FRESH).when(
        Adjust(combatant="hero", reason="x", add_conditions=(strong,))
    ).rolling()  # fmt: skip
    story = story.when(Attack(actor="hero", target="foe")).rolling(1, 1, 1)
    assert damage_lines(story) == {"1.5 x str": 13}
    drained = {"name": "drained", "modifiers": [{"to": "pow", "by": -9}]}
    story = duel(**FRESH, sorcery=20).when(
        Adjust(combatant="hero", reason="x", add_conditions=(drained,))
    ).rolling()  # fmt: skip
    story = story.when(Cast(actor="hero", spell="spark", target="foe")).rolling(9, 1, 1)
    assert damage_lines(story) == {"1 x pow": 0}


def test_gear_takes_nothing_off_a_crd_that_conditions_took_below_0():
    """MG-ARM-2."""
    frozen = {"name": "frozen", "modifiers": [{"to": "crd", "by": -9}]}
    story = duel({"shield": "tower shield"})
    story = story.when(Adjust(combatant="foe", reason="x", add_conditions=(frozen,))).rolling()
    story = story.when(Attack(actor="hero", target="foe")).rolling(1, 1, 9)
    assert defend_lines(story) == {
        "evasion": 5, "crd": 5, "frozen": -9, "tower shield": 7, "d10": 1,
    }  # fmt: skip


def burn(turns: int | None, hp: int = 30) -> Story:
    burning = {"name": "burning", "turns": turns, "cause": "lava"}
    story = duel().when(
        Adjust(combatant="hero", reason="x", state={"hp": hp}, add_conditions=(burning,))
    )  # fmt: skip
    return story.rolling()


def test_damage_at_the_end_of_each_turn():
    """MG-SPL-3: damage n per turn of the bearer, as long as it lasts."""
    story = burn(turns=2).when(Pass(actor="hero")).rolling()
    story.then(HpLost(combatant="hero", hp=2, remaining=28, condition="burning"))
    assert only(story, ConditionTicked).left == 1
    story = story.when(Pass(actor="foe")).rolling()
    story.never(HpLost, ConditionTicked)
    story = story.when(Pass(actor="hero")).rolling()
    assert (fighter(story, "hero").hp, fighter(story, "hero").conditions) == (26, ())


def test_a_condition_without_turns_stays():
    """MG-SPL-3."""
    story = burn(turns=None).when(Pass(actor="hero")).rolling()
    story.never(ConditionTicked)
    assert [c.name for c in fighter(story, "hero").conditions] == ["burning"]


def test_one_may_fall_of_a_condition():
    """MG-SPL-3, MG-DMG-4: others do no more then, and the next one's turn comes."""
    poison = {"name": "poison", "damage": 3}
    story = burn(turns=2, hp=2)
    story = story.when(Adjust(combatant="hero", reason="x", add_conditions=(poison,))).rolling()
    story = story.when(Pass(actor="hero")).rolling()
    story.then(
        CombatantFell(combatant="hero", dead=False), SideFell(side="heroes", standing=("foes",))
    )
    assert only(story, HpLost).condition == "burning"
    assert (fighter(story, "hero").status, story.state.acting) == ("down", "foe")


def test_a_condition_comes_anew_in_place_of_its_name():
    """MG-SPL-3: not twice at once."""
    state = duel(**FRESH, spells=[{"name": "lead limbs"}]).state
    spell = Cast(actor="hero", spell="lead limbs", target="foe")
    state = done(state, spell, 9, 1, 1)
    state = done(state, Pass(actor="foe"))
    assert [c.turns for c in state.combatants["foe"].conditions] == [2]
    state = done(state, spell, 9, 1, 1)
    assert [c.turns for c in state.combatants["foe"].conditions] == [3]


def test_the_cause_a_spell_gives_goes_before_its_name():
    """MG-SPL-3."""
    curse = {"name": "Curse", "damage": "none", "conditions": [{"name": "x", "cause": "a ghost"}]}
    assert fighter(cast(curse, 9, 1, 1), "foe").conditions[0].cause == "a ghost"


@pytest.mark.parametrize("row", SPELLS.describe()["rows"], ids=lambda row: row["name"])
def test_spells_from_the_table(row: Any):
    """MG-SPL-2, MG-SPL-3: a name is enough."""
    story = duel(**FRESH, spells=[{"name": row["name"].upper()}])
    aimed: Any = {"targets": ("foe",)} if row["areal"] else {"target": "foe"}
    story = story.when(Cast(actor="hero", spell=row["name"], **aimed)).rolling(9, 1, 1)
    assert only(story, FatigueTested).passed
    assert len([e for e in story.events if isinstance(e, DamageDealt)]) == (row["damage"] != "none")
    gained = [e.condition for e in story.events if isinstance(e, ConditionGained)]
    found = [(c.name, c.turns) for c in gained]
    assert found == ([(row["condition"], row["turns"])] if row["condition"] else [])
