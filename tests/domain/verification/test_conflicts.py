"""Conflicts: true disagreements of one organisation are found, look-alikes are left alone."""

import pytest

from masis.domain.evidence import EvidenceChunk
from masis.domain.profile import DocumentProfile
from masis.domain.verification.conflicts import find_conflicts, side_quote

LUMEN = DocumentProfile(organisation="Lumen Systems Ltd", aliases=("Lumen",))


def passage(title: str, text: str, profile: DocumentProfile = LUMEN, **changes: object) -> EvidenceChunk:
    made = EvidenceChunk(
        chunk_id=f"k-{title}",
        workspace_id="acme",
        document_id=title,
        version_id=title,
        document_title=title,
        text=text,
        page_number=1,
        page_label="1",
        char_start=0,
        char_end=len(text),
        score=0.5,
        profile=profile,
    )
    return made.model_copy(update=changes)


def values(question: str, *texts: str) -> list[str]:
    evidence = [passage(f"Paper {'ABC'[at]}", text) for at, text in enumerate(texts)]
    return [side.value for conflict in find_conflicts(evidence, question) for side in conflict.sides]


REVENUE = "What was revenue in 2024?"
STATED = "Revenue was GBP 84.2 million in 2024."
TRUE = {
    "preliminary and audited": (
        REVENUE,
        "Audited net revenue was GBP 84.2 million in 2024.",
        "Net revenue for 2024 was GBP 83.1 million on a preliminary basis.",
    ),
    "table against text": (
        REVENUE,
        "| GBP million | 2023 | 2024 |\n|---|---|---|\n| Net revenue | 77.0 | 84.2 |",
        "Net revenue for 2024 was GBP 83.1 million.",
    ),
    "total of a table against text": (
        REVENUE,
        "| Revenue by region, GBP million | 2024 |\n|---|---|\n| Europe | 50.1 |\n| Total | 84.2 |",
        "Revenue for 2024 was GBP 83.1 million.",
    ),
    "counted people": (
        "What was headcount at the end of 2024?",
        "| People | 2023 | 2024 |\n|---|---|---|\n| Headcount | 590 | 640 |",
        "The group had 655 employees on 31 December 2024.",
    ),
    "short and long form": (
        "What was NRR in 2024?",
        "Net revenue retention was 118% in 2024.",
        "NRR for 2024 stood at 112%.",
    ),
    "name and other verb": (
        "What is the market share of Lumen in 2024?",
        "Lumen's market share was 24% in 2024.",
        "In 2024, we held a market share of 21%.",
    ),
    "level reached by a rise": (
        REVENUE,
        "Revenue rose by 9.4% to GBP 84.2 million in 2024.",
        STATED.replace("84.2", "83.1"),
    ),
    "no period asked": (
        "What was net revenue retention?",
        "Net revenue retention was 118% in 2024.",
        "Net revenue retention stood at 112% in 2024.",
    ),
}  # fmt: skip
ALIKE = {
    "other year": ("What was revenue?", STATED, "Revenue was GBP 77.0 million in 2023."),
    "year before behind a level": (
        REVENUE,
        STATED,
        "Revenue reached GBP 84.2 million, compared with GBP 77.0 million a year earlier.",
    ),
    "other scale": (REVENUE, STATED, "Revenue in 2024 was GBP 84,200 thousand."),
    "other scale in a table": (REVENUE, STATED, "| GBP thousand | 2024 |\n|---|---|\n| Revenue | 84,200 |"),
    "rounded": (REVENUE, STATED, "In 2024 revenue was about GBP 84 million."),
    "rounded without a word": (REVENUE, STATED, "In 2024 revenue was GBP 84 million."),
    "other segment": (
        "What was churn in 2024?",
        "Churn in the Harbor segment was 5.1% in 2024.",
        "Churn in the Vector segment was 7.8% in 2024.",
    ),
    "region against whole": (REVENUE, STATED, "Revenue in Germany was GBP 20.1 million in 2024."),
    "rows against whole": (REVENUE, STATED, "| GBP million, Revenue | 2024 |\n|---|---|\n| Germany | 20.1 |"),
    "target against actual": (
        "What was churn in 2024?",
        "Churn was 5.1% in 2024.",
        "The target for churn in 2024 is 4%.",
    ),
    "level against change": (
        "What was gross margin in 2024?",
        "Gross margin was 52.1% in 2024.",
        "Gross margin improved by 1.3 percentage points in 2024.",
    ),
    "narrower measure": (REVENUE, "Recurring revenue was GBP 50 million in 2024.", STATED),
    "wider measure": (
        "What was hire revenue in 2024?",
        "Hire revenue was GBP 20.0 million in 2024.",
        STATED,
        "Revenue was GBP 83.1 million in 2024.",
    ),
    "other currency": (REVENUE, STATED, "Revenue was USD 107.0 million in 2024."),
    "bound": (
        "How many customers in 2024?",
        "The company served 312 customers in 2024.",
        "It served more than 300 customers in 2024.",
    ),
    "quarter against year": ("What was revenue?", "Revenue was GBP 20 million in Q3 2024.", STATED),
    "not asked": ("What was headcount in 2024?", STATED, "Net revenue was GBP 83.1 million in 2024."),
    "share of it asked": (
        "What share of revenue was recurring in 2024?",
        STATED,
        "Revenue was GBP 83.1 million in 2024.",
    ),
    "leader of a ranking asked": (
        "Which line carried the most passengers in 2024?",
        "The trams carried 8.4 million passengers in 2024.",
        "The trams carried 8.1 million passengers in 2024.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", TRUE.values(), ids=TRUE)
def test_a_true_disagreement_is_found(case: tuple[str, ...]) -> None:
    assert len(values(*case)) == 2


@pytest.mark.parametrize("case", ALIKE.values(), ids=ALIKE)
def test_a_look_alike_is_left_alone(case: tuple[str, ...]) -> None:
    assert values(*case) == []


def test_two_organisations_never_disagree() -> None:
    other = DocumentProfile(organisation="Vector plc", aliases=("Vector",))
    evidence = (passage("A", STATED), passage("B", "Revenue was GBP 83.1 million in 2024.", other))
    assert find_conflicts(evidence, REVENUE) == ()


def test_a_sentence_about_a_named_rival_is_the_rivals() -> None:
    rival = DocumentProfile(organisation="Vector plc", aliases=("Vector",))
    evidence = (
        passage("A", STATED),
        passage("B", "Vector had revenue of GBP 83.1 million in 2024."),
        passage("C", "Vector opened a plant.", rival),
    )
    assert find_conflicts(evidence, REVENUE) == ()


def test_only_the_organisation_that_is_named_is_asked_about() -> None:
    rival = DocumentProfile(organisation="Vector plc", aliases=("Vector",))
    evidence = (
        passage("A", STATED),
        passage("B", "Revenue was GBP 83.1 million in 2024."),
        passage("C", "Revenue was GBP 5.0 million in 2024.", rival),
    )
    assert find_conflicts(evidence, "What was the revenue of Vector in 2024?") == ()
    assert len(find_conflicts(evidence, "What was the revenue of Lumen in 2024?")) == 1


def test_the_row_of_the_firm_in_a_table_of_rivals_is_its_own() -> None:
    own = passage("Report", "We hold a market share of 18% in Europe in 2024.")
    rivals = passage(
        "Brief",
        "| Yard | Market share in Europe 2024 |\n|---|---|\n| Lumen | 21% |\n| Tarn | 30% |",
        DocumentProfile(),
    )
    (found,) = find_conflicts((own, rivals), "What is the market share of Lumen in Europe?")
    assert {side.value for side in found.sides} == {"18%", "21%"}


@pytest.mark.parametrize("mark", ["flagged", "superseded"])
def test_a_passage_that_does_not_count_takes_no_side(mark: str) -> None:
    other = passage("B", "Revenue was GBP 900 million in 2024.", **{mark: True})
    assert find_conflicts((passage("A", STATED), other), REVENUE) == ()


def test_one_document_does_not_disagree_with_itself() -> None:
    twice = (passage("A", STATED), passage("A", "Revenue was GBP 83.1 million in 2024.", chunk_id="k-2"))
    assert find_conflicts(twice, REVENUE) == ()


@pytest.mark.parametrize(
    ("one", "other", "cause"),
    [
        (
            "Audited revenue was EUR 5.0 million in 2024.",
            "Unaudited revenue was EUR 5.4 million in 2024.",
            "Likely cause: Report gives an audited figure and Note gives an unaudited figure.",
        ),
        (
            "Revenue in 2024 was EUR 5.0 million.",
            "Revenue in 2024 was EUR 5.4 million, restated for the new rules.",
            "Likely cause: Note gives a restated figure.",
        ),
        ("Revenue in 2024 was EUR 5.0 million.", "Revenue in 2024 was EUR 5.4 million.", ""),
    ],
)
def test_the_cause_is_named_where_the_texts_give_it(one: str, other: str, cause: str) -> None:
    (conflict,) = find_conflicts((passage("Report", one), passage("Note", other)), REVENUE)
    assert conflict.cause == cause


def test_an_earlier_year_in_a_later_report_counts_as_restated() -> None:
    later = LUMEN.model_copy(update={"fiscal_year": 2025})
    evidence = (
        passage("Report 2024", STATED),
        passage(
            "Report 2025", "| GBP million | 2025 | 2024 |\n|---|---|---|\n| Revenue | 90.0 | 83.1 |", later
        ),
    )
    (conflict,) = find_conflicts(evidence, REVENUE)
    assert [side.note for side in conflict.sides] == ["", "restated"]


def test_a_cell_shows_its_unit_its_note_and_its_row() -> None:
    audited = passage("Report", "| EUR million, audited | 2024 |\n|---|---|\n| Hire revenue | 52.4 |")
    early = passage(
        "Pack", "| EUR thousand, preliminary | Full year 2024 |\n|---|---|\n| Hire revenue | 54100 |"
    )
    (found,) = find_conflicts((early, audited), "What was hire revenue in 2024?")
    assert [(side.value, side.note) for side in found.sides] == [
        ("€52.4 million", "audited"),
        ("€54100 thousand", "preliminary"),
    ]
    assert found.subject == "Hire revenue, 2024"
    assert found.sides[0].quote == "Hire revenue: €52.4 million (2024)"
    assert side_quote(audited, found.sides[0]).text == "| Hire revenue | 52.4 |"


def test_the_quote_of_a_sentence_is_the_sentence_in_its_place() -> None:
    note = passage(
        "Note", "It was a good year. Revenue was GBP 83.1 million in 2024. We are glad.", char_start=100
    )
    (found,) = find_conflicts((passage("Report", STATED), note), REVENUE)
    side = next(side for side in found.sides if side.document_title == "Note")
    quote = side_quote(note, side)
    assert (quote.text, quote.char_start) == ("Revenue was GBP 83.1 million in 2024.", 120)
