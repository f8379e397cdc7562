"""What a critical wound does, by where it lands: four tables of a d100 (WF-WND-1).

Their bands are the same. The first number after the title is the extra Wounds of the row.
"""

from app.engine.tables import Row, Table
from app.rules.wfrp4.effects import (
    Amount,
    Amputation,
    AskGameMaster,
    BrokenBone,
    Care,
    Death,
    Drop,
    Effect,
    Gain,
    Hindrance,
    Lasting,
    LoseWounds,
    RandomLimb,
    Ruling,
    Simple,
    Test,
    TornMuscle,
)
from app.rules.wfrp4.fields import ConditionName, Difficulty

MEDICAL: Care = "medical attention"
SURGERY: Care = "surgery"
PRONE, UNCONSCIOUS = Gain(condition="prone"), Gain(condition="unconscious")
DROP = Drop()
TORN_MINOR, TORN_MAJOR = TornMuscle(degree="minor"), TornMuscle(degree="major")
BROKEN_MINOR, BROKEN_MAJOR = BrokenBone(degree="minor"), BrokenBone(degree="major")
DAYS = "1d10"


def _bleeding(level: int) -> Gain:
    return Gain(condition="bleeding", level=str(level))


def _stunned(level: int | str) -> Gain:
    return Gain(condition="stunned", level=str(level))


def _blinded(level: int) -> Gain:
    return Gain(condition="blinded", level=str(level))


def _deafened(level: int) -> Gain:
    return Gain(condition="deafened", level=str(level))


def _endurance(difficulty: Difficulty, *failed: Simple) -> Test:
    return Test(difficulty=difficulty, failed=failed)


def _keeps(condition: ConditionName, until: Care, name: str) -> Lasting:
    """A condition that stays as it is until somebody has seen to it."""
    return Lasting(name=name, hinders=Hindrance(keeps=condition), until=until)


def _reopens(level: int) -> Lasting:
    return Lasting(name="open wound", hinders=Hindrance(reopens=level), until=SURGERY)


def _useless(name: str, rounds: Amount) -> Lasting:
    return Lasting(name=name, hinders=Hindrance(useless=True), lasts=rounds)


def _unsteady(penalty: int, name: str, rounds: Amount) -> Lasting:
    return Lasting(name=name, hinders=Hindrance(penalty=penalty, to=("ag",)), lasts=rounds)


def _out_of_joint(name: str, hinders: Hindrance) -> Lasting:
    """Set by an extended Heal test to 6 SL; then it aches for days (figures 9)."""
    return Lasting(name=name, hinders=hinders, until=MEDICAL, heal=6)


def _row(first: int, last: int, title: str, wounds: int, *effects: Effect) -> Row[Effect]:
    return Row(first, last, title, (LoseWounds(wounds=str(wounds)), *effects))


HEAD: Table[Effect] = Table(
    "critical_head",
    "Criticals to the head",
    (
        _row(1, 10, "Showy scratch", 1, _bleeding(1),
             Lasting(name="scar", note="once it has healed, +1 SL on some social tests")),
        _row(11, 20, "Nicked scalp", 1, _bleeding(1)),
        _row(21, 25, "Finger in the eye", 1, _blinded(1)),
        _row(26, 30, "Cuffed ear", 1, _deafened(1)),
        _row(31, 35, "Bell rung", 2, _stunned(1)),
        _row(36, 40, "Swollen eye", 2, _blinded(2)),
        _row(41, 45, "Slit ear", 2, _deafened(2), _bleeding(1)),
        _row(46, 50, "Blood in the eyes", 2, _bleeding(2), _blinded(1),
             Lasting(name="blood in the eyes",
                     hinders=Hindrance(keeps="blinded", keeps_while="bleeding"), until=MEDICAL)),
        _row(51, 55, "Cracked jaw", 3, _stunned(2), BROKEN_MINOR),
        _row(56, 60, "Gouged eye", 3, _bleeding(1), _blinded(1),
             _keeps("blinded", MEDICAL, "gouged eye")),
        _row(61, 65, "Burst eardrum", 3,
             Lasting(name="burst eardrum", hinders=Hindrance(penalty=-20, to=("hearing",)),
                     twice="deafened")),
        _row(66, 70, "Flattened nose", 3, _bleeding(2), _endurance("challenging", _stunned(1)),
             Lasting(name="crooked nose", note="1 SL more or less on social tests")),
        _row(71, 75, "Shattered jaw", 4, _stunned(3), BROKEN_MAJOR,
             _endurance("challenging", UNCONSCIOUS)),
        _row(76, 80, "Concussion", 4, _deafened(1), _bleeding(2), _stunned("1d10"),
             Gain(condition="fatigued"),
             Lasting(name="concussion", hinders=Hindrance(keeps="fatigued", relapse="average"),
                     lasts=DAYS, unit="days")),
        _row(81, 85, "Broken teeth", 4, _bleeding(2),
             Amputation(part="teeth", difficulty="easy", count="1d10")),
        _row(86, 90, "Ear torn off", 4, _deafened(3), _bleeding(2),
             Amputation(part="ear", difficulty="average")),
        _row(91, 93, "Eye put out", 5, _blinded(3), _bleeding(2), _stunned(1),
             Amputation(part="eye", difficulty="difficult")),
        _row(94, 96, "Face laid open", 5, _bleeding(3), _blinded(3), _stunned(2),
             Amputation(part="eye", difficulty="hard"),
             Amputation(part="nose", difficulty="hard")),
        _row(97, 99, "Jaw torn apart", 5, _bleeding(4), _stunned(3), BROKEN_MAJOR,
             _endurance("very hard", UNCONSCIOUS),
             Amputation(part="tongue", difficulty="hard"),
             Amputation(part="teeth", difficulty="hard", count="1d10")),
        Row(100, 100, "Head struck off", (Death(),)),
    ),
)  # fmt: skip

ARM: Table[Effect] = Table(
    "critical_arm",
    "Criticals to an arm",
    (
        _row(1, 10, "Numbed arm", 1, DROP),
        _row(11, 20, "Shallow cut", 1, _bleeding(1)),
        _row(21, 25, "Sprained wrist", 1, TORN_MINOR),
        _row(26, 30, "Dead hand", 2, DROP, _useless("dead hand", "1d10-TB")),
        _row(31, 35, "Ripped muscle", 2, _bleeding(1), TORN_MINOR),
        _row(36, 40, "Slippery grip", 2, _bleeding(1),
             Lasting(name="slippery grip", hinders=Hindrance(slips="average"), until=MEDICAL)),
        _row(41, 45, "Twisted arm", 2, DROP, _useless("twisted arm", "1d10")),
        _row(46, 50, "Gash", 3, _bleeding(2), _reopens(1)),
        _row(51, 55, "Snapped bone", 3, DROP, BROKEN_MINOR,
             _endurance("difficult", _stunned(1))),
        _row(56, 60, "Torn ligament", 3, DROP, TORN_MAJOR),
        _row(61, 65, "Cut to the bone", 3, _bleeding(2), _stunned(1), TORN_MINOR,
             _endurance("hard", UNCONSCIOUS)),
        _row(66, 70, "Spurting artery", 4, _bleeding(4), _reopens(2)),
        _row(71, 75, "Smashed elbow", 4, DROP, BROKEN_MAJOR),
        _row(76, 80, "Shoulder out of joint", 4, DROP,
             _endurance("hard", _stunned(1), PRONE),
             _stunned(1), _keeps("stunned", MEDICAL, "pain of the shoulder"),
             _out_of_joint("shoulder out of joint", Hindrance(useless=True))),
        _row(81, 85, "Finger gone", 4, _bleeding(1),
             Amputation(part="finger", difficulty="average")),
        _row(86, 90, "Split hand", 5, _bleeding(2), _stunned(1),
             Amputation(part="finger", difficulty="difficult"),
             Lasting(name="split hand", hinders=Hindrance(crumbles=4), until=MEDICAL)),
        _row(91, 93, "Mangled muscle", 5, DROP, TORN_MAJOR, _bleeding(2), _stunned(1)),
        _row(94, 96, "Hand gone", 5, _bleeding(2), Amputation(part="hand", difficulty="hard"),
             _endurance("hard", _stunned(1), PRONE)),
        _row(97, 99, "Arm gone", 5, Amputation(part="arm", difficulty="very hard"), _bleeding(3),
             PRONE, _stunned(1), _endurance("hard", UNCONSCIOUS)),
        Row(100, 100, "Torn limb from limb", (Death(),)),
    ),
)  # fmt: skip

BODY: Table[Effect] = Table(
    "critical_body",
    "Criticals to the body",
    (
        _row(1, 10, "Scratch", 1, _bleeding(1)),
        _row(11, 20, "Blow to the belly", 1, _stunned(1), _endurance("easy", PRONE)),
        _row(21, 25, "Below the belt", 1, _endurance("hard", _stunned(3))),
        _row(26, 30, "Wrenched back", 1, TORN_MINOR),
        _row(31, 35, "No breath left", 2, _stunned(1), _endurance("average", PRONE),
             Lasting(name="no breath left", hinders=Hindrance(half_move=True), lasts="1d10")),
        _row(36, 40, "Sore ribs", 2,
             Lasting(name="sore ribs", hinders=Hindrance(penalty=-10, to=("ag",)), lasts=DAYS,
                     unit="days")),
        _row(41, 45, "Jolted collar bone", 2, RandomLimb(of="arm"), DROP,
             _useless("jolted collar bone", "1d10")),
        _row(46, 50, "Jagged cut", 2, _bleeding(2)),
        _row(51, 55, "Cracked ribs", 3, _stunned(1), BROKEN_MINOR),
        _row(56, 60, "Hole in the chest", 3, _bleeding(3), _reopens(1)),
        _row(61, 65, "Searing cut", 3, _bleeding(2), _stunned(1),
             _endurance("hard", UNCONSCIOUS)),
        _row(66, 70, "Pumping wound", 3, _bleeding(4), _reopens(2)),
        _row(71, 75, "Torn back", 4, TORN_MAJOR),
        _row(76, 80, "Broken hip", 4, _stunned(1), BROKEN_MINOR,
             _endurance("challenging", PRONE)),
        _row(81, 85, "Chest laid open", 4, _bleeding(4), _reopens(2)),
        _row(86, 90, "Belly laid open", 4, _bleeding(2),
             Lasting(name="festering wound", until=MEDICAL, note="an infection of the wound")),
        _row(91, 93, "Crushed ribs", 5, _stunned(1), _keeps("stunned", MEDICAL, "crushed ribs"),
             BROKEN_MAJOR),
        _row(94, 96, "Snapped collar bone", 5, UNCONSCIOUS,
             _keeps("unconscious", MEDICAL, "snapped collar bone"), BROKEN_MAJOR),
        _row(97, 99, "Bleeding inside", 5, _bleeding(1),
             _keeps("bleeding", SURGERY, "bleeding inside"),
             Lasting(name="blood rot", until=MEDICAL, note="a disease of the blood")),
        Row(100, 100, "Cut in two", (Death(),)),
    ),
)  # fmt: skip

LEG: Table[Effect] = Table(
    "critical_leg",
    "Criticals to a leg",
    (
        _row(1, 10, "Battered toe", 1,
             _endurance("average",
                        Lasting(name="battered toe", lasts="1", unit="turns",
                                hinders=Hindrance(penalty=-10, to=("ag",))))),
        _row(11, 20, "Turned ankle", 1, _unsteady(-10, "turned ankle", "1d10")),
        _row(21, 25, "Shallow cut", 1, _bleeding(1)),
        _row(26, 30, "Off balance", 1, _endurance("challenging", PRONE)),
        _row(31, 35, "Struck thigh", 2, _bleeding(1), _endurance("average", PRONE)),
        _row(36, 40, "Sprained ankle", 2, TORN_MINOR),
        _row(41, 45, "Twisted knee", 2, _unsteady(-20, "twisted knee", "1d10")),
        _row(46, 50, "Cut toe", 2, _bleeding(1),
             AskGameMaster(
                 question="The toe: is the fight over?",
                 choices=(
                     Ruling(choice="it is",
                            effects=(_endurance("challenging",
                                                Amputation(part="toe", difficulty="average")),)),
                     Ruling(choice="the toe is safe"),
                 ))),
        _row(51, 55, "Deep cut", 3, _bleeding(2), _endurance("challenging", PRONE)),
        _row(56, 60, "Wrecked knee", 3, TORN_MAJOR),
        _row(61, 65, "Chopped leg", 3, PRONE, _bleeding(2), BROKEN_MINOR,
             _endurance("hard", _stunned(1))),
        _row(66, 70, "Ripped thigh", 3, _bleeding(3), _endurance("challenging", PRONE),
             _reopens(1)),
        _row(71, 75, "Snapped tendon", 4, PRONE, _stunned(1), _endurance("hard", UNCONSCIOUS),
             TORN_MAJOR,
             Lasting(name="snapped tendon", hinders=Hindrance(useless=True), until=SURGERY)),
        _row(76, 80, "Split shin", 4, _stunned(1), PRONE, TORN_MAJOR, BROKEN_MINOR),
        _row(81, 85, "Smashed knee", 4, _bleeding(1), PRONE, _stunned(1), BROKEN_MAJOR),
        _row(86, 90, "Knee out of joint", 4, PRONE,
             _endurance("hard", _stunned(1),
                        _keeps("stunned", MEDICAL, "pain of the knee")),
             _out_of_joint("knee out of joint",
                           Hindrance(penalty=-10, to=("part",), half_move=True))),
        _row(91, 93, "Crushed foot", 5,
             _endurance("average", PRONE,
                        Amputation(part="toe", difficulty="average", per_sl=True)),
             _bleeding(2),
             Lasting(name="crushed foot", until=SURGERY, lasts=DAYS, unit="days",
                     note="without surgery by then the foot is lost")),
        _row(94, 96, "Foot gone", 5, Amputation(part="foot", difficulty="hard"), _bleeding(3),
             _stunned(2), PRONE),
        _row(97, 99, "Leg gone", 5, _bleeding(2), _stunned(2), PRONE,
             Amputation(part="leg", difficulty="very hard")),
        Row(100, 100, "Hip and all", (Death(),)),
    ),
)  # fmt: skip
