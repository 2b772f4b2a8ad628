"""Opposition: whether a sentence says the opposite of the source sentence it rests on."""

import re
from functools import lru_cache
from typing import NamedTuple

from masis.domain.language.vocabulary import listed
from masis.domain.wording import STOPWORDS, content_stems, sides, stem, words

# Share of a clause's other content words that the source must hold before an opposite word or a denial
# counts as a contradiction: chosen high on purpose, a false alarm costs more trust than a miss.
_OVERLAP = 0.6
_FEWEST_SHARED = 1
_CLAUSE = re.compile(
    r"[;:,](?!\d)\s*|\s+(?:but|while|whereas|although|though|and|however|after|because)\s+", re.I
)
_TOKENS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d[\d.,]*\d|\d|[,;:.]")
_FALSE_NEGATIONS = re.compile(
    r"\b(?:not only|no later than|no less than|no more than|no fewer than|not least|no\.\s?\d|nothing but"
    r"|not (?:too|all|every\w*|always|necessarily|just|as|be as|enough|until|exceed\w*|more|less)|no matter)",
    re.I,
)
_DENIALS = frozenset(("not", "no", "never", "neither", "nor", "cannot", "nothing"))
# Verbs that deny what follows them: "failed to open", "avoid opening".
_DENYING = listed("fail fails failed refused ceased stopped")
_PASSED_OVER = listed("longer yet been be to ever even any")
# A limit is often worded with a denial on one side only: "less than 5", "not 5 or more".
_LIMIT = re.compile(
    r"\b(?:less|more|fewer|under|over|below|above|at most|at least|up to|exceed\w*|until|unless|without"
    r"|otherwise|instead|rather|if|whether|avoid\w*|prevent\w*)\b",
    re.I,
)


_CONDITION = re.compile(r"\W*(?:if|when)\b", re.I)


class _Denied(NamedTuple):
    """What one negation denies: a stem or a number, and the clause it stands in."""

    target: str
    clause: str


def opposition(sentence: str, source: str) -> str:
    """Return in one sentence how ``source`` says the opposite, or an empty text when it does not."""
    return (
        _negation_flip(sentence, source)
        or _opposite_word(sentence, source)
        or _opposite_figure(sentence, source)
    )


def _negation_flip(sentence: str, source: str) -> str:
    """Find a statement that is denied on one side only."""
    said, given = _denied(sentence), _denied(source)
    if bool(said) == bool(given) or _CONDITION.match(sentence) or _CONDITION.match(source):
        return ""
    other = source if said else sentence
    for denied in said or given:
        held = [clause for clause in _clauses(other) if denied.target in _tokens(clause)]
        if not held or any(_LIMIT.search(clause) for clause in (denied.clause, *held)):
            continue
        whole, against = (denied.clause, source) if said else (sentence, denied.clause)
        if _overlap(whole, against, frozenset()) >= _OVERLAP:
            who = "sentence" if said else "source"
            return f"Only the {who} denies it; the two say the opposite."
    return ""


def _clauses(text: str) -> list[str]:
    return [clause for clause in _CLAUSE.split(" ".join(text.split())) if clause and clause.strip()]


def _tokens(text: str) -> frozenset[str]:
    return frozenset(content_stems(text)) | _numbers(text)


@lru_cache(maxsize=4096)
def _denied(text: str) -> tuple[_Denied, ...]:
    """Return the first content word or number after each negation, inside its clause."""
    found: list[_Denied] = []
    for clause in _clauses(_FALSE_NEGATIONS.sub(" ", text)):
        waiting, before = False, ""
        for match in _TOKENS.finditer(clause):
            word = match.group().lower()
            if word in _DENIALS or word in _DENYING or word.endswith(("n't", "n’t")):
                waiting = True
            elif waiting and word not in STOPWORDS | _PASSED_OVER and word not in ",;:.":
                found.append(_Denied(stem(word) if word[0].isalpha() else word, clause))
                waiting = False
            elif not waiting and word not in STOPWORDS and word[0].isalnum():
                before = stem(word) if word[0].isalpha() else word
        if waiting and before:
            found.append(_Denied(before, clause))
    return tuple(found)


def _numbers(text: str) -> frozenset[str]:
    return frozenset(token for token in _TOKENS.findall(text) if token[0].isdigit())


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


def _opposite_figure(sentence: str, source: str) -> str:
    """Find a figure of the source given to the opposite: a profit of 2.1 for a loss of 2.1."""
    theirs = [(clause, _numbers(clause), _sided(clause)) for clause in _clauses(source)]
    for ours in _clauses(sentence):
        figures, spoken = _numbers(ours), _sided(ours)
        for clause, given, sided in theirs:
            if not figures & given:
                continue
            for pair in spoken.keys() & sided.keys():
                said, there = spoken[pair], sided[pair]
                if len(said) == len(there) == 1 and said.keys() != there.keys():
                    word, other = next(iter(said.values())), next(iter(there.values()))
                    if _overlap(ours, clause, frozenset({stem(word), stem(other)})) >= _OVERLAP:
                        return f"The source says “{other}”, the sentence says “{word}”."
    return ""


def _candidate_clauses(sentence: str, source: str) -> tuple[str, ...]:
    """Return the whole source sentence and its clause nearest to the sentence."""
    clauses = _clauses(source)
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
    bag = frozenset(content_stems(sentence)) - apart_from - _DENIALS
    shared = bag & frozenset(content_stems(source))
    if len(shared) < _FEWEST_SHARED or not bag:
        return 0.0
    return len(shared) / len(bag)
