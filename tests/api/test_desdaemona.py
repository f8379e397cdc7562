"""Standardized dice rolls over HTTP: the source's examples, duels, crowds, fliers, whole fights."""

from typing import Any

import pytest

from app.rules.desdaemona.examples import ACTIONS, BANDIT, FRED, HARPY, JANE, MYRA
from tests.api.brawls import fought_out, is_the_same_and_verifies
from tests.api.client import GameMaster

TALL = {"stats": {"STR": 80, "DEX": 80, "CON": 80}, "hp": 90, "sta": 10}


def of(entry: dict[str, Any], kind: str) -> dict[str, Any]:
    """The one event of a kind."""
    (event,) = [event for event in entry["events"] if event["type"] == kind]
    found: dict[str, Any] = event
    return found


async def meeting(gm: GameMaster, fred: Any = FRED, jane: Any = JANE, **options: Any) -> None:
    """Fred, whose turn it is, against Jane."""
    await gm.open("desdaemona", options=options, seed="meeting")
    await gm.join("Fred", "knights", fred)
    await gm.join("Jane", "rogues", jane)
    await gm.start()


async def state_of(gm: GameMaster, id: str) -> dict[str, Any]:
    state: dict[str, Any] = (await gm.get(f"/combatants/{id}"))["state"]
    return state


async def change(gm: GameMaster, id: str, *conditions: Any, **state: Any) -> None:
    body = {"reason": "so be it", "state": state, "conditions": {"add": list(conditions)}}
    await gm.ok("PATCH", f"/combatants/{id}", body)


# --- the source's examples ------------------------------------------------------------------------


async def test_fred_strikes_at_jane(gm: GameMaster):
    """SD-EX-1: 1d25 + 1d32 + 4 against 1d18 + 1d36 + 5."""
    await meeting(gm)
    entry = await gm.act("fred", "attack", target="jane", kind="clophy", dice=[20, 21, 9, 12, 7])
    assert [(d["sides"], d["reason"]) for d in entry["dice"]] == [
        (25, "attack of Fred"),
        (32, "attack of Fred"),
        (18, "defence of Jane against Fred"),
        (36, "defence of Jane against Fred"),
        (19, "damage of Fred to Jane"),
    ]
    made, met = of(entry, "attack_made"), of(entry, "defence_made")
    assert made["roll"]["modifiers"] == [{"name": "sword", "value": 2}] * 2
    assert (made["roll"]["total"], met["defence"], met["landed"]) == (45, 26, True)
    assert entry["command"]["kind"] == "close_physical"
    assert entry["summary"] == (
        "Fred attacks Jane (close physical, sword): (d25)20 + (d32)21 = 41 + 4 = 45 (sword +2, "
        "sword +2). Jane defends: (d18)9 + (d36)12 = 21 + 5 = 26 (armor +2, Pendant of Shielding "
        "+3), it lands; (d19)7, 7 damage, 63 HP left."
    )
    assert (await state_of(gm, "fred"))["sta"] == 19
    assert (await state_of(gm, "jane"))["hp"] == 63


async def test_the_damage_step_of_the_source(gm: GameMaster):
    """SD-EX-2, SD-EX-3: 73 against 42 is a d31; 89 against 12 a d50."""
    await meeting(gm, TALL, {**TALL, "hp": 200})
    for faces, sides in (([33, 40, 20, 22, 31], 31), ([33, 56, 6, 6, 50], 50)):
        entry = await gm.act("fred", "attack", target="jane", dice=faces)
        assert of(entry, "damage_rolled")["sides"] == sides
        await gm.act("jane", "pass")
    assert (await state_of(gm, "jane"))["hp"] == 200 - 31 - 50


async def test_combat_dice_at_75_percent(gm: GameMaster):
    """SD-EX-4, SD-CMD-2: 41 is 30, the fraction dropped; logged, out of turn, and for no turn."""
    await meeting(gm)
    entry = await gm.act("jane", "combat_dice", rolls=["1d25", "1d32"], percent=75, dice=[20, 21])
    assert entry["summary"] == "Jane rolls (d25)20 + (d32)21 = 41 @75% = 30."
    assert of(entry, "free_roll_made")["roll"]["total"] == 30
    assert entry["encounter"]["acting"] == "fred"
    body = {"type": "combat_dice", "rolls": ["2d6", "4"], "modifiers": [2, -5]}
    assert len((await gm.ok("POST", "/actions", body))["dice"]) == 2
    defence = await gm.act("jane", "roll_defence", kind="ranmag", dice=[9, 9])
    assert of(defence, "free_roll_made")["kind"] == "ranged_magical"
    await gm.act("fred", "roll_init", modifiers=[3], dice=[9])


async def test_disabilities(gm: GameMaster):
    """SD-DIS-1 to 3: gained in the fight, with cause and end; a lost hand is 75%."""
    await meeting(gm, debuff_cap="total")
    await change(gm, "fred", {"name": "lost hand", "cause": "Jane"})
    (condition,) = (await gm.get("/combatants/fred"))["conditions"]
    assert (condition["cause"], condition["turns"]) == ("Jane", None)
    entry = await gm.act("fred", "attack", target="jane", dice=[20, 21, 18, 36])
    roll = of(entry, "attack_made")["roll"]
    assert (roll["percent"], roll["reduced"], roll["total"]) == (75, 30, 34)
    assert roll["penalties"] == [{"name": "lost hand", "value": -25}]


# --- whole fights ---------------------------------------------------------------------------------


async def test_a_duel_to_the_last_stamina(gm: GameMaster):
    """SD-STA-1, SD-STA-2, SD-PAS-2: until one yields, and is spared, then pressed."""
    await meeting(gm, {**FRED, "sta": 3}, {**JANE, "sta": 4})
    held = [1, 1, 18, 36]
    await gm.act("fred", "attack", target="jane", dice=held)
    await gm.act("jane", "attack", target="fred", kind="clophy", dice=[1, 1, 22, 32])
    assert ((await state_of(gm, "fred"))["sta"], (await state_of(gm, "jane"))["sta"]) == (1, 2)
    evaded = await gm.act("fred", "evade", dice=[1])
    assert (of(evaded, "evaded")["regained"], of(evaded, "stamina_regained")["sta"]) == (1, 2)
    await gm.act("jane", "attack", target="fred", kind="clophy", dice=[1, 1, 22, 32])
    last = await gm.act("fred", "attack", target="jane", dice=held)
    assert "Fred has no STA left and yields" in last["summary"]
    assert last["encounter"]["acting"] == "jane"
    assert (await gm.get())["standing"] == ["rogues"]
    assert (await gm.get("/combatants/fred"))["status"] == "down"
    attack = {"actor": "jane", "type": "attack", "target": "fred", "kind": "clophy"}
    problem = await gm.problem(409, "target-yielded", "POST", "/actions", attack)
    assert "say press" in problem["detail"]
    pressed = await gm.ok("POST", "/actions", {**attack, "press": True, "dice": [9, 9, 9]})
    assert of(pressed, "defence_made")["roll"] is None
    assert (await gm.get("/verification"))["ok"]


async def test_the_last_gasp(gm: GameMaster):
    """SD-STA-3: whoever dies of it, the one who struck has won."""
    await meeting(gm, {**FRED, "sta": 1}, {**JANE, "hp": 5})
    entry = await gm.act("fred", "attack", target="jane", dice=[20, 21, 9, 12, 7])
    assert "Fred regains 1 STA, and has won" in entry["summary"]
    assert (await gm.get("/combatants/jane"))["status"] == "dead"
    assert (await gm.get())["standing"] == ["knights"]


async def test_five_against_one(gm: GameMaster):
    """SD-TURN-1: five defences, each with its own dice and STA, then the one's fireball."""
    await gm.open("desdaemona", seed="five")
    await gm.join("Bandit", "bandits", BANDIT, count=5, group="bandits")
    await gm.join("Myra", "heroes", {**MYRA, "sta": 12})
    await gm.start()
    for n in range(1, 6):
        entry = await gm.act(f"bandit-{n}", "attack", target="myra", dice=[2, 2, 9, 9])
        spent = [e for e in entry["events"] if e["type"] == "stamina_spent"]
        assert [(e["combatant"], e["on"], e["remaining"]) for e in spent] == [
            (f"bandit-{n}", "attack", 9), ("myra", "defence", 12 - n),
        ]  # fmt: skip
    assert (await gm.get())["acting"] == "myra"
    body = {"actor": "myra", "type": "attack", "spell": "fireball"}
    odds = await gm.ok("POST", "/odds", body)
    assert (odds["method"], len({o["of"] for o in odds["outcomes"]})) == ("exact", 5)
    entry = await gm.act("myra", "attack", spell="fireball", dice=[38, 30] + [1, 1, 50] * 5)
    assert entry["command"]["targets"] == [f"bandit-{n}" for n in range(1, 6)]
    assert (await gm.get())["standing"] == ["heroes"]
    assert (await state_of(gm, "myra"))["sta"] == 12 - 5 - 4


async def test_a_flier_against_archers_and_swordsmen(gm: GameMaster):
    """SD-FLY-1 to 4."""
    await gm.open("desdaemona", seed="harpy")
    await gm.join("Harpy", "beasts", HARPY)
    await gm.join("Swordsman", "guards", FRED, id="sword")
    await gm.join("Archer", "guards", JANE, id="bow")
    await gm.start()
    up = await gm.act("harpy", "take_off")
    assert up["encounter"]["acting"] == "harpy", "no turn"
    assert await offered(gm, "attack") == {"ranged_physical", "ranged_magical"}
    await gm.problem(
        409, "out-of-reach", "POST", "/actions",
        {"actor": "harpy", "type": "attack", "target": "sword", "weapon": "claws"},
    )  # fmt: skip
    thrown = await gm.act(
        "harpy", "attack", target="sword", weapon="javelins", dice=[18, 12, 9, 9, 12]
    )
    assert of(thrown, "attack_made")["using"] == "javelins"
    assert (await state_of(gm, "harpy"))["sta"] == 18 - 2
    assert "clophy" not in str(await offered(gm, "attack"))
    assert await offered(gm, "attack") == {"ranged_physical", "ranged_magical"}
    await gm.act("sword", "evade", dice=[9])
    await gm.act("bow", "attack", target="harpy", weapon="bow", dice=[1, 1, 9, 9])
    assert (await state_of(gm, "harpy"))["sta"] == 18 - 2 + 2 - 2
    evade = {"actor": "harpy", "type": "evade", "opponent": "bow"}
    problem = await gm.problem(409, "airborne", "POST", "/actions", evade)
    assert "land first" in problem["detail"]
    await gm.act("harpy", "land")
    claws = await gm.act("harpy", "attack", target="bow", weapon="claws", dice=[1, 1, 9, 9])
    assert of(claws, "attack_made")["kind"] == "close_physical"
    await gm.act("sword", "pass")
    await gm.act("bow", "pass")
    again = await gm.act("harpy", "take_off", opponent="bow")
    assert again["encounter"]["acting"] == "sword", "a turn's work now"


async def offered(gm: GameMaster, kind: str) -> set[str]:
    """The kinds of attack that the acting one is offered."""
    items = (await gm.get("/choices"))["items"]
    return {item["body"]["kind"] for item in items if item["body"]["type"] == kind}


async def test_asleep_and_awake(gm: GameMaster):
    """SD-PAS-3: laid on by a spell, with its total; shaken off in place of the turn."""
    await meeting(gm, MYRA)
    await gm.act("fred", "attack", spell="sleep", target="jane", dice=[30, 20, 9, 9])
    (asleep,) = (await gm.get("/combatants/jane"))["conditions"]
    assert (asleep["cause"], asleep["turns"], asleep["against"]) == ("sleep", 3, 50)
    bodies = [item["body"] for item in (await gm.get("/choices"))["items"]]
    assert [body["type"] for body in bodies] == ["shake_off", "pass", "end_turn"]
    await gm.problem(409, "cannot-act", "POST", "/actions", {"actor": "jane", "type": "evade"})
    failed = await gm.ok("POST", "/actions", {**bodies[0], "dice": [18, 24]})
    assert "can't shake off asleep: (d18)18 + (d24)24 = 42, not over 50" in failed["summary"]
    await gm.act("fred", "pass")
    await change(gm, "jane", {"name": "asleep", "against": 20})
    await gm.ok("POST", "/actions", {**bodies[0], "dice": [18, 24]})
    assert (await gm.get("/combatants/jane"))["conditions"] == []


async def test_the_stunned_lose_their_turn_by_themselves(gm: GameMaster):
    """SD-PAS-4: an entry of its own, with its cause."""
    await meeting(gm)
    await change(gm, "jane", {"name": "stunned", "turns": 1})
    entry = await gm.act("fred", "pass")
    (follower,) = entry["followed_by"]
    lost = await gm.get(f"/log/{follower}")
    assert (lost["kind"], lost["cause"]) == ("automatic", entry["version"])
    assert lost["summary"].startswith("Jane is stunned and loses the turn.")


async def test_undo_brings_the_same_dice_back(gm: GameMaster):
    """SD-KIND-1: however the same attack is spelled."""
    await meeting(gm)
    first = await gm.act("fred", "attack", target="jane", kind="clophy")
    await gm.ok("POST", "/undo", {"count": 1})
    assert (await state_of(gm, "fred"))["sta"] == 20
    again = await gm.act("fred", "attack", target="Jane", weapon="SWORD", kind="Close physical")
    assert [d["face"] for d in again["dice"]] == [d["face"] for d in first["dice"]]
    assert {d["source"] for d in again["dice"]} == {"reused"}


# --- odds -----------------------------------------------------------------------------------------


async def test_ties_of_two_d6_against_a_d8_and_a_d4(gm: GameMaster):
    """SD-ROLL-2: 10.76%, whoever attacks."""
    sixes = {"stats": {"STR": 6, "DEX": 6, "CON": 6}, "hp": 9, "sta": 9}
    others = {"stats": {"STR": 8, "DEX": 4, "CON": 8}, "hp": 9, "sta": 9}
    await meeting(gm, sixes, others)
    body = {"actor": "fred", "type": "attack", "target": "jane"}
    there = await gm.ok("POST", "/odds", body)
    await gm.act("fred", "pass")
    back = await gm.ok("POST", "/odds", {"actor": "jane", "type": "attack", "target": "fred"})
    hits = [
        next(o for o in odds["outcomes"] if o["name"] == "hit")["chance"]["value"]
        for odds in (there, back)
    ]
    assert f"{1 - sum(hits):.2%}" == "10.76%"


@pytest.mark.parametrize("kind", ["clophy", "ranphy", "clomag", "ranmag"])
async def test_odds_of_large_dice(gm: GameMaster, kind: str):
    """SD-KIND-1: 1d100 + 1d100 against the same, exactly."""
    hundred = {"stats": dict.fromkeys(("STR", "DEX", "CON", "INT"), 100), "hp": 40, "sta": 9}
    await meeting(gm, hundred, hundred)
    body = {"actor": "fred", "type": "attack", "target": "jane", "kind": kind}
    odds = await gm.ok("POST", "/odds", body)
    assert (odds["method"], odds["runs"]) == ("exact", 51)
    assert [(o["name"], o["label"]) for o in odds["outcomes"]] == [
        ("hit", "the attack on Jane lands"),
        ("damage", "HP that Jane loses"),
        ("dead", "Jane dies"),
    ]
    assert odds["outcomes"][0]["chance"]["fraction"] == "993333/2000000"  # half of what is no tie
    assert len(odds["outcomes"][1]["distribution"]) == 51


# --- refusals and choices -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"type": "attack", "target": "fred"}, 409, "cannot-target"),
        ({"type": "attack", "target": "jane", "kind": "social"}, 422, "unknown-kind"),
        ({"type": "attack", "target": "jane", "weapon": "bow"}, 422, "unknown-weapon"),
        ({"type": "attack", "target": "jane", "spell": "doom"}, 422, "unknown-spell"),
        ({"type": "attack", "target": "jane", "kind": "ranphy", "weapon": "sword"}, 422,
         "wrong-kind"),
        ({"type": "attack"}, 422, "wrong-targets"),
        ({"type": "attack", "target": "jane", "dice": [1, 1]}, 422, "die-needed"),
        ({"type": "attack", "target": "jane", "dice": [1, 1, 9, 9, 9]}, 422, "dice-left-over"),
        ({"type": "attack", "target": "jane", "dice": [26]}, 422, "die-impossible"),
        ({"type": "attack", "target": "jane", "percent": 101}, 422, "invalid-request"),
        ({"type": "attack", "target": "jane", "zone": 3}, 422, "invalid-request"),
        ({"type": "attack", "target": "jane", "withhold": 1}, 422, "invalid-request"),
        ({"type": "evade", "opponent": "fred"}, 409, "not-an-opponent"),
        ({"type": "shake_off", "effect": "blind"}, 409, "nothing-to-shake-off"),
        ({"type": "drink", "potion": "beer"}, 422, "unknown-potion"),
        ({"type": "call_power", "power": "ward"}, 422, "unknown-power"),
        ({"type": "take_off"}, 409, "cannot-fly"),
        ({"type": "land"}, 409, "not-airborne"),
        ({"type": "combat_dice", "rolls": ["1d"]}, 422, "not-dice"),
        ({"type": "combat_dice", "rolls": []}, 422, "invalid-request"),
        ({"type": "roll_defence", "kind": "x"}, 422, "unknown-kind"),
        ({"type": "lose_turn"}, 422, "unknown-action"),
    ],
)  # fmt: skip
async def test_refusals(gm: GameMaster, body: Any, status: int, code: str):
    """SD-TURN-1: in the words of the rules, and nothing is recorded."""
    await meeting(gm)
    await gm.problem(status, code, "POST", "/actions", {"actor": "fred", **body})


async def test_a_short_roll_says_which_die_is_wanted(gm: GameMaster):
    """SD-DMG-1: the damage die, too."""
    await meeting(gm)
    body = {"actor": "fred", "type": "attack", "target": "jane", "dice": [20, 21, 9, 12]}
    problem = await gm.problem(422, "die-needed", "POST", "/actions", body)
    assert (problem["needed"]["sides"], problem["needed"]["reason"]) == (
        19, "damage of Fred to Jane",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("options", "sheet"),
    [
        ({"rounding": "odd"}, FRED),
        ({"kinds": {"x": {"attack": ["STR"], "defence": ["STR", "DEX"], "reach": "close"}}}, FRED),
        ({}, {"hp": 5, "sta": 5}),
        ({}, {**FRED, "stats": {"STA": 5}}),
        ({}, {**FRED, "spells": [{"name": "doom"}]}),
        ({}, {**FRED, "weapons": [{"name": "x", "kinds": ["mental"]}]}),
    ],
)
async def test_options_and_sheets_refused(gm: GameMaster, options: Any, sheet: Any):
    """SD-KIND-1: a clear 422, never a fault."""
    recruit = {"name": "Fred", "side": "knights", "sheet": sheet}
    body = {"ruleset": "desdaemona", "name": "x", "options": options, "combatants": [recruit]}
    answer = await gm.http.post("/v1/encounters", json=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["detail"]


async def test_a_games_own_kinds_and_costs(gm: GameMaster):
    """SD-KIND-1, SD-STA-1"""
    kinds = {"mental": {"attack": ["INT", "CON"], "defence": ["INT", "CON"], "reach": "ranged"}}
    costs = {"mental": {"attack": 3, "defence": 2}}
    opened = await gm.open("desdaemona", options={"kinds": kinds, "stamina_costs": costs})
    assert set(opened["options"]["kinds"]) == {
        "close_physical", "ranged_physical", "close_magical", "ranged_magical", "mental",
    }  # fmt: skip
    await gm.join("Fred", "knights", FRED)
    await gm.join("Jane", "rogues", JANE)
    await gm.start()
    entry = await gm.act("fred", "attack", target="jane", kind="mental", dice=[1, 1, 9, 9])
    assert [(d["sides"]) for d in entry["dice"]] == [10, 22, 16, 18]
    assert (await state_of(gm, "fred"))["sta"] == 20 - 3


async def test_initiative(gm: GameMaster):
    """SD-TURN-1: asked for in the order of joining; ties again."""
    await gm.open("desdaemona", options={"order": "init"})
    await gm.join("Fred", "knights", FRED)
    await gm.join("Jane", "rogues", JANE)
    started = await gm.start(20, 20, 3, 30)
    assert started["encounter"]["acting"] == "jane"
    assert [d["purpose"] for d in started["dice"]] == ["initiative"] * 2 + ["initiative-again"] * 2


async def test_example_actions_work_as_they_stand(gm: GameMaster):
    """SD-PAS-1"""
    await gm.open("desdaemona", seed="examples")
    for name, sheet in (("Fred", FRED), ("Jane", JANE), ("Myra", MYRA), ("Harpy", HARPY)):
        await gm.join(name, "heroes", sheet)
    await gm.join("Bandit", "bandits", {**BANDIT, "hp": 500}, count=2)
    await gm.start()
    for example in ACTIONS:
        while (acting := (await gm.get())["acting"]) != example.body["actor"]:
            await gm.act(acting, "pass")
        await gm.ok("POST", "/actions", example.body)


def sensible(state: Any, bodies: list[Any], turn: int) -> Any:
    """An attack; who is short of breath evades, or lands to do so."""
    acting = next(c["state"] for c in state["combatants"] if c["id"] == state["acting"])
    wanted = "attack"
    if acting["sta"] <= 4:
        wanted = "land" if acting["airborne"] else "evade"
    fitting = [body for body in bodies if body["type"] == wanted and not body.get("press")]
    return (fitting or bodies)[turn % len(fitting or bodies)]


async def brawl(gm: GameMaster, seed: str) -> list[dict[str, Any]]:
    """A seeded fight to its end; what of its log must be the same."""
    await gm.open("desdaemona", seed=seed, options={"order": "init", "stamina_costs": "digest"})
    for name, side, sheet in (("Fred", "heroes", FRED), ("Myra", "heroes", MYRA)):
        await gm.join(name, side, sheet)
    await gm.join("Harpy", "raiders", HARPY)
    await gm.join("Bandit", "raiders", BANDIT, count=3, group="bandits")
    await gm.start()
    return await fought_out(gm, sensible, turns=300, least=0)


async def test_a_seeded_fight_is_the_same_on_every_run_and_verifies(gm: GameMaster):
    """SD-TURN-1: all that happens in it."""
    await is_the_same_and_verifies(gm, brawl, "tavern")
