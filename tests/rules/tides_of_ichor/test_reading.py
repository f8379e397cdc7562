"""What people read: sentences, tables, examples, the reference."""

import pytest

from app.engine.encounter import Adjust, Pass, Start
from app.rules.tides_of_ichor import RULESET
from app.rules.tides_of_ichor.commands import Attack, Charge, Move, UseAbility
from app.rules.tides_of_ichor.examples import ACTIONS
from app.rules.tides_of_ichor.narrate import PURPOSES, narrate
from tests.rules.tides_of_ichor.fights import BOW, done, duel, fight, opened, recruit
from tests.rules.tides_of_ichor.test_choices import accepted
from tests.rules.tides_of_ichor.test_worked_example import started
from tests.stories import Story, given

STRIKE = Attack(actor="hero", target="foe")
NEITHER = "not dodged (99, not under 30), not blocked (99, not under 30)"
WOUNDED = f"hit (41 over 40), {NEITHER}, wound (41 over 40)"
FULL = {"dodge": 30, "block": 30, "ward": 30}


def told(story: Story) -> str:
    return narrate(story.events, {c.id: c.name for c in story.state.combatants.values()})


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ((8,), "miss (8, not over 40)."),
        ((41, 29), "hit (41 over 40), dodged (29 under 30)."),
        ((41, 30, 1), "hit (41 over 40), not dodged (30, not under 30), blocked (1 under 30)."),
        ((41, 99, 99, 40), f"hit (41 over 40), {NEITHER}, no wound (40, not over 40)."),
        ((41, 99, 99, 41, 5, 2), f"{WOUNDED}, 5 damage, warded (2 under 30)."),
        ((41, 99, 99, 41, 5, 99),
         f"{WOUNDED}, 5 damage, not warded (99, not under 30); Foe has 5 W left."),
    ],
)  # fmt: skip
def test_an_attack(faces: tuple[int, ...], sentence: str):
    story = duel(FULL).when(STRIKE).rolling(*faces)
    assert told(story) == f"Hero attacks Foe with sword: {sentence}"


def test_other_entries():
    state = fight(recruit("Hero", "heroes", abilities=[{"name": "Jab", "kind": "attack"}]),
                  recruit("Foe"), charge_attack="any")  # fmt: skip
    hero = given(RULESET, state)
    assert told(hero.when(Move(actor="hero", zone=1)).rolling()) == "Hero moves to zone 1."
    assert told(hero.when(Pass(actor="hero")).rolling()) == "Hero passes."
    jab = UseAbility(actor="hero", ability="Jab", target="foe")
    assert told(hero.when(jab).rolling(1)) == (
        "Hero uses Jab. Hero attacks Foe with sword: miss (1, not over 40)."
    )
    rock = Adjust(combatant="foe", reason="a rock falls.", state={"w": 0})
    assert told(hero.when(rock).rolling()) == (
        "The game master changes Foe (wounds, status): a rock falls. Nobody of foes can fight any "
        "more; standing: heroes."
    )
    away = duel(**BOW, options={"charge_attack": "any"})
    away = away.when(Charge(actor="hero", target="foe", zone=1)).rolling(1)
    assert told(away).startswith("Hero charges to zone 1 and attacks Foe with bow: miss")


def test_the_start():
    state = opened({}, recruit("A", ag=10), recruit("B", ag=20))
    assert told(given(RULESET, state).when(Start()).rolling(30, 10)) == (
        "Initiative: A 50 (30 + 2 x 10). Initiative: B 50 (10 + 2 x 20). In order: B, A. "
        "The fight begins."
    )


def test_a_new_round_is_said():
    state = done(fight(recruit("A"), recruit("B")), Pass(actor="a"))
    assert (
        told(given(RULESET, state).when(Pass(actor="b")).rolling()) == "B passes. Round 2 begins."
    )


def test_every_die_has_a_reason():
    story = duel({**FULL}, critical=30).when(STRIKE).rolling(41, 99, 99, 41, 99, 5, 99)
    names = {"hero": "Hero", "foe": "Foe"}
    reasons = [
        RULESET.reason({"purpose": d.purpose, "subject": d.subject, "object": d.object}, names)
        for d in story.dice
    ]
    assert reasons == [
        "Hero to hit Foe", "Foe to dodge Hero", "Foe to block Hero", "Hero to wound Foe",
        "Hero for a critical on Foe", "damage of Hero to Foe", "ward of Foe against Hero",
    ]  # fmt: skip
    assert set(PURPOSES) > {d.purpose for d in story.dice}


def test_tables_describe_themselves():
    """TI-LINE-2."""
    described = {name: table.describe() for name, table in RULESET.tables.items()}
    assert set(described) == {"ranges", "weapons", "armor", "shields", "spells", "miscast"}
    assert [row["distance"] for row in described["ranges"]["rows"]] == [0, 1, 2, 3, "4+"]
    assert described["armor"]["rows"][1] == {"name": "hide", "armor": 1, "armor_class": "light"}


@pytest.mark.parametrize("example", ACTIONS, ids=lambda example: example.name)
def test_the_example_actions_work_in_the_ambush(example):
    """Each in its actor's turn."""
    state = started(50).state
    while state.acting != example.body["actor"]:
        state = done(state, Pass(actor=state.acting))
    assert accepted(state, example.body)
