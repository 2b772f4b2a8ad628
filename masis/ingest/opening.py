"""Opening: the part of a document that says what it is, and the words that say it."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path, PurePath
from typing import NamedTuple

from masis.domain.document import Page, ReadDocument
from masis.domain.profile import DocumentKind

FIRST_PAGES = 16
"""As many as a draft of a long document has at least, so that it gets the title of the whole."""
HEAD_LINES = 12
_FORM = re.compile(r"\bform\s+(10-[KQ]|8-K|20-F|6-K|40-F)\b", re.IGNORECASE)
_FORMAL = re.compile(r"securities\s+(?:and\s+)?exchange\s+(?:act|commission)", re.IGNORECASE)
_CELLS = re.compile(r"\s*\|\s*")
_STAMP = re.compile(r"\d{4}-\d\d-\d\d-\d\d|\d{8,}|_|\d\.\d\d\.\d{4}|\bv\d+\b")


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
