"""Metrics: what a phrase measures, reduced so that two wordings of one measure are equal."""

import re

from masis.domain.terms import FUNCTION_WORDS, names, stem, stems, word_list

_REGIONS = frozenset(word_list("EMEA APAC LATAM DACH UK US USA EU NA ANZ MENA BENELUX"))
_EXPANSIONS = {
    "nrr": "net revenue retention",
    "grr": "gross revenue retention",
    "arr": "annual recurring revenue",
    "mrr": "monthly recurring revenue",
    "nps": "net promoter score",
    "capex": "capital expenditure",
    "opex": "operating expenses",
    "r&d": "research development",
    "fcf": "free cash flow",
    "cac": "customer acquisition cost",
    "fte": "headcount",
    "ftes": "headcount",
}
_SAME = {
    stem(word): stem(to)
    for words, to in (
        ("sales turnover", "revenue"),
        ("employees employee staff workforce personnel employ employed headcount", "headcount"),
        ("clients client", "customer"),
        ("expenditures spend spending", "expenditure"),
        ("earnings", "profit"),
    )
    for word in words.split()
}
_SAME_TARGETS = frozenset(_SAME.values())
_GENERIC = frozenset(
    stem(word)
    for word in word_list(
        """
        total overall annual yearly full-year full year reported consolidated company group firm
        business rate figure level number amount value count end close audited unaudited preliminary
        provisional final restated revised estimated approximately about currently current fiscal
        financial period result basis average reach stand come figures year-end december month
        months twelve quarter as per compare compared comparison versus
        record strong previous prior last this same again according team whole
        entire segment division region unit market product hold held have achieve report record post
        generate deliver remain serve people person has had
        """
    )
)
SOFT = frozenset(stem(word) for word in ("net", "customer", "logo"))
MODIFIERS = frozenset(
    stem(word) for word in word_list("net gross recurring operating organic free working adjusted employee")
)
"""Words that make another measure of the one they stand before."""
HEADS = frozenset(stem(word) for word in word_list("retention share margin churn mix cost costs"))
"""Words that make another measure of the one they follow."""
_METRIC_WORDS = frozenset(
    stem(word)
    for word in word_list(
        """
        net gross revenue sales turnover margin profit loss ebitda ebit income earnings cash flow
        debt capital expenditure cost costs headcount employees customers churn retention rate
        growth share price volume orders backlog market operating recurring annual monthly free
        working return equity assets dividend tax interest number score total average satisfaction
        productivity utilisation utilization attrition
        """
    )
)


def measure(phrase: str, known_names: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the stems that say what is measured; names and wrapping words are left out."""
    named = name_keys(phrase) | known_names
    said = [piece for word in stems(phrase) for piece in _expanded(word)]
    reduced = (_SAME.get(word, word) for word in said)
    return frozenset(
        word
        for word in reduced
        if word not in _GENERIC and word not in named and not word[0].isdigit() and len(word) > 1
    )


def is_measure(phrase: str) -> bool:
    """Tell whether a phrase says what is measured rather than who or where."""
    return bool(_METRIC_WORDS & {piece for word in stems(phrase) for piece in _expanded(word)})


def same_measure(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether two measures are one: equal, or apart only by words that documents leave out."""
    if not one or not other:
        return False
    apart = one ^ other
    return not apart or (apart <= SOFT and bool(one & other) and len(apart) == 1)


def is_metric(phrase: str) -> bool:
    """Tell whether a phrase names a measure and nothing else, as ``NRR`` or ``the churn rate`` do."""
    said = [_SAME.get(piece, piece) for word in stems(phrase) for piece in _expanded(word)]
    known = _METRIC_WORDS | _SAME_TARGETS | MODIFIERS
    return any(word in known - _GENERIC - MODIFIERS for word in said) and all(
        word in known or word in _GENERIC for word in said
    )


def name_keys(phrase: str) -> frozenset[str]:
    """Return the stems of the entities and regions a phrase names, without the names of measures."""
    keys: set[str] = set()
    for name in names(phrase):
        own = [stem(word.lower()) for word in re.split(r"[\s-]+", name) if word.lower() not in FUNCTION_WORDS]
        shout = name.isupper() and name not in _REGIONS
        if shout and (len(name) <= 3 or name.lower() in _EXPANSIONS or stem(name.lower()) in _METRIC_WORDS):
            continue
        if own and not all(word in _METRIC_WORDS or word in _GENERIC for word in own):
            keys.update(word for word in own if word not in _GENERIC | _METRIC_WORDS | SOFT | MODIFIERS)
    return frozenset(keys)


def _expanded(word: str) -> tuple[str, ...]:
    full = _EXPANSIONS.get(word)
    return stems(full) if full else (word,)
