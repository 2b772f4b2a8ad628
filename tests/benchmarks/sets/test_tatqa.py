"""TAT-QA: a figure of an answer must be exact."""

from decimal import Decimal

import pytest

from benchmarks.sets.office import typed
from benchmarks.sets.printed import as_page
from benchmarks.sets.rows import TableContext
from benchmarks.sets.tatqa import WRITERS, exact_figure
from masis.ingest.readers import markdown, sheets, slides, web, word
from masis.ingest.readers.job import Job
from masis.ingest.readers.number_formats import shown_number


@pytest.mark.parametrize(
    ("answer", "value", "found"),
    [
        ("Sales were $1,496.5 million.", "1496.5", True),
        ("Sales were $1,496.5 million.", "1496500000", True),
        ("Sales were $1,496.4 million.", "1496.5", False),
        ("A decrease of 12.6.", "-12.6", True),
        ("No figure here.", "1", False),
    ],
    ids=["as written", "in full", "another", "sign in words", "none"],
)
def test_a_figure_must_be_exact(answer: str, value: str, found: bool) -> None:
    assert exact_figure(answer, Decimal(value)) is found


def test_a_tolerance_is_given_by_the_caller() -> None:
    assert exact_figure("a change of 22.2%", Decimal("-22.22"), Decimal("0.05"))


def test_a_printed_page_holds_paragraphs_and_header_lines() -> None:
    table = (("", "Year ended May 31,", ""), ("", "2031", "2030"), ("A & B", "12", "14"))
    page = as_page(TableContext(table=table, paragraphs=("Fees < costs.",), questions=()))
    assert "<p>Fees &lt; costs.</p>" in page
    assert '<tr class="head"><td colspan="1"></td><td colspan="2">Year ended May 31,</td></tr>' in page
    assert '<tr class=""><td colspan="1">A &amp; B</td>' in page


READERS = {"md": markdown, "html": web, "docx": word, "pptx": slides, "xlsx": sheets, "model": sheets}


@pytest.mark.parametrize("form", WRITERS)
def test_every_format_says_what_the_table_says(form: str) -> None:
    table = (
        ("", "Year ended May 31,", ""),
        ("", "2031", "2030"),
        ("A & B", "$ 1,200", "(14.5)%"),
        ("C", "7", "8%"),
    )
    content = WRITERS[form](TableContext(table=table, paragraphs=("Fees < costs.",), questions=()))
    kind = "xlsx" if form == "model" else form
    (page,) = READERS[form].read(Job(content=content, kind=kind, file_name=f"a.{kind}")).pages  # type: ignore[arg-type]
    (read,) = page.tables
    assert "Fees < costs." in page.text
    assert [row.label for row in read.rows] == ["A & B", "C"]
    assert "1,200" in read.rows[0].cells[0].text
    year = "2031A" if form == "model" else "2031"
    assert read.columns[0].header.endswith(year)


@pytest.mark.parametrize("held", [1, 1000])
@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("$ 1,452.4", "$1,452.4"),
        ("(3,120)", "-3,120"),
        ("(14.5)%", "-14.5%"),
        ("0.5%", "0.5%"),
        ("592", "592"),
        ("n/a", "n/a"),
    ],
)
def test_a_cell_shows_what_the_table_says_whatever_it_holds(cell: str, shown: str, held: int) -> None:
    value, form = typed(cell, held)
    assert (value if isinstance(value, str) else shown_number(value, form)) == shown
