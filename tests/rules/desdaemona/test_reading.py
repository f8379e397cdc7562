"""What people read: sentences, examples, the reference."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from app.engine.encounter import Adjust, End, Leave, Pass, Start
from app.rules.desdaemona import RULESET
from app.rules.desdaemona.commands import (
    Attack,
    CallPower,
    CombatDice,
    Drink,
    Evade,
    Land,
    RollDefence,
    RollInit,
    ShakeOff,
    TakeOff,
)
from app.rules.desdaemona.examples import ACTIONS, BANDIT, FRED, HARPY, JANE, MYRA
from app.rules.desdaemona.narrate import PURPOSES, narrate
from app.rules.desdaemona.tables.disabilities import PAGE
from tests.rules.desdaemona.fights import adjusted, duel, fight, opened, recruit, strike
from tests.rules.desdaemona.test_choices import accepted
from tests.stories import Story, given

HERO: dict[str, Any] = {
    "weapons": [{"name": "sword"}],
    "spells": [{"name": "sleep"}, {"name": "fire bolt"}],
    "potions": [{"name": "elixir", "hp": 5, "sta": 3}],
    "powers": [{"name": "ward"}],
    "flight": {"by": "nature"},
}


def told(story: Story) -> str:
    return narrate(story.events, {c.id: c.name for c in story.state.combatants.values()})


def hero(**foe: Any) -> Story:
    """Hero with 40 HP, 10 STA, poisoned for a while; Foe in armor, with 15 STA."""
    story = duel({"items": [{"name": "armor", "defence": [2]}], **foe}, **HERO)
    poison = {"name": "poisoned", "against": 12, "damage": 0}
    return adjusted(adjusted(story, "hero", poison, hp=40, sta=10), "foe", sta=15)


@pytest.mark.parametrize(
    ("command", "faces", "sentence"),
    [
        (strike(), (9, 8, 5, 6, 7),
         ("Hero attacks Foe (close physical, sword): (d20)9 + (d20)8 = 17 + 4 = 21 (sword +2, "
         "sword +2). Foe defends: (d20)5 + (d20)6 = 11 + 2 = 13 (armor +2), it lands; (d8)7, 7 "
         "damage, 43 HP left.")),
        (strike(percent=75, modifiers=(-5,)), (9, 8, 5, 6),
         ("Hero attacks Foe (close physical, sword): (d20)9 + (d20)8 = 17 @75% = 12 - 1 = 11 (as "
         "typed -25%, sword +2, sword +2, as typed -5). Foe defends: (d20)5 + (d20)6 = 11 + 2 = 13 "
         "(armor +2), the guard holds.")),
        (strike(withhold=True, kind="close_magical"), (9, 8, 5, 6),
         ("Hero attacks Foe (close magical): (d20)9 + (d20)8 = 17. Foe defends: (d20)5 + (d20)6 = "
         "11 + 2 = 13 (armor +2), it lands, the damage is held back.")),
        (strike(kind=None, spell="fire bolt"), (9, 8, 5, 6, 2),
         ("Hero attacks Foe (ranged magical, fire bolt): (d20)9 + (d20)8 = 17. Foe defends: (d20)5 "
         "+ (d20)6 = 11 + 2 = 13 (armor +2), it lands; (d4)2 (fire bolt x2), 4 damage, 46 HP "
         "left.")),
        (strike(kind=None, spell="sleep"), (9, 8, 5, 6),
         ("Hero attacks Foe (ranged magical, sleep): (d20)9 + (d20)8 = 17. Foe defends: (d20)5 + "
         "(d20)6 = 11 + 2 = 13 (armor +2), it lands; Foe is asleep (3 turns).")),
        (Evade(actor="hero"), (7,), "Hero evades: (d20)7, 17 STA. Foe catches breath: 2 STA."),
        (ShakeOff(actor="hero", effect="poisoned"), (7, 6),
         "Hero shakes off poisoned: (d20)7 + (d20)6 = 13, over 12. Foe catches breath: 2 STA."),
        (ShakeOff(actor="hero", effect="poisoned"), (6, 6),
         ("Hero can't shake off poisoned: (d20)6 + (d20)6 = 12, not over 12. Foe catches breath: 2 "
         "STA.")),
        (Drink(actor="hero", potion="elixir"), (),
         ("Hero drinks elixir (0 left), 5 HP more by elixir, 3 STA more. Foe catches breath: 2 "
         "STA.")),
        (CallPower(actor="hero", power="ward"), (),
         "Hero calls up ward. Foe catches breath: 2 STA; Hero is warded (5 turns)."),
        (TakeOff(actor="hero"), (), "Hero takes off."),
        (CombatDice(actor="hero", rolls=("STR", "1d32"), percent=75, modifiers=(2, 2)), (20, 21),
         "Hero rolls (d20)20 + (d32)21 = 41 @75% = 30 + 4 = 34."),
        (CombatDice(rolls=("2d6",)), (3, 4), "Somebody rolls (d6)3 + (d6)4 = 7."),
        (RollDefence(actor="foe", kind="clophy"), (3, 4),
         "Foe rolls a close physical defence: (d20)3 + (d20)4 = 7 + 2 = 9 (armor +2)."),
        (RollInit(actor="foe", modifiers=(3,)), (4,),
         "Foe rolls initiative: (d20)4 = 4 + 3 = 7 (as typed +3)."),
        (Pass(actor="hero"), (), "Hero passes."),
        (Leave(combatant="foe", reason="fled."), (),
         "Foe leaves the fight: fled. Nobody of foes can fight any more; standing: heroes."),
    ],
)  # fmt: skip
def test_entries(command: Any, faces: Any, sentence: str):
    """SD-CMD-1: with every die. SD-ROLL-3: each modifier with its name."""
    assert told(hero().when(command).rolling(*faces)) == sentence


def test_death_and_the_last_gasp():
    """SD-STA-3"""
    story = adjusted(hero(hp=3), "hero", sta=1)
    assert (
        "(d8)7, 7 damage, -4 HP left; Foe is dead. Nobody of foes can fight any more; standing: "
        "heroes. With the last opponent dead Hero regains 2 STA, and has won."
    ) in told(story.when(strike()).rolling(9, 8, 5, 6, 7))


def test_yielding():
    """SD-STA-2"""
    story = adjusted(adjusted(hero(), "foe", sta=0), "hero", sta=1)
    assert told(story.when(strike(press=True)).rolling(1, 1, 6)) == (
        "Hero attacks Foe (close physical, sword): (d20)1 + (d20)1 = 2 + 4 = 6 (sword +2, sword "
        "+2). Foe has yielded: it lands; (d6)6, 6 damage, 44 HP left. Hero has no STA left and "
        "yields. Nobody of heroes can fight any more; standing: nobody. The fight pauses: nobody "
        "is able to act."
    )
    short = story.when(strike(press=True, percent=0, modifiers=(-4,))).rolling(1, 1)
    assert "Foe has yielded: it falls short." in told(short)


def test_landing():
    assert told(adjusted(hero(), "hero", airborne=True).when(Land(actor="hero")).rolling()) == (
        "Hero lands."
    )


def test_what_befalls_one_at_the_end_of_a_turn():
    """SD-PAS-4"""
    change = Adjust(
        combatant="hero", reason="a trap.", state={"hp": 10},
        add_conditions=({"name": "bleeding", "turns": 1}, "mending"),
    )  # fmt: skip
    story = duel().when(change).rolling()
    assert told(story) == "The game master changes Hero (hp, conditions): a trap."
    assert told(story.when(Pass(actor="hero")).rolling()) == (
        "Bleeding costs Hero 2 HP, 8 left. Hero is no longer bleeding, 3 HP more by mending."
    )
    stunned = adjusted(duel(), "hero", "stunned").automatic()
    assert told(stunned) == "Hero is stunned and loses the turn."


def test_nobody_need_roll_to_shake_off():
    """SD-PAS-3"""
    story = adjusted(duel(), "hero", "slowed").when(ShakeOff(actor="hero", effect="slowed"))
    assert told(story.rolling()) == "Hero shakes off slowed."


def test_the_course_of_a_fight():
    """SD-TURN-1"""
    story = given(RULESET, opened({"order": "init"}, recruit("A", init=2), recruit("B")))
    story = story.when(Start()).rolling(5, 7, 3, 4)
    assert told(story) == (
        "Initiative of A: (d20)5 = 5 + 2 = 7. Initiative of B: (d20)7 = 7. Initiative of A again: "
        "(d20)3 = 3 + 2 = 5. Initiative of B again: (d20)4 = 4. In order: A, B. The fight begins."
    )
    assert told(story.when(End()).rolling()) == "The encounter ends; standing: foes."
    passed = story.when(Pass(actor="a")).rolling().when(Pass(actor="b")).rolling()
    assert told(passed) == "B passes. Round 2 begins."


def test_several_targets_are_told_one_after_another():
    """SD-AREA-1"""
    mage = recruit("Mage", "heroes", spells=[{"name": "fireball"}])
    story = given(RULESET, fight(mage, recruit("Ann", hp=4), recruit("Bob")))
    story = story.when(Attack(actor="mage", spell="fireball")).rolling(5, 5, 3, 3, 4, 9, 9)
    assert told(story) == (
        "Mage attacks Ann, Bob (ranged magical, fireball): (d20)5 + (d20)5 = 10. Ann defends: "
        "(d20)3 + (d20)3 = 6, it lands; (d4)4, 4 damage, 0 HP left; Ann is dead. Bob defends: "
        "(d20)9 + (d20)9 = 18, the guard holds."
    )


@pytest.mark.parametrize("purpose", PURPOSES)
def test_every_die_has_its_reason(purpose: str):
    reason = RULESET.reason(
        {"purpose": purpose, "subject": "a", "object": "b"}, {"a": "Ann", "b": "Bob"}
    )
    assert "Ann" in reason
    assert "{" not in reason


def test_example_actions_are_accepted_in_a_fight_of_the_examples():
    sheets = {"Fred": FRED, "Jane": JANE, "Myra": MYRA, "Harpy": HARPY}
    heroes = [recruit(name, "heroes", **sheet) for name, sheet in sheets.items()]
    state = fight(*heroes, recruit("Bandit", "bandits", count=2, **BANDIT))
    for example in ACTIONS:
        while state.acting != example.body["actor"]:
            state = given(RULESET, state).when(Pass(actor=str(state.acting))).rolling().state
        assert accepted(state, example.body), example.name


def test_the_page_for_game_masters_has_every_option_and_every_disability():
    page = (Path(__file__).parents[3] / "docs/rulesets/desdaemona.md").read_text()
    for option in fields(RULESET.options):
        assert f"| `{option.name}` |" in page, option.name
    for name, row in PAGE.items():
        cells = " | ".join(f"{attack} / {defence}" for attack, defence in row)
        assert f"| {name} | {cells} |" in page, name
    for action in RULESET.actions:
        assert f"`{action.type}`" in page, action.type
