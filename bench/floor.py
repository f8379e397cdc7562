"""The floor: what a typed FastAPI POST costs here when it does nothing at all.

A body of about 330 bytes is validated into a model, and a model is answered.
"""

from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()

BODY = {
    "type": "attack",
    "actor": "combatant-1",
    "target": "combatant-5",
    "weapon": "Great blade",
    "note": "A body as long as one that a plugin sends with its names, ids and remarks. " * 2,
    "dice": [12, 57, 3, 88],
    "nonce": "0123456789abcdef0123456789abcdef",
}


class Action(BaseModel):
    """What the floor is sent, and answers."""

    type: str
    actor: str
    target: str
    weapon: str
    note: str
    dice: list[int]
    nonce: str


@app.post("/actions", response_model=Action)
async def act(action: Action) -> Action:
    """Answer what was sent."""
    return action
