"""What an entry notes of the states around it: the intent in its turn, and what it left."""

import hashlib
from collections.abc import Mapping
from typing import Any

from app.canonical import canonical_text
from app.engine.encounter import EncounterState
from app.services.concealment import hidden_in


def intent_of(command: Mapping[str, Any], state: EncounterState) -> str:
    """The digest of a command (as it stands in the log) in the turn that `state` is in."""
    wanted = {"command": command, "round": state.order.round, "turn": state.order.turn}
    return hashlib.sha256(canonical_text(wanted).encode()).hexdigest()


def standing_after(state: EncounterState) -> dict[str, Any]:
    """Where the encounter stands in a state, in short, and who is hidden, if anybody is."""
    standing = {"status": state.status, "round": state.order.round, "acting": state.acting}
    hidden = hidden_in(state)
    return {**standing, "hidden": hidden} if hidden else standing
