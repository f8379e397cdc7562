"""Every row of the two miscast tables (WF-MIS-1)."""

from collections.abc import Mapping
from typing import Any

import pytest

from app.engine.encounter import GAME_MASTER, Answer, Scene
from app.rules.wfrp4 import RULESET
from app.rules.wfrp4 import events as e
from app.rules.wfrp4.commands import Fortune, Move
from app.rules.wfrp4.events import CombatantDied, Disarmed, Pushed, RowHappened, WoundsLost
from app.rules.wfrp4.fate import pay
from app.rules.wfrp4.magic_commands import Cast, Channel
from app.rules.wfrp4.magic_events import Miscast, MiscastRolled
from app.rules.wfrp4.tables.miscasts import MAJOR, MINOR
from tests.rules.wfrp4.fights import (
    adjusted,
    every,
    fight,
    fighter,
    levels,
    only,
    recruit,
    round_over,
)
from tests.rules.wfrp4.wizards import SPELLS, WIZARD
from tests.stories import Story, given

BOLT = Cast(actor="mage", spell="bolt", target="foe")
FUMBLE = 77
WITCH: Mapping[str, Any] = {
    **WIZARD,
    "wounds": 20,
    "fate": 2,
    "spells": [{"name": name, "lore": "witchcraft"} for name in SPELLS],
}


def scene(sheet: Mapping[str, Any], mage: Mapping[str, Any]) -> Story:
    state = fight(
        recruit("Mage", "heroes", **{**sheet, "position": 0}),
        recruit("Foe", position=1), recruit("Friend", "heroes", position=4),
        recruit("Far", position=60),
    )  # fmt: skip
    return given(RULESET, adjusted(state, "mage", **mage) if mage else state)


def minor(face: int, *dice: int, **mage: Any) -> Story:
    """A minor miscast, by this face; what the row does takes these dice."""
    story = scene({**WIZARD, "wounds": 20}, mage).when(BOLT).rolling(FUMBLE, face)
    return happened(story, "miscast_minor", face, dice)


def major(face: int, *dice: int, **mage: Any) -> Story:
    """A major miscast."""
    story = scene(WITCH, mage).when(BOLT).rolling(FUMBLE, face)
    return happened(story, "miscast_major", face, dice)


def happened(story: Story, table: str, face: int, dice: tuple[int, ...]) -> Story:
    assert only(story, MiscastRolled).table == table
    after = story.automatic(*dice)
    row = only(after, RowHappened)
    assert row.table == table
    assert row.first <= face
    return after


def hinders(story: Story, who: str = "mage") -> dict[str, Any]:
    """What lasts on somebody: how long, in what."""
    return {i.name: (i.left, i.unit) for i in fighter(story, who).injuries}


def asked(story: Story) -> None:
    """Something is left to the game master, and nothing waits for it."""
    (question,) = story.state.questions
    assert question.to == GAME_MASTER
    assert not question.blocks


def test_the_tables_have_every_band():
    """WF-MIS-1."""
    for table in (MINOR, MAJOR):
        assert [row.first for row in table.rows] == list(range(1, 100, 5))
        assert all(row.effects for row in table.rows)


@pytest.mark.parametrize("face", [1, 6, 11, 51, 86])
def test_what_befalls_the_world_is_the_game_masters(face: int):
    """WF-MIS-minor-01, WF-MIS-minor-06, WF-MIS-minor-11, WF-MIS-minor-51, WF-MIS-minor-86."""
    asked(minor(face))


def test_minor_16():
    """WF-MIS-minor-16: Deafened till cleaned."""
    story = minor(16)
    assert levels(story, "mage") == {"deafened": 1}
    assert fighter(story, "mage").injuries[0].hinders.keeps == "deafened"
    assert fighter(story, "mage").injuries[0].until == "medical attention"


def test_minor_21():
    """WF-MIS-minor-21: glows for 1d10 rounds."""
    assert hinders(minor(25, 7)) == {"glowing": (7, "rounds")}


@pytest.mark.parametrize(("face", "points"), [(60, 0), (61, 1)])
def test_minor_26(face: int, points: int):
    """WF-MIS-minor-26: Average Willpower, or 1 Corruption."""
    assert fighter(minor(26, face), "mage").corruption == points


def test_minor_31():
    """WF-MIS-minor-31: Bleeding 1d10."""
    assert levels(minor(31, 6), "mage") == {"bleeding": 6}


def test_minor_36():
    """WF-MIS-minor-36: Prone."""
    assert levels(minor(40), "mage") == {"prone": 1}


def test_minor_41():
    """WF-MIS-minor-41: what it holds falls, and the game master says what else."""
    story = minor(41)
    assert only(story, Disarmed).weapon == "quarterstaff"
    asked(story)


def test_minor_46():
    """WF-MIS-minor-46: Entangled 1, by Strength 1d10 x 5."""
    (held,) = fighter(minor(46, 7), "mage").conditions
    assert (held.name, held.level, held.strength) == ("entangled", 1, 35)


def test_minor_56():
    """WF-MIS-minor-56: Fatigued for 1d10 hours."""
    story = minor(56, 4)
    assert levels(story, "mage") == {"fatigued": 1}
    assert hinders(story) == {"drained": (4, "hours")}


def test_minor_61():
    """WF-MIS-minor-61: Surprised, if engaged."""
    assert levels(minor(61, engaged=["foe"]), "mage") == {"surprised": 1}
    assert levels(minor(65), "mage") == {}


@pytest.mark.parametrize(("face", "level"), [(40, 1), (41, 2)])
def test_minor_66(face: int, level: int):
    """WF-MIS-minor-66: Blinded 1, and 1 more without Cool (+0)."""
    assert levels(minor(66, face), "mage") == {"blinded": level}


def test_minor_71():
    """WF-MIS-minor-71: Language -10 for 1d10 rounds; it shows in the next casting."""
    story = minor(71, 3)
    assert hinders(story) == {"knotted tongue": (3, "rounds")}
    again = given(RULESET, adjusted(story.state, "mage", action_left=True)).when(BOLT).rolling(51)
    assert not again.events[1].cast  # type: ignore[attr-defined]
    assert again.events[1].test.number.total == 50  # type: ignore[attr-defined]


@pytest.mark.parametrize(("face", "broken"), [(20, 0), (21, 1)])
def test_minor_76(face: int, broken: int):
    """WF-MIS-minor-76: Hard Cool, or Broken 1."""
    assert levels(minor(76, face), "mage").get("broken", 0) == broken


def test_minor_81():
    """WF-MIS-minor-81: 1 Corruption."""
    assert fighter(minor(81), "mage").corruption == 1


def test_minor_91():
    """WF-MIS-minor-91: two rolls more, 91 and over again."""
    story = minor(91, 95, 91, 36, 81)
    assert [m.trouble.kind for m in every(story, Miscast)] == ["minor miscast"] * 2
    assert [m.face for m in every(story, MiscastRolled)] == [36, 81]


def test_minor_96():
    """WF-MIS-minor-96: a roll on the table of major miscasts."""
    story = minor(96, 28)
    assert only(story, MiscastRolled).table == "miscast_major"
    assert levels(story.automatic(), "mage") == {"ablaze": 1}


# --- major ----------------------------------------------------------------------------------------


def test_major_01():
    """WF-MIS-major-01: all within WP yards: Average Cool, or 1 Corruption."""
    story = major(1, 61, 50, 51)
    assert [t.combatant for t in every(story, e.SkillTested)] == ["mage", "foe", "friend"]
    assert {c.id: c.corruption for c in story.state.combatants.values()} == {
        "mage": 1, "foe": 0, "friend": 1, "far": 0,
    }  # fmt: skip


def test_major_06():
    """WF-MIS-major-06: Blinded, which can't go for 1d10 hours."""
    story = major(6, 3)
    assert levels(story, "mage") == {"blinded": 1}
    assert hinders(story) == {"burnt eyes": (3, "hours")}


@pytest.mark.parametrize(("face", "stunned"), [(50, 0), (51, 1)])
def test_major_11(face: int, stunned: int):
    """WF-MIS-major-11: 1d10 Wounds whatever stops them; Average Endurance or Stunned."""
    story = major(11, 6, face)
    assert fighter(story, "mage").wounds == 14
    assert levels(story, "mage").get("stunned", 0) == stunned


def test_major_16():
    """WF-MIS-major-16: withered plants."""
    asked(major(16))


def test_major_56():
    """WF-MIS-major-56: 1d10 Fortune more, each point of which is 1 Corruption as it is spent."""
    story = major(56, 7)
    assert fighter(story, "mage").fortune == 2 + 7
    scene = Scene(story.state, RULESET.evolve)
    pay(scene, Fortune(actor="mage", use="act"))
    assert scene.state.combatants["mage"].corruption == 1


def test_major_21():
    """WF-MIS-major-21: Fatigued till cleaned."""
    story = major(21)
    assert levels(story, "mage") == {"fatigued": 1}
    assert hinders(story) == {"foulness": (None, "rounds")}


def test_major_26():
    """WF-MIS-major-26: Ablaze."""
    assert levels(major(30), "mage") == {"ablaze": 1}


def test_major_31():
    """WF-MIS-major-31: no speech and no casting for 1d10 rounds."""
    story = major(31, 5)
    assert hinders(story) == {"strange tongues": (5, "rounds")}
    mute = given(RULESET, adjusted(story.state, "mage", action_left=True))
    mute.when(BOLT).refused("silenced")
    mute.when(Channel(actor="mage", spell="bolt")).refused("silenced")


def test_major_36():
    """WF-MIS-major-36: a swarm for 1d10 rounds."""
    story = major(36, 4)
    assert hinders(story) == {"swarmed": (4, "rounds")}
    asked(story)


def test_major_41():
    """WF-MIS-major-41: thrown 1d10 yards, 1d10 Wounds that no armour stops, Prone."""
    story = major(41, 6, 8)
    assert only(story, Pushed).position == -6
    assert only(story, WoundsLost).wounds == 8 - 3
    assert levels(story, "mage") == {"prone": 1}


def test_major_46():
    """WF-MIS-major-46: a random limb is useless for 1d10 hours."""
    story = major(46, 1, 9)
    (numb,) = [i for i in fighter(story, "mage").injuries if i.name == "numb"]
    assert (numb.location, numb.hinders.useless, numb.left) == ("left arm", True, 9)


def test_major_51():
    """WF-MIS-major-51: Channelling -20 for 1d10 hours."""
    story = major(51, 2)
    ready = given(RULESET, adjusted(story.state, "mage", action_left=True))
    channelled = ready.when(Channel(actor="mage", spell="bolt")).rolling(41)
    assert channelled.events[1].test.number.total == 30  # type: ignore[attr-defined]


def test_major_61():
    """WF-MIS-major-61: adrift: no Move."""
    story = major(61, 10)
    assert hinders(story) == {"adrift": (10, "minutes")}
    later = round_over(story)
    later.when(Move(actor="mage", to=3)).refused("nothing-left")


def test_major_66():
    """WF-MIS-major-66: Stunned for 1d10 rounds."""
    story = major(66, 3)
    assert levels(story, "mage") == {"stunned": 1}
    assert fighter(story, "mage").keeps("stunned")


def test_major_71():
    """WF-MIS-major-71: all within 1d10 yards: Average Athletics, or Prone."""
    story = major(71, 3, 51, 50)
    assert levels(story, "mage") == {"prone": 1}
    assert levels(story, "foe") == {}
    assert levels(story, "friend") == {}


def test_major_76():
    """WF-MIS-major-76: the price of betrayal is the game master's."""
    story = major(76, fortune=0, fate=2)
    asked(story)
    (question,) = story.state.questions
    full = story.when(Answer(question=question.id, choice="betrays")).rolling()
    assert fighter(full, "mage").fortune == 2
    more = story.when(Answer(question=question.id, choice="costs a Fate")).rolling()
    assert fighter(more, "mage").fate == 3


def test_major_81():
    """WF-MIS-major-81: Corruption, Prone and Fatigued."""
    story = major(81)
    assert fighter(story, "mage").corruption == 1
    assert levels(story, "mage") == {"prone": 1, "fatigued": 1}


def test_major_86():
    """WF-MIS-major-86: a stench for 1d10 hours."""
    story = major(86, 2)
    assert hinders(story) == {"stench": (2, "hours")}
    asked(story)


def test_major_91():
    """WF-MIS-major-91: no magic for 1d10 minutes."""
    story = major(91, 8)
    assert hinders(story) == {"cut off": (8, "minutes")}
    given(RULESET, adjusted(story.state, "mage", action_left=True)).when(BOLT).refused("silenced")


def test_major_96():
    """WF-MIS-major-96: all others within WPB yards 1d10 Wounds and Prone; or the caster dies."""
    story = major(96, 5, 2)
    assert {lost.combatant: lost.wounds for lost in every(story, WoundsLost)} == {
        "foe": 5, "friend": 2,
    }  # fmt: skip
    assert levels(story, "foe") == {"prone": 1}
    alone = major(96, position=-40)
    assert only(alone, CombatantDied).combatant == "mage"


def test_the_dead_suffer_no_more():
    """WF-MIS-1: a row on who has died meanwhile."""
    story = scene({**WIZARD, "wounds": 20}, {}).when(BOLT).rolling(FUMBLE, 31)
    dead = given(RULESET, adjusted(story.state, "mage", dead=True)).automatic()
    assert levels(dead, "mage") == {}


def test_a_table_of_ones_own():
    """WF-MIS-1: by option, validated as a whole."""
    rows = [
        {"first": 1, "last": 100, "title": "Frogs", "effects": [{"kind": "corrupt", "points": 2}]}
    ]
    state = fight(
        recruit("Mage", "heroes", **WIZARD), recruit("Foe"), tables={"miscast_minor": rows}
    )
    story = given(RULESET, state).when(BOLT).rolling(FUMBLE, 50).automatic()
    assert only(story, RowHappened).title == "Frogs"
    assert fighter(story, "mage").corruption == 2
    with pytest.raises(Exception, match="100"):
        fight(recruit("Mage"), recruit("Foe"), tables={"miscast_major": [{**rows[0], "last": 99}]})
