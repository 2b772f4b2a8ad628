"""Writing: the extractive synthesizer, from a question and its context to a cited answer."""

from collections.abc import Collection

from masis.analysts.extractive.compose import compose
from masis.analysts.extractive.gate import chance, fitted, signals
from masis.analysts.extractive.rank import Ranker
from masis.analysts.extractive.select import Finding, find
from masis.analysts.extractive.statements import clean, statements_of
from masis.analysts.extractive.understand import understand
from masis.domain.context import Context
from masis.domain.draft import Draft, Feedback


class ExtractiveWriter:
    """Answer with the documents' own sentences and table rows."""

    def __init__(self, ranker: Ranker) -> None:
        """Share the ranker with the gate."""
        self._ranker = ranker

    def write(self, question: str, context: Context, feedback: Feedback | None) -> Draft:
        """Return the answer; on a retry, sentences found unsupported before are not used again."""
        statements = statements_of(context.chunks)
        barred = _barred(feedback)
        findings = [
            find(asked, statements, self._ranker, barred) for asked in understand(question, context.chunks)
        ]
        return Draft(text=compose(findings, [fits(finding, len(findings)) for finding in findings]))


def fits(finding: Finding, parts: int) -> bool:
    """Tell whether the lead of a finding is likely enough to answer its part."""
    if not finding.points or not finding.ranked:
        return False
    lead = finding.points[0].statement
    chosen = next((one for one in finding.ranked if one.statement.key == lead.key), finding.ranked[0])
    return chance(signals(finding.asked, chosen, finding.ranked, parts)) >= fitted()[1]


def _barred(feedback: Feedback | None) -> Collection[str]:
    return frozenset(clean(claim) for claim in feedback.unsupported_claims) if feedback else frozenset()
