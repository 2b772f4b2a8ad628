"""Figures: the numbers and periods of a sentence, checked against the text it cites."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from masis.domain.binding import bind
from masis.domain.figure_checking import Said, clash, relevance, same_value, speaks_of_fall
from masis.domain.figure_derivation import derive
from masis.domain.language.periods import covered, find_periods
from masis.domain.language.quantities import Figure, numbers, period_figures
from masis.domain.language.units import CURRENCIES, MEASURES
from masis.domain.source_index import Fact, SourceIndex, apply_declared, declared_lines, index_source
from masis.domain.value import Value
from masis.domain.wording import content_stems, names, stem

__all__ = [
    "Figure",
    "FigureFindings",
    "FigureMatch",
    "FigureMismatch",
    "check_against",
    "check_figures",
    "extract_figures",
]

# A counted list ("three drivers") up to this number may be the writer's own count of what the source lists.
_OWN_COUNT = 12


class FigureMatch(Value):
    """A number of the sentence that the source gives, or from which it can be worked out."""

    figure: Figure
    source: Figure | None = None
    derivation: str = ""
    """The formula, for example ``214.0 - 199.6 = 14.4``; empty when the source states the number."""


class FigureMismatch(Value):
    """A number for which the source gives another one, or gives it for something else."""

    figure: Figure
    source: Figure
    reason: str


class FigureFindings(Value):
    """What became of every number and period of one sentence."""

    matched: tuple[FigureMatch, ...] = ()
    mismatched: tuple[FigureMismatch, ...] = ()
    missing: tuple[Figure, ...] = ()

    @property
    def clean(self) -> bool:
        """True when nothing is wrong and nothing is missing."""
        return not self.mismatched and not self.missing


_ELSEWHERE = {
    "period": "The source gives {value} for another period.",
    "row": "The source gives {value} in another row of the table.",
    "column": "The source gives {value} in another column of the table.",
    "measure": "The source gives {value} for another measure.",
    "name": "The source gives {value} for another name.",
    "sign": "The source gives {value} with the opposite sign.",
}


@lru_cache(maxsize=512)
def extract_figures(text: str) -> tuple[Figure, ...]:
    """Return the numbers and periods of ``text`` in order; declared units are applied to bare numbers."""
    mentions = find_periods(text)
    found = [*_declared_numbers(text), *period_figures(text, mentions)]
    return tuple(sorted(found, key=lambda figure: figure.start))


def check_figures(sentence: str, source: str) -> FigureFindings:
    """Check every number and period of ``sentence`` against ``source``, rounding and scale included."""
    return check_against(sentence, (index_source(source),))


def check_against(sentence: str, sources: Sequence[SourceIndex]) -> FigureFindings:
    """Check against several passages together: a number is fine when one of them gives it."""
    said = _said(sentence)
    matched: list[FigureMatch] = []
    mismatched: list[FigureMismatch] = []
    missing: list[Figure] = []
    hits = [(one, _hits(one, sources)) for one in said]
    stated = [fact for _, facts in hits for fact in facts[:1]]
    every = [fact for index in sources for fact in index.facts]
    for one, facts in hits:
        if facts:
            matched.append(FigureMatch(figure=one.figure, source=facts[0].figure))
        elif formula := derive(one, sentence, every, stated):
            matched.append(FigureMatch(figure=one.figure, derivation=formula))
        elif wrong := _mismatch(one, sources):
            mismatched.append(wrong)
        elif not _is_own_count(one.figure):
            missing.append(one.figure)
    missing.extend(_missing_periods(sentence, sources))
    return FigureFindings(matched=tuple(matched), mismatched=tuple(mismatched), missing=tuple(missing))


def _declared_numbers(text: str) -> Iterator[Figure]:
    stretches = declared_lines(text)
    for figure in numbers(text, find_periods(text)):
        declared = next((d for start, end, d in stretches if start <= figure.start < end), None)
        yield apply_declared(figure, declared)


@lru_cache(maxsize=512)
def _said(sentence: str) -> tuple[Said, ...]:
    """Return the numbers of the sentence with their periods, words and names."""
    figures = tuple(_declared_numbers(sentence))
    bounds = bind(sentence, figures, find_periods(sentence))
    bag, named = frozenset(content_stems(sentence)), names(sentence)
    downward = speaks_of_fall(sentence)
    stems = frozenset(stem(name.text) for name in named)
    return tuple(
        Said(figure, bound.periods, bound.local, bound.after, bound.base, bag, named, stems, downward)
        for figure, bound in zip(figures, bounds, strict=True)
    )


def _hits(one: Said, sources: Sequence[SourceIndex]) -> list[Fact]:
    """Return the facts with the right value that are about the right thing, most relevant first."""
    found = [
        (relevance(one, fact, index), fact)
        for index in sources
        for fact in index.facts
        if same_value(one.figure, fact.figure) and not clash(one, fact, index)
    ]
    found.sort(key=lambda pair: -pair[0])
    return [fact for _, fact in found]


def _mismatch(one: Said, sources: Sequence[SourceIndex]) -> FigureMismatch | None:
    """Return what the source says instead: the value for something else, or another value for this."""
    for index in sources:
        for fact in index.facts:
            if same_value(one.figure, fact.figure) and (why := clash(one, fact, index)):
                reason = _ELSEWHERE[why].format(value=fact.figure.text)
                return FigureMismatch(figure=one.figure, source=fact.figure, reason=reason)
    rivals = [
        (relevance(one, fact, index) + (4 if _same_digits(one.figure, fact.figure) else 0), fact)
        for index in sources
        for fact in index.facts
        if fact.unit >= 0 and (fact.figure.unit == one.figure.unit or _same_digits(one.figure, fact.figure))
    ]
    score, best = max(rivals, key=lambda pair: pair[0], default=(0, None))
    if best is None or score < 2 or (_is_own_count(one.figure) and score < 4):
        return None
    reason = f"The source says {worded(best.figure)}, the sentence says {worded(one.figure)}."
    return FigureMismatch(figure=one.figure, source=best.figure, reason=reason)


def _same_digits(said: Figure, source: Figure) -> bool:
    """Tell whether only the unit or the scale differs."""
    return said.mantissa == source.mantissa and said.mantissa > _OWN_COUNT


def _is_own_count(figure: Figure) -> bool:
    """Tell a small spelled number that may count what the source lists."""
    return (
        figure.spelled
        and figure.value <= _OWN_COUNT
        and figure.unit not in MEASURES | CURRENCIES | {"%", "pp", "x"}
    )


def _missing_periods(sentence: str, sources: Sequence[SourceIndex]) -> Iterator[Figure]:
    """Yield the periods of the sentence that no cited passage, title or date names."""
    known = frozenset(period for index in sources for period in index.periods)
    for mention in find_periods(sentence):
        if not all(covered(period, known) for period in mention.periods):
            yield from period_figures(sentence, (mention,))


def worded(figure: Figure) -> str:
    """Write a figure the way a person reads it, its unit beside a bare number."""
    if not figure.unit or any(char.isalpha() or char in "%€$£¥" for char in figure.text):
        return figure.text
    power = len(str(int(figure.scale))) - 1
    scale = {3: " thousand", 6: " million", 9: " billion"}.get(power, "")
    if figure.unit in CURRENCIES:
        return f"{figure.unit} {figure.text}{scale}"
    plural = "s" if figure.unit.islower() and figure.unit not in {"people", "pp", "x", "km", "kg"} else ""
    return f"{figure.text}{scale} {figure.unit}{plural}"
