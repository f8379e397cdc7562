"""Who is hidden leaves no trace for others until revealed; secret dice, questions and answers."""

import re
from typing import Any

import pytest

from app.rules.tides_of_ichor.examples import CHAMPION, ORC
from tests.api.client import GameMaster

DIGEST = re.compile(r"[0-9a-f]{64}")


async def skirmish(gm: GameMaster, *more: dict[str, Any], start: bool = True) -> list[GameMaster]:
    """Ann and Bob in a toy fight with a player each, and a spectator; others as asked for."""
    await gm.open("toy")
    await gm.join("Ann", "heroes", {"speed": 50, "hp": 20, "luck": 1})
    for fields in more:
        await gm.join(**fields)
    await gm.join("Bob", "rogues", {"speed": 30, "hp": 20})
    seats = [await gm.seat("player", "ann"), await gm.seat("player", "bob")]
    seats.append(await gm.seat("spectator"))
    if start:
        await gm.start()
    return seats


SPY: dict[str, Any] = {
    "name": "Spy",
    "side": "guild",
    "group": "shadows",
    "external_id": "npc-1",
    "hidden": True,
    "sheet": {"speed": 40, "hp": 20},
}


async def spy_of(gm: GameMaster) -> str:
    found = await gm.get("/combatants/npc-1")
    return str(found["id"])


async def test_no_list_shows_who_is_hidden(gm: GameMaster):
    ann, _, watcher = await skirmish(gm, SPY)
    spy = await spy_of(gm)
    assert (await gm.get())["order"] == ["ann", spy, "bob"]
    for seat in (ann, watcher):
        seen = await seat.get()
        assert seen["order"] == [c["id"] for c in seen["combatants"]] == ["ann", "bob"]
        assert seen["standing"] == ["heroes", "rogues"]
        assert (await seat.get("/combatants"))["items"] == seen["combatants"]
        log = (await seat.request("GET", "/log")).text
        for word in (spy, "Spy", "guild", "shadows", "npc-1"):
            assert f'"{word}"' not in log
            assert word not in str(seen)


async def test_asking_for_one_who_is_hidden_is_as_asking_for_nobody(gm: GameMaster):
    ann, _, watcher = await skirmish(gm, SPY)
    spy = await spy_of(gm)
    for seat in (ann, watcher):
        nobody = (await seat.request("GET", "/combatants/nobody")).text
        for wanted in (spy, "npc-1", "Spy"):
            answer = await seat.request("GET", f"/combatants/{wanted}")
            assert answer.status_code == 404
            assert answer.text == nobody.replace("nobody", wanted)
            answer = await seat.request("GET", f"/choices?combatant={wanted}")
            assert (answer.status_code, answer.json()["code"]) == (422, "unknown-combatant")


@pytest.mark.parametrize("field", ["target", "actor"])
async def test_acting_on_one_who_is_hidden_is_as_acting_on_nobody(gm: GameMaster, field: str):
    ann, *_ = await skirmish(gm, SPY)
    body = {"type": "strike", "actor": "ann", "target": "bob"}
    nobody = await ann.problem(
        422, "unknown-combatant", "POST", "/actions", {**body, field: "nobody"}
    )
    for wanted in (await spy_of(gm), "npc-1", "Spy"):
        refused = await ann.problem(
            422, "unknown-combatant", "POST", "/actions", {**body, field: wanted}
        )
        assert str(refused) == str(nobody).replace("nobody", wanted)


async def test_a_name_fits_the_one_in_sight(gm: GameMaster):
    ann, *_ = await skirmish(gm, {**SPY, "name": "Bob"})
    await gm.problem(422, "ambiguous-name", "GET", "/choices?combatant=Bob")
    struck = await ann.act("ann", "strike", target="Bob", dice=None)
    assert struck["command"]["target"] == "bob"


async def test_slugs_and_numbers_give_nobody_away(gm: GameMaster):
    await gm.open("toy")
    await gm.join("Orc", "greenskins", hidden=True)
    await gm.join("Troll", "greenskins", hidden=True, count=3)
    assert (await gm.join("Orc", "greenskins"))["id"] == "orc"
    trolls = (await gm.join("Troll", "greenskins", count=2))["items"]
    assert [t["id"] for t in trolls] == ["troll-1", "troll-2"]
    assert [t["name"] for t in trolls] == ["Troll 1", "Troll 2"]


async def test_the_order_of_joining_gives_nobody_away(gm: GameMaster):
    """The toy breaks ties by the order of joining, and its keys would show a gap."""
    ann, *_ = await skirmish(gm, SPY)
    events = (await ann.get("/log"))["items"][-1]["events"]
    placed = next(event for event in events if event["type"] == "places_taken")
    assert placed["places"] == [{"id": "ann"}, {"id": "bob"}]
    assert DIGEST.fullmatch(placed["redacted"])


async def test_the_turn_of_one_who_is_hidden(gm: GameMaster):
    ann, bob, _ = await skirmish(gm, SPY)
    spy = await spy_of(gm)
    ended = await ann.act("ann", "end_turn")
    assert ended["encounter"]["acting"] is None
    assert (ended["command"]["type"], ended["kind"]) == ("end_turn", "action")
    seen = await bob.get()
    assert (seen["acting"], seen["turn"], seen["status"]) == (None, None, "running")
    assert (await bob.get("/choices")) == {"items": [], "next": None}
    refused = await bob.problem(
        409, "not-your-turn", "POST", "/actions", {"actor": "bob", "type": "step"}
    )
    assert (refused["acting"], refused["detail"]) == (None, "It is not the turn of bob.")
    await gm.act(spy, "end_turn")
    entry = (await bob.get("/log"))["items"][-1]
    assert (entry["by"], entry["kind"], entry["command"]["type"]) == (
        None,
        "concealed",
        "concealed",
    )
    assert [event["type"] for event in entry["events"]] == ["concealed", "turn_started"]
    assert entry["summary"] == "Turn started: Bob."
    assert entry["encounter"]["acting"] == "bob"


async def test_what_one_who_is_hidden_does_is_seen_by_what_comes_of_it(gm: GameMaster):
    ann, bob, _ = await skirmish(gm, SPY)
    spy = await spy_of(gm)
    await ann.act("ann", "end_turn")
    await gm.act(spy, "blast", dice=[3, 4])
    entry = (await bob.get("/log"))["items"][-1]
    assert entry["command"]["type"] == entry["kind"] == "concealed"
    assert all(DIGEST.fullmatch(die["redacted"]) and die["face"] is None for die in entry["dice"])
    assert [(e["type"], e.get("combatant"), e.get("hp")) for e in entry["events"][1:]] == [
        ("hp_lost", "ann", 3),
        ("caught_fire", "ann", None),
        ("hp_lost", "bob", 4),
        ("caught_fire", "bob", None),
    ]
    assert "Bob" in entry["summary"]
    assert "Spy" not in entry["summary"]


async def test_one_who_is_hidden_is_seen_by_whoever_acts_for_it(gm: GameMaster):
    await skirmish(gm, SPY)
    spy = await spy_of(gm)
    cid = await gm.seat("player", "npc-1", label="Cid")
    assert spy in [c["id"] for c in (await cid.get())["combatants"]]
    ann = await gm.seat("player", side="heroes")
    await ann.act("ann", "end_turn")
    stepped = await cid.act(spy, "step")
    assert (stepped["by"], stepped["command"]["actor"]) == ("player:Cid", spy)
    assert (await ann.get(f"/log/{stepped['version']}"))["by"] is None


async def test_a_reveal_shows_one_from_then_on_and_not_before(gm: GameMaster):
    ann, *_ = await skirmish(gm, SPY)
    spy = await spy_of(gm)
    before = (await ann.get("/log"))["items"]
    as_of = [await ann.get(f"?at={version}") for version in range(1, before[-1]["version"] + 1)]
    body = {"reason": "steps out of the shadows", "hidden": False}
    reveal = await gm.ok("PATCH", f"/combatants/{spy}", body)
    shown = await ann.get(f"/log/{reveal['version']}")
    assert shown["events"] == reveal["events"]
    assert shown["events"][0]["combatant"]["id"] == spy
    assert spy in (await ann.get())["order"]
    assert (await ann.get("/log"))["items"][:-1] == before
    again = [await ann.get(f"?at={version}") for version in range(1, before[-1]["version"] + 1)]
    assert again == as_of
    assert spy not in str(again)


async def test_hiding_again_and_a_name_given_out_of_sight(gm: GameMaster):
    ann, *_ = await skirmish(gm)
    body = {"reason": "slips away", "hidden": True, "name": "Nemesis"}
    hidden = await gm.ok("PATCH", "/combatants/bob", body)
    text = (await ann.request("GET", "/log")).text
    assert "Nemesis" not in text
    assert "slips away" not in text
    joined = await ann.get("/log/3")
    assert joined["events"][0]["combatant"]["name"] == "Bob"
    assert joined["summary"] == "bob joins rogues."
    entry = await ann.get(f"/log/{hidden['version']}")
    assert entry["kind"] == "concealed"
    assert [c["id"] for c in (await ann.get())["combatants"]] == ["ann"]


async def test_one_who_joined_hidden_and_was_undone(gm: GameMaster):
    ann, *_ = await skirmish(gm, start=False)
    await gm.join(**SPY)
    await gm.ok("POST", "/undo", {"count": 1})
    text = (await ann.request("GET", "/log")).text
    for word in ("Spy", "spy", "guild", "shadows", "npc-1"):
        assert word not in text
    log = (await ann.get("/log"))["items"]
    assert [(entry["kind"], entry["undone"]) for entry in log[-2:]] == [
        ("concealed", True),
        ("undo", False),
    ]


async def test_some_of_those_who_join_are_hidden(gm: GameMaster):
    ann, *_ = await skirmish(gm, start=False)
    await gm.ok(
        "POST", "/combatants", {"items": [{"name": "Dan", "side": "heroes"}, {**SPY, "sheet": {}}]}
    )
    entry = (await ann.get("/log"))["items"][-1]
    assert [recruit["name"] for recruit in entry["command"]["combatants"]] == ["Dan"]
    assert [event["type"] for event in entry["events"]] == ["combatant_joined", "concealed"]
    assert (entry["kind"], entry["summary"]) == ("join", "Dan joins heroes.")


async def test_an_encounter_opened_with_some_of_them_hidden(gm: GameMaster):
    opened = await gm.open(
        "toy", combatants=[{"name": "Dan", "side": "heroes"}, {**SPY, "sheet": {}}]
    )
    assert len(opened["combatants"]) == 2
    watcher = await gm.seat("spectator")
    first = await watcher.get("/log/1")
    assert first["kind"] == "open"
    assert [recruit["name"] for recruit in first["command"]["combatants"]] == ["Dan"]
    assert "Spy" not in str(await watcher.get()) + str(first)


async def test_a_side_nobody_has_seen_neither_stands_nor_falls(gm: GameMaster):
    ann, *_ = await skirmish(gm, SPY)
    spy = await spy_of(gm)
    await gm.ok("PATCH", "/combatants/bob", {"reason": "a rock", "state": {"hp": 0}})
    fell = (await ann.get("/log"))["items"][-1]["events"][1]
    assert (fell["side"], fell["standing"]) == ("rogues", ["heroes"])
    await gm.ok("PATCH", f"/combatants/{spy}", {"reason": "a rock", "state": {"hp": 0}})
    assert (await ann.get("/log"))["items"][-1]["events"][1]["type"] == "concealed"
    end = await gm.ok("POST", "/end")
    assert end["events"][0]["standing"] == ["heroes"]


async def test_a_question_about_one_who_is_hidden_stops_without_a_word(gm: GameMaster):
    ann, bob, _ = await skirmish(gm, SPY)
    spy = await spy_of(gm)
    await ann.act("ann", "end_turn")
    await gm.act(spy, "strike", target="bob", dice=[15])
    assert (await gm.get())["questions"][0]["to"] == "bob"
    assert (await bob.get())["questions"] == []
    body = {"type": "answer", "actor": "bob", "question": "q1", "choice": "take"}
    await bob.problem(409, "no-such-question", "POST", "/actions", body)
    refused = await bob.problem(
        409, "not-your-turn", "POST", "/actions", {"actor": "bob", "type": "step"}
    )
    assert spy not in str(refused)
    await gm.ok("POST", "/actions", {**body, "choice": "take"})
    assert (await bob.get())["questions"] == []


async def test_what_only_somebody_out_of_sight_forbids_has_a_hidden_reason(gm: GameMaster):
    ann, *_ = await skirmish(gm, SPY)
    spy = await spy_of(gm)
    await gm.act("ann", "strike", target=spy, dice=[15])
    body = {"actor": "ann", "type": "step"}
    told = await gm.problem(409, "question-open", "POST", "/actions", body)
    assert told["to"] == spy
    refused = await ann.problem(409, "hidden-reason", "POST", "/actions", body)
    assert spy not in str(refused)
    assert (await ann.get("/choices"))["items"][0]["body"]["type"] == "step"


async def test_places_of_a_zone_are_not_offered_for_one_who_is_hidden(gm: GameMaster):
    """Whirlwind hits all enemies of a zone: a zone with only a hidden one is as an empty zone."""
    await gm.open(options={"zones": 4})
    await gm.join("Champion", "heroes", {**CHAMPION, "ag": 100, "zone": 1})
    await gm.join("Spy", "guild", {**ORC, "zone": 1}, hidden=True)
    await gm.join("Orc", "greenskins", {**ORC, "zone": 3})
    player = await gm.seat("player", "champion")
    await gm.start(100, 1, 2)

    def uses(items: list[dict[str, Any]]) -> list[str]:
        return [c["label"] for c in items if c["body"]["type"] == "use_ability"]

    assert uses((await gm.get("/choices"))["items"])
    choices = (await player.get("/choices"))["items"]
    assert uses(choices) == []
    assert {c["body"].get("target") for c in choices} == {None}
    body = {"actor": "champion", "type": "use_ability", "ability": "Whirlwind", "zone": 2}
    await player.problem(409, "nobody-there", "POST", "/actions", body)


# --- secret dice, events, questions ---------------------------------------------------------------


async def test_a_secret_roll_is_the_game_masters(gm: GameMaster):
    ann, bob, watcher = await skirmish(gm)
    sneak = await ann.act("ann", "sneak")
    full = await gm.get(f"/log/{sneak['version']}")
    assert full["dice"][0]["face"] in range(1, 21)
    for seat in (ann, bob, watcher):
        entry = await seat.get(f"/log/{sneak['version']}")
        (die,) = entry["dice"]
        assert DIGEST.fullmatch(die.pop("redacted"))
        assert set(die.values()) == {None}
        assert [event["type"] for event in entry["events"]] == ["spent", "sneaked", "concealed"]
        assert entry["summary"] == "Ann sneaks."
        assert entry["command"] == full["command"]


async def test_what_is_ones_own_or_ones_sides(gm: GameMaster):
    ann, bob, watcher = await skirmish(gm)
    await gm.join("Dan", "heroes", {"speed": 1})
    dan = await gm.seat("player", "dan")
    foreseen = await ann.act("ann", "foresee")
    version = foreseen["version"]

    async def seen(seat: GameMaster) -> tuple[bool, list[str]]:
        entry = await seat.get(f"/log/{version}")
        return entry["dice"][0]["face"] is not None, [e["type"] for e in entry["events"][1:]]

    assert await seen(gm) == await seen(ann) == (True, ["foreseen", "whispered"])
    assert await seen(dan) == (False, ["concealed", "whispered"])
    assert await seen(bob) == await seen(watcher) == (False, ["concealed", "concealed"])


async def test_a_question_to_the_game_master_alone_and_its_answer(gm: GameMaster):
    ann, bob, _ = await skirmish(gm)
    await ann.act("ann", "omen")
    assert len((await gm.get())["questions"]) == 1
    assert (await ann.get())["questions"] == []
    answer = {"type": "answer", "question": "q1", "choice": "bad"}
    for body in (answer, {**answer, "actor": "ann"}):
        refused = await ann.problem(409, "no-such-question", "POST", "/actions", body)
        assert refused["open"] == []
    told = await gm.ok("POST", "/actions", answer)
    for seat in (ann, bob):
        entry = await seat.get(f"/log/{told['version']}")
        assert entry["command"]["type"] == entry["events"][0]["type"] == "concealed"
        assert "bad" not in str(entry)


async def test_a_player_answers_what_their_own_is_asked(gm: GameMaster):
    ann, bob, watcher = await skirmish(gm)
    await gm.act("ann", "strike", target="bob", dice=[15])
    body = {"type": "answer", "question": "q1", "choice": "take"}
    refused = await ann.problem(403, "not-your-combatant", "POST", "/actions", body)
    assert (refused["actor"], refused["acts_for"]) == ("bob", ["ann"])
    await watcher.problem(403, "read-only", "POST", "/actions", body)
    taken = await bob.ok("POST", "/actions", body)
    assert taken["command"]["actor"] == "bob"


async def test_choices_of_others_may_be_read_where_all_is_open_but_the_game_masters_not(
    gm: GameMaster,
):
    ann, bob, watcher = await skirmish(gm)
    offered = await gm.get("/choices?combatant=ann")
    assert await bob.get("/choices?combatant=ann") == await watcher.get("/choices") == offered
    await ann.problem(403, "not-your-combatant", "GET", "/choices?combatant=gm")
