"""What each further step of an overcast costs in SL (WF-CAST-1)."""

from collections.abc import Mapping

from app.engine.tables import Listing

EVEN = 2  # SL a step, of anything but damage
STEPS: Mapping[str, tuple[int, ...]] = {  # option overcasting table: step by step
    "range":    (1, 4, 16),
    "further":  (1, 4, 16),
    "area":     (3, 18),
    "duration": (2, 6),
    "damage":   (1, 1, 1, 2, 3, 5, 8),
}  # fmt: skip

OVERCASTS = Listing(
    "overcasts",
    "Overcasting",
    ("what", "gives", "even", "table"),
    tuple(
        (what, gives, EVEN if even else None, ", ".join(str(cost) for cost in STEPS[what]))
        for what, gives, even in (
            ("range", "the range once more", True),
            ("further", "one more target", True),
            ("area", "the radius once more", True),
            ("duration", "the duration once more", True),
            ("damage", "1 more", False),
        )
    ),
)
