"""The pages of docs/ that are made from the code are as the code makes them now."""

from pathlib import Path

import pytest

from app.rules.registry import SHIPPED
from app.services.reference import main, tables_page

PAGES = Path(__file__).parent.parent / "docs" / "rulesets"


@pytest.mark.parametrize("ruleset", SHIPPED, ids=lambda ruleset: ruleset.id)
def test_the_page_of_tables_is_up_to_date(ruleset, tmp_path: Path):
    """TI-MIS-2: `make docs` writes it."""
    main(str(tmp_path))
    written = (tmp_path / f"{ruleset.id}-tables.md").read_text()
    assert (PAGES / f"{ruleset.id}-tables.md").read_text() == written == tables_page(ruleset)


def test_words_mechanics_and_what_is_ours_side_by_side():
    """TI-MIS-R09, TI-MIS-R20: a row of the page."""
    page = (PAGES / "tides-of-ichor-tables.md").read_text()
    green_fire = next(line for line in page.splitlines() if line.startswith("| 9 |"))
    assert green_fire == (
        "| 9 | Green fire | What should have become a spell licks over the wizard in green flames. "
        "| The spell fails<br>Lose 1 W a spell level |  |"
    )
    assert "| Fire dart | fire | 1 | projectile | medium |" in page
