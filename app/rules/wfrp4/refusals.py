"""What WFRP 4 says no to, beyond what every ruleset does."""

from app.engine.refusals import Invalid, Refused


class CannotTarget(Refused):
    """Oneself, or an ally."""

    code = "cannot-target"


class TargetGone(Refused):
    """The dead, and those who left."""

    code = "target-gone"


class NothingLeft(Refused):
    """The Move or the Action of the turn is spent, or can't be taken."""

    code = "nothing-left"


class IsEngaged(Refused):
    """Who is engaged disengages, or flees."""

    code = "engaged"


class NotEngaged(Refused):
    code = "not-engaged"


class OutOfRange(Refused):
    code = "out-of-range"


class OutOfReach(Refused):
    code = "out-of-reach"


class TooFar(Refused):
    """Further than the Move goes."""

    code = "too-far"


class CannotMove(Refused):
    """Entangled, prone, at 0 Wounds."""

    code = "cannot-move"


class CannotFight(Refused):
    """Broken."""

    code = "cannot-fight"


class NotLoaded(Refused):
    code = "not-loaded"


class AlreadyLoaded(Refused):
    code = "already-loaded"


class NotInHand(Refused):
    code = "not-in-hand"


class HandsFull(Refused):
    code = "hands-full"


class NothingChanges(Refused):
    code = "nothing-changes"


class WrongWeapon(Invalid):
    """Not of the kind the action needs."""

    code = "wrong-weapon"


class UnknownWeapon(Invalid):
    code = "unknown-weapon"


class UnknownAmmunition(Invalid):
    code = "unknown-ammunition"


class Untrained(Refused):
    """A ranged weapon that takes a skill one hasn't."""

    code = "untrained"


class CannotDefend(Invalid):
    """A defence that isn't open to the one attacked."""

    code = "cannot-defend"


class UnknownSkill(Invalid):
    code = "unknown-skill"


class UnknownQuality(Invalid):
    code = "unknown-quality"


class TooLateForSurprise(Refused):
    code = "too-late-for-surprise"


class NothingToRecover(Refused):
    code = "nothing-to-recover"


class NoPointLeft(Refused):
    """Of Fate, Fortune, Resilience or Resolve."""

    code = "no-point-left"


class NotQuick(Refused):
    """Without a Fast weapon in hand, or too late for it."""

    code = "not-quick"


class NotHelpless(Refused):
    """Only the unconscious can be killed outright."""

    code = "not-helpless"


class NeedsTalent(Refused):
    code = "needs-talent"


class UnknownPower(Invalid):
    """A spell or a prayer that isn't on the sheet."""

    code = "unknown-power"


class NothingToChannel(Refused):
    """Petty spells, and what is channelled in full."""

    code = "nothing-to-channel"


class Silenced(Refused):
    """Something keeps one from casting, channelling or praying."""

    code = "silenced"


class MustPray(Refused):
    """The wrath of a god: no other Action."""

    code = "must-pray"


class CannotDispel(Refused):
    code = "cannot-dispel"
