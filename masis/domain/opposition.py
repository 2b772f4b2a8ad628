"""Opposition: whether a sentence says the opposite of the source sentence it rests on."""

import re

from masis.domain.wording import NEGATIONS, STOPWORDS, content_stems, sides, stem, words

# Share of the sentence's other content words that the source clause must hold before an opposite word
# counts as a contradiction: chosen high on purpose, a false alarm costs more trust than a miss.
_OVERLAP = 0.6
_FEWEST_SHARED = 1
_CLAUSE = re.compile(r"[;:,]\s+|\s+(?:but|while|whereas|although|though|and|however)\s+", re.I)
_WORDS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[,;:.]")
_FALSE_NEGATIONS = re.compile(
    r"\b(?:not only|no later than|no less than|no more than|not least|no\.\s?\d|nothing but)", re.I
)


def opposition(sentence: str, source: str) -> str:
    """Return in one sentence how ``source`` says the opposite, or an empty text when it does not."""
    return _negation_flip(sentence, source) or _opposite_word(sentence, source)


def _negation_flip(sentence: str, source: str) -> str:
    """Find a statement that is denied on one side only."""
    said, given = _denied(sentence), _denied(source)
    if bool(said) == bool(given):
        return ""
    denied, other = (said, source) if said else (given, sentence)
    if not any(target in set(content_stems(other)) for target in denied):
        return ""
    if _overlap(sentence, source, frozenset()) < _OVERLAP:
        return ""
    who = "sentence" if said else "source"
    return f"Only the {who} denies it; the two say the opposite."


def _denied(text: str) -> frozenset[str]:
    """Return the stems of the first content word after each negation, inside its clause."""
    found: set[str] = set()
    waiting = False
    for match in _WORDS.finditer(_FALSE_NEGATIONS.sub(" ", text)):
        word = match.group().lower()
        if word in NEGATIONS or word.endswith(("n't", "n’t")):
            waiting = True
        elif word in {",", ";", ":", "."}:
            waiting = False
        elif waiting and word not in STOPWORDS:
            found.add(stem(word))
            waiting = False
    return frozenset(found)


def _opposite_word(sentence: str, source: str) -> str:
    """Find a word whose opposite stands in the same place of the source."""
    spoken = _sided(sentence)
    if not spoken:
        return ""
    for clause in _candidate_clauses(sentence, source):
        given = _sided(clause)
        for pair, said in spoken.items():
            there = given.get(pair, {})
            if len(said) != 1 or len(there) != 1 or said.keys() == there.keys():
                continue
            ours, theirs = next(iter(said.values())), next(iter(there.values()))
            if _overlap(sentence, clause, frozenset({stem(ours), stem(theirs)})) >= _OVERLAP:
                return f"The source says “{theirs}”, the sentence says “{ours}”."
    return ""


def _candidate_clauses(sentence: str, source: str) -> tuple[str, ...]:
    """Return the whole source sentence and its clause nearest to the sentence."""
    clauses = [clause for clause in _CLAUSE.split(" ".join(source.split())) if clause.strip()]
    bag = frozenset(content_stems(sentence))
    nearest = max(clauses, key=lambda clause: len(bag & frozenset(content_stems(clause))), default=source)
    return (source, nearest)


def _sided(text: str) -> dict[int, dict[int, str]]:
    """Return for each pair of opposites which sides the text has, with the word."""
    found: dict[int, dict[int, str]] = {}
    for word in words(text):
        for pair, side in sides(word):
            found.setdefault(pair, {}).setdefault(side, word)
    return found


def _overlap(sentence: str, source: str, apart_from: frozenset[str]) -> float:
    """Return the share of the sentence's content words in the source, the opposites themselves left out."""
    bag = frozenset(content_stems(sentence)) - apart_from
    shared = bag & frozenset(content_stems(source))
    if len(shared) < _FEWEST_SHARED or not bag:
        return 0.0
    return len(shared) / len(bag)
