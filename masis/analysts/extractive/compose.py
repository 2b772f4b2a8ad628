"""Composing: the extractive synthesizer, from a question and its context to a cited answer."""

from collections.abc import Sequence
from itertools import groupby

from masis.analysts.extractive.gate import fitted, likely
from masis.analysts.extractive.planned import planned
from masis.analysts.extractive.rank import Ranker
from masis.analysts.extractive.select import Finding, Point, find
from masis.analysts.extractive.statements import Statement, clean, statements_of
from masis.analysts.extractive.understand import understand
from masis.domain.language.tables import worded
from masis.domain.run.context import Context
from masis.domain.run.draft import Draft, Feedback

HEDGE = "Insufficient evidence"
"""The phrase the audit knows as an admission; see CONTRACT section 6."""


def compose(findings: Sequence[Finding], fitting: Sequence[bool]) -> str:
    """Return the answer; ``fitting`` says of each finding whether it answers its part."""
    several = len(findings) > 1
    sections = []
    for finding, fits in zip(findings, fitting, strict=True):
        heading = [f"### {_heading(finding)}"] if several else []
        sections.append("\n\n".join([*heading, *_body(finding, fits=fits)]))
    return "\n\n".join(sections)


def _heading(finding: Finding) -> str:
    text = finding.asked.part.text.strip().rstrip("?.!")
    return f"{text[:1].upper()}{text[1:]}?".replace("[", "(").replace("]", ")")


def _body(finding: Finding, *, fits: bool) -> list[str]:
    if not finding.points:
        return [hedge(finding)]
    blocks = list(_runs(finding.points))
    if finding.derived:
        places = dict.fromkeys(point.statement.chunk.chunk_id for point in finding.points)
        blocks.insert(0, f"{finding.derived} {''.join(f'[{chunk_id}]' for chunk_id in places)}.")
    return blocks if fits else [hedge(finding), *blocks]


def _runs(points: Sequence[Point]) -> list[str]:
    """Return sentences as running text and rows as a list, in their order."""
    made = []
    for is_row, group in groupby(points, key=lambda point: point.statement.row is not None):
        lines = [cited(point) for point in group]
        made.append(
            "\n".join(f"- {line}" for line in lines) if is_row and len(lines) > 1 else " ".join(lines)
        )
    return made


def cited(point: Point) -> str:
    """Return a statement as a sentence that ends with its citation."""
    text = said(point).rstrip(" ;,")
    bare = text[:-1] if text.endswith(".") and not text.endswith("..") else text
    return f"{bare} [{point.statement.chunk.chunk_id}]."


def said(point: Point) -> str:
    """Return a sentence as it stands, a row in the one wording that rows have."""
    row, table = point.statement.row, point.statement.table
    if row is None or table is None:
        return point.statement.text
    cells = [row.cells[at] for at in point.cells] or list(row.cells)
    return worded(table, row, cells)


def hedge(finding: Finding) -> str:
    """Return the one sentence that admits what the documents do not hold."""
    asked = finding.asked.part.text.strip().rstrip("?.!").replace("[", "(").replace("]", ")")
    return f"{HEDGE}: no passage was verified to answer “{asked}”."


class ExtractiveSynthesizer:
    """Answer with the documents' own sentences and table rows."""

    def __init__(self, ranker: Ranker) -> None:
        self._ranker = ranker

    def write(self, question: str, context: Context, feedback: Feedback | None) -> Draft:
        """Return the answer; on a retry, sentences found unsupported before are not used again."""
        statements = statements_of(context.chunks)
        barred = frozenset(map(clean, feedback.unsupported_claims)) if feedback else frozenset()
        findings = [
            find(asked, statements, self._ranker, barred) for asked in understand(question, context.chunks)
        ]
        return Draft(
            text=compose(
                findings, [answers_its_part(self._ranker, finding, statements) for finding in findings]
            )
        )


def answers_its_part(ranker: Ranker, finding: Finding, statements: Sequence[Statement]) -> bool:
    """Tell whether what was found is likely enough to answer its part, as the gate will ask."""
    plan = planned(finding.asked, statements) if finding.derived else None
    if plan is not None and plan.sentence == finding.derived:
        return True
    said = {point.statement.key for point in finding.points}
    chance = likely(ranker, finding.asked, finding.ranked, statements, said, finding.derived)
    return chance >= fitted()[1]
