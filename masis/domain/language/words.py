"""Words: tokens with stems, concepts, directions and names; the one stemmer and the one stop list."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from threading import local
from typing import Any, NamedTuple

from masis.domain.language.currencies import SIGNS
from masis.domain.once import kept_at_work

_TOKEN = re.compile(
    r"\d{1,3}(?:[,'’]\d{3})+(?:\.\d+)?|\d+\.\d+"  # 1,234.5
    r"|(?:[^\W\d_]\.){2,}"  # U.S.
    r"|[^\W_]+(?:[&'’][^\W_]+)*"  # words, 3M, R&D, company's
    rf"|[%{SIGNS}]",
    re.UNICODE,
)
_CONNECTORS = r"(?:of the|of|de|van|von|&)"
_CAPITALISED = r"(?:[A-Z][\w&.-]*\w|[A-Z]|\d+[A-Z]\w*|\d+-[A-Z]\w+|[a-z][A-Z]\w+)"
_NAME = re.compile(rf"(?<![\w{SIGNS}]){_CAPITALISED}(?:(?:\.? | {_CONNECTORS} ){_CAPITALISED})*")
_OPENER = re.compile(r"(?:\A|[.!?:;•|\n(]\s*|[\"“])[\s*_-]*\Z")
_NO_DECOMPOSITION = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ł": "l", "ı": "i"})
_local = local()


class Token(NamedTuple):
    """A word or number of a text, where it stands, and its stem."""

    text: str
    start: int
    end: int
    stem: str
    content: bool
    """False for stop words."""


class Lexicon(NamedTuple):
    """The word lists of ``en.toml``, by stem where words are compared by stem."""

    stop: frozenset[str]
    wrapping: frozenset[str]
    """Stems."""
    phrasal: frozenset[str]
    """Stems of verbs whose ``up`` and ``down`` say no direction."""
    hedging: frozenset[str]
    """Stems of words that only say how exactly a figure is meant."""
    back: frozenset[str]
    """Stems of first words of a sentence whose subject stands in the one before it."""
    all: frozenset[str]
    """Words that claim a thing as a whole, and their stems."""
    period: frozenset[str]
    """Stems of words that say when."""
    negations: frozenset[str]
    irregular: Mapping[str, str]
    canonical: Mapping[str, str]
    """Stem to the stem that stands for its synonyms."""
    short_forms: Mapping[str, tuple[str, ...]]
    """Short form to the concepts of its long form."""
    sides: Mapping[str, tuple[tuple[str, int], ...]]
    """Stem to (pair, side) of every pair of opposites it stands in."""
    firmness: Mapping[str, str]
    """Stem to the status it states."""
    measures: frozenset[str]
    """Concepts of what is measured."""
    rates: frozenset[str]
    """Concepts of what is given in per cent."""
    pairs: frozenset[frozenset[str]]
    """Stems of words that ``and`` joins into one thing."""
    stating: frozenset[str]
    """Concepts of verbs that say that a thing has a value."""
    shares: Mapping[str, float]
    """Words for a share of a whole, with its percentage."""
    multiples: Mapping[str, float]
    """Stems of verbs that say by how many percent something moved."""


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """Return the word lists, read on first use."""
    raw = tomllib.loads(Path(__file__).with_name("en.toml").read_text(encoding="utf-8"))
    irregular = {form: root for root, forms in raw["irregular"].items() for form in forms.split()}

    def by_stem(word: str) -> str:
        return _snowball(irregular.get(word, word))

    canonical = {
        by_stem(word): by_stem(head) for head, words in raw["synonyms"].items() for word in words.split()
    }

    def concepts_of(text: str) -> tuple[str, ...]:
        found = (by_stem(word) for word in text.split() if word not in stop)
        return tuple(canonical.get(stem, stem) for stem in found)

    stop = frozenset(raw["stop"].split())
    sides: dict[str, list[tuple[str, int]]] = {}
    for pair, groups in raw["opposites"].items():
        for side, group in enumerate(groups):
            for word in group.split():
                sides.setdefault(by_stem(word), []).append((pair, side))
    return Lexicon(
        stop=stop,
        wrapping=frozenset(by_stem(word) for word in raw["wrapping"].split()),
        phrasal=frozenset(by_stem(word) for word in raw["phrasal"]["verbs"].split()),
        hedging=frozenset(by_stem(word) for word in raw["hedging"].split()),
        back=frozenset(by_stem(word) for word in raw["back"].split()),
        all=frozenset(form for word in raw["all"].split() for form in (word, by_stem(word))),
        period=frozenset(by_stem(word) for word in raw["period"].split()),
        negations=frozenset(raw["negations"].split()),
        irregular=irregular,
        canonical=canonical,
        short_forms={short: concepts_of(full) for short, full in raw["short_forms"].items()},
        sides={word: tuple(dict.fromkeys(places)) for word, places in sides.items()},
        firmness={
            by_stem(word): status for status, words in raw["firmness"].items() for word in words.split()
        },
        measures=frozenset(concepts_of(raw["measures"]["heads"])),
        rates=frozenset(concepts_of(raw["measures"]["rates"])),
        pairs=frozenset(
            frozenset(by_stem(word) for word in pair.split(":")) for pair in raw["measures"]["pairs"].split()
        ),
        stating=frozenset(concepts_of(raw["measures"]["stating"])),
        shares=raw["degrees"]["shares"],
        multiples={by_stem(word): percent for word, percent in raw["degrees"]["moves"].items()},
    )


def fold(text: str) -> str:
    """Return a text in small letters without accents, its apostrophes and dashes plain."""
    plain = text.replace("’", "'").replace("‐", "-").replace("‑", "-").casefold()
    if plain.isascii():
        return plain
    decomposed = unicodedata.normalize("NFKD", plain.translate(_NO_DECOMPOSITION))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def stem(word: str) -> str:
    """Return the snowball stem of a word in any case; irregular verb forms meet their verb."""
    plain = fold(word).removesuffix("'s").removesuffix("'").rstrip(".")
    return _stem(plain)


@lru_cache(maxsize=65536)
def _stem(plain: str) -> str:
    return _snowball(lexicon().irregular.get(plain, plain))


def _snowball(word: str) -> str:
    if not word.isalpha():
        return word
    if not hasattr(_local, "stemmer"):
        from snowballstemmer import stemmer  # keeps its word in hand while it works: one a thread

        _local.stemmer = stemmer("english")
    stemmed: Any = _local.stemmer.stemWord(word)
    return str(stemmed)


@kept_at_work(8192)
def tokens(text: str) -> tuple[Token, ...]:
    """Return the words and numbers of a text in order."""
    known = lexicon()
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        plain = fold(match.group()).removesuffix("'s").rstrip(".")
        root = _stem(plain) if not plain[:1].isdigit() else plain.replace(",", "").replace("'", "")
        content = plain not in known.stop and (len(plain) > 1 or plain.isdigit())
        found.append(Token(match.group(), match.start(), match.end(), root, content))
    return tuple(found)


def stems(text: str) -> tuple[str, ...]:
    """Return the stems of the words that carry meaning, in order, numbers included."""
    return tuple(token.stem for token in tokens(text) if token.content)


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text in small letters, stop words included, numbers left out."""
    return tuple(fold(token.text) for token in tokens(text) if token.text[0].isalpha())


@kept_at_work(16384)
def concepts(text: str) -> tuple[str, ...]:
    """Return the content stems with synonyms and short forms resolved, numbers left out."""
    known = lexicon()
    found: list[str] = []
    for token in tokens(text):
        plain = fold(token.text).rstrip(".")
        if plain in known.short_forms and (len(plain) > 2 or token.text.isupper() or "." in token.text):
            found.extend(known.short_forms[plain])
        elif token.content and not token.stem[0].isdigit():
            found.append(known.canonical.get(token.stem, token.stem))
    return tuple(found)


def is_movement(root: str) -> bool:
    """Tell whether a stem says which way something went: ``rise``, ``down``."""
    return any(pair == "movement" for pair, _ in lexicon().sides.get(root, ()))


def concept(root: str) -> str:
    """Return the stem that stands for a stem's synonyms."""
    return lexicon().canonical.get(root, root)


def names_measure(phrase: str) -> bool:
    """Tell whether a phrase names something measured: its last word is the head of one."""
    said = concepts(phrase)
    return bool(said) and said[-1] in lexicon().measures


def directions(text: str) -> frozenset[tuple[str, int]]:
    """Return the (pair, side) places of every word of a text that has an opposite."""
    return frozenset(place for _, places in sided(text) for place in places)


@kept_at_work(8192)
def sided(text: str) -> tuple[tuple[Token, tuple[tuple[str, int], ...]], ...]:
    """Return the words of a text that have an opposite, with their places; "up" in "make up" has none."""
    known, before = lexicon(), ""
    found: list[tuple[Token, tuple[tuple[str, int], ...]]] = []
    for token in tokens(text):
        places = known.sides.get(token.stem, ())
        if places and not (token.stem in {"up", "down"} and before in known.phrasal):
            found.append((token, places))
        before = token.stem
    return tuple(found)


def negated(text: str) -> bool:
    """Tell whether a text denies something."""
    negations = lexicon().negations
    return any(fold(token.text) in negations or fold(token.text).endswith("n't") for token in tokens(text))


_PLANNED_YEAR = re.compile(
    r"(?<![\w.])(?:(?:FY ?)?['’]?(?:19|20)\d\d(?:[/–-]\d\d)?"
    r"|(?:FY|[QH][1-4]|[1-4][QH])[ '’]{0,2}\d\d)[EFBPe]\b"
)
"""A year of a model that is an estimate, a forecast, a budget or a plan: ``2026E``, ``FY27F``, ``1Q26e``."""


_ACTUAL = re.compile(r"\b(?:[Aa]ctuals?|ACTUALS?)\b|(?:19|20)\d\dA\b")


def is_actual(header: str) -> bool:
    """Tell a header or title that speaks of what was: ``2026 Actual``, ``Budget vs actual``, ``2026A``."""
    return bool(_ACTUAL.search(header))


def firmness_of(text: str) -> str:
    """Return the weakest status a text states of its figures, or empty: ``preliminary``, ``forecast``."""
    if _PLANNED_YEAR.search(text):
        return "forecast"
    table = lexicon().firmness
    stated = [table[token.stem] for token in tokens(text) if token.stem in table]
    order = ("forecast", "preliminary", "unaudited", "estimated", "pro_forma", "restated", "audited")
    return next((status for status in order if status in stated), "")


class Name(NamedTuple):
    """A run of capitalised words, and whether it can only be a name."""

    text: str
    start: int
    end: int
    sure: bool
    """False for a lone capitalised word that opens a sentence."""


@kept_at_work(8192)
def names(text: str) -> tuple[Name, ...]:
    """Return the names of a text: ``3M``, ``7-Eleven``, ``A. P. Møller``, ``Bank of America``, ``iPhone``."""
    found: list[Name] = []
    for match in _NAME.finditer(text):
        start, end = match.span()
        opens = bool(_OPENER.search(text[max(0, start - 8) : start]))
        if opens:
            start = _after_opener(text, start, end)
        name = text[start:end].rstrip(".")
        if not name or fold(name) in lexicon().stop:
            continue
        distinct = any(letter.isupper() or letter.isdigit() for letter in name[1:])
        found.append(
            Name(name, start, start + len(name), sure=not opens or distinct or start > match.start())
        )
    return tuple(found)


def _after_opener(text: str, start: int, end: int) -> int:
    """Return where a name begins that follows the first words of a sentence: ``What Apple ...``."""
    while start < end:
        first = re.match(r"[\w’'&.-]+", text[start:end])
        if first is None or fold(first.group()) not in lexicon().stop | lexicon().wrapping:
            return start
        following = re.compile(rf"\s+(?:{_CONNECTORS}\s+)?").match(text, start + first.end())
        start = following.end() if following and following.end() < end else end
    return end
