"""Composing: findings become a short cited brief, grouped by part and by document."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from masis.analysts.extract.selecting import Finding
from masis.analysts.extract.units import Unit

HEDGE = "Insufficient evidence"
"""The phrase the audit knows as an admission; see CONTRACT section 6."""

_PAGE_NUMBER = re.compile(r"[A-Z]?-?\d{1,5}[a-z]?|[ivxlcIVXLC]+")


def compose(findings: Sequence[Finding]) -> str:
    """Return the brief; a part without an answer gets one plain sentence that says so."""
    several = len(findings) > 1 or any(finding.also for finding in findings)
    sections: list[str] = []
    for finding in findings:
        heading = [f"### {_heading(finding)}"] if several else []
        sections.append("\n\n".join([*heading, *_body(finding)]))
    return "\n\n".join(sections)


def _heading(finding: Finding) -> str:
    """Return the parts an answer covers as questions; a bare follow-up keeps its words."""
    asked = [part.text.strip().rstrip("?.!") for part in (finding.part, *finding.also)]
    return " ".join(f"{one[:1].upper()}{one[1:]}?" for one in asked).replace("[", "(").replace("]", ")")


def cited(unit: Unit) -> str:
    """Return a unit as a sentence that ends with its citation."""
    text = unit.text.rstrip(" ;,")
    bare = text[:-1] if text.endswith(".") and not text.endswith("..") else text
    return f"{bare} [{unit.chunk.chunk_id}]."


def _body(finding: Finding) -> list[str]:
    blocks = list(_by_document(finding))
    if finding.dispute is not None:
        blocks.insert(0, f"The documents give different values for {finding.dispute.subject}:")
    if finding.derived:
        blocks.append(finding.derived)
    if not finding.answered or finding.absent:
        blocks.append(hedge(finding))
    return blocks


def _by_document(finding: Finding) -> Iterator[str]:
    """Yield one block for each run of units from the same place, the place named in a lead-in."""
    notes = {side.chunk_id: side.note for side in finding.dispute.sides} if finding.dispute else {}
    last = ""
    for (place, lead_in), group in groupby(finding.units, key=_headed):
        block = list(group)
        chunk = block[0].chunk
        note = "superseded" if chunk.superseded else notes.get(chunk.chunk_id, "")
        named = f"{place} ({note}):" if note else f"{place}:"
        lines = [line for line in (named if named != last else "", lead_in) if line]
        last = named
        yield "\n\n".join([*lines, *_runs(block)])


def _runs(block: Sequence[Unit]) -> Iterator[str]:
    """Yield sentences as running text and items and rows as a list, in their order."""
    for listed, group in groupby(block, key=lambda unit: unit.kind != "sentence"):
        run = [cited(unit) for unit in group]
        yield "\n".join(f"- {line}" for line in run) if listed and len(run) > 1 else " ".join(run)


def _headed(unit: Unit) -> tuple[str, str]:
    """Return the place of a unit and, for a list item, the line that introduces its list."""
    return where(unit), unit.before if unit.kind == "item" and unit.before.endswith(":") else ""


def where(unit: Unit) -> str:
    """Return the document and page in words; a label that is no number is a sheet's or a section's name."""
    label = unit.chunk.page_label
    numbered = bool(_PAGE_NUMBER.fullmatch(label))
    page = f"page {label}" if numbered else label if unit.chunk.source == "web" else f"“{label}”"
    return f"{unit.chunk.document_title}, {page}".replace("[", "(").replace("]", ")")


def hedge(finding: Finding) -> str:
    """Return the one sentence that admits what the documents do not hold."""
    asked = finding.part.text.strip().rstrip("?.!")
    if finding.absent:
        missing = " or ".join(f"“{name}”" for name in finding.absent[:3])
        return f"{HEDGE}: the documents do not say enough about {missing} to answer “{asked}”."
    if finding.unsaid:
        return f"{HEDGE}: the documents do not say that {finding.unsaid}."
    nearest = f"; the nearest passage, in {finding.nearest}, does not hold it" if finding.nearest else ""
    return f"{HEDGE}: the documents do not answer “{asked}”{nearest}."
