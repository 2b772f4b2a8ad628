"""Draft: what a writer wrote, what it is told before it writes again, and which draft is the best."""

import re
from collections.abc import Collection, Sequence
from itertools import groupby

from masis.domain.evidence import EvidenceChunk
from masis.domain.run.critique import Critique, Issue
from masis.domain.run.evaluation import Evaluation
from masis.domain.run.gate import PartOutcome, PartVerdict, weakest
from masis.domain.run.publishing import Struck
from masis.domain.usage import Usage
from masis.domain.value import Value
from masis.domain.verification.citations import CitationAudit
from masis.domain.verification.claims import Claim

_FIGURE = re.compile(r"\d[\d,.]*\d|\d")
_CITED = re.compile(r"\[[^\[\]]{0,400}\]")


class Feedback(Value):
    """The critic's findings about the previous draft."""

    previous_draft: str
    unsupported_claims: tuple[str, ...] = ()
    logical_gaps: tuple[str, ...] = ()
    conflicting_evidence: tuple[str, ...] = ()
    fabricated_citations: tuple[str, ...] = ()
    issues: tuple[Issue, ...] = ()
    """The findings with their reasons, where one is known."""
    guidance: str = ""
    """What a reviewer asked for when sending the run on."""


class Draft(Value):
    """What a writer wrote; ``usage`` is what it cost."""

    text: str
    usage: Usage = Usage()
    truncated: bool = False
    """True when the writer did not stop by itself and was cut at its last whole sentence."""
    shortened: tuple[str, ...] = ()
    """Ids of the passages that were shortened once more, to fit the model's window."""
    left_out: tuple[Claim, ...] = ()
    """For an auditor: the sentences that code struck from it."""


class DraftWords(Value):
    """The words of a draft that is still being written, or not yet audited: shown as such or not at all."""

    words: str = ""
    number: int = 0
    """Rises whenever there are more, or others."""
    may_come: bool = False
    """Whether this process carries out the run; one that does not knows none of its words."""


def with_worked_out(text: str, sentences: Sequence[str]) -> str:
    """Return a draft with each worked-out sentence of which it lacks a figure."""
    lacking = [sentence for sentence in sentences if not _figures(sentence) <= _figures(text)]
    return "\n\n".join([text, *lacking])


def _figures(text: str) -> frozenset[str]:
    return frozenset(_FIGURE.findall(_CITED.sub(" ", text)))


class Attempt(Value):
    """One audited draft as far as it holds, with everything needed to show it later."""

    text: str
    """What would be published."""
    iteration: int
    critique: Critique
    claims: tuple[Claim, ...] = ()
    citation_audit: CitationAudit = CitationAudit()
    evaluation: Evaluation | None = None
    evidence: tuple[EvidenceChunk, ...] = ()

    struck: tuple[Struck, ...] = ()
    """What the draft said beyond it."""
    parts: tuple[PartVerdict, ...] = ()
    """What the gate decided about each part of the question."""

    @property
    def outcome(self) -> PartOutcome:
        """The outcome of the part that came off worst."""
        return weakest(self.parts)

    @property
    def answered(self) -> bool:
        """Whether every part of the question is answered."""
        return self.outcome == "answered"

    @property
    def hallucinated(self) -> bool:
        """Whether the draft said what is not so, even where that was struck."""
        return (self.critique.draft or self.critique).hallucination_detected

    @property
    def fabricated(self) -> tuple[str, ...]:
        """The ids the draft cited that do not exist."""
        return self.critique.draft.fabricated if self.critique.draft else self.citation_audit.fabricated

    @property
    def uncited(self) -> int:
        """How many sentences of the draft cite nothing."""
        audit = self.citation_audit
        return self.critique.draft.uncited if self.critique.draft else len(audit.uncited_claims)

    @property
    def rank(self) -> tuple[float, bool, bool, bool, float, float]:
        """What makes a draft better than another, the weightiest first."""
        answered = sum(part.outcome == "answered" for part in self.parts)
        overall = self.evaluation.overall_score if self.evaluation else 0.0
        return (
            answered / max(1, len(self.parts)),
            self.outcome != "absent",
            is_answered(self.claims),
            not self.critique.hallucination_detected,
            self.critique.confidence,
            overall,
        )


# Say that something is missing, and not that the question goes unanswered.
_PARTIAL = ("partially cover", "not provided")


def better(best: Attempt | None, candidate: Attempt) -> Attempt:
    """Return the better of two drafts; the earlier one when they are equal."""
    if best is None or candidate.rank > best.rank:
        return candidate
    return best


def is_answered(ledger: Sequence[Claim]) -> bool:
    """Tell whether a draft answers anything; each part under a heading may refuse for itself.

    A part that opens with an admission does not answer, whatever it goes on to say about the nearest
    passages.
    """
    parts = [tuple(rows) for heading, rows in groupby(ledger, _is_heading) if not heading]
    return any(not _is_refusal(rows[0]) and any(row.verdict != "hedge" for row in rows) for rows in parts)


def _is_heading(claim: Claim) -> bool:
    return claim.verdict == "heading"


def _is_refusal(claim: Claim) -> bool:
    return claim.verdict == "hedge" and not any(phrase in claim.text.lower() for phrase in _PARTIAL)


def cites_something_new(audit: CitationAudit, cited_before: Collection[str]) -> bool:
    """Tell whether a draft rests on a passage that no earlier draft cited."""
    return any(chunk_id not in cited_before for chunk_id in audit.cited)
