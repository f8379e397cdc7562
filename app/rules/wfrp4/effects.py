"""What rows of the tables do: a closed set of effects, each of which says itself (WF-WND-1).

Shapes alone: `consequences.py` lets them happen. A row of a table is an engine `Row` whose
`effects` are of these; a game may send rows of its own by the option `tables`, so every effect is
also JSON, told apart by `kind`:

    {"first": 31, "last": 35, "title": "Rattled", "effects": [
        {"kind": "wounds", "wounds": "2"},
        {"kind": "test", "skill": "endurance", "difficulty": "average",
         "failed": [{"kind": "gain", "condition": "stunned"}]}]}

An `Amount` is a number, dice, or both, with bonuses of the one it befalls: `2`, `1d10`, `1d10-TB`
(`amounts.py` rolls it).
To add an effect: a dataclass with a `kind` and `describe` here, its place in `Simple` (what a test
or an answer may bring) or `Effect`, and a case in `consequences.py`. What lasts is one effect,
`Lasting`, whose `Hindrance` is a flat list of what a body can't do; add a field there rather than
an effect of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, StringConstraints

from app.rules.wfrp4.fields import STRICT, Change, ConditionName, Difficulty, Level, Name, Points
from app.rules.wfrp4.tables.skills import TESTED

Amount = Annotated[
    str,
    StringConstraints(
        max_length=50,
        pattern=r"^(\d{1,3}|\d?d[1-9]\d{0,2})([+-](\d{1,3}|\d?d[1-9]\d{0,2}|SB|TB|WPB|SIN))*$",
    ),
]
Care = Literal["medical attention", "surgery", "prayer"]
Unit = Literal["rounds", "turns", "minutes", "hours", "days"]
Degree = Literal["minor", "major"]
Part = Literal["finger", "hand", "arm", "toe", "foot", "leg", "ear", "eye", "nose", "teeth",
               "tongue"]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Hindrance:
    """What an injury does to its bearer while it lasts; what isn't named isn't hindered.

    `penalty` falls on tests of `to`: `all`, a characteristic (`ag`), a skill (`language`), a kind
    (`physical`, `movement`, `sight`, `hearing`), `part` (what is done with the injured limb), or
    `action` (all in the next turn of one's own).
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    penalty: Annotated[Change, Field(title="Modifier", description="Of the tests in `to`.")] = 0
    to: Annotated[tuple[Name, ...], Field(title="To", max_length=10)] = ()
    useless: Annotated[bool, Field(title="Useless", description="The limb.")] = False
    half_move: Annotated[bool, Field(title="Half movement")] = False
    no_dodge: Annotated[bool, Field(title="No Dodge")] = False
    no_two_handed: Annotated[bool, Field(title="No two-handed weapons")] = False
    no_move: Annotated[bool, Field(title="No Move", description="In one's turn.")] = False
    no_action: Annotated[bool, Field(title="No Action", description="In one's turn.")] = False
    acts_last: Annotated[bool, Field(title="Acts last", description="In the round.")] = False
    keeps: Annotated[
        ConditionName | None, Field(title="Keeps", description="A condition that can't go.")
    ] = None
    keeps_while: Annotated[
        ConditionName | None, Field(title="Keeps while", description="As long as there is this.")
    ] = None
    reopens: Annotated[
        Points, Field(title="Reopens", description="Bleeding with each later hit there.")
    ] = 0
    relapse: Annotated[
        Difficulty | None,
        Field(title="Relapse", description="Of Endurance, or Unconscious, by a critical there."),
    ] = None
    slips: Annotated[
        Difficulty | None,
        Field(title="Slips", description="Of Dexterity while Bleeding, or it drops what it uses."),
    ] = None
    crumbles: Annotated[
        Points, Field(title="Crumbles", description="Fingers it still loses, one a round.")
    ] = 0
    holds: Annotated[Points, Field(title="Holds", description="Wounds that can't heal.")] = 0
    silent: Annotated[
        bool, Field(title="Silent", description="No casting, channelling or praying.")
    ] = False
    no_magic: Annotated[bool, Field(title="No magic")] = False
    no_prayer: Annotated[bool, Field(title="No prayer")] = False
    must_pray: Annotated[
        bool, Field(title="Must pray", description="With each Action of its own.")
    ] = False
    no_sl: Annotated[
        bool, Field(title="No SL", description="Successes of the tests in `to` are of +0 SL.")
    ] = False
    tainted: Annotated[
        bool, Field(title="Tainted", description="Each Fortune spent is 1 Corruption.")
    ] = False
    forsaken: Annotated[bool, Field(title="Forsaken", description="Prayers do nothing for it.")] = (
        False
    )

    def describe(self) -> str:
        """All of it, in English."""
        told = [
            f.name.replace("_", " ")
            for f in fields(self)
            if getattr(self, f.name) is True  # what just is so
        ]
        if self.penalty:
            told.insert(0, f"{self.penalty:+} to tests ({', '.join(self.to)})")
        if self.keeps:
            while_ = f" while {self.keeps_while}" if self.keeps_while else ""
            told.append(f"stays {self.keeps}{while_}")
        if self.reopens:
            told.append(f"Bleeding {self.reopens} with each later hit there")
        if self.relapse:
            told.append(f"a later critical there: Endurance ({self.relapse}) or Unconscious")
        if self.slips:
            told.append(f"while Bleeding, Dexterity ({self.slips}) to use what it holds or drop it")
        if self.holds:
            told.append(f"{self.holds} Wounds can't heal")
        if self.crumbles:
            told.append("another finger at each end of a round, at last the hand")
        return ", ".join(told)


UNHINDERED = Hindrance()


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseWounds:
    """Wounds that no armour and no toughness stops; they make no critical."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["wounds"] = "wounds"
    wounds: Annotated[Amount, Field(title="Wounds", examples=["2", "1d10"])]

    def describe(self) -> str:
        return f"{self.wounds} Wounds"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """Levels of a condition. `strength`: of what entangles."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["gain"] = "gain"
    condition: Annotated[ConditionName, Field(title="Condition")]
    level: Annotated[Amount, Field(title="Levels", examples=["1", "1d10"])] = "1"
    strength: Annotated[Amount | None, Field(title="Strength")] = None
    strength_times: Annotated[Level, Field(title="Strength times")] = 1
    rounds: Annotated[Amount | None, Field(title="Rounds", description="It lasts.")] = None

    def describe(self) -> str:
        many = "" if self.level == "1" else f" {self.level}"
        rounds = f" for {self.rounds} rounds" if self.rounds else ""
        times = f" x {self.strength_times}" if self.strength_times > 1 else ""
        by = f" by Strength {self.strength}{times}" if self.strength else ""
        return f"{self.condition.capitalize()}{many}{by}{rounds}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """What the struck arm holds falls to the ground."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["drop"] = "drop"

    def describe(self) -> str:
        return "drops what the arm holds"


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomLimb:
    """What follows in the row befalls a limb at random."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["random_limb"] = "random_limb"
    of: Annotated[Literal["arm", "leg", "limb"], Field(title="Of")] = "limb"

    def describe(self) -> str:
        return f"at random, a {self.of}" if self.of != "arm" else "at random, an arm"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lasting:
    """Something that stays on the state: for a time, until somebody has seen to it, or for good.

    Rounds are ends of rounds, turns those of its bearer that are to come; what is longer outlasts
    the fight. `heal`: SL of an extended Heal test that ends it, where care does.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["lasting"] = "lasting"
    name: Annotated[Name, Field(title="Name", examples=["winded"])]
    hinders: Annotated[Hindrance, Field(title="Hinders")] = UNHINDERED
    lasts: Annotated[
        Amount | None, Field(title="Lasts", description="In units; none: no such end.")
    ] = None
    unit: Annotated[Unit, Field(title="Unit")] = "rounds"
    until: Annotated[Care | None, Field(title="Until")] = None
    heal: Annotated[Level, Field(title="SL to heal")] = 1
    note: Annotated[str, Field(title="Note", max_length=200, description="Beyond the fight.")] = ""
    twice: Annotated[
        ConditionName | None, Field(title="Twice", description="It is this for good, instead.")
    ] = None

    def describe(self) -> str:
        ends = [] if self.lasts is None else [f"{self.lasts} {self.unit}"]
        if self.until is not None:
            ends.append(f"until {self.until}" + (f" ({self.heal} SL)" if self.heal > 1 else ""))
        twice = f"twice, {self.twice} for good" if self.twice else ""
        parts = [self.hinders.describe(), self.note, ", ".join(ends), twice]
        return f"{self.name}: " + ("; ".join(part for part in parts if part) or "for good")


@dataclass(frozen=True, slots=True, kw_only=True)
class TornMuscle:
    """-10 or -20 to what is done with the part; a leg halves the movement. 30 - TB days."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["torn_muscle"] = "torn_muscle"
    degree: Annotated[Degree, Field(title="Degree")]

    def describe(self) -> str:
        return f"torn muscle ({self.degree})"


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenBone:
    """See `injuries.py` for what it does where; 30 or 40 + 1d10 days."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["broken_bone"] = "broken_bone"
    degree: Annotated[Degree, Field(title="Degree")]

    def describe(self) -> str:
        return f"broken bone ({self.degree})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Amputation:
    """A part is lost, and a Wound can't heal until surgery.

    Endurance: failed, Prone; by 2 Stunned as well; by 4 Unconscious.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["amputation"] = "amputation"
    part: Annotated[Part, Field(title="Part")]
    difficulty: Annotated[Difficulty, Field(title="Difficulty", description="Of Endurance.")]
    count: Annotated[Amount, Field(title="How many", examples=["1", "1d10"])] = "1"
    per_sl: Annotated[
        bool, Field(title="And one per SL below 0", description="Of the test that failed.")
    ] = False

    def describe(self) -> str:
        many = "" if self.count == "1" else f"{self.count} "
        more = " and one more a SL below 0" if self.per_sl else ""
        return f"loses {many}{self.part}{more}: Endurance ({self.difficulty})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Death:
    """At once."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["death"] = "death"

    def describe(self) -> str:
        return "death"


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageWeapon:
    """What is in the main hand takes damage."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["damage_weapon"] = "damage_weapon"
    points: Annotated[Level, Field(title="Points")] = 1

    def describe(self) -> str:
        return f"{self.points} damage to the weapon in the main hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeAlly:
    """A random ally in reach is hit, with the units die as SL; where there is none, Stunned."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["strike_ally"] = "strike_ally"

    def describe(self) -> str:
        return "hits a random ally in reach, units of the attack roll as SL; if none, Stunned"


@dataclass(frozen=True, slots=True, kw_only=True)
class CountsAsCritical:
    """One more critical wound, though it was rolled on no table of them."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["counts_as_critical"] = "counts_as_critical"

    def describe(self) -> str:
        return "counts as a critical wound"


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrupt:
    """Corruption."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["corrupt"] = "corrupt"
    points: Annotated[Level, Field(title="Points")] = 1

    def describe(self) -> str:
        return f"{self.points} Corruption"


@dataclass(frozen=True, slots=True, kw_only=True)
class Collapse:
    """All Wounds are lost."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["collapse"] = "collapse"

    def describe(self) -> str:
        return "down to 0 Wounds"


@dataclass(frozen=True, slots=True, kw_only=True)
class GainPoints:
    """Fortune or Fate; `full`: all the Fortune there is at the start."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["gain_points"] = "gain_points"
    of: Annotated[Literal["fortune", "fate"], Field(title="Of")] = "fortune"
    points: Annotated[Literal["full"] | Amount, Field(title="Points")] = "1"

    def describe(self) -> str:
        return f"{self.points} {self.of.capitalize()} more"


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveFate:
    """A Fate is gone, or its bearer dies."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["give_fate"] = "give_fate"

    def describe(self) -> str:
        return "gives a Fate, or dies without one"


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """Through the air, away from the nearest foe, out of any melee."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["thrown"] = "thrown"
    yards: Annotated[Amount, Field(title="Yards", examples=["1d10"])]

    def describe(self) -> str:
        return f"thrown {self.yards} yd"


@dataclass(frozen=True, slots=True, kw_only=True)
class RollOn:
    """More rolls on a table of miscasts; those of `below` or more are rolled again."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["roll_on"] = "roll_on"
    table: Annotated[Literal["miscast_minor", "miscast_major"], Field(title="Table")]
    times: Annotated[int, Field(strict=True, title="Times", ge=1, le=3)] = 1
    below: Annotated[
        int | None, Field(strict=True, title="Below", ge=2, le=100, description="It must fall.")
    ] = None

    def describe(self) -> str:
        again = f", again from {self.below} on" if self.below else ""
        return f"{self.times} x {self.table}{again}"


Simple = Annotated[
    LoseWounds | Gain | Drop | Lasting | TornMuscle | BrokenBone | Amputation | Death
    | CountsAsCritical | Corrupt | Collapse | GainPoints | GiveFate,
    Field(discriminator="kind"),
]  # fmt: skip
"""What a test or an answer may bring."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Test:
    """A test by whom the row befalls, and what comes of it."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["test"] = "test"
    skill: Annotated[Name, Field(title="Skill", examples=["endurance"])] = "endurance"
    difficulty: Annotated[Difficulty, Field(title="Difficulty")] = "challenging"
    failed: Annotated[tuple[Simple, ...], Field(title="Failed", max_length=10)] = ()
    passed: Annotated[tuple[Simple, ...], Field(title="Passed", max_length=10)] = ()
    badly: Annotated[
        tuple[Simple, ...],
        Field(title="Failed badly", max_length=10, description="By 4 SL or more; else `failed`."),
    ] = ()

    def __post_init__(self) -> None:
        if self.skill not in TESTED:
            raise ValueError(f"{self.skill!r} is none of {', '.join(TESTED)}")

    def describe(self) -> str:
        told = f"{self.skill} ({self.difficulty})"
        for what, effects in (
            ("failed", self.failed),
            ("by 4 or more", self.badly),
            ("passed", self.passed),
        ):
            if effects:
                told += f", {what}: " + ", ".join(effect.describe() for effect in effects)
        return told


SimpleOrTest = Annotated[
    LoseWounds | Gain | Drop | Lasting | TornMuscle | BrokenBone | Amputation | Death
    | CountsAsCritical | Corrupt | Collapse | GainPoints | GiveFate | Test,
    Field(discriminator="kind"),
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class IfEngaged:
    """Only in a melee."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["if_engaged"] = "if_engaged"
    effects: Annotated[tuple[Simple, ...], Field(title="Effects", min_length=1, max_length=10)]

    def describe(self) -> str:
        return "if engaged: " + ", ".join(effect.describe() for effect in self.effects)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrayedFor:
    """It befalls those a prayer was for, but for who prayed."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["prayed_for"] = "prayed_for"
    effects: Annotated[tuple[Simple, ...], Field(title="Effects", min_length=1, max_length=10)]

    def describe(self) -> str:
        return "on whom was prayed for: " + ", ".join(e.describe() for e in self.effects)


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """It befalls all within so many yards; `nobody`: what happens where there is nobody."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["around"] = "around"
    yards: Annotated[Literal["wp", "wpb"] | Amount, Field(title="Yards")]
    others: Annotated[bool, Field(title="Others", description="Not its cause.")] = False
    effects: Annotated[
        tuple[SimpleOrTest, ...], Field(title="Effects", min_length=1, max_length=10)
    ]
    nobody: Annotated[tuple[Simple, ...], Field(title="Nobody", max_length=10)] = ()

    def describe(self) -> str:
        who = "all others" if self.others else "all"
        told = f"{who} within {self.yards} yd: " + ", ".join(e.describe() for e in self.effects)
        if self.nobody:
            told += "; if nobody is there: " + ", ".join(e.describe() for e in self.nobody)
        return told


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """One way a question may be answered, and what then happens."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    choice: Annotated[Name, Field(title="Choice")]
    effects: Annotated[tuple[SimpleOrTest, ...], Field(title="Effects", max_length=10)] = ()

    def describe(self) -> str:
        does = ", ".join(effect.describe() for effect in self.effects) or "nothing more"
        return f"{self.choice}: {does}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskGameMaster:
    """A question that stays open until the game master answers. `blocks`: all else waits for it."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Literal["ask"] = "ask"
    question: Annotated[Name, Field(title="Question")]
    choices: Annotated[tuple[Ruling, ...], Field(title="Choices", min_length=1, max_length=10)]
    blocks: Annotated[bool, Field(title="Blocks")] = False

    def describe(self) -> str:
        return f"{self.question} " + "; ".join(ruling.describe() for ruling in self.choices)


Effect = Annotated[
    LoseWounds | Gain | Drop | Lasting | TornMuscle | BrokenBone | Amputation | Death
    | CountsAsCritical | Corrupt | Collapse | GainPoints | GiveFate | RandomLimb | DamageWeapon
    | StrikeAlly | Thrown | RollOn | IfEngaged | PrayedFor | Around | Test | AskGameMaster,
    Field(discriminator="kind"),
]  # fmt: skip
"""What a row may bring."""
