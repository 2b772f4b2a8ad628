"""Composing: findings become a short cited brief, grouped by part and by document."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from masis.analysts.extract.selecting import Finding
from masis.analysts.extract.units import Unit

HEDGE = "Insufficient evidence"
"""The phrase the audit knows as an admission; see CONTRACT section 6."""


def compose(findings: Sequence[Finding]) -> str:
    """Return the brief; a part without an answer gets one plain sentence that says so."""
    several = len(findings) > 1
    sections: list[str] = []
    for finding in findings:
        heading = [f"### {finding.part.topic}"] if several else []
        sections.append("\n\n".join([*heading, *_body(finding)]))
    return "\n\n".join(sections)


def cited(unit: Unit) -> str:
    """Return a unit as a sentence that ends with its citation."""
    text = unit.text.rstrip(" ;,")
    bare = text[:-1] if text.endswith(".") and not text.endswith("..") else text
    return f"{bare} [{unit.chunk.chunk_id}]."


def _body(finding: Finding) -> list[str]:
    blocks = list(_by_document(finding.units))
    if not finding.answered or finding.absent:
        blocks.append(hedge(finding))
    return blocks


def _by_document(units: Iterable[Unit]) -> Iterable[str]:
    """Yield one block for each run of units from the same place, the place named in a lead-in."""
    for place, group in groupby(units, key=where):
        block = list(group)
        if len(block) > 1 and all(unit.kind != "sentence" for unit in block):
            yield f"{place}:\n\n" + "\n".join(f"- {cited(unit)}" for unit in block)
        else:
            yield f"{place}:\n\n" + " ".join(cited(unit) for unit in block)


def where(unit: Unit) -> str:
    """Return the document and page in words."""
    return f"{unit.chunk.document_title}, p. {unit.chunk.page_label}".replace("[", "(").replace("]", ")")


def hedge(finding: Finding) -> str:
    """Return the sentence that admits what the documents do not hold."""
    topic = finding.part.text.strip().rstrip("?.")
    if finding.absent:
        missing = " or ".join(f"“{name}”" for name in finding.absent[:3])
        return f"{HEDGE}: the documents say nothing about {missing} that answers “{topic}”."
    nearest = f" The nearest passage is in {finding.nearest}, without the answer." if finding.nearest else ""
    return f"{HEDGE}: the documents do not answer “{topic}”.{nearest}"
