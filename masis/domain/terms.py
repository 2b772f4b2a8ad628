"""Wording: the words, stems and names of a text, as the rules compare them."""

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:[.&'’/][^\W_]+)*(?:-[^\W_]+)*|%|[€$£¥]", re.UNICODE)
_VOWEL = re.compile(r"[aeiouy]")


def word_list(text: str) -> tuple[str, ...]:
    """Return the words of a list that is kept as running text, which reads better than quoted words."""
    return tuple(text.split())


FUNCTION_WORDS = frozenset(
    word_list(
        """
        a about above according across after again against all also although am among an and any are
        aren't as at be because been before being below between both but by can cannot could did
        didn't do does doesn't doing don't during each either else ever every for from further had
        has hasn't have haven't having he her here hers him his how however i if in instead into is
        isn't it its itself just let's like many may me might more most much must my near neither no
        nor not now of off on once one only onto or other our ours out over own per please rather s
        same shall she should since so some such t than that that's the their theirs them then there
        these they this those though through thus till to too toward towards under until up upon us
        very via was wasn't we were weren't what what's when where whether which while who who's
        whom whose why will with within without won't would yet you your tell show give find explain
        describe list name mention state say
        """
    )
)
"""Words that carry no topic; a question's wrapping ("tell me") is among them."""

_SUFFIXES = (
    ("ational", "at"), ("isation", "is"), ("ization", "is"), ("izing", "is"), ("ising", "is"),
    ("ized", "is"), ("ised", "is"), ("ize", "is"), ("ise", "is"),
    ("fulness", "ful"), ("ations", "at"), ("ation", "at"), ("ating", "at"), ("ated", "at"), ("ates", "at"),
    ("ator", "at"), ("ors", "or"), ("ate", "at"), ("ments", "ment"), ("ions", ""), ("ion", ""), ("ives", ""),
    ("ive", ""), ("ically", "ic"), ("ical", "ic"), ("ingly", ""), ("edly", ""), ("ities", ""), ("ity", ""),
    ("ies", "y"), ("ied", "y"), ("ings", ""), ("ing", ""), ("ers", ""), ("er", ""), ("ed", ""),
    ("ally", "al"), ("ly", ""), ("es", ""), ("s", ""), ("e", ""),
)  # fmt: skip
_IRREGULAR = {
    "grew": "grow", "grown": "grow", "growth": "grow", "rose": "rise", "risen": "rise", "rising": "rise",
    "fell": "fall", "fallen": "fall", "won": "win", "lost": "lose", "loss": "lose", "losses": "lose",
    "led": "lead", "built": "build", "sold": "sell", "sells": "sell", "bought": "buy", "paid": "pay",
    "chose": "choose", "chosen": "choose", "spent": "spend", "began": "begin", "begun": "begin",
    "left": "leave", "drove": "drive", "driven": "drive", "driver": "drive", "drivers": "drive",
    "met": "meet", "sought": "seek", "thought": "think", "brought": "bring", "fought": "fight",
     "made": "make", "took": "take", "taken": "take", "gave": "give", "held": "hold",
    "kept": "keep", "wrote": "write", "written": "write", "ran": "run", "came": "come", "went": "go",
    "people": "person", "persons": "person", "men": "man", "women": "woman", "children": "child",
    "indices": "index", "criteria": "criterion", "percent": "%", "percentage": "%", "per-cent": "%",
    "analyses": "analysis", "its": "it", "costs": "cost", "cost": "cost", "died": "die", "dies": "die",
    "news": "news", "series": "series", "always": "always", "less": "less", "sales": "sale",
}  # fmt: skip
_DOUBLED = re.compile(r"([bdfgmnprt])\1$")


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text in small letters, possessives and apostrophes removed."""
    found = (match.group().lower() for match in _WORD.finditer(_folded(text)))
    return tuple(word.removesuffix("'s").removesuffix("'") for word in found)


def _folded(text: str) -> str:
    """Return the text without accents, its apostrophes straight: questions are typed without them."""
    plain = text.replace("’", "'")
    if plain.isascii():
        return plain
    return "".join(one for one in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(one))


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return a crude stem: enough to match plurals and verb forms, never shorter than three letters."""
    word = _IRREGULAR.get(word, word)
    if not word.isalpha() or len(word) < 4 or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("al") and len(word) >= 7:
        return _tidy(word.removesuffix("al"))
    for ending, replacement in _SUFFIXES:
        root = word.removesuffix(ending)
        if root != word and len(root) >= 3 and _VOWEL.search(root):
            return _tidy(root + replacement)
    return _tidy(word)


def _tidy(root: str) -> str:
    if _DOUBLED.search(root):
        return root[:-1]
    return root[:-1] + "i" if root.endswith("y") and len(root) > 3 else root


@lru_cache(maxsize=32768)
def stems(text: str) -> tuple[str, ...]:
    """Return the stems of the words that carry a topic, in order, repeated as they are repeated."""
    parts = (piece for word in words(text) for piece in _pieces(word))
    return tuple(stem(word) for word in parts if word not in FUNCTION_WORDS and word != "'")


def _pieces(word: str) -> tuple[str, ...]:
    """Return a hyphenated word's pieces, or the word itself when it holds digits or a short piece."""
    pieces = tuple(piece for piece in re.split(r"[-/]", word) if piece)
    if len(pieces) < 2 or any(character.isdigit() for character in word):
        return (word,)
    return pieces


_NAME = re.compile(
    r"(?:[A-Z][\w&’'-]*|[A-Z]{2,}\d*)(?:[ ](?:of the |of |the |and |de |van |von )?[A-Z][\w&’'-]*)*"
)
_OPENING_WORDS = frozenset(
    word_list(
        """
        compare contrast besides summarise summarize outline discuss identify assess evaluate
        analyse analyze review according following although including despite
        """
    )
)
_OPENER = re.compile(r"(?:^|[.!?:;•\-–|\n(]\s*|[\"“])$")


def names(text: str) -> tuple[str, ...]:
    """Return runs of capitalised words that look like names, in order, without repeats.

    A lone capitalised word that opens a sentence counts only when it is not an everyday word there:
    it must be seen capitalised elsewhere in the text, be all capitals, or hold a digit.
    """
    found: dict[str, None] = {}
    for match in _NAME.finditer(text):
        name = _without_opener(match.group(), opens=bool(_OPENER.search(text[: match.start()].rstrip(" "))))
        if name and (name.lower() not in FUNCTION_WORDS):
            found.setdefault(name.removesuffix("'s").removesuffix("’s"), None)
    return tuple(found)


def _without_opener(name: str, *, opens: bool) -> str:
    """Drop a first word that is capitalised only because a sentence starts there."""
    first, _, rest = name.partition(" ")
    if not opens:
        return name
    if first.lower() in FUNCTION_WORDS or first.lower() in _OPENING_WORDS:
        return rest
    distinct = (first.isupper() and len(first) > 1) or any(ch.isupper() or ch.isdigit() for ch in first[1:])
    return name if rest or distinct or first.endswith(("'s", "’s")) else ""


def acronym_of(phrase: str) -> str:
    """Return the capitals a phrase would be shortened to: ``net revenue retention`` gives ``NRR``."""
    return "".join(
        word[0] for word in words(phrase) if word not in FUNCTION_WORDS and word[0].isalpha()
    ).upper()
