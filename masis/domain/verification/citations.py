"""Citation engine: which ids an answer cites, which of them exist, which sentences cite nothing."""

import re
from collections.abc import Collection, Iterator

from masis.domain.language.sentences import classify, split_sentences
from masis.domain.language.vocabulary import listed
from masis.domain.value import Value


class CitationAudit(Value):
    """What the code found about an answer's citations."""

    cited: tuple[str, ...] = ()
    """Ids that exist in the evidence, in order of first use."""
    fabricated: tuple[str, ...] = ()
    uncited_claims: tuple[str, ...] = ()


class CitationGroup(Value):
    """One run of adjacent citation brackets: ``text[start:end]``."""

    start: int
    end: int
    ids: tuple[str, ...] = ()
    """Those that exist in the evidence."""
    fabricated: tuple[str, ...] = ()


_BRACKET = re.compile(r"[\[【]([^\[\]【】\n]{1,400})[\]】]")
_SEPARATOR = re.compile(r"\s*[,;]\s*|\s+and\s+|\s*&\s*")
_PREFIX = re.compile(
    r"(?:source|sources|chunk|passage|evidence|id|ref|cite|citation)\s*(?:id)?\s*[:=# ]\s*", re.I
)
_WRAPPING = " \t`'\"“”‘’\\#@*"
_ID = re.compile(r"[A-Za-z][\w.:/-]*\Z")
_HEX_ID = re.compile(r"(?=[\w-]*[A-Za-z])\d[\w-]{5,}\Z")
_QUANTITY = re.compile(
    r"[\d.,]+(?:st|nd|rd|th|[kmbx]|mn|bn|mio|mrd|th?ousand|m?illion|billion|percent)\Z", re.I
)
_PERIOD = re.compile(r"(?:Q[1-4]|[1-4]Q|H[12]|[12]H|FY|CY)?[-/' ]?(?:(?:19|20)?\d{2})?(?:[-/]\d{2,4})?\Z")
_LINK_TAIL = re.compile(r"\(|:\s+(?:https?:|/|#|<)")
_PAGE = re.compile(r"(?:p|pp|page|pg)[.-]?\d+(?:[-–]\d+)?\Z", re.I)
# Words and codes that editors put into brackets; a bare word is only an id when the known ids are bare words.
_EDITORIAL = listed(
    """
    sic x ok todo tbd tbc na n/a note ibid et al. emphasis added redacted inaudible omitted co2 b2b
    b2c g7 g8 g20 covid-19 y2k iso9001 a4
    """
)


def parse_citations(answer: str, known_ids: Collection[str]) -> tuple[CitationGroup, ...]:
    """Find the citation groups of ``answer``; brackets that are not citations are left out."""
    known = frozenset(known_ids)
    word_length = max((len(i) for i in known if i.isalpha()), default=-3) + 2
    groups: list[CitationGroup] = []
    for match in _BRACKET.finditer(answer):
        ids, fabricated = _read_bracket(match, known, word_length)
        if not ids and not fabricated:
            continue
        last = groups[-1] if groups else None
        if last and not answer[last.end : match.start()].strip():
            merged = _unique((*last.ids, *ids)), _unique((*last.fabricated, *fabricated))
            groups[-1] = CitationGroup(start=last.start, end=match.end(), ids=merged[0], fabricated=merged[1])
        else:
            groups.append(CitationGroup(start=match.start(), end=match.end(), ids=ids, fabricated=fabricated))
    return tuple(groups)


def strip_citations(text: str, known_ids: Collection[str]) -> str:
    """Return ``text`` without its citation groups, known and fabricated, and the space they leave."""
    pieces: list[str] = []
    position = 0
    for group in parse_citations(text, known_ids):
        kept = text[position : group.start].rstrip(" \t")
        pieces.append(kept)
        position = group.end
        at_line_start = not kept or kept.endswith("\n")
        if at_line_start:
            position = _skip_blanks(text, position)
    pieces.append(text[position:])
    return "".join(pieces)


def _skip_blanks(text: str, position: int) -> int:
    while text[position : position + 1] in {" ", "\t"}:
        position += 1
    return position


def audit_citations(answer: str, known_ids: Collection[str]) -> CitationAudit:
    """Audit every citation of ``answer`` against the ids of the evidence, without a model."""
    groups = parse_citations(answer, known_ids)
    return CitationAudit(
        cited=_unique(i for group in groups for i in group.ids),
        fabricated=_unique(i for group in groups for i in group.fabricated),
        uncited_claims=tuple(_uncited(answer, groups)),
    )


def _uncited(answer: str, groups: tuple[CitationGroup, ...]) -> Iterator[str]:
    """Yield the sentences that state a fact and cite nothing at all."""
    starts = [group.start for group in groups]
    at = 0
    for span in split_sentences(answer):
        while at < len(starts) and starts[at] < span.start:
            at += 1
        cites = at < len(starts) and starts[at] < span.end
        sentence = answer[span.start : span.end]
        if not cites and classify(sentence) == "claim":
            yield sentence


def _read_bracket(
    match: re.Match[str], known: frozenset[str], word_length: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the known and the fabricated ids of one bracket; both empty when it is no citation."""
    content = match.group(1)
    if content.startswith("^") and content not in known:
        return (), ()
    tokens = [_clean(token, known) for token in _SEPARATOR.split(content)]
    ids = _unique(token for token in tokens if token in known)
    if _is_link(match) and len(ids) < len(tokens):
        return (), ()
    unknown = [token for token in tokens if token not in known]
    grouped = bool(ids) and len(tokens) > 1
    fabricated = _unique(token for token in unknown if _is_id_shaped(token, word_length, grouped=grouped))
    return ids, fabricated


def _clean(token: str, known: frozenset[str]) -> str:
    """Take quotes, marks and a leading ``source:`` off a token, unless it is an id as it stands."""
    token = token.strip()
    if token in known:
        return token
    return _PREFIX.sub("", token.strip(_WRAPPING), count=1).strip(_WRAPPING)


def _is_link(match: re.Match[str]) -> bool:
    """Tell whether the bracket is the text of a Markdown link, image or link definition."""
    return bool(_LINK_TAIL.match(match.string, match.end()))


def _is_id_shaped(token: str, word_length: int, *, grouped: bool) -> bool:
    """Tell an id that does not exist from an editor's insertion.

    ``word_length`` is the longest bare word still taken for an id; ``grouped`` means that the bracket
    holds a real id too, so a bare word beside it was meant as one.
    """
    if token.casefold() in _EDITORIAL or _PERIOD.match(token) or _QUANTITY.match(token):
        return False
    if _PAGE.match(token) and grouped:
        return False
    if not _ID.match(token):
        return bool(_HEX_ID.match(token))
    has_mark = any(char.isdigit() or char in "_:" for char in token)
    return has_mark or grouped or (token.isalpha() and len(token) <= word_length)


def _unique(ids: Iterator[str] | tuple[str, ...]) -> tuple[str, ...]:
    """Keep the first of each, in order."""
    return tuple(dict.fromkeys(ids))
