"""Magic over HTTP: a cast, ten miscasts with what follows by itself, undo, and verification."""

from typing import Any

import pytest

from tests.api.client import GameMaster

PLAIN: dict[str, Any] = {
    "ws": 40, "bs": 40, "s": 40, "t": 40, "ag": 40, "wp": 40, "w": 20,
    "weapons": [{"name": "sword"}],
}  # fmt: skip
WIZARD: dict[str, Any] = {**PLAIN, "spells": [{"name": "Fire dart"}, {"name": "Clear mind"}]}
FAILS, MISCASTS = 1, 10  # against 10 for level 1; at or under 10%


async def duel(gm: GameMaster, *lores: str, foe: Any = None, **options: Any) -> None:
    """Wizard acts first, in zone 0; then Foe in zone 2."""
    await gm.open(options={"miscast_roll": "d30", **options})
    await gm.join("Wizard", "heroes", {**WIZARD, "lores": list(lores)})
    await gm.join("Foe", "foes", {**PLAIN, "zone": 2, **(foe or {})})
    await gm.start(99, 98)


async def cast(gm: GameMaster, *dice: int, spell: str = "Fire dart", **fields: Any) -> Any:
    aim = {"target": "foe", **fields}
    return await gm.act("wizard", "cast", spell=spell, dice=list(dice), **aim)


async def miscast(gm: GameMaster, row: int, *dice: int, **fields: Any) -> list[Any]:
    """A miscast with a row; what follows by itself, as entries of the log."""
    lead = await cast(gm, FAILS, MISCASTS, row, *dice, **fields)
    rolled = next(e for e in lead["events"] if e["type"] == "miscast_rolled")
    assert rolled["row"] == row
    return [await gm.get(f"/log/{version}") for version in lead["followed_by"]]


async def state_of(gm: GameMaster, who: str = "wizard") -> Any:
    return await gm.get(f"/combatants/{who}")


async def w(gm: GameMaster, who: str = "wizard") -> int:
    return int((await state_of(gm, who))["state"]["w"])


def types(entry: Any) -> list[str]:
    return [event["type"] for event in entry["events"]]


@pytest.fixture(autouse=True)
async def _verified(gm: GameMaster):
    """Whatever a test plays, its log verifies, and each state of the past can be read."""
    yield
    report = await gm.get("/verification")
    assert report["ok"], report
    assert report["redecided"] == report["entries"]
    version = report["entries"]
    assert (await gm.get(f"?at={version}"))["combatants"] == (await gm.get())["combatants"]


async def test_a_spell_is_cast(gm: GameMaster):
    """TI-CAST-1, TI-IF-1, TI-CAST-3: every number in the events, and in the sentence."""
    await duel(gm)
    choices = (await gm.get("/choices"))["items"]
    offered = next(c for c in choices if c["body"].get("spell") == "Fire dart")
    assert offered == {
        "body": {"actor": "wizard", "type": "cast", "spell": "Fire dart", "target": "foe"},
        "label": "Cast Fire dart on Foe",
    }
    entry = await gm.ok("POST", "/actions", {**offered["body"], "dice": [60, 41, 41, 7]})
    rolled = next(e for e in entry["events"] if e["type"] == "casting_rolled")
    assert sum(line["value"] for line in rolled["lines"]) == rolled["total"] == rolled["number"]
    assert entry["summary"] == (
        "Wizard casts Fire dart on Foe (60 over 10, by 50), no force (41, over 40); Foe is "
        "overcome (41 over 40); Fire dart: 9 damage to Foe; Foe has 11 W left."
    )
    assert [die["reason"] for die in entry["dice"]] == [
        "Wizard to cast", "irresistible force of Wizard", "spell power of Wizard against Foe",
        "damage of Wizard to Foe",
    ]  # fmt: skip
    assert entry["followed_by"] == []
    assert (await state_of(gm))["state"]["casts"] == [{"spell": "Fire dart", "times": 1}]


async def test_refusals_cost_nothing(gm: GameMaster):
    """TI-CAST-6, TI-LINE-3."""
    await duel(gm, foe={"zone": 0})
    body: dict[str, Any] = {"actor": "wizard", "type": "cast", "spell": "Fire dart"}
    for status, code, fields in (
        (409, "too-near", {"target": "foe"}),
        (409, "cannot-target", {"target": "wizard"}),
        (422, "invalid-command", {}),
        (422, "invalid-command", {"zone": 1}),
        (422, "unknown-combatant", {"target": "nobody"}),
        (422, "unknown-spell", {"spell": "Doom", "target": "foe"}),
        (422, "invalid-request", {"target": "foe", "weapon": "sword"}),
    ):
        await gm.problem(status, code, "POST", "/actions", {**body, **fields})
    for kind in ("suffer_miscast", "daemon_acts", "begin_turn"):
        mine = {"actor": "wizard", "type": kind}
        await gm.problem(422, "unknown-action", "POST", "/actions", mine)


async def test_row_5_the_spell_finds_its_own_caster(gm: GameMaster):
    """TI-MIS-R05."""
    await duel(gm)
    (row,) = await miscast(gm, 5, 1, 6)
    assert (row["kind"], row["command"]) == (
        "automatic", {"type": "suffer_miscast", "actor": "wizard", "row": 5},
    )  # fmt: skip
    assert row["cause"] == row["version"] - 1
    assert row["dice"][0]["reason"] == "whom the spell of Wizard finds"
    assert row["summary"] == (
        "Wrong way (row 5) befalls Wizard; chance picks Wizard (1). Fire dart of Wizard goes off "
        "at Wizard; Fire dart: 8 damage to Wizard; Wizard has 12 W left."
    )
    assert await w(gm) == 12


async def test_row_11_a_vortex_takes_a_later_heal(gm: GameMaster):
    """TI-MIS-R11."""
    await duel(gm, foe={"spells": [{"name": "Mending glow"}]})
    await miscast(gm, 11)
    (vortex,) = (await state_of(gm))["conditions"]
    assert (vortex["name"], vortex["cause"], vortex["by"], vortex["until"]) == (
        "Vortex", "miscast of Fire dart", "wizard", "the encounter's end",
    )  # fmt: skip
    assert vortex["does"] == ["no casting", "every spell that anyone casts lands here"]
    await gm.ok("PATCH", "/combatants/wizard", {"reason": "x", "state": {"w": 10}})
    await gm.join("Friend", "foes", {**PLAIN, "zone": 1})
    mend = {"actor": "foe", "type": "cast", "spell": "Mending glow", "target": "friend"}
    entry = await gm.ok("POST", "/actions", {**mend, "dice": [99, 100, 99, 5]})
    assert "Vortex of Wizard draws it in" in entry["summary"]
    assert await w(gm) == 15
    acting = (await gm.get())["acting"]
    while acting != "wizard":
        acting = (await gm.act(acting, "pass"))["encounter"]["acting"]
    held = {"actor": "wizard", "type": "cast", "spell": "Fire dart", "target": "foe"}
    refusal = await gm.problem(409, "held-back", "POST", "/actions", held)
    assert refusal["condition"] == "Vortex"


async def test_row_13_a_daemon_hunts_the_caster(gm: GameMaster):
    """TI-MIS-R13: its turn is an automatic entry; the answer is where the fight stands after."""
    await duel(gm)
    await miscast(gm, 13)
    state = await gm.get()
    assert state["order"] == ["daemon-1", "wizard", "foe"]
    daemon = await state_of(gm, "daemon-1")
    assert (daemon["side"], daemon["sheet"]["ws"], daemon["state"]["w"]) == ("the warp", 10, 10)
    entry = await gm.act("foe", "pass", dice=[99, 95, 9])
    (version,) = entry["followed_by"]
    turn = await gm.get(f"/log/{version}")
    assert turn["command"] == {"type": "daemon_acts", "actor": "daemon-1"}
    assert turn["summary"].startswith("Daemon 1 attacks Wizard with claws: hit (99 over 70)")
    assert await w(gm) == 17  # 9 + (10 - 40)/5
    assert entry["encounter"]["acting"] == "wizard"
    ended = await gm.ok("POST", "/end")
    assert "combatant_left" in types(ended)
    assert (await state_of(gm, "daemon-1"))["status"] == "left"


async def test_row_15_a_rift(gm: GameMaster):
    """TI-MIS-R15: 3 + level 1 daemons; after Foe's turn each takes its own, by itself."""
    await duel(gm, rift_daemon={"w": 7, "ag": 1})
    (row,) = await miscast(gm, 15, 2, 50)
    assert types(row).count("combatant_joined") == 4
    assert (await gm.get())["order"] == ["wizard", "foe", *(f"horror-{n}" for n in range(1, 5))]
    entry = await gm.act("foe", "pass", dice=[2, 2, 2, 2])
    assert len(entry["followed_by"]) == 4
    zones = [(await state_of(gm, f"horror-{n}"))["state"]["zone"] for n in range(1, 5)]
    assert zones == [2, 2, 2, 2]
    assert (await state_of(gm, "horror-1"))["state"]["w"] == 7
    assert (await gm.get())["acting"] == "wizard"


async def test_row_20_a_turn_lost_to_the_shadow(gm: GameMaster):
    """TI-MIS-R20: immune by lore while it lasts."""
    await duel(gm, "shadow", foe={"weapons": [{"name": "bow"}]})
    await miscast(gm, 20)
    entry = await gm.act("foe", "pass", dice=[50])
    assert entry["encounter"]["acting"] == "foe"
    (condition,) = (await state_of(gm))["conditions"]
    assert condition["does"][0].endswith("; is one now")
    shot = await gm.act("foe", "attack", target="wizard", dice=[51])
    assert shot["dice"] == []
    assert shot["summary"].startswith("What Foe does passes through Wizard (Half a shadow).")
    assert shot["encounter"]["acting"] == "wizard"


async def test_row_21_a_comet_put_off_and_not(gm: GameMaster):
    """TI-MIS-R21."""
    await duel(gm, "heavens", foe={"zone": 1})
    await miscast(gm, 21)
    entry = await gm.act("foe", "pass", dice=[99])
    (version,) = entry["followed_by"]
    held = await gm.get(f"/log/{version}")
    assert "Wizard holds off the comet (99 over 10, by 89)" in held["summary"]
    await gm.act("wizard", "pass")
    entry = await gm.act("foe", "pass", dice=[20, 99])
    (version,) = entry["followed_by"]
    fell = await gm.get(f"/log/{version}")
    assert "Wizard calls down the comet (20 not over 20, by 0)" in fell["summary"]
    assert (await w(gm), await w(gm, "foe")) == (15, 15)
    assert (await state_of(gm))["conditions"] == []


async def test_row_25_a_dark_bargain(gm: GameMaster):
    """TI-MIS-R25: a spell more, and a price at the end of a turn without harm."""
    await duel(gm)
    await miscast(gm, 25)
    await gm.act("foe", "pass")
    spells = {c["body"].get("spell") for c in (await gm.get("/choices"))["items"]}
    assert "Dark Bolt" in spells
    entry = await gm.act("wizard", "pass")
    (version,) = entry["followed_by"]
    assert (await gm.get(f"/log/{version}"))["command"]["type"] == "close_turn"
    assert await w(gm) == 18
    await gm.act("foe", "pass")
    bolt = await cast(gm, 99, 1, 8, spell="Dark Bolt")
    assert len(bolt["followed_by"]) == 1
    assert (await w(gm), await w(gm, "foe")) == (18, 10)


async def test_row_27_rot(gm: GameMaster):
    """TI-MIS-R27: 1, then 2, then 3; by lore fat, and dead below 10 at the end."""
    await duel(gm, "nurgle")
    await miscast(gm, 27)
    assert await w(gm) == 29
    for left in (27, 24):
        await gm.act("foe", "pass")
        assert await w(gm) == left
        await gm.act("wizard", "pass")
    await gm.ok("PATCH", "/combatants/wizard", {"reason": "x", "state": {"w": 9}})
    ended = await gm.ok("POST", "/end")
    assert "Wizard is slain" in ended["summary"]
    wizard = await state_of(gm)
    assert (wizard["status"], wizard["conditions"]) == ("dead", [])


async def test_row_29_a_struggle_lost(gm: GameMaster):
    """TI-MIS-R29: a miscast in an entry of its own, with row 29 rolled again."""
    await duel(gm)
    await miscast(gm, 29)
    entry = await gm.act("foe", "pass", dice=[20, 29, 9])
    check, row = [await gm.get(f"/log/{version}") for version in entry["followed_by"]]
    assert "Wizard loses control (20 not over 20, by 0), row 29 (29)" in check["summary"]
    assert row["command"] == {"type": "suffer_miscast", "actor": "wizard", "row": 9}
    assert await w(gm) == 19
    assert entry["encounter"]["acting"] == "wizard"


async def test_row_30_everybody_burns(gm: GameMaster):
    """TI-MIS-R30."""
    await duel(gm, foe={"ward": 50, "w": 5})
    (row,) = await miscast(gm, 30, 50, 51)
    assert [die["purpose"] for die in row["dice"]] == ["ward-magic", "burn-out"]
    assert (await w(gm), (await state_of(gm, "foe"))["status"]) == (1, "dead")


async def test_an_undone_miscast_meets_the_same_dice(gm: GameMaster):
    """TI-MIS-2: the cast and all that followed are gone; the same again is the same."""
    await gm.open(seed="rift 0", options={"miscast_roll": "d30"})
    await gm.join("Wizard", "heroes", {**WIZARD, "wp": 1, "ag": 100, "miscast_bonus": 100})
    await gm.join("Foe", "foes", {**PLAIN, "zone": 2, "ag": 1})
    await gm.start()
    before = await gm.get()
    entry = await gm.act("wizard", "cast", spell="fire dart", target="Foe")
    rift = await gm.get(f"/log/{entry['followed_by'][0]}")
    assert "rift_opened" in types(rift)
    await gm.ok("POST", "/undo", {"count": 1})
    assert (await gm.get())["combatants"] == before["combatants"]
    again = await gm.act("wizard", "cast", spell="Fire dart", target="foe")
    assert again["events"] == entry["events"]
    assert {die["source"] for die in again["dice"]} == {"reused"}
    for old, new in zip(entry["followed_by"], again["followed_by"], strict=True):
        events = [(await gm.get(f"/log/{version}"))["events"] for version in (old, new)]
        assert events[0] == events[1]


async def test_what_code_cannot_finish_is_asked(gm: GameMaster):
    """TI-CAST-4: the game master settles it, then the fight goes on."""
    await gm.open(options={"enforce_spell_requirements": False})
    await gm.join("Wizard", "heroes", {**WIZARD, "spells": [{"name": "Sidestep"}]})
    await gm.join("Foe", "foes", {**PLAIN, "zone": 2})
    await gm.start(99, 98)
    entry = await gm.act("wizard", "cast", spell="Sidestep", dice=[99, 100])
    (question,) = (await gm.get())["questions"]
    assert (question["to"], question["choices"]) == ("gm", ["done", "nothing"])
    assert question["prompt"] in entry["summary"] + "."
    assert (await gm.get("/choices?combatant=foe"))["items"] == []
    answers = (await gm.get("/choices?combatant=gm"))["items"]
    assert [a["body"]["choice"] for a in answers] == ["done", "nothing"]
    await gm.ok("PATCH", "/combatants/wizard", {"reason": "a step", "state": {"zone": 2}})
    await gm.ok("POST", "/actions", answers[0]["body"])
    assert (await gm.get())["acting"] == "foe"


async def test_the_miscast_table_is_served(gm: GameMaster):
    """TI-MIS-2: words and mechanics side by side, and what is ours."""
    table = (await gm.http.get("/v1/rulesets/tides-of-ichor/tables/miscast")).json()
    assert table["sides"] == 30
    assert all(row["words"] and row["effects"] for row in table["rows"])
    assert "option rift_daemon" in table["rows"][14]["effects"][1]
    await gm.open()


async def test_a_game_master_takes_a_condition_away(gm: GameMaster):
    """TI-MIS-3."""
    await duel(gm)
    await miscast(gm, 8)
    remove = {"reason": "mercy", "conditions": {"remove": ["a splinter"]}}
    await gm.ok("PATCH", "/combatants/wizard", remove)
    assert (await state_of(gm))["conditions"] == []
    forge = {"reason": "x", "conditions": {"add": [{"name": "x", "effects": []}]}}
    await gm.problem(422, "invalid-command", "PATCH", "/combatants/wizard", forge)
