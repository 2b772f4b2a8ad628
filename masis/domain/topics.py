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
    """Measures that have a heading of their own, with the period they are told for."""
    periods: tuple[str, ...] = ()
    """Labels, newest first, a whole year before its parts."""


def topic_words(text: str) -> tuple[str, ...]:
    """Return the words that could be searched for; none when a text names nothing."""
    return tuple(word for word in words(text) if word not in FUNCTION_WORDS and stem(word) not in EMPTY_ASKS)


def topics_of(pairs: Sequence[tuple[str, str]]) -> Topics:
    """Read the topics from the (title, heading) pairs of a workspace's documents."""
    titles = _unique(title for title, _ in pairs)
    named = {label for pair in pairs for text in pair for label, _, _ in mentions(text)}
    return Topics(
        titles=titles,
        companies=_unique(_company(title) for title in titles),
        metrics=_unique(_metric(title, heading) for title, heading in pairs),
        periods=tuple(sorted((label for label in named if label[:4].isdigit()), key=_age)),
    )


def choices_for(question: str, topics: Topics) -> tuple[str, ...]:
    """Return two to four things the documents hold that a vague question may be about, or nothing.

    Measures come first, then companies where there are several, then whole documents. A measure is
    offered without its period when the question names one. A single choice would be no choice.
    """
    metrics = topics.metrics[:2]
    if mentions(question):
        metrics = _unique(_undated(metric) for metric in topics.metrics)[:2]
    companies = topics.companies[:2] if len(topics.companies) > 1 else ()
    documents = (f"The main points of “{title}”" for title in topics.titles)
    found = _unique([*metrics, *companies, *documents])[:MOST_CHOICES]
    return found if len(found) > 1 else ()


def _unique(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple({text.casefold(): text for text in reversed([*texts]) if text}.values())[::-1]


def _metric(title: str, heading: str) -> str:
    """Return the measure a heading names, with the period of the heading or the title; else nothing."""
    last = _NUMBERING.sub("", _PATH.split(heading)[-1].strip(" #:."))
    bare = _undated(last)
    if len(last.split()) > 7 or not is_metric(bare):
        return ""
    dated = sorted((label for text in (last, title) for label, _, _ in mentions(text)), key=_age)
    return f"{bare} in {_spoken(dated[0])}" if dated and dated[0][:4].isdigit() else bare


def _undated(text: str) -> str:
    return _LEFT_OVER.sub("", " ".join(without_periods(text).split()))


def _company(title: str) -> str:
    """Return the name a title opens with, without the words that say what kind of document it is."""
    bare = without_periods(title)
    name = next(iter(names(f"of {bare}")), "")  # the first word of a title opens no sentence
    if not bare.startswith(name):
        return ""
    kept = [word for word in name.split() if word.lower() not in _KINDS_OF_DOCUMENT and len(word) > 1]
    return " ".join(kept) if kept and kept[0][0].isupper() else ""


def _age(label: str) -> tuple[int, str]:
    year, _, part = label.partition("-")
    return (-int(year) if len(year) == 4 and year.isdigit() else 0), part


def _spoken(label: str) -> str:
    """Return a period's label as people write it."""
    year, _, part = label.partition("-")
    return f"{part} {year}" if part[:1] in {"Q", "H"} else year
