"""The option `disclosure`: in the fog, nobody reads numbers of others."""

import re
from typing import Any

import pytest

from app.rules.tides_of_ichor.examples import ORC, SOTEK
from tests.api.ambush import ambush
from tests.api.client import GameMaster

FOG = {"disclosure": "fog"}
PLAIN_ORC = {**ORC, "weapons": [{"name": "Bone cleaver", "kind": "melee", "damage": "1d10"}]}


async def duel(gm: GameMaster) -> tuple[GameMaster, GameMaster, GameMaster]:
    """Sotek beside an orc, in the fog: the players of either, and a spectator."""
    await gm.open(options=FOG)
    await gm.join("Sotek", "heroes", {**SOTEK, "zone": 2})
    await gm.join("Orc", "greenskins", PLAIN_ORC)
    await gm.start(93, 40)
    return (
        await gm.seat("player", "sotek"),
        await gm.seat("player", "orc"),
        await gm.seat("spectator"),
    )


async def test_open_is_the_default_and_shows_all_numbers(gm: GameMaster):
    await ambush(gm)
    player = await gm.seat("player", "sotek")
    watcher = await gm.seat("spectator")
    full = await gm.get()
    assert full["options"]["disclosure"] == "open"
    for seat in (player, watcher):
        assert {**await seat.get(), "you": None} == {**full, "you": None}
        assert await seat.get("/log") == await gm.get("/log")


async def test_others_sheets_are_hidden_and_their_wounds_a_band(gm: GameMaster):
    sotek, orc, watcher = await duel(gm)
    await gm.ok("PATCH", "/combatants/orc", {"reason": "a trap", "state": {"w": 5}})
    full = {c["id"]: c for c in (await gm.get())["combatants"]}
    bands = {"sotek": "unhurt", "orc": "hurt"}
    for seat, own in ((sotek, "sotek"), (orc, "orc"), (watcher, None)):
        for combatant in (await seat.get())["combatants"]:
            id = combatant["id"]
            if id == own:
                assert combatant == full[id]
                continue
            assert combatant == await seat.get(f"/combatants/{id}")
            assert combatant["sheet"] is None
            assert combatant["conditions"] == []
            assert combatant["state"] == {"w": bands[id], "zone": 2}
            assert combatant["name"] == full[id]["name"]


async def test_an_attack_shows_its_outcome_without_its_numbers(gm: GameMaster):
    sotek, orc, watcher = await duel(gm)
    full = await gm.act("sotek", "attack", target="orc", dice=[76, 60, 1, 1])
    assert [e["type"] for e in full["events"]][:4] == [
        "attack_rolled",
        "wound_rolled",
        "damage_rolled",
        "wounds_lost",
    ]
    for seat in (sotek, orc, watcher):
        entry = await seat.get(f"/log/{full['version']}")
        attack, wound, damage, *_ = entry["events"]
        assert attack.pop("redacted")
        assert attack == {
            "type": "attack_rolled",
            "visibility": "public",
            "attacker": "sotek",
            "defender": "orc",
            "kind": "melee",
            "hit": True,
        }
        assert (wound["wounded"], "number" in wound) == (True, False)
        assert set(damage) == {"type", "visibility", "attacker", "defender", "redacted"}
        for die in entry["dice"]:
            assert (die["face"], die["sides"]) == (None, None)
        assert entry["dice"][0]["reason"] == "Sotek to hit Orc"
        assert entry["summary"].startswith("Attack rolled: Sotek, Orc, hit, melee.")
        assert bool(re.search(r"\d", entry["summary"])) == (seat is orc)  # its own wounds
    lost = (await orc.get(f"/log/{full['version']}"))["events"][3]
    assert lost == full["events"][3]
    assert set((await sotek.get(f"/log/{full['version']}"))["events"][3]) == {
        "type", "visibility", "combatant", "redacted",
    }  # fmt: skip


async def test_what_others_send_shows_who_and_not_with_what(gm: GameMaster):
    sotek, orc, watcher = await duel(gm)
    await gm.act("sotek", "pass")
    sent = await orc.act("orc", "attack", target="sotek", weapon="Bone cleaver")
    assert sent["command"]["weapon"] == "Bone cleaver"
    for seat in (sotek, watcher):
        command = (await seat.get(f"/log/{sent['version']}"))["command"]
        assert command.pop("redacted")
        assert command == {"type": "attack", "actor": "orc", "target": "sotek"}
        assert "cleaver" not in (await seat.request("GET", "/log")).text


async def test_joining_and_adjusting_show_the_one_and_not_the_sheet(gm: GameMaster):
    sotek, orc, watcher = await duel(gm)
    await gm.ok("PATCH", "/combatants/orc", {"reason": "cursed", "sheet": {"ws": 77}})
    for seat in (sotek, watcher):
        log = (await seat.get("/log"))["items"]
        joined, adjusted = log[2], log[4]
        assert "combatants" not in joined["command"]
        assert joined["events"][0]["combatant"] == {
            "id": "orc", "name": "Orc", "side": "greenskins", "group": None,
            "external_id": None, "status": "active", "hidden": False,
        }  # fmt: skip
        assert joined["summary"] == "Combatant joined: Orc."
        assert "cursed" not in str(adjusted)
        assert "sheet" not in str(adjusted)
    adjusted = (await orc.get("/log"))["items"][4]
    assert adjusted == (await gm.get("/log"))["items"][4]


async def test_turns_and_rounds_are_no_secret(gm: GameMaster):
    _, orc, watcher = await duel(gm)
    passed = await gm.act("sotek", "pass")
    for seat in (orc, watcher):
        assert (await seat.get(f"/log/{passed['version']}")) == passed
        seen = await seat.get()
        assert (seen["acting"], seen["order"]) == ("orc", ["sotek", "orc"])
    assert (await orc.get())["turn"] == {"combatant": "orc", "left": {"action": 1}}
    assert (await watcher.get())["turn"] == {"combatant": "orc", "left": {}}


async def test_choices_only_of_ones_own_and_in_plain_words(gm: GameMaster):
    sotek, orc, watcher = await duel(gm)
    offered = (await sotek.get("/choices"))["items"]
    assert [c["body"] for c in offered] == [c["body"] for c in (await gm.get("/choices"))["items"]]
    assert offered[0]["label"] == "Attack: Orc, Great blade"
    for seat in (orc, watcher):
        assert (await seat.get("/choices"))["items"] == []
        await seat.problem(403, "not-your-combatant", "GET", "/choices?combatant=sotek")


async def test_refusals_that_tell_nothing_of_others_stay_as_they_are(gm: GameMaster):
    sotek, _, _ = await duel(gm)
    body = {"actor": "sotek", "type": "attack", "target": "orc", "weapon": "spoon"}
    assert await sotek.problem(422, "unknown-weapon", "POST", "/actions", body) == (
        await gm.problem(422, "unknown-weapon", "POST", "/actions", body)
    )


async def test_other_refusals_keep_their_code_and_who_is_in_them(gm: GameMaster):
    _, orc, _ = await duel(gm)
    body = {"actor": "orc", "type": "pass"}
    refused = await orc.problem(409, "not-your-turn", "POST", "/actions", body)
    assert (refused["actor"], refused["acting"]) == ("orc", "sotek")
    assert refused["detail"] == "The rules forbid this now: not your turn."


async def test_a_needed_die_is_named_without_its_sides_unless_it_is_ones_own(gm: GameMaster):
    await gm.open(options={**FOG, "given_dice": "all"})
    await gm.join("Sotek", "heroes", {**SOTEK, "zone": 2})
    await gm.join("Orc", "greenskins", {**PLAIN_ORC, "dodge": 20})
    await gm.start(93, 40)
    sotek = await gm.seat("player", "sotek")
    body = {"actor": "sotek", "type": "attack", "target": "orc", "dice": [76]}
    full = await gm.problem(422, "die-needed", "POST", "/actions", body)
    assert full["needed"]["sides"] == 100
    refused = await sotek.problem(422, "die-needed", "POST", "/actions", body)
    assert "needed" not in refused
    assert "100" not in refused["detail"]


@pytest.mark.parametrize("option", ["thick", "", None, True])
async def test_there_are_two_kinds_of_disclosure(gm: GameMaster, option: Any):
    body = {"ruleset": "toy", "name": "x", "options": {"disclosure": option}}
    answer = await gm.http.post("/v1/encounters", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-request")


async def test_there_is_no_fog_where_whoever_knows_the_seed_knows_every_die(gm: GameMaster):
    body = {"ruleset": "toy", "name": "x", "options": FOG, "seed": "s"}
    answer = await gm.http.post("/v1/encounters", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "fog-needs-fair-dice")


# --- a ruleset that says nothing about fog: the toy -----------------------------------------------


async def toy_in_fog(gm: GameMaster) -> tuple[GameMaster, GameMaster]:
    await gm.open("toy", options=FOG)
    await gm.join("Ann", "a", {"speed": 50, "note": "secret of Ann"})
    await gm.join("Bob", "b", {"power": 17, "note": "secret of Bob"})
    await gm.start()
    return await gm.seat("player", "ann"), await gm.seat("player", "bob")


async def test_a_ruleset_that_says_nothing_shows_types_and_names_alone(gm: GameMaster):
    ann, bob = await toy_in_fog(gm)
    assert (await ann.get("/combatants/bob"))["state"] == {}
    strike = await gm.act("ann", "strike", target="bob", dice=[15])
    seen = await ann.get(f"/log/{strike['version']}")
    rolled = seen["events"][1]
    assert rolled.pop("redacted")
    assert rolled == {
        "type": "strike_rolled",
        "visibility": "public",
        "attacker": "ann",
        "defender": "bob",
    }
    spent, asked = seen["events"][0], seen["events"][2]
    assert set(spent) == {"type", "visibility", "redacted"}
    assert asked["question"] == {"id": "q1", "to": "bob", "blocks": True}
    assert (await bob.get(f"/log/{strike['version']}"))["events"][2] == strike["events"][2]


async def test_a_question_to_another_shows_that_it_is_there(gm: GameMaster):
    ann, bob = await toy_in_fog(gm)
    await gm.act("ann", "strike", target="bob", dice=[15])
    assert (await ann.get())["questions"] == [
        {
            "id": "q1",
            "to": "bob",
            "prompt": "Bob has to choose.",
            "choices": [],
            "default": None,
            "blocks": True,
        }
    ]
    assert (await bob.get())["questions"] == (await gm.get())["questions"]
    refused = await ann.problem(
        409, "question-open", "POST", "/actions", {"actor": "ann", "type": "step"}
    )
    assert refused["to"] == "bob"
    assert "choices" not in refused
    answered = await bob.act("bob", "answer", question="q1", choice="take")
    assert answered["command"]["choice"] == "take"
    entry = await ann.get(f"/log/{answered['version']}")
    assert "take" not in str(entry)
    assert entry["events"][0]["question"] == "q1"


async def test_the_past_is_as_foggy(gm: GameMaster):
    ann, _ = await toy_in_fog(gm)
    await gm.act("ann", "end_turn")
    for version in (3, 4):
        seen = await ann.get(f"?at={version}")
        assert "secret of Bob" not in str(seen)
        assert "secret of Ann" in str(seen)
