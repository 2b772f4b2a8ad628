"""Model planner: tools and sub-questions for a run's research, in one call at most."""

from collections.abc import Sequence

from masis.analysts.model_replies import PlanReply
from masis.domain.research import DOCUMENTS_OFFER, MOST_CALLS, Plan, PlannedCall, ToolOffer, plan_by_rule
from masis.domain.usage import Usage
from masis.errors import ModelUnavailable
from masis.llm.base import ChatModel
from masis.prompts import render
from masis.prompts.fences import DATA_RULE, Fence


class ModelPlanner:
    """Plans by a model; a model that fails leaves the choice to the rule."""

    def __init__(self, chat: ChatModel) -> None:
        self._chat = chat

    def plan(self, question: str, offers: Sequence[ToolOffer]) -> Plan:
        """Ask once which tools to call with which question."""
        fence = Fence(question)
        prompt = render(
            "researcher",
            data_rule=DATA_RULE,
            most=str(MOST_CALLS - 1),
            tools="\n".join(f"- {tool.name}: {tool.when_to_use}" for tool in (DOCUMENTS_OFFER, *offers)),
            question=fence.around("question", question),
        )
        try:
            reply, usage = self._chat.structured(prompt.system, prompt.user, PlanReply, max_calls=1)
        except ModelUnavailable as error:
            why = "The model gave no plan, so every allowed tool is asked."
            return plan_by_rule(offers, Usage(calls=error.calls), why)
        calls = tuple(PlannedCall(**call.model_dump()) for call in reply.calls)
        return Plan(calls=calls, decided_by="model", usage=usage)
