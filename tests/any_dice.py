"""Dice for random fights: Hypothesis chooses every face, and finds the smallest that go wrong."""

from hypothesis import strategies as st

from app.engine.dice import Ask, Die, FallingDice


class AnyDice(FallingDice):
    """Faces that Hypothesis chooses."""

    def __init__(self, data: st.DataObject) -> None:
        super().__init__()
        self._data = data

    def faces(self, sides: int) -> st.SearchStrategy[int]:
        """The faces of a die, some of which may come more often than others."""
        return st.integers(1, sides)

    def next_die(self, ask: Ask) -> Die:
        face = self._data.draw(self.faces(ask.sides))
        return Die(ask.sides, face, ask.purpose, ask.subject, ask.object, ask.visibility)
