"""What leads, why, and by which document: rows ranked, causes preferred, the named document gone by."""

import pytest

from masis.analysts.extractive import extractive_analysts
from masis.domain.context import Context, Passage
from masis.domain.run.attributed import by_document
from tests.analysts.extract.corpus import chunk, embed

PASSAGES = (
    (
        "Library report 2024",
        "Branches",
        "| Branch | Loans 2024 | Loans 2023 | Staff |\n|---|---|---|---|\n"
        "| Oakfield | 120,400 | 131,000 | 9 |\n| Harbour | 98,300 | 90,100 | 14 |\n"
        "| Mill Lane | 141,900 | 128,000 | 11 |\n| Total | 360,600 | 349,100 | 34 |",
    ),
    (
        "Library report 2024",
        "Year",
        "Loans at Oakfield were 120,400 in 2024. Loans at Oakfield fell because the branch was closed for "
        "repairs from May to July. We are the second largest library service of the region.",
    ),
    (
        "Council minutes",
        "Budget",
        "The council cut the book budget to EUR 310,000. A new branch at Quay Street will cost "
        "EUR 2.4 million. About 12% of visitors came by bicycle.",
    ),
    ("Trust note", "Budget", "The trust asks for a new branch at Quay Street that costs EUR 1.9 million."),
)
CHUNKS = tuple(
    chunk(number, title, text, heading=heading) for number, (title, heading, text) in enumerate(PASSAGES)
)
CONTEXT = Context(passages=tuple(Passage(chunk=one, text=one.text) for one in CHUNKS))


def write(question: str) -> str:
    return extractive_analysts(embed).writer.write(question, CONTEXT, None).text


@pytest.mark.parametrize(
    ("question", "row", "figure"),
    [
        ("Which branch had the most loans in 2024?", "Mill Lane", "141,900"),
        ("Which branch had the most loans in 2023?", "Oakfield", "131,000"),
        ("Which branch has the fewest staff?", "Oakfield", "9"),
        ("Which branch had the lowest loans in 2024?", "Harbour", "98,300"),
        ("Which branch had the highest loans in 2024, Oakfield or Harbour?", "Oakfield", "120,400"),
    ],
)
def test_the_leading_row_of_a_table_answers(question: str, row: str, figure: str) -> None:
    assert f"{row} – " in write(question)
    assert figure in write(question)
    assert "Total" not in write(question)


def test_a_reason_answers_why_before_a_figure_does() -> None:
    answer = write("Why did loans at Oakfield fall?")
    assert "closed for repairs" in answer.split("[")[0]


def test_the_second_largest_is_not_the_largest() -> None:
    assert "second largest" not in write("Who is the largest library service of the region?")


def test_a_share_counts_nothing() -> None:
    assert "Insufficient evidence" in write("How many visitors came by bicycle?")


def test_a_question_goes_by_the_document_it_names() -> None:
    asked = "According to the council minutes, what will the branch at Quay Street cost?"
    answer = write(asked)
    assert "2.4 million" in answer
    assert "1.9 million" not in answer


@pytest.mark.parametrize(
    "question",
    [
        "In 2024, how many loans were there?",
        "According to the mayor, what will the branch cost?",
        "In the library, who works?",
        "What is the budget?",
    ],
)
def test_a_name_that_is_no_document_stays_in_the_question(question: str) -> None:
    assert by_document(question, CHUNKS) == (question, CHUNKS)
