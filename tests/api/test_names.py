"""Names of every script come back as sent; ids are what a person can type."""

import pytest

from app.rules.tides_of_ichor.examples import ORC
from tests.api.client import GameMaster


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("🐉 Smok", "smok"),
        ("Łowca Żmij", "lowca-zmij"),
        ("علي بابا", "combatant"),
        ("<script>alert(1)</script>", "script-alert-1-script"),
        ("Zażółć gęślą jaźń", "zazolc-gesla-jazn"),
        ("гоблин", "combatant"),
        ("gm", "gm-2"),
    ],
)
async def test_names_come_back_as_sent(gm: GameMaster, name: str, slug: str):
    await gm.open(name=name)
    joined = await gm.join(name, name, ORC)
    assert (joined["name"], joined["side"], joined["id"]) == (name, name, slug)
    state = await gm.get()
    assert state["name"] == name
    assert state["combatants"][0]["name"] == name


async def test_two_goblins_and_eight_orcs(gm: GameMaster):
    await gm.open()
    ids = [(await gm.join("Goblin", "x", ORC))["id"] for _ in range(2)]
    assert ids == ["goblin", "goblin-2"]
    orcs = await gm.join("Orc", "x", ORC, count=8)
    assert [o["id"] for o in orcs["items"]] == [f"orc-{n}" for n in range(1, 9)]
    assert orcs["items"][7]["name"] == "Orc 8"
    more = await gm.join("Orc", "x", ORC, count=2)
    assert [(o["id"], o["name"]) for o in more["items"]] == [
        ("orc-9", "Orc 9"),
        ("orc-10", "Orc 10"),
    ]


async def test_a_name_that_fits_two_is_refused_with_both_ids(gm: GameMaster):
    await gm.open()
    for name, side in (("Sotek", "a"), ("Goblin", "b"), ("Goblin", "b")):
        await gm.join(name, side, {**ORC, "zone": 0})
    await gm.start(90, 2, 1)
    body = {"actor": "Sotek", "type": "attack", "target": "GOBLIN"}
    await gm.act("SOTEK", "attack", target="goblin", dice=[1])
    await gm.ok("POST", "/undo", {"count": 1})
    refusal = await gm.problem(422, "ambiguous-name", "POST", "/actions", body)
    assert refusal["ids"] == ["goblin", "goblin-2"]


async def test_an_external_id_is_accepted_wherever_an_id_is(gm: GameMaster):
    await gm.open(external_id="thread-8841")
    await gm.join("Sotek", "a", {**ORC, "zone": 0}, external_id="actor.77")
    await gm.join("Orc", "b", {**ORC, "zone": 0}, external_id="actor.78")
    await gm.start(90, 1)
    entry = await gm.act("actor.77", "attack", target="actor.78", dice=[1])
    assert entry["command"]["actor"] == "sotek"
    assert entry["command"]["target"] == "orc"
    assert (await gm.get("/combatants/actor.78"))["id"] == "orc"
    body = {"name": "X", "side": "a", "sheet": ORC, "external_id": "actor.77"}
    await gm.problem(409, "id-taken", "POST", "/combatants", body)
    found = await gm.http.get(
        "/v1/encounters",
        params={"external_id": "thread-8841"},
        headers={"Authorization": f"Bearer {gm.token}"},
    )
    assert [e["id"] for e in found.json()["items"]] == [gm.id]


async def test_an_external_id_never_names_another_by_its_id(gm: GameMaster):
    await gm.open()
    await gm.join("Ann", "a", ORC)
    body = {"name": "Bob", "side": "a", "sheet": ORC, "external_id": "ann"}
    await gm.problem(409, "id-taken", "POST", "/combatants", body)
    await gm.join("Cid", "a", ORC, external_id="future")
    assert (await gm.join("Future", "a", ORC))["id"] == "future-2"


async def test_ids_given_by_the_client(gm: GameMaster):
    await gm.open()
    await gm.join("Orc", "a", ORC, id="grub")
    body = {"name": "Orc", "side": "a", "sheet": ORC, "id": "grub"}
    await gm.problem(409, "id-taken", "POST", "/combatants", body)
    for bad in ("gm", "-x", "Grub", "a--b"):
        wrong = {**body, "id": bad}
        answer = await gm.request("POST", "/combatants", wrong)
        assert answer.status_code == 422, bad


async def test_a_renamed_combatant_is_told_by_its_new_name(gm: GameMaster):
    await gm.open()
    await gm.join("Hooded stranger", "a", ORC)
    changed = await gm.ok(
        "PATCH", "/combatants/hooded-stranger", {"reason": "unmasked", "name": "Vorlag"}
    )
    assert "Vorlag" in changed["summary"]
    assert (await gm.get("/combatants/Vorlag"))["id"] == "hooded-stranger"
