"""Contents: sections, tables and pages under labels, within a budget, and nothing that orders."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.language.pipes import pipe_tables
from masis.domain.profile import DocumentProfile
from masis.domain.run.contents import (
    MOST_DOCUMENTS,
    Contents,
    ListedDocument,
    contents_of,
    first_within,
    most_alike,
    outline_of,
)
from tests.builders import chunk

ROWS = "| $ million | 2022 | 2021 |\n| --- | --- | --- |\n| Net sales | 120 | 100 |\n"


def passage(chunk_id: str, heading: str, page: int, text: str = "Some words.", **more: Any) -> Any:
    return chunk(
        chunk_id, text, heading=heading, page_number=page, page_label=str(page), version_id="v1", **more
    )


def table_passage(chunk_id: str, title: str, page: int) -> Any:
    (table,) = pipe_tables(ROWS)
    return passage(chunk_id, "Report › Figures", page, ROWS, table=table.model_copy(update={"title": title}))


REPORT = (
    passage("k1", "Report › Risks", 1),
    passage("k2", "Report › Risks", 2),
    table_passage("k3", "Income statement", 3),
    table_passage("k4", "Income statement", 3),
    passage("k5", "Report › Figures", 3),
    passage("kx", "Report › Orders", 4, flagged=True),
)


def listed(name: str = "Acme, annual report 2022", contents: Contents | None = None) -> ListedDocument:
    profile = DocumentProfile(organisation="Acme Inc.", title=name, fiscal_year=2022, currency="USD")
    return ListedDocument(
        document_id="d1", version_id="v1", profile=profile, contents=contents or contents_of(REPORT)
    )


def test_passages_under_one_heading_are_a_section_and_row_groups_a_table() -> None:
    entries = contents_of(REPORT).entries
    assert [(entry.kind, entry.name, entry.first_page, entry.last_page) for entry in entries] == [
        ("section", "Risks", "1", "2"),
        ("section", "Figures", "3", "3"),
        ("table", "Income statement", "3", "3"),
    ]
    assert [entry.chunk_ids for entry in entries] == [("k1", "k2"), ("k3", "k4", "k5"), ("k3", "k4")]


def test_what_reads_like_an_order_is_not_in_the_contents() -> None:
    found = contents_of(REPORT)
    assert "Orders" not in {entry.name for entry in found.entries}
    assert "kx" not in {chunk_id for page in found.pages for chunk_id in page.chunk_ids}


def test_an_outline_names_the_document_and_its_entries() -> None:
    text = outline_of("What are the risks?", [listed()]).text
    assert text.splitlines() == [
        "D1 Acme, annual report 2022 | Acme Inc. | fiscal 2022 | USD | 3 pages",
        "  D1.1 Risks, p. 1 to 2",
        "  D1.2 Figures, p. 3",
        "  D1.3 table: Income statement, p. 3",
    ]


@pytest.mark.parametrize(
    ("label", "page", "ids"),
    [
        ("D1.3", "", ("k3", "k4")),
        (" [d1.3] ", "", ("k3", "k4")),
        ("D1", "2", ("k2",)),
        ("D1", "p. 2", ("k2",)),
        ("D1.3", "1", ("k1",)),
    ],
)
def test_a_label_or_a_page_is_opened(label: str, page: str, ids: tuple[str, ...]) -> None:
    opened = outline_of("?", [listed()]).named(label, page)
    assert opened is not None
    assert opened.chunk_ids == ids
    assert opened.said.startswith("Acme, annual report 2022: ")


@pytest.mark.parametrize(
    ("label", "page"),
    [("D1", ""), ("D1.0", ""), ("D1.9", ""), ("D2.1", ""), ("D0", "1"), ("D1", "77"), ("S1", ""), ("", "")],
)
def test_an_unknown_label_or_page_is_nothing(label: str, page: str) -> None:
    assert outline_of("?", [listed()]).named(label, page) is None


def test_an_entry_like_the_question_is_kept_when_there_is_little_room() -> None:
    many = tuple(passage(f"k{at}", f"Report › Chapter {at}", at) for at in range(1, 200))
    own = contents_of((*many, passage("kz", "Report › Gross margin", 200)))
    outline = outline_of("How did gross margin change?", [listed(contents=own)], 400)
    assert "Gross margin, p. 200" in outline.text
    assert "Chapter 190" not in outline.text
    found = outline.named("D1.190")
    assert found is not None  # what is not shown keeps its label
    assert found.chunk_ids == ("k190",)


def test_documents_beyond_the_most_are_counted() -> None:
    outline = outline_of("?", [listed(f"Report {at}") for at in range(MOST_DOCUMENTS + 3)])
    assert "and 3 more documents, which a search finds" in outline.text
    assert len(outline.documents) == MOST_DOCUMENTS


@given(st.lists(st.text(max_size=60), max_size=30), st.integers(200, 900))
def test_an_outline_stays_within_its_budget_and_draws_no_fence(titles: list[str], budget: int) -> None:
    chunks = [passage(f"k{at}", f"R › {title}", at + 1) for at, title in enumerate(titles)]
    text = outline_of("?", [listed(contents=contents_of(chunks))], budget).text
    assert len(text) <= budget
    assert "<" not in text
    assert "[" not in text


def test_of_a_long_section_the_passages_like_the_question_are_taken_whole() -> None:
    dull = [passage(f"k{at}", "R", 1, "Nothing of note is told here. " * 10) for at in range(20)]
    told = passage("kt", "R", 1, "Gross margin fell because of amortization.")
    kept = most_alike("Why did gross margin fall?", [*dull, told], 700)
    assert [part.chunk_id for part in kept] == ["k0", "k1", "kt"]


def test_one_passage_is_always_taken() -> None:
    assert len(first_within(REPORT, 1)) == 1
    assert first_within((), 100) == ()
