"""Conflicts: facts of one organisation, attribute, scope and period whose values differ between documents."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import combinations, pairwise
from typing import NamedTuple

from masis.domain.critique import Conflict, ConflictSide
from masis.domain.evidence import EvidenceChunk
from masis.domain.language.periods import FiscalCalendar, fiscal_labels
from masis.domain.language.questions import Part, parse
from masis.domain.language.tables import Cell, Row, Table, worded
from masis.domain.language.units import CURRENCIES
from masis.domain.language.words import concepts, firmness_of, lexicon, names, tokens
from masis.domain.profile import DocumentProfile, names_organisation, same_organisation
from masis.domain.verification.binding import measured_words
from masis.domain.verification.facts import Fact, facts_of, tables_of

_FOR_FIGURES = frozenset({"lookup", "compare", "change", "list", "verify"})
"""Operations that ask for a value a conflict can be about."""
_PLANNED = frozenset({"forecast", "pro_forma"})
_MOVING = frozenset({"movement", "quality"})
"""Pairs of opposites that say which way a value went, and narrow nothing."""
_RATES = frozenset({"%", "pp", "x"})
_LEAST_HELD = 0.5
"""Share of the asked words a fact must hold (own choice; names and measures must be held all the same)."""
_PREFIX = 5
"""Letters that two forms of a name share: Europe and European."""
_MOST_SIDES = 4
_BEHIND = re.compile(r"\s*(?:in|from|of|for|by|at|within|across|per)\s", re.IGNORECASE)
_DAY = re.compile(r"\d{4}-\d\d-\d\d\Z")


class Stated(NamedTuple):
    """A fact that concerns a question, with what tells it from others."""

    chunk: EvidenceChunk
    fact: Fact
    organisation: int
    """Documents of one organisation have the same number."""
    held: frozenset[str]
    """Words of the question it holds."""
    extra: frozenset[str]
    """What narrows it beyond the question."""
    period: str
    """The shortest label of its period."""
    note: str


def find_conflicts(evidence: Sequence[EvidenceChunk], question: str) -> tuple[Conflict, ...]:
    """Return the values that differ between documents over what a question asks, in the order asked."""
    usable = tuple(chunk for chunk in evidence if not chunk.flagged and not chunk.superseded)
    if len({chunk.document_id for chunk in usable}) < 2:
        return ()
    owners = organisations(usable)
    found: dict[frozenset[tuple[str, str]], Conflict] = {}
    for part in parse(question).parts:
        if part.operation in _FOR_FIGURES and not part.superlative:
            for group in _groups(_asked(part, question, usable, owners)):
                conflict = _conflict(group)
                if conflict is not None:
                    places = frozenset((side.chunk_id, side.value) for side in conflict.sides)
                    found.setdefault(places, conflict)
    return tuple(found.values())


def organisations(chunks: Sequence[EvidenceChunk]) -> dict[str, int]:
    """Return a number for each document, the same for those of one organisation.

    Documents that do not say whose they are belong to the one organisation of the others, if it is one.
    """
    known: list[DocumentProfile] = []
    owners: dict[str, int] = {}
    for chunk in chunks:
        if chunk.document_id in owners or not chunk.profile.organisation:
            continue
        fitting = (at for at, other in enumerate(known) if same_organisation(chunk.profile, other))
        owners[chunk.document_id] = next(fitting, len(known))
        known.append(chunk.profile)
    of_house = 0 if len(set(owners.values())) < 2 else -1
    return {chunk.document_id: owners.get(chunk.document_id, of_house) for chunk in chunks}


def disagree(fact: Fact, other: Fact) -> bool:
    """Tell whether two values of one thing cannot both hold, rounding and scale allowed for."""
    counts = fact.quantum == other.quantum == 1 and fact.unit not in CURRENCIES
    step = Decimal("0.5") if counts else max(fact.quantum, other.quantum)
    pairs = ((fact.value * left, other.value * right) for left in _scales(fact) for right in _scales(other))
    return all(abs(left - right) > step for left, right in pairs)


def _scales(fact: Fact) -> tuple[Decimal, ...]:
    return (Decimal(1), *fact.scales)


def _asked(
    part: Part, question: str, chunks: Sequence[EvidenceChunk], owners: dict[str, int]
) -> tuple[Stated, ...]:
    """Return the facts that state what a part asks, those that hold most of its words and nothing more."""
    named = {owners[c.document_id] for c in chunks if names_organisation(question, c.profile)} - {-1}
    house = frozenset(
        word for c in chunks for name in (*c.profile.names,) for word in (*concepts(name), *measured_words(name))
    )
    wanted = _Wanted.of(part, house)
    scopes = frozenset(
        word for chunk in chunks for word in _spoken_names(chunk.text) - house - lexicon().measures
    )
    planned = firmness_of(part.text) in _PLANNED
    found: list[Stated] = []
    for chunk in chunks:
        owner = owners[chunk.document_id]
        if named and owner not in named:
            continue
        for fact in facts_of(chunk):
            if (fact.firmness in _PLANNED) != planned or fact.change or fact.bound != "exact":
                continue
            stated = wanted.read(chunk, fact, owner, scopes)
            if stated is not None and not _of_others(stated, chunks, owners):
                found.append(stated)
    most = max((len(stated.held) for stated in found), default=0)
    found = _levelled([stated for stated in found if len(stated.held) == most])
    least = min((len(stated.extra) for stated in found), default=0)
    return tuple(stated for stated in found if len(stated.extra) == least <= 1)


def _levelled(found: Sequence[Stated]) -> list[Stated]:
    """Leave out what narrows nothing: a document gives the same value with these words and without."""
    plain = [stated for stated in found if not stated.extra]
    idle = {
        stated.extra
        for stated in found
        if any(_key(stated) == _key(other) and not disagree(stated.fact, other.fact) for other in plain)
    }
    return [stated._replace(extra=frozenset()) if stated.extra in idle else stated for stated in found]


def _key(stated: Stated) -> tuple[str, str, str]:
    return stated.chunk.document_id, _unit(stated.fact), stated.period


class _Wanted(NamedTuple):
    """What a part asks for, as facts are held against it."""

    part: Part
    terms: frozenset[str]
    required: frozenset[str]
    """Measures, the words right before them, and names."""
    aside: frozenset[str]
    """Words that narrow nothing: the organisation's names, states of a figure, verbs of stating."""

    @classmethod
    def of(cls, part: Part, house: frozenset[str]) -> "_Wanted":
        known = lexicon()
        moving = {
            word for word, places in known.sides.items() if {pair for pair, _ in places} & _MOVING
        }
        aside = house | frozenset(known.firmness) | known.stating | known.wrapping | known.all | moving
        terms = frozenset((*part.terms, *part.carried)) - aside
        said = [token for token in tokens(part.text)]
        measured = terms & known.measures
        modifiers = {
            first.stem
            for first, second in pairwise(said)
            if second.content and known.canonical.get(second.stem, second.stem) in measured
        }
        before = {known.canonical.get(stem, stem) for stem in modifiers} & terms
        spoken = frozenset(word for name in part.names for word in concepts(name)) & terms
        return cls(part, terms, measured | before | (spoken if not part.sides else frozenset()), aside)

    def read(
        self, chunk: EvidenceChunk, fact: Fact, owner: int, scopes: frozenset[str]
    ) -> Stated | None:
        """Return the fact if it is about what is asked; ``scopes`` are names that narrow a heading."""
        words = fact.concepts | fact.scope
        held = frozenset(term for term in self.terms if _meets(term, words))
        if not held or len(held) < _LEAST_HELD * len(self.terms) or not self.required <= held:
            return None
        if not _is_kind(self.part, fact) or not any(_meets(term, fact.concepts) for term in held | {""}):
            if fact.concepts - self.aside:
                return None
        if fact.base and not fact.periods:
            return None
        labels = _labels(chunk, fact)
        if self.part.periods and not set(self.part.periods) & labels:
            return None
        above = measured_words(f"{chunk.heading} {chunk.document_title}") & scopes
        if fact.origin == "sentence" and _spoken_names(_text(chunk, fact)) - self.aside:
            above = frozenset()  # the sentence itself says whose value it is
        narrowing = (_narrowing(chunk, fact) | above) - self.aside
        extra = frozenset(word for word in narrowing if not _meets(word, self.terms))
        period = min(sorted(labels), key=len, default="")
        return Stated(chunk, fact, owner, held, extra, period, _note(chunk, fact))


def _is_kind(part: Part, fact: Fact) -> bool:
    """Tell whether a value is of the kind asked for: money, a count, a percentage."""
    if part.wants == "percent":
        return fact.unit in _RATES
    if part.wants == "money":
        return fact.unit in CURRENCIES
    if part.wants == "count":
        return not _unit(fact)
    return part.wants in {"figure", "text"} or part.operation == "compare"


def _unit(fact: Fact) -> str:
    """Return the unit of money or of a rate; counts have none, whatever they count."""
    return fact.unit if fact.unit in CURRENCIES or fact.unit in _RATES else ""


def _meets(word: str, others: Iterable[str]) -> bool:
    """Tell whether a word or another form of a name is among others."""
    return any(
        word == other
        or (min(len(word), len(other)) >= _PREFIX and (word.startswith(other) or other.startswith(word)))
        for other in others
    )


def _narrowing(chunk: EvidenceChunk, fact: Fact) -> frozenset[str]:
    """Return what narrows a value: label, parents and column of a cell; the words before a sentence's figure."""
    if fact.origin == "cell":
        cells = [other for other in facts_of(chunk) if other.origin == "cell"]
        common = frozenset.intersection(*(other.scope for other in cells))
        return fact.concepts | (fact.scope - common) | fact.within
    before = measured_words(fact.attribute)
    behind = fact.concepts - before
    sentence = _text(chunk, fact)
    at = sentence.find(fact.shown)
    after = sentence[at + len(fact.shown) :] if at >= 0 else ""
    return before | (behind if _BEHIND.match(after) else behind & _spoken_names(f"x {after}"))


def _spoken_names(text: str) -> frozenset[str]:
    """Return the concepts of what can only be a name, measures left out: ``EBITDA`` is none."""
    return measured_words(". ".join(name.text for name in names(text) if name.sure)) - lexicon().measures


def _text(chunk: EvidenceChunk, fact: Fact) -> str:
    return chunk.text[fact.char_start - chunk.char_start : fact.char_end - chunk.char_start]


def _labels(chunk: EvidenceChunk, fact: Fact) -> frozenset[str]:
    """Return the period of a fact; where it names none, that of its heading, its document, its title."""
    if fact.periods:
        return frozenset(fact.periods)
    plain = FiscalCalendar()
    profile = chunk.profile
    if labels := fiscal_labels(chunk.heading, plain):
        return labels
    if profile.fiscal_year:
        return frozenset((f"{profile.fiscal_year}-Q{profile.quarter}" if profile.quarter else str(profile.fiscal_year),))
    return fiscal_labels(chunk.document_title, plain)


def _note(chunk: EvidenceChunk, fact: Fact) -> str:
    """Return how firm a value is; one of an earlier year in a later report counts as restated."""
    stated = fact.firmness or firmness_of(f"{chunk.heading} {chunk.document_title}")
    years = {int(label[:4]) for label in fact.periods if label[:4].isdigit()}
    if not stated and years and chunk.profile.fiscal_year > max(years):
        return "restated"
    return stated


def _of_others(stated: Stated, chunks: Sequence[EvidenceChunk], owners: dict[str, int]) -> bool:
    """Tell whether a sentence speaks of another organisation than its document's."""
    if stated.fact.origin == "cell":
        return False
    text = _text(stated.chunk, stated.fact)
    spoken = {owners[c.document_id] for c in chunks if names_organisation(text, c.profile)} - {-1}
    return bool(spoken) and stated.organisation not in spoken


def _groups(stated: Sequence[Stated]) -> list[list[Stated]]:
    groups: dict[tuple[object, ...], list[Stated]] = {}
    for one in stated:
        key = (one.organisation, _unit(one.fact), one.period, one.held, one.extra)
        groups.setdefault(key, []).append(one)
    return [*groups.values()]


def _conflict(group: Sequence[Stated]) -> Conflict | None:
    """Return the disagreement in a group; a document that gives several values means different things."""
    by_document: dict[str, list[Stated]] = {}
    for stated in sorted(group, key=_weight):
        by_document.setdefault(stated.chunk.document_id, []).append(stated)
    clear = [
        found
        for found in by_document.values()
        if not any(disagree(one.fact, other.fact) for one, other in combinations(found, 2))
    ]
    sides: list[Stated] = []
    for found in sorted(clear, key=lambda found: _weight(found[0])):
        if all(disagree(found[0].fact, side.fact) for side in sides):
            sides.append(found[0])
    if len(sides) < 2:
        return None
    shown = tuple(_side(side) for side in sides[:_MOST_SIDES])
    subject = ", ".join(piece for piece in (_subject(sides), sides[0].period) if piece)
    return Conflict(subject=subject, sides=shown, cause=_cause(sides))


def _weight(stated: Stated) -> tuple[bool, float, str, int]:
    """Order the speakers for a value: audited and plain ones first, then the nearest passage."""
    chunk = stated.chunk
    return stated.note not in {"", "audited"}, -chunk.score, chunk.chunk_id, stated.fact.char_start


def _subject(sides: Sequence[Stated]) -> str:
    """Return what the values are of: a row's label, else the question's words as a sentence has them."""
    first = next((side for side in sides if side.fact.origin == "cell" and side.fact.concepts), sides[0])
    if first.fact.origin == "cell":
        return first.fact.attribute.strip(" :")
    text = _text(first.chunk, first.fact)
    held = [token for token in tokens(text) if _meets(lexicon().canonical.get(token.stem, token.stem), first.held)]
    return text[held[0].start : held[-1].end] if held else first.fact.attribute


def _side(stated: Stated) -> ConflictSide:
    chunk, fact = stated.chunk, stated.fact
    value, quote = fact.shown.strip(), _text(chunk, fact).strip()
    placed = _cell(chunk, fact)
    if placed:
        quote = worded(*placed)
        value = re.sub(r"\s\([^()]*\)\Z", "", quote.split(": ", 1)[-1])
    return ConflictSide(
        chunk_id=chunk.chunk_id,
        document_id=chunk.document_id,
        document_title=chunk.document_title,
        page_label=chunk.page_label,
        value=value,
        quote=quote,
        note=stated.note,
    )


def _cell(chunk: EvidenceChunk, fact: Fact) -> tuple[Table, Row, tuple[Cell, ...]] | None:
    """Return the table, row and cell of a fact."""
    for table in tables_of(chunk) if fact.origin == "cell" else ():
        for row in table.rows:
            if row.char_start == fact.char_start and row.label == fact.attribute:
                cells = tuple(cell for cell in row.cells if cell.text == fact.shown)
                if cells:
                    return table, row, cells[:1]
    return None


_MEANINGS = {
    "preliminary": "a preliminary figure",
    "unaudited": "an unaudited figure",
    "audited": "an audited figure",
    "restated": "a restated figure",
    "estimated": "an estimate",
    "forecast": "a forecast",
    "pro_forma": "a pro-forma figure",
}


def _cause(sides: Sequence[Stated]) -> str:
    """Return one sentence about the likely cause, where the texts say how firm their figures are."""
    if len({side.note for side in sides}) < 2:
        return ""
    told = [f"{side.chunk.document_title} gives {_MEANINGS[side.note]}" for side in sides if side.note]
    return f"Likely cause: {' and '.join(dict.fromkeys(told))}."
