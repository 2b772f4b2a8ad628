"""Writing: the extractive writer, from a question and its context to a cited brief."""

from masis.analysts.extract.composing import compose
from masis.analysts.extract.question import understand
from masis.analysts.extract.selecting import Finding, find
from masis.analysts.extract.units import Unit, clean, units_of
from masis.analysts.extract.vectors import VectorCache
from masis.domain.context import Context
from masis.domain.draft import Draft, Feedback


class ExtractiveWriter:
    """Answer with the documents' own sentences and table rows."""

    def __init__(self, vectors: VectorCache) -> None:
        """Share the sentence vectors with the other analysts."""
        self._vectors = vectors

    def write(self, question: str, context: Context, feedback: Feedback | None) -> Draft:
        """Return the brief; on a retry, sentences found unsupported before are not used again."""
        barred = _barred(feedback)
        units = units_of(context.chunks)
        return Draft(text=compose(self.findings(question, units, barred)))

    def findings(self, question: str, units: tuple[Unit, ...], barred: frozenset[str]) -> tuple[Finding, ...]:
        """Return what was found for each part of the question; a sentence is used once."""
        parts = understand(question).parts
        limit = 4 if len(parts) == 1 else 3 if len(parts) == 2 else 2
        used: set[Unit] = set()
        findings = []
        for part in parts:
            finding = find(part, units, self._vectors, limit=limit, barred=barred)
            fresh = tuple(unit for unit in finding.units if unit not in used or unit is finding.units[0])
            used.update(fresh)
            findings.append(Finding(part, units=fresh, absent=finding.absent, nearest=finding.nearest))
        return tuple(findings)


def _barred(feedback: Feedback | None) -> frozenset[str]:
    if feedback is None:
        return frozenset()
    return frozenset(" ".join(clean(claim).lower().split()) for claim in feedback.unsupported_claims)
