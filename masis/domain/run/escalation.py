"""Escalation: the sentence a human gets for each cause, and what would help."""

from masis.domain.run.decision import EscalationCause

_MESSAGES: dict[EscalationCause, str] = {
    "conflict": (
        "Conflicting information was detected across documents and could not be automatically resolved. "
        "Please review the competing claims and select a preferred source."
    ),
    "low_confidence": (
        "The answer could not be verified with enough confidence. "
        "Please review the best draft before using it, or make the question more specific."
    ),
    "no_gain": (
        "Another round of research brought no improvement, so the work was stopped. "
        "Please review the best draft before using it, or make the question more specific."
    ),
    "no_evidence": (
        "No relevant documents were found for your query in this workspace. "
        "Please upload relevant documents or refine your question."
    ),
    "weak_evidence": (
        "Your query did not match any documents with sufficient relevance. "
        "Try rephrasing with more specific terms from your documents, "
        "or upload documents that cover this topic."
    ),
    "insufficient_evidence": (
        "Passages on this topic were found, but they do not hold what was asked. "
        "Please upload documents that cover it, or ask for what the documents do state."
    ),
    "no_verified_answer": (
        "No answer could be verified. The passages that come nearest are listed; "
        "please read them, or ask for what the documents do state."
    ),
    "retrieval_unavailable": "Document retrieval is temporarily unavailable. Please try again shortly.",
    "model_unavailable": (
        "The language model is temporarily unavailable. What was found so far is kept. "
        "Please try again shortly."
    ),
    "budget_reached": (
        "What may be spent on language models is spent, so no further call was made. "
        "What was found so far is kept."
    ),
    "contested": (
        "The answer was final, and somebody who read it says that it is wrong or incomplete. "
        "Please compare it with its sources, then approve or reject it."
    ),
}

_HELP: dict[EscalationCause, tuple[str, ...]] = {
    "conflict": (
        "Compare the competing passages and decide which source counts.",
        "Check whether one of them is preliminary, restated or superseded.",
        "Upload the document that settles the matter and run the question again.",
    ),
    "low_confidence": (
        "Check the marked sentences against their sources.",
        "Name the company, measure and period you mean.",
        "Upload a document that covers what is missing.",
    ),
    "no_gain": (
        "Check the marked sentences against their sources.",
        "Split the question into smaller ones.",
        "Upload a document that covers what is missing.",
    ),
    "no_evidence": (
        "Upload documents that cover this topic.",
        "Check that you are in the right workspace.",
    ),
    "weak_evidence": (
        "Use the words your documents use: names, measures, dates.",
        "Look at the nearest passages to see what the workspace does cover.",
        "Upload documents that cover this topic.",
    ),
    "insufficient_evidence": (
        "Look at the cited passages to see what the documents do state.",
        "Upload a document that holds the missing figure, date or name.",
        "Ask about another period, unit or measure that the documents cover.",
    ),
    "no_verified_answer": (
        "Read the passages at their place in the document.",
        "Name the company, measure and period you mean.",
        "Ask one thing at a time.",
    ),
    "retrieval_unavailable": (
        "Run the question again in a minute; nothing was lost.",
        "See the System page for the state of the document store.",
    ),
    "model_unavailable": (
        "Run the question again in a minute; nothing was lost.",
        "See the System page for the state of the language model.",
    ),
    "budget_reached": (
        "Read what was found so far; nothing was lost.",
        "See the System page for what was spent and how much may be.",
        "Ask whoever runs MASIS to raise the cap, then run the question again.",
    ),
    "contested": (
        "Read what is said against the answer beside the sources it cites.",
        "Approve the answer if it holds; reject or edit it if it does not.",
        "Upload a document that settles the matter and run the question again.",
    ),
}


def message_for(cause: EscalationCause) -> str:
    """Return the sentence shown to the person who asked."""
    return _MESSAGES[cause]


def what_would_help(cause: EscalationCause) -> tuple[str, ...]:
    """Return next steps, the most useful first."""
    return _HELP[cause]
