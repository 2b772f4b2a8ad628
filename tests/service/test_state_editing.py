"""State editing: a reviewer changes the state before an agent; a new run goes on, audited as any other."""

import pytest

from masis.domain.audit_log import ActFilter
from masis.domain.evidence import EvidenceChunk
from masis.domain.person import Caller, Role
from masis.domain.run.provenance import StateEdit
from masis.domain.run.report import RunReport
from masis.errors import CaseChanged, InvalidInput, NotAllowed, NotFound
from masis.export import ExportFormat
from masis.service import Masis
from masis.service.history.state_editing import StateEditing
from masis.store import members
from masis.store.tables import RunRow
from tests.builders import opinion, selection
from tests.fakes.scripted import scripted_deps
from tests.fakes.services import ME, OTHER, World, eventually, settled

QUESTION = "What was revenue in 2024?"
TEXT = "Revenue was 12 million euros in 2024.\fMargin was 31 percent in 2024."
BAD = "Revenue was 99 million euros in 2024 [{0}]."
GOOD = "Revenue was 12 million euros in 2024 [{0}]."


def passages(masis: Masis) -> list[EvidenceChunk]:
    """Return the evidence that a search would make of the document's two pages."""
    (document,) = masis.documents(ME, "acme")
    held = masis.chunks(ME, "acme", document.document_id, document.versions[0].version_id)
    return [EvidenceChunk(**dict(kept), score=0.8 - 0.3 * number) for number, kept in enumerate(held)]


@pytest.fixture
def masis(world: World) -> Masis:
    """Return a MASIS that wrote a figure no passage holds, and filtered the second page out."""
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.upload(ME, "acme", "report.txt", TEXT.encode())
    settled(masis, "acme")
    first, second = passages(masis)
    draft = BAD.format(first.chunk_id)
    found = selection(first, dropped=(second,))
    deps = scripted_deps(drafts=[draft], opinions=[opinion(0.9)], found=[found])
    masis.parts.deps()  # the usual ones are made; they are replaced as a whole
    masis.parts.deps._made[:] = [deps]
    return masis


def report_of(masis: Masis, run_id: str) -> RunReport:
    masis.wait(run_id, 60)
    snapshot = masis.run(ME, "acme", run_id)
    assert snapshot.report is not None, snapshot.message
    return snapshot.report


@pytest.fixture
def run(masis: Masis) -> RunReport:
    report = report_of(masis, masis.ask(ME, "acme", QUESTION, 0))
    assert report.requires_human_review
    return report


def go_on(masis: Masis, run: RunReport, node: str, edit: StateEdit, reason: str = "") -> RunReport:
    made = masis.past.editing.go_on(ME, "acme", run.run_id, node, 1, edit, reason)
    return report_of(masis, made)


def test_the_state_before_each_agent_shows_what_counts_there(masis: Masis, run: RunReport) -> None:
    first, second = passages(masis)
    points = masis.past.editing.points(ME, "acme", run.run_id).points
    assert [point.node for point in points] == ["researcher", "synthesizer", "critic", "evaluator"]
    seen = {
        point.node: masis.past.editing.look(ME, "acme", run.run_id, point.node, point.iteration)
        for point in points
    }
    assert {state.question for state in seen.values()} == {QUESTION}
    assert seen["researcher"].editable == {"gap_questions", "retries"}
    assert [held.chunk_id for held in seen["critic"].passages] == [first.chunk_id]
    assert [held.chunk_id for held in seen["critic"].filtered] == [second.chunk_id]
    assert seen["critic"].filtered[0].text == second.text  # whole, where the trace keeps its beginning
    assert seen["critic"].draft == BAD.format(first.chunk_id)
    assert seen["evaluator"].editable == {"retries"}
    assert (seen["critic"].retries_left, seen["critic"].most_retries) == (0, 5)


def test_an_edited_draft_is_audited_like_any_other_and_everything_says_who_edited(
    masis: Masis, run: RunReport
) -> None:
    (first, _) = passages(masis)
    before = masis.run(ME, "acme", run.run_id)
    fork = go_on(
        masis, run, "critic", StateEdit(draft=GOOD.format(first.chunk_id)), " typo \n in the figure "
    )
    assert not fork.requires_human_review
    assert fork.answer == GOOD.format(first.chunk_id)
    assert fork.origin is not None
    assert fork.origin.edited is not None
    assert (fork.origin.edited.person, fork.origin.edited.reason) == ("local", "typo in the figure")
    assert fork.origin.edited.changes == ("Draft changed by hand",)
    (entry,) = [entry for entry in fork.trace if entry["node"] == "human"]
    assert (entry["decision"], entry["before"], entry["draft"]) == ("edited_state", "critic", fork.answer)
    assert masis.run(ME, "acme", run.run_id) == before  # the old run never changes
    formats: tuple[ExportFormat, ...] = ("md", "json")
    for format in formats:
        told = masis.export_run(ME, "acme", fork.run_id, format).content.decode()
        assert "Draft changed by hand" in told
    (act,) = masis.log.of_workspace(ME, "acme", ActFilter(acts=("edited_state",))).acts
    assert (act.subject, act.detail) == (fork.run_id, "before the Auditor of round 1: draft changed")
    steps = [e.node for e in masis.run(ME, "acme", fork.run_id).events if e.kind == "node_finished"]
    assert steps == [entry["node"] for entry in fork.trace]


@pytest.mark.parametrize(
    "draft",
    ["Revenue was 98 million euros in 2024 [{0}].", "Revenue was 12 million euros in 2024 [k-made-up].",
     "Revenue was 12 million euros in 2024, verified by Ann."],
)  # fmt: skip
def test_nothing_that_is_typed_makes_a_sentence_verified(masis: Masis, run: RunReport, draft: str) -> None:
    (first, _) = passages(masis)
    fork = go_on(masis, run, "critic", StateEdit(draft=draft.format(first.chunk_id)))
    assert fork.requires_human_review
    assert "supported" not in {claim.verdict for claim in fork.claims}


def test_a_filtered_passage_comes_back_and_one_left_out_is_gone_for_what_follows(
    masis: Masis, run: RunReport
) -> None:
    first, second = passages(masis)
    edit = StateEdit(
        left_out=(first.chunk_id,), brought_back=(second.chunk_id,),
        draft=f"Margin was 31 percent in 2024 [{second.chunk_id}]. {GOOD.format(first.chunk_id)}",
    )  # fmt: skip
    fork = go_on(masis, run, "critic", edit)
    assert [held.chunk_id for held in fork.evidence] == [second.chunk_id]
    assert [(claim.citations, claim.verdict) for claim in fork.claims] == [((second.chunk_id,), "supported")]
    assert [told.verdict for told in fork.struck] == ["fabricated"]
    assert "Revenue was 12" not in (fork.answer or "")  # its passage does not count any more
    again = masis.past.editing.look(ME, "acme", fork.run_id, "evaluator", 1)
    assert first.chunk_id in {held.chunk_id for held in again.filtered}


def test_retries_and_questions_to_search_for_count_in_the_new_run(masis: Masis, run: RunReport) -> None:
    edit = StateEdit(retries_left=1, gap_questions=("What was the margin?",))
    fork = go_on(masis, run, "researcher", edit)
    entry = next(entry for entry in fork.trace if entry["node"] == "researcher")
    assert entry["searched"]["gap_questions"] == ["What was the margin?"]
    assert fork.conditions["Retries allowed"] == "1"
    assert max(entry["iteration"] for entry in fork.trace) == 2


def test_what_the_writer_is_told_on_a_retry_can_be_changed(masis: Masis) -> None:
    masis.parts.deps().synthesizer.lines = [  # type: ignore[attr-defined]
        BAD.format(passages(masis)[0].chunk_id), "Revenue was 97 million euros in 2024.",
    ]  # fmt: skip
    run = report_of(masis, masis.ask(ME, "acme", QUESTION, 1))
    seen = masis.past.editing.look(ME, "acme", run.run_id, "synthesizer", 2)
    assert seen.retry
    assert seen.findings
    edit = StateEdit(dropped_findings=seen.findings[:1], added_findings=("State the currency.",))
    made = masis.past.editing.go_on(ME, "acme", run.run_id, "synthesizer", 2, edit)
    report_of(masis, made)
    feedback = masis.parts.deps().synthesizer.calls[-1][2]  # type: ignore[attr-defined]
    assert seen.findings[0] not in feedback.unsupported_claims
    assert feedback.issues[-1].suggestion == "State the currency."


def test_a_passage_of_a_deleted_document_carries_nothing_any_more(masis: Masis, run: RunReport) -> None:
    (document,) = masis.documents(ME, "acme")
    (first, second) = passages(masis)
    masis.delete_document(ME, "acme", document.document_id)
    seen = masis.past.editing.look(ME, "acme", run.run_id, "critic", 1)
    assert seen.gone == (first.chunk_id,)
    assert seen.filtered == ()
    with pytest.raises(InvalidInput, match="was deleted meanwhile"):
        go_on(masis, run, "critic", StateEdit(draft=GOOD.format(first.chunk_id)))
    with pytest.raises(InvalidInput, match="not there any more"):
        go_on(masis, run, "critic", StateEdit(brought_back=(second.chunk_id,)))
    with masis.parts.database.read() as session:
        assert session.query(RunRow).count() == 1


def test_an_edit_that_cannot_be_is_refused_in_words_and_starts_nothing(masis: Masis, run: RunReport) -> None:
    first = passages(masis)[0].chunk_id
    for node, edit, why in (
        ("critic", StateEdit(), "Nothing differs"),
        ("critic", StateEdit(draft=BAD.format(first)), "Nothing differs"),
        ("evaluator", StateEdit(draft="x"), "Before the Scorecard the draft cannot be changed"),
        ("evaluator", StateEdit(left_out=(first,)), "the passages cannot be changed"),
        ("researcher", StateEdit(retries_left=6), "Between 0 and 5"),
        ("critic", StateEdit(left_out=(first,)), "No passage is left"),
        ("clarifier", StateEdit(draft="x"), "no clarifier"),
    ):
        with pytest.raises(InvalidInput, match=why):
            masis.past.editing.go_on(ME, "acme", run.run_id, node, 1, edit)
    with masis.parts.database.read() as session:
        assert session.query(RunRow).count() == 1


def test_a_run_whose_steps_are_gone_says_so(masis: Masis, run: RunReport) -> None:
    masis.parts.checkpoints().delete_thread(run.run_id)
    assert "no longer kept" in masis.past.editing.points(ME, "acme", run.run_id).why_not
    with pytest.raises(InvalidInput, match="no longer kept"):
        masis.past.editing.look(ME, "acme", run.run_id, "critic", 1)


def test_only_who_decides_cases_may_look_and_edit(masis: Masis, run: RunReport) -> None:
    analyst = Caller(person="p-analyst")
    with masis.parts.database.write() as session:
        members.put(session, "acme", analyst.person, Role.ANALYST, masis.parts.clock())
    editing: StateEditing = masis.past.editing
    for call in (
        lambda who: editing.points(who, "acme", run.run_id),
        lambda who: editing.look(who, "acme", run.run_id, "critic", 1),
        lambda who: editing.go_on(who, "acme", run.run_id, "critic", 1, StateEdit(retries_left=1)),
    ):
        with pytest.raises(NotAllowed, match="owner or reviewer"):
            call(analyst)
        with pytest.raises(NotFound):
            call(OTHER)


def test_from_a_case_the_second_of_two_reviewers_is_told_and_starts_nothing(
    masis: Masis, run: RunReport
) -> None:
    case = masis.case(ME, "acme", run.run_id)
    assert case is not None
    draft = StateEdit(draft=GOOD.format(passages(masis)[0].chunk_id))
    place = (case.case_id, case.version, "critic", 1, draft)
    ann, bob = ME.model_copy(update={"name": "Ann"}), ME.model_copy(update={"name": "Bob"})
    made = masis.reviews.continuing.edit_state(ann, *place)
    with pytest.raises(CaseChanged, match="Ann edited the state and let the run go on"):
        masis.reviews.continuing.edit_state(bob, *place)
    report = report_of(masis, made)
    assert not report.requires_human_review
    file = masis.reviews.file(ME, case.case_id)
    assert (file.case.outcome, file.case.continued_by) == ("continued", made)
    assert file.decisions[-1].after["changes"] == ["Draft changed by hand"]
    assert len(masis.runs(ME, "acme")) == 2
    assert masis.reviews.undo(ME, case.case_id, file.case.version).action == "edit_state"
    assert masis.reviews.file(ME, case.case_id).case.state == "open"


def test_a_process_killed_before_the_edited_run_began_goes_on_with_the_edit(
    world: World, masis: Masis, run: RunReport, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = GOOD.format(passages(masis)[0].chunk_id)
    deps = masis.parts.deps()
    monkeypatch.setattr(masis._runs.jobs, "add", lambda *_: None)
    made = masis.past.editing.go_on(ME, "acme", run.run_id, "critic", 1, StateEdit(draft=draft))
    masis.close()
    world.deps = deps
    again = world.open()
    assert eventually(lambda: again.run(ME, "acme", made).report is not None, 60)
    report = report_of(again, made)
    assert report.answer == draft
    assert [entry["node"] for entry in report.trace].count("human") == 1
