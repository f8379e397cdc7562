"""Random legal fights: whatever is offered is accepted, and everything replays."""

import copy
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.engine.dice import DrawnDice, RecordedDice
from app.engine.fair_dice import FairStream
from app.engine.refusals import Refused
from app.engine.ruleset import fold, resolve, with_ids
from app.rules.tides_of_ichor import RULESET
from app.rules.tides_of_ichor.examples import SHEETS
from app.services.codec import Codec
from tests.rules.tides_of_ichor.fights import field, recruit

CODEC = Codec(RULESET)
BODIES = st.fixed_dictionaries(
    {"type": st.sampled_from(["move", "dash", "attack", "charge", "use_ability"])},
    optional={
        "target": st.sampled_from(["a", "b", "c", "d"]),
        "zone": st.integers(0, 6),
        "weapon": st.sampled_from(["sword", "axe", "bow", "dagger", "Great blade", "fist"]),
        "ability": st.sampled_from(["Mighty blow", "Whirlwind"]),
    },
)
FIELDS = ("type", "target", "zone", "weapon", "ability")


def begun(sheets: list[int], data: Any, dice: DrawnDice) -> Any:
    recruits = [
        recruit(name, side, **SHEETS[i].body)
        for name, side, i in zip("ABCD", "xyxy", sheets, strict=True)
    ]
    state = field(*recruits).state
    started = CODEC._commands["start"].validate_json("{}")
    _, state = resolve(RULESET, state, started, dice)
    return state


def matches(body: dict[str, Any], offers: list[dict[str, Any]]) -> bool:
    """Whether a body is an offered one, but for what may be left out of it."""
    may_be_left_out = {"weapon"} | ({"zone"} if body["type"] == "charge" else set())
    fitting = [
        offer
        for offer in offers
        if all(
            body.get(f) == offer.get(f) or (f in may_be_left_out and f not in body) for f in FIELDS
        )
    ]
    return len(fitting) == 1


@given(
    sheets=st.lists(st.integers(0, len(SHEETS) - 1), min_size=4, max_size=4),
    key=st.binary(min_size=32, max_size=32),
    data=st.data(),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_is_offered_is_accepted_and_replays(sheets, key, data):
    stream = FairStream(key, "00")
    dice = DrawnDice({"public": stream, "gm": stream}, {"public": 0, "gm": 0})
    state = begun(sheets, data, dice)
    for _ in range(25):
        if state.status != "running":
            break
        offers = RULESET.choices(state, state.acting)
        stranger = {"actor": state.acting, **data.draw(BODIES)}
        accepted = accepts(state, stranger)
        assert accepted == matches(stranger, [dict(o.body) for o in offers]), stranger
        for offer in offers:
            assert accepts(state, dict(offer.body)), offer
        chosen = dict(data.draw(st.sampled_from(offers)).body)
        state = step(state, chosen, dice)


def accepts(state: Any, body: dict[str, Any]) -> bool:
    stream = FairStream(b"k" * 32, "00")
    dice = DrawnDice({"public": stream, "gm": stream}, {"public": 0, "gm": 0})
    try:
        resolve(RULESET, state, with_ids(state, CODEC.action(body)), dice)
    except Refused:
        return False
    except ValueError:  # a field that the action doesn't have
        return False
    return True


def step(state: Any, body: dict[str, Any], dice: DrawnDice) -> Any:
    before = copy.deepcopy(state)
    command = CODEC.action(body)
    at = len(dice.fallen)
    events, after = resolve(RULESET, state, command, dice)
    assert state == before, "the state before is never changed"
    recorded = RecordedDice(dice.fallen[at:])
    assert resolve(RULESET, state, command, recorded) == (events, after)
    recorded.check_spent()
    stored = [CODEC.dump_event(event) for event in events]
    assert fold(RULESET, state, [CODEC.load_event(event) for event in stored]) == after
    assert CODEC.load_command(CODEC.dump_command(command)) == command
    assert CODEC.load_state(CODEC.dump_state(after)) == after
    for fighter in after.combatants.values():
        assert 0 <= fighter.wounds <= fighter.sheet.w
        assert (fighter.wounds == 0) == (fighter.status == "dead")
    return after
