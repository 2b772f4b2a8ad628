"""Penalties: the confidence as the product it is."""

from masis.domain.critique import Critique, Penalty
from masis.ui.safe_text import safe_html

_PENALTIES = {
    "fabricated_citation": "a source that does not exist",
    "uncited_claims": "claims without a verified source",
    "unfounded_claims": "sentences that do not hold",
}


def as_sum(critique: Critique) -> str:
    """Return the confidence as the product it is: 0.90 × 0.5 × 0.94 = 0.42."""
    factors = "".join(f" × <b>{_factor(one.factor)}</b>" for one in critique.penalties)
    told = "; ".join(f"{_factor(one.factor)} for {_reason(one)}" for one in critique.penalties)
    result = f"{factors} = <b>{critique.confidence:.2f}</b>" if critique.penalties else ", no penalty"
    if critique.draft:
        before = f"The whole draft had {critique.draft.confidence:.2f}, before sentences were left out"
        told = f"{before}; {told}" if told else before
    return (
        f'<div class="m-sum">Auditor <b>{critique.model_confidence:.2f}</b>{result}'
        f"<br><span>{safe_html(told)}</span></div>"
    )


def _reason(penalty: Penalty) -> str:
    return f"{_PENALTIES[penalty.name]} ({penalty.count})"


def _factor(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
