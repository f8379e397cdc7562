"""Which rules there are, and everything about them."""

from typing import Any

from fastapi import APIRouter

from app.deps import StrictRoute
from app.engine.ruleset import Ruleset
from app.errors import NotFound, UnknownParameter
from app.routers.problems import ASKED, problems
from app.rules.registry import rulesets
from app.schemas import RulesetOut, RulesetsOut, TableOut
from app.services import reference

router = APIRouter(prefix="/v1/rulesets", tags=["rulesets"], route_class=StrictRoute)


@router.get("", response_model=RulesetsOut, responses=problems(UnknownParameter))
async def list_rulesets() -> dict[str, Any]:
    """List the rulesets an encounter can be opened under.

    Each with its id, which opening takes, its version, and where its rules come from.
    """
    return {"items": [reference.summary(ruleset) for ruleset in rulesets().values()]}


@router.get("/{ruleset_id}", response_model=RulesetOut, responses=problems(*ASKED, NotFound))
async def read_ruleset(ruleset_id: str) -> dict[str, Any]:
    """Read all about one ruleset.

    Its options, sheet and actions as JSON Schema with titles, ranges and defaults; the names of its
    tables; its conditions; ready examples, which work as they stand; and the rules themselves.
    """
    return reference.whole(_found(ruleset_id).id)


@router.get(
    "/{ruleset_id}/tables/{name}", response_model=TableOut, responses=problems(*ASKED, NotFound)
)
async def read_table(ruleset_id: str, name: str) -> dict[str, Any]:
    """Read one of a ruleset's tables.

    Each row with the numbers it stands for, its words, and what it does.
    """
    tables = _found(ruleset_id).tables
    if name not in tables:
        raise NotFound(f"This ruleset has no table {name!r}.", tables=sorted(tables))
    return tables[name].describe()


def _found(ruleset_id: str) -> Ruleset[Any]:
    if ruleset_id not in rulesets():
        raise NotFound(f"There is no ruleset {ruleset_id!r}.", rulesets=sorted(rulesets()))
    return rulesets()[ruleset_id]
