"""Calibration: known truths become outcomes, outcomes a curve and a line, and a run is held to both."""

from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from masis.domain.calibration.acceptance import NOTHING_PASSES
from masis.domain.calibration.probes import Batch, findings
from masis.domain.calibration.thresholds import ThresholdPair
from masis.domain.run.report import RunReport
from masis.errors import InvalidInput, NotFound, RetrievalUnavailable
from masis.service import Masis
from masis.store import calibration
from tests.builders import opinion
from tests.fakes.scripted import scripted_deps
from tests.fakes.services import ME, OTHER, World, eventually, settled

TEXT = (
    b"Net profit was EUR 12.6 million in 2024. The order backlog at the end of the year was EUR 96.0 million."
)


def csv(right: int, wrong: int, absent: int = 0) -> bytes:
    """Questions that the scripted answer ("12 million euros") gets right, gets wrong, or makes up."""
    expected = ["12 million"] * right + ["99"] * wrong + ["ABSENT"] * absent
    rows = (f"What was revenue in case {number}?,{one}" for number, one in enumerate(expected))
    return "\n".join(["question,expected answer", *rows]).encode()


@pytest.fixture
def masis(masis: Masis) -> Masis:
    masis.upload(ME, "acme", "report.txt", TEXT)
    settled(masis, "acme")
    return masis


def tried(masis: Masis, content: bytes) -> None:
    masis.calibration.ask_known(ME, "acme", content)
    masis.calibration.probing.wait("acme", 60)


def asked(masis: Masis) -> RunReport:
    run_id = masis.ask(ME, "acme", "What was revenue in 2024?")
    masis.wait(run_id, 20)
    report = masis.run(ME, "acme", run_id).report
    assert report is not None
    return report


def test_enough_known_answers_give_a_calibrated_confidence_to_later_runs(masis: Masis) -> None:
    assert asked(masis).calibrated is None
    tried(masis, csv(20, 4))
    seen = masis.calibration.overview(ME, "acme")
    assert (seen.need.outcomes, seen.fit) == (24, None)
    assert asked(masis).calibrated is None

    tried(masis, csv(30, 6, absent=4))
    seen = masis.calibration.overview(ME, "acme")
    assert (seen.need.right, seen.need.wrong) == (30, 10)
    assert seen.fit is not None
    assert seen.known is not None
    found = findings(seen.known.checked)
    assert (found.right.hits, found.wrong.hits, found.made_up.hits) == (30, 6, 4)
    report = asked(masis)
    assert report.calibrated is not None
    assert report.calibrated.value == pytest.approx(0.75, abs=0.03)
    assert report.contract()["metrics"]["calibrated_confidence"]["outcomes"] == 40
    assert report.trace[-1]["calibrated_confidence"] == report.calibrated.value
    assert masis.runs(ME, "acme", search="case") == ()  # probes are in nobody's history


def test_a_risk_setting_moves_the_line_of_the_next_run_and_never_under_the_contracts(masis: Masis) -> None:
    with pytest.raises(InvalidInput, match="30 judged answers; so far there are 0"):
        masis.calibration.set_risk(ME, "acme", 0.05)
    tried(masis, csv(40, 2))
    masis.calibration.set_risk(ME, "acme", 0.2)
    report = asked(masis)
    assert not report.requires_human_review
    assert (report.trace[-1]["finalize_line"], report.trace[-1]["line_set_by"]) == (0.65, "risk_setting")

    masis.calibration.set_risk(ME, "acme", 0.05)
    assert masis.calibration.overview(ME, "acme").line.value == NOTHING_PASSES
    report = asked(masis)
    assert report.requires_human_review
    assert report.cause in {"low_confidence", "no_gain"}
    assert report.metrics["low_confidence_threshold"] == NOTHING_PASSES

    with pytest.raises(InvalidInput, match="Choose one of"):
        masis.calibration.set_risk(ME, "acme", 0.99)
    masis.calibration.reset(ME, "acme")
    seen = masis.calibration.overview(ME, "acme")
    assert (seen.line.value, seen.line.set_by, seen.outcomes) == (0.65, "default", ())
    assert [one.change for one in seen.versions] == ["Started over", "At most 5% wrong", "At most 20% wrong"]
    assert not asked(masis).requires_human_review


def test_an_adopted_pair_is_kept_in_versions_and_can_be_given_back(masis: Masis) -> None:
    pair = ThresholdPair(threshold=0.42, retry_threshold=0.4)
    masis.calibration.adopt(ME, "acme", pair)
    assert masis.calibration.overview(ME, "acme").chosen.thresholds == pair
    with pytest.raises(InvalidInput, match="cannot be above"):
        masis.calibration.adopt(ME, "acme", ThresholdPair(threshold=0.3, retry_threshold=0.4))
    masis.calibration.adopt(ME, "acme", None)
    assert masis.calibration.overview(ME, "acme").chosen.thresholds is None
    assert len(masis.calibration.overview(ME, "acme").versions) == 2


def test_a_self_test_runs_in_the_background_and_counts_every_kind(masis: Masis) -> None:
    masis.calibration.self_test(ME, "acme", 5, seed=3)
    masis.calibration.probing.wait("acme", 60)
    seen = masis.calibration.overview(ME, "acme")
    assert seen.self_test is not None
    assert seen.self_test.batch.state == "finished"
    assert seen.self_test.batch.done == seen.self_test.batch.total == len(seen.self_test.checked)
    found = findings(seen.self_test.checked)
    assert found.caught.total > 0
    assert found.false_alarms.hits == 0
    assert found.made_up.hits == found.made_up.total > 0  # the scripted writer always answers


def test_an_empty_workspace_and_odd_numbers_are_refused_with_a_sentence(masis: Masis) -> None:
    masis.create_workspace(ME, "Empty")
    with pytest.raises(InvalidInput, match="No sentence or table row with a figure"):
        masis.calibration.self_test(ME, "empty")
    with pytest.raises(InvalidInput, match="no documents to ask"):
        masis.calibration.ask_known(ME, "empty", csv(1, 0))
    with pytest.raises(InvalidInput, match="1 to 100"):
        masis.calibration.self_test(ME, "acme", 0)
    named = b"question,expected,document\nWhat?,1,nowhere.pdf\n"
    with pytest.raises(InvalidInput, match="not in this workspace"):
        masis.calibration.ask_known(ME, "acme", named)
    assert masis.calibration.overview(ME, "empty").scores is None


def test_nobody_sees_or_changes_another_persons_calibration(masis: Masis) -> None:
    acts: list[Callable[[], Any]] = [
        lambda: masis.calibration.overview(OTHER, "acme"),
        lambda: masis.calibration.under_way(OTHER, "acme"),
        lambda: masis.calibration.self_test(OTHER, "acme"),
        lambda: masis.calibration.ask_known(OTHER, "acme", csv(1, 0)),
        lambda: masis.calibration.cancel(OTHER, "acme"),
        lambda: masis.calibration.set_risk(OTHER, "acme", None),
        lambda: masis.calibration.adopt(OTHER, "acme", None),
        lambda: masis.calibration.reset(OTHER, "acme"),
    ]
    for act in acts:
        with pytest.raises(NotFound):
            act()


def test_a_batch_can_be_cancelled_runs_once_a_workspace_and_goes_with_it(world: World) -> None:
    reached, gate = Event(), Event()
    deps = scripted_deps()
    write = deps.synthesizer.write

    def held_back(*line: Any) -> Any:
        reached.set()
        gate.wait(20)
        return write(*line)

    object.__setattr__(deps.synthesizer, "write", held_back)
    world.deps = deps
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.upload(ME, "acme", "report.txt", TEXT)
    settled(masis, "acme")
    masis.calibration.ask_known(ME, "acme", csv(5, 0))
    assert reached.wait(20)
    with pytest.raises(InvalidInput, match="under way"):
        masis.calibration.self_test(ME, "acme")
    assert masis.calibration.under_way(ME, "acme") is not None
    masis.calibration.cancel(ME, "acme")
    gate.set()
    masis.calibration.probing.wait("acme", 20)
    seen = masis.calibration.overview(ME, "acme")
    assert seen.known is not None
    assert (seen.known.batch.state, seen.known.batch.done) == ("cancelled", 1)
    assert len(seen.outcomes) == 1  # what was checked before counts
    masis.delete_workspace(ME, "acme")
    with masis.parts.database.read() as session:
        assert calibration.checked_of(session, seen.known.batch.batch_id) == ()


def test_an_outage_ends_the_batch_with_a_sentence_and_counts_nothing(world: World) -> None:
    world.deps = scripted_deps(found=[RetrievalUnavailable("down")])
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.upload(ME, "acme", "report.txt", TEXT)
    settled(masis, "acme")
    tried(masis, csv(3, 0))
    seen = masis.calibration.overview(ME, "acme")
    assert seen.known is not None
    assert seen.known.batch.state == "failed"
    assert "stopped answering" in seen.known.batch.message
    assert seen.outcomes == ()


def test_a_batch_that_a_stop_interrupted_is_marked_at_the_next_start(world: World) -> None:
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    at = masis.parts.clock()
    place = {"engine": "extractive", "embedder": "toy", "version": "1", "started_at": at}
    batch = Batch(batch_id="t1", workspace_id="acme", kind="known", state="running", total=9, **place)
    with masis.parts.database.write() as session:
        calibration.add_batch(session, batch)
    masis.close()
    again = world.open()
    assert eventually(lambda: again.calibration.overview(ME, "acme").known is not None)
    assert again.calibration.under_way(ME, "acme") is None
    known = again.calibration.overview(ME, "acme").known
    assert known is not None
    assert known.batch.state == "interrupted"


def test_a_reviewed_answer_is_an_outcome_until_the_verdict_is_taken_back(world: World) -> None:
    world.deps = scripted_deps(opinions=[opinion(0.4)])
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    report = asked(masis)
    case = masis.case(ME, "acme", report.run_id)
    assert case is not None
    masis.reviews.approve(ME, case.case_id, case.version, "Checked.")
    (outcome,) = masis.calibration.overview(ME, "acme").outcomes
    assert (outcome.source, outcome.right, outcome.clean) == ("review", True, True)
    assert outcome.confidence == report.confidence
    masis.reviews.undo(ME, case.case_id, masis.reviews.file(ME, case.case_id).case.version)
    assert masis.calibration.overview(ME, "acme").outcomes == ()
