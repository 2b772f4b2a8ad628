"""Opening: the part of a document that says what it is: its title and form, and the period it covers."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path, PurePath
from typing import NamedTuple

from masis.domain.document import Page, ReadDocument
from masis.domain.language.periods import Period, find_periods
from masis.domain.profile import DocumentKind

FIRST_PAGES = 16
"""As many as a draft of a long document has at least, so that it gets the title of the whole."""
HEAD_LINES = 12
_FORM = re.compile(r"\bform\s+(10-[KQ]|8-K|20-F|6-K|40-F)\b", re.IGNORECASE)
_FORMAL = re.compile(r"securities\s+(?:and\s+)?exchange\s+(?:act|commission)", re.IGNORECASE)
_CELLS = re.compile(r"\s*\|\s*")
_STAMP = re.compile(r"\d{4}-\d\d-\d\d-\d\d|\d{8,}|_|\d\.\d\d\.\d{4}|\bv\d+\b")
_ENDED = re.compile(r"\bend(?:ed|ing)\b:?\s*", re.IGNORECASE)
_LEAST_TO_A_DATE = 70
_FISCAL = re.compile(r"\b(?:fi)?scal\s+(?:year\s+)?(20\d\d)\b", re.IGNORECASE)
"""Some PDFs lose the two letters that are printed as one."""
_SPAN = re.compile(
    r"\b(three|six|nine|twelve|thirteen|twenty[ -]six|thirty[ -]nine|\d\d?)[ -](months?|weeks?)\s+ended",
    re.IGNORECASE,
)
_IN_WORDS = {
    "three": 3,
    "six": 6,
    "nine": 9,
    "twelve": 12,
    "thirteen": 13,
    "twenty six": 26,
    "thirty nine": 39,
}
_MONTHS, _WEEKS = 3, 13
"""In a quarter."""
_PERIODIC = frozenset({"annual_report", "quarterly_report", "release"})
_FEW_DAYS = 45
"""A year that ends this early in January or February is mostly called by the one before."""


class Words(NamedTuple):
    """What names the kind of a document, and what no title or name consists of."""

    kinds: tuple[tuple[DocumentKind, str], ...]
    on_cover: frozenset[str]
    """Words for a kind that count on a cover too, not only in a title."""
    boilerplate: tuple[str, ...]


class Opening(NamedTuple):
    """The part of a document that says what it is."""

    title: str
    """The title it states, else its first heading that can be one."""
    form: str
    """``10-K`` and its like, where the cover is one of a filing."""
    cover: tuple[str, ...]
    """Lines of the page that says what the document is; cells of table rows apart."""
    text: str
    """The first pages as one text."""
    stem: str
    """The file name without its ending."""

    @property
    def head(self) -> tuple[str, ...]:
        """The first lines of the cover."""
        return self.cover[:HEAD_LINES]


def opening_of(document: ReadDocument, file_name: str) -> Opening:
    """Return the opening of a document."""
    pages = document.pages[:FIRST_PAGES]
    stem = PurePath(file_name).stem
    form, covers = _cover(pages)
    titles = (document.title, *_headings(pages[:2]))
    return Opening(
        title=next((title for title in titles if not is_poor_title(title)), ""),
        form=form,
        cover=tuple(line for page in covers for line in _lines(page.text)),
        text="\n".join(page.text for page in pages),
        stem=stem,
    )


def is_poor_title(title: str) -> bool:
    """Tell whether a title is a file name, a date stamp or the head of a form instead of a title."""
    plain = title.casefold().strip()
    return not plain or bool(_STAMP.search(plain)) or plain.startswith(words().boilerplate)


def named_kind(text: str, only: frozenset[str] = frozenset()) -> DocumentKind:
    """Return the kind a text names first, by the longest of its words there; ``only`` by these words."""
    plain = " ".join(text.casefold().split())
    found = [
        (place.start(), -len(phrase), kind)
        for kind, phrase in words().kinds
        if (phrase in only or not only) and (place := re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", plain))
    ]
    specific = [place for place in found if place[2] != "other"]
    best = min(specific or found, default=None)
    return best[2] if best else ""


@lru_cache(maxsize=1)
def words() -> Words:
    """Return the word lists, read on first use."""
    data = tomllib.loads(Path(__file__).with_name("profile.toml").read_text(encoding="utf-8"))
    kinds = tuple((kind, phrase) for kind, phrases in data["kinds"].items() for phrase in phrases)
    return Words(kinds, frozenset(data["cover"]["names"]), tuple(data["cover"]["boilerplate"]))


def _cover(pages: Sequence[Page]) -> tuple[str, Sequence[Page]]:
    """Return the form and the page of a filing that names it, else the first two pages."""
    for page in pages:
        form = _FORM.search(page.text)
        if form and _FORMAL.search(page.text):
            return form[1].upper(), (page,)
    return "", pages[:2]


def _lines(text: str) -> Iterator[str]:
    """Yield the lines of a text and the cells of its table rows, but none that is only drawn."""
    for line in text.splitlines():
        for cell in _CELLS.split(line):
            plain = " ".join(cell.split())
            if any(sign.isalnum() for sign in plain):
                yield plain


def _headings(pages: Sequence[Page]) -> Iterator[str]:
    for page in pages:
        for block in page.blocks:
            if block.kind == "heading":
                yield " ".join(page.text[block.char_start : block.char_end].split())


class Covered(NamedTuple):
    """The period of a document; zeros and empty where nothing says it."""

    year: int = 0
    quarter: int = 0
    end: str = ""


def period_covered(kind: DocumentKind, heads: Sequence[str], cover: str, text: str) -> Covered:
    """Return what a document covers; ``heads`` are its title, head lines and file name, best first."""
    named = [found for head in heads if (found := _named(head))]
    if kind == "current_report":
        return Covered()
    if kind not in _PERIODIC:
        year, quarter = _named(heads[0]) or (0, 0)
        return Covered(year, quarter, "")
    year, quarter = next((period for period in named if period[1]), named[0] if named else (0, 0))
    end = next(_ends(cover), "") or next(_ends(text), "")
    if kind == "annual_report":
        return Covered(_year_of(end, 0, text) if end else year, 0, end)
    if kind == "quarterly_report" and end:
        quarter = quarter or _quarter_of(text)
        year = _year_of(end, quarter, text)
    return Covered(year, quarter, end if abs(int(end[:4] or 0) - year) <= 1 else "")


def _named(text: str) -> tuple[int, int] | None:
    """Return the one year, and the quarter, that a title names; ``None`` for several years or for a day."""
    years: list[int] = []
    quarters: list[int] = []
    for mention in find_periods(re.sub(r"(?<=[a-z])-(?=[A-Za-z])", " ", text)):
        if len(mention.periods) == 2 and mention.periods[1].year != mention.periods[0].year + 1:
            return None
        period = mention.periods[-1]  # 2023/24 is called by the year it ends in
        quarters += [int(period.part[1])] if period.part[:1] == "Q" else []
        years += [period.year] if period.year and (not period.part or period.part[0] in "QH") else []
    if len(set(years)) != 1 or len(set(quarters)) > 1:
        return None
    return years[0], quarters[0] if quarters else 0


def _ends(text: str) -> Iterator[str]:
    """Yield the first full date close after each ``ended``."""
    for found in _ENDED.finditer(text):
        after = text[found.end() : found.end() + _LEAST_TO_A_DATE]
        for mention in find_periods(after):
            if _is_day(mention.periods[0]):
                yield mention.periods[0].label
                break


def _is_day(period: Period) -> bool:
    return bool(period.year) and bool(re.fullmatch(r"\d\d-\d\d", period.part))


def _year_of(end: str, quarter: int, text: str) -> int:
    """Return the fiscal year of a period: as the text calls it, else the one in which its year ends."""
    year, month, day = (int(part) for part in end.split("-"))
    last_month = month + (3 * (4 - quarter) if quarter else 0)
    year += (last_month - 1) // 12
    last_month = (last_month - 1) % 12 + 1
    early = (last_month - 1) * 31 + day <= _FEW_DAYS
    counts = Counter(int(found) for found in _FISCAL.findall(text))
    if counts[year] != counts[year - 1] and early:
        return year if counts[year] > counts[year - 1] else year - 1
    return year - 1 if early else year


def _quarter_of(text: str) -> int:
    """Return the quarter from the longest span that ended: nine months only stand in the third."""
    counts: Counter[int] = Counter()
    for found in _SPAN.finditer(text):
        word = found[1].casefold().replace("-", " ")
        length = _IN_WORDS.get(word) or int(word)
        counts[round(length / (_WEEKS if found[2].casefold().startswith("week") else _MONTHS))] += 1
    likely = [quarter for quarter in (1, 2, 3) if counts[quarter] and 5 * counts[quarter] >= counts[1]]
    return max(likely, default=0)
