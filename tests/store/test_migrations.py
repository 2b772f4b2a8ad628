"""A database of commit 0df9eb8 comes to today's tables with every row; an older or newer one is refused.

``made_by_0df9eb8`` holds dumps of databases that the program of that commit made, on both engines:
documents in two versions, a conflict that a person settled, a rule, a memo audit, a calibration.
"""

import json
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Table, inspect, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from masis.domain.calibration.versions import Place
from masis.domain.run.report import RunReport
from masis.errors import ConfigurationError
from masis.store import (
    calibration,
    cases,
    documents,
    insights,
    memo_audits,
    provenance,
    reviews,
    runs,
    threads,
    workspaces,
)
from masis.store.database import Database, SqliteFile
from masis.store.migrations import HEAD
from masis.store.postgres import Postgres
from masis.store.tables import RunRow
from tests.conftest import SQLITE_AND_POSTGRES

DUMPS = Path(__file__).parent / "made_by_0df9eb8"
Rows = dict[str, list[dict[str, Any]]]


@dataclass
class Old:
    """Where an old database is, and a way to look at it that brings nothing up to date."""

    place: Path | Postgres
    fresh: Path | Postgres
    """Where there is no database yet."""

    def connect(self, place: Path | Postgres | None = None) -> Any:
        place = place or self.place
        engine = (SqliteFile(place) if isinstance(place, Path) else place).engine()
        return engine.begin()

    def execute(self, statement: str) -> None:
        with self.connect() as connection:
            connection.execute(text(statement))


@pytest.fixture(params=SQLITE_AND_POSTGRES)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Old]:
    """Return a database as the old program left it: a file, then on a server."""
    if request.param == "sqlite":
        connection = sqlite3.connect(tmp_path / "masis.db")
        connection.executescript((DUMPS / "sqlite.sql").read_text())
        connection.close()
        yield Old(tmp_path / "masis.db", tmp_path / "fresh.db")
        return
    import psycopg

    server = request.getfixturevalue("postgres")
    urls = (server.empty(), server.empty())
    with psycopg.connect(urls[0]) as connection:
        connection.execute((DUMPS / "postgres.sql").read_text())
    yield Old(Postgres(urls[0]), Postgres(urls[1]))
    for url in urls:
        server.drop(url)


def all_rows(connection: Connection) -> Rows:
    """Return every row of every table."""
    names = inspect(connection).get_table_names()
    return {
        name: [dict(row) for row in connection.execute(text(f"select * from {name}")).mappings()]  # noqa: S608
        for name in names
        if name != "alembic_version"
    }


def schema(connection: Connection) -> dict[str, object]:
    """Return all that the database knows of its tables, in no order."""
    seen = inspect(connection)
    found: dict[str, object] = {}
    for name in seen.get_table_names():
        found[name] = {
            "columns": {
                column["name"]: (str(column["type"]), column["nullable"], column["default"])
                for column in seen.get_columns(name)
            },
            "key": seen.get_pk_constraint(name)["constrained_columns"],
            "foreign": sorted(
                (key["constrained_columns"], key["referred_table"], str(key["options"]))
                for key in seen.get_foreign_keys(name)
            ),
            "indexes": sorted(
                (str(index["name"]), index["column_names"], bool(index["unique"]))
                for index in seen.get_indexes(name)
            ),
            "unique": sorted(key["column_names"] for key in seen.get_unique_constraints(name)),
        }
    triggers = (
        "select name from sqlite_master where type = 'trigger'"
        if connection.dialect.name == "sqlite"
        else "select tgname from pg_trigger where not tgisinternal"
    )
    return {**found, "triggers": sorted(connection.execute(text(triggers)).scalars())}


def opened(old: Old) -> Database:
    database = Database(old.place)
    database.check()
    return database


def renamed(table: str, row: dict[str, Any]) -> dict[str, str]:
    """Return what a row says otherwise today: a run of an absent answer has a verdict of its own."""
    absent = "airspeed" in str(row.get("question")) and row.get("verdict") == "needs_review"
    return {"verdict": "absent"} if table == "runs" and absent else {}


def test_every_row_is_kept_as_it_was(old: Old) -> None:
    with old.connect() as connection:
        before = all_rows(connection)
    assert len(before) == 18
    assert all(before.values()), "the dump has rows in every table"
    opened(old).close()
    with old.connect() as connection:
        after = all_rows(connection)
        assert connection.execute(text("select version_num from alembic_version")).scalars().all() == [HEAD]
    assert after.keys() >= before.keys()  # later migrations add tables
    for name, rows in before.items():
        kept = [{column: row[column] for column in rows[0]} for row in after[name]]
        named = [{**row, **renamed(name, row)} for row in rows]
        assert sorted(map(repr, kept)) == sorted(map(repr, named)), name


def test_its_tables_are_those_of_a_new_database(old: Old) -> None:
    opened(old).close()
    fresh = Database(old.fresh)
    fresh.check()
    with old.connect() as connection, old.connect(old.fresh) as other:
        assert schema(connection) == schema(other)
    fresh.close()


def test_the_documents_of_the_old_program_are_read_by_this_one(old: Old) -> None:
    database = opened(old)
    with database.read() as session:
        (workspace,) = workspaces.summaries(session, "local")
        assert (workspace.name, workspace.documents, workspace.open_cases) == ("Acme", 3, 1)
        listed = documents.summaries(session, "acme")
        versions = {document.file_name: len(document.versions) for document in listed}
        assert versions == {"annual.md": 2, "board.md": 1, "figures.html": 1}
        assert all(document.profile.title == document.title for document in listed)
        assert all(documents.chunks(session, document.current.version_id) for document in listed)
    database.close()


def test_its_runs_reviews_and_memos_are_read_by_this_one(old: Old) -> None:
    database = opened(old)
    with database.read() as session:
        verdicts = {run.run_id: run.verdict for run in runs.listed(session, "acme", "local")}
        assert sorted(verdicts.values()) == ["absent", "finalized", "finalized"]
        for run_id in verdicts:
            assert (
                RunReport.model_validate_json(session.get_one(RunRow, run_id).report or "").run_id == run_id
            )
        assert {
            source.what for found in provenance.stale(session, [*verdicts]).values() for source in found
        } == {"replaced"}
        (settled,) = (case for case in cases.listed(session, "acme") if case.state == "resolved")
        actions = [decision.action for decision in reviews.of_case(session, settled.case_id)]
        assert actions == ["assign", "due", "comment", "approve"]
        assert [rule.subject for rule in reviews.rules(session, "acme")] == ["revenue"]
        (memo,) = memo_audits.listed(session, "acme", "local", 5)
        row = memo_audits.find(session, "acme", memo.audit_id, "local")
        assert row is not None
        assert [sentence.verdict for sentence in memo_audits.to_audit(row).rows] == [
            "supported",
            "figure_mismatch",
        ]
        assert "Revenue" in [thread.title for thread in threads.listed(session, "acme", "local", 5)]
    database.close()


def test_a_calibration_of_the_old_program_counts_on(old: Old) -> None:
    database = opened(old)
    with database.read() as session:
        row = session.execute(text("select embedder, engine from calibrations")).one()
        place = Place(workspace_id="acme", embedder=row.embedder, engine=row.engine)
        assert calibration.current(session, place).thresholds is not None
        (batch,) = calibration.counted(session, place, None)
        assert (batch.done, len(calibration.checked_of(session, batch.batch_id))) == (2, 2)
    database.close()


def test_it_can_be_written_on_and_decisions_still_only_grow(old: Old) -> None:
    database = opened(old)
    with database.write() as session:
        number = session.execute(text("select max(number) from review_decisions")).scalar_one()
        (case,) = (case for case in cases.listed(session, "acme") if case.state == "open")
        also = {"person": "Ben", "code": "", "reason": "Seen.", "before": {}, "after": {}}
        decision = reviews.add_decision(
            session,
            "acme",
            case_id=case.case_id,
            run_id=case.run_id,
            at=case.created_at,
            action="comment",
            **also,
        )
        assert decision.number == number + 1
    with pytest.raises(IntegrityError, match="never changed"), database.write() as session:
        session.execute(update(reviews.DecisionRow).values(reason="y"))
    with database.write() as session:
        workspaces.remove_workspace(session, "acme")
        assert not any(all_rows(session.connection()).values())
    database.close()


@pytest.mark.parametrize(
    ("revision", "told"), [("0012", "before 22 November.*0012.*0df9eb8"), ("9999", "newer MASIS.*9999")]
)
def test_an_older_and_a_newer_one_are_left_alone_and_told_about(old: Old, revision: str, told: str) -> None:
    old.execute(f"update alembic_version set version_num = '{revision}'")  # noqa: S608
    with old.connect() as connection:
        before = (schema(connection), all_rows(connection))
    with pytest.raises(ConfigurationError, match=told):
        opened(old)
    with old.connect() as connection:
        assert (schema(connection), all_rows(connection)) == before


def test_a_step_that_fails_takes_everything_back(old: Old) -> None:
    old.execute("alter table pages add column tables text")  # in the way of the last of the new columns
    with pytest.raises(DBAPIError, match="tables"):
        opened(old)
    with old.connect() as connection:
        assert "correction" not in {column["name"] for column in inspect(connection).get_columns("documents")}
        assert connection.execute(text("select version_num from alembic_version")).scalar() == "0013"


def test_two_that_open_it_at_once_bring_it_up_to_date_once(old: Old) -> None:
    with ThreadPoolExecutor(2) as pool:
        for database in pool.map(lambda _: opened(old), range(2)):
            with database.read() as session:
                assert len(runs.listed(session, "acme", "local")) == 3
            database.close()


def test_the_new_columns_start_empty(old: Old) -> None:
    opened(old).close()
    with old.connect() as connection:
        for table, column, empty in (
            ("documents", "correction", {}),
            ("document_versions", "profile", {}),
            ("pages", "tables", []),
        ):
            values = connection.execute(text(f"select {column} from {table}")).scalars()  # noqa: S608
            assert all((json.loads(kept) if isinstance(kept, str) else kept) == empty for kept in values)


SINCE_0014 = (
    "model_calls",
    "installation",
    "notification_posts",
    "notification_recipients",
    "notification_mutes",
    "notifications",
    "run_figures",
    "step_figures",
    "retry_figures",
    "passage_vectors",
    "job_claims",
    "api_tokens",
    "ratings",
    "audit_log",
    "invitations",
    "members",
    "people",
    "folder_sources",
    "folder_syncs",
    "workspace_retention",
)
"""Tables that later migrations added, in an order in which they can be dropped."""


def without(old: Old, tables: tuple[str, ...], revision: str) -> None:
    """Take later tables, and the columns and the indexes that came after them, out of a database."""
    for name in tables:
        old.execute(f"drop table {name}")
    old.execute("alter table jobs drop column into_document")
    old.execute("alter table document_versions drop column original_removed_at")
    for name in ("run_sources_by_content", "runs_by_thread", "runs_kept"):
        old.execute(f"drop index {name}")
    old.execute("create index ix_runs_thread_id on runs (thread_id)")
    old.execute(f"update alembic_version set version_num = '{revision}'")  # noqa: S608


def test_a_database_of_before_model_calls_gets_their_table_and_keeps_the_rest(old: Old) -> None:
    opened(old).close()
    without(old, SINCE_0014, "0014")
    with old.connect() as connection:
        before = all_rows(connection)
    opened(old).close()
    fresh = Database(old.fresh)
    fresh.check()
    with old.connect() as connection, old.connect(old.fresh) as other:
        after = all_rows(connection)
        owners = [(row["workspace_id"], row["owner"], "owner") for row in before["workspaces"]]
        made = [(row["workspace_id"], row["person"], row["role"]) for row in after.pop("members")]
        assert made == owners
        jobs = [{**row, "into_document": ""} for row in before["jobs"]]
        versions = [{**row, "original_removed_at": None} for row in before["document_versions"]]
        later = {name: [] for name in SINCE_0014 if name != "members"}
        assert after == {**before, "jobs": jobs, "document_versions": versions, **later}
        assert schema(connection) == schema(other)
    fresh.close()


def test_a_database_of_before_the_insights_gets_their_tables_as_the_code_reads_them(old: Old) -> None:
    opened(old).close()
    without(old, SINCE_0014[2:], "0016")
    opened(old).close()
    with old.connect() as connection:
        seen = inspect(connection)
        for row in (insights.RunFiguresRow, insights.StepFiguresRow, insights.RetryFiguresRow):
            table = row.__table__
            assert isinstance(table, Table)
            there = {column["name"]: column["nullable"] for column in seen.get_columns(table.name)}
            assert there == {column.name: bool(column.nullable) for column in table.columns}
            assert {str(index["name"]) for index in seen.get_indexes(table.name)} >= {
                str(index.name) for index in table.indexes
            }
