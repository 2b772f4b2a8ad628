"""Access: every method that names who asks holds to the table of rights, for each role and for strangers."""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from masis.domain.audit_log import ActFilter
from masis.domain.facts.table import Wanted
from masis.domain.history.slices import Over, Slice
from masis.domain.person import Caller, Limits, Right, Role
from masis.domain.profile import ProfileCorrection
from masis.domain.retention import RetentionRule
from masis.domain.review.decisions import CaseFilter
from masis.domain.review.precedence import PrecedenceRule
from masis.domain.run.provenance import Change, StateEdit
from masis.errors import MasisError, NotAllowed, NotFound
from masis.service import Masis
from masis.service.review.continuing import Choice
from masis.store import members
from tests.builders import chunk, conflict, opinion, selection
from tests.fakes.scripted import scripted_deps
from tests.fakes.services import ME, World

GONE = "nothing-of-this-id"
PEOPLE = {role: Caller(person=f"p-{role}", name=role.title()) for role in Role}
STRANGER = Caller(person="p-stranger")
ADMINISTRATOR = Caller(person="p-administrator", administrator=True)
RULE = PrecedenceRule.model_validate(
    {
        "rule_id": GONE,
        "workspace_id": "acme",
        "preferred_id": "a",
        "preferred_title": "A",
        "effective_from": "2026-01-01",
        "created_at": "2026-01-01T00:00:00Z",
        "created_by": "x",
    }
)
Call = Callable[[Any, Caller, str], object]
"""A service, who asks, and the case there is; each call names things that are not there where it can."""
R, A, U, D, M = Right.READ, Right.ASK, Right.UPLOAD, Right.DECIDE, Right.MANAGE

TABLE: Mapping[str, Mapping[str, tuple[Right, Call]]] = {
    "": {
        "allow_web": (M, lambda m, who, _: m.allow_web(who, "acme", False)),
        "ask": (A, lambda m, who, _: m.ask(who, "acme", "How high was revenue?", documents=[GONE])),
        "cancel_job": (U, lambda m, who, _: m.cancel_job(who, "acme", GONE)),
        "cancel_run": (A, lambda m, who, _: m.cancel_run(who, "acme", GONE)),
        "case": (R, lambda m, who, _: m.case(who, "acme", GONE)),
        "cases": (R, lambda m, who, _: m.cases(who, "acme")),
        "chunks": (R, lambda m, who, _: m.chunks(who, "acme", GONE, GONE)),
        "delete_document": (U, lambda m, who, _: m.delete_document(who, "acme", GONE)),
        "delete_thread": (A, lambda m, who, _: m.delete_thread(who, "acme", GONE)),
        "delete_workspace": (M, lambda m, who, _: m.delete_workspace(who, "acme")),
        "dismiss_jobs": (U, lambda m, who, _: m.dismiss_jobs(who, "acme")),
        "documents": (R, lambda m, who, _: m.documents(who, "acme")),
        "draft_words": (R, lambda m, who, _: m.draft_words(who, "acme", GONE)),
        "export_run": (R, lambda m, who, _: m.export_run(who, "acme", GONE, "md")),
        "export_thread": (R, lambda m, who, _: m.export_thread(who, "acme", GONE)),
        "jobs": (R, lambda m, who, _: m.jobs(who, "acme")),
        "original": (R, lambda m, who, _: m.original(who, "acme", GONE, GONE)),
        "page_view": (R, lambda m, who, _: m.page_view(who, "acme", GONE, GONE, 1)),
        "rename_thread": (A, lambda m, who, _: m.rename_thread(who, "acme", GONE, "Name")),
        "run": (R, lambda m, who, _: m.run(who, "acme", GONE)),
        "runs": (R, lambda m, who, _: m.runs(who, "acme")),
        "search": (R, lambda m, who, _: m.search(who, "acme", "revenue")),
        "suggestions": (R, lambda m, who, _: m.suggestions(who, "acme")),
        "thread_turns": (R, lambda m, who, _: m.thread_turns(who, "acme", GONE)),
        "threads": (R, lambda m, who, _: m.threads(who, "acme")),
        "undo_delete": (U, lambda m, who, _: m.undo_delete(who, "acme", GONE)),
        "upload": (U, lambda m, who, _: m.upload(who, "acme", "a.exe", b"x")),
    },
    "people": {
        "assignable": (R, lambda s, who, _: s.members(who, "acme")),  # asks nobody where nobody signs in
        "change": (M, lambda s, who, _: s.change(who, "acme", GONE, Role.OWNER)),
        "hand_over": (M, lambda s, who, _: s.hand_over(who, "acme", GONE)),
        "invitations": (M, lambda s, who, _: s.invitations(who, "acme")),
        "invite": (M, lambda s, who, _: s.invite(who, "acme", "anna@example.com", Role.OWNER)),
        "members": (R, lambda s, who, _: s.members(who, "acme")),
        "remove": (M, lambda s, who, _: s.remove(who, "acme", GONE)),
        "take_back": (M, lambda s, who, _: s.take_back(who, "acme", GONE)),
    },
    "log": {
        "export": (M, lambda s, who, _: s.export(who, "acme", ActFilter())),
        "exported": (R, lambda s, who, _: s.exported(who, "acme", GONE, "x")),
        "of_workspace": (M, lambda s, who, _: s.of_workspace(who, "acme", ActFilter())),
    },
    "retention": {
        "of": (R, lambda s, who, _: s.of(who, "acme")),
        "preview": (M, lambda s, who, _: s.preview(who, "acme", RetentionRule(runs_days=1))),
        "set": (M, lambda s, who, _: s.set(who, "acme", RetentionRule(runs_days=1))),
    },
    "calibration": {
        "adopt": (M, lambda s, who, _: s.adopt(who, "acme", None)),
        "ask_known": (D, lambda s, who, _: s.ask_known(who, "acme", b"")),
        "cancel": (D, lambda s, who, _: s.cancel(who, "acme")),
        "overview": (R, lambda s, who, _: s.overview(who, "acme")),
        "remove": (D, lambda s, who, _: s.remove(who, "acme", GONE)),
        "reset": (M, lambda s, who, _: s.reset(who, "acme")),
        "self_test": (D, lambda s, who, _: s.self_test(who, "acme")),
        "set_risk": (M, lambda s, who, _: s.set_risk(who, "acme", None)),
        "under_way": (R, lambda s, who, _: s.under_way(who, "acme")),
    },
    "profiles": {
        "correct": (U, lambda s, who, _: s.correct(who, "acme", GONE, ProfileCorrection())),
        "listed": (R, lambda s, who, _: s.listed(who, "acme")),
        "rows": (R, lambda s, who, _: s.rows(who, "acme", GONE, GONE)),
    },
    "facts": {
        "asked": (R, lambda s, who, _: s.asked(who, "acme", "revenue")),
        "suggestions": (R, lambda s, who, _: s.suggestions(who, "acme")),
        "table": (R, lambda s, who, _: s.table(who, "acme", Wanted(measure="revenue"))),
    },
    "past": {
        "compare": (R, lambda s, who, _: s.compare(who, "acme", GONE, GONE)),
        "listed": (R, lambda s, who, _: s.listed(who, "acme")),
        "relatives": (R, lambda s, who, _: s.relatives(who, "acme", GONE)),
        "run_again": (A, lambda s, who, _: s.run_again(who, "acme", GONE)),
        "stale": (R, lambda s, who, _: s.stale(who, "acme", GONE)),
    },
    "past.forking": {
        "fork": (R, lambda s, who, _: s.fork(who, "acme", GONE, "researcher", 1, Change())),  # looks first
        "point": (R, lambda s, who, _: s.point(who, "acme", GONE, "researcher", 1)),
        "points": (R, lambda s, who, _: s.points(who, "acme", GONE)),
    },
    "past.editing": {
        "go_on": (D, lambda s, who, _: s.go_on(who, "acme", GONE, "critic", 1, StateEdit(draft="So."))),
        "look": (D, lambda s, who, _: s.look(who, "acme", GONE, "critic", 1)),
        "points": (D, lambda s, who, _: s.points(who, "acme", GONE)),
    },
    "insights": {
        "behind": (R, lambda s, who, _: s.behind(who, "acme", Slice(over=Over()))),
        "overview": (R, lambda s, who, _: s.overview(who, "acme", Over())),
    },
    "drafts": {
        "cancel": (A, lambda s, who, _: s.cancel(who, "acme", GONE)),
        "delete": (A, lambda s, who, _: s.delete(who, "acme", GONE)),
        "exported": (R, lambda s, who, _: s.exported(who, "acme", GONE, "x")),
        "get": (R, lambda s, who, _: s.get(who, "acme", GONE)),
        "listed": (R, lambda s, who, _: s.listed(who, "acme")),
        "paste": (A, lambda s, who, _: s.paste(who, "acme", "Revenue rose.")),
        "upload": (A, lambda s, who, _: s.upload(who, "acme", "memo.txt", b"Revenue rose.")),
    },
    "reviews": {
        "approve": (D, lambda s, who, case: s.approve(who, case, 99, "So.")),
        "assign": (D, lambda s, who, case: s.assign(who, case, 99, "Anna")),
        "comment": (A, lambda s, who, case: s.comment(who, case, "So.")),
        "edit": (D, lambda s, who, case: s.edit(who, case, 99, "So.")),
        "file": (R, lambda s, who, case: s.file(who, case)),
        "mark_claim": (D, lambda s, who, case: s.mark_claim(who, case, 99, 0, right=True)),
        "open_case": (A, lambda s, who, _: s.open_case(who, "acme", GONE)),
        "preview_edit": (D, lambda s, who, case: s.preview_edit(who, case, "So.")),
        "reject": (D, lambda s, who, case: s.reject(who, case, 99, "wrong")),
        "set_due": (D, lambda s, who, case: s.set_due(who, case, 99, None)),
        "undo": (D, lambda s, who, case: s.undo(who, case, 99)),
        "verdicts": (R, lambda s, who, _: s.verdicts(who, "acme")),
    },
    "reviews.rules": {
        "add": (D, lambda s, who, _: s.add(who, "acme", GONE)),
        "listed": (R, lambda s, who, _: s.listed(who, "acme")),
        "revise": (D, lambda s, who, _: s.revise(who, RULE, "", "", RULE.effective_from)),
        "revoke": (D, lambda s, who, _: s.revoke(who, "acme", GONE)),
    },
    "reviews.continuing": {
        "choose_source": (D, lambda s, who, case: s.choose_source(who, case, 99, Choice(sides=((0, 0),)))),
        "edit_state": (
            D,
            lambda s, who, case: s.edit_state(who, case, 99, "critic", 1, StateEdit(draft="So.")),
        ),
        "rephrase": (D, lambda s, who, case: s.rephrase(who, case, 99, "How high was revenue?")),
        "run_again": (D, lambda s, who, case: s.run_again(who, case, 99)),
    },
    "ratings": {
        "mine": (R, lambda s, who, _: s.mine(who, "acme", GONE)),
        "rate": (A, lambda s, who, _: s.rate(who, "acme", GONE, right=True)),
        "take_back": (A, lambda s, who, _: s.take_back(who, "acme", GONE)),
    },
    "uploads": {
        "cancel": (U, lambda s, who, _: s.cancel(who, "acme", GONE)),
        "dismiss": (U, lambda s, who, _: s.dismiss(who, "acme")),
        "listed": (R, lambda s, who, _: s.listed(who, "acme")),
        "upload": (U, lambda s, who, _: s.upload(who, "acme", "a.exe", b"x", None)),
        "upload_into": (U, lambda s, who, _: s.upload_into(who, "acme", GONE, "a.exe", b"x")),
    },
    "folders": {
        "claimed": (U, lambda s, who, _: s.claimed(who, "acme", Path(GONE)).__enter__()),
        "reports": (R, lambda s, who, _: s.reports(who, "acme")),
    },
    "folder_runs": {
        "begin": (M, lambda s, who, _: s.begin(who, "acme", GONE)),
        "progress": (R, lambda s, who, _: s.progress(who, "acme")),
        "remove": (M, lambda s, who, _: s.remove(who, "acme", GONE)),
    },
}
ADMINISTRATION: Mapping[str, Call] = {
    "everybody": lambda s, who, _: s.everybody(who),
    "give_owner": lambda s, who, _: s.give_owner(who, GONE, "anna@example.com"),
    "let_in_again": lambda s, who, _: s.let_in_again(who, GONE),
    "places": lambda s, who, _: s.places(who),
    "shut_out": lambda s, who, _: s.shut_out(who, GONE),
}
OF_ONE_PERSON = {
    "": {"create_workspace", "load_sample", "workspaces"},
    "people": {"prove", *ADMINISTRATION},
    "log": {"of_everything"},
    "reviews": {"queue", "open_count"},
    "reviews.rules": {"made"},
    "spending": {"empty_cache", "overview"},
    "tokens": {"listed", "make", "revoke"},
    "notifications": {"listed", "looked_at", "read", "unread", "want", "wanted"},
}
"""What is about no workspace: it is told apart in the tests of each."""


def service(masis: Masis, path: str) -> Any:
    found: Any = masis
    for name in path.split(".") if path else ():
        found = getattr(found, name)
    return found


@pytest.fixture
def masis(world: World) -> Masis:
    """Return a MASIS whose workspace has a person of each role."""
    disputed = opinion(0.7, conflicts=(conflict(),), conflicting_evidence=(conflict().summary,))
    found = selection(chunk("k1", "Net revenue retention was 114 % in 2024."))
    draft = "Net revenue retention was 114 % in 2024 [k1]."
    world.deps = scripted_deps(drafts=[draft], opinions=[disputed], found=[found])
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    with masis.parts.database.write() as session:
        for role, person in PEOPLE.items():
            members.put(session, "acme", person.person, role, masis.parts.clock())
    return masis


@pytest.fixture
def case_id(masis: Masis) -> str:
    asked = masis.ask(ME, "acme", "What was net revenue retention in 2024?")
    masis.wait(asked, 20)
    case = masis.case(ME, "acme", asked)
    assert case is not None
    return case.case_id


def outcome(call: Call, about: Any, who: Caller, case_id: str) -> str:
    """Return ``in``, ``not allowed`` or ``not found``, as whoever calls is told."""
    try:
        call(about, who, case_id)
    except NotAllowed:
        return "not allowed"
    except NotFound as error:
        hidden = ("There is no workspace", "There is no such case. It may have gone")
        return "not found" if str(error).startswith(hidden) else "in"
    except MasisError:
        return "in"
    return "in"


def asked_of(about: Any) -> set[str]:
    """Return the public methods that name who asks."""
    methods = inspect.getmembers(about, inspect.ismethod)
    return {
        name
        for name, method in methods
        if not name.startswith("_") and "caller" in inspect.signature(method).parameters
    }


def test_every_method_that_names_its_caller_stands_in_the_table(masis: Masis) -> None:
    paths = [""]
    for path in paths:  # grows while it is walked
        about = service(masis, path)
        assert asked_of(about) == {*TABLE.get(path, {}), *OF_ONE_PERSON.get(path, ())}, path
        for name, held in vars(about).items():
            if not name.startswith("_") and (asked_of(held) if hasattr(held, "__dict__") else ()):
                paths.append(f"{path}.{name}".strip("."))
    assert {*paths} == {*TABLE, *OF_ONE_PERSON}


def test_each_role_reaches_as_far_as_the_table_says_and_strangers_nowhere(masis: Masis, case_id: str) -> None:
    wrong = []
    for path, methods in TABLE.items():
        about = service(masis, path)
        for name, (right, call) in methods.items():
            expected = {who: "in" if right in role.rights else "not allowed" for role, who in PEOPLE.items()}
            expected |= {STRANGER: "not found", ADMINISTRATOR: "not found"}
            for who, wanted in expected.items():
                if name == "delete_workspace" and wanted == "in":
                    continue
                got = outcome(call, about, who, case_id)
                if got != wanted:
                    wrong.append((path, name, who.person, got))
    assert wrong == []


def test_a_token_never_reaches_further_than_it_says(masis: Masis, case_id: str) -> None:
    owner, wrong = PEOPLE[Role.OWNER], []
    elsewhere = owner.model_copy(update={"limits": Limits(workspaces=frozenset({"other"}))})
    for path, methods in TABLE.items():
        about = service(masis, path)
        for name, (right, call) in methods.items():
            narrowed = Limits(rights=frozenset(Right) - {right})
            for who, wanted in (
                (owner.model_copy(update={"limits": narrowed}), "not allowed"),
                (elsewhere, "not found"),
            ):
                got = outcome(call, about, who, case_id)
                if got != wanted:
                    wrong.append((path, name, wanted, got))
    assert wrong == []
    assert masis.workspaces(elsewhere) == ()
    assert masis.reviews.queue(elsewhere, CaseFilter()).total == masis.reviews.open_count(elsewhere) == 0


def test_administration_is_for_administrators_alone(masis: Masis, case_id: str) -> None:
    for call in ADMINISTRATION.values():
        for who in (*PEOPLE.values(), STRANGER, ME):
            assert outcome(call, masis.people, who, case_id) == "not allowed"
        assert outcome(call, masis.people, ADMINISTRATOR, case_id) == "in"
    assert masis.workspaces(ADMINISTRATOR) == ()


def test_a_run_is_stopped_by_who_asked_it_or_who_decides(masis: Masis) -> None:
    asked = masis.ask(PEOPLE[Role.ANALYST], "acme", "What was net revenue retention in 2024?")
    masis.wait(asked, 20)
    masis.cancel_run(PEOPLE[Role.ANALYST], "acme", asked)
    masis.cancel_run(PEOPLE[Role.REVIEWER], "acme", asked)
    of_mine = masis.ask(ME, "acme", "What was net revenue retention in 2024?")
    with pytest.raises(NotAllowed, match="Deciding cases is for the role owner or reviewer; yours"):
        masis.cancel_run(PEOPLE[Role.ANALYST], "acme", of_mine)
    masis.wait(of_mine, 20)
    assert {run.run_id for run in masis.runs(PEOPLE[Role.READER], "acme")} >= {asked, of_mine}
    mine = masis.past.listed(PEOPLE[Role.ANALYST], "acme", mine=True)
    assert [past.summary.run_id for past in mine] == [asked]


def test_conversations_and_draft_audits_stay_their_persons(masis: Masis) -> None:
    run_id = masis.ask(
        PEOPLE[Role.ANALYST], "acme", "What was net revenue retention in 2024?", thread_id="t1"
    )
    masis.wait(run_id, 20)
    audit = masis.drafts.paste(PEOPLE[Role.ANALYST], "acme", "Net revenue retention was 114 % in 2024.")
    masis.drafts.wait(audit, 20)
    owner = PEOPLE[Role.OWNER]
    assert len(masis.threads(PEOPLE[Role.ANALYST], "acme")) == 1
    assert masis.threads(owner, "acme") == masis.drafts.listed(owner, "acme") == ()
    with pytest.raises(NotFound, match="no such audit"):
        masis.drafts.get(owner, "acme", audit)
    with pytest.raises(NotFound, match="no such conversation"):
        masis.export_thread(owner, "acme", "t1")
