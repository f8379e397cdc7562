"""What Tides of Ichor says no to, beyond what every ruleset does."""

from app.engine.refusals import Invalid, Refused


class OutOfRange(Refused):
    code = "out-of-range"


class OffTheField(Refused):
    code = "off-the-field"


class WrongDistance(Refused):
    code = "wrong-distance"


class CannotTarget(Refused):
    """Oneself, or an ally."""

    code = "cannot-target"


class TargetDown(Refused):
    """The dead, and those who left."""

    code = "target-down"


class NobodyThere(Refused):
    code = "nobody-there"


class UnknownWeapon(Invalid):
    code = "unknown-weapon"


class WeaponUnclear(Invalid):
    code = "weapon-unclear"


class UnknownAbility(Invalid):
    code = "unknown-ability"


class AlreadyUsed(Refused):
    code = "already-used"


class UnknownGear(Invalid):
    code = "unknown-gear"


class SpellRequirements(Invalid):
    code = "spell-requirements"


class UnknownSpell(Invalid):
    code = "unknown-spell"


class SpellForgotten(Refused):
    """The wizard has lost it for this encounter."""

    code = "spell-forgotten"


class TooNear(Refused):
    """Ranged spells reach nobody in one's own zone."""

    code = "too-near"


class HeldBack(Refused):
    """A condition keeps the combatant from this."""

    code = "held-back"


class OncePerRound(Refused):
    code = "once-per-round"
