"""What is told: sentences, phrases of dice, conditions and states as answers show them."""

import json
from typing import Any

import pytest
from pydantic import TypeAdapter

from app.engine.encounter import Adjust, Answer, End, Leave, Pass, Pause, Start
from app.rules.quint import RULESET
from app.rules.quint import commands as c
from app.rules.quint.conditions import BY_NAME, ShownCondition
from app.rules.quint.narrate import PURPOSES, narrate, prompt
from app.rules.quint.state import State
from tests.rules.quint.fights import adjusted, done, duel, fight, opened, recruit, settled
from tests.stories import Story, given


def told(story: Story) -> str:
    return narrate(story.events, {c.id: c.name for c in story.state.combatants.values()})


def after(state: State, command: Any, *faces: int) -> str:
    return told(given(RULESET, state).when(command).rolling(*faces))


ARMED = {
    "weapons": [{"name": "long sword"}, {"name": "crossbow"}, {"name": "dagger"}], "healer": True,
    "pack": [{"name": "rope", "quints": 2}],
    "spells": [{"name": "Bolt", "quints": 2, "damage": "1d6"}],
}  # fmt: skip
HERO = duel(None, **ARMED).state
STRIKE = c.Attack(actor="hero", target="foe")


@pytest.mark.parametrize(
    ("change", "command", "faces", "says"),
    [
        ({}, STRIKE, (99,), "Hero attacks Foe with long sword: miss (99 for 55)."),
        ({}, STRIKE, (2, 1),
         "Hero attacks Foe with long sword: hit (2 for 55), defended (1 for 25)."),
        ({}, STRIKE, (1, 99, 6, 1, 44),
         ("Hero attacks Foe with long sword: hit (1 for 55), not defended (99 for 25), "
          "8 damage (6 + 4 - 2), 12 left; grievous (1 under 20): hand laid open (44), 2 damage, "
          "10 left, bleeding 1 a quint, drops long sword.")),
        ({}, c.Attack(actor="hero", target="foe", ruling="defended"), (),
         "Hero attacks Foe with long sword: defended, by the game master."),
        ({}, c.Draw(actor="hero", weapon="dagger"), (), "Hero draws dagger."),
        ({"drawn": None, "dropped": ["dagger"]}, c.PickUp(actor="hero"), (),
         "Hero picks up dagger."),
        ({"drawn": "crossbow"}, c.Load(actor="hero"), (), "Hero loads crossbow (quint 1 of 2)."),
        ({}, c.GetItem(actor="hero", item="rope"), (),
         "Hero gets rope out of the pack (quint 1 of 2)."),
        ({}, c.Prepare(actor="hero", spell="Bolt"), (), "Hero prepares Bolt (quint 1 of 2)."),
        ({"prepared": "Bolt"}, c.Cast(actor="hero", spell="Bolt", target="foe"), (99,),
         "Hero casts Bolt on Foe: miss (99 for 55)."),
        ({}, c.Retreat(actor="hero"), (), "Hero turns to run. Hero runs 6, 6 in all."),
        ({"engaged": "foe"}, c.Retreat(actor="hero", free_strike=False), (),
         "Hero turns to run from Foe, whose free strike is waived. Hero runs 6, 6 in all."),
        ({}, c.Other(actor="hero", what="bars the door."), (), "Hero: bars the door."),
        ({}, c.Say(actor="hero", words="Yield!"), (), 'Hero says: "Yield!".'),
        ({}, Pass(actor="hero"), (), "Hero does nothing."),
        ({}, Leave(combatant="foe", reason="bored"), (),
         "Foe leaves the fight: bored. Nobody of foes can fight any more; standing: heroes."),
        ({}, Pause(reason="too-much-by-itself"), (),
         "The fight pauses: too much happened by itself."),
        ({}, End(), (), "The encounter ends; standing: heroes and foes."),
        ({}, Adjust(combatant="foe", reason="luck", state={"damage_points": 3}), (),
         "The game master changes Foe (points): luck."),
    ],
)  # fmt: skip
def test_deeds(change: Any, command: Any, faces: tuple[int, ...], says: str):
    said = after(adjusted(HERO, "hero", **change), command, *faces)
    assert said == says.replace("heroes and foes", "heroes, foes")


@pytest.mark.parametrize(
    ("conditions", "command", "faces", "says"),
    [
        (["prone"], c.Rise(actor="hero"), (), "Hero rises."),
        ([{"name": "bleeding", "cause": "gash", "damage": 3}], c.Staunch(actor="hero"), (),
         "Hero presses on the wound (gash): it bleeds 2 now."),
        (["slow"], c.Treat(actor="hero"), (), "Hero treats Hero: no longer slow."),
        (["missile lodged"], c.PullOut(actor="hero"), (2,),
         "Hero pulls the missile out of Hero, 2 damage, 18 left."),
    ],
)  # fmt: skip
def test_wounds(conditions: Any, command: Any, faces: tuple[int, ...], says: str):
    assert after(adjusted(HERO, "hero", *conditions), command, *faces) == says


def test_what_cannot_hit_or_be_defended():
    state = duel({"defense": 0}, to_hit=0).state
    assert after(state, STRIKE) == "Hero attacks Foe with long sword: no chance to hit (0)."
    state = duel({"defense": 0, "protection": 9}).state
    assert after(state, STRIKE, 1, 1) == (
        "Hero attacks Foe with long sword: hit (1 for 55), no chance to defend, "
        "0 damage (1 + 4 - 9)."
    )
    state = adjusted(duel().state, "foe", "unconscious")
    assert "no Defense (Foe is unconscious)" in after(state, STRIKE, 1, 1)


def test_staunching_a_companion():
    state = fight(recruit("Hero", "heroes"), recruit("Pat", "heroes"), staunch_percent=50)
    state = adjusted(state, "pat", {"name": "bleeding", "cause": "gash"})
    staunch = c.Staunch(actor="hero", target="pat")
    assert after(state, staunch, 51) == "Hero tries to staunch Pat's bleeding (51 over 50)."
    assert after(state, staunch, 50) == (
        "Hero tries to staunch Pat's bleeding (50 at or under 50). "
        "Hero staunches Pat's bleeding (gash)."
    )


def test_a_fall_in_between_is_told_after_the_deed():
    orcs = recruit("Orc", group="orcs", count=2, damage_points=2)
    state = fight(recruit("Hero", "heroes"), orcs, morale="roll")
    assert after(state, c.Attack(actor="hero", target="orc-1"), 1, 99, 1, 45) == (
        "Hero attacks Orc 1 with long sword: hit (1 for 55), not defended (99 for 25), "
        "3 damage (1 + 4 - 2), -1 left; Orc 1 falls unconscious. "
        "Orc 1 has fallen: the group orcs stays steady (45 for 50)."
    )


def test_the_end_of_a_quint():
    state = adjusted(duel().state, "foe", {"name": "bleeding", "cause": "gash", "damage": 3})
    state = adjusted(state, "foe", {"name": "Burning", "quints": 1, "damage": 2}, "prone")
    state = adjusted(state, "hero", {"name": "unconscious", "quints": 1})
    assert told(given(RULESET, done(state, Pass(actor="foe"))).automatic()) == (
        "Foe bleeds 3 (gash), 17 left. Foe loses 2 to Burning, 15 left. "
        "Hero is no longer unconscious. Hero comes to. Foe is no longer Burning. "
        "Quint 1 is over. Quint 2 begins."
    )


def test_surprise_and_order():
    state = opened({"surprise_defense": "roll"}, recruit("A", reaction=2), recruit("B"))
    story = given(RULESET, state).when(c.Surprise(combatants=("a",))).rolling()
    assert told(story) == "Surprised: A."
    assert told(story.when(Start()).rolling(9, 1, 24)) == (
        "Initiative of A: 11 (9 + 2). Initiative of B: 5 (1 + 4). In order: B, A. "
        "A may defend in quint 1 (24 for 24). The fight begins."
    )
    assert told(given(RULESET, state).when(c.Surprise(combatants=())).rolling()) == (
        "Surprised: nobody."
    )


def test_questions():
    state = opened({"surprise_defense": "gm"}, recruit("A"), recruit("B"))
    state = done(state, c.Surprise(combatants=("a",)))
    story = given(RULESET, state).when(Start()).rolling(9, 1)
    assert told(story).endswith(
        "A is surprised: may it defend in quint 1, by its Perception and Reaction? "
        "The fight begins."
    )
    (question,) = story.state.questions
    assert prompt(question, {"a": "A"}) == (
        "A is surprised: may it defend in quint 1, by its Perception and Reaction?"
    )
    assert after(story.state, Answer(question="q1", choice="no_defense")) == (
        "The answer is: no defense. A may not defend in quint 1."
    )


def test_a_chase():
    state = done(duel({"speed": 9}).state, c.Retreat(actor="hero"))
    assert after(state, c.Pursue(actor="foe", target="hero")) == (
        "Foe pursues Hero: gap 6 to 3 (6 against 9)."
    )
    state = settled(done(state, c.Pursue(actor="foe", target="hero")))
    assert after(state, c.Retreat(actor="hero")) == "Hero runs 6, 12 in all."
    assert after(done(state, c.Retreat(actor="hero")), Pass(actor="foe")) == (
        "Foe gives up the pursuit of Hero."
    )


def test_what_a_die_is_for():
    names = {"hero": "Hero", "foe": "Foe"}
    for purpose in PURPOSES:
        die = {"purpose": purpose, "subject": "hero", "object": "foe"}
        assert "Hero" in RULESET.reason(die, names)
    die = {"purpose": "to-hit", "subject": "hero", "object": "foe"}
    assert RULESET.reason(die, names) == "Hero to hit Foe"


def test_what_a_state_shows():
    state = done(HERO, c.Retreat(actor="hero"))
    assert RULESET.current(state.combatants["hero"]) == {
        "damage_points": 20, "drawn": "long sword", "dropped": [], "loaded": [], "at_hand": [],
        "task": None, "prepared": None, "surprised": False, "engaged": None, "speed": 6,
        "flight": {"distance": 6, "chases": ()},
    }  # fmt: skip


def test_conditions_are_shown_as_they_are_documented():
    """QU-GRI-2, QU-BLEED-1: each of the table; and its bearer's wounds name who dealt them."""
    documented = TypeAdapter(ShownCondition)
    named = adjusted(HERO, "foe", *BY_NAME, {"name": "Cold", "quints": 2})
    wounded = done(HERO, STRIKE, 1, 99, 6, 1, 44)
    shown = [
        condition
        for state in (named, wounded)
        for condition in RULESET.conditions(state.combatants["foe"])
    ]
    read = [documented.validate_json(json.dumps(condition)) for condition in shown]
    assert [condition.name for condition in read] == [*BY_NAME, "Cold", "bleeding"]
    assert (read[-1].by, read[-2].by, read[-2].until_quint) == ("hero", None, 2)


def test_tables_say_what_there_is():
    """QU-GRI-1, QU-GRI-2."""
    assert list(RULESET.tables) == [
        "slashing", "piercing", "crushing", "gate", "gate-by-share", "weapons", "armour",
        "conditions", "fighters",
    ]  # fmt: skip
    assert RULESET.tables["gate"].describe()["rows"][1] == {"from": 4, "to": 6, "chance": 10}
    assert RULESET.tables["gate"].describe()["rows"][-1] == {"from": 19, "to": None, "chance": 80}
    assert {row["name"] for row in RULESET.tables["conditions"].describe()["rows"]} <= set(
        RULESET.condition_names
    )
