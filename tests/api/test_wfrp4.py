"""WFRP 4 over HTTP: the worked cases, an ambush, a duel, a bowman, shields, initiative, odds."""

from fractions import Fraction
from typing import Any

import pytest

from app.rules.wfrp4.examples import ACTIONS, ARCHER, CAPTAIN, PRIEST, WIZARD
from app.rules.wfrp4.tables.foes import SHEETS
from tests.api.brawls import fought_out, is_the_same_and_verifies
from tests.api.client import GameMaster

MELEE = [{"name": "Melee (Basic)", "advances": 10}]
HERO: dict[str, Any] = {"ws": 41, "s": 35, "i": 60, "skills": [{"name": "Melee (Basic)",
                        "advances": 20}], "weapons": [{"name": "sword"}]}  # fmt: skip
FOE: dict[str, Any] = {
    "ws": 35, "t": 40, "wounds": 14, "skills": MELEE, "weapons": [{"name": "sword"}],
    "armour": [{"name": "leather jack"}],
}  # fmt: skip
DUELLIST: dict[str, Any] = {
    "ws": 45, "s": 31, "t": 30, "i": 50, "ag": 45, "wp": 34,
    "skills": [{"name": "Melee (Fencing)", "advances": 15}, {"name": "Melee (Parry)",
                                                            "advances": 10}],
    "talents": [{"name": "Ambidextrous", "level": 1}, {"name": "Dual Wielder"}],
    "weapons": [{"name": "rapier"}, {"name": "main gauche"}],
}  # fmt: skip
BOWMAN: dict[str, Any] = {
    "bs": 30, "i": 60, "skills": [{"name": "Ranged (Bow)", "advances": 10}],
    "weapons": [{"name": "bow"}],
}  # fmt: skip


async def duel(gm: GameMaster, hero: Any = None, foe: Any = None, **options: Any) -> None:
    """Hero, who acts first, against Foe."""
    await gm.open("wfrp4", options=options)
    await gm.join("Hero", "heroes", {**HERO, **(hero or {})})
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


async def state_of(gm: GameMaster, combatant: str) -> Any:
    return (await gm.get(f"/combatants/{combatant}"))["state"]


@pytest.mark.parametrize(
    ("number", "face", "passed", "sl"),
    [(45, 3, True, 4), (-10, 3, True, 1), (110, 96, False, -1), (40, 100, False, -6)],
)
async def test_success_levels(gm: GameMaster, number: int, face: int, passed: bool, sl: int):
    """WF-EX-1: with named lines that make the number."""
    await duel(gm)
    modifiers = [{"name": "as told", "value": number - 35}]
    entry = await gm.act(
        "hero", "other", what="tries", skill="strength", modifiers=modifiers, dice=[face]
    )
    test = of(entry, "skill_tested")["test"]
    assert sums(test["number"])[0] == number
    assert (test["passed"], sums(test["sl"])[0]) == (passed, sl)


async def test_the_better_of_two_failures(gm: GameMaster):
    """WF-EX-2: 71 against 40 attacks, 95 against 30 defends: the attacker wins by 3."""
    await duel(gm, {"ws": 20}, {"ws": 20})
    entry = await gm.act("hero", "attack", target="foe", dice=[71, 95])
    blow = of(entry, "attack_tested")
    assert (blow["attack"]["sl"]["total"], blow["defence"]["sl"]["total"]) == (-3, -6)
    assert (blow["winner"], blow["margin"]) == ("attacker", 3)


@pytest.mark.parametrize(
    ("face", "location"),
    [(13, "right arm"), (5, "body"), (10, "head"), (88, "left leg"), (100, "right leg")],
)
async def test_where_it_lands(gm: GameMaster, face: int, location: str):
    """WF-EX-3: a roll of 100 hits only who defends still worse."""
    await duel(gm, {"ws": 95}, {"wounds": 99})
    if face == 100:
        row = await gm.http.get("/v1/rulesets/wfrp4/tables/locations")
        found = [r["title"] for r in row.json()["rows"] if r["first"] <= face <= r["last"]]
        assert found == [location]
        return
    faces = [face, 98] + [50] * (face == 88)
    entry = await gm.act("hero", "attack", target="foe", dice=faces)
    assert of(entry, "attack_tested")["location"] == location


async def test_the_worked_blow(gm: GameMaster):
    """WF-EX-4: both sides line by line, Advantage before and after, location, damage."""
    await duel(gm)
    change = {"reason": "a moment before", "state": {"advantage": 1}}
    await gm.ok("PATCH", "/combatants/hero", change)
    entry = await gm.act("hero", "attack", target="foe", weapon="sword", dice=[24, 57])
    blow = of(entry, "attack_tested")
    assert sums(blow["attack"]["number"]) == (
        71, {"ws": 41, "melee (basic)": 20, "advantage": 10},
    )  # fmt: skip
    assert sums(blow["defence"]["number"]) == (45, {"ws": 35, "melee (basic)": 10})
    assert (blow["attack"]["sl"]["total"], blow["defence"]["sl"]["total"]) == (5, -1)
    assert (blow["means"], blow["winner"], blow["margin"], blow["location"]) == (
        "parry", "attacker", 6, "right arm",
    )  # fmt: skip
    gained = of(entry, "advantage_changed")
    assert (gained["combatant"], gained["before"], gained["after"]) == ("hero", 1, 2)
    dealt = of(entry, "damage_dealt")
    assert sums(dealt["damage"]) == (
        8, {"strength bonus": 3, "sword": 4, "sl": 6, "toughness bonus": -4, "leather jack": -1},
    )  # fmt: skip
    foe = await state_of(gm, "foe")
    assert (foe["wounds"], foe["advantage"]) == (6, 0)
    assert [d["reason"] for d in entry["dice"]] == [
        "Hero to attack Foe", "Foe to defend against Hero",
    ]  # fmt: skip
    assert entry["summary"].startswith(
        "Hero attacks Foe with sword: 24 for 71, SL +5; Foe parries with sword: 57 for 45, SL -1; "
        "a hit by 6, right arm; Advantage of Hero 1 to 2; 8 (strength bonus 3,"
    )
    assert (await gm.get())["turn"] == {"combatant": "hero", "left": {"move": 1, "action": 0}}
    assert (await gm.get("/verification"))["ok"]


async def test_an_ambush(gm: GameMaster):
    """WF-SUR-1, WF-ROUND-1: settled before the start; the surprised lose their turn and defence."""
    await gm.open("wfrp4")
    stealth = [*HERO["skills"], {"name": "Stealth", "advances": 20}]
    await gm.join("Thief", "thieves", {**HERO, "i": 20, "skills": stealth})
    await gm.join("Guard", "guards", {**FOE, "wounds": 40}, count=2, group="watch")
    labels = [c["label"] for c in (await gm.get("/choices?combatant=gm"))["items"]]
    assert labels == ["thieves are surprised", "guards are surprised"]
    ambush = {
        "type": "surprise", "ambushers": ["thief"], "targets": ["guard-1", "guard-2"],
        "dice": [35, 40, 2],
    }  # fmt: skip
    entry = await gm.ok("POST", "/actions", ambush)
    assert "Guard 1 is surprised" in entry["summary"]
    started = await gm.start()
    (follower,) = started["followed_by"]
    assert (await gm.get(f"/log/{follower}"))["summary"] == (
        "Guard 1 is surprised and loses the turn."
    )
    assert (await gm.get())["acting"] == "guard-2"
    await gm.act("guard-2", "end_turn")
    struck = await gm.act("thief", "attack", target="guard-1", dice=[28])
    blow = of(struck, "attack_tested")
    assert (blow["defence"], sums(blow["attack"]["number"])[1]["target surprised"]) == (None, 20)
    assert (await gm.get("/combatants/guard-1"))["conditions"] == []
    await gm.problem(
        409, "too-late-for-surprise", "POST", "/actions",
        {"type": "surprise", "combatants": ["thief"]},
    )  # fmt: skip


async def test_a_duel_to_0_wounds(gm: GameMaster):
    """WF-WND-2, WF-ATT-6: Wounds past 0: a critical by itself, Prone, and in time out."""
    await duel(gm)
    await gm.act("hero", "attack", target="foe", dice=[24, 57])
    await gm.act("hero", "end_turn")
    await gm.act("foe", "attack", target="hero", dice=[60, 15])
    await gm.act("foe", "end_turn")
    last = await gm.act("hero", "attack", target="foe", dice=[25, 61, 45, 10])
    assert "a critical wound to the body of Foe" in last["summary"]
    rolled = of(last, "critical_rolled")
    assert (rolled["location"], rolled["face"], rolled["modifier"], rolled["result"]) == (
        "body", 45, -20, 25,
    )  # fmt: skip
    (happened,) = last["followed_by"]
    row = of(await gm.get(f"/log/{happened}"), "row_happened")
    assert (row["table"], row["first"], row["combatant"]) == ("critical_body", 21, "foe")
    bleeding = {"name": "bleeding", "level": 2, "by": "hero", "cause": "sword"}
    await gm.ok(
        "PATCH", "/combatants/foe", {"reason": "gaping wound", "conditions": {"add": [bleeding]}}
    )
    foe = await gm.get("/combatants/foe")
    assert foe["state"]["wounds"] == 0
    assert {c["name"] for c in foe["conditions"]} == {"prone", "bleeding"}
    await gm.act("hero", "end_turn")
    over = await gm.act("foe", "end_turn")
    assert (await gm.get("/combatants/foe"))["status"] == "down"
    ended = await gm.get(f"/log/{over['followed_by'][0]}")
    assert (ended["command"], ended["kind"]) == ({"type": "end_round"}, "automatic")
    assert (await gm.get())["standing"] == ["heroes"]
    assert (await gm.get("/verification"))["ok"]


async def test_bleeding_to_death(gm: GameMaster):
    """WF-COND-bleeding, WF-TURN-2: once a round, by itself; the death names its cause."""
    await duel(gm)
    wound = {"name": "bleeding", "level": 9, "by": "hero"}
    await gm.ok(
        "PATCH", "/combatants/foe",
        {"reason": "x", "state": {"wounds": 1}, "conditions": {"add": [wound]}},
    )  # fmt: skip
    for _ in range(2):
        await gm.act("hero", "end_turn")
        if (await gm.get())["acting"] == "foe":
            await gm.act("foe", "end_turn")
    assert (await gm.get("/combatants/foe"))["status"] == "down"
    end = await gm.act("hero", "end_turn", dice=[89])
    last = await gm.get(f"/log/{end['followed_by'][0]}")
    assert of(last, "combatant_died") == {
        "type": "combatant_died", "visibility": "public", "combatant": "foe", "cause": "bleeding",
        "by": "hero",
    }  # fmt: skip
    await gm.ok("POST", "/undo", {"count": 1})
    assert (await gm.get("/combatants/foe"))["status"] == "down"


async def test_conditions_add_up(gm: GameMaster):
    """WF-COND-1: 1 Bleeding and 4 are 5; remove one, 4."""
    await duel(gm)
    for level in (1, 4):
        wound = {"name": "bleeding", "level": level}
        await gm.ok("PATCH", "/combatants/foe", {"reason": "x", "conditions": {"add": [wound]}})
    await gm.ok("PATCH", "/combatants/foe", {"reason": "x", "conditions": {"remove": ["Bleeding"]}})
    (bleeding,) = (await gm.get("/combatants/foe"))["conditions"]
    assert (bleeding["name"], bleeding["level"]) == ("bleeding", 4)


@pytest.mark.parametrize(
    ("distance", "band", "number"),
    [(5, "point blank", 80), (20, "short", 60), (80, "long", 30), (150, "extreme", 10)],
)
async def test_a_bowman_at_four_ranges(gm: GameMaster, distance: int, band: str, number: int):
    """WF-ATT-2: the distance as a VTT tells it."""
    await duel(gm, BOWMAN, {"wounds": 30})
    dice = [8, 98] if band == "point blank" else [8]
    entry = await gm.act("hero", "attack", target="foe", distance=distance, dice=dice)
    blow = of(entry, "attack_tested")
    assert (blow["band"], sums(blow["attack"]["number"])[0]) == (band, number)
    assert (blow["winner"], (blow["defence"] is None)) == ("attacker", band != "point blank")


async def test_a_shield_against_missiles(gm: GameMaster):
    """WF-ATT-2, WF-GEAR-2: of 2 or more; its AP count when it opposes."""
    shielded = {"weapons": [{"name": "sword"}, {"name": "shield"}]}
    await duel(gm, BOWMAN, shielded)
    entry = await gm.act("hero", "attack", target="foe", distance=20, dice=[18, 61])
    blow = of(entry, "attack_tested")
    assert (blow["means"], blow["with_weapon"]) == ("parry", "shield")
    assert sums(blow["defence"]["sl"])[1] == {"roll": -2, "defensive": 1}
    assert sums(of(entry, "damage_dealt")["damage"])[1]["shield"] == -2
    body = {"actor": "hero", "type": "attack", "target": "foe", "distance": 151}
    await gm.ok("POST", "/undo", {"count": 1})
    await gm.problem(409, "out-of-range", "POST", "/actions", body)


@pytest.mark.parametrize(
    ("option", "dice", "order"),
    [
        (0, [], ["captain", "archer", "orc"]),
        (1, [91, 22, 1], ["archer", "orc", "captain"]),
        (2, [1, 2, 10], ["archer", "captain", "orc"]),
        (3, [10, 1, 9], ["captain", "orc", "archer"]),
    ],
)
async def test_a_fight_on_each_initiative(gm: GameMaster, option: int, dice: Any, order: Any):
    """WF-INIT-1: the order, and a round of a fight in it."""
    await gm.open("wfrp4", options={"initiative": option})
    await gm.join("Captain", "heroes", {**CAPTAIN, "i": 50 if option == 0 else 38})
    await gm.join("Archer", "heroes", ARCHER)
    await gm.join("Orc", "foes", SHEETS["orc"])
    await gm.start(*dice)
    assert (await gm.get())["order"] == order
    for who in order:
        assert (await gm.get())["acting"] == who
        target = "captain" if who == "orc" else "orc"
        distance = {"distance": 30} if who == "archer" else {}
        await gm.act(who, "attack", target=target, dice=[97, 95], **distance)
        await gm.act(who, "end_turn")
    assert (await gm.get())["round"] == 2
    assert (await gm.get("/verification"))["ok"]


async def test_the_one_attacked_is_asked(gm: GameMaster):
    """WF-ATT-1: option defence ask: a question with a default to the player of the defender."""
    await duel(gm, defence="ask")
    player = await gm.seat("player", "foe")
    asked = await gm.act("hero", "attack", target="foe")
    assert (asked["dice"], asked["summary"]) == (
        [], "Hero attacks Foe, who chooses a defence.",
    )  # fmt: skip
    (question,) = (await player.get())["questions"]
    assert (question["to"], question["choices"], question["default"], question["prompt"]) == (
        "foe", ["parry", "dodge", "none"], "parry", "How does Foe defend?",
    )  # fmt: skip
    offered = (await player.get("/choices?combatant=foe"))["items"]
    assert [c["body"]["choice"] for c in offered] == ["parry", "dodge", "none"]
    await player.ok("POST", "/actions", offered[1]["body"])
    log = (await gm.get("/log?limit=1000"))["items"]
    (answered,) = [entry for entry in log if entry["command"]["type"] == "answer"]
    assert of(answered, "attack_tested")["means"] == "dodge"
    assert (await gm.get("/verification"))["ok"]


async def test_odds_of_an_attack(gm: GameMaster):
    """WF-OPP-1, WF-ATT-5, WF-ATT-6: win, margin, Wounds, critical; exact, nothing happens."""
    await duel(gm)
    before = await gm.get()
    odds = await gm.ok("POST", "/odds", {"actor": "hero", "type": "attack", "target": "foe"})
    assert odds["method"] == "exact"
    told = {(o["name"], o["of"]): o for o in odds["outcomes"]}
    assert {name for name, _ in told} == {
        "won", "defended", "margin", "wounds", "critical", "fumble",
    }  # fmt: skip
    wounds = told["wounds", "foe"]["distribution"]
    assert sum(Fraction(d["chance"]["fraction"]) for d in wounds) == 1
    won = Fraction(told["won", "foe"]["chance"]["fraction"])
    lost = Fraction(told["defended", "foe"]["chance"]["fraction"])
    assert won > lost
    assert won + lost <= 1
    assert await gm.get() == before


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "attack", "target": "foe", "modifiers": [{"name": "luck", "value": 50}]},
        {"type": "attack", "target": "foe", "defence": "none"},
        {"type": "other", "what": "x", "effects": [{"wounds": 3}]},
        {"type": "recover", "condition": "ablaze", "difficulty": "very easy"},
    ],
)
async def test_what_only_a_game_master_says(gm: GameMaster, fields: Any):
    """WF-ATT-7, WF-ACT-1."""
    await duel(gm)
    player = await gm.seat("player", "hero")
    answer = await player.request("POST", "/actions", {"actor": "hero", **fields})
    assert answer.status_code == 403, answer.text


async def test_the_fog(gm: GameMaster):
    """WF-ATT-3: everybody sees who won, and nobody the numbers of others."""
    await gm.open("wfrp4", options={"disclosure": "fog"})
    await gm.join("Hero", "heroes", {**HERO, "i": 60})
    await gm.join("Foe", "foes", FOE)
    await gm.start()
    player = await gm.seat("player", "foe")
    await gm.act("hero", "attack", target="foe", dice=[24, 57])
    log = (await player.get("/log?limit=100"))["items"]
    blow = of(log[-1], "attack_tested")
    assert (blow["winner"], blow["location"], "attack" in blow) == ("attacker", "right arm", False)
    hero = await player.get("/combatants/hero")
    assert (hero["sheet"], hero["state"]["wounds"]) == (None, "unhurt")
    assert (await player.get("/combatants/foe"))["state"]["wounds"] == 7


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"type": "attack", "target": "hero"}, 409, "cannot-target"),
        ({"type": "attack", "target": "foe", "weapon": "spoon"}, 422, "unknown-weapon"),
        ({"type": "attack", "target": "foe", "called": "nose"}, 422, "invalid-request"),
        ({"type": "attack", "target": "foe", "dice": [24]}, 422, "die-needed"),
        ({"type": "attack", "target": "foe", "dice": [24, 57, 1]}, 422, "dice-left-over"),
        ({"type": "attack", "target": "nobody"}, 422, "unknown-combatant"),
        ({"type": "charge", "target": "foe", "distance": 99}, 409, "too-far"),
        ({"type": "move", "distance": 99}, 409, "too-far"),
        ({"type": "stand_up"}, 409, "cannot-move"),
        ({"type": "disengage", "by": "dodge"}, 409, "not-engaged"),
        ({"type": "flee"}, 409, "not-engaged"),
        ({"type": "ready", "main": "halberd"}, 422, "unknown-weapon"),
        ({"type": "pick_up", "weapon": "sword"}, 409, "not-in-hand"),
        ({"type": "load", "weapon": "sword"}, 422, "wrong-weapon"),
        ({"type": "recover", "condition": "ablaze"}, 409, "nothing-to-recover"),
        ({"type": "tend", "target": "foe"}, 409, "nothing-to-recover"),
        ({"type": "other", "what": " "}, 422, "invalid-request"),
        ({"type": "other", "what": "x", "skill": "juggling"}, 422, "unknown-skill"),
        ({"type": "interject"}, 409, "not-quick"),
        ({"type": "surprise", "combatants": ["foe"]}, 422, "invalid-command"),
        ({"type": "roll_troubles"}, 422, "unknown-action"),
        ({"type": "end_round"}, 422, "unknown-action"),
    ],
)  # fmt: skip
async def test_refusals(gm: GameMaster, body: Any, status: int, code: str):
    """WF-TURN-1: in the words of the rules, and nothing is recorded."""
    await duel(gm)
    await gm.problem(status, code, "POST", "/actions", {"actor": "hero", **body})


@pytest.mark.parametrize(
    ("options", "sheet"),
    [
        ({"initiative": 4}, {}), ({"preset": "mine"}, {}), ({"advantage_cap": 0}, {}),
        ({}, {"weapons": [{"name": "spoon"}]}), ({}, {"ws": 201}), ({}, {"luck": 3}),
        ({}, {"weapons": [{"name": "sword", "qualities": ["sharp"]}]}),
        ({}, {"talents": [{"name": "Hardy"}, {"name": "hardy"}]}),
    ],
)  # fmt: skip
async def test_options_and_sheets_refused(gm: GameMaster, options: Any, sheet: Any):
    """WF-GEAR-1: a clear 422, never a fault."""
    recruit = {"name": "Hero", "side": "heroes", "sheet": sheet}
    body = {"ruleset": "wfrp4", "name": "x", "options": options, "combatants": [recruit]}
    answer = await gm.http.post("/v1/encounters", json=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["detail"]


async def test_after_an_undo_the_same_intent_meets_the_same_dice(gm: GameMaster):
    """WF-TURN-1: however it is spelled."""
    await duel(gm)
    first = await gm.act("hero", "attack", target="foe")
    await gm.ok("POST", "/undo", {"count": 1})
    again = await gm.act("Hero", "attack", target="Foe", weapon="SWORD")
    assert {die["source"] for die in again["dice"]} == {"reused"}
    assert again["events"] == first["events"]


async def test_example_actions_work_as_they_stand(gm: GameMaster):
    """WF-ACT-1."""
    await gm.open("wfrp4", seed="examples")
    await gm.join("Captain", "heroes", {**CAPTAIN, "wounds": 200})
    await gm.join("Wizard", "heroes", {**WIZARD, "wounds": 200})
    await gm.join("Priest", "heroes", {**PRIEST, "sin": 0, "wounds": 200})
    await gm.join("Orc", "foes", {**SHEETS["orc"], "wounds": 200})
    await gm.start()
    for example in ACTIONS:
        actor = example.body["actor"]
        await gm.act(actor, "end_turn") if (await gm.get())["acting"] == actor else None
        while (acting := (await gm.get())["acting"]) != actor:
            await gm.act(acting, "end_turn")
        await gm.ok("POST", "/actions", example.body)


def sensible(state: Any, bodies: list[Any], turn: int) -> Any:
    """An answer, a blow at somebody awake, what it takes to strike one, or the end of the turn."""
    awake = {c["id"] for c in state["combatants"] if c["status"] == "active"}
    kinds: dict[str, list[Any]] = {}
    for body in bodies:
        if body.get("target", "nobody") in {*awake, "nobody"} or body["type"] == "tend":
            kinds.setdefault(body["type"], []).append(body)
    for kind in ("answer", "attack", "charge", "load", "recover", "stand_up"):
        if kind in kinds:
            return kinds[kind][turn % len(kinds[kind])]
    return kinds["end_turn"][0]


async def brawl(gm: GameMaster, seed: str) -> list[dict[str, Any]]:
    """A seeded fight to its end by blows; what of its log must be the same."""
    await gm.open("wfrp4", seed=seed, options={"initiative": 2})
    for name, sheet in (("Captain", CAPTAIN), ("Duellist", DUELLIST)):
        await gm.join(name, "heroes", sheet)
    await gm.join("Goblin", "foes", SHEETS["goblin"], count=3, group="goblins")
    await gm.start()
    return await fought_out(gm, sensible, turns=400)


async def test_a_seeded_fight_is_the_same_on_every_run_and_verifies(gm: GameMaster):
    """WF-ROUND-1: all that happens in it, with automatic entries among the others."""
    log = await is_the_same_and_verifies(gm, brawl, "tavern")
    assert "automatic" in {entry["kind"] for entry in log}
