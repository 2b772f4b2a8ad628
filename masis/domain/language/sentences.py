"""Sentence splitter: where the sentences, headings, list items and table rows of a text begin and end."""

import re
from collections.abc import Iterator
from itertools import pairwise

from masis.domain.language.sentence_kinds import HEDGE_PHRASES, SentenceKind, classify
from masis.domain.language.vocabulary import listed
from masis.domain.value import Value

__all__ = ["HEDGE_PHRASES", "SentenceKind", "Span", "classify", "split_sentences"]


class Span(Value):
    """A piece of a text: ``text[start:end]``."""

    start: int
    end: int


# Never the end of a sentence: a name or a number follows.
_OPEN_ABBREVIATIONS = listed(
    """
    dr mr mrs ms prof st mt rev gen hon messrs capt lt col sgt sen rep gov pres supt mme approx ca
    circa cf e.g i.e eg ie vs viz incl excl est resp avg max min
    """
)
# Point at a numbered thing: no end when a number or a numeral letter follows.
_POINTING_ABBREVIATIONS = listed(
    """
    no nos rs fig figs eq eqs sec secs art arts vol vols ch chs p pp par para ref refs tab app ex item
    """
)
# May end a sentence; only a word that opens sentences says that they do.
_CLOSING_ABBREVIATIONS = listed(
    """
    inc ltd co corp plc llc llp lp bros gmbh s.a a.g s.p.a n.v b.v etc jr sr al dept univ assn a.m
    p.m jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun mio mrd mn bn
    bln tr yr yrs mo hr hrs
    """
)
_OPENERS = listed(
    """
    a after all also although an and as at because before both but by compared consequently costs
    despite during each earnings every finally first for from further furthermore growth he here
    however if in increased instead it its last later management many meanwhile moreover most net no
    not now of on once operating other our over overall profit profits results revenue revenues
    sales second she since so some such that the their then there therefore these they third this
    those though thus to together total two under until we what when where while who with within
    year you
    """
)

_LINE = re.compile(r"[^\n]*\n?")
_BLANK = re.compile(r"\s*\Z")
_TABLE_ROW = re.compile(r"[ \t]*\|")
_RULE_MARKS = frozenset("|:-+=_*~ \t\r\n\f\v")
_HEADING = re.compile(r"[ \t]*(?:#{1,6}[ \t]|(?:\*\*|__)[^*_\n]{1,160}(?:\*\*|__):?\s*\Z)")
_LIST_ITEM = re.compile(r"[ \t]*(?:[-*+•‣▪–—·]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|\(?[ivx]{1,5}[.)])[ \t]+(?=\S)")
_MARKER = re.compile(r"\s*(?:\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|\(?[ivx]{1,5}[.)])(?=\s)")
_STOP = re.compile(r"[.!?…]+|[。！？]+")
_CLOSERS = re.compile(r"[\"'”’»)*_`]{0,8}")
_CITED = re.compile(r"(?:\s{0,3}[\[【][\w^#][^\[\]【】\n]{0,300}[\]】](?!\())+")
_ID_LIST = re.compile(r"\s*[\[【][\w^#][\w.:#/^-]*(?:\s?[,;]\s?[\w^#][\w.:#/^-]*)*[\]】]")
_ONLY_CITED = re.compile(r"(?:\s*[\[【][\w.:#/^,; -]{1,300}[\]】])+\s*[.;,]?\s*\Z")
_WORD_BEFORE = re.compile(r"[^\s(\[{\"“‘'«/]*\Z")
_NEXT_WORD = re.compile(r"[\"'“‘«(\[*_]*([^\W\d_]+(?:['’][^\W\d_]+)?)(\.?)")
_OPENING_QUOTES = "\"'“‘«([*_"
_LEADER = re.compile(r"\.(?:\s|\Z)")
_DOTTED = re.compile(r"(?:[a-z]\.)+[a-z]\Z")
_LOOKBACK = 40
# A hard-wrapped line this much shorter than its paragraph was ended on purpose.
_SHORT_LINE_SHARE = 0.75


def split_sentences(text: str) -> tuple[Span, ...]:
    """Return the units of ``text`` in order; what lies between them is white space or table rules.

    A citation that follows a full stop belongs to the sentence before it. Headings, list items and
    table rows are units of their own. Runs in linear time on any input.
    """
    spans: list[Span] = []
    for start, end in _blocks(text):
        for left, right in _sentences(text, start, end):
            if spans and _ONLY_CITED.match(text, left, right):
                spans[-1] = Span(start=spans[-1].start, end=right)
            else:
                spans.append(Span(start=left, end=right))
    return tuple(spans)


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Yield runs of lines that may share a sentence: a paragraph, a list item, one row, one heading."""
    run: list[tuple[int, int]] = []
    for match in _LINE.finditer(text):
        line, start, end = match.group(), match.start(), match.end()
        if not line:
            continue
        alone = bool(_TABLE_ROW.match(line) or _HEADING.match(line))
        if _BLANK.match(line) or _is_rule(line) or alone or _LIST_ITEM.match(line):
            yield from _paragraphs(text, run)
            run = []
        if alone and not _is_rule(line):
            yield start, end
        elif not (_BLANK.match(line) or _is_rule(line)):
            run.append((start, end))
    yield from _paragraphs(text, run)


def _is_rule(line: str) -> bool:
    """Tell a table rule or a line of dashes: it holds no words and is no unit."""
    bare = line.strip()
    return bool(bare) and (len(bare) > 2 or bare[0] == "|") and _RULE_MARKS.issuperset(bare)


def _paragraphs(text: str, lines: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Cut a run of plain lines where a line was ended early on purpose (a title, an address)."""
    if not lines:
        return
    width = max(len(text[start:end].strip()) for start, end in lines)
    block_start = lines[0][0]
    for (start, end), (next_start, next_end) in pairwise(lines):
        line, following = text[start:end].strip(), text[next_start:next_end].lstrip()
        first_word = following.split(maxsplit=1)[0]
        fitted = len(line) + 1 + len(first_word) > width * _SHORT_LINE_SHARE
        if (not fitted and _opens(following)) or line.endswith(":"):
            yield block_start, end
            block_start = next_start
    yield block_start, lines[-1][1]


def _opens(following: str) -> bool:
    """Tell whether a line could be the start of something new."""
    first = following.lstrip(_OPENING_QUOTES)[:1]
    return first.isupper() or first.isdigit()


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the sentence spans of one block, trimmed of white space."""
    whole_row = _TABLE_ROW.match(text, start, end) or _HEADING.match(text, start, end)
    marker = _MARKER.match(text, start, end)
    position = marker.end() if marker else start
    left = start
    while not whole_row and (stop := _STOP.search(text, position, end)):
        position = stop.end()
        close = _end_of_sentence(text, stop, end)
        if close is not None:
            yield from _trimmed(text, left, close)
            left = position = close
    yield from _trimmed(text, left, end)


def _trimmed(text: str, left: int, right: int) -> Iterator[tuple[int, int]]:
    """Yield the span without surrounding white space, or nothing when it holds nothing."""
    piece = text[left:right]
    body = piece.strip()
    if body:
        left += len(piece) - len(piece.lstrip())
        yield left, left + len(body)


def _end_of_sentence(text: str, stop: re.Match[str], limit: int) -> int | None:
    """Return where the sentence ending at ``stop`` ends, closers and citations included, or None."""
    if stop.group()[0] in "。！？":
        return stop.end()
    closers = _CLOSERS.match(text, stop.end(), limit)
    close = closers.end() if closers else stop.end()
    cited = _CITED.match(text, close, limit)
    while cited and not _ID_LIST.match(cited.group()):
        cited = None  # an insertion such as "[The company] said" opens the next sentence
    after = cited.end() if cited else close
    if after < limit and not text[after].isspace():
        return None
    following = text[after : after + _LOOKBACK].lstrip()
    if not following or after >= limit:
        return after
    if stop.group() == ".":
        return after if cited or _full_stop_ends(text, stop.start(), following) else None
    return None if following[0].islower() else after


def _full_stop_ends(text: str, at: int, following: str) -> bool:
    """Tell a full stop from the dot of an abbreviation, an initial or an ordinal."""
    found = _WORD_BEFORE.search(text[max(0, at - _LOOKBACK) : at])
    before = found.group() if found else ""
    word = before.lower()
    if following[0].islower():
        return bool(re.match(r"[a-z][A-Z]", following))  # eBay, iPhone
    if word in _OPEN_ABBREVIATIONS or _LEADER.match(following):
        return False
    if word in _POINTING_ABBREVIATIONS:
        return not re.match(r"\d|[IVX]+\b|[A-Z]\b", following)
    initial = len(before) == 1 and before.isupper()
    if initial or word in _CLOSING_ABBREVIATIONS or _DOTTED.match(word):
        return _opens_sentence(following)
    return True


def _opens_sentence(following: str) -> bool:
    """Tell whether the next word is one that commonly opens a sentence."""
    found = _NEXT_WORD.match(following)
    if not found or found.group(2):
        return False
    return found.group(1).lower() in _OPENERS
