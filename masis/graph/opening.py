"""Opening: what a planner asked for with the outline in view, carried out, and what code works out of it."""

from collections.abc import Sequence
from typing import NamedTuple

from masis.domain.evidence import EvidenceChunk, EvidenceSelection, dedupe
from masis.domain.facts.looked_up import LookedUpLine, Worked, work_out
from masis.domain.language.questions import parse
from masis.domain.run.contents import OUTLINE_CHARS, Outline
from masis.domain.run.planning import (
    LOOK_UP,
    OPEN,
    OutlineCall,
    OutlinePlan,
    Wish,
    WorkOut,
    needs_plan,
    tool_of,
)
from masis.domain.run.research import ToolCall
from masis.domain.run.trace import Searched
from masis.domain.usage import Usage
from masis.domain.verification.ledger import build_ledger
from masis.errors import ServiceUnavailable, StoreUnavailable
from masis.graph.deps import ContentsSource, Deps

OPENED_CHARS = 6000
"""What one call brings at most."""
_SHARE_OF_CONTEXT = 5
"""One call brings at most this part of what a writer reads, so that what was searched has room beside it."""
_MOVED = frozenset({"change", "compare"})


class Earlier(NamedTuple):
    """What rounds before this one, or a reviewer, leave for a planner."""

    opened: tuple[EvidenceChunk, ...] = ()
    """Passages that were opened; they stay."""
    calls: tuple[ToolCall, ...] = ()
    worked_out: tuple[str, ...] = ()
    guidance: str = ""


class Opening(NamedTuple):
    """What a round's plan brought beside the search."""

    selection: EvidenceSelection
    calls: tuple[ToolCall, ...] = ()
    worked_out: tuple[str, ...] = ()
    """Sentences with their citations; each is one that the claim ledger supports."""
    warnings: tuple[str, ...] = ()
    usage: Usage = Usage()


class _Done(NamedTuple):
    call: OutlineCall
    said: str
    chunks: tuple[EvidenceChunk, ...] = ()
    lines: tuple[LookedUpLine, ...] = ()
    why_not: str = ""
    others: tuple[EvidenceChunk, ...] = ()


def opened(
    deps: Deps,
    searched: Searched,
    selection: EvidenceSelection,
    earlier: Earlier,
    *,
    retry: bool,
    most_calls: int,
) -> Opening:
    """Return the evidence with what a planner opened and looked up, where a question needs a plan.

    Nothing is planned without evidence: where nothing qualifies, no model is called. Whatever goes wrong is
    told in the trace, and the search counts as it is.
    """
    kept = _with(selection, earlier.opened)
    contents, planner = deps.contents, deps.outline_planner
    needed = needs_plan(searched.question, retry=retry) and most_calls > 0 and bool(selection.evidence)
    if contents is None or planner is None or not needed:
        return Opening(kept, worked_out=earlier.worked_out)
    outline = contents.outline(
        searched.workspace_id, searched.question, min(OUTLINE_CHARS, deps.context_chars)
    )
    if not outline.documents:
        return Opening(kept, worked_out=earlier.worked_out)
    wish = Wish(
        question=searched.question,
        missing=tuple(gap for gap in searched.gap_questions if gap != earlier.guidance),
        opened=tuple(call.question for call in earlier.calls),
        guidance=earlier.guidance,
        most_calls=most_calls,
    )
    plan = planner.plan(wish, outline)
    done = [_carried_out(deps, contents, searched, outline, call) for call in plan.calls]
    worked = _worked_out(searched.question, plan, done)
    done = [_with_used(ended, worked) for ended in done]
    whole = _with(kept, [chunk for ended in done for chunk in ended.chunks])
    return Opening(
        selection=whole,
        calls=tuple(_told(ended, whole) for ended in done),
        worked_out=tuple(dict.fromkeys((*earlier.worked_out, *_supported(deps, worked, whole)))),
        warnings=(plan.failed,) if plan.failed else (),
        usage=plan.usage,
    )


def _carried_out(
    deps: Deps, contents: ContentsSource, searched: Searched, outline: Outline, call: OutlineCall
) -> _Done:
    """Carry out one call; what it cannot do is said, and never stops the round."""
    said = call.question
    try:
        if call.action == OPEN:
            return _opened(deps, contents, searched, outline, call)
        if call.action == LOOK_UP:
            said = ", ".join(part for part in (call.measure, call.organisation, *call.periods) if part)
            found = contents.look_up(searched.workspace_id, searched.question, call, _room(deps))
            return _Done(call, said, found.chunks, found.lines, found.why_not, found.others)
        selection = deps.retriever.retrieve(searched.workspace_id, call.question, (), retry=False)
        return _Done(call, said, selection.evidence)
    except StoreUnavailable:
        raise  # no step can be kept without the database: the run waits
    except ServiceUnavailable as outage:
        return _Done(call, said or call.label, why_not=str(outage) or type(outage).__name__)


def _opened(
    deps: Deps, contents: ContentsSource, searched: Searched, outline: Outline, call: OutlineCall
) -> _Done:
    place = f"{call.label} page {call.page}" if call.page else call.label
    named = outline.named(call.label, call.page)
    if named is None:
        return _Done(call, place, why_not=f"“{place}” is not in the table of contents.")
    found = contents.open(searched.workspace_id, searched.question, named, _room(deps))
    return _Done(call, named.said, found, why_not="" if found else "Nothing can be read there.")


def _room(deps: Deps) -> int:
    return min(OPENED_CHARS, deps.context_chars // _SHARE_OF_CONTEXT)


def _with(selection: EvidenceSelection, more: Sequence[EvidenceChunk]) -> EvidenceSelection:
    """Add passages that somebody chose, whatever their scores; what was searched keeps its own."""
    known = {chunk.chunk_id for chunk in selection.evidence}
    fresh = [chunk for chunk in more if chunk.chunk_id not in known]
    if not fresh:
        return selection
    evidence = dedupe((*selection.evidence, *fresh))
    kept = {chunk.chunk_id for chunk in evidence}
    dropped = tuple(chunk for chunk in selection.dropped if chunk.chunk_id not in kept)
    return selection.model_copy(update={"evidence": evidence, "dropped": dropped})


def _told(done: _Done, selection: EvidenceSelection) -> ToolCall:
    ids = tuple(dict.fromkeys(chunk.chunk_id for chunk in done.chunks))
    kept = {chunk.chunk_id for chunk in selection.evidence}
    return ToolCall(
        tool=tool_of(done.call),
        question=done.said,
        why=done.call.why,
        decided_by="model",
        found=len(ids),
        kept=len(kept & {*ids}),
        warning=done.why_not or None,
        by_outline=True,
        opened=() if done.call.action == "search" else tuple(id for id in ids if id in kept),
    )


def _worked_out(question: str, plan: OutlinePlan, done: Sequence[_Done]) -> list[Worked]:
    """Return what follows from the looked-up rows."""
    owners = {line.organisation for ended in done for line in ended.lines}
    found: list[Worked] = []
    for wanted in plan.work_out or _usual(question, done):
        rows = [done[number - 1] for number in wanted.calls]
        lines = [line for ended in rows for line in ended.lines]
        chunks = [chunk for ended in rows for chunk in (*ended.chunks, *ended.others)]
        found += work_out(wanted.kind, lines, chunks, named=len(owners) > 1)
    return found


def _with_used(done: _Done, worked: Sequence[Worked]) -> _Done:
    """Return a call with the passages that what was worked out cites."""
    used = {chunk_id for made in worked for chunk_id in made.chunk_ids}
    known = {chunk.chunk_id for chunk in done.chunks}
    more = [other for other in done.others if other.chunk_id in used - known]
    return done._replace(chunks=(*done.chunks, *more))


def _supported(deps: Deps, worked: Sequence[Worked], selection: EvidenceSelection) -> tuple[str, ...]:
    """Return the sentences, cited, that the ledger's own recomputation supports."""
    held = {chunk.chunk_id for chunk in selection.evidence}
    found: list[str] = []
    for made in worked:
        sentence = _cited(made)
        ledger = build_ledger(sentence, selection.evidence, deps.reader)
        if held.issuperset(made.chunk_ids) and all(claim.verdict == "supported" for claim in ledger):
            found.append(sentence)
    return tuple(found)


def _usual(question: str, done: Sequence[_Done]) -> tuple[WorkOut, ...]:
    """Return what a question about a movement wants of its rows, where the planner left it open."""
    if not any(part.moving or part.operation in _MOVED for part in parse(question).parts):
        return ()
    rows = [number for number, ended in enumerate(done, 1) if len(ended.lines) == 1]
    return tuple(WorkOut(kind="change", calls=(number,)) for number in rows)


def _cited(worked: Worked) -> str:
    return f"{worked.sentence} {''.join(f'[{chunk_id}]' for chunk_id in worked.chunk_ids)}."
