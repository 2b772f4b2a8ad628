"""Swaps: a name, a subject or a date of the passage, put where the passage has another one."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from masis.domain.language.periods import covered, find_periods
from masis.domain.language.vocabulary import listed
from masis.domain.nearest import Near, holds_number, nearest
from masis.domain.source_index import SourceIndex
from masis.domain.support import Statement
from masis.domain.wording import STOPWORDS, content_stems, name_in, names, same_direction, stem

# The unit must hold this share of the sentence's other content words before a differing word is a swap.
_SAME = 0.8
# Fewer other words than this say too little to find the unit by, unless a number says it.
_FEWEST_SHARED = 2
_LONGEST = 80
_MARKS = ".,;:()|*_“”\"'"
# Words that stand for a name given before: what they point at is looked for in the units above.
_POINTING_WORDS = listed(
    """
    it its they their this that these those he she his her who which segment company group division unit
    business firm product region country site plant team board year period latter former both
    """
)
_POINTING = frozenset(stem(word) for word in _POINTING_WORDS)
_LOOKBACK = 2


def swapped(statement: Statement, sources: Sequence[SourceIndex]) -> str:
    """Return in one sentence what the passage has in the place of the sentence's name, subject or date."""
    named = frozenset(part for one in names(statement.text) for part in content_stems(one.text))
    near = nearest(statement, sources, named if len(frozenset(statement.stems) - named) > 1 else frozenset())
    narrow = [one for one in near if not _has_narrower(one, near)]
    reasons = [
        _name_swap(statement, one) or _noun_swap(statement, one) or _date_swap(statement, one)
        for one in narrow
    ]
    return reasons[0] if reasons and all(reasons) else ""


def _has_narrower(one: Near, near: Sequence[Near]) -> bool:
    """Tell whether a clause of this unit is as near as the whole of it."""
    return any(
        other.number == one.number and other.source is one.source and len(other.text) < len(one.text)
        for other in near
    )


def _name_swap(statement: Statement, near: Near) -> str:
    """Find a name of the sentence where the source has another name, both in the same surroundings."""
    anchored = holds_number(statement, near.text)
    if near.text.startswith("|") and not anchored:
        return ""
    around = _around(near)
    strange = [one for one in names(statement.text) if not name_in(one.text, around, frozenset(), "")]
    strange = [
        one for one in strange if one.sure or (not statement.item and _is_named(one.text, near.source))
    ]
    rivals = {_token(one.text): one for one in names(near.text)}
    spoken = frozenset(_tokens(statement.text)) | _POINTING
    if not strange or not rivals.keys() - spoken:
        return ""
    own = {part for one in strange for part in _tokens(one.text)}
    held = near.bag | same_direction(near.bag)
    for said, given in _replaced(statement.text, near.text):
        theirs = [rivals[one] for one in given if one in rivals and one not in spoken]
        head = [one for one in said if one not in own]
        if not theirs or len(head) == len(said) or len(head) > 1:
            continue
        rest = (
            frozenset(statement.stems)
            - frozenset(said)
            - {p for one in strange for p in content_stems(one.text)}
        )
        sure = anchored or (any(one.sure for one in strange) and any(one.sure for one in theirs))
        least = (1, _SAME) if anchored else (_FEWEST_SHARED, _SAME) if sure else (_FEWEST_SHARED + 1, 1.0)
        if len(rest & held) >= max(least[0], least[1] * len(rest)):
            return f"The source says “{theirs[0].text}” where the sentence says “{strange[0].text}”."
    return ""


def _noun_swap(statement: Statement, near: Near) -> str:
    """Find one lower-case word of the passage in the place of another, in an otherwise equal sentence."""
    spoken = frozenset(statement.stems)
    gone = spoken - near.bag - same_direction(near.bag)
    if not holds_number(statement, near.text) or len(gone) != 1 or len(spoken) - 1 < _FEWEST_SHARED + 1:
        return ""
    (word,) = gone
    elsewhere = any(word in other.bag for at, other in enumerate(near.source.units) if at != near.number)
    if word in frozenset(content_stems(_around(near))) or not elsewhere or word in same_direction(spoken):
        return ""
    for said, given in _replaced(statement.text, near.text):
        if said == (word,) and len(given) == 1 and not {*given} & (spoken | _POINTING | same_direction(gone)):
            return f"The source says this of something else: it has another word for “{word}”."
    return ""


def _date_swap(statement: Statement, near: Near) -> str:
    """Find a date of the sentence where the source, which says the rest, has another."""
    there = find_periods(near.text)
    said = [period for mention in find_periods(statement.text) for period in mention.periods]
    given = [period for mention in there for period in mention.periods]
    if not said or not given or holds_number(statement, near.text):
        return ""
    spoken = frozenset(content_stems(_undated(statement.text)))
    if len(spoken & near.bag) < max(_FEWEST_SHARED, _SAME * len(spoken)):
        return ""
    if any(covered(one, frozenset(given)) for one in said) or any(
        covered(one, frozenset(said)) for one in given
    ):
        return ""
    return f"The source gives {near.text[there[0].start : there[0].end]} for this."


def _is_named(word: str, index: SourceIndex) -> bool:
    """Tell a first word that the passage uses as a name from an ordinary one."""
    return re.search(rf"\b{re.escape(word)}\b", index.text) is not None


def _around(near: Near) -> str:
    """Return the clause with what its "it" may point at: the units before, title and heading."""
    index = near.source
    above = index.folded[: len(index.folded) - len(index.text.casefold())]
    before = index.units[max(0, near.number - _LOOKBACK) : near.number] if _points(near.text) else ()
    return " ".join([above, *(unit.text.casefold() for unit in before), near.text.casefold()])


def _points(text: str) -> bool:
    return any(word.strip(".,").lower() in _POINTING_WORDS for word in text.split()[:3])


def _undated(text: str) -> str:
    for mention in reversed(find_periods(text)):
        text = f"{text[: mention.start]} {text[mention.end :]}"
    return text


def _replaced(sentence: str, source: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return the pairs of content words that stand in the same surroundings of both texts."""
    ours, theirs = _plain_words(sentence), _plain_words(source)
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    pairs = [
        (_content(ours[a:b]), _content(theirs[c:d]))
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag == "replace"
    ]
    return [(said, given) for said, given in pairs if said and given]


def _plain_words(text: str) -> list[str]:
    return [
        word.strip(_MARKS).lower().removesuffix("'s").removesuffix("’s") for word in text.split()[:_LONGEST]
    ]


def _content(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(_token(word) for word in words if word and word not in STOPWORDS)


def _tokens(text: str) -> tuple[str, ...]:
    return _content(_plain_words(text))


def _token(word: str) -> str:
    """Return a word's stem, and a code such as VS-40 as it is."""
    word = word.lower()
    return stem(word) if word.isalpha() else word
