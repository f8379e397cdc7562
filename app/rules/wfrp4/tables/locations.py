"""Where a blow lands, by the attack roll with its digits swapped (WF-ATT-4)."""

from app.engine.tables import Row, Table
from app.rules.wfrp4.fields import Location

LOCATIONS: Table[str] = Table(
    "locations",
    "Hit locations",
    (
        Row(1, 9, "head"),
        Row(10, 24, "left arm"),
        Row(25, 44, "right arm"),
        Row(45, 79, "body"),
        Row(80, 89, "left leg"),
        Row(90, 100, "right leg"),
    ),
)
NAMES: tuple[Location, ...] = ("head", "left arm", "right arm", "body", "left leg", "right leg")
BODY: Location = "body"


def swapped(face: int) -> int:
    """The digits the other way round: 13 is 31, 5 is 50, 10 is 1; 100 stays (WF-EX-3)."""
    return face if face == 100 else face % 10 * 10 + face // 10


def location_of(face: int) -> Location:
    """Where an attack roll lands."""
    title = LOCATIONS.row_for(swapped(face)).title
    return next(name for name in NAMES if name == title)


BY_FACE: tuple[Location, ...] = tuple(location_of(face) for face in range(1, 101))
