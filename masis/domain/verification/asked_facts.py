"""Asked facts: which facts of a set of passages state what a question asks, and what tells them apart."""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from masis.domain.evidence import EvidenceChunk
from masis.domain.language.currencies import CURRENCIES
from masis.domain.language.periods import FiscalCalendar, fiscal_labels
from masis.domain.language.questions import Part
from masis.domain.language.words import concepts, firmness_of, lexicon, names, tokens
from masis.domain.profile import DocumentProfile, names_organisation, same_organisation
from masis.domain.verification.binding import measured_words
from masis.domain.verification.facts import Fact, facts_of

PLANNED = frozenset({"forecast", "pro_forma"})
"""What a value may be that says how things shall be, or might have been."""
_MOVING = frozenset({"movement", "quality"})
"""Pairs of opposites that say which way a value went, and narrow nothing."""
_RATES = frozenset({"%", "pp", "x"})
_LEAST_HELD = 0.5
"""Share of the asked words a fact must hold (own choice; names and measures must be held all the same)."""
_PREFIX = 5
"""Letters that two forms of a name share: Europe and European."""
_BEHIND = re.compile(r"\s*(?:in|from|of|for|by|at|within|across|per)\s", re.IGNORECASE)
EARLIER = frozenset({"earlier", "prior", "previous", "preced", "ago"})
"""Stems that put a value into another period than its document's own."""


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
    """How firm it is said to be."""


class Ground(NamedTuple):
    """Passages and whose they are."""

    chunks: tuple[EvidenceChunk, ...]
    owners: Mapping[str, int]
    """Organisation by document; -1 where nothing tells."""
    profiles: Mapping[str, DocumentProfile]
    """One for each document."""

    @classmethod
    def of(cls, chunks: Sequence[EvidenceChunk]) -> "Ground":
        """Number the organisations of passages.

        Documents that do not say whose they are belong to the one organisation of the others, if it is one.
        """
        profiles = {chunk.document_id: chunk.profile for chunk in chunks}
        known: list[DocumentProfile] = []
        owners: dict[str, int] = {}
        for document_id, profile in profiles.items():
            if profile.organisation:
                fitting = (at for at, other in enumerate(known) if same_organisation(profile, other))
                owners[document_id] = next(fitting, len(known))
                known.append(profile)
        of_house = 0 if len(set(owners.values())) < 2 else -1
        return cls(tuple(chunks), {item: owners.get(item, of_house) for item in profiles}, profiles)

    def named_in(self, text: str) -> frozenset[int]:
        """Return the organisations a text names."""
        owned = {owner: self.profiles[item] for item, owner in self.owners.items() if owner >= 0}
        return frozenset(owner for owner, profile in owned.items() if names_organisation(text, profile))

    @property
    def house(self) -> frozenset[str]:
        """Concepts of the organisations' names."""
        said = {name for profile in self.profiles.values() for name in profile.names}
        return frozenset(word for name in said for word in concepts(name))


def asked_facts(part: Part, question: str, ground: Ground) -> tuple[Stated, ...]:
    """Return the facts that state what a part asks: those with most of its words, and nothing narrower."""
    named = ground.named_in(question)
    wanted = _Wanted.of(part, ground)
    planned = firmness_of(part.text) in PLANNED
    found: list[Stated] = []
    for chunk in ground.chunks:
        owner = ground.owners[chunk.document_id]
        if named and owner not in named:
            continue
        for fact in facts_of(chunk):
            if (fact.firmness in PLANNED) != planned or fact.change or fact.bound != "exact":
                continue
            stated = wanted.read(chunk, fact, owner)
            if stated is not None and not _of_others(stated, ground):
                found.append(stated)
    most = max((len(stated.held) for stated in found), default=0)
    found = _levelled([stated for stated in found if len(stated.held) == most])
    least = min((len(stated.extra) for stated in found), default=0)
    return tuple(stated for stated in found if len(stated.extra) == least <= 1)


def unit_of(fact: Fact) -> str:
    """Return the unit of money or of a rate; counts have none, whatever they count."""
    return fact.unit if fact.unit in CURRENCIES or fact.unit in _RATES else ""


def same_value(fact: Fact, other: Fact) -> bool:
    """Tell whether two values can be one, rounding and scale allowed for."""
    counts = fact.quantum == other.quantum == 1 and fact.unit not in CURRENCIES
    step = 0 if counts else max(fact.quantum, other.quantum)
    pairs = (
        (fact.value * left, other.value * right)
        for left in (Decimal(1), *fact.scales)
        for right in (Decimal(1), *other.scales)
    )
    return any(abs(left - right) <= step for left, right in pairs)


def is_kind(part: Part, fact: Fact) -> bool:
    """Tell whether a value is of the kind asked for: money, a count, a percentage."""
    if part.wants == "percent":
        return fact.unit in _RATES
    if part.wants == "money":
        return fact.unit in CURRENCIES
    if part.wants == "count":
        return not unit_of(fact)
    return part.wants in {"figure", "text"} or part.operation == "compare"


def text_of(chunk: EvidenceChunk, fact: Fact) -> str:
    """Return the row or sentence of a fact as it stands."""
    return chunk.text[fact.char_start - chunk.char_start : fact.char_end - chunk.char_start]


def meets(word: str, others: Iterable[str]) -> bool:
    """Tell whether a word or another form of a name is among others."""
    return any(
        word == other
        or (min(len(word), len(other)) >= _PREFIX and (word.startswith(other) or other.startswith(word)))
        for other in others
    )


def _levelled(found: Sequence[Stated]) -> list[Stated]:
    """Leave out what narrows nothing: a document gives the same value with these words and without."""
    plain = [stated for stated in found if not stated.extra]
    idle = {
        stated.extra
        for stated in found
        if any(_key(stated) == _key(other) and same_value(stated.fact, other.fact) for other in plain)
    }
    return [stated._replace(extra=frozenset()) if stated.extra in idle else stated for stated in found]


def _key(stated: Stated) -> tuple[str, str, str]:
    return stated.chunk.document_id, unit_of(stated.fact), stated.period


class _Wanted(NamedTuple):
    """What a part asks for, as facts are held against it."""

    part: Part
    terms: frozenset[str]
    required: frozenset[str]
    """Measures, the words right before them, and names."""
    aside: frozenset[str]
    """Words that narrow nothing: the organisation's names, states of a figure, verbs of stating."""
    scopes: frozenset[str]
    """Names the passages use: in a heading they narrow what stands under it."""

    @classmethod
    def of(cls, part: Part, ground: Ground) -> "_Wanted":
        known = lexicon()
        moving = {word for word, places in known.sides.items() if {pair for pair, _ in places} & _MOVING}
        house = ground.house
        aside = house | frozenset(known.firmness) | known.stating | known.wrapping | known.all | moving
        terms = frozenset((*part.terms, *part.carried)) - aside
        measured = terms & known.measures
        before = {
            _concept(first.stem)
            for first, second in pairwise(tokens(part.text))
            if second.content and _concept(second.stem) in measured
        }
        spoken = frozenset(word for name in part.names for word in concepts(name))
        required = measured | (before | (frozenset() if part.sides else spoken)) & terms
        scopes = frozenset(word for chunk in ground.chunks for word in _spoken_names(chunk.text)) - house
        return cls(part, terms, required, aside, scopes)

    def read(self, chunk: EvidenceChunk, fact: Fact, owner: int) -> Stated | None:
        """Return the fact if it is about what is asked."""
        words = fact.concepts | fact.scope
        held = frozenset(term for term in self.terms if meets(term, words))
        if not held or len(held) < _LEAST_HELD * len(self.terms) or not self.required <= held:
            return None
        if not is_kind(self.part, fact) or not self._is_named(fact, held) or (fact.base and not fact.periods):
            return None
        labels = _labels(chunk, fact)
        if self.part.periods and not set(self.part.periods) & labels:
            return None
        extra = frozenset(word for word in self._narrowing(chunk, fact) if not meets(word, self.terms))
        period = min(sorted(labels), key=len, default="")
        return Stated(chunk, fact, owner, held, extra, period, _note(chunk, fact))

    def _is_named(self, fact: Fact, held: frozenset[str]) -> bool:
        """Tell whether a value is called by a word of the question, or is a total of what is."""
        own = fact.concepts - self.aside
        return any(meets(term, own) for term in held) or (fact.attribute.strip() != "" and not own)

    def _narrowing(self, chunk: EvidenceChunk, fact: Fact) -> frozenset[str]:
        """Return what narrows a value, of its own words and of the names in its heading."""
        narrowing = _narrowing(chunk, fact)
        # A sentence that names somebody says itself whose value it is.
        if fact.origin == "cell" or not _spoken_names(text_of(chunk, fact)) - self.aside:
            narrowing |= measured_words(f"{chunk.heading} {chunk.document_title}") & self.scopes
        return narrowing - self.aside


def _concept(stem: str) -> str:
    return lexicon().canonical.get(stem, stem)


def _narrowing(chunk: EvidenceChunk, fact: Fact) -> frozenset[str]:
    """Return label, parents and column words of a cell; the words before a figure in prose, names behind."""
    if fact.origin == "cell":
        cells = [other.scope for other in facts_of(chunk) if other.origin == "cell"]
        return fact.concepts | (fact.scope - frozenset.intersection(*cells)) | fact.within
    before = measured_words(fact.attribute)
    behind = fact.concepts - before
    after = text_of(chunk, fact).partition(fact.shown)[2]
    return before | (behind if _BEHIND.match(after) else behind & _spoken_names(f"x {after}"))


def _spoken_names(text: str) -> frozenset[str]:
    """Return the concepts of what can only be a name, measures left out: ``EBITDA`` is none."""
    return measured_words(". ".join(name.text for name in names(text) if name.sure)) - lexicon().measures


def _labels(chunk: EvidenceChunk, fact: Fact) -> frozenset[str]:
    """Return the period of a fact; where it names none, that of its heading, its document, its title."""
    if fact.periods:
        return frozenset(fact.periods)
    if {token.stem for token in tokens(text_of(chunk, fact))} & EARLIER:
        return frozenset()
    plain = FiscalCalendar()
    if labels := fiscal_labels(chunk.heading, plain):
        return labels
    year, quarter = chunk.profile.fiscal_year, chunk.profile.quarter
    if year:
        return frozenset((f"{year}-Q{quarter}" if quarter else str(year),))
    return fiscal_labels(chunk.document_title, plain)


def _note(chunk: EvidenceChunk, fact: Fact) -> str:
    """Return how firm a value is; one of an earlier year in a later report counts as restated."""
    stated = fact.firmness or firmness_of(f"{chunk.heading} {chunk.document_title}")
    years = {int(label[:4]) for label in fact.periods if label[:4].isdigit()}
    if not stated and years and chunk.profile.fiscal_year > max(years):
        return "restated"
    return stated


def _of_others(stated: Stated, ground: Ground) -> bool:
    """Tell whether a sentence speaks of another organisation than its document's."""
    if stated.fact.origin == "cell":
        return False
    spoken = ground.named_in(text_of(stated.chunk, stated.fact))
    return bool(spoken) and stated.organisation not in spoken
