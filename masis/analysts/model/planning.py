"""Planning by a model: the outline in view, at most three calls, and nothing of it leaves the documents."""

from collections.abc import Callable
from datetime import date

from masis.analysts.model.analysts import today_utc
from masis.analysts.model.replies import OutlineReply, PlacedCallReply, WorkOutReply
from masis.domain.run.contents import Outline
from masis.domain.run.planning import OutlineCall, OutlinePlan, Wish, WorkOut, bounded_plan
from masis.domain.usage import Usage
from masis.errors import BudgetReached, ModelUnavailable
from masis.llm.base import ChatModel
from masis.prompts import render
from masis.prompts.fences import PLANNING_RULE, Fence

_FAILED = "The model gave no plan of where to look, so the documents were only searched."
_LIST = "\n- "


class ModelOutlinePlanner:
    """Fills ``analysts.base.OutlinePlanner``; a model that fails leaves it at the search."""

    def __init__(self, chat: ChatModel, today: Callable[[], date] = today_utc) -> None:
        self._chat = chat
        self._today = today

    def plan(self, wish: Wish, outline: Outline) -> OutlinePlan:
        """Ask once where to look."""
        orders = {
            "guidance": wish.guidance,
            "missing": _listed(wish.missing),
            "opened": _listed(wish.opened),
        }
        told = {name: text for name, text in orders.items() if text}
        fence = Fence(wish.question, outline.text, *told.values())
        prompt = render(
            "planner",
            data_rule=PLANNING_RULE,
            today=f"{self._today():%-d %B %Y}",
            most=str(wish.most_calls),
            question=fence.around("question", wish.question),
            orders="\n\n".join(fence.around(name, text) for name, text in told.items()),
            outline=fence.around("outline", outline.text),
        )
        try:
            reply, usage = self._chat.structured(prompt.system, prompt.user, OutlineReply, max_calls=1)
        except BudgetReached:
            raise  # the writer could not be asked either
        except ModelUnavailable as error:
            return OutlinePlan(failed=_FAILED, usage=Usage.of(error))
        plan = OutlinePlan(
            calls=tuple(_call(call) for call in reply.calls),
            work_out=tuple(_work_out(work) for work in reply.work_out if 0 < len(work.calls) < 3),
            usage=usage.sent(prompt.version),
        )
        return bounded_plan(plan, wish.most_calls)


def _listed(items: tuple[str, ...]) -> str:
    return f"- {_LIST.join(items)}" if items else ""


def _call(reply: PlacedCallReply) -> OutlineCall:
    return OutlineCall(**{**reply.model_dump(), "periods": tuple(reply.periods)})


def _work_out(reply: WorkOutReply) -> WorkOut:
    return WorkOut(kind=reply.kind, calls=tuple(reply.calls))
