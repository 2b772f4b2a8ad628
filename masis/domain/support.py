"""Support: the words of a passage that a sentence rests on, and how far they carry it."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from masis.domain.evidence import EvidenceChunk
from masis.domain.figure_checking import same_value
from masis.domain.figures import Figure, extract_figures
from masis.domain.source_index import SourceIndex, SourceUnit, index_source
from masis.domain.tables import LabelledRow
from masis.domain.wording import content_stems, holds

# How much each kind of agreement counts when passages are compared with each other (own choice); how far the
# best of them carries the sentence is fitted, see support_features.
_COVER_WEIGHT, _BIGRAM_WEIGHT, _FIGURE_WEIGHT = 0.55, 0.15, 0.30
# A second sentence is only quoted when it adds this much.
_WINDOW_GAIN = 0.15
_MARKUP = re.compile(r"[*_`#>\"“”‘’']|\[\d{1,3}\]")
_MARKER = re.compile(r"\A\s*(?:[-•‣▪–—·]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s+")
_END = " .;:!?…"
# What, standing right behind or before a copied piece, would change what the piece says.
_TAIL = re.compile(
    r"\s?(?:[%€$£]|[kmb]n?\b|thousand|million|billion|trillion|per\s?cent|percent|basis|eur\b|usd\b|gbp\b|x\b|[.,]?\d)"
)
_HEAD = re.compile(r"(?:[€$£−-]|\b(?:eur|usd|gbp|chf)\s?|\d[.,]?)\Z")
_DOUBT = re.compile(
    r"\b(?:not|no|never|neither|without|if|unless|whether|false|untrue|wrong|denied|denies|rejected|cannot|failed|would"
    r"|could|might|may|if)\b|n['’]t\b"
)
_FEWEST_COPIED_WORDS = 4
_ROW_HEAD = re.compile(r"\s*(?:\((?P<unit>[^()]{1,60})\)\s*)?[-–—:]\s+")


class Passage(NamedTuple):
    """The best words of one chunk for one sentence: ``chunk.text[start:end]``."""

    start: int
    end: int
    text: str
    score: float
    cover: float
    stems: frozenset[str]


class Statement(NamedTuple):
    """A sentence prepared for comparison."""

    text: str
    stems: tuple[str, ...]
    bigrams: frozenset[tuple[str, str]]
    figures: tuple[Figure, ...]
    item: bool = False
    """Whether it is set as an item of a list."""


def prepare(sentence: str, *, item: bool = False) -> Statement:
    """Take a sentence apart once for all its citations."""
    stems = content_stems(sentence)
    figures = tuple(figure for figure in extract_figures(sentence) if figure.kind == "number")
    return Statement(sentence, stems, frozenset(pairwise(stems)), figures, item)


def is_item(sentence: str) -> bool:
    """Tell whether a sentence opens with the marker of a list item."""
    return bool(_MARKER.match(sentence))


def index_of(chunk: EvidenceChunk) -> SourceIndex:
    """Return the chunk's index, with title, date, heading and table header above its text."""
    site = chunk.page_label if chunk.source == "web" else ""  # an answer may name it: according to …
    above = (chunk.document_title, chunk.document_date, site, chunk.heading, chunk.lead)
    return index_source(chunk.text, "\n".join(part for part in above if part))


def best_passage(statement: Statement, index: SourceIndex) -> Passage | None:
    """Return the sentence, row or pair of sentences that carries the statement best."""
    row = _rendered_row(statement.text, index)
    if row is not None:  # a header row may share more words with it than the row itself
        return _passage_at(statement, index, row.start)
    best: Passage | None = None
    for start, end, gain in _windows(index):
        units = index.units[start:end]
        passage = _passage(statement, index, units, range(start, end))
        if best is None or passage.score > best.score + gain:
            best = passage
    return best


def quotable(statement: Statement, index: SourceIndex, passage: Passage | None) -> Passage | None:
    """Return the passage to show: for a table's header, which states nothing, the row that carries most."""
    if passage is None or not passage.text.startswith("|") or _data_rows(index, passage.start, passage.end):
        return passage
    numbers = _data_rows(index, 0, len(index.text))
    rows = [_passage(statement, index, index.units[at : at + 1], range(at, at + 1)) for at in numbers]
    return max(rows, key=lambda row: row.score, default=passage)


def _data_rows(index: SourceIndex, start: int, end: int) -> list[int]:
    """Return the numbers of the units in a span that are rows of a table with values."""
    places = [row.start for row in index.rows]
    return [
        at
        for at, unit in enumerate(index.units)
        if start <= unit.start < end and any(unit.start <= place < unit.end for place in places)
    ]


def is_verbatim(sentence: str, index: SourceIndex) -> bool:
    """Tell whether the sentence is the source's own: whole units, or a piece that says the same alone."""
    wanted = plain(sentence)
    if not wanted or wanted in _unit_texts(index):
        return bool(wanted)
    whole = _plain_text(index.text)
    at = holds(whole, wanted)
    if at < 0 or len(wanted.split()) < _FEWEST_COPIED_WORDS:
        return False
    before = re.split(r"[.!?]\s", whole[max(0, at - 200) : at])[-1]
    return not (_TAIL.match(whole, at + len(wanted)) or _HEAD.search(before) or _DOUBT.search(before))


def is_copied(sentence: str, index: SourceIndex) -> bool:
    """Tell whether the sentence stands in the source word for word, perhaps inside a longer one."""
    wanted = plain(sentence)
    return bool(wanted) and holds(_plain_text(index.text), wanted) >= 0


def is_rendered_row(sentence: str, index: SourceIndex) -> bool:
    """Tell whether the sentence is a table row written out: ``Label (unit) - header: value; ...``."""
    return _rendered_row(sentence, index) is not None


def _rendered_row(sentence: str, index: SourceIndex) -> LabelledRow | None:
    wanted = plain(sentence)
    for row in index.rows:
        label = plain(row.label)
        if label and wanted.startswith(label):
            head = _ROW_HEAD.match(wanted, len(label))
            known = head is not None and (not head["unit"] or head["unit"] in index.folded)
            if head is not None and known and _is_cells(wanted[head.end() :], row):
                return row
    return None


def _passage_at(statement: Statement, index: SourceIndex, place: int) -> Passage | None:
    """Return the unit that holds a place of the text."""
    numbers = [i for i, unit in enumerate(index.units) if unit.start <= place < unit.end]
    if not numbers:
        return None
    at = numbers[0]
    return _passage(statement, index, index.units[at : at + 1], range(at, at + 1))


def _is_cells(said: str, row: LabelledRow) -> bool:
    """Tell whether ``header: value; header: value`` are cells of the row, values with semicolons included."""
    left = said.strip()
    while left:
        ends = [end for full, given in row.values if (end := _cell_end(left, full, given)) > 0]
        if not ends:
            return False
        left = left[max(ends) :].lstrip("; ")
    return True


def _cell_end(said: str, full: str, given: str) -> int:
    """Return where one leading ``header: value`` ends, 0 for another cell; part of a header will do."""
    value = _folded(given).rstrip(_END)
    if not value:
        return 0
    for match in re.finditer(rf":\s?{re.escape(value)}[{re.escape(_END)}]*(?=;\s|$)", said):
        header = said[: match.start()]
        whole = plain(full)
        if header and (whole.endswith(header) or whole.startswith(header)):
            return match.end()
    return 0


@lru_cache(maxsize=2048)
def plain(text: str) -> str:
    """Return a text without markup, quotes, case and final punctuation, spaces collapsed."""
    return _folded(_MARKER.sub("", _MARKUP.sub("", text), count=1)).rstrip(_END)


def _folded(text: str) -> str:
    return " ".join(_MARKUP.sub("", text).casefold().split())


@lru_cache(maxsize=1024)
def _plain_text(text: str) -> str:
    return plain(text)


@lru_cache(maxsize=1024)
def _unit_texts(index: SourceIndex) -> frozenset[str]:
    """Return the plain text of every unit and of every two and three neighbours."""
    found: set[str] = set()
    for i in range(len(index.units)):
        for length in (1, 2, 3):
            run = index.units[i : i + length]
            found.add(plain(index.text[run[0].start : run[-1].end]))
    return frozenset(found)


def _windows(index: SourceIndex) -> Iterator[tuple[int, int, float]]:
    """Yield single units, then pairs of neighbouring prose units with the gain a pair must bring."""
    for i in range(len(index.units)):
        yield i, i + 1, 0.0
    for i in range(len(index.units) - 1):
        first, second = index.units[i], index.units[i + 1]
        if not first.text.startswith("|") and not second.text.startswith("|"):
            yield i, i + 2, _WINDOW_GAIN


def _passage(
    statement: Statement, index: SourceIndex, units: Sequence[SourceUnit], numbers: range
) -> Passage:
    wanted = frozenset(statement.stems)
    bag = frozenset[str]().union(*(unit.bag for unit in units))
    pairs = frozenset[tuple[str, str]]().union(*(unit.bigrams for unit in units))
    cover = len(wanted & bag) / len(wanted) if wanted else 0.0
    bigram = len(statement.bigrams & pairs) / len(statement.bigrams) if statement.bigrams else cover
    facts = [fact.figure for fact in index.facts if fact.unit in numbers]
    found = sum(any(same_value(figure, fact) for fact in facts) for figure in statement.figures)
    figure = found / len(statement.figures) if statement.figures else cover
    score = _COVER_WEIGHT * cover + _BIGRAM_WEIGHT * bigram + _FIGURE_WEIGHT * figure
    start, end = units[0].start, units[-1].end
    return Passage(start, end, index.text[start:end], score, cover, bag)
