"""The grammar: what a word's fields are, how they are read, and how an action is said."""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.engine.encounter import Answer, CombatantRef, Command, Pass, Roll
from app.engine.text.posts import Place, commands_in
from app.engine.text.reading import Unreadable, read
from app.engine.text.saying import said_as
from app.engine.text.slots import LINKS, folded, sayable
from app.engine.text.vocabulary import UnknownWord, Vocabulary, form, words_of
from app.engine.text.words import Word
from app.rules.registry import rulesets
from tests.engine.test_posts import POSTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike(Command):
    """Strike somebody (XX-1). As hard as you like."""

    target: CombatantRef
    zone: Annotated[int | None, "where"] = None
    manner: Literal["hard", "soft touch"] | None = None
    weapon: Annotated[str | None, "what"] = None
    oath: str = ""
    modifiers: tuple[int, ...] = ()
    percent: int | None = None
    feint: bool = False
    plan: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Blast(Command):
    """Blast one, or several."""

    target: CombatantRef | None = None
    targets: tuple[CombatantRef, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sing(Command):
    """Sing songs."""

    songs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A number by its name."""

    name: Annotated[str, "what for"]
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ride(Command):
    """Ride somewhere."""

    to: int | None = None
    pace: int | tuple[int, ...] | None = None
    changes: tuple[Change, ...] = ()
    horses: tuple[Strike, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot(Command):
    """Needs what no text can say."""

    plan: Mapping[str, int]


STRIKE = Word(name="strike", command=Strike)
BLAST = Word(name="blast", command=Blast)
WORDS = [STRIKE, *(Word(name=c.type, command=c) for c in (Blast, Ride, Sing, Answer, Pass, Roll))]


def meant(text: str, *words: Word) -> dict[str, Any]:
    """The fields that the one command of a text says."""
    (one,) = commands_in(text)
    return dict(read(Vocabulary([*WORDS, *words]).word(one.word), one).fields)


def unreadable(text: str) -> str:
    """The part of the text that can't be read."""
    with pytest.raises(Unreadable) as refused:
        meant(text)
    place = refused.value.place
    assert place is not None
    return text[place.start : place.end]


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("!strike orc-1", {"target": "orc-1"}),
        ("!STRIKE at the big orc", {"target": "the big orc"}),
        ("!strike orc 1 with great blade in zone 2",
         {"target": "orc 1", "weapon": "great blade", "zone": 2}),
        ("!strike orc to 2, using a bow, hard", {
            "target": "orc", "zone": 2, "weapon": "a bow, hard"}),
        ("!strike zone=2 target: orc weapon=\"oath of bow\"",
         {"zone": 2, "target": "orc", "weapon": "oath of bow"}),
        ("!blast a, b and c", {"targets": ["a", "b", "c"]}),
        ("!blast a", {"target": "a"}),
        ("!blast targets a", {"targets": ["a"]}),
        ("!strike a,", {"target": "a"}),
        ("!strike orc +2 - 3 @75% feint", {"target": "orc", "modifiers": [2, -3], "percent": 75,
                                          "feint": True}),
        ("!strike orc feint=no percent 40", {"target": "orc", "feint": False, "percent": 40}),
        ("!strike orc manner Soft-Touch", {"target": "orc", "manner": "soft touch"}),
        ("!strike orc as fred rolled 3, 4 5",
         {"target": "orc", "actor": "fred", "dice": [3, 4, 5]}),
        ('!strike "with and zone"', {"target": "with and zone"}),
        ("!ride to 3 pace -2 +1 -20",
         {"to": 3, "pace": -2, "changes": [{"name": "as typed", "value": 1},
                                           {"name": "as typed", "value": -20}]}),
        ("!sing one two", {"songs": ["one", "two"]}),
        ("!sing old song, new song", {"songs": ["old song", "new song"]}),
        ("!roll 2d10 + 4", {"notation": "2d10 + 4"}),
        ("!answer q1 with parry", {"question": "q1", "choice": "parry"}),
        ("!pass", {}),
    ],
)  # fmt: skip
def test_reading(text: str, fields: dict[str, Any]):
    assert meant(text) == fields


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Oh! !strike with bow", "!strike with bow"),
        ("!strike orc with", "with"),
        ("!strike orc in zone", "zone"),
        ("!strike orc at goblin", "at"),
        ("!strike orc, goblin", "orc, goblin"),
        ("!strike orc zone two", "two"),
        ("!strike orc zone 1, 2", "1, 2"),
        ("!strike orc manner gently", "gently"),
        ("!strike orc @75% @50%", "@50%"),
        ("!strike orc @75% more", "more"),
        ("!strike orc rolled six", "six"),
        ("!pass me the salt", "me"),
        ("!pass +2", "+2"),
        ("!sing", "!sing"),
    ],
)
def test_what_cannot_be_read_is_pointed_at(text: str, place: str):
    assert unreadable(text) == place


def test_a_word_may_say_fields_itself_and_lead_elsewhere():
    smite = Word(
        name="smite", command=Strike, says={"weapon": "mace"}, first="oath", links={"at": "target"}
    )
    assert meant("!smite by the light at orc", smite) == {
        "weapon": "mace", "oath": "by the light", "target": "orc",
    }  # fmt: skip
    assert form(smite).startswith("!smite <oath> at <target> [to <zone>]")


def test_forms_say_what_may_follow():
    assert form(STRIKE) == (
        "!strike <target> [to <zone>] [manner <hard|soft touch>] [with <weapon>] [oath <oath>] "
        "[±n] [@n%] [feint]"
    )
    assert form(Word(name="answer", command=Answer)) == "!answer <question> with <choice>"
    assert form(Word(name="sing", command=Sing)) == "!sing <songs> …"


def test_words_come_of_actions_and_only_what_can_be_said():
    assert not sayable(Plot)
    ruleset = rulesets()["toy"]
    words = {word.name: word for word in words_of(ruleset, None)}
    assert list(words) == list(ruleset.action_types)
    assert words["flurry"].summary == "Costs step and strike: three blows, one after another."


def test_unknown_words_name_their_like():
    vocabulary = Vocabulary(WORDS)
    assert vocabulary.word("An-Swer").name == "answer"
    with pytest.raises(UnknownWord) as refused:
        vocabulary.word("strik")
    assert refused.value.facts["like"] == ["strike"]
    with pytest.raises(UnknownWord, match="!help lists"):
        vocabulary.word("xyzzy")


# --- what holds of any text -----------------------------------------------------------------------

FIELDS = ["target", "targets", "zone=", "weapon", "feint", "+2", "@75%", ",", "2"]
LEADS = st.sampled_from([*LINKS, "and", *FIELDS])
SAID = st.lists(LEADS | POSTS.map(lambda post: post.replace("\n", " ")), max_size=12)


@given(st.sampled_from(["strike", "blast", "sing", "answer", "pass", "roll"]), SAID)
def test_any_text_is_read_or_refused_with_a_place_inside_it(word: str, after: list[str]):
    text = f"!{word} {' '.join(after)}"
    vocabulary = Vocabulary(WORDS)
    for one in commands_in(text):
        try:
            reading = read(vocabulary.word(one.word), one)
        except UnknownWord:
            continue
        except Unreadable as refused:
            places = [refused.place or Place(-1, -1)]
        else:
            places = list(reading.places.values())
            assert set(reading.places) == set(reading.fields)
        for place in places:
            assert one.place.start <= place.start < place.end <= one.place.end


LETTERS = st.characters(exclude_characters='"', exclude_categories=["C", "Zl", "Zp"])
NAMES = st.text(LETTERS, min_size=1, max_size=30).filter(lambda name: name.strip())
NAMED = ["and", "Zone", "tar-get", "+2", "@5%", "!pass", "a, b", "#", "", " x "]
AWKWARD = NAMES | st.sampled_from([*LINKS, *NAMED])
BODIES = st.fixed_dictionaries(
    {"target": AWKWARD},
    optional={
        "zone": st.integers(-99, 99),
        "manner": st.sampled_from(["hard", "soft touch"]),
        "weapon": AWKWARD,
        "oath": AWKWARD,
        "modifiers": st.lists(st.integers(-9, 9), min_size=1, max_size=3),
        "percent": st.integers(0, 100),
        "feint": st.booleans(),
    },
)


@given(st.lists(AWKWARD, min_size=1, max_size=3))
def test_several_are_said_and_read(targets: list[str]):
    said = said_as(BLAST, {"targets": targets})
    assert said is not None
    assert meant(said) == {"targets": targets}


@given(BODIES)
@example({"target": "0_"})
@example({"target": "_"})
def test_what_is_said_is_read_as_just_that(body: dict[str, Any]):
    said = said_as(STRIKE, body)
    assert said is not None
    assert meant(said) == body


def test_what_cannot_be_said():
    assert said_as(STRIKE, {"target": 'the "orc"'}) is None
    assert said_as(STRIKE, {"target": "a\nb"}) is None
    assert said_as(STRIKE, {"target": "x " * 126}) is None
    assert said_as(STRIKE, {"target": "orc", "plan": {"a": 1}}) is None
    assert said_as(BLAST, {"targets": []}) is None
    assert folded("End-Turn") == folded("endturn") == folded("end_turn")


MAIN = "main gauche"
KNOWN = ("Hand weapon", MAIN, "Man at Arms", "zone")


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("!strike orc with hand weapon", {"target": "orc", "weapon": "hand weapon"}),
        ("!strike orc weapon=Hand Weapon", {"target": "orc", "weapon": "Hand Weapon"}),
        (
            "!strike man at arms with main gauche",
            {"target": "man at arms", "weapon": "main gauche"},
        ),
        ("!strike orc zone 2", {"target": "orc", "zone": 2}),
        ("!strike man weapon club", {"target": "man", "weapon": "club"}),
    ],
)
def test_names_that_are_known_come_before_fields_and_links(text: str, fields: dict[str, Any]):
    assert read(STRIKE, commands_in(text)[0], lambda: KNOWN).fields == fields


def test_a_command_of_more_words_than_any_action_has_is_refused():
    with pytest.raises(Unreadable, match="at most 1100 words"):
        read(STRIKE, commands_in("!strike " + "a " * 1_101)[0])


@pytest.mark.parametrize("words", ["a ", "orc, ", "+1 ", "with ", "1d2 "])
def test_what_follows_a_word_is_gone_through_once(words: str, monkeypatch: pytest.MonkeyPatch):
    """Else a single post would hold up everybody."""
    asked = 0

    def counted(text: str) -> str:
        nonlocal asked
        asked += 1
        return folded(text)

    monkeypatch.setattr("app.engine.text.reading.folded", counted)
    with contextlib.suppress(Unreadable):
        read(STRIKE, commands_in("!strike " + words * 1_000)[0])
    assert asked < 5_000
