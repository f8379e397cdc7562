"""Golden logs: what was played once still decides to the same events, or at least folds."""

import json
from pathlib import Path

import pytest

from app.engine.dice import RecordedDice
from app.engine.ruleset import Past, fold, redecide, resolve
from app.rules.registry import rulesets
from app.services.codec import Codec, load_dice

LOGS = sorted((Path(__file__).parent / "replays").glob("*.json"))


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.stem)
def test_a_golden_log_replays(path: Path):
    golden = json.loads(path.read_text())
    ruleset = rulesets()[golden["ruleset"]]
    codec = Codec(ruleset)
    options = codec.options.validate_python(
        golden["entries"][0]["command"]["options"], strict=False
    )
    states = {0: ruleset.open(options)}
    for version, entry in enumerate(golden["entries"], start=1):
        state = states[entry["parent"]]
        events = [codec.load_event(event) for event in entry["events"]]
        states[version] = fold(ruleset, state, events)
        if entry["kind"] == "undo" or golden["ruleset_version"] != ruleset.version:
            continue
        dice = RecordedDice(load_dice(entry["dice"]))
        command = codec.load_command(entry["command"])
        if "replaces" in entry:
            old = golden["entries"][entry["replaces"] - 1]
            rolled = load_dice(old["dice"])
            past = Past(entry["replaces"], codec.load_command(old["command"]), rolled)
            again, after = redecide(ruleset, states[version - 1], state, command, past, dice)
        else:
            again, after = resolve(ruleset, state, command, dice)
        dice.check_spent()
        assert [codec.dump_event(event) for event in again] == entry["events"], version
        assert after == states[version]
    assert len(states) > 20


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.stem)
def test_every_outcome_of_a_golden_log_has_a_phrase(path: Path):
    golden = json.loads(path.read_text())
    ruleset = rulesets()[golden["ruleset"]]
    codec = Codec(ruleset)
    events = [codec.load_event(event) for entry in golden["entries"] for event in entry["events"]]
    names = {outcome.name for event in events for outcome in ruleset.outcomes(event)}
    assert names <= set(ruleset.outcome_names)
    assert names


def test_there_is_a_golden_log_of_every_shipped_ruleset():
    played = {json.loads(path.read_text())["ruleset"] for path in LOGS}
    assert played >= set(rulesets()) - {"toy"}
