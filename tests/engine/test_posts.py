"""Commands in posts: where they begin and end, and what is no command."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.text.posts import MAX_QUOTED, commands_in, line_and_column

SPICE = st.sampled_from(
    ["!", "!a", "!attack", " ", "\n", ">", "> ", "[quote]", "[/quote]", "[QUOTE=x]", '"', "“", "”",
     "(", "]", ",", "#", " # ", ".", "+2", "@75%", "orc", "é", "\r\n", "\t", "\u2028", "zone=2"]
)  # fmt: skip
POSTS = st.lists(SPICE | st.text(max_size=8), max_size=60).map("".join)


def said(post: str) -> list[str]:
    return [post[one.place.start : one.place.end] for one in commands_in(post)]


@pytest.mark.parametrize(
    ("post", "commands"),
    [
        ("!evade", ["!evade"]),
        ("I step back. !evade\nand breathe", ["!evade"]),
        ("!attack orc 1 with bow.", ["!attack orc 1 with bow"]),
        ("!attack orc-1, with bow!!", ["!attack orc-1, with bow"]),
        ("(OOC: !evade) she said", ["!evade"]),
        ("((!attack orc-1 (the big one)))", ["!attack orc-1"]),
        ("**!evade** and `!pass` and _!land_", ["!evade", "!pass", "!land_"]),
        ("[b]!attack orc-1[/b] with fury", ["!attack orc-1"]),
        ("<p>!attack orc-1</p>", ["!attack orc-1"]),
        ('He cries "!attack orc-1" loudly', ["!attack orc-1"]),
        ("!pass !roll 2d10 + 4 !status", ["!pass", "!roll 2d10 + 4", "!status"]),
        ("!roll 2d6 # for luck", ["!roll 2d6"]),
        ("!attack Orc #2", ["!attack Orc #2"]),
        ('!attack "Bob (the !orc) # 2" with bow', ['!attack "Bob (the !orc) # 2" with bow']),
        ("!attack “Bob, the orc”", ["!attack “Bob, the orc”"]),
        ('!attack "Bob', ["!attack"]),
        ("OOC:!evade", ["!evade"]),
        ("Wow! What? !! !1 what!no ?!hey !!pass", []),
        ("> !evade", []),
        ("  >> !evade\n!pass", ["!pass"]),
        ("[quote=Ann;12]!evade[/quote] !pass", ["!pass"]),
        ("[quote][QUOTE]!a[/QUOTE]!b[/quote]!c", ["!c"]),
        ("[quote]!evade", []),
        ("[/quote]!evade", ["!evade"]),
        ("[quoted]!evade[/quoted]", ["!evade"]),
        ("", []),
    ],
)
def test_what_is_a_command(post: str, commands: list[str]):
    assert said(post) == commands


def test_pieces_know_their_places():
    post = 'So: !attack "great orc" with bow, @75%'
    (one,) = commands_in(post)
    assert one.word == "attack"
    assert [(piece.text, piece.quoted) for piece in one.pieces] == [
        ("great orc", True), ("with", False), ("bow", False), (",", False), ("@75%", False),
    ]  # fmt: skip
    assert [post[p.place.start : p.place.end] for p in one.pieces][:2] == ['"great orc"', "with"]


def test_lines_and_columns_count_from_one():
    assert line_and_column("ab\ncd", 0) == (1, 1)
    assert line_and_column("ab\ncd", 4) == (2, 2)


@given(POSTS)
def test_any_post_can_be_read_and_places_are_inside_it(post: str):
    end = 0
    for one in commands_in(post):
        assert end <= one.place.start < one.place.end <= len(post)
        end = one.place.end
        text = post[one.place.start : one.place.end]
        assert text.startswith(f"!{one.word}")
        assert "\n" not in text
        at = one.place.start
        for piece in one.pieces:
            assert at < piece.place.start < piece.place.end <= one.place.end
            at = piece.place.end - 1
            there = post[piece.place.start : piece.place.end]
            assert there == piece.text or there[1:-1] == piece.text


@given(POSTS, st.lists(POSTS, max_size=3))
def test_what_is_quoted_changes_nothing(post: str, quoted: list[str]):
    lines = "\n".join(f"> {line}" for one in quoted for line in one.split("\n"))
    assert said(f"{lines}\n{post}") == said(post) or "[" in lines


@given(st.integers(0, 3))
def test_long_lines_take_no_long_time(kind: int):
    """Quotation marks and tags that never close are looked for no further than they may reach."""
    long = ['!a "' * 5_000, "!a “" * 5_000, "[quote" * 3_000, "!" + " " * 20_000][kind]
    assert all(
        p.place.end - p.place.start <= MAX_QUOTED + 2 for c in commands_in(long) for p in c.pieces
    )
