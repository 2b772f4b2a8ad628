"""Telling: who hears of a case, an assignment, a stale answer and a budget, on both databases."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import delete

from masis.domain.members import Profile
from masis.domain.notifications import Notification
from masis.domain.person import Caller, Role
from masis.errors import RetrievalUnavailable
from masis.service import Masis
from masis.service.notifications.telling import Telling, telling
from masis.store import notifications
from masis.store.database import Session
from masis.store.provenance import RunSourceRow
from masis.store.tables import DocumentRow, VersionRow
from tests.builders import chunk, conflict, opinion, selection
from tests.fakes.oidc_provider import SETTINGS
from tests.fakes.scripted import scripted_deps
from tests.fakes.services import ME, World

QUESTION = "What was net revenue retention in 2024?"
Team = Any


def disputed(world: World, *, final: bool = False) -> None:
    """Let questions end in front of a person, or ``final``."""
    against = opinion(0.7, conflicts=(conflict(),), conflicting_evidence=(conflict().summary,))
    found = selection(chunk("k1", "Net revenue retention was 114 % in 2024."))
    draft = "Net revenue retention was 114 % in 2024 [k1]."
    said = opinion(0.9) if final else against
    world.deps = scripted_deps(drafts=[draft] * 9, opinions=[said] * 9, found=[found] * 9)


def with_sign_in(world: World, **more: Any) -> None:
    given = {name.removeprefix("MASIS_").lower(): value for name, value in SETTINGS.items()}
    address = {"oidc_metadata_url": "http://127.0.0.1:9/openid", "public_url": "http://127.0.0.1:8501"}
    world.settings = {**world.settings, **given, **address, **more}


def signed_in(masis: Masis, name: str) -> Caller:
    address = f"{name}@example.com"
    profile = Profile(issuer="https://idp", subject=name, name=name.title(), address=address, checked=True)
    return masis.people.signed_in(profile)


@pytest.fixture
def team(world: World) -> Callable[..., Team]:
    """Return a way to open a MASIS with Anna who owns, Ben who reviews, Carl who asks and Dora who reads."""

    def opened(*, final: bool = False, **more: Any) -> Team:
        disputed(world, final=final)
        with_sign_in(world, **more)
        masis = world.open()
        people = {name: signed_in(masis, name) for name in ("anna", "ben", "carl", "dora")}
        masis.create_workspace(people["anna"], "Acme")
        roles = {"ben": Role.REVIEWER, "carl": Role.ANALYST, "dora": Role.READER}
        for name, role in roles.items():
            masis.people.invite(people["anna"], "acme", f"{name}@example.com", role)
        return SimpleNamespace(masis=masis, **people)

    return opened


def asked(masis: Masis, who: Caller) -> str:
    run_id = masis.ask(who, "acme", QUESTION)
    masis.wait(run_id, 20)
    return run_id


def told(masis: Masis, who: Caller) -> list[Notification]:
    return [*masis.notifications.listed(who).found]


def kinds(masis: Masis, *people: Caller) -> list[list[str]]:
    return [[notification.kind for notification in told(masis, who)] for who in people]


def test_a_case_is_told_to_those_who_decide_it(team: Callable[..., Team]) -> None:
    t = team()
    run_id = asked(t.masis, t.carl)
    assert kinds(t.masis, t.anna, t.ben, t.carl, t.dora) == [["case_opened"], ["case_opened"], [], []]
    (seen,) = told(t.masis, t.ben)
    case = t.masis.case(t.ben, "acme", run_id)
    assert case is not None
    assert (seen.case_id, seen.run_id, seen.workspace_name) == (case.case_id, run_id, "Acme")
    assert (seen.question, seen.told.cause, seen.read) == (QUESTION, "conflict", False)
    asked(t.masis, t.ben)  # a run takes its time: who decides is told of their own question too
    assert kinds(t.masis, t.ben) == [["case_opened"] * 2]


def test_an_assignment_is_told_to_who_got_it_and_to_nobody_who_took_it(team: Callable[..., Team]) -> None:
    t = team()
    case = t.masis.case(t.anna, "acme", asked(t.masis, t.carl))
    t.masis.reviews.assign(t.anna, case.case_id, case.version, "Ben")
    assert kinds(t.masis, t.anna, t.ben) == [["case_opened"], ["assigned", "case_opened"]]
    assert told(t.masis, t.ben)[0].headline == "Anna gave you a case"
    t.masis.reviews.assign(t.anna, case.case_id, case.version + 1, "Ben")  # as it was
    t.masis.reviews.assign(t.ben, case.case_id, case.version + 2, "")
    t.masis.reviews.assign(t.ben, case.case_id, case.version + 3, "Ben")
    assert kinds(t.masis, t.ben) == [["assigned", "case_opened"]]


def test_a_contested_answer_is_told_to_the_others_and_a_decision_settles_it(
    team: Callable[..., Team],
) -> None:
    t = team(final=True)
    run_id = asked(t.masis, t.carl)
    assert kinds(t.masis, t.anna, t.ben) == [[], []]
    t.masis.ratings.rate(t.ben, "acme", run_id, right=False, why="Which entity is it of?")
    assert kinds(t.masis, t.anna, t.ben, t.carl) == [["case_opened"], [], []]
    assert "Said by Ben." in told(t.masis, t.anna)[0].about
    t.masis.ratings.rate(
        t.anna, "acme", run_id, right=False, why="It is not the group either."
    )  # it is open already
    assert kinds(t.masis, t.anna, t.ben) == [["case_opened"], []]
    case = t.masis.case(t.ben, "acme", run_id)
    t.masis.reviews.approve(t.ben, case.case_id, case.version, "It is the group.")
    assert t.masis.notifications.unread(t.anna) == 0
    assert told(t.masis, t.anna)[0].decided
    t.masis.ratings.rate(t.carl, "acme", run_id, right=False, why="It is still not the group.")
    assert told(t.masis, t.ben)[0].headline == "A case waits again for a decision"


def test_without_sign_in_the_local_analyst_is_told(world: World) -> None:
    disputed(world)
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    case = masis.case(ME, "acme", asked(masis, ME))
    assert case is not None
    assert kinds(masis, ME) == [["case_opened"]]
    masis.reviews.assign(ME, case.case_id, case.version, "Ben")
    assert kinds(masis, ME) == [["case_opened"]]


def cites(masis: Masis, run_id: str, document: DocumentRow) -> None:
    """Let a run's answer rest on a document, as ``provenance.cite`` writes it."""
    with masis.parts.database.write() as session:
        scripted = RunSourceRow.run_id == run_id, RunSourceRow.title != "Plan"
        session.execute(delete(RunSourceRow).where(*scripted))
        version = session.get_one(VersionRow, document.current_version_id)
        source = RunSourceRow(
            run_id=run_id, version_id=version.version_id, document_id=document.document_id, title="Plan"
        )
        source.sha256, source.gone_at = version.sha256, None
        session.add(source)


def taken_in(masis: Masis, who: Caller, text: str, name: str = "plan.txt") -> DocumentRow:
    masis.upload(who, "acme", name, text.encode())
    settled_for(masis, who)
    (found,) = [known for known in masis.documents(who, "acme") if known.file_name == name]
    with masis.parts.database.read() as session:
        return session.get_one(DocumentRow, found.document_id)


def settled_for(masis: Masis, who: Caller) -> None:
    for job in masis.jobs(who, "acme"):
        masis.uploads.wait(job.job_id, 20)


def test_each_asker_hears_once_that_final_answers_went_stale(team: Callable[..., Team]) -> None:
    t = team(final=True)
    plan = taken_in(t.masis, t.anna, "One.")
    other = taken_in(t.masis, t.anna, "Other.", "other.txt")
    runs = [asked(t.masis, who) for who in (t.carl, t.carl, t.ben)]
    for run_id in runs:
        cites(t.masis, run_id, plan)
    cites(t.masis, runs[2], other)
    taken_in(t.masis, t.anna, "Two.")
    assert kinds(t.masis, t.anna, t.ben, t.carl) == [[], ["stale"], ["stale"]]
    (seen,) = told(t.masis, t.carl)
    assert (seen.run_id, seen.told.more, seen.told.change) == (runs[1], 1, "replaced")
    taken_in(t.masis, t.anna, "Three.")  # stale already
    t.masis.delete_document(t.anna, "acme", other.document_id)  # the run of Ben's was stale already
    assert kinds(t.masis, t.ben, t.carl) == [["stale"], ["stale"]]


def test_what_is_not_final_or_still_there_under_another_name_is_not_told(team: Callable[..., Team]) -> None:
    t = team()
    plan = taken_in(t.masis, t.anna, "One.")
    cites(t.masis, asked(t.masis, t.carl), plan)
    t.masis.delete_document(t.anna, "acme", plan.document_id)
    assert kinds(t.masis, t.carl) == [[]]


def test_a_deletion_that_is_taken_back_takes_its_notification_along(team: Callable[..., Team]) -> None:
    t = team(final=True)
    plan = taken_in(t.masis, t.anna, "One.")
    cites(t.masis, asked(t.masis, t.carl), plan)
    t.masis.delete_document(t.carl, "acme", plan.document_id)
    assert kinds(t.masis, t.anna, t.carl) == [[], ["stale"]]  # told of one's own deletion too
    assert told(t.masis, t.carl)[0].told.change == "deleted"
    t.masis.undo_delete(t.anna, "acme", plan.document_id)
    assert kinds(t.masis, t.carl) == [[]]


def test_a_new_version_that_could_not_be_shown_leaves_nothing_told(
    team: Callable[..., Team], world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    t = team(final=True)
    plan = taken_in(t.masis, t.anna, "One.")
    cites(t.masis, asked(t.masis, t.carl), plan)
    seen: list[list[list[str]]] = []

    def unshown(*_: object, **__: object) -> None:
        seen.append(kinds(t.masis, t.carl))
        message = "The vector store does not answer."
        raise RetrievalUnavailable(message)

    monkeypatch.setattr(world.store, "set_visible", unshown)
    taken_in(t.masis, t.anna, "Two.")
    assert seen == [[["stale"]]]
    assert kinds(t.masis, t.carl) == [[]]


def budget(masis: Masis, month: str, cap: str = "5 EUR", refuse: str = "Spent.") -> None:
    with masis.parts.database.write() as session:
        telling(masis.parts).budget(session, refuse, month, cap)


def test_a_budget_is_told_once_a_month_to_administrators_alone(team: Callable[..., Team]) -> None:
    t = team()
    root = signed_in(t.masis, "root")
    for month, cap in (
        ("2026-11", "5 EUR"),
        ("2026-11", "5 EUR"),
        ("2026-11", "9 EUR"),
        ("2026-12", "9 EUR"),
    ):
        budget(t.masis, month, cap)
    assert kinds(t.masis, root, t.anna) == [["budget"] * 3, []]
    # Who runs MASIS no more hears of it no more, whatever was written down.
    assert told(t.masis, root.model_copy(update={"administrator": False})) == []


def test_a_budget_without_administrators_is_still_told_once(team: Callable[..., Team]) -> None:
    t = team(administrators="", notify_urls="json://127.0.0.1:9/x")
    for _ in range(2):
        budget(t.masis, "2026-11")
    with t.masis.parts.database.read() as session:
        assert notifications.find(session, 1) is not None
        assert notifications.find(session, 2) is None


def test_what_fails_with_the_act_is_not_told(world: World) -> None:
    disputed(world)
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    case = masis.case(ME, "acme", asked(masis, ME))
    assert case is not None

    class Lost(Exception):
        pass

    def act(session: Session) -> None:
        Telling(masis.parts.settings, masis.parts.clock).case_opened(session, case)
        raise Lost

    with pytest.raises(Lost), masis.parts.database.write() as session:
        act(session)
    assert kinds(masis, ME) == [["case_opened"]]
