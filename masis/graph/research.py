"""Research: one round's tool calls, the documents and everything beside them at the same time."""

import logging
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from masis.domain.evidence import EvidenceChunk, EvidenceSelection, dedupe, joined
from masis.domain.run.research import (
    DOCUMENTS,
    MOST_CALLS,
    Plan,
    PlannedCall,
    ToolCall,
    ToolOffer,
    bounded,
    plan_by_rule,
)
from masis.domain.run.trace import Searched
from masis.domain.usage import Usage
from masis.errors import Cancelled, ServiceUnavailable
from masis.graph.deps import Deps
from masis.graph.opening import Earlier, opened
from masis.llm.waiting import awaited, started

log = logging.getLogger(__name__)

Found = tuple[EvidenceChunk, ...]


class Research(NamedTuple):
    """What a round found, and how."""

    selection: EvidenceSelection
    calls: tuple[ToolCall, ...]
    warnings: tuple[str, ...]
    usage: Usage
    worked_out: tuple[str, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """How often each tool was called."""
        names = [call.tool for call in self.calls]
        return {name: names.count(name) for name in dict.fromkeys(names)}


@dataclass(frozen=True)
class _Done:
    """A call that ended: the candidates it gave, or why it gave none."""

    call: PlannedCall
    found: Found
    seconds: float | None = None
    warning: str | None = None


def research(
    deps: Deps,
    searched: Searched,
    *,
    retry: bool,
    allow_web: bool,
    earlier: Plan | None = None,
    before: Earlier = Earlier(),  # noqa: B008 - an immutable value
) -> Research:
    """Search the documents and, where the analyst allowed it, what the plan names beside them.

    A retry asks the same tools beside the documents, without a model call: the question is still the same.
    In the documents it is planned anew, because now it is known what is missing.

    Raises:
        ServiceUnavailable: the documents cannot be searched; a tool beside them only leaves a warning.
    """
    offers = deps.outside.offers() if allow_web and deps.outside is not None else ()
    plan = bounded(earlier, offers) if earlier and offers else _planned(deps, searched, offers)
    began = perf_counter()
    running = [
        (call, started(lambda call=call: _asked(deps, searched, call)))  # type: ignore[misc]
        for call in plan.calls
        if call.tool != DOCUMENTS
    ]
    try:
        selection, done = _in_documents(deps, searched, plan, retry=retry)
    except ServiceUnavailable as outage:
        plan.usage.charge(outage)
        raise
    done += [_collected(call, outcome, began, deps.outside_seconds) for call, outcome in running]
    outside = [chunk for ended in done if ended.call.tool != DOCUMENTS for chunk in ended.found]
    whole = joined(selection, outside) if outside else selection
    try:
        opening = opened(
            deps, searched, whole, before, retry=retry, most_calls=MOST_CALLS - len(plan.calls) + 1
        )
    except ServiceUnavailable as outage:
        plan.usage.charge(outage)
        raise
    return Research(
        selection=opening.selection,
        calls=(*(_told(ended, plan, searched, opening.selection) for ended in done), *opening.calls),
        warnings=(*(_not_usable(deps, offers) if allow_web else ()), *opening.warnings),
        usage=plan.usage + opening.usage,
        worked_out=opening.worked_out,
    )


def _planned(deps: Deps, searched: Searched, offers: Sequence[ToolOffer]) -> Plan:
    """Let the model choose only where there is a choice."""
    if not offers or deps.planner is None:
        return plan_by_rule(offers)
    return bounded(deps.planner.plan(searched.question, offers), offers)


def _in_documents(
    deps: Deps, searched: Searched, plan: Plan, *, retry: bool
) -> tuple[EvidenceSelection, list[_Done]]:
    """Ask the documents the analyst's own question, then the sub-questions; equal passages count once."""
    selection = EvidenceSelection(evidence=(), dropped=(), threshold=0.0)
    done: list[_Done] = []
    for call in plan.calls:
        if call.tool == DOCUMENTS:
            found = deps.retriever.retrieve(
                searched.workspace_id, call.question or searched.question, searched.gap_questions, retry=retry
            )
            selection = _together(selection, found) if done else found
            done.append(_Done(call, (*found.evidence, *found.dropped)))
    return selection, done


def _together(first: EvidenceSelection, second: EvidenceSelection) -> EvidenceSelection:
    evidence = dedupe((*first.evidence, *second.evidence))
    kept = {chunk.chunk_id for chunk in evidence}
    dropped = tuple(
        chunk for chunk in dedupe((*first.dropped, *second.dropped)) if chunk.chunk_id not in kept
    )
    return EvidenceSelection(evidence=evidence, dropped=dropped, threshold=first.threshold)


def _asked(deps: Deps, searched: Searched, call: PlannedCall) -> tuple[Found, float]:
    began = perf_counter()
    if deps.outside is None:
        return (), 0.0
    found = deps.outside.search(call.tool, searched.workspace_id, searched.question, call.question)
    return found, perf_counter() - began


def _collected(
    call: PlannedCall, outcome: "Future[tuple[Found, float]]", began: float, seconds: float
) -> _Done:
    """Take what a tool found by the deadline; whatever goes wrong is a warning."""
    try:
        found, took = awaited(outcome, max(began + seconds - perf_counter(), 0.0))
    except Cancelled:
        raise
    except TimeoutError:
        return _Done(call, (), perf_counter() - began, f"It did not answer within {seconds:g} seconds.")
    except ServiceUnavailable as outage:
        return _Done(call, (), perf_counter() - began, str(outage) or type(outage).__name__)
    except Exception as error:  # a fault out there is logged; the documents answer all the same
        log.exception("tool failed", extra={"tool": call.tool})
        return _Done(call, (), perf_counter() - began, f"It failed: {type(error).__name__}.")
    return _Done(call, found, took)


def _told(done: _Done, plan: Plan, searched: Searched, selection: EvidenceSelection) -> ToolCall:
    ids = {chunk.chunk_id for chunk in done.found}
    return ToolCall(
        tool=done.call.tool,
        question=done.call.question or searched.question,
        why=done.call.why,
        decided_by=plan.decided_by,
        found=len(ids),
        kept=len(ids & {chunk.chunk_id for chunk in selection.evidence}),
        duration_ms=None if done.seconds is None else round(done.seconds * 1000, 3),
        warning=done.warning,
    )


def _not_usable(deps: Deps, offers: Sequence[ToolOffer]) -> tuple[str, ...]:
    """Say what the analyst allowed and nobody could search."""
    states = deps.outside.states() if deps.outside is not None else ()
    reasons = tuple(state.detail for state in states if not state.available)
    return reasons or (() if offers else ("No tool beside the documents is set up.",))
