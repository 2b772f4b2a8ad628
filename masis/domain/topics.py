"""Topics: which words of a question name something, and what a workspace's documents can be asked about."""

import re
from collections.abc import Iterable, Sequence

from masis.domain.metrics import is_metric
from masis.domain.terms import FUNCTION_WORDS, names, stem, word_list, words
from masis.domain.timeframes import mentions, without_periods
from masis.domain.value import Value

MOST_CHOICES = 4
EMPTY_ASKS = frozenset(
    stem(word)
    for word in word_list(
        """more detail details information info anything everything something stuff thing things else help
    question ask know think case example continue elaborate expand clarify data document documents file files
    report reports numbers figures it go on ok okay yes no sure next again good bad important interesting
    happen happened explain update status look check mean about analysis analyse analyze tell hello hi hey
    thanks please"""
    )
)
BACKWARD = frozenset(
    word_list("it its they them their that this these those he she him her his one ones there")
)
_KINDS_OF_DOCUMENT = frozenset(
    word_list(
        """annual report board pack memo plan brief register analysis draft quarterly quarter results result
    statement statements presentation deck minutes summary review overview strategy note notes letter filing
    financial financials interim half-year full-year year market competitor risk pricing growth churn update
    first second third fourth the of for and on in"""
    )
)
_NUMBERING = re.compile(r"^(?:\d+(?:\.\d+)*|[A-Z])[.)]?\s+")
_LEFT_OVER = re.compile(r"[\s,(–-]*\b(?:in|for|of|by|at|from|to|and|since|during)?[\s,()–-]*$", re.I)
_PATH = re.compile(r"\s[>›/]\s")


class Topics(Value):
    """What the documents of a workspace name, in reading order, without repeats."""

    titles: tuple[str, ...] = ()
    companies: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    periods: tuple[str, ...] = ()
    """Newest first, a whole year before its parts."""


def topic_words(text: str) -> tuple[str, ...]:
    """Return the words that could be searched for; none when a text names nothing."""
    return tuple(word for word in words(text) if word not in FUNCTION_WORDS and stem(word) not in EMPTY_ASKS)


def topics_of(pairs: Sequence[tuple[str, str]]) -> Topics:
    """Read the topics from the (title, heading) pairs of a workspace's documents."""
    titles = _unique(title for title, _ in pairs)
    headings = _unique(_plain(heading) for _, heading in pairs)
    named = {label for pair in pairs for text in pair for label, _, _ in mentions(text)}
    return Topics(
        titles=titles,
        companies=_unique(company for title in titles for company in _companies(title)),
        metrics=tuple(heading for heading in headings if heading and is_metric(heading)),
        periods=tuple(sorted(named - {label for label in named if not label[:4].isdigit()}, key=_age)),
    )


def choices_for(question: str, topics: Topics) -> tuple[str, ...]:
    """Return two to four things the documents hold that a vague question may be about, or nothing.

    What the question does not name comes first: a measure, of the newest period, then the company, then
    whole documents. A single choice would be no choice.
    """
    metrics = list(topics.metrics[:2])
    if metrics and topics.periods and not mentions(question):
        metrics[0] = f"{metrics[0]} in {_spoken(topics.periods[0])}"
    companies = topics.companies if len(topics.companies) > 1 else ()
    documents = (f"The main points of “{title}”" for title in topics.titles)
    found = _unique([*metrics, *companies[:2], *documents])[:MOST_CHOICES]
    return found if len(found) > 1 else ()


def _unique(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple({text.casefold(): text for text in reversed([*texts]) if text}.values())[::-1]


def _plain(heading: str) -> str:
    """Return the last part of a heading path without its number."""
    last = _NUMBERING.sub("", _PATH.split(heading)[-1].strip(" #:."))
    bare = _LEFT_OVER.sub("", " ".join(without_periods(last).split()))
    return bare if len(last.split()) <= 7 else ""


def _companies(title: str) -> Iterable[str]:
    """Return the names in a title without the words that say what kind of document it is."""
    for name in names(f"of {without_periods(title)}"):  # the first word is no sentence's opening here
        kept = [word for word in name.split() if word.lower() not in _KINDS_OF_DOCUMENT]
        if kept and kept[0][0].isupper():
            yield " ".join(kept)


def _age(label: str) -> tuple[int, str]:
    year, _, part = label.partition("-")
    return -int(year), part


def _spoken(label: str) -> str:
    """Return a period's label as people write it."""
    year, _, part = label.partition("-")
    return f"{part} {year}" if part[:1] in {"Q", "H"} else year
