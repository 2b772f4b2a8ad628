"""Standards: what a run is held to in its workspace, from the outcomes that count now."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from masis.config import Settings
from masis.domain.calibration.acceptance import Standard, finalize_line
from masis.domain.calibration.confidence import Outcome, fit
from masis.domain.calibration.thresholds import ThresholdPair
from masis.domain.calibration.versions import Chosen, Place
from masis.embeddings.base import Embedder
from masis.service.review.casework import rated_verdicts, standing_verdicts
from masis.store import calibration
from masis.store.database import Database, Session
from masis.store.tables import RunRow

# The second is what earlier versions called it.
_UNANSWERED = frozenset({"not_answered", "insufficient_evidence"})


class _Reviewed(NamedTuple):
    """What a finished run says of itself, for good."""

    engine: str
    embedder: str
    clean: bool
    answered: bool


class Standards:
    """Fills ``Deps.standard``; called at every decision, so a changed setting holds from the next one on."""

    def __init__(self, database: Database, embedder: Callable[[], str], engine: str, floor: float) -> None:
        """Read nothing yet; ``floor`` is the contract's line, which no setting can lower."""
        self._database = database
        self._embedder = embedder
        self._engine = engine
        self.floor = floor
        self._runs: dict[str, _Reviewed] = {}

    def place(self, workspace_id: str) -> Place:
        """Return what a calibration of this workspace holds for now."""
        return Place(workspace_id, self._embedder(), self._engine)

    def __call__(self, workspace_id: str) -> Standard:
        """Return the line and the curve in force."""
        place = self.place(workspace_id)
        with self._database.read() as session:
            chosen = calibration.current(session, place)
            outcomes = self.outcomes(session, place, chosen)
        return Standard(line=finalize_line(outcomes, chosen.most_wrong, self.floor), fit=fit(outcomes))

    def thresholds(self, workspace_id: str) -> ThresholdPair | None:
        """Return the pair an analyst adopted; ``None``: the embedder's own."""
        with self._database.read() as session:
            return calibration.current(session, self.place(workspace_id)).thresholds

    def outcomes(self, session: Session, place: Place, chosen: Chosen) -> tuple[Outcome, ...]:
        """Return every outcome that counts: reviews, ratings, the last known questions and self-test."""
        batches = calibration.counted(session, place, chosen.counts_from)
        return (
            *self._of_people(session, place, chosen.counts_from),
            *calibration.probe_outcomes(session, batches),
        )

    def _of_people(self, session: Session, place: Place, since: datetime | None) -> list[Outcome]:
        """Return the last verdict on each answer: a reviewer's decision before a reader's rating."""
        last = {
            verdict.run_id: verdict
            for verdict in (
                *rated_verdicts(session, place.workspace_id),
                *standing_verdicts(session, place.workspace_id),
            )
            if verdict.kind == "answer" and (since is None or verdict.at >= since)
        }
        found = []
        for run_id, verdict in last.items():
            run = self._reviewed(session, run_id)
            mine = run.engine == place.engine and run.embedder in {"", place.embedder}
            if mine and run.answered:
                found.append(
                    Outcome(
                        confidence=verdict.confidence,
                        right=verdict.right,
                        clean=run.clean,
                        source="review",
                        at=verdict.at,
                    )
                )
        return found

    def _reviewed(self, session: Session, run_id: str) -> _Reviewed:
        """Read a report once: it never changes."""
        if run_id not in self._runs:
            row = session.get_one(RunRow, run_id)
            report = json.loads(row.report or "{}")
            decided = [entry for entry in report.get("trace", ()) if entry.get("node") == "supervisor"]
            problems = set(decided[-1].get("problems", ())) if decided else {"unknown"}
            self._runs[run_id] = _Reviewed(
                engine=row.engine,
                embedder=str(report.get("metrics", {}).get("embedder", "")),
                clean="conflict" not in problems and "unknown" not in problems,
                answered=bool(report.get("answer")) and not problems & _UNANSWERED,
            )
        return self._runs[run_id]


def standards_of(settings: Settings, embedder: Callable[[], Embedder], database: Database) -> Standards:
    """Return the standards of the engine and the embedder in use; the embedder is built when first needed."""
    floor = settings.low_confidence_threshold
    return Standards(database, lambda: embedder().profile.name, settings.thinking, floor)
