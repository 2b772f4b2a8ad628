"""Memo hearing: what one passage has to say about a sentence that does not name it."""

import calendar
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from masis.domain.evidence import EvidenceChunk
from masis.domain.figures import check_against
from masis.domain.ledger import Finding, check_sentence, without_attribution
from masis.domain.memo import points_back
from masis.domain.memo_turns import Lexicon, Turn, turned
from masis.domain.source_index import SourceIndex
from masis.domain.support import Passage, Statement, index_of, prepare
from masis.domain.wording import content_stems, names, stem

# Share of the sentence's content words a passage must hold to be its source: where its figures are the
# sentence's, and where there is none to go by (own choice, on the fit half of the planted faults).
COVER_WITH_FIGURES, COVER_WITH_ONE, COVER = 0.5, 0.6, 0.75
_NO_NAMES = Lexicon()
_LEAST_SHARED = 0.34
_MONTHS = frozenset(stem(name) for name in calendar.month_name if name)
AGAINST, AGAINST_WITH_FIGURES = 0.6, 0.5
"""What a passage must hold of a sentence before it is heard against it: without its figures, and with one."""
_AGAINST = frozenset({"number_mismatch", "figure_mismatch", "contradicted"})
_FIRM = re.compile(
    r"\b(?P<firm>[A-Z][\w&-]+(?:\s[A-Z][\w&-]+){0,2}?),?\s(?:N\.?V\.?|B\.?V\.?|S\.?A\.?S?|S\.?E|S\.p\.A|AG|AB|A/S|GmbH|Inc"
    r"|Ltd|Limited|plc|PLC|Corp(?:oration)?|LLC|Oyj?|ASA)(?=[\s.,;)]|$)"
)


class Hearing(NamedTuple):
    """One passage, the ledger's finding on it, and how much of the sentence it holds."""

    chunk: EvidenceChunk
    finding: Finding
    cover: float
    figures: int
    """Figures of the sentence that the passage gives or lets be worked out."""
    right: tuple[tuple[str, str], ...] = ()
    """What stands in the place of something the sentence says, where a word or a date was exchanged."""

    @property
    def passage(self) -> Passage | None:
        """The words of the chunk that come nearest."""
        return next((one for one in self.finding.passages if one), None)

    @property
    def weight(self) -> float:
        """How near the passage is: the words it shares, and the figures."""
        return self.cover + 0.2 * min(self.figures, 3)

    @property
    def supports(self) -> bool:
        """Whether the passage is a source of the sentence."""
        if self.finding.verdict != "supported":
            return False
        wanted = COVER_WITH_FIGURES if self.figures > 1 else COVER_WITH_ONE if self.figures else COVER
        return self.finding.support >= 1.0 or self.cover >= wanted

    @property
    def opposes(self) -> bool:
        """Whether the passage speaks of the same thing and says something else."""
        wanted = AGAINST_WITH_FIGURES if self.figures else AGAINST
        return self.finding.verdict in _AGAINST and self.cover >= wanted


def speaks_of(body: str, chunk: EvidenceChunk) -> bool:
    """Tell whether a passage shares enough words with a sentence to be worth hearing."""
    wanted = frozenset(content_stems(body))
    return not wanted or len(wanted & index_of(chunk).stems) >= _LEAST_SHARED * len(wanted)


def hear(body: str, chunk: EvidenceChunk, lexicon: Lexicon = _NO_NAMES) -> Hearing:
    """Ask one passage; the name of the house may be missing where the document takes it for granted."""
    index = index_of(chunk)
    text = without_house(without_attribution(body, (chunk.document_title,)), index, lexicon.house)
    statement = prepare(text)
    finding = check_sentence(statement, (index,), (chunk.document_title,))
    found = check_against(text, (index,))
    turn = None
    if finding.verdict == "supported" and not _is_own_words(finding):
        turn = _departs(text, statement, chunk, finding, lexicon)
    if turn is not None:
        finding = finding._replace(
            verdict=turn.verdict, reason=turn.reason, support=min(finding.support, 0.5)
        )
    cover = cover_of(statement, chunk, finding)
    return Hearing(chunk, finding, cover, len(found.matched), turn.right if turn else ())


def _is_own_words(finding: Finding) -> bool:
    return finding.support >= 1.0 and finding.reason.startswith("It is ")


def _departs(
    body: str, statement: Statement, chunk: EvidenceChunk, finding: Finding, lexicon: Lexicon
) -> Turn | None:
    """Hold the sentence against the nearest words, with those before them where they point back."""
    passage = next((one for one in finding.passages if one), None)
    if passage is None:
        return None
    units = index_of(chunk).units
    inside = [at for at, unit in enumerate(units) if passage.start <= unit.start < passage.end]
    words_of = [frozenset(statement.stems) & units[at].bag - _MONTHS for at in inside]
    all_words = frozenset[str]().union(*words_of)
    alone = next((at for at, held in zip(inside, words_of, strict=True) if held == all_words), None)
    first, last = (alone, alone) if alone is not None else (inside[0], inside[-1])
    if first and points_back(units[first].text):
        first -= 1
    said = chunk.text[units[first].start : units[last].end]
    return turned(body, said, _above_text(chunk, units[first].start), lexicon)


def cover_of(statement: Statement, chunk: EvidenceChunk, finding: Finding) -> float:
    """Return the share of the content words in the nearest words, or in what stands above them."""
    wanted = frozenset(statement.stems)
    passage = next((one for one in finding.passages if one), None)
    if not wanted or passage is None:
        return 0.0
    return len(wanted & (passage.stems | above_of(chunk))) / len(wanted)


@lru_cache(maxsize=1024)
def above_of(chunk: EvidenceChunk) -> frozenset[str]:
    """Return the content words that hold for every line of a passage."""
    return frozenset(content_stems(_above_text(chunk)))


def _above_text(chunk: EvidenceChunk, start: int = 0) -> str:
    """Return the words that hold for a line of a passage: title, date, headings, its table's header."""
    head = ""
    if chunk.text.startswith("|", start):
        rows = re.split(r"\n(?!\|)[^\n]*\n", chunk.text[:start])[-1]
        head = (rows or chunk.text[start:]).split("\n", 1)[0]
    return " ".join((chunk.document_title, chunk.document_date, chunk.heading, chunk.lead, head))


def lexicon_of(chunks: Sequence[EvidenceChunk]) -> Lexicon:
    """Return the names the passages use, and the one with a legal form that most of them are about."""
    seen: Counter[str] = Counter()
    for chunk in chunks:
        said = [unit.text for unit in index_of(chunk).units if unit.text.endswith((".", "!", "?"))]
        seen.update({stem(name.text) for text in said for name in names(text) if name.sure})
    titles = frozenset(chunk.document_title for chunk in chunks)
    firms = [found["firm"] for text in titles for found in _FIRM.finditer(text)]
    firms = firms or [found["firm"] for chunk in chunks for found in _FIRM.finditer(chunk.text)]
    house = max(firms, key=lambda firm: seen[stem(firm.split()[0])], default="")
    return Lexicon(frozenset(stem(word) for word in house.split()), frozenset(seen))


def without_house(body: str, index: SourceIndex, house: frozenset[str]) -> str:
    """Leave the name of the house out for a passage that never says it."""
    if not house or any(key in index.stems for key in house):
        return body
    left = body
    for name in reversed(names(body)):
        if stem(name.text) in house:
            after = re.sub(r"\A['’]s\b", "", left[name.start + len(name.text) :])
            left = f"{left[: name.start]}{after.lstrip() if not left[: name.start].strip() else after}"
    return left if left.strip() else body
