"""Which rules there are, and everything about them."""

from typing import Any

from fastapi import APIRouter

from app.deps import StrictRoute
from app.errors import NotFound
from app.routers.problems import problems
from app.rules.registry import rulesets
from app.schemas import RulesetOut, RulesetsOut
from app.services import reference

router = APIRouter(prefix="/v1/rulesets", tags=["rulesets"], route_class=StrictRoute)


@router.get("", response_model=RulesetsOut)
async def list_rulesets() -> dict[str, Any]:
    """Every ruleset an encounter can be opened under."""
    return {"items": [reference.summary(ruleset) for ruleset in rulesets().values()]}


@router.get("/{ruleset_id}", response_model=RulesetOut, responses=problems(404))
async def read_ruleset(ruleset_id: str) -> dict[str, Any]:
    """One ruleset: options, sheet and actions as JSON Schema, tables, conditions, examples."""
    if ruleset_id not in rulesets():
        raise NotFound(f"There is no ruleset {ruleset_id!r}.", rulesets=sorted(rulesets()))
    return reference.whole(ruleset_id)


@router.get("/{ruleset_id}/tables/{name}", responses=problems(404))
async def read_table(ruleset_id: str, name: str) -> dict[str, Any]:
    """One of a ruleset's tables: each row's words and mechanics."""
    if ruleset_id not in rulesets():
        raise NotFound(f"There is no ruleset {ruleset_id!r}.", rulesets=sorted(rulesets()))
    tables = rulesets()[ruleset_id].tables
    if name not in tables:
        raise NotFound(f"This ruleset has no table {name!r}.", tables=sorted(tables))
    return tables[name].describe()
