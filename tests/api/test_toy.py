"""What the protocol can do, over HTTP, with undo, the past, verification and given dice."""

from typing import Any

import pytest

from app.rules.registry import SHIPPED
from tests.api.client import GameMaster
from tests.api.test_undo import without_log


async def brawl(gm: GameMaster, *names: str, options: Any = None, **sheet: int) -> None:
    """Fighters of a side each, who act in the order they are named."""
    await gm.open("toy", options=options or {})
    for i, name in enumerate(names or ("Ann", "Bob")):
        await gm.join(name, name, {"hp": 10, "luck": 1, "speed": 50 - i, **sheet})
    await gm.start()


async def verified(gm: GameMaster) -> None:
    report = await gm.get("/verification")
    assert report["ok"], report


async def test_the_toy_is_found_by_its_entry_point(gm: GameMaster):
    listed = (await gm.http.get("/v1/rulesets")).json()["items"]
    assert [r["id"] for r in listed] == [*(r.id for r in SHIPPED), "toy"]


async def test_a_turn_of_two_steps(gm: GameMaster):
    await brawl(gm)
    assert (await gm.get())["turn"]["left"] == {"step": 1, "strike": 1}
    await gm.act("ann", "step")
    assert (await gm.get())["turn"] == {"combatant": "ann", "left": {"step": 0, "strike": 1}}
    await gm.problem(409, "nothing-left", "POST", "/actions", {"actor": "ann", "type": "step"})
    await gm.act("ann", "end_turn")
    assert (await gm.get())["acting"] == "bob"


async def test_a_question_to_another_blocks_until_it_is_answered(gm: GameMaster):
    await brawl(gm)
    strike = await gm.act("ann", "strike", target="bob", dice=[11])
    state = await gm.get()
    assert state["questions"] == [
        {
            "id": "q1",
            "to": "bob",
            "prompt": "Bob: take the strike of Ann, or parry?",
            "choices": ["take", "parry"],
            "default": "take",
            "blocks": True,
        }
    ]
    refusal = await gm.problem(
        409, "question-open", "POST", "/actions", {"actor": "ann", "type": "step"}
    )
    assert refusal["question"] == "q1"
    ask = {"type": "answer", "question": "q1"}
    wrong = {**ask, "actor": "bob", "choice": "run"}
    await gm.problem(422, "not-a-choice", "POST", "/actions", wrong)
    stranger = {**ask, "actor": "ann", "choice": "take"}
    await gm.problem(409, "no-such-question", "POST", "/actions", stranger)
    bodies = [c["body"] for c in (await gm.get("/choices?combatant=bob"))["items"]]
    assert [b["choice"] for b in bodies] == ["take", "parry"]
    parry = await gm.ok("POST", "/actions", {**bodies[1], "dice": [12, 4]})
    assert [d["purpose"] for d in parry["dice"]] == ["parry", "damage"]
    assert (await gm.get("/combatants/bob"))["state"]["hp"] == 6
    assert (await gm.get(f"?at={strike['version']}"))["questions"] == state["questions"]
    await gm.ok("POST", "/undo", {"count": 1})
    assert without_log(await gm.get()) == without_log(state)
    await gm.act("bob", "answer", question="q1", choice="take", dice=[6])
    assert (await gm.get("/combatants/bob"))["state"]["hp"] == 4
    await verified(gm)


async def test_a_question_that_does_not_block(gm: GameMaster):
    await brawl(gm)
    await gm.act("ann", "omen")
    assert (await gm.get())["questions"][0]["blocks"] is False
    await gm.act("ann", "end_turn")
    (good, bad) = (await gm.get("/choices?combatant=gm"))["items"]
    assert bad["body"]["choice"] == "bad"
    await gm.ok("POST", "/actions", good["body"])
    assert (await gm.get())["questions"] == []
    await verified(gm)


async def test_a_summon_acts_by_itself_in_an_entry_of_its_own(gm: GameMaster):
    await brawl(gm)
    await gm.act("ann", "summon")
    await gm.act("ann", "end_turn")
    before = without_log(await gm.get())
    # bob's turn ends; the beast's dice follow: whom (2 of 2: bob), and 3 damage
    ended = await gm.act("bob", "end_turn", dice=[2, 3])
    assert ended["dice"] == []
    assert ended["followed_by"] == [ended["version"] + 1]
    assert ended["encounter"]["version"] == ended["version"] + 1
    assert ended["encounter"]["acting"] == "ann"
    beast = await gm.get(f"/log/{ended['version'] + 1}")
    assert (beast["kind"], beast["cause"]) == ("automatic", ended["version"])
    assert [d["face"] for d in beast["dice"]] == [2, 3]
    assert (await gm.get("/combatants/bob"))["state"]["hp"] == 7
    await gm.ok("POST", "/undo", {"count": 1})
    assert without_log(await gm.get()) == before
    await verified(gm)


async def test_given_dice_for_followers_a_short_one_draws_too_many_are_refused(gm: GameMaster):
    await brawl(gm)
    await gm.act("ann", "summon")
    await gm.act("ann", "end_turn")
    body = {"actor": "bob", "type": "end_turn", "dice": [2, 3, 4]}
    await gm.problem(422, "dice-left-over", "POST", "/actions", body)
    ended = await gm.act("bob", "end_turn", dice=[2])
    beast = await gm.get(f"/log/{ended['version'] + 1}")
    assert [d["source"] for d in beast["dice"]] == ["given", "drawn"]
    await verified(gm)


async def test_undo_into_a_group_goes_to_its_end(gm: GameMaster):
    await brawl(gm)
    await gm.act("ann", "summon")
    await gm.act("ann", "end_turn")
    ended = await gm.act("bob", "end_turn", dice=[2, 3])
    after = without_log(await gm.get())
    await gm.act("ann", "step")
    undo = await gm.ok("POST", "/undo", {"to_version": ended["version"]})
    assert undo["parent"] == ended["version"] + 1
    assert without_log(await gm.get()) == after


async def test_followers_meet_the_same_dice_after_an_undo(gm: GameMaster):
    await brawl(gm)
    await gm.act("ann", "summon")
    await gm.act("ann", "end_turn")
    first = await gm.act("bob", "end_turn")
    beast = await gm.get(f"/log/{first['version'] + 1}")
    await gm.ok("POST", "/undo", {"count": 1})
    second = await gm.act("bob", "end_turn")
    again = await gm.get(f"/log/{second['version'] + 1}")
    assert [d["face"] for d in again["dice"]] == [d["face"] for d in beast["dice"]]
    assert {d["source"] for d in again["dice"]} == {"reused"}
    await verified(gm)


async def test_a_secret_die_comes_from_a_stream_of_its_own(gm: GameMaster):
    await brawl(gm)
    sneak = await gm.act("ann", "sneak")
    (die,) = sneak["dice"]
    assert (die["stream"], die["visibility"], die["n"]) == ("gm", "gm", 0)
    visibility = {e["type"]: e["visibility"] for e in sneak["events"]}
    assert visibility == {"spent": "public", "sneaked": "public", "sneak_rolled": "gm"}
    strike = await gm.act("ann", "strike", target="bob")
    assert (strike["dice"][0]["stream"], strike["dice"][0]["n"]) == ("public", 0)
    await verified(gm)


async def test_a_reroll_replaces_an_entry_and_the_log_shows_both(gm: GameMaster):
    await brawl(gm)
    missed = await gm.act("ann", "strike", target="bob", dice=[3])
    version = missed["version"]
    reroll = await gm.act("ann", "reroll", dice=[15])
    assert (reroll["replaces"], reroll["parent"]) == (version, version - 1)
    assert [d["face"] for d in reroll["dice"]] == [15]
    ann = await gm.get("/combatants/ann")
    assert ann["state"]["luck"] == 0
    assert (await gm.get())["questions"][0]["to"] == "bob"
    log = (await gm.get("/log"))["items"]
    assert [e["version"] for e in log if e["undone"]] == [version]
    await verified(gm)
    await gm.ok("POST", "/undo", {"count": 1})
    assert (await gm.get("/combatants/ann"))["state"]["luck"] == 1
    await gm.ok("POST", "/undo", {"count": 1})
    assert (await gm.get())["turn"]["left"] == {"step": 1, "strike": 1}
    await verified(gm)


async def test_a_reroll_needs_something_to_replace(gm: GameMaster):
    await brawl(gm)
    body = {"actor": "ann", "type": "reroll"}
    await gm.problem(409, "nothing-to-replace", "POST", "/actions", body)


async def test_an_area_action_and_fire_at_the_end_of_the_round(gm: GameMaster):
    await brawl(gm, "Ann", "Bob", "Cid")
    blast = await gm.act("ann", "blast", dice=[1, 4])
    assert [(d["object"], d["face"]) for d in blast["dice"]] == [("bob", 1), ("cid", 4)]
    await gm.act("ann", "end_turn")
    await gm.act("bob", "end_turn")
    ended = await gm.act("cid", "end_turn")
    assert len(ended["followed_by"]) == 2
    hp = {c["id"]: c["state"]["hp"] for c in (await gm.get("/combatants"))["items"]}
    assert hp == {"ann": 10, "bob": 8, "cid": 5}
    assert (await gm.get("/combatants/bob"))["conditions"] == [
        {"name": "burning", "cause": "blast"}
    ]
    await verified(gm)


async def test_a_repeated_action_is_one_entry(gm: GameMaster):
    await brawl(gm)
    flurry = await gm.act("ann", "flurry", target="bob", dice=[11, 3, 20])
    assert [d["purpose"] for d in flurry["dice"]] == ["to-hit"] * 3
    assert (await gm.get("/combatants/bob"))["state"]["hp"] == 8
    assert flurry["encounter"]["acting"] == "bob"
    await verified(gm)


async def test_a_repeated_action_stops_when_its_target_is_down(gm: GameMaster):
    await brawl(gm, hp=1)
    flurry = await gm.act("ann", "flurry", target="bob", dice=[11])
    assert (await gm.get("/combatants/bob"))["status"] == "down"
    assert flurry["encounter"]["acting"] == "ann"


async def test_too_much_by_itself_pauses_and_says_so(gm: GameMaster):
    await gm.open("toy", options={"storm": True})
    await gm.join("Ann", "a")
    started = await gm.start()
    assert len(started["followed_by"]) == 101
    last = await gm.get(f"/log/{started['followed_by'][-1]}")
    assert last["events"][0]["reason"] == "too-much-by-itself"
    assert last["encounter"]["status"] == "paused"
    await verified(gm)


@pytest.mark.parametrize(("face", "hp"), [(1, 6), (3, 9), (6, 10)])
async def test_a_table_row_does_what_it_says(gm: GameMaster, face: int, hp: int):
    await brawl(gm)
    await gm.act("ann", "wild", dice=[face])
    assert (await gm.get("/combatants/ann"))["state"]["hp"] == hp
    table = (await gm.http.get("/v1/rulesets/toy/tables/wild")).json()
    assert table["rows"][0] == {
        "first": 1,
        "last": 1,
        "title": "A bolt",
        "words": "",
        "effects": ["lose 3 hp", "lose 1 hp"],
        "ours": "",
    }
