"""Questions: what a typed question becomes before its run."""

import re
from collections.abc import Sequence
from uuid import uuid4

from pydantic import ValidationError

from masis.domain.conversation.turns import Conversation, Turn
from masis.domain.run.report import RunReport
from masis.domain.verification.citations import strip_citations
from masis.errors import InvalidInput
from masis.state import DEFAULT_MAX_RETRIES, JsonObject, MASISInput
from masis.store.tables import RunRow

_THREAD_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def accepted(question: str, workspace_id: str, max_retries: int | None, thread_id: str | None) -> MASISInput:
    """Return the validated question; ``InvalidInput`` says what to mend."""
    if thread_id is not None and not _THREAD_ID.fullmatch(thread_id):
        message = "A thread id has 1 to 64 letters, digits, hyphens or underscores."
        raise InvalidInput(message)
    try:
        return MASISInput(
            user_query=question,
            workspace_id=workspace_id,
            max_retries=DEFAULT_MAX_RETRIES if max_retries is None else max_retries,
            thread_id=thread_id or uuid4().hex,
        )
    except ValidationError as error:
        reasons = (str(detail["msg"]).removeprefix("Value error, ") for detail in error.errors())
        raise InvalidInput(" ".join(reasons)) from None


def conversation_of(rows: Sequence[RunRow], asked: int) -> JsonObject:
    """Return the earlier exchanges of a thread as the graph reads them; ``asked`` counts in all of it."""
    turns = tuple(_turn(RunReport.model_validate_json(row.report)) for row in rows if row.report)
    return Conversation(turns=turns, clarifications_asked=asked).model_dump(mode="json")


def _turn(report: RunReport) -> Turn:
    asked_back = report.verdict == "needs_clarification"
    answer = report.clarification_question if asked_back else report.answer
    kind = next((entry.get("decision") for entry in report.trace if entry["node"] == "orchestrator"), None)
    return Turn(
        question=report.question,
        answer=strip_citations(answer or "", [chunk.chunk_id for chunk in report.evidence]),
        asked_back=asked_back,
        resolved=report.resolved_question,
        kind=kind,
    )
