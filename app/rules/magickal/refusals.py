"""What Magickal says no to, beyond what every ruleset does."""

from app.engine.refusals import Invalid, Refused


class CannotTarget(Refused):
    """Oneself, or an ally."""

    code = "cannot-target"


class TargetDown(Refused):
    """The fallen, the dead, and those who left."""

    code = "target-down"


class WrongTargets(Invalid):
    """One target too few, too many, or named twice."""

    code = "wrong-targets"


class NotInHand(Refused):
    code = "not-in-hand"


class NothingChanges(Refused):
    code = "nothing-changes"


class HandsFull(Refused):
    """A heavy weapon and a shield."""

    code = "hands-full"


class NotCarried(Refused):
    code = "not-carried"


class UnknownSpell(Invalid):
    code = "unknown-spell"


class NotMindAffecting(Invalid):
    code = "not-mind-affecting"
