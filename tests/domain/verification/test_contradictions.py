"""Contradictions: only on positive evidence, and never for what the source merely words otherwise."""

import pytest

from masis.domain.verification.contradictions import contradiction
from masis.domain.verification.facts import facts_of
from masis.domain.verification.figures import check_figures
from masis.domain.verification.statements import passage_of
from tests.builders import chunk

PROSE = """The Tarn bridge was finished in June 2019 at a cost of GBP 41 million. The Orsk tunnel opened in \
April 2021 and was two years late. The council did not raise the toll in 2022.

Cycling grew by 12% to 34,000 trips. Bus travel fell by 7% to 210,000 trips. The council approved a second \
cycle lane on Mill Street. Maintenance was not outsourced. A ferry link to Holm was studied and rejected."""
TABLE = "| USD million | 2021 | 2022 |\n|---|---|---|\n| Effective tax rate | 34.5% | 28.1% |"
CHUNKS = (chunk("k1", PROSE), chunk("k2", TABLE))
PASSAGES = tuple(passage_of(one) for one in CHUNKS)
FACTS = tuple(fact for one in CHUNKS for fact in facts_of(one))


def found(sentence: str) -> str:
    """Return the contradiction of a sentence, if any."""
    return contradiction(sentence, PASSAGES, FACTS, check_figures(sentence, FACTS))


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("The council raised the toll in 2022.", "source denies"),
        ("Maintenance was outsourced.", "source denies"),
        ("The council failed to approve a second cycle lane on Mill Street.", "sentence denies"),
        ("A ferry link to Holm was studied and approved.", "rejected"),
        ("Cycling fell by 12% to 34,000 trips.", "grew"),
        ("The Orsk tunnel was finished in June 2019 at a cost of GBP 41 million.", "Tarn"),
        ("The effective tax rate went up in 2022.", "Effective tax rate"),
    ],
)
def test_a_denial_a_turn_or_another_name_is_found(sentence: str, told: str) -> None:
    """The reason names what the source has."""
    assert told in found(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The toll was not raised in 2022.",
        "Bus travel decreased by 7%, to 210,000 trips.",
        "The council rejected a ferry link to Holm.",
        "The effective tax rate went down in 2022.",
        "The Brno tunnel is short.",
        "Residents welcomed the lower noise.",
    ],
)
def test_what_agrees_or_is_elsewhere_is_no_contradiction(sentence: str) -> None:
    """Absence is not contradiction."""
    assert found(sentence) == ""


def test_brackets_alone_are_no_other_direction() -> None:
    """What is taken off is printed as if below zero; only a change has a direction to turn."""
    passage = chunk(
        "k3", "| USD billion | 2021 | 2022 |\n|---|---|---|\n| Accumulated amortization | (1.2) | (1.9) |"
    )
    sentence = "Accumulated amortization had risen to $1.9 billion by 2022."
    facts = facts_of(passage)
    assert contradiction(sentence, (passage_of(passage),), facts, check_figures(sentence, facts)) == ""


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        (
            "Hale LLP has audited the books of Orsk since 2002.",
            "It has audited the books of the Company since 2002.",
        ),
        (
            "Tarn Bridge Services has contracts with seven of the largest haulage firms.",
            "TBS has contracts with seven of the largest haulage firms.",
        ),
    ],
)
def test_an_everyday_word_or_a_short_form_is_no_other_name(sentence: str, source: str) -> None:
    """A capital alone makes no rival, and letters that stand for a name are that name."""
    assert contradiction(sentence, (passage_of(chunk("k4", source)),), (), ()) == ""
