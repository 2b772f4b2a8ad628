"""How far a drop of files is, and what is told of it."""

from datetime import UTC, datetime, timedelta

from masis.domain.document import IngestJob, JobState
from masis.ui.documents.uploads import overall

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


def job(state: JobState, pages: tuple[int, int] = (0, 0), minutes: float = 0) -> IngestJob:
    at = NOON - timedelta(minutes=minutes)
    return IngestJob(
        job_id=f"{state}{pages}{minutes}",
        workspace_id="acme",
        file_name="a.pdf",
        state=state,
        pages_done=pages[0],
        pages_total=pages[1],
        created_at=at,
        updated_at=at,
    )


def test_a_drop_is_told_in_files_pages_and_time() -> None:
    jobs = [job("done", (10, 10)), job("reading", (10, 10)), job("reading", (0, 20)), job("queued")]
    seen = overall(jobs, NOON + timedelta(seconds=30))
    assert (seen.done, seen.files, seen.pages_done) == (1, 4, 20)
    assert seen.share == (1 + 0.5) / 4
    assert seen.seconds_left == 30 * (1 - 0.375) / 0.375
    assert seen.sentence == "1 of 4 files done, 20 pages read, about 50 s left"


def test_pages_are_told_of_all_once_every_file_was_opened() -> None:
    jobs = [job("done", (10, 10)), job("failed"), job("reading", (10, 10)), job("reading", (0, 20))]
    assert overall(jobs, NOON).sentence == "2 of 4 files done, 20 of 40 pages"


def test_no_time_is_told_before_it_can_be_known() -> None:
    assert overall([job("queued")], NOON + timedelta(seconds=60)).seconds_left is None
    half_done = [job("done", (10, 10)), job("queued")]
    assert overall(half_done, NOON + timedelta(seconds=60)).seconds_left is None  # nobody works on the rest
    assert overall([job("reading", (9, 10))], NOON + timedelta(seconds=1)).sentence == (
        "0 of 1 file done, 9 of 10 pages"
    )


def test_files_of_an_earlier_drop_are_not_counted() -> None:
    jobs = [job("done", (10, 10), minutes=30), job("reading", (1, 10))]
    assert overall(jobs, NOON).files == 1
