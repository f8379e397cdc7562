"""What goes to the database with new entries."""

from app.services.entries import Entry, Sealed
from app.services.event_log import Loaded, append

BEFORE = {
    "id": "e", "ruleset": "toy", "version": 9, "head": "h9", "drawn_public": 0, "drawn_gm": 0,
    "jumps": 1, "ruleset_version": "1",
}  # fmt: skip
DRAWN = {"sides": 6, "face": 3, "purpose": "wild", "n": 0}
REUSED = {"sides": 6, "face": 3, "purpose": "wild", "source": "reused", "reused_from": 4}


def sealed(version: int, *, parent: int, dice: list[dict]) -> Sealed:
    """An entry after entry 9."""
    entry = Entry(
        version=version, parent=parent, kind="action", cause=None, followers=0, replaces=None,
        by="gm", at="2026-11-30T12:00:00.000Z", epoch=0, ruleset_version="1", event_schema=1,
        intent=f"intent {version}", after={}, command={}, dice=dice, events=[], head=f"h{version}",
    )  # fmt: skip
    return Sealed(entry, {"version": version}, None)


def noted(*added: Sealed) -> list[dict]:
    """The rows that go to the undone intents, or say which entries do."""
    job = append(Loaded(BEFORE, None), {**BEFORE, "version": 9 + len(added)}, added, "t", None)
    writes = [w for w in job.writes if w.statement.table.name == "undone_intents"]  # type: ignore[attr-defined]
    return [dict(row) for write in writes for row in write.params]


def test_an_entry_that_goes_on_notes_nothing():
    assert noted(sealed(10, parent=9, dice=[DRAWN])) == []


def test_an_entry_notes_that_it_took_dice_and_so_does_what_follows_it():
    """so that nothing else in the same turn takes the same dice"""
    took = [sealed(10, parent=9, dice=[REUSED]), sealed(11, parent=10, dice=[DRAWN, REUSED])]
    assert noted(*took, sealed(12, parent=11, dice=[DRAWN])) == [
        {"encounter_id": "e", "intent": "intent 10", "version": 10},
        {"encounter_id": "e", "intent": "intent 11", "version": 11},
    ]


def test_an_entry_that_goes_back_notes_what_it_undoes(monkeypatch):
    monkeypatch.setattr("app.services.event_log._checkpoint", lambda *args: {})
    assert noted(sealed(10, parent=5, dice=[])) == [{"encounter": "e", "low": 6, "high": 9}]
