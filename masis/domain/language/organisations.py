"""Organisations: their names without legal forms, whether two are the same, where a text names one."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from masis.domain.language.currencies import SIGNS
from masis.domain.language.words import fold

_HERE = Path(__file__).parent
_WORD = re.compile(r"[^\W_]+")
_SMALL_GAP = re.compile(r"[\s.,&'’/+\-\u2010-\u2015]{0,3}")
_STATE_OF_LAW = re.compile(r"\s*/\s*\w{2,10}\s*/?\s*$")
"""How EDGAR marks a name: ``BANK OF AMERICA CORP /DE/``."""
_INITIALS = re.compile(r"(?<!\w)((?:\w\.\s?)+)(?=\W|$)")
_PARTS = re.compile(r"\s+[-\u2010-\u2015|/]\s+")
_LIKE_A_FIGURE = re.compile(r"\d+[a-z]{1,2}")
_INTERCAP = re.compile(r"[a-zß-ÿ][A-Z]|[A-Z]{2,}[a-z]{3,}|\d\w|\w\d")
_BEFORE_A_FIGURE = re.compile(rf"[\d.,{SIGNS}]\s?$")
_SHOUTED = re.compile(r"[A-Z]{4,}|INC|LTD")
_LONGEST_TICKER = 5
_JOINERS = frozenset({"and"})
_AROUND = re.compile(r"^the\s+|[.\s]com$", re.IGNORECASE)


class _Lists(NamedTuple):
    legal: tuple[str, ...]
    weak: tuple[str, ...]
    generic: frozenset[str]
    written: tuple[str, ...]
    ahead: re.Pattern[str]


class _Word(NamedTuple):
    written: str
    folded: str
    start: int
    end: int


def is_ordinary(word: str) -> bool:
    """Tell whether a word is an everyday English one: such a name is only known by its capital."""
    return fold(word) in _ordinary_words()


def is_generic(name: str) -> bool:
    """Tell whether documents use these words of themselves: ``the Company``, ``Group``."""
    words = [word.folded for word in _words(name) if word.folded not in (*_JOINERS, "the")]
    return all(word in _lists().generic for word in words)


@lru_cache(maxsize=4096)
def short_name(name: str) -> str:
    """Return a name as people say it: ``3M Company`` as ``3M``, ``Amazon.com, Inc.`` as ``Amazon``."""
    bare = _without_forms(_STATE_OF_LAW.sub("", name.strip()), _lists().legal)
    bare = _AROUND.sub("", bare) or bare
    shorter = _without_forms(bare, (*_lists().weak, *_lists().legal))
    return bare if shorter != bare and is_ordinary(shorter) else shorter


def same_name(left: str, right: str) -> bool:
    """Tell whether two names are of one organisation: ``Costco Corporation``, ``COSTCO CORP``."""
    mine, theirs = _compact(short_name(left)), _compact(short_name(right))
    return bool(mine) and mine == theirs


def text_names(text: str, name: str) -> bool:
    """Tell whether a text names an organisation by this name, its legal form left aside.

    Words of everyday English count with a capital only (``Apple``), figures as written
    (``3M``, never ``$3M``), an abbreviation that is a word too (``COST``) in capitals, outside a
    line of capitals.
    """
    words, present = _read(text)
    return any(_stands_in(text, words, present, spoken) for spoken in _spoken(name))


def formal_names(text: str) -> tuple[str, ...]:
    """Return the runs of capitalised words that end in a legal form, as written, in order.

    What a name is to the document is no part of it: ``Subsidiary of Tarnholm plc`` is ``Tarnholm plc``.
    """
    runs = (" ".join(found.group().split()) for found in _formal().finditer(text))
    return tuple(run[found.end() :] if (found := _lists().ahead.match(run)) else run for run in runs)


def spelled(name: str, text: str) -> str:
    """Return a name in capitals as the text writes it elsewhere: ``ADOBE INC.`` as ``Adobe Inc.``."""
    short = short_name(name)
    if not name.isupper():
        return name
    if whole := _mixed(name, text):
        return whole
    begin = _mixed(short, text)
    return begin + _SHOUTED.sub(lambda found: found.group().title(), name[len(short) :]) if begin else name


def _mixed(name: str, text: str) -> str:
    """Return the usual spelling of a name in capitals and small letters; empty where there is none."""
    flat = r"\s+".join(map(re.escape, name.split()))
    written = [" ".join(found.group().split()) for found in re.finditer(flat, text, re.IGNORECASE)]
    mixed = Counter(spelling for spelling in written if not spelling.isupper() and not spelling.islower())
    return mixed.most_common(1)[0][0] if mixed else ""


@lru_cache(maxsize=4096)
def _spoken(name: str) -> tuple[str, ...]:
    """Return the name without its form, its parts at a dash, and a first word that can be nothing else."""
    short = short_name(name)
    if short.isupper() and len(short) > 2 and short != name.strip():
        short = short.title()  # a cover in capitals: no abbreviation
    first = short.split(" ")[0]
    alone = [first] if _INTERCAP.search(first) and not _LIKE_A_FIGURE.fullmatch(first.casefold()) else []
    parts = [short_name(part) for part in _PARTS.split(short)]
    return tuple(dict.fromkeys(part for part in (short, *parts, *alone) if len(part) > 1))


def _stands_in(text: str, words: Sequence[_Word], present: frozenset[str], name: str) -> bool:
    own, compact = _spelling(name)
    if not any(compact[:end] in present for end in range(1, len(compact) + 1)):
        return False
    return any(_written_as(own, text, words, run) for run in _runs(text, words, compact))


@lru_cache(maxsize=256)
def _read(text: str) -> tuple[tuple[_Word, ...], frozenset[str]]:
    """Return a text's words: one passage is looked through for the names of many organisations."""
    words = tuple(_words(text))
    return words, frozenset(word.folded for word in words)


@lru_cache(maxsize=4096)
def _spelling(name: str) -> tuple[tuple[_Word, ...], str]:
    own = tuple(word for word in _words(name) if word.folded not in _JOINERS) or tuple(_words(name))
    return own, "".join(word.folded for word in own)


def _runs(text: str, words: Sequence[_Word], compact: str) -> Iterator[tuple[int, int]]:
    """Yield where neighbouring words of a text spell a name: ``J.P. Morgan`` is ``jpmorgan``."""
    for first, word in enumerate(words):
        if not compact.startswith(word.folded):
            continue
        spelled, last = word.folded, first
        while len(spelled) < len(compact) and last + 1 < len(words):
            following = words[last + 1]
            if not _SMALL_GAP.fullmatch(text, words[last].end, following.start):
                break
            last += 1
            spelled += "" if following.folded in _JOINERS else following.folded
            if not compact.startswith(spelled):
                break
        if spelled == compact:
            yield first, last


def _written_as(own: Sequence[_Word], text: str, words: Sequence[_Word], run: tuple[int, int]) -> bool:
    first, last = run
    written = "".join(word.written for word in words[first : last + 1])
    name = "".join(word.written for word in own)
    if _LIKE_A_FIGURE.fullmatch(name.casefold()):
        return first == last and written == name and not _BEFORE_A_FIGURE.search(text[: words[first].start])
    if len(name) == 2:
        return written == name
    if len(own) > 1 or not is_ordinary(name):
        return True
    if name.isupper() and len(name) <= _LONGEST_TICKER:
        return written.isupper() and not _among_capitals(text, words, run)
    return written[0].isupper()


def _among_capitals(text: str, words: Sequence[_Word], run: tuple[int, int]) -> bool:
    first, last = run
    beside = []
    if first and text[words[first - 1].end : words[first].start].isspace():
        beside.append(words[first - 1].written)
    if last + 1 < len(words) and text[words[last].end : words[last + 1].start].isspace():
        beside.append(words[last + 1].written)
    return any(len(word) > 1 and word.isupper() and word.isalpha() for word in beside)


def _compact(name: str) -> str:
    words = [word.folded for word in _words(name)]
    return "".join(word for word in words if word not in _JOINERS) or "".join(words)


def _words(text: str) -> list[_Word]:
    return [_Word(word := found.group(), fold(word), *found.span()) for found in _WORD.finditer(text)]


def _without_forms(name: str, forms: Sequence[str]) -> str:
    """Drop the given forms from the end of a name for as long as something is left."""
    bare = name.strip(" ,;")
    while True:
        plain = _INITIALS.sub(lambda found: re.sub(r"[.\s]", "", found.group()) + " ", fold(bare)).strip(
            " ,.;"
        )
        ending = max((form for form in forms if _ends_in(plain, form)), key=len, default="")
        if not ending:
            return bare
        bare = _cut(bare, ending)


def _ends_in(name: str, form: str) -> bool:
    before = name[: -len(form)]
    return name.endswith(form) and (before[-1:].isspace() or before.endswith(","))


def _cut(name: str, ending: str) -> str:
    """Cut an ending that was found in the folded name off the name as written."""
    signs = [rf"{re.escape(sign)}[.\s]*" for sign in ending if not sign.isspace()]
    found = re.search(rf"[\s,]+{''.join(signs)}[\s,.;)]*$", name, re.IGNORECASE)
    return name[: found.start()].strip(" ,;") if found else name[: -len(ending)].strip(" ,;")


@lru_cache(maxsize=1)
def _formal() -> re.Pattern[str]:
    word = r"(?!(?:The|THE|And|AND|Of)\b)[A-Z0-9][\w&.'’\-]*"
    forms = "|".join(_lists().written)
    return re.compile(
        rf"(?<![\w$]){word}(?:(?:[ ]|[ ](?:&|and|of|de|van)[ ]){word}){{0,5}},?[ ](?:{forms})(?!\w)"
    )


@lru_cache(maxsize=1)
def _lists() -> _Lists:
    data = tomllib.loads((_HERE / "organisations.toml").read_text(encoding="utf-8"))
    return _Lists(
        tuple(data["legal"]),
        tuple(data["weak"]),
        frozenset(data["generic"]),
        tuple(data["written"]),
        re.compile(rf"(?:the )?(?:{'|'.join(data['ahead'])}) (?:the )?(?=.* )", re.IGNORECASE),
    )


@lru_cache(maxsize=1)
def _ordinary_words() -> frozenset[str]:
    return frozenset((_HERE / "ordinary_words.txt").read_text(encoding="utf-8").split())
