"""Forking: a past run taken up again before one of its nodes with a change; the run itself stays."""

from collections.abc import Callable, Sequence
from typing import Literal

from masis.domain.person import Caller, Right
from masis.domain.run.provenance import Change, EngineName, ForkPoint, ForkPoints, Origin
from masis.domain.run.report import RunEvent
from masis.errors import InvalidInput, NotFound
from masis.service.access import own_run, own_workspace
from masis.service.container import Container
from masis.service.runs import Runs
from masis.state import JsonObject, MASISInput, MASISState
from masis.store import provenance, runs
from masis.store.database import Session
from masis.store.tables import RunRow

Why = Literal["unfinished", "gone"]
_WHY: dict[Why, str] = {
    "unfinished": "This run has no result yet, so there is nothing to fork.",
    "gone": (
        "The steps of this run are no longer kept, so it cannot be forked. "
        "Run the whole question again instead."
    ),
}
_NO_CHANGE = (
    "Change a threshold, the engine or the documents first; otherwise the fork gives the same answer."
)
_NOTHING_LEFT = (
    "None of the passages this run found is left under these settings. "
    "Fork it where the Librarian searches, so that it looks again."
)


class Forking:
    """Finds where a run can be forked and starts the fork as a run of its own."""

    def __init__(self, container: Container, live: Runs) -> None:
        """Take ``live``, which carries out the forks."""
        self._container = container
        self._runs = live

    def engines(self) -> tuple[EngineName, ...]:
        """Return the engines a fork may choose."""
        settings = self._container.settings
        return ("extractive", "openai") if settings.has_models else ("extractive",)

    def points(self, caller: Caller, workspace_id: str, run_id: str) -> ForkPoints:
        """Return the nodes a run can be forked at, or why there are none."""
        with self._container.database.read() as session:
            row = own_run(session, caller, workspace_id, run_id, Right.READ)
        if row.report is None:
            return ForkPoints(why_not=_WHY["unfinished"])
        found = self._points(run_id) if row.kept else ()
        return ForkPoints(points=found, why_not="" if found else _WHY["gone"])

    def _points(self, run_id: str) -> tuple[ForkPoint, ...]:
        from masis.graph.forking import points

        return points(self._runs.handler.graph(), run_id)

    def fork(
        self, caller: Caller, workspace_id: str, run_id: str, node: str, iteration: int, change: Change
    ) -> str:
        """Start a run that goes on from before a node with a change; return its id."""
        point = self.point(caller, workspace_id, run_id, node, iteration)
        change = self._checked(caller, workspace_id, change)

        def request(session: Session) -> MASISInput:
            row = own_run(session, caller, workspace_id, run_id, Right.ASK)
            origin = Origin(
                kind="fork",
                run_id=run_id,
                node=point.node,
                iteration=point.iteration,
                change=change,
            )
            asked = MASISInput.model_validate(row.request)
            return asked.model_copy(update={"origin": origin.model_dump(mode="json")})

        def narrowed(state: MASISState) -> MASISState:
            if point.node != "synthesizer":
                return state
            return {**state, "evidence": _narrowed(state["evidence"], change)}

        def begun(session: Session, new_run_id: str) -> None:
            self.begin(session, run_id, point, new_run_id, narrowed)

        return self._runs.go_on(caller, workspace_id, Right.ASK, request, begun)

    def point(self, caller: Caller, workspace_id: str, run_id: str, node: str, iteration: int) -> ForkPoint:
        """Return the place before a node; ``InvalidInput`` says why there is none."""
        known = self.points(caller, workspace_id, run_id)
        wanted = (node, iteration)
        point = next((place for place in known.points if (place.node, place.iteration) == wanted), None)
        if point is None:
            message = known.why_not or f"This run has no {node} in round {iteration} to fork at."
            raise InvalidInput(message)
        return point

    def begin(
        self,
        session: Session,
        run_id: str,
        point: ForkPoint,
        new_run_id: str,
        changed: Callable[[MASISState], MASISState],
    ) -> None:
        """Write where a new run, which the caller was let start, goes on from, and what was done before."""
        from masis.graph.forking import begin

        state = begin(self._runs.handler.graph(), run_id, point, new_run_id, changed)
        row = session.get_one(RunRow, new_run_id)
        calls = int(state["metrics"].get("llm_calls", 0))
        row.request = {**row.request, "origin": {**row.request["origin"], "calls_before": calls}}
        runs.append_events(session, new_run_id, self._events(state))

    def _checked(self, caller: Caller, workspace_id: str, change: Change) -> Change:
        """Return the change with the documents' names, if it can be carried out."""
        if not change.model_copy(update={"document_titles": ()}).anything:
            raise InvalidInput(_NO_CHANGE)
        if change.engine is not None and change.engine not in self.engines():
            message = "No OpenAI-compatible model is set up. Set OPENAI_API_KEY or OPENAI_BASE_URL first."
            raise InvalidInput(message)
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.ASK)
            known = provenance.titles(session, workspace_id, change.document_ids)
        missing = [document_id for document_id in change.document_ids if document_id not in known]
        if missing:
            message = "A chosen document is not in this workspace any more. Choose the documents again."
            raise NotFound(message)
        return change.model_copy(
            update={"document_titles": tuple(known[document_id] for document_id in change.document_ids)}
        )

    def _events(self, state: MASISState) -> Sequence[RunEvent]:
        """Return what was done before the fork, so that the run's own record is whole."""
        at = self._container.clock()
        steps = [
            RunEvent(
                number=number,
                at=at,
                kind="node_finished",
                node=str(entry["node"]),
                iteration=int(entry["iteration"]),
                detail=entry,
            )
            for number, entry in enumerate(state["trace"], start=2)
        ]
        return [RunEvent(number=1, at=at, kind="started"), *steps]


def _narrowed(found: list[JsonObject], change: Change) -> list[JsonObject]:
    """Return the passages the writer of a fork may still use; what is from the web has no document."""
    kept = [
        chunk
        for chunk in found
        if chunk.get("source", "document") == "web"
        or not change.document_ids
        or chunk["document_id"] in change.document_ids
    ]
    if change.evidence_threshold is not None:
        kept = [chunk for chunk in kept if chunk["score"] >= change.evidence_threshold]
    if not kept:
        raise InvalidInput(_NOTHING_LEFT)
    return kept
