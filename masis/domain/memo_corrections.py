"""Memo corrections: what the nearest words give in the place of what the sentence says."""

from collections.abc import Sequence

from masis.domain.draft_audit import Correction
from masis.domain.figure_checking import same_value
from masis.domain.figures import Figure, check_against, extract_figures, worded
from masis.domain.language.periods import covered, find_periods
from masis.domain.memo_hearing import Hearing, above_of
from masis.domain.source_index import Fact
from masis.domain.support import index_of
from masis.domain.wording import Name, content_stems, name_in, names, stem

_AROUND = 40
_MOST_APART = 50
_OWN_COUNT = 12


def corrections(body: str, hearing: Hearing) -> tuple[Correction, ...]:
    """Return the values the nearest words give where the sentence has others."""
    passage = hearing.passage
    if passage is None:
        return ()
    found = check_against(body, (index_of(hearing.chunk),))
    said = extract_figures(body)
    there = _facts(hearing)
    made = [Correction(said=said_, right=right) for said_, right in hearing.right]
    for wrong in found.mismatched:
        right = _rival(wrong.figure, there, said, body)
        if right is None and not any(same_value(one, wrong.source) for one in said if one != wrong.figure):
            right = None if same_value(wrong.figure, wrong.source) else wrong.source
        if right is not None:
            made.append(Correction(said=worded(wrong.figure), right=worded(right)))
    for missing in found.missing:
        right = _rival(missing, there, said, body) if missing.kind == "number" else None
        text = worded(right) if right else _other_period(missing, said, passage.text)
        if text:
            made.append(Correction(said=missing.text, right=text))
    return tuple(dict.fromkeys(made))


def gives(body: str, figure: Figure, hearing: Hearing) -> bool:
    """Tell whether the nearest words of a passage give a figure of the sentence, and for the same thing."""
    found = check_against(body, (index_of(hearing.chunk),))
    stated = any(one.source and one.figure == figure for one in found.matched)
    return stated and any(same_value(figure, fact.figure) for fact in _facts(hearing))


def dated(body: str, hearings: Sequence[Hearing]) -> bool:
    """Tell whether the passages together name every period of a sentence."""
    known = frozenset(period for one in hearings for period in index_of(one.chunk).periods)
    return all(covered(period, known) for mention in find_periods(body) for period in mention.periods)


def _facts(hearing: Hearing) -> tuple[Fact, ...]:
    """Return the numbers of the nearest words, units and scales of their table included."""
    passage, index = hearing.passage, index_of(hearing.chunk)
    if passage is None:
        return ()
    inside = {at for at, unit in enumerate(index.units) if passage.start <= unit.start < passage.end}
    return tuple(fact for fact in index.facts if fact.unit in inside)


def _rival(wrong: Figure, there: Sequence[Fact], said: Sequence[Figure], body: str) -> Figure | None:
    """Return the figure of the same sort that the passage has and the sentence has not."""
    telling = wrong.mantissa > _OWN_COUNT or wrong.mantissa % 1  # many things come in threes, few in 7.4
    digits = [one for one in there if telling and one.figure.mantissa == wrong.mantissa]
    same = [one for one in there if one.figure.unit == wrong.unit]
    fitting = [
        fact
        for fact in digits or same
        if not any(same_value(one, fact.figure) for one in said if one.kind == "number" and one != wrong)
        and not same_value(wrong, fact.figure)
        and (digits or _comparable(wrong, fact.figure))
    ]
    if len({fact.figure.value for fact in fitting}) > 1:
        fitting = _nearest(wrong, fitting, body)
    distinct = {(fact.figure.value, fact.figure.unit): fact.figure for fact in fitting}
    return next(iter(distinct.values())) if len(distinct) == 1 else None


def _comparable(one: Figure, other: Figure) -> bool:
    """Tell an amount per share from the millions of a year."""
    small, large = sorted((abs(one.value), abs(other.value)))
    return not one.currency or small * _MOST_APART >= large


def _nearest(wrong: Figure, fitting: Sequence[Fact], body: str) -> list[Fact]:
    """Keep the facts of the sentence's period, then those whose words stand around its figure."""
    periods = frozenset(period for mention in find_periods(body) for period in mention.periods)
    kept = [fact for fact in fitting if fact.periods & periods] or list(fitting)
    around = body[max(0, wrong.start - _AROUND) : wrong.end + _AROUND]
    near = frozenset(content_stems(around))
    weights = [len((fact.context | fact.column) & near) for fact in kept]
    return [fact for fact, weight in zip(kept, weights, strict=True) if weight == max(weights)]


def _other_period(missing: Figure, said: Sequence[Figure], passage: str) -> str:
    """Return the one period of the same kind that the passage names and the sentence does not."""
    if missing.kind != "period":
        return ""
    known = {one.period for one in said}
    found = {
        one.period: one.text
        for one in extract_figures(passage)
        if one.kind == "period" and len(one.period) == len(missing.period) and one.period not in known
    }
    return next(iter(found.values())) if len(found) == 1 else ""


def stand_ins(body: str, hearing: Hearing) -> tuple[Name, ...]:
    """Return the names the nearest words have where the sentence has another one it does not know."""
    passage = hearing.passage
    if passage is None:
        return ()
    index = index_of(hearing.chunk)
    unknown = [
        name
        for name in names(body)
        if name.sure and not name_in(name.text, index.folded, index.stems, index.initials)
    ]
    said = frozenset(content_stems(body))
    if not unknown or any(extra.text for extra in check_against(body, (index,)).missing):
        return ()
    rest = said - frozenset(stem(name.text) for name in unknown) - passage.stems - above_of(hearing.chunk)
    theirs = tuple(name for name in names(passage.text) if name.sure and stem(name.text) not in said)
    return theirs if theirs and len(rest) * 4 <= len(said) else ()
