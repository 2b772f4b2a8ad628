"""Slots: what no weight makes up for: another period, another thing, a row where a reason is asked."""

import pytest

from masis.analysts.extractive.slots import SLOTS, fills_slots, slots_of
from masis.analysts.extractive.statements import statements_of
from masis.analysts.extractive.understand import understand
from masis.domain.evidence import EvidenceChunk
from tests.analysts.extractive.harbour import CAUSES, INCOME, asked, passage, statement

FILLED = dict.fromkeys(SLOTS, 1.0) | dict.fromkeys(
    (
        "organisation", "disputed", "residual", "narrowed", "planned", "limited", "turned",
    ),
    0.0,
)  # fmt: skip
LIABILITIES = passage(
    "liabilities",
    """Balance sheet, in millions of euros
| | 2024 |
|---|---|
| Other non-current liabilities | 35.3 |
""",
)
QUARTERS = passage(
    "quarters",
    """Quarterly figures, in millions of euros
| | Q1 2024 | Q2 2024 |
|---|---|---|
| Revenue | 98.2 | 101.4 |
""",
)
COSTS = passage(
    "costs",
    """Costs, in millions of euros
| | 2024 |
|---|---|
| Deferred pension cost | 12.4 |
| Accumulated other comprehensive loss | 7.1 |
| Interest cost | 31.0 |
| Dividends declared per share | 1.20 |
| Interest rate (%) | 4.5 |
""",
)
GUIDANCE = passage("guidance", "We expect revenue of €430 million in 2024. Revenue was €98.2 million in May.")
DEBT = passage("debt", "Net debt was €310.4 million in 2024, and €298.0 million in June 2024.")


@pytest.mark.parametrize(
    ("slot", "value"),
    [
        ("organisation", -1.0),
        ("named", 0.0),
        ("period", -1.0),
        ("kind", 0.0),
        ("both", 0.0),
        ("covered", 0.0),
        ("reason", 0.0),
        ("narrowed", 1.0),
        ("planned", 1.0),
        ("unit", 0.0),
        ("limited", 1.0),
        ("result", 0.0),
        ("disputed", 1.0),
        ("residual", 1.0),
        ("turned", 1.0),
    ],
)
def test_every_slot_has_to_be_filled(slot: str, value: float) -> None:
    assert fills_slots(FILLED)
    assert not fills_slots(FILLED | {slot: value})


def test_a_kind_is_only_held_against_what_a_figure_is_asked_for() -> None:
    assert fills_slots(FILLED | {"kind": 0.0, "asks_figure": 0.0})


@pytest.mark.parametrize(
    ("question", "is_rest"),
    [
        ("What were the non-current liabilities of Fernhall in 2024?", 1.0),
        ("What were the other non-current liabilities of Fernhall in 2024?", 0.0),
    ],
)
def test_the_rest_of_a_thing_is_not_the_thing(question: str, is_rest: float) -> None:
    """Asked for by what stands behind "Other", 14 of 80 such rows of real filings were final answers."""
    row = statement("Other non-current", [LIABILITIES])
    assert slots_of(asked(question, [LIABILITIES]), row)["residual"] == is_rest


@pytest.mark.parametrize(
    ("question", "chunk", "start", "covered"),
    [
        ("What was revenue in 2024?", INCOME, "Revenue", 1.0),
        ("What was revenue in the first quarter of 2024?", INCOME, "Revenue", 0.0),
        ("What was revenue on December 31, 2024?", INCOME, "Revenue", 1.0),
        ("What was revenue on June 30, 2024?", INCOME, "Revenue", 0.0),
        ("What was revenue in 2024 and in 2022?", INCOME, "Revenue", 0.0),
        ("What was revenue in the second quarter of 2024?", QUARTERS, "Revenue", 1.0),
        ("What was revenue in 2024?", QUARTERS, "Revenue", 0.0),
        ("What was net debt in the third quarter of 2024?", DEBT, "Net debt", 0.0),
        ("What was net debt in 2024?", DEBT, "Net debt", 1.0),
    ],
)
def test_a_year_is_not_its_quarter(question: str, chunk: EvidenceChunk, start: str, covered: float) -> None:
    """Of 31 questions for a period that only a part or the whole of is stated, 15 ended final and wrong."""
    assert slots_of(asked(question, [chunk]), statement(start, [chunk]))["covered"] == covered


TUGS = passage(
    "tugs",
    "The fair value of the tugs was €371.0 million at January 31, 2024. "
    "The new tug cost €8.2 million, while €7.1 million had been planned a year earlier. "
    "We sold 4.2 million ferry tickets. "
    "The loan was €3.5 million at 31 December 2019 (2018: €3.6 million). "
    "Pilots cost €845,000 (2023: €912,000).",
)


@pytest.mark.parametrize(
    ("question", "start", "covered"),
    [
        ("What was the fair value of the tugs at July 31, 2024?", "The fair value", 0.0),
        ("What was the fair value of the tugs at January 31, 2024?", "The fair value", 1.0),
        ("What was the loan at 31 December 2018?", "The loan", 1.0),
        ("How many ferry tickets did Fernhall sell in 2024?", "We sold", 1.0),
        ("How many ferry tickets did Fernhall sell in 2023?", "We sold", 0.0),
        ("How many ferry tickets did Fernhall sell in the first quarter of 2024?", "We sold", 0.0),
        ("How many ferry tickets did Fernhall sell from 2022 to 2025?", "We sold", 1.0),
        ("Why did the new tug cost more than in 2023?", "The new tug", 1.0),
        ("What did pilots cost in 2024?", "Pilots", 1.0),
        ("What did pilots cost in 2021?", "Pilots", 0.0),
    ],
)
def test_a_sentence_is_of_the_day_it_names_and_else_of_its_documents_period(
    question: str, start: str, covered: float
) -> None:
    """Of 9,800 questions by strangers four ended final and wrong by such a sentence, and none right."""
    assert slots_of(asked(question, [TUGS]), statement(start, [TUGS]))["covered"] == covered


def test_the_opening_of_a_paper_holds_the_names_that_its_sentences_go_without() -> None:
    policy = passage("policy", "The site manager may order at once, up to EUR 40,000 per incident.")
    house = policy.profile.model_copy(update={"mentions": ("Tarnholm", "Procurement Policy")})
    ours = policy.model_copy(update={"profile": house})
    for evidence, named in ((policy, 0.0), (ours, 1.0)):
        question = asked("Up to what amount may a Tarnholm site manager order at once?", [evidence])
        assert slots_of(question, statement("The site manager", [evidence]))["named"] == named


def test_a_row_of_figures_gives_no_reason() -> None:
    question = asked("Why did the gross margin of Fernhall improve in 2024?", [INCOME, CAUSES])
    row, sentence = statement("Gross margin (%)", [INCOME]), statement("Gross margin improved", [CAUSES])
    assert slots_of(question, row)["reason"] == 0.0
    assert slots_of(question, sentence)["reason"] == 1.0


@pytest.mark.parametrize(
    ("question", "start", "narrowed"),
    [
        ("What was the pension cost of Fernhall in 2024?", "Deferred", 1.0),
        ("What was the deferred pension cost of Fernhall in 2024?", "Deferred", 0.0),
        ("What was the other comprehensive loss of Fernhall in 2024?", "Accumulated", 1.0),
        ("What was the accumulated other comprehensive loss of Fernhall in 2024?", "Accumulated", 0.0),
        ("What was the accrued interest cost of Fernhall in 2024?", "Interest cost", 1.0),
        ("What was the interest cost of Fernhall's discontinued operations in 2024?", "Interest cost", 1.0),
        ("What did Fernhall spend on interest cost in 2024?", "Interest cost", 0.0),
        ("What was the interest cost per share of Fernhall in 2024?", "Interest cost", 1.0),
        ("What dividends per share did Fernhall declare in 2024?", "Dividends", 0.0),
        ("What was the interest cost rate of Fernhall in 2024?", "Interest cost", 1.0),
        ("What was the interest rate of Fernhall in 2024?", "Interest rate", 0.0),
    ],
)
def test_what_only_one_of_the_two_narrows_is_another_thing(
    question: str, start: str, narrowed: float
) -> None:
    """Of final answers to questions with such a word added or left out, 23 of 24 were of another thing."""
    assert slots_of(asked(question, [COSTS]), statement(start, [COSTS]))["narrowed"] == narrowed


def test_a_word_of_a_side_narrows_nothing() -> None:
    debt = passage(
        "debt", "Debt, in millions of euros\n| | 2024 |\n|---|---|\n| Net debt excluding leases | 17.6 |\n"
    )
    row = statement("Net debt", [debt])
    assert slots_of(asked("What was net debt without leases in 2024?", [debt]), row)["narrowed"] == 0.0


def test_what_a_part_points_back_to_narrows_nothing() -> None:
    table = passage(
        "flow", "| in millions of euros | 2024 |\n|---|---|\n| Cash flow conversion rate | 113 |\n"
    )
    second = understand("What was the free cash flow in 2024, and what was its conversion rate?", [table])[1]
    assert slots_of(second, statement("Cash flow", [table]))["narrowed"] == 0.0


def test_a_rate_that_an_earlier_part_asked_for_narrows_nothing() -> None:
    table = passage(
        "key", "| Figures | 2024 |\n|---|---|\n| Revenue retention | 112% |\n| Staff at year end | 1,184 |\n"
    )
    second = understand("What was revenue retention in 2024 and how many staff were there?", [table])[1]
    assert "retent" in second.part.carried
    assert slots_of(second, statement("Staff", [table]))["narrowed"] == 0.0


@pytest.mark.parametrize(
    ("question", "start", "planned"),
    [
        ("What was revenue in 2024?", "We expect", 1.0),
        ("What revenue does Fernhall expect in 2024?", "We expect", 0.0),
        ("What was revenue in May 2024?", "Revenue was", 0.0),
    ],
)
def test_a_forecast_does_not_say_what_was(question: str, start: str, planned: float) -> None:
    assert slots_of(asked(question, [GUIDANCE]), statement(start, [GUIDANCE]))["planned"] == planned


@pytest.mark.parametrize(
    ("question", "start", "fits"),
    [
        ("How much in dollars was the interest rate of Fernhall in 2024?", "Interest rate", 0.0),
        ("How much in euros was the interest cost of Fernhall in 2024?", "Interest cost", 1.0),
        ("How many dollars was the interest cost of Fernhall in 2024?", "Interest cost", 0.0),
        ("What was the interest cost of Fernhall in percent in 2024?", "Interest cost", 0.0),
        ("What was the interest rate of Fernhall in percent in 2024?", "Interest rate", 1.0),
        ("By how much in percent did interest cost grow in 2024?", "Interest cost", 1.0),
    ],
)
def test_a_value_in_another_unit_than_asked_is_no_answer(question: str, start: str, fits: float) -> None:
    """Of 70 questions for dollars of a rate, or euros or per cent of dollars, half ended final and wrong."""
    assert slots_of(asked(question, [COSTS]), statement(start, [COSTS]))["unit"] == fits


@pytest.mark.parametrize(
    ("question", "limited"),
    [
        ("What was the interest cost of Fernhall excluding leases in 2024?", 1.0),
        ("What was the interest cost of its subsidiaries in 2024?", 1.0),
        ("What was the interest cost of Fernhall in 2024?", 0.0),
    ],
)
def test_a_row_that_says_nothing_of_a_limit_is_not_of_it(question: str, limited: float) -> None:
    assert slots_of(asked(question, [COSTS]), statement("Interest cost", [COSTS]))["limited"] == limited


RECORDS = passage(
    "records",
    """Crane hours
| | 2024 | 2023 | Change |
|---|---|---|---|
| Repair hours | 410 | 380 | 30 |
""",
)
PLAIN = passage("plain", "Crane hours\n| | 2024 | 2023 |\n|---|---|---|\n| Repair hours | 410 | 380 |\n")
ROSE = passage("rose", "Repair hours rose by 30 in 2024. Repair hours were 410 in 2024 and 380 in 2023.")


@pytest.mark.parametrize(
    ("question", "paper", "label", "stated"),
    [
        ("What was the change in repair hours from 2023 to 2024?", PLAIN, "Repair hours", 0.0),
        ("What was the change in repair hours from 2023 to 2024?", RECORDS, "Repair hours", 1.0),
        ("What was the change in repair hours from 2023 to 2024?", ROSE, "Repair hours rose", 1.0),
        ("What was the change in repair hours from 2023 to 2024?", ROSE, "Repair hours were", 0.0),
        ("How did repair hours change from 2023 to 2024?", PLAIN, "Repair hours", 1.0),
        ("What is the average number of repair hours in 2023 and 2024?", PLAIN, "Repair hours", 0.0),
        ("What was the total of repair hours in 2024?", PLAIN, "Repair hours", 1.0),
        ("What was the total of repair hours in 2023 and 2024?", PLAIN, "Repair hours", 0.0),
    ],
)
def test_values_alone_are_not_the_result_that_is_asked_for(
    question: str, paper: EvidenceChunk, label: str, stated: float
) -> None:
    (part,) = understand(question, [paper])
    assert slots_of(part, statement(label, [paper]))["result"] == stated


SHARES = passage(
    "shares",
    """Per share, in euros
| | Replacement | Total 2024 |
|---|---|---|
| Earnings before dilution | 4.25 | 4.75 |
""",
)


@pytest.mark.parametrize(
    ("question", "turned"),
    [
        ("What were earnings after dilution?", 1.0),
        ("What were earnings before dilution?", 0.0),
        ("What were earnings after tax?", 0.0),
    ],
)
def test_after_a_thing_is_not_before_it(question: str, turned: float) -> None:
    assert slots_of(asked(question, [SHARES]), statement("Earnings", [SHARES]))["turned"] == turned


EMISSIONS = passage(
    "emissions",
    """Emissions, in tonnes
| | 2024 |
|---|---|
| CO2 emissions scope 1 | 30,126 |
""",
)


@pytest.mark.parametrize(("scope", "turned"), [(1, 0.0), (2, 1.0)])
def test_a_thing_of_another_number_is_another_thing(scope: int, turned: float) -> None:
    question = asked(f"What were scope {scope} CO2 emissions in 2024?", [EMISSIONS])
    assert slots_of(question, statement("CO2", [EMISSIONS]))["turned"] == turned


GRADES = passage(
    "grades",
    """Fees of tugs
| | Berth A | Berth B |
|---|---|---|
| Day rate | €410 | €520 |
""",
)


@pytest.mark.parametrize(
    ("question", "turned"),
    [
        ("What was the day rate of tugs at berth A?", 0.0),
        ("What was the day rate of tugs at berth C?", 1.0),
    ],
)
def test_a_value_under_another_column_is_not_the_answer(question: str, turned: float) -> None:
    (row,) = statements_of([GRADES])
    assert slots_of(asked(question, [GRADES]), row)["turned"] == turned
