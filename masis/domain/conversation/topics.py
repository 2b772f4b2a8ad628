"""Topics: what a question names, and what a workspace's documents can be asked about."""

import re
from collections.abc import Iterable, Sequence

from masis.domain.conversation.patterns import pattern, stems_of
from masis.domain.language.periods import find_periods, labels, without_periods
from masis.domain.language.questions import Part, parse
from masis.domain.language.words import lexicon, names_measure, stem
from masis.domain.value import Value

MOST_CHOICES = 4
_NUMBERING = re.compile(r"^(?:\d+(?:\.\d+)*|[A-Z])[.)]?\s+")
_LEFT_OVER = re.compile(r"[\s,(–-]*\b(?:in|for|of|by|at|from|to|and|since|during)?[\s,()–-]*$", re.IGNORECASE)
_PATH = re.compile(r"\s[>›/]\s")
_LONGEST_MEASURE = 7


class Topics(Value):
    """What the documents of a workspace name, in reading order, without repeats."""

    titles: tuple[str, ...] = ()
    organisations: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    """Measures that have a heading of their own, with the period they are told for."""
    periods: tuple[str, ...] = ()
    """Labels, newest first, a whole year before its parts."""


def named_terms(part: Part) -> tuple[str, ...]:
    """Return the concepts of a part that name something: no filler, no period, no verb of ``it``."""
    predicate = pattern("predicate").search(part.text)
    spent = stems_of("empty") | lexicon().period | {stem(predicate["said"]) if predicate else ""}
    return tuple(term for term in part.terms if term not in spent)


def nameless(question: str) -> bool:
    """Tell whether no part of a question names anything that could be searched for."""
    return not any(named_terms(part) or part.names for part in parse(question).parts)


def topics_of(pairs: Sequence[tuple[str, str]], organisations: Sequence[str] = ()) -> Topics:
    """Read the topics from the (title, heading) pairs of a workspace's documents."""
    named = {label for pair in pairs for text in pair for label in labels(text)}
    return Topics(
        titles=_unique(title for title, _ in pairs),
        organisations=_unique(organisations),
        metrics=_unique(_metric(title, heading) for title, heading in pairs),
        periods=tuple(sorted((label for label in named if label[:4].isdigit()), key=_age)),
    )


def choices_for(question: str, topics: Topics) -> tuple[str, ...]:
    """Return two to four things the documents hold that a vague question may be about, or nothing.

    Measures come first, then organisations where there are several, then whole documents. A measure is
    offered without its period when the question names one. A single choice would be no choice.
    """
    metrics = topics.metrics[:2]
    if find_periods(question):
        metrics = _unique(_undated(metric) for metric in topics.metrics)[:2]
    organisations = topics.organisations[:2] if len(topics.organisations) > 1 else ()
    documents = (f"The main points of “{title}”" for title in topics.titles)
    found = _unique([*metrics, *organisations, *documents])[:MOST_CHOICES]
    return found if len(found) > 1 else ()


def _unique(texts: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for text in texts:
        found.setdefault(text.casefold(), text)
    return tuple(text for text in found.values() if text)


def _metric(title: str, heading: str) -> str:
    """Return the measure a heading names, with the period of the heading or the title; else nothing."""
    last = _NUMBERING.sub("", _PATH.split(heading)[-1].strip(" #:."))
    bare = _undated(last)
    said = bare.split()
    plain = len(said) <= _LONGEST_MEASURE and "and" not in said and heading.strip() != title
    if not plain or not names_measure(bare):
        return ""
    dated = sorted((label for text in (last, title) for label in labels(text)), key=_age)
    return f"{bare} in {_spoken(dated[0])}" if dated and dated[0][:4].isdigit() else bare


def _undated(text: str) -> str:
    return _LEFT_OVER.sub("", " ".join(without_periods(text).split()))


def _age(label: str) -> tuple[int, str]:
    year, _, part = label.partition("-")
    return (-int(year) if len(year) == 4 and year.isdigit() else 0), part


def _spoken(label: str) -> str:
    """Return a period's label as people write it."""
    year, _, part = label.partition("-")
    return f"{part} {year}" if part[:1] in {"Q", "H"} else year
