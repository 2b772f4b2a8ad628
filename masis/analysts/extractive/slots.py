"""Slots: what a statement must fill to be the answer to a part at all, whatever the fitted weights say."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from masis.analysts.extractive.columns import asked_columns, shown_columns
from masis.analysts.extractive.features import LEAST_KIND, figures_of, stated_periods
from masis.analysts.extractive.lookups import wanted_words
from masis.analysts.extractive.planned import FIGURES
from masis.analysts.extractive.statements import Statement
from masis.analysts.extractive.understand import Asked, side_parts
from masis.analysts.extractive.words_held import held, held_in, names_held
from masis.domain.facts.phrases import idle
from masis.domain.language.designators import designators, differ
from masis.domain.language.grammar import states_result
from masis.domain.language.periods import (
    FiscalCalendar,
    find_periods,
    fiscal_labels,
    labels,
    period_fit,
)
from masis.domain.language.units import asked_unit
from masis.domain.language.words import (
    concept,
    concepts,
    firmness_of,
    lexicon,
    stem,
    stems,
    tokens,
)
from masis.domain.profile import DocumentProfile, calendar_of
from masis.domain.verification.asked_facts import EARLIER, PLANNED
from masis.domain.verification.binding import UNCOUNTED
from masis.domain.verification.facts import moves

OWN = (
    *("named", "both", "residual", "covered", "reason", "narrowed", "planned"),
    *("unit", "limited", "result", "turned"),
)
"""What ``slots_of`` tells."""
SLOTS = ("organisation", "period", "kind", "asks_figure", "disputed", *OWN)
_NEEDED = ("named", "both", "covered", "reason", "unit", "result")
_BARRED = ("disputed", "residual", "narrowed", "planned", "limited", "turned")
TWO = frozenset({"compare", "change"})
"""Operations that ask for two values, or for how one moved."""
_REST = re.compile(r"\s*(?:all\s)?others?\b(?![-\s]than)", re.IGNORECASE)
_JOINT = re.compile(r"\s+(?:other\s+)?", re.IGNORECASE)
_PER = re.compile(r"\bper\s+(?P<unit>(?:[\w-]+\s*){1,3})", re.IGNORECASE)
_PAST = re.compile(r"\b(?:was|were|did|had)\b", re.IGNORECASE)
_RATED = lexicon().rates - {"share"}  # a share of a thing is asked for in per cent, another one is counted
_LIMITING = re.compile(
    r"\b(?:excluding|except|without|of (?:its|their))(?: for)?(?P<what>(?:\s[\w.&’'-]+){1,5})",
    re.IGNORECASE,
)
"""Words that open what a measure is limited to, or what is left out of it."""
_SIDES = re.compile(
    r"\b(?:(?P<one>before|exclud(?:ing|es?)|excl\b\.?)"
    r"|(?:after|net of|includ(?:ing|es?)|incl\b\.?))\s(?:(?:the|any|all)\s)?(?P<what>[^\W\d_]+)",
    re.IGNORECASE,
)
"""On which side of a thing a value is: ``before tax``, ``excluding leases``."""
_SIDE = re.compile(r"(?:ex|in)cl", re.IGNORECASE)
"""Words of a side narrow nothing: what is on which one, ``_is_on_other_side`` tells."""
_ASKS_REST = re.compile(r"\bothers?\b", re.IGNORECASE)


def slots_of(asked: Asked, statement: Statement) -> dict[str, float]:
    """Return the slots that the ranking's features do not tell."""
    alone = asked.part.operation not in TWO or bool(side_parts(asked))
    return {
        "named": float(names_held(asked, statement)),
        "both": float(alone or _has_both(asked, statement)),
        "residual": float(_is_residual(asked, statement)),
        "covered": float(_covers(asked, statement)),
        "reason": float(asked.part.operation != "why" or statement.kind == "sentence"),
        "narrowed": float(asked.part.wants in FIGURES and _is_narrowed(asked, statement)),
        "planned": float(_is_planned(asked, statement)),
        "unit": float(not _is_in_another_unit(asked, statement)),
        "limited": float(_is_limited(asked, statement)),
        "result": float(_states_result(asked, statement)),
        "turned": float(_is_on_other_side(asked, statement)),
    }


def fills_slots(found: Mapping[str, float]) -> bool:
    """Tell whether a statement can be the answer at all: of the asked scope, period and kind of value.

    Another period, a year for its quarter, another organisation, an asked name that neither it nor the
    opening of its document says, no figure where one is asked, one in per cent where dollars are, a row of
    figures where a reason is, one side of a comparison, values without the result that is asked for, the rest
    of a thing for all of it, a thing that only one of the two narrows or limits,
    what is planned for what was, a value beside which rows of the same label give another one that the
    passages repeat as often: however near such a statement comes, it is not the answer.
    """
    figure = not found["asks_figure"] or found["kind"] > LEAST_KIND
    said = all(found[name] > 0 for name in _NEEDED)
    return (
        found["organisation"] >= 0
        and found["period"] >= 0
        and figure
        and said
        and not any(found[name] for name in _BARRED)
    )


def _is_residual(asked: Asked, statement: Statement) -> bool:
    """Tell a row of what is left of a thing, ``Other non-current liabilities``, that was not asked for.

    "Other" is no word of the topic, so such a row has every word of the whole's.
    """
    row = statement.row
    return row is not None and bool(_REST.match(row.label)) and not _ASKS_REST.search(asked.part.text)


def _covers(asked: Asked, statement: Statement) -> bool:
    """Tell whether a figure is of the asked periods: no year's for its quarter, nor the reverse in a row.

    A sentence may state one of two compared periods, or a day of the asked year; a row's columns say which
    value is of which.
    """
    stated, row = statement.periods, statement.kind == "row"
    if not row and asked.part.periods:
        own = any(stated_periods(period, statement) for period in asked.part.periods)
        if not own and not _is_of_its_document(asked, statement):
            return False
        if all(_is_dated_otherwise(period, statement) for period in asked.part.periods):
            return False
    if not stated or not (row or asked.part.wants in FIGURES):
        return True
    calendar = calendar_of(statement.chunk.profile)
    return all(_covered(period, stated, calendar, row=row) for period in asked.part.periods)


def _covered(asked: str, stated: frozenset[str], calendar: FiscalCalendar, *, row: bool) -> bool:
    if asked in stated:
        return True
    if any(asked.startswith(f"{label}-") for label in stated):
        return bool(fiscal_labels(asked, calendar) & stated)  # the day on which the year closes
    return not row or (period_fit(asked, stated) > 0 and not any(x.startswith(f"{asked}-") for x in stated))


def _is_of_its_document(asked: Asked, statement: Statement) -> bool:
    """Tell whether a sentence that names no period may be of an asked one: it is of its document's.

    The sentence before it may name another; what is planned is of a later one, and ``a year earlier`` says
    itself which.
    """
    profile = statement.chunk.profile
    near = f"{statement.before}. {statement.chunk.heading}"
    if (
        not profile.fiscal_year
        or EARLIER & frozenset(stems(statement.text))
        or firmness_of(statement.text) in PLANNED
        or any(period_fit(period, labels(near)) > 0 for period in asked.part.periods)
    ):
        return True
    years = {int(period[:4]) for period in asked.part.periods if period[:4].isdigit()}
    if len(years) > 1:
        return min(years) <= profile.fiscal_year <= max(years)
    return any(_is_of(period, profile) for period in asked.part.periods)


def _is_of(asked: str, profile: DocumentProfile) -> bool:
    """Tell whether a period lies in the one that a document is about; a quarter in a quarterly report's."""
    if not asked[:4].isdigit():
        return True  # a quarter, or a day, of any year
    year, _, part = asked.partition("-")
    own = {str(profile.fiscal_year), f"{profile.fiscal_year}-Q{profile.quarter}"}
    if part.startswith("Q"):
        return asked in own
    return int(year) == profile.fiscal_year or bool(fiscal_labels(asked, calendar_of(profile)) & own)


def _is_dated_otherwise(asked: str, statement: Statement) -> bool:
    """Tell a sentence that is of another day, month or quarter than the asked one.

    Where it names the asked year by itself, it may be of both: ``at 31 December 2019 (2018: ...)``.
    """
    year, _, part = asked.partition("-")
    if not part or not year.isdigit() or asked in statement.periods or year in labels(statement.text):
        return False
    kind = r"\d\d" if part[0].isdigit() else part[0]
    if any(re.match(rf"{kind}(?!\d\d)", label) for label in statement.periods):
        return False  # ``Q2`` or ``19 March`` by itself may be of the asked year
    stated = [label for label in statement.periods if re.match(rf"\d{{4}}-{kind}", label)]
    return bool(stated) and not any(label.startswith(asked) or asked.startswith(label) for label in stated)


def _is_narrowed(asked: Asked, statement: Statement) -> bool:
    """Tell whether question or row narrows what is measured by a word that the other one has nowhere.

    ``Deferred pension expense`` is no pension expense, nor the other way round; net sales are not those per
    share, and an amount is no rate.
    """
    said, row = asked.part.text, statement.row
    per = _PER.search(said)
    units = frozenset(concepts(per["unit"])) & asked.attribute if per else frozenset()
    near = statement.own, statement.path, statement.header
    if any(not held_in(word, near) for word in units):
        return True
    if row is None:
        return False
    wanted = wanted_words(asked)
    narrow = wanted & frozenset(_modifying(said, asked.attribute))
    if asked.part.operation not in TWO and not _gives_rate(asked, statement):
        narrow |= wanted & _RATED
    narrow -= frozenset(asked.part.carried)  # an earlier part said them, of what it asked
    names = " ".join(name for profile in asked.organisations for name in profile.names)
    known = frozenset((*concepts(f"{said} {names}"), *asked.part.carried, *idle()))
    unasked = (word for word in _modifying(row.label, asked.attribute) if not held(word, known))
    return any(not held_in(word, (*near, statement.around)) for word in narrow) or any(unasked)


def _is_on_other_side(asked: Asked, statement: Statement) -> bool:
    """Tell a row that says *before* a thing where *after* it is asked, or *facility A* for *facility B*."""
    row, table = statement.row, statement.table
    if row is None or table is None:
        return False
    headers = [table.header_of(row.cells[at]) for at in asked_columns(asked, statement)]
    said_of, there = designators(asked.part.text), designators(" | ".join((*row.path, row.label)))
    if differ(said_of, there) or (headers and all(differ(said_of, designators(over)) for over in headers)):
        return True
    of_all = frozenset.intersection(*map(_sides, headers)) if headers else frozenset()
    said = _sides(row.label) | of_all
    return any((not one, what) in said for one, what in _sides(asked.part.text) - said)


def _sides(text: str) -> frozenset[tuple[bool, str]]:
    return frozenset((bool(found["one"]), stem(found["what"].casefold())) for found in _SIDES.finditer(text))


def _gives_rate(asked: Asked, statement: Statement) -> bool:
    return any(amount.unit == "%" for amount in statement.amounts_at(asked_columns(asked, statement)))


def _modifying(text: str, asked: frozenset[str]) -> Iterator[str]:
    """Yield the words that stand right before an asked one, with nothing but ``other`` between them."""
    for token, after in pairwise(token for token in tokens(text) if token.content):
        between = text[token.start + len(token.text) : after.start]
        joined = token.text.isalpha() and _JOINT.fullmatch(between) and not _SIDE.match(token.text)
        if joined and concept(after.stem) in asked:
            yield concept(token.stem)


def _is_planned(asked: Asked, statement: Statement) -> bool:
    """Tell a sentence whose figure is one of what shall be, where it is asked what was."""
    said, figures = asked.part.text, figures_of(statement.text)
    if statement.kind == "row" or not figures or not _PAST.search(said) or firmness_of(said) in PLANNED:
        return False
    return firmness_of(statement.text[: figures[0].start]) in PLANNED


def _is_in_another_unit(asked: Asked, statement: Statement) -> bool:
    """Tell a value in another unit than the one asked for: dollars asked of a rate, or euros of dollars.

    A unit that nothing tells contradicts none; of a change, code works out what per cent it is.
    """
    wanted = asked_unit(asked.part.text)
    if not wanted or asked.part.operation in TWO:
        return False
    units = _units(asked, statement)
    return bool(units & UNCOUNTED) and not units & ({"%", "pp"} if wanted == "%" else {wanted})


def _units(asked: Asked, statement: Statement) -> set[str]:
    if statement.row is None:
        return {figure.unit for figure in figures_of(statement.text)}
    amounts = statement.amounts_at(asked_columns(asked, statement))
    return {amount.unit.partition(" per ")[0] for amount in amounts}


def _is_limited(asked: Asked, statement: Statement) -> bool:
    """Tell a row of which nothing says what the question limits it to: ``excluding leases``."""
    if statement.row is None:
        return False
    said = " ".join(found["what"] for found in _LIMITING.finditer(asked.part.text))
    everywhere = (statement.own, statement.path, statement.header, statement.around)
    limits = asked.attribute.intersection(concepts(said))
    return bool(limits) and not any(held_in(word, everywhere) for word in limits)


def _states_result(asked: Asked, statement: Statement) -> bool:
    """Tell whether a sentence, or what stands in, over and above a row, says that it is the asked result."""
    row, table = statement.row, statement.table
    if row is None or table is None:
        return states_result(statement.text, asked.part.result, in_table=False)
    headers = (table.header_of(cell) for cell in row.cells)
    said = ". ".join((table.title, *row.path, row.label, *headers))
    return states_result(said, asked.part.result, in_table=True)


def _has_both(asked: Asked, statement: Statement) -> bool:
    """Tell whether a statement can show a movement: two dated values of a row, or a sentence that says it."""
    row, table = statement.row, statement.table
    if row is not None and table is not None:
        shown = shown_columns(asked, statement)
        dated = {table.header_of(row.cells[at]) for at in shown if statement.amounts[at] is not None}
        return sum(bool(find_periods(header)) for header in dated) > 1
    return compares(statement.text)


def compares(text: str) -> bool:
    """Tell whether a text gives two figures, or one and a movement."""
    figures = figures_of(text)
    return len(figures) > 1 or bool(figures and moves(text))
