"""The model-backed choice of tools: one call, the question alone, and a rule behind it."""

from dataclasses import replace
from typing import Any

import pytest

from masis.analysts.model import model_analysts
from masis.analysts.model.analysts import ModelPlanner
from masis.domain.run.research import ToolOffer
from masis.graph import graph
from masis.graph.deps import Deps
from masis.llm.openai import openai_chats
from masis.llm.waiting import CallWindow
from masis.state import MASISInput
from tests.analysts.evidence_builders import QUESTION, REVENUE
from tests.builders import selection
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.scripted import ScriptedRetriever
from tests.graph.test_research import WEB, Outside
from tests.llm.chats import FakeTime, settings_for

OFFERS = (ToolOffer(name="web", when_to_use="The public web."),)


def analysts(fake: FakeOpenAI) -> Any:
    settings, pause = settings_for(fake, model_max_attempts=1), FakeTime().pause
    return model_analysts(settings, openai_chats(settings, window=CallWindow(10_000, pause), pause=pause))


def planner(fake: FakeOpenAI) -> ModelPlanner:
    return analysts(fake).planner


def test_a_plan_is_one_call_that_shows_the_question_and_the_tools(fake: FakeOpenAI) -> None:
    plan = planner(fake).plan("What did Harbor announce?", OFFERS)
    assert [(call.tool, call.question) for call in plan.calls] == [("web", "What did Harbor announce?")]
    assert (plan.decided_by, plan.usage.calls, fake.count("planner")) == ("model", 1, 1)
    prompt = " ".join(message["content"] for message in fake.requests[0]["body"]["messages"])
    assert "- web: The public web." in prompt
    assert "- documents: " in prompt


@pytest.mark.parametrize("mode", ["500", "html", "empty", "prose", "401", "broken_json"])
def test_a_model_that_gives_no_plan_leaves_it_to_the_rule(fake: FakeOpenAI, mode: str) -> None:
    fake.mode(mode, role="planner")
    plan = planner(fake).plan("What did Harbor announce?", OFFERS)
    assert [(call.tool, call.question) for call in plan.calls] == [("documents", ""), ("web", "")]
    assert plan.decided_by == "rule"
    ways = 4 if mode == "500" else 1  # a server's answer to a format it does not know
    assert plan.usage.calls == fake.count("planner") == ways


def run(fake: FakeOpenAI, *, allow_web: bool) -> dict[str, Any]:
    deps = Deps(
        **analysts(fake)._asdict(), retriever=ScriptedRetriever([selection(REVENUE)]), engine="openai"
    )
    deps = replace(deps, outside=Outside(web=lambda: [WEB]))
    state = MASISInput(user_query=QUESTION, workspace_id="acme", allow_web=allow_web).to_state()
    return graph.invoke(state, context=deps)


def test_a_run_with_the_web_costs_one_call_more_and_its_retry_none(fake: FakeOpenAI) -> None:
    assert run(fake, allow_web=True)["metrics"]["llm_calls"] == fake.count() == 5  # desk, plan, 3 analysts
    fake.reset()
    fake.script("low_confidence", role="auditor")
    result = run(fake, allow_web=True)
    assert (fake.count("planner"), fake.count("auditor")) == (1, 2)
    assert result["metrics"]["llm_calls"] == fake.count() == 7


def test_a_run_without_the_web_never_plans(fake: FakeOpenAI) -> None:
    assert run(fake, allow_web=False)["metrics"]["llm_calls"] == fake.count() == 4
    assert fake.count("planner") == 0


def test_a_writer_is_told_which_passage_is_from_the_web(fake: FakeOpenAI) -> None:
    run(fake, allow_web=True)
    written = next(request for request in fake.requests if request["role"] == "writer")
    prompt = " ".join(message["content"] for message in written["body"]["messages"])
    assert f"passage [S2] Annual report | {WEB.page_label}" in prompt
