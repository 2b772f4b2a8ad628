"""Demonyms: that Germany and German, or Europe and European, name the same place."""

from masis.analysts.extract.synonyms import matches
from masis.domain.terms import stem, word_list

_PAIRS = word_list(
    """europe european america american africa african asia asian australia australian canada canadian
    mexico mexican brazil brazilian argentina argentine chile chilean germany german austria austrian
    switzerland swiss france french italy italian spain spanish portugal portuguese belgium belgian
    netherlands dutch luxembourg luxembourgish denmark danish sweden swedish norway norwegian finland finnish
    iceland icelandic ireland irish scotland scottish england english wales welsh britain british
    poland polish hungary hungarian romania romanian bulgaria bulgarian greece greek turkey turkish
    russia russian ukraine ukrainian china chinese japan japanese korea korean india indian pakistan pakistani
    iran iranian iraq iraqi israel israeli egypt egyptian nigeria nigerian kenya kenyan
    vietnam vietnamese thailand thai indonesia indonesian malaysia malaysian singapore singaporean"""
)
_OTHER = {
    stem(one): stem(other)
    for place, people in zip(_PAIRS[::2], _PAIRS[1::2], strict=True)
    for one, other in ((place, people), (people, place))
}
ADJECTIVES = frozenset(_PAIRS[1::2])


def named(term: str, present: frozenset[str]) -> bool:
    """Tell whether a word of a name stands among some stems, as it is or as place for people."""
    return bool(matches(term, present, frozenset())) or _OTHER.get(term) in present
