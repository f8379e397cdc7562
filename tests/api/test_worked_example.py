"""The worked example of Tides of Ichor over HTTP, die for die (TI-EX-1 to TI-EX-5)."""

import pytest

from tests.api.ambush import ambush
from tests.api.client import GameMaster


@pytest.mark.parametrize(("base", "hit", "wound", "shot"), [(50, 35, 45, 23), (40, 25, 35, 13)])
async def test_the_first_round_of_the_source(
    gm: GameMaster, base: int, hit: int, wound: int, shot: int
):
    """TI-EX-1, TI-EX-2, TI-EX-3 as first printed (base 50); TI-EX-4 at base 40."""
    await ambush(gm, options={"base_number": base})
    state = await gm.get()
    assert state["order"] == ["sotek", "quetlz", "goblin", "orc-1", "orc-2"]
    assert (state["status"], state["round"], state["acting"]) == ("running", 1, "sotek")
    assert state["turn"] == {"combatant": "sotek", "left": {"action": 1}}

    charge = await gm.act(
        "sotek", "charge", target="orc-1", zone=2, weapon="Great blade", dice=[76, 47, 6, 7]
    )
    events = {e["type"]: e for e in charge["events"]}
    assert events["attack_rolled"]["number"] == hit
    assert events["wound_rolled"]["number"] == wound
    assert events["damage_rolled"]["damage"] == 13
    assert events["wounds_lost"]["remaining"] == 0
    assert [d["reason"] for d in charge["dice"][:2]] == [
        "Sotek to hit Orc 1",
        "Sotek to wound Orc 1",
    ]
    assert "Orc 1 is slain" in charge["summary"]
    assert charge["encounter"]["acting"] == "quetlz"
    orc = await gm.get("/combatants/orc-1")
    assert (orc["status"], orc["state"]["w"]) == ("dead", 0)
    assert (await gm.get("/combatants/sotek"))["state"]["zone"] == 2

    shoot = await gm.act("quetlz", "attack", target="orc-2", weapon="bow", dice=[8])
    rolled = next(e for e in shoot["events"] if e["type"] == "attack_rolled")
    assert (rolled["number"], rolled["distance"], rolled["hit"]) == (shot, 2, False)
    assert shoot["encounter"]["acting"] == "goblin"
    assert (await gm.get("/verification"))["ok"]


async def test_distances_of_the_first_sketch(gm: GameMaster):
    """TI-EX-5: from the PC in zone 4 the goblin is Very Long, the orcs Long, the troll Medium."""
    sheet = {"ws": 30, "bs": 30, "s": 30, "t": 30, "ag": 30, "wp": 30, "w": 10}
    bow = {"name": "Short bow", "kind": "ranged", "range": "short", "damage": "1d10"}
    await gm.open(options={"zones": 6})
    await gm.join("PC", "heroes", {**sheet, "zone": 4, "weapons": [bow]})
    for name, zone in (("Goblin", 0), ("Orc", 1), ("Troll", 2)):
        await gm.join(name, "foes", {**sheet, "zone": zone})
    await gm.start(100, 1, 2, 3)
    for target, distance, name in (
        ("goblin", 4, "Very Long"),
        ("orc", 3, "Long"),
        ("troll", 2, "Medium"),
    ):
        refusal = await gm.problem(
            409,
            "out-of-range",
            "POST",
            "/actions",
            {"actor": "pc", "type": "attack", "target": target},
        )
        assert (refusal["distance"], refusal["distance_name"]) == (distance, name)
