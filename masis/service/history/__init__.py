"""Past: the history with its stale answers, two runs beside each other, and asking once more."""

from collections.abc import Sequence

from masis.domain.history.compare import Subject, compare
from masis.domain.history.past import Compared, PastRun, Side
from masis.domain.person import Caller, Right
from masis.domain.review.reviewed import reviewed
from masis.domain.run.provenance import Origin, Relatives, StaleSource
from masis.domain.run.report import RunReport, RunSummary, RunVerdict
from masis.errors import InvalidInput
from masis.service.access import own_run, own_workspace
from masis.service.container import Container
from masis.service.history.forking import Forking
from masis.service.history.state_editing import StateEditing
from masis.service.runs import Runs
from masis.state import MASISInput
from masis.store import cases, provenance, ratings, reviews, runs
from masis.store.database import Session
from masis.store.tables import RunRow


class Past:
    """What can be done with runs that have ended; none of it changes them."""

    def __init__(self, container: Container, live: Runs) -> None:
        """Take ``live``, which carries out what is started from a past run."""
        self._container = container
        self._runs = live
        self.forking = Forking(container, live)
        self.editing = StateEditing(container, live, self.forking)

    def listed(  # noqa: PLR0913 - the filters of the history
        self,
        caller: Caller,
        workspace_id: str,
        search: str = "",
        verdict: RunVerdict | None = None,
        *,
        stale: bool = False,
        mine: bool = False,
        limit: int = 50,
        offset: int = 0,
    ) -> tuple[PastRun, ...]:
        """Return runs, newest first; ``stale``: with a changed source, ``mine``: that the caller asked."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            found = runs.listed(
                session,
                workspace_id,
                caller.person if mine else None,
                search=search,
                verdict=verdict,
                among=provenance.stale_runs(workspace_id) if stale else None,
                limit=limit,
                offset=offset,
            )
            return past_runs(session, found)

    def stale(self, caller: Caller, workspace_id: str, run_id: str) -> tuple[StaleSource, ...]:
        """Return which documents an answer cites that were replaced or deleted since."""
        with self._container.database.read() as session:
            own_run(session, caller, workspace_id, run_id, Right.READ)
            return provenance.stale(session, [run_id]).get(run_id, ())

    def relatives(self, caller: Caller, workspace_id: str, run_id: str) -> Relatives:
        """Return the runs this one came from and those that came from it."""
        with self._container.database.read() as session:
            row = own_run(session, caller, workspace_id, run_id, Right.READ)
            request = MASISInput.model_validate(row.request)
            case = cases.taken_on_by(session, run_id)  # a question put in other words has no guidance
            sent_on = str((request.guidance or {}).get("continues", ""))
            return Relatives(
                origin=Origin.model_validate(request.origin) if request.origin else None,
                continues=sent_on or (case.run_id if case else ""),
                continued_by=provenance.continued_by(session, run_id),
                successors=provenance.successors(session, run_id),
            )

    def compare(self, caller: Caller, workspace_id: str, before_id: str, after_id: str) -> Compared:
        """Return two finished runs of a workspace and what differs between them."""
        with self._container.database.read() as session:
            pair = (before_id, after_id)
            rows = [own_run(session, caller, workspace_id, run_id, Right.READ) for run_id in pair]
            changed = provenance.stale(session, [before_id, after_id])
            before, after = (
                Side(
                    summary=summary,
                    report=finished_report(session, row),
                    stale=changed.get(row.run_id, ()),
                )
                for row, summary in zip(rows, runs.to_summaries(session, rows), strict=True)
            )
            start, end = sorted(row.started_at for row in rows)
            added = provenance.added_between(session, workspace_id, start, end)
        subjects = [Subject(report=side.report, verdict=side.summary.verdict) for side in (before, after)]
        return Compared(before=before, after=after, comparison=compare(*subjects), added=added)

    def run_again(self, caller: Caller, workspace_id: str, run_id: str) -> str:
        """Ask a past run's question again under the same conditions; return the new run's id."""

        def request(session: Session) -> MASISInput:
            row = own_run(session, caller, workspace_id, run_id, Right.ASK)
            if row.state in {"queued", "running"}:
                message = "This run is still working. Wait until it has ended, then run it again."
                raise InvalidInput(message)
            origin = Origin(kind="again", run_id=run_id)
            asked = MASISInput.model_validate(row.request)
            return asked.model_copy(update={"origin": origin.model_dump(mode="json")})

        return self._runs.go_on(caller, workspace_id, Right.ASK, request, _nothing_more)


def past_runs(session: Session, found: Sequence[RunSummary]) -> tuple[PastRun, ...]:
    """Return runs as the history lists them."""
    ids = [summary.run_id for summary in found]
    changed, people = provenance.stale(session, ids), cases.decided(session, ids)
    against = ratings.contested(session, ids)
    starts = runs.snippets(session, ids)
    return tuple(
        PastRun(
            summary=summary,
            stale=changed.get(summary.run_id, ()),
            snippet=starts.get(summary.run_id, ""),
            decided=people.get(summary.run_id),
            contested=summary.run_id in against and summary.run_id not in people,
        )
        for summary in found
    )


def finished_report(session: Session, row: RunRow) -> RunReport:
    """Return the report as people left it; ``InvalidInput`` when the run has none."""
    if row.report is None:
        working = row.state in {"queued", "running"}
        why = "This run is still working." if working else "This run ended before it had a result."
        message = f"{why} Only finished runs can be compared."
        raise InvalidInput(message)
    return reviewed(RunReport.model_validate_json(row.report), reviews.of_run(session, row.run_id))


def _nothing_more(session: Session, run_id: str) -> None:
    """Write nothing beside the run."""
