"""Question: what each part of a question asks for, in words, names, periods and the kind of answer."""

import re
from dataclasses import dataclass
from typing import Literal

from masis.analysts.extract.carrying import carried
from masis.domain.splitting import split_parts
from masis.domain.terms import FUNCTION_WORDS, names, stem, stems, words
from masis.domain.timeframes import labels, without_periods

Kind = Literal[
    "quantity", "when", "who", "where", "which", "why", "how", "yes_no", "compare", "list", "broad", "advice"
]
Expect = Literal["number", "percent", "money", "date", "person", "place", "text"]


@dataclass(frozen=True)
class Part:
    """One thing that is asked."""

    text: str
    kind: Kind
    expects: Expect
    terms: tuple[str, ...]
    """Stems of the topic words, periods left out, without repeats."""
    names: tuple[str, ...]
    periods: frozenset[str]
    context: tuple[str, ...] = ()
    """Stems of an earlier part that this one points back to."""
    sides: tuple[str, ...] = ()
    """For a comparison: what is compared, in the words of the question."""
    negated: bool = False


@dataclass(frozen=True)
class Question:
    """A question with its parts."""

    text: str
    parts: tuple[Part, ...]


_KINDS: tuple[tuple[Kind, str], ...] = (
    ("advice", r"^(?:should|ought)\b|\bshould (?:we|i|the|our|it|they)\b|\brecommend|\bnext steps?\b|"
               r"\badvis(?:e|able)\b"),
    ("broad", r"\b(?:overview|summar\w+|in general|key (?:points|takeaways|messages|findings)|"
              r"main (?:points|takeaways|"
              r"messages|findings)|big picture|state of|outlook|(?:overall|growth|business|market|pricing|"
              r"corporate) "
              r"strategy|strategic (?:priorities|position|direction|plan)|swot)\b|^(?:what (?:is|"
              r"are) .{0,25}strategy"
              r"|what (?:is|are) .{0,40} about$|"
              r"what(?:'s| is| has been) (?:happening|going on)\b|how is .{0,25} (?:doing|performing)|"
              r"tell me about)"),
    ("why", r"^why\b"),
    ("compare", r"\bcompar\w+\b|\bversus\b|\bvs\b|\bdifferences? between\b|\bdiffer\b|\b(?:higher|lower|"
                r"larger|smaller|"
                r"bigger|better|worse|faster|more|less|greater)\b.{0,60}\b(?:than|or)\b|"
                r"\bor\b.{1,40}\bwhich\b|^(?:did|do|does|is|are|was|were|has|have) .{1,60}\bor\b.{1,60}\b"
                r"(?:higher|lower|larger|smaller|bigger|better|worse|faster|slower|more|less|greater)\b"),
    ("why", r"^why\b|\bwhat (?:\w+ )?(?:caused|causes|drove|drives|explains|led to)\b|\b(?:reasons?|causes?|"
            r"drivers?) "
            r"(?:for|of|behind|why)\b|\bhow come\b"),
    ("list", r"^(?:what|which) (?:are|were|have been) (?!.*\b(?:revenues?|sales|earnings|costs|"
             r"expenses)\b)(?:the |our |its "
             r"|their |all |some |of |\w+ )*?(?:\w+s|criteria)\b|^(?:list|name|enumerate)\b|"
             r"\bwhich \w+s (?:are|were|do|did|have|will)\b"),
    ("when", r"^(?:\w+ )?when\b|, when (?:did|was|were|will|is)\b|\b(?:what|which) (?:\w+ )?(?:year|date|"
             r"day|month|quarter|century|decade|time)\b|"
             r"\bhow (?:long ago|soon)\b|\bby what date\b"),
    ("quantity", r"\bhow (?:much|many|high|low|large|big|long|old|far|fast|often|tall|deep|wide|great|small|"
                 r"strong)\b|"
                 r"\b(?:what|which) (?:\w+ ){0,2}(?:percentages?|number|share|amount|proportion|fraction|"
                 r"rate|ratio|"
                 r"price|cost|value|size|total|level|margin|headcount|population|score)\b"),
    ("who", r"^(?:\w+ )?who(?:se)?\b|\bwhom\b|\b(?:by|to|with|for|from|of) who\b|\b(?:what|which) (?:person|"
            r"people|executive|manager|director|author)\b"),
    ("where", r"^(?:\w+ )?where\b|, where (?:did|was|is)\b|\b(?:what|which) (?:city|country|region|state|"
              r"place|location|site|continent|town|area)\b"),
    ("how", r"^(?:in what way|how)\b"),
    ("yes_no", r"^(?:is|are|was|were|did|does|do|has|have|had|can|could|will|would|may|might)\b"),
)  # fmt: skip
_COMPILED: tuple[tuple[Kind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _KINDS
)

_MEASURES = (
    r"(?:revenues?|sales|turnover|ebitda|ebit|profits?|income|earnings|cash ?flows?|costs?|expenses?|"
    r"spend\w*|budget|"
    r"debt|assets|liabilities|capex|capital expenditures?|price|arr|mrr|salary|fees?|funding|investments?)"
)
_RATIOS = (
    r"(?:margins?|rates?|percentages?|share|growth|churn|retention|nrr|grr|proportion|yield|utili[sz]ation)"
)
_COUNTS = r"(?:headcount|number|employees|customers|staff|count|population|nps|score|total|size|backlog)"
_MEASURED = re.compile(
    rf"\b(?:{_MEASURES}|{_RATIOS}|{_COUNTS})\s+(?:outlook|guidance|forecast)\b"
    rf"|\b(?:outlook|guidance|forecast) (?:for|on|of) (?:\w+ )?(?:{_MEASURES}|{_RATIOS}|{_COUNTS})\b",
    re.IGNORECASE,
)
_EXPECTS: tuple[tuple[Expect, str], ...] = (
    # By how much something moved may be said in per cent or in its own unit.
    ("number", r"\bby how (?:much|many)\b|"
               r"\bhow much (?:did|has|have|had|will|would) .+ (?:grow|grown|rise|risen|increase|fall|fallen|"
               r"decline|drop|decrease|shrink|improve|change|develop)(?:d|ed|n)?\b"),
    ("percent", r"\b(?:what|which) (?:percentage|per ?cent|share|proportion)\b|\bwhat percent\b"),
    ("money", rf"\bhow much (?:money|cash)\b|\bhow (?:much|high|large|big) (?:\w+ )*?{_MEASURES}\b|"
              rf"\bhow much .*"
              r"\b(?:cost|spen[dt]|paid|pay|invest\w*|earn\w*|worth|raise[d]?|borrow\w*)\b|"
              r"^what (?:\w+ ){1,3}?(?:will|did|does|do|has|have|would) .*\b(?:pay|paid|charged?|earn|"
              r"earned|owed?)\b|"
              r"^what (?:did|does|do|will|would|has|have) (?:[\w’'&-]+ ){1,5}?"
              r"(?:spen[dt]|invest(?:ed)?) (?:on|in)\b"),
    ("number", rf"\bhow (?:much|many|high|low|large|big|far|fast|tall|often|old|long|deep|wide)\b|"
               rf"^what (?:is|was|were|are) "
               rf"(?!.*\b(?:reason|driver|cause|strategy|plan|risk|approach|policy|definition|purpose|role|"
               rf"source|impact)s?\b)"
               rf"(?:[\w’'&-]+ ){{0,6}}?(?:{_RATIOS}|{_COUNTS}|{_MEASURES})(?: |$)(?!of (?:the )?(?:board|"
               rf"committee))|"
               r"\b(?:what|which) (?:\w+ )?(?:number|amount|rate|ratio|margin|population|size|headcount)\b"),
)  # fmt: skip
_EXPECT_COMPILED = tuple((expect, re.compile(pattern, re.IGNORECASE)) for expect, pattern in _EXPECTS)
_GROUNDS = re.compile(
    r"\b(?:based on|due to|caused by|driven by|attributed to|made of)\W*$|"
    r"^what (?:is|are|was|were) (?:included|recorded|recognised|recognized|contained|shown|presented) ",
    re.IGNORECASE,
)
"""``what is growth based on`` asks for no figure, nor does ``what is included in costs``."""
_NEGATED = re.compile(
    r"\b(?:not|never|no longer|\w+n['’]t|cannot|without|neither|fail(?:ed|s)? to|isnt|didnt|wasnt)\b", re.I
)
_BROKEN_YEAR = re.compile(r"\b(?:19|20)\d\d ?/ ?(?:20)?\d\d\b")
"""A year that does not begin in January: ``2024/25`` is one period."""
_WRAPPING = frozenset(
    stem(word)
    for word in [
        "overview",
        "summary",
        "summarise",
        "summarize",
        "main",
        "key",
        "points",
        "takeaways",
        "messages",
        "findings",
    ]
)


def understand(question: str) -> Question:
    """Return what is asked, part by part."""
    parts: list[Part] = []
    for text in split_parts(question):
        part = _part(text)
        if parts:
            part = carried(part, next((one for one in reversed(parts) if one.names), parts[0]))
        parts.append(part)
    return Question(text=question.strip(), parts=tuple(parts))


def _part(text: str) -> Part:
    kind: Kind = next((name for name, pattern in _COMPILED if pattern.search(text)), "which")
    if kind == "broad" and _MEASURED.search(text):
        # The revenue outlook is a figure; the outlook is a chapter.
        kind = "quantity"
    asked = labels(text)
    sides = compared_sides(text) if kind == "compare" else ()
    if kind in {"which", "quantity", "how"} and len(asked) == 2 and not _BROKEN_YEAR.search(text):
        # Two periods are two answers, wherever they stand.
        kind, sides = "compare", tuple(sorted(asked))
    return Part(
        text=text,
        kind=kind,
        expects=_expects(text, kind),
        terms=tuple(
            term
            for term in dict.fromkeys(stems(without_periods(text)))
            if not (kind == "broad" and term in _WRAPPING)
        ),
        names=_names(text),
        periods=asked,
        sides=sides,
        negated=bool(_NEGATED.search(text)),
    )


def _expects(text: str, kind: Kind) -> Expect:
    if kind in {"when", "who", "where"}:
        fixed: dict[str, Expect] = {"when": "date", "who": "person", "where": "place"}
        return fixed[kind]
    if kind in {"why", "list", "broad", "advice", "yes_no"}:
        return "text"
    if _GROUNDS.search(text):
        return "text"
    found = next((name for name, pattern in _EXPECT_COMPILED if pattern.search(text)), None)
    return found or ("number" if kind == "quantity" else "text")


def _names(text: str) -> tuple[str, ...]:
    """Return the names asked about; month and quarter words are periods, not names."""
    found = names(without_periods(text))
    return tuple(name for name in found if words(name) and words(name)[0] not in FUNCTION_WORDS)


_SIDES = (
    re.compile(
        r"^(?:did|do|does|is|are|was|were|has|have) (?P<a>[^,]+?) or (?P<b>[^,]+?) (?:\w+ ){0,2}?(?:the )?"
        r"(?:higher|lower|larger|smaller|bigger|better|worse|faster|slower|more|less|greater)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?:is|are|was|were|does|do|did) (?P<a>.+?) (?:higher|lower|larger|smaller|bigger|better|worse|"
        r"faster|more|less|greater) (?:\w+ )?than (?P<b>.+?)$",
        re.IGNORECASE,
    ),
    re.compile(r"\bbetween (?P<a>.+?) and (?P<b>.+?)$", re.IGNORECASE),
    re.compile(r"\bcompare (?P<a>.+?) (?:and|with|to|against|versus|vs\.?) (?P<b>.+?)$", re.IGNORECASE),
    re.compile(r"(?:how (?:does|do|did) |is |are |was |were )?(?P<a>[^,]+?) (?:compared? (?:to|with|"
               r"against)|versus|vs\.?) "
               r"(?P<b>.+?)$", re.IGNORECASE),
    re.compile(r"\bhow (?:does|do|did) (?P<a>.+?) (?:and|differ from) (?P<b>.+?)"
        r"(?: differ| compare)?$", re.IGNORECASE),
    re.compile(r"\b(?:higher|lower|larger|smaller|bigger|better|worse|faster|more|less|greater)\b.*[,:] "
               r"(?:in |for |at |of )?(?P<a>[^,]+?) or (?:in |for |at |of )?(?P<b>[^,]+?)$", re.IGNORECASE),
    re.compile(r"\b(?:higher|lower|larger|smaller|bigger|better|worse|faster|more|less|"
               r"greater)\b[ ,:]*(?:in |for |at |of )?"
               r"(?P<a>[^,]+?) (?:than|or) (?:in |for |at |of )?(?P<b>.+?)$", re.IGNORECASE),
)  # fmt: skip


def compared_sides(text: str) -> tuple[str, ...]:
    """Return the two things a comparison names, each completed with the words they share."""
    for pattern in _SIDES:
        match = pattern.search(text)
        if match:
            return (match["a"].strip(), match["b"].strip())
    years = sorted(labels(text))
    return tuple(years[:2]) if len(years) >= 2 else ()


def name_stems(name: str) -> frozenset[str]:
    """Return the stems of a name's words."""
    return frozenset(stems(name))
