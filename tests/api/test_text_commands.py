"""Posts of text commands: what is found in them, what is run, and what is answered."""

import asyncio
from typing import Any

import pytest

from app.rules.desdaemona.examples import FRED, JANE, MYRA
from app.rules.registry import SHIPPED
from app.services.posts import MAX_COMMANDS
from tests.api.ambush import ambush
from tests.api.client import GameMaster
from tests.api.conftest import serving
from tests.databases import settings_for


async def post(gm: GameMaster, text: str, **more: Any) -> dict[str, Any]:
    """What comes of a post; `speaker` is its `as`."""
    headers = {name: more.pop(name) for name in ("Idempotency_Key", "If_Match") if name in more}
    if "speaker" in more:
        more["as"] = more.pop("speaker")
    found: dict[str, Any] = await gm.ok("POST", "/commands", {"text": text, **more}, **headers)
    return found


async def refused(gm: GameMaster, status: int, code: str, text: str, **more: Any) -> dict[str, Any]:
    if "speaker" in more:
        more["as"] = more.pop("speaker")
    return await gm.problem(status, code, "POST", "/commands", {"text": text, **more})


def pointed_at(text: str, problem: dict[str, Any]) -> str:
    return text[problem["at"]["start"] : problem["at"]["end"]]


# --- what is run ----------------------------------------------------------------------------------


async def test_a_post_is_the_same_as_the_action_it_means(gm: GameMaster):
    await ambush(gm)
    answer = await gm.request(
        "POST",
        "/commands",
        {
            "as": "sotek",
            "text": "Sotek roars! !charge orc 1 to 2 with great blade, rolled 76 47 6 7",
        },
    )
    assert (answer.status_code, answer.headers["etag"]) == (201, '"7"')
    (result,) = answer.json()["results"]
    assert result["status"] == "done"
    assert result["command"] == "!charge orc 1 to 2 with great blade, rolled 76 47 6 7"
    other = GameMaster(gm.http)
    await ambush(other)
    entry = await other.act(
        "sotek", "charge", target="orc-1", zone=2, weapon="great blade", dice=[76, 47, 6, 7]
    )
    assert result["action"] == entry["command"]
    (told,) = result["entries"]
    for name in ("version", "kind", "by", "command", "summary", "dice", "events", "encounter"):
        assert told[name] == entry[name]
    assert (await gm.get("/log/7"))["hash"] == told["hash"]
    assert result["text"] == f"{entry['summary']} [(d100)76, (d100)47, (d10)6, (d10)7]"
    assert "\n" not in result["text"]


async def test_several_run_in_order_and_chatter_is_left_alone(gm: GameMaster):
    await ambush(gm)
    text = (
        "Wow! What a morning!! ((OOC: **!pass** sorry, brb))\n"
        "> !attack orc-2 with bow\n"
        "[quote=Ann]!attack orc-2 [quote]!pass[/quote] !pass[/quote]\n"
        '"Take this!" cries Quetlz. !attack orc-2 with bow, rolled 8\n'
        "!roll 2d10 + 4 # for the weather"
    )
    answer = await post(gm, text)
    assert [one["status"] for one in answer["results"]] == ["done"] * 3
    assert [one["action"]["type"] for one in answer["results"]] == ["pass", "attack", "roll"]
    assert [one["action"].get("actor") for one in answer["results"]] == [
        "sotek",
        "quetlz",
        "goblin",
    ]
    assert answer["text"] == "\n".join(one["text"] for one in answer["results"])
    places = [one["at"] for one in answer["results"]]
    assert [text[at["start"] : at["end"]] for at in places] == [
        one["command"] for one in answer["results"]
    ]
    assert [(at["line"], at["column"]) for at in places] == [(1, 32), (4, 28), (5, 1)]
    assert (await gm.get())["version"] == 9


async def test_a_post_without_commands_does_nothing(gm: GameMaster):
    await ambush(gm)
    answer = await gm.request("POST", "/commands", {"text": "Nothing to see here! !"})
    assert (answer.status_code, answer.headers["etag"]) == (200, '"6"')
    assert answer.json() == {"dry_run": False, "text": "", "results": []}


async def test_the_first_that_is_refused_stops_the_rest(gm: GameMaster):
    await ambush(gm)
    answer = await post(gm, "!pass\n!attack sotek with bow\n!pass")
    assert [one["status"] for one in answer["results"]] == ["done", "refused", "not_run"]
    problem = answer["results"][1]["problem"]
    assert (problem["status"], problem["code"]) == (409, "cannot-target")
    assert problem["form"] == "!attack <target> [with <weapon>]"
    assert (await gm.get())["version"] == 7


async def test_what_followed_by_itself_is_told_too(gm: GameMaster):
    await gm.open("desdaemona", seed="followers")
    await gm.join("Fred", "a", FRED)
    await gm.join("Jane", "b", JANE)
    await gm.start()
    stunned = {"reason": "a blow", "conditions": {"add": [{"name": "stunned", "turns": 1}]}}
    await gm.ok("PATCH", "/combatants/jane", stunned)
    (result,) = (await post(gm, "!pass"))["results"]
    lead, follower = result["entries"]
    assert (follower["kind"], follower["cause"]) == ("automatic", lead["version"])
    assert "Jane is stunned and loses the turn" in result["text"]
    assert follower == await gm.get(f"/log/{follower['version']}")


async def test_a_roll_is_logged_and_anybody_may_at_any_time(gm: GameMaster):
    await ambush(gm, start=False)
    (first,) = (await post(gm, "!roll 3d6-1", nonce="0123456789abcdef"))["results"]
    (entry,) = first["entries"]
    assert first["text"] == entry["summary"]
    faces = [die["face"] for die in entry["dice"]]
    assert entry["summary"] == (
        f"Somebody rolls 3d6-1: (d6){faces[0]} + (d6){faces[1]} + (d6){faces[2]} - 1 = "
        f"{sum(faces) - 1}."
    )
    assert {die["ctx"] for die in entry["dice"]} == {"0123456789abcdef"}
    await gm.start()
    before = await gm.get()
    goblin = await gm.seat("player", "goblin")
    (rolled,) = (await post(goblin, "!roll d%"))["results"]
    assert rolled["entries"][0]["command"] == {
        "type": "roll", "actor": "goblin", "notation": "d%",
    }  # fmt: skip
    after = await gm.get()
    assert (before["acting"], before["turn"]) == (after["acting"], after["turn"])
    await gm.ok("POST", "/actions", {"type": "roll", "notation": "5"})
    assert (await gm.get("/log?after=8"))["items"][0]["summary"] == "Somebody rolls 5: 5."
    await gm.problem(
        422, "bad-dice-notation", "POST", "/actions", {"type": "roll", "notation": "2x6"}
    )
    await gm.ok("POST", "/end")
    await refused(gm, 409, "encounter-ended", "!roll 2d10")
    assert (await gm.get("/verification"))["ok"]


async def test_a_roll_is_in_no_rerolls_way(gm: GameMaster):
    await gm.open("toy")
    await gm.join("Ann", "a", {"luck": 1})
    await gm.join("Bob", "b")
    await gm.start()
    await post(gm, "!strike bob, rolled 3\n!roll 1d6\n!roll 1d8")
    answer = await post(gm, "!reroll rolled 4")
    assert answer["results"][0]["entries"][0]["replaces"] == 5
    assert (await gm.get("/verification"))["ok"]


async def test_a_question_is_answered_by_whom_it_was_put_to(gm: GameMaster):
    await gm.open("toy")
    await gm.join("Ann", "a")
    await gm.join("Bob", "b")
    await gm.start()
    bob = await gm.seat("player", "bob")
    await post(gm, "!strike bob, rolled 15")
    await refused(bob, 409, "question-open", "!end-turn")
    (choices,) = (await post(bob, "!choices"))["results"]
    assert choices["choices"][0]["command"] == "!answer q1 with take"
    answer = await post(bob, "!answer q1 with parry")
    assert answer["results"][0]["entries"][0]["by"] == "player"


# --- who speaks -----------------------------------------------------------------------------------


async def test_who_speaks(gm: GameMaster):
    await ambush(gm)
    ann = await gm.seat("player", "quetlz", label="Ann")
    both = await gm.seat("player", "orc-1", "orc-2")
    watcher = await gm.seat("spectator")
    await refused(ann, 409, "not-your-turn", "!pass")
    await refused(ann, 403, "not-your-combatant", "!pass", speaker="sotek")
    await refused(ann, 403, "not-your-combatant", "!pass as sotek")
    await refused(watcher, 403, "read-only", "!pass")
    await refused(watcher, 403, "read-only", "!roll 1d6")
    await refused(both, 422, "invalid-command", "!pass")
    assert (await post(gm, "!pass as Sotek"))["results"][0]["action"]["actor"] == "sotek"
    (result,) = (await post(ann, "!pass"))["results"]
    assert result["entries"][0]["by"] == "player:Ann"
    assert (await post(watcher, "!status"))["results"][0]["status"] == "told"


async def test_an_external_id_speaks(gm: GameMaster):
    await gm.open("desdaemona", seed="external")
    await gm.join("Fred", "a", FRED, external_id="forum-user-17")
    await gm.join("Jane", "b", JANE)
    await gm.start()
    (result,) = (await post(gm, "!clophyatk jane", speaker="forum-user-17"))["results"]
    assert result["action"]["actor"] == "fred"


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("called", ["Orc", "orc", '"Orc"'])
async def test_like_names_are_listed_and_nothing_is_rolled(gm: GameMaster, called: str):
    await ambush(gm)
    text = f"Now! !charge {called} to 2"
    problem = await refused(gm, 422, "ambiguous-name", text)
    assert problem["ids"] == ["orc-1", "orc-2"]
    assert "orc-1, orc-2" in problem["detail"]
    assert "!charge <target> [to <zone>] [with <weapon>]" in problem["detail"]
    assert pointed_at(text, problem) == called


async def test_two_of_the_same_name(gm: GameMaster):
    await gm.open("toy")
    await gm.join("Ann", "a")
    for id in ("elder", "younger"):
        await gm.join("Twin", "b", id=id)
    await gm.start()
    problem = await refused(gm, 422, "ambiguous-name", "!strike twin")
    assert problem["ids"] == ["elder", "younger"]
    assert "elder, younger" in problem["detail"]


async def test_one_who_is_hidden_is_like_nobody(gm: GameMaster):
    await gm.open("toy")
    await gm.join("Ann", "a")
    await gm.join("Lurker", "b", hidden=True, id="lurker")
    await gm.join("Lurker of the lake", "b", id="lake")
    await gm.start()
    ann = await gm.seat("player", "ann")
    problem = await refused(ann, 422, "unknown-combatant", "!strike lurk")
    assert problem["ids"] == ["lake"]
    assert (await refused(gm, 422, "ambiguous-name", "!strike lurk"))["ids"] == ["lurker", "lake"]
    assert "lurker" not in (await post(ann, "!status !choices"))["text"].replace("Lurker of", "")
    await refused(ann, 422, "unknown-combatant", "!choices lurker")


# --- errors point at their place ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "status", "code", "place"),
    [
        ("So: !atack orc-1", 422, "unknown-command", "!atack orc-1"),
        ("So: !attack", 422, "unreadable-command", "!attack"),
        ("So: !attack orc-1 with.", 422, "unreadable-command", "with"),
        ("!attack orc-1 at orc-2", 422, "unreadable-command", "at"),
        ("!pass the salt", 422, "unreadable-command", "the"),
        ("!move there now", 422, "unreadable-command", "there now"),
        ("!move 99", 422, "unreadable-command", "99"),
        ("!charge nobody in 2", 422, "unknown-combatant", "nobody"),
        ("!attack orc-1 with spoon", 422, "unknown-weapon", "spoon"),
        ("!roll 2d10+luck", 422, "bad-dice-notation", "2d10+luck"),
        ("!roll 1d20 perception", 422, "bad-dice-notation", "1d20 perception"),
        ("!move 2 as ghost", 422, "unknown-combatant", "ghost"),
        ("!pass rolled 3", 422, "dice-left-over", "3"),
        ("!attack orc-1 with \"great blade\" rolled x", 422, "unreadable-command", "x"),
        ("!help fly", 422, "unknown-command", "fly"),
    ],
)  # fmt: skip
async def test_refusals_have_their_place_in_the_text(
    gm: GameMaster, text: str, status: int, code: str, place: str
):
    await ambush(gm)
    answer = await gm.request("POST", "/commands", {"text": text})
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code), answer.text
    assert pointed_at(text, problem) == place
    assert (await gm.get())["version"] == 6


async def test_too_many_commands_are_refused_whole(gm: GameMaster):
    await ambush(gm)
    await refused(gm, 422, "too-many-commands", "!roll 1d6\n" * (MAX_COMMANDS + 1))
    assert len((await post(gm, "!roll 1d6\n" * MAX_COMMANDS))["results"]) == MAX_COMMANDS


async def test_each_command_counts_as_a_write(database_url: str):
    async with serving(settings_for(database_url, writes_per_minute=4)) as client:
        gm = GameMaster(client)
        await gm.open("toy")
        await post(gm, "!roll 1d6 !roll 1d6")
        problem = await refused(gm, 429, "too-many-requests", "!roll 1d6 !roll 1d6 !roll 1d6")
        assert problem["limited"] == "writes"
        assert (await gm.get())["version"] == 3


# --- keys and versions ----------------------------------------------------------------------------


async def test_a_retry_runs_nothing_twice(gm: GameMaster):
    await ambush(gm)
    text = "!pass\n!attack orc-2 with bow\n!roll 1d6"
    first = await post(gm, text, Idempotency_Key="post-17")
    again = await post(gm, text, Idempotency_Key="post-17")
    assert again == first
    assert (await gm.get())["version"] == 9
    await gm.act("goblin", "pass")
    assert await post(gm, text, Idempotency_Key="post-17") == first


async def test_an_edited_post_runs_nothing(gm: GameMaster):
    await ambush(gm)
    await post(gm, "!pass", Idempotency_Key="post-17")
    edited = {"text": "!pass !pass"}
    code = "idempotency-key-reused"
    await gm.problem(422, code, "POST", "/commands", edited, Idempotency_Key="post-17")


async def test_a_post_that_was_cut_short_goes_on_where_it_was(gm: GameMaster):
    """Its second command was refused; when it can be, it is run, and the first is not again."""
    await ambush(gm)
    text = "!pass !attack orc-2 with bow as quetlz !pass as orc-1"
    await gm.ok("PATCH", "/combatants/quetlz", {"reason": "a bolt", "state": {"w": 0}})
    cut = await post(gm, text, Idempotency_Key="post-17")
    assert [one["status"] for one in cut["results"]] == ["done", "refused", "not_run"]
    await gm.ok("POST", "/undo", {"count": 2})
    whole = await post(gm, "!pass", Idempotency_Key="post-18")
    assert whole["results"][0]["status"] == "done"
    more = await post(gm, text, Idempotency_Key="post-17")
    assert [one["status"] for one in more["results"]] == ["done", "done", "refused"]
    assert more["results"][0] == cut["results"][0]


async def test_the_same_post_many_times_at_once(gm: GameMaster):
    await ambush(gm)
    body = {"text": "!pass !roll 1d20 !roll 1d20"}
    answers = await asyncio.gather(
        *(gm.request("POST", "/commands", body, Idempotency_Key="p") for _ in range(6))
    )
    assert {answer.status_code for answer in answers} == {201}
    assert all(answer.json() == answers[0].json() for answer in answers)
    assert (await gm.get())["version"] == 9


async def test_if_match_holds_for_the_whole_post(gm: GameMaster):
    await ambush(gm)
    answer = await post(gm, "!pass !pass", If_Match='"6"')
    assert [one["status"] for one in answer["results"]] == ["done", "done"]
    late = {"text": "!pass"}
    for body in (late, {**late, "dry_run": True}):
        await gm.problem(412, "version-mismatch", "POST", "/commands", body, If_Match='"6"')


# --- dry runs -------------------------------------------------------------------------------------


async def test_a_dry_run_says_what_would_happen_and_nothing_does(gm: GameMaster):
    await ambush(gm)
    text = "!charge orc-1 to 2 with great blade\n!attack orc-2 with bow as quetlz"
    before = (await gm.request("GET", "/log")).text
    answer = await gm.request("POST", "/commands", {"text": text, "dry_run": True})
    assert (answer.status_code, answer.headers["etag"]) == (200, '"6"')
    first, second = answer.json()["results"]
    assert first["status"] == second["status"] == "would_do"
    assert first["action"] == {
        "type": "charge", "actor": "sotek", "target": "orc-1", "zone": 2, "weapon": "great blade",
    }  # fmt: skip
    assert first["needed"] == {
        **first["needed"], "sides": 100, "reason": "Sotek to hit Orc 1",
    }  # fmt: skip
    assert "d100 first" in first["text"]
    assert second["needed"] is None
    assert (await gm.request("GET", "/log")).text == before
    odds = await gm.ok("POST", "/odds", first["action"])
    assert odds["outcomes"]
    await gm.ok("POST", "/actions", first["action"])


async def test_a_dry_run_refuses_what_would_be_refused(gm: GameMaster):
    await ambush(gm)
    ann = await gm.seat("player", "quetlz")
    await refused(ann, 409, "not-your-turn", "!pass", dry_run=True)
    await refused(ann, 403, "not-your-combatant", "!pass as sotek", dry_run=True)
    await refused(ann, 403, "given-dice-refused", "!pass rolled 3", dry_run=True)
    await refused(gm, 409, "out-of-range", "!attack goblin with great blade", dry_run=True)
    watcher = await gm.seat("spectator")
    await refused(watcher, 403, "read-only", "!pass", dry_run=True)


# --- questions ------------------------------------------------------------------------------------


async def test_status_choices_and_help(gm: GameMaster):
    await ambush(gm)
    ann = await gm.seat("player", "quetlz")
    status, choices, own, help_, how = (
        await post(ann, "!status !choices sotek !choices !help !help charge")
    )["results"]
    assert status["text"].startswith("Round 1, the turn of Sotek. Sotek (sotek): w 15, ")
    assert choices["choices"]
    assert own["text"] == "There is nothing to choose now."
    assert "!attack" in help_["text"]
    assert how["text"].startswith(
        "!charge <target> [to <zone>] [with <weapon>] : Go up to one zone"
    )
    assert (await gm.get())["version"] == 6
    (one,) = (await post(gm, "!status Sneaky Goblin"))["results"]
    assert "Sotek (sotek)" not in one["text"]
    assert "Sneaky Goblin (goblin)" in one["text"]


@pytest.mark.parametrize("ruleset", SHIPPED, ids=lambda r: r.id)
async def test_under_every_ruleset_choices_are_posts_that_can_be_sent(gm: GameMaster, ruleset: Any):
    """Any action works as text, as the ruleset's own choices have it."""
    sheets = [(example.name, dict(example.body)) for example in ruleset.sheet_examples]
    await gm.open(ruleset.id, seed="choices")
    for at, (name, sheet) in enumerate(sheets * 2 if len(sheets) == 1 else sheets):
        await gm.join(name, f"side {at % 2}", sheet)
    await gm.start()
    for turn in range(12):
        if (await gm.get())["status"] != "running":
            break
        (told,) = (await post(gm, "!choices"))["results"]
        spoken = [choice for choice in told["choices"] if choice["command"]]
        assert len(spoken) == len(told["choices"]), "each can be said"
        for choice in spoken:
            (would,) = (await post(gm, choice["command"], dry_run=True))["results"]
            assert would["action"] == choice["body"], choice["command"]
        await post(gm, spoken[turn % len(spoken)]["command"])
    assert (await gm.get("/verification"))["ok"]


async def test_in_the_fog_posts_tell_no_more_than_answers_do(gm: GameMaster):
    await gm.open("desdaemona", options={"disclosure": "fog"})
    await gm.join("Fred", "a", FRED)
    await gm.join("Myra", "b", MYRA)
    await gm.start()
    fred = await gm.seat("player", "fred")
    (status,) = (await post(fred, "!status"))["results"]
    assert "Myra (myra): hp unhurt" in status["text"]
    (would,) = (await post(fred, "!clophyatk myra", dry_run=True))["results"]
    assert would["needed"] == {**would["needed"], "sides": 25}
    (result,) = (await post(fred, "!clophyatk myra"))["results"]
    (told,) = result["entries"]
    assert told == await fred.get(f"/log/{told['version']}")
    assert [die["face"] for die in told["dice"][2:4]] == [None, None]
    await refused(fred, 403, "not-your-combatant", "!choices myra")


async def test_in_the_fog_dice_are_for_whoever_rolls_them(gm: GameMaster):
    await gm.open("toy", options={"disclosure": "fog"})
    await gm.join("Ann", "a")
    await gm.join("Bob", "b")
    await gm.start()
    ann, bob = await gm.seat("player", "ann"), await gm.seat("player", "bob")
    (result,) = (await post(ann, "!roll 1d1000"))["results"]
    version = result["entries"][0]["version"]
    (die,) = result["entries"][0]["dice"]
    assert f"(d1000){die['face']}" in result["text"]
    others = await bob.get(f"/log/{version}")
    assert others["command"] == {**others["command"], "type": "roll", "actor": "ann"}
    assert "notation" not in others["command"]
    assert (others["dice"][0]["face"], others["dice"][0]["sides"]) == (None, None)
    assert others["summary"] == "Dice rolled: Ann."
