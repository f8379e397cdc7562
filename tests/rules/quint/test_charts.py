"""The gate, every row of the three charts, and a game's own (QU-GRI-1, QU-GRI-2)."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from app.engine.encounter import Pass
from app.rules.quint import RULESET
from app.rules.quint.charts import DEFAULT
from app.rules.quint.commands import Attack
from app.rules.quint.events import (
    CombatantDied,
    DamageRolled,
    GateRolled,
    InjuryRolled,
    PointsLost,
    WeaponDropped,
)
from app.rules.quint.numbers import speed
from app.rules.quint.state import Fighter
from tests.rules.quint.fights import (
    CODEC,
    done,
    duel,
    every,
    fighter,
    names,
    only,
    opened,
    settled,
)
from tests.stories import Story, given

STRIKE = Attack(actor="hero", target="foe")
ARMS = {"slashing": "long sword", "piercing": "spear", "crushing": "mace"}
DAMAGE = 9  # 6 + 4 - 1, a chance of 20%


def injured(chart: str, face: int, *more: int, foe: Any = None, **options: Any) -> Story:
    """Foe, struck for 9 with a weapon of a type, and the roll on its chart."""
    sheet = {"damage_points": 40, "protection": 1, **(foe or {})}
    story = duel(sheet, weapons=[{"name": ARMS[chart]}], options=options)
    return story.when(STRIKE).rolling(1, 99, 6, 19, face, *more)


def test_what_comes_with_every_row():
    """QU-GRI-1: the charts as they are printed, of which the tests of rows below are true."""
    for chart in ARMS:
        assert [row["last"] for row in RULESET.tables[chart].describe()["rows"]] == [
            12, 22, 32, 42, 52, 62, 71, 79, 86, 92, 96, 99, 100,
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("rolled", "actual", "chance"),
    [
        (3, 3, 0), (4, 4, 10), (6, 6, 10), (7, 7, 20), (9, 9, 20), (10, 10, 35), (12, 12, 35),
        (13, 13, 50), (15, 15, 50), (16, 16, 65), (18, 18, 65), (19, 19, 80), (40, 40, 80),
    ],
)  # fmt: skip
@pytest.mark.parametrize("under", [True, False])
def test_the_gate_by_actual_damage(rolled: int, actual: int, chance: int, under: bool):
    """QU-GRI-1: strictly under the chance; none, and no die, for 3 or less."""
    arms = [{"name": "Arm", "type": "crushing", "damage_base": rolled - 1}]
    story = duel({"damage_points": 100, "protection": 0}, weapons=arms).when(STRIKE)
    if not chance:
        story = story.rolling(1, 99, 1)
        assert not every(story, GateRolled)
        assert only(story, DamageRolled).chance == 0
        return
    story = story.rolling(1, 99, 1, *((chance - 1, 1) if under else (chance,)))
    gate = only(story, GateRolled)
    assert (gate.actual, gate.chance, gate.grievous) == (actual, chance, under)
    assert bool(every(story, InjuryRolled)) == under


@pytest.mark.parametrize(
    ("actual", "chance"),
    [(19, 0), (20, 10), (34, 10), (35, 25), (49, 25), (50, 50), (74, 50), (75, 80)],
)
def test_by_option_the_gate_goes_by_the_share_of_all_points(actual: int, chance: int):
    """QU-GRI-1: `gate_by_max_points`, of 100 Damage Points, whatever is left of them."""
    arms = [{"name": "Arm", "type": "crushing", "damage_base": actual - 1}]
    story = duel(
        {"damage_points": 100, "protection": 0}, weapons=arms,
        options={"gate_by_max_points": True},
    ).when(STRIKE)  # fmt: skip
    story = story.rolling(1, 99, 1, *([100] if chance else []))
    assert only(story, DamageRolled).chance == chance


@pytest.mark.parametrize(("actual", "number"), [(9, 41), (10, 43), (19, 61), (60, 100)])
def test_by_option_heavy_damage_shifts_the_chart(actual: int, number: int):
    """QU-GRI-1: `severity_shift`, + (damage - 9) x 2 from 10 on, at most 100."""
    arms = [{"name": "Arm", "type": "crushing", "damage_base": actual - 1}]
    story = duel(
        {"damage_points": 1000, "protection": 0}, weapons=arms, options={"severity_shift": True}
    ).when(STRIKE)  # fmt: skip
    story = story.rolling(1, 99, 1, 1, 41)
    rolled = only(story, InjuryRolled)
    assert (rolled.face, rolled.number) == (41, number)
    assert rolled.injury == DEFAULT["crushing"].row_for(number).title


def test_no_gate_for_the_dead_but_for_the_unconscious():
    """QU-GRI-1, QU-DOWN-2."""
    down = duel({"damage_points": 5, "protection": 0}).when(STRIKE).rolling(1, 99, 6, 100)
    assert (only(down, GateRolled).actual, fighter(down, "foe").status) == (10, "down")
    dead = duel({"damage_points": 1, "protection": 0}, weapons=[{"name": "maul"}]).when(STRIKE)
    assert not every(dead.rolling(1, 99, 10), GateRolled)


def test_pulled_blows_do_no_grievous_injury():
    """QU-GRI-1: `grievous: false` on the action."""
    story = duel({"protection": 0}).when(Attack(actor="hero", target="foe", grievous=False))
    assert not every(story.rolling(1, 99, 10), GateRolled)


# --- a row a test ---------------------------------------------------------------------------------


def bears(bearer: Fighter) -> Iterator[tuple[Any, ...]]:
    """Each condition in short: name, what it bleeds, what it adds, its end."""
    for one in bearer.conditions:
        changes = tuple((m.to, m.by) for m in one.condition.modifiers)
        yield one.name, one.condition.damage, changes, one.until, one.condition.treatable


def bleeds(points: int) -> tuple[Any, ...]:
    return ("bleeding", points, (), None, False)


def bleeds_within(points: int) -> tuple[Any, ...]:
    return ("internal bleeding", points, (), None, True)


def stunned(until: int) -> tuple[Any, ...]:
    return ("stunned", 0, (), until, False)


def knocked_out(until: int) -> tuple[Any, ...]:
    return ("unconscious", 0, (), until, False)


def hindered(*changes: tuple[str, int], until: int | None = None, treatable: bool = False) -> Any:
    return ("hindered", 0, changes, until, treatable)


SLOW = ("slow", 0, (), None, True)
MUTE = ("mute", 0, (), None, True)
PRONE = ("prone", 0, (("defense", -20), ("foes_to_hit", 20)), None, False)
NO_LEG = ("leg useless", 0, (), None, True)
WEAPON_ARM = ("weapon arm useless", 0, (), None, True)
OFF_ARM = ("off arm useless", 0, (), None, True)
NO_EYE = ("eye lost", 0, (("ranged_to_hit", -15),), None, False)
LODGED = ("missile lodged", 0, (("to_hit", -10),), None, False)
GONE = {"weapon": ("weapon arm useless", 0, (), None, False),
        "off": ("off arm useless", 0, (), None, False),
        "leg": ("leg useless", 0, (), None, False)}  # fmt: skip

# In quint 1 foe's turn is yet to come, so that n quints end with quint n.
ROWS = [
    # chart, faces of the band, more dice, injury, extra, conditions, dropped
    ("slashing", (1, 12), (), "shallow gash", 1, [bleeds(1)], False),
    ("slashing", (13, 22), (), "forearm cut", 1, [hindered(("to_hit", -10))], False),
    ("slashing", (23, 32), (), "brow cut", 1,
     [bleeds(1), hindered(("to_hit", -20), until=3)], False),
    ("slashing", (33, 42), (), "thigh slash", 2, [bleeds(1), SLOW], False),
    ("slashing", (43, 52), (), "hand laid open", 2, [bleeds(1)], True),
    ("slashing", (53, 62), (), "flank opened", 3, [bleeds(2)], False),
    ("slashing", (63, 71), (), "hamstring", 2, [PRONE, NO_LEG], False),
    ("slashing", (73, 79), (), "arm muscle severed", 3, [bleeds(1), WEAPON_ARM], True),
    ("slashing", (72, 78), (), "arm muscle severed", 3, [bleeds(1), OFF_ARM], True),
    ("slashing", (80, 86), (), "belly opened", 4, [bleeds(3), stunned(1)], False),
    ("slashing", (87, 92), (25,), "face slashed", 3, [bleeds(2), stunned(2), NO_EYE], False),
    ("slashing", (87, 92), (26,), "face slashed", 3, [bleeds(2), stunned(2)], False),
    ("slashing", (93, 96), (1,), "limb severed", 6,
     [bleeds(4), stunned(2), GONE["weapon"]], True),
    ("slashing", (93, 96), (2,), "limb severed", 6, [bleeds(4), stunned(2), GONE["off"]], False),
    ("slashing", (93, 96), (3,), "limb severed", 6,
     [bleeds(4), stunned(2), GONE["leg"], PRONE], False),
    ("slashing", (93, 96), (4,), "limb severed", 6,
     [bleeds(4), stunned(2), GONE["leg"], PRONE], False),
    ("slashing", (97, 99), (), "throat cut", 6, [bleeds(5), MUTE], False),
    ("piercing", (1, 12), (), "puncture", 1, [bleeds(1)], False),
    ("piercing", (13, 22), (), "pinned muscle", 1, [hindered(("to_hit", -10), until=3)], False),
    ("piercing", (23, 32), (), "pierced hand", 1, [], True),
    ("piercing", (33, 42), (), "thigh puncture", 2, [bleeds(1), SLOW], False),
    ("piercing", (43, 52), (), "shoulder pierced", 2,
     [("off arm useless", 0, (), 5, False)], False),
    ("piercing", (53, 62), (), "point lodged", 2, [bleeds(1), LODGED], False),
    ("piercing", (63, 71), (), "side pierced", 3, [bleeds(2)], False),
    ("piercing", (72, 79), (), "knee or groin", 3, [stunned(1), PRONE], False),
    ("piercing", (80, 86), (), "gut pierced", 4, [bleeds(2), stunned(2)], False),
    ("piercing", (87, 92), (), "lung pierced", 5,
     [bleeds_within(3), MUTE, hindered(("to_hit", -20), treatable=True)], False),
    ("piercing", (93, 96), (), "eye pierced", 4, [stunned(3), NO_EYE], False),
    ("piercing", (97, 99), (), "artery", 5, [bleeds(6)], False),
    ("crushing", (1, 12), (), "heavy bruise", 1, [], False),
    ("crushing", (13, 22), (), "winded", 1, [stunned(1)], False),
    ("crushing", (23, 32), (), "hand struck", 1, [], True),
    ("crushing", (33, 42), (), "shaken", 1,
     [hindered(("to_hit", -20), ("defense", -20), until=2)], False),
    ("crushing", (43, 52), (), "bowled over", 2, [PRONE], False),
    ("crushing", (53, 62), (), "cracked ribs", 3,
     [hindered(("to_hit", -10), ("defense", -10), treatable=True)], False),
    ("crushing", (63, 71), (), "arm broken", 3, [WEAPON_ARM], True),
    ("crushing", (64, 70), (), "arm broken", 3, [OFF_ARM], True),
    ("crushing", (72, 79), (), "knee broken", 3, [NO_LEG, PRONE], False),
    ("crushing", (80, 86), (), "head blow", 3, [stunned(3)], False),
    ("crushing", (87, 92), (), "ribs driven in", 4, [bleeds_within(2), stunned(2)], False),
    ("crushing", (93, 96), (7,), "knocked out", 4, [knocked_out(7)], False),
    ("crushing", (97, 99), (10,), "skull fractured", 8, [bleeds_within(1), knocked_out(10)], False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("chart", "faces", "more", "injury", "extra", "conditions", "dropped"),
    ROWS,
    ids=[f"{chart} {injury} {more}" for chart, _, more, injury, *_ in ROWS],
)
@pytest.mark.parametrize("which", [0, 1])
def test_a_row(
    chart: str,
    faces: tuple[int, int],
    more: tuple[int, ...],
    injury: str,
    extra: int,
    conditions: list[Any],
    dropped: bool,
    which: int,
):
    """QU-GRI-1, QU-GRI-2: what each row does, from its first face to its last."""
    story = injured(chart, faces[which], *more)
    rolled = only(story, InjuryRolled)
    assert (rolled.chart, rolled.face, rolled.injury) == (chart, faces[which], injury)
    struck, added = every(story, PointsLost)
    assert (struck.points, struck.harm) == (DAMAGE, "blow")
    assert (added.points, added.harm, added.what, added.by) == (extra, "injury", injury, "hero")
    foe = fighter(story, "foe")
    assert foe.points == 40 - DAMAGE - extra
    assert list(bears(foe)) == conditions
    assert all(one.by == "hero" for one in foe.conditions)
    assert all(one.condition.cause == injury for one in foe.conditions)
    assert foe.dropped == (("long sword",) if dropped else ())
    assert bool(every(story, WeaponDropped)) == dropped


@pytest.mark.parametrize(
    ("chart", "injury"),
    [("slashing", "killing cut"), ("piercing", "heart or brain"), ("crushing", "skull crushed")],
)
def test_the_last_row_kills(chart: str, injury: str):
    """QU-GRI-2: Damage Points go to -10."""
    story = injured(chart, 100)
    died = only(story, CombatantDied)
    assert (died.harm, died.what, died.by, died.at_once) == ("injury", injury, "hero", True)
    assert (fighter(story, "foe").points, fighter(story, "foe").status) == (-10, "dead")


@pytest.mark.parametrize("chart", list(ARMS))
def test_who_has_no_such_organ_is_hurt_instead(chart: str):
    """QU-GRI-2: `no_bleed` makes death 10 extra damage, and nothing bleeds."""
    undead = {"no_bleed": True}
    assert fighter(injured(chart, 100, foe=undead), "foe").points == 40 - DAMAGE - 10
    gash = injured(chart, 12, foe=undead)
    assert names(gash, "foe") == []
    assert fighter(gash, "foe").points == 40 - DAMAGE - 1


def test_extra_damage_that_kills_ends_it():
    """QU-GRI-2: the dead get no conditions."""
    story = injured("slashing", 97, foe={"damage_points": 5})
    assert (only(story, CombatantDied).what, names(story, "foe")) == ("throat cut", [])


# --- what the effects mean ------------------------------------------------------------------------


def after(chart: str, face: int, *more: int) -> Story:
    """Hero attacks foe again, in the second quint."""
    state = settled(injured(chart, face, *more).state)
    while state.acting != "hero":
        state = settled(done(state, Pass(actor=str(state.acting))))
    return given(RULESET, state).when(STRIKE)


def test_the_prone_are_hit_more_easily_and_defend_worse():
    """QU-GRI-2: +20 and -20."""
    story = after("crushing", 43).rolling(75, 4)
    hit, defense = story.events[0], story.events[1]
    assert (hit.number.total, hit.hit) == (75, True)  # type: ignore[attr-defined]
    assert (defense.number.total, defense.defended) == (5, True)  # type: ignore[attr-defined]


def test_the_stunned_defend_at_half():
    """QU-GRI-2: rounded down, after everything else."""
    story = after("crushing", 80).rolling(1, 11)
    assert [(line.name, line.value) for line in story.events[1].number.lines] == [  # type: ignore[attr-defined]
        ("defense", 25), ("stunned", -13),
    ]  # fmt: skip
    assert story.events[1].number.total == 12  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("chart", "face", "rating"),
    [("slashing", 33, 3), ("slashing", 63, 0), ("crushing", 72, 0), ("crushing", 1, 6)],
)
def test_slow_halves_and_a_leg_quarters_the_speed(chart: str, face: int, rating: int):
    """QU-GRI-2, QU-RET-2: who lies on the ground doesn't run at all."""
    assert speed(fighter(injured(chart, face), "foe")) == rating


def test_a_leg_leaves_a_quarter_of_the_speed():
    """QU-GRI-2."""
    story = injured("slashing", 63, foe={"speed": 14})
    state = settled(done(story.state, RULESET.action_types["rise"](actor="foe")))
    assert speed(state.combatants["foe"]) == 3


# --- a game's own charts --------------------------------------------------------------------------

MILD = [
    {"first": 1, "last": 50, "title": "scratch", "effects": [{"effect": "extra", "points": 2}]},
    {"first": 51, "last": 100, "title": "reeling", "effects": [
        {"effect": "stun", "quints": 2},
        {"effect": "hinder", "defense": -5, "lasts": "treated"},
    ]},
]  # fmt: skip


def test_a_game_may_bring_its_own_charts():
    """QU-GRI-1: what it doesn't bring stays as it ships."""
    gate = [{"first": 0, "last": 8, "chance": 0}, {"first": 9, "last": None, "chance": 20}]
    own = {"slashing": MILD, "gate": gate}
    story = injured("slashing", 50, grievous_charts=own)
    assert (only(story, InjuryRolled).injury, fighter(story, "foe").points) == ("scratch", 29)
    story = injured("slashing", 51, grievous_charts=own)
    assert names(story, "foe") == ["stunned", "hindered"]
    assert only(injured("crushing", 1, grievous_charts=own), InjuryRolled).injury == "heavy bruise"
    small = duel({"protection": 2}, options={"grievous_charts": own}).when(STRIKE)
    assert not every(small.rolling(1, 99, 6), GateRolled)


@pytest.mark.parametrize(
    ("charts", "says"),
    [
        ({"slashing": MILD[:1]}, "nothing covers 51-100"),
        ({"slashing": MILD[1:]}, "1 is the next number to cover"),
        ({"slashing": [MILD[0], {**MILD[1], "first": 50}]}, "51 is the next number to cover"),
        ({"slashing": [MILD[0], {**MILD[1], "first": 52}]}, "51 is the next number to cover"),
        ({"slashing": []}, "at least 1 item"),
        ({"slashing": [{"first": 1, "last": 101, "title": "x"}]}, "less than or equal to 100"),
        ({"slashing": [{"first": 1, "last": 100, "title": "x", "effects": [{"effect": "moon"}]}]},
         "'moon'"),
        ({"slashing": [{"first": 1, "last": 100, "title": "x",
                        "effects": [{"effect": "bleed", "points": 1, "often": 2}]}]}, "often"),
        ({"slashing": [{"first": 1, "last": 100, "title": "x",
                        "effects": [{"effect": "knock_out", "quints": "1z4"}]}]}, "1z4"),
        ({"bludgeoning": MILD}, "bludgeoning"),
        ({"gate": [{"first": 1, "last": None, "chance": 5}]}, "0 is next"),
        ({"gate": [{"first": 0, "last": 5, "chance": 5}]}, "nothing covers 6"),
        ({"gate": [{"first": 0, "last": None, "chance": 5}, {"first": 6, "last": 7, "chance": 1}]},
         "everything is covered"),
        ({"gate": [{"first": 0, "last": 5, "chance": 5}, {"first": 5, "last": None, "chance": 1}]},
         "6 is next"),
        ({"gate": [{"first": 0, "last": None, "chance": 101}]}, "less than or equal to 100"),
        ({"gate": []}, "nothing covers 0"),
    ],
)  # fmt: skip
def test_a_chart_that_cannot_be_is_refused(charts: Any, says: str):
    """QU-GRI-1: bands cover the die without gap or overlap; effects are known."""
    with pytest.raises(ValidationError, match=says):
        CODEC.complete_options({"grievous_charts": charts})


def test_options_complete_themselves_with_the_charts_that_ship():
    """QU-GRI-1: what is stored stays small."""
    assert CODEC.complete_options({})["grievous_charts"] is None
    own = CODEC.complete_options({"grievous_charts": {"slashing": MILD}})["grievous_charts"]
    assert [row["title"] for row in own["slashing"]] == ["scratch", "reeling"]
    state = opened({"grievous_charts": {"slashing": MILD}})
    assert CODEC.load_state(CODEC.dump_state(state)) == state


def test_every_effect_says_itself():
    """QU-GRI-2: in the tables that are served."""
    said = {
        effect
        for chart in ARMS
        for row in RULESET.tables[chart].describe()["rows"]
        for effect in row["effects"]
    }
    assert {
        "1 extra damage",
        "bleeds 2 at the end of each quint, until staunched",
        "bleeds 3 at the end of each quint, until a healer or magic stops it",
        "stunned for 1 quint",
        "stunned for 3 quints",
        "-20 to hit and -20 Defense for 2 quints",
        "-10 to hit to the end of the fight",
        "-20 to hit until treated",
        "drops its weapon",
        "knocked down",
        "arm useless until treated (odd: the weapon arm, even: the off arm)",
        "off arm useless for 5 quints",
        "leg useless until treated (Speed Rating a quarter, and knocked down)",
        "Speed Rating halved until treated",
        "unconscious for 1d10 quints",
        "mute until treated: no spells",
        "25%: an eye lost (-15 to hit from a distance)",
        "an eye lost (-15 to hit from a distance)",
        "a limb severed (d4: 1 weapon arm, 2 off arm, 3-4 leg and knocked down)",
        "-10 to hit until the point is pulled out, which does 1d4",
        "dead",
    } <= said
