"""What must hold on documents of any kind: whole lists, the asked column, no furniture, honest absence."""

from collections.abc import Sequence

import pytest

from masis.analysts.extract.asked import event_of
from masis.analysts.extract.demands import demand_of
from masis.analysts.extract.question import understand
from masis.analysts.extract.units import units_of
from masis.analysts.extractive import extractive_analysts
from masis.domain.verification.claims import build_ledger
from masis.domain.context import Context, Passage
from masis.domain.evidence import EvidenceChunk
from tests.analysts.extract.corpus import chunk, embed

REPORT = "Orrin Dairy: annual report 2024"
HERD = "| Measure | Q1 2025 | Q4 2024 | Target 2025 |\n| Milk yield (litres a cow) | 31 | 29 | 33 |"
FARMS = (
    "| Farm | Country | Opened | Cows | Cheese tonnes | Manager |\n"
    "| Glen | Scotland | 1998 | 410 | 120 | Iona Baird |\n"
    "| Moss | Wales | 2024 | 230 | 45 | Rhys Pugh |\n"
    "| Fell | England | 2024 | 520 | - | Nora Dale |"
)
LEVIES = "| EUR m | Actual 2023/24 | Budget 2024/25 |\n| Water levy | 4.1 | 4.4 |\n| Waste levy | 2.0 | 2.3 |"


def made(number: int, heading: str, text: str, *, title: str = REPORT, at: int = 0) -> EvidenceChunk:
    one = chunk(number, title, text, heading=heading)
    return one.model_copy(update={"version_id": title, "char_start": at, "char_end": at + len(text)})


def write(question: str, *passages: EvidenceChunk) -> str:
    context = Context(passages=tuple(Passage(chunk=one, text=one.full_text) for one in passages))
    text = extractive_analysts(embed).writer.write(question, context, None).text
    assert {claim.verdict for claim in build_ledger(text, passages)} <= {"supported", "heading", "hedge"}, (
        text
    )
    return text


def texts(passage: EvidenceChunk) -> Sequence[str]:
    return [unit.text for unit in units_of([passage])]


def test_titles_contents_and_numbers_of_lists_are_no_sentences() -> None:
    assert texts(
        made(1, f"{REPORT} › 3. Cheese market", f"{REPORT}\n\n3. Cheese market\n\nCheese sold well.")
    ) == ["Cheese sold well."]
    assert (
        texts(
            made(
                1,
                f"{REPORT} › Contents",
                "Contents\n\n- 1. Letter to the owners ........ 2\n- 2. Milk ...... 5",
            )
        )
        == []
    )
    listed = texts(made(1, "Advice", "We advise this:\n\n- 1. Sell the old barn.\n- 2. Buy two robots."))
    assert listed == ["Sell the old barn.", "Buy two robots."]


def test_the_head_of_a_memo_is_quoted_only_for_who_and_when() -> None:
    memo = made(
        1,
        "Barn memo",
        "To: the board From: Iona Baird Date: 4 May 2025 Subject: barn\n\nThe old barn leaks and loses heat.",
        title="Barn memo",
    )
    assert "From:" not in write("What is wrong with the old barn?", memo)
    assert "Iona Baird" in write("Who wrote the memo on the old barn?", memo)


def test_a_list_that_goes_on_in_the_next_passage_comes_whole() -> None:
    first = (
        "The dairy rests on three pillars:\n\n- Herd health: fewer sick cows.\n- Own brand: sell more cheese."
    )
    second = "- Clean power: gas from manure.\n\nThe owners thank all staff."
    text = write(
        "What are the three pillars of the dairy?",
        made(1, f"{REPORT} › Letter", first),
        made(2, f"{REPORT} › Letter", second, at=len(first) + 1),
    )
    assert text.count("\n- ") == 3
    assert "gas from manure" in text
    assert "thank all staff" not in text


def test_a_list_told_by_sub_headings_names_them() -> None:
    text = write(
        "What are the main threats?",
        made(1, f"{REPORT} › Main threats", "Main threats\n\nThe board sees these main threats:"),
        made(2, f"{REPORT} › Main threats › Drought", "Drought\n\nGrass fails in dry years.", at=90),
        made(
            3,
            f"{REPORT} › Main threats › Milk price",
            "Milk price\n\nA fall of one cent costs EUR 1 million.",
            at=150,
        ),
    )
    assert "Drought: Grass fails" in text
    assert "Milk price: A fall of one cent" in text


def test_advice_comes_with_the_list_of_what_is_recommended() -> None:
    text = write(
        "What should we do about lame cows?",
        made(
            1,
            "Lame cows",
            "Lame cows cost EUR 9,000. We advise against selling them.\n\nWe recommend the following:\n\n"
            "- Trim hooves twice a year.\n- Lay rubber floors.",
            title="Lame cows",
        ),
    )
    assert text.index("Trim hooves") < text.index("rubber floors") < text.index("advise against")


def test_a_named_row_is_given_and_not_its_whole_table() -> None:
    sales = "| Format | Shops | Sales EUR m |\n| Outlet | 17 | 55 |\n| City | 58 | 201 |\n| Online | - | 9 |"
    text = write("What were the sales of the outlet format?", made(1, f"{REPORT} › Trading by format", sales))
    assert "Outlet" in text
    assert "City" not in text


def test_the_rows_of_another_year_are_not_listed() -> None:
    text = write("Which farms were opened in 2024?", made(1, f"{REPORT} › Farms", FARMS))
    assert "Moss" in text
    assert "Fell" in text
    assert "Glen" not in text


def test_the_leading_row_is_found_where_another_row_has_no_value() -> None:
    text = write("Which farm has the most cheese tonnes?", made(1, f"{REPORT} › Farms", FARMS))
    assert "Glen" in text
    assert "Moss" not in text


@pytest.mark.parametrize(
    ("question", "kept", "gone"),
    [
        ("What was the milk yield in Q4 2024?", "Q4 2024: 29", "31"),
        ("What is the target for the milk yield in 2025?", "Target 2025: 33", "31"),
    ],
)
def test_a_question_for_one_period_gets_its_column(question: str, kept: str, gone: str) -> None:
    text = write(question, made(1, f"{REPORT} › Herd", HERD))
    assert kept in text
    assert gone not in text


def test_a_row_whose_label_is_named_is_the_measure_whatever_its_kind_of_income_is_called() -> None:
    text = write("What was the actual income from the water levy in 2023/24?", made(1, "Levies", LEVIES))
    assert "Water levy (EUR m) – Actual 2023/24: 4.1" in text


def test_a_broken_year_is_one_period() -> None:
    assert understand("What was the profit in 2023/24?").parts[0].kind == "which"
    assert understand("What was the profit in 2023 and 2024?").parts[0].kind == "compare"


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        # What is counted is what must be there, not who is counted elsewhere.
        (
            "What was the number of staff complaints in 2024?",
            made(1, "Staff", "| Measure | 2024 |\n| Staff of the dairy | 96 |"),
        ),
        # That a successor is looked for names nobody.
        (
            "Who will succeed Rhys Pugh?",
            made(1, "Staff", "Rhys Pugh leaves. Iona Baird looks for a successor."),
        ),
        # A rating is no rate, whatever per cent stand beside.
        ("What is the rating of the bond?", made(1, "Bond", "The bond of EUR 5 million pays 3.1% a year.")),
        # Money went into something: that must be named.
        (
            "What did Orrin spend on advertising in 2024?",
            made(1, "Costs", "Orrin spent EUR 4 million on feed in 2024."),
        ),
        # The one who leaves does not succeed himself.
        ("Who will succeed Rhys Pugh?", made(1, "People", "Chief officer Rhys Pugh leaves in May 2025.")),
    ],
    ids=["counted", "looked for", "rating", "spent", "successor"],
)
def test_what_the_evidence_has_no_word_for_is_admitted(question: str, passage: EvidenceChunk) -> None:
    assert "nsufficient evidence" in write(question, passage)


def test_who_does_something_is_answered_by_the_sentence_that_says_so() -> None:
    text = write(
        "Who builds the cheese hall?",
        made(
            1,
            "Cheese hall",
            "The board approved the cheese hall on 3 May. Its construction goes to Ardal Works of Oban.",
        ),
    )
    assert (
        text.index("Ardal Works") < text.index("The board") if "The board" in text else "Ardal Works" in text
    )


def test_growth_may_be_said_in_per_cent_and_a_row_with_another_figure_is_shown_beside() -> None:
    assert understand("How much did cheese sales grow?").parts[0].expects == "number"
    text = write(
        "What was the fat ratio in 2024?",
        made(1, "Minutes", "On early counts the fat ratio in 2024 was 4.1%.", title="Minutes"),
        made(2, "Figures", "| Measure | 2024 | 2023 |\n| Fat ratio | 4.3% | 4.0% |"),
    )
    assert "4.1%" in text
    assert "4.3%" in text
    assert "4.0%" not in text


def test_a_list_right_under_its_heading_comes_whole() -> None:
    options = "Options\n\n- 1. Wait for a better price. Cost: none.\n- 2. Sell half of the herd to Moss farm."
    text = write(
        "What are the options for the herd?",
        made(1, f"{REPORT} › Options for the herd", options.replace("Options", "Options for the herd", 1)),
    )
    assert "Wait for a better price" in text
    assert "Sell half of the herd" in text


def test_recommendations_under_a_heading_are_the_advice_of_their_document() -> None:
    text = write(
        "What should we do about wet barns?",
        made(
            1,
            "Barn survey › Findings",
            "Wet barns make cows ill, and we expect more of it.",
            title="Barn survey",
        ),
        made(
            2,
            "Barn survey › Recommendations",
            "- Open the roof ridges.\n- Drain the north yard.",
            title="Barn survey",
            at=90,
        ),
    )
    assert "Open the roof ridges" in text
    assert "Drain the north yard" in text


def test_what_stands_between_commas_does_not_part_an_event_from_its_subject() -> None:
    text = write(
        "Why did wastage improve?",
        made(
            1,
            "Milk",
            "Wastage, the milk that a farm pours away for any reason, improved because tanks are cooled.",
        ),
    )
    assert "tanks are cooled" in text


def test_a_row_that_lacks_what_its_fellow_names_is_left_out() -> None:
    fees = "| Group | Peak fee EUR |\n| Farm 63 A | 39 |\n| House 20 A | 42 |\n| Industry | 55 |"
    text = write(
        "What is the peak fee for farms?",
        made(1, "Fees", f"Fees\n\nThe peak fee is new.\n\n{fees}"),
    )
    assert "39" in text
    assert "42" not in text
    assert "55" not in text


def test_a_column_of_another_year_is_left_out_of_a_mixed_row() -> None:
    table = "| School | Pupils 2023/24 | Pupils 2022/23 | Head |\n| Glen school | 224 | 251 | Iona Baird |"
    text = write("How many pupils did Glen school have in 2022/23?", made(1, "Schools", table))
    assert "251" in text
    assert "224" not in text


@pytest.mark.parametrize(
    ("question", "text", "unknown"),
    [
        ("How much did the town take in from the dog levy?", LEVIES, True),
        ("How much did the town take in from the water levy?", LEVIES, False),
        ("What was the acidity of the milk?", "Milk sold well in 2024.", True),
        ("What was the price of the milk?", "Milk sold at a price of 48 cents.", False),
    ],
)
def test_the_words_of_the_evidence_say_what_it_cannot_know(question: str, text: str, unknown: bool) -> None:
    assert demand_of(understand(question).parts[0], units_of([made(1, "Milk", text)])).unheard is unknown


def test_what_is_said_beside_the_question_is_taken_for_granted() -> None:
    event = event_of(understand("How much did the dairy pay for the farms it acquired?").parts[0])
    assert event is not None
    assert (event.verb, event.target) == ("acquire", "farms")
