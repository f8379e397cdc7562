"""Magickal over HTTP: the worked example, the outcomes of casting, what happens by itself."""

from typing import Any

import pytest

from app.rules.magickal.examples import ACTIONS, ANNA, BORG, CIRA, RAIDER
from tests.api.brawls import fought_out, is_the_same_and_verifies
from tests.api.client import GameMaster

HERO = {
    "str": 6, "crd": 5, "pow": 5, "pur": 3, "focus": 3, "sorcery": 5,
    "skills": [{"name": "sword", "value": 5}], "weapons": [{"name": "sword"}, {"name": "maul"}],
    "spells": [{"name": "spark"}, {"name": "hail"}, {"name": "daze"}],
}  # fmt: skip
FOE = {
    "str": 5, "crd": 5, "pow": 5, "pur": 5, "evasion": 4, "sorcery": 5, "willpower": 7,
    "shield": "small shield", "armour": "leather armour",
}  # fmt: skip


async def duel(gm: GameMaster, foe: Any = None, **options: Any) -> None:
    await gm.open("magickal", options=options)
    await gm.join("Hero", "heroes", HERO)
    await gm.join("Foe", "foes", {**FOE, **(foe or {})})
    await gm.start()


def sums(tally: Any) -> tuple[int, dict[str, int]]:
    """A total, and its lines, which must add up to it."""
    lines = {line["name"]: line["value"] for line in tally["lines"]}
    assert sum(lines.values()) == tally["total"]
    return tally["total"], lines


def of(entry: Any, kind: str) -> Any:
    (event,) = [e for e in entry["events"] if e["type"] == kind]
    return event


async def test_the_worked_example(gm: GameMaster):
    """MG-EX-1: die for die, each contest itemised on both sides."""
    await duel(gm)
    entry = await gm.act("hero", "attack", target="foe", weapon="sword", dice=[7, 3, 4])
    fatigue, defence = of(entry, "fatigue_tested"), of(entry, "defence_tested")
    assert sums(defence["attack"]) == (18, {"skill: sword": 5, "str": 6, "d10": 7})
    assert sums(defence["defend"]) == (
        14, {"evasion": 4, "crd": 5, "crd: small shield": -1, "small shield": 3, "d10": 3},
    )  # fmt: skip
    assert fatigue["attack"] == defence["attack"]
    assert sums(fatigue["fatigue"]) == (
        13, {"focus": 3, "pur": 3, "attacking": 2, "medium weapon": 1, "d10": 4},
    )  # fmt: skip
    assert (fatigue["passed"], defence["outcome"]) == (True, "hit")
    dealt = of(entry, "damage_dealt")
    assert sums(dealt["damage"]) == (8, {"1.5 x str": 9, "leather armour": -1})
    assert entry["summary"] == (
        "Hero strikes with sword: 18, over fatigue 13; Foe defends with 14: hit, 8 damage, "
        "22 HP left."
    )
    assert [d["reason"] for d in entry["dice"]] == [
        "attack of Hero", "Foe to defend against Hero", "fatigue of Hero",
    ]  # fmt: skip
    assert (await gm.get("/combatants/foe"))["state"]["hp"] == 22
    assert (await gm.get("/verification"))["ok"]


@pytest.mark.parametrize(
    ("dice", "outcome", "words"),
    [
        ([9, 1, 1], "took_effect", "takes effect, stunned (1 turn)"),
        ([5, 10, 1], "countered", "countered"),
        ([1, 1, 10], "not_cast", "too tired to cast it"),
    ],
)
async def test_the_outcomes_of_casting(gm: GameMaster, dice: Any, outcome: str, words: str):
    """MG-FAT-4, MG-FAT-2, MG-SPL-1."""
    await duel(gm)
    entry = await gm.act("hero", "cast", spell="daze", target="foe", dice=dice)
    assert of(entry, "defence_tested")["outcome"] == outcome
    assert of(entry, "fatigue_tested")["difficulty"] == 2
    assert words in entry["summary"]
    failures = (await gm.get("/combatants/hero"))["state"]["failed_casts"]
    assert failures == (outcome == "not_cast")


async def test_the_stunned_lose_their_turn_by_themselves(gm: GameMaster):
    """MG-SPL-3: a condition with cause and end, and an automatic entry with its cause."""
    await duel(gm)
    entry = await gm.act("hero", "cast", spell="daze", target="foe", dice=[9, 1, 1])
    (follower,) = entry["followed_by"]
    assert entry["encounter"]["acting"] == "hero"
    lost = await gm.get(f"/log/{follower}")
    assert (lost["kind"], lost["cause"]) == ("automatic", entry["version"])
    assert lost["summary"].startswith("Foe is stunned and loses the turn.")
    before = await gm.get(f"?at={entry['version']}")
    (condition,) = before["combatants"][1]["conditions"]
    assert (condition["name"], condition["cause"], condition["turns"]) == ("stunned", "daze", 1)
    assert (await gm.get("/combatants/foe"))["conditions"] == []


async def test_swooning_and_waking(gm: GameMaster):
    """MG-FAT-6, MG-FAT-7."""
    await duel(gm, swoon="exceeds_by_half")
    swoon = await gm.act("hero", "attack", target="foe", dice=[1, 1, 10, 2])
    assert "Hero swoons (2 turns)" in swoon["summary"]
    hero = await gm.get("/combatants/hero")
    assert (hero["status"], hero["conditions"][0]["cause"]) == ("down", "fatigue")
    strike = await gm.act("foe", "attack", target="hero", dice=[9, 1])
    assert of(strike, "defence_tested")["outcome"] == "critical"
    assert strike["followed_by"]
    last = await gm.act("foe", "pass")
    woken = await gm.get(f"/log/{last['followed_by'][0]}")
    assert "Hero comes to" in woken["summary"]
    assert (await gm.get("/combatants/hero"))["status"] == "active"
    assert (await gm.get())["standing"] == ["heroes", "foes"]


async def test_an_npc_withdraws_by_itself(gm: GameMaster):
    """MG-WD-2: an entry of its own, that says why."""
    await duel(gm, {"withdraw_at": "75%"})
    blow = await gm.act("hero", "attack", target="foe", dice=[7, 3, 4])
    (follower,) = blow["followed_by"]
    gone = await gm.get(f"/log/{follower}")
    assert (gone["kind"], gone["command"]) == ("automatic", {"type": "withdraw", "actor": "foe"})
    assert gone["summary"].startswith(
        "Foe withdraws by itself: 22 HP left, and 22 is its limit."
    )  # fmt: skip
    assert (await gm.get("/combatants/foe"))["status"] == "left"
    await gm.ok("POST", "/undo", {"count": 1})
    assert (await gm.get("/combatants/foe"))["status"] == "active"
    again = await gm.act("hero", "attack", target="Foe", weapon="SWORD")
    assert {d["source"] for d in again["dice"]} == {"reused"}


async def test_rest_food_and_time(gm: GameMaster):
    """MG-FAT-8: the game master lets time pass; nobody's turn passes with it."""
    await duel(gm, deprivation_penalty=2)
    (offered,) = (await gm.get("/choices?combatant=gm"))["items"]
    passed = await gm.ok("POST", "/actions", offered["body"])
    assert passed["encounter"]["acting"] == "hero"
    blow = await gm.act("hero", "attack", target="foe", dice=[1, 1, 1])
    _, lines = sums(of(blow, "fatigue_tested")["fatigue"])
    assert (lines["without rest"], lines["without food"]) == (2, 2)
    await gm.act("foe", "pass")
    await gm.act("hero", "rest")
    await gm.act("foe", "pass")
    ate = await gm.act("hero", "eat")
    assert "all fatigue penalties are gone" in ate["summary"]
    state = (await gm.get("/combatants/hero"))["state"]
    assert (state["failed_blows"], state["hours_without_rest"]) == (0, 0)
    await gm.problem(
        422, "invalid-command", "POST", "/actions",
        {"type": "let_time_pass", "actor": "hero", "hours": 12},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"type": "attack", "target": "hero"}, 409, "cannot-target"),
        ({"type": "attack", "target": "foe", "weapon": "maul"}, 409, "not-in-hand"),
        ({"type": "attack", "target": "foe", "dice": [7, 3]}, 422, "die-needed"),
        ({"type": "attack", "target": "foe", "dice": [7, 3, 4, 1]}, 422, "dice-left-over"),
        ({"type": "attack", "target": "foe", "zone": 3}, 422, "invalid-request"),
        ({"type": "cast", "spell": "doom", "target": "foe"}, 422, "unknown-spell"),
        ({"type": "cast", "spell": "hail", "target": "foe"}, 422, "wrong-targets"),
        ({"type": "cast", "spell": "hail", "targets": ["nobody"]}, 422, "unknown-combatant"),
        ({"type": "cast", "spell": "spark", "target": "foe", "defence": "willpower"}, 422,
         "not-mind-affecting"),
        ({"type": "change_equipment"}, 409, "nothing-changes"),
        ({"type": "change_equipment", "weapon": "spear"}, 409, "not-carried"),
        ({"type": "let_time_pass", "hours": 0}, 422, "invalid-request"),
        ({"type": "lose_turn"}, 422, "unknown-action"),
    ],
)  # fmt: skip
async def test_refusals(gm: GameMaster, body: Any, status: int, code: str):
    """MG-TURN-2: in the words of the rules, and nothing is recorded."""
    await duel(gm)
    actor = {} if body["type"] == "let_time_pass" else {"actor": "hero"}
    await gm.problem(status, code, "POST", "/actions", {**actor, **body})


async def test_a_short_roll_says_which_die_is_wanted(gm: GameMaster):
    """MG-FAT-1."""
    await duel(gm)
    body = {"actor": "hero", "type": "attack", "target": "foe", "dice": [7, 3]}
    problem = await gm.problem(422, "die-needed", "POST", "/actions", body)
    assert (problem["needed"]["sides"], problem["needed"]["reason"]) == (10, "fatigue of Hero")


@pytest.mark.parametrize(
    ("options", "sheet"),
    [({"swoon": "never"}, HERO), ({"death_at": 3}, HERO), ({}, {"str": 5}),
     ({}, {**HERO, "weapons": [{"name": "spoon"}]}), ({}, {**HERO, "withdraw_at": "7"})],
)  # fmt: skip
async def test_options_and_sheets_refused(gm: GameMaster, options: Any, sheet: Any):
    """MG-DMG-3: a clear 422, never a fault."""
    recruit = {"name": "Hero", "side": "heroes", "sheet": sheet}
    body = {"ruleset": "magickal", "name": "x", "options": options, "combatants": [recruit]}
    answer = await gm.http.post("/v1/encounters", json=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["detail"]


async def test_example_actions_work_as_they_stand(gm: GameMaster):
    """MG-TURN-2."""
    await gm.open("magickal", seed="examples")
    await gm.join("Anna", "heroes", ANNA)
    await gm.join("Cira", "heroes", CIRA)
    await gm.join("Borg", "raiders", BORG)
    await gm.join("Raider", "raiders", RAIDER, count=2)
    await gm.start()
    for example in ACTIONS:
        while (acting := (await gm.get())["acting"]) != example.body["actor"]:
            await gm.act(acting, "pass")
        await gm.ok("POST", "/actions", example.body)


def sensible(state: Any, bodies: list[Any], turn: int) -> Any:
    """A deed; who is too tired for one rests and eats."""
    acting = next(c["state"] for c in state["combatants"] if c["id"] == state["acting"])
    if acting["failed_blows"] + acting["failed_casts"] >= 2:
        kind = "eat" if acting["rested"] else "rest"
        return next(body for body in bodies if body["type"] == kind)
    deeds = [body for body in bodies if body["type"] in ("attack", "cast")]
    return deeds[turn % len(deeds)]


async def brawl(gm: GameMaster, seed: str) -> list[dict[str, Any]]:
    """A seeded fight to its end by blows and spells; what of its log must be the same."""
    await gm.open(
        "magickal", seed=seed, options={"order": "roll", "death_at": -5, "swoon": "exceeds_by_half"}
    )
    for name, side, sheet in (("Anna", "heroes", ANNA), ("Cira", "heroes", CIRA)):
        await gm.join(name, side, sheet)
    await gm.join("Borg", "raiders", BORG)
    await gm.join("Raider", "raiders", RAIDER, count=3, group="raiders")
    await gm.start()
    return await fought_out(gm, sensible, turns=300)


async def test_a_seeded_fight_is_the_same_on_every_run_and_verifies(gm: GameMaster):
    """MG-TURN-2: all that happens in it, with automatic entries among the others."""
    log = await is_the_same_and_verifies(gm, brawl, "tavern")
    assert "automatic" in {entry["kind"] for entry in log}
