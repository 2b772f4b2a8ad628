"""Scope: whose documents a question is about, and what is searched in which of them."""

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from masis.domain.language.periods import Period
from masis.domain.language.questions import Part, Question, period_of
from masis.domain.language.words import stems
from masis.domain.profile import DocumentProfile, names_organisation, same_organisation

Profiles = Mapping[str, DocumentProfile]
"""By document version."""

_OWN_SHARE: Final = 0.6
"""Share of the places that each organisation gets where a question names several."""
_LEAST_PLACES: Final = 4
_LEAST_TITLE_WORDS: Final = 2


class Aim(NamedTuple):
    """One search: what is asked in it, where, and which documents are preferred."""

    lines: tuple[str, ...]
    """Questions, the whole one first; each is searched by itself too."""
    versions: tuple[str, ...] = ()
    """The only document versions to search; empty: all."""
    fit: Mapping[str, float] = {}
    """By version: how well the document's period is the one asked for, 0 to 1; missing: 0."""


def plan_scope(question: Question, profiles: Profiles) -> tuple[Aim, ...]:
    """Return the searches a question needs: one, or one for each organisation it names.

    A document named by its title is searched alone. Where an organisation is named, documents that do not
    say whose they are stay in: they may be about it. A part that names nobody goes to everybody the
    question names.
    """
    fits = {version: _period_fit(profile, _periods(question)) for version, profile in profiles.items()}
    fit = {version: value for version, value in fits.items() if value}
    groups = _organisations(profiles)
    parts = question.parts if len(question.parts) > 1 else ()
    alone = tuple(part.text for part in parts if not leans(part))
    titled = _titled(question.text, profiles)
    if titled:
        return (Aim((question.text, *alone), titled, fit),)
    asked = {group: _concerned(group, question, profiles) for group in groups}
    named = {group: concerned for group, concerned in asked.items() if concerned}
    if not named:
        return (Aim((question.text, *alone), (), fit),)
    nobodys = tuple(version for version, profile in profiles.items() if not profile.organisation)
    if len(named) == 1:
        (group,) = named
        return (Aim((question.text, *alone), (*group, *nobodys), fit),)
    return tuple(
        Aim(tuple(dict.fromkeys(part.text for part in concerned)), (*group, *nobodys), fit)
        for group, concerned in named.items()
    )


def places(limit: int, aims: int) -> int:
    """Return how many passages each of several searches may bring."""
    if aims < 2:
        return limit
    return max(_LEAST_PLACES, math.ceil(limit * _OWN_SHARE * 2 / aims))


def leans(part: Part) -> bool:
    """Tell whether a part makes no sense by itself: ``who approved it?``."""
    return bool(part.carried) or len(stems(part.text)) < 2


def _organisations(profiles: Profiles) -> tuple[tuple[str, ...], ...]:
    """Return the versions of each organisation together."""
    groups: list[list[str]] = []
    for version, profile in profiles.items():
        if not profile.organisation:
            continue
        home = next((g for g in groups if any(same_organisation(profile, profiles[v]) for v in g)), None)
        if home is None:
            groups.append([version])
        else:
            home.append(version)
    return tuple(tuple(group) for group in groups)


def _concerned(group: Sequence[str], question: Question, profiles: Profiles) -> tuple[Part, ...]:
    """Return the parts that ask about an organisation; none when the question does not name it."""

    def named_in(text: str) -> bool:
        return any(names_organisation(text, profiles[version]) for version in group)

    if not named_in(question.text):
        return ()
    everybody = [profile for profile in profiles.values() if profile.organisation]
    own = tuple(part for part in question.parts if named_in(part.text))
    open_ = tuple(
        part
        for part in question.parts
        if part not in own and not any(names_organisation(part.text, profile) for profile in everybody)
    )
    return tuple(part for part in question.parts if part in own or part in open_) or question.parts


def _titled(text: str, profiles: Profiles) -> tuple[str, ...]:
    """Return the versions whose title stands in a question, all its words beside each other in meaning."""
    asked = frozenset(stems(text))
    found = {
        version: title
        for version, profile in profiles.items()
        if len(title := frozenset(stems(profile.title))) >= _LEAST_TITLE_WORDS and title <= asked
    }
    longest = max((len(title) for title in found.values()), default=0)
    return tuple(version for version, title in found.items() if len(title) == longest)


def _periods(question: Question) -> tuple[Period, ...]:
    return tuple(period_of(label) for part in question.parts for label in part.periods)


def _period_fit(profile: DocumentProfile, asked: Sequence[Period]) -> float:
    """Return 1 for a document about a period asked for, a half for one that shows it beside its own."""
    return max((_covers(profile, period) for period in asked), default=0.0)


def _covers(profile: DocumentProfile, asked: Period) -> float:
    if not profile.fiscal_year or not asked.year:
        return 0.0
    quarter = f"Q{profile.quarter}" if profile.quarter else ""
    ends = profile.period_end
    if (asked.year, asked.part) == (profile.fiscal_year, quarter) or (ends and asked.label == ends):
        return 1.0
    if asked.year == profile.fiscal_year - 1 and asked.part in {"", quarter}:
        return 0.5  # the year before stands beside it
    return 0.0
