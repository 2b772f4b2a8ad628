"""What the store promises whatever engine it stands on: the same rows, order, limits and refusals."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text, update
from sqlalchemy.exc import IntegrityError

from masis.domain.review.case import Case
from masis.domain.review.decisions import CaseFilter
from masis.domain.review.precedence import PrecedenceRule
from masis.domain.run.report import RunEvent
from masis.store import cases, documents, jobs, members, reviews, runs, threads, workspaces
from masis.store.database import Database, Session
from masis.store.postgres import Postgres
from masis.store.reviews import DecisionRow
from masis.store.tables import DocumentRow, RunEventRow, RunRow, VersionRow
from tests.contracts import make_chunk
from tests.fakes.services import read_text

NOW = datetime(2026, 11, 21, 12, 0, 0, 123456, tzinfo=UTC)


@pytest.fixture
def database(tmp_path: Path, database_url: str | None) -> Iterator[Database]:
    """Return an empty database with one workspace of mine and one of hers."""
    database = Database(Postgres(database_url) if database_url else tmp_path / "masis.db")
    with database.write() as session:
        for name, owner in (("acme", "me"), ("hers", "her")):
            row = workspaces.new_row(name, name, owner, NOW, sample=name == "acme")
            workspaces.add_workspace(session, row)
    yield database
    database.close()


def new_run(run_id: str, question: str = "How high was revenue?", **also: Any) -> RunRow:
    values: dict[str, Any] = {
        "workspace_id": "acme",
        "thread_id": "t1",
        "owner": "me",
        "request": {"user_query": question},
        "state": "finished",
        "verdict": "finalized",
        "confidence": 0.1 + 0.2,
        "confidence_history": [0.5, 0.1 + 0.2],
        "started_at": NOW,
        **also,
    }
    return RunRow(run_id=run_id, question=question, **values)


def add_document(session: Session, name: str, label: str = "1") -> None:
    row = DocumentRow(
        document_id=f"d-{name[:9]}",
        workspace_id="acme",
        file_name=name,
        name_key=documents.name_key(name),
        kind="text",
        title=name,
        date="",
        current_version_id=f"v-{name[:9]}",
        created_at=NOW,
    )
    version = VersionRow(
        version_id=f"v-{name[:9]}",
        document_id=row.document_id,
        number=1,
        sha256="0" * 64,
        size_bytes=2_000_000_000,
        pages=1,
        chunks=1,
        title=name,
        notices=[],
        added_at=NOW,
    )
    session.add(row)
    session.flush()
    session.add(version)
    session.flush()
    read = read_text(b"words", "text", name, None, None, on_page=lambda *_: None, cancelled=lambda: False)  # type: ignore[arg-type]
    page = read.pages[0].model_copy(update={"label": label})
    chunk = make_chunk("k1", "words", version_id=version.version_id)
    documents.add_content(session, version.version_id, read.model_copy(update={"pages": (page,)}), [chunk])


def add_case(session: Session, run_id: str, **also: Any) -> None:
    session.add(new_run(run_id, also.get("question", "Which one?")))
    session.flush()
    values = {"question": "Which one?", "cause": "conflict", "message": "m", "created_at": NOW, **also}
    cases.add(session, Case(case_id=f"c-{run_id}", run_id=run_id, workspace_id="acme", **values))
    session.flush()


def test_values_come_back_as_they_were_written(database: Database) -> None:
    detail = {"b": [1, 2.5, None, True], "a": {"ä": "\u2028 😀 'quoted' \\u0000 %s :x"}}
    with database.write() as session:
        session.add(new_run("r1", "100 % of 'it'; -- \\ 😀"))
        session.flush()
        event = RunEvent(number=1, at=NOW, kind="started", node="", iteration=0, detail=detail)
        runs.append_events(session, "r1", [event])
    with database.read() as session:
        row = session.get_one(RunRow, "r1")
        assert (row.question, row.started_at) == ("100 % of 'it'; -- \\ 😀", NOW)
        assert (row.confidence, row.confidence_history) == (0.1 + 0.2, [0.5, 0.1 + 0.2])
        (kept,) = runs.events(session, "r1")
        assert kept == event
        assert list(kept.detail) == ["b", "a"]
        assert workspaces.sample_of(session, "me") is not None
        assert workspaces.sample_of(session, "her") is None


def test_no_text_is_too_long_or_too_strange_to_be_kept(database: Database) -> None:
    with database.write() as session:
        add_document(session, "ŉ" * 200 + ".txt", label="A label that a hostile file may choose " * 9)
        session.add(new_run("r1", "nul \0 in it", engine="a model with a very long name " * 5))
    with database.read() as session:
        assert documents.by_name(session, "acme", "ŉ" * 200 + ".TXT") is not None
        assert session.get_one(RunRow, "r1").question in {"nul \0 in it", "nul \ufffd in it"}


def test_searches_find_words_in_any_case_and_mean_wildcards_literally(database: Database) -> None:
    with database.write() as session:
        session.add(new_run("r1", "Revenue grew 5 % in 2024"))
        session.add(new_run("r2", "Costs_of freight", started_at=NOW + timedelta(seconds=1)))
    with database.read() as session:

        def found(words: str) -> list[str]:
            return [run.run_id for run in runs.listed(session, "acme", "me", search=words)]

        assert found("REVENUE") == found("grew %") == ["r1"]
        assert found("s_o") == ["r2"]
        assert found("") == ["r2", "r1"]
        assert found("100%") == []
        assert workspaces.taken_ids(session, "ac_e") == frozenset()


def test_threads_of_people_and_workspaces_stay_apart(database: Database) -> None:
    with database.write() as session:
        session.add(new_run("r1", "Mine, first"))
        session.add(new_run("r2", "Mine, second", started_at=NOW + timedelta(1)))
        session.add(new_run("r3", "Hers under the same id", owner="her"))
        session.add(new_run("r4", "Hers elsewhere", owner="her", workspace_id="hers"))
        threads.rename(session, "acme", "me", "t1", "Renamed")
        threads.rename(session, "acme", "me", "t1", "Renamed again")
    with database.write() as session:
        (mine,) = threads.listed(session, "acme", "me", 10)
        assert (mine.title, mine.runs, mine.last_activity) == ("Renamed again", 2, NOW + timedelta(1))
        assert [one.title for one in threads.listed(session, "acme", "her", 10)] == ["Hers under the same id"]
        assert [row.run_id for row in runs.earlier(session, "acme", "me", "t1", 9)] == ["r1", "r2"]
        threads.remove(session, "acme", "me", "t1")
        assert threads.listed(session, "acme", "me", 10) == ()
        assert len(threads.runs_of(session, "acme", "her", "t1")) == 1


def test_of_two_writers_on_one_case_one_is_told(database: Database) -> None:
    with database.write() as session:
        add_case(session, "r1")

    def decide(person: int) -> bool:
        with database.write() as session:
            return cases.change(
                session, "c-r1", 1, state="resolved", outcome="approved", assignee=str(person)
            )

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(decide, range(8))) == [False] * 7 + [True]
    with database.read() as session:
        kept = cases.of_run(session, "r1")
        assert kept is not None
        assert (kept.state, kept.version) == ("resolved", 2)


def test_the_queue_is_filtered_sorted_and_counted_by_the_database(database: Database) -> None:
    with database.write() as session:
        for number, (assignee, due) in enumerate(
            [("", None), ("ben", date(2026, 12, 2)), ("Anna", date(2026, 12, 1))]
        ):
            add_case(session, f"r{number}", assignee=assignee, due=due, created_at=NOW + timedelta(number))
    with database.read() as session:
        mine = members.workspaces_of("me")

        def order(sort: str) -> list[str]:
            wanted = CaseFilter.model_validate({"sort": sort})
            return [case.run_id for case in cases.queue(session, mine, wanted).cases]

        assert order("due") == order("assignee") == ["r2", "r1", "r0"]
        assert order("newest") == ["r2", "r1", "r0"]
        assert cases.queue(session, members.workspaces_of("her"), CaseFilter()).total == 0
        assert set(cases.queue(session, mine, CaseFilter(limit=1)).people) == {
            "Anna",
            "ben",
        }
        assert cases.open_count(session, mine) == 3


def test_decisions_only_grow_and_go_with_their_workspace(database: Database) -> None:
    act: dict[str, Any] = {"case_id": "c-r1", "run_id": "r1", "at": NOW, "person": "Anna", "code": ""}
    with database.write() as session:
        add_case(session, "r1")
        for action in ("comment", "approve"):
            reviews.add_decision(session, "acme", **act, action=action, reason="x", before={}, after={})
    with pytest.raises(IntegrityError, match="never changed"), database.write() as session:
        session.execute(update(DecisionRow).values(reason="y"))
    with database.write() as session:
        assert [one.action for one in reviews.of_run(session, "r1")] == ["comment", "approve"]
        workspaces.remove_workspace(session, "acme")
        assert session.execute(text("select count(*) from review_decisions")).scalar() == 0


def test_the_history_tells_how_an_answer_begins_and_who_decided_last(database: Database) -> None:
    with database.write() as session:
        add_case(session, "r1", state="resolved", outcome="rejected")
        add_case(session, "r2")
        session.get_one(RunRow, "r1").answer = "Revenue was 5. " * 200
        for person, action in (("Ann", "approve"), ("Ben", "reject"), ("Cy", "comment")):
            act = {"case_id": "c-r1", "run_id": "r1", "at": NOW, "person": person, "action": action}
            reviews.add_decision(session, "acme", **act, before={}, after={})
        session.flush()
        found = cases.decided(session, ["r1", "r2", "none"])
        assert {run_id: (made.outcome, made.person) for run_id, made in found.items()} == {
            "r1": ("rejected", "Ben")
        }
        starts = runs.snippets(session, ["r1", "r2"])
        assert starts["r1"].startswith("Revenue was 5.")
        assert len(starts["r1"]) == 600
        assert starts["r2"] == ""


def test_rules_count_from_their_day_until_they_are_revoked(database: Database) -> None:
    rule = PrecedenceRule(
        rule_id="p1",
        workspace_id="acme",
        preferred_id="d1",
        preferred_title="Annual report",
        effective_from=date(2026, 11, 21),
        created_at=NOW,
        created_by="Anna",
    )
    with database.write() as session:
        reviews.add_rule(session, rule)
        assert reviews.rules_in_force(session, "acme", date(2026, 11, 20)) == ()
        assert [one.rule_id for one in reviews.rules_in_force(session, "acme", date(2026, 11, 21))] == ["p1"]
        assert not reviews.revoke_rule(session, "hers", "p1", "Eve", NOW)
        assert reviews.revoke_rule(session, "acme", "p1", "Ben", NOW)
        assert reviews.rules_in_force(session, "acme", date(2026, 12, 1)) == ()


def test_removing_a_workspace_leaves_nothing_of_it(database: Database) -> None:
    with database.write() as session:
        add_document(session, "a.txt")
        add_case(session, "r1")
        runs.append_events(session, "r1", [RunEvent(number=1, at=NOW, kind="started")])
        session.add(jobs.new_row("j1", "acme", "b.txt", 1, NOW))
        session.flush()
        assert documents.headings(session, "acme", 5) != ()
        assert documents.referenced(session) == {"0" * 64, ""}
        workspaces.remove_workspace(session, "acme")
        for table in (
            "documents",
            "document_versions",
            "pages",
            "chunks",
            "runs",
            "run_events",
            "cases",
            "jobs",
        ):
            assert session.execute(text(f"select count(*) from {table}")).scalar() == 0, table  # noqa: S608


def test_a_reply_for_a_run_that_is_gone_is_of_no_use(database: Database) -> None:
    kept = runs.StoredReplies(database)
    kept.put("nobody", "k", "text")
    with database.write() as session:
        session.add(new_run("r1"))
    kept.put("r1", "k", "text")
    kept.put("r1", "k", "other")
    assert (kept.get("r1", "k"), kept.get("nobody", "k")) == ("other", None)


def test_events_are_numbered_once(database: Database) -> None:
    event = RunEvent(number=1, at=NOW, kind="started")
    with database.write() as session:
        session.add(new_run("r1"))
        session.flush()
        runs.append_events(session, "r1", [event])
    with pytest.raises(IntegrityError), database.write() as session:
        runs.append_events(session, "r1", [event])
    with database.write() as session:
        runs.drop_events_from(session, "r1", 1)
        assert session.query(RunEventRow).count() == 0
