"""Every cause has its sentence and its next steps; the contract's sentences are exact."""

from typing import get_args

import pytest

from masis.domain.run.decision import EscalationCause
from masis.domain.run.escalation import message_for, what_would_help

CAUSES: tuple[EscalationCause, ...] = get_args(EscalationCause)
CONTRACT: dict[EscalationCause, str] = {
    "weak_evidence": (
        "Your query did not match any documents with sufficient relevance. Try rephrasing with more specific "
        "terms from your documents, or upload documents that cover this topic."
    ),
    "no_evidence": (
        "No relevant documents were found for your query in this workspace. Please upload relevant documents "
        "or refine your question."
    ),
    "retrieval_unavailable": "Document retrieval is temporarily unavailable. Please try again shortly.",
    "conflict": (
        "Conflicting information was detected across documents and could not be automatically resolved. "
        "Please review the competing claims and select a preferred source."
    ),
}


@pytest.mark.parametrize("cause", CONTRACT)
def test_the_sentences_of_the_contract(cause: EscalationCause) -> None:
    assert message_for(cause) == CONTRACT[cause]


@pytest.mark.parametrize("cause", CAUSES)
def test_every_cause_is_explained_in_its_own_words(cause: EscalationCause) -> None:
    assert message_for(cause).endswith(".")
    assert len({message_for(other) for other in CAUSES}) == len(CAUSES)
    assert what_would_help(cause)
    assert all(step.endswith(".") for step in what_would_help(cause))
