"""Who may send faces rolled at a real table, by an encounter's option."""

from collections.abc import Sequence

from app.errors import GivenDiceRefused
from app.services.access import Viewer
from app.services.event_log import Loaded, settings_of


def check_given_dice(encounter: Loaded, viewer: Viewer, faces: Sequence[int] | None) -> None:
    """Refuses given dice from who may not send them, by the encounter's option."""
    if faces is None:
        return
    allowed = settings_of(encounter)["given_dice"]
    if allowed == "none" or (allowed == "gm" and not viewer.is_game_master):
        raise GivenDiceRefused(
            f"This encounter's option given_dice is {allowed!r}: leave the dice out.",
            given_dice=allowed,
        )
