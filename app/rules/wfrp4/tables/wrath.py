"""What the wrath of a god does: a table of d100 + 10 a point of Sin (WF-PRAY-1)."""

from app.engine.tables import Row, Table
from app.rules.wfrp4.effects import (
    Amount,
    AskGameMaster,
    Collapse,
    Death,
    Effect,
    Gain,
    GiveFate,
    Hindrance,
    Lasting,
    LoseWounds,
    PrayedFor,
    Ruling,
    Simple,
    Test,
    Unit,
)
from app.rules.wfrp4.fields import Difficulty

PRONE, STUNNED = Gain(condition="prone"), Gain(condition="stunned")
FOR_A_WHILE, FOR_LONG = "1d10+SIN", "2d10+SIN"
SHORN: tuple[Simple, ...] = (
    Lasting(name="shorn of talents", hinders=Hindrance(no_prayer=True),
            note="Bless, Invoke and Holy talents are lost for good"),
)  # fmt: skip
PENANCE = Ruling(choice="done")


def _ask(question: str, *choices: Ruling) -> AskGameMaster:
    return AskGameMaster(question=question, choices=choices or (PENANCE,))


def _mute(lasts: Amount, unit: Unit = "rounds", note: str = "") -> Lasting:
    return Lasting(
        name="unheard", hinders=Hindrance(no_prayer=True), lasts=lasts, unit=unit, note=note
    )


def _struck(wounds: Amount, difficulty: Difficulty) -> tuple[Effect, ...]:
    return LoseWounds(wounds=wounds), Test(difficulty=difficulty, failed=(STUNNED,))


def _weak(skill: str) -> Ruling:
    """A skill the game master names suffers for days."""
    worse = Lasting(
        name=f"ill favour ({skill})", hinders=Hindrance(penalty=-10, to=(skill,)),
        lasts=FOR_A_WHILE, unit="days",
    )  # fmt: skip
    return Ruling(choice=skill, effects=(worse,))


WRATH: Table[Effect] = Table(
    "wrath",
    "Wrath of the gods",
    (
        Row(1, 5, "Visions", (Test(difficulty="average", failed=(STUNNED,)),)),
        Row(6, 10, "Recital", (
            Lasting(name="dull prayers", lasts="7", unit="days",
                    hinders=Hindrance(no_sl=True, to=("pray",))),)),
        Row(11, 15, "Doubt", (
            Lasting(name="doubt", lasts=FOR_A_WHILE,
                    hinders=Hindrance(penalty=-10, to=("pray",))),)),
        Row(16, 20, "On your knees", (
            PRONE, Lasting(name="on its knees", hinders=Hindrance(keeps="prone"),
                           until="prayer"))),
        Row(21, 25, "Silence", (_mute("1d10"),)),
        Row(26, 30, "Out of favour", (
            Lasting(name="out of favour", lasts=FOR_A_WHILE, unit="hours",
                    note="-10 to the skills of the deity"),
            _ask("-10 to the skills its deity holds dear: name it as a modifier."))),
        Row(31, 35, "A longer silence", (_mute(FOR_A_WHILE),)),
        Row(36, 40, "A blow", _struck("1+SIN", "average")),
        Row(41, 45, "The undeserving", (
            PrayedFor(effects=(
                PRONE, Lasting(name="forsaken", hinders=Hindrance(forsaken=True),
                               lasts=FOR_A_WHILE, unit="days"))),)),
        Row(46, 50, "A long silence", (_mute(FOR_LONG),)),
        Row(51, 55, "Struck down", _struck(FOR_A_WHILE, "challenging"),
            ours="No toughness stops it, as in the other rows."),
        Row(56, 60, "A gift withdrawn", (
            _ask("Which skill suffers?", *(
                _weak(skill) for skill in (
                    "melee", "ranged", "dodge", "cool", "endurance", "leadership", "pray"))),)),
        Row(61, 65, "Wounds of the faith", (Gain(condition="bleeding", level="1+SIN"),)),
        Row(66, 70, "Blinding glory", (
            PRONE, Gain(condition="blinded", level="1+SIN"),
            Lasting(name="blinding glory", hinders=Hindrance(keeps="blinded"), until="prayer"))),
        Row(71, 75, "A hard blow", _struck(FOR_A_WHILE, "difficult")),
        Row(76, 80, "Pray!", (
            Lasting(name="compelled to pray", hinders=Hindrance(must_pray=True),
                    lasts=FOR_A_WHILE),)),
        Row(81, 87, "A crushing blow", (
            LoseWounds(wounds=FOR_LONG),
            Test(difficulty="hard", failed=(STUNNED,),
                 badly=(STUNNED, Gain(condition="unconscious", rounds="1d10"))))),
        Row(88, 88, "Daemons", (
            _ask("1d10 lesser daemons appear within 2d10 yd: let them join."),)),
        Row(89, 95, "Dread", (Gain(condition="broken", level="1+SIN"),)),
        Row(96, 100, "Penance", (_ask("The priest owes a penance: say which."),)),
        Row(101, 105, "Felled", (Collapse(), Gain(condition="unconscious"))),
        Row(106, 110, "Deaf heavens", (
            _mute(FOR_A_WHILE, "days", "the talent Bless, or Invoke"),)),
        Row(111, 115, "Stripped bare", (
            _ask("All the priest carries is gone: take it off the sheet."),)),
        Row(116, 120, "Shut heavens", (_mute(FOR_LONG, "days", "Bless and Invoke"),)),
        Row(121, 125, "A broken mind", (
            _ask("A psychology of its own takes hold of the priest: say which."),)),
        Row(126, 130, "Holy fire", (Collapse(), Gain(condition="ablaze"))),
        Row(131, 135, "Stigmata", (
            Lasting(name="stigmata", note="Bleeding 1 + Sin each morning, until a penance"),
            _ask("Each morning the priest bleeds, 1 + Sin, until a penance: say which."))),
        Row(136, 140, "Cast out", (
            Lasting(name="cast out", hinders=Hindrance(no_prayer=True),
                    note="until two penances; its own cult is Very Hard to deal with"),
            _ask("Two penances are owed: say which."))),
        Row(141, 145, "A divine servant", (
            _ask("A servant of the god comes to judge the priest: let it join."),)),
        Row(146, 150, "Shorn", SHORN),
        Row(151, 151, "Judged", (
            AskGameMaster(
                question="The god judges the priest, who dies unless it gives a Fate.",
                choices=(
                    Ruling(choice="dies", effects=(Death(),)),
                    Ruling(choice="gives a Fate", effects=(GiveFate(), *SHORN))),
                blocks=True),)),
    ),
)  # fmt: skip
