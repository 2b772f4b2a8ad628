"""A question that names the document to go by is answered from that document alone."""

import pytest

from masis.domain.run.attributed import by_document
from tests.builders import chunk

REPORT = chunk("k1", document_title="Harbor annual report 2024")
MINUTES = chunk("k2", document_title="Minutes of the board, March 2025")


@pytest.mark.parametrize(
    ("question", "rest", "own"),
    [
        ("According to the annual report, how high was churn?", "How high was churn?", (REPORT,)),
        ("How high was churn according to the board minutes?", "How high was churn?", (MINUTES,)),
        ("In 2024, how high was churn?", "In 2024, how high was churn?", (REPORT, MINUTES)),
        (
            "How many incidents were there according to the safety unit?",
            "How many incidents were there according to the safety unit?",
            (REPORT, MINUTES),
        ),
        ("How high was churn?", "How high was churn?", (REPORT, MINUTES)),
    ],
    ids=["before", "after", "a period", "a source inside the text", "none"],
)
def test_a_named_document_goes_out_of_the_question(question: str, rest: str, own: object) -> None:
    asked, chunks = by_document(question, [REPORT, MINUTES])
    assert (asked.rstrip("?"), chunks) == (rest.rstrip("?"), own)
