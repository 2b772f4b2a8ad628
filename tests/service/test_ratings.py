"""Ratings: a reader's word on a final answer opens a case, can be changed and taken back, and counts."""

import pytest

from masis.domain.history.slices import Over, Slice
from masis.domain.person import Caller
from masis.domain.review.decisions import CaseFilter
from masis.domain.review.rating import LONGEST_WHY
from masis.errors import InvalidInput, NotFound
from masis.service import Masis
from tests.builders import chunk, opinion, selection
from tests.fakes.scripted import scripted_deps
from tests.fakes.services import ME, OTHER, World

ANSWER = "Revenue was 5 million EUR in 2024 [k1]."
QUESTION = "What was revenue in 2024?"
WHY = "That is the figure of 2023"


@pytest.fixture
def masis(world: World) -> Masis:
    """Return a MASIS whose answers finalize."""
    found = selection(chunk("k1", "Revenue was 5 million EUR in 2024."))
    world.deps = scripted_deps(drafts=[ANSWER], opinions=[opinion(0.9)], found=[found])
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    return masis


@pytest.fixture
def run_id(masis: Masis) -> str:
    """Return a run with a final answer."""
    asked = masis.ask(ME, "acme", QUESTION)
    masis.wait(asked, 20)
    assert masis.run(ME, "acme", asked).summary.verdict == "finalized"
    return asked


def contest(masis: Masis, run_id: str, caller: Caller = ME, why: str = WHY) -> None:
    masis.ratings.rate(caller, "acme", run_id, right=False, why=why)


def test_right_opens_no_case(masis: Masis, run_id: str) -> None:
    masis.ratings.rate(ME, "acme", run_id, right=True)
    said = masis.ratings.mine(ME, "acme", run_id)
    assert said is not None
    assert said.right
    assert masis.reviews.open_count(ME) == 0


def test_wrong_opens_one_case_with_what_is_said_and_the_answer_stays_final(masis: Masis, run_id: str) -> None:
    contest(masis, run_id)
    contest(masis, run_id, why="No, it is the budget")
    (case,) = masis.reviews.queue(ME, CaseFilter()).cases
    assert (case.cause, case.run_id) == ("contested", run_id)
    told = masis.reviews.file(ME, case.case_id).decisions
    assert [(act.action, act.reason) for act in told] == [
        ("contest", WHY),
        ("contest", "No, it is the budget"),
    ]
    snapshot = masis.run(ME, "acme", run_id)
    assert snapshot.summary.verdict == "finalized"
    assert masis.past.listed(ME, "acme")[0].contested


@pytest.mark.parametrize("why", ["", "x", "hello", "???", "no", "12", "x " * LONGEST_WHY])
def test_a_reason_that_names_nothing_opens_no_case(masis: Masis, run_id: str, why: str) -> None:
    with pytest.raises(InvalidInput):
        contest(masis, run_id, why=why)
    assert masis.reviews.open_count(ME) == 0
    assert masis.ratings.mine(ME, "acme", run_id) is None


def test_taken_back_it_closes_the_case_that_nobody_worked_on(masis: Masis, run_id: str) -> None:
    contest(masis, run_id)
    masis.ratings.take_back(ME, "acme", run_id)
    assert masis.ratings.mine(ME, "acme", run_id) is None
    assert masis.reviews.open_count(ME) == 0
    assert not masis.past.listed(ME, "acme")[0].contested
    masis.ratings.take_back(ME, "acme", run_id)  # twice does no harm
    contest(masis, run_id)
    assert masis.reviews.open_count(ME) == 1, "the case opens again"


def test_a_case_with_a_comment_stays_open(masis: Masis, run_id: str) -> None:
    contest(masis, run_id)
    (case,) = masis.reviews.queue(ME, CaseFilter()).cases
    masis.reviews.comment(ME, case.case_id, "I am looking into it.")
    masis.ratings.rate(ME, "acme", run_id, right=True)
    assert masis.reviews.open_count(ME) == 1


def test_a_decision_ends_it_and_undo_leaves_the_answer_final(masis: Masis, run_id: str) -> None:
    contest(masis, run_id)
    (case,) = masis.reviews.queue(ME, CaseFilter()).cases
    masis.reviews.reject(ME, case.case_id, case.version, "wrong")
    snapshot = masis.run(ME, "acme", run_id)
    assert snapshot.summary.verdict == "rejected"
    assert snapshot.report is not None
    assert snapshot.report.requires_human_review, "a rejected answer is no answer"
    assert not masis.past.listed(ME, "acme")[0].contested
    masis.reviews.undo(ME, case.case_id, masis.reviews.file(ME, case.case_id).case.version)
    assert masis.run(ME, "acme", run_id).summary.verdict == "finalized"


def test_it_counts_as_an_outcome_until_a_reviewer_decides(masis: Masis, run_id: str) -> None:
    assert masis.calibration.overview(ME, "acme").outcomes == ()
    contest(masis, run_id)
    (outcome,) = masis.calibration.overview(ME, "acme").outcomes
    assert not outcome.right
    assert outcome.confidence == masis.run(ME, "acme", run_id).summary.confidence
    (case,) = masis.reviews.queue(ME, CaseFilter()).cases
    masis.reviews.approve(ME, case.case_id, case.version, "It is the figure of 2024.")
    (outcome,) = masis.calibration.overview(ME, "acme").outcomes
    assert outcome.right


def test_insights_count_it_and_lead_to_the_run(masis: Masis, run_id: str) -> None:
    contest(masis, run_id)
    overview = masis.insights.overview(ME, "acme", Over())
    assert [(name, count) for _, name, count in overview.judged] == [("contested", 1)]
    behind = masis.insights.behind(ME, "acme", Slice(judged="contested"))
    assert [past.summary.run_id for past in behind] == [run_id]


def test_what_is_not_final_or_not_mine_cannot_be_rated(world: World, run_id: str, masis: Masis) -> None:
    with pytest.raises(NotFound):
        contest(masis, run_id, caller=OTHER)
    with pytest.raises(NotFound):
        contest(masis, "r-nowhere")
    world.deps = scripted_deps(found=[selection()])
    asked = masis.ask(ME, "acme", "Who founded it?")
    masis.cancel_run(ME, "acme", asked)
    masis.wait(asked, 20)
    with pytest.raises(InvalidInput):
        contest(masis, asked)
