"""Compare as HTML: tables stay tables, changes are marked in their cell, the figures of a line agree."""

from masis.domain.history.compare import EvidencePair
from masis.domain.history.compare_figures import Figure
from masis.ui.history import compare_html
from tests.builders import chunk

BEFORE = "Key figures\n\n| EUR million | 2024 |\n|---|---|\n| Revenue | 212.9 |\n| Profit | 12.6 |"


def test_a_passage_with_rows_is_drawn_as_a_table_without_bars() -> None:
    found = chunk(text=BEFORE)
    drawn = compare_html.evidence_table([EvidencePair(kind="kept", before=found, after=found)])
    assert "|" not in drawn
    assert '<th scope="row">Revenue</th>' in drawn
    assert "Key figures" in drawn


def test_of_a_changed_table_only_the_changed_row_is_drawn_with_its_cell_marked() -> None:
    pair = EvidencePair(
        kind="changed", before=chunk(text=BEFORE), after=chunk(text=BEFORE.replace("212.9", "214.6"))
    )
    drawn = compare_html.evidence_table([pair])
    assert "<del>212.9</del><ins>214.6</ins>" in drawn
    assert "Profit" not in drawn
    assert "1 more row" in drawn


def test_a_change_is_that_of_the_figures_as_they_are_shown() -> None:
    drawn = compare_html.figures_table([Figure(name="Score", before=0.986, after=0.984)])
    assert [part.partition("</span>")[0] for part in drawn.split("<span>")[2:]] == ["0.99", "0.98", "−0.01"]
