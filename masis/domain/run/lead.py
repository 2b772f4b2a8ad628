"""Lead: the value an answer opens with, only where a supported claim is bound to the fact that states it."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from masis.domain.evidence import EvidenceChunk
from masis.domain.language.currencies import CURRENCIES
from masis.domain.language.questions import Part, parse
from masis.domain.language.tables import (
    Cell,
    Row,
    Table,
    amount_of,
    is_worded,
    row_name,
    spoken_cell,
    worded_cell,
)
from masis.domain.language.words import firmness_of
from masis.domain.run.report import RunReport
from masis.domain.value import Value
from masis.domain.verification.asked_facts import (
    PLANNED,
    Ground,
    asked_facts,
    is_kind,
    same_value,
    text_of,
)
from masis.domain.verification.claims import Claim, Quote
from masis.domain.verification.conflicts import Conflict, Settlement, side_quote, subject_in
from masis.domain.verification.facts import Fact, facts_of, tables_of
from masis.domain.verification.figures import check_figures
from masis.domain.verification.ledger import without_attribution

_FIGURES = frozenset({"figure", "money", "count", "percent"})
_SCALED = CURRENCIES | {"", "share"}
"""What is often given in thousands or millions: without a word on the scale it may mean any of them."""
_MARKS = "-*•#> \t"
_CLOSED = frozenset({"passages", "absent"})
"""Outcomes in which single parts can be answered while the run still waits for a reader."""


class Lead(Value):
    """One value with what it is and when, and the claim that carries it."""

    value: str
    """With unit and scale: ``$34,229 million``."""
    what: str
    """Measure, scope and period: ``Net sales 2022``."""
    position: int
    """Of the supported claim that states it."""
    chunk_id: str
    document_title: str
    page_label: str
    chosen: str = ""
    """Whose word made it count, where sources disagreed."""
    agreeing: tuple[int, ...] = ()
    """Claims about other places that state the same value and nothing else."""
    whole: bool = False
    """Whether its claim says nothing beyond it, so that it need not be repeated."""


class Said(NamedTuple):
    """A fact whose place a claim quotes and whose value it says."""

    chunk: EvidenceChunk
    fact: Fact
    cell: tuple[Table, Row, Cell] | None
    """Of a row; ``None`` for a figure of a sentence."""


def leads_of(report: RunReport) -> tuple[Lead, ...]:
    """Return the values an answer opens with: those a person chose, then one for each answered part.

    A part without one clear value has none, and a value in dispute never leads.
    """
    if report.requires_human_review and report.outcome not in _CLOSED:
        return ()
    settled = report.critique.settled if report.critique else ()
    conflicts = report.critique.conflicts if report.critique else ()
    chosen = tuple(lead for settlement in settled if (lead := _chosen(report, settlement)))
    disputed = frozenset(_sides((*conflicts, *(settlement.conflict for settlement in settled))))
    return (*chosen, *_answered(report, disputed))


def _sides(conflicts: Sequence[Conflict]) -> Iterator[tuple[str, str]]:
    for conflict in conflicts:
        for side in conflict.sides:
            yield side.document_id, side.value


def _chosen(report: RunReport, settlement: Settlement) -> Lead | None:
    """Return the value a rule prefers, where a supported claim quotes its place and says it."""
    side = settlement.preferred
    chunk = next((chunk for chunk in report.evidence if chunk.chunk_id == side.chunk_id), None)
    place = side_quote(chunk, side) if chunk else None
    claims = [
        claim
        for claim in _supported(report)
        if place and side.value in claim.text and any(_overlap(quote, place) for quote in claim.quotes)
    ]
    if not claims:
        return None
    whole = [claim.position for claim in claims if len(said_by(claim, report.evidence)) == 1]
    first = claims[0].position
    return Lead(
        value=_printed(side.value),
        what=settlement.conflict.subject,
        position=first,
        chunk_id=side.chunk_id,
        document_title=side.document_title,
        page_label=side.page_label,
        chosen=settlement.source,
        agreeing=tuple(position for position in whole if position != first),
        whole=first in whole,
    )


def _overlap(quote: Quote, place: Quote) -> bool:
    same = quote.chunk_id == place.chunk_id
    return same and quote.char_start < place.char_end and place.char_start < quote.char_end


def _answered(report: RunReport, disputed: frozenset[tuple[str, str]]) -> tuple[Lead, ...]:
    """Return the leads of the answered parts, in the order of the question; one claim leads once."""
    ground = Ground.of(report.evidence)
    supported = {claim.position: claim for claim in _supported(report)}
    leads: dict[int, Lead] = {}
    for verdict in report.parts:
        claim = supported.get(-1 if verdict.position is None else verdict.position)
        parts = parse(verdict.part).parts
        if verdict.outcome != "answered" or claim is None or claim.position in leads or len(parts) != 1:
            continue
        found = _of_part(parts[0], verdict.part, claim, ground)
        if found and (found.chunk.document_id, _spoken(found)) not in disputed:
            leads[claim.position] = _lead(parts[0], claim, found, report)
    return tuple(leads.values())


def _of_part(part: Part, question: str, claim: Claim, ground: Ground) -> Said | None:
    """Return the one value of a claim that a part asks for; ``None`` where it is not one, or not clear.

    A claim that is a row with a single value is what the gate found to answer the part. Of a claim with
    several values, and of a sentence, the one counts that states what is asked. A sentence that gives another
    value of the same standing ("a fee of $1 billion ... within 18 months") is read, not led by either.
    """
    if part.operation != "lookup" or part.wants not in _FIGURES or part.superlative or len(part.periods) > 1:
        return None
    said = said_by(claim, ground.chunks)
    rivals = tuple(found for found in said if found.cell is None and _is_clear(part, found))
    if len(said) != 1 or said[0].fact.origin != "cell":
        asked = {(stated.chunk.chunk_id, stated.fact) for stated in asked_facts(part, question, ground)}
        said = tuple(found for found in said if (found.chunk.chunk_id, found.fact) in asked)
    if not said or any(not _same(said[0].fact, other.fact) for other in (*said[1:], *rivals)):
        return None
    return said[0] if _is_clear(part, said[0]) else None


def _same(fact: Fact, other: Fact) -> bool:
    """Tell whether two facts give one value; roughly said, $1 billion would allow for 18 months too."""
    return fact.unit == other.unit and same_value(fact, other)


def _is_clear(part: Part, said: Said) -> bool:
    """Tell whether nothing about a value is left to guess: kind, unit, scale, period, firmness."""
    fact, profile = said.fact, said.chunk.profile
    known = fact.periods or ((str(profile.fiscal_year),) if profile.fiscal_year else ())
    dated = not part.periods or part.periods[0] in known
    planned = (fact.firmness in PLANNED) == (firmness_of(part.text) in PLANNED)
    scaled = not fact.scales or (fact.unit not in _SCALED and part.wants == "count")
    whole = bool(fact.unit or part.wants == "count") and scaled and any(map(str.isdigit, fact.shown))
    return whole and dated and planned and is_kind(part, fact) and (part.moving or not fact.change)


def said_by(claim: Claim, evidence: Sequence[EvidenceChunk]) -> tuple[Said, ...]:
    """Return the facts whose place a claim quotes and whose value it says: cells of a row, or figures."""
    body = without_attribution(claim.text.lstrip(_MARKS), [quote.document_title for quote in claim.quotes])
    chunks = {chunk.chunk_id: chunk for chunk in evidence}
    found: list[Said] = []
    for quote in claim.quotes:
        chunk = chunks.get(quote.chunk_id)
        if chunk is None:
            continue
        rows = [(table, row) for table in tables_of(chunk) if (row := is_worded(body, table)) is not None]
        quoted = [pair for pair in rows if quote.char_start <= pair[1].char_start < quote.char_end]
        if quoted:
            found += [said for table, row in quoted for said in _cells_said(body, chunk, table, row)]
        else:
            found += _figures_said(body, chunk, quote)
    return tuple(found)


def _cells_said(body: str, chunk: EvidenceChunk, table: Table, row: Row) -> Iterator[Said]:
    """Return the cells that a row said in words gives; a row's facts stand in the order of its cells."""
    own = [fact for fact in facts_of(chunk) if (fact.origin, fact.char_start) == ("cell", row.char_start)]
    valued = [cell for cell in row.cells if amount_of(table, row, cell) is not None]
    for cell, fact in zip(valued, own, strict=False):
        if cell.text == fact.shown and _gives(body, worded_cell(table, row, cell)):
            yield Said(chunk, fact, (table, row, cell))


def _gives(body: str, worded: str) -> bool:
    return re.search(rf"[:,]\s{re.escape(worded)}(?=,|\W*\Z)", body, re.IGNORECASE) is not None


def _figures_said(body: str, chunk: EvidenceChunk, quote: Quote) -> Iterator[Said]:
    for finding in check_figures(body, facts_of(chunk)):
        fact = finding.fact
        if finding.state != "supported" or finding.formula or fact is None or fact.origin == "cell":
            continue
        if quote.char_start <= fact.char_start and fact.char_end <= quote.char_end:
            yield Said(chunk, fact, None)


def _lead(part: Part, claim: Claim, said: Said, report: RunReport) -> Lead:
    others = (other for other in _supported(report) if other.position != claim.position)
    return Lead(
        value=_printed(_spoken(said)),
        what=_what(part, said),
        position=claim.position,
        chunk_id=said.chunk.chunk_id,
        document_title=said.chunk.document_title,
        page_label=said.chunk.page_label,
        agreeing=tuple(other.position for other in others if _agrees(other, said, report)),
        whole=said.cell is not None and len(said_by(claim, report.evidence)) == 1,
    )


def _agrees(claim: Claim, said: Said, report: RunReport) -> bool:
    """Tell whether a claim is a row about the same organisation, measure and period with the same value."""
    found = said_by(claim, report.evidence)
    if len(found) != 1 or found[0].cell is None:
        return False
    other, fact = found[0].fact, said.fact
    same = other.entity == fact.entity and _same(other, fact)
    return same and bool(set(other.periods) & set(fact.periods)) and bool(other.concepts & fact.concepts)


def _what(part: Part, said: Said) -> str:
    """Return what a value is, as its row or sentence words it, with its period."""
    fact = said.fact
    if said.cell is None:
        named = subject_in(text_of(said.chunk, fact), frozenset((*part.terms, *part.carried)))
        asked = (label for label in part.periods if label in fact.periods)
        period = next(asked, min(fact.periods, key=len, default=""))
        opened = f"{named[:1].upper()}{named[1:]}" if named.partition(" ")[0].islower() else named
        name = f"{opened} {period}".strip()
    else:
        table, row, cell = said.cell
        name, header = row_name(table, row), table.header_of(cell).strip()
        # A bare year reads on; any other header is set off.
        between = " " if header == table.columns[cell.column].period else ", "
        name = f"{name}{between}{header}" if header else name
    firm = fact.firmness.replace("_", "-")
    return f"{name}, {firm}" if firm and firm not in name.casefold() else name


def _spoken(said: Said) -> str:
    return spoken_cell(*said.cell) if said.cell else said.fact.shown.strip()


def _supported(report: RunReport) -> Iterator[Claim]:
    return (claim for claim in report.claims if claim.verdict == "supported")


def _printed(value: str) -> str:
    """Return a value with a minus sign in the place of a hyphen."""
    return f"−{value[1:]}" if value.startswith("-") else value
