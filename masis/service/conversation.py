"""Conversation: list, rename, delete and export the threads of a workspace; what its documents are about."""

from collections.abc import Callable, Sequence
from typing import cast

from masis.domain.conversation.organisations import organisations_of
from masis.domain.conversation.threads import (
    ThreadRun,
    ThreadSummary,
    ThreadTurn,
    as_markdown,
    first_sentence,
    title_of,
)
from masis.domain.conversation.topics import Topics, topics_of
from masis.domain.person import Caller, Right
from masis.domain.printable import single_line
from masis.domain.run.report import RunReport, RunVerdict
from masis.errors import InvalidInput, NotFound
from masis.service.access import own_workspace
from masis.service.audit_log import note
from masis.service.container import Container
from masis.store import documents, profiles, threads
from masis.store.database import Database, Session
from masis.store.tables import RunRow

LONGEST_NAME = 200
MOST_LISTED = 200
TURNS_SHOWN = 20
MOST_HEADINGS = 400


class Threads:
    """The conversations of all workspaces; each person sees their own."""

    def __init__(self, container: Container, stop_runs: Callable[[Sequence[str]], None]) -> None:
        """Take ``stop_runs``, which stops runs and waits until each has let go."""
        self._container = container
        self._stop_runs = stop_runs

    def listed(self, caller: Caller, workspace_id: str) -> tuple[ThreadSummary, ...]:
        """Return the threads, the one used last first."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            return threads.listed(session, workspace_id, caller.person, MOST_LISTED)

    def turns(self, caller: Caller, workspace_id: str, thread_id: str) -> tuple[ThreadTurn, ...]:
        """Return a thread's last runs in short, oldest first; none when there is no such thread."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            rows = threads.turns_of(session, workspace_id, caller.person, thread_id, TURNS_SHOWN)
        return tuple(
            ThreadTurn(
                run_id=run_id,
                question=question,
                verdict=cast(RunVerdict, verdict),
                first_sentence=first_sentence(answer),
                started_at=started_at,
            )
            for run_id, question, verdict, answer, started_at in rows
        )

    def rename(self, caller: Caller, workspace_id: str, thread_id: str, name: str) -> None:
        """Give a thread a name of the analyst's own."""
        name = single_line(name)
        if not 1 <= len(name) <= LONGEST_NAME:
            message = f"A conversation's name has 1 to {LONGEST_NAME} characters."
            raise InvalidInput(message)
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.ASK)
            _own_runs(session, caller, workspace_id, thread_id)
            threads.rename(session, workspace_id, caller.person, thread_id, name)

    def delete(self, caller: Caller, workspace_id: str, thread_id: str) -> None:
        """Remove a thread with its runs; one that is still working is stopped first."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.ASK)
            run_ids = [row.run_id for row in _own_runs(session, caller, workspace_id, thread_id)]
        self._stop_runs(run_ids)
        with self._container.database.write() as session:
            threads.remove(session, workspace_id, caller.person, thread_id)
            told = f"{len(run_ids)} runs"
            note(self._container, session, caller, "deleted_conversation", workspace_id, thread_id, told)
        self._container.forget_replies(workspace_id)
        for run_id in run_ids:
            self._container.checkpoints().delete_thread(run_id)

    def export(self, caller: Caller, workspace_id: str, thread_id: str) -> str:
        """Return a thread as Markdown."""
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            rows = _own_runs(session, caller, workspace_id, thread_id)
            name = threads.name_of(session, workspace_id, caller.person, thread_id)
            note(self._container, session, caller, "exported", workspace_id, thread_id, "conversation")
        return as_markdown(name or title_of(rows[0].question), [_run(row) for row in rows])


class ThreadDoor:
    """The part of the facade that is about threads."""

    _threads: Threads

    def threads(self, caller: Caller, workspace_id: str) -> tuple[ThreadSummary, ...]:
        """Return the caller's conversations in a workspace, the one used last first."""
        return self._threads.listed(caller, workspace_id)

    def thread_turns(self, caller: Caller, workspace_id: str, thread_id: str) -> tuple[ThreadTurn, ...]:
        """Return the last runs of a conversation in short, oldest first."""
        return self._threads.turns(caller, workspace_id, thread_id)

    def rename_thread(self, caller: Caller, workspace_id: str, thread_id: str, name: str) -> None:
        """Give a conversation a name."""
        self._threads.rename(caller, workspace_id, thread_id, name)

    def delete_thread(self, caller: Caller, workspace_id: str, thread_id: str) -> None:
        """Remove a conversation with its runs, for good."""
        self._threads.delete(caller, workspace_id, thread_id)

    def export_thread(self, caller: Caller, workspace_id: str, thread_id: str) -> str:
        """Return a conversation as Markdown."""
        return self._threads.export(caller, workspace_id, thread_id)


class StoredTopics:
    """Topics as the database knows them now."""

    def __init__(self, database: Database) -> None:
        """Read from this database."""
        self._database = database

    def topics(self, workspace_id: str) -> Topics:
        """Return the topics of a workspace's current documents."""
        with self._database.read() as session:
            headings = documents.headings(session, workspace_id, MOST_HEADINGS)
            held = organisations_of([*profiles.profiles(session, workspace_id).values()])
        return topics_of(headings, [organisation.name for organisation in held])


def _own_runs(session: Session, caller: Caller, workspace_id: str, thread_id: str) -> list[RunRow]:
    rows = threads.runs_of(session, workspace_id, caller.person, thread_id)
    if not rows:
        message = "There is no such conversation in this workspace."
        raise NotFound(message)
    return [*rows]


def _run(row: RunRow) -> ThreadRun:
    return ThreadRun.model_validate(
        {
            "question": row.question,
            "verdict": row.verdict,
            "started_at": row.started_at,
            "report": None if row.report is None else RunReport.model_validate_json(row.report),
        }
    )
