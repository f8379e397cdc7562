"""Stamina: costs, yielding, and the last gasp (SD-STA)."""

from typing import Any

import pytest

from app.engine.encounter import Pass, SideFell
from app.rules.desdaemona import RULESET
from app.rules.desdaemona.commands import Attack, Evade
from app.rules.desdaemona.events import (
    CombatantDied,
    DefenceMade,
    HpLost,
    StaminaRegained,
    StaminaSpent,
    Yielded,
)
from tests.rules.desdaemona.fights import (
    adjusted,
    costs,
    duel,
    fight,
    fighter,
    named,
    only,
    recruit,
    strike,
)
from tests.stories import given


@pytest.mark.parametrize("faces", [(9, 9, 1, 1, 5), (1, 1, 9, 9)])
def test_attack_and_defence_cost_sta_hit_or_miss(faces: Any):
    """SD-STA-1: 1 each."""
    story = duel().when(strike()).rolling(*faces)
    assert costs(story) == {("hero", "attack"): 1, ("foe", "defence"): 1}
    assert (fighter(story, "hero").sta, fighter(story, "foe").sta) == (19, 19)


@pytest.mark.parametrize(
    ("kind", "attack", "defence"),
    [
        ("close_physical", 2, 2),
        ("ranged_physical", 1, 1),
        ("close_magical", 1, 2),
        ("ranged_magical", 1, 2),
    ],
)
def test_the_preset_digest(kind: str, attack: int, defence: int):
    """SD-STA-1: 2/2, 1/1, 1 + spell / 2."""
    spells = [{"name": "x", "kind": kind, "sta": 3}]
    story = duel(options={"stamina_costs": "digest"}, spells=spells)
    plain = costs(story.when(strike(kind=kind)).rolling(1, 1, 9, 9))
    assert plain == {("hero", "attack"): attack, ("foe", "defence"): defence}
    cast = story.when(strike(kind=None, spell="x")).rolling(1, 1, 9, 9)
    assert costs(cast) == {("hero", "attack"): attack + 3, ("foe", "defence"): defence}


def test_costs_of_a_games_own():
    """SD-STA-1: a kind that is left out costs 1 and 1, and so does one the digest doesn't know."""
    own = {"ranged_physical": {"attack": 4, "defence": 0}}
    story = duel(options={"stamina_costs": own})
    assert costs(story.when(strike(kind="ranphy")).rolling(1, 1, 9, 9)) == {("hero", "attack"): 4}
    assert costs(story.when(strike()).rolling(1, 1, 9, 9))["foe", "defence"] == 1
    kinds = {"mental": {"attack": ["INT", "CON"], "defence": ["INT", "CON"], "reach": "ranged"}}
    story = duel(options={"stamina_costs": "digest", "kinds": kinds})
    found = costs(story.when(strike(kind="mental")).rolling(1, 1, 9, 9))
    assert found == {("hero", "attack"): 1, ("foe", "defence"): 1}


WARDED = {"name": "warded"}


def test_a_shield_costs_extra_each_time_it_is_called_on():
    """SD-STA-1: 1 unless the spell says more; only where it helps."""
    story = adjusted(duel(), "foe", WARDED)
    story = story.when(strike()).rolling(1, 1, 9, 9)
    spent = [e for e in story.events if isinstance(e, StaminaSpent) and e.combatant == "foe"]
    assert [named(e.cost.lines) for e in spent] == [[("close_physical", 1), ("warded", 1)]]
    back = story.when(strike(actor="foe", target="hero")).rolling(1, 1, 9, 9)
    assert costs(back)["foe", "attack"] == 1, "it isn't called on in an attack"
    again = back.when(strike()).rolling(1, 1, 9, 9)
    assert costs(again)["foe", "defence"] == 2


def test_a_shield_that_doesnt_help_isnt_called_on():
    """SD-STA-1"""
    against_magic = {
        "name": "mirror",
        "shield": 3,
        "modifiers": [{"to": "defence", "by": 5, "kinds": ["ranged_magical"]}],
    }
    story = adjusted(duel(), "foe", against_magic)
    assert costs(story.when(strike()).rolling(1, 1, 9, 9))["foe", "defence"] == 1
    magic = story.when(strike(kind="ranged_magical")).rolling(1, 1, 9, 9)
    assert costs(magic)["foe", "defence"] == 4


def test_effects_raise_and_lower_the_cost():
    """SD-STA-1: never below 0, and what costs nothing spends nothing."""
    story = adjusted(duel(), "foe", {"name": "weary", "turns": 3})
    assert costs(story.when(strike()).rolling(1, 1, 9, 9))["foe", "defence"] == 2
    light = {"name": "light", "modifiers": [{"to": "attack_cost", "by": -5}]}
    story = adjusted(duel(), "hero", light).when(strike()).rolling(1, 1, 9, 9)
    assert costs(story) == {("foe", "defence"): 1}


def test_with_1_left_one_may_act_and_the_cost_takes_it_to_0():
    """SD-STA-2: and then one yields at once, whatever the attack does."""
    story = adjusted(duel(options={"stamina_costs": "digest"}), "hero", sta=1)
    story = story.when(strike()).rolling(9, 9, 1, 1, 5)
    story.then(HpLost(combatant="foe", hp=5, remaining=45), Yielded(combatant="hero", on="attack"))
    hero = fighter(story, "hero")
    assert (hero.sta, hero.yielded, hero.status) == (0, True, "down")
    story.then(SideFell(side="heroes", standing=("foes",)))
    assert story.state.acting == "foe"


def test_a_defence_with_the_last_sta_still_counts():
    """SD-STA-2"""
    story = adjusted(duel(), "foe", sta=1).when(strike()).rolling(5, 5, 9, 9)
    assert not only(story, DefenceMade).landed
    story.then(Yielded(combatant="foe", on="defence"))
    assert fighter(story, "foe").status == "down"


def test_who_dies_does_not_yield():
    """SD-STA-2, SD-DMG-3"""
    story = adjusted(duel({"hp": 1}), "foe", sta=1).when(strike()).rolling(9, 9, 1, 1, 5)
    story.then(CombatantDied(combatant="foe")).never(Yielded)


def yielded(**foe: Any) -> Any:
    """Foe has yielded; Hero acts, and Friend and Other are there too."""
    state = fight(
        recruit("Hero", "heroes"), recruit("Foe", **foe), recruit("Friend", "heroes"),
        recruit("Other"),
    )  # fmt: skip
    return adjusted(given(RULESET, state), "foe", sta=0)


def test_who_has_yielded_takes_no_turn():
    """SD-STA-2: no attack, no passive action."""
    story = yielded().when(Pass(actor="hero")).rolling()
    assert story.state.acting == "friend"
    story.when(strike(actor="foe", target="hero")).refused("cannot-act", combatant_status="down")
    story.when(Evade(actor="foe", opponent="hero")).refused("cannot-act")


def test_later_gains_dont_revive():
    """SD-STA-2: only the game master's word does."""
    story = adjusted(yielded(), "foe", sta=9)
    assert (fighter(story, "foe").sta, fighter(story, "foe").status) == (9, "down")
    assert fighter(adjusted(story, "foe", yielded=False), "foe").status == "active"


def test_who_has_yielded_is_attacked_only_on_purpose():
    """SD-STA-2: at defence 0, and without a die or a cost."""
    story = yielded()
    story.when(strike()).refused("target-yielded", target="foe")
    pressed = story.when(strike(press=True)).rolling(9, 9, 18)
    met = only(pressed, DefenceMade)
    assert (met.attack, met.defence, met.roll, met.landed) == (18, 0, None, True)
    assert costs(pressed) == {("hero", "attack"): 1}
    assert [d.purpose for d in pressed.dice] == ["attack", "attack", "damage"]
    assert fighter(pressed, "foe").hp == 50 - 18


def test_an_attack_total_of_0_falls_short_of_defence_0():
    """SD-STA-2, SD-ROLL-2"""
    pressed = yielded().when(strike(press=True, percent=0)).rolling(9, 9)
    assert not only(pressed, DefenceMade).landed


# --- the last gasp --------------------------------------------------------------------------------


def test_who_kills_the_last_opponent_with_the_last_sta_has_won():
    """SD-STA-3: regains 2."""
    story = adjusted(duel({"hp": 5}), "hero", sta=1).when(strike()).rolling(9, 9, 1, 1, 5)
    story.then(
        CombatantDied(combatant="foe"),
        StaminaRegained(combatant="hero", sta=2, remaining=2, why="last_gasp"),
    ).never(Yielded)
    assert fighter(story, "hero").status == "active"
    assert story.state.standing == ("heroes",)


@pytest.mark.parametrize("other_sta", [20, 1])
def test_an_opponent_is_left(other_sta: int):
    """SD-STA-3: not the last one, unless the other has yielded before."""
    state = fight(recruit("Hero", "heroes"), recruit("Foe", hp=5), recruit("Other"))
    story = adjusted(given(RULESET, state), "hero", sta=1)
    story = story.when(strike()).rolling(9, 9, 1, 1, 5)
    story.then(CombatantDied(combatant="foe"), Yielded(combatant="hero", on="attack"))
    gone = adjusted(adjusted(given(RULESET, state), "hero", sta=1), "other", sta=0)
    gone.when(strike()).rolling(9, 9, 1, 1, 5).never(Yielded)


def test_a_wound_is_no_kill():
    """SD-STA-3"""
    story = adjusted(duel({"hp": 6}), "hero", sta=1).when(strike()).rolling(9, 9, 1, 1, 5)
    story.then(Yielded(combatant="hero", on="attack")).never(StaminaRegained)


def test_no_gasp_while_sta_are_left():
    """SD-STA-3"""
    story = adjusted(duel({"hp": 5}), "hero", sta=2).when(strike()).rolling(9, 9, 1, 1, 5)
    story.never(StaminaRegained, Yielded)
    assert fighter(story, "hero").sta == 1


def test_the_last_gasp_stays_within_the_maximum():
    """SD-STA-3"""
    story = duel({"hp": 5}, sta=1).when(strike()).rolling(9, 9, 1, 1, 5)
    assert only(story, StaminaRegained).sta == 1


def test_a_defence_wins_nothing():
    """SD-STA-3: it is the attack that counts."""
    story = adjusted(duel({"hp": 5}), "foe", sta=1)
    story = story.when(Attack(actor="hero", target="foe", withhold=True)).rolling(9, 9, 1, 1)
    story.then(Yielded(combatant="foe", on="defence")).never(StaminaRegained)
