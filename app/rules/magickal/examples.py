"""Ready sheets and actions that work as they stand."""

from typing import Any

from app.engine.ruleset import Example

ANNA: dict[str, Any] = {
    "str": 6, "crd": 5, "pow": 3, "pur": 3, "evasion": 4, "focus": 3,
    "skills": [{"name": "sword", "value": 5}, {"name": "bow", "value": 3, "attribute": "crd"}],
    "weapons": [
        {"name": "sword"},
        {"name": "bow", "category": "piercing", "weight": "medium"},
    ],
    "armour": "chain mail",
}  # fmt: skip
BORG: dict[str, Any] = {
    "str": 5, "crd": 5, "pow": 2, "pur": 3, "evasion": 4, "focus": 2, "willpower": 2,
    "skills": [{"name": "spear", "value": 4}],
    "weapons": [{"name": "spear"}], "shield": "small shield", "armour": "leather armour",
}  # fmt: skip
CIRA: dict[str, Any] = {
    "str": 3, "crd": 5, "pow": 6, "pur": 4, "evasion": 3, "sorcery": 6, "willpower": 5, "focus": 3,
    "skills": [{"name": "staves", "value": 2}],
    "weapons": [{"name": "staves"}],
    "spells": [{"name": "spark"}, {"name": "hail"}, {"name": "daze"}, {"name": "dread"}],
}  # fmt: skip
RAIDER: dict[str, Any] = {
    "str": 4, "crd": 4, "pow": 2, "pur": 2, "evasion": 2, "focus": 1,
    "skills": [{"name": "hand ax", "value": 3}],
    "weapons": [{"name": "hand ax"}], "shield": "buckler", "withdraw_at": "25%",
}  # fmt: skip

SHEETS = (
    Example("Anna", "A swordswoman in chain mail, with a bow on her back.", ANNA),
    Example("Borg", "A spearman behind a small shield.", BORG),
    Example("Cira", "A sorceress with four spells from the table.", CIRA),
    Example("Raider", "An NPC that withdraws at a quarter of its HP.", RAIDER),
)
ACTIONS = (
    Example(
        "Attack",
        "Anna strikes Borg with the sword in her hand.",
        {"actor": "anna", "type": "attack", "target": "borg", "weapon": "sword"},
    ),
    Example(
        "Cast",
        "Cira dazes Borg, who defends with sorcery or willpower, whichever is better.",
        {"actor": "cira", "type": "cast", "spell": "daze", "target": "borg"},
    ),
    Example(
        "Cast on an area",
        "Cira lets hail fall on two raiders.",
        {"actor": "cira", "type": "cast", "spell": "hail", "targets": ["raider-1", "raider-2"]},
    ),
    Example(
        "Change equipment",
        "Anna takes the bow in hand.",
        {"actor": "anna", "type": "change_equipment", "weapon": "bow"},
    ),
    Example("Rest", "Half of what ends all fatigue penalties.", {"actor": "anna", "type": "rest"}),
    Example("Withdraw", "Leave the fight.", {"actor": "anna", "type": "withdraw"}),
)
