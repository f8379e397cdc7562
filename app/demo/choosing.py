"""What a combatant does: what hurts the others most by the odds; else, come nearer.

It knows no ruleset. It reads what any client can: the choices, and the odds of each.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from app.demo.in_process import RefusedRequest, Service

Body = Mapping[str, Any]

MOST_WEIGHED = 24  # choices of one turn; they come in the order a player would look for them
MOST_ACTIONS = 6  # of one turn, where the rules let it have that many
IDLE = ("end_turn", "pass")  # the first that is offered


@dataclass(frozen=True, slots=True)
class Chosen:
    """An action to take, its label, and the odds it was chosen by, if there are any."""

    body: Body
    label: str
    odds: Mapping[str, Any] | None = None


async def answered(service: Service, path: str, question: Mapping[str, Any]) -> Chosen:
    """An answer to a question: what is usual, else the first that is offered."""
    offers = [
        offer
        for offer in await _offers(service, path, question["to"])
        if offer.body["type"] == "answer" and offer.body["question"] == question["id"]
    ]
    usual = [offer for offer in offers if offer.body["choice"] == question["default"]]
    return (*usual, *offers)[0]


async def chosen(service: Service, path: str, encounter: Mapping[str, Any], taken: int) -> Chosen:
    """What the acting one does next; `taken`: how many actions it took this turn."""
    offers = await _offers(service, path, encounter["acting"])
    fight = _Fight(encounter)
    if taken < MOST_ACTIONS:
        best = await _most_harmful(service, path, fight, offers) or fight.nearest(offers)
        if best is not None:
            return best
    return next(offer for kind in IDLE for offer in offers if offer.body["type"] == kind)


async def _offers(service: Service, path: str, who: str) -> list[Chosen]:
    items = (await service.get(f"{path}/choices", f"combatant={who}"))["items"]
    return [Chosen(item["body"], item["label"]) for item in items]


async def _most_harmful(
    service: Service, path: str, fight: "_Fight", offers: Sequence[Chosen]
) -> Chosen | None:
    """The offer that promises most harm.

    When none promises any: the first at a foe whose odds say nothing, if there is one.
    """
    best, most, unweighed = None, (0.0, 0.0), []
    for offer in [offer for offer in offers if fight.is_deed(offer.body)][:MOST_WEIGHED]:
        odds = await _odds(service, path, offer)
        if odds is None:
            unweighed.append(offer)
        elif (harm := fight.harm(odds)) > most:
            best, most = replace(offer, odds=odds), harm
    return best or next((offer for offer in unweighed if fight.is_at_a_foe(offer.body)), None)


async def _odds(service: Service, path: str, offer: Chosen) -> Mapping[str, Any] | None:
    """The odds of an offer; None where the rules don't tell any, or dice fall in too many ways."""
    try:
        odds: Mapping[str, Any] = await service.post(
            f"{path}/odds", {**offer.body, "estimate": True}
        )
    except RefusedRequest:
        return None
    return odds if odds["outcomes"] else None


class _Fight:
    """An encounter with the eyes of the one whose turn it is."""

    def __init__(self, encounter: Mapping[str, Any]) -> None:
        combatants = {c["id"]: c for c in encounter["combatants"]}
        self._me = encounter["acting"]
        mine = combatants[self._me]
        self._here: Mapping[str, Any] = mine["state"]
        self._foes: Mapping[str, Mapping[str, Any]] = {
            id: combatant["state"]
            for id, combatant in combatants.items()
            if combatant["side"] != mine["side"] and combatant["status"] == "active"
        }

    def is_deed(self, offer: Body) -> bool:
        """Whether it is something done, and not just a way to go or to let the turn pass."""
        return offer["type"] not in IDLE and not self._ways(offer)

    def harm(self, odds: Mapping[str, Any]) -> tuple[float, float]:
        """What is likely to befall foes, less what befalls friends: by chances, then by amounts.

        So a foe who may fall comes before one who may only lose more. What befalls oneself, such as
        being too tired to strike, is a risk worth taking.
        """
        chances = means = 0.0
        for outcome in odds["outcomes"]:
            if outcome["of"] not in (None, self._me):
                sign = 1 if outcome["of"] in self._foes else -1
                chances += sign * outcome["chance"]["value"]
                means += sign * outcome["mean"]["value"]
        return chances, means

    def nearest(self, offers: Sequence[Chosen]) -> Chosen | None:
        """The way that ends nearest to a foe, if that is nearer than here."""
        ways = [
            (self._distance(name, self._here[name]) - self._distance(name, to), offer)
            for offer in offers
            for name, to in self._ways(offer.body)
        ]
        gained, offer = max(ways, key=itemgetter(0), default=(0, None))
        return offer if gained > 0 else None

    def is_at_a_foe(self, offer: Body) -> bool:
        """Whether it names a foe, alone or among others."""
        named = (value if isinstance(value, list) else [value] for value in offer.values())
        return any(one in self._foes for some in named for one in some if isinstance(one, str))

    def _ways(self, offer: Body) -> list[tuple[str, int]]:
        """Where an offer aimed at nobody leads: its numbers that everybody's state has, too."""
        if self.is_at_a_foe(offer):
            return []
        states = [self._here, *self._foes.values()]
        return [
            (name, value)
            for name, value in offer.items()
            if isinstance(value, int) and all(isinstance(s.get(name), int) for s in states)
        ]

    def _distance(self, name: str, there: int) -> int:
        return min(abs(int(foe[name]) - there) for foe in self._foes.values())
