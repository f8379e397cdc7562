"""Names that stand for their rows: `{"name": "long sword"}` is all of a long sword."""

from collections.abc import Mapping
from typing import Any

from app.rules.quint.refusals import NotInTable


def with_row(sent: Any, table: Mapping[str, Mapping[str, Any]], *needed: str) -> Any:
    """Something as sent, with what its row says of it unless it says otherwise itself.

    Raises NotInTable for a name without a row that doesn't give what is `needed`.
    """
    if not isinstance(sent, Mapping) or not isinstance(sent.get("name"), str):
        return sent  # validation says what is wrong with it
    row = table.get(sent["name"].casefold())
    if row is None and not sent.keys() >= set(needed):
        raise NotInTable(
            f"{sent['name']!r} is in no table: give its {' and '.join(needed)} too.",
            name=sent["name"],
            known=list(table),
            needed=list(needed),
        )
    return {**(row or {}), **sent}
