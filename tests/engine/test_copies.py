"""Values with some fields changed: the same as a value made anew."""

from dataclasses import dataclass, replace

import pytest

from app.engine.copies import altered


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    id: str
    name: str = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wounded(Named):
    wounds: int = 0
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Alone:
    number: int


@dataclass(frozen=True)
class WithoutSlots(Named):
    wounds: int = 0


@dataclass(frozen=True, slots=True)
class Checked:
    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("the wrong way round")


@pytest.mark.parametrize(
    ("value", "changes"),
    [
        (Wounded(id="a"), {"wounds": 3, "name": "Fred"}),
        (Wounded(id="a", marks=("x",)), {}),
        (Alone(1), {"number": 2}),
        (WithoutSlots(id="a"), {"wounds": 1}),
        (Checked(1, 2), {"high": 9}),
    ],
)
def test_an_altered_value_is_one_made_anew(value, changes):
    copy = altered(value, **changes)
    assert copy == replace(value, **changes)
    assert type(copy) is type(value)
    assert copy is not value


def test_what_it_comes_from_stays_as_it_was():
    before = Wounded(id="a", wounds=1)
    assert altered(before, wounds=2).wounds == 2
    assert before.wounds == 1


def test_a_value_that_checks_itself_is_still_checked():
    with pytest.raises(ValueError, match="wrong way round"):
        altered(Checked(1, 2), high=0)


@pytest.mark.parametrize("value", [Wounded(id="a"), Checked(1, 2)])
def test_a_field_it_has_not_is_refused(value):
    with pytest.raises((AttributeError, TypeError)):
        altered(value, armour=1)
