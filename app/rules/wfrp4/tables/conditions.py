"""The twelve conditions (WF-COND-1)."""

from dataclasses import dataclass

from app.engine.tables import Listing
from app.rules.wfrp4.fields import ConditionName


@dataclass(frozen=True, slots=True)
class Row:
    """A condition: whether levels add up, the penalty a level and to which tests, what follows.

    `hinders`: kinds of tests; `all`: every test; `but`: except those. `then`: the condition gained
    when the last level is gone.
    """

    stacks: bool
    penalty: int
    hinders: tuple[str, ...]
    words: str
    but: tuple[str, ...] = ()
    then: tuple[ConditionName, ...] = ()


ALL = ("all",)
STEELED, HEEDLESS, HELD_AWAKE = "steeled", "heedless", "held awake"
MARKS: dict[str, str] = {  # by Resolve (WF-FATE-1)
    STEELED: "Never Broken, while it lasts.",
    HEEDLESS: "Injuries modify no tests, while it lasts.",
    HELD_AWAKE: "Unconscious again once it ends.",
}

CONDITIONS: dict[str, Row] = {
    "ablaze":      Row(True,  0,   (),
                       "End of round: 1d10 + (levels - 1) damage, less TB and the AP of the least "
                       "protected location, at least 1. Athletics removes 1 + SL."),
    "bleeding":    Row(True,  0,   (),
                       "End of round: a Wound a level. At 0 Wounds Unconscious, then 10% a level "
                       "of death; a double that isn't eases it by 1. Heal removes 1 + SL.",
                       then=("fatigued",)),
    "blinded":     Row(True,  -10, ("sight",),
                       "Melee attackers +10 a level. Eases by 1 every other end of round."),
    "broken":      Row(True,  -10, ALL,
                       "Flees or hides. End of round, not engaged: Cool removes 1 + SL; a round "
                       "in hiding removes 1.",
                       but=("flight",), then=("fatigued",)),
    "deafened":    Row(True,  -10, ("hearing",),
                       "Attackers from behind +10. Eases by 1 every other end of round."),
    "entangled":   Row(True,  -10, ("physical",),
                       "No movement. Strength against that of the source removes 1 + SL."),
    "fatigued":    Row(True,  -10, ALL, "Goes with rest."),
    "poisoned":    Row(True,  -10, ALL,
                       "End of round: a Wound a level; Endurance or Heal removes 1 + SL. "
                       "Unconscious for TB rounds: Endurance or death.",
                       then=("fatigued",)),
    "prone":       Row(False, -20, ("movement",),
                       "Stands up or crawls. Melee attackers +20."),
    "stunned":     Row(True,  -10, ALL,
                       "No Action, half the movement; melee attackers gain 1 Advantage first. "
                       "End of round: Endurance removes 1 + SL.",
                       then=("fatigued",)),
    "surprised":   Row(False, 0,   (),
                       "No turn and no defence; melee attackers +20. Ends with the first attack "
                       "or the round."),
    "unconscious": Row(False, 0,   (),
                       "Helpless: hit for certain, with all SL there are, and critically.",
                       then=("prone", "fatigued")),
}  # fmt: skip

WORDS: dict[str, str] = {name: row.words for name, row in CONDITIONS.items()} | MARKS
LISTING = Listing(
    "conditions",
    "Conditions",
    ("name", "stacks", "penalty", "to", "then", "words"),
    tuple(
        (
            name,
            "yes" if row.stacks else "no",
            row.penalty,
            ", ".join(row.hinders) + "".join(f" but {kind}" for kind in row.but),
            ", ".join(row.then),
            row.words,
        )
        for name, row in CONDITIONS.items()
    ),
)
