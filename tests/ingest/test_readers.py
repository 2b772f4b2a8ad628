"""Reading in a child process: the right answer, progress, time limit, cancel, crash."""

import os
import signal
import threading
import time
from contextlib import closing
from pathlib import Path

import files
import pytest

from masis.config import Settings
from masis.domain.document import ReadDocument
from masis.errors import Cancelled, DocumentRejected, PasswordRequired
from masis.ingest import executor
from masis.ingest.readers import read


def test_pages_and_progress_come_back(settings: Settings) -> None:
    """Pages and progress come back."""
    seen: list[tuple[int, int]] = []
    document = read(
        files.report_pdf(4),
        "pdf",
        "a.pdf",
        None,
        settings,
        on_page=lambda done, total: seen.append((done, total)),
    )
    assert isinstance(document, ReadDocument)
    assert len(document.pages) == 4
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_a_rejection_keeps_its_kind(settings: Settings) -> None:
    """A rejection keeps its kind."""
    with pytest.raises(PasswordRequired) as refusal:
        read(files.encrypted_pdf(), "pdf", "a.pdf", None, settings)
    assert refusal.value.code == "encrypted"


def test_cancel_stops_the_work(settings: Settings) -> None:
    """Cancel stops the work."""
    with pytest.raises(Cancelled):
        read(files.report_pdf(), "pdf", "a.pdf", None, settings, cancelled=lambda: True)


def test_a_file_that_takes_too_long_is_refused(settings: Settings) -> None:
    """A file that takes too long is refused."""
    quick = settings.model_copy(update={"read_timeout_seconds": 0.001})
    with pytest.raises(DocumentRejected) as refusal:
        read(files.report_pdf(), "pdf", "a.pdf", None, quick)
    assert refusal.value.code == "timed_out"


def test_a_crash_is_a_refusal(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash is a refusal."""
    started = executor.Child.__init__

    def start_and_die(child: executor.Child) -> None:
        started(child)
        os.kill(child._process.pid, signal.SIGSEGV)

    monkeypatch.setattr(executor.Child, "__init__", start_and_die)
    with pytest.raises(DocumentRejected) as refusal:
        read(files.report_pdf(), "pdf", "a.pdf", None, settings)
    assert refusal.value.code == "crashed"


def test_many_threads_read_at_once(settings: Settings) -> None:
    """Many threads read at once."""
    results: list[ReadDocument] = []

    def work(pages: int) -> None:
        results.append(read(files.report_pdf(pages), "pdf", f"{pages}.pdf", None, settings))

    threads = [threading.Thread(target=work, args=(pages,)) for pages in (1, 2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(len(document.pages) for document in results) == [1, 2, 3]


def test_the_child_sees_no_secrets_and_prints_harm_nothing(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The child sees no secrets and prints harm nothing."""
    monkeypatch.setenv("OPENAI_API_KEY", "never passed on")
    with closing(executor.Child()) as child:
        environment = Path(f"/proc/{child._process.pid}/environ")
        if environment.exists():
            assert b"OPENAI" not in environment.read_bytes()


def test_leaving_the_block_ends_the_child() -> None:
    """Leaving the block ends the child."""
    with closing(executor.Child()) as child:
        running = child._process
    assert running.returncode is not None
    with pytest.raises(executor.ChildGone):
        child.receive(time.monotonic() + 5)
