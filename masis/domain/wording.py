"""Wording: content words, names, negations and opposites, for comparing a sentence with a source."""

import re
from functools import lru_cache
from typing import NamedTuple

from masis.domain.language.periods import find_periods
from masis.domain.language.vocabulary import listed

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NAME_TOKEN = re.compile(r"[^\W_]+(?:[.&’'-][^\W_]+)*")
_CAPITAL_NEXT = re.compile(r"\s+[A-Z]|['’]s\b")
# A capital after these opens a sentence, a label or a quotation, and need not be a name's.
_OPENING = re.compile(r"[:.!?;]\s+[\"'“‘«(*_]*\Z|(?:^|\s)[\"“‘«(*_]+\Z")
_NO_WORDS = "\"'“‘«(*_-•# \t\n0123456789.)|"
_LOOKBACK = 24
STOPWORDS = listed(
    """
    a about above after again against all also although an and any are as at be because been before
    being below between both but by can could did do does doing during each either few for from
    further had has have having he her here hers him his how however i if in into is it its itself
    just may me might more most must my of off on once only or other our out over own per s same
    shall she should since so some such t than that the their them then there these they this those
    through thus to too under until upon up very was we were what when where whereas which while who
    whom whose why will with within would you your according reported report stated states said says
    compared amounted million billion thousand trillion percent eur usd gbp euro euros dollar
    dollars percentage point points bps approximately around roughly nearly almost total year years
    """
)
NEGATIONS = listed("not no never neither nor cannot without none nothing")
_OPPOSITES = (
    (
        "rise rose risen rising increase increased increases increasing grow grew grown growing growth "
        "higher gain gained gains climb climbed climbs improve improved improves improvement expand "
        "expanded exceed exceeded strengthened accelerated widened surged jumped raised lifted up",
        "fall fell fallen falling decrease decreased decreases decreasing decline declined declines "
        "declining drop dropped drops lower lowered reduce reduced reduction reductions shrink shrank "
        "shrunk contracted worsened deteriorated weakened slowed narrowed plunged slumped cut down",
    ),
    ("more greater above over", "less fewer below under"),
    ("approved approve approves accepted accept", "rejected reject rejects refused refuse declined declines"),
    ("profit profits profitable", "loss losses unprofitable"),
    ("won win wins", "lost lose loses"),
    ("opened open opens opening", "closed close closes closing closure"),
    ("started start began begin begins", "stopped stop ended end ceased cease"),
    ("succeeded success successful", "failed failure unsuccessful fail"),
    ("met achieved", "missed"),
    ("acquired bought buy acquire purchased", "sold divested sell disposed"),
    ("maximum most highest largest", "minimum least lowest smallest"),
    ("before", "after"),
    ("included includes including", "excluded excludes excluding"),
    ("confirmed confirm", "denied deny"),
    ("strong", "weak"),
    ("stable unchanged", "volatile"),
)
_COMMON_FIRST = listed(
    """
    sales revenue revenues profit profits costs cost cash debt growth demand management customers
    customer employees staff shareholders investors margins margin prices price earnings income
    expenses spending capital orders output production volumes headcount turnover dividends net
    gross operating total group company board directors free average annual quarterly monthly strong
    weak higher lower new key main overall capital working research according finally currently
    recently notably together combined only every most many several
    """
)
_COMMON_ENDINGS = tuple(listed("ly ing tion tions ment ments ness ity ities ance ence ers als"))
_ALIASES = {
    "us": ("united states", "america"),
    "usa": ("united states", "america"),
    "uk": ("united kingdom", "britain"),
    "eu": ("european union",),
    "ceo": ("chief executive",),
    "cfo": ("chief financial",),
    "states": ("u.s", "us"),
    "kingdom": ("u.k", "uk"),
    "united": ("u.s", "u.k", "us", "uk"),
}
_NOT_NAMES = listed(
    """
    eur usd gbp chf jpy sek nok dkk january february march april may june july august september
    october november december jan feb mar apr jun jul aug sep sept oct nov dec fy q1 q2 q3 q4 h1 h2 i
    passage passages source sources document documents chunk evidence figure table note section page
    appendix chapter part step method point celsius fahrenheit
    """
)
# Longest first, so that one pass takes the whole ending off.
_ENDINGS = sorted(
    listed(
        """
        isations izations isation ization ations ation ments ities ingly edly ment ions ings ness ally
        ies ied ion ing ity ees ers ed ee er es ly al s e y
        """
    ),
    key=lambda ending: (-len(ending), ending),
)
_IRREGULAR = {
    form: root
    for root, forms in {
        "ris": "rose risen", "grow": "grew grown growth", "fall": "fell fallen", "sell": "sold",
        "buy": "bought", "mak": "made", "pay": "paid", "hold": "held", "lead": "led", "win": "won",
        "los": "lost", "man": "men", "woman": "women", "begin": "began begun", "spend": "spent",
        "sal": "sales",
    }.items()
    for form in forms.split()
}  # fmt: skip


class Name(NamedTuple):
    """A capitalised word that a reader takes for a name; ``sure`` is false at a sentence's start."""

    text: str
    start: int
    sure: bool


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """Return a rough stem, the same for the common forms of one word."""
    word = re.sub(r"['’]s?\Z", "", word.lower())
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
        word = word[:-1]
    return word


def words(text: str) -> list[str]:
    """Return the words of ``text`` in lower case, without digits and punctuation."""
    return [match.lower() for match in _WORD.findall(text)]


def content_stems(text: str) -> tuple[str, ...]:
    """Return the stems of the words that carry meaning, in order."""
    return tuple(stem(word) for word in words(text) if word not in STOPWORDS and len(word) > 1)


def sides(word: str) -> tuple[tuple[int, int], ...]:
    """Return the (pair, side) positions of a word that has an opposite."""
    return _side_table().get(word, ())


@lru_cache(maxsize=1)
def _side_table() -> dict[str, tuple[tuple[int, int], ...]]:
    table: dict[str, list[tuple[int, int]]] = {}
    for number, pair in enumerate(_OPPOSITES):
        for side, group in enumerate(pair):
            for word in group.split():
                table.setdefault(word, []).append((number, side))
    return {word: tuple(found) for word, found in table.items()}


def same_direction(stems: frozenset[str]) -> frozenset[str]:
    """Return the stems that say the same as some of these in one of the pairs: a rise is a growth."""
    table = _stem_sides()
    told = {place for one in stems for place in table.get(one, ())}
    return frozenset(one for place in told for one in _same_side(place))


@lru_cache(maxsize=1)
def _stem_sides() -> dict[str, tuple[tuple[int, int], ...]]:
    """Return the places of the words of movement, up and down, by stem."""
    return {stem(word): found for word, found in _side_table().items() if found[0][0] == 0}


@lru_cache(maxsize=64)
def _same_side(place: tuple[int, int]) -> frozenset[str]:
    return frozenset(one for one, found in _stem_sides().items() if place in found)


@lru_cache(maxsize=4096)
def names(sentence: str) -> tuple[Name, ...]:
    """Return the names of a sentence: capitalised words, acronyms and codes of letters and digits."""
    found: list[Name] = []
    dated = [(mention.start, mention.end) for mention in find_periods(sentence)]
    for match in _NAME_TOKEN.finditer(sentence):
        token = match.group()
        if not _looks_like_name(token) or any(a <= match.start() < b for a, b in dated):
            continue
        before = sentence[max(0, match.start() - _LOOKBACK) : match.start()]
        first = (match.start() <= _LOOKBACK and not before.strip(_NO_WORDS)) or bool(_OPENING.search(before))
        bare = token.lower().removesuffix("'s").removesuffix("’s")
        if first and (bare in STOPWORDS | NEGATIONS | _COMMON_FIRST or bare.endswith(_COMMON_ENDINGS)):
            continue
        paired = bool(_CAPITAL_NEXT.match(sentence, match.end())) or token != token.capitalize()
        found.append(Name(token, match.start(), sure=not first or paired))
    return tuple(found)


def _looks_like_name(token: str) -> bool:
    bare = token.lower()
    if bare in _NOT_NAMES or len(token) < 2 or not any(char.isalpha() for char in token):
        return False
    if token[0].isdigit():
        return False
    return any(char.isupper() for char in token)


def name_in(name: str, folded: str, stems: frozenset[str], initials: str) -> bool:
    """Tell whether a source (case-folded text, stems, initials of its words) holds a name in some form."""
    bare = re.sub(r"['’]s?\Z", "", name.lower())
    if any(alias in folded for alias in _ALIASES.get(bare.replace(".", ""), ())):
        return True
    if all(_part_in(part, folded, stems) for part in re.split(r"[.&’'-]", bare) if part):
        return True
    return name.isupper() and len(name) >= 3 and bare in initials


def holds(text: str, piece: str, start: int = 0) -> int:
    """Return where ``piece`` stands in ``text`` as whole words, -1 when it does not."""
    at = text.find(piece, start)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(piece) : at + len(piece) + 1]
        if not (before.isalnum() or after.isalnum()):
            return at
        at = text.find(piece, at + 1)
    return -1


def _part_in(part: str, folded: str, stems: frozenset[str]) -> bool:
    if stem(part) in stems or holds(folded, part) >= 0:
        return True
    # German / Germany, Portugal / Portuguese: one long beginning, little difference in length.
    start = part[: max(5, len(part) - 3)]
    return len(part) >= 6 and any(s.startswith(start) and abs(len(s) - len(part)) <= 3 for s in stems)
