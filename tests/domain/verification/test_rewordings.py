"""Rewordings: swapped names and dates, opposites, denials and additions, on text of its own."""

import pytest

from masis.domain.verification.claims import STRUCK_VERDICTS, Claim
from masis.domain.verification.ledger import build_ledger
from tests.builders import chunk

PROSE = """The Tarn bridge was finished in June 2019 at a cost of GBP 41 million. The Orsk tunnel opened in \
April 2021 and was two years late. It carries 18,000 vehicles a day. The council did not raise the toll in \
2022. Dr. Amara Nwosu chairs the transport committee; Peter Lindqvist is its secretary.

Cycling grew by 12% to 34,000 trips. Bus travel fell by 7% to 210,000 trips. The council approved a second \
cycle lane on Mill Street. Maintenance was not outsourced. A ferry link to Holm was studied and rejected.

The toll is GBP 3.20 for cars. Surplus income was GBP 1.1 million, after a deficit of GBP 0.4 million in \
2021."""
TABLE = """| Risk | Likelihood (1-5) | Impact (1-5) |
| Flood at Holm pier | 3 | 5 |
| Strike of bus drivers | 2 | 4 |"""
EVIDENCE = (chunk("k1", PROSE), chunk("k2", TABLE))

FAIR = (
    "The Tarn bridge was completed in June 2019 and cost GBP 41 million [k1].",
    "The Orsk tunnel opened two years late, in April 2021 [k1].",
    "The Orsk tunnel carries 18,000 vehicles daily [k1].",
    "The toll was not raised in 2022 [k1].",
    "Amara Nwosu chairs the transport committee [k1].",
    "The secretary of the transport committee is Peter Lindqvist [k1].",
    "Cycling trips rose 12% to 34,000 [k1].",
    "Bus travel decreased by 7%, to 210,000 trips [k1].",
    "Maintenance has not been outsourced [k1].",
    "The council rejected a ferry link to Holm [k1].",
    "There was a surplus of GBP 1.1 million, compared with a deficit of GBP 0.4 million in 2021 [k1].",
    "Flood at Holm pier – Likelihood (1-5): 3; Impact (1-5): 5 [k2]",
    "Strike of bus drivers has a likelihood (1-5) of 2 [k2].",
)
UNSEEN = pytest.mark.xfail(reason="a known weakness: see docs/quality.md")
SLIPS_THROUGH = (
    "The Tarn bridge opened in April 2021 [k1].",
    "Peter Lindqvist chairs the transport committee [k1].",
    "The tunnel no longer carries 18,000 vehicles a day [k1].",
    "The tunnel carries 18,000 vehicles a day, which pleased local shops [k1].",
)
BENT = (
    ("The Orsk tunnel was finished in June 2019 at a cost of GBP 41 million [k1].", "Tarn"),
    ("The Orsk tunnel opened in March 2021 and was two years late [k1].", ""),
    ("The council raised the toll in 2022 [k1].", "denies"),
    ("The council failed to approve a second cycle lane on Mill Street [k1].", "denies"),
    ("Maintenance was outsourced [k1].", "denies"),
    ("Cycling fell by 12% to 34,000 trips [k1].", "grew"),
    ("Cycling did not grow by 12% [k1].", ""),
    ("The toll is not GBP 3.20 for cars [k1].", "denies"),
    ("A ferry link to Holm was studied and approved [k1].", "rejected"),
    ("The deficit was GBP 1.1 million, after a deficit of GBP 0.4 million in 2021 [k1].", ""),
    ("Residents welcomed the lower noise [k1].", "lower"),
    ("Flood at Holm pier – Likelihood (1-5): 5; Impact (1-5): 3 [k2]", ""),
)


def verdict_of(sentence: str) -> Claim:
    """Return the claim of an answer of one sentence."""
    (claim,) = build_ledger(sentence, EVIDENCE)
    return claim


@pytest.mark.parametrize("sentence", FAIR)
def test_a_fair_rewording_is_never_struck(sentence: str) -> None:
    """Another order, a synonym of movement or a copied scale costs nothing."""
    assert verdict_of(sentence).verdict in {"supported", "not_verified"}


def test_most_fair_rewordings_are_supported() -> None:
    supported = [sentence for sentence in FAIR if verdict_of(sentence).verdict == "supported"]
    assert len(supported) >= 0.8 * len(FAIR)


@pytest.mark.parametrize(("sentence", "told"), BENT)
def test_a_swap_a_denial_or_an_addition_is_seen(sentence: str, told: str) -> None:
    """The reason names what the source has instead, or what it says nothing of."""
    claim = verdict_of(sentence)
    assert claim.verdict in {*STRUCK_VERDICTS, "not_verified"}
    assert claim.support <= 0.5
    assert told in claim.reason


@pytest.mark.parametrize("sentence", [pytest.param(one, marks=UNSEEN) for one in SLIPS_THROUGH])
def test_what_words_alone_do_not_show(sentence: str) -> None:
    """Names and words of other sentences of the passage, put together anew."""
    assert verdict_of(sentence).verdict != "supported"


def test_the_score_falls_with_what_the_source_lacks() -> None:
    """The more of a sentence is news, the lower its support."""
    told = verdict_of("The Orsk tunnel opened two years late [k1].").support
    half = verdict_of("The Orsk tunnel opened to cheering families [k1].").support
    news = verdict_of("Families cheered and waved coloured flags [k1].").support
    assert told > half > news


@pytest.mark.parametrize(
    ("sentence", "verdicts"),
    [
        ("I hope this helps! [k1]", {"heading"}),
        ("The passages do not mention the price of the ferry [k1].", {"hedge"}),
        (
            "The passages do not mention a price, so families cheered and waved flags [k1].",
            {"not_in_source", "not_verified"},
        ),
    ],
)
def test_chatter_and_admissions_state_nothing(sentence: str, verdicts: set[str]) -> None:
    """What an assistant says of itself is no claim; what it adds to an admission is one."""
    assert verdict_of(sentence).verdict in verdicts
