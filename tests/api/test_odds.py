"""Odds over HTTP: what they tell, that they leave no trace, and when they are refused."""

import asyncio
import threading
from fractions import Fraction
from typing import Any

import httpx
import pytest

from app.engine.odds import Action, Odds, exact_odds
from app.services import odds as service
from tests.api.ambush import ambush
from tests.api.client import GameMaster
from tests.api.conftest import serving
from tests.api.test_hidden import SPY, skirmish, spy_of
from tests.api.test_toy import brawl
from tests.databases import settings_for

CHARGE = {"actor": "sotek", "type": "charge", "target": "orc-1", "weapon": "Great blade"}
EVEN = {"ws": 50, "bs": 50, "s": 50, "t": 50, "ag": 50, "wp": 50, "w": 1000}


def outcomes(odds: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    return {(o["name"], o["of"]): o for o in odds["outcomes"]}


async def weigh(gm: GameMaster, **body: Any) -> dict[str, Any]:
    odds: dict[str, Any] = await gm.ok("POST", "/odds", body)
    return odds


async def test_the_chances_of_a_charge(gm: GameMaster):
    """TI-EX-2: over 35 and over 45, then 2d10 + 1 - 1 against 10 W."""
    await ambush(gm)
    odds = await weigh(gm, **CHARGE)
    assert gm.etag == '"6"'
    assert {k: v for k, v in odds.items() if k != "outcomes"} == {
        "version": 6,
        "method": "exact",
        "runs": 21,
        "confidence": None,
    }
    assert [(o["name"], o["label"]) for o in odds["outcomes"]] == [
        ("hit", "Orc 1 is hit"),
        ("wound", "Orc 1 is wounded"),
        ("damage", "wounds that Orc 1 loses"),
        ("slain", "Orc 1 is slain"),
    ]
    told = outcomes(odds)
    assert told["hit", "orc-1"] == {
        "name": "hit",
        "of": "orc-1",
        "label": "Orc 1 is hit",
        "chance": {"fraction": "13/20", "value": 0.65, "interval": None},
        "mean": {"fraction": "13/20", "value": 0.65, "interval": None},
        "distribution": [
            {"amount": 0, "chance": {"fraction": "7/20", "value": 0.35, "interval": None}},
            {"amount": 1, "chance": {"fraction": "13/20", "value": 0.65, "interval": None}},
        ],
    }
    assert told["wound", "orc-1"]["chance"]["fraction"] == "143/400"
    damage = told["damage", "orc-1"]
    assert [d["amount"] for d in damage["distribution"]] == [0, *range(2, 21)]
    assert damage["mean"]["fraction"] == str(Fraction(143, 400) * 11)
    slain = Fraction(143, 400) * Fraction(64, 100)  # 10 or more on two dice
    assert told["slain", "orc-1"]["chance"]["fraction"] == str(slain)
    for outcome in odds["outcomes"]:
        assert sum(Fraction(d["chance"]["fraction"]) for d in outcome["distribution"]) == 1


async def test_odds_leave_no_trace(gm: GameMaster, client: httpx.AsyncClient):
    """The dice that fall afterwards are those that fall where nobody asked."""
    await ambush(gm, seed="same")
    before = await gm.get()
    for _ in range(3):
        await weigh(gm, **CHARGE)
    assert await gm.get() == before
    other = GameMaster(client)
    await ambush(other, seed="same")
    taken, untold = await gm.act(**CHARGE), await other.act(**CHARGE)
    assert (taken["dice"], taken["events"]) == (untold["dice"], untold["events"])
    assert (await gm.get("/verification"))["ok"]


async def test_names_are_as_loose_as_in_actions(gm: GameMaster):
    await ambush(gm)
    odds = await weigh(gm, actor="SOTEK", type="charge", target="Orc 1")
    assert odds == await weigh(gm, **CHARGE)


async def test_what_an_action_is_refused_for_its_odds_are_too(gm: GameMaster):
    await ambush(gm)
    bodies = [
        {**CHARGE, "actor": "quetlz"},
        {**CHARGE, "target": "goblin"},
        {**CHARGE, "target": "nobody"},
        {**CHARGE, "target": "Orc"},
        {**CHARGE, "zone": "2"},
        {**CHARGE, "zone": 99},
        {**CHARGE, "weapon": "bow"},
        {"actor": "sotek", "type": "fly"},
        {"type": "pass"},
        {"type": "answer", "question": "q1", "choice": "yes"},
    ]
    for body in bodies:
        played = await gm.request("POST", "/actions", body)
        assert played.status_code in (409, 422), body
        weighed = await gm.request("POST", "/odds", body)
        assert (weighed.status_code, weighed.json()) == (played.status_code, played.json()), body


async def test_before_the_start_and_after_the_end(gm: GameMaster):
    await ambush(gm, start=False)
    await gm.problem(409, "encounter-not-running", "POST", "/odds", CHARGE)
    await gm.start()
    await gm.ok("POST", "/end")
    await gm.problem(409, "encounter-ended", "POST", "/odds", CHARGE)


async def test_odds_take_no_dice(gm: GameMaster):
    await ambush(gm)
    refusal = await gm.problem(422, "invalid-request", "POST", "/odds", {**CHARGE, "dice": [76]})
    assert refusal["errors"][0]["at"] == "dice"


async def test_another_encounters_token(gm: GameMaster, client: httpx.AsyncClient):
    await ambush(gm)
    other = GameMaster(client)
    await other.open()
    other.id = gm.id
    answer = await other.request("POST", "/odds", CHARGE)
    assert answer.status_code == 404
    other.token = "none"
    answer = await other.request("POST", "/odds", CHARGE)
    assert answer.status_code == 401


# --- too many ways ------------------------------------------------------------------------------


async def test_too_many_ways_are_refused_or_estimated(database_url: str):
    """TI-HIT-3: 60 % and 36 %, near enough."""
    async with serving(settings_for(database_url, max_odds_runs=1_000)) as client:
        gm = GameMaster(client)
        await gm.open()
        bomb = {"name": "Bomb", "kind": "melee", "damage": "3d10000"}
        await gm.join("Ann", "a", {**EVEN, "weapons": [bomb]})
        await gm.join("Bob", "b", EVEN)
        await gm.start(90, 10)
        body = {"actor": "ann", "type": "attack", "target": "bob"}
        refusal = await gm.problem(422, "too-many-ways", "POST", "/odds", body)
        assert refusal["most"] == 1_000
        assert '"estimate": true' in refusal["detail"]
        odds = await weigh(gm, **body, estimate=True)
        assert odds == await weigh(gm, **body, estimate=True)
    assert (odds["method"], odds["runs"], odds["confidence"]) == ("estimate", 1_000, 0.95)
    told = outcomes(odds)
    for name, exact in (("hit", 0.6), ("wound", 0.36)):
        chance = told[name, "bob"]["chance"]
        low, high = chance["interval"]
        assert chance["fraction"] is None
        assert low < exact < high
        assert low < chance["value"] < high
        assert high - low < 0.07
    low, high = told["damage", "bob"]["mean"]["interval"]
    assert low < 0.36 * 15_001.5 < high


async def test_an_estimate_is_not_made_where_exact_odds_can_be_had(gm: GameMaster):
    await ambush(gm)
    assert await weigh(gm, **CHARGE, estimate=True) == await weigh(gm, **CHARGE)


async def test_the_limit_is_a_setting(database_url: str):
    async with serving(settings_for(database_url, max_odds_runs=100)) as client:
        gm = GameMaster(client)
        await brawl(gm, *(f"F{i}" for i in range(26)))
        await gm.problem(422, "too-many-ways", "POST", "/odds", {"actor": "f0", "type": "blast"})
        odds = await weigh(gm, actor="f0", type="blast", estimate=True)
        assert (odds["method"], odds["runs"]) == ("estimate", 4)


async def test_the_time_is_a_setting(database_url: str):
    """A run that has begun is ended: so there is always an estimate."""
    async with serving(settings_for(database_url, max_odds_seconds=0.001)) as client:
        gm = GameMaster(client)
        await brawl(gm, *(f"F{i}" for i in range(26)))
        body = {"actor": "f0", "type": "blast"}
        refusal = await gm.problem(422, "too-many-ways", "POST", "/odds", body)
        assert refusal["most_seconds"] == 0.001
        odds = await weigh(gm, **body, estimate=True)
        assert odds["method"] == "estimate"
        assert 1 <= odds["runs"] < 10_000 // 25


async def test_a_fraction_of_thousands_of_digits_is_not_written(
    gm: GameMaster, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(service, "LONGEST_FRACTION", 8)
    await ambush(gm)
    told = outcomes(await weigh(gm, **CHARGE))
    assert told["hit", "orc-1"]["chance"]["fraction"] == "13/20"
    assert told["slain", "orc-1"]["chance"] == {
        "fraction": None,
        "value": pytest.approx(0.2288),
        "interval": None,
    }


# --- beside everything else ---------------------------------------------------------------------


async def test_others_are_served_while_odds_are_weighed(
    gm: GameMaster, monkeypatch: pytest.MonkeyPatch
):
    await ambush(gm)
    begun, go_on = threading.Event(), threading.Event()

    def slowly(action: Action[Any], most: int) -> Odds:
        begun.set()
        assert go_on.wait(60)
        return exact_odds(action, most)

    monkeypatch.setattr(service, "exact_odds", slowly)
    weighing = asyncio.create_task(weigh(gm, **CHARGE))
    await asyncio.to_thread(begun.wait, 60)
    charge = await gm.act(**CHARGE)
    assert not weighing.done()
    go_on.set()
    assert (await weighing)["version"] == charge["version"] - 1


async def test_too_many_who_ask_are_told_to_come_again(
    gm: GameMaster, monkeypatch: pytest.MonkeyPatch
):
    await ambush(gm)
    monkeypatch.setattr(service, "MOST_WAITING", 0)
    await gm.problem(503, "busy", "POST", "/odds", CHARGE)
    monkeypatch.setattr(service, "MOST_WAITING", 1)
    await weigh(gm, **CHARGE)
    await weigh(gm, **CHARGE)


# --- what the toy proves ------------------------------------------------------------------------


async def test_a_repeated_action(gm: GameMaster):
    await brawl(gm)
    odds = await weigh(gm, actor="ann", type="flurry", target="bob")
    hits = outcomes(odds)["hit", "bob"]
    assert [d["chance"]["fraction"] for d in hits["distribution"]] == ["1/8", "3/8", "3/8", "1/8"]
    assert (hits["chance"]["fraction"], hits["mean"]["fraction"]) == ("7/8", "3/2")


async def test_an_area_action_is_told_by_joining_and_then_by_outcome(gm: GameMaster):
    await brawl(gm, "Zoe", "Cid", "Ann")
    odds = await weigh(gm, actor="zoe", type="blast")
    assert [(o["of"], o["name"]) for o in odds["outcomes"]] == [
        ("cid", "damage"),
        ("cid", "burning"),
        ("ann", "damage"),
        ("ann", "burning"),
    ]


async def test_a_reroll_is_weighed_before_luck_is_spent(gm: GameMaster):
    await brawl(gm)
    await gm.problem(409, "nothing-to-replace", "POST", "/odds", {"actor": "ann", "type": "reroll"})
    await gm.act("ann", "strike", target="bob", dice=[3])
    odds = await weigh(gm, actor="ann", type="reroll")
    assert outcomes(odds)["hit", "bob"]["chance"]["fraction"] == "1/2"
    reroll = await gm.act("ann", "reroll", dice=[15])
    assert reroll["replaces"] == reroll["version"] - 1


async def test_an_open_question_blocks_all_odds_but_its_answers(gm: GameMaster):
    await brawl(gm)
    await gm.act("ann", "strike", target="bob", dice=[11])
    await gm.problem(409, "question-open", "POST", "/odds", {"actor": "ann", "type": "step"})
    odds = await weigh(gm, actor="bob", type="answer", question="q1", choice="parry")
    told = outcomes(odds)
    assert told["parried", "bob"]["chance"]["fraction"] == "2/5"
    assert told["damage", "bob"]["mean"]["fraction"] == str(Fraction(3, 5) * Fraction(7, 2))


async def test_a_player_and_a_spectator_weigh_what_they_see(gm: GameMaster):
    ann, bob, watcher = await skirmish(gm, SPY)
    strike = {"actor": "ann", "type": "strike", "target": "bob"}
    told = [await seat.ok("POST", "/odds", strike) for seat in (gm, ann, bob, watcher)]
    assert all(odds == told[0] for odds in told)


async def test_odds_on_one_who_is_hidden_are_as_on_nobody(gm: GameMaster):
    ann, *_ = await skirmish(gm, SPY)
    spy = await spy_of(gm)
    refusals = [
        await ann.problem(
            422, "unknown-combatant", "POST", "/odds",
            {"actor": "ann", "type": "strike", "target": target},
        )
        for target in (spy, "npc-1", "nobody")
    ]  # fmt: skip
    assert (
        len({r["detail"].replace(spy, "nobody").replace("npc-1", "nobody") for r in refusals}) == 1
    )
    assert "spy" not in str(refusals[1])


async def test_the_odds_of_an_area_leave_out_who_is_hidden(gm: GameMaster):
    ann, *_ = await skirmish(gm, SPY)
    spy = await spy_of(gm)
    blast = {"actor": "ann", "type": "blast"}
    befallen = [
        {outcome["of"] for outcome in (await seat.ok("POST", "/odds", blast))["outcomes"]}
        for seat in (gm, ann)
    ]
    assert befallen == [{"bob", spy}, {"bob"}]


async def test_no_odds_against_a_sheet_in_the_fog(gm: GameMaster):
    await gm.open("toy", options={"disclosure": "fog"})
    await gm.join("Ann", "heroes", {"speed": 50, "hp": 20, "luck": 1})
    await gm.join("Bob", "rogues", {"speed": 30, "hp": 20})
    ann = await gm.seat("player", "ann")
    await gm.start()
    strike = {"actor": "ann", "type": "strike", "target": "bob"}
    await ann.problem(403, "odds-hidden", "POST", "/odds", strike)
    assert (await gm.ok("POST", "/odds", strike))["outcomes"]
    assert (await ann.ok("POST", "/odds", {"actor": "ann", "type": "step"}))["method"] == "exact"


async def test_odds_in_the_turn_of_one_who_is_hidden(gm: GameMaster):
    ann, *_ = await skirmish(gm, SPY)
    await ann.act("ann", "end_turn")
    blast = {"actor": "ann", "type": "blast"}
    refused = await ann.problem(409, "not-your-turn", "POST", "/odds", blast)
    assert refused["acting"] is None


async def test_rules_that_break_without_the_hidden_tell_nothing(
    gm: GameMaster, monkeypatch: pytest.MonkeyPatch
):
    ann, *_ = await skirmish(gm, SPY)

    async def broken(*_: object) -> None:
        raise KeyError("spy")

    monkeypatch.setattr(service.OddsMaker, "_action", broken)
    strike = {"actor": "ann", "type": "strike", "target": "bob"}
    await ann.problem(403, "odds-hidden", "POST", "/odds", strike)
