"""Quints over HTTP: the worked case, charts, bleeding, a retreat, rulings, morale, odds, fights."""

from fractions import Fraction
from typing import Any

import pytest

from app.rules.quint.examples import ACTIONS, ARCHER, RAIDER, SORCERESS, SWORDSMAN, WOLF
from tests.api.brawls import fought_out, is_the_same_and_verifies
from tests.api.client import GameMaster

SWORD = {"weapons": [{"name": "long sword"}]}


async def duel(gm: GameMaster, hero: Any = None, foe: Any = None, **options: Any) -> None:
    """Hero, who acts first, against Foe."""
    await gm.open("quint", options=options)
    await gm.join("Hero", "heroes", {**SWORD, **(hero or {})})
    await gm.join("Foe", "foes", {**SWORD, **(foe or {})})
    await gm.start(10, 1)


def of(entry: Any, kind: str) -> Any:
    (event,) = [e for e in entry["events"] if e["type"] == kind]
    return event


async def labels(gm: GameMaster) -> list[str]:
    return [choice["label"] for choice in (await gm.get("/choices"))["items"]]


async def test_the_worked_case(gm: GameMaster):
    """QU-EX-1: die for die."""
    await duel(gm, {"to_hit": 55, "attacks": 2}, {"defense": 30, "protection": 3,
                                                 "damage_points": 12})  # fmt: skip
    entry = await gm.act(
        "hero", "attack", target="foe", weapon="long sword", dice=[42, 44, 6, 57, 71]
    )
    hits = [e for e in entry["events"] if e["type"] == "hit_rolled"]
    assert [(e["face"], e["number"]["total"], e["hit"]) for e in hits] == [
        (42, 55, True), (71, 55, False),
    ]  # fmt: skip
    defense, damage, gate = (
        of(entry, kind) for kind in ("defense_rolled", "damage_rolled", "gate_rolled")
    )
    assert (defense["face"], defense["number"]["total"], defense["defended"]) == (44, 30, False)
    assert (damage["rolled"], damage["base"]["total"], damage["protection"]) == (6, 4, 3)
    assert (damage["actual"], gate["chance"], gate["face"], gate["grievous"]) == (7, 20, 57, False)
    assert of(entry, "points_lost")["remaining"] == 5
    assert (await gm.get("/combatants/foe"))["state"]["damage_points"] == 5
    assert entry["summary"] == (
        "Hero attacks Foe with long sword: hit (42 for 55), not defended (44 for 30), "
        "7 damage (6 + 4 - 3), 5 left; not grievous (57, not under 20). "
        "Hero attacks Foe with long sword: miss (71 for 55)."
    )
    assert [d["reason"] for d in entry["dice"]] == [
        "Hero to hit Foe", "Foe to defend against Hero", "damage of Hero to Foe",
        "Hero for a grievous injury of Foe", "Hero to hit Foe",
    ]  # fmt: skip
    assert (await gm.get("/verification"))["ok"]


async def test_progress_shows_in_state_and_choices(gm: GameMaster):
    """QU-ACT-1, QU-TIME-1: an entry of its own ends each quint, and the log keeps its number."""
    await duel(gm, {"weapons": [{"name": "crossbow"}]})
    assert "Load crossbow (quint 1 of 2)" in await labels(gm)
    await gm.problem(
        409, "not-loaded", "POST", "/actions",
        {"actor": "hero", "type": "shoot", "target": "foe"},
    )  # fmt: skip
    await gm.act("hero", "load")
    hero = (await gm.get("/combatants/hero"))["state"]
    assert hero["task"] == {"kind": "load", "what": "crossbow", "done": 1, "of": 2}
    passed = await gm.act("foe", "pass")
    (follower,) = passed["followed_by"]
    over = await gm.get(f"/log/{follower}")
    assert (over["kind"], over["cause"], over["command"]) == (
        "automatic", passed["version"], {"type": "end_quint"},
    )  # fmt: skip
    assert over["summary"] == "Quint 1 is over. Quint 2 begins."
    assert (passed["encounter"]["round"], passed["encounter"]["acting"]) == (2, "hero")
    assert "Load crossbow (quint 2 of 2)" in await labels(gm)
    await gm.act("hero", "load")
    assert (await gm.get("/combatants/hero"))["state"]["loaded"] == ["crossbow"]


async def test_bleeding_to_death_and_who_is_to_blame(gm: GameMaster):
    """QU-BLEED-1, QU-DOWN-1, QU-DOWN-2: once a quint, by itself, also of the unconscious."""
    await duel(gm, None, {"damage_points": 12, "protection": 1})
    cut = await gm.act("hero", "attack", target="foe", dice=[1, 99, 6, 19, 53])
    assert "flank opened (53), 3 damage, 0 left; Foe falls unconscious" in cut["summary"]
    foe = await gm.get("/combatants/foe")
    assert (foe["status"], foe["state"]["damage_points"]) == ("down", -2)
    (bleeding,) = foe["conditions"]
    assert (bleeding["name"], bleeding["cause"], bleeding["by"], bleeding["damage"]) == (
        "bleeding", "flank opened", "hero", 2,
    )  # fmt: skip
    for points in (-4, -6, -8):
        assert len((await gm.act("hero", "pass"))["followed_by"]) == 1
        assert (await gm.get("/combatants/foe"))["state"]["damage_points"] == points
    (follower,) = (await gm.act("hero", "pass"))["followed_by"]
    last = await gm.get(f"/log/{follower}")
    died = of(last, "combatant_died")
    assert (died["harm"], died["what"], died["by"]) == ("bleeding", "flank opened", "hero")
    assert "Foe dies (flank opened by Hero)" in last["summary"]
    await gm.ok("POST", "/undo", {"count": 1})
    assert (await gm.get("/combatants/foe"))["state"]["damage_points"] == -8


async def test_staunching_by_a_companion(gm: GameMaster):
    """QU-BLEED-1."""
    await duel(gm, None, {"damage_points": 12, "protection": 1}, staunch_percent=40)
    await gm.join("Friend", "foes")
    await gm.act("hero", "attack", target="foe", dice=[1, 99, 6, 19, 53])
    while (await gm.get())["acting"] != "friend":
        await gm.act((await gm.get())["acting"], "pass")
    entry = await gm.act("friend", "staunch", target="foe", dice=[40])
    assert "Friend staunches Foe's bleeding (flank opened)" in entry["summary"]
    assert (await gm.get("/combatants/foe"))["conditions"] == []


async def test_a_games_own_chart(gm: GameMaster):
    """QU-GRI-1."""
    own = {"slashing": [
        {"first": 1, "last": 100, "title": "singed", "effects": [
            {"effect": "hinder", "to_hit": -15, "lasts": 2}]}]}  # fmt: skip
    await duel(gm, grievous_charts=own)
    entry = await gm.act("hero", "attack", target="foe", dice=[1, 99, 6, 1, 77])
    assert of(entry, "injury_rolled")["injury"] == "singed"
    (hindered,) = (await gm.get("/combatants/foe"))["conditions"]
    assert (hindered["name"], hindered["cause"], hindered["until_quint"]) == (
        "hindered", "singed", 2,
    )  # fmt: skip
    shown = (await gm.get())["options"]["grievous_charts"]
    assert shown["slashing"][0]["effects"][0]["to_hit"] == -15


@pytest.mark.parametrize(
    ("options", "sheet"),
    [
        ({"grievous_charts": {"slashing": [{"first": 1, "last": 99, "title": "x"}]}}, {}),
        ({"grievous_charts": {"slashing": [{"first": 2, "last": 100, "title": "x"}]}}, {}),
        ({"grievous_charts": {"gate": [{"first": 0, "last": 9, "chance": 5}]}}, {}),
        *(
            ({"grievous_charts": {"slashing": [
                {"first": 1, "last": 100, "title": "x", "effects": [effect]}]}}, {})
            for effect in (
                {"effect": "explode"}, {"effect": "hinder"}, {"effect": "bleed", "points": 0},
                {"effect": "lose_eye", "percent": 0}, {"effect": "stun", "quints": 0},
            )
        ),
        ({"morale": "sometimes"}, {}), ({"staunch_percent": 101}, {}), ({"escape_gap": 0}, {}),
        ({}, {"weapons": [{"name": "spoon"}]}), ({}, {"to_hit": 101}), ({}, {"luck": 3}),
    ],
)  # fmt: skip
async def test_options_and_sheets_refused(gm: GameMaster, options: Any, sheet: Any):
    """QU-GRI-1: a clear 422, never a fault."""
    recruit = {"name": "Hero", "side": "heroes", "sheet": sheet}
    body = {"ruleset": "quint", "name": "x", "options": options, "combatants": [recruit]}
    answer = await gm.http.post("/v1/encounters", json=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["detail"]


async def test_a_retreat_and_its_pursuit(gm: GameMaster):
    """QU-RET-1, QU-RET-2."""
    await duel(gm, {"speed": 8}, {"speed": 4})
    await gm.act("hero", "attack", target="foe", dice=[100])
    await gm.act("foe", "pass")
    away = await gm.act("hero", "retreat", dice=[100])
    assert away["summary"] == (
        "Hero turns to run from Foe. Foe attacks Hero with long sword: miss (100 for 55). "
        "Hero runs 8, 8 in all."
    )
    await gm.problem(
        409, "out-of-reach", "POST", "/actions",
        {"actor": "foe", "type": "attack", "target": "hero"},
    )  # fmt: skip
    assert (await labels(gm))[0] == "Pursue Hero (gap 8) with long sword"
    caught = await gm.act("foe", "pursue", target="hero")
    assert "gap 8 to 12 (8 against 4)" in caught["summary"]
    assert "Hero escapes" in caught["summary"]
    assert (await gm.get("/combatants/hero"))["status"] == "left"
    assert (await gm.get())["standing"] == ["foes"]


async def test_rulings_are_shown_as_rulings(gm: GameMaster):
    """QU-ST-1: on one action, and on a whole group."""
    await gm.open("quint")
    await gm.join("Hero", "heroes", SWORD)
    await gm.join("Orc", "foes", SWORD, group="orcs", count=2)
    await gm.start(10, 1)
    entry = await gm.act("hero", "attack", target="orc-1", ruling="strike", dice=[1])
    assert of(entry, "attack_ruled")["ruling"] == "strike"
    assert "a strike, by the game master" in entry["summary"]
    assert [d["purpose"] for d in entry["dice"]] == ["damage"]
    await gm.ok("POST", "/actions", {"type": "rule_group", "group": "orcs", "ruling": "miss"})
    for orc in ("orc-1", "orc-2"):
        entry = await gm.act(orc, "attack", target="hero")
        assert (entry["dice"], of(entry, "attack_ruled")["group"]) == ([], "orcs")
    assert (await gm.get("/verification"))["ok"]


async def test_morale_is_an_open_question(gm: GameMaster):
    """QU-MOR-1."""
    await gm.open("quint", options={"morale": "ask"})
    await gm.join("Hero", "heroes", SWORD)
    await gm.join("Orc", "foes", {**SWORD, "damage_points": 1}, group="orcs", count=2)
    await gm.start(10, 1)
    await gm.act("hero", "attack", target="orc-1", grievous=False, dice=[1, 99, 3])
    (question,) = (await gm.get())["questions"]
    assert (question["prompt"], question["blocks"]) == (
        "Orc 1 has fallen: how does the group take it?", False,
    )  # fmt: skip
    (answer, *_) = (await gm.get("/choices?combatant=gm"))["items"]
    assert answer["body"]["choice"] == "enraged"
    await gm.ok("POST", "/actions", {**answer["body"], "choice": "broken"})
    assert (await gm.get())["questions"] == []
    assert (await gm.get("/combatants/orc-2"))["state"]["flight"] is not None


async def test_surprise(gm: GameMaster):
    """QU-SUR-1, QU-SUR-2: named by the game master, who is then asked about each Defense."""
    await gm.open("quint", options={"surprise_defense": "gm"})
    await gm.join("Guard", "guards", SWORD)
    await gm.join("Thief", "thieves", SWORD)
    await gm.ok("POST", "/actions", {"type": "surprise", "combatants": ["Guard"]})
    await gm.start(10, 1)
    state = await gm.get()
    assert (state["order"], state["acting"]) == (["thief", "guard"], "thief")
    (question,) = state["questions"]
    assert (question["to"], question["blocks"]) == ("gm", True)
    body = {"actor": "thief", "type": "attack", "target": "guard"}
    await gm.problem(409, "question-open", "POST", "/actions", body)
    answer = {"type": "answer", "question": question["id"], "choice": "no_defense"}
    await gm.ok("POST", "/actions", answer)
    entry = await gm.ok("POST", "/actions", {**body, "dice": [1, 1]})
    assert "no Defense (Guard is surprised)" in entry["summary"]


# --- who may say what, and who sees what ----------------------------------------------------------


async def test_what_is_the_game_masters_alone_is_refused_from_players(gm: GameMaster):
    """QU-ST-1, QU-SUR-2, QU-RET-1: rulings, awareness, free strikes, surprise, groups."""
    await duel(gm)
    await gm.join("Orc", "foes", SWORD, group="orcs")
    player = await gm.seat("player", "hero")
    attack = {"actor": "hero", "type": "attack", "target": "foe"}
    for body in (
        {**attack, "ruling": "strike"},
        {**attack, "aware": False},
        {"actor": "hero", "type": "retreat", "free_strike": False},
        {"actor": "hero", "type": "surprise", "combatants": ["foe"]},
        {"type": "surprise", "combatants": ["foe"]},
        {"actor": "hero", "type": "rule_group", "group": "orcs", "ruling": "miss"},
        {"type": "rule_group", "group": "orcs", "ruling": "miss"},
    ):
        problem = await player.problem(403, "game-master-only", "POST", "/actions", body)
        assert problem["fields"] == [f for f in body if f in problem["fields"]]
    await player.ok("POST", "/actions", {**attack, "aware": True, "ruling": None})


async def test_a_strike_in_the_fog(gm: GameMaster):
    """QU-DMG-1, QU-GRI-1: what came of it, and of what one loses oneself all."""
    await duel(gm, None, {"damage_points": 12, "protection": 1}, disclosure="fog")
    hero, foe = await gm.seat("player", "hero"), await gm.seat("player", "foe")
    full = await gm.act("hero", "attack", target="foe", dice=[1, 99, 6, 19, 53])
    seen, suffered = [await seat.get(f"/log/{full['version']}") for seat in (hero, foe)]
    for entry in (seen, suffered):
        told = {e["type"]: set(e) - {"type", "visibility", "redacted"} for e in entry["events"]}
        assert told["hit_rolled"] == {"attacker", "defender", "kind", "hit"}
        assert told["defense_rolled"] == {"attacker", "defender", "defended"}
        assert told["damage_rolled"] == {"attacker", "defender"}
        assert of(entry, "injury_rolled")["injury"] == "flank opened"
    assert [e for e in suffered["events"] if e["type"] == "points_lost"] == [
        e for e in full["events"] if e["type"] == "points_lost"
    ]
    assert set(next(e for e in seen["events"] if e["type"] == "points_lost")) == {
        "type", "visibility", "combatant", "by", "redacted",
    }  # fmt: skip
    assert "long sword" not in suffered["summary"]
    assert (await hero.get("/combatants/foe"))["state"] == {
        "damage_points": "out", "bleeding": True, "prone": False, "fleeing": False, "doing": None,
    }  # fmt: skip
    assert (await foe.get("/combatants/foe"))["state"]["damage_points"] == -2


async def test_a_retreat_in_the_fog_tells_of_no_speed_rating(gm: GameMaster):
    """QU-RET-2, QU-SPL-1: one sees that somebody runs, or mutters, and hears what is said."""
    spells = [{"name": "Doom", "quints": 3}]
    await duel(gm, {"speed": 5}, {"spells": spells}, disclosure="fog")
    hero, foe = await gm.seat("player", "hero"), await gm.seat("player", "foe")
    away = await hero.act("hero", "retreat")
    assert of(away, "ran")["speed"] == 5
    assert "speed" not in of(await foe.get(f"/log/{away['version']}"), "ran")
    assert (await foe.get("/combatants/hero"))["state"]["fleeing"] is True
    assert "gap" not in str((await foe.get("/choices"))["items"][0])
    said = await foe.act("foe", "say", words="Come back!")
    assert of(await hero.get(f"/log/{said['version']}"), "spoke")["words"] == "Come back!"
    chase = await foe.act("foe", "pursue", target="hero")
    for seat in (hero, foe):
        pursued = of(await seat.get(f"/log/{chase['version']}"), "pursued")
        assert set(pursued) == {"type", "visibility", "pursuer", "fleer", "redacted"}
    await gm.ok("POST", "/undo", {"count": 1})
    await foe.act("foe", "prepare", spell="Doom")
    assert (await hero.get("/combatants/foe"))["state"]["doing"] == "prepare"
    assert "Doom" not in (await hero.request("GET", "/log")).text


# --- odds -----------------------------------------------------------------------------------------


async def test_odds_of_three_attacks(gm: GameMaster):
    """QU-HIT-1: exact."""
    await duel(gm, {"attacks": 3}, {"damage_points": 12})
    body = {"actor": "hero", "type": "attack", "target": "foe"}
    odds = await gm.ok("POST", "/odds", {**body, "grievous": False})
    assert odds["method"] == "exact"
    assert odds["runs"] < 1_000
    told = {o["name"]: o for o in odds["outcomes"]}
    assert list(told) == ["hit", "defended", "strike", "damage", "down", "dead"]
    none = next(d for d in told["hit"]["distribution"] if d["amount"] == 0)
    assert Fraction(none["chance"]["fraction"]) == Fraction(45, 100) ** 3
    assert told["down"]["label"] == "Foe goes down"


async def test_odds_of_one_attack_with_its_chart(gm: GameMaster):
    """QU-GRI-1: exact; and nothing of it happens."""
    await duel(gm, None, {"damage_points": 12})
    before = await gm.get()
    odds = await gm.ok("POST", "/odds", {"actor": "hero", "type": "attack", "target": "foe"})
    told = {o["name"]: o for o in odds["outcomes"]}
    assert list(told) == ["hit", "defended", "strike", "grievous", "damage", "down", "dead"]
    strike = Fraction(55, 100) * Fraction(76, 100)
    assert told["grievous"]["chance"]["fraction"] == str(strike * Fraction(186, 1000))
    assert await gm.get() == before


# --- what is refused, and whole fights ------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"type": "attack", "target": "hero"}, 409, "cannot-target"),
        ({"type": "attack"}, 422, "wrong-targets"),
        ({"type": "attack", "targets": ["foe", "foe"]}, 422, "wrong-targets"),
        ({"type": "attack", "target": "foe", "weapon": "spoon"}, 422, "unknown-weapon"),
        ({"type": "attack", "target": "foe", "ruling": "maybe"}, 422, "invalid-request"),
        ({"type": "attack", "target": "foe", "dice": [42]}, 422, "die-needed"),
        ({"type": "attack", "target": "foe", "dice": [99, 1]}, 422, "dice-left-over"),
        ({"type": "shoot", "target": "foe"}, 422, "wrong-weapon"),
        ({"type": "draw", "weapon": "long sword"}, 409, "already-drawn"),
        ({"type": "load"}, 422, "wrong-weapon"),
        ({"type": "rise"}, 409, "not-prone"),
        ({"type": "pick_up"}, 409, "nothing-there"),
        ({"type": "get_item", "item": "rope"}, 409, "not-in-pack"),
        ({"type": "prepare", "spell": "doom"}, 422, "unknown-spell"),
        ({"type": "pursue", "target": "foe"}, 409, "not-fleeing"),
        ({"type": "staunch"}, 409, "nothing-there"),
        ({"type": "treat"}, 409, "not-a-healer"),
        ({"type": "say", "words": " "}, 422, "invalid-request"),
        ({"type": "rule_group", "group": "orcs", "ruling": "hit"}, 422, "invalid-command"),
        ({"type": "lose_turn"}, 422, "unknown-action"),
        ({"type": "one_attack", "target": "foe"}, 422, "unknown-action"),
        ({"type": "end_quint"}, 422, "unknown-action"),
    ],
)  # fmt: skip
async def test_refusals(gm: GameMaster, body: Any, status: int, code: str):
    """QU-ACT-1: in the words of the rules, and nothing is recorded."""
    await duel(gm)
    await gm.problem(status, code, "POST", "/actions", {"actor": "hero", **body})


async def test_a_short_roll_says_which_die_is_wanted(gm: GameMaster):
    """QU-DEF-1."""
    await duel(gm)
    body = {"actor": "hero", "type": "attack", "target": "foe", "dice": [42]}
    problem = await gm.problem(422, "die-needed", "POST", "/actions", body)
    assert (problem["needed"]["sides"], problem["needed"]["reason"]) == (
        100, "Foe to defend against Hero",
    )  # fmt: skip


async def test_after_an_undo_the_same_intent_meets_the_same_dice(gm: GameMaster):
    """QU-ACT-1: however it is spelled."""
    await duel(gm, {"attacks": 2})
    first = await gm.act("hero", "attack", target="foe")
    await gm.ok("POST", "/undo", {"count": 1})
    again = await gm.act("Hero", "attack", targets=["Foe", "foe"], weapon="LONG SWORD")
    assert {die["source"] for die in again["dice"]} == {"reused"}
    assert again["events"] == first["events"]


async def test_example_actions_work_as_they_stand(gm: GameMaster):
    """QU-ACT-1."""
    await gm.open("quint", seed="examples")
    await gm.join("Swordsman", "heroes", {**SWORDSMAN, "damage_points": 200})
    await gm.join("Raider", "foes", {**RAIDER, "damage_points": 200}, group="raiders")
    await gm.join("Wolf", "foes", {**WOLF, "damage_points": 200})
    await gm.start()
    for example in ACTIONS:
        for _ in range(3):
            if (acting := (await gm.get())["acting"]) != "swordsman":
                await gm.act(acting, "pass")
        await gm.ok("POST", "/actions", example.body)


def sensible(state: Any, bodies: list[Any], turn: int) -> Any:
    """Somebody awake to attack, a spell to prepare, a wound to staunch."""
    awake = {c["id"] for c in state["combatants"] if c["status"] == "active"}
    foes = {c["id"] for c in state["combatants"] if c["side"] != side_of(state, state["acting"])}
    deeds = [
        body for body in bodies
        if (body["type"] in ("attack", "shoot", "load", "prepare", "rise", "pick_up", "pursue")
        and body.get("target", "nobody") in {*awake, "nobody"})
        or (body["type"] == "cast" and body["target"] in awake & foes)
        or body["type"] == "staunch"
    ]  # fmt: skip
    return deeds[turn % len(deeds)] if deeds else next(b for b in bodies if b["type"] == "pass")


def side_of(state: Any, combatant: str) -> Any:
    return next(c["side"] for c in state["combatants"] if c["id"] == combatant)


async def brawl(gm: GameMaster, seed: str) -> list[dict[str, Any]]:
    """A seeded fight until one side stands; what of its log must be the same."""
    await gm.open("quint", seed=seed, options={"morale": "roll", "reroll_initiative": True})
    for name, sheet in (("Sword", SWORDSMAN), ("Bow", ARCHER), ("Mage", SORCERESS)):
        await gm.join(name, "heroes", sheet)
    await gm.join("Raider", "raiders", RAIDER, count=3, group="raiders")
    await gm.join("Wolf", "raiders", WOLF)
    await gm.start()
    return await fought_out(gm, sensible, turns=200)


async def test_a_seeded_fight_is_the_same_on_every_run_and_verifies(gm: GameMaster):
    """QU-TIME-1: all that happens in it, with automatic entries among the others."""
    log = await is_the_same_and_verifies(gm, brawl, "ridge")
    assert "automatic" in {entry["kind"] for entry in log}
