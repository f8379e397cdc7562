"""How far a casting roll was from its number decides on force and miscast; then the table."""

from typing import Any

import pytest

from app.engine.encounter import TurnEnded, TurnStarted
from app.rules.tides_of_ichor.casting import bracket
from app.rules.tides_of_ichor.commands import SufferMiscast
from app.rules.tides_of_ichor.spell_events import (
    ForceRolled,
    MiscastChecked,
    MiscastRolled,
    MiscastSuffered,
    SpellPowerRolled,
    TurnSpent,
)
from app.rules.tides_of_ichor.tables.miscast import MISCASTS
from tests.rules.tides_of_ichor.fights import recruit
from tests.rules.tides_of_ichor.wizards import BOLT, bolt, of, purposes, wizard, wizards
from tests.stories import Story

BRACKETS = [(0, 10), (1, 10), (19, 10), (20, 20), (39, 20), (40, 40), (90, 40)]


def only(story: Story, kind: type) -> Any:
    (event,) = (event for event in story.events if isinstance(event, kind))
    return event


@pytest.mark.parametrize(("margin", "percent"), BRACKETS)
def test_the_three_brackets(margin: int, percent: int):
    """TI-IF-1, TI-MIS-1: under 20, 20 to under 40, 40 or more."""
    assert bracket(margin) == percent


@pytest.mark.parametrize(("margin", "percent"), BRACKETS[1:-1])
def test_force_by_the_margin(margin: int, percent: int):
    """TI-IF-1, TI-KEY-6: at or under the percent it skips the spell power roll."""
    assert purposes(bolt(wizards(), 20 + margin, percent, 5)) == [
        "casting", "force", "spell-damage",
    ]  # fmt: skip
    story = bolt(wizards(), 20 + margin, percent + 1, 1)
    assert purposes(story) == ["casting", "force", "spell-power"]
    force: ForceRolled = only(story, ForceRolled)
    assert (force.margin, force.bracket, force.percent) == (margin, percent, percent)


@pytest.mark.parametrize(("margin", "percent"), BRACKETS[:-1])
def test_a_miscast_by_the_margin(margin: int, percent: int):
    """TI-MIS-1, TI-KEY-6: of the number as it was held."""
    weak = wizard(wp=1)  # 40 + 20 - 1 = 59
    story = wizards(weak, recruit("Foe", zone=2))
    missed = bolt(story, 59 - margin, percent + 1)
    checked: MiscastChecked = only(missed, MiscastChecked)
    assert (checked.margin, checked.percent, checked.miscast) == (margin, percent, False)
    missed.then(TurnStarted(combatant="foe"))
    assert only(bolt(story, 59 - margin, percent, 3), MiscastChecked).miscast


def test_the_margin_is_from_the_number_as_held():
    """TI-IF-1, TI-MIS-1: 129 is held to 95, and an 80 fails by 15."""
    spell = {**BOLT, "level": 6}
    story = wizards(wizard(spells=[spell], wp=1, casting_bonus=-30), recruit("Foe", zone=2))
    story = bolt(story, 80, 11)
    assert (only(story, MiscastChecked).margin, only(story, MiscastChecked).bracket) == (15, 10)


@pytest.mark.parametrize(
    ("bonus", "percent", "dice"),
    [
        (5, 15, ["casting", "force", "spell-power"]),
        (-10, 0, ["casting", "spell-power"]),
        (-100, 0, ["casting", "spell-power"]),
        (100, 100, ["casting", "force", "spell-damage"]),
    ],
)
def test_a_bonus_to_force(bonus: int, percent: int, dice: list[str]):
    """TI-KEY-6: held to 0..100; a chance of nothing asks for no die."""
    story = wizards(wizard(force_bonus=bonus), recruit("Foe", zone=2))
    faces = {"casting": 21, "force": 16, "spell-power": 1, "spell-damage": 1}
    story = bolt(story, *(faces[die] for die in dice))
    assert only(story, ForceRolled).percent == percent
    assert purposes(story) == dice


@pytest.mark.parametrize(("bonus", "percent"), [(5, 15), (-10, 0), (100, 100)])
def test_a_bonus_to_the_chance_of_a_miscast(bonus: int, percent: int):
    """TI-KEY-6, TI-MIS-1."""
    story = wizards(wizard(miscast_bonus=bonus), recruit("Foe", zone=2))
    faces = {0: (1,), 15: (1, 15, 3), 100: (1, 100, 3)}[percent]
    assert only(bolt(story, *faces), MiscastChecked).percent == percent


# --- the roll on the table ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "level", "bonus", "face", "sides", "row"),
    [
        ("d6_plus_level", 1, 0, 1, 6, 2),
        ("d6_plus_level", 6, 0, 6, 6, 12),
        ("d6_plus_level", 2, 3, 4, 6, 9),
        ("d6_plus_level", 2, -9, 4, 6, 1),
        ("d6_plus_level", 2, 60, 4, 6, 30),
        ("d30", 2, 0, 13, 30, 13),
        ("d30", 2, 5, 28, 30, 30),
        ("d5_per_level", 1, 0, 5, 5, 5),
        ("d5_per_level", 6, 0, 30, 30, 30),
        ("d5_per_level", 4, -2, 20, 20, 18),
    ],
)
def test_which_row(option: str, level: int, bonus: int, face: int, sides: int, row: int):
    """TI-MIS-2: d6 + level + modifiers, held to 1..30; *option* `miscast_roll`."""
    sheet: Any = {"spells": [{**BOLT, "level": level}], "wp": 1, "miscast_roll_bonus": bonus}
    story = bolt(wizards(wizard(**sheet), recruit("Foe", zone=2), miscast_roll=option), 1, 10, face)
    rolled: MiscastRolled = only(story, MiscastRolled)
    assert (rolled.row, rolled.title) == (row, MISCASTS.row_for(row).title)
    assert story.dice[-1].sides == sides
    assert rolled.total == face + rolled.level + bonus
    assert rolled.level == (level if option == "d6_plus_level" else 0)


def test_what_a_row_does_is_an_entry_of_its_own():
    """TI-MIS-3: the cast ends with the row that came up; the turn waits for what it does."""
    story = bolt(wizards(), 1, 1, 8)
    story.then(TurnSpent(combatant="wizard"))
    story.never(SpellPowerRolled, TurnEnded)
    assert story.state.acting == "wizard"
    assert story.ruleset.automatic(story.state) == SufferMiscast(actor="wizard", row=8)
    assert story.ruleset.choices(story.state, "wizard") == ()
    assert story.ruleset.left(story.state) == {"action": 0}
    story = story.automatic()
    story.then(
        MiscastSuffered(caster="wizard", row=8, title="A splinter", alive=True),
        TurnEnded(combatant="wizard"), TurnStarted(combatant="foe"),
    )  # fmt: skip
    assert story.ruleset.automatic(story.state) is None


def test_the_spell_fails_unless_the_row_says_otherwise():
    """TI-MIS-3: it is in every row's mechanics but two; nothing of the spell happens."""
    says = [row.first for row in MISCASTS.rows if row.effects[0].describe() == "the spell fails"]
    assert says == [row for row in range(1, 31) if row not in (1, 5)]
    story = bolt(wizards(), 1, 1, 3).automatic()
    story.never(SpellPowerRolled)
    assert of(story).casts == ()


def test_the_table_has_thirty_rows_each_with_its_words():
    """TI-MIS-2: words and mechanics side by side, and what is ours."""
    described = MISCASTS.describe()
    assert described["sides"] == 30
    assert [row["first"] for row in described["rows"]] == list(range(1, 31))
    assert all(row["words"].endswith(".") and row["effects"] for row in described["rows"])
    assert len({row["title"] for row in described["rows"]}) == 30
    torch = "2 fire damage at the start of each turn, until the encounter's end"
    spreading = "2 fire damage and to all enemies within 1 zone at the start of each turn"
    assert described["rows"][18] == {
        "first": 19, "last": 19, "title": "Torch",
        "words": "The wizard is on fire, and the fire doesn't mean to go out.",
        "effects": [
            "the spell fails",
            f"{torch}. Lore Fire instead: {spreading}, until the encounter's end",
        ],
        "ours": "Each fire burns by itself.",
    }  # fmt: skip
