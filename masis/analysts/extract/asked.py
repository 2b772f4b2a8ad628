"""Asked: what a question presupposes: the attribute it wants and the event it takes for granted."""

import re
from dataclasses import dataclass
from typing import Literal

from masis.analysts.extract.events import verb_of
from masis.analysts.extract.question import Part, name_stems
from masis.analysts.extract.synonyms import measure_forms
from masis.domain.terms import stem, stems, word_list, words
from masis.domain.timeframes import without_periods

_STOP = (
    r"(?= (?:of|in|for|at|during|from|by|per|to|with|under|since|until|as|that|which|who|when|did|do|does|"
    r"will|would|was|were|is|are|be|has|have|had|can|could|came|come|paid|expected|planned|after|before|"
    r"between|through|on|among|along|around|over|near|across|within|and|or)\b|[,;]|$)"
)
_WANTED = re.compile(
    r"^(?:.{0,40}[,.] )?(?:and )?(?:(?:what|which|how (?:high|large|big|low|great))"
    r"(?:'s| is| are| was| were| will be| would be| has been)?|who (?:is|was|are|were)|how (?:much|many))"
    r"(?: the| our| their| its| a| an)? "
    r"(?!(?:did|does|do|was|were|is|are|will|would|has|have|had|can|could|should)\b)(?P<phrase>.+?)" + _STOP,
    re.IGNORECASE,
)
_OWNED = re.compile(r"^.*(?:['’]s|s['’]) ", re.IGNORECASE)
_MEASURING = frozenset(
    stem(word)
    for word in word_list(
        """gross net average mean median interest operating scope return recurring organic adjusted diluted
        effective marginal variable fixed minimum maximum per internal external insurance tax rent audit"""
    )
)
"""Words before a measure that make another measure of it."""
PLAIN = frozenset(
    stem(word)
    for word in word_list(
        """total overall full whole annual yearly monthly current exact approximate main new last latest
        reported stated year company group own figure amount number level value percentage size
        expected planned actual revised combined entire highest lowest largest smallest biggest best"""
    )
)
_LOOSE = frozenset(
    stem(word)
    for word in word_list(
        """job bank paid worth chief found establish sick fund order charge account result return employ
        carbon borrow spend"""
    )
)
"""Words that state a measure but, asked for alone, mean many things: "what was the result of the vote"."""
_ARTICLES = frozenset(word_list("a an the of its their this that any in"))
_ACTS = re.compile(
    r"^(?P<lead>why|when|how|where|who|how (?:much|many)(?: [\w-]+){0,3}?|(?:in )?(?:what|which) (?:year|"
    r"month|date)|on (?:what|which) date|from whom) (?P<aux>did|was|were|has|have|had) (?P<rest>.+)$",
    re.IGNORECASE,
)
_WHO = re.compile(
    r"^(?:who|which (?:company|firm|person)) (?P<aux>will |would )?(?P<verb>\w+) (?P<rest>.+)$", re.IGNORECASE
)
_SPENT = re.compile(
    r"^(?:what|how much)(?: \w+)? (?:did|does|do|will|would|has|have) .+? "
    r"(?:spen[dt]|invest(?:ed)?) (?:on|in) "
    r"(?P<object>.+?)(?: (?:in|during|for|by|per|from|over|each|last|this)\b.*)?$",
    re.IGNORECASE,
)
_DOES = re.compile(
    r"^who (?!(?:is|was|has|does)\b)"
    r"(?P<verb>[a-z]+s) (?P<rest>.+)$",
    re.IGNORECASE,
)
"""Who does something now: the past is told in too many words to hold an answer to its verb."""
_COUNTED_THING = re.compile(
    r"\b(?:(?:total )?number|count|quantity|amount) of (?:the |our |its )?", re.IGNORECASE
)
_TAKEN = re.compile(
    r"\b(?:the|its|their|our) (?P<object>(?:[\w’'-]+ ){0,2}?[\w’'-]+) (?:that |which )?"
    r"(?:it|they|we|he|she|the \w+) (?:has |have |had )?(?P<verb>\w+)$",
    re.IGNORECASE,
)
"""Something said beside the question and taken for granted: ``the branches it acquired``."""
_COSTS = re.compile(
    r"^(?:what|how much) (?:does|did|do|will|would) .+ cost(?: (?:in|per|to|for|a|an|us)\b.*)?$",
    re.IGNORECASE,
)
_THING = re.compile(
    r"^(?:what|which) (?:is|was|are|were|will be) (?:the|our|their|its|a|an) (?P<phrase>.+?)"
    r" (?:of|in|for|at|during|on|per|among|across|within|between)\b(?!$)",
    re.IGNORECASE,
)
_PROPORTIONS = frozenset((stem(word),) for word in word_list("share proportion percentage part fraction"))
_RATING = re.compile(r"\brating\b", re.IGNORECASE)
_NUMBERED = re.compile(r"\b[A-Za-z]+ \d{1,2}\b")
SCOPE = (
    r"(?:segment|division|unit|business|office|hub|plant|site|region|market|subsidiary|product|line|factory|"
    r"branch|warehouse|team|department|sensor|model)"
)
_END = re.compile(
    r" (?:in|on|at|during|by|from|to|for|because|after|before|since|so|with|as|when|while)\b.*$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Attribute:
    """A measure that is asked for, in stems."""

    head: str
    measuring: frozenset[str]
    """Qualifiers that change the measure: all must stand with it."""
    others: frozenset[str]
    """Further words of the phrase: half of them must."""
    numbered: tuple[str, ...] = ()
    """Words with a number that tell measures apart: ``scope 3``."""


@dataclass(frozen=True)
class Event:
    """What a question takes for granted: somebody did something."""

    verb: str
    subject: str
    target: str
    voice: Literal["active", "passive"] = "active"


def attribute_of(part: Part) -> Attribute | None:
    """Return the measure a part asks for, when its wording names one clearly."""
    if part.kind not in {"quantity", "which", "list", "compare", "broad", "who"}:
        return None
    text = " ".join(part.text.replace("’", "'").split()).rstrip("?. ")
    match = _WANTED.match(text)
    if match is None or _SPENT.match(text):
        return _spent_on(part, text)
    tail = text[match.end() :]
    phrase = _OWNED.sub("", match["phrase"])
    complement = re.match(r" on (?!its\b|their\b|the\b|average\b)([a-z]+)", tail)
    named = frozenset().union(*(name_stems(name) for name in part.names)) if part.names else frozenset()
    said = [one for one in stems(without_periods(phrase)) if one not in named and one not in PLAIN]
    if re.match(r"how (?:much|many)\b", text, re.IGNORECASE):
        first = next((at for at, one in enumerate(said) if measure_forms(one)), len(said) - 1)
        said = said[: first + 1]
    # "What share of the patients": any percentage of them answers; the type is checked by itself.
    share = tuple(said) in _PROPORTIONS and tail.startswith(" of ")
    if share or not said or not measure_forms(said[-1]) or (said[-1] in _LOOSE and not complement):
        return None
    if part.kind == "who":
        return Attribute(said[-1], frozenset(said[:-1]), frozenset())
    if complement and said[-1] == "return":
        return Attribute(said[-1], frozenset(stems(complement[1])), frozenset())
    measuring = frozenset(one for one in said[:-1] if one in _MEASURING)
    others = frozenset(one for one in said[:-1] if not one.isdigit()) - measuring
    # A rating is no rate, though their stems are one.
    numbered = tuple(found.lower() for found in (*_NUMBERED.findall(phrase), *_RATING.findall(phrase)))
    return Attribute(said[-1], measuring, others, numbered)


def _spent_on(part: Part, text: str) -> Attribute | None:
    """Return what money went into, or its cost where only that is asked."""
    spent = _SPENT.match(text)
    named = frozenset().union(*(name_stems(name) for name in part.names)) if part.names else frozenset()
    said = [one for one in stems(without_periods(spent["object"])) if one not in named] if spent else []
    if said:
        return Attribute(said[-1], frozenset(), frozenset(said[:-1]))
    return Attribute("cost", frozenset(), frozenset()) if _COSTS.match(text) else None


def thing_of(part: Part) -> tuple[str, ...]:
    """Return the stems of what a part asks for when it is no measure that is known: ``the load factor``."""
    if part.kind not in {"quantity", "which"} or attribute_of(part) is not None:
        return ()
    text = " ".join(part.text.replace("’", "'").split()).rstrip("?. ")
    match = _THING.match(_COUNTED_THING.sub("", text))
    if match is None:
        return ()
    named = frozenset().union(*(name_stems(name) for name in part.names)) if part.names else frozenset()
    said = stems(without_periods(_OWNED.sub("", match["phrase"])))
    return tuple(one for one in said if one not in named | PLAIN and not one.isdigit())


def doing_of(part: Part) -> str:
    """Return the stem of what somebody is asked to do: ``who builds the centre``; empty for no such part."""
    match = _DOES.match(part.text) if part.kind == "who" and not part.negated else None
    return stem(match["verb"].lower()) if match else ""


def is_scope(part: Part, name: str) -> bool:
    """Tell whether a name sets off one part of the whole: a segment, a site, a product number."""
    if any(letter.isdigit() for letter in name):
        return True
    said = re.escape(name)
    return bool(re.search(rf"\b{said} {SCOPE}s?\b|\b{SCOPE}s? (?:in|of|at) {said}\b", part.text))


def event_of(part: Part) -> Event | None:
    """Return the event a question presupposes, when its verb is one of those that are known."""
    if part.negated or part.kind in {"compare", "yes_no", "list", "advice", "broad"}:
        return None
    text = " ".join(part.text.replace("’", "'").split()).rstrip("?. ")
    taken = _TAKEN.search(text)
    verb = verb_of(taken["verb"].lower(), base=False) if taken else ""
    if taken and verb:
        return Event(verb, "", taken["object"])
    match = _ACTS.match(text)
    if match:
        return _event(match["rest"].split(), match["aux"].lower())
    match = _WHO.match(text)
    verb = verb_of(match["verb"].lower(), base=bool(match["aux"])) if match else ""
    return Event(verb, "", _END.sub("", match["rest"])) if match and verb else None


def _event(rest: list[str], aux: str) -> Event | None:
    """Split what follows the auxiliary at its verb."""
    for at, token in enumerate(rest):
        named = at == 0 or rest[at - 1].lower() in _ARTICLES  # "agree to a cut" names a thing
        verb = "" if named else verb_of("".join(words(token)), base=aux == "did")
        if not verb:
            continue
        before, after = " ".join(rest[:at]), " ".join(rest[at + 1 :])
        if aux in {"was", "were"}:
            return Event(verb, "", before, "passive")
        return Event(verb, before, _END.sub("", f" {after}").strip())
    return None
