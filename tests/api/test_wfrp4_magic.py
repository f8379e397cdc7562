"""Magic and prayers of WFRP 4 over HTTP, with given dice."""

from fractions import Fraction
from typing import Any

from tests.api.client import GameMaster
from tests.rules.wfrp4.wizards import PRIEST, WIZARD

MAGE: dict[str, Any] = {**WIZARD, "i": 60, "wounds": 20, "position": 0}
FOE: dict[str, Any] = {
    "ws": 45, "skills": [{"name": "Melee (Basic)", "advances": 10}], "weapons": [{"name": "sword"}],
    "wounds": 40, "position": 1,
}  # fmt: skip


def of(entry: Any, kind: str) -> Any:
    (event,) = [e for e in entry["events"] if e["type"] == kind]
    return event


def sums(tally: Any) -> tuple[int, dict[str, int]]:
    """A total, and its lines, which must add up to it."""
    lines = {line["name"]: line["value"] for line in tally["lines"]}
    assert sum(lines.values()) == tally["total"]
    return tally["total"], lines


async def state_of(gm: GameMaster, combatant: str) -> Any:
    return (await gm.get(f"/combatants/{combatant}"))["state"]


async def duel(gm: GameMaster, foe: Any = None, **options: Any) -> None:
    """Mage, who acts first, against Foe."""
    await gm.open("wfrp4", options=options)
    await gm.join("Mage", "heroes", MAGE)
    await gm.join("Foe", "foes", {**FOE, **(foe or {})})
    await gm.start()


async def follower(gm: GameMaster, entry: Any) -> Any:
    (version,) = entry["followed_by"]
    return await gm.get(f"/log/{version}")


async def test_a_wizard_who_channels_is_interrupted_casts_overcasts_and_miscasts(gm: GameMaster):
    """WF-CAST-1, WF-CAST-2, WF-MIS-1: five rounds of a wizard's life."""
    await duel(gm)
    channelled = await gm.act("mage", "channel", spell="bolt", dice=[29])
    assert (of(channelled, "channelling_tested")["sl"], channelled["summary"]) == (
        3, "Mage channels bolt: 29 for 50, SL +3; 3 of 4 SL.",
    )  # fmt: skip
    assert (await state_of(gm, "mage"))["channelled"] == {"spell": "bolt", "sl": 3, "full": False}
    await gm.act("mage", "end_turn")

    struck = await gm.act("foe", "attack", target="mage", dice=[31, 90, 60, 81])
    assert of(struck, "channelling_lost")["why"] == "interrupted"
    assert "tests cool: 60 for 20" in struck["summary"]
    assert "a minor miscast of Mage" in struck["summary"]
    row = await follower(gm, struck)
    assert (row["kind"], row["command"]) == ("automatic", {"type": "suffer_row"})
    assert "A stain" in row["summary"]
    mage = await state_of(gm, "mage")
    assert (mage["channelled"], mage["corruption"]) == (None, 1)
    await gm.act("foe", "end_turn", dice=[])

    full = await gm.act("mage", "channel", spell="bolt", dice=[9])
    assert of(full, "channelling_tested")["full"]
    await gm.act("mage", "end_turn")
    await gm.act("foe", "end_turn")

    cast = await gm.act("mage", "cast", spell="bolt", target="foe", dice=[49])
    tested = of(cast, "casting_tested")
    assert sums(tested["cn"]) == (0, {"casting number": 4, "channelled": -4})
    assert sums(tested["test"]["number"]) == (60, {"int": 50, "language (magick)": 10})
    assert sums(of(cast, "damage_dealt")["damage"]) == (
        7, {"willpower bonus": 4, "bolt": 4, "sl": 2, "toughness bonus": -3},
    )  # fmt: skip
    assert of(cast, "damage_dealt")["location"] == "right leg"
    await gm.act("mage", "end_turn")
    await gm.act("foe", "end_turn")

    await gm.ok("PATCH", "/combatants/foe", {"reason": "thrown", "state": {"position": 70}})
    over = await gm.act("mage", "cast", spell="dart", target="foe", dice=[38])
    effect = of(over, "took_effect")
    assert (effect["range"], effect["steps"], effect["targets"]) == (1, 1, ["foe"])
    assert "dart takes effect on Foe, overcast by 1" in over["summary"]
    await gm.act("mage", "end_turn")
    await gm.act("foe", "end_turn")

    failed = await gm.act("mage", "cast", spell="bolt", target="foe", dice=[99, 36])
    assert "a minor miscast of Mage; 36 on the table" in failed["summary"]
    assert "Swept off the feet" in (await follower(gm, failed))["summary"]
    assert [c["name"] for c in (await gm.get("/combatants/mage"))["conditions"]] == ["prone"]
    assert (await gm.get("/verification"))["ok"]


async def test_a_spell_that_is_dispelled_by_who_is_asked(gm: GameMaster):
    """WF-CAST-2: option dispelling ask; nothing else happens before the answer."""
    magick = [{"name": "Language (Magick)", "advances": 30}]
    await duel(gm, {"skills": magick}, dispelling="ask")
    held = await gm.act("mage", "cast", spell="bolt", target="foe", dice=[28])
    assert "Foe may dispel it" in held["summary"]
    (question,) = (await gm.get())["questions"]
    assert (question["to"], question["prompt"]) == ("foe", "Mage casts a spell: is it dispelled?")
    labels = [c["label"] for c in (await gm.get("/choices?combatant=foe"))["items"]]
    assert labels == ["Answer q1: dispel", "Answer q1: let it be"]
    await gm.problem(409, "question-open", "POST", "/actions", {"actor": "mage", "type": "pass"})
    answer = {"actor": "foe", "type": "answer", "question": question["id"], "choice": "dispel"}
    entry = await gm.ok("POST", "/actions", {**answer, "dice": [2]})
    assert "Foe dispels it: 2 for 60, SL +6" in entry["summary"]
    assert (await state_of(gm, "foe"))["wounds"] == 40
    assert (await gm.get("/verification"))["ok"]


async def test_a_priest_with_sin(gm: GameMaster):
    """WF-PRAY-1: a prayer that is granted and angers; Sin; penance."""
    await gm.open("wfrp4")
    await gm.join("Nun", "heroes", {**PRIEST, "i": 60, "sin": 2, "wounds": 20})
    await gm.join("Friend", "heroes", {**FOE, "i": 50, "position": None})
    await gm.join("Foe", "foes", {**FOE, "position": None})
    await gm.start()
    entry = await gm.act("nun", "pray", prayer="blessing of battle", target="friend", dice=[42, 47])
    prayed = of(entry, "prayer_tested")
    assert (prayed["granted"], prayed["wrath"], prayed["sin"]) == (True, True, 2)
    assert of(entry, "wrath_rolled")["result"] == 67
    assert (
        "the god of Nun is angry; 47 + 20 on the table of wrath; Sin of Nun 2 to 1"
        in (entry["summary"])
    )
    row = await follower(gm, entry)
    assert "Blinding glory" in row["summary"]
    nun = await gm.get("/combatants/nun")
    assert {c["name"]: c["level"] for c in nun["conditions"]} == {"prone": 1, "blinded": 3}
    assert nun["state"]["sin"] == 1
    for one in ("nun", "friend", "foe"):
        await gm.act(one, "end_turn")
    forgiven = await gm.act("nun", "repent", dice=[70])
    assert "the blinding glory of Nun is over" in forgiven["summary"]
    friend = (await gm.get("/combatants/friend"))["conditions"]
    assert (friend[0]["name"], friend[0]["rounds"]) == ("blessing of battle", 6)
    assert (await gm.get("/verification"))["ok"]


async def test_odds_of_a_spell(gm: GameMaster):
    """WF-CAST-1, WF-CAST-2: to cast, to miscast, a critical, Wounds; exact, and nothing happens."""
    await duel(gm)
    before = await gm.get()
    body = {"actor": "mage", "type": "cast", "spell": "bolt", "target": "foe"}
    odds = await gm.ok("POST", "/odds", body)
    assert odds["method"] == "exact"
    chances = {(o["name"], o["of"]): Fraction(o["chance"]["fraction"]) for o in odds["outcomes"]}
    # SL 4 by 1-29, and six doubles of success, four of which need their power for it
    assert chances["cast", "mage"] == Fraction(29 + 3, 100)
    assert chances["miscast", "mage"] == Fraction(5 + 5, 100)
    assert chances["critical", "foe"] == Fraction(2, 100)
    assert chances["wounds", "foe"] == chances["cast", "mage"]
    assert await gm.get() == before


async def test_odds_of_a_blast_are_told_target_by_target(gm: GameMaster):
    """WF-CAST-1: dispelled or not, warded or not."""
    magick = [{"name": "Language (Magick)", "advances": 10}]
    await duel(gm, {"skills": magick})
    await gm.join("Other", "foes", {**FOE, "position": 2})
    warded = {"name": "ward", "grants": {"ward": 9}}
    await gm.ok("PATCH", "/combatants/foe", {"reason": "x", "conditions": {"add": [warded]}})
    body = {"actor": "mage", "type": "cast", "spell": "blast", "target": "foe"}
    odds = await gm.ok("POST", "/odds", body)
    assert odds["method"] == "exact"
    chances = {(o["name"], o["of"]): Fraction(o["chance"]["fraction"]) for o in odds["outcomes"]}
    assert chances["wounds", "foe"] == chances["wounds", "other"] * Fraction(8, 10)


async def test_in_the_fog_a_spell_is_seen_and_its_numbers_are_not(gm: GameMaster):
    """WF-CAST-1: whether it was cast, and on whom."""
    await gm.open("wfrp4", options={"disclosure": "fog"})
    await gm.join("Mage", "heroes", MAGE)
    await gm.join("Foe", "foes", FOE)
    await gm.start()
    player = await gm.seat("player", "foe")
    await gm.act("mage", "cast", spell="bolt", target="foe", dice=[28])
    entry = (await player.get("/log"))["items"][-1]
    seen = of(entry, "casting_tested")
    assert seen["cast"]
    assert not {"test", "spell", "cn"} & seen.keys()
    assert of(entry, "took_effect")["targets"] == ["foe"]
    assert "channelled" not in (await player.get("/combatants/mage"))["state"]
