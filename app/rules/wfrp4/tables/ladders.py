"""Difficulties, ranges, sizes and reaches: ladders with a modifier a step."""

from app.engine.tables import Listing

DIFFICULTIES = {  # WF-TEST-2
    "very easy": 60, "easy": 40, "average": 20, "challenging": 0, "difficult": -10, "hard": -20,
    "very hard": -30,
}  # fmt: skip

BANDS: tuple[tuple[str, int, int, int], ...] = (
    # WF-ATT-2: up to the range times a fraction
    ("point blank", 1, 10, 40),
    ("short",       1, 2,  20),
    ("normal",      1, 1,  0),
    ("long",        2, 1,  -10),
    ("extreme",     3, 1,  -30),
)  # fmt: skip
POINT_BLANK = "point blank"
UNMEASURED = "normal"  # ours: where nobody says how far it is

SIZES: dict[str, int] = {  # the modifier to shoot at it
    "tiny": -30, "little": -20, "small": -10, "average": 0, "large": 20, "enormous": 40,
    "monstrous": 60,
}  # fmt: skip
SIZE_ORDER = tuple(SIZES)

REACHES: dict[str, int] = {  # yards it engages
    "personal": 2, "very short": 2, "short": 2, "average": 2, "long": 2, "very long": 4,
    "massive": 6,
}  # fmt: skip
REACH_ORDER = tuple(REACHES)

CROWDS = ((13, 60), (7, 40), (3, 20))  # so many or more in the group that is shot at
COVER = {"none": 0, "soft": -10, "medium": -20, "hard": -30}
LIGHT = {"clear": 0, "concealed": -20, "darkness": -30}

DIFFICULTY_LISTING = Listing(
    "difficulties", "Difficulties", ("difficulty", "modifier"), tuple(DIFFICULTIES.items())
)
RANGE_LISTING = Listing(
    "ranges",
    "Range bands",
    ("band", "up_to", "modifier"),
    tuple(
        (band, f"range x {times}" if of == 1 else f"range / {of}", modifier)
        for band, times, of, modifier in BANDS
    ),
)
SIZE_LISTING = Listing(
    "sizes",
    "Sizes",
    ("size", "step", "to_shoot_at"),
    tuple((size, step, modifier) for step, (size, modifier) in enumerate(SIZES.items())),
)
REACH_LISTING = Listing("reaches", "Reaches", ("reach", "yards"), tuple(REACHES.items()))


def step(size: str) -> int:
    """Steps from Tiny."""
    return SIZE_ORDER.index(size)
