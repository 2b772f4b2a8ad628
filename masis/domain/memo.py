"""Memo: somebody's text as data: cleaned, bounded, and cut into the sentences that are checked."""

import re
import unicodedata
from collections.abc import Iterator

from masis.domain.document import Page
from masis.domain.figures import extract_figures
from masis.domain.language.sentences import split_sentences
from masis.domain.language.vocabulary import listed
from masis.domain.memo_kinds import MemoKind, read_sentence
from masis.domain.value import Value
from masis.domain.wording import content_stems
from masis.errors import InvalidInput

LONGEST_MEMO = 200_000
"""Characters; about a hundred dense pages."""
_KEPT = frozenset("\n\t")
_LONGEST_HEADING = 200
_LONGEST_SENTENCE = 1500
"""Characters; the time a sentence takes grows faster than its length."""
_BACK_WORDS = listed("it its this that these those they their he she his her both such")
_JOINT = re.compile(r"\s*;\s+|,?\s+(?:while|whereas|and|but)\s+(?:(?:that|also|then)\s+)?", re.IGNORECASE)
_FEWEST_WORDS = 2
_BACK_PHRASES = ("the segment", "the company", "the unit", "the region", "the plant", "the team", "the plan")


class MemoSentence(Value):
    """One unit of a memo: ``memo[start:end]``, and how it is looked up."""

    start: int
    end: int
    text: str
    kind: MemoKind
    body: str = ""
    """What of it is checked; empty for a heading and an opinion."""
    evaluative: bool = False
    query: str = ""
    """The words it is searched with: its own, and those of the sentence it points back to."""
    heading: str = ""


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
    heading = previous = header = ""
    for start, end in _spans(memo):
        text = memo[start:end]
        alone = not memo[memo.rfind("\n", 0, start) + 1 : start].strip() and _ends_line(memo, end)
        read = read_sentence(text, alone=alone)
        header = _header(text, header, read.kind)
        if read.kind == "claim" and header and text.startswith("|"):
            read = read._replace(body=_written_out(text, header))
        if read.kind == "heading":
            heading, previous = text.strip("#*_ \t:")[:_LONGEST_HEADING], ""
        query = " ".join(read.body.split())
        if query and previous and points_back(query):
            query = f"{previous} {query}"
        found.append(
            MemoSentence(
                start=start,
                end=end,
                text=text,
                kind=read.kind,
                body=read.body,
                evaluative=read.evaluative,
                query=query[:1000],
                heading=heading if read.kind == "claim" else "",
            )
        )
        previous = " ".join(read.body.split()) or previous
    return tuple(found)


def _spans(memo: str) -> Iterator[tuple[int, int]]:
    """Yield the sentences; one without end, as a list in one line may be, in pieces that can be weighed."""
    for span in split_sentences(memo):
        start = span.start
        while span.end - start > _LONGEST_SENTENCE:
            cut = memo.rfind(" ", start + _LONGEST_SENTENCE // 2, start + _LONGEST_SENTENCE) + 1
            yield start, (cut or start + _LONGEST_SENTENCE)
            start = cut or start + _LONGEST_SENTENCE
        yield start, span.end


def _header(text: str, header: str, kind: MemoKind) -> str:
    """Return the header row that holds for the rows that follow; prose ends a table."""
    if not text.startswith("|"):
        return ""
    return text if kind == "heading" and not header else header


def _written_out(row: str, header: str) -> str:
    """Return a table row as ``Label - header: value; header: value``, the way the ledger reads rows."""
    heads = [cell.strip() for cell in header.strip().strip("|").split("|")]
    label, *values = [cell.strip() for cell in row.strip().strip("|").split("|")]
    pairs = zip(heads[1:], values, strict=False)
    told = "; ".join(f"{head}: {value}" for head, value in pairs if head and value)
    return f"{label} - {told}" if label and told else row


def parts_of(body: str) -> tuple[str, ...]:
    """Return the statements of a compound sentence, each with a figure and words of its own."""
    if body.startswith("|"):
        return (body,)
    figures = [one for one in extract_figures(body) if one.kind == "number"]
    found: list[str] = []
    start = 0
    for joint in _JOINT.finditer(body):
        before = [one for one in figures if start <= one.start < joint.start()]
        after = [one for one in figures if one.start >= joint.end()]
        if before and after and _states(body[start : joint.start()]) and _states(body[joint.end() :]):
            found.append(body[start : joint.start()].strip(" ,"))
            start = joint.end()
    return (*found, body[start:].strip())


def _states(part: str) -> bool:
    """Tell a statement from a bare figure: ``and 8.7 million in 2023`` says nothing by itself."""
    opening = re.match(r"\W*(?:[A-Z]{3}\s?)?\d", part)
    return opening is None and len(content_stems(part)) >= _FEWEST_WORDS


def _ends_line(memo: str, end: int) -> bool:
    return memo[end : end + 1] in {"", "\n"}


def points_back(sentence: str) -> bool:
    """Tell a sentence whose subject stands in the one before it."""
    words = sentence.lower().split() or [""]
    opening = " ".join(words[:2]).strip(" ,;:")
    return words[0].strip(",;:") in _BACK_WORDS or opening in _BACK_PHRASES
