"""What the engine does around a ruleset: settles names, lets act, decides by steps, folds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import pytest
from pydantic import Field

from app.engine.dice import Dice, GivenDice, RecordedDice
from app.engine.encounter import (
    Answer,
    Combatant,
    CombatantJoined,
    CombatantRef,
    Command,
    EncounterState,
    EndTurn,
    Event,
    Leave,
    Pass,
    PlacesTaken,
    QuestionAnswered,
    Scene,
    TurnEnded,
    evolve_common,
)
from app.engine.order import Place
from app.engine.refusals import (
    AmbiguousName,
    DieNeeded,
    NoSuchQuestion,
    NotAChoice,
    NothingToReplace,
    NotYourTurn,
    QuestionOpen,
    UnknownCombatant,
)
from app.engine.ruleset import Past, Ruleset, fold, redecide, resolve, with_ids


@dataclass(frozen=True, slots=True, kw_only=True)
class Poke(Command):
    """A d6: on a 6 the target must say ouch."""

    target: CombatantRef


@dataclass(frozen=True, slots=True, kw_only=True)
class Twice(Command):
    """Two pokes."""

    target: CombatantRef


@dataclass(frozen=True, slots=True, kw_only=True)
class Gather(Command):
    """Names combatants in every way a command can."""

    first: Annotated[CombatantRef, Field(description="Described further.")]
    second: Annotated[CombatantRef | None, Field(description="Optional.")] = None
    several: tuple[CombatantRef, ...] = ()
    spoken: str = ""
    noted: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Poked(Event):
    combatant: str
    face: int


def decide(state: EncounterState, command: Command, dice: Dice) -> Sequence[Event]:
    scene = Scene(state, evolve)
    match command:
        case Poke():
            face = dice.roll(6, "poke", subject=command.actor, object=command.target)
            scene.record(Poked(combatant=command.target, face=face))
            if face == 6:
                scene.ask(command.target, "ouch", ("ouch", "hush"), of=command.actor)
        case Answer():
            scene.record(QuestionAnswered(question=command.question, choice=command.choice))
        case Leave():
            scene.leave(command)
        case _:
            scene.pass_turn()
    return scene.events


def evolve(state: EncounterState, event: Event) -> EncounterState:
    return state if isinstance(event, Poked) else evolve_common(state, event)


def steps(state: EncounterState, command: Command) -> Sequence[Command]:
    if not isinstance(command, Twice):
        return (command,)
    poke = Poke(actor=command.actor, target=command.target)
    return (poke, poke, EndTurn(actor=command.actor))


RULES: Ruleset[EncounterState] = Ruleset(
    id="pokes",
    version="1",
    title="Pokes",
    summary="",
    source="",
    options=dict,
    sheet=dict,
    fighter=Combatant,
    state=EncounterState,
    actions=(Poke, Twice, Gather),
    events=(Poked,),
    open=lambda options: EncounterState(options=options),
    decide=decide,
    evolve=evolve,
    steps=steps,
    choices=lambda state, combatant: (),
    left=lambda state: {},
    current=lambda fighter: {},
    purposes={"poke": "{subject} to poke {object}", "alone": "what happens"},
    narrate=lambda events, names: "",
)


def fight() -> EncounterState:
    """Ann acts; Bob and two orcs are there."""
    scene: Scene[EncounterState] = Scene(EncounterState(options=None), evolve)
    for id, name in (("ann", "Ann"), ("bob", "Bob"), ("orc", "Orc"), ("orc-2", "Orc")):
        external = f"token-{id}"
        joining = Combatant(id=id, name=name, side=id, external_id=external)
        scene.record(CombatantJoined(combatant=joining))
    places = tuple(Place(id, (-i,)) for i, id in enumerate(scene.state.combatants))
    scene.record(PlacesTaken(places=places))
    scene.begin_fight()
    return scene.state


def asked() -> EncounterState:
    """Bob has been asked whether it hurts."""
    _, state = resolve(RULES, fight(), Poke(actor="ann", target="bob"), GivenDice([6]))
    return state


# --- names ------------------------------------------------------------------------------------


def test_every_combatant_named_is_settled_to_an_id():
    command = Gather(
        actor="ANN",
        first="token-bob",
        second="Bob",
        several=("orc-2", "ann", "token-orc"),
        spoken="Bob",
        noted="Bob",
    )
    assert with_ids(fight(), command) == Gather(
        actor="ann",
        first="bob",
        second="bob",
        several=("orc-2", "ann", "orc"),
        spoken="Bob",
        noted="Bob",
    )


def test_what_names_nobody_is_left_as_it_is():
    command = Gather(first="ann")
    assert with_ids(fight(), command) == command
    assert with_ids(fight(), EndTurn()) == EndTurn()


@pytest.mark.parametrize("field", ["actor", "first", "second"])
def test_names_that_fit_nobody_or_several(field: str):
    fields: dict[str, Any] = {"actor": "ann", "first": "ann"}
    with pytest.raises(UnknownCombatant) as unknown:
        with_ids(fight(), Gather(**{**fields, field: "zed"}))
    assert unknown.value.facts == {"combatant": "zed"}
    with pytest.raises(AmbiguousName) as ambiguous:
        with_ids(fight(), Gather(**{**fields, field: "ORC"}))
    assert ambiguous.value.facts["ids"] == ["orc", "orc-2"]


def test_one_of_several_that_fits_nobody():
    with pytest.raises(UnknownCombatant, match="'zed'"):
        with_ids(fight(), Gather(first="ann", several=("bob", "zed")))


# --- who may act, and questions ---------------------------------------------------------------


def test_out_of_turn_nothing_is_rolled():
    dice = GivenDice([6])
    with pytest.raises(NotYourTurn):
        resolve(RULES, fight(), Poke(actor="bob", target="ann"), dice)
    assert dice.fallen == []


def test_a_blocking_question_comes_first_for_everybody():
    for command in (Poke(actor="ann", target="bob"), Pass(actor="bob"), EndTurn(actor="ann")):
        with pytest.raises(QuestionOpen) as refusal:
            resolve(RULES, asked(), command, GivenDice([1]))
        facts = {"question": "q1", "to": "bob", "choices": ["ouch", "hush"]}
        assert refusal.value.facts == facts


def test_the_game_masters_commands_wait_for_no_question():
    _, state = resolve(RULES, asked(), Leave(combatant="orc"), GivenDice([]))
    assert state.combatants["orc"].status == "left"
    assert state.questions == asked().questions


def test_a_question_that_does_not_block():
    waiting = tuple(replace(q, blocks=False) for q in asked().questions)
    _, state = resolve(
        RULES, replace(asked(), questions=waiting), EndTurn(actor="ann"), GivenDice([])
    )
    assert (state.acting, state.questions) == ("bob", waiting)


@pytest.mark.parametrize("actor", ["bob", None])
def test_an_answer_needs_no_turn(actor: str | None):
    answer = Answer(actor=actor, question="q1", choice="hush")
    events, state = resolve(RULES, asked(), answer, GivenDice([]))
    assert events == [QuestionAnswered(question="q1", choice="hush")]
    assert (state.questions, state.acting) == ((), "ann")


def test_answers_that_are_none():
    with pytest.raises(NoSuchQuestion) as stranger:
        resolve(RULES, asked(), Answer(actor="ann", question="q1", choice="ouch"), GivenDice([]))
    assert stranger.value.facts == {"question": "q1", "open": ["q1"]}
    with pytest.raises(NoSuchQuestion):
        resolve(RULES, asked(), Answer(actor="bob", question="q2", choice="ouch"), GivenDice([]))
    with pytest.raises(NotAChoice) as choice:
        resolve(RULES, asked(), Answer(actor="bob", question="q1", choice="run"), GivenDice([]))
    assert choice.value.facts == {"question": "q1", "choices": ["ouch", "hush"]}
    answered = resolve(RULES, asked(), Answer(question="q1", choice="ouch"), GivenDice([]))[1]
    with pytest.raises(NoSuchQuestion):
        resolve(RULES, answered, Answer(question="q1", choice="ouch"), GivenDice([]))


# --- deciding ---------------------------------------------------------------------------------


def test_steps_are_decided_one_after_another():
    dice = GivenDice([2, 6])
    events, state = resolve(RULES, fight(), Twice(actor="ann", target="bob"), dice)
    assert [e.type for e in events[:3]] == ["poked", "poked", "question_asked"]
    assert TurnEnded(combatant="ann") in events
    assert state == fold(RULES, fight(), events)
    again = RecordedDice(dice.fallen)
    assert resolve(RULES, fight(), Twice(actor="ann", target="bob"), again) == (events, state)
    again.check_spent()


def test_a_refusal_in_a_later_step_leaves_no_trace():
    before = fight()
    with pytest.raises(DieNeeded):
        resolve(RULES, before, Twice(actor="ann", target="bob"), GivenDice([2]))
    assert before == fight()


def test_rules_without_rerolls_replace_nothing():
    past = Past(4, Poke(actor="ann", target="bob"), ())
    command = Pass(actor="ann")
    assert RULES.replaces(fight(), command) is False
    with pytest.raises(NothingToReplace):
        redecide(RULES, fight(), fight(), command, past, GivenDice([]))


def test_a_reroll_is_allowed_by_the_present_and_played_on_the_past():
    def again(state: Any, command: Command, past: Past, dice: Dice) -> Sequence[Event]:
        dice.hold(past.dice, past.version)
        return decide(state, past.command, dice)

    rules = replace(RULES, redecide=again)
    past_dice = GivenDice([3])
    poke = Poke(actor="ann", target="bob")
    _, now = resolve(RULES, fight(), poke, past_dice)
    past = Past(4, poke, tuple(past_dice.fallen))
    dice = GivenDice([])
    events, state = redecide(rules, now, fight(), Pass(actor="ann"), past, dice)
    assert events == [Poked(combatant="bob", face=3)]
    assert state == fold(rules, fight(), events)
    assert [(die.source, die.reused_from) for die in dice.fallen] == [("kept", 4)]
    with pytest.raises(NotYourTurn):
        redecide(rules, now, fight(), Pass(actor="bob"), past, GivenDice([]))
    with pytest.raises(QuestionOpen):
        redecide(rules, asked(), fight(), Pass(actor="ann"), past, GivenDice([]))


# --- what there is ----------------------------------------------------------------------------


def test_a_ruleset_may_narrow_common_commands_and_events():
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Pass(Command):
        loudly: bool = False

    @dataclass(frozen=True, slots=True, kw_only=True)
    class TurnEnded(Event):
        combatant: str
        loudly: bool = False

    rules = replace(RULES, actions=(Poke, Pass), events=(Poked, TurnEnded))
    assert rules.action_types["pass"] is Pass
    assert rules.command_types["pass"] is Pass
    assert rules.event_types["turn_ended"] is TurnEnded
    assert list(rules.action_types) == ["poke", "pass", "answer", "end_turn", "roll"]


def test_the_game_masters_commands_are_no_actions():
    for kind in ("open", "join", "start", "end", "leave", "adjust", "pause"):
        assert kind in RULES.command_types
        assert kind not in RULES.action_types


class Names:
    def __getitem__(self, id: str, /) -> str:
        return id.title()


@pytest.mark.parametrize(
    ("die", "reason"),
    [
        ({"purpose": "poke", "subject": "ann", "object": "bob"}, "Ann to poke Bob"),
        ({"purpose": "alone", "subject": "ann"}, "what happens"),
        ({"purpose": "poke", "subject": None, "object": "bob"}, " to poke Bob"),
    ],
)
def test_what_a_die_is_for(die: dict[str, Any], reason: str):
    assert RULES.reason(die, Names()) == reason
