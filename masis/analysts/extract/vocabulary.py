"""Vocabulary: what the evidence has words for, and whether what a part asks about is among it."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from masis.analysts.extract.asked import PLAIN, thing_of
from masis.analysts.extract.columns import row_of
from masis.analysts.extract.question import Part, name_stems
from masis.analysts.extract.synonyms import canonicals, matches, measure_forms
from masis.analysts.extract.units import Unit
from masis.domain.terms import FUNCTION_WORDS, stem, stems, word_list
from masis.domain.timeframes import labels, without_periods

_FAMILY = 2
"""Different words before a noun from which they tell things of one kind apart: property tax, sales tax."""
_WORD = re.compile(r"[^\W\d_][\w&'’-]*|[^\w\s]|\d\S*")
_OPEN = frozenset(
    stem(word)
    for word in word_list(
        """name type kind sort purpose role reason cause effect impact meaning definition way method process
        aim goal result outcome difference status state nature position function source origin basis use
        title term size length height width depth age area weight speed duration distance strength
        location place date time year day figure answer idea plan policy view opinion response reaction
        part example subject topic word focus advantage disadvantage benefit problem issue lesson
        population capital language birthplace nickname occupation profession job successor predecessor"""
    )
)
"""Nouns that ask for something without being said beside it: "the purpose of", "the size of"."""
_PLANNED = frozenset(
    stem(word) for word in word_list("budget target forecast plan outlook estimate guidance")
)


def unheard(part: Part, units: Sequence[Unit], passages: Mapping[str, frozenset[str]]) -> bool:
    """Tell whether the evidence has no word for what is asked: the thing itself, or the one of its kind."""
    present = frozenset().union(*passages.values(), *(unit.around for unit in units))
    forms = canonicals(present)
    wanted = thing_of(part)
    if len(wanted) > 1 and not any(matches(one, present, forms) for one in wanted):
        return True
    if len(wanted) == 1 and not (wanted[0] in _OPEN or matches(wanted[0], present, forms)):
        return not measure_forms(wanted[0]) & present
    return any(
        not matches(modifier, present, forms) and len(_modifiers(head, units)) >= _FAMILY
        for modifier, head in _compounds(part)
    )


def named_thing(part: Part) -> str:
    """Return the noun that says what is asked for, when it is one that is said beside its value."""
    wanted = thing_of(part)
    return wanted[-1] if wanted and wanted[-1] not in _OPEN else ""


def _compounds(part: Part) -> list[tuple[str, str]]:
    """Return the pairs of words that end a phrase of the question: ``hotel tax``."""
    named = frozenset().union(*(name_stems(name) for name in part.names)) if part.names else frozenset()
    found = []
    tokens = [*_tokens(without_periods(part.text)), ""]
    for before, word, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        ends = not _says(after)
        if ends and _says(before) and _says(word) and not {stem(before), stem(word)} & (PLAIN | named):
            found.append((stem(before), stem(word)))
    return found


def _modifiers(head: str, units: Sequence[Unit]) -> frozenset[str]:
    """Return the words that stand right before a noun in the labels of rows."""
    found: set[str] = set()
    for unit in units:
        if unit.kind == "row":
            tokens = _tokens(unit.text.split(" – ")[0])
            found.update(stem(one) for one, noun in pairwise(tokens) if stem(noun) == head and _says(one))
    return frozenset(found) - PLAIN


def _tokens(text: str) -> list[str]:
    return [token.lower() for token in _WORD.findall(text)]


def _says(token: str) -> bool:
    return token[:1].isalpha() and token not in FUNCTION_WORDS


def is_measured_row(part: Part, unit: Unit) -> bool:
    """Tell whether a row is the very measure that is asked: its label is named, its columns are periods."""
    row = row_of(unit)
    if row is None or not row.cells:
        return False
    label = frozenset(stems(row.label.split(" (")[0]))
    headers = [cell[0] for cell in row.cells]
    dated = all(labels(one) and frozenset(stems(without_periods(one))) <= PLAIN | _PLANNED for one in headers)
    return bool(label) and dated and label <= frozenset(part.terms)
