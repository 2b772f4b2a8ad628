"""Support: the fitted score falls with what the sources lack, and knows names."""

from masis.domain.verification.statements import Passage, is_verbatim, passage_of
from masis.domain.verification.support import (
    FEATURES,
    best_of,
    features,
    fitted,
    support_score,
    unknown_names,
)
from tests.builders import chunk

PROSE = "The Orsk tunnel opened in April 2021 and was two years late. Dr. Amara Nwosu chairs the committee."
PASSAGE = passage_of(chunk("k1", PROSE))


def score(sentence: str, passage: Passage = PASSAGE) -> float:
    """Return the support of a sentence."""
    return support_score(features(sentence, (passage,), (best_of(sentence, passage, ()),), ()))


def test_the_score_falls_with_what_the_source_lacks() -> None:
    """The more of a sentence is news, the lower its support."""
    told, half = score("The Orsk tunnel opened two years late."), score("The Orsk tunnel opened to families.")
    assert told > half > score("Families cheered and waved coloured flags.")


def test_every_feature_has_a_weight() -> None:
    """The fitted file belongs to the features."""
    assert set(fitted().weights) == set(FEATURES)
    assert fitted().unsupported < fitted().supported


def test_names_are_known_by_a_word_or_an_abbreviation_and_periods_are_none() -> None:
    """A first word counts as a name only where it can be nothing else."""
    assert unknown_names("Mrs Nwosu, of the Orsk team, spoke in FY2021.", (PASSAGE,)) == ()
    assert unknown_names("Late openings annoyed the people of Brno.", (PASSAGE,)) == ("Brno",)
    assert unknown_names("Apple's tunnel opened.", (PASSAGE,)) == ("Apple",)


def test_a_piece_of_a_sentence_is_verbatim_only_where_it_says_the_same_alone() -> None:
    """What stands before or behind it must not change it."""
    passage = passage_of(chunk("k1", "It is not true that sales will grow next year. Costs rose 5 million."))
    assert is_verbatim("Costs rose 5 million.", passage)
    assert not is_verbatim("Sales will grow next year.", passage)
