"""Organisation: whose document it is, and its other names, from the first pages and the file name."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from masis.domain.language.organisations import (
    formal_names,
    is_generic,
    is_ordinary,
    same_name,
    short_name,
    spelled,
)
from masis.domain.language.words import fold
from masis.domain.profile import Basis
from masis.ingest.opening import Opening, named_kind, words

_EXACT_NAME = re.compile(r"\(?\s*exact name of", re.IGNORECASE)
_TICKER_IN_BRACKETS = re.compile(
    r"\((?:NYSE|NASDAQ|Nasdaq|LSE|TSX|ASX|Euronext)[^():]{0,20}:\s?([A-Z]{1,5})\b"
)
_TICKER_IN_TABLE = re.compile(
    r"\b([A-Z]{1,5})\b[\s|]{1,6}(?:Name of each exchange on which registered[\s|]{1,6})?"
    r"(?:The\s+)?(?:New\s+York\s+Stock|NYSE|NASDAQ|Nasdaq)",
    re.ASCII,
)
_TRADED = re.compile(r"trading\s+symbol|symbol\(s\)", re.IGNORECASE)
_QUOTED = re.compile(r"[“\"]([^”\"“\n]{2,40}?)[,.]?[”\"]")
_FILE_WORD = re.compile(r"[A-Z]?[a-z&]+|[A-Z&]+(?![a-z])|\d+[A-Z](?![a-z\d])|\d+")
_CAPITALISED = re.compile(r"(?:[A-Z0-9][\w&.'’-]*|of|the|and|de|van|&)")
_LONGEST_NAME = 80
_LONGEST_HEAD = 150
_NEAR_CHARS = 260
_OFTEN = 3
_SHORTEST_TICKER = 3
_SHORTEST_WORD = 4


class Named(NamedTuple):
    """An organisation as a document names it."""

    name: str
    basis: Basis
    aliases: tuple[str, ...] = ()


def organisation_of(opening: Opening) -> Named | None:
    """Return the organisation and its other names; ``None`` where nothing says it for sure."""
    found = next((named for named in _candidates(opening) if _plausible(named.name)), None)
    if found is None:
        return None
    name = spelled(found.name, opening.text)
    return Named(name, found.basis, _aliases(name, opening))


def _candidates(opening: Opening) -> Iterator[Named]:
    yield from _exact_names(opening.cover)
    yield from _before_tickers(opening)
    yield from _of_title(opening)
    yield from _of_first_page(opening)
    yield from _most_frequent(opening)
    yield from _of_file_name(opening)


def _exact_names(lines: Sequence[str]) -> Iterator[Named]:
    """Yield what stands before ``(Exact name of registrant``: on its line, else the line above."""
    for position, line in enumerate(lines):
        if found := _EXACT_NAME.search(line):
            own = line[: found.start()].strip(" (_")
            yield Named(own or (lines[position - 1] if position else ""), "cover")


def _before_tickers(opening: Opening) -> Iterator[Named]:
    for found in _TICKER_IN_BRACKETS.finditer(opening.text):
        before = opening.text[max(0, found.start() - _NEAR_CHARS) : found.start()]
        names = formal_names(before)
        if names:
            yield Named(names[-1], "cover")


def _of_title(opening: Opening) -> Iterator[Named]:
    """Yield a name with its legal form, or what stands before a colon: ``Tarn Savings Bank: disclosures``."""
    yield from (Named(name, "cover") for name in formal_names(opening.title)[:1])
    first, colon, _ = opening.title.partition(": ")
    capitalised = first[:1].isupper() and all(_CAPITALISED.fullmatch(word) for word in first.split())
    if colon and len(first.split()) > 1 and capitalised and not named_kind(first):
        yield Named(first, "heading")


def _of_first_page(opening: Opening) -> Iterator[Named]:
    """Yield a name with its legal form at the beginning of a short line, as letterheads have it."""
    for line in opening.head:
        names = formal_names(line) if len(line) <= _LONGEST_HEAD else ()
        if names and line.startswith(names[0]):
            yield Named(names[0], "cover")


def _most_frequent(opening: Opening) -> Iterator[Named]:
    counts = Counter(short_name(name).casefold() for name in formal_names(opening.text))
    ranked = counts.most_common(2)
    if ranked and ranked[0][1] >= _OFTEN and (len(ranked) < 2 or ranked[0][1] >= 2 * ranked[1][1]):
        names = [name for name in formal_names(opening.text) if short_name(name).casefold() == ranked[0][0]]
        yield Named(Counter(names).most_common(1)[0][0], "text")


def _of_file_name(opening: Opening) -> Iterator[Named]:
    """Yield a word of the file name that the text often writes as a name."""
    for word in _FILE_WORD.findall(opening.stem):
        if len(word) > 2 and not is_ordinary(word) and not word.isdigit():
            written = re.findall(rf"\b{re.escape(word)}\b", opening.text, re.IGNORECASE)
            named = [spelling for spelling in written if not spelling.islower()]
            opens = any(re.match(rf"{re.escape(word)}\b", line, re.IGNORECASE) for line in _first(opening))
            if opens and len(named) >= _OFTEN and len(named) == len(written):
                yield Named(Counter(named).most_common(1)[0][0], "file_name")


def _first(opening: Opening) -> tuple[str, ...]:
    """Return the lines that may open with the name of whose document it is."""
    return (opening.title, *opening.head)


def _plausible(name: str) -> bool:
    plain = name.casefold()
    if not 2 <= len(name) <= _LONGEST_NAME or is_generic(short_name(name)) or not any(map(str.isalpha, name)):
        return False
    return not any(phrase in plain for phrase in words().boilerplate) and len(name.split()) <= 9


def _aliases(name: str, opening: Opening) -> tuple[str, ...]:
    short = short_name(name)
    found = [
        *_file_prefix(short, opening.stem),
        *_defined(name, opening.text),
        *_first_word(short, opening),
        short,
    ]
    said = dict.fromkeys((*map(short_name, found), *_tickers(opening)))
    return tuple(alias for alias in said if alias != name)


def _defined(name: str, text: str) -> Iterator[str]:
    """Yield short names in quotation marks near the full one: ``Costco ... (“Costco” or the “Company”)``."""
    for place in re.finditer(re.escape(name), text, re.IGNORECASE):
        near = text[max(0, place.start() - _NEAR_CHARS) : place.end() + _NEAR_CHARS]
        terms = [term.strip() for term in _QUOTED.findall(near)]
        adjacent = re.match(r"\s?\([“\"]", text[place.end() : place.end() + 4])
        if adjacent or any(is_generic(term) for term in terms):
            yield from (term for term in terms if not is_generic(term) and _short_for(term, name))


def _short_for(term: str, name: str) -> bool:
    """Tell whether a term is the beginning of a name or made of its first letters."""
    words = re.findall(r"[^\W_]+", fold(short_name(name)))
    compact = "".join(re.findall(r"[^\W_]+", fold(term)))
    beginnings = {"".join(words[:count]) for count in range(1, len(words) + 1)}
    initials = "".join(word[0] for word in words)
    return (
        compact in beginnings or compact == f"{''.join(words)}com" or (compact == initials and len(words) > 2)
    )


def _file_prefix(short: str, stem: str) -> Iterator[str]:
    """Yield the beginning of the name that the file name gives: ``JPMORGAN_2023Q1`` for JPMorgan Chase."""
    first = re.split(r"[_\s.\-]", stem)[0]
    words = short.split()
    for count in range(1, len(words) + 1):
        beginning = " ".join(words[:count])
        if same_name(first, beginning) and not is_ordinary(beginning):
            yield beginning


def _first_word(short: str, opening: Opening) -> Iterator[str]:
    """Yield the first word of a name that the text often says alone: ``Tarnholm`` for Tarnholm Logistics."""
    word, _, rest = short.partition(" ")
    if not rest or len(word) < _SHORTEST_WORD or is_ordinary(word):
        return
    alone = re.findall(rf"\b{re.escape(word)}\b(?!\s+{re.escape(rest.split()[0])}\b)", opening.text)
    if len(alone) >= _OFTEN:
        yield word


def _tickers(opening: Opening) -> Iterator[str]:
    for found in _TICKER_IN_BRACKETS.finditer(opening.text):
        if len(found[1]) >= _SHORTEST_TICKER:
            yield found[1]
            return
    traded = _TRADED.search(opening.text)
    if traded:
        found_in = _TICKER_IN_TABLE.search(opening.text, traded.end(), traded.end() + 600)
        if found_in and len(found_in[1]) >= _SHORTEST_TICKER:
            yield found_in[1]
