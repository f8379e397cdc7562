"""What a combatant can do on its turn (WF-TURN-1), and what happens by itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from app.engine.encounter import GAME_MASTERS, CombatantRef, Command
from app.rules.wfrp4.fields import (
    STRICT,
    Change,
    Cover,
    DefenceWanted,
    Difficulty,
    Level,
    Light,
    Location,
    Name,
    Points,
    Position,
    Words,
    Yards,
)

Combatants = Annotated[tuple[CombatantRef, ...], Field(max_length=200)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifier:
    """A game master's modifier: a line of its own in the number (WF-ATT-7)."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    name: Annotated[
        Name,
        Field(title="Name", description="Of the line in the number.", examples=["higher ground"]),
    ]
    value: Annotated[Change, Field(title="Value", description="Added to the number.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a game master lets a test do, on a success, a failure, or whatever comes of it."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    whom: Annotated[Literal["actor", "against"], Field(title="Whom", description="It befalls.")] = (
        "actor"
    )
    on: Annotated[
        Literal["always", "success", "failure"],
        Field(title="When", description="By what the test comes to."),
    ] = "always"
    gain: Annotated[Name | None, Field(title="Gains", description="A condition.")] = None
    ease: Annotated[Name | None, Field(title="Eases", description="A condition it has.")] = None
    levels: Annotated[Level, Field(title="Levels", description="Of the condition.")] = 1
    wounds: Annotated[Points, Field(title="Wounds lost", description="Whatever the armour.")] = 0
    advantage: Annotated[Change, Field(title="Advantage", description="Gained or lost.")] = 0


Modifiers = Annotated[
    tuple[Modifier, ...],
    Field(title="Modifiers", max_length=20, description="Further ones, each by its name."),
    GAME_MASTERS,
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Command):
    """Strike or shoot with what is in hand (WF-ATT). Takes the Action."""

    target: CombatantRef
    weapon: Annotated[
        Name | None, Field(title="Weapon", description="In hand; none: the main hand's.")
    ] = None
    defence: Annotated[
        DefenceWanted | None,
        Field(title="Defence", description="Of the one attacked; none: as it prefers."),
        GAME_MASTERS,
    ] = None
    called: Annotated[
        Location | None, Field(title="Called shot", description="A location, at -20.")
    ] = None
    distance: Annotated[
        Yards | None,
        Field(
            title="Distance", description="In yd, where there are no positions; none: normal range."
        ),
    ] = None
    ammunition: Annotated[
        Name | None, Field(title="Ammunition", description="None: the first that fits.")
    ] = None
    cover: Annotated[Cover, Field(title="Cover", description="Against missiles.")] = "none"
    light: Annotated[Light, Field(title="Light", description="Against missiles.")] = "clear"
    from_behind: Annotated[
        bool, Field(title="From behind", description="The side or rear of one engaged.")
    ] = False
    mounted: Annotated[
        bool, Field(title="Mounted", description="Against a smaller foe on foot.")
    ] = False
    against_rider: Annotated[
        bool, Field(title="Against a rider", description="On a larger mount, from the ground.")
    ] = False
    crowd: Annotated[
        Points, Field(title="Crowd", description="How many are in the group shot at.")
    ] = 0
    push: Annotated[bool, Field(title="Push", description="With Distract: instead of hurting.")] = (
        False
    )
    kill: Annotated[bool, Field(title="Kill", description="The helpless, outright.")] = False
    caught: Annotated[
        Combatants,
        Field(title="Caught in the blast", description="Beside the target; none: by positions."),
    ] = ()
    second_target: Annotated[
        CombatantRef | None,
        Field(title="Second target", description="Of the off hand, with Dual Wielder."),
    ] = None
    modifiers: Modifiers = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge(Attack):
    """Run at a foe and strike it: Move and Action, from out of any melee (WF-ATT-7, WF-ADV-1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Command):
    """Walk or run; prone, crawl (WF-MOVE-1). Takes the Move."""

    to: Annotated[Position | None, Field(title="To", description="A position on the line.")] = None
    distance: Annotated[
        Yards | None, Field(title="Distance", description="In yd, without positions.")
    ] = None
    difficult: Annotated[
        bool, Field(title="Difficult ground", description="Half as far (unconfirmed).")
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sprint(Command):
    """Run further: Move and Action, Average (+20) Athletics (WF-MOVE-2)."""

    to: Annotated[Position | None, Field(title="To", description="As far as it gets.")] = None
    modifiers: Modifiers = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StandUp(Command):
    """Takes the Move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disengage(Command):
    """Leave a melee: by more Advantage than all foes there, or by Dodge against their Melee."""

    by: Annotated[
        Literal["advantage", "dodge"],
        Field(title="By", description="advantage takes the Move, dodge the Action."),
    ]
    to: Annotated[Position | None, Field(title="To", description="A position within Run.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Flee(Command):
    """Turn and run: each foe engaged gains 1 Advantage and a free attack. Takes the Move."""

    to: Annotated[Position | None, Field(title="To", description="A position within Run.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready(Command):
    """Take weapons in hand, or put them away. Free (ours)."""

    main: Annotated[Name, Field(title="Main hand", description="Of the sheet, or unarmed.")]
    off: Annotated[Name | None, Field(title="Off hand", description="None: nothing.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PickUp(Command):
    """Take up a weapon that was dropped. Takes the Action (ours)."""

    weapon: Annotated[Name, Field(title="Weapon", description="By name.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Load(Command):
    """Load a weapon: an extended test to its Reload (WF-GEAR-2). Takes the Action."""

    weapon: Annotated[Name, Field(title="Weapon", description="In hand.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim(Command):
    """The next shot has +20. Takes the Action."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard(Command):
    """Fight defensively: +20 to defend until the next turn. Takes the Action."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assess(Command):
    """Look for an opening: a success gives 1 Advantage (WF-ADV-1). Takes the Action."""

    skill: Annotated[Name, Field(title="Skill", description="By name.", examples=["intuition"])] = (
        "intuition"
    )
    modifiers: Modifiers = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hide(Command):
    """Stealth, to be out of sight; it helps the Broken. Takes the Action."""

    modifiers: Modifiers = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recover(Command):
    """Get rid of Ablaze by Athletics, of Entangled by Strength. Takes the Action."""

    condition: Annotated[
        Literal["ablaze", "entangled"], Field(title="Condition", description="By name.")
    ]
    difficulty: Annotated[
        Difficulty,
        Field(title="Difficulty", description="By its modifier in the table of difficulties."),
        GAME_MASTERS,
    ] = "challenging"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tend(Command):
    """Heal: ease Bleeding or Poisoned by 1 + SL, or care for who is at 0 Wounds."""

    target: Annotated[CombatantRef | None, Field(title="Whom", description="None: oneself.")] = None
    condition: Annotated[
        Literal["bleeding", "poisoned", "wounds"],
        Field(title="What", description="What is to be done about."),
    ] = "bleeding"
    difficulty: Annotated[
        Difficulty,
        Field(title="Difficulty", description="By its modifier in the table of difficulties."),
        GAME_MASTERS,
    ] = "challenging"


@dataclass(frozen=True, slots=True, kw_only=True)
class Treat(Command):
    """Heal: see to a lasting injury; to one that takes surgery, with that talent.

    A joint is set by several tests, whose SL add up; other injuries by one success.
    """

    target: Annotated[CombatantRef | None, Field(title="Whom", description="None: oneself.")] = None
    injury: Annotated[Name, Field(title="Injury", description="By its name.")]
    difficulty: Annotated[
        Difficulty,
        Field(title="Difficulty", description="By its modifier in the table of difficulties."),
        GAME_MASTERS,
    ] = "average"


@dataclass(frozen=True, slots=True, kw_only=True)
class Other(Command):
    """Anything else, in words, with a test if the game master wants one (WF-ACT-1, WF-TEST-2)."""

    what: Annotated[
        Words,
        Field(
            title="What",
            description="In words, as the log tells it.",
            examples=["kicks the brazier over"],
        ),
    ]
    skill: Annotated[
        Name | None, Field(title="Skill", description="Or characteristic; none: no test.")
    ] = None
    difficulty: Annotated[
        Difficulty,
        Field(title="Difficulty", description="By its modifier in the table of difficulties."),
    ] = "challenging"
    helpers: Annotated[
        Points, Field(title="Helpers", description="+10 each, up to the characteristic's bonus.")
    ] = 0
    against: Annotated[CombatantRef | None, Field(title="Against", description="Who opposes.")] = (
        None
    )
    against_skill: Annotated[
        Name | None, Field(title="Skill of that one", description="None: the same.")
    ] = None
    goal: Annotated[
        Level | None, Field(title="Goal", description="SL of an extended test, over several tries.")
    ] = None
    so_far: Annotated[
        Points, Field(title="So far", description="SL of earlier tries of an extended test.")
    ] = 0
    free: Annotated[bool, Field(title="Free", description="It takes no Action.")] = False
    modifiers: Modifiers = ()
    effects: Annotated[
        tuple[Effect, ...],
        Field(title="Effects", max_length=20, description="As ruled."),
        GAME_MASTERS,
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Interject(Command):
    """Take one's turn now, before the acting one has begun: with a Fast weapon in hand."""


Turned = Annotated[
    Name | None,
    Field(
        title="Test",
        description="Of the last deed, by what its die was for, such as attack or defence; none: "
        "the first of one's own that fits.",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fortune(Command):
    """Spend a Fortune point, in anybody's turn (WF-FATE-1).

    reroll: a failed test of the last deed falls anew. dark_deal: the same, for 1 Corruption. sl: a
    test of the last deed has 1 SL more. act: come in now, before the acting one has begun.
    """

    use: Annotated[
        Literal["reroll", "dark_deal", "sl", "act"],
        Field(title="Use", description="What the point is spent on."),
    ]
    test: Turned = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resilience(Command):
    """Give up a Resilience point: a test of the last deed has shown what one wants (WF-FATE-1).

    An opposed test is won by at least 1 SL.
    """

    test: Turned = None
    face: Annotated[
        int, Field(strict=True, ge=1, le=100, title="Face", description="The roll it has been.")
    ] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate(Command):
    """Give up a Fate point (WF-FATE-1).

    survive: who died lives, out of the fight. unscathed: the last hit has done nothing.
    """

    use: Annotated[
        Literal["survive", "unscathed"],
        Field(title="Use", description="What the point is given up for."),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolve(Command):
    """Spend a Resolve point, in anybody's turn (WF-FATE-1).

    steel: no Broken to the end of the next round. ignore_injuries: their modifiers don't count to
    the start of the next round. shake_off: a condition goes, all of it; Prone gives back 1 Wound,
    and the unconscious wake for this round.
    """

    use: Annotated[
        Literal["steel", "ignore_injuries", "shake_off"],
        Field(title="Use", description="What the point is spent on."),
    ]
    condition: Annotated[
        Name | None, Field(title="Condition", description="To shake off, by its name.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Surprise(Command):
    """The game master settles surprise before the fight (WF-SUR-1): by name, or by Stealth."""

    combatants: Annotated[
        Combatants, Field(title="Surprised", description="By the game master's word.")
    ] = ()
    ambushers: Annotated[
        Combatants, Field(title="Ambushers", description="The worst Stealth among them counts.")
    ] = ()
    targets: Annotated[
        Combatants, Field(title="Targets", description="Each by its Perception.")
    ] = ()


# --- by themselves --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RollTroubles(Command):
    """The second step of what has led to criticals and fumbles: the rolls on their tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SufferRow(Command):
    """What the row that was rolled does, by itself (WF-WND-1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseTurn(Command):
    """The turn of the surprised, by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndRound(Command):
    """After everybody's turn: conditions, and the next round (WF-ROUND-1, WF-TURN-2)."""


ACTIONS: tuple[type[Command], ...] = (
    Attack, Charge, Move, Sprint, StandUp, Disengage, Flee, Ready, PickUp, Load, Aim, Guard, Assess,
    Hide, Recover, Tend, Treat, Other, Interject, Fortune, Resilience,
    Fate, Resolve, Surprise,
)  # fmt: skip
BY_THEMSELVES: tuple[type[Command], ...] = (RollTroubles, SufferRow, LoseTurn, EndRound)
