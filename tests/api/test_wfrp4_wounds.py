"""WFRP 4 over HTTP: critical wounds, what lasts, tables of one's own, Fate and Fortune."""

from typing import Any

from tests.api.client import GameMaster

MELEE = [{"name": "Melee (Basic)", "advances": 10}]
HERO: dict[str, Any] = {
    "ws": 40, "i": 60, "skills": MELEE, "weapons": [{"name": "sword"}], "fate": 1, "resilience": 1,
}  # fmt: skip
FOE: dict[str, Any] = {"i": 40, "skills": MELEE, "weapons": [{"name": "sword"}], "wounds": 14}


async def duel(gm: GameMaster, hero: Any = None, foe: Any = None, **options: Any) -> None:
    """Hero, who acts first, against Foe: Melee 50 against 40, T 30, 14 Wounds."""
    await gm.open("wfrp4", options=options)
    await gm.join("Hero", "heroes", {**HERO, **(hero or {})})
    await gm.join("Foe", "foes", {**FOE, **(foe or {})})
    await gm.start()


def of(entry: Any, kind: str) -> list[Any]:
    """The events of a type."""
    return [event for event in entry["events"] if event["type"] == kind]


async def followers(gm: GameMaster, entry: Any) -> list[Any]:
    """The entries that followed by themselves."""
    return [await gm.get(f"/log/{version}") for version in entry["followed_by"]]


async def foe(gm: GameMaster) -> Any:
    return await gm.get("/combatants/foe")


async def test_a_duel_to_the_death(gm: GameMaster):
    """WF-WND-1, WF-WND-2, WF-COND-bleeding: a critical, bleeding, unconsciousness, death."""
    await duel(gm)
    # 22: left arm; SL 3 against -5, so SB 3 + sword 4 + 8 - TB 3 = 12 Wounds; 67: an artery
    struck = await gm.act("hero", "attack", target="foe", dice=[22, 90, 67])
    assert "a critical wound to the left arm of Foe" in struck["summary"]
    (row,) = await followers(gm, struck)
    assert (row["command"], row["kind"]) == ({"type": "suffer_row"}, "automatic")
    assert row["summary"] == (
        "Foe: Spurting artery, left arm; Foe loses 4 Wounds to Spurting artery, 0 left; "
        "Foe is prone (1); Foe is bleeding (4); Foe has open wound until surgery."
    )
    assert ((await foe(gm))["status"], (await foe(gm))["state"]["wounds"]) == ("active", 0)
    (injury,) = (await foe(gm))["state"]["injuries"]
    assert (injury["name"], injury["location"], injury["until"]) == (
        "open wound", "left arm", "surgery",
    )  # fmt: skip

    await gm.act("hero", "end_turn")
    first = await gm.act("foe", "end_turn")
    (end,) = await followers(gm, first)
    assert of(end, "combatant_fell")[0]["cause"] == "bleeding"
    assert (await foe(gm))["status"] == "down"

    # 10% a level: 44 is no death at 40, and as a double it eases the Bleeding by 1; 30 is
    second = await gm.act("hero", "end_turn", dice=[44])
    (end,) = await followers(gm, second)
    (tested,) = of(end, "death_tested")
    assert (tested["died"], tested["chance"], tested["face"]) == (False, 40, 44)
    third = await gm.act("hero", "end_turn", dice=[30])
    (end,) = await followers(gm, third)
    (died,) = of(end, "combatant_died")
    assert (died["combatant"], died["cause"], died["by"]) == ("foe", "bleeding", "hero")
    assert (await foe(gm))["status"] == "dead"
    assert (await gm.get())["standing"] == ["heroes"]
    assert (await gm.get("/verification"))["ok"]


async def test_a_reroll_by_fortune(gm: GameMaster):
    """WF-FATE-1: it replaces the attack by its parent; the log has both; undo takes it back."""
    await duel(gm)
    missed = await gm.act("hero", "attack", target="foe", dice=[77, 30, 21])
    version = missed["version"]
    assert (await gm.get("/combatants/hero"))["state"]["wounds"] == 11  # the fumble: its own blade
    offered = await gm.get("/choices?combatant=hero")
    body = {"type": "fortune", "actor": "hero", "use": "reroll", "test": "attack"}
    assert body in [choice["body"] for choice in offered["items"]]

    again = await gm.act("hero", "fortune", use="reroll", dice=[15])
    assert (again["replaces"], again["parent"]) == (version, version - 1)
    assert [(d["purpose"], d["face"], d["source"]) for d in again["dice"]] == [
        ("attack", 15, "given"), ("defence", 30, "kept"),
    ]  # fmt: skip
    (blow,) = of(again, "attack_tested")
    (before,) = of(await gm.get(f"/log/{version}"), "attack_tested")
    assert blow["defence"] == before["defence"]
    assert blow["attack"]["number"] == before["attack"]["number"]
    assert (before["winner"], blow["winner"]) == ("defender", "attacker")
    hero = (await gm.get("/combatants/hero"))["state"]
    assert (hero["wounds"], hero["fortune"], hero["advantage"]) == (12, 0, 1)

    await gm.problem(
        409, "no-point-left", "POST", "/actions", {"actor": "hero", "type": "fortune", "use": "sl"}
    )
    await gm.problem(
        409, "nothing-to-replace", "POST", "/actions",
        {"actor": "hero", "type": "fortune", "use": "dark_deal"},
    )  # fmt: skip
    assert (await gm.get("/verification"))["ok"]
    await gm.ok("POST", "/undo", {"count": 1})
    hero = (await gm.get("/combatants/hero"))["state"]
    assert (hero["wounds"], hero["fortune"]) == (11, 1)


async def test_the_odds_of_a_reroll(gm: GameMaster):
    """WF-FATE-1: before the point is spent."""
    await duel(gm)
    await gm.act("hero", "attack", target="foe", dice=[71, 30])
    body = {"actor": "hero", "type": "fortune", "use": "reroll"}
    odds = await gm.ok("POST", "/odds", body)
    assert odds["method"] == "exact"
    won = next(o for o in odds["outcomes"] if (o["name"], o["of"]) == ("won", "foe"))
    # against SL 1: SL 2 or more is 01-39, and 1 is a tie, which goes to the higher skill: 40-49
    assert won["chance"]["fraction"] == "49/100"


async def test_fate_takes_a_death_back(gm: GameMaster):
    """WF-FATE-1: out of the fight, but alive; and it is for good that the point is gone."""
    await duel(gm, foe={"fate": 1})
    await gm.act("hero", "attack", target="foe", dice=[22, 90, 100])
    assert (await foe(gm))["status"] == "dead"
    saved = await gm.act("foe", "fate", use="survive")
    assert saved["summary"] == (
        "Foe spends Fate, 0 left. Foe lives after all. Foe leaves the fight: saved by Fate."
    )
    assert ((await foe(gm))["status"], (await foe(gm))["state"]["dead"]) == ("left", None)
    await gm.act("hero", "end_turn")
    assert (await gm.get("/verification"))["ok"]


async def test_a_table_of_one_s_own(gm: GameMaster):
    """WF-WND-1: it is checked as the encounter opens, and played."""
    stuns = {"kind": "gain", "condition": "stunned", "level": "2"}
    row = {"first": 1, "last": 100, "title": "Ow", "effects": [stuns]}
    await duel(gm, tables={"critical_arm": [row]})
    struck = await gm.act("hero", "attack", target="foe", dice=[22, 90, 67])
    (entry,) = await followers(gm, struck)
    assert entry["summary"] == "Foe: Ow, left arm; Foe is stunned (2)."
    for wrong, says in (
        ({**row, "first": 2}, "1 is the next number to cover"),
        ({**row, "last": 99}, "must end with 100"),
        ({**row, "effects": [{"kind": "curse"}]}, "expected tags"),
    ):
        body = {"name": "x", "ruleset": "wfrp4", "options": {"tables": {"fumble": [wrong]}}}
        problem = await gm.http.post("/v1/encounters", json=body)
        assert problem.status_code == 422
        assert says in problem.text


async def test_the_tables_are_served(gm: GameMaster):
    """WF-WND-1: with what each row does."""
    await gm.open("wfrp4")
    for name in ("critical_head", "critical_arm", "critical_body", "critical_leg", "fumble"):
        table = (await gm.http.get(f"/v1/rulesets/wfrp4/tables/{name}")).json()
        assert table["sides"] == 100
        assert all(row["effects"] for row in table["rows"])


async def test_a_bystander_sees_where_it_hit(gm: GameMaster):
    """WF-WND-1 in the fog: whose it is sees all of the row; others where, and who."""
    await gm.open("wfrp4", options={"disclosure": "fog"})
    await gm.join("Hero", "heroes", HERO)
    await gm.join("Foe", "foes", FOE)
    await gm.start()
    struck = await gm.act("hero", "attack", target="foe", dice=[22, 90, 67])
    (version,) = struck["followed_by"]
    player = await gm.seat("player", "hero")
    (row,) = of(await player.get(f"/log/{version}"), "row_happened")
    assert row["location"] == "left arm"
    assert "title" not in row
