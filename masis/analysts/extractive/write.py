"""Writing: the extractive synthesizer, from a question and its context to a cited answer."""

from collections.abc import Collection, Sequence

from masis.analysts.extractive.compose import compose
from masis.analysts.extractive.gate import fitted, likely
from masis.analysts.extractive.rank import Ranker
from masis.analysts.extractive.select import Finding, find
from masis.analysts.extractive.statements import Statement, clean, statements_of
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
        return Draft(text=compose(findings, [fits(self._ranker, one, statements) for one in findings]))


def fits(ranker: Ranker, finding: Finding, statements: Sequence[Statement]) -> bool:
    """Tell whether what was found is likely enough to answer its part, as the gate will ask."""
    said = {point.statement.key for point in finding.points}
    return likely(ranker, finding.asked, finding.ranked, statements, said) >= fitted()[1]


def _barred(feedback: Feedback | None) -> Collection[str]:
    return frozenset(clean(claim) for claim in feedback.unsupported_claims) if feedback else frozenset()
