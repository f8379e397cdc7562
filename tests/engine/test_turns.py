"""Whose turn it is, by the smallest ruleset there can be: a Scene over the common state."""

import pytest

from app.engine.encounter import (
    Answer,
    Combatant,
    CombatantAdjusted,
    CombatantJoined,
    CombatantLeft,
    EncounterFinished,
    EncounterPaused,
    EncounterResumed,
    EncounterState,
    EndTurn,
    Event,
    Leave,
    PlacesTaken,
    QuestionAnswered,
    QuestionAsked,
    RoundStarted,
    Scene,
    SideFell,
    TurnEnded,
    TurnStarted,
    UnknownEvent,
    evolve_common,
    require_open,
    require_turn,
)
from app.engine.order import Place
from app.engine.refusals import CannotAct, EncounterEnded, EncounterNotRunning, Invalid, NotYourTurn
from app.engine.ruleset import open_question


def scene(ids: str = "abc", *, started: bool = True) -> Scene[EncounterState]:
    """A scene of fighters named by letters, in that order, each a side of its own."""
    fight: Scene[EncounterState] = Scene(EncounterState(options=None), evolve_common)
    for id in ids:
        fight.record(
            CombatantJoined(combatant=Combatant(id=id, name=id.upper(), side=f"side {id}"))
        )
    if started:
        fight.record(PlacesTaken(places=tuple(Place(id, (-i,)) for i, id in enumerate(ids))))
        fight.begin_fight()
    fight.events.clear()
    return fight


def acting(fight: Scene[EncounterState]) -> tuple[str | None, int]:
    """Who acts, in which round."""
    return fight.state.acting, fight.state.order.round


def pass_turns(fight: Scene[EncounterState], count: int) -> None:
    for _ in range(count):
        fight.pass_turn()
    fight.events.clear()


def set_status(fight: Scene[EncounterState], id: str, status: str) -> None:
    fighter = Combatant(id=id, name=id.upper(), side=f"side {id}", status=status)  # type: ignore[arg-type]
    fight.record(CombatantAdjusted(combatant=fighter, changed=("status",), reason="test"))


def test_the_first_acts_first_and_each_round_is_counted():
    fight = scene()
    seen = []
    for _ in range(7):
        seen.append(acting(fight))
        fight.pass_turn()
    assert seen == [("a", 1), ("b", 1), ("c", 1), ("a", 2), ("b", 2), ("c", 2), ("a", 3)]


def test_what_is_recorded_when_a_turn_passes():
    fight = scene("ab")
    fight.pass_turn()
    fight.pass_turn()
    assert fight.events == [
        TurnEnded(combatant="a"),
        TurnStarted(combatant="b"),
        TurnEnded(combatant="b"),
        RoundStarted(round=2),
        TurnStarted(combatant="a"),
    ]


@pytest.mark.parametrize(
    ("turns", "leaves", "expected"),
    [
        (1, "b", ("c", 1)),  # B acts in A, B, C and leaves: C is next
        (2, "c", ("a", 2)),  # C acts, the last, and leaves: A, in a new round
        (2, "a", ("c", 1)),  # C acts and A leaves: still C
        (0, "a", ("b", 1)),  # A acts and leaves: B, in the same round
        (0, "b", ("a", 1)),
        (1, "a", ("b", 1)),
    ],
)
def test_leaving(turns: int, leaves: str, expected: tuple[str, int]):
    fight = scene()
    pass_turns(fight, turns)
    fight.leave(Leave(combatant=leaves))
    assert acting(fight) == expected
    assert CombatantLeft(combatant=leaves) in fight.events


def test_after_someone_left_the_others_go_on_in_their_order():
    fight = scene()
    pass_turns(fight, 1)
    fight.leave(Leave(combatant="b"))
    seen = []
    for _ in range(4):
        seen.append(acting(fight))
        fight.pass_turn()
    assert seen == [("c", 1), ("a", 2), ("c", 2), ("a", 3)]


def test_nobody_leaves_twice():
    fight = scene()
    fight.leave(Leave(combatant="b"))
    with pytest.raises(CannotAct, match="has left already"):
        fight.leave(Leave(combatant="b"))


@pytest.mark.parametrize("status", ["down", "dead", "left"])
def test_the_unable_are_passed_over_and_keep_their_place(status: str):
    fight = scene()
    set_status(fight, "b", status)
    fight.pass_turn()
    assert acting(fight) == ("c", 1)
    set_status(fight, "b", "active")
    pass_turns(fight, 2)
    assert acting(fight) == ("b", 2), "back on its feet, in its old place"


def test_a_round_begins_though_the_first_in_it_is_dead():
    fight = scene()
    pass_turns(fight, 2)
    set_status(fight, "a", "dead")
    fight.pass_turn()
    assert acting(fight) == ("b", 2)
    assert fight.events.count(RoundStarted(round=2)) == 1


def test_a_sole_survivor_gets_turn_after_turn():
    fight = scene()
    set_status(fight, "a", "dead")
    set_status(fight, "c", "dead")
    seen = []
    for _ in range(3):
        fight.pass_turn()
        seen.append(acting(fight))
    assert seen == [("b", 1), ("b", 2), ("b", 3)]


@pytest.mark.parametrize(
    ("key", "order", "still_to_act"),
    [
        (-1, "abdc", "bdc"),  # at the key of b it comes after b
        (-5, "abcd", "bcd"),
        (5, "dabc", "bc"),
    ],
)
def test_late_arrivals(key: int, order: str, still_to_act: str):
    """Whoever is placed before the acting one waits for the next round."""
    fight = scene()
    pass_turns(fight, 1)  # b acts
    fight.record(CombatantJoined(combatant=Combatant(id="d", name="D", side="side d")))
    fight.record(PlacesTaken(places=(Place("d", (key,)),)))
    assert "".join(fight.state.order.ids) == order
    seen = []
    while fight.state.order.round == 1:
        seen.append(fight.state.acting)
        fight.pass_turn()
    assert seen == list(still_to_act)
    assert fight.state.acting == order[0]


def test_when_nobody_can_act_the_fight_pauses_until_somebody_can():
    fight = scene("ab")
    set_status(fight, "b", "down")
    fight.leave(Leave(combatant="a"))
    assert fight.events[-3:] == [
        SideFell(side="side a", standing=()),
        TurnEnded(combatant="a"),
        EncounterPaused(reason="nobody-can-act"),
    ]
    assert (fight.state.status, fight.state.acting) == ("paused", None)
    with pytest.raises(CannotAct, match="Nobody can act"):
        fight.resume()
    set_status(fight, "b", "active")
    fight.resume()
    assert fight.events[-3:] == [
        EncounterResumed(),
        RoundStarted(round=2),
        TurnStarted(combatant="b"),
    ]


def test_a_pause_by_the_game_master_ends_the_turn_and_going_on_begins_a_round():
    fight = scene()
    pass_turns(fight, 1)
    fight.record(EncounterPaused(reason="tea"))
    assert (fight.state.status, fight.state.acting) == ("paused", None)
    fight.resume()
    assert (fight.state.status, *acting(fight)) == ("running", "a", 2)


def test_turns_are_counted_within_their_round():
    fight = scene("ab")
    seen = []
    for _ in range(4):
        seen.append((fight.state.order.round, fight.state.order.turn))
        fight.pass_turn()
    assert seen == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_a_side_falls_once_and_only_in_a_running_fight():
    fight = scene("ab")
    fight.leave(Leave(combatant="b"))
    assert SideFell(side="side b", standing=("side a",)) in fight.events
    setting_up = scene("ab", started=False)
    setting_up.leave(Leave(combatant="b"))
    assert setting_up.events == [CombatantLeft(combatant="b")]


def test_a_ruleset_ends_the_leavers_turn_in_its_own_way():
    fight = scene()
    passed = []

    def own_way(the_scene: Scene[EncounterState]) -> None:
        passed.append(the_scene.state.acting)
        the_scene.pass_turn()

    fight.leave(Leave(combatant="b"), own_way)
    assert passed == [], "it was not the turn of b"
    fight.leave(Leave(combatant="a"), own_way)
    assert passed == ["a"]
    assert acting(fight) == ("c", 1)


def test_the_end_closes_turn_and_questions():
    fight = scene()
    fight.ask("b", "guard", ("take", "parry"))
    fight.record(EncounterFinished(standing=("side a",)))
    state = fight.state
    assert (state.status, state.acting, state.questions) == ("ended", None, ())
    with pytest.raises(EncounterEnded):
        require_open(state)
    with pytest.raises(EncounterEnded):
        require_turn(state, "a")


def test_whose_turn_it_may_be():
    fight = scene()
    require_turn(fight.state, "a")
    with pytest.raises(NotYourTurn) as refusal:
        require_turn(fight.state, "b")
    assert refusal.value.facts == {"actor": "b", "acting": "a"}
    with pytest.raises(Invalid, match="actor is missing"):
        require_turn(fight.state, None)
    set_status(fight, "b", "down")
    with pytest.raises(CannotAct) as unable:
        require_turn(fight.state, "b")
    assert unable.value.facts["combatant_status"] == "down"
    with pytest.raises(EncounterNotRunning) as waiting:
        require_turn(scene(started=False).state, "a")
    assert waiting.value.facts == {"encounter_status": "setup"}


# --- questions --------------------------------------------------------------------------------


def test_questions_are_numbered_for_good():
    fight = scene()
    fight.ask("a", "x", ("yes", "no"))
    fight.ask("gm", "y", ("good", "bad"), default="bad", blocks=False, of="a")
    fight.record(QuestionAnswered(question="q1", choice="yes"))
    fight.ask("b", "z", ("yes",))
    assert [(q.id, q.to) for q in fight.state.questions] == [("q2", "gm"), ("q3", "b")]
    assert fight.state.next_question == "q4"


def test_a_question_may_be_a_secret():
    fight = scene()
    fight.ask("gm", "who is it really", ("a", "b"), visibility="gm")
    (asked,) = fight.events
    assert isinstance(asked, QuestionAsked)
    assert (asked.visibility, asked.question.visibility) == ("gm", "gm")
    fight.ask("a", "x", ("yes",))
    assert fight.events[-1].visibility == "public"


def test_an_answer_comes_from_who_was_asked_or_from_nobody_by_name():
    fight = scene()
    fight.ask("b", "guard", ("take", "parry"))
    for actor in ("b", None):
        found = open_question(fight.state, Answer(actor=actor, question="q1", choice="take"))
        assert found.about == "guard"


# --- events nobody knows ----------------------------------------------------------------------


def test_an_unknown_event_is_a_fault():
    class Surprise(Event):
        pass

    with pytest.raises(UnknownEvent, match="surprise"):
        evolve_common(scene().state, Surprise())


def test_commands_and_events_are_named_in_snake_case():
    assert (EndTurn.type, CombatantAdjusted.type) == ("end_turn", "combatant_adjusted")
