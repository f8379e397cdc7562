"""What a miscast does: two tables of a d100 (WF-MIS-1)."""

from app.engine.tables import Row, Table
from app.rules.wfrp4.effects import (
    Around,
    AskGameMaster,
    Corrupt,
    Death,
    Drop,
    Effect,
    Gain,
    GainPoints,
    Hindrance,
    IfEngaged,
    Lasting,
    LoseWounds,
    RandomLimb,
    RollOn,
    Ruling,
    Test,
    Thrown,
)
from app.rules.wfrp4.fields import ConditionName

PRONE = Gain(condition="prone")
FATIGUED = Gain(condition="fatigued")
STUNNED = Gain(condition="stunned")
HARMED = LoseWounds(wounds="1d10")


def _ask(question: str) -> AskGameMaster:
    """Of the world around the fight: the game master notes it in good time."""
    return AskGameMaster(question=question, choices=(Ruling(choice="done"),))


def _keeps(condition: ConditionName, name: str, hours: str = "1d10") -> Lasting:
    """A condition that can't go for so many hours."""
    return Lasting(name=name, hinders=Hindrance(keeps=condition), lasts=hours, unit="hours")


def _till_cleaned(condition: ConditionName, name: str) -> Lasting:
    return Lasting(
        name=name, hinders=Hindrance(keeps=condition), until="medical attention",
        note="until it is cleaned",
    )  # fmt: skip


MINOR: Table[Effect] = Table(
    "miscast_minor",
    "Minor miscasts",
    (
        Row(1, 5, "An ill birth", (_ask("The next child born near here is a mutant."),)),
        Row(6, 10, "Sour milk", (_ask("Milk turns sour within 1d100 yd."),)),
        Row(11, 15, "Blight", (_ask("Crops rot on as many fields as the caster's WPB."),)),
        Row(16, 20, "Waxen ears", (
            Gain(condition="deafened"), _till_cleaned("deafened", "waxen ears"))),
        Row(21, 25, "Witchlight", (
            Lasting(name="glowing", lasts="1d10", note="seen from afar"),)),
        Row(26, 30, "A whisper", (
            Test(skill="willpower", difficulty="average", failed=(Corrupt(),)),)),
        Row(31, 35, "Weeping blood", (Gain(condition="bleeding", level="1d10"),)),
        Row(36, 40, "Swept off the feet", (PRONE,)),
        Row(41, 45, "Loose ends", (
            Drop(), _ask("Every buckle and strap on the caster opens: what falls off?"))),
        Row(46, 50, "Snaring cloth", (
            Gain(condition="entangled", strength="1d10", strength_times=5),)),
        Row(51, 55, "A dry town", (_ask("Drink spoils within 1d100 yd."),)),
        Row(56, 60, "Drained", (FATIGUED, _keeps("fatigued", "drained"))),
        Row(61, 65, "Lost in thought", (IfEngaged(effects=(Gain(condition="surprised"),)),)),
        Row(66, 70, "Visions", (
            Gain(condition="blinded"), Test(skill="cool", failed=(Gain(condition="blinded"),)))),
        Row(71, 75, "Knotted tongue", (
            Lasting(name="knotted tongue", lasts="1d10",
                    hinders=Hindrance(penalty=-10, to=("language",))),)),
        Row(76, 80, "Horrors", (
            Test(skill="cool", difficulty="hard", failed=(Gain(condition="broken"),)),)),
        Row(81, 85, "A stain", (Corrupt(),)),
        Row(86, 90, "Far echo", (
            _ask("The spell takes effect somewhere else too, within 1d10 miles."),)),
        Row(91, 95, "Twice over", (RollOn(table="miscast_minor", times=2, below=91),)),
        Row(96, 100, "A cascade", (RollOn(table="miscast_major"),)),
    ),
)  # fmt: skip

MAJOR: Table[Effect] = Table(
    "miscast_major",
    "Major miscasts",
    (
        Row(1, 5, "Many voices", (
            Around(yards="wp", effects=(
                Test(skill="cool", difficulty="average", failed=(Corrupt(),)),)),)),
        Row(6, 10, "Burnt eyes", (Gain(condition="blinded"), _keeps("blinded", "burnt eyes"))),
        Row(11, 15, "Backlash", (
            HARMED, Test(difficulty="average", failed=(STUNNED,)))),
        Row(16, 20, "A dying garden", (_ask("Plants near the caster wither for 1d10 hours."),)),
        Row(21, 25, "Foulness", (FATIGUED, _till_cleaned("fatigued", "foulness"))),
        Row(26, 30, "Burning", (Gain(condition="ablaze"),)),
        Row(31, 35, "Strange tongues", (
            Lasting(name="strange tongues", hinders=Hindrance(silent=True), lasts="1d10"),)),
        Row(36, 40, "A swarm", (
            Lasting(name="swarmed", lasts="1d10", note="a swarm is on it"),
            _ask("A swarm engages the caster: let it join, for as many rounds."))),
        Row(41, 45, "Flung", (
            Thrown(yards="1d10"), LoseWounds(wounds="1d10-TB"), PRONE),
            ours="Toughness stops some of it; it is away from the nearest foe."),
        Row(46, 50, "Numb", (
            RandomLimb(), Lasting(name="numb", hinders=Hindrance(useless=True), lasts="1d10",
                                  unit="hours"))),
        Row(51, 55, "Blind to the winds", (
            Lasting(name="blind to the winds", lasts="1d10", unit="hours",
                    hinders=Hindrance(penalty=-20, to=("channelling",)),
                    note="no Second Sight"),)),
        Row(56, 60, "Ill luck", (
            GainPoints(points="1d10"),
            Lasting(name="ill luck", hinders=Hindrance(tainted=True), note="this session"))),
        Row(61, 65, "Adrift", (
            Lasting(name="adrift", hinders=Hindrance(no_move=True), lasts="1d10", unit="minutes",
                    note="floats 1d10 yd above the ground"),)),
        Row(66, 70, "Reeling", (
            STUNNED, Lasting(name="reeling", hinders=Hindrance(keeps="stunned"), lasts="1d10"))),
        Row(71, 75, "A tremor", (
            Around(yards="1d10", effects=(
                Test(skill="athletics", difficulty="average", failed=(PRONE,)),)),)),
        Row(76, 80, "A betrayer's price", (
            AskGameMaster(
                question="Does the caster betray an ally, or cost one a Fate?",
                choices=(
                    Ruling(choice="betrays", effects=(GainPoints(points="full"),)),
                    Ruling(choice="costs a Fate", effects=(GainPoints(of="fate"),)),
                    Ruling(choice="neither"))),)),
        Row(81, 85, "Crushed", (Corrupt(), PRONE, FATIGUED)),
        Row(86, 90, "A stench", (
            Lasting(name="stench", lasts="1d10", unit="hours",
                    note="Distracting: -20 to the tests of all within TB yd"),
            _ask("The caster stinks: -20 to the tests of all within its TB in yd."))),
        Row(91, 95, "Cut off", (
            Lasting(name="cut off", hinders=Hindrance(no_magic=True), lasts="1d10",
                    unit="minutes"),)),
        Row(96, 100, "A burst", (
            Around(yards="wpb", others=True, effects=(HARMED, PRONE), nobody=(Death(),)),)),
    ),
)  # fmt: skip
