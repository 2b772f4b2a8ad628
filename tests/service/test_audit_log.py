"""Audit log: a day of thirty acts leaves thirty lines; owners read them, they end with their time."""

import csv
import io
from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from masis.domain.audit_log import ACT_NAMES, ActFilter
from masis.domain.person import Caller, Role
from masis.domain.profile import ProfileCorrection
from masis.errors import InvalidInput, NotAllowed
from masis.service import Masis
from masis.service.memo_audit import export_draft
from masis.store import members
from tests.builders import chunk, opinion, selection
from tests.fakes.scripted import scripted_deps
from tests.fakes.services import ME, World, settled

ANNA = Caller(name="=Anna")
BEN = Caller(person="p-ben", name="Ben")


@pytest.fixture
def masis(world: World) -> Masis:
    found = selection(chunk("k1", "Revenue was 5 million EUR in 2024."))
    world.deps = scripted_deps(
        drafts=["Revenue was 5 million EUR in 2024 [k1]."], opinions=[opinion(0.9)], found=[found]
    )
    return world.open()


def scripted_day(masis: Masis) -> Iterator[str]:
    """Do thirty things and yield the name of each."""
    masis.create_workspace(ANNA, "Acme")
    yield "made_workspace"
    masis.allow_web(ANNA, "acme", True)
    yield "changed_web"
    masis.upload(ANNA, "acme", "a.txt", b"Revenue was 5 million EUR in 2024.")
    yield "uploaded"
    settled(masis, "acme")
    document = masis.documents(ANNA, "acme")[0]
    place = ("acme", document.document_id)
    masis.profiles.correct(ANNA, *place, ProfileCorrection())
    yield "corrected_document"
    masis.original(ANNA, *place, document.current.version_id)
    yield "took_out_original"
    yield from asking(masis, document.document_id)
    yield from auditing(masis)
    masis.delete_document(ANNA, *place)
    yield "deleted_document"
    masis.undo_delete(ANNA, *place)
    yield "brought_back_document"
    masis.people.invite(ANNA, "acme", "ben@example.com", Role.READER)
    yield "invited"
    masis.people.take_back(ANNA, "acme", "ben@example.com")
    yield "took_back_invitation"
    masis.log.export(ANNA, "acme", ActFilter())
    yield "exported_log"
    masis.calibration.adopt(ANNA, "acme", None)
    yield "changed_standard"


def asking(masis: Masis, document_id: str) -> Iterator[str]:
    """Ask, contest and decide."""
    asked = masis.ask(ANNA, "acme", "What was revenue in 2024?", thread_id="t1")
    yield "asked"
    masis.wait(asked, 20)
    masis.export_run(ANNA, "acme", asked, "md")
    yield "exported"
    masis.cancel_run(ANNA, "acme", asked)
    yield "stopped_run"
    again = masis.past.run_again(ANNA, "acme", asked)
    yield "asked_again"
    masis.wait(again, 20)
    masis.ratings.rate(ANNA, "acme", asked, right=True)
    yield "rated"
    masis.ratings.take_back(ANNA, "acme", asked)
    yield "took_back_rating"
    masis.ratings.rate(ANNA, "acme", asked, right=False, why="Another year is meant")
    yield "rated"
    case = masis.case(ANNA, "acme", asked)
    assert case is not None
    masis.reviews.comment(ANNA, case.case_id, "Which one?")
    yield "commented"
    masis.reviews.assign(ANNA, case.case_id, 1, "Ben")
    yield "assigned"
    masis.reviews.approve(ANNA, case.case_id, 2, "Checked.")
    yield "decided"
    masis.reviews.undo(ANNA, case.case_id, 3)
    yield "decided"
    rule = masis.reviews.rules.add(ANNA, "acme", document_id)
    yield "made_rule"
    masis.reviews.rules.revoke(ANNA, "acme", rule.rule_id)
    yield "ended_rule"
    masis.calibration.reset(ANNA, "acme")
    yield "changed_standard"


def auditing(masis: Masis) -> Iterator[str]:
    """Audit a draft, take it out, and leave nothing of the conversation."""
    audit = masis.drafts.paste(ANNA, "acme", "Revenue was 5 million EUR in 2024.", "memo")
    yield "audited_draft"
    masis.drafts.wait(audit, 20)
    export_draft(masis.drafts, ANNA, "acme", audit, "md")
    yield "exported"
    masis.drafts.delete(ANNA, "acme", audit)
    yield "deleted_draft"
    masis.export_thread(ANNA, "acme", "t1")
    yield "exported"
    masis.delete_thread(ANNA, "acme", "t1")
    yield "deleted_conversation"


def test_a_scripted_day_of_thirty_acts_is_told_whole(masis: Masis) -> None:
    done = [*scripted_day(masis)]
    assert len(done) == 30
    page = masis.log.of_workspace(ME, "acme", ActFilter(limit=100))
    assert [act.act for act in page.acts][::-1] == done
    assert page.total == 30
    assert {(act.person, act.name) for act in page.acts} == {("local", "=Anna")}
    numbers = [act.number for act in page.acts]
    assert numbers == sorted(numbers, reverse=True)


def test_what_was_refused_leaves_no_line(masis: Masis) -> None:
    masis.create_workspace(ME, "Acme")
    with masis.parts.database.write() as session:
        members.put(session, "acme", BEN.person, Role.READER, masis.parts.clock())
    before = masis.log.of_workspace(ME, "acme", ActFilter()).total
    for refused in (
        lambda: masis.delete_workspace(BEN, "acme"),
        lambda: masis.ask(BEN, "acme", "How high was revenue?"),
        lambda: masis.people.take_back(ME, "acme", "nobody@example.com"),
        lambda: masis.reviews.rules.revoke(ME, "acme", "no-rule"),
        lambda: masis.calibration.remove(ME, "acme", "no-test"),
    ):
        with pytest.raises(InvalidInput):
            refused()
    assert masis.log.of_workspace(ME, "acme", ActFilter()).total == before
    with pytest.raises(NotAllowed):
        masis.log.of_workspace(BEN, "acme", ActFilter())


def test_the_log_is_filtered_and_turned_by_the_database(masis: Masis) -> None:
    [*scripted_day(masis)]
    asked = ActFilter(acts=("rated", "decided"), limit=3)
    first = masis.log.of_workspace(ME, "acme", asked)
    rest = masis.log.of_workspace(ME, "acme", asked.model_copy(update={"offset": 3}))
    assert (len(first.acts), len(rest.acts), first.total) == (3, 1, 4)
    assert masis.log.of_workspace(ME, "acme", ActFilter(search="a.txt")).total == 5
    assert masis.log.of_workspace(ME, "acme", ActFilter(search="100%")).total == 0
    tomorrow = date.fromordinal(masis.parts.clock().date().toordinal() + 1)
    assert masis.log.of_workspace(ME, "acme", ActFilter(first_day=tomorrow)).total == 0


def test_the_csv_runs_nothing_in_a_spreadsheet(masis: Masis) -> None:
    masis.create_workspace(ANNA, "Acme")
    masis.upload(ANNA, "acme", "=cmd.txt", b"Revenue.")
    rows = [*csv.reader(io.StringIO(masis.log.export(ANNA, "acme", ActFilter()).decode("utf-8-sig")))]
    assert rows[0][4] == "act"
    assert [row[4] for row in rows[1:]] == [ACT_NAMES["uploaded"], ACT_NAMES["made_workspace"]]
    assert all(not cell.startswith("=") for row in rows for cell in row)
    settled(masis, "acme")


def test_an_administrator_sees_that_something_was_done_and_not_what_it_was_about(masis: Masis) -> None:
    [*scripted_day(masis)]
    seen = masis.log.of_everything(Caller(person="p-root", administrator=True), ActFilter(limit=100))
    details = {act.detail for act in seen.acts if act.act in {"uploaded", "asked", "decided", "exported"}}
    assert details == {""}
    assert seen.total == 30


def test_the_log_ends_with_its_time_and_a_new_workspace_of_the_same_name_begins_its_own(
    masis: Masis, world: World
) -> None:
    masis.create_workspace(ME, "Acme")
    masis.delete_workspace(ME, "Acme".lower())
    masis.create_workspace(ME, "Acme")
    told = masis.log.of_workspace(ME, "acme", ActFilter())
    assert [act.act for act in told.acts] == ["made_workspace"]
    masis.log.forget_old()
    assert masis.log.of_workspace(ME, "acme", ActFilter()).total == 1
    days = masis.parts.settings.audit_log_days
    later = masis.parts.clock() + timedelta(days=days + 1)
    world.now = lambda: later
    masis.log.forget_old()
    assert masis.log.of_workspace(ME, "acme", ActFilter()).total == 0
