"""Ledger rules: the verdict on one sentence, from the passages it cites."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from masis.domain.figures import FigureFindings, check_against
from masis.domain.opposition import opposition
from masis.domain.source_index import SourceIndex
from masis.domain.support import Passage, Statement, best_passage, is_copied, is_rendered_row, is_verbatim
from masis.domain.wording import name_in, names, stem

# Below both, the sentence is about something else: share of its content words in the best passage, and in
# everything it cites (own choice, checked on the public sentences named in the project's notes).
_LEAST_COVER = 0.30
_LEAST_COVER_ALL = 0.50
# A first word is only read as a swapped name when the sentence has this many other words to go by.
_FEWEST_STEMS = 3
_ATTRIBUTION = (
    r"^(?:according to|as (?:stated|reported|shown|set out) in|per|as per|based on|in)\s+(?:the\s+)?{title}"
    r"(?:\s*\([^()]{{0,60}}\))?(?:,?\s*(?:on\s+)?p(?:age|p?\.)\s?\d+)?\s*[,:]\s*"
    r"|^(?:the\s+)?{title}(?:\s*\([^()]{{0,60}}\))?(?:,?\s*p(?:age|p?\.)\s?\d+)?\s*[:–—]\s*"
)


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
    passages = tuple(best_passage(statement, index) for index in sources)
    score = max((p.score for p in passages if p), default=0.0)
    if any(is_verbatim(statement.text, index) for index in sources):
        return Finding("supported", "It is the source's own sentence.", 1.0, passages)
    if any(is_rendered_row(statement.text, index) for index in sources):
        return Finding("supported", "It is a row of the source's table.", 1.0, passages)
    findings = check_against(_without_titles(statement.text, titles), sources)
    problem = _figure_problem(findings) or _wording_problem(statement, sources, passages)
    if not problem and not findings.matched:
        problem = _cover_problem(statement, sources, passages)
    if problem:
        return Finding(*problem, min(score, 0.5), passages)
    return Finding("supported", _agreement(findings), score, passages)


def figure_problem(
    sentence: str, sources: Sequence[SourceIndex], titles: Sequence[str]
) -> tuple[str, str] | None:
    """Return what is wrong with the figures of a sentence, for hedges and headings that cite."""
    return _figure_problem(check_against(_without_titles(sentence, titles), sources))


def _without_titles(sentence: str, titles: Sequence[str]) -> str:
    """Blank the titles of cited documents, so that their years are not read as the sentence's."""
    for title in titles:
        if len(title.strip()) > 3:
            sentence = re.sub(re.escape(title.strip()), " ", sentence, flags=re.IGNORECASE)
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
    against = _opposed(statement, sources, passages)
    if against:
        return "contradicted", against
    return None


def _cover_problem(
    statement: Statement, sources: Sequence[SourceIndex], passages: Sequence[Passage | None]
) -> tuple[str, str] | None:
    """Tell a sentence that speaks of something else; matched figures would have shown that it does not."""
    wanted = frozenset(statement.stems)
    known = frozenset[str]().union(*(index.stems for index in sources))
    cover = max((p.cover for p in passages if p), default=0.0)
    if wanted and cover < _LEAST_COVER and len(wanted & known) / len(wanted) < _LEAST_COVER_ALL:
        return "not_in_source", "The cited text speaks of something else."
    return None


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
    return len(rest) <= 1 and any(stem(name.text) not in statement.stems for name in names(best.text))


def _opposed(statement: Statement, sources: Sequence[SourceIndex], passages: Sequence[Passage | None]) -> str:
    """Return how the best passage says the opposite, unless a unit just as near does not."""
    best = max((p for p in passages if p), key=lambda p: p.score, default=None)
    if best is None:
        return ""
    wanted = frozenset(statement.stems)
    reasons: list[str] = []
    for index in sources:
        for unit in index.units:
            if wanted and len(wanted & unit.bag) / len(wanted) >= 0.9 * best.cover:
                reasons.append(opposition(statement.text, unit.text))
    return reasons[0] if reasons and all(reasons) else ""


def _agreement(findings: FigureFindings) -> str:
    """Say in one sentence why the sentence stands."""
    worked_out = next((match.derivation for match in findings.matched if match.derivation), "")
    if worked_out:
        return f"It follows from the source's figures: {worked_out}."
    if findings.matched:
        return "Its figures and names stand in the cited text."
    return "Its wording and names stand in the cited text."
