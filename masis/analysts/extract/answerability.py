"""Answerability: whether a unit holds what a part asks for, and if not, what is missing."""

import re
from collections.abc import Sequence

from masis.analysts.extract.answer_types import holds
from masis.analysts.extract.demonyms import named
from masis.analysts.extract.features import cover, weigh_terms
from masis.analysts.extract.question import Part, name_stems
from masis.analysts.extract.ranking import Ranked
from masis.analysts.extract.synonyms import canonicals, matches, measure_forms
from masis.analysts.extract.units import Unit
from masis.domain.terms import acronym_of, names, stem, stems

_FIGURES = frozenset({"number", "percent", "money"})
_NEEDS_TYPE = frozenset({"number", "percent", "money", "date", "person"})
MINIMUM_COVER = 0.25
"""Share of the part's weighted terms that must stand in the unit and its surroundings."""
CLEAR_CAUSE = 0.75
"""Similarity from which a sentence without a word of cause may answer why."""
CLEAR_COSINE = 0.5
"""Above this similarity a paraphrase is believed with less word cover."""


def missing_names(part: Part, units: Sequence[Unit]) -> tuple[str, ...]:
    """Return the names asked about that stand nowhere in the evidence."""
    everything = frozenset().union(*(unit.stems | unit.around for unit in units)) if units else frozenset()
    forms = canonicals(everything)
    missing = [
        name
        for name in part.names
        if not all(matches(term, everything, forms) or named(term, everything) for term in name_stems(name))
    ]
    if any(name.isupper() for name in missing):
        shorts = _short_forms(units)
        missing = [name for name in missing if name not in shorts]
    return tuple(missing)


def _short_forms(units: Sequence[Unit]) -> frozenset[str]:
    """Return the initials of the names the evidence writes out: ``Scottish Parliament`` gives ``SP``."""
    texts = {f"{unit.chunk.document_title}. {unit.text}" for unit in units}
    return frozenset(acronym_of(name) for text in sorted(texts) for name in names(text) if " " in name)


def answers(part: Part, candidate: Ranked) -> bool:
    """Tell whether a candidate holds the type, the period, the names and the topic that were asked for."""
    return (
        _type_fits(part, candidate)
        and _count_fits(part, candidate)
        and _period_fits(part, candidate)
        and _names_fit(part, candidate)
        and _topic_fits(part, candidate)
        and _polarity_fits(part, candidate)
    )


def fits_circumstances(part: Part, candidate: Ranked) -> bool:
    """Tell whether period, polarity and cause are those asked about; no likeness makes up for them."""
    return (
        _period_fits(part, candidate)
        and _polarity_fits(part, candidate)
        and (part.expects not in _FIGURES or _type_fits(part, candidate))
        and (part.kind != "why" or holds(part, candidate.unit) > 0)
    )


def first_answer(part: Part, ranked: Sequence[Ranked]) -> Ranked | None:
    """Return the best candidate that answers; to a why, one that names a cause before one that names none."""
    passing = [one for one in ranked if answers(part, one)]
    if part.kind == "why":
        passing.sort(key=lambda one: holds(part, one.unit) <= 0)
    return passing[0] if passing else None


def _type_fits(part: Part, candidate: Ranked) -> bool:
    if part.kind == "why" and not holds(part, candidate.unit):
        # Figures say what happened, not why; of a sentence the meaning may be near all the same.
        return candidate.unit.kind != "row" and candidate.cosine >= CLEAR_CAUSE
    return part.expects not in _NEEDS_TYPE or candidate.type_held > 0


_ORDINAL = re.compile(
    r"\b(?:second|third|fourth|fifth|sixth|next|joint|one of the)[ -](?:\w+[ -])?(\w+est|most|least)\b",
    re.IGNORECASE,
)


def rank_fits(part: Part, unit: Unit) -> bool:
    """The second largest is no answer to a question for the largest."""
    asked = {match.lower() for match in _ORDINAL.findall(part.text)}
    return all(
        found.lower() in asked or not re.search(rf"\b{found}\b", part.text, re.IGNORECASE)
        for found in _ORDINAL.findall(unit.text)
    )


_COUNTED = re.compile(
    r"\bhow many (?:[a-z-]+ (?:of )?){0,2}?([a-z-]+)(?= (?:do|does|did|is|are|was|were|has|have|had|will|"
    r"can|in|at|of|per|by|for|on|were|left|joined)\b|$)",
    re.IGNORECASE,
)


_FIRST_COUNTED = re.compile(r"\bhow many ([a-z-]+)", re.IGNORECASE)


def _count_fits(part: Part, candidate: Ranked) -> bool:
    """A count of something else is no answer: what is counted must be named, or the meaning be very near."""
    match = _COUNTED.search(part.text)
    counted = stems(match.group(1)) if match else ()
    present = candidate.unit.stems | candidate.unit.around
    first = _FIRST_COUNTED.search(part.text)
    if first and measure_forms(stem(first.group(1).lower())) & present:
        return True
    forms = canonicals(present)
    return candidate.cosine >= 0.7 or not counted or any(matches(one, present, forms) for one in counted)


_BROKEN_YEAR = re.compile(r"\b((?:19|20)\d\d) ?/ ?(?:20)?(\d\d)\b")


def _period_fits(part: Part, candidate: Ranked) -> bool:
    if not part.periods:
        return True
    broken, said = (set(_BROKEN_YEAR.findall(text)) for text in (part.text, candidate.unit.text))
    if broken and said and not broken & said:
        return False  # 2021/22 and 2022/23 share a year and are two all the same
    if candidate.unit.kind == "row":
        return candidate.period_met >= 0.4
    return candidate.period_met > 0


def _names_fit(part: Part, candidate: Ranked) -> bool:
    """Ask for every name in the sentence, its surroundings or at least its passage."""
    if not part.names or candidate.names_met >= 0.8:
        return True
    unit = candidate.unit
    passage = unit.stems | unit.around | frozenset(stems(unit.chunk.full_text))
    missing = [name for name in part.names if not all(named(term, passage) for term in name_stems(name))]
    return not missing or set(missing) <= _short_forms([unit])


def _topic_fits(part: Part, candidate: Ranked) -> bool:
    if part.kind == "broad":
        return candidate.cover_around > 0 or candidate.cosine >= 0.3
    needed = MINIMUM_COVER if candidate.cosine < CLEAR_COSINE else MINIMUM_COVER * 0.6
    if part.kind in {"advice", "yes_no", "list", "why"}:
        needed *= 0.9
    return candidate.cover_around >= needed or candidate.cosine >= 0.72


_NO = frozenset(
    [
        "not",
        "no",
        "never",
        "cannot",
        "without",
        "neither",
        "nor",
        "none",
        "fail",
        "refus",
        "reject",
        "except",
        "exclud",
        "less",
    ]
)


def _polarity_fits(part: Part, candidate: Ranked) -> bool:
    """A question for what is not so is not answered by a sentence about what is."""
    if not part.negated or part.kind in {"why", "advice", "yes_no"}:
        return True
    text = f" {candidate.unit.text.lower()} "
    return "n't " in text or any(f" {word}" in text for word in _NO)


def absent_terms(part: Part, units: Sequence[Unit]) -> tuple[str, ...]:
    """Return the topic words that stand nowhere in the evidence, rarest first."""
    terms = weigh_terms(part, units)
    everything = frozenset().union(*(unit.stems | unit.around for unit in units)) if units else frozenset()
    forms = canonicals(everything)
    missing = [term for term in part.terms if not matches(term, everything, forms)]
    return tuple(sorted(missing, key=lambda term: -terms.weights[term]))


def covered_by(part: Part, units: Sequence[Unit]) -> float:
    """Return the weighted share of the part's terms that some units hold together."""
    together = frozenset().union(*(unit.stems | unit.around for unit in units)) if units else frozenset()
    return cover(weigh_terms(part, units), together)
