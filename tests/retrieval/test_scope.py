"""Scope: whose documents are searched for which question."""

from masis.domain.profile import DocumentProfile
from masis.retrieval.scope import Aim, places, plan_scope

COSTCO_YEAR = DocumentProfile(
    organisation="Costco Wholesale Corporation",
    aliases=("Costco",),
    fiscal_year=2022,
    period_end="2022-08-28",
    title="Costco, annual report 2022",
)
COSTCO_QUARTER = COSTCO_YEAR.model_copy(
    update={"fiscal_year": 2023, "quarter": 1, "period_end": "2022-11-20", "title": "Costco, release Q1 2023"}
)
INTEL = DocumentProfile(organisation="Intel Corporation", fiscal_year=2022, title="Intel, release Q4 2022")
NOBODY = DocumentProfile(title="Market study of warehouse clubs")
PROFILES = {"cy": COSTCO_YEAR, "cq": COSTCO_QUARTER, "in": INTEL, "no": NOBODY}


def aim(question: str, *gaps: str) -> Aim:
    (only,) = plan_scope(question, gaps, PROFILES)
    return only


def test_a_question_that_names_nobody_is_asked_of_all() -> None:
    assert aim("What was the revenue?") == Aim(lines=("What was the revenue?",))


def test_a_workspace_without_profiles_is_searched_whole() -> None:
    assert plan_scope("What were Costco's sales?", (), {}) == (Aim(lines=("What were Costco's sales?",)),)


def test_a_named_organisation_is_searched_in_its_documents_and_in_those_of_nobody() -> None:
    assert aim("How many warehouses does Costco run?").versions == ("cy", "cq", "no")
    assert aim("how many people work at COSTCO WHOLESALE?").versions == ("cy", "cq", "no")


def test_a_named_organisation_is_asked_about_without_its_name_too() -> None:
    asked = "What was revenue of Costco Wholesale Corporation in 2022?"
    assert aim(asked).lines == (asked, "What was revenue in 2022?")
    assert aim("What was Costco’s revenue?").lines[1:] == ("What was revenue?",)
    assert aim("Costco").lines == ("Costco",)


def test_an_organisation_without_documents_narrows_nothing() -> None:
    assert aim("How many warehouses does Walmart run?").versions == ()


def test_each_of_several_organisations_is_searched_for_its_own_parts() -> None:
    question = "What was Costco's net income in 2022 and how many people did Intel lay off in 2022?"
    costco, intel = plan_scope(question, (), PROFILES)
    assert costco.lines == ("What was Costco's net income in 2022",)
    assert costco.versions == ("cy", "cq", "no")
    assert intel.lines == ("how many people did Intel lay off in 2022",)
    assert intel.versions == ("in", "no")


def test_a_comparison_is_asked_of_both_sides() -> None:
    question = "Which was larger in 2022, Costco's net income or Intel's?"
    assert [one.lines for one in plan_scope(question, (), PROFILES)] == [(question,), (question,)]


def test_a_part_that_names_nobody_goes_to_everybody_named() -> None:
    question = "How did Costco and Intel do in 2022? Who audited the accounts in 2022?"
    costco, intel = plan_scope(question, (), PROFILES)
    assert costco.lines[-1] == intel.lines[-1] == "Who audited the accounts in 2022"


def test_the_parts_of_a_question_are_lines_behind_the_whole_one() -> None:
    question = "What was Costco's revenue in 2022 and how many employees did Costco have in 2022?"
    assert aim(question).lines == (
        question,
        "What was Costco's revenue in 2022",
        "how many employees did Costco have in 2022",
        "What was revenue in 2022",
        "how many employees did have in 2022",
    )


def test_a_part_that_points_back_is_no_line() -> None:
    question = "What was alpha revenue in 2031 and who approved it?"
    assert aim(question).lines == (question, "What was alpha revenue in 2031")


def test_gap_questions_take_the_place_of_parts() -> None:
    question = "What was the revenue in 2031 and who wrote the audit report?"
    assert aim(question, "Who wrote the report?") == Aim(lines=(question,), gaps=("Who wrote the report?",))


def test_a_gap_goes_to_the_organisation_it_names() -> None:
    question = "Which was larger in 2022, Costco's net income or Intel's?"
    costco, intel = plan_scope(question, ("What was Intel's net income?", "Is it audited?"), PROFILES)
    assert costco.gaps == ("Is it audited?",)
    assert intel.gaps == ("What was Intel's net income?", "Is it audited?")


def test_a_document_named_by_its_title_is_searched_alone() -> None:
    assert aim("What does the market study of warehouse clubs say?").versions == ("no",)
    assert aim("What does Costco's annual report 2022 say of tax?").versions == ("cy",)


def test_documents_of_the_period_asked_for_are_preferred() -> None:
    assert aim("What were Costco's sales in fiscal 2022?").fit == {"cy": 1.0, "in": 1.0}
    assert aim("What were Costco's sales in the first quarter of fiscal 2023?").fit == {"cq": 1.0}
    assert aim("What were Costco's sales in fiscal 2021?").fit == {"cy": 0.5, "in": 0.5}
    assert aim("What were Costco's sales?").fit == {}


def test_several_searches_share_the_places() -> None:
    assert [places(10, count) for count in (1, 2, 3, 6)] == [10, 6, 4, 4]
