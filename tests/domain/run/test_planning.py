"""Planning: which questions are planned, and how far a plan is carried out."""

import pytest

from masis.domain.run.planning import (
    OutlineCall,
    OutlinePlan,
    WorkOut,
    bounded_plan,
    needs_plan,
    opened_by,
    tool_of,
)
from masis.domain.run.research import ToolCall

SALES = OutlineCall(action="look_up", measure="net sales", periods=("2021", "2022"))
PROFIT = OutlineCall(action="look_up", measure="gross profit", periods=("2021", "2022"))
OPEN = OutlineCall(action="open", label="D1.4")


@pytest.mark.parametrize(
    "question",
    [
        "How did Acme's gross margin change from 2021 to 2022?",
        "When did the Brno plant open and what did it cost?",
        "Why did churn rise?",
        "What was revenue in 2021 and 2022?",
        "Which segment grew most in 2022?",
        "What are the main risks?",
    ],
)
def test_a_question_of_several_steps_is_planned(question: str) -> None:
    assert needs_plan(question, retry=False)


@pytest.mark.parametrize(
    "question",
    ["What was revenue in 2022?", "How many people did Acme employ at the end of 2022?", "Who chairs it?"],
)
def test_a_question_of_one_value_is_planned_only_when_it_fell_short(question: str) -> None:
    assert not needs_plan(question, retry=False)
    assert needs_plan(question, retry=True)


def test_calls_that_lack_something_or_repeat_one_are_left_out() -> None:
    lacking = [OutlineCall(action=action) for action in ("search", "open", "look_up")]
    again = OPEN.model_copy(update={"label": " D1.4 ", "why": "other words"})
    plan = bounded_plan(OutlinePlan(calls=(*lacking, OPEN, again, SALES)), 3)
    assert [call.action for call in plan.calls] == ["open", "look_up"]


def test_what_is_worked_out_follows_its_rows() -> None:
    empty = OutlineCall(action="open")
    work = (
        WorkOut(kind="share", calls=(2, 3)),
        WorkOut(kind="change", calls=(4,)),
        WorkOut(kind="sum", calls=(9,)),
    )
    plan = bounded_plan(OutlinePlan(calls=(empty, PROFIT, SALES, OPEN), work_out=work), 3)
    assert plan.work_out == (WorkOut(kind="share", calls=(1, 2)),)


def test_no_more_calls_than_allowed() -> None:
    searches = tuple(OutlineCall(action="search", question=f"Part {at}?") for at in range(9))
    assert len(bounded_plan(OutlinePlan(calls=searches), 2).calls) == 2
    assert bounded_plan(OutlinePlan(calls=searches), 0).calls == ()


def test_texts_are_bounded() -> None:
    long = OutlineCall(action="search", question="x " * 5000, periods=())
    (call,) = bounded_plan(OutlinePlan(calls=(long,)), 3).calls
    assert len(call.question) <= 400


def test_a_search_counts_as_one_of_the_documents() -> None:
    assert [tool_of(call) for call in (OutlineCall(action="search", question="?"), OPEN, SALES)] == [
        "documents",
        "open",
        "look_up",
    ]


def test_what_calls_opened_is_told_once() -> None:
    calls = [ToolCall(tool="open", question="", why="", opened=ids) for ids in (("a", "b"), ("b",))]
    assert opened_by(calls) == ("a", "b")
