"""One fight from opening to verification, played over the API and told as it goes."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from app.demo.choosing import answered, chosen
from app.demo.in_process import Service, service
from app.demo.telling import Teller
from app.engine.ruleset import Example, Ruleset
from app.rules.registry import rulesets
from app.services import clock

MOST_ROUNDS = 30
SIDES = ("reds", "blues")
MOMENT = "2000-01-01T00:00:00.000Z"


def playable() -> dict[str, Ruleset[Any]]:
    """The rulesets that bring fighters along, by id."""
    return {id: ruleset for id, ruleset in rulesets().items() if ruleset.sheet_examples}


async def tell(teller: Teller, ruleset: Ruleset[Any], seed: str | None) -> bool:
    """Plays on a service of its own. Whether the log is verified.

    `seed`: None for fair dice. Under a seed the clock stands still, since times are hashed, too.
    """
    async with service() as tiltyard:
        if seed is None:
            return await play(tiltyard, teller, ruleset, None)
        with clock.standing_still(MOMENT):
            return await play(tiltyard, teller, ruleset, seed)


async def play(service: Service, teller: Teller, ruleset: Ruleset[Any], seed: str | None) -> bool:
    """Plays until one side is left, or for 30 rounds. Whether the log is verified."""
    opened = await service.post(
        "/v1/encounters",
        {
            "ruleset": ruleset.id,
            "name": f"A fight under {ruleset.title}",
            "seed": seed,
            "combatants": [
                {"name": name, "side": side, "sheet": dict(example.body)}
                for name, side, example in cast(ruleset.sheet_examples)
            ],
        },
    )
    service.token = opened["token"]
    about = [example.summary for _, _, example in cast(ruleset.sheet_examples)]
    teller.opening(opened, about, seed)
    return await _Fight(service, teller, f"/v1/encounters/{opened['id']}").to_the_end()


def cast(examples: Sequence[Example]) -> list[tuple[str, str, Example]]:
    """Who fights (name, side, example): the first half against the second; one against itself."""
    if len(examples) == 1:
        return [(f"{examples[0].name} of the {side}", side, examples[0]) for side in SIDES]
    half = len(examples) // 2
    return [(e.name, SIDES[at >= half], e) for at, e in enumerate(examples)]


class _Fight:
    """A fight that goes on: what was told of it already."""

    def __init__(self, service: Service, teller: Teller, path: str) -> None:
        self._service = service
        self._teller = teller
        self._path = path
        self._round = 0
        self._turn: tuple[int, str] | None = None
        self._taken = 0
        self._dice = 0

    async def to_the_end(self) -> bool:
        encounter = await self._happens("/start")
        while self._goes_on(encounter):
            encounter = await self._act(encounter)
        if encounter["status"] != "ended":
            encounter = await self._happens("/end")
        verified = await self._service.get(f"{self._path}/verification")
        self._teller.end(encounter, verified, self._dice)
        return bool(verified["ok"])

    def _goes_on(self, encounter: Mapping[str, Any]) -> bool:
        return (
            encounter["status"] == "running"
            and len(encounter["standing"]) > 1
            and encounter["round"] <= MOST_ROUNDS
        )

    async def _act(self, encounter: Mapping[str, Any]) -> Mapping[str, Any]:
        """One action of whoever is asked or acts; the encounter it leads to."""
        if encounter["questions"]:
            choice = await answered(self._service, self._path, encounter["questions"][0])
        else:
            choice = await chosen(self._service, self._path, encounter, self._taken_in(encounter))
            self._taken += 1
        if choice.odds is not None:
            self._teller.intention(encounter["acting"], choice.label, choice.odds)
        return await self._happens("/actions", choice.body)

    def _taken_in(self, encounter: Mapping[str, Any]) -> int:
        """How many actions the acting one took this turn."""
        turn = (encounter["round"], encounter["acting"])
        if turn != self._turn:
            self._turn, self._taken = turn, 0
        return self._taken

    async def _happens(self, what: str, body: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """Does it, and tells of it and of all that follows by itself; the encounter after that."""
        lead = await self._service.post(self._path + what, body)
        async for entry in self._with_followers(lead):
            self._teller.entry(entry)
            self._dice += len(entry["dice"])
        encounter: Mapping[str, Any] = await self._service.get(self._path)
        self._teller.changes(encounter)
        if encounter["round"] > self._round and self._goes_on(encounter):
            self._round = encounter["round"]
            self._teller.round(encounter)
        return encounter

    async def _with_followers(self, lead: Mapping[str, Any]) -> AsyncIterator[Mapping[str, Any]]:
        yield lead
        if lead["followed_by"]:
            query = f"after={lead['version']}&limit={len(lead['followed_by'])}"
            for entry in (await self._service.get(f"{self._path}/log", query))["items"]:
                yield entry
