"""Ledger rules: the verdict on one sentence, from the passages it cites."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from masis.domain.additions import added
from masis.domain.figures import FigureFindings, check_against
from masis.domain.nearest import Near, nearest
from masis.domain.opposition import opposition
from masis.domain.source_index import SourceIndex
from masis.domain.support import (
    Passage,
    Statement,
    best_passage,
    is_copied,
    is_rendered_row,
    is_verbatim,
    quotable,
)
from masis.domain.support_features import Features, features
from masis.domain.support_score import LEAST_SUPPORT, LEAST_WITH_FIGURES, support_score
from masis.domain.swaps import swapped
from masis.domain.wording import name_in, names, stem

# So many of the words its sources lack are named in the reason.
_MOST_TOLD = 4
# A first word is only read as a swapped name when the sentence has this many other words to go by.
_FEWEST_STEMS = 3
_SCALE = re.compile(r"[^\W\d_]+ ?(?P<scale>\(\d{1,3} ?(?:[-–—]|to) ?\d{1,3}\))")
_ATTRIBUTION = (
    r"^(?:according to|as (?:stated|reported|shown|set out) in|per|as per|based on|in)\s+(?:the\s+)?{title}"
    r"(?:\s*\([^()]{{0,60}}\))?(?:,?\s*(?:on\s+)?p(?:age|p?\.)\s?\d+)?\s*[,:]\s*"
    r"|^(?:the\s+)?{title}(?:\s*\([^()]{{0,60}}\))?(?:,?\s*p(?:age|p?\.)\s?\d+)?\s*[:–—]\s*"
)


BY_WORDING = "Its wording and names stand in the cited text."


class Finding(NamedTuple):
    """A verdict in the making."""

    verdict: str
    reason: str
    support: float
    passages: tuple[Passage | None, ...] = ()


def without_attribution(sentence: str, titles: Sequence[str]) -> str:
    """Take ``According to the Annual report 2024,`` off a sentence, for the titles it cites."""
    for title in titles:
        pattern = _ATTRIBUTION.format(title=re.escape(title.strip()))
        shorter = re.sub(pattern, "", sentence, count=1, flags=re.IGNORECASE)
        if title.strip() and shorter.strip() and shorter != sentence:
            return shorter
    return sentence


def check_sentence(statement: Statement, sources: Sequence[SourceIndex], titles: Sequence[str]) -> Finding:
    """Return the verdict on a cited sentence: what code can establish, and nothing more."""
    finding = _checked(statement, sources, titles)
    shown = (quotable(statement, *pair) for pair in zip(sources, finding.passages, strict=True))
    return finding._replace(passages=tuple(shown))


def _checked(statement: Statement, sources: Sequence[SourceIndex], titles: Sequence[str]) -> Finding:
    passages = tuple(best_passage(statement, index) for index in sources)
    if any(is_verbatim(statement.text, index) for index in sources):
        return Finding("supported", "It is the source's own sentence.", 1.0, passages)
    if any(is_rendered_row(statement.text, index) for index in sources):
        return Finding("supported", "It is a row of the source's table.", 1.0, passages)
    findings = check_against(_without_ranges(_without_titles(statement.text, titles), sources), sources)
    found = features(statement, sources, passages, findings)
    score = support_score(found)
    problem = (
        _figure_problem(findings)
        or _wording_problem(statement, sources, passages)
        or _cover_problem(found, score, findings)
    )
    if problem:
        return Finding(*problem, min(score, 0.5), passages)
    return Finding("supported", _agreement(findings), score, passages)


def figure_problem(
    sentence: str, sources: Sequence[SourceIndex], titles: Sequence[str]
) -> tuple[str, str] | None:
    """Return what is wrong with the figures of a sentence, for hedges and headings that cite."""
    return _figure_problem(
        check_against(_without_ranges(_without_titles(sentence, titles), sources), sources)
    )


def _without_titles(sentence: str, titles: Sequence[str]) -> str:
    """Blank the titles of cited documents, so that their years are not read as the sentence's."""
    for title in titles:
        if len(title.strip()) > 3:
            sentence = re.sub(re.escape(title.strip()), " ", sentence, flags=re.IGNORECASE)
    return sentence


def _without_ranges(sentence: str, sources: Sequence[SourceIndex]) -> str:
    """Blank the scale in a label that the source has too, such as ``Likelihood (1-5)``: it is no figure."""
    for match in reversed(list(_SCALE.finditer(sentence))):
        if any(match.group().casefold() in index.folded for index in sources):
            sentence = f"{sentence[: match.start('scale')]}{sentence[match.end('scale') :]}"
    return sentence


def _figure_problem(findings: FigureFindings) -> tuple[str, str] | None:
    if findings.mismatched:
        return "number_mismatch", findings.mismatched[0].reason
    if findings.missing:
        listed = ", ".join(dict.fromkeys(figure.text for figure in findings.missing))
        return "not_in_source", f"The cited text does not contain {listed}."
    return None


def _wording_problem(
    statement: Statement, sources: Sequence[SourceIndex], passages: Sequence[Passage | None]
) -> tuple[str, str] | None:
    """Check names, opposites and how much of the sentence the source holds at all."""
    if any(is_copied(statement.text, index) for index in sources):
        return None
    unknown = _unknown_names(statement, sources, passages)
    if unknown:
        return "not_in_source", f"The cited text does not name {', '.join(unknown)}."
    against = _opposed(statement, nearest(statement, sources)) or swapped(statement, sources)
    if against:
        return "contradicted", against
    new = added(statement.text, sources)
    return ("not_in_source", _says_nothing_of(new)) if new else None


def _cover_problem(found: Features, score: float, findings: FigureFindings) -> tuple[str, str] | None:
    """Tell a sentence of which the sources hold too little, by the fitted score."""
    anchored = any(not match.figure.spelled for match in findings.matched)
    if score >= (LEAST_WITH_FIGURES if anchored else LEAST_SUPPORT):
        return None
    if not found.new:
        return "not_in_source", "The cited text has these words in other places, not together."
    return "not_in_source", _says_nothing_of(found.new)


def _says_nothing_of(words: Sequence[str]) -> str:
    told = ", ".join(f"“{word}”" for word in words[:_MOST_TOLD])
    return f"The cited text says nothing of {told}."


def _unknown_names(
    statement: Statement, sources: Sequence[SourceIndex], passages: Sequence[Passage | None]
) -> tuple[str, ...]:
    """Return the names no cited passage has; a doubtful first word only where it took a name's place."""
    missing = [
        name
        for name in names(statement.text)
        if not any(name_in(name.text, index.folded, index.stems, index.initials) for index in sources)
    ]
    rivals = bool(missing) and _took_a_place(statement, passages)
    return tuple(dict.fromkeys(name.text for name in missing if name.sure or rivals))


def _took_a_place(statement: Statement, passages: Sequence[Passage | None]) -> bool:
    """Tell whether the best passage holds nearly all of the sentence, and a name that the sentence lacks."""
    best = max((p for p in passages if p), key=lambda p: p.score, default=None)
    if best is None or len(statement.stems) < _FEWEST_STEMS:
        return False
    rest = frozenset(statement.stems) - frozenset(best.stems)
    return len(rest) <= 1 and any(
        (name.sure or not statement.item) and stem(name.text) not in statement.stems
        for name in names(best.text)
    )


def _opposed(statement: Statement, near: Sequence[Near]) -> str:
    """Return how the nearest words say the opposite, unless others just as near do not."""
    reasons = [opposition(statement.text, one.source.units[one.number].text) for one in near]
    return reasons[0] if reasons and all(reasons) else ""


def _agreement(findings: FigureFindings) -> str:
    """Say in one sentence why the sentence stands."""
    worked_out = next((match.derivation for match in findings.matched if match.derivation), "")
    if worked_out:
        return f"It follows from the source's figures: {worked_out}."
    if findings.matched:
        return "Its figures and names stand in the cited text."
    return BY_WORDING
