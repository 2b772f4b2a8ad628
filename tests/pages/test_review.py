"""The Review page on the real service and the sample workspace, driven through the main script."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import masis
from masis.domain.person import Caller
from masis.domain.review.case import Case
from masis.domain.review.decisions import CaseFilter
from masis.service import Masis
from tests.fakes.services import opened_copy

ROOT = Path(__file__).parents[2]
ME, ANNA = Caller(), Caller(name="Anna")
QUESTION = "What was adjusted EBITDA in 2024?"


class Shared:
    """Stands where the wiring would be and hands out one MASIS."""

    def __init__(self, built: Masis) -> None:
        self.shared_masis = lambda: built


@pytest.fixture(scope="module")
def sample(sample_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Masis]:
    """Return a MASIS with the sample workspace read in."""
    built = opened_copy(sample_data, tmp_path_factory.mktemp("sample") / "data")
    yield built
    built.close()


@pytest.fixture
def case(sample: Masis, monkeypatch: pytest.MonkeyPatch) -> Case:
    """Return a fresh conflict that waits for a person."""
    from masis.ui.shared.services import get_masis

    monkeypatch.setitem(sys.modules, "masis.wiring", Shared(sample))  # type: ignore[arg-type]
    monkeypatch.setattr(masis, "wiring", Shared(sample), raising=False)
    get_masis.clear()
    run_id = sample.ask(ME, "sample", QUESTION)
    sample.wait(run_id, 60)
    found = sample.case(ME, "sample", run_id)
    assert found is not None
    return found


@pytest.fixture
def app() -> AppTest:
    # By itself: under the main script AppTest delivers no button of a page it switched to.
    return AppTest.from_file(str(ROOT / "pages" / "review.py"), default_timeout=60)


def html(app: AppTest) -> str:
    return "\n".join(str(one.proto.body) for one in app.get("html"))


def opened(app: AppTest, case: Case) -> AppTest:
    """Open the page on a case by its address, as a click in the queue writes it."""
    app.query_params["workspace"], app.query_params["case"] = "sample", case.case_id
    return app.run()


def test_the_queue_lists_what_waits(app: AppTest, case: Case, sample: Masis) -> None:
    app.run()
    assert not app.exception
    waiting = sample.reviews.open_count(ME)
    assert any(f"of {waiting} case" in one.value for one in app.caption)
    app.text_input(key="review-search").set_value("zebra").run()
    assert any("No case matches" in one.value for one in app.caption)


def test_a_case_opened_by_its_address_is_seen_in_the_queue(
    app: AppTest, case: Case, sample: Masis, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = sample.ask(ME, "sample", "Who audits the pension fund of the rowing club?")
    sample.wait(later, 60)
    newest = sample.reviews.open_case(ME, "sample", later)
    monkeypatch.setattr("masis.ui.review.queue.PAGE_SIZE", 1)
    waiting = sample.reviews.queue(ME, CaseFilter()).cases
    assert len(waiting) > 1
    assert waiting[-1].case_id == newest
    opened(app, waiting[-1])
    assert any(f"{len(waiting)} to {len(waiting)} of" in one.value for one in app.caption)
    next(one for one in app.button if one.label == "Earlier").click().run()
    # From there on the person turns the pages.
    assert any(f"{len(waiting) - 1} to {len(waiting) - 1} of" in one.value for one in app.caption)


def test_a_case_shows_both_sides_and_what_can_be_done(app: AppTest, case: Case) -> None:
    opened(app, case)
    assert not app.exception
    assert "Needs review: sources disagree" in html(app)
    keys = {button.key for button in app.button}
    assert {
        f"act-{name}" for name in ("choose_source", "approve", "edit", "reject", "rephrase", "run_again")
    } <= keys
    assert any("becomes final in your name" in one.value for one in app.caption)


@pytest.mark.parametrize("view", ["Sources", "Claims", "Quality", "Trace", "Record"])
def test_every_view_of_a_case_draws(app: AppTest, case: Case, view: str) -> None:
    turned(opened(app, case), case, view)
    assert app.button_group(key=f"case-view-{case.case_id}").value == view


@pytest.mark.parametrize(
    "act",
    ["choose_source", "approve", "edit", "reject", "rephrase", "run_again", "edit_state", "add_document"],
)
def test_every_form_draws(app: AppTest, case: Case, act: str) -> None:
    opened(app, case).button(key=f"act-{act}").click().run()
    assert not app.exception


def test_approving_asks_for_a_reason_and_can_be_undone(app: AppTest, case: Case, sample: Masis) -> None:
    opened(app, case).button(key="act-approve").click().run()
    pressed(app, "Approve as final")
    assert "reason for approving" in app.error[0].value.replace("\\", "")
    app.text_area(key=f"approve-reason-{case.case_id}").set_value("Checked by hand.")
    pressed(app, "Approve as final")
    assert sample.run(ME, "sample", case.run_id).summary.verdict == "finalized"
    assert "Approved</span>" in html(app)
    app.button(key="act-undo").click().run()
    assert "Needs review: sources disagree" in html(app)
    assert sample.reviews.file(ME, case.case_id).case.state == "open"


def test_an_edit_is_audited_in_sight_before_it_is_kept(app: AppTest, case: Case, sample: Masis) -> None:
    opened(app, case).button(key="act-edit").click().run()
    field = app.text_area(key=f"edit-{case.case_id}")
    field.set_value(field.value + "\n\nChurn was 99.9% in 1987 [1].").run()
    assert "What the audit finds: 1 problem" in html(app)
    assert "<ins>" in html(app)
    app.button(key="edit-keep").click().run()
    file = sample.reviews.file(ME, case.case_id)
    assert file.decisions[-1].action == "edit"
    assert "99.9%" in (file.report.answer or "")
    assert file.case.state == "open"


def test_the_second_of_two_writers_is_told(app: AppTest, case: Case, sample: Masis) -> None:
    opened(app, case).button(key="act-reject").click().run()
    note = app.text_area(key=f"reject-note-{case.case_id}")
    note.set_value("I disagree.")
    sample.reviews.approve(ANNA, case.case_id, 1, "Fine.")
    pressed(app, "Reject")
    told = app.error[0].value.replace("\\", "")
    assert "Anna approved this case just now; your change was not saved" in told
    assert app.text_area(key=f"reject-note-{case.case_id}").value == "I disagree."
    assert sample.reviews.file(ME, case.case_id).case.outcome == "approved"
    assert any("You still see it as it was before" in one.value.replace("\\", "") for one in app.markdown)
    app.button(key="case-refresh").click().run()
    assert "Approved</span>" in html(app)


def test_a_comment_and_a_mark_are_kept(app: AppTest, case: Case, sample: Masis) -> None:
    turned(opened(app, case), case, "Claims")
    app.button(key="mark-wrong").click().run()
    assert sample.reviews.file(ME, case.case_id).decisions[-1].action == "mark_claim"
    turned(app, case, "Record")
    next(one for one in app.text_area if one.label == "Comment").set_value("Ask finance.")
    pressed(app, "Add comment")
    assert sample.reviews.file(ME, case.case_id).decisions[-1].reason == "Ask finance."
    assert "Ask finance." in html(app)


def test_the_navigation_counts_what_waits(case: Case, sample: Masis) -> None:
    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60).run()
    count = sample.reviews.queue(ME, CaseFilter()).total
    assert f"Review ({count})" in str([one.proto for one in app.get("page_link")])


def pressed(app: AppTest, label: str) -> None:
    next(one for one in app.button if one.label == label and one.key not in {"act-reject"}).click().run()
    assert not app.exception


def turned(app: AppTest, case: Case, view: str) -> None:
    """Turn to another view of the case."""
    app.session_state[f"case-view-{case.case_id}"] = view
    app.run()
    assert not app.exception


def test_a_side_of_a_case_opens_its_page(app: AppTest, case: Case) -> None:
    opened(app, case)
    sides = [button for button in app.button if str(button.key).startswith("open-side-")]
    places = [side.label.replace("\\", "") for side in sides]
    assert places == [
        "Veldrin Systems N.V. Annual report 2024, page 2",
        "Board pack, fourth quarter 2024, page 3",
    ]
    assert len(app.get("image")) == 1  # what the draft cites first
    sides[1].click().run()
    assert not app.exception
    shown = html(app)
    assert "One of the competing values: €34.9 million" in shown
    assert "Page 3" in shown.partition('class="m-source-sub"')[2]
    # The value is a cell of a table: its row is what is marked.
    table = shown.partition("One of the competing values")[0].rpartition('class="m-rows"')[2]
    assert "Adjusted EBITDA" in table
    assert "<td>34.9</td>" in table
    assert len(app.get("image")) == 2
