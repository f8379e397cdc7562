"""Turn order: who acts after whom, and when a round is over.

Nobody is taken out of the order when they fall or leave: they keep their place and are passed
over. So the next turn is right whoever goes, whenever.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from app.engine.copies import altered

Key = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A combatant's place: highest `key` first. What the numbers mean is the ruleset's."""

    id: str
    key: Key


@dataclass(frozen=True, slots=True)
class Next:
    """Whose turn comes, and whether a new round begins with it."""

    id: str
    new_round: bool


def in_order(keys: Mapping[str, Key]) -> tuple[Place, ...]:
    """Places by key, highest first; who comes first of those alike stands first."""
    places = (Place(id, key) for id, key in keys.items())
    return tuple(sorted(places, key=lambda place: place.key, reverse=True))


def tied(keys: Mapping[str, Key], unit: Callable[[str], str]) -> list[tuple[str, ...]]:
    """Those with equal keys who are of several units; `unit`: who rolls together, by id."""
    units: dict[tuple[Key, str], list[str]] = {}
    for id, key in keys.items():
        units.setdefault((key, unit(id)), []).append(id)
    alike = [key for key, _ in units]
    return [tuple(members) for (key, _), members in units.items() if alike.count(key) > 1]


@dataclass(frozen=True, slots=True)
class Order:
    """The order of battle. `round` counts from 1 (0: not started); `turn` counts turns in it."""

    places: tuple[Place, ...] = ()
    round: int = 0
    turn: int = 0
    acting: str | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """Everybody's id, first to act first."""
        return tuple(place.id for place in self.places)

    def key_of(self, id: str) -> Key | None:
        """The key someone stands in the order by; None for who has no place."""
        return next((place.key for place in self.places if place.id == id), None)

    def insert(self, newcomers: Iterable[Place]) -> "Order":
        """Takes newcomers in by key; equal keys keep the earlier one first.

        Who is placed after the acting one still acts this round. Someone who has a place already
        gets the new one instead.
        """
        coming = {place.id: place for place in newcomers}
        staying = (place for place in self.places if place.id not in coming)
        places = sorted((*staying, *coming.values()), key=lambda p: p.key, reverse=True)
        return altered(self, places=tuple(places))

    def insert_before(self, id: str, newcomer: str) -> "Order":
        """Takes a newcomer in just before someone."""
        at = self.ids.index(id)
        place = Place(newcomer, self.places[at].key)
        return altered(self, places=(*self.places[:at], place, *self.places[at:]))

    def after(self, id: str | None, able: Callable[[str], bool]) -> Next | None:
        """Who acts after `id` (None: from the top), passing over the unable; None: nobody can.

        The one who has just acted comes last, so a sole survivor gets turn after turn.
        """
        places = self.places
        start = 0 if id is None else self.ids.index(id) + 1
        for at, place in enumerate((*places[start:], *places[:start]), start):
            if able(place.id):
                return Next(place.id, new_round=id is None or at >= len(places))
        return None

    def begin_turn(self, id: str) -> "Order":
        """It is now `id`'s turn."""
        return altered(self, acting=id, turn=self.turn + 1)

    def end_turn(self) -> "Order":
        """Nobody acts, until the next turn begins; places stay."""
        return altered(self, acting=None)

    def begin_round(self, number: int) -> "Order":
        """Round `number` begins; nobody has acted in it."""
        return altered(self, round=number, turn=0, acting=None)
