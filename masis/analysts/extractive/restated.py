"""Restated: whether a claim in a writer's own words says itself what a part of a question asks for."""

import re

from masis.analysts.extractive.features import LEAST_KIND, asks_rate, figure_kind, figures_of, held_in
from masis.analysts.extractive.planned import FIGURES
from masis.analysts.extractive.understand import Asked, side_parts
from masis.domain.language.periods import FiscalCalendar, find_periods, fiscal_labels, period_fit
from masis.domain.language.words import concepts, directions, lexicon
from masis.domain.verification.claims import Claim

TWO = frozenset({"compare", "change"})
_LEAST_SAID = 0.5
"""Share of the asked words that a claim must say (any line from a third to two thirds gives the same)."""
_TWO_VALUES = re.compile(r"\band per\b", re.IGNORECASE)
"""``in total and per share`` asks for two values of one thing."""


def says_kind(asked: Asked, said: str, source: str) -> bool:
    """Tell whether claims give the kind of value asked for where their source does.

    Half of a sentence may be said: that a plant opened in May tells nothing of what it cost, and what costs
    were this year nothing of how they compare.
    """
    if asked.part.operation in TWO and not side_parts(asked):
        moved = any(pair == "movement" for pair, _ in directions(said))
        return len(figures_of(said)) > 1 or (moved and bool(figures_of(said))) or not figures_of(source)
    if asked.part.wants in FIGURES:
        return bool(figures_of(said)) or not figures_of(source)
    return asked.part.wants != "date" or bool(find_periods(said)) or not find_periods(source)


def restates(asked: Asked, claim: Claim, calendar: FiscalCalendar) -> bool:
    """Tell whether a claim names the asked periods and most of the asked words beside a value of the kind.

    What a copied sentence means depends on what stands around it; a writer's own sentence says it, and the
    ledger has held its figures against everything near them.
    """
    part = asked.part
    if claim.copied or part.wants not in FIGURES | {"date"} or side_parts(asked):
        return False
    words = asked.attribute - lexicon().stating - lexicon().wrapping
    said = (frozenset(concepts(claim.text)),)
    labels = fiscal_labels(claim.text, calendar)
    return (
        sum(held_in(word, said) > 0 for word in words) >= max(1.0, _LEAST_SAID * len(words))
        and all(period_fit(period, labels) == 1 for period in part.periods)
        and _has_value(asked, claim.text)
    )


def _has_value(asked: Asked, said: str) -> bool:
    """Tell whether a text gives a value of the asked kind that the question does not name itself."""
    if asked.part.wants == "date":
        return bool(find_periods(said))
    known = {figure.value for figure in figures_of(asked.part.text)}
    new = tuple(figure for figure in figures_of(said) if figure.value not in known)
    if len(new) < 2 and _TWO_VALUES.search(asked.part.text):
        return False
    return figure_kind(asked.part.wants, new, rate=asks_rate(asked)) > LEAST_KIND
