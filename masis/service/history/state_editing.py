"""State editing: a reviewer looks at the state before an agent, edits it, and lets it go on as a fork."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from masis.domain.evidence import EvidenceChunk
from masis.domain.person import Caller, Right
from masis.domain.run.provenance import EditedState, ForkPoint, ForkPoints, Origin, StateEdit
from masis.domain.run.state_editing import (
    RecordedState,
    StatePassage,
    checked,
    differences,
    in_short,
    place_name,
    reason_of,
)
from masis.domain.run.trace import EditEntry
from masis.service.access import own_run
from masis.service.audit_log import note
from masis.service.container import Container
from masis.service.history.forking import Forking
from masis.service.runs import Runs
from masis.state import MASISInput, MASISState
from masis.store import provenance
from masis.store.database import Session

if TYPE_CHECKING:
    from masis.graph.build import MasisGraph

Also = Callable[[Session, str, EditedState], None]
"""Writes what belongs to the transaction that starts the run: its id and what was edited."""


class StateEditing:
    """Reads states out of checkpoints and starts runs from edited ones; the run they are of never changes."""

    def __init__(self, container: Container, live: Runs, forking: Forking) -> None:
        """Take ``live``, which carries the runs out, and ``forking``, which knows where they can begin."""
        self._container = container
        self._runs = live
        self._forking = forking

    def points(self, caller: Caller, workspace_id: str, run_id: str) -> ForkPoints:
        """Return the agents before which a run's state is kept, for those who may edit it."""
        with self._container.database.read() as session:
            own_run(session, caller, workspace_id, run_id, Right.DECIDE)
        return self._forking.points(caller, workspace_id, run_id)

    def look(
        self, caller: Caller, workspace_id: str, run_id: str, node: str, iteration: int
    ) -> RecordedState:
        """Return the state before an agent, with what became of its documents since.

        Raises:
            InvalidInput: the run has no such step, or its steps are not kept any more.
        """
        with self._container.database.read() as session:
            own_run(session, caller, workspace_id, run_id, Right.DECIDE)
        point = self._forking.point(caller, workspace_id, run_id, node, iteration)
        state = self._state(run_id, point)
        with self._container.database.read() as session:
            return self._recorded(session, workspace_id, state, point)[0]

    def go_on(  # noqa: PLR0913, PLR0917 - where, what and why
        self,
        caller: Caller,
        workspace_id: str,
        run_id: str,
        node: str,
        iteration: int,
        edit: StateEdit,
        reason: str = "",
        also: Also | None = None,
    ) -> str:
        """Start a run from an edited state and return its id.

        The edit is checked against the state and the documents as they are in the transaction that starts
        the run: a document deleted a moment ago carries nothing any more.

        Raises:
            InvalidInput: the edit cannot be carried out; the sentence says why.
        """
        with self._container.database.read() as session:
            own_run(session, caller, workspace_id, run_id, Right.DECIDE)
        why = reason_of(reason)
        point = self._forking.point(caller, workspace_id, run_id, node, iteration)
        state = self._state(run_id, point)
        done: list[tuple[EditedState, Sequence[EvidenceChunk]]] = []

        def request(session: Session) -> MASISInput:
            row = own_run(session, caller, workspace_id, run_id, Right.DECIDE)
            recorded, known = self._recorded(session, workspace_id, state, point)
            valid = checked(recorded, edit)
            changes, at = differences(recorded, valid), self._container.clock()
            made = EditedState(person=caller.signature, at=at, edit=valid, changes=changes, reason=why)
            done.append((made, [known[chunk_id] for chunk_id in valid.brought_back]))
            asked = MASISInput.model_validate(row.request)
            origin = Origin(kind="fork", run_id=run_id, node=node, iteration=iteration, edited=made)
            return _asked(asked, state, origin, valid.retries_left)

        def begun(session: Session, new_run_id: str) -> None:
            made, brought = done[-1]
            self._begin(session, run_id, point, new_run_id, made, brought)
            told = f"{place_name(node, iteration)}: {in_short(made.edit)}"
            note(self._container, session, caller, "edited_state", workspace_id, new_run_id, told)
            if also is not None:
                also(session, new_run_id, made)

        return self._runs.go_on(caller, workspace_id, Right.DECIDE, request, begun)

    def _begin(
        self,
        session: Session,
        run_id: str,
        point: ForkPoint,
        new_run_id: str,
        made: EditedState,
        brought: Sequence[EvidenceChunk],
    ) -> None:
        from masis.graph.editing import applied

        entry = EditEntry(
            iteration=point.iteration,
            person=made.person,
            before=point.node,
            changes=made.changes,
            reason=made.reason or None,
        )

        def changed(state: MASISState) -> MASISState:
            return applied(state, made.edit, brought, entry)

        self._forking.begin(session, run_id, point, new_run_id, changed)

    def _graph(self) -> "MasisGraph":
        return self._runs.handler.graph()

    def _state(self, run_id: str, point: ForkPoint) -> MASISState:
        from masis.graph.forking import state_at

        return state_at(self._graph(), run_id, point)

    def _recorded(
        self, session: Session, workspace_id: str, state: MASISState, point: ForkPoint
    ) -> tuple[RecordedState, dict[str, EvidenceChunk]]:
        """Return the state with the standing of its documents, and the filtered passages as they are now."""
        from masis.graph.editing import recorded

        seen = recorded(state, point)
        versions = {chunk["chunk_id"]: str(chunk["version_id"]) for chunk in state["evidence"]}
        standing = provenance.standings(session, workspace_id, sorted({*versions.values()}))
        wanted = [passage.chunk_id for passage in seen.filtered]
        known = provenance.passages(session, workspace_id, wanted)
        scores = {passage.chunk_id: passage.score for passage in seen.filtered}
        whole = {
            chunk_id: chunk.model_copy(update={"score": scores[chunk_id]})
            for chunk_id, chunk in known.items()
        }
        held = tuple(
            passage
            if passage.standing == "outside"
            else passage.model_copy(update={"standing": standing[versions[passage.chunk_id]]})
            for passage in seen.passages
        )
        there = [passage for passage in seen.filtered if passage.chunk_id in whole]
        back = tuple(_as_now(passage, whole[passage.chunk_id]) for passage in there)
        return seen.model_copy(update={"passages": held, "filtered": back}), whole


def _asked(asked: MASISInput, state: MASISState, origin: Origin, retries_left: int | None) -> MASISInput:
    """Return what the new run was asked: the same, with where it goes on from and the retries it has."""
    update: dict[str, object] = {"origin": origin.model_dump(mode="json")}
    if retries_left is not None:
        update["max_retries"] = state["retry_count"] + retries_left
    return asked.model_copy(update=update)


def _as_now(passage: StatePassage, chunk: EvidenceChunk) -> StatePassage:
    """Return a filtered passage whole, where the trace kept its beginning only."""
    named = {"document_title": chunk.document_title, "page_label": chunk.page_label}
    return passage.model_copy(update={"text": chunk.full_text, **named})
