"""Conflicts: values for the same measure, entity, period and unit that differ between documents."""

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from masis.domain.assertions import Assertion, assertions_of
from masis.domain.conflict_causes import likely_cause
from masis.domain.conflict_scope import asked_values, meet
from masis.domain.critique import Conflict, ConflictSide
from masis.domain.evidence import EvidenceChunk
from masis.domain.metrics import name_keys, same_measure
from masis.domain.terms import stems
from masis.domain.timeframes import without_periods

_ABOUT = Decimal("0.03")
"""How far a value said to be about right may be off."""
_MOST_SIDES = 4
_FIRM = re.compile(
    r"\b(?P<firm>[A-Z][\w&-]+(?:\s[A-Z][\w&-]+){0,3}?),?\s(?:N\.?V\.?|B\.?V\.?|S\.?A\.?S?|S\.?E|S\.p\.A|A\.?G|AB|A/S|GmbH|Inc"
    r"|Ltd|Limited|plc|PLC|Corp(?:oration)?|LLC|Oyj?|ASA)(?=[\s.,;)]|$)"
)
_DANGLING = re.compile(r"(?:\s+(?:for|in|of|at|the|on|as|by|during|end|full|year|quarter))+$")
_HOLDER = re.compile(
    r"^(?:[Ww]e|[Ii]t|[Tt]hey|(?:[A-Z][\w&.'-]*\s)+?)\s?(?:hold|holds|held|have|has|had|achieved|reported|recorded|posted)\s"
    r"(?:(?:an?|the)\s)?"
)


def find_conflicts(evidence: Sequence[EvidenceChunk], question: str) -> tuple[Conflict, ...]:
    """Return the true disagreements that matter for a question, in the order of the evidence."""
    house = house_names(evidence)
    stated = _named_alike([one for chunk in evidence for one in assertions_of(chunk)])
    relevant = asked_values(stated, question, house)
    groups: list[list[Assertion]] = []
    for assertion in relevant:
        home = next((group for group in groups if _same_thing(group[0], assertion, house)), None)
        if home is None:
            groups.append([assertion])
        else:
            home.append(assertion)
    found = (_conflict(group) for group in groups)
    return tuple(conflict for conflict in found if conflict is not None)


def disagree(one: Assertion, other: Assertion) -> bool:
    """Tell whether two values for the same thing cannot both hold, rounding and bounds allowed for."""
    gap = abs(one.value - other.value)
    step = max(one.quantum, other.quantum) / 2
    if "about" in {one.bound, other.bound}:
        step = max(step, _ABOUT * max(abs(one.value), abs(other.value)))
    for bounded, exact in ((one, other), (other, one)):
        if bounded.bound == "over" and exact.value >= bounded.value - step:
            return False
        if bounded.bound == "under" and exact.value <= bounded.value + step:
            return False
    return gap > step


def _same_thing(one: Assertion, other: Assertion, house: frozenset[str]) -> bool:
    return (
        one.unit == other.unit
        and one.change == other.change
        and one.planned == other.planned
        and one.period == other.period
        and same_measure(one.measure, other.measure)
        and not _apart(one.names - house, other.names - house)
    )


def _apart(some: frozenset[str], others: frozenset[str]) -> bool:
    """Tell whether one side names somebody the other does not: ``Europe`` and ``European`` are one."""
    return any(not meet({key}, others) for key in some) or any(not meet({key}, some) for key in others)


def _named_alike(stated: Sequence[Assertion]) -> list[Assertion]:
    """Count a sentence's capitalised opener to the measure where another passage does: ``Hire revenue``."""
    known = frozenset(key for one in stated for key in one.measure)
    made = []
    for one in stated:
        opener = frozenset(stems(one.words)[:1]) & one.names & known
        made.append(one._replace(names=one.names - opener, measure=one.measure | opener) if opener else one)
    return made


def house_names(evidence: Sequence[EvidenceChunk]) -> frozenset[str]:
    """Return the names that say nothing about scope: the company the documents are about.

    It is named in titles, carries a legal form, or is the most frequent name over several documents.
    """
    keys = {key for chunk in evidence for key in name_keys(f"x {chunk.text}")}
    seen: Counter[str] = Counter()
    spread: dict[str, set[str]] = {}
    for chunk in evidence:
        for word in stems(chunk.text):
            if word in keys:
                seen[word] += 1
                spread.setdefault(word, set()).add(chunk.document_id)
    titled = frozenset(key for chunk in evidence for key in name_keys(f"x {chunk.document_title}"))
    legal = frozenset(
        ("ag", "gmbh", "inc", "ltd", "plc", "corp", "ab", "sa", "se", "nv", "llc", "group", "holding")
    )
    common = [
        key
        for key, count in seen.most_common(1)
        if count >= 3 and len(spread[key]) >= 2 and count * 3 >= len(evidence)
    ]
    house = titled | legal | frozenset(common)
    text = " ".join(f"{chunk.document_title}. {chunk.full_text}" for chunk in evidence)
    # A firm that is named with its legal form stays the firm where a table lists it beside its rivals.
    firms = frozenset(key for match in _FIRM.finditer(text) for key in stems(match["firm"]))
    return house - frozenset(key for key in house - (firms & titled) if _is_scope(key, evidence))


def _is_scope(key: str, evidence: Sequence[EvidenceChunk]) -> bool:
    """Tell whether a name is called a segment, region or product somewhere."""
    marks = ("segment", "division", "region", "business unit", "product line", "market")
    text = " ".join(chunk.full_text for chunk in evidence).lower()
    name = re.escape(key)
    whose = re.compile(
        rf"\b{name}\w*\s+(?:{'|'.join(marks)})(?!\s+shares?\b)|\b(?:in|for)\s+{name}|^\|\s*{name}", re.M
    )
    return bool(whose.search(text))


def _conflict(group: Sequence[Assertion]) -> Conflict | None:
    """Return the disagreement in a group; a document that gives both values does not disagree."""
    sides: list[Assertion] = []
    for assertion in sorted(group, key=_weight):
        others = [side for side in sides if side.chunk.document_id != assertion.chunk.document_id]
        known = any(not disagree(side, assertion) for side in sides)
        if not sides or (others and not known and all(disagree(side, assertion) for side in others)):
            sides.append(assertion)
    if len(sides) < 2 or _reconciled(sides, group):
        return None
    first = sides[0]
    subject = ", ".join(piece for piece in (_subject(first), first.period) if piece)
    shown = tuple(_side(side) for side in sides[:_MOST_SIDES])
    return Conflict(subject=subject, sides=shown, cause=likely_cause(shown))


_FIRMNESS = {"audited": 0, "restated": 0, "": 1}


def _weight(assertion: Assertion) -> tuple[bool, int, bool, float, str]:
    """Order the speakers for a value: exact before about, audited first, a text before a table."""
    chunk = assertion.chunk
    derived = " – " in assertion.quote and chunk.kind == "table"
    return (
        assertion.bound == "about",
        _FIRMNESS.get(assertion.note, 2),
        derived,
        -chunk.score,
        chunk.chunk_id,
    )


def _reconciled(sides: Sequence[Assertion], group: Sequence[Assertion]) -> bool:
    """Tell whether every document holds the first value as well: its other one means something else."""
    first = sides[0]
    return all(
        any(one.chunk.document_id == side.chunk.document_id and not disagree(one, first) for one in group)
        for side in sides[1:]
    )


def _subject(assertion: Assertion) -> str:
    words = _HOLDER.sub("", " ".join(without_periods(assertion.words).split()))
    for article in ("The ", "the ", "Our ", "our ", "Its ", "its "):
        words = words.removeprefix(article)
    words = _DANGLING.sub("", words.rstrip(" ,;:"))
    first = words.split(" ", 1)[0]
    return (
        words
        if first.isupper() or assertion.names & frozenset(stems(first))
        else words[:1].lower() + words[1:]
    )


def _side(assertion: Assertion) -> ConflictSide:
    chunk = assertion.chunk
    return ConflictSide(
        chunk_id=chunk.chunk_id,
        document_id=chunk.document_id,
        document_title=chunk.document_title,
        page_label=chunk.page_label,
        value=assertion.shown,
        quote=assertion.quote,
        note=assertion.note,
    )
