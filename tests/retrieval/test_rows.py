"""Rows: what a table row is found by."""

import pytest

from masis.domain.language.tables import Cell, Column, Row, Table
from masis.retrieval.base import SparseVector
from masis.retrieval.keywords import question_terms
from masis.retrieval.rows import cover, encode_row, encode_row_query, row_words, rows_of
from tests.contracts import TABLE, make_chunk, make_table


def score(query: SparseVector, row: SparseVector) -> float:
    """Return the store's score where every word is as rare as another."""
    held = dict(zip(row.indices, row.values, strict=True))
    return sum(held.get(index, 0.0) for index in query.indices)


def row(label: str, *path: str, values: int = 1) -> Row:
    cells = tuple(Cell(column=number, text="7") for number in range(values))
    return Row(label=label, path=path, cells=cells, char_start=0, char_end=1)


def scored(question: str, *rows: Row) -> list[float]:
    columns = (Column(header="Year ended December 31, 2024", period="2024"), Column(header="2023"))
    table = Table(title="Statement of income", columns=columns, rows=rows)
    chunk = make_chunk("t", heading="Financial statements", table=table)
    query = encode_row_query(question)
    return [score(query, encode_row(chunk, table, one)) for one in rows]


def test_a_word_of_the_label_counts_more_than_one_of_the_parent() -> None:
    own, inherited = scored("goodwill", row("Goodwill"), row("Total", "Goodwill"))
    assert own > inherited > 0


def test_the_words_around_a_row_find_it_too() -> None:
    for question in ("2024", "december", "statement", "financial", "Report"):
        assert scored(question, row("Goodwill"))[0] > 0, question
    assert scored("2023", row("Goodwill"))[0] == 0
    assert scored("2023", row("Goodwill", values=2))[0] > 0


def test_a_short_row_about_the_matter_beats_a_long_one_that_mentions_it() -> None:
    short, long = scored(
        "inventories", row("Inventories"), row("Change in receivables, inventories, prepaid and other assets")
    )
    assert short > long


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("sales", "Revenue"),
        ("R&D spending", "Research and development expenses"),
        ("capex", "Capital expenditures"),
        ("How many employees?", "Headcount"),
    ],
)
def test_synonyms_and_short_forms_meet(question: str, label: str) -> None:
    assert scored(question, row(label))[0] > 0
    table = TABLE.model_copy(update={"rows": (row(label),)})
    held = row_words(make_chunk("t", table=table), table, table.rows[0])
    assert cover(question_terms(question), held, {}) == 1.0


def test_cover_counts_rare_words_more_and_unknown_ones_most() -> None:
    line, held = question_terms("goodwill impairment"), frozenset({"goodwil"})
    assert cover(line, held, {"goodwil": 3.0, "impair": 1.0}) == 0.75
    assert cover(line, held, {"goodwil": 3.0}) == pytest.approx(3 / 7)
    assert cover((), held, {}) == 0.0


def test_a_documents_title_is_no_evidence_for_its_rows() -> None:
    assert "report" not in row_words(make_table("t"), TABLE, TABLE.rows[0])


def test_rows_without_values_and_passages_without_a_table_have_no_points() -> None:
    assert [number for number, _ in rows_of(make_table("t"))] == [0, 1]
    assert list(rows_of(make_chunk("c"))) == []
