"""The jungle ambush of the source, as the tests play it."""

from typing import Any

from app.rules.tides_of_ichor.examples import ORC, QUETLZ, SHAMAN, SOTEK
from tests.api.client import GameMaster

INITIATIVE = (93, 40, 16, 46)
PLAIN_GOBLIN = {**SHAMAN, "dodge": 0}


async def ambush(gm: GameMaster, *dice: int, start: bool = True, **fields: Any) -> None:
    """Opens it and, unless told not to, starts it with the initiative rolls of the source."""
    options = {"base_number": 50, "zones": 6, **fields.pop("options", {})}
    await gm.open(options=options, **fields)
    await gm.join("Sotek", "heroes", SOTEK)
    await gm.join("Quetlz", "heroes", QUETLZ)
    await gm.join("Orc", "greenskins", ORC, count=2, group="orcs")
    await gm.join("Sneaky Goblin", "greenskins", PLAIN_GOBLIN, id="goblin")
    if start:
        await gm.start(*(dice or INITIATIVE))


async def whole_fight(gm: GameMaster, most: int = 400) -> None:
    """Plays the first choice of whoever acts until one side stands, then ends the encounter."""
    for _ in range(most):
        state = await gm.get()
        if len(state["standing"]) < 2:
            break
        choices = (await gm.get("/choices"))["items"]
        toward = [c for c in choices if c["body"]["type"] in ("attack", "charge", "use_ability")]
        ways = [c for c in choices if c["body"]["type"] in ("dash", "move")]
        chosen = (toward or _nearing(state, ways) or choices)[0]
        await gm.ok("POST", "/actions", chosen["body"])
    assert len((await gm.get())["standing"]) == 1
    await gm.ok("POST", "/end")


def _nearing(state: dict[str, Any], ways: list[Any]) -> list[Any]:
    """The ways that end nearest to a foe."""
    acting = next(c for c in state["combatants"] if c["id"] == state["acting"])
    foes = [
        c["state"]["zone"]
        for c in state["combatants"]
        if c["side"] != acting["side"] and c["status"] == "active"
    ]
    return sorted(ways, key=lambda w: min(abs(z - w["body"]["zone"]) for z in foes))
