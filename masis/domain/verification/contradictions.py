"""Contradictions: what the sources deny, turn round or say of another name; on positive evidence only."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from masis.domain.language.organisations import is_ordinary
from masis.domain.language.periods import covered, find_periods
from masis.domain.language.words import concepts, directions, lexicon, names, negated, tokens
from masis.domain.once import kept_at_work
from masis.domain.verification.binding import measured_words
from masis.domain.verification.facts import Fact
from masis.domain.verification.figures import FigureFinding
from masis.domain.verification.matching import shared
from masis.domain.verification.statements import Passage

# The source must hold this share of a sentence's other words before an opposite word, a denial or another
# name in it counts: high on purpose, since a false alarm costs more trust than a miss.
_SAME = 0.8
_TREND = 0.66
"""A row must hold this share of a sentence's words, and the sentence all of the row's label."""
_FEWEST = 3
"""Of fewer words than this all must be shared: they say too little to find the source by."""
_CLAUSE = re.compile(r"[;:]\s+|,?\s+(?:while|whereas|but|although|though)\s+|,\s+(?:and\s+)?(?=[A-Z])")
_NEAR = 0.9
"""A source with nearly as much of the sentence as the best one counts too: it may say the same."""
_CONDITIONS = frozenset({"if", "unless", "until", "whether", "may", "might", "could", "would"})


def contradiction(
    sentence: str, passages: Sequence[Passage], facts: Sequence[Fact], findings: Sequence[FigureFinding]
) -> str:
    """Return in one sentence how the sources say otherwise, or an empty text where they do not."""
    near = _nearest(sentence, passages)
    reasons = [_opposed(sentence, source) or _renamed(sentence, source, passages) for source in near]
    if reasons and all(reasons):
        return reasons[0]
    return _other_trend(sentence, facts, findings)


def _other_trend(sentence: str, facts: Sequence[Fact], findings: Sequence[FigureFinding]) -> str:
    """Find a row that moved the other way than a sentence without a figure for the move says."""
    sides = {side for pair, side in directions(sentence) if pair == "movement"}
    if len(sides) != 1 or negated(sentence) or findings:
        return ""
    wanted = -1 if sides == {1} else 1
    words = measured_words(sentence)
    asked = [period for mention in find_periods(sentence) for period in mention.periods]
    rows: dict[tuple[str, int], list[Fact]] = {}
    for fact in facts:
        named = fact.concepts and fact.concepts | fact.within <= words
        if (
            fact.origin == "cell"
            and named
            and shared(words, fact.concepts | fact.scope | _own(fact)) >= _TREND * len(words)
        ):
            rows.setdefault((fact.chunk_id, fact.char_start), []).append(fact)
    moves = [way for row in rows.values() if (way := _way(row, [period.label for period in asked]))]
    if moves and all(way == -wanted for way in moves):
        first = next(iter(rows.values()))[0]
        return f"The source shows {first.attribute} going the other way."
    return ""


def _own(fact: Fact) -> frozenset[str]:
    return frozenset(concept for name in fact.entity for concept in concepts(name))


def _way(row: Sequence[Fact], asked: Sequence[str]) -> int:
    """Return which way a row went up to the period asked for: 1, -1, or 0 where it does not say."""
    levels = [fact for fact in row if fact.periods and not fact.change]
    units = {fact.unit for fact in levels}
    levels.sort(key=lambda fact: max(fact.periods), reverse=True)
    if len(units) != 1 or len(levels) < 2 or len({max(fact.periods) for fact in levels}) != len(levels):
        return 0
    at = next((n for n, fact in enumerate(levels) if set(asked) & set(fact.periods)), None)
    if at is None or at + 1 >= len(levels):
        return 0
    later, earlier = abs(levels[at].value), abs(levels[at + 1].value)
    return (later > earlier) - (later < earlier)


class _Clause(NamedTuple):
    """A sentence of the sources, or a clause of one that stands by itself."""

    text: str
    held: frozenset[str]
    """Concepts and numbers of the whole sentence it stands in."""


def _nearest(sentence: str, passages: Sequence[Passage]) -> list[_Clause]:
    """Return the clauses of prose that share most with a sentence, the narrowest first: rows are facts."""
    words = _anchors(sentence)
    scored = [
        (_share(words, _anchors(clause) | _named(clause)), -len(clause), _Clause(clause, _held(source.text)))
        for passage in passages
        for source in passage.sources
        if not source.row
        for clause in _clauses(source.text)
    ]
    best = max((share for share, _, _ in scored), default=0.0)
    near = [(length, clause) for share, length, clause in scored if best and share >= _NEAR * best]
    texts = [clause.text for _, clause in near]
    return [clause for _, clause in near if not any(t != clause.text and t in clause.text for t in texts)]


@kept_at_work(2048)
def _clauses(text: str) -> tuple[str, ...]:
    """Return a sentence and its clauses."""
    parts = [part.strip() for part in _CLAUSE.split(text) if part.strip()]
    return (text, *parts) if len(parts) > 1 else (text,)


@kept_at_work(4096)
def _anchors(text: str) -> frozenset[str]:
    """Return what a text is recognised by: its concepts but for names and directions, and its numbers."""
    sided = {token.stem for token in tokens(text) if token.stem in lexicon().sides}
    numbers = frozenset(token.stem for token in tokens(text) if token.stem[:1].isdigit())
    return (measured_words(text) | numbers) - sided - _named(text)


@kept_at_work(4096)
def _named(text: str) -> frozenset[str]:
    """Return the concepts of the names in a text."""
    return frozenset(concept for name in names(text) if name.sure for concept in concepts(name.text))


def _held(text: str) -> frozenset[str]:
    return frozenset((*concepts(text), *(token.stem for token in tokens(text))))


def _share(words: frozenset[str], held: frozenset[str]) -> float:
    if not words:
        return 0.0
    share = shared(words, held) / len(words)
    return share if len(words) >= _FEWEST or share == 1.0 else 0.0


def _opposed(sentence: str, clause: _Clause) -> str:
    """Tell how a clause about the same takes the other side, or denies."""
    words, own = _anchors(sentence), _anchors(clause.text) | _named(clause.text)
    if _share(words, own) < _SAME or shared(_named(sentence), clause.held) < len(_named(sentence)):
        return ""
    if _conditional(sentence) != _conditional(clause.text) or not _same_periods(sentence, clause.text):
        return ""
    said, given = directions(sentence), directions(clause.text)
    for pair, side in said:
        if (pair, 1 - side) in given and (pair, side) not in given and (pair, 1 - side) not in said:
            return f"The source says the opposite: “{_word(clause.text, pair, 1 - side)}”."
    turned = any((pair, 1 - side) in given for pair, side in said)
    if negated(sentence) != negated(clause.text) and not turned:
        who = "sentence" if negated(sentence) else "source"
        return f"Only the {who} denies it; the two say the opposite."
    return ""


def _renamed(sentence: str, clause: _Clause, passages: Sequence[Passage]) -> str:
    """Find a name of the sentence where the clause, which says the rest, has another."""
    if _share(_anchors(sentence), _anchors(clause.text) | _named(clause.text)) < _SAME:
        return ""
    if not _same_periods(sentence, clause.text):
        return ""
    own = frozenset(concept for p in passages for name in p.chunk.profile.names for concept in concepts(name))
    said, given = _rivals(sentence, clause.text), _rivals(clause.text, sentence)
    strange = [name for name in said if not frozenset(concepts(name)) <= own | clause.held]
    other = [name for name in given if frozenset(concepts(name)) - own - frozenset(concepts(sentence))]
    return f"The source says this of {other[0]}." if strange and other else ""


def _rivals(text: str, against: str) -> tuple[str, ...]:
    """Return the names in a text that can stand against those of another: no ``Company``, no short form."""
    return tuple(
        name.text
        for name in names(text)
        if name.sure
        and not is_ordinary(name.text)
        and not any(_short_for(name.text, long) or _short_for(long, name.text) for long in _spelled(against))
    )


@kept_at_work(4096)
def _spelled(text: str) -> tuple[str, ...]:
    return tuple(name.text for name in names(text))


def _short_for(short: str, long: str) -> bool:
    """Tell whether letters stand for a name: ``IFS`` for Intel Foundry Services."""
    return len(short) > 1 and short == "".join(word[0] for word in long.split() if word[0].isupper())


def _conditional(text: str) -> bool:
    return any(token.text.lower() in _CONDITIONS for token in tokens(text))


def _same_periods(sentence: str, source: str) -> bool:
    said = [period for mention in find_periods(sentence) for period in mention.periods]
    given = [period for mention in find_periods(source) for period in mention.periods]
    return (
        not said or not given or any(covered(p, given) for p in said) or any(covered(p, said) for p in given)
    )


def _word(text: str, pair: str, side: int) -> str:
    return next((t.text for t in tokens(text) if (pair, side) in lexicon().sides.get(t.stem, ())), "")
