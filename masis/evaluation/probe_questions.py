"""Probe questions: a sentence or table row with its figure becomes a question, and one nobody can answer."""

import random
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from masis.domain.evidence import Chunk, EvidenceChunk
from masis.domain.language.periods import find_periods
from masis.domain.language.sentences import split_sentences
from masis.domain.language.words import concepts, lexicon
from masis.domain.verification.facts import tables_of

_VERBS = (
    "was|were|is|are|reached|totalled|totaled|amounted to|came to|stood at|came in at|"
    "(?:rose|grew|fell|declined|increased|decreased|improved|dropped|climbed|went up|went down)"
    r"(?: by [^,]{1,25}?)? to"
)
_FACT = re.compile(
    rf"^(?P<subject>[A-Z][^.;:|()\d]{{2,70}}?) (?P<verb>{_VERBS}) (?P<rest>[^.;|]{{0,16}}?\d.*)$"
)
_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
_NO_SUBJECT = re.compile(
    r"^(?:It|This|That|These|Those|They|We|He|She|There|Its|Their|His|Her|Of|In|On|At|By|For|From|With|As|If|When|"
    r"While|But|And|Both|Each|Here|After|Before|Another|Such|Which|Who|Some|Most|Many|All)\b"
)
_LABEL = re.compile(r"[A-Za-z][A-Za-z&/ '’-]{2,50}\Z")
_BRACKETS = re.compile(r"\s*\([^)]*\)")
_LEFT_OVER = re.compile(r" (?:in|of|for|at|by|on)$")
_SUM = re.compile(r"(?:sub)?total\b|sum\b|all\b|other\b|overall\b", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)\d{2}\b")
_FEWEST_DIGITS = 2
_SHORT = 24
_TIDY = re.compile(r"\s+")

NOBODY = ("Tamsen Industries", "Brevora Systems", "Quillhaven Group", "Ostrava Dynamics", "Pellmark Energy")
UNHEARD = (
    "water withdrawal",
    "the number of registered patents",
    "the gender pay gap",
    "the share of employees in unions",
    "the average age of employees",
    "electricity consumption",
    "the loan to value ratio",
    "the number of lost working days",
    "the price of carbon allowances",
    "the tier 1 capital ratio",
)


class Fact(NamedTuple):
    """A figure with the question that asks for it, and where it stands."""

    chunk: Chunk
    sentence: str
    """The sentence as it stands; empty for a table row."""
    subject: str
    period: str
    """As it is spoken, with its preposition: ``in 2024``; may be empty."""
    plural: bool
    figure: str

    @property
    def question(self) -> str:
        """What was net profit in 2024?"""
        return _asked(self.subject, self.period, plural=self.plural)


def facts(chunks: Sequence[Chunk]) -> tuple[Fact, ...]:
    """Return every fact that makes a question, in reading order."""
    usable = (chunk for chunk in chunks if not chunk.flagged and not chunk.superseded)
    return tuple(fact for chunk in usable for fact in (*_sentences(chunk), *_rows(chunk)))


def unanswerable(fact: Fact, said: str, source: random.Random) -> tuple[str, str] | None:
    """Return the same question about something that occurs nowhere in ``said``, and what that is."""
    ways = [_other_period, _other_name, _other_measure]
    source.shuffle(ways)
    for way in ways:
        found = way(fact, said, source)
        if found is not None:
            return found
    return None


def sentences(chunk: Chunk) -> Iterator[str]:
    """Yield the whole sentences of a passage of prose that state a figure."""
    if chunk.kind == "table" or chunk.flagged:
        return
    for span in split_sentences(chunk.text):
        text = _TIDY.sub(" ", chunk.text[span.start : span.end])
        if text.endswith(".") and "|" not in text and 40 <= len(text) <= 260 and _FIGURE.search(text):
            yield text


def _sentences(chunk: Chunk) -> Iterator[Fact]:
    for sentence in sentences(chunk):
        match = _FACT.match(sentence)
        if match is None or _NO_SUBJECT.match(sentence) or "," in match["subject"]:
            continue
        subject, rest = match["subject"], match["rest"]
        figure = _figure(rest)
        if figure and len(subject.split()) <= 9 and (" " in subject or is_measure(subject)):
            yield Fact(
                chunk=chunk,
                sentence=sentence,
                subject=_inside(subject),
                period="" if mentions(subject) else _period(sentence, rest, figure),
                plural=match["verb"] in {"were", "are"},
                figure=figure,
            )


def _rows(chunk: Chunk) -> Iterator[Fact]:
    """Ask for the first dated value of each row of which it is known what it measures."""
    for table in tables_of(EvidenceChunk(**dict(chunk))):
        for row in table.rows:
            label = _BRACKETS.sub("", row.label).strip()
            for cell in row.cells if _LABEL.match(label) else ():
                header = table.header_of(cell)
                year, figure = _YEAR.search(header), _figure(cell.text)
                subject = _measured(label, header, table.title or table.corner)
                if year and figure and subject and len(header) <= _SHORT and len(cell.text) <= _SHORT:
                    yield Fact(chunk, "", subject, f"in {year[0]}", plural=False, figure=figure)
                    break


def is_measure(phrase: str) -> bool:
    """Tell whether a phrase says what is measured."""
    return bool(lexicon().measures & {*concepts(phrase)})


def mentions(text: str) -> tuple[tuple[int, int], ...]:
    """Return where a text names periods."""
    return tuple((mention.start, mention.end) for mention in find_periods(text))


def _measured(label: str, header: str, above: str) -> str:
    """Return what a cell measures and of whom; empty when only its place in the table says so."""
    if _SUM.match(label):
        return ""
    if is_measure(label):
        return _inside(label)
    measured = next((said for text in (header, above) if is_measure(said := _undated(text))), "")
    return f"{_LEFT_OVER.sub('', _inside(measured))} of {label}" if measured else ""


def _undated(text: str) -> str:
    """Return words without their periods and units: ``Revenue 2024, EUR million``."""
    for start, end in reversed(mentions(text)):
        text = f"{text[:start]}{text[end:]}"
    return _BRACKETS.sub("", text).split(",")[0].strip()


def _figure(text: str) -> str:
    """Return the first number that is not a date and long enough not to be met by chance."""
    dated = mentions(text)
    for match in _FIGURE.finditer(text):
        inside = any(start <= match.start() < end for start, end in dated)
        if not inside and sum(sign.isdigit() for sign in match[0]) >= _FEWEST_DIGITS:
            return match[0].rstrip(",")
    return ""


def _period(sentence: str, rest: str, figure: str) -> str:
    """Return the one period a sentence speaks of, with the word before it; not that of another figure."""
    spans = mentions(sentence)
    if len(spans) != 1:
        return ""
    start, end = spans[0]
    behind = sentence.find(figure, len(sentence) - len(rest)) + len(figure)
    if _FIGURE.search(sentence[behind:start]):
        return ""
    before = re.search(r"\b(in|at|during|for|since|on|of)(?: the)?(?: end of)?\s*$", sentence[:start])
    return f"{before[0].strip()} {sentence[start:end]}" if before else f"in {sentence[start:end]}"


def _inside(text: str) -> str:
    """Take the capital from a first word that has it only because a sentence starts there."""
    first = text.split(" ", 1)[0]
    plain = first[1:] == first[1:].lower() and (
        first.lower() in {"the", "our"} or " " in text or is_measure(first)
    )
    return text[:1].lower() + text[1:] if plain else text


def _asked(subject: str, period: str, *, plural: bool) -> str:
    words = f"What {'were' if plural else 'was'} {subject} {period}".split()
    return f"{' '.join(words)}?"


def _other_period(fact: Fact, said: str, source: random.Random) -> tuple[str, str] | None:
    year = _YEAR.search(fact.period)
    free = [str(other) for other in (*range(1991, 2013), *range(2031, 2040)) if str(other) not in said]
    if year is None or not free:
        return None
    other = source.choice(free)
    return _asked(fact.subject, fact.period.replace(year[0], other), plural=fact.plural), f"period {other}"


def _other_name(fact: Fact, said: str, source: random.Random) -> tuple[str, str] | None:
    free = [name for name in NOBODY if name.split()[0].casefold() not in said]
    if not free:
        return None
    name = source.choice(free)
    bare = re.sub(r"^(?:the|our) ", "", fact.subject)
    return _asked(f"{name}'s {bare}", fact.period, plural=fact.plural), f"name {name}"


def _other_measure(fact: Fact, said: str, source: random.Random) -> tuple[str, str] | None:
    free = [measure for measure in UNHEARD if measure.removeprefix("the ") not in said]
    if not free:
        return None
    measure = source.choice(free)
    return _asked(measure, fact.period, plural=False), f"measure {measure}"
