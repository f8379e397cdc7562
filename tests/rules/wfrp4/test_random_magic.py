"""Whatever wizards and priests do and roll: nothing breaks, and the log replays."""

import copy
import os
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import given as given_any
from hypothesis import strategies as st

from app.engine.encounter import Command, Event, Recruit, Start
from app.engine.refusals import Refused
from app.engine.ruleset import follows_by_itself, resolve, settled, with_ids
from app.rules.wfrp4 import RULESET
from app.rules.wfrp4 import magic_events as m
from app.rules.wfrp4.state import State
from tests.rules.wfrp4.fights import CODEC, armed, opened
from tests.rules.wfrp4.test_choices import check_choices
from tests.rules.wfrp4.test_random_fights import (
    OftenDoubles,
    check,
    check_fighters,
    check_numbers,
    check_rolled,
    check_tally,
    check_ticks,
    offers,
    some_command,
)
from tests.rules.wfrp4.wizards import PRAYERS, SPELLS

FIGHTS = int(os.environ.get("FIGHTS", "40"))
MAGIC = ("cast", "channel", "pray", "repent")

lores = st.sampled_from([None, "fire", "metal", "witchcraft"])
own_spells = st.sampled_from(
    [
        {"name": "curse", "cn": 1, "affects": "anyone", "inflicts": "poisoned", "levels": 2,
         "resist": "endurance"},
        {"name": "mend", "cn": 0, "affects": "allies", "heals": 3, "targets": 2, "effect": "glows"},
        {"name": "storm", "cn": 2, "affects": "anyone", "area": 3, "damage": 2, "duration": 2},
    ]
)  # fmt: skip
prayers = st.lists(st.sampled_from(PRAYERS), unique=True)
talents = st.lists(
    st.sampled_from(["War Wizard", "Instinctive Diction", "Aethyric Attunement"]), unique=True
)


@st.composite
def sheets(draw: st.DrawFn) -> dict[str, Any]:
    """Somebody with spells, prayers, or both."""
    lore = draw(lores)
    spells = [
        {"name": name, "lore": lore, "memorised": draw(st.booleans())}
        for name in draw(st.lists(st.sampled_from(SPELLS), unique=True, max_size=5))
    ]
    points = st.sampled_from([5, 30, 60, 120])
    sheet = armed("quarterstaff")
    magic = ("Language (Magick)", "Channelling", "Pray")
    return {
        **sheet,
        "skills": [*sheet["skills"], *({"name": name, "advances": 20} for name in magic)],
        **{c: draw(points) for c in ("t", "ag", "int", "wp", "fel")},
        "wounds": draw(st.sampled_from([1, 5, 20])),
        "spells": [*spells, draw(own_spells)],
        "prayers": [{"name": name} for name in draw(prayers)],
        "talents": [{"name": name} for name in draw(talents)],
        "armour": draw(st.sampled_from([[], [{"name": "mail coat"}]])),
        "sin": draw(st.sampled_from([0, 1, 6])),
        "fate": draw(st.sampled_from([0, 1])),
        "dispels": draw(st.sampled_from(["hostile", "any", "never"])),
        "position": draw(st.sampled_from([None, 0, 2, 30])),
    }  # fmt: skip


recruits = st.builds(
    Recruit,
    name=st.sampled_from(["Mage", "Nun", "戦士"]),
    side=st.sampled_from(["heroes", "foes"]),
    sheet=sheets(),
)
options = st.fixed_dictionaries(
    {},
    optional={
        "dispelling": st.sampled_from(["best", "ask", "named"]),
        "channelled_cast": st.sampled_from(["free", "reduced"]),
        "channelling_fumbles": st.sampled_from(["tens", "doubles"]),
        "channelling_interrupted": st.booleans(),
        "malignant_influence": st.booleans(),
        "overcasting": st.sampled_from(["even", "table"]),
        "critical_prayers": st.booleans(),
        "one_prayer_of_a_kind": st.booleans(),
        "conditions_tick": st.sampled_from(["round", "turn"]),
        "turns_end": st.sampled_from(["when_said", "when_spent"]),
        "critical_at": st.sampled_from(["below_zero", "zero"]),
    },
)
tellings = st.fixed_dictionaries(
    {},
    optional={
        "distance": st.sampled_from([1, 20, 70]),
        "extends": st.sampled_from(["area", "duration", "damage"]),
        "modifiers": st.just([{"name": "storm of magic", "value": 30}]),
    },
)


def next_command(data: st.DataObject, state: State) -> Command:
    """Magic, wherever there is some; else what anybody does."""
    if follows_by_itself(RULESET, state) is None and data.draw(st.integers(0, 3)):
        spells = [body for body in offers(state) if body["type"] in MAGIC]
        if spells:
            body = dict(data.draw(st.sampled_from(spells)))
            if body["type"] in ("cast", "pray"):
                body |= data.draw(tellings)
                whom = st.lists(st.sampled_from(list(state.combatants)), max_size=2)
                body |= {"also": data.draw(whom)} if data.draw(st.booleans()) else {}
                body |= {"caught": data.draw(whom)} if data.draw(st.booleans()) else {}
            if body["type"] == "cast":
                use = st.sampled_from([None, "wound", "power", "force"])
                body |= {"ingredient": data.draw(st.booleans()), "critical": data.draw(use)}
            return CODEC.action({k: v for k, v in body.items() if v is not None})
    return some_command(data, state)


def check_magic(before: State, events: list[Event], after: State) -> None:
    """WF-CAST-1, WF-CAST-2, WF-PRAY-1: what is said of it is true."""
    for event in events:
        match event:
            case m.CastingTested():
                check_rolled(event.test)
                check_tally(event.cn)
                enough = event.test.passed and event.test.sl.total >= event.cn.total
                assert event.cast == (enough or event.critical_use == "power")
                assert (event.critical_use is not None) == event.test.critical
                assert after.combatants[event.caster].magic.channelled is None or event.free
            case m.ChannellingTested():
                check_rolled(event.test)
                assert event.full == (event.sl >= event.goal)
            case m.DispelTested():
                check_rolled(event.test)
                assert before.combatants[event.combatant].magic.dispelled_in < before.round
            case m.PrayerTested():
                check_rolled(event.test)
                assert event.granted == event.test.passed
            case m.TookEffect():
                parts = event.range + event.further + event.area + event.duration + event.damage
                assert event.steps == parts
            case _:
                pass
    for fighter in after.combatants.values():
        channelled = fighter.magic.channelled
        if channelled is not None:
            assert channelled.sl > 0


@settings(max_examples=FIGHTS, deadline=None, suppress_health_check=list(HealthCheck))
@given_any(data=st.data())
def test_any_fight_with_magic(data: st.DataObject):
    """WF-CAST-1, WF-CAST-2, WF-MIS-1, WF-PRAY-1."""
    state = opened(data.draw(options), *data.draw(st.lists(recruits, min_size=2, max_size=3)))
    wanted: Command = Start()
    for _ in range(18):
        dice = OftenDoubles(data)
        untouched = copy.deepcopy(state)
        command = settled(RULESET, state, with_ids(state, wanted))
        try:
            events, after = resolve(RULESET, state, command, dice)
        except Refused:  # a telling that doesn't fit: nothing has happened
            assert state == untouched
        else:
            assert state == untouched, "a state is never changed in place"
            check(state, command, dice, after, list(events))
            check_numbers(list(events))
            check_ticks(state, command, list(events))
            check_magic(state, list(events), after)
            check_fighters(after)
            state = after
        wanted = next_command(data, state)


@settings(max_examples=FIGHTS // 4, deadline=None, suppress_health_check=list(HealthCheck))
@given_any(data=st.data())
def test_choices_in_any_fight_with_magic(data: st.DataObject):
    """WF-TURN-1: what isn't offered is refused, what is offered is accepted."""
    state = opened(data.draw(options), *data.draw(st.lists(recruits, min_size=2, max_size=3)))
    wanted: Command = Start()
    for _ in range(6):
        try:
            _, after = resolve(RULESET, state, settled(RULESET, state, wanted), OftenDoubles(data))
        except Refused:
            pass
        else:
            state = after
        if state.status == "running" and RULESET.automatic(state) is None:
            check_choices(state)
        wanted = next_command(data, state)
