"""Scope: whose documents a question is about, and what is searched in which of them."""

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from masis.domain.conversation.organisations import Organisation, named, organisations_of
from masis.domain.language.periods import Period
from masis.domain.language.questions import Part, Question, parse, period_of
from masis.domain.language.words import concepts, stems
from masis.domain.profile import DocumentProfile

Profiles = Mapping[str, DocumentProfile]
"""By document version."""

_OWN_SHARE: Final = 0.6
"""Share of the places that each organisation gets where a question names several."""
_LEAST_PLACES: Final = 4
_LEAST_TITLE_WORDS: Final = 2
_organisations = lru_cache(maxsize=64)(organisations_of)
"""A workspace asks with the same profiles every time."""


class Aim(NamedTuple):
    """One search: what is asked in it, where, and which documents are preferred."""

    lines: tuple[str, ...]
    """Questions, the whole one first; each is searched by itself too."""
    gaps: tuple[str, ...] = ()
    """What a retry looks for beside the first line, together with it."""
    versions: tuple[str, ...] = ()
    """The only document versions to search; empty: all."""
    fit: Mapping[str, float] = {}
    """By version: how well the document's period is the one asked for, 0 to 1; missing: 0."""


def plan_scope(question: str, gaps: Sequence[str], profiles: Profiles) -> tuple[Aim, ...]:
    """Return the searches a question needs: one, or one for each organisation it names.

    A document named by its title is searched alone. Where an organisation is named, documents that do not
    say whose they are stay in: they may be about it; and as the name tells its own documents apart by
    nothing, it is asked without it too. A part that names nobody goes to everybody the
    question names, and so does a gap question; with gap questions the parts are left out.
    """
    asked = parse(question)
    fit = _fits(asked, profiles)
    alone = () if gaps or len(asked.parts) < 2 else tuple(p.text for p in asked.parts if not leans(p))
    lines = tuple(dict.fromkeys((question, *alone)))
    titled = _titled(question, profiles)
    if titled:
        return (Aim(lines, tuple(gaps), titled, fit),)
    asked_of = named(question, _organisations(tuple(profiles.values())))
    if len(asked_of) < 2:
        versions = _versions(asked_of[0], profiles) if asked_of else ()
        bare = tuple(_unnamed(line, asked_of[0]) for line in alone or (question,)) if asked_of else ()
        return (Aim(tuple(dict.fromkeys((*lines, *filter(stems, bare)))), tuple(gaps), versions, fit),)
    return tuple(
        Aim(
            _concerning(organisation, asked_of, alone) or (question,),
            _concerning(organisation, asked_of, gaps),
            _versions(organisation, profiles),
            fit,
        )
        for organisation in asked_of
    )


def _unnamed(text: str, organisation: Organisation) -> str:
    """Return a text without an organisation's name."""
    names = {name for profile in organisation.profiles for name in profile.names}
    longest_first = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    named = rf"(?:\b(?:of|for|at|by) )?\b(?:{longest_first})(?:['’]s?)?(?!\w)"
    return " ".join(re.sub(named, "", text, flags=re.IGNORECASE).split())


def places(limit: int, aims: int) -> int:
    """Return how many passages each of several searches may bring."""
    if aims < 2:
        return limit
    return max(_LEAST_PLACES, math.ceil(limit * _OWN_SHARE * 2 / aims))


def leans(part: Part) -> bool:
    """Tell whether a part makes no sense by itself: ``who approved it?``."""
    own = {root for name in part.names for root in concepts(name)}
    return bool(set(part.carried) - own) or len(stems(part.text)) < 2


def _versions(organisation: Organisation, profiles: Profiles) -> tuple[str, ...]:
    """Return the documents of an organisation and those of nobody."""
    return tuple(
        version
        for version, profile in profiles.items()
        if not profile.organisation or profile in organisation.profiles
    )


def _concerning(
    organisation: Organisation, asked_of: Sequence[Organisation], texts: Sequence[str]
) -> tuple[str, ...]:
    """Return the texts that name an organisation, or none of those the question names."""
    return tuple(text for text in texts if organisation.named_in(text) or not named(text, asked_of))


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


def _fits(question: Question, profiles: Profiles) -> dict[str, float]:
    asked = [period_of(label) for part in question.parts for label in part.periods]
    found = {version: _period_fit(profile, asked) for version, profile in profiles.items()}
    return {version: value for version, value in found.items() if value}


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
    if (asked.year, asked.part) == (profile.fiscal_year - 1, quarter):
        return 0.5  # the year before stands beside it
    return 0.0
