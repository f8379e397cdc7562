"""What people read: sentences, tables, examples, the reference."""

from pathlib import Path
from typing import Any

import pytest

from app.engine.encounter import Adjust, End, Leave, Pass, Start
from app.rules.magickal import RULESET
from app.rules.magickal.commands import (
    Attack,
    Cast,
    ChangeEquipment,
    Eat,
    LetTimePass,
    Rest,
    Withdraw,
)
from app.rules.magickal.examples import ACTIONS, ANNA, BORG, CIRA, RAIDER
from app.rules.magickal.narrate import PURPOSES, narrate
from app.rules.magickal.tables.fatigue import HOURS_A_PENALTY
from tests.rules.magickal.fights import duel, fight, opened, recruit
from tests.rules.magickal.test_choices import accepted
from tests.stories import Story, given

STRIKE = Attack(actor="hero", target="foe")


def told(story: Story) -> str:
    return narrate(story.events, {c.id: c.name for c in story.state.combatants.values()})


@pytest.mark.parametrize(
    ("command", "faces", "sentence"),
    [
        (STRIKE, (6, 5, 1),
         ("Hero strikes with sword: 16, over fatigue 14; Foe defends with 15: hit, 7 damage, "
         "23 HP left.")),
        (STRIKE, (10, 1, 1),
         ("Hero strikes with sword: 20, over fatigue 14; Foe defends with 11: critical hit, "
         "10 damage, 20 HP left.")),
        (STRIKE, (7, 9, 1), ("Hero strikes with sword: 17, over fatigue 14; Foe defends with 19: "
         "blocked.")),
        (STRIKE, (2, 1, 9), ("Hero strikes with sword: 12, not over fatigue 22, too tired to "
         "deliver the blow; Foe defends with 11.")),
        (STRIKE, (1, 1, 10, 1), ("Hero strikes with sword: 11, not over fatigue 23, too tired to "
         "deliver the blow; Foe defends with 11. Hero swoons (1 turn).")),
        (Cast(actor="hero", spell="daze", target="foe"), (9, 1, 1),
         ("Hero casts daze (Difficulty 2): 19, over fatigue 13; Foe defends with 11: takes effect, "
         "stunned (1 turn).")),
        (Cast(actor="hero", spell="spark", target="foe"), (9, 10, 1),
         "Hero casts spark (Difficulty 2): 19, over fatigue 13; Foe defends with 20: countered."),
        (Cast(actor="hero", spell="hail", targets=("foe",)), (2, 1, 9),
         ("Hero casts hail (Difficulty 4): 12, not over fatigue 23, too tired to cast it; Foe "
         "defends with 11.")),
        (Rest(actor="hero"), (), "Hero rests; fatigue penalties stay until eating too."),
        (Eat(actor="hero"), (), "Hero eats; fatigue penalties stay until resting too."),
        (ChangeEquipment(actor="hero", weapon="fists"), (),
         "Hero changes equipment: fists, buckler."),
        (Withdraw(actor="hero"), (),
         "Hero withdraws. Nobody of heroes can fight any more; standing: foes."),
        (LetTimePass(hours=12), (), "12 hours pass."),
        (Pass(actor="hero"), (), "Hero passes."),
        (Leave(combatant="foe", reason="fled."), (),
         "Foe leaves the fight: fled. Nobody of foes can fight any more; standing: heroes."),
    ],
)  # fmt: skip
def test_entries(command: Any, faces: Any, sentence: str):
    """MG-FAT-4: each outcome is told apart. MG-FAT-2: a spell's Difficulty is shown as such."""
    assert told(duel(shield="buckler").when(command).rolling(*faces)) == sentence


def test_what_befalls_one_at_the_end_of_a_turn():
    """MG-SPL-3."""
    hurt = Adjust(combatant="hero", reason="lava!", state={"hp": 2}, add_conditions=("burning",))
    story = duel().when(hurt).rolling()
    assert told(story) == "The game master changes Hero (hp, conditions): lava!."
    assert told(story.when(Pass(actor="hero")).rolling()) == (
        "Burning costs Hero 2 HP, 0 left; Hero falls. Nobody of heroes can fight any more; "
        "standing: foes."
    )


def test_the_end_of_a_condition():
    """MG-SPL-3."""
    brief = Adjust(combatant="hero", reason="x", add_conditions=({"name": "Deaf", "turns": 1},))
    story = duel().when(brief).rolling().when(Pass(actor="hero")).rolling()
    assert told(story) == "Hero is no longer Deaf."


def test_the_end():
    """MG-DMG-4."""
    story = given(RULESET, fight(recruit("Hero", "heroes")))
    story = story.when(Adjust(combatant="hero", reason="x", state={"hp": 0})).rolling()
    assert told(story.when(End()).rolling()) == "The encounter ends; standing: nobody."


def test_what_happens_by_itself():
    """MG-FAT-7, MG-WD-2: with the cause."""
    asleep = Adjust(combatant="foe", reason="x", add_conditions=({"name": "swooned", "turns": 1},))
    story = duel().when(asleep).rolling().when(Pass(actor="hero")).rolling().automatic()
    assert told(story) == "Foe is swooned and loses the turn. Foe comes to. Round 2 begins."
    state = duel({"withdraw_at": "25%"}).state
    hurt = Adjust(combatant="foe", reason="x", state={"hp": 6})
    story = given(RULESET, state).when(hurt).rolling().when(Pass(actor="hero")).rolling()
    assert told(story.automatic()).startswith(
        "Foe withdraws by itself: 6 HP left, and 7 is its limit."
    )


def test_the_start():
    """MG-TURN-1."""
    state = opened({"order": "roll"}, recruit("A", armour="chain mail"), recruit("B", crd=4))
    assert told(given(RULESET, state).when(Start()).rolling(5, 6)) == (
        "Initiative of A: 9 (crd 5, crd: chain mail -1, d10 5). Initiative of B: 10 (crd 4, "
        "d10 6). In order: B, A. The fight begins."
    )
    state = opened({"order": "highest_crd"}, recruit("A"), recruit("B"))
    assert told(given(RULESET, state).when(Start()).rolling(2, 9)) == (
        "To break a tie: A, 2. To break a tie: B, 9. In order: B, A. The fight begins."
    )


def test_a_death_is_no_fall():
    """MG-DMG-4."""
    story = duel(focus=0, pur=1, options={"death_at": 0})
    story = story.when(Adjust(combatant="foe", reason="x", state={"hp": 1})).rolling()
    assert "; Foe dies." in told(story.when(STRIKE).rolling(6, 5, 1))


def test_every_die_has_its_purpose_in_words():
    """MG-FAT-1."""
    story = duel(options={"swoon": "as_written"}).when(STRIKE).rolling(1, 1, 1, 1)
    names = {"hero": "Hero", "foe": "Foe"}
    dice = [{"purpose": d.purpose, "subject": d.subject, "object": d.object} for d in story.dice]
    assert [RULESET.reason(die, names) for die in dice] == [
        "attack of Hero", "Foe to defend against Hero", "fatigue of Hero",
        "turns that Hero lies in a swoon",
    ]  # fmt: skip
    assert set(PURPOSES) == {"attack", "defend", "fatigue", "swoon", "initiative", "roll-off"}


def table(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = RULESET.tables[name].describe()["rows"]
    return rows


def test_the_tables_as_they_are_served():
    """MG-SHD-1, MG-ARM-1, MG-DMG-2, MG-SPL-2, MG-FAT-2, MG-FAT-3."""
    assert table("shields")[-1] == {"name": "tower shield", "defend": 7, "crd": None, "fatigue": 3}
    assert table("armour")[-1] == {"name": "plate mail", "damage": 5, "crd": 2}
    assert table("damage")[:2] == [
        {"blow": "base", "light": "1", "medium": "1.5", "heavy": "2", "criterion": None},
        {"blow": "critical slashing", "light": "1.5", "medium": "2", "heavy": "2.5",
         "criterion": "1.5"},
    ]  # fmt: skip
    assert table("spell-damage")[2] == {"damage": "medium", "factor": "1.5"}
    assert table("spell-fatigue")[0] == {"penalty": "casting", "points": 2}
    assert table("blow-fatigue")[3] == {"penalty": "heavy weapon", "points": 2}
    assert {row["name"] for row in table("conditions")} <= set(RULESET.condition_names)
    assert HOURS_A_PENALTY == 12


def test_example_actions_are_choices_of_the_example_sheets():
    """MG-TURN-2."""
    sheets = {"Anna": ANNA, "Cira": CIRA, "Borg": BORG, "Raider": RAIDER}
    state = fight(*(
        recruit(name, "heroes" if name in ("Anna", "Cira") else "foes",
                **sheet, **({"count": 2} if name == "Raider" else {}))
        for name, sheet in sheets.items()
    ))  # fmt: skip
    for example in ACTIONS:
        mine = given(RULESET, state)
        while mine.state.acting != example.body["actor"]:
            mine = mine.when(Pass(actor=mine.state.acting)).rolling()
        assert accepted(mine.state, example.body), example.name


def test_contributing_walks_through_every_file_of_the_package():
    root = Path(__file__).parents[3]
    told = (root / "CONTRIBUTING.md").read_text()
    package = root / "app" / "rules" / "magickal"
    assert [path.name for path in package.glob("*.py") if f"`{path.name}`" not in told] == []
