"""Claim ledger: one row per sentence of an answer, with the verdict of code and the words it rests on."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from pydantic import Field

from masis.domain.evidence import EvidenceChunk, place_of
from masis.domain.evidence import Source as Origin
from masis.domain.language.sentences import Span, classify, split_sentences
from masis.domain.language.windows import ClaimReading, ClaimWindows, claim_windows, statements_of
from masis.domain.language.words import concept, concepts, lexicon, sided
from masis.domain.value import Value
from masis.domain.verification.citations import CitationGroup, parse_citations, strip_citations
from masis.domain.verification.contradictions import contradiction
from masis.domain.verification.facts import Fact, facts_of
from masis.domain.verification.figures import FigureFinding, check_figures, missing_periods
from masis.domain.verification.statements import Passage, is_verbatim, passage_of, stated_row
from masis.domain.verification.support import Best, best_of, features, fitted, support_score, unknown_names

ClaimVerdict = Literal[
    "supported",
    "not_verified",
    "number_mismatch",
    "contradicted",
    "not_in_source",
    "uncited",
    "hedge",
    "heading",
]
STRUCK_VERDICTS: frozenset[ClaimVerdict] = frozenset({"contradicted", "number_mismatch", "not_in_source"})
"""Verdicts that count as a hallucination and keep a sentence from being published."""
BY_WORDING = "Its wording and names stand in the cited text."
_LEAST_QUOTED = 0.05
"""A passage that shares less than this with the sentence is not shown as its quote (own choice)."""
_LEAST_HELD = 0.5
"""A sentence of whose words the cited passages hold less than this is not in its source."""
_ASSERTED = frozenset(
    {"movement", "extreme", "degree", "quantity", "trade", "opening", "result", "decision", "reaching"}
)
"""Pairs of opposites that a sentence without a figure asserts by one of their words."""
_MOST_TOGETHER = 2
"""So many passages may carry a sentence by its words between them."""
_MOST_TOLD = 4
"""So many of the words its sources lack are named in the reason."""
_MOST_READ = 12.0
"""The reader's log-odds count up to this."""
_RANGE = re.compile(r"(?<=\w) ?\(\d{1,3} ?(?:[-–—]|to) ?\d{1,3}\)")
_ATTRIBUTION = (
    r"^(?:according to|as (?:stated|reported|shown|set out) in|per|as per|based on|in)\s+(?:the\s+)?{title}"
    r"(?:\s*\([^()]{{0,60}}\))?(?:,?\s*(?:on\s+)?p(?:age|p?\.)\s?\d+)?\s*[,:]\s*"
    r"|^(?:the\s+)?{title}(?:\s*\([^()]{{0,60}}\))?(?:,?\s*p(?:age|p?\.)\s?\d+)?\s*[:–—]\s*"
)


class ClaimReader(Protocol):
    """A model that tells how far windows of text support a claim."""

    def support(self, claims: Sequence[ClaimWindows]) -> tuple[ClaimReading, ...]:
        """Return one reading per claim, in order."""
        ...


class Quote(Value):
    """The exact words of a source that a claim rests on.

    ``char_start`` and ``char_end`` are offsets into the stored text of page ``page_number``.
    """

    chunk_id: str
    document_id: str
    version_id: str
    document_title: str
    page_number: int
    page_label: str
    char_start: int
    char_end: int
    text: str
    source: Origin = "document"
    url: str = ""
    """Where a passage from the web was found; it has no page, its offsets are into the stored passage."""

    @property
    def place(self) -> str:
        """Title and page, or title, site and address."""
        return f"{self.document_title}, {place_of(self.page_label)} {self.url}".rstrip()


class Claim(Value):
    """One sentence of the answer and what became of it."""

    position: int = Field(ge=0)
    text: str
    """The sentence without its citations."""
    answer_start: int = Field(ge=0)
    answer_end: int = Field(ge=0)
    """Span of the sentence, its citations included, in the answer."""
    citations: tuple[str, ...] = ()
    quotes: tuple[Quote, ...] = ()
    verdict: ClaimVerdict
    decided_by: Literal["code", "model", "human"] = "code"
    code_verdict: ClaimVerdict | None = None
    """What the code had found, where a person marked the claim or an operator's verifier doubts it."""
    reason: str = ""
    support: float = Field(default=0.0, ge=0.0, le=1.0)

    @property
    def by_wording(self) -> bool:
        """True when code found it supported by its words alone, not by a copy or by figures."""
        return self.decided_by == "code" and self.reason == BY_WORDING


class Finding(NamedTuple):
    """A verdict in the making."""

    verdict: ClaimVerdict
    reason: str
    support: float = 0.0


class _Sentence(NamedTuple):
    """A sentence of the answer with what it cites."""

    span: Span
    text: str
    """Without citations."""
    body: str
    """Without marker and attribution too."""
    chunks: tuple[EvidenceChunk, ...]
    fabricated: tuple[str, ...]


def build_ledger(
    answer: str, evidence: Sequence[EvidenceChunk], reader: ClaimReader | None = None
) -> tuple[Claim, ...]:
    """Return one claim per sentence of ``answer``, each checked against the passages it cites."""
    by_id = {chunk.chunk_id: chunk for chunk in evidence}
    groups = parse_citations(answer, by_id)
    sentences = [_sentence(answer, span, groups, by_id) for span in split_sentences(answer)]
    readings = _readings(sentences, reader)
    return tuple(
        _claim(position, sentence, readings.get(position)) for position, sentence in enumerate(sentences)
    )


def _sentence(
    answer: str, span: Span, groups: Sequence[CitationGroup], by_id: Mapping[str, EvidenceChunk]
) -> _Sentence:
    inside = [group for group in groups if span.start <= group.start < span.end]
    text = strip_citations(answer[span.start : span.end], by_id).strip()
    chunks = tuple(by_id[i] for i in dict.fromkeys(i for group in inside for i in group.ids))
    fabricated = tuple(dict.fromkeys(i for group in inside for i in group.fabricated))
    titles = [chunk.document_title for chunk in chunks if chunk.document_title.strip()]
    return _Sentence(span, text, without_attribution(text.lstrip("-*•#> \t"), titles), chunks, fabricated)


def _readings(sentences: Sequence[_Sentence], reader: ClaimReader | None) -> dict[int, float]:
    """Return what the reading model makes of every cited claim, in one batch."""
    asked = [
        number
        for number, one in enumerate(sentences)
        if reader and one.chunks and classify(one.text) == "claim"
    ]
    if reader is None or not asked:
        return {}
    windows = [
        claim_windows(sentences[number].body, _statements(sentences[number].chunks)) for number in asked
    ]
    found = zip(asked, reader.support(windows), strict=True)
    return {number: max(-_MOST_READ, min(_MOST_READ, reading.supported)) for number, reading in found}


def _statements(chunks: Sequence[EvidenceChunk]) -> list[str]:
    return [said for chunk in chunks for said in statements_of(chunk.text, chunk.table, chunk.char_start)]


def _claim(position: int, sentence: _Sentence, reading: float | None) -> Claim:
    passages = tuple(passage_of(chunk) for chunk in sentence.chunks)
    facts = tuple(fact for chunk in sentence.chunks for fact in facts_of(chunk))
    own = frozenset(c for chunk in sentence.chunks for name in chunk.profile.names for c in concepts(name))
    titles = [chunk.document_title for chunk in sentence.chunks]
    figures = check_figures(_without_titles(sentence.body, titles), facts, own) if facts or passages else ()
    finding = _finding(sentence, passages, facts, figures, reading)
    reason = finding.reason
    if sentence.chunks and sentence.fabricated:
        reason = f"{reason} It also cites {', '.join(sentence.fabricated)}, which is not in the evidence."
    return Claim(
        position=position,
        text=sentence.text,
        answer_start=sentence.span.start,
        answer_end=sentence.span.end,
        citations=(*(chunk.chunk_id for chunk in sentence.chunks), *sentence.fabricated),
        quotes=tuple(quote for p in passages if (quote := _quote(sentence.body, p, figures))),
        verdict=finding.verdict,
        reason=reason,
        support=round(min(1.0, finding.support), 3),
    )


def _finding(
    sentence: _Sentence,
    passages: Sequence[Passage],
    facts: Sequence[Fact],
    figures: Sequence[FigureFinding],
    reading: float | None,
) -> Finding:
    """Return the verdict on a sentence of any kind."""
    kind = classify(sentence.text)
    if not sentence.chunks:
        return _unsourced(kind, sentence.fabricated)
    if kind != "claim":
        return _figure_problem(figures) or _unsourced(kind, ())
    if any(is_verbatim(sentence.body, passage) for passage in passages):
        return Finding("supported", "It is the source's own sentence.", 1.0)
    if any(stated_row(sentence.body, passage) for passage in passages):
        return Finding("supported", "It is a row of the source's table.", 1.0)
    return _weighed(sentence.body, passages, facts, figures, reading)


def _weighed(
    body: str,
    passages: Sequence[Passage],
    facts: Sequence[Fact],
    figures: Sequence[FigureFinding],
    reading: float | None,
) -> Finding:
    """Return the verdict on a claim in its own words."""
    bests = tuple(best_of(body, passage, figures) for passage in passages)
    bound = any(not figure.figure.spelled or figure.figure.unit in {"%", "x"} for figure in figures)
    near = range(len(passages)) if bound else _nearest(bests)
    found = features(body, [passages[at] for at in near], [bests[at] for at in near], figures)
    reading = None if bound else reading  # the reading model was trained on prose
    score = support_score(found, reading)
    lines = fitted()[0 if reading is None else 1]
    nowhere = not bound and score < lines.unsupported and found.values[0] < _LEAST_HELD
    problem = (
        _figure_problem([figure for figure in figures if figure.state == "differs"])
        or _against(body, passages, facts, figures)
        or _figure_problem(figures)
        or _unnamed(body, passages)
        or (None if nowhere else _unsure(body, [bests[at] for at in near[:1]], figures, bound=bound))
    )
    if problem:
        return problem._replace(support=min(score, 0.5))
    if score >= (lines.unsupported if bound else lines.supported):
        return Finding("supported", _agreement(figures), score)
    return Finding("not_in_source" if nowhere else "not_verified", _lacking(found.new), score)


def _nearest(bests: Sequence[Best | None]) -> Sequence[int]:
    """Return the two passages nearest to a sentence: words put together from many say nothing together."""
    order = sorted(range(len(bests)), key=lambda at: -(best.score if (best := bests[at]) else 0.0))
    return order[:_MOST_TOGETHER]


def _unsure(
    body: str, bests: Sequence[Best | None], figures: Sequence[FigureFinding], *, bound: bool
) -> Finding | None:
    """Tell a figure whose binding is unsure, and a direction that the nearest words do not have."""
    unsure = next((figure for figure in figures if figure.state == "not_verified"), None)
    if unsure is not None:
        return Finding("not_verified", unsure.reason)
    turned = () if bound else _unheld(body, bests)
    return Finding("not_verified", f"The words it rests on do not say “{turned[0]}”.") if turned else None


def _unheld(body: str, bests: Sequence[Best | None]) -> tuple[str, ...]:
    """Return the words of movement, rank or degree that the words a sentence rests on do not have."""
    held = frozenset[tuple[str, int]]().union(*(best.sides for best in bests if best))
    known = lexicon()
    return tuple(
        token.text
        for token, places in sided(body)
        if concept(token.stem) not in known.measures | known.period
        and any(place[0] in _ASSERTED and place not in held for place in places)
    )


def _figure_problem(figures: Sequence[FigureFinding]) -> Finding | None:
    """Return what is wrong with figures: another value for the same, or none at all."""
    differing = next((figure for figure in figures if figure.state == "differs"), None)
    if differing is not None:
        return Finding("number_mismatch", differing.reason)
    absent = [figure.figure.text for figure in figures if figure.state == "absent"]
    if absent:
        return Finding(
            "not_in_source", f"The cited text does not contain {', '.join(dict.fromkeys(absent))}."
        )
    return None


def _against(
    body: str, passages: Sequence[Passage], facts: Sequence[Fact], figures: Sequence[FigureFinding]
) -> Finding | None:
    reason = contradiction(body, passages, facts, figures)
    return Finding("contradicted", reason) if reason else None


def _unnamed(body: str, passages: Sequence[Passage]) -> Finding | None:
    """Tell periods and names that nothing cited has."""
    labels = {label for passage in passages for label in passage.periods}
    labels |= {label for passage in passages for fact in facts_of(passage.chunk) for label in fact.periods}
    missing = [period.text for period in missing_periods(body, labels)]
    if missing:
        return Finding("not_in_source", f"The cited text does not name {', '.join(dict.fromkeys(missing))}.")
    unknown = unknown_names(body, passages)
    return (
        Finding("not_in_source", f"The cited text does not name {', '.join(unknown)}.") if unknown else None
    )


def _unsourced(kind: str, fabricated: tuple[str, ...]) -> Finding:
    """Return the verdict on a sentence that no existing passage backs."""
    if fabricated:
        return Finding("not_in_source", f"It cites {', '.join(fabricated)}, which is not in the evidence.")
    if kind == "claim":
        return Finding("uncited", "It states a fact and cites no passage.")
    if kind == "hedge":
        return Finding("hedge", "It says what the documents do not hold.")
    return Finding("heading", "It introduces what follows and states no fact of its own.")


def _lacking(words: Sequence[str]) -> str:
    if not words:
        return "The cited text has these words in other places, not together."
    told = ", ".join(f"“{word}”" for word in words[:_MOST_TOLD])
    return f"The cited text says nothing of {told}."


def _agreement(figures: Sequence[FigureFinding]) -> str:
    """Say in one sentence why the sentence stands."""
    worked_out = next((figure.formula for figure in figures if figure.formula), "")
    if worked_out:
        return f"It follows from the source's figures: {worked_out}."
    return "Its figures and names stand in the cited text." if figures else BY_WORDING


def without_attribution(sentence: str, titles: Sequence[str]) -> str:
    """Take ``According to the Annual report 2024,`` off a sentence, for the titles it cites."""
    for title in titles:
        pattern = _ATTRIBUTION.format(title=re.escape(title.strip()))
        shorter = re.sub(pattern, "", sentence, count=1, flags=re.IGNORECASE)
        if shorter.strip() and shorter != sentence:
            return shorter
    return sentence


def _without_titles(sentence: str, titles: Sequence[str]) -> str:
    """Blank the titles of cited documents and the scale in a label: their numbers are no figures."""
    for title in titles:
        if len(title.strip()) > 3 and any(char.isdigit() for char in title):
            sentence = re.sub(re.escape(title.strip()), " ", sentence, flags=re.IGNORECASE)
    return _RANGE.sub(" ", sentence)


def _quote(body: str, passage: Passage, figures: Sequence[FigureFinding]) -> Quote | None:
    """Return the words of a passage that carry the sentence best, with their place on the page."""
    best = best_of(body, passage, figures)
    if best is None or best.score < _LEAST_QUOTED:
        return None
    chunk = passage.chunk
    return Quote(
        chunk_id=chunk.chunk_id,
        document_id=chunk.document_id,
        version_id=chunk.version_id,
        document_title=chunk.document_title,
        page_number=chunk.page_number,
        page_label=chunk.page_label,
        char_start=best.start,
        char_end=best.end,
        text=chunk.text[best.start - chunk.char_start : best.end - chunk.char_start],
        source=chunk.source,
        url=chunk.url,
    )
