"""Retention: what is over goes once a day, never what waits, works or is built upon; killed, it goes on."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from masis.domain.audit_log import ActFilter, LoggedAct
from masis.domain.retention import Expired, RetentionRule
from masis.errors import NotFound
from masis.service import Masis
from masis.service import retention as service
from masis.service.review.continuing import Choice
from masis.store import retention
from masis.store.retention import RetentionRow
from masis.store.tables import RunRow, ThreadNameRow
from tests.builders import chunk, conflict, opinion, selection
from tests.fakes.scripted import scripted_deps
from tests.fakes.services import ME, World, settled

DAY = timedelta(days=1)
MONTH = RetentionRule(runs_days=30, drafts_days=30, originals_days=30)


class Clock:
    """A clock that a test moves on."""

    def __init__(self) -> None:
        self.at = datetime(2026, 1, 1, 9, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.at += timedelta(milliseconds=1)
        return self.at


@pytest.fixture
def clock(world: World) -> Clock:
    clock = Clock()
    world.now = clock
    disputed = opinion(0.7, conflicts=(conflict(),), conflicting_evidence=(conflict().summary,))
    found = selection(chunk("k1", "Net revenue retention was 114 % in 2024."))
    draft = "Net revenue retention was 114 % in 2024 [k1]."
    world.deps = scripted_deps(drafts=[draft], opinions=[disputed], found=[found])
    return clock


@pytest.fixture
def masis(world: World, clock: Clock) -> Masis:
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    return masis


def asked(masis: Masis, thread_id: str | None = None) -> str:
    """Ask, and return the run; each ends in front of a person."""
    run_id = masis.ask(ME, "acme", "What was net revenue retention in 2024?", thread_id=thread_id)
    masis.wait(run_id, 30)
    return run_id


def closed(masis: Masis, run_id: str) -> str:
    case = masis.case(ME, "acme", run_id)
    assert case is not None
    masis.reviews.reject(ME, case.case_id, case.version, "wrong")
    return case.case_id


def runs(masis: Masis) -> set[str]:
    return {run.run_id for run in masis.runs(ME, "acme")}


def acts(masis: Masis, *kinds: str) -> tuple[LoggedAct, ...]:
    return masis.log.of_workspace(ME, "acme", ActFilter.model_validate({"acts": kinds})).acts


def test_nothing_is_deleted_unless_an_owner_says_so(masis: Masis, clock: Clock) -> None:
    run_id = asked(masis)
    closed(masis, run_id)
    clock.at += 10_000 * DAY
    masis.retention.sweep()
    assert runs(masis) == {run_id}
    assert not masis.retention.of(ME, "acme").rule.anything


def test_what_is_over_goes_a_day_after_the_rule_was_set_and_the_log_says_so(
    masis: Masis, clock: Clock
) -> None:
    old = asked(masis, "t1")
    masis.rename_thread(ME, "acme", "t1", "Old talk")
    case_id = closed(masis, old)
    clock.at += 40 * DAY
    new = asked(masis, "t2")
    closed(masis, new)
    rule = RetentionRule(runs_days=30)
    assert masis.retention.preview(ME, "acme", rule) == Expired(runs=1, cases=1, conversations=1)
    assert runs(masis) == {old, new}  # looking deletes nothing
    known = masis.retention.set(ME, "acme", rule)
    assert known.next_at is not None
    masis.retention.sweep()
    assert runs(masis) == {old, new}
    clock.at += DAY
    masis.retention.sweep()
    assert runs(masis) == {new}
    with pytest.raises(NotFound):
        masis.reviews.file(ME, case_id)
    assert masis.threads(ME, "acme")[0].thread_id == "t2"
    with masis.parts.database.read() as session:
        assert session.query(ThreadNameRow).count() == 0
    told = masis.retention.of(ME, "acme")
    assert told.removed == Expired(runs=1, cases=1, conversations=1)
    assert told.next_at is not None
    assert told.next_at > clock.at
    (act,) = acts(masis, "deleted_by_retention")
    assert (act.name, act.detail) == ("MASIS", "1 answers, 1 closed cases")
    (act,) = acts(masis, "changed_retention")
    assert act.detail.startswith("answers 30 days")
    assert masis.past.forking.points(ME, "acme", new).points


def test_states_of_deleted_runs_go_too(masis: Masis, clock: Clock) -> None:
    run_id = asked(masis)
    closed(masis, run_id)
    masis.retention.set(ME, "acme", RetentionRule(runs_days=1))
    clock.at += 3 * DAY
    masis.retention.sweep()
    config = {"configurable": {"thread_id": run_id, "checkpoint_ns": ""}}
    assert masis.parts.checkpoints().get_tuple(config) is None  # type: ignore[arg-type]


def test_an_open_case_and_a_case_somebody_worked_on_lately_stay(masis: Masis, clock: Clock) -> None:
    open_run, late = asked(masis), asked(masis)
    masis.retention.set(ME, "acme", RetentionRule(runs_days=30))
    clock.at += 40 * DAY
    closed(masis, late)  # a month counts from what was done last
    masis.retention.sweep()
    assert runs(masis) == {open_run, late}
    clock.at += 40 * DAY
    masis.retention.sweep()
    assert runs(masis) == {open_run}


def test_a_run_that_a_rule_of_precedence_rests_on_stays_while_the_rule_is_in_force(
    masis: Masis, clock: Clock
) -> None:
    run_id = asked(masis)
    case = masis.case(ME, "acme", run_id)
    assert case is not None
    choice = Choice(sides=((0, 0),), lasting=True)
    made = masis.reviews.continuing.choose_source(ME, case.case_id, case.version, choice)
    masis.wait(made, 30)
    if (later := masis.case(ME, "acme", made)) is not None:
        masis.reviews.reject(ME, later.case_id, later.version, "wrong")
    masis.retention.set(ME, "acme", RetentionRule(runs_days=1))
    clock.at += 5 * DAY
    masis.retention.sweep()
    assert runs(masis) == {run_id}
    (rule,) = [rule for rule in masis.reviews.rules.listed(ME, "acme") if rule.revoked_at is None]
    revised = masis.reviews.rules.revise(ME, rule, "", "", rule.effective_from)
    clock.at += 5 * DAY
    masis.retention.sweep()
    assert runs(masis) == {run_id}  # the same choice under another scope
    masis.reviews.rules.revoke(ME, "acme", revised.rule_id)
    clock.at += 5 * DAY
    masis.retention.sweep()
    assert runs(masis) == set()


def test_what_works_and_what_a_working_run_goes_on_from_stay(masis: Masis, clock: Clock) -> None:
    before, working = asked(masis), asked(masis)
    closed(masis, before)
    closed(masis, working)
    with masis.parts.database.write() as session:
        row = session.get_one(RunRow, working)
        row.state, row.finished_at, row.origin_run = "running", None, before
    clock.at += 40 * DAY
    masis.retention.set(ME, "acme", MONTH)
    assert masis.retention.preview(ME, "acme", MONTH).runs == 0
    with masis.parts.database.write() as session:
        session.get_one(RunRow, working).state = "failed"
    assert masis.retention.preview(ME, "acme", MONTH).runs == 2


def test_draft_audits_go_by_their_own_days(masis: Masis, clock: Clock) -> None:
    old = masis.drafts.paste(ME, "acme", "Net revenue retention was 114 % in 2024.")
    masis.drafts.wait(old, 30)
    masis.retention.set(ME, "acme", RetentionRule(drafts_days=30))
    clock.at += 31 * DAY
    new = masis.drafts.paste(ME, "acme", "Net revenue retention was 115 % in 2024.")
    masis.drafts.wait(new, 30)
    assert masis.retention.preview(ME, "acme", RetentionRule(drafts_days=30)).drafts == 1
    masis.retention.sweep()
    assert [audit.audit_id for audit in masis.drafts.listed(ME, "acme")] == [new]


def test_files_of_replaced_versions_go_and_their_text_and_equal_files_stay(
    masis: Masis, clock: Clock
) -> None:
    for name, text in (("a.txt", "First."), ("a.txt", "Second."), ("b.txt", "First.")):
        masis.upload(ME, "acme", name, text.encode())
        settled(masis, "acme")
    masis.upload(ME, "acme", "c.txt", b"Gone.")
    settled(masis, "acme")
    masis.upload(ME, "acme", "c.txt", b"There.")
    settled(masis, "acme")
    listed = {document.file_name: document for document in masis.documents(ME, "acme")}
    assert masis.retention.preview(ME, "acme", RetentionRule(originals_days=1)).originals == 0
    masis.retention.set(ME, "acme", RetentionRule(originals_days=1))
    clock.at += 3 * DAY
    expected = Expired(originals=2, original_bytes=11)
    assert masis.retention.preview(ME, "acme", RetentionRule(originals_days=1)) == expected
    masis.retention.sweep()
    a, b, c = (listed[name] for name in ("a.txt", "b.txt", "c.txt"))
    assert masis.original(ME, "acme", b.document_id, b.versions[0].version_id) == b"First."
    assert masis.original(ME, "acme", a.document_id, a.versions[0].version_id) == b"Second."
    for document in (a, c):
        old = document.versions[1].version_id
        with pytest.raises(NotFound, match="not kept any more"):
            masis.original(ME, "acme", document.document_id, old)
        assert masis.page_view(ME, "acme", document.document_id, old, 1).page.text
    with pytest.raises(NotFound):
        masis.parts.originals.get(c.versions[1].sha256)
    again = {document.file_name: document for document in masis.documents(ME, "acme")}
    assert [version.original_removed_at is None for version in again["a.txt"].versions] == [True, False]
    masis.retention.sweep()
    assert masis.retention.of(ME, "acme").removed == expected


def test_of_two_processes_one_carries_it_out_and_a_killed_one_is_followed(
    masis: Masis, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "BATCH", 1)
    every = [asked(masis) for _ in range(3)]
    for run_id in every:
        closed(masis, run_id)
    masis.retention.set(ME, "acme", RetentionRule(runs_days=1))
    clock.at += 3 * DAY
    with masis.parts.database.write() as session:
        assert retention.claim(session, "acme", "killed", clock(), service.LEASE)
        assert not retention.claim(session, "acme", "other", clock(), service.LEASE)
    masis.retention.sweep()
    assert runs(masis) == {*every}  # another one has it
    clock.at += service.LEASE + timedelta(seconds=1)
    killed_after_one(masis, monkeypatch)
    assert len(runs(masis)) == 2
    clock.at += service.LEASE + timedelta(seconds=1)
    masis.retention.sweep()
    assert runs(masis) == set()
    assert masis.retention.of(ME, "acme").removed.runs == 3
    assert len(acts(masis, "deleted_by_retention")) == 3


def test_a_process_that_is_told_to_end_hands_on_at_once(
    world: World, masis: Masis, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "BATCH", 1)
    for run_id in [asked(masis) for _ in range(2)]:
        closed(masis, run_id)
    masis.retention.set(ME, "acme", RetentionRule(runs_days=1))
    clock.at += 3 * DAY
    once: Callable[..., Expired | None] = masis.retention._batch

    def closing(*asked: object) -> Expired | None:
        masis.retention.close()
        return once(*asked)

    monkeypatch.setattr(masis.retention, "_batch", closing)
    masis.retention.sweep()
    assert len(runs(masis)) == 1
    masis.close()
    again = world.open()
    again.retention.sweep()
    assert runs(again) == set()
    assert again.retention.of(ME, "acme").removed.runs == 2


def killed_after_one(masis: Masis, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a sweep die after its first batch, as a killed process does."""
    once = masis.retention._batch

    def dies(*asked: object) -> None:
        once(*asked)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(masis.retention, "_batch", dies)
        with pytest.raises(KeyboardInterrupt):
            masis.retention.sweep()


def test_a_rule_that_is_changed_meanwhile_stops_the_sweep(
    masis: Masis, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "BATCH", 1)
    every = [asked(masis) for _ in range(2)]
    for run_id in every:
        closed(masis, run_id)
    masis.retention.set(ME, "acme", RetentionRule(runs_days=1))
    clock.at += 3 * DAY
    once: Callable[..., Expired | None] = masis.retention._batch

    def changed(*asked: object) -> Expired | None:
        batch = once(*asked)
        masis.retention.set(ME, "acme", RetentionRule())
        return batch

    monkeypatch.setattr(masis.retention, "_batch", changed)
    masis.retention.sweep()
    assert len(runs(masis)) == 1
    assert masis.retention.of(ME, "acme").next_at is None


def test_a_workspace_takes_its_rule_along_when_it_goes(masis: Masis, clock: Clock) -> None:
    masis.retention.set(ME, "acme", MONTH)
    masis.delete_workspace(ME, "acme")
    with masis.parts.database.read() as session:
        assert session.query(RetentionRow).count() == 0
    masis.retention.sweep()
