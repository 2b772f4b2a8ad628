"""Look-ups and what is worked out of them: only what is bound and undisputed, never the near neighbour."""

from collections.abc import Sequence

import pytest

from masis.analysts.extractive.planned import planned
from masis.analysts.extractive.statements import statements_of
from masis.analysts.extractive.understand import understand
from masis.domain.evidence import EvidenceChunk
from masis.domain.verification.ledger import build_ledger
from tests.analysts.extractive.harbour import SELBY, passage

INCOME = passage(
    "income",
    """Consolidated income statement, in millions of euros
| | 2024 | 2023 | 2022 |
|---|---|---|---|
| Revenue | 412.5 | 380.0 | 350.0 |
| Cost of sales | 230.1 | 221.4 | 210.0 |
| Income before taxes | 61.0 | 55.0 | 48.0 |
| Income taxes | 14.0 | 12.5 | 11.0 |
| Net income (loss) | 47.0 | (42.5) | (37.0) |
| Effective tax rate (%) | 23.0 | 22.7 | 22.9 |
| Diluted earnings per share (€) | 1.27 | 1.15 | 1.02 |
""",
)
SEGMENTS = passage(
    "segments",
    """Results by terminal, in millions of euros
| | 2024 | 2023 |
|---|---|---|
| North terminal | | |
| Revenue | 250.0 | 245.0 |
| Operating profit | 40.0 | 44.0 |
| South terminal | | |
| Revenue | 162.5 | 135.0 |
| Operating profit | 21.0 | 11.0 |
""",
)
QUARTER = passage(
    "quarter",
    """Quarterly results, in millions of euros
| | Q4 2024 | Q4 2023 |
|---|---|---|
| Cargo fees | 30.5 | 28.0 |
""",
)
OTHER = passage(
    "selby",
    "Income statement, in thousands of euros\n| | 2024 | 2023 |\n|---|---|---|\n| Revenue | 9,400 | 9,100 |\n"
    "| Dredging costs | 800 | 750 |\n",
    profile=SELBY,
    document_id="selby",
    document_title=SELBY.title,
)
PAPERS = [INCOME, SEGMENTS, QUARTER, OTHER]


def found(question: str, papers: Sequence[EvidenceChunk] = PAPERS) -> str:
    """Return the values looked up, or the sentence worked out; empty for no answer."""
    (asked,) = understand(question, papers)
    plan = planned(asked, statements_of(papers))
    if plan is None:
        return ""
    shown = (fact.shown for row in plan.rows for fact in row.facts)
    return plan.sentence or " ".join(shown)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What was Fernhall's revenue in 2024?", "412.5"),
        ("What was Fernhall's revenue in 2023?", "380.0"),
        ("What was Selby's revenue in 2024?", "9,400"),
        ("What was the revenue of Fernhall's North terminal in 2024?", "250.0"),
        ("What was Fernhall's income before taxes in 2024?", "61.0"),
        ("What was Fernhall's net income in 2023?", "(42.5)"),
        ("What were Fernhall's diluted earnings per share in 2024?", "1.27"),
    ],
)
def test_one_bound_value_is_looked_up(question: str, value: str) -> None:
    assert found(question) == value


@pytest.mark.parametrize(
    "question",
    [
        pytest.param("What was Fernhall's revenue in 2019?", id="another-year"),
        pytest.param("What was Fernhall's revenue in the last quarter of 2024?", id="part-of-a-year"),
        pytest.param("What were Fernhall's cargo fees in 2024?", id="quarter-for-year"),
        pytest.param("What were Fernhall's dredging costs in 2024?", id="another-company"),
        pytest.param("What was Fernhall's operating profit in 2024?", id="segment-for-group"),
        pytest.param("What was the revenue of Fernhall's West terminal in 2024?", id="no-such-segment"),
        pytest.param("What was Fernhall's revenue excluding grants in 2024?", id="excluding"),
        pytest.param("What was Fernhall's income after taxes in 2024?", id="after-for-before"),
        pytest.param("What were Fernhall's earnings in total in 2024?", id="near-neighbours"),
        pytest.param("What was Fernhall's cost of sales per share in 2024?", id="per-share-for-total"),
        pytest.param("What percentage was Fernhall's cost of sales in 2024?", id="amount-for-percentage"),
        pytest.param("What was Fernhall's marketing cost in 2024?", id="absent"),
        pytest.param("What is the forecast of Fernhall's revenue for 2024?", id="fact-for-forecast"),
        pytest.param("What was the revenue in 2024?", id="no-organisation-among-several"),
        pytest.param("What was Fernhall's revenue by terminal in 2024?", id="each-of-several"),
        pytest.param("How much did Fernhall's net income grow from 2022 to 2023?", id="losses"),
        pytest.param("Which earned more in 2024, the North terminal or the port?", id="one-operand"),
    ],
)
def test_what_is_not_bound_gives_no_value(question: str) -> None:
    assert found(question) == ""


def test_two_values_for_the_same_give_none() -> None:
    restated = passage("again", INCOME.text.replace("380.0", "378.2"))
    assert found("What was Fernhall's revenue in 2023?", [INCOME, restated]) == ""
    assert found("What was Fernhall's revenue in 2024?", [INCOME, restated]) == "412.5"
    assert found("How did Fernhall's revenue change from 2023 to 2024?", [INCOME, restated]) == ""


def test_what_is_of_another_scale_is_not_put_together() -> None:
    mixed = passage(
        "mixed",
        "Fees, in millions of euros\n| | 2024 | 2023 |\n|---|---|---|\n| Berth fees | 12.5 | 11.0 |\n"
        "| Pilot fees (in thousands of euros) | 900 | 850 |\n",
    )
    assert found("Which was higher for Fernhall in 2024, berth fees or pilot fees?", [mixed]) == ""


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        (
            "By how much did Fernhall's revenue grow from 2023 to 2024?",
            "Revenue rose by €32.5 million, which is 8.55%, from €380.0 million in 2023 "
            "to €412.5 million in 2024",
        ),
        (
            "How did Fernhall's effective tax rate compare in 2024 and 2023?",
            "Effective tax rate (%) rose by 0.3 percentage points, from 22.7% in 2023 to 23.0% in 2024",
        ),
        (
            "What was Fernhall's average cost of sales from 2022 to 2024?",
            "Cost of sales averaged €220.5 million: €210.0 million in 2022, €221.4 million in 2023 "
            "and €230.1 million in 2024",
        ),
        (
            "What was the sum of Fernhall's income taxes in 2023 and 2024?",
            "Income taxes came to €26.5 million in total: €12.5 million in 2023 and €14.0 million in 2024",
        ),
        (
            "What was the percentage change in Fernhall's revenue between 2023 and 2024?",
            "Revenue rose by €32.5 million, which is 8.55%, from €380.0 million in 2023 "
            "to €412.5 million in 2024",
        ),
        (
            "What was the change in Fernhall's revenue from 2022 to 2024?",
            "Revenue rose by €62.5 million, which is 17.86%, from €350.0 million in 2022 "
            "to €412.5 million in 2024",
        ),
        (
            "What was Fernhall's average effective tax rate from 2022 to 2024?",
            "Effective tax rate (%) averaged 22.87%: 22.9% in 2022, 22.7% in 2023 and 23.0% in 2024",
        ),
        (
            "What was Fernhall's average cost of sales over the three-year period from 2022 to 2024?",
            "Cost of sales averaged €220.5 million: €210.0 million in 2022, €221.4 million in 2023 "
            "and €230.1 million in 2024",
        ),
        (
            "What percentage of revenue was cost of sales at Fernhall in 2024?",
            "Cost of sales came to €230.1 million in 2024, 55.78% of Revenue with €412.5 million",
        ),
        (
            "What share of revenue was cost of sales at Fernhall in 2024?",
            "Cost of sales came to €230.1 million in 2024, 55.78% of Revenue with €412.5 million",
        ),
    ],
)
def test_what_code_works_out_stands_in_the_ledger(question: str, sentence: str) -> None:
    said = found(question)
    assert said == f"{sentence} (computed)"
    (claim,) = build_ledger(f"{said} [income].", PAPERS)
    assert claim.verdict == "supported"


TAXES = passage(
    "taxes",
    """Income taxes, in millions of euros
| | 2024 | 2023 |
|---|---|---|
| Current income taxes: | | |
| State | 1.5 | 1.2 |
| Federal | 12.5 | 11.3 |
| Income taxes | 14.0 | 12.5 |
""",
)


def test_a_word_that_names_another_row_is_not_passed_over() -> None:
    assert "rose by" in found("What was the change in income taxes between 2023 and 2024?", [TAXES])
    question = "What was the change in income taxes at the state level between 2023 and 2024?"
    assert found(question, [TAXES]) == ""


ORIGIN = passage(
    "origin",
    """Domestic and foreign income before taxes, in millions of euros
| | 2024 | 2023 |
|---|---|---|
| Domestic | 40.0 | 35.0 |
| Foreign | 21.0 | 20.0 |
| Income before taxes | 61.0 | 55.0 |
""",
)


def test_the_total_is_not_the_part_that_is_asked_for() -> None:
    assert "rose by €6.0 million" in found("How did income before taxes change from 2023 to 2024?", [ORIGIN])
    assert found("How did domestic income before taxes change from 2023 to 2024?", [ORIGIN]) == ""


@pytest.mark.parametrize(
    "question",
    [
        "How did Fernhall's revenue develop from 2023 to 2024?",
        "Did Fernhall's revenue go up or down from 2023 to 2024?",
        "Did Fernhall have more or less revenue in 2024 than in 2023?",
        "By how much did Fernhall's revenue improve from 2023 to 2024?",
    ],
)
def test_words_that_say_which_way_it_went_need_not_stand_in_the_row(question: str) -> None:
    assert found(question).startswith("Revenue rose by €32.5 million, which is 8.55%")


def test_of_several_years_the_heading_over_the_row_need_not_be_asked() -> None:
    receivables = passage(
        "receivables",
        "Assets, in millions of euros\n| | 2024 | 2023 |\n|---|---|---|\n| Current: | | |\n"
        "| Trade receivables | 12.5 | 11.0 |\n",
    )
    assert "rose by €1.5 million" in found(
        "How did trade receivables change from 2023 to 2024?", [receivables]
    )
    assert found("What were trade receivables in 2024?", [receivables]) == ""


def test_rates_and_amounts_of_one_row_are_not_put_together() -> None:
    regions = passage(
        "regions",
        "Sales by region, in millions of euros\n"
        "| | 2024 Sales | 2024 % of total | 2023 Sales | 2023 % of total |\n"
        "|---|---|---|---|---|\n| Asia | 50.0 | 40% | 40.0 | 38% |\n",
    )
    said = found("What was the percentage change in sales in Asia between 2023 and 2024?", [regions])
    assert said.startswith("Asia rose by €10.0 million, which is 25%")


def test_two_rows_are_held_against_each_other() -> None:
    said = found("Which had more revenue at Fernhall in 2024, the North terminal or the South terminal?")
    (claim,) = build_ledger(f"{said} [segments].", PAPERS)
    assert "€87.5 million more than South terminal, Revenue with €162.5 million (computed)" in said
    assert claim.verdict == "supported"


TWO_CURRENCIES = passage(
    "currencies",
    """Selected figures
| | PLN million 2024 | EUR million 2024 |
|---|---|---|
| Dredging costs | 18.4 | 4.2 |
""",
)


@pytest.mark.parametrize(("currency", "value"), [("PLN", "18.4"), ("EUR", "4.2"), ("USD", "")])
def test_the_value_in_the_asked_currency_is_looked_up(currency: str, value: str) -> None:
    assert found(f"What were dredging costs in 2024 in {currency}?", [TWO_CURRENCIES]) == value
