"""What toy fighters can do; and what happens by itself."""

from dataclasses import dataclass

from app.engine.encounter import CombatantRef, Command


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Command):
    """Costs the step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sneak(Command):
    """Costs the step; how well it went is the game master's secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Foresee(Command):
    """Costs the step; what one sees is one's own secret, and one's side hears a whisper of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike(Command):
    """Costs the strike; who is hit may parry."""

    target: CombatantRef


@dataclass(frozen=True, slots=True, kw_only=True)
class Flurry(Command):
    """Costs step and strike: three blows, one after another."""

    target: CombatantRef


@dataclass(frozen=True, slots=True, kw_only=True)
class FlurryBlow(Command):
    """One of the three: a step of the flurry, never an entry of its own."""

    target: CombatantRef


@dataclass(frozen=True, slots=True, kw_only=True)
class Blast(Command):
    """Costs the strike: everybody else, each with a die of their own; who still stands burns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summon(Command):
    """Costs the strike: a beast that nobody controls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reroll(Command):
    """Costs luck: the strike that just missed is rolled again, once a turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Omen(Command):
    """Costs the step: the game master says what it means, in good time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wild(Command):
    """Costs the step: whatever the table says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeastAttack(Command):
    """A beast's turn, by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Burn(Command):
    """Fire at the end of a round, by itself: on `combatant`."""

    combatant: CombatantRef


@dataclass(frozen=True, slots=True, kw_only=True)
class Thunder(Command):
    """Without end, by itself."""


ACTIONS: tuple[type[Command], ...] = (
    Step, Sneak, Foresee, Strike, Flurry, Blast, Summon, Reroll, Omen, Wild,
)  # fmt: skip
BY_THEMSELVES: tuple[type[Command], ...] = (BeastAttack, Burn, Thunder)
