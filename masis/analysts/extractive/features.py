"""Features: how a statement fits what is asked, as named numbers that a fitted regression weighs."""

import itertools
import math
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from masis.analysts.extractive.columns import asked_columns
from masis.analysts.extractive.statements import Statement
from masis.analysts.extractive.understand import Asked
from masis.analysts.extractive.words_held import WordSets, abbreviated, everywhere, held, held_in, names_share
from masis.domain.evidence import SUB_SECTION
from masis.domain.language.asides import own_periods
from masis.domain.language.currencies import CURRENCIES
from masis.domain.language.periods import (
    find_periods,
    period_fit,
)
from masis.domain.language.quantities import Figure, numbers
from masis.domain.language.words import concepts, firmness_of, lexicon, names, negated
from masis.domain.profile import calendar_of, same_organisation
from masis.domain.verification.facts import moves

FEATURES = (
    "cover_own",  # share of the asked words, weighted by rarity, that the label or sentence holds
    "cover_all",  # the same with parents, caption, column headers, headings and title
    "cover_all_squared",
    "missing",  # asked words that stand nowhere near it, by rarity, at most 3
    "extra",  # share of a label's words that nobody asked for; for sentences the length in words / 40
    "extra_scope",  # words of the rows above a row that nobody asked for, at most 5, / 5
    "extra_title",  # share of the words of a table's title that nobody asked for
    "extra_heading",  # words of its innermost heading that nobody asked for, at most 5, / 5
    "measure",  # share of the asked measures that its label, sentence, title or header names
    "adjacent",  # share of neighbouring asked words that stand next to each other in it
    "period",  # 1 names the asked period, .5 a part of it, 0 states none, -1 another one
    "period_document",  # 1 when its document covers the asked period
    "kind",  # whether it holds the kind of thing that is asked for
    "names",  # share of the asked names, organisations left out, that it, what is over it or its opening says
    "organisation",  # 1 of the asked organisation, 0 unknown, -1 another one
    "passage",  # cosine of question and passage
    "keyword",  # keyword score of the passage
    "row_score",
    "cosine",  # of question and statement
    "reader_direct",  # how well the statement by itself answers, as the reader reads it
    "total",  # a row without parents, or one called a total
    "values",  # 1 / number of values of a row under the asked period
    "moves",  # both speak of movement, or neither
    "firm",  # 0 for preliminary or forecast words that nobody asked for
    "denied",  # one denies, the other not
    "superseded",
)
KINDS = ("sentence", "row")
LEAST_KIND = 0.25
"""A figure in another unit than the one asked for scores up to this in ``kind`` (own choice)."""


class Frame(NamedTuple):
    """What all statements of one part are compared with."""

    asked: Asked
    rarity: Mapping[str, float]
    """Inverse document frequency of each asked concept over the statements of the evidence."""
    wanted: frozenset[str]
    """What is asked for, and the names of the organisations it is asked of."""
    pairs: frozenset[tuple[str, str]]
    """Asked words that stand next to each other in the question."""


def frame_of(asked: Asked, statements: Sequence[Statement]) -> Frame:
    """Weigh the asked words by how few statements hold them; what none holds weighs most."""
    places = [everywhere(statement) for statement in statements]
    count = {word: sum(any(word in words for words in sets) for sets in places) for word in asked.attribute}
    size = len(statements) + 1
    rarity = {word: math.log(1 + size / (count[word] + 0.5)) for word in asked.attribute}
    house = {word for profile in asked.organisations for name in profile.names for word in concepts(name)}
    in_order = [word for word in concepts(asked.part.text) if word in asked.attribute]
    return Frame(asked, rarity, asked.attribute | house, frozenset(itertools.pairwise(in_order)))


def lexical(frame: Frame, statement: Statement) -> dict[str, float]:
    """Return every feature that needs no model."""
    asked, rarity = frame.asked, frame.rarity
    weight = math.fsum(rarity.values()) or 1.0  # exact: the words come in another order in each process
    short = frozenset(word for name in asked.names if abbreviated(name, statement) for word in concepts(name))
    own = _covered(rarity, (statement.own, short))
    near = _covered(rarity, (statement.own, short, statement.path, statement.header))
    everything = _covered(rarity, (*everywhere(statement), short))
    cover_all = (near + 0.7 * (everything - near)) / weight
    row = statement.kind == "row"
    return {
        "cover_own": own / weight,
        "cover_all": cover_all,
        "cover_all_squared": cover_all * cover_all,
        "missing": min(3.0, (weight - everything) / 3.0),
        "extra": _extra(statement.own, frame.wanted) if row else min(1.5, len(statement.text.split()) / 40),
        "extra_scope": _extra_scope(statement, frame.wanted),
        "extra_title": _extra_title(statement, frame.wanted),
        "extra_heading": _extra_heading(statement, frame.wanted),
        "measure": _measure(asked, statement),
        "adjacent": _adjacent(frame.pairs, statement),
        "period": _period(asked, statement),
        "period_document": _document_period(asked, statement),
        "kind": _kind(asked, statement),
        "names": names_share(asked, statement),
        "organisation": _organisation(asked, statement),
        "passage": statement.chunk.score,
        "keyword": statement.chunk.keyword_score,
        "row_score": statement.chunk.row_score if row else 0.0,
        "total": float(
            row and (not (statement.row and statement.row.path) or "total" in statement.text.lower())
        ),
        "values": _values(asked, statement),
        "moves": float(asked.part.moving == bool(moves(statement.text))),
        "firm": float(not _infirm(statement) or _infirm_words(asked.part.text)),
        "denied": float(asked.part.denied != negated(statement.text)),
        "superseded": float(statement.chunk.superseded),
    }


def _covered(rarity: Mapping[str, float], places: WordSets) -> float:
    return math.fsum(value * held_in(word, places) for word, value in rarity.items())


def _extra(words: frozenset[str], wanted: frozenset[str]) -> float:
    """Return the share of words that are neither asked for nor a name of the organisation."""
    if not words:
        return 0.0
    return sum(1 for word in words if not held(word, wanted)) / len(words)


def _extra_scope(statement: Statement, wanted: frozenset[str]) -> float:
    if statement.row is None:
        return 0.0
    above = frozenset(concepts(" ".join(statement.row.path))) - statement.own
    return min(5.0, len(above) * _extra(above, wanted)) / 5


def _extra_title(statement: Statement, wanted: frozenset[str]) -> float:
    return _extra(frozenset(concepts(statement.table.title)), wanted) if statement.table else 0.0


def _extra_heading(statement: Statement, wanted: frozenset[str]) -> float:
    inner = frozenset(concepts(statement.chunk.heading.rpartition(SUB_SECTION)[2]))
    return min(5.0, len(inner) * _extra(inner, wanted)) / 5


def _measure(asked: Asked, statement: Statement) -> float:
    wanted = lexicon().measures & asked.attribute
    if not wanted:
        return 0.5
    said = statement.own, statement.path, statement.header
    return math.fsum(held_in(word, said) for word in wanted) / len(wanted)


def _adjacent(pairs: frozenset[tuple[str, str]], statement: Statement) -> float:
    """Return the share of neighbouring asked words that are neighbours in the statement too."""
    if not pairs:
        return 0.0
    said = concepts(f"{statement.text} {' '.join(statement.row.path) if statement.row else ''}")
    there = set(itertools.pairwise(said))
    return len(pairs & there) / len(pairs)


def _period(asked: Asked, statement: Statement) -> float:
    """Return the mean fit of the asked periods; an annual document's title stands in where none is stated."""
    periods = asked.part.periods
    if not periods:
        return 0.0
    return sum(period_fit(period, stated_periods(period, statement)) for period in periods) / len(periods)


def stated_periods(asked: str, statement: Statement) -> frozenset[str]:
    """Return the labels that tell whether a statement is of an asked period.

    Of a sentence of other periods those of its main clause alone: what it compares with is of others.
    """
    if statement.kind == "row" or period_fit(asked, statement.periods) >= 0:
        return statement.periods
    return own_periods(statement.text, calendar_of(statement.chunk.profile))


def _document_period(asked: Asked, statement: Statement) -> float:
    profile = statement.chunk.profile
    if not asked.part.periods or not profile.fiscal_year:
        return 0.0
    own = f"{profile.fiscal_year}-Q{profile.quarter}" if profile.quarter else str(profile.fiscal_year)
    years = {period[:4] for period in asked.part.periods}
    if own in asked.part.periods:
        return 1.0
    return 0.5 if str(profile.fiscal_year) in years else -0.5


@lru_cache(maxsize=16384)
def figures_of(text: str) -> tuple[Figure, ...]:
    """Return the numbers of a statement that are no period."""
    return numbers(text, find_periods(text))


def _kind(asked: Asked, statement: Statement) -> float:
    """Return 1 when the statement holds the wanted kind of thing, 0 when not, .5 where no code can tell."""
    wanted = asked.part.wants
    if wanted == "text":
        return 0.5 if statement.kind == "sentence" else 0.2
    if wanted in {"person", "place"}:
        said = set(concepts(asked.part.text))
        new = [name for name in names(statement.text) if not set(concepts(name.text)) <= said]
        return float(bool(new)) if statement.kind == "sentence" else 0.3
    if wanted == "date":
        return float(bool(find_periods(statement.text)))
    if statement.row is not None:
        return _row_kind(asked, statement)
    there = figures_of(statement.text)
    said_figures = {figure.value for figure in figures_of(asked.part.text)}
    there = tuple(figure for figure in there if figure.value not in said_figures)
    return _figure_kind(wanted, there, rate=asks_rate(asked))


def _figure_kind(wanted: str, there: Sequence[Figure], *, rate: bool) -> float:
    """Return 1 when one of some figures is of the wanted kind, 0 when none is, .1 to .3 for a near one."""
    if not there:
        return 0.0
    units = {figure.unit for figure in there}
    percent, money = bool(units & {"%", "pp"}), any(figure.currency for figure in there)
    if wanted == "percent":
        return 1.0 if percent else 0.0
    if wanted == "figure" and not rate and units <= {"%", "pp"}:
        return 0.3
    if wanted == "money":
        return 1.0 if money else 0.2
    if wanted == "count":
        return 1.0 if any(not figure.currency and figure.unit not in {"%", "pp"} for figure in there) else 0.1
    return 1.0


def _row_kind(asked: Asked, statement: Statement) -> float:
    wanted, rate = asked.part.wants, asks_rate(asked)
    if statement.row is None or statement.table is None:
        return 0.0
    units = {amount.unit for amount in statement.amounts_at(asked_columns(asked, statement))}
    if not units:
        return 0.0
    if wanted == "count":
        return 1.0 if units - {"%", "pp"} - CURRENCIES else 0.0
    if wanted == "percent":
        return float("%" in units)
    if wanted == "money":
        return 1.0 if units & CURRENCIES else 0.3 if "" in units else 0.0
    return 1.0 if units - {"%"} or rate else 0.3


def asks_rate(asked: Asked) -> bool:
    """Tell whether a figure is asked for that is given in per cent."""
    return asked.part.moving or bool(lexicon().rates & asked.attribute)


def _organisation(asked: Asked, statement: Statement) -> float:
    if not asked.organisations or not statement.chunk.profile.organisation:
        return 0.0
    own = any(same_organisation(statement.chunk.profile, profile) for profile in asked.organisations)
    return 1.0 if own else -1.0


def _values(asked: Asked, statement: Statement) -> float:
    columns = asked_columns(asked, statement)
    return 1 / len(columns) if columns else 0.0


def _infirm(statement: Statement) -> bool:
    said = f"{statement.text} {statement.chunk.document_title}"
    return _infirm_words(said)


def _infirm_words(text: str) -> bool:
    return firmness_of(text) in {"forecast", "preliminary", "estimated", "pro_forma"}


_SMALL = Decimal(10)
ROUNDING = Decimal("0.006")
"""How far two values may part, of the larger one, that were rounded to three digits."""


def stated_values(asked: Asked, statement: Statement) -> tuple[Decimal, ...]:
    """Return the figures of a sentence, or of a row under the asked period; small counts tell nothing."""
    if statement.row is None or statement.table is None:
        found = [abs(figure.value) for figure in figures_of(statement.text)]
    else:
        amounts = statement.amounts_at(asked_columns(asked, statement))
        found = [abs(amount.value) for amount in amounts]
    return tuple(value for value in found if value > _SMALL)


def share_a_value(asked: Asked, left: Statement, right: Statement) -> bool:
    """Tell whether two statements give one value, but for rounding to three digits."""
    others = stated_values(asked, right)
    return any(
        abs(mine - theirs) <= max(mine, theirs) * ROUNDING
        for mine in stated_values(asked, left)
        for theirs in others
    )


MODEL_FEATURES = ("cosine", "reader_direct")
"""Features that ``lexical`` leaves out."""
