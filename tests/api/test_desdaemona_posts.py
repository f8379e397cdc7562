"""Standardized dice rolls by posts: the bot's words, the source's examples, whole fights."""

from typing import Any

import pytest

from app.rules.desdaemona.examples import BANDIT, FRED, HARPY, JANE, MYRA
from tests.api.client import GameMaster

TALL = {"stats": {"STR": 80, "DEX": 80, "CON": 80}, "hp": 200, "sta": 10}


async def say(gm: GameMaster, text: str, **more: Any) -> dict[str, Any]:
    """The one result of a post that does what it says."""
    (result,) = (await gm.ok("POST", "/commands", {"text": text, **more}))["results"]
    found: dict[str, Any] = result
    return found


async def meeting(gm: GameMaster, fred: Any = FRED, jane: Any = JANE, **fields: Any) -> None:
    """Fred, whose turn it is, against Jane; both of them say it is on."""
    await gm.open("desdaemona", seed="posts", **fields)
    await gm.join("Fred", "knights", fred)
    await gm.join("Jane", "rogues", jane)
    await say(gm, "Let it begin! !start")


async def state_of(gm: GameMaster, id: str) -> dict[str, Any]:
    state: dict[str, Any] = (await gm.get(f"/combatants/{id}"))["state"]
    return state


# --- the source's examples ------------------------------------------------------------------------


async def test_fred_strikes_at_jane(gm: GameMaster):
    """SD-EX-1, SD-CMD-2: 1d25 + 1d32 + 4 against 1d18 + 1d36 + 5, and the answer is one line."""
    await meeting(gm)
    text = "Fred lunges. (OOC: !clophyatk jane rolled 20 21 9 12 7)"
    result = await say(gm, text)
    assert result["action"] == {
        "type": "attack", "actor": "fred", "target": "jane", "kind": "close_physical",
        "weapon": "sword",
    }  # fmt: skip
    assert result["text"] == (
        "Fred attacks Jane (close physical, sword): (d25)20 + (d32)21 = 41 + 4 = 45 (sword +2, "
        "sword +2). Jane defends: (d18)9 + (d36)12 = 21 + 5 = 26 (armor +2, Pendant of Shielding "
        "+3), it lands; (d19)7, 7 damage, 63 HP left."
    )


async def test_the_damage_step_of_the_source(gm: GameMaster):
    """SD-EX-2, SD-EX-3: 73 against 42 is a d31; 89 against 12 a d50."""
    await meeting(gm, TALL, TALL)
    for faces, sides in (("33 40 20 22 31", 31), ("33, 56, 6, 6, 50", 50)):
        post = f"!clophyatk Jane rolled {faces}\n!pass"
        attack, _ = (await gm.ok("POST", "/commands", {"text": post}))["results"]
        assert attack["entries"][0]["dice"][-1]["sides"] == sides
    assert (await state_of(gm, "jane"))["hp"] == 200 - 31 - 50


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("!combatdice 1d25 1d32 @75%", "Jane rolls (d25)20 + (d32)21 = 41 @75% = 30."),
        ("!CombatDice 1d25 1d32 @75% +2 +2",
         "Jane rolls (d25)20 + (d32)21 = 41 @75% = 30 + 4 = 34."),
        ("!combatdice STR DEX @75% + 4", "Jane rolls (d20)14 + (d36)21 = 35 @75% = 26 + 4 = 30."),
    ],
)  # fmt: skip
async def test_combatdice(gm: GameMaster, text: str, told: str):
    """SD-EX-4, SD-CMD-1, SD-CMD-2: dice, percentage, modifiers; it takes nobody's turn."""
    await meeting(gm)
    faces = "14 21" if "STR" in text else "20 21"
    result = await say(gm, f"{text} rolled {faces}", **{"as": "jane"})
    assert result["text"] == told
    assert (await gm.get())["acting"] == "fred"


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("clophy", "close_physical"),
        ("ranphy", "ranged_physical"),
        ("clomag", "close_magical"),
        ("ranmag", "ranged_magical"),
    ],
)
async def test_the_words_of_the_kinds(gm: GameMaster, code: str, kind: str):
    """SD-CMD-1, SD-CMD-2: the attack is made, its defence rolled too; `…def` changes nothing."""
    await meeting(gm, {**FRED, "stats": dict.fromkeys(("STR", "DEX", "CON", "INT"), 30)})
    free = await say(gm, f"!{code.upper()}DEF +2 @75%", **{"as": "Jane"})
    assert free["action"] == {
        "type": "roll_defence", "actor": "jane", "kind": kind, "modifiers": [2], "percent": 75,
    }  # fmt: skip
    result = await say(gm, f"!{code}atk jane -1 @50%")
    made, met = (
        next(e for e in result["entries"][0]["events"] if e["type"] == of)
        for of in ("attack_made", "defence_made")
    )
    assert (made["kind"], made["roll"]["percent"]) == (kind, 50)
    assert {"name": "as typed", "value": -1} in made["roll"]["modifiers"]
    assert met["roll"] is not None


async def test_a_typed_percentage_replaces_the_sheets(gm: GameMaster):
    """SD-CMD-2: without one the sheet's disabilities apply."""
    await meeting(gm, {**FRED, "conditions": [{"name": "lost hand"}]})
    for text, percent in (("!clophyatk jane", 75), ("!clophyatk jane @90%", 90)):
        result = await say(gm, text)
        (made,) = [e for e in result["entries"][0]["events"] if e["type"] == "attack_made"]
        assert made["roll"]["percent"] == percent
        await say(gm, "!pass")


async def test_init_evade_and_the_rest(gm: GameMaster):
    """SD-CMD-1, SD-PAS-1"""
    await meeting(gm, {**FRED, "sta": 5}, MYRA)
    assert "Fred rolls initiative" in (await say(gm, "!init +3"))["text"]
    evaded = await say(gm, "!evade")
    assert (evaded["action"]["type"], evaded["action"]["opponent"]) == ("evade", "jane")
    cast = await say(gm, "Myra's hands burn! !cast sleep at fred +1")
    assert cast["action"] == {
        "type": "attack", "actor": "jane", "target": "fred", "kind": "ranged_magical",
        "spell": "sleep", "modifiers": [1],
    }  # fmt: skip


async def test_a_games_own_kind_has_its_own_words(gm: GameMaster):
    """SD-KIND-1, SD-CMD-2"""
    kinds = {
        "mental": {"attack": ["INT", "CON"], "defence": ["INT", "CON"], "reach": "ranged",
                   "code": "mental"},
        "social": {"attack": ["INT", "CON"], "defence": ["INT", "CON"], "reach": "close"},
    }  # fmt: skip
    await meeting(gm, options={"kinds": kinds})
    result = await say(gm, "!mentalatk jane")
    assert result["action"]["kind"] == "mental"
    body = {"text": "!socialatk jane"}
    await gm.problem(422, "unknown-command", "POST", "/commands", body)


@pytest.mark.parametrize(
    ("text", "code", "form"),
    [
        ("!combatdice STRENGTH DEX", "not-dice", "!combat_dice <rolls> … [±n] [@n%]"),
        ("!combatdice 75%", "not-dice", "!combat_dice <rolls> … [±n] [@n%]"),
        ("!combatdice", "unreadable-command", "!combat_dice <rolls> … [±n] [@n%]"),
        ("!combatdice 1d6 @150%", "unreadable-command", "!combat_dice <rolls> … [±n] [@n%]"),
        ("!clophyatk", "wrong-targets",
         "!clophyatk [<target>] [with <weapon>] [spell <spell>] [±n] [@n%] [withhold] [press]"),
        ("!clophyatk jane 2", "unknown-combatant",
         "!clophyatk [<target>] [with <weapon>] [spell <spell>] [±n] [@n%] [withhold] [press]"),
        ("!init fast", "unreadable-command", "!init [±n]"),
    ],
)  # fmt: skip
async def test_anything_else_is_answered_with_the_right_form(
    gm: GameMaster, text: str, code: str, form: str
):
    """SD-CMD-1"""
    await meeting(gm)
    problem = await gm.problem(422, code, "POST", "/commands", {"text": text})
    assert problem["form"] == form
    assert problem["detail"].endswith(form)


# --- whole fights ---------------------------------------------------------------------------------


async def test_a_duel_to_the_last_stamina(gm: GameMaster):
    """SD-STA-1, SD-STA-2, SD-PAS-2: until one yields, is spared, and then pressed."""
    await meeting(gm, {**FRED, "sta": 3}, {**JANE, "sta": 4})
    guarded = "rolled 1 1 18 36"
    await say(gm, f"!clophyatk jane {guarded}")
    await say(gm, "!clophyatk fred rolled 1 1 22 32")
    await say(gm, "!evade rolled 1")
    await say(gm, "!clophyatk fred rolled 1 1 22 32")
    last = await say(gm, f"!clophyatk jane {guarded}")
    assert "Fred has no STA left and yields" in last["text"]
    assert (await state_of(gm, "fred"))["sta"] == 0
    spared = {"text": "!clophyatk fred"}
    problem = await gm.problem(409, "target-yielded", "POST", "/commands", spared)
    assert "say press" in problem["detail"]
    await say(gm, "!clophyatk fred press rolled 9 9 9")
    assert (await gm.get("/verification"))["ok"]


async def test_five_against_one(gm: GameMaster):
    """SD-TURN-1, SD-AREA-1: one post of five attacks, each met; then a fireball for all of them."""
    await gm.open("desdaemona", seed="five")
    await gm.join("Bandit", "bandits", BANDIT, count=5, group="bandits")
    await gm.join("Myra", "heroes", {**MYRA, "sta": 12})
    await say(gm, "!start")
    attacks = "\n".join(
        f"Bandit {n} rushes in! !clophyatk myra rolled 2 2 9 9" for n in range(1, 6)
    )
    results = (await gm.ok("POST", "/commands", {"text": attacks}))["results"]
    assert [one["action"]["actor"] for one in results] == [f"bandit-{n}" for n in range(1, 6)]
    assert (await state_of(gm, "myra"))["sta"] == 12 - 5
    choices = await say(gm, "!choices")
    fireball = next(c for c in choices["choices"] if c["body"].get("spell") == "fireball")
    assert "targets bandit-1, bandit-2, bandit-3, bandit-4, bandit-5" in fireball["command"]
    dice = " ".join(map(str, [38, 30] + [1, 1, 50] * 5))
    result = await say(gm, f"!cast fireball rolled {dice}")
    assert len(result["action"]["targets"]) == 5
    assert (await gm.get())["standing"] == ["heroes"]


async def test_a_flier_against_archers_and_swordsmen(gm: GameMaster):
    """SD-FLY-1 to 4."""
    await gm.open("desdaemona", seed="harpy")
    await gm.join("Harpy", "beasts", HARPY)
    await gm.join("Swordsman", "guards", FRED)
    await gm.join("Archer", "guards", JANE)
    await say(gm, "!start")
    up = "She spreads her wings. !take-off\n!clophyatk swordsman with claws"
    took_off, refused = (await gm.ok("POST", "/commands", {"text": up}))["results"]
    assert took_off["status"] == "done"
    assert refused["problem"]["code"] == "out-of-reach"
    await say(gm, "!ranphyatk swordsman with javelins rolled 18 12 9 9 12")
    await gm.problem(409, "out-of-reach", "POST", "/commands", {"text": "!clophyatk harpy"})
    await say(gm, "!evade from harpy")
    await say(gm, "!ranphyatk harpy with bow rolled 1 1 9 9")
    body = {"text": "!evade archer"}
    assert "land first" in (await gm.problem(409, "airborne", "POST", "/commands", body))["detail"]
    await say(gm, "!land")
    await say(gm, "!clophyatk archer with claws")
    assert (await gm.get("/verification"))["ok"]


async def test_a_fight_by_posts_alone_from_start_to_end(gm: GameMaster):
    """SD-CMD-2: three at the table, each with a token of their own, and nothing but posts."""
    await gm.open("desdaemona", options={"order": "init"}, seed="tavern brawl")
    for name, sheet, side in (
        ("Fred", FRED, "knights"),
        ("Myra", MYRA, "knights"),
        ("Jane", JANE, "rogues"),
        ("Harpy", HARPY, "rogues"),
    ):
        await gm.join(name, side, sheet, external_id=f"user of {name}")
    ann = await gm.seat("player", label="Ann", side="knights")
    bob = await gm.seat("player", label="Bob", side="rogues")
    started = await say(gm, "A mug flies. !start")
    assert started["entries"][0]["kind"] == "start"
    for number in range(200):
        state = await gm.get()
        if len(state["standing"]) < 2:
            break
        acting = next(c for c in state["combatants"] if c["id"] == state["acting"])
        player = ann if acting["side"] == "knights" else bob
        told = (await say(player, "!choices", **{"as": acting["external_id"]}))["choices"]
        spoken = [choice["command"] for choice in told]
        attacks = [text for text in spoken if text.startswith("!attack") and "press" not in text]
        short_of_breath = [text for text in spoken if text.startswith(("!evade", "!land"))]
        tired = acting["state"]["sta"] <= 4
        line = (tired and short_of_breath) or attacks or spoken
        await say(
            player,
            f"> !pass\nThey grapple!! ({line[number % len(line)]})",
            **{"as": acting["external_id"]},
        )
    ended = await say(gm, "It is over. !end")
    assert ended["entries"][0]["encounter"]["status"] == "ended"
    report = await gm.get("/verification")
    assert report["ok"]
    assert report["entries"] == report["redecided"] > 12
    by = {entry["by"] for entry in (await gm.get("/log?limit=1000"))["items"]}
    assert by == {"gm", "player:Ann", "player:Bob"}


async def test_only_a_game_master_starts_and_ends(gm: GameMaster):
    """SD-TURN-1"""
    await gm.open("desdaemona", seed="x", options={"order": "init"})
    await gm.join("Fred", "knights", FRED)
    await gm.join("Jane", "rogues", JANE)
    ann = await gm.seat("player", "fred")
    for text in ("!start", "!end"):
        await gm.problem(422, "unreadable-command", "POST", "/commands", {"text": f"{text} now"})
        answer = await ann.request("POST", "/commands", {"text": text})
        assert (answer.status_code, answer.json()["code"]) == (403, "game-master-only")
    would = await say(gm, "!start", dry_run=True)
    assert would["needed"]["reason"] == "initiative of Fred"
    started = await say(gm, "!start rolled 3 30")
    assert started["entries"][0]["encounter"]["acting"] == "jane"
