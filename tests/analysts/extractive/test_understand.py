"""Understanding: whose organisation a question means is told from what it asks of it."""

from masis.analysts.extractive.understand import organisations, side_parts, understand
from tests.analysts.extractive.harbour import EVIDENCE, FERNHALL, INCOME, SELBY, STAFF, asked


def test_each_organisation_of_the_evidence_stands_once() -> None:
    renamed = FERNHALL.model_copy(update={"title": "Fernhall, quarterly report", "quarter": 3})
    again = STAFF.model_copy(update={"profile": renamed})
    assert organisations([*EVIDENCE, again]) == (FERNHALL, SELBY)


def test_a_named_organisation_is_no_part_of_what_is_asked() -> None:
    found = asked("What was the gross margin of Fernhall in 2024?")
    assert found.organisations == (FERNHALL,)
    assert found.attribute == {"gross", "margin"}
    assert found.names == ()


def test_the_full_name_names_it_too() -> None:
    assert asked("How high was revenue at Selby Docks Limited?").organisations == (SELBY,)


def test_a_question_that_names_nobody_leaves_the_organisation_open() -> None:
    assert asked("What was revenue in 2024?").organisations == ()


def test_a_name_that_is_no_organisation_stays_asked_for() -> None:
    found = asked("Who runs the port of Alden for Fernhall?")
    assert found.organisations == (FERNHALL,)
    assert any("Alden" in name for name in found.names)


def test_a_part_that_points_back_is_asked_of_the_same_organisation() -> None:
    first, second = understand("What was the revenue of Selby in 2024 and how did it change?", EVIDENCE)
    assert first.organisations == second.organisations == (SELBY,)
    assert "revenu" in second.attribute


def test_evidence_without_a_profile_names_no_organisation() -> None:
    bare = INCOME.model_copy(update={"profile": type(FERNHALL)()})
    assert asked("What was the revenue of Fernhall?", [bare]).organisations == ()


def test_each_of_several_organisations_is_asked_by_itself() -> None:
    both = asked("How did the revenue of Fernhall and Selby compare from 2023 to 2024?")
    assert [side.organisations for side in side_parts(both)] == [(FERNHALL,), (SELBY,)]
    assert all(side.attribute == both.attribute for side in side_parts(both))
    assert side_parts(asked("How did the revenue of Fernhall change from 2023 to 2024?")) == ()


def test_what_a_pronoun_stands_for_is_read_with_its_part() -> None:
    opened, cost = understand("When did the Brno plant open and what did it cost?", EVIDENCE)
    assert opened.spoken == opened.part.text
    assert cost.spoken == "what did it cost, Brno plant open"


def test_a_part_without_a_pronoun_is_read_by_itself() -> None:
    question = "What was net revenue retention in 2024 and how many employees were there at year end?"
    staff = understand(question, EVIDENCE)[1]
    assert staff.part.carried
    assert staff.spoken == staff.part.text
