"""What Standardized dice rolls says no to, beyond what every ruleset does."""

from app.engine.refusals import Invalid, Refused


class CannotTarget(Refused):
    """Oneself, or an ally."""

    code = "cannot-target"


class TargetDown(Refused):
    """The dead, and those who left."""

    code = "target-down"


class TargetYielded(Refused):
    """Who has yielded is attacked only on purpose."""

    code = "target-yielded"


class OutOfReach(Refused):
    """Between the air and the ground only ranged attacks go."""

    code = "out-of-reach"


class WrongTargets(Invalid):
    """One target too few, too many, or named twice."""

    code = "wrong-targets"


class UnknownKind(Invalid):
    code = "unknown-kind"


class WrongKind(Invalid):
    """A weapon or a spell of other kinds."""

    code = "wrong-kind"


class NoSuchStat(Refused):
    code = "no-such-stat"


class UnknownWeapon(Invalid):
    code = "unknown-weapon"


class UnknownSpell(Invalid):
    code = "unknown-spell"


class WeaponOrSpell(Invalid):
    """An attack is made with one of them."""

    code = "weapon-or-spell"


class OpponentNeeded(Invalid):
    """A passive action names whom it contests."""

    code = "opponent-needed"


class NotAnOpponent(Refused):
    """An ally, or somebody who doesn't fight any more."""

    code = "not-an-opponent"


class NothingToShakeOff(Refused):
    code = "nothing-to-shake-off"


class UnknownPotion(Invalid):
    code = "unknown-potion"


class NoneLeft(Refused):
    code = "none-left"


class UnknownPower(Invalid):
    code = "unknown-power"


class CannotFly(Refused):
    code = "cannot-fly"


class NoRoomToFly(Refused):
    code = "no-room-to-fly"


class Airborne(Refused):
    """What can only be done on the ground."""

    code = "airborne"


class NotAirborne(Refused):
    code = "not-airborne"


class NotDice(Invalid):
    """Neither dice nor a stat of who rolls."""

    code = "not-dice"
