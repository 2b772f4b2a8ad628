"""Sentences are cut where a reader would cut them, on any text, in linear time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.language.sentences import HEDGE_PHRASES, classify, split_sentences


def pieces(text: str) -> list[str]:
    """Return the texts of the units."""
    return [text[span.start : span.end] for span in split_sentences(text)]


@pytest.mark.parametrize(
    "sentence",
    [
        pytest.param("Revenue was $199.6M in the year, up 21.4% on 2023.", id="decimals"),
        pytest.param("The U.S. market grew by 4 %.", id="dotted-country"),
        pytest.param("Dr. A. Smith joined the board.", id="title-and-initial"),
        pytest.param("The trend (see Fig. 3) continued.", id="figure-reference"),
        pytest.param("Acme Inc. Chief Executive Jane Roe resigned.", id="company-suffix"),
        pytest.param("Costs were approx. 12 million.", id="approximately"),
        pytest.param("Some inputs, e.g. steel and resin, became cheaper.", id="for-example"),
        pytest.param("Lots no. 4 and No. 5 were sold.", id="numbered-thing"),
        pytest.param("The plan [...] was approved.", id="omission"),
        pytest.param("The board waited ... and then agreed.", id="ellipsis"),
        pytest.param("The meeting starts at 9 a.m. on Monday.", id="time-of-day"),
        pytest.param("Release 3.2.1 shipped on time.", id="version"),
        pytest.param("Report of the auditor . . . . . . . .", id="dots-that-lead-to-a-page-number"),
    ],
)
def test_a_dot_inside_a_sentence_does_not_end_it(sentence: str) -> None:
    """Abbreviations, decimals and initials keep the sentence whole, alone and followed by another."""
    assert pieces(f"{sentence} The board noted it.") == [sentence, "The board noted it."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "Revenue rose. [c1] Costs fell. [c2]", ["Revenue rose. [c1]", "Costs fell. [c2]"], id="after-stop"
        ),
        pytest.param(
            "Revenue rose [c1]. Costs fell [c2].",
            ["Revenue rose [c1].", "Costs fell [c2]."],
            id="before-stop",
        ),
        pytest.param("It rose. [a][b] It fell.", ["It rose. [a][b]", "It fell."], id="two-groups"),
        pytest.param("It rose.[a, b] It fell.", ["It rose.[a, b]", "It fell."], id="no-space"),
        pytest.param("It rose.\n\n[c1]", ["It rose.\n\n[c1]"], id="on-its-own-line"),
        pytest.param("He left. [The company] stayed.", ["He left.", "[The company] stayed."], id="editor"),
        pytest.param("“It rose.” She agreed.", ["“It rose.”", "She agreed."], id="quote"),
        pytest.param("Did it rise? Yes! It did.", ["Did it rise?", "Yes!", "It did."], id="marks"),
        pytest.param(
            "It operates in the U.S. The unit grew.",
            ["It operates in the U.S.", "The unit grew."],
            id="opener",
        ),
        pytest.param("- one rose\n- two fell", ["- one rose", "- two fell"], id="list"),
        pytest.param("1. One rose. It did.\n2. Two", ["1. One rose.", "It did.", "2. Two"], id="numbered"),
        pytest.param("## Costs. And more\nThey fell.", ["## Costs. And more", "They fell."], id="heading"),
        pytest.param("**Costs**\nThey fell.", ["**Costs**", "They fell."], id="bold-heading"),
        pytest.param("Costs:\nThey fell.", ["Costs:", "They fell."], id="colon-heading"),
        pytest.param("| a | b |\n|---|---|\n| 1. A | 2 |", ["| a | b |", "| 1. A | 2 |"], id="table"),
        pytest.param(
            "One line\nwraps here. Then\nanother.", ["One line\nwraps here.", "Then\nanother."], id="wrapped"
        ),
        pytest.param("", [], id="empty"),
        pytest.param(" \n\t\n", [], id="blank"),
    ],
)
def test_units(text: str, expected: list[str]) -> None:
    """Citations stay with their sentence; list items, headings and rows stand alone."""
    assert pieces(text) == expected


@given(st.text(alphabet="ab.A1[]|#*-:! \n\t\"'”…,;()", max_size=300) | st.text(max_size=200))
def test_spans_are_ordered_and_lose_no_words(text: str) -> None:
    """Joined with what lies between them the units give the text back; between them stand no words."""
    position = 0
    for span in split_sentences(text):
        assert position <= span.start < span.end <= len(text)
        assert not any(char.isalnum() for char in text[position : span.start])
        assert text[span.start : span.end].strip() == text[span.start : span.end]
        position = span.end
    assert not any(char.isalnum() for char in text[position:])


@pytest.mark.parametrize("unit", ["a.", ". [", "[", "-", "|-", "'.", "[a]", "** ", "\n", "-- ", " "])
def test_hostile_repetition_is_no_trap(unit: str) -> None:
    """200,000 characters of anything come back; the test's time limit is the proof."""
    text = unit * (200_000 // len(unit)) + "x"
    split_sentences(text)
    classify(f"a{text}")


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("## Key figures", "heading"),
        ("**Key figures**", "heading"),
        ("**Revenue rose by 4 %.**", "claim"),
        ("Key figures:", "heading"),
        ("The following three risks stand out in the annual report of the group:", "lead_in"),
        ("What drives the margin?", "lead_in"),
        ("| Metric | 2023 | 2024 |", "heading"),
        ("| Net revenue | 176.2 | 199.6 |", "claim"),
        ("- Revenue rose by 4 %. [c1]", "claim"),
        ("The documents lack sufficient evidence on churn.", "hedge"),
        ("Churn is not provided [c1].", "hedge"),
        ("[c1]", "heading"),
    ],
)
def test_kinds(sentence: str, kind: str) -> None:
    """Only claims need a source."""
    assert classify(sentence) == kind


@pytest.mark.parametrize("phrase", HEDGE_PHRASES)
def test_every_hedge_phrase_is_a_hedge(phrase: str) -> None:
    """Case and spacing do not matter."""
    assert classify(f"The evidence at hand: {phrase.upper()} the question of margins.") == "hedge"
