"""The tests find what they are for: a service with a planted fault is caught."""

import pytest

from tests.crash.conftest import Launch
from tests.crash.test_fail_points import outcome_of_dying
from tests.crash.test_power_cuts import faults_after_a_cut

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def test_keys_stored_apart_from_their_entries(start: Launch, database_url: str):
    outcome = await outcome_of_dying(start, database_url, "key", mutant="key-apart")
    assert not outcome.was_answered
    assert any("not both" in fault for fault in outcome.faults)
    assert any("was doubled" in fault for fault in outcome.faults)


async def test_an_answer_before_its_commit(start: Launch, database_url: str):
    outcome = await outcome_of_dying(start, database_url, "commit", mutant="answer-first")
    assert outcome.was_answered
    assert not outcome.happened
    assert any("was lost" in fault for fault in outcome.faults)


async def test_commits_that_are_not_synced(start: Launch, database_url: str):
    found = await faults_after_a_cut(start, database_url, mutant="synchronous-off")
    assert any("was lost" in fault for fault in found)
