"""Calibration: what a workspace's known truths say about scores and confidence, and what follows from it."""

from collections.abc import Callable

from masis.domain.calibration.acceptance import RISKS
from masis.domain.calibration.confidence import LEAST_OUTCOMES
from masis.domain.calibration.probes import Batch, BatchKind, Probe
from masis.domain.calibration.thresholds import ThresholdPair
from masis.domain.calibration.versions import Chosen
from masis.domain.person import Caller, Right
from masis.errors import InvalidInput, NotFound
from masis.service.access import own_workspace
from masis.service.audit_log import note
from masis.service.calibration.overview import Overview, overview_of
from masis.service.calibration.probing import Probing
from masis.service.calibration.standards import standards_of
from masis.service.container import Container, new_id
from masis.service.recovery import Later
from masis.store import calibration, documents

MOST_PROBES = 100
PROBES = 40
"""Probes of each kind in a self-test that does not say."""


class Calibration:
    """Settings in versions, and the batches of probes they rest on; each act names who did it."""

    def __init__(self, container: Container, later: Later) -> None:
        """Start no thread yet; ``later`` carries out what has to wait for the database."""
        self._container = container
        self.probing = Probing(container, later)
        self._standards = standards_of(container.settings, container.embedder, container.database)

    def overview(self, caller: Caller, workspace_id: str) -> Overview:
        """Return all there is to show."""
        place = self._standards.place(workspace_id)
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            seen = overview_of(session, place, self._standards, self._container.embedder().profile)
        return seen.model_copy(update={"running": self.under_way(caller, workspace_id)})

    def under_way(self, caller: Caller, workspace_id: str) -> Batch | None:
        """Return the batch that runs now, as far as it is."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            kept = calibration.batches(session, self._standards.place(workspace_id))
        running = next((batch for batch in kept if batch.state == "running"), None)
        return running if self.probing.is_active(workspace_id) else None

    def self_test(self, caller: Caller, workspace_id: str, most: int = PROBES, seed: int = 0) -> str:
        """Make probes from the workspace's documents and run them; return the batch's id."""
        from masis.evaluation.probing import make_probes

        if not 1 <= most <= MOST_PROBES:
            message = f"A self-test makes 1 to {MOST_PROBES} probes of each kind."
            raise InvalidInput(message)
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.DECIDE)
            held = [
                (document.file_name, documents.chunks(session, document.current.version_id))
                for document in documents.summaries(session, workspace_id)
            ]
        probes = make_probes(held, most, seed)
        if not probes:
            message = (
                "No sentence or table row with a figure was found to make a question of. Upload documents "
                "that state figures, or ask your own questions with a CSV."
            )
            raise InvalidInput(message)
        chunks = {chunk.chunk_id: chunk for _, some in held for chunk in some}
        names = {chunk.document_id: name for name, some in held for chunk in some}
        batch = self._batch(caller, workspace_id, "self_test", len(probes), seed)
        self.probing.start(batch, probes, chunks, names)
        return batch.batch_id

    def ask_known(self, caller: Caller, workspace_id: str, content: bytes) -> str:
        """Run the questions of a CSV; they take the place of an earlier upload. Return the batch's id."""
        from masis.evaluation.known import read_known

        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.DECIDE)
            held = documents.summaries(session, workspace_id)
        if not held:
            message = "There are no documents to ask in this workspace. Upload some first."
            raise InvalidInput(message)
        names = {document.document_id: document.file_name for document in held}
        probes = tuple(_of_file(probe, frozenset(names.values())) for probe in read_known(content))
        batch = self._batch(caller, workspace_id, "known", len(probes), 0)
        self.probing.start(batch, probes, {}, names)
        return batch.batch_id

    def cancel(self, caller: Caller, workspace_id: str) -> None:
        """Stop the batch under way; what was checked is kept."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.DECIDE)
        self.probing.cancel(workspace_id)

    def remove(self, caller: Caller, workspace_id: str, batch_id: str) -> None:
        """Take a batch back: its outcomes no longer count."""
        place = self._standards.place(workspace_id)
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.DECIDE)
            note(self._container, session, caller, "removed_test", workspace_id, batch_id)
            if not calibration.remove_batch(session, place, batch_id):
                message = "There is no such test in this workspace; it may have been removed."
                raise NotFound(message)

    def set_risk(self, caller: Caller, workspace_id: str, most_wrong: float | None) -> None:
        """Say how many of the finalized answers may be wrong; ``None``: the contract's line alone."""
        if most_wrong is not None and most_wrong not in RISKS:
            message = f"Choose one of {', '.join(f'{risk:.0%}' for risk in RISKS)}."
            raise InvalidInput(message)
        if most_wrong is not None:
            judged = self.overview(caller, workspace_id).need.outcomes
            if judged < LEAST_OUTCOMES:
                message = f"A risk setting needs {LEAST_OUTCOMES} judged answers; so far there are {judged}."
                raise InvalidInput(message)
        said = "Risk setting off" if most_wrong is None else f"At most {most_wrong:.0%} wrong"
        self._change(
            caller, workspace_id, said, lambda now: now.model_copy(update={"most_wrong": most_wrong})
        )

    def adopt(self, caller: Caller, workspace_id: str, pair: ThresholdPair | None) -> None:
        """Search this workspace with another threshold pair; ``None``: the embedder's own."""
        if pair is not None and pair.retry_threshold > pair.threshold:
            message = "The threshold of a retry cannot be above the first one."
            raise InvalidInput(message)
        said = "Thresholds of the embedder's profile"
        if pair is not None:
            said = f"Thresholds {pair.threshold:.2f} and {pair.retry_threshold:.2f}"
        self._change(caller, workspace_id, said, lambda now: now.model_copy(update={"thresholds": pair}))

    def reset(self, caller: Caller, workspace_id: str) -> None:
        """Start over: no outcome from before counts, and everything chosen is given up."""
        fresh = Chosen(counts_from=self._container.clock())
        self._change(caller, workspace_id, "Started over", lambda _: fresh)

    def _change(
        self, caller: Caller, workspace_id: str, said: str, change: Callable[[Chosen], Chosen]
    ) -> None:
        place = self._standards.place(workspace_id)
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.MANAGE)
            changed = change(calibration.current(session, place))
            named = changed.model_copy(update={"person": caller.signature, "change": said})
            calibration.add_version(session, place, named, self._container.clock())
            note(self._container, session, caller, "changed_standard", workspace_id, detail=said)

    def _batch(self, caller: Caller, workspace_id: str, kind: BatchKind, total: int, seed: int) -> Batch:
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.DECIDE)
            note(self._container, session, caller, "tested", workspace_id, detail=f"{kind}, {total} probes")
        place = self._standards.place(workspace_id)
        return Batch(
            batch_id=new_id("t"),
            workspace_id=workspace_id,
            kind=kind,
            state="running",
            engine=place.engine,
            embedder=place.embedder,
            version=self._container.version,
            seed=seed,
            total=total,
            person=caller.signature,
            started_at=self._container.clock(),
        )


def _of_file(probe: Probe, names: frozenset[str]) -> Probe:
    """Hold a row to a document that is there."""
    if not probe.document:
        return probe
    known = {name.casefold(): name for name in names}
    name = known.get(probe.document.casefold())
    if name is None:
        message = (
            f"“{probe.text[:80]}” names the document “{probe.document[:80]}”, which is not in this workspace."
        )
        raise InvalidInput(message)
    return probe.model_copy(update={"document": name})
