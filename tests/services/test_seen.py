"""Eyes of players: what is left of a state, a refusal or an entry without whoever is hidden."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from app.engine.dice import GivenDice
from app.engine.encounter import Combatant, Question
from app.engine.order import Order, Place
from app.engine.refusals import CannotAct, DiceLeftOver, DieNeeded, Refused
from app.engine.ruleset import Ruleset, resolve
from app.services import event_log
from app.services.access import Grant, Viewer
from app.services.codec import Codec
from app.services.concealment import hidden_in, secret_words, without
from app.services.event_log import Loaded
from app.services.seen import HiddenReason, Seen, perspective
from app.services.telling import in_short
from app.services.views import NamesOf
from tests.toy import RULESET, commands
from tests.toy.state import Fighter, Options, Sheet, State

SPECTATOR = Grant(role="spectator")


def fighter(id: str, side: str, **fields: Any) -> Fighter:
    return Fighter(id=id, name=id.title(), side=side, sheet=Sheet(), hp=10, luck=0, **fields)


def state_of(*fighters: Fighter, acting: str | None = None, **fields: Any) -> State:
    return State(
        options=Options(),
        status="running",
        combatants={f.id: f for f in fighters},
        order=Order(tuple(Place(f.id, (1,)) for f in fighters), round=1, acting=acting),
        steps=1,
        strikes=1,
        **fields,
    )


ANN, BOB = fighter("ann", "heroes"), fighter("bob", "rogues")
SPY = fighter("spy", "guild", group="shadows", hidden=True)


@pytest.fixture
def looking(monkeypatch: pytest.MonkeyPatch):
    """Somebody's view of a state, under the toy or a ruleset like it."""

    def at(
        state: Any, grant: Grant, ruleset: Ruleset[Any] = RULESET, disclosure: str = "open"
    ) -> Any:
        codec = Codec(ruleset)
        monkeypatch.setattr(event_log, "codec_for", lambda _: codec)
        row = {"ruleset": ruleset.id, "settings_json": f'{{"disclosure":"{disclosure}"}}'}
        return perspective(Viewer("t", "e", grant), Loaded(row, state))

    return at


def player(*combatants: str, **fields: Any) -> Grant:
    return Grant(role="player", combatants=combatants, **fields)


def test_who_is_hidden_and_which_sides_and_groups_that_gives_away():
    other = fighter("orc", "rogues", group="orcs", hidden=True)
    assert hidden_in(state_of(ANN, BOB, SPY, other)) == {
        "spy": ["guild", "shadows"],
        "orc": ["orcs"],
    }
    assert hidden_in(state_of(ANN, BOB)) == {}


def test_ones_own_side_is_no_secret_because_another_of_it_is_hidden():
    mate = fighter("mate", "guild", hidden=True)
    hidden = hidden_in(state_of(ANN, SPY, mate))
    assert secret_words(hidden, ()) == {"spy", "guild", "shadows", "mate"}
    assert secret_words(hidden, ("spy",)) == {"mate"}


def test_a_state_without_them_mentions_them_nowhere():
    questions = (
        Question(id="q1", to="ann", about="guard", choices=("take",), of="spy"),
        Question(id="q2", to="spy", about="guard", choices=("take",)),
        Question(id="q3", to="bob", about="guard", choices=("take",), of="ann"),
    )
    state = state_of(ANN, SPY, BOB, acting="spy", questions=questions, to_burn=("spy", "bob"))
    left, complete = without(Codec(RULESET), state, {"spy"})
    assert complete
    assert "spy" not in str(left)
    assert (list(left.combatants), left.order.ids) == (["ann", "bob"], ("ann", "bob"))
    assert (left.acting, left.to_burn) == (None, ("bob",))
    assert [question.id for question in left.questions] == ["q3"]


# --- rules that can't do without them -------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard(Fighter):
    """Must guard somebody."""

    guards: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardState(State):
    combatants: dict[str, Guard] = field(default_factory=dict)  # type: ignore[assignment]


GUARDS = replace(
    RULESET,
    id="guards",
    fighter=Guard,
    state=GuardState,
    current=lambda f: {"hp": f.hp, "guards": f.guards},
)


def guarded() -> GuardState:
    def guard(of: Fighter, guards: str) -> Guard:
        return Guard(
            **{name: getattr(of, name) for name in Fighter.__dataclass_fields__}, guards=guards
        )

    plain = state_of(ANN, BOB, SPY, acting="ann")
    fighters = {"ann": guard(ANN, "spy"), "bob": guard(BOB, "ann"), "spy": guard(SPY, "ann")}
    fields = {name: getattr(plain, name) for name in State.__dataclass_fields__}
    return GuardState(**{**fields, "combatants": fighters})


def test_where_rules_cannot_do_without_them_less_is_shown(looking: Any):
    seen = looking(guarded(), player("ann"), GUARDS)
    ann, bob = seen.combatants()
    assert (ann["sheet"], ann["state"], ann["conditions"]) == (None, {}, [])
    assert bob["state"] == {"hp": 10, "guards": "ann"}
    assert seen.choices("ann") == []
    assert seen.state.order.ids == ("ann", "bob")
    refusal = seen.refusal(CannotAct("because of spy", target="spy"), commands.Step(actor="ann"))
    assert isinstance(refusal, HiddenReason)
    assert refusal.facts == {}


def test_rules_that_break_without_them_offer_nothing_and_tell_nothing(looking: Any):
    def broken(*_: Any) -> Any:
        raise KeyError("spy")

    rules = replace(RULESET, choices=broken, decide=broken)
    seen = looking(state_of(ANN, BOB, SPY, acting="ann"), player("ann"), rules)
    assert seen.choices("ann") == []
    told = seen.refusal(CannotAct("because of spy"), commands.Step(actor="ann"))
    assert isinstance(told, HiddenReason)


def test_rules_that_break_with_nobody_hidden_are_a_fault(looking: Any):
    def broken(*_: Any) -> Any:
        raise KeyError("bob")

    seen = looking(
        state_of(ANN, BOB, acting="ann"), player("ann"), replace(RULESET, choices=broken)
    )
    with pytest.raises(KeyError):
        seen.choices("ann")


# --- refusals -------------------------------------------------------------------------------------


def refused(state: State, command: Any, faces: tuple[int, ...] = ()) -> Refused:
    dice = GivenDice(faces)
    try:
        resolve(RULESET, state, command, dice)
        dice.check_spent()
    except Refused as refusal:
        return refusal
    raise AssertionError("nothing was refused")


@pytest.mark.parametrize(("faces", "kind"), [((3,), HiddenReason), ((), DieNeeded)])
def test_a_die_for_somebody_hidden_is_not_asked_of_a_player(
    looking: Any, faces: tuple[int, ...], kind: type[Refused]
):
    """A blast rolls for everybody: the second die would be the spy's."""
    state = state_of(ANN, BOB, SPY, acting="ann")
    command = commands.Blast(actor="ann")
    refusal = refused(state, command, faces)
    told = looking(state, player("ann")).refusal(refusal, command, faces)
    assert isinstance(told, kind)
    assert "spy" not in str(told.facts)


def test_dice_left_over_are_counted_without_them(looking: Any):
    state = state_of(ANN, BOB, SPY, acting="ann")
    command = commands.Blast(actor="ann")
    refusal = refused(state, command, (1, 2, 3))
    told = looking(state, player("ann")).refusal(refusal, command, (1, 2, 3))
    assert isinstance(told, DiceLeftOver)
    assert (refusal.facts["needed"], told.facts["needed"]) == (2, 1)


def test_a_game_master_is_told_all(looking: Any):
    state = state_of(ANN, BOB, SPY, acting="spy")
    command = commands.Step(actor="ann")
    refusal = refused(state, command)
    assert looking(state, Grant(role="gm")).refusal(refusal, command) is refusal
    assert refusal.facts["acting"] == "spy"


# --- odds, and telling ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("disclosure", "whom", "may"),
    [
        ("open", ("ann", "bob"), True),
        ("open", ("ann", "spy"), False),
        ("open", ("ann", "nobody"), False),
        ("fog", ("ann", "bob"), False),
        ("fog", ("ann",), True),
    ],
)
def test_odds_between_those_in_sight_and_in_the_fog_of_ones_own(
    looking: Any, disclosure: str, whom: tuple[str, ...], may: bool
):
    state = state_of(ANN, BOB, SPY)
    assert looking(state, player("ann"), disclosure=disclosure).may_see_odds(*whom) is may
    assert looking(state, Grant(role="gm"), disclosure=disclosure).may_see_odds("ann", "spy")


def test_a_game_master_sees_the_very_state(looking: Any):
    state = state_of(ANN, SPY)
    master = looking(state, Grant(role="gm"))
    assert not isinstance(master, Seen)
    assert master.state is state


def test_where_nobody_is_hidden_the_state_is_not_made_again(looking: Any):
    state = state_of(ANN, BOB)
    assert looking(state, SPECTATOR).state is state


def test_in_short():
    events: list[dict[str, Any]] = [
        {"type": "strike_rolled", "visibility": "public", "attacker": "ann", "hit": True},
        {"type": "parried", "visibility": "public", "defender": "bob", "saved": False, "by": 3},
        {"type": "places_taken", "places": [{"id": "ann"}, {"id": "bob"}], "note": None},
        {"type": "thundered", "visibility": "public"},
    ]
    combatants: dict[str, Combatant] = {"ann": ANN, "bob": BOB}
    names = NamesOf(state_of(ANN, BOB))
    assert in_short(events, names, combatants) == (
        "Strike rolled: Ann, hit. Parried: Bob, by 3, not saved. "
        "Places taken: Ann and Bob. Thundered."
    )
    assert in_short([], names, combatants) == "Something happens out of sight."
