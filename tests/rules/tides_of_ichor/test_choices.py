"""What is offered is what is accepted, and nothing else is."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from app.engine.dice import GivenDice
from app.engine.encounter import Adjust, Command, Leave, Pass
from app.engine.refusals import DieNeeded, Refused
from app.engine.ruleset import resolve, with_ids
from app.rules.tides_of_ichor import RULESET, left
from app.rules.tides_of_ichor.choices import choices
from app.rules.tides_of_ichor.state import State
from tests.rules.tides_of_ichor.fights import done, fight, opened, recruit
from tests.rules.tides_of_ichor.wizards import (
    BOLT,
    MEND,
    SHELL,
    STORM,
    miscast,
    passes,
    wizard,
    wizards,
)

FIELDS = ("type", "target", "weapon", "zone", "ability", "spell")


def command(body: Mapping[str, Any]) -> Command:
    fields = {k: v for k, v in body.items() if k != "type"}
    return RULESET.action_types[body["type"]](**fields)


def accepted(state: State, body: Mapping[str, Any]) -> bool:
    """Whether the rules take it; the first die they want says so too."""
    try:
        resolve(RULESET, state, with_ids(state, command(body)), GivenDice([]))
    except DieNeeded:
        return True
    except Refused:
        return False
    return True


def bodies(state: State) -> Iterator[dict[str, Any]]:
    """Every body there could be, with every field given that its type has."""
    actor = str(state.acting)
    zones = range(20)
    targets = list(state.combatants)
    weapons = sorted(
        {w.name for c in state.combatants.values() for w in c.sheet.weapons} | {"fist"}
    )
    abilities = [a.name for a in state.combatants[actor].sheet.abilities]
    for kind in ("pass", "end_turn"):
        yield {"type": kind, "actor": actor}
    for zone in zones:
        yield {"type": "move", "actor": actor, "zone": zone}
        yield {"type": "dash", "actor": actor, "zone": zone}
    yield from casts(state, actor)
    for weapon in weapons:
        for target in targets:
            yield {"type": "attack", "actor": actor, "target": target, "weapon": weapon}
            for zone in zones:
                yield {
                    "type": "charge", "actor": actor, "target": target, "zone": zone,
                    "weapon": weapon,
                }  # fmt: skip
        for ability in abilities:
            use = {"type": "use_ability", "actor": actor, "ability": ability, "weapon": weapon}
            yield from ({**use, "target": target} for target in targets)
            yield from ({**use, "zone": zone} for zone in zones)


def casts(state: State, actor: str) -> Iterator[dict[str, Any]]:
    """Every spell that anybody knows, at everybody and at every zone."""
    for spell in sorted({s.name for c in state.combatants.values() for s in c.spells}):
        cast = {"type": "cast", "actor": actor, "spell": spell}
        yield from ({**cast, "target": target} for target in state.combatants)
        yield from ({**cast, "zone": zone} for zone in range(20))


def key(body: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(body.get(field) for field in FIELDS)


def check_choices(state: State) -> None:
    """Every choice is accepted; of all other bodies none is."""
    assert state.acting is not None
    offered = choices(state, state.acting)
    keys = {key(choice.body) for choice in offered}
    assert len(keys) == len(offered), "no choice twice"
    for body in bodies(state):
        assert accepted(state, body) == (key(body) in keys), body
    for choice in offered:
        assert accepted(state, choice.body)
        assert choice.label
        assert choice.body["actor"] == state.acting


ARMED = {
    "weapons": [{"name": "axe"}, {"name": "bow"}],
    "abilities": [
        {"name": "Jab", "kind": "attack"},
        {"name": "Wrath", "kind": "zone_attack", "powerful": True, "weapon": {"name": "handgun"}},
        {"name": "Rage", "kind": "zone_attack", "affects": "all"},
        {"name": "Shove", "kind": "zone_attack", "affects": "allies"},
    ],
}


@pytest.mark.parametrize("charge_attack", ["melee", "any"])
@pytest.mark.parametrize("zone", [0, 2, 5])
@pytest.mark.parametrize("arms", [ARMED, {"weapons": []}, {"weapons": [{"name": "longbow"}]}])
def test_choices_are_exactly_what_is_accepted(charge_attack: str, zone: int, arms):
    """TI-TURN-1, TI-LINE-3."""
    state = fight(
        recruit("Hero", "heroes", zone=zone, **arms), recruit("Friend", "heroes", zone=2),
        recruit("Near", zone=2), recruit("Far", zone=5), recruit("Dead"), recruit("Gone"),
        charge_attack=charge_attack,
    )  # fmt: skip
    state = done(state, Adjust(combatant="dead", reason="x", state={"w": 0}))
    state = done(state, Leave(combatant="gone"))
    check_choices(state)


MAGE: Any = {
    "weapons": [], "lores": ["beasts"],
    "spells": [
        BOLT, MEND, SHELL, STORM, {**STORM, "name": "Hymn", "affects": "allies"},
        {**STORM, "name": "Fumes", "affects": "all", "range": "short"},
        {**MEND, "name": "Kiss", "affects": "allies", "range": "short"},
        {**BOLT, "name": "Doom", "powerful": True},
    ],
}  # fmt: skip


@pytest.mark.parametrize("zone", [0, 2, 5])
@pytest.mark.parametrize("row", [None, 1, 6, 11, 17, 25])
def test_spells_offered_are_exactly_those_accepted(zone: int, row: int | None):
    """TI-CAST-6, TI-KEY-5, and what rows 1, 6, 11, 17 and 25 leave of them."""
    story = wizards(
        wizard(zone=zone, **MAGE), recruit("Friend", "heroes", zone=2), recruit("Foe", zone=2),
        recruit("Far", zone=5, spells=[BOLT]), recruit("Near", zone=zone),
    )  # fmt: skip
    if row is not None:
        spell = {"spell": "Shell", "target": "wizard"}
        story = passes(miscast(story, row, **spell), "friend", "foe", "far", "near")
    check_choices(story.state)


def test_choices_out_of_turn_are_exactly_the_personal_spells():
    """TI-CAST-6: *option* `personal_spells`."""
    story = wizards(wizard(**MAGE), recruit("Foe", zone=2), personal_spells="anytime")
    story = passes(story, "wizard")
    offered = {key(choice.body) for choice in choices(story.state, "wizard")}
    assert offered == {("cast", "wizard", None, None, None, "Shell")}
    for body in casts(story.state, "wizard"):
        assert accepted(story.state, body) == (key(body) in offered), body


def test_a_powerful_ability_used_is_offered_no_more():
    """TI-KEY-5."""
    state = fight(recruit("Hero", "heroes", **ARMED), recruit("Foe"))
    used = done(state, Adjust(combatant="hero", reason="x", state={"used": ["Wrath"]}))
    offered = {c.body.get("ability") for c in choices(used, "hero")}
    assert offered == {None, "Jab", "Rage"}


def test_only_the_acting_one_has_choices():
    """TI-TURN-1."""
    state = fight(recruit("A", "x"), recruit("B", "y"))
    assert choices(state, "a")
    assert choices(state, "b") == ()
    assert choices(state, "nobody") == ()
    assert choices(opened({}, recruit("A")), "a") == ()
    assert left(state) == {"action": 1}
    assert choices(done(state, Pass(actor="a")), "a") == ()


def test_labels_in_plain_words():
    state = fight(recruit("Hero", "heroes", **ARMED), recruit("Foe", zone=1))
    labels = [c.label for c in choices(state, "hero")]
    assert labels == [
        "Attack Foe with bow",
        "Charge Foe in zone 1 with axe",
        "Jab: Foe with bow",
        "Wrath: zone 1 with handgun",
        "Rage: zone 1 with bow",
        "Move to zone 1",
        "Dash to zone 2",
        "Do nothing",
        "End the turn",
    ]
