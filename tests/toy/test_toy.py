"""The toy rules, a story a feature; and fights at random, whose every choice must be accepted."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from random import Random
from typing import Any

import pytest
from hypothesis import given as hypothesis_given
from hypothesis import settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from app.engine.dice import Ask, Die, FallingDice, GivenDice, RecordedDice
from app.engine.encounter import (
    Adjust,
    Answer,
    CombatantLeft,
    Command,
    DiceRolled,
    EncounterPaused,
    End,
    EndTurn,
    Event,
    Join,
    Leave,
    Open,
    Pass,
    Pause,
    QuestionAsked,
    Recruit,
    Roll,
    SideFell,
    Start,
    TurnEnded,
    TurnStarted,
)
from app.engine.refusals import NothingToReplace, Refused
from app.engine.ruleset import MAX_AUTOMATIC, Past, redecide, resolve, with_ids
from app.services.codec import Codec
from tests.stories import Story, given
from tests.toy import RULESET
from tests.toy.commands import (
    Blast,
    Flurry,
    Foresee,
    Omen,
    Reroll,
    Sneak,
    Step,
    Strike,
    Summon,
    Wild,
)
from tests.toy.events import (
    BeastChose,
    BlowRolled,
    Burned,
    CaughtFire,
    CombatantFell,
    DamageRolled,
    Foreseen,
    HpLost,
    LuckSpent,
    ParryRolled,
    Sneaked,
    SneakRolled,
    StrikeRolled,
    Thundered,
    WentWild,
    Whispered,
)
from tests.toy.state import Options, State

CODEC = Codec(RULESET)
TRIO = (
    Recruit(name="Slow", side="red", sheet={"speed": 1, "power": 2}),
    Recruit(name="Fast", side="blue", sheet={"speed": 9, "luck": 2, "note": "afraid of fire"}),
    Recruit(name="Twin", side="red", sheet={"speed": 9, "hp": 3}),
)


def opened(*recruits: Recruit, **options: Any) -> Story:
    state = RULESET.open(Options(**options))
    opening = Open(name="Duel", options=CODEC.complete_options(options), combatants=recruits)
    return given(RULESET, state).when(opening).rolling()


def fight(**options: Any) -> Story:
    """Fast acts, then Twin, then Slow."""
    return opened(*TRIO, **options).when(Start()).rolling()


def bodies(state: State, who: str) -> list[dict[str, Any]]:
    return [dict(choice.body) for choice in RULESET.choices(state, who)]


def types(state: State, who: str) -> set[str]:
    return {body["type"] for body in bodies(state, who)}


# --- order and turns --------------------------------------------------------------------------


def test_the_fastest_acts_first_and_ties_go_by_joining() -> None:
    assert fight().state.order.ids == ("fast", "twin", "slow")


def test_who_joins_later_takes_a_place_by_speed() -> None:
    late = Recruit(name="Late", side="red", sheet={"speed": 5})
    story = fight().when(Join(combatants=(late,))).rolling()
    assert story.state.order.ids == ("fast", "twin", "late", "slow")


def test_a_turn_is_a_step_and_a_strike_and_ends_when_both_are_spent() -> None:
    story = fight()
    assert RULESET.left(story.state) == {"step": 1, "strike": 1}
    story = story.when(Step(actor="fast")).rolling()
    assert RULESET.left(story.state) == {"step": 0, "strike": 1}
    story.when(Sneak(actor="fast")).refused("nothing-left", step=0, strike=1)
    story = story.when(Strike(actor="fast", target="slow")).rolling(10)
    story.then(TurnEnded(combatant="fast"), TurnStarted(combatant="twin"))
    assert RULESET.left(story.state) == {"step": 1, "strike": 1}


@pytest.mark.parametrize("done", [EndTurn, Pass])
def test_a_turn_may_end_early(done: type[Command]) -> None:
    assert fight().when(done(actor="fast")).rolling().state.acting == "twin"


def test_a_pause_and_a_new_start_begin_a_new_round() -> None:
    story = fight()
    story.when(Start()).refused("encounter-running")
    story = story.when(Pause(reason="tea")).rolling()
    story.when(Step(actor="fast")).refused("encounter-not-running")
    story.when(Pause(reason="tea")).refused("encounter-not-running")
    with pytest.raises(Refused, match="The encounter is paused; the game master starts it"):
        resolve(RULESET, story.state, Step(actor="fast"), GivenDice([]))
    story = story.when(Start()).rolling()
    assert (story.state.acting, story.state.order.round) == ("fast", 2)


def test_leaving_passes_the_turn_on() -> None:
    story = fight().when(Leave(combatant="fast")).rolling()
    story.then(
        CombatantLeft(combatant="fast"),
        SideFell(side="blue", standing=("red",)),
        TurnStarted(combatant="twin"),
    )


# --- a strike and its question ----------------------------------------------------------------


def struck() -> Story:
    return fight().when(Strike(actor="fast", target="slow")).rolling(11)


def test_a_miss_asks_nothing() -> None:
    story = fight().when(Strike(actor="fast", target="slow")).rolling(10)
    story.then(StrikeRolled(attacker="fast", defender="slow", face=10, hit=False))
    story.never(QuestionAsked)


def test_a_hit_asks_the_target_and_nothing_else_may_happen_before_the_answer() -> None:
    story = struck()
    (question,) = story.state.questions
    assert (question.to, question.about, question.default) == ("slow", "guard", "take")
    story.when(Step(actor="fast")).refused("question-open", question="q1", to="slow")
    story.when(Answer(actor="twin", question="q1", choice="take")).refused("no-such-question")
    story.when(Answer(actor="slow", question="q1", choice="run")).refused("not-a-choice")
    assert not bodies(story.state, "fast")
    assert [body["choice"] for body in bodies(story.state, "slow")] == ["take", "parry"]


def test_damage_is_a_d6_and_power() -> None:
    story = fight().when(EndTurn(actor="fast")).rolling().when(EndTurn(actor="twin")).rolling()
    story = story.when(Strike(actor="slow", target="fast")).rolling(20)
    story = story.when(Answer(actor="fast", question="q1", choice="take")).rolling(3)
    story.then(
        DamageRolled(attacker="slow", defender="fast", face=3, power=2, damage=5),
        HpLost(combatant="fast", hp=5, remaining=5),
    )


def test_a_parry_over_12_avoids_the_strike_and_else_it_hurts() -> None:
    parry = struck().when(Answer(actor="slow", question="q1", choice="parry"))
    parried = parry.rolling(13).never(HpLost)
    parried.then(ParryRolled(defender="slow", attacker="fast", face=13, parried=True))
    parry.rolling(12, 6).then(HpLost(combatant="slow", hp=6, remaining=4))


def test_the_turn_goes_on_after_the_answer_and_ends_with_it_when_all_is_spent() -> None:
    answer = Answer(question="q1", choice="take")
    assert struck().when(answer).rolling(1).state.acting == "fast"
    story = fight().when(Step(actor="fast")).rolling()
    story = story.when(Strike(actor="fast", target="slow")).rolling(11)
    assert story.state.acting == "fast"
    assert story.when(answer).rolling(1).state.acting == "twin"


def test_at_no_hp_one_is_down_and_one_s_side_may_fall() -> None:
    story = struck().when(Leave(combatant="twin")).rolling()
    story = story.when(Adjust(combatant="slow", reason="cold", state={"hp": 1})).rolling()
    story = story.when(Answer(question="q1", choice="take")).rolling(6)
    story.then(
        HpLost(combatant="slow", hp=1, remaining=0),
        CombatantFell(combatant="slow"),
        SideFell(side="red", standing=("blue",)),
    )
    story.when(Strike(actor="fast", target="slow")).refused("nothing-left")


# --- secrets ----------------------------------------------------------------------------------


def test_how_well_one_sneaks_is_the_game_master_s_secret() -> None:
    story = fight().when(Sneak(actor="fast")).rolling(17)
    story.then(Sneaked(combatant="fast"), SneakRolled(combatant="fast", face=17, visibility="gm"))
    assert story.dice[0].visibility == "gm"
    shown = [e for e in story.events if e.visibility == "public"]
    assert not any("17" in str(e) for e in shown)


def test_what_one_foresees_is_ones_own_and_a_whisper_ones_sides() -> None:
    seen = fight().when(Foresee(actor="fast")).rolling(4)
    seen.then(
        Foreseen(of="fast", face=4, visibility="owner"),
        Whispered(of="fast", good=True, visibility="side"),
    )
    assert (seen.dice[0].visibility, seen.dice[0].stream) == ("owner", "public")
    fight().when(Foresee(actor="fast")).rolling(3).then(
        Whispered(of="fast", good=False, visibility="side")
    )


# --- reroll -----------------------------------------------------------------------------------


def missed() -> tuple[Story, Story, Past]:
    before = fight()
    after = before.when(Strike(actor="fast", target="slow")).rolling(2)
    assert after.command is not None
    return before, after, Past(3, after.command, after.dice)


def reroll(now: Story, before: Story, past: Past, *faces: int) -> tuple[list[Event], State]:
    command, dice = Reroll(actor="fast"), GivenDice(faces)
    assert RULESET.replaces(now.state, command)
    decided = redecide(RULESET, now.state, before.state, command, past, dice)
    dice.check_spent()
    again = RecordedDice(dice.fallen)
    assert redecide(RULESET, now.state, before.state, command, past, again) == decided
    again.check_spent()
    return decided


def test_a_reroll_spends_luck_and_only_the_die_to_hit_falls_again() -> None:
    before, after, past = missed()
    assert "reroll" in types(after.state, "fast")
    events, state = reroll(after, before, past, 18)
    assert events[0] == LuckSpent(combatant="fast", left=1)
    assert StrikeRolled(attacker="fast", defender="slow", face=18, hit=True) in events
    assert state.questions[0].to == "slow"
    assert RULESET.left(state) == {"step": 1, "strike": 0}


def test_a_strike_is_rolled_again_only_once() -> None:
    before, after, past = missed()
    _, state = reroll(after, before, past, 3)
    assert state.combatants["fast"].luck == 1
    assert "reroll" not in types(state, "fast")
    given(RULESET, state).when(Reroll(actor="fast")).refused("nothing-to-replace")


def test_a_reroll_comes_right_after_one_s_own_miss() -> None:
    before, after, _ = missed()
    given(RULESET, before.state).when(Reroll(actor="fast")).refused("nothing-to-replace")
    after.when(Reroll(actor="slow")).refused("not-your-turn")
    stepped = after.when(Step(actor="fast")).rolling()
    stepped.when(Reroll(actor="fast")).refused("not-your-turn")
    adjusted = after.when(Adjust(combatant="slow", reason="rest")).rolling()
    adjusted.when(Reroll(actor="fast")).refused("nothing-to-replace")
    other = Past(3, Step(actor="fast"), ())
    with pytest.raises(NothingToReplace):
        redecide(RULESET, after.state, before.state, Reroll(actor="fast"), other, GivenDice(()))


# --- areas, conditions, and what happens by itself --------------------------------------------


def test_a_blast_rolls_for_everybody_else_and_sets_the_standing_on_fire() -> None:
    story = fight().when(Blast(actor="fast")).rolling(4, 3)
    story.then(
        HpLost(combatant="slow", hp=4, remaining=6),
        CaughtFire(combatant="slow"),
        HpLost(combatant="twin", hp=3, remaining=0),
        CombatantFell(combatant="twin"),
    )
    assert not story.state.combatants["twin"].burning
    assert RULESET.conditions(story.state.combatants["slow"])[0]["name"] == "burning"
    assert [(die.object, die.purpose) for die in story.dice] == [
        ("slow", "blast"),
        ("twin", "blast"),
    ]


def burning() -> Story:
    """The second round begins, and both red ones burn."""
    story = fight().when(Blast(actor="fast")).rolling(1, 1)
    for who in ("fast", "twin", "slow"):
        assert RULESET.automatic(story.state) is None
        story = story.when(EndTurn(actor=who)).rolling()
    return story


def test_fire_burns_each_at_the_end_of_a_round_in_an_entry_of_its_own() -> None:
    story = burning().automatic()
    story.then(Burned(combatant="slow"), HpLost(combatant="slow", hp=1, remaining=8))
    story = story.automatic()
    story.then(Burned(combatant="twin"), HpLost(combatant="twin", hp=1, remaining=1))
    assert RULESET.automatic(story.state) is None
    assert story.state.acting == "fast"


def test_fire_passes_over_who_is_out_of_it_by_then() -> None:
    out = Adjust(combatant="slow", reason="rain", remove_conditions=("burning",))
    story = burning().when(out).rolling().automatic()
    story.then(Burned(combatant="twin"))
    assert RULESET.automatic(story.state) is None


def test_everybody_burnt_down_is_a_pause() -> None:
    story = opened(Recruit(name="A", side="a"), Recruit(name="B", side="b", sheet={"hp": 2}))
    story = story.when(Start()).rolling().when(Blast(actor="a")).rolling(1)
    story = story.when(Leave(combatant="a")).rolling().when(EndTurn(actor="b")).rolling()
    story.automatic().then(
        CombatantFell(combatant="b"),
        SideFell(side="b", standing=()),
        EncounterPaused(reason="nobody-can-act"),
    )


def test_a_beast_comes_last_and_acts_by_itself() -> None:
    story = fight().when(Summon(actor="fast")).rolling()
    assert story.state.order.ids == ("fast", "twin", "slow", "beast")
    assert story.state.combatants["beast"].side == "wild"
    for who in ("fast", "twin", "slow"):
        assert RULESET.automatic(story.state) is None
        story = story.when(EndTurn(actor=who)).rolling()
    story = story.automatic(2, 4)
    story.then(
        BeastChose(beast="beast", face=2, target="fast"),
        HpLost(combatant="fast", hp=4, remaining=6),
        TurnStarted(combatant="fast"),
    )
    assert RULESET.automatic(story.state) is None


def test_a_beast_alone_pauses_the_fight() -> None:
    story = opened(Recruit(name="A", side="a")).when(Start()).rolling()
    story = story.when(Summon(actor="a")).rolling().when(Leave(combatant="a")).rolling()
    story.automatic().then(EncounterPaused(reason="only-a-beast-is-left"))


def test_in_a_storm_it_thunders_without_end() -> None:
    story = fight(storm=True)
    for _ in range(3):
        story = story.automatic().then(Thundered())


# --- steps, questions that can wait, tables ----------------------------------------------------


def test_a_flurry_is_three_blows_and_the_turn_is_over() -> None:
    story = fight().when(Flurry(actor="fast", target="slow")).rolling(11, 10, 20)
    story.then(
        BlowRolled(attacker="fast", defender="slow", face=11, hit=True),
        HpLost(combatant="slow", hp=1, remaining=9),
        BlowRolled(attacker="fast", defender="slow", face=10, hit=False),
        HpLost(combatant="slow", hp=1, remaining=8),
        TurnStarted(combatant="twin"),
    )


def test_a_flurry_spares_the_fallen_and_needs_the_whole_turn() -> None:
    story = fight()
    weak = story.when(Adjust(combatant="slow", reason="cold", state={"hp": 1})).rolling()
    weak.when(Flurry(actor="fast", target="slow")).rolling(11).then(CombatantFell(combatant="slow"))
    stepped = story.when(Step(actor="fast")).rolling()
    stepped.when(Flurry(actor="fast", target="slow")).refused("nothing-left")


def test_an_omen_waits_for_the_game_master() -> None:
    story = fight().when(Omen(actor="fast")).rolling()
    assert "strike" in types(story.state, "fast")
    story = story.when(Strike(actor="fast", target="slow")).rolling(11)
    story = story.when(Answer(question="q1", choice="good")).rolling()
    assert [question.about for question in story.state.questions] == ["guard"]
    story = story.when(Answer(question="q2", choice="take")).rolling(2)
    story.then(HpLost(combatant="slow", hp=2, remaining=8), TurnStarted(combatant="twin"))


def test_the_wild_table_does_what_its_row_says() -> None:
    wild = fight().when(Wild(actor="fast"))
    wild.rolling(4).then(WentWild(combatant="fast", face=4, row="A breeze")).never(HpLost)
    wild.rolling(1).then(
        HpLost(combatant="fast", hp=3, remaining=7), HpLost(combatant="fast", hp=1, remaining=6)
    )
    rows = RULESET.tables["wild"].describe()["rows"]
    assert rows[0]["effects"] == ["lose 3 hp", "lose 1 hp"]


# --- adjustments ------------------------------------------------------------------------------


def test_the_game_master_changes_what_is_named() -> None:
    change = Adjust(
        combatant="slow",
        reason="potion",
        name="Swift",
        sheet={"hp": 20},
        state={"hp": 15},
        add_conditions=("burning",),
        hidden=True,
    )
    slow = fight().when(change).rolling().state.combatants["slow"]
    assert (slow.name, slow.hp, slow.sheet.hp, slow.burning) == ("Swift", 15, 20, True)
    assert slow.hidden


def test_an_adjustment_can_fell_and_raise() -> None:
    story = fight().when(Adjust(combatant="fast", reason="trap", state={"hp": 0})).rolling()
    story.then(SideFell(side="blue", standing=("red",)), TurnStarted(combatant="twin"))
    story = story.when(Adjust(combatant="fast", reason="potion", state={"hp": 1})).rolling()
    assert story.state.able("fast")


def test_an_adjustment_that_cannot_be_is_refused() -> None:
    story = fight()
    story.when(Adjust(combatant="slow", reason="x", state={"hp": 11})).refused("invalid-command")
    cold = Adjust(combatant="slow", reason="x", add_conditions=("cold",))
    story.when(cold).refused("unknown-condition", condition="cold")
    out = Adjust(combatant="slow", reason="x", remove_conditions=("burning",))
    story.when(out).refused("unknown-condition")


# --- fights at random -------------------------------------------------------------------------


class SeededDice(FallingDice):
    """Any faces, by a seed."""

    def __init__(self, faces: Random) -> None:
        super().__init__()
        self._faces = faces

    def next_die(self, ask: Ask) -> Die:
        face = self._faces.randint(1, ask.sides)
        return Die(ask.sides, face, ask.purpose, ask.subject, ask.object, ask.visibility)


class Names:
    """Everybody is called by their id."""

    def __getitem__(self, id: str, /) -> str:
        return id


class Table:
    """Plays as the referee does: a lead, then what follows by itself; and checks each entry."""

    def __init__(self, state: State, faces: Random) -> None:
        self.state = state
        self._faces = faces
        self._last = (state, Past(0, Start(), ()))  # a lead, and the state before it

    def lead(self, command: Command) -> None:
        """Decides a command, and all that follows by itself."""
        before, dice = self.state, SeededDice(self._faces)
        if RULESET.replaces(before, command):
            origin, past = self._last
            decided = redecide(RULESET, before, origin, command, past, dice)
            audit = RecordedDice(dice.fallen)
            assert redecide(RULESET, before, origin, command, past, audit) == decided
            audit.check_spent()
            before = origin
        else:
            decided = self._decided(command, dice)
        self._last = (before, Past(self._last[1].version + 1, command, tuple(dice.fallen)))
        self._take(command, decided, dice)
        for _ in range(MAX_AUTOMATIC):
            following = RULESET.automatic(self.state)
            if following is None:
                return
            dice = SeededDice(self._faces)
            self._take(following, self._decided(following, dice), dice)

    def accepts(self, body: dict[str, Any]) -> bool:
        """Whether an action would be recorded."""
        command, dice = CODEC.action(body), SeededDice(Random(1))  # noqa: S311
        try:
            if RULESET.replaces(self.state, command):
                before, past = self._last
                redecide(RULESET, self.state, before, command, past, dice)
            else:
                resolve(RULESET, self.state, command, dice)
        except Refused:
            return False
        return True

    def _decided(self, command: Command, dice: SeededDice) -> tuple[list[Event], State]:
        decided = resolve(RULESET, self.state, with_ids(self.state, command), dice)
        audit = RecordedDice(dice.fallen)
        assert resolve(RULESET, self.state, command, audit) == decided
        audit.check_spent()
        return decided

    def _take(self, command: Command, decided: tuple[list[Event], State], dice: SeededDice) -> None:
        events, self.state = decided
        assert CODEC.load_command(CODEC.dump_command(command)) == command
        assert [CODEC.load_event(CODEC.dump_event(event)) for event in events] == events
        assert CODEC.load_state(CODEC.dump_state(self.state)) == self.state
        assert RULESET.narrate(events, Names())
        assert all(RULESET.prompt(question, Names()) for question in self.state.questions)
        assert all(RULESET.reason(asdict(die), Names()) for die in dice.fallen)


def imaginable(state: State) -> Iterator[dict[str, Any]]:
    for who in state.combatants:
        for kind in RULESET.action_types:
            body = {"type": kind, "actor": who}
            if kind in ("strike", "flurry"):
                yield from ({**body, "target": target} for target in state.combatants)
            elif kind not in ("answer", "roll"):  # dice alone are nobody's choice
                yield body
        for question in ("q1", "q2", "q3"):
            for choice in ("take", "parry", "good", "bad"):
                yield {"type": "answer", "actor": who, "question": question, "choice": choice}


MASTERY: st.SearchStrategy[Command] = st.sampled_from(
    [
        Join(combatants=(Recruit(name="Slow", side="green", sheet={"speed": 5}),)),
        Leave(combatant="fast"),
        Adjust(combatant="slow", reason="cold", state={"hp": 0}),
        Adjust(combatant="slow", reason="potion", state={"hp": 9}, add_conditions=("burning",)),
        Pause(reason="tea"),
        Start(),
        Start(),
    ]
)


@settings(deadline=None, max_examples=60)
@hypothesis_given(st.data(), st.integers(0, 2**32))
def test_choices_are_exactly_what_is_accepted_and_every_entry_can_be_audited(
    data: st.DataObject, seed: int
) -> None:
    table = Table(fight().state, Random(seed))  # noqa: S311
    for _ in range(data.draw(st.integers(1, 25), label="entries")):
        state = table.state
        everyone = (*state.combatants, "gm")
        offered = [body for who in everyone for body in bodies(state, who)]
        assert len({str(sorted(body.items())) for body in offered}) == len(offered)
        for body in offered:
            assert table.accepts(body), body
        for body in imaginable(state):
            assert body in offered or not table.accepts(body), body
        if not offered or data.draw(st.integers(0, 9), label="the game master's?") == 0:
            with suppress(Refused):
                table.lead(data.draw(MASTERY, label="mastery"))
        else:
            table.lead(CODEC.action(data.draw(st.sampled_from(offered), label="action")))


# --- dice that change nothing ---------------------------------------------------------------------


def test_anybody_may_roll_dice_at_any_time_and_nothing_comes_of_it() -> None:
    story = fight().when(Roll(actor="slow", notation="2d6-1")).rolling(3, 5)
    story.then(DiceRolled(combatant="slow", notation="2d6-1", faces=(3, 5), total=7))
    assert story.state == fight().state
    assert [die.purpose for die in story.dice] == ["free-roll", "free-roll"]
    assert RULESET.reason(asdict(story.dice[0]), Names()) == "a roll that changes nothing"
    assert RULESET.tell(story.events, {"slow": "Slow"}) == (
        "Slow rolls 2d6-1: (d6)3 + (d6)5 - 1 = 7."
    )
    asked = fight().when(Strike(actor="fast", target="slow")).rolling(15)
    asked.when(Roll(notation="4")).rolling().then(
        DiceRolled(combatant=None, notation="4", faces=(), total=4)
    )


def test_dice_that_cannot_be_rolled() -> None:
    fight().when(Roll(notation="100d6+1d6")).refused("bad-dice-notation")
    fight().when(Roll(notation="d")).refused("bad-dice-notation")
    fight().when(End()).rolling().when(Roll(notation="d6")).refused("encounter-ended")


@pytest.mark.parametrize("kind", sorted(RULESET.action_types))
def test_every_action_and_sheet_has_a_schema(kind: str) -> None:
    assert TypeAdapter(RULESET.action_types[kind]).json_schema()
    assert CODEC.sheet.json_schema()["properties"]["hp"]["maximum"] == 100
