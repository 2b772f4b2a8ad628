"""Statements: the sentences and rows of a cited passage, prepared once for comparison with a claim."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from masis.domain.evidence import EvidenceChunk
from masis.domain.language.currencies import CODE, SIGNS
from masis.domain.language.periods import find_periods
from masis.domain.language.tables import Row, Table, is_worded, row_name
from masis.domain.language.units import SCALE_NAME
from masis.domain.language.words import concepts, fold, stems
from masis.domain.once import IN_HAND, Once, kept_at_work
from masis.domain.verification.facts import sentences_of, tables_of


class Source(NamedTuple):
    """One sentence or row of a passage."""

    start: int
    """Offsets are into the text of the page."""
    end: int
    text: str
    words: tuple[str, ...]
    """Content stems in order; of a row also those of its parents, title and headers."""
    bag: frozenset[str]
    """The same with synonyms resolved, and without."""
    row: bool = False


class Passage(NamedTuple):
    """Everything a claim is compared with in one cited chunk."""

    chunk: EvidenceChunk
    sources: tuple[Source, ...]
    bag: frozenset[str]
    """Words of all sources, of title, headings, names and date."""
    pairs: frozenset[tuple[str, str]]
    """Neighbouring content stems."""
    small_pairs: frozenset[tuple[str, str]]
    """Neighbouring words, small ones included."""
    folded: str
    plain: str
    periods: frozenset[str]


_MARKUP = re.compile(r"[*_`#>\"“”‘’']|\[\d{1,3}\]")
_MARKER = re.compile(r"\A\s*(?:[-•‣▪–—·]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s+")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_END = " .;:!?…"
# What, standing right behind or before a copied piece, would change what the piece says.
_TAIL = re.compile(rf"\s?(?:[%{SIGNS}]|[kmb]n?\b|{SCALE_NAME}\b|per\s?cent|basis|(?i:{CODE})\b|x\b|[.,]?\d)")
_HEAD = re.compile(rf"(?:[{SIGNS}−-]|\b(?i:{CODE})\s?|\d[.,]?)\Z")
_DOUBT = re.compile(
    r"\b(?:not|no|never|neither|without|if|unless|whether|false|untrue|denie[sd]|rejected|cannot|failed|would"
    r"|could|might|may)\b|n['’]t\b"
)
_FEWEST_COPIED_WORDS = 4


def passage_of(chunk: EvidenceChunk) -> Passage:
    """Take a cited chunk apart, once."""
    return _passages(chunk)


@kept_at_work(1024)
def _taken_apart(chunk: EvidenceChunk) -> Passage:
    """Take a cited chunk apart."""
    sources = tuple(sorted((*_sentences(chunk), *_rows(chunk)), key=lambda source: source.start))
    site = chunk.page_label if chunk.source == "web" else ""
    names = (chunk.document_title, chunk.document_date, site, chunk.heading, chunk.lead, *chunk.profile.names)
    above = "\n".join(part for part in names if part)
    whole = f"{above}\n{chunk.text}"
    words = stems(whole)
    profile = chunk.profile
    own = (str(profile.fiscal_year) if profile.fiscal_year else "", profile.period_end)
    labels = {p.label for m in find_periods(f"{whole}\n{' '.join(own)}") for p in m.periods}
    rows = {label for table in tables_of(chunk) for column in table.columns if (label := column.period)}
    every = [word for source in sources for word in source.words]
    return Passage(
        chunk=chunk,
        sources=sources,
        bag=frozenset((*words, *concepts(whole), *every)).union(*(source.bag for source in sources)),
        pairs=frozenset(pairwise(every)),
        small_pairs=frozenset(pairwise(small_words(chunk.text))),
        folded=fold(whole),
        plain=plain(chunk.text),
        periods=frozenset(labels | rows),
    )


_passages = Once(_taken_apart, IN_HAND)


def _sentences(chunk: EvidenceChunk) -> Iterator[Source]:
    for span in sentences_of(chunk):
        text = chunk.text[span.start : span.end]
        at = chunk.char_start
        yield Source(at + span.start, at + span.end, text, stems(text), bag_of(text))


def _rows(chunk: EvidenceChunk) -> Iterator[Source]:
    for table in tables_of(chunk):
        for row in table.rows:
            said = _row_text(table, row)
            yield Source(row.char_start, row.char_end, said, stems(said), bag_of(said), row=True)


def _row_text(table: Table, row: Row) -> str:
    cells = "; ".join(f"{table.header_of(cell)} {cell.text}" for cell in row.cells)
    return f"{table.title}. {row_name(table, row)}: {cells}"


def bag_of(text: str) -> frozenset[str]:
    """Return the content stems of a text, with synonyms resolved and as they are."""
    return frozenset((*stems(text), *concepts(text)))


def small_words(text: str) -> list[str]:
    """Return all words of a text in small letters."""
    return [match.group() for match in _WORD.finditer(text.casefold())]


@kept_at_work(2048)
def plain(text: str) -> str:
    """Return a text without markup, quotes, case and final punctuation, spaces collapsed."""
    bare = _MARKER.sub("", _MARKUP.sub("", text), count=1)
    return " ".join(bare.casefold().split()).rstrip(_END)


def is_item(sentence: str) -> bool:
    """Tell whether a sentence opens with the marker of a list item."""
    return bool(_MARKER.match(sentence))


def stated_row(sentence: str, passage: Passage) -> Row | None:
    """Return the row that a sentence says in the one way rows are worded."""
    return next((row for table in tables_of(passage.chunk) if (row := is_worded(sentence, table))), None)


def is_verbatim(sentence: str, passage: Passage) -> bool:
    """Tell whether a sentence is the source's own: whole units, or a piece that says the same alone."""
    wanted = plain(sentence)
    if not wanted or wanted in _unit_texts(passage):
        return bool(wanted)
    at = _found(passage.plain, wanted)
    if at < 0 or len(wanted.split()) < _FEWEST_COPIED_WORDS:
        return False
    before = re.split(r"[.!?]\s", passage.plain[max(0, at - 200) : at])[-1]
    after = passage.plain[at + len(wanted) :]
    return not (_TAIL.match(after) or _HEAD.search(before) or _DOUBT.search(before))


def _found(whole: str, wanted: str) -> int:
    """Return where a text stands between word borders, -1 for nowhere."""
    match = re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", whole) if wanted in whole else None
    return match.start() if match else -1


def _read_unit_texts(passage: Passage) -> frozenset[str]:
    """Return the plain text of every unit and of every two and three neighbours."""
    text, at = passage.chunk.text, passage.chunk.char_start
    own = [(source.start - at, source.end - at) for source in passage.sources]
    return frozenset(
        plain(text[run[0][0] : run[-1][1]])
        for i in range(len(own))
        for length in (1, 2, 3)
        if (run := own[i : i + length])
    )


_unit_texts = Once(_read_unit_texts, IN_HAND)
