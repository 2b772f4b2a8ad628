"""Reviews: what people decide is kept, shown, taken back, told to the second writer, and learnt from."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from time import perf_counter
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError

from masis.analysts.base import SupportedClaimGate
from masis.domain.evidence import EvidenceChunk
from masis.domain.person import Caller
from masis.domain.review.case import Case
from masis.domain.review.decisions import CaseFilter
from masis.domain.run.gate import PartVerdict
from masis.domain.run.report import RunSnapshot
from masis.domain.verification.claims import Claim
from masis.domain.verification.conflicts import Conflict
from masis.errors import CaseChanged, InvalidInput, NotFound
from masis.service import Masis
from masis.service.review.continuing import Choice
from masis.store import cases
from masis.store.tables import RunRow
from tests.builders import chunk, conflict, opinion, selection
from tests.fakes.scripted import ScriptedRetriever, scripted_deps
from tests.fakes.services import ME, OTHER, World

ANNA, BEN = Caller(name="Anna"), Caller(name="Ben")
DISPUTED = (
    "The documents give different values for net revenue retention, 2024:\n\n"
    "- It was 114 % [k1].\n- It was 111 % [k2]."
)
QUESTION = "What was net revenue retention in 2024?"


def sides() -> tuple[Any, Any]:
    return (
        chunk(
            "k1",
            "Net revenue retention was 114 % in 2024.",
            document_id="d-k1",
            document_title="Annual report",
        ),
        chunk(
            "k2", "Net revenue retention was 111 % in 2024.", document_id="d-k2", document_title="Board pack"
        ),
    )


@pytest.fixture
def masis(world: World) -> Masis:
    """Return a MASIS whose two documents disagree."""
    disputed = opinion(0.7, conflicts=(conflict(),), conflicting_evidence=(conflict().summary,))
    world.deps = scripted_deps(drafts=[DISPUTED], opinions=[disputed], found=[selection(*sides())])
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    return masis


def ended(masis: Masis, run_id: str) -> RunSnapshot:
    masis.wait(run_id, 20)
    return masis.run(ME, "acme", run_id)


def escalated(masis: Masis, question: str = QUESTION, **also: Any) -> Case:
    """Ask and return the case that waits for a person."""
    run = ended(masis, masis.ask(ME, "acme", question, **also))
    assert run.summary.verdict == "needs_review"
    found = masis.case(ME, "acme", run.summary.run_id)
    assert found is not None
    return found


def fresh(masis: Masis, case: Case) -> Case:
    return masis.reviews.file(ME, case.case_id).case


def test_approving_finalizes_the_run_in_a_persons_name(masis: Masis) -> None:
    case = escalated(masis)
    with pytest.raises(InvalidInput, match="reason"):
        masis.reviews.approve(ANNA, case.case_id, 1, " ")
    masis.reviews.approve(ANNA, case.case_id, 1, "Checked against the ledger.")
    run = masis.run(ME, "acme", case.run_id)
    assert run.summary.verdict == "finalized"
    assert run.report is not None
    assert (run.report.requires_human_review, run.report.status) == (False, "success")
    kept = run.report.human[0]
    assert (kept.person, kept.action, kept.reason) == ("Anna", "approve", "Checked against the ledger.")
    assert (fresh(masis, case).state, fresh(masis, case).outcome) == ("resolved", "approved")
    assert masis.reviews.open_count(ME) == masis.workspaces(ME)[0].open_cases == 0
    assert masis.runs(ME, "acme", verdict="finalized")[0].run_id == case.run_id


def test_undo_opens_the_case_again_and_forgets_nothing(masis: Masis) -> None:
    case = escalated(masis)
    masis.reviews.reject(ANNA, case.case_id, 1, "outdated", "Look at the restated figures.")
    assert masis.run(ME, "acme", case.run_id).summary.verdict == "rejected"
    masis.reviews.undo(BEN, case.case_id, 2)
    assert fresh(masis, case).state == "open"
    assert masis.run(ME, "acme", case.run_id).summary.verdict == "needs_review"
    file = masis.reviews.file(ME, case.case_id)
    assert [(one.person, one.action) for one in file.decisions] == [("Anna", "reject"), ("Ben", "undo")]
    with pytest.raises(InvalidInput, match="nothing to take back"):
        masis.reviews.undo(BEN, case.case_id, 3)


def test_a_run_sent_on_and_its_origin_know_each_other_and_compare(masis: Masis) -> None:
    case = escalated(masis)
    new = ended(masis, masis.reviews.continuing.run_again(ANNA, case.case_id, 1, "Look at the audited one."))
    assert masis.past.relatives(ME, "acme", case.run_id).continued_by == new.summary.run_id
    assert masis.past.relatives(ME, "acme", new.summary.run_id).continues == case.run_id
    made = masis.past.compare(ME, "acme", case.run_id, new.summary.run_id).comparison
    assert [(one.name, one.before, one.after) for one in made.settings] == [
        ("Reviewer", "none", "sent on by Anna, Look at the audited one.")
    ]
    rephrased = masis.reviews.continuing.rephrase(ME, escalated(masis).case_id, 1, "What was retention?")
    assert masis.past.relatives(ME, "acme", ended(masis, rephrased).summary.run_id).continues


@pytest.mark.parametrize(("code", "note"), [("other", " "), ("nonsense", "x")])
def test_a_rejection_needs_its_reason(masis: Masis, code: Any, note: str) -> None:
    with pytest.raises(InvalidInput, match="why"):
        masis.reviews.reject(ANNA, escalated(masis).case_id, 1, code, note)


def test_the_second_writer_is_told_and_nothing_is_lost(masis: Masis) -> None:
    case = escalated(masis)
    masis.reviews.approve(ANNA, case.case_id, 1, "Fine.")
    for late in (
        lambda: masis.reviews.reject(BEN, case.case_id, 1, "wrong"),
        lambda: masis.reviews.edit(BEN, case.case_id, 1, "It was 114 % [k1]."),
        lambda: masis.reviews.assign(BEN, case.case_id, 1, "Ben"),
        lambda: masis.reviews.undo(BEN, case.case_id, 1),
        lambda: masis.reviews.continuing.run_again(BEN, case.case_id, 1, "Once more."),
    ):
        with pytest.raises(CaseChanged, match="Anna approved this case just now; your change was not saved"):
            late()
    file = masis.reviews.file(ME, case.case_id)
    assert [one.action for one in file.decisions] == ["approve"]
    assert len(masis.runs(ME, "acme")) == 1
    masis.reviews.comment(BEN, case.case_id, "I would have waited.")
    assert masis.reviews.file(ME, case.case_id).decisions[-1].reason == "I would have waited."


def test_an_edit_is_audited_again_and_still_has_to_be_approved(masis: Masis) -> None:
    case = escalated(masis)
    assert masis.reviews.preview_edit(ANNA, case.case_id, "It was 115 % in 2024 [k1].").problems
    audit = masis.reviews.edit(
        ANNA, case.case_id, 1, "Net revenue retention was 114 % in 2024 [k9].", "Shorter"
    )
    assert audit.citation_audit.fabricated == ("k9",)
    with pytest.raises(InvalidInput, match="in no document"):
        masis.reviews.approve(ANNA, case.case_id, 2, "Fine.")
    good = "Net revenue retention was 114 % in 2024 [k1]."
    assert not masis.reviews.edit(ANNA, case.case_id, 2, good).problems
    with pytest.raises(InvalidInput, match="unchanged"):
        masis.reviews.edit(ANNA, case.case_id, 3, good)
    assert masis.run(ME, "acme", case.run_id).summary.verdict == "needs_review"
    masis.reviews.approve(ANNA, case.case_id, 3, "The audited value.")
    run = masis.run(ME, "acme", case.run_id)
    assert run.report is not None
    assert (run.report.answer, run.report.requires_human_review) == (good, False)
    with masis.parts.database.read() as session:
        stored = session.get_one(RunRow, case.run_id)
        assert DISPUTED.split("\n", 1)[0] in (stored.report or "").encode().decode("unicode_escape")
        assert stored.answer == good


def test_a_chosen_source_becomes_a_rule_that_later_runs_apply_and_cite(masis: Masis) -> None:
    case = escalated(masis)
    masis.reviews.assign(ANNA, case.case_id, 1, "Anna")
    choice = Choice(sides=((0, 0),), lasting=True, reason="It is audited.")
    run = ended(masis, masis.reviews.continuing.choose_source(ANNA, case.case_id, 2, choice))
    assert run.summary.verdict == "finalized"
    report = run.report
    assert report is not None
    assert "by Anna, 114 % (Annual report) takes precedence over 111 % (Board pack):" in (report.answer or "")
    assert "111 % [k2]" in (report.answer or "")
    rule = masis.reviews.rules.listed(ME, "acme")[0]
    rounds = [entry["iteration"] for entry in report.trace if entry["node"] == "critic"]
    assert rounds == list(range(1, len(rounds) + 1))
    assert len(report.metrics["confidence_history"]) == len(rounds)
    assert report.trace[-3]["precedence"] == [rule.rule_id]
    assert next(entry for entry in report.trace if entry["node"] == "human")["decision"] == "choose_source"
    assert [one.action for one in report.human] == ["assign", "choose_source"]
    assert report.critique is not None
    assert [side.value for side in report.critique.settled[0].others] == ["111 %"]
    assert (fresh(masis, case).outcome, fresh(masis, case).continued_by) == ("continued", run.summary.run_id)
    later = ended(masis, masis.ask(ME, "acme", "Net revenue retention 2024?"))
    assert later.summary.verdict == "finalized"
    masis.reviews.rules.revoke(BEN, "acme", rule.rule_id)
    assert ended(masis, masis.ask(ME, "acme", QUESTION)).summary.verdict == "needs_review"
    with pytest.raises(NotFound, match="already revoked"):
        masis.reviews.rules.revoke(BEN, "acme", rule.rule_id)


def test_a_choice_for_one_run_makes_no_rule(masis: Masis) -> None:
    case = escalated(masis)
    with pytest.raises(InvalidInput, match="choose the source"):
        masis.reviews.continuing.choose_source(ANNA, case.case_id, 1, Choice(sides=()))
    with pytest.raises(InvalidInput, match="not among"):
        masis.reviews.continuing.choose_source(ANNA, case.case_id, 1, Choice(sides=((0, 7),)))
    run = ended(masis, masis.reviews.continuing.choose_source(ANNA, case.case_id, 1, Choice(sides=((0, 1),))))
    assert run.summary.verdict == "finalized"
    assert run.report is not None
    assert "by the choice made for this run on" in (run.report.answer or "")
    assert masis.reviews.rules.listed(ME, "acme") == ()
    assert ended(masis, masis.ask(ME, "acme", QUESTION)).summary.verdict == "needs_review"


def test_undoing_a_choice_revokes_its_rule(masis: Masis) -> None:
    case = escalated(masis)
    choice = Choice(sides=((0, 0),), lasting=True, general=True)
    ended(masis, masis.reviews.continuing.choose_source(ANNA, case.case_id, 1, choice))
    masis.reviews.undo(BEN, case.case_id, 2)
    rule = masis.reviews.rules.listed(ME, "acme")[0]
    assert (rule.scope, rule.revoked_by) == ("everything", "Ben")
    assert fresh(masis, case).state == "open"


def test_a_rule_for_later_is_not_applied_yet_and_can_be_changed(masis: Masis, world: World) -> None:
    case = escalated(masis)
    choice = Choice(sides=((0, 0),), lasting=True, effective_from=date(2999, 1, 1))
    run = ended(masis, masis.reviews.continuing.choose_source(ANNA, case.case_id, 1, choice))
    assert run.summary.verdict == "needs_review"
    rule = masis.reviews.rules.listed(ME, "acme")[0]
    changed = masis.reviews.rules.revise(BEN, rule, "", "", date(2020, 1, 1))
    assert (changed.scope, changed.created_by) == ("everything", "Ben")
    assert ended(masis, masis.ask(ME, "acme", QUESTION)).summary.verdict == "finalized"
    assert [one.revoked_by for one in masis.reviews.rules.listed(ME, "acme")] == ["", "Ben"]


def test_running_again_takes_guidance_to_the_search_and_the_writer(masis: Masis) -> None:
    case = escalated(masis, max_retries=0)
    position = masis.reviews.file(ME, case.case_id).report.claims[-1].position
    masis.reviews.mark_claim(ANNA, case.case_id, 1, position, right=False, note="Preliminary.")
    masis.reviews.set_due(ANNA, case.case_id, 2, date(2026, 12, 1))
    deps = masis.parts.deps()
    run = ended(masis, masis.reviews.continuing.run_again(ANNA, case.case_id, 3, "Use the audited report."))
    retriever: Any = deps.retriever
    writer: Any = deps.synthesizer
    assert isinstance(retriever, ScriptedRetriever)
    assert retriever.calls[-1][2:] == (("Use the audited report.",), True)
    feedback = writer.calls[-1][2]
    assert (feedback.guidance, feedback.previous_draft) == ("Use the audited report.", DISPUTED)
    assert any("111 %" in one for one in feedback.unsupported_claims)
    assert run.report is not None
    assert [entry["iteration"] for entry in run.report.trace if entry["node"] == "critic"] == [1, 2]
    assert run.events[-2].iteration == 2
    assert run.report.continues == case.run_id
    following = masis.case(ME, "acme", run.summary.run_id)
    assert following is not None
    assert (following.state, following.due) == ("open", date(2026, 12, 1))


def test_a_case_opens_again_when_the_run_that_took_it_on_fails(world: World) -> None:
    disputed = opinion(0.7, conflicts=(conflict(),))
    drafts = [DISPUTED, ZeroDivisionError("a fault")]
    world.deps = scripted_deps(drafts=drafts, opinions=[disputed], found=[selection(*sides())])
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    case = escalated(masis, max_retries=0)
    run = ended(masis, masis.reviews.continuing.run_again(ANNA, case.case_id, 1))
    assert run.summary.verdict == "failed"
    file = masis.reviews.file(ME, case.case_id)
    assert (file.case.state, file.decisions[-1].person) == ("open", "MASIS")


def test_rephrasing_asks_in_the_same_conversation(masis: Masis) -> None:
    case = escalated(masis)
    run_id = masis.reviews.continuing.rephrase(ANNA, case.case_id, 1, "How well were customers kept in 2024?")
    run = ended(masis, run_id)
    assert run.summary.thread_id == masis.run(ME, "acme", case.run_id).summary.thread_id
    assert run.report is not None
    assert run.report.trace[0]["iteration"] == 1
    assert fresh(masis, case).state == "resolved"
    with pytest.raises(InvalidInput, match="closed"):
        masis.reviews.continuing.rephrase(ANNA, case.case_id, 2, "And now?")


def test_verdicts_are_kept_beside_the_confidence_masis_had(masis: Masis) -> None:
    first, second, third = (escalated(masis) for _ in range(3))
    masis.reviews.mark_claim(ANNA, first.case_id, 1, 1, right=True)
    masis.reviews.approve(ANNA, first.case_id, 2, "Fine.")
    masis.reviews.reject(ANNA, second.case_id, 1, "wrong")
    masis.reviews.edit(ANNA, third.case_id, 1, "Net revenue retention was 114 % in 2024 [k1].")
    masis.reviews.approve(ANNA, third.case_id, 2, "Now it is right.")
    verdicts = masis.reviews.verdicts(ME, "acme")
    kinds = [(one.kind, one.right, one.run_id) for one in verdicts]
    assert kinds == [
        ("claim", True, first.run_id), ("answer", True, first.run_id),
        ("answer", False, second.run_id), ("answer", False, third.run_id),
    ]  # fmt: skip
    assert {one.confidence for one in verdicts} == {0.7}
    masis.reviews.undo(ANNA, second.case_id, 2)
    assert len(masis.reviews.verdicts(ME, "acme")) == 3


def test_decisions_cannot_be_changed_even_by_sql(masis: Masis) -> None:
    masis.reviews.comment(ANNA, escalated(masis).case_id, "As it was.")
    with pytest.raises(IntegrityError, match="never changed"), masis.parts.database.write() as session:
        session.execute(text("update review_decisions set reason = 'otherwise'"))
    masis.delete_workspace(ME, "acme")
    with masis.parts.database.read() as session:
        assert session.execute(text("select count(*) from review_decisions")).scalar() == 0


def test_a_rule_is_made_by_hand_between_documents_there_are(masis: Masis) -> None:
    with pytest.raises(NotFound, match="not in this workspace"):
        masis.reviews.rules.add(ME, "acme", "d-nowhere")


def test_another_person_sees_no_case_and_no_rule(masis: Masis) -> None:
    case = escalated(masis)
    assert masis.reviews.queue(OTHER, CaseFilter(state="all")).total == masis.reviews.open_count(OTHER) == 0
    for attempt in (
        lambda: masis.reviews.file(OTHER, case.case_id),
        lambda: masis.reviews.approve(OTHER, case.case_id, 1, "Mine."),
        lambda: masis.reviews.comment(OTHER, case.case_id, "Mine."),
        lambda: masis.reviews.continuing.run_again(OTHER, case.case_id, 1),
        lambda: masis.reviews.rules.listed(OTHER, "acme"),
        lambda: masis.reviews.verdicts(OTHER, "acme"),
    ):
        with pytest.raises(NotFound):
            attempt()


@pytest.fixture
def thousand(masis: Masis) -> Masis:
    """Return a MASIS with 1,000 cases more."""
    causes = ("conflict", "low_confidence", "no_evidence", "no_gain")
    first = escalated(masis)
    with masis.parts.database.write() as session:
        row = session.get_one(RunRow, first.run_id)
        plain = {name: getattr(row, name) for name in RunRow.__table__.columns.keys()}  # noqa: SIM118
        for number in range(1000):
            run_id = f"r{number:04}"
            session.add(RunRow(**{**plain, "run_id": run_id}))
            session.flush()
            moment = datetime(2026, 1, 1 + number % 28, tzinfo=UTC)
            changes = {
                "case_id": f"c{number:04}",
                "run_id": run_id,
                "question": f"Question {number}?",
                "version": 1,
                "cause": causes[number % 4],
                "created_at": moment,
                "assignee": ("", "Anna", "Ben")[number % 3],
                "due": date(2026, 12, 1 + number % 30) if number % 2 else None,
            }
            cases.add(session, first.model_copy(update=changes))
    return masis


def test_a_thousand_cases_are_paged_filtered_and_sorted_by_the_database(thousand: Masis) -> None:
    queue = thousand.reviews.queue
    page = queue(ME, CaseFilter(limit=25, offset=50))
    assert (page.total, len(page.cases), page.people) == (1001, 25, ("Anna", "Ben"))
    assert page.cases[0].created_at <= page.cases[-1].created_at
    assert queue(ME, CaseFilter(cause="no_evidence")).total == 250
    assert queue(ME, CaseFilter(assignee="Anna", cause="no_gain")).total == 83
    assert queue(ME, CaseFilter(assignee="")).total == 335
    assert [case.case_id for case in queue(ME, CaseFilter(search="question 770?")).cases] == ["c0770"]
    assert queue(ME, CaseFilter(search="100%")).total == 0
    assert queue(ME, CaseFilter(workspace_id="elsewhere")).total == 0
    assert queue(ME, CaseFilter(state="resolved")).total == 0
    due = [case.due for case in queue(ME, CaseFilter(sort="due", limit=200)).cases]
    assert due == sorted(due, key=str)
    for sort in ("newest", "cause", "assignee", "workspace"):
        assert len(queue(ME, CaseFilter(sort=sort)).cases) == 25
    for sort in ("oldest", "due", "cause"):
        around = queue(ME, CaseFilter(sort=sort, holding="c0770"))
        assert "c0770" in {case.case_id for case in around.cases}
        assert around == queue(ME, CaseFilter(sort=sort, offset=around.offset))
    assert queue(ME, CaseFilter(offset=50, assignee="Ben", holding="c0771")).offset == 50  # it is nobody's
    pages = [queue(ME, CaseFilter(limit=200, offset=start)).cases for start in range(0, 1001, 200)]
    assert len({case.case_id for page in pages for case in page}) == 1001
    statements: list[str] = []
    event.listen(
        thousand.parts.database._engine,
        "before_cursor_execute",
        lambda _connection, _cursor, statement, *_rest: statements.append(statement),
    )
    started = perf_counter()
    queue(ME, CaseFilter(search="question", sort="due", limit=25, offset=900))
    print(f"a page of 1,001 cases: {(perf_counter() - started) * 1000:.1f} ms")  # noqa: T201 - a figure to read
    assert sum("LIMIT" in statement for statement in statements) == 1
    assert len(statements) <= 5


class ToRead(SupportedClaimGate):
    """A gate that verifies nothing."""

    def decide(
        self, question: str, claims: Sequence[Claim], evidence: Sequence[EvidenceChunk]
    ) -> tuple[PartVerdict, ...]:
        del claims
        near = tuple(one.chunk_id for one in evidence)
        return (PartVerdict(part=question, outcome="passages", passages=near),)


@pytest.fixture
def reading(world: World) -> Masis:
    """Return a MASIS that answers with passages to read."""
    world.deps = scripted_deps(gate=ToRead())
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    return masis


def test_passages_to_read_fill_no_queue_until_a_person_makes_a_case(reading: Masis) -> None:
    run = ended(reading, reading.ask(ME, "acme", "How high was revenue?"))
    assert run.summary.verdict == "passages"
    assert run.report is not None
    assert (run.report.requires_human_review, run.report.status) == (True, "needs_clarification")
    assert reading.case(ME, "acme", run.summary.run_id) is None
    assert reading.reviews.open_count(ME) == 0
    case_id = reading.reviews.open_case(ANNA, "acme", run.summary.run_id)
    assert reading.reviews.open_case(ANNA, "acme", run.summary.run_id) == case_id
    assert reading.reviews.open_count(ME) == 1
    assert reading.reviews.file(ME, case_id).case.cause == "no_verified_answer"
    assert reading.run(ME, "acme", run.summary.run_id).summary.verdict == "needs_review"


def test_only_the_owner_makes_a_case_and_only_of_what_waits(world: World) -> None:
    world.deps = scripted_deps()
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    run_id = masis.ask(ME, "acme", "How high was revenue?")
    assert ended(masis, run_id).summary.verdict == "finalized"
    with pytest.raises(InvalidInput, match="nothing to review"):
        masis.reviews.open_case(ME, "acme", run_id)
    with pytest.raises(NotFound):
        masis.reviews.open_case(OTHER, "acme", run_id)


def test_a_case_sent_on_that_ends_in_passages_stays_a_case(reading: Masis) -> None:
    run_id = ended(reading, reading.ask(ME, "acme", "How high was revenue?")).summary.run_id
    case = fresh_of(reading, reading.reviews.open_case(ME, "acme", run_id))
    again = ended(
        reading, reading.reviews.continuing.run_again(ME, case.case_id, case.version, "Look again.")
    )
    assert again.summary.verdict == "needs_review"
    assert reading.case(ME, "acme", again.summary.run_id) is not None


def fresh_of(masis: Masis, case_id: str) -> Case:
    return masis.reviews.file(ME, case_id).case


class Disputing(SupportedClaimGate):
    """A gate that finds the two documents at odds where the answer states one of their values."""

    def disputes(
        self, question: str, claims: Sequence[Claim], evidence: Sequence[EvidenceChunk]
    ) -> tuple[Conflict, ...]:
        del question, evidence
        return (conflict(),) if any("customers" in claim.text for claim in claims) else ()


@pytest.mark.parametrize(("side", "chosen"), [(0, "114 %"), (1, "111 %")])
def test_the_choice_in_a_dispute_of_other_words_is_stated_with_both_values(
    world: World, side: int, chosen: str
) -> None:
    told = "Of every 100 euros customers paid, 114 were paid again, a retention of 114 %."
    other = "Net revenue retention was 111 %."
    places = (chunk("k1", told, document_id="d-k1"), chunk("k2", other, document_id="d-k2"))
    world.deps = scripted_deps(drafts=[f"{told[:-1]} [k1]."], found=[selection(*places)], gate=Disputing())
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    case = escalated(masis, "How much do customers pay again?")
    assert case.cause == "conflict"
    run = ended(
        masis, masis.reviews.continuing.choose_source(ANNA, case.case_id, 1, Choice(sides=((0, side),)))
    )
    assert run.report is not None
    answer = run.report.answer or ""
    assert f"{chosen} ({'Board pack' if side else 'Annual report'}) takes precedence over" in answer
    assert "114 %" in answer
    assert "111 %" in answer
