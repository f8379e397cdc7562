"""How far is far (TI-LINE-2): distance in zones, and its name."""

from app.engine.tables import Listing

# name          reaches this many zones (the last one: the whole field)
REACH = {
    "melee":     0,
    "short":     1,
    "medium":    2,
    "long":      3,
    "very_long": 20,
}  # fmt: skip

WORDS = {
    "melee": "Melee", "short": "Short", "medium": "Medium", "long": "Long",
    "very_long": "Very Long",
}  # fmt: skip


def range_name(distance: int) -> str:
    """The name of a distance in zones: 0 Melee, 1 Short, 2 Medium, 3 Long, 4 and more Very Long."""
    return next(WORDS[name] for name, reach in REACH.items() if distance <= reach)


RANGES = Listing(
    "ranges",
    "Distances and ranges",
    ("range", "distance"),
    tuple((WORDS[name], "4+" if name == "very_long" else reach) for name, reach in REACH.items()),
)
