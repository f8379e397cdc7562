"""Words of text commands: what players write, and the action they mean."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word and the action (or question) it stands for: `!clophyatk jane +2` is an attack.

    `says`: fields of the action that the word itself says. `first`: the field that comes right
    after the word. `links`: the fields that `with`, `at` and `to` lead to. Where first and links
    say nothing, they follow from the fields of the action (`app.engine.text`).
    """

    name: str
    command: type
    summary: str = ""
    says: Mapping[str, Any] = field(default_factory=dict)
    first: str | None = None
    links: Mapping[str, str] = field(default_factory=dict)
