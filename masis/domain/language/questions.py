"""Questions: one parse of a question into parts with slots; nothing parses it again."""

import re
from functools import lru_cache
from typing import Literal

from masis.domain.language.periods import Period, find_periods
from masis.domain.language.words import concepts, directions, fold, lexicon, names, negated, stems, tokens
from masis.domain.value import Value

Operation = Literal["lookup", "compare", "rank", "change", "list", "describe", "why", "advise", "verify"]
Wanted = Literal["figure", "money", "count", "percent", "date", "person", "place", "text"]


class Part(Value):
    """One thing that is asked, with its slots."""

    text: str
    operation: Operation
    wants: Wanted
    terms: tuple[str, ...]
    """Concepts of attribute, scope and entity in order: periods, wrapping and words of movement left out."""
    names: tuple[str, ...] = ()
    """As written; organisations are told from other names by the documents' profiles."""
    periods: tuple[str, ...] = ()
    """Labels, as ``Period.label`` writes them."""
    sides: tuple[str, ...] = ()
    """For a comparison of two things: each in the words of the question."""
    denied: bool = False
    moving: bool = False
    """Whether it asks how something moved."""
    superlative: Literal["", "most", "least"] = ""
    carried: tuple[str, ...] = ()
    """Concepts taken from the part before, to which this one points back."""


class Question(Value):
    """A question with its parts; at least one."""

    text: str
    parts: tuple[Part, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Every name in it, in order."""
        return tuple(dict.fromkeys(name for part in self.parts for name in part.names))


_WH = r"(?:who|whom|whose|what|when|where|why|how|which|by how much|(?:in|at|on|for|to|from|under|by|with) (?:what|which|whom))"
_AUXILIARY = r"(?:is|are|was|were|did|does|do|has|have|had|should|can|could|will|would)"
_ASKS = re.compile(rf"\W*(?:{_WH}|{_AUXILIARY})\b", re.IGNORECASE)
_JOINED = re.compile(
    rf"(?:,?\s+(?:and|but)(?:\s+also)?\s+|;\s*(?:and\s+)?|,\s+)"
    rf"(?={_WH}\b|{_AUXILIARY}\s+(?:the|it|they|we|our|there|this|any|its|he|she)\b)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?:^|\s)\(?(?:\d{1,2}|[a-h])[.)]\s+(?=\S)")
_SENTENCE = re.compile(r"(?<=[?!])\s+|\n+|(?<=[a-z]{3}\.)\s+(?=[A-Z])")
_COMPARING = re.compile(
    r"\b(?:compar\w+|versus|vs\.?|differ\w*|between|than|against|relative to)\b", re.IGNORECASE
)
_POINTS_BACK = re.compile(r"\b(?:it|its|they|them|their|that|those|these|he|she|his|her)\b", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+(?:(?:for|its|their|the|of|to)\s+)*", re.IGNORECASE)
_HEAD = re.compile(
    rf"^(?P<head>.*?\b(?:{_AUXILIARY}|much|many|for|of|pay|spend|gave|give)\b\s+(?:(?:the|its|their|our|[\w&.]+(?:'s|’s|s'|s’))\s+)*)",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s+(?:in|for|during|at|as of|by the end|on|over|from|since|worldwide|compare\w*|develop\w*|change\w*)\b.*$",
    re.IGNORECASE,
)

_SHAPES: tuple[tuple[Operation, re.Pattern[str]], ...] = tuple(
    (operation, re.compile(pattern, re.IGNORECASE))
    for operation, pattern in (
        ("advise", r"^(?:should|ought)\b|\bshould (?:we|i|the|our|it|they)\b|\brecommend|\bnext steps?\b"),
        ("why", r"^why\b|\bwhat (?:\w+ )?(?:caused|causes|drove|drives|explains|explained|led to|made|is behind|was behind)\b|\b(?:reasons?|causes?|drivers?|causing) (?:for|of|behind|why|does|did)\b|\bhow come\b"),
        ("rank", r"\b(?:which|what|who)\b.{0,60}\b(?:most|least|largest|biggest|smallest|highest|lowest|fastest|slowest|best|worst|top)\b|\bwhich\b.{0,40}\b(?:fell|grew|shrank|rose|declined|increased|decreased)\b"),
        ("compare", r"\bcompar\w+\b|\bversus\b|\bvs\b|\bdiffer(?:ence|s)?\b|\b(?:higher|lower|larger|smaller|bigger|better|faster|more|less|greater)\b.{0,60}\b(?:than|or)\b|\bwhich\b.{0,60}\bor\b|\bagainst (?:a|the) (?:year|prior|previous)"),
        ("change", r"\b(?:by how much|by what percentage|how (?:fast|strongly|far))\b|\bhow (?:did|has|have|do|does)\b.{0,80}\b(?:change|develop|evolve|move|perform|grow|fall|rise|do|go|trend)\w*\b|\bhow much (?:did|has|have)\b.{0,60}\b(?:grow|change|rise|fall|increase|decrease|decline|improve|drop)\b|\bgrowth (?:rate )?of\b"),
        ("describe", r"\b(?:overview|summar\w+|in general|key (?:points|takeaways|messages|findings)|main (?:points|takeaways|messages|findings)|big picture|strategy|business model|outlook)\b|^(?:describe|explain|tell me about)\b|^how (?:does|do|is|are|did)\b|\bwhat (?:is|does) .{1,40} (?:about|do)$"),
        ("list", r"^(?:what|which) (?:are|were|have been) (?:the |our |its |their |all |some |[\w&.]+(?:'s|’s) |\w+ )*?(?:risks?|\w+s|criteria)\b|^(?:list|name|enumerate)\b|\bwhich (?:two |three |four )?\w+s (?:are|were|do|did|have|has|will|does)\b"),
        ("verify", rf"^{_AUXILIARY}\b"),
    )
)  # fmt: skip
_WANTS: tuple[tuple[Wanted, re.Pattern[str]], ...] = tuple(
    (wanted, re.compile(pattern, re.IGNORECASE))
    for wanted, pattern in (
        ("date", r"^(?:\w+ )?when\b|\b(?:what|which) (?:\w+ )?(?:year|date|day|month|quarter)\b|\bhow long ago\b"),
        ("percent", r"\b(?:what|which|by what) (?:\w+ )?(?:percentage|per ?cent|share|proportion|portion|fraction|rate)\b(?! of interest)|\bhow fast\b|\bat what rate\b"),
        ("count", r"\bhow many\b|\bheadcount\b|\bnumber of\b"),
        ("money", r"\bhow much\b.*\b(?:cost|spen[dt]|paid|pay|invest\w*|earn\w*|worth|raised?|borrow\w*|make|lose|lost|charge|owe|bring|sell|get|revenue|sales|cash)\b|\b(?:at )?what price\b"),
        ("person", r"^(?:\w+ )?who(?:se|m)?\b|\b(?:by|to|with|for|from|of) whom?\b|\bwhich (?:person|executive|director|manager)\b"),
        ("place", r"^(?:\w+ )?where\b|\b(?:in )?(?:what|which) (?:city|country|countries|region|state|place|location|town|site)\b"),
    )
)  # fmt: skip
_FIGURE_CUE = re.compile(
    r"\bhow (?:much|high|large|big|low|far)\b|\bby how much\b|\bwhat (?:is|was|were|are|did|does)\b",
    re.IGNORECASE,
)
_MOST = frozenset({"maximum", "most", "highest", "largest", "biggest", "fastest", "best", "top", "greatest"})
_LEAST = frozenset({"minimum", "least", "lowest", "smallest", "slowest", "worst", "fewest"})
_MOVING = frozenset({"chang", "evolv", "move", "compar", "perform", "trend", "differ"})
_PERIOD_WORDS = frozenset(
    {
        "fiscal",
        "year",
        "quarter",
        "month",
        "period",
        "calendar",
        "end",
        "week",
        "annual",
        "first",
        "second",
        "third",
        "fourth",
        "last",
        "full",
        "ago",
        "earlier",
        "prior",
        "previous",
        "day",
    }
)
_MOST_PARTS = 6


@lru_cache(maxsize=512)
def parse(question: str) -> Question:
    """Return what is asked, part by part, in the order of the question."""
    parts: list[Part] = []
    for text in _split(question):
        part = _part(text)
        if parts:
            part = _leaning(part, parts[-1])
        parts.append(part)
    return Question(text=question.strip(), parts=tuple(parts))


def _part(text: str) -> Part:
    mentions = find_periods(text)
    periods = tuple(dict.fromkeys(period.label for mention in mentions for period in mention.periods))
    bare = text
    for mention in mentions:
        bare = bare[: mention.start] + " " * (mention.end - mention.start) + bare[mention.end :]
    operation = _operation(text, frozenset(concepts(bare)))
    found = [one for one in dict.fromkeys(concepts(bare)) if one not in lexicon().wrapping]
    moving = operation == "change" or any(pair == "movement" for pair, _ in directions(bare))
    movers = {token.stem for token in tokens(bare) if _moves(token.stem)} if moving else set()
    known = lexicon()
    dropped = _PERIOD_WORDS | _MOVING | {known.canonical.get(one, one) for one in movers}
    terms = tuple(one for one in found if one not in dropped) or tuple(found)
    superlative = _superlative(text)
    if superlative:
        terms = tuple(one for one in terms if not _is_superlative(one)) or terms
    if operation == "lookup" and len(periods) == 2:
        operation = "compare"
    return Part(
        text=text,
        operation=operation,
        wants=_wanted(text, operation, terms),
        terms=terms,
        names=tuple(dict.fromkeys(name.text for name in names(text))),
        periods=periods,
        sides=_sides(text) if operation in {"compare", "rank"} else (),
        denied=negated(text),
        moving=moving,
        superlative=superlative,
    )


def _operation(text: str, asked: frozenset[str]) -> Operation:
    """Return the first shape that fits; what names a measure is looked up, not listed."""
    for shape, pattern in _SHAPES:
        if pattern.search(text) and not (shape in {"list", "describe"} and lexicon().measures & asked):
            return shape
    return "lookup"


def _moves(root: str) -> bool:
    return any(pair == "movement" for pair, _ in lexicon().sides.get(root, ()))


def _wanted(text: str, operation: Operation, terms: tuple[str, ...]) -> Wanted:
    if operation in {"why", "describe", "advise", "list"}:
        return "text"
    wanted = next((kind for kind, pattern in _WANTS if pattern.search(text)), None)
    if wanted is not None:
        return wanted
    measured = bool(lexicon().measures & frozenset(terms))
    if measured and (operation in {"change", "compare", "rank", "lookup"} or _FIGURE_CUE.search(text)):
        return "figure"
    return "figure" if re.search(r"\bhow (?:much|high|large|big|low|far)\b", text, re.IGNORECASE) else "text"


def _superlative(text: str) -> Literal["", "most", "least"]:
    said = {fold(token.text) for token in tokens(text)}
    return "most" if said & _MOST else "least" if said & _LEAST else ""


def _is_superlative(root: str) -> bool:
    return any(pair == "extreme" for pair, _ in lexicon().sides.get(root, ())) or root in {
        "fastest",
        "slowest",
        "best",
        "worst",
    }


def _leaning(part: Part, before: Part) -> Part:
    """Give a part that points back, or names nothing, the names and periods of the one before."""
    back = bool(_POINTS_BACK.search(part.text)) or len(part.terms) < 2
    lacks_name = not part.names
    if not (back or lacks_name):
        return part
    named = before.names if lacks_name else part.names
    periods = part.periods or before.periods
    name_concepts = {root for name in named for root in concepts(name)}
    context = tuple(one for one in before.terms if one not in part.terms and (back or one in name_concepts))
    return part.model_copy(update={"names": named, "periods": periods, "carried": context})


def _split(question: str) -> tuple[str, ...]:
    """Return the single questions inside a question, in order; at least one, at most six."""
    text = question.strip()
    items = [item for item in _NUMBERED.split(text) if item.strip()]
    if len(items) < 2 or not _NUMBERED.search(text):
        items = [text]
    elif not _ASKS.match(items[0]):
        items = items[1:]
    sentences = [sentence for item in items for sentence in _sentences(item)]
    parts = [
        single for sentence in sentences for clause in _clauses(sentence) for single in _conjuncts(clause)
    ]
    bare = tuple(part.strip().strip("?;,. ").strip() for part in parts)
    return tuple(part for part in bare if part)[:_MOST_PARTS] or (text or "?",)


def _sentences(text: str) -> list[str]:
    """Split at sentence ends; a statement before a question sets its scene and joins it."""
    pieces = [piece.strip() for piece in _SENTENCE.split(text) if piece.strip()]
    merged: list[str] = []
    scene = ""
    for piece in pieces:
        if len(pieces) > 1 and not piece.endswith("?") and not _ASKS.match(piece):
            scene = f"{scene} {piece}".strip()
            continue
        merged.append(f"{scene} {piece}".strip())
        scene = ""
    if scene:
        merged = [*merged[:-1], f"{merged[-1]} {scene}"] if merged else [scene]
    return merged


def _clauses(text: str) -> list[str]:
    """Split before another question word, when both sides ask something."""
    merged: list[str] = []
    for piece in (piece for piece in _JOINED.split(text) if piece.strip()):
        if merged and (not _asks(merged[-1]) or not stems(piece) or len(merged[-1].split()) < 3):
            merged[-1] = f"{merged[-1]}, {piece}"
        else:
            merged.append(piece)
    return merged


def _asks(text: str) -> bool:
    """Tell whether a piece asks something: it opens with a question word, perhaps behind a short clause."""
    return bool(_ASKS.match(text) or re.search(rf",\s*{_WH}\b", text, re.IGNORECASE))


def _conjuncts(text: str) -> list[str]:
    """Ask of two joined things one by one: ``what were revenue and EBITDA in 2024``."""
    head = _HEAD.match(text)
    if head is None or _COMPARING.search(text):
        return [text]
    tail = _TAIL.search(text, head.end())
    middle = text[head.end() : tail.start() if tail else len(text)]
    sides = _AND.split(middle)
    if len(sides) != 2 or not all(_is_thing(side) for side in sides) or _one_thing(*sides):
        return [text]
    ending = tail.group() if tail else ""
    return [f"{head['head'].strip()} {side.strip()}{ending}" for side in sides]


def _is_thing(side: str) -> bool:
    """Tell whether a side of ``and`` is something that can be asked for by itself."""
    return 1 <= len(side.split()) <= 6 and bool(stems(side)) and not side.strip().endswith(",")


def _one_thing(first: str, second: str) -> bool:
    """Tell whether ``and`` joins two words of one name: ``research and development``."""
    left, right = stems(first), stems(second)
    joined = frozenset((left[-1], right[0]))
    if joined in lexicon().pairs:
        return True
    measured = lexicon().measures
    return not (measured & {*concepts(first)} and measured & {*concepts(second)}) and not (
        first.rsplit(maxsplit=1)[-1][:1].isupper() and second.split(maxsplit=1)[0][:1].isupper()
    )


_SIDE = re.compile(
    r"(?:\bbetween\s+(?P<a>.+?)\s+and\s+(?P<b>.+?)(?=\s+(?:in|for|during|at)\b|[?,]|$))"
    r"|(?:(?:,|\bmore\b.*?\bin|\bfaster\b|:|\bin)\s+(?P<c>[^,?]+?)\s+or\s+(?:in\s+)?(?P<d>[^,?]+?)(?=\s+(?:in|for|during|at)\b|[?,]|$))"
    r"|(?:(?P<e>[\w&’' -]+?)\s+(?:compare[ds]?\s+(?:with|to)|compared\s+(?:with|to)|versus|vs\.?)\s+(?:that of\s+|those of\s+)?(?P<f>.+?)(?=\s+(?:in|for|during)\b|[?,]|$))",
    re.IGNORECASE,
)


def _sides(text: str) -> tuple[str, ...]:
    """Return the two things compared, where both are named in words."""
    found = _SIDE.search(text)
    if not found:
        return ()
    pair = [side.strip() for side in found.groups() if side]
    usable = [side for side in pair if stems(side) and not find_periods(side)]
    return tuple(usable) if len(usable) == 2 else ()


def period_of(label: str) -> Period:
    """Return the period a label stands for."""
    head, _, rest = label.partition("-")
    return Period(int(head), rest) if head.isdigit() and len(head) == 4 else Period(0, label)
