"""Weighing: the verdict on a claim in its own words, by figures, names, directions and a fitted score."""

from collections.abc import Sequence
from typing import NamedTuple

from masis.domain.language.words import concept, lexicon, sided
from masis.domain.verification.carried import carried, signals
from masis.domain.verification.carried import fitted as carrying
from masis.domain.verification.claims import BY_WORDING, Finding
from masis.domain.verification.contradictions import contradiction
from masis.domain.verification.facts import Fact, facts_of
from masis.domain.verification.figures import FigureFinding, missing_periods
from masis.domain.verification.statements import Passage
from masis.domain.verification.support import (
    Best,
    Features,
    best_of,
    features,
    fitted,
    support_score,
    unknown_names,
)

_LEAST_HELD = 0.5
"""A sentence of whose words the cited passages hold less than this is not in its source."""
_ASSERTED = frozenset(
    {"movement", "extreme", "degree", "quantity", "trade", "opening", "result", "decision", "reaching"}
)
"""Pairs of opposites that a sentence without a figure asserts by one of their words."""
_MOST_TOGETHER = 2
"""So many passages may carry a sentence by its words between them."""
_OF_FIGURES = "The cited text has its figures; whether it says this of them is unsure."
_MOST_TOLD = 4
"""So many of the words its sources lack are named in the reason."""


class Found(NamedTuple):
    """What code finds about a claim, before anything is decided."""

    bound: bool
    """Whether figures bind it."""
    near: tuple[Best | None, ...]
    """The words that carry it best, in the passages that may between them."""
    words: Features
    differs: Finding | None
    opposed: Finding | None
    absent: Finding | None
    unnamed: Finding | None

    @property
    def against(self) -> Finding | None:
        """What speaks against the claim."""
        return self.differs or self.opposed

    @property
    def doubt(self) -> Finding | None:
        """The same where it proves nothing: a doubt with its reason."""
        return self.against._replace(verdict="not_verified") if self.against else None


def needs_reading(found: Found) -> bool:
    """Tell whether a reading can change the verdict: of figures that nothing cited has, it cannot."""
    return found.against is not None or not (found.bound and (found.absent or found.unnamed))


def weighed(
    body: str, found: Found, figures: Sequence[FigureFinding], backing: Sequence[float] | None
) -> Finding:
    """Return the verdict on a claim.

    ``backing`` holds the reading model's log-odds that a place by itself bears it out; without one (``None``:
    nothing reads, or a reading could not change it) its words and figures decide.
    """
    return _by_words(body, found, figures) if backing is None else _by_reading(body, found, figures, backing)


def found_in(
    body: str, passages: Sequence[Passage], facts: Sequence[Fact], figures: Sequence[FigureFinding]
) -> Found:
    """Return what code finds about a claim in the passages it cites."""
    bests = tuple(best_of(body, passage, figures) for passage in passages)
    bound = _has_figures(figures)
    near = range(len(passages)) if bound else _nearest(bests)
    return Found(
        bound=bound,
        near=tuple(bests[at] for at in near),
        words=features(body, [passages[at] for at in near], [bests[at] for at in near], figures),
        differs=figure_problem([figure for figure in figures if figure.state == "differs"]),
        opposed=_against(body, passages, facts, figures),
        absent=figure_problem([figure for figure in figures if figure.state != "differs"]),
        unnamed=_unnamed(body, passages),
    )


def signals_of(found: Found, figures: Sequence[FigureFinding], backing: Sequence[float]) -> tuple[float, ...]:
    """Return the numbers from which the chance of a claim is worked out."""
    opposed, unnamed = found.opposed is not None, found.unnamed is not None
    words = support_score(found.words)
    return signals(backing, figures, words, bound=found.bound, opposed=opposed, unnamed=unnamed)


def _by_reading(
    body: str, found: Found, figures: Sequence[FigureFinding], backing: Sequence[float]
) -> Finding:
    """Decide by the fitted chance too; what speaks against a claim counts only where that is low."""
    chance, lines = carried(signals_of(found, figures, backing)), carrying()
    if found.against and chance < lines.doubted:
        return found.against._replace(support=min(chance, 0.5))
    lacking = found.absent or found.unnamed
    if lacking:
        return lacking._replace(support=min(chance, 0.5))
    unsure = _unbound(figures)
    # A reading alone is no source: far from its data it may be sure.
    held = found.bound or found.words.values[0] >= _LEAST_HELD
    stands = (lines.figures if found.bound else lines.prose).stands
    # How surely figures are bound is part of the chance of a claim that they bind.
    doubtful = found.against or (unsure and not found.bound)
    if held and chance >= stands and not doubtful:
        return Finding("supported", _agreement(figures), chance)
    if not found.bound and not held and chance < lines.unsourced:
        return Finding("not_in_source", _lacking(found.words.new), chance)
    doubt = found.doubt or unsure or _turned(body, found.near[:1], bound=found.bound)
    reason = _OF_FIGURES if found.bound else _lacking(found.words.new)
    return (doubt or Finding("not_verified", reason))._replace(support=chance)


def _by_words(body: str, found: Found, figures: Sequence[FigureFinding]) -> Finding:
    """Decide by the words that carry a claim, where nothing reads it."""
    score, lines = support_score(found.words), fitted()
    nowhere = not found.bound and score < lines.unsupported and found.words.values[0] < _LEAST_HELD
    problem = found.against or found.absent or found.unnamed
    if problem is None and not nowhere:
        problem = _unbound(figures) or _turned(body, found.near[:1], bound=found.bound)
    if problem:
        return problem._replace(support=min(score, 0.5))
    if score >= (lines.unsupported if found.bound else lines.supported):
        return Finding("supported", _agreement(figures), score)
    return Finding("not_in_source" if nowhere else "not_verified", _lacking(found.words.new), score)


def _has_figures(figures: Sequence[FigureFinding]) -> bool:
    """Tell a claim that its figures bind from one in prose; a small spelled count is prose."""
    return any(not figure.figure.spelled or figure.figure.unit in {"%", "x"} for figure in figures)


def _nearest(bests: Sequence[Best | None]) -> Sequence[int]:
    """Return the two passages nearest to a sentence: words put together from many say nothing together."""
    order = sorted(range(len(bests)), key=lambda at: -(best.score if (best := bests[at]) else 0.0))
    return order[:_MOST_TOGETHER]


def _unbound(figures: Sequence[FigureFinding]) -> Finding | None:
    """Tell a figure whose binding is unsure."""
    unsure = next((figure for figure in figures if figure.state == "not_verified"), None)
    return Finding("not_verified", unsure.reason) if unsure else None


def _turned(body: str, bests: Sequence[Best | None], *, bound: bool) -> Finding | None:
    """Tell a direction that the nearest words do not have."""
    turned = () if bound else _unheld(body, bests)
    return Finding("not_verified", f"The words it rests on do not say “{turned[0]}”.") if turned else None


def _unheld(body: str, bests: Sequence[Best | None]) -> tuple[str, ...]:
    """Return the words of movement, rank or degree that the words a sentence rests on do not have."""
    held = frozenset[tuple[str, int]]().union(*(best.sides for best in bests if best))
    known = lexicon()
    return tuple(
        token.text
        for token, places in sided(body)
        if concept(token.stem) not in known.measures | known.period
        and any(place[0] in _ASSERTED and place not in held for place in places)
    )


def figure_problem(figures: Sequence[FigureFinding]) -> Finding | None:
    """Return what is wrong with figures: another value for the same, or none at all."""
    differing = next((figure for figure in figures if figure.state == "differs"), None)
    if differing is not None:
        return Finding("number_mismatch", differing.reason)
    absent = [figure.figure.text for figure in figures if figure.state == "absent"]
    if absent:
        return Finding(
            "not_in_source", f"The cited text does not contain {', '.join(dict.fromkeys(absent))}."
        )
    return None


def _against(
    body: str, passages: Sequence[Passage], facts: Sequence[Fact], figures: Sequence[FigureFinding]
) -> Finding | None:
    reason = contradiction(body, passages, facts, figures)
    return Finding("contradicted", reason) if reason else None


def _unnamed(body: str, passages: Sequence[Passage]) -> Finding | None:
    """Tell periods and names that nothing cited has."""
    labels = {label for passage in passages for label in passage.periods}
    labels |= {label for passage in passages for fact in facts_of(passage.chunk) for label in fact.periods}
    missing = [period.text for period in missing_periods(body, labels)]
    if missing:
        return Finding("not_in_source", f"The cited text does not name {', '.join(dict.fromkeys(missing))}.")
    unknown = unknown_names(body, passages)
    return (
        Finding("not_in_source", f"The cited text does not name {', '.join(unknown)}.") if unknown else None
    )


def _lacking(words: Sequence[str]) -> str:
    if not words:
        return "The cited text has these words in other places, not together."
    told = ", ".join(f"“{word}”" for word in words[:_MOST_TOLD])
    return f"The cited text says nothing of {told}."


def _agreement(figures: Sequence[FigureFinding]) -> str:
    """Say in one sentence why the sentence stands."""
    worked_out = next((figure.formula for figure in figures if figure.formula), "")
    if worked_out:
        return f"It follows from the source's figures: {worked_out}."
    return "Its figures and names stand in the cited text." if figures else BY_WORDING
