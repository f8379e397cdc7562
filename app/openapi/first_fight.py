"""A first fight, body by body: what the documentation page offers to try, from top to bottom.

It is the worked example of Tides of Ichor, with its dice. Whoever sends the first body of each
operation gets through, and so does whoever sends them all.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.engine.ruleset import Ruleset

RULESET = "tides-of-ichor"
Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Try:
    """What to send to an operation: its parameters, and bodies by what they are about."""

    parameters: Mapping[str, Any] = field(default_factory=dict)
    bodies: Mapping[str, Body] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page: its operations, by id, in the order in which they are tried."""

    title: str
    about: str
    operations: tuple[str, ...]


PAGE = (
    Section(
        "rulesets",
        "Which games there are. Start here, or open an encounter at once.",
        ("list_rulesets", "read_ruleset", "read_table"),
    ),
    Section(
        "encounters",
        "Open one: the answer holds its id and the game master's token.",
        ("open_encounter", "find_encounters", "read_encounter"),
    ),
    Section(
        "combatants",
        "Let them join, look at them, change them.",
        ("join", "list_combatants", "read_combatant", "adjust_combatant"),
    ),
    Section(
        "tokens",
        "Let others in: players, who act for their combatants, and spectators. A token is revoked "
        "by its id, which is in the answer that made it.",
        ("make_token", "list_tokens", "revoke_token"),
    ),
    Section(
        "fight",
        "Start it, and act turn by turn.",
        ("start_encounter", "list_choices", "weigh", "act", "run_commands"),
    ),
    Section(
        "log",
        "What happened, whether it is right, and how to take it back.",
        ("list_entries", "read_entry", "list_proofs", "verify", "undo"),
    ),
    Section(
        "rolls",
        "Dice outside any encounter, by text commands, with a receipt. Its `id` is in the answer "
        "that rolled.",
        ("roll", "read_receipt", "read_roll_epoch"),
    ),
    Section(
        "ending",
        "Leaving the fight, and leaving it for good.",
        ("remove_combatant", "end_encounter", "delete_encounter"),
    ),
    Section("health", "For whoever runs the service.", ("healthz", "readyz")),
)

CHARGE = {
    "actor": "sotek", "type": "charge", "target": "orc-1", "zone": 2, "weapon": "Great blade",
}  # fmt: skip


INITIATIVE = [93, 40, 16, 46]  # Sotek, Quetlz, the orcs together, the goblin


def tries(rulesets: Sequence[Ruleset[Any]]) -> dict[str, Try]:
    """What to send to each operation, by its id."""
    sheets = {
        example.name: dict(example.body)
        for ruleset in rulesets
        if ruleset.id == RULESET
        for example in ruleset.sheet_examples
    }
    orc = {"name": "Orc", "side": "greenskins", "group": "orcs", "sheet": sheets["Orc"]}
    everybody = [
        {"name": "Sotek", "side": "heroes", "sheet": sheets["Sotek"]},
        {"name": "Quetlz", "side": "heroes", "sheet": sheets["Quetlz"]},
        {**orc, "count": 2},
        {"name": "Goblin", "side": "greenskins", "sheet": sheets["Goblin"]},
    ]
    return {
        "read_ruleset": Try({"ruleset_id": RULESET}),
        "read_table": Try({"ruleset_id": RULESET, "name": "weapons"}),
        "open_encounter": Try(bodies={"A jungle ambush": AMBUSH, **_ready(rulesets)}),
        "find_encounters": Try({"external_id": AMBUSH["external_id"]}),
        "join": Try(
            bodies={"Everybody in the ambush": {"items": everybody}, "One more orc": orc},
        ),
        "read_combatant": Try({"cid": "sotek"}),
        "adjust_combatant": Try(
            {"cid": "sotek"},
            {
                "A condition": {
                    "reason": "The war drums beat.",
                    "conditions": {"add": [{"name": "Emboldened", "turns": 3, "wp": 10}]},
                },
                "Wounds": {"reason": "A thorn in the foot.", "state": {"w": 14}},
            },
        ),
        "make_token": Try(
            bodies={
                "A player for Sotek": {"role": "player", "label": "Ann", "combatants": ["sotek"]},
                "A spectator": {"role": "spectator"},
            }
        ),
        "start_encounter": Try(bodies={"Initiative as the text has it": {"dice": INITIATIVE}}),
        "weigh": Try(bodies={"Sotek's charge": CHARGE}),
        "act": Try(
            bodies={
                "Sotek charges an orc": {**CHARGE, "dice": [76, 47, 6, 7]},
                "Quetlz shoots at another": {
                    "actor": "quetlz", "type": "attack", "target": "orc-2", "weapon": "bow",
                    "dice": [8],
                },
                "The goblin comes nearer": {"actor": "goblin", "type": "move", "zone": 1},
                "The orc does nothing": {"actor": "orc-2", "type": "pass"},
            }
        ),
        "run_commands": Try(
            bodies={
                "How things stand, and a roll": {
                    "text": "The drums fall silent. (OOC: whose turn is it? !status)\n"
                    "> !pass\nOne die for the weather: !roll 2d10+4"
                },
                "What a command would do": {"text": "!pass", "dry_run": True},
                "A turn in a post": {"text": "They wait, and listen. ((OOC: !pass))"},
            }
        ),
        "roll": Try(
            bodies={
                "Plain dice": {"text": "!roll 2d10+4"},
                "A roll of Desdaemona's": {"text": "!combatdice 1d25 1d32 @75% +2 +2"},
            }
        ),
        "read_roll_epoch": Try({"day": "today"}),
        "read_entry": Try({"version": 1}),
        "undo": Try(bodies={"The last action": {"count": 1}}),
        "remove_combatant": Try({"cid": "goblin", "reason": "It ran."}),
        "end_encounter": Try(bodies={"Nothing to say": {}}),
    }  # fmt: skip


AMBUSH: Body = {
    "ruleset": RULESET,
    "name": "Jungle ambush",
    "options": {"base_number": 50, "zones": 6},
    "external_id": "thread-8841",
}


def _ready(rulesets: Iterable[Ruleset[Any]]) -> dict[str, Body]:
    """An encounter of each ruleset, with its example sheets in it."""
    sides = ("heroes", "foes")
    return {
        f"{ruleset.title}, with everybody in it": {
            "ruleset": ruleset.id,
            "name": f"A try of {ruleset.title}",
            "combatants": [
                {"name": example.name, "side": sides[i % 2], "sheet": dict(example.body)}
                for i, example in enumerate(ruleset.sheet_examples)
            ],
        }
        for ruleset in rulesets
    }
