"""Places: what one source holds word by word, and whether a sentence names the right one."""

import pytest

from masis.domain.source_index import index_source
from masis.domain.support_places import concludes, copied_pairs

BRIDGE = index_source("The bridge over the Tarn was finished in June and cost little.")
BUSES = index_source("Bus travel fell in the first half of the year, as in the year before.")


def test_pairs_are_counted_in_the_one_source_that_holds_most() -> None:
    best, short = copied_pairs("The bridge over the Tarn fell in June.", (BRIDGE, BUSES))
    # The bridge, bridge over, over the, the Tarn, in June; not Tarn fell, fell in.
    assert best == pytest.approx(5 / 7)
    assert short == 0
    assert copied_pairs("Cycling grew.", (BRIDGE, BUSES)) == (0, 0)
    assert copied_pairs("Cycling", (BRIDGE,)) == (0, 0)
    assert copied_pairs("Cycling grew.", ()) == (0, 0)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Bus travel fell (Passage 2).", True),
        ("Bus travel fell (passage 1).", False),
        ("Passage 1: bus travel fell.", False),
        ("Passages 1 and 2 say that bus travel fell.", True),
        ("Bus travel fell (passage 7).", True),  # there is no such passage: nothing to hold against it
        ("1. Bus travel fell.", True),
        ("Passages 1" + " , and" * 4000 + " buses: bus travel fell.", False),  # and takes no time
    ],
)
def test_a_sentence_that_names_another_passage_falls_short(text: str, right: bool) -> None:
    assert (copied_pairs(text, (BRIDGE, BUSES))[1] == 0) is right


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Therefore, it rose.", True),
        ("3. Overall it rose.", True),
        ("In summary: it rose.", True),
        ("Thusly it rose.", False),
        ("It rose, therefore it cost more.", False),
    ],
)
def test_a_conclusion_is_known_by_its_opening(text: str, expected: bool) -> None:
    assert concludes(text) is expected
