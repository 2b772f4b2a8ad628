"""Figures: supported, other, unsure or absent, by the fact that is meant."""

import pytest

from masis.domain.verification.facts import facts_of
from masis.domain.verification.figures import FigureFinding, check_figures
from masis.domain.verification.matching import FEATURES, fitted
from tests.builders import chunk

SEGMENTS = """USD million
| Segment | Revenue 2024 | Revenue 2025 | Margin 2025 |
| --- | --- | --- | --- |
| Road | 640 | 702 | 12.4% |
| Sea | 410 | 428 | 8.1% |
| Air | 260 | 290 | 10.2% |
| Total | 1,310 | 1,420 | 10.7% |"""
FACTS = facts_of(chunk("k1", SEGMENTS))


def last(sentence: str) -> FigureFinding:
    """Return what became of the last figure of a sentence."""
    return check_figures(sentence, FACTS)[-1]


@pytest.mark.parametrize(
    "sentence",
    [
        "Road revenue was USD 702 million in 2025.",
        "Road revenue was about $0.7 billion in 2025.",
        "Revenue of the Road segment reached $702m in 2025, up from $640m in 2024.",
        "Sea had a margin of 8.1% in 2025.",
        "Total revenue was $1.42 billion in 2025.",
    ],
)
def test_a_figure_is_supported_by_the_fact_it_means(sentence: str) -> None:
    """Rounding, scale and unit may differ in writing."""
    assert {finding.state for finding in check_figures(sentence, FACTS)} == {"supported"}


@pytest.mark.parametrize(
    ("sentence", "formula"),
    [
        ("Air revenue grew 11.5% in 2025.", "(290 - 260) / 260 = 11.5 %"),
        ("Road revenue rose by $62 million in 2025.", "702 - 640 = 62"),
        ("Road accounted for 49% of total revenue in 2025.", "702 / 1,420 = 49.4 %"),
        ("Road and Air together brought in $992 million of revenue in 2025.", "290 + 702 = 992"),
    ],
)
def test_what_follows_from_facts_is_supported_with_its_formula(sentence: str, formula: str) -> None:
    """Growth, difference, share and sum."""
    finding = last(sentence)
    assert (finding.state, finding.formula) == ("supported", formula)


@pytest.mark.parametrize(
    "sentence",
    [
        "Sea revenue was USD 702 million in 2025.",
        "Road revenue was USD 640 million in 2025.",
        "Air margin was 12.4% in 2025.",
        "Total revenue was $702 million in 2025.",
        "Air revenue fell 11.5% in 2025.",
    ],
)
def test_the_value_of_something_else_is_not_enough(sentence: str) -> None:
    """Another row, period, part or direction: the value is there, its binding is not."""
    assert last(sentence).state != "supported"


def test_the_same_fact_with_another_value_differs() -> None:
    """Positive evidence: entity, attribute and period agree, the value does not."""
    finding = last("Road revenue was USD 714 million in 2025.")
    assert finding.state == "differs"
    assert finding.fact is not None
    assert finding.fact.shown == "702"
    assert last("Road revenue was USD 702 thousand in 2025.").state == "differs"


def test_a_value_that_is_nowhere_is_absent() -> None:
    """Nothing comparable is bound to it either."""
    assert last("The fleet had 318 trucks.").state == "absent"


def test_small_counts_of_the_writer_are_no_figures() -> None:
    """``three segments`` counts what the source lists."""
    assert check_figures("All three segments grew.", FACTS) == ()


def test_every_feature_has_its_weight_and_the_lines_are_in_order() -> None:
    """The fitted file belongs to the features."""
    assert len(fitted().weights) == len(FEATURES)
    assert fitted().unbound < fitted().supported < fitted().differs


def test_growth_beside_a_base_without_a_period() -> None:
    """One earlier value says its period, the other is only said to be what it is compared with."""
    text = "Road revenue was $702 million in 2025, up from $640 million and after $598 million in 2023."
    assert check_figures("Road revenue grew 9% in 2025.", facts_of(chunk("k1", text)))


CAPITAL = """| USD billion | 2021 | 2022 |
| --- | --- | --- |
| Average invested capital | 4.880 | 5.308 |
| Return on invested capital | 8.6% | 17.4% |"""


def test_a_value_is_worked_out_from_the_rows_that_fit_best_and_no_others() -> None:
    """The growth of another row gives the figure by chance; its label shares words with the sentence."""
    facts = facts_of(chunk("k1", CAPITAL))
    (chance,) = check_figures("The return on invested capital rose by 8.8 percent in 2022.", facts)
    assert (chance.state, chance.formula) == ("absent", "")
    (meant,) = check_figures("Average invested capital rose by 8.8 percent in 2022.", facts)
    assert meant.formula == "(5.308 - 4.880) / 4.880 = 8.8 %"


def test_a_value_that_the_sentence_gives_rightly_contradicts_no_other_figure_of_it() -> None:
    facts = facts_of(chunk("k1", "At year-end 2022, we had $41 million of gross unrecognized tax benefits."))
    said = (
        "Gross unrecognized tax benefits were {} at the end of 2022, of which tax benefits of $35 million {}."
    )
    right = check_figures(said.format("$41 million", "could matter"), facts)
    assert [finding.state for finding in right] == ["supported", "not_verified"]
    wrong = check_figures(said.format("$52 million", "could matter"), facts)
    assert [finding.state for finding in wrong] == ["differs", "differs"]


COLUMNS = facts_of(
    chunk(
        "k5",
        """USD million
|  | Adjusted cost 2022 | Fair value 2022 |
| --- | --- | --- |
| Corporate bonds | 871 | 794 |
| Municipal bonds | 92 | 88 |""",
    )
)


@pytest.mark.parametrize(("said", "state"), [("794", "supported"), ("871", "differs")])
def test_a_value_whose_neighbour_has_more_of_the_words_is_not_what_is_said(said: str, state: str) -> None:
    """The sentence names the column; the other value of the row has all its words but those."""
    sentence = f"The fair value of corporate bonds was ${said} million in 2022."
    assert check_figures(sentence, COLUMNS)[-1].state == state


def test_a_share_of_a_counted_whole_is_no_count_of_the_writers_own() -> None:
    """A writer may count "three reasons"; "nine of the 10" the source must say."""
    facts = facts_of(chunk("k6", "The yard has contracts with seven of the 10 largest lines."))
    (nine, ten) = check_figures("The yard has contracts with nine of the 10 largest lines.", facts)
    assert (nine.state, ten.figure.text) == ("absent", "10")
    assert check_figures("The yard gives three reasons for it.", facts) == ()


@pytest.mark.parametrize(
    ("sentence", "state"),
    [
        ("Road revenue was $702 million in 2025, compared with $640 million a year earlier.", "supported"),
        ("Road revenue was $702 million in 2025, compared with $410 million a year earlier.", "not_verified"),
        ("Sea revenue was $428 million in 2025, and $428 million one year before.", "differs"),
    ],
)
def test_a_year_earlier_names_a_period(sentence: str, state: str) -> None:
    """The year before the first one told, so that this year's value is none for it."""
    assert last(sentence).state == state


def test_what_is_more_by_a_value_follows_though_no_word_of_movement_is_said() -> None:
    """The difference of two years of a row."""
    finding = last("Air brought in $290 million of revenue in 2025, which is $30 million more than in 2024.")
    assert (finding.state, finding.formula) == ("supported", "290 - 260 = 30")


EWES = """Findings in ewes
| Finding | Feed A n (%) | Feed B n (%) |
| --- | --- | --- |
| Lameness | 22 (19.5) | 9 (8.0) |"""
GAIN = """Weight of lambs
| Measure | Feed A, % (95% CI) | Feed B, % (95% CI) |
| --- | --- | --- |
| Weight gain | -27.6 (-34.1, -20.5) | -8.3 (-16.5, 0.7) |"""


@pytest.mark.parametrize(
    ("sentence", "table", "states"),
    [
        ("Lameness was found in 22 (19.5%) of the ewes on Feed A.", EWES, {"supported"}),
        ("Lameness was found in 19.5% of the ewes on Feed A.", EWES, {"supported"}),
        ("Lameness was found in 22% of the ewes on Feed A.", EWES, {"differs"}),
        ("Weight gain on Feed A was -27.6% (-34.1, -20.5).", GAIN, {"supported"}),
        ("Weight gain on Feed A was -27.6% (-35.1, -21.5).", GAIN, {"supported", "absent"}),
        ("Weight gain on Feed A was -34.1%.", GAIN, {"absent"}),
    ],
)
def test_each_figure_of_a_cell_of_several_is_what_it_is(sentence: str, table: str, states: set[str]) -> None:
    """The count is no percentage, the share no negative, and the end of an interval no estimate."""
    facts = facts_of(chunk("k1", table))
    assert {finding.state for finding in check_figures(sentence, facts)} == states
