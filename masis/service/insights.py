"""Insights: what the runs of a workspace, or of all a person has, add up to; made from stored figures."""

import logging
from concurrent.futures import ThreadPoolExecutor

from pydantic import ValidationError

from masis.domain.history.figures import (
    AGENTS,
    RunFigures,
    ending_of,
    figures_of,
    figures_without_report,
)
from masis.domain.history.overview import Overview, times_of
from masis.domain.history.past import PastRun
from masis.domain.history.slices import Over, Slice, today_utc
from masis.domain.person import Caller, Right
from masis.domain.run.report import RunReport
from masis.domain.usage import Usage
from masis.service.access import own_workspace, own_workspaces
from masis.service.container import Container
from masis.service.history import past_runs
from masis.service.recovery import Later
from masis.store import insights, runs, spending
from masis.store.database import Session
from masis.store.insights import Looked
from masis.store.tables import RunRow

log = logging.getLogger(__name__)

BATCH = 50
"""Earlier runs that are counted at a time: reading their reports takes well under a second."""


class Insights:
    """Sums for the page, the runs behind a point, and the figures of runs from before there were any."""

    def __init__(self, container: Container, later: Later) -> None:
        """Count nothing yet; ``later`` counts earlier runs in the background."""
        self._container = container
        self._later = later

    def overview(self, caller: Caller, workspace_id: str, over: Over) -> Overview:
        """Return what the page draws."""
        # The steps are many times the runs: both are summed at the same time.
        with self._container.database.read() as session, ThreadPoolExecutor(1, "insights") as beside:
            looked = self._looked(session, caller, workspace_id, over)
            summed = beside.submit(self._durations, looked)
            made = Overview(
                over=over,
                days=insights.by_day(session, looked),
                confidence=insights.by_confidence(session, looked),
                causes=insights.by_cause(session, looked),
                reasons=insights.by_reason(session, looked),
                judged=insights.judgements(session, looked),
                counting=insights.any_uncounted(session),
            )
            taken = summed.result()
        agents = tuple(times_of(agent, taken[agent]) for agent in AGENTS if agent in taken)
        return made.model_copy(update={"agents": agents})

    def _durations(self, looked: Looked) -> dict[str, list[tuple[int, int]]]:
        with self._container.database.read() as session:
            return insights.durations(session, looked)

    def counting(self) -> bool:
        """Tell whether runs from before there were figures are still being counted."""
        with self._container.database.read() as session:
            return insights.any_uncounted(session)

    def behind(
        self, caller: Caller, workspace_id: str, wanted: Slice, *, limit: int = 50, offset: int = 0
    ) -> tuple[PastRun, ...]:
        """Return the runs behind a point, newest first; of all workspaces where the point was of all."""
        with self._container.database.read() as session:
            looked = self._looked(session, caller, workspace_id, wanted.over)
            found = runs.among(session, insights.behind(looked, wanted), limit, offset)
            return past_runs(session, found)

    def _looked(self, session: Session, caller: Caller, workspace_id: str, over: Over) -> Looked:
        """Return whose runs are meant, after proving that the workspaces are the caller's."""
        own_workspace(session, caller, workspace_id, Right.READ)
        first_day = over.first_day(today_utc(self._container.clock()))
        if over.mine:
            return Looked(tuple(session.scalars(own_workspaces(caller))), first_day, caller.person)
        return Looked((workspace_id,), first_day)

    def count_earlier(self) -> None:
        """Count some of the runs that have no figures yet, and come back for more: a step of the recovery."""
        with self._container.database.read() as session:
            if not insights.any_uncounted(session):
                return
        with self._container.database.write() as session:
            found = insights.uncounted(session, BATCH)
            spent = spending.of_runs(session, [row.run_id for row in found])
            for row in found:
                insights.write(session, row, _read_again(row, spent.get(row.run_id, Usage())))
        if len(found) == BATCH:
            self._later([self.count_earlier])


def _read_again(row: RunRow, usage: Usage) -> RunFigures:
    """Return the figures of a run that has ended, as far as what is stored of it can be read."""
    ended = row.finished_at or row.started_at
    bare = figures_without_report(row.run_id, ending_of(row.verdict), row.started_at, ended, usage)
    if row.report is None:
        return bare
    try:
        report = RunReport.model_validate_json(row.report)
        return figures_of(report, report.verdict, usage)
    except (ValidationError, KeyError, TypeError, ValueError) as error:
        # Counted as far as its row goes: left out, it would be tried again at every start.
        log.warning("a report could not be read for the insights: %s", error, extra={"run_id": row.run_id})
        return bare
