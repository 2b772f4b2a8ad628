"""Plans of research: bounded whatever a model says, and the documents always in them."""

from hypothesis import given
from hypothesis import strategies as st

from masis.domain.evidence import joined, place_of
from masis.domain.run.research import (
    DOCUMENTS,
    MOST_CALLS,
    MOST_SUB_QUESTION_CHARS,
    Plan,
    PlannedCall,
    ToolCall,
    ToolOffer,
    bounded,
    plan_again,
    plan_by_rule,
)
from masis.domain.verification.ledger import build_ledger
from tests.builders import chunk, selection

OFFERS = tuple(ToolOffer(name=name, when_to_use="") for name in ("web", "wiki", "news", "more"))
CALLS = st.lists(
    st.builds(
        PlannedCall, tool=st.sampled_from(["documents", "web", "wiki", "shell", ""]), question=st.text()
    ),
    max_size=12,
)


@given(CALLS)
def test_a_plan_is_bounded_whatever_a_model_says(calls: list[PlannedCall]) -> None:
    plan = bounded(Plan(calls=tuple(calls), decided_by="model"), OFFERS[:2])
    assert (plan.calls[0].tool, plan.calls[0].question) == (DOCUMENTS, "")
    assert len(plan.calls) <= MOST_CALLS
    assert {call.tool for call in plan.calls} <= {DOCUMENTS, "web", "wiki"}
    assert all(len(call.question) <= MOST_SUB_QUESTION_CHARS for call in plan.calls)
    assert len({(call.tool, call.question.casefold()) for call in plan.calls}) == len(plan.calls)
    assert bounded(plan, OFFERS[:2]) == plan


def test_the_rule_asks_everything_allowed_as_far_as_the_limit_goes() -> None:
    assert [call.tool for call in plan_by_rule(()).calls] == ["documents"]
    assert [call.tool for call in plan_by_rule(OFFERS).calls] == ["documents", "web", "wiki"]


def test_the_plan_of_a_round_can_be_read_from_its_calls() -> None:
    calls = [
        ToolCall(tool="documents", question="As typed?", why="always", decided_by="model"),
        ToolCall(tool="web", question="A part?", why="recent", decided_by="model"),
    ]
    plan = plan_again(calls, "As typed?")
    assert [(call.tool, call.question) for call in plan.calls] == [("documents", ""), ("web", "A part?")]
    assert plan.decided_by == "model"


def test_what_was_chosen_with_the_outline_in_view_is_planned_anew() -> None:
    calls = [
        ToolCall(tool="documents", question="As typed?", why="always"),
        ToolCall(tool="documents", question="A secret part?", why="", decided_by="model", by_outline=True),
        ToolCall(tool="open", question="Report: Margins", why="", decided_by="model", by_outline=True),
    ]
    assert [(call.tool, call.question) for call in plan_again(calls, "As typed?").calls] == [
        ("documents", "")
    ]


def test_the_web_is_joined_under_the_documents_threshold() -> None:
    found = selection(chunk("k1"), dropped=(chunk("k2", "Weak words.", score=0.1),))
    strong = chunk("w1", "Strong words here.", score=0.31, source="web")
    weak = chunk("w2", "Other weak words.", score=0.29, source="web", keyword_score=1.0)
    both = joined(found, (weak, strong))
    assert [one.chunk_id for one in both.evidence] == ["k1", "w1"]
    assert [one.chunk_id for one in both.dropped] == ["w2", "k2"]
    assert both.threshold == found.threshold


def test_a_sentence_may_name_the_site_it_rests_on() -> None:
    web = chunk("w1", "Harbor grew by 9 percent in 2025.", source="web", page_label="web: news.example")
    (claim,) = build_ledger("According to news.example, Harbor grew by 9 percent in 2025 [w1].", (web,))
    assert claim.verdict == "supported"


def test_a_place_is_a_page_or_a_site() -> None:
    assert place_of("7") == "p. 7"
    assert place_of("web: news.example") == "web: news.example"
