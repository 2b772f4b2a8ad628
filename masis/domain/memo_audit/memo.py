"""Memo: somebody's text as data: cleaned, bounded, and cut into the sentences that are checked."""

import unicodedata
from collections.abc import Iterator

from masis.domain.document import Page
from masis.domain.language.pipes import pipe_tables
from masis.domain.language.pointing import Thread, points_back
from masis.domain.language.sentences import split_sentences
from masis.domain.language.tables import worded
from masis.domain.memo_audit.kinds import MemoKind, read_sentence
from masis.domain.value import Value
from masis.errors import InvalidInput

LONGEST_MEMO = 200_000
"""Characters; about a hundred dense pages."""
_KEPT = frozenset("\n\t")
_LONGEST_HEADING = 200
_LONGEST_SENTENCE = 1500
"""Characters; the time a sentence takes grows faster than its length."""
_LONGEST_QUERY = 1000


class MemoSentence(Value):
    """One unit of a memo: ``memo[start:end]``, and how it is looked up."""

    start: int
    end: int
    text: str
    kind: MemoKind
    body: str = ""
    """What of it is checked; empty for a heading and an opinion."""
    before: str = ""
    """The sentence it points back to."""
    query: str = ""
    """The words it is searched with: its own, and those of the sentence it points back to."""
    heading: str = ""
    cut: bool = False
    """Whether it is a piece of a sentence too long to be weighed at once."""


def clean_memo(text: str) -> str:
    """Return a memo without control and direction marks; raise ``InvalidInput`` for none or too much."""
    if len(text) > LONGEST_MEMO:
        message = (
            f"The memo has {len(text):,} characters; at most {LONGEST_MEMO:,} are audited at once. "
            "Split it into parts."
        )
        raise InvalidInput(message)
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n\n")
    kept = "".join(
        sign for sign in plain if sign in _KEPT or unicodedata.category(sign) not in {"Cc", "Cf", "Cs", "Co"}
    ).strip()
    if not any(sign.isalnum() for sign in kept):
        message = "There is nothing to audit yet. Paste a memo, or choose a file that holds text."
        raise InvalidInput(message)
    return kept


def memo_of_pages(pages: tuple[Page, ...]) -> str:
    """Return the text of a read file, its headings marked the way a pasted memo marks them."""
    return clean_memo("\n\n".join(piece for page in pages for piece in _pieces(page)))


def _pieces(page: Page) -> Iterator[str]:
    if not page.blocks:
        yield page.text
    for block in page.blocks:
        text = page.text[block.char_start : block.char_end].strip()
        if block.kind == "heading" and not text.startswith("#"):
            yield f"{'#' * max(1, min(block.level, 6))} {' '.join(text.split())}"
        elif text:
            yield text


def sentences_of(memo: str) -> tuple[MemoSentence, ...]:
    """Cut a memo into its units, each with the kind it is of and the words to search with."""
    found: list[MemoSentence] = []
    heading, thread = "", Thread()
    rows = _rows(memo)
    for start, end, cut in _spans(memo):
        text = memo[start:end]
        alone = not memo[memo.rfind("\n", 0, start) + 1 : start].strip() and _ends_line(memo, end)
        read = read_sentence(text, alone=alone)
        if read.kind == "claim" and start in rows:
            read = read._replace(body=rows[start])
        if read.kind == "heading":
            heading, thread = text.strip("#*_ \t:")[:_LONGEST_HEADING], Thread()
        said = " ".join(read.body.split())
        before = "" if start in rows else thread.before(said)  # a row says all it says with its header
        query = f"{before} {said}" if before and points_back(said) else said
        found.append(
            MemoSentence(
                start=start,
                end=end,
                text=text,
                kind=read.kind,
                body=read.body,
                before=before,
                query=query[:_LONGEST_QUERY],
                heading=heading if read.kind == "claim" else "",
                cut=cut,
            )
        )
    return tuple(found)


def _rows(memo: str) -> dict[int, str]:
    """Return where each table row begins, with the row said in words, its header's included."""
    tables = pipe_tables(memo, "", "")
    said = ((row.char_start, worded(table, row, row.cells)) for table in tables for row in table.rows)
    return {start: text for start, text in said if not text.endswith(": ")}


def _spans(memo: str) -> Iterator[tuple[int, int, bool]]:
    """Yield the sentences, one without end in pieces that can be weighed, and whether each is a piece."""
    for span in split_sentences(memo):
        start = span.start
        while span.end - start > _LONGEST_SENTENCE:
            cut = memo.rfind(" ", start + _LONGEST_SENTENCE // 2, start + _LONGEST_SENTENCE) + 1
            yield start, (cut or start + _LONGEST_SENTENCE), True
            start = cut or start + _LONGEST_SENTENCE
        yield start, span.end, start > span.start


def _ends_line(memo: str, end: int) -> bool:
    return memo[end : end + 1] in {"", "\n"}
