"""What Quints says no to, beyond what every ruleset does."""

from app.engine.refusals import Invalid, Refused


class CannotTarget(Refused):
    """Oneself, an ally, the dead, or who has left."""

    code = "cannot-target"


class OutOfReach(Refused):
    """A blow at somebody who is running away."""

    code = "out-of-reach"


class WrongTargets(Invalid):
    """No target, too many, or both ways of naming them."""

    code = "wrong-targets"


class UnknownWeapon(Invalid):
    code = "unknown-weapon"


class NotDrawn(Refused):
    code = "not-drawn"


class AlreadyDrawn(Refused):
    code = "already-drawn"


class WrongWeapon(Invalid):
    """A blow with a bow, or a shot with a sword."""

    code = "wrong-weapon"


class NotLoaded(Refused):
    code = "not-loaded"


class AlreadyLoaded(Refused):
    code = "already-loaded"


class TooFewArms(Refused):
    """The sound arms can't hold it."""

    code = "too-few-arms"


class NothingThere(Refused):
    """Nothing to pick up, to staunch, to treat or to pull out."""

    code = "nothing-there"


class NotInPack(Refused):
    code = "not-in-pack"


class IsProne(Refused):
    code = "is-prone"


class NotProne(Refused):
    code = "not-prone"


class NotFleeing(Refused):
    code = "not-fleeing"


class NotAHealer(Refused):
    code = "not-a-healer"


class UnknownSpell(Invalid):
    code = "unknown-spell"


class SpellNotReady(Refused):
    code = "spell-not-ready"


class AlreadyPrepared(Refused):
    code = "already-prepared"


class IsMute(Refused):
    code = "is-mute"


class UnknownGroup(Invalid):
    code = "unknown-group"


class NothingChanges(Refused):
    code = "nothing-changes"


class TooLateForSurprise(Refused):
    code = "too-late-for-surprise"
