"""Turn order: who acts after whom, whoever comes, falls or leaves, and whenever."""

from collections.abc import Callable

import pytest

from app.engine.order import Next, Order, Place


def place(id: str, *key: int) -> Place:
    return Place(id, key)


def order(*ids: str, acting: str | None = None) -> Order:
    """An order of these, first to act first, with keys 10 apart."""
    places = tuple(place(id, 10 * (len(ids) - i)) for i, id in enumerate(ids))
    return Order(places, round=1, turn=1, acting=acting)


def anybody(id: str) -> bool:
    return True


def only(*ids: str) -> Callable[[str], bool]:
    return ids.__contains__


# --- taking places -----------------------------------------------------------------------------


def test_highest_key_first():
    assert Order().insert([place("a", 5), place("b", 20), place("c", 10)]).ids == ("b", "c", "a")


def test_keys_compare_part_by_part():
    taken = Order().insert([place("a", 5, 1), place("b", 5, 3), place("c", 4, 9), place("d", 5)])
    assert taken.ids == ("b", "a", "d", "c")


def test_equal_keys_keep_who_came_first():
    taken = Order().insert([place("a", 5), place("b", 5)]).insert([place("c", 5), place("d", 6)])
    assert taken.ids == ("d", "a", "b", "c")


def test_a_new_place_instead_of_the_old():
    taken = order("a", "b", "c").insert([place("c", 99), place("a", 1)])
    assert taken.ids == ("c", "b", "a")
    assert taken.key_of("c") == (99,)


def test_who_is_named_twice_gets_one_place():
    taken = Order().insert([place("a", 5), place("b", 7), place("a", 9)])
    assert taken.places == (place("a", 9), place("b", 7))


def test_nobody_new_changes_nothing():
    before = order("a", "b")
    assert before.insert([]) == before
    assert Order().insert([]) == Order()


def test_inserting_leaves_round_turn_and_acting_alone():
    taken = order("a", "b", acting="b").insert([place("c", 15)])
    assert (taken.round, taken.turn, taken.acting) == (1, 1, "b")
    assert taken.ids == ("a", "c", "b")


def test_insert_before():
    taken = order("a", "b", acting="a").insert_before("b", "summoned")
    assert taken.ids == ("a", "summoned", "b")
    assert taken.key_of("summoned") == taken.key_of("b")
    assert taken.acting == "a"
    assert order("a", "b").insert_before("a", "summoned").ids == ("summoned", "a", "b")


def test_who_was_inserted_before_someone_stays_there_when_others_come():
    taken = order("a", "b").insert_before("b", "summoned").insert([place("c", 15), place("d", 10)])
    assert taken.ids == ("a", "c", "summoned", "b", "d")


def test_insert_before_somebody_without_a_place():
    with pytest.raises(ValueError, match="not in tuple"):
        order("a").insert_before("nobody", "summoned")


def test_key_of():
    assert order("a", "b").key_of("b") == (10,)
    assert order("a").key_of("nobody") is None


# --- who is next -------------------------------------------------------------------------------


def test_all_act_in_turn_and_then_a_new_round_begins():
    battle = order("a", "b", "c")
    assert battle.after(None, anybody) == Next("a", new_round=True)
    assert battle.after("a", anybody) == Next("b", new_round=False)
    assert battle.after("b", anybody) == Next("c", new_round=False)
    assert battle.after("c", anybody) == Next("a", new_round=True)


def test_who_comes_late_after_the_acting_one_acts_this_round():
    battle = order("a", "b", acting="a").insert([place("late", 15)])
    assert battle.after("a", anybody) == Next("late", new_round=False)
    assert battle.after("late", anybody) == Next("b", new_round=False)


def test_who_comes_late_before_the_acting_one_waits_for_the_next_round():
    battle = order("a", "b", acting="b").insert([place("late", 15)])
    assert battle.after("b", anybody) == Next("a", new_round=True)
    assert battle.after("a", anybody) == Next("late", new_round=False)


def test_who_comes_late_with_the_key_of_the_acting_one_acts_this_round():
    battle = order("a", "b", acting="a").insert([place("late", 20)])
    assert battle.after("a", anybody) == Next("late", new_round=False)


def test_who_comes_last_of_all_acts_before_the_round_ends():
    battle = order("a", "b", acting="b").insert([place("late", 1)])
    assert battle.after("b", anybody) == Next("late", new_round=False)
    assert battle.after("late", anybody) == Next("a", new_round=True)


def test_the_unable_are_passed_over():
    battle = order("a", "b", "c", "d")
    assert battle.after("a", only("a", "d")) == Next("d", new_round=False)
    assert battle.after("d", only("c", "d")) == Next("c", new_round=True)


def test_the_first_in_the_round_is_dead():
    battle = order("a", "b", "c")
    assert battle.after(None, only("b", "c")) == Next("b", new_round=True)
    assert battle.after("c", only("b", "c")) == Next("b", new_round=True)


def test_the_acting_one_fell_in_its_own_turn():
    battle = order("a", "b", "c", acting="b")
    assert battle.after("b", only("a", "c")) == Next("c", new_round=False)
    assert battle.after("b", only("a")) == Next("a", new_round=True)


@pytest.mark.parametrize("survivor", ["a", "b", "c"])
def test_a_sole_survivor_gets_turn_after_turn(survivor):
    battle = order("a", "b", "c")
    assert battle.after(survivor, only(survivor)) == Next(survivor, new_round=True)


def test_one_alone():
    assert order("a").after("a", anybody) == Next("a", new_round=True)


def test_nobody_can_act():
    assert order("a", "b").after("a", only()) is None
    assert order("a", "b").after(None, only()) is None
    assert Order().after(None, anybody) is None


def test_each_is_asked_at_most_once():
    asked: list[str] = []

    def able(id: str) -> bool:
        asked.append(id)
        return False

    order("a", "b", "c").after("b", able)
    assert asked == ["c", "a", "b"]


# --- rounds and turns --------------------------------------------------------------------------


def test_rounds_and_turns_are_counted():
    battle = Order().insert([place("a", 2), place("b", 1)])
    assert (battle.round, battle.turn, battle.acting) == (0, 0, None)
    battle = battle.begin_round(1).begin_turn("a")
    assert (battle.round, battle.turn, battle.acting) == (1, 1, "a")
    battle = battle.begin_turn("b")
    assert (battle.round, battle.turn, battle.acting) == (1, 2, "b")
    battle = battle.begin_round(2)
    assert (battle.round, battle.turn, battle.acting) == (2, 0, None)
    assert battle.ids == ("a", "b")


def test_nobody_acts_after_the_end_of_a_turn():
    battle = order("a", "b", acting="a").end_turn()
    assert battle == order("a", "b")
