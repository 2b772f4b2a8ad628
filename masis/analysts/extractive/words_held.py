"""Words held: which of the asked words and names stand at a statement, or in the opening of its document."""

import re
from functools import lru_cache

from masis.analysts.extractive.statements import Statement
from masis.analysts.extractive.understand import Asked
from masis.domain.language.words import concepts, tokens

WordSets = tuple[frozenset[str], ...]
_TITLED = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof)\.?\s([^\W\d_][\w’'-]*)")
_POINTS_BACK = re.compile(r"(?:its?|they|their|this|these)\b", re.IGNORECASE)


def everywhere(statement: Statement) -> WordSets:
    """Return the words of a statement, of what it stands under and of what is around it."""
    return statement.own, statement.path, statement.header, statement.around


def held_in(word: str, places: WordSets) -> float:
    """Return what ``held`` tells of all the words of some sets together; the sets stay, and what it found."""
    best = 0.0
    for words in places:
        best = max(best, held(word, words))
        if best == 1:
            break
    return best


@lru_cache(maxsize=65536)
def held(word: str, words: frozenset[str]) -> float:
    """Return 1 for a concept that is there, .8 for one with a longer or shorter ending."""
    if word in words:
        return 1.0
    if len(word) < 5:
        return 0.0
    alike = any(len(other) >= 5 and (other.startswith(word) or word.startswith(other)) for other in words)
    return 0.8 if alike else 0.0


def names_share(asked: Asked, statement: Statement) -> float:
    """Return the share of the asked names that a statement, what is over it or its opening says."""
    if not asked.names:
        return 1.0
    places = (*everywhere(statement), _words_of(statement.chunk.profile.mentions), _in_cells(statement))
    return sum(_is_held(name, statement, places) for name in asked.names) / len(asked.names)


def _in_cells(statement: Statement) -> frozenset[str]:
    """Return the words of a row's cells without a number: a register's rows are labelled by codes alone."""
    if statement.row is None:
        return frozenset()
    pairs = zip(statement.row.cells, statement.amounts, strict=True)
    return _words_of(tuple(cell.text for cell, amount in pairs if amount is None))


def _is_held(name: str, statement: Statement, places: WordSets) -> bool:
    if all(held_in(word, places) for word in concepts(name)):
        return True
    return abbreviated(name, statement) or _is_titled(name, statement.text)


def _is_titled(name: str, text: str) -> bool:
    """Tell whether a text says the last name of somebody whose whole name is asked: ``Mr. Narayen``."""
    whole = name.split()
    last = _TITLED.findall(text) if len(whole) > 1 else []
    return whole[-1] in last


def names_held(asked: Asked, statement: Statement) -> bool:
    """Tell whether each asked name stands at a statement or in its document's opening; codes as they are."""
    codes = (name for name in asked.names if any(map(str.isdigit, name)))
    return names_share(asked, statement) == 1 and all(_says_code(name, statement) for name in codes)


def _says_code(name: str, statement: Statement) -> bool:
    """Tell whether a name with figures stands at a statement as it is: ``LMK-305`` is no ``LMK-214``."""
    chunk, row, table = statement.chunk, statement.row, statement.table
    cells = [cell.text for cell in row.cells] if row else []
    headers = [column.header for column in table.columns] if table else []
    above = (*(row.path if row else ()), table.title if table else "", chunk.heading, chunk.document_title)
    before = statement.before if _POINTS_BACK.match(statement.text) else ""
    said = "\n".join((before, statement.text, *cells, *headers, *above, *chunk.profile.mentions))
    return _code(name).search(said) is not None


@lru_cache(maxsize=256)
def _code(name: str) -> re.Pattern[str]:
    parts = "[-–/ ]?".join(map(re.escape, re.findall(r"[^\W\d_]+|\d+", name)))
    return re.compile(rf"(?<![^\W_]){parts}(?![^\W_])", re.IGNORECASE)


@lru_cache(maxsize=4096)
def _words_of(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for text in texts for word in concepts(text))


def abbreviated(name: str, statement: Statement) -> bool:
    """Tell whether a statement says a name of several words by its first letters: ``AWS``."""
    letters = "".join(word[0] for word in name.split() if word[0].isalpha() and word[0].isupper())
    said = (statement.text, *(statement.row.path if statement.row else ()))
    return len(letters) > 1 and any(letters == token.text for text in said for token in tokens(text))
