"""Rows: a table is drawn with header, unit and the cited row marked; no pipe reaches the reader."""

from masis.domain.document import Page
from masis.domain.verification.ledger import build_ledger
from masis.ui.shared import passage_text, rows
from tests.builders import chunk
from tests.domain.run.test_lead import TABLE, income

WIDE = (
    "| Risk | Description | Score |\n|---|---|---|\n"
    "| R-02 | Cyber attack on the platform that 2,340 customers use | 15 |\n| R-03 | Fire <b> | 12 |"
)


def test_a_quoted_row_has_its_header_its_unit_and_its_cells_as_printed() -> None:
    source = income()
    [claim] = build_ledger("Net sales: $34,229 million (2022) [t1].", (source,))
    grid = rows.quoted_grid(claim.quotes[0], source)
    assert grid is not None
    assert grid.header == ("", "2022", "2021")
    assert grid.rows == (("Net sales", "$34,229", "$35,355"),)
    assert "in millions" in f"{grid.title} {grid.unit}"
    drawn = passage_text.quoted(claim.quotes[0], source, "Net sales")
    assert "|" not in drawn
    assert '<th scope="col">2022</th>' in drawn
    assert "<td>$34,229</td>" in drawn


def test_a_sentence_stays_a_quote() -> None:
    source = chunk("s1", "Revenue was 12 million euros in 2024.")
    [claim] = build_ledger("Revenue was 12 million euros in 2024 [s1].", (source,))
    assert rows.quoted_grid(claim.quotes[0], source) is None
    assert "“Revenue was 12 million euros in 2024.”" in passage_text.quoted(claim.quotes[0], source, "x")


def test_a_page_zooms_to_the_row_with_its_neighbours_and_marks_it() -> None:
    at = TABLE.index("| Operating")
    drawn = passage_text.page_html(Page(number=1, label="1", text=TABLE), (at, at + 20), "Page")
    assert "|" not in drawn
    assert '<tr class="on"><th scope="row">Operating income</th>' in drawn
    assert "Net sales" in drawn


def test_a_row_with_long_words_is_a_list_of_its_cells_and_escaped() -> None:
    at = WIDE.index("| R-02")
    drawn = passage_text.page_html(Page(number=1, label="Risks", text=WIDE), (at, at + 30), "Page")
    assert '<th scope="row">Description</th><td class="w">Cyber attack' in drawn
    assert "R-03" not in drawn
    whole = passage_text.page_html(
        Page(number=1, label="Risks", text=WIDE), (at, at + 30), "Page", whole=True
    )
    assert "R-03" in whole
    assert "Fire &lt;b&gt;" in whole
    assert "|" not in whole
    assert '<tr class="on"><th scope="row">R-02</th>' in whole


def test_a_whole_page_keeps_the_words_around_its_tables_with_the_mark() -> None:
    text = f"Results\n\n{TABLE}\n\nSales fell. Costs rose."
    at = text.index("Costs rose.")
    drawn = passage_text.page_html(Page(number=1, label="1", text=text), (at, at + 11), "Page", whole=True)
    assert "Sales fell. <mark>Costs rose.</mark>" in drawn
    assert "Results" in drawn
    assert "|" not in drawn


def test_a_table_near_the_cited_words_is_drawn_as_a_table() -> None:
    text = f"The hub opens in May.\n\n{TABLE}\n\n{'More words. ' * 200}"
    drawn = passage_text.page_html(Page(number=1, label="1", text=text), (0, 21), "Page")
    assert "<mark>The hub opens in May.</mark>" in drawn
    assert '<th scope="row">Operating income</th>' in drawn
    assert "|" not in drawn
    assert drawn.endswith(" …</div>")


def test_a_unit_that_these_rows_do_not_have_is_not_said() -> None:
    source = income()
    at = source.text.index("| Employees")
    grid = rows.grid_of(rows.tables_of(source), (at, at + 5))
    assert grid is not None
    assert grid.unit == ""


def test_a_quoted_row_without_its_passage_still_has_no_pipes() -> None:
    [claim] = build_ledger("Net sales: $34,229 million (2022) [t1].", (income(),))
    drawn = passage_text.quoted(claim.quotes[0], None, "x")
    assert "|" not in drawn
    assert "$34,229" in drawn
