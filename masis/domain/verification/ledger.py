"""Ledger: one claim per sentence of an answer, with the verdict of code and the words it rests on."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from masis.domain.evidence import EvidenceChunk
from masis.domain.language.pointing import Thread
from masis.domain.language.sentences import Span, classify, split_sentences
from masis.domain.language.windows import ClaimWindows
from masis.domain.language.words import concepts
from masis.domain.verification.backing import (
    MOST_OF_FIGURES,
    MOST_PLACES,
    backing_places,
    backing_windows,
)
from masis.domain.verification.citations import CitationGroup, parse_citations, strip_citations
from masis.domain.verification.claims import OWN_ROW, OWN_SENTENCE, Claim, Finding, Quote
from masis.domain.verification.facts import Fact, facts_of
from masis.domain.verification.figures import FigureFinding, check_figures
from masis.domain.verification.statements import Passage, is_verbatim, passage_of, stated_row
from masis.domain.verification.support import best_of
from masis.domain.verification.weighing import Found, figure_problem, found_in, needs_reading, weighed

_LEAST_QUOTED = 0.05
"""A passage that shares less than this with the sentence is not shown as its quote (own choice)."""
_RANGE = re.compile(r"(?<=\w) ?\(\d{1,3} ?(?:[-–—]|to) ?\d{1,3}\)")
_ATTRIBUTION = (
    r"^(?:according to|as (?:stated|reported|shown|set out) in|per|as per|based on|in)\s+(?:the\s+)?{title}"
    r"(?:\s*\([^()]{{0,60}}\))?(?:,?\s*(?:on\s+)?p(?:age|p?\.)\s?\d+)?\s*[,:]\s*"
    r"|^(?:the\s+)?{title}(?:\s*\([^()]{{0,60}}\))?(?:,?\s*p(?:age|p?\.)\s?\d+)?\s*[:–—]\s*"
)


class ClaimReader(Protocol):
    """A model that tells how far single rows and sentences bear a claim out."""

    def backing(self, claims: Sequence[ClaimWindows]) -> tuple[tuple[float, ...], ...]:
        """Return for each claim the log-odds of each of its windows, in order."""
        ...


class _Sentence(NamedTuple):
    """A sentence of the answer with what it cites."""

    span: Span
    text: str
    """Without citations."""
    body: str
    """Without marker and attribution too."""
    chunks: tuple[EvidenceChunk, ...]
    fabricated: tuple[str, ...]
    before: str = ""
    """The sentence it points back to."""


class Checked(NamedTuple):
    """A sentence with what it is checked against."""

    sentence: _Sentence
    passages: tuple[Passage, ...]
    facts: tuple[Fact, ...]
    figures: tuple[FigureFinding, ...]
    known: Finding | Found
    """The verdict, or what code finds where it has to be weighed."""


def build_ledger(
    answer: str, evidence: Sequence[EvidenceChunk], reader: ClaimReader | None = None, before: str = ""
) -> tuple[Claim, ...]:
    """Return one claim per sentence of ``answer``, each checked against the passages it cites.

    ``before`` is what was said before the first.
    """
    found = checked_sentences(answer, evidence, before)
    readings = _readings(found, reader)
    return tuple(_claim(at, checked, readings.get(at)) for at, checked in enumerate(found))


def checked_sentences(
    answer: str, evidence: Sequence[EvidenceChunk], before: str = ""
) -> tuple[Checked, ...]:
    """Return the sentences of an answer, each with what it cites and what code finds there.

    ``before`` is what was said before the first.
    """
    by_id = {chunk.chunk_id: chunk for chunk in evidence}
    groups = parse_citations(answer, by_id)
    thread = Thread(before)
    sentences = (_sentence(answer, span, groups, by_id) for span in split_sentences(answer))
    return tuple(_checked(_after_others(sentence, thread)) for sentence in sentences)


def _after_others(sentence: _Sentence, thread: Thread) -> _Sentence:
    """Return a claim with the sentence it points back to; what is no claim is nothing to point to."""
    claim = classify(sentence.text) == "claim"
    return sentence._replace(before=thread.before(sentence.body)) if claim else sentence


def _sentence(
    answer: str, span: Span, groups: Sequence[CitationGroup], by_id: Mapping[str, EvidenceChunk]
) -> _Sentence:
    inside = [group for group in groups if span.start <= group.start < span.end]
    text = strip_citations(answer[span.start : span.end], by_id).strip()
    chunks = tuple(by_id[i] for i in dict.fromkeys(i for group in inside for i in group.ids))
    fabricated = tuple(dict.fromkeys(i for group in inside for i in group.fabricated))
    titles = [chunk.document_title for chunk in chunks if chunk.document_title.strip()]
    return _Sentence(span, text, without_attribution(text.lstrip("-*•#> \t"), titles), chunks, fabricated)


def _checked(sentence: _Sentence) -> Checked:
    passages = tuple(passage_of(chunk) for chunk in sentence.chunks)
    facts = tuple(fact for chunk in sentence.chunks for fact in facts_of(chunk))
    own = frozenset(c for chunk in sentence.chunks for name in chunk.profile.names for c in concepts(name))
    titles = [chunk.document_title for chunk in sentence.chunks]
    figures = check_figures(_without_titles(sentence.body, titles), facts, own) if facts or passages else ()
    known = _settled(sentence, passages, figures) or found_in(sentence.body, passages, facts, figures)
    return Checked(sentence, passages, facts, figures, known)


def _settled(
    sentence: _Sentence, passages: Sequence[Passage], figures: Sequence[FigureFinding]
) -> Finding | None:
    """Return the verdict on a sentence that is no claim, cites nothing or is the source's own."""
    kind = classify(sentence.text)
    if not sentence.chunks:
        return _unsourced(kind, sentence.fabricated)
    if kind != "claim":
        return figure_problem(figures) or _unsourced(kind, ())
    if any(is_verbatim(sentence.body, passage) for passage in passages):
        return Finding("supported", OWN_SENTENCE, 1.0)
    if any(stated_row(sentence.body, passage) for passage in passages):
        return Finding("supported", OWN_ROW, 1.0)
    return None


def _readings(found: Sequence[Checked], reader: ClaimReader | None) -> dict[int, tuple[float, ...]]:
    """Return what the reading model makes of every claim whose verdict it can change, in one batch."""
    numbered = ((at, checked.known) for at, checked in enumerate(found))
    asked = [at for at, known in numbered if isinstance(known, Found) and needs_reading(known)]
    if reader is None or not asked:
        return {}
    shown = [windows_for(found[at]) for at in asked]
    alone = [claim.model_copy(update={"before": ""}) for claim in shown if claim.before]
    read = reader.backing([*shown, *alone])
    again = iter(read[len(shown) :])
    both = (
        _mean(odds, next(again)) if claim.before else odds for claim, odds in zip(shown, read, strict=False)
    )
    return dict(zip(asked, both, strict=True))


def _mean(after: Sequence[float], alone: Sequence[float]) -> tuple[float, ...]:
    """Return what a place makes of a claim after the sentence it points back to and of the claim alone.

    After it alone a place that bears that sentence out would do; alone any thing would that it is true of.
    """
    return tuple((first + second) / 2 for first, second in zip(after, alone, strict=True))


def windows_for(checked: Checked) -> ClaimWindows:
    """Return what the reader is shown of the passages a sentence cites."""
    sentence, facts = checked.sentence, [figure.fact for figure in checked.figures if figure.fact]
    bound = isinstance(checked.known, Found) and checked.known.bound
    most = MOST_OF_FIGURES if bound else MOST_PLACES
    places = backing_places(sentence.body, sentence.chunks, facts, most, sentence.before)
    return backing_windows(sentence.body, places, sentence.before, checked.figures if bound else ())


def _claim(position: int, found: Checked, backing: tuple[float, ...] | None) -> Claim:
    sentence, passages, _, figures, known = found
    finding = weighed(sentence.body, known, figures, backing) if isinstance(known, Found) else known
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


def _unsourced(kind: str, fabricated: tuple[str, ...]) -> Finding:
    """Return the verdict on a sentence that no existing passage backs."""
    if fabricated:
        return Finding("not_in_source", f"It cites {', '.join(fabricated)}, which is not in the evidence.")
    if kind == "claim":
        return Finding("uncited", "It states a fact and cites no passage.")
    if kind == "hedge":
        return Finding("hedge", "It says what the documents do not hold.")
    return Finding("heading", "It introduces what follows and states no fact of its own.")


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
    return Quote.of(chunk, best.start, best.end)
