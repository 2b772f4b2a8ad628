"""What an analyst would hand in: whole lists, figures at the asked level, no padding."""

from collections.abc import Sequence

import pytest

from masis.analysts.extractive import extractive_analysts
from masis.domain.verification.claims import build_ledger
from masis.domain.context import Context, Passage
from masis.domain.evidence import EvidenceChunk
from tests.analysts.extract.corpus import chunk, embed

REPORT = "Tarnhoek Ferries plc Annual report 2024"


def passage(
    number: int, title: str, heading: str, text: str, *, page: int = 1, kind: str = "prose"
) -> EvidenceChunk:
    made = chunk(number, title, text, page=str(page), heading=heading)
    return made.model_copy(update={"page_number": page, "kind": kind, "version_id": title})


RISKS = (
    passage(
        1,
        REPORT,
        "Principal risks",
        "Principal risks\n\nThe board reviews risks twice a year. The risks it takes most "
        "seriously are these.\n\n"
        "Fuel: a third of our cost is diesel. Half of it is hedged.\n\nCrew: 40 officers retire by 2027.\n\n"
        "Weather: storms cancelled 3% of sailings.",
        page=9,
    ),
    passage(
        2,
        "Risk list",
        "Risks",
        "| Risk | Description | Score | Owner | Mitigation | Due |\n"
        "| K-1 | Price of diesel | 12 | Ivo Brandsma | Hedge one half; review each March | 2025-03-31 |\n"
        "| K-2 | Shortage of officers | 16 | Lena Okkerse | Train cadets; raise pay | 2025-09-30 |",
        kind="table",
    ),
    passage(
        3,
        "Risk list",
        "History",
        "| Date | Risk | Change |\n| 2025-01-10 | K-2 | Score raised |",
        kind="table",
    ),
)
STRATEGY = (
    passage(10, REPORT, "Strategy", "Our strategy rests on two pillars that the board set in 2023.", page=3),
    passage(
        11,
        REPORT,
        "Strategy › Electric ships",
        "Two electric ships enter service by 2026. They halve fuel cost.",
        page=3,
    ),
    passage(
        12,
        REPORT,
        "Strategy › Freight first",
        "Freight earns more per metre of deck than cars. We add night sailings.",
        page=4,
    ),
)
FIGURES = (
    passage(
        20,
        REPORT,
        "The year in figures",
        "The figures are audited.\n\n| GBP million | 2024 | 2023 |\n| Revenue | 310.5 | 288.0 |\n"
        "| Freight revenue | 141.2 | 120.9 |\n"
        "| Net debt | 77.0 | 91.5 |",
        kind="table",
        page=2,
    ),
    passage(
        21,
        REPORT,
        "Routes",
        "| Revenue by route, GBP million | 2024 | 2023 |\n| North Channel | 120.4 | 111.0 |\n"
        "| Skagerrak | 190.1 | 177.0 |\n"
        "| Total | 310.5 | 288.0 |",
        kind="table",
        page=5,
    ),
    passage(22, "Quarterly pack", "Quarter", "Revenue in the fourth quarter of 2024 was GBP 70.3 million."),
    passage(
        23,
        REPORT,
        "Financing",
        "Net debt fell to GBP 77.0 million from GBP 91.5 million in 2024. A loan of GBP 50.0 "
        "million runs until 2028; it allows net debt of at most GBP 120 million.",
        page=6,
    ),
    passage(
        24,
        REPORT,
        "Outlook",
        "For 2025 we expect revenue between GBP 320 million and GBP 335 million. The meeting will be "
        "held on 4 June 2025. Capital expenditure is expected to be about GBP 40 million.",
        page=7,
    ),
)
DOCK = (
    passage(30, REPORT, "Letter", "The Harl dock opened in June 2024 at a cost of GBP 12.5 million.", page=1),
    passage(
        31,
        REPORT,
        "Review",
        "EBITDA rose to GBP 61.0 million. It excludes start-up costs of GBP 1.1 million.",
        page=6,
    ),
)
FARES = (
    passage(40, "Fare memo", "Recommendation", "We recommend raising car fares by 4% from May 2025."),
    passage(
        41, "Fare memo", "Why now", "Fares were last raised in 2021. Since then diesel has become 30% dearer."
    ),
    passage(42, "Fare memo", "Expected effect", "We expect additional revenue of GBP 2.6 million a year."),
)


def write(question: str, passages: Sequence[EvidenceChunk]) -> str:
    context = Context(passages=tuple(Passage(chunk=one, text=one.full_text) for one in passages))
    text = extractive_analysts(embed).writer.write(question, context, None).text
    verdicts = {claim.verdict for claim in build_ledger(text, passages)}
    assert verdicts <= {"supported", "heading", "hedge"}, text
    return text


def test_an_announced_list_comes_with_its_paragraphs_and_the_register_not_with_its_history() -> None:
    text = write("What are the main risks?", RISKS)
    assert all(said in text for said in ("a third of our cost", "40 officers retire", "storms cancelled"))
    assert text.index("Fuel:") < text.index("Crew:") < text.index("Weather:")
    assert "K-1 – Description: Price of diesel; Score: 12 [p2]" in text
    assert "Score raised" not in text


def test_an_overview_gives_the_points_of_the_section_under_their_headings() -> None:
    text = write("Give me an overview of the strategy", STRATEGY)
    assert "two pillars" in text
    assert text.index("Electric ships:") < text.index("Two electric ships") < text.index("Freight first:")
    assert "Freight earns more" in text


def test_a_recommendation_comes_with_its_reasons_and_effect() -> None:
    text = write("Should we raise car fares?", FARES)
    assert text.index("recommend raising") < text.index("Fares were last raised") < text.index("30% dearer")
    assert "additional revenue of GBP 2.6 million" in text


def test_parts_with_the_same_answer_share_it() -> None:
    text = write("When did the Harl dock open and what did it cost?", DOCK)
    assert text.count("GBP 12.5 million") == 1
    assert "EBITDA" not in text
    assert "What did it cost?" in text


def test_a_follow_up_is_about_the_row_of_the_first_part_and_shows_what_is_asked() -> None:
    text = write("What is the score of risk K-2 and who owns it?", RISKS)
    assert "K-2 – Score: 16 [p2]" in text
    assert "K-2 – Owner: Lena Okkerse [p2]" in text
    assert "Ivo Brandsma" not in text
    assert "Mitigation" not in text


def test_a_class_word_stands_for_the_named_one() -> None:
    text = write("What is the score of risk K-1 and when is the risk due?", RISKS)
    assert "2025-03-31" in text
    assert "2025-09-30" not in text


LEVELS = [
    (
        "What was revenue in 2024?",
        "Revenue (GBP million) – 2024: 310.5",
        ("70.3", "North Channel", "Freight"),
    ),
    ("What was freight revenue in 2024?", "141.2", ("310.5", "70.3", "Skagerrak")),
    ("How did revenue of the Skagerrak route do in 2024?", "190.1", ("North Channel", "Total", "70.3")),
    (
        "What was net debt in 2024 and how did it change?",
        "Net debt fell to GBP 77.0 million",
        ("runs until 2028",),
    ),
    (
        "What is the revenue outlook for 2025?",
        "between GBP 320 million and GBP 335 million",
        ("4 June", "40 million"),
    ),
]


@pytest.mark.parametrize(("question", "said", "unsaid"), LEVELS, ids=[row[0] for row in LEVELS])
def test_the_asked_measure_is_given_at_the_asked_level_and_nothing_else(
    question: str, said: str, unsaid: tuple[str, ...]
) -> None:
    text = write(question, FIGURES)
    assert said in text
    assert not [one for one in unsaid if one in text]


def test_two_years_of_one_measure_are_compared_in_one_row() -> None:
    text = write("Compare revenue in 2023 and 2024", FIGURES)
    assert "GBP 22.5 million (310.5 - 288.0)" in text
    assert "Skagerrak" not in text


def test_two_scopes_are_compared_and_not_the_total() -> None:
    text = write("Compare the revenue of North Channel and Skagerrak in 2024", FIGURES)
    assert "120.4" in text
    assert "190.1" in text
    assert "Total" not in text


def test_a_cell_with_a_semicolon_is_still_a_row_of_the_source() -> None:
    text = write("What is the mitigation of risk K-1?", RISKS)
    assert "Mitigation: Hedge one half; review each March" in text


def test_a_second_table_that_the_reader_joined_keeps_its_own_unit() -> None:
    joined = passage(
        50,
        REPORT,
        "Figures",
        "| GBP million | 2024 | 2023 |\n| Revenue | 310.5 | 288.0 |\n"
        "| Other measures | 2024 | 2023 |\n| Passengers | 9,120 | 8,800 |",
        kind="table",
    )
    text = write("How many passengers were there in 2024?", (joined,))
    assert "Passengers – 2024: 9,120" in text
    assert "million" not in text


TRADE = (
    passage(
        60,
        REPORT,
        "Routes",
        "| Revenue by route, GBP million | 2024 | 2023 |\n| North Sound | 60.0 | 48.0 |\n"
        "| West Reach | 33.0 | 30.0 |\n| Isle Run | 19.0 | 20.0 |",
        kind="table",
    ),
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "Which route grew faster in 2024, North Sound or West Reach?",
            ("North Sound grew by 25.0%, from 48.0 in 2023 to 60.0", "West Reach grew by 10.0%, from 30.0"),
        ),
        (
            "Did North Sound or Isle Run grow more in 2024?",
            ("Isle Run fell by 5.0%, from 20.0 in 2023 to 19.0",),
        ),
    ],
)
def test_growth_that_is_not_stated_is_worked_out_and_stands_in_the_ledger(
    question: str, told: tuple[str, ...]
) -> None:
    text = write(question, TRADE)
    assert [words for words in told if words not in text] == []
    derived = [claim for claim in build_ledger(text, TRADE) if ", from " in claim.text]
    assert [claim.verdict for claim in derived] == ["supported"] * 2


def test_a_level_that_is_asked_is_not_answered_with_growth() -> None:
    text = write("Which route had the higher revenue in 2024, North Sound or West Reach?", TRADE)
    assert "grew" not in text
    assert "60.0" in text


def test_an_overview_leaves_out_lines_of_a_cover_and_puts_final_figures_first() -> None:
    passages = (
        passage(70, REPORT, "Cover", "Audited statements for the year ended 31 December 2024"),
        passage(
            71,
            "Board pack",
            "Figures",
            "| GBP million, preliminary | Year 2024 |\n| Freight revenue | 141.9 |",
            kind="table",
        ),
        passage(72, REPORT, "Figures", "| GBP million | Year 2024 |\n| Revenue | 310.5 |", kind="table"),
    )
    text = write("Give me an overview of the year 2024", passages)
    assert "Audited statements" not in text
    assert text.index("310.5") < text.index("141.9")
