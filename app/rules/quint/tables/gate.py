"""The chance of a grievous injury, by actual damage (ours; QU-GRI-1)."""

from app.engine.tables import Listing
from app.rules.quint.bands import Band

GATE = (
    #    actual damage  percent
    Band(0,  3,    0),
    Band(4,  6,    10),
    Band(7,  9,    20),
    Band(10, 12,   35),
    Band(13, 15,   50),
    Band(16, 18,   65),
    Band(19, None, 80),
)  # fmt: skip

SHARES = (
    #    percent of all Damage Points
    Band(0,  19,   0),
    Band(20, 34,   10),
    Band(35, 49,   25),
    Band(50, 74,   50),
    Band(75, None, 80),
)  # fmt: skip


def listed(name: str, title: str, bands: tuple[Band, ...]) -> Listing:
    """Bands as a table to read."""
    rows = tuple((band.first, band.last, band.chance) for band in bands)
    return Listing(name, title, ("from", "to", "chance"), rows)


GATE_LISTING = listed("gate", "Chance of a grievous injury, %, by actual damage", GATE)
SHARES_LISTING = listed(
    "gate-by-share",
    "Chance of a grievous injury, %, by actual damage in percent of all Damage Points",
    SHARES,
)
