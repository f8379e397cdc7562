"""What every encounter has: ids for who joins, names for who is meant, turns that go on."""

import re
from dataclasses import replace

import pytest

from app.engine.encounter import (
    MAX_ID,
    Combatant,
    CombatantAdjusted,
    CombatantJoined,
    CombatantLeft,
    Command,
    EncounterFinished,
    EncounterPaused,
    EncounterResumed,
    EncounterStarted,
    EncounterState,
    EndTurn,
    Event,
    Leave,
    PlacesTaken,
    QuestionAnswered,
    QuestionAsked,
    Recruit,
    RoundStarted,
    Scene,
    SideFell,
    TurnEnded,
    TurnStarted,
    UnknownEvent,
    entrants,
    evolve_common,
    find,
    require_open,
    require_turn,
    slug,
    with_combatant,
)
from app.engine.order import Place
from app.engine.refusals import (
    AmbiguousName,
    CannotAct,
    EncounterEnded,
    EncounterNotRunning,
    IdTaken,
    Invalid,
    NotYourTurn,
    UnknownCombatant,
)


def state_of(*combatants: Combatant) -> EncounterState:
    return EncounterState(options=None, combatants={c.id: c for c in combatants})


def fighter(id: str, side: str = "left", **changes) -> Combatant:
    return Combatant(id=id, name=changes.pop("name", id.title()), side=side, **changes)


def scene(*combatants: Combatant) -> Scene[EncounterState]:
    """A scene before a fight; who is named first acts first."""
    made = Scene(state_of(*combatants), evolve_common)
    keys = range(len(combatants), 0, -1)
    made.record(
        PlacesTaken(
            places=tuple(Place(c.id, (key,)) for c, key in zip(combatants, keys, strict=True))
        )
    )
    made.events.clear()
    return made


def fight(*combatants: Combatant) -> Scene[EncounterState]:
    """A scene in the first turn of a fight."""
    made = scene(*combatants)
    made.begin_fight()
    made.events.clear()
    return made


def falls(made: Scene[EncounterState], id: str) -> None:
    fallen = replace(made.state.combatants[id], status="down")
    made.state = with_combatant(made.state, fallen)


# --- slugs -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Goblin", "goblin"),
        ("Gnoll Łowca!", "gnoll-lowca"),
        ("Zażółć GĘŚLĄ jaźń", "zazolc-gesla-jazn"),
        ("Straße Ærøskøbing Œuvre Þór Ðð Đđ", "strasse-aeroskobing-oeuvre-thor-dd-dd"),
        ("Señor Núñez", "senor-nunez"),
        ("Bob the 3rd", "bob-the-3rd"),
        ("  --Bob__the//Orc--  ", "bob-the-orc"),
        ("O'Neil", "o-neil"),
        ("\N{LATIN SMALL LIGATURE FI}re \N{SUPERSCRIPT TWO}", "fire-2"),
        ("Orc \N{CROSSED SWORDS}\N{VARIATION SELECTOR-16}", "orc"),
        ("\N{DRAGON FACE}", "combatant"),
        ("محارب", "combatant"),
        ("武士", "combatant"),
        ("!?", "combatant"),
        ("", "combatant"),
    ],
)
def test_slug(name, id):
    assert slug(name) == id
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id)


@pytest.mark.parametrize("name", ["x" * 500, "ab " * 200, "x" * 51 + " y" * 100, "ß" * 300])
def test_slug_of_a_long_name_leaves_room_for_numbers(name):
    short = slug(name)
    assert len(f"{short}-100-100") <= MAX_ID
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", short)


# --- who joins ---------------------------------------------------------------------------------


def ids_of(*recruits: Recruit, there: EncounterState | None = None) -> list[str]:
    return [entrant.id for entrant in entrants(there or state_of(), recruits)]


def recruit(name: str = "Goblin", **fields) -> Recruit:
    return Recruit(name=name, side="left", **fields)


def test_an_entrant_has_all_that_the_recruit_said():
    wanted = Recruit(
        name="Łowca",
        side="pack",
        sheet={"hp": 3},
        group="gnolls",
        external_id="Actor.1",
        hidden=True,
    )
    (entrant,) = entrants(state_of(), (wanted,))
    assert (entrant.id, entrant.name, entrant.side) == ("lowca", "Łowca", "pack")
    assert (entrant.group, entrant.external_id, entrant.hidden) == ("gnolls", "Actor.1", True)
    assert entrant.sheet == {"hp": 3}


def test_nobody_joins():
    assert ids_of() == []


def test_the_same_name_gets_a_number():
    assert ids_of(recruit(), recruit(), recruit()) == ["goblin", "goblin-2", "goblin-3"]


def test_the_same_name_as_someone_there():
    there = state_of(fighter("goblin"), fighter("goblin-2", status="dead"))
    assert ids_of(recruit(), there=there) == ["goblin-3"]


def test_a_free_number_is_taken():
    there = state_of(fighter("goblin"), fighter("goblin-3"))
    assert ids_of(recruit(), recruit(), there=there) == ["goblin-2", "goblin-4"]


def test_names_without_letters():
    assert ids_of(recruit("محارب"), recruit("\N{DRAGON FACE}")) == ["combatant", "combatant-2"]


def test_a_count_of_eight():
    joining = entrants(state_of(), (recruit("Orc", count=8),))
    assert [e.id for e in joining] == [f"orc-{n}" for n in range(1, 9)]
    assert [e.name for e in joining] == [f"Orc {n}" for n in range(1, 9)]


def test_a_count_beside_others_of_the_name():
    there = state_of(fighter("orc"), fighter("orc-2"))
    assert ids_of(recruit("Orc", count=3), there=there) == ["orc-1", "orc-3", "orc-4"]


def test_a_count_with_an_id_given():
    assert ids_of(recruit("Orc", id="o", count=2)) == ["o-1", "o-2"]
    with pytest.raises(IdTaken) as refused:
        ids_of(recruit("Orc", id="o", count=2), there=state_of(fighter("o-2")))
    assert refused.value.facts == {"id": "o-2"}


def test_ids_of_a_long_name_stay_within_bounds():
    recruits = (recruit("x" * 300, count=100), recruit("x" * 300, count=100))
    joining = ids_of(*recruits)
    assert len(set(joining)) == 200
    assert max(map(len, joining)) <= MAX_ID


def test_the_game_masters_name_is_reserved():
    assert ids_of(recruit("GM")) == ["gm-2"]
    assert ids_of(recruit("gm", count=2)) == ["gm-1", "gm-2"]
    with pytest.raises(Invalid, match="not 'gm'"):
        ids_of(recruit(id="gm"))


@pytest.mark.parametrize("id", ["a", "goblin-2", "x" * 64, "0", "1-2-3"])
def test_ids_given(id):
    assert ids_of(recruit(id=id)) == [id]


@pytest.mark.parametrize(
    "id",
    [
        "",
        "A",
        "a b",
        "-a",
        "a-",
        "a--b",
        "a_b",
        "ż",
        "a/b",
        "a\n",
        "x" * 65,
        "\N{FULLWIDTH DIGIT ONE}",
    ],
)
def test_ids_given_wrong(id):
    with pytest.raises(Invalid) as refused:
        ids_of(recruit(id=id))
    assert refused.value.facts == {"id": id}
    assert not isinstance(refused.value, IdTaken)


def test_an_id_that_its_number_makes_too_long():
    assert ids_of(recruit(id="x" * 62, count=2)) == ["x" * 62 + "-1", "x" * 62 + "-2"]
    with pytest.raises(Invalid, match="over 64 long"):
        ids_of(recruit(id="x" * 63, count=2))


def test_an_id_taken():
    with pytest.raises(IdTaken) as refused:
        ids_of(recruit(id="goblin"), there=state_of(fighter("goblin", status="left")))
    assert refused.value.facts == {"id": "goblin"}
    with pytest.raises(IdTaken):
        ids_of(recruit(id="a"), recruit(id="a"))
    with pytest.raises(IdTaken):
        ids_of(recruit(), recruit(id="goblin"))


def test_an_external_id_taken():
    there = state_of(fighter("a", external_id="Actor.1"))
    with pytest.raises(IdTaken) as refused:
        ids_of(recruit(external_id="Actor.1"), there=there)
    assert refused.value.facts == {"id": "Actor.1"}
    with pytest.raises(IdTaken):
        ids_of(recruit(external_id="x"), recruit(external_id="x"))
    assert ids_of(recruit(external_id="x"), recruit(external_id="X"), recruit()) == [
        "goblin",
        "goblin-2",
        "goblin-3",
    ]


def test_an_external_id_is_one_combatants():
    with pytest.raises(Invalid, match="leave it out with a count"):
        ids_of(recruit(external_id="Actor.1", count=2))
    assert ids_of(recruit(external_id="Actor.1", count=1)) == ["goblin"]


# --- who is meant ------------------------------------------------------------------------------

TABLE = state_of(
    fighter("goblin", name="Goblin"),
    fighter("goblin-2", name="GOBLIN", status="dead"),
    fighter("lowca", name="Łowca Żmij", external_id="Actor.7"),
    fighter("strasse", name="Straße"),
    fighter("odd", name="goblin-2", external_id="lowca"),
)


@pytest.mark.parametrize(
    ("wanted", "id"),
    [
        ("goblin", "goblin"),  # an id comes before a name
        ("goblin-2", "goblin-2"),
        ("lowca", "lowca"),  # and before an external id
        ("Actor.7", "lowca"),
        ("Łowca Żmij", "lowca"),
        ("łOWCA żMIJ", "lowca"),
        ("łowca z\N{COMBINING DOT ABOVE}mij", "lowca"),
        ("STRASSE", "strasse"),
        ("LOWCA", "lowca"),  # an id, where nobody has that name
    ],
)
def test_find(wanted, id):
    assert find(TABLE, wanted) == id


def test_a_name_that_fits_several():
    with pytest.raises(AmbiguousName) as refused:
        find(TABLE, "GoBlIn")
    assert refused.value.code == "ambiguous-name"
    assert refused.value.facts == {"name": "GoBlIn", "ids": ["goblin", "goblin-2"]}


def test_who_has_left_is_meant_only_when_nobody_else_is():
    gone = fighter("goblin-3", name="Goblin", status="left")
    one = fight(fighter("goblin", name="Goblin"), gone).state
    assert find(one, "Goblin") == "goblin"
    assert find(fight(fighter("a"), gone).state, "Goblin") == "goblin-3"


@pytest.mark.parametrize("wanted", ["nobody", "", "actor.7", "Gobli", "gm"])
def test_nobody_is_meant(wanted):
    with pytest.raises(UnknownCombatant) as refused:
        find(TABLE, wanted)
    assert refused.value.facts == {"combatant": wanted}


# --- whose turn --------------------------------------------------------------------------------


def test_require_turn_when_nobody_acts():
    with pytest.raises(NotYourTurn, match="It is not the turn of a") as refused:
        require_turn(replace(state_of(fighter("a")), status="running"), "a")
    assert refused.value.facts == {"actor": "a", "acting": None}


def test_require_turn():
    state = fight(fighter("a"), fighter("b", "right"), fighter("c", status="dead")).state
    require_turn(state, "a")
    with pytest.raises(NotYourTurn) as refused:
        require_turn(state, "b")
    assert refused.value.facts == {"actor": "b", "acting": "a"}
    with pytest.raises(CannotAct) as unable:
        require_turn(state, "c")
    assert unable.value.facts == {"actor": "c", "combatant_status": "dead"}
    with pytest.raises(Invalid, match="actor is missing"):
        require_turn(state, None)


@pytest.mark.parametrize("status", ["setup", "paused"])
def test_no_turn_when_the_fight_is_not_running(status):
    with pytest.raises(EncounterNotRunning) as refused:
        require_turn(replace(state_of(fighter("a")), status=status), "a")
    assert refused.value.facts == {"encounter_status": status}


def test_nothing_after_the_end():
    state = replace(state_of(fighter("a")), status="ended")
    for require in (require_open, lambda ended: require_turn(ended, "a")):
        with pytest.raises(EncounterEnded):
            require(state)
    require_open(state_of())


# --- names of types, state ---------------------------------------------------------------------


def test_types_are_named_after_their_classes():
    assert (Command.type, EndTurn.type, Leave.type) == ("command", "end_turn", "leave")
    assert (Event.type, TurnStarted.type) == ("event", "turn_started")


def test_sides_standing_in_order_of_joining():
    state = state_of(
        fighter("a", "wolves", status="dead"),
        fighter("b", "men"),
        fighter("c", "wolves"),
        fighter("d", "ghosts", status="left"),
        fighter("e", "men"),
    )
    assert state.standing == ("men", "wolves")


def test_who_is_able():
    statuses = ("active", "down", "dead", "left")
    assert [fighter("a", status=s).able for s in statuses] == [True, False, False, False]


def test_evolving_leaves_the_state_before_as_it_was():
    before = state_of(fighter("a"))
    after = evolve_common(before, CombatantJoined(combatant=fighter("b")))
    after = evolve_common(
        after, CombatantAdjusted(combatant=fighter("a", name="New"), changed=("name",), reason="")
    )
    after = evolve_common(after, CombatantLeft(combatant="b"))
    assert before == state_of(fighter("a"))
    assert list(after.combatants) == ["a", "b"]
    assert after.combatants["a"].name == "New"
    assert after.combatants["b"].status == "left"


def test_an_event_that_nobody_knows_is_a_fault():
    with pytest.raises(UnknownEvent, match="event"):
        evolve_common(state_of(), Event())


# --- scenes ------------------------------------------------------------------------------------


def test_what_is_recorded_is_seen_at_once():
    made = scene(fighter("a"))
    made.record(EncounterStarted(), RoundStarted(round=1))
    assert made.state.status == "running"
    assert made.state.order.round == 1
    assert made.events == [EncounterStarted(), RoundStarted(round=1)]


def test_a_fight_begins_and_goes_round():
    made = scene(fighter("a"), fighter("b", "right"))
    made.begin_fight()
    made.pass_turn()
    made.pass_turn()
    assert made.events == [
        EncounterStarted(),
        RoundStarted(round=1),
        TurnStarted(combatant="a"),
        TurnEnded(combatant="a"),
        TurnStarted(combatant="b"),
        TurnEnded(combatant="b"),
        RoundStarted(round=2),
        TurnStarted(combatant="a"),
    ]
    assert made.state.acting == "a"
    assert (made.state.order.round, made.state.order.turn) == (2, 1)


def test_the_first_in_the_order_is_dead_when_the_fight_begins():
    made = scene(fighter("a", status="dead"), fighter("b"))
    made.begin_fight()
    assert made.state.acting == "b"
    assert made.state.order.round == 1


def test_a_sole_survivor_begins_a_round_each_turn():
    made = fight(fighter("a"), fighter("b"))
    falls(made, "b")
    made.pass_turn()
    assert made.events == [
        TurnEnded(combatant="a"),
        RoundStarted(round=2),
        TurnStarted(combatant="a"),
    ]


def test_a_fight_of_nobody_pauses():
    made = scene()
    made.begin_fight()
    assert made.events == [EncounterStarted(), EncounterPaused(reason="nobody-can-act")]
    assert made.state.status == "paused"


def test_a_fight_pauses_when_the_last_falls_and_goes_on_when_one_recovers():
    made = fight(fighter("a"), fighter("b"))
    falls(made, "a")
    falls(made, "b")
    made.pass_turn()
    assert made.events == [TurnEnded(combatant="a"), EncounterPaused(reason="nobody-can-act")]
    assert made.state.acting is None
    with pytest.raises(CannotAct, match="Nobody can act"):
        made.resume()
    assert made.state.status == "paused"

    made.events.clear()
    made.state = with_combatant(made.state, fighter("b"))
    made.resume()
    assert made.events == [
        EncounterResumed(),
        RoundStarted(round=2),
        TurnStarted(combatant="b"),
    ]
    assert made.state.status == "running"


def test_the_acting_one_leaves():
    made = fight(fighter("a"), fighter("b", "right"), fighter("c"))
    made.leave(Leave(combatant="a", reason="fled"))
    assert made.events == [
        CombatantLeft(combatant="a", reason="fled"),
        TurnEnded(combatant="a"),
        TurnStarted(combatant="b"),
    ]


def test_another_leaves_and_the_turn_goes_on():
    made = fight(fighter("a"), fighter("b", "right"), fighter("c", "right"))
    made.leave(Leave(combatant="b"))
    assert made.events == [CombatantLeft(combatant="b")]
    assert made.state.acting == "a"


def test_the_last_of_a_side_leaves():
    made = fight(fighter("a"), fighter("b", "right"))
    made.leave(Leave(combatant="b"))
    assert made.events == [CombatantLeft(combatant="b"), SideFell(side="right", standing=("left",))]


def test_the_last_of_all_leaves():
    made = fight(fighter("a"))
    made.leave(Leave(combatant="a"))
    assert made.events == [
        CombatantLeft(combatant="a"),
        SideFell(side="left", standing=()),
        TurnEnded(combatant="a"),
        EncounterPaused(reason="nobody-can-act"),
    ]


def test_the_turn_of_who_leaves_passes_in_the_rulesets_own_way():
    made = fight(fighter("a"), fighter("b"))
    made.leave(Leave(combatant="a"), lambda scene: scene.record(TurnEnded(combatant="a")))
    assert made.events == [CombatantLeft(combatant="a"), TurnEnded(combatant="a")]


def test_no_side_falls_before_the_fight():
    made = scene(fighter("a"), fighter("b", "right"))
    made.leave(Leave(combatant="b"))
    assert made.events == [CombatantLeft(combatant="b")]


def test_nobody_leaves_twice():
    made = fight(fighter("a"), fighter("b"))
    made.leave(Leave(combatant="b"))
    with pytest.raises(CannotAct, match="has left already"):
        made.leave(Leave(combatant="b"))


def test_a_side_that_had_fallen_before_does_not_fall_again():
    made = fight(fighter("a"), fighter("b", "right", status="dead"))
    made.note_fallen_sides(made.state.standing)
    assert made.events == []


def test_questions_are_numbered_and_stay_until_answered():
    made = fight(fighter("a"))
    made.ask("a", "parry", ("yes", "no"), default="no")
    made.ask("gm", "morale", ("flee", "stay"), blocks=False, of="a", visibility="gm")
    first, second = made.state.questions
    assert (first.id, first.to, first.about, first.choices) == ("q1", "a", "parry", ("yes", "no"))
    assert (first.default, first.blocks, first.of, first.visibility) == ("no", True, None, "public")
    assert (second.id, second.default, second.blocks, second.of) == ("q2", None, False, "a")
    assert [event.visibility for event in made.events] == ["public", "gm"]
    assert made.events == [
        QuestionAsked(question=first),
        QuestionAsked(question=second, visibility="gm"),
    ]

    made.record(QuestionAnswered(question="q1", choice="no"))
    assert made.state.questions == (second,)
    made.ask("a", "parry", ("yes", "no"))
    assert [q.id for q in made.state.questions] == ["q2", "q3"]


def test_an_answer_is_as_secret_as_its_question():
    made = fight(fighter("a"))
    made.ask("a", "feint", ("left", "right"), visibility="owner")
    made.answered(made.state.questions[0], "left")
    assert made.events[-1] == QuestionAnswered(
        question="q1", choice="left", of="a", visibility="owner"
    )
    assert made.state.questions == ()


def test_the_end_closes_turn_and_questions():
    made = fight(fighter("a"))
    made.ask("a", "parry", ("yes", "no"))
    made.record(EncounterFinished(standing=("left",)))
    assert (made.state.status, made.state.acting, made.state.questions) == ("ended", None, ())
