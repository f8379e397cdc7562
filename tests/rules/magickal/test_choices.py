"""What is offered is what is accepted, and nothing else is."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, get_args

import pytest

from app.engine.dice import GivenDice
from app.engine.encounter import Adjust, Command, Leave, Pass
from app.engine.refusals import DieNeeded, Refused
from app.engine.ruleset import resolve, with_ids
from app.rules.magickal import RULESET, left
from app.rules.magickal.choices import choices, settle
from app.rules.magickal.commands import Attack, Cast, ChangeEquipment, Rest
from app.rules.magickal.fields import ArmourName, ShieldName
from app.rules.magickal.state import State
from app.services.codec import Codec
from tests.rules.magickal.fights import done, fight, opened, recruit

CODEC = Codec(RULESET)
FIELDS = ("type", "target", "targets", "weapon", "spell", "shield", "armour")


def accepted(state: State, body: Mapping[str, Any]) -> bool:
    """Whether the rules take it; the first die they want says so too."""
    try:
        resolve(RULESET, state, with_ids(state, CODEC.action(body)), GivenDice([]))
    except DieNeeded:
        return True
    except Refused:
        return False
    return True


def bodies(state: State) -> Iterator[dict[str, Any]]:
    """Every body there could be, with every field given that its type has."""
    actor = str(state.acting)
    every_foe = [c.id for c in state.combatants.values() if c.able and c.side != "heroes"]
    weapons = ["fists", *{w.name for c in state.combatants.values() for w in c.sheet.weapons}]
    for kind in ("rest", "eat", "withdraw", "pass", "end_turn"):
        yield {"type": kind}
    for target, weapon in product(state.combatants, weapons):
        yield {"type": "attack", "target": target, "weapon": weapon}
    for spell in [*(s.name for s in state.combatants[actor].sheet.spells), "doom"]:
        yield from ({"type": "cast", "spell": spell, "target": t} for t in state.combatants)
        yield {"type": "cast", "spell": spell, "targets": every_foe}
    for weapon, shield, armour in product(weapons, get_args(ShieldName), get_args(ArmourName)):
        gear = {"weapon": weapon, "shield": shield, "armour": armour}
        yield {"type": "change_equipment", **gear}


def key(body: Mapping[str, Any]) -> tuple[Any, ...]:
    found = (body.get(field) for field in FIELDS)
    return tuple(tuple(value) if isinstance(value, list) else value for value in found)


def check_choices(state: State) -> None:
    """Every choice is accepted; of all other bodies none is."""
    assert state.acting is not None
    offered = choices(state, state.acting)
    keys = {key(choice.body) for choice in offered}
    assert len(keys) == len(offered), "no choice twice"
    for body in bodies(state):
        assert accepted(state, {"actor": state.acting, **body}) == (key(body) in keys), body
    for choice in offered:
        assert accepted(state, choice.body)
        assert choice.label
        assert choice.body["actor"] == state.acting


ARMED = {
    "weapons": [{"name": "sword"}, {"name": "maul"}, {"name": "arrow"}],
    "shield": "small shield", "armour": "chain mail",
}  # fmt: skip


@pytest.mark.parametrize("shield_with_heavy_weapon", [False, True])
@pytest.mark.parametrize("arms", [ARMED, {}, {"weapons": [], "spells": []}])
def test_choices_are_exactly_what_is_accepted(arms: Any, shield_with_heavy_weapon: bool):
    """MG-TURN-2."""
    state = fight(
        recruit("Hero", "heroes", **arms), recruit("Friend", "heroes"), recruit("Foe", count=2),
        recruit("Asleep"), recruit("Fallen"), recruit("Gone"),
        shield_with_heavy_weapon=shield_with_heavy_weapon,
    )  # fmt: skip
    state = done(state, Adjust(combatant="fallen", reason="x", state={"hp": 0}))
    state = done(state, Adjust(combatant="asleep", reason="x", add_conditions=("swooned",)))
    state = done(state, Leave(combatant="gone"))
    check_choices(state)


def test_without_foes_there_is_nobody_to_attack():
    """MG-TURN-2."""
    state = done(fight(recruit("Hero", "heroes"), recruit("Foe")), Leave(combatant="foe"))
    check_choices(state)
    assert not [c for c in choices(state, "hero") if c.body["type"] in ("attack", "cast")]


def test_only_the_acting_one_has_choices():
    """MG-TURN-2."""
    state = fight(recruit("A", "x"), recruit("B", "y"))
    assert choices(state, "a")
    assert choices(state, "b") == choices(state, "nobody") == ()
    assert choices(opened({}, recruit("A")), "a") == ()
    assert choices(done(state, Pass(actor="a")), "a") == ()
    assert left(state) == {"action": 1}


def test_labels_in_plain_words():
    state = fight(recruit("Hero", "heroes", shield="buckler"), recruit("Foe"), recruit("Ogre"))
    assert [c.label for c in choices(state, "hero")] == [
        "Attack Foe with sword",
        "Attack Ogre with sword",
        "Cast spark on Foe",
        "Cast spark on Ogre",
        "Cast hail on Foe, Ogre",
        "Cast daze on Foe",
        "Cast daze on Ogre",
        "Rest",
        "Eat",
        "Change equipment: sword",
        "Change equipment: fists, buckler",
        "Change equipment: fists",
        "Withdraw",
        "Do nothing",
        "End the turn",
    ]


@pytest.mark.parametrize(
    ("said", "settled"),
    [
        (Attack(actor="hero", target="foe"), {"weapon": "sword"}),
        (Attack(actor="hero", target="foe", weapon="SWORD"), {"weapon": "sword"}),
        (Cast(actor="hero", spell="SPARK", target="foe"), {"spell": "spark", "targets": ()}),
        (Cast(actor="hero", spell="Hail"), {"spell": "hail", "targets": ("foe", "ogre")}),
        (Cast(actor="hero", spell="hail", targets=("ogre",)), {"targets": ("ogre",)}),
        (ChangeEquipment(actor="hero", weapon="Fists"),
         {"weapon": "fists", "shield": "buckler", "armour": "none"}),
    ],
)  # fmt: skip
def test_one_intent_however_it_is_spelled(said: Command, settled: Any):
    """MG-TURN-2: so the same dice come back after an undo."""
    state = fight(recruit("Hero", "heroes", shield="buckler"), recruit("Foe"), recruit("Ogre"))
    found = settle(state, said)
    assert {field: getattr(found, field) for field in settled} == settled
    assert settle(state, found) == found


@pytest.mark.parametrize(
    "said",
    [
        Attack(actor="hero", target="foe", weapon="spoon"),
        Cast(actor="hero", spell="doom", target="foe"),
        Rest(actor="hero"),
        Rest(),
        Rest(actor="nobody"),
    ],
)
def test_what_cannot_be_settled_stays_as_it_was_sent(said: Command):
    assert settle(fight(recruit("Hero", "heroes"), recruit("Foe")), said) == said
