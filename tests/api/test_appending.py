"""Requests to one encounter share commits; what builds on a commit that failed is decided again."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from app.database import Database, PostgresDatabase, SQLiteDatabase, Unavailable
from app.services import event_log
from tests.api.ambush import ambush
from tests.api.client import GameMaster
from tests.api.conftest import serving
from tests.databases import settings_for

STORES: tuple[type[Database], ...] = (SQLiteDatabase, PostgresDatabase)


class Commits:
    """Each group of jobs that is committed; `fail_next` makes one fail, `meanwhile` runs before."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sizes: list[int] = []
        self.fail_next = 0
        self.meanwhile: Any = None
        for store in STORES:
            monkeypatch.setattr(store, "_commit", self._around(store._commit))

    def _around(self, commit: Any) -> Any:
        async def committing(database: Database, group: Sequence[Any]) -> None:
            if self.fail_next:
                self.fail_next -= 1
                raise Unavailable("the disk is on fire")
            if self.meanwhile is not None:
                meanwhile, self.meanwhile = self.meanwhile, None
                await meanwhile()
            self.sizes.append(len(group))
            await commit(database, group)

        return committing


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> Commits:
    return Commits(monkeypatch)


def mark(gm: GameMaster, name: str, **headers: str) -> Any:
    body = {"reason": "a test", "conditions": {"add": [name]}}
    return gm.request("PATCH", "/combatants/sotek", body, **headers)


async def marks(gm: GameMaster) -> list[str]:
    return sorted(c["name"] for c in (await gm.get("/combatants/sotek"))["conditions"])


async def test_requests_to_one_encounter_share_a_commit(gm: GameMaster, commits: Commits):
    await ambush(gm)
    commits.sizes.clear()
    answers = await asyncio.gather(*(mark(gm, f"m{i:02}") for i in range(20)))
    assert sorted(a.json()["version"] for a in answers) == list(range(7, 27))
    assert max(commits.sizes) > 1
    assert sum(commits.sizes) == 20
    assert await marks(gm) == [f"m{i:02}" for i in range(20)]
    assert (await gm.get("/verification"))["ok"]


async def test_a_failed_commit_fails_what_was_in_it_and_loses_nothing(
    gm: GameMaster, commits: Commits
):
    await ambush(gm)
    commits.fail_next = 1
    answers = await asyncio.gather(*(mark(gm, f"m{i}", Idempotency_Key=f"{i}") for i in range(8)))
    failed = [i for i, a in enumerate(answers) if a.status_code == 503]
    assert failed
    assert {a.json()["code"] for a in answers if a.status_code != 200} == {"database-unavailable"}
    assert all(answers[i].headers["retry-after"] == "1" for i in failed)
    for i in failed:
        assert (await mark(gm, f"m{i}", Idempotency_Key=f"{i}")).status_code == 200
    assert await marks(gm) == [f"m{i}" for i in range(8)]
    assert (await gm.get())["version"] == 14
    assert (await gm.get("/verification"))["ok"]


async def test_nobody_is_refused_by_what_was_never_stored(gm: GameMaster, commits: Commits):
    """when an action fails to be stored, then the next, which it would have refused, is accepted"""
    await ambush(gm)
    commits.fail_next = 1
    passing = {"actor": "sotek", "type": "pass"}
    answers = await asyncio.gather(
        *(gm.request("POST", "/actions", passing, Idempotency_Key=key) for key in "ab")
    )
    assert [a.status_code for a in answers] == [503, 201]
    assert (await gm.get())["acting"] == "quetlz"


async def test_one_key_at_once_is_one_entry(gm: GameMaster):
    await ambush(gm)
    answers = await asyncio.gather(*(mark(gm, "m", Idempotency_Key="once") for _ in range(16)))
    assert {a.status_code for a in answers} == {200}
    assert all(a.json() == answers[0].json() for a in answers)
    assert (await gm.get())["version"] == 7


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_an_entry_is_never_put_onto_another_log(database_url: str, commits: Commits):
    """given two decisions in a row that wait, the first of which another worker forestalls

    when the other's entry has the very version that the second builds on
    then the second is decided again, for it was decided on a state that never was
    """
    settings = settings_for(database_url)
    async with serving(settings) as first, serving(settings) as second:
        gm = GameMaster(first)
        await ambush(gm)
        other = gm.through(second)
        await marks(other)

        async def forestall() -> None:
            assert (await mark(other, "other")).status_code == 200

        commits.meanwhile = forestall
        answers = await asyncio.gather(mark(gm, "one"), mark(gm, "two"))
        assert [a.status_code for a in answers] == [200, 200]
        assert sorted(a.json()["version"] for a in answers) == [8, 9]
        assert await marks(gm) == ["one", "other", "two"]
        assert (await gm.get("/verification"))["ok"]


async def test_reading_while_others_write_folds_nothing(
    gm: GameMaster, monkeypatch: pytest.MonkeyPatch
):
    """What is stored is a state that was decided here, though others wait for their commit."""
    await ambush(gm)

    async def folded(*args: Any) -> Any:
        raise AssertionError("the log was folded")

    monkeypatch.setattr(event_log, "load", folded)
    for _ in range(3):
        writes = [mark(gm, f"mark {n}") for n in range(16)]
        read = [request for write in writes for request in (write, gm.request("GET", ""))]
        answers = await asyncio.gather(*read)
        assert {answer.status_code for answer in answers} == {200}
    assert (await gm.get())["version"] == 6 + 3 * 16
