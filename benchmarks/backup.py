"""Backup, restore and check of a workspace of 2,000 pages while it is used, beside a copy of the folder.

Run: ``python -m benchmarks.backup [--pages 2000]``. Questions are asked all the while; a copy by ``tar`` is
what an operator would do instead, with MASIS stopped.
"""

import argparse
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.inputs import report_pdf
from benchmarks.measure import say
from masis.config import Settings
from masis.domain.person import Caller
from masis.service import Masis
from masis.service.backup.archive import checked, restore, write_backup
from masis.service.documents.reindex import Reindex
from masis.store.copying import figures
from masis.upkeep import remembered
from masis.wiring import build_masis, build_parts

CALLER = Caller()
PAGES_A_FILE = 250
QUESTION = "What did the report say about revenue?"


def take_in(masis: Masis, pages: int) -> str:
    """Fill a workspace with made reports; return its id."""
    workspace = masis.create_workspace(CALLER, "Bench").workspace_id
    for number in range(pages // PAGES_A_FILE):
        content = report_pdf(PAGES_A_FILE)
        # Another comment at the end makes each file a content of its own.
        job = masis.upload(CALLER, workspace, f"report-{number}.pdf", content + f"\n% {number}\n".encode())
        masis.uploads.wait(job.job_id, None)
    return workspace


def timed(name: str, work: Callable[[], object]) -> float:
    """Run one step and print its seconds."""
    started = time.perf_counter()
    work()
    seconds = time.perf_counter() - started
    say(name, f"{seconds:.1f} s")
    return seconds


def used(masis: Masis, workspace: str, stop: threading.Event, asked: list[str]) -> None:
    """Ask question after question."""
    while not stop.is_set():
        run_id = masis.ask(CALLER, workspace, QUESTION)
        masis.wait(run_id, 60)
        asked.append(masis.run(CALLER, workspace, run_id).summary.state)


def put_back(settings: Settings) -> None:
    """Fill the restored place's vector store."""
    parts = build_parts(settings)
    try:
        Reindex(parts).put_back(lambda _done, _total: None)
        gap = parts.completeness.gap(None)
    finally:
        parts.close()
    if gap:
        raise RuntimeError(gap)


def run(pages: int, folder: Path) -> None:
    """Measure on a folder that is thrown away."""
    settings = Settings(data_dir=folder / "data", _env_file=None)
    restored = Settings(data_dir=folder / "restored", _env_file=None)
    masis = build_masis(settings)
    out, asked, stop = folder / "masis.zip", list[str](), threading.Event()
    try:
        workspace = take_in(masis, pages)
        user = threading.Thread(target=used, args=(masis, workspace, stop, asked))
        user.start()
        try:
            seconds = timed(
                "backup, while it is used",
                lambda: write_backup(remembered(settings), out, datetime.now(UTC), "bench"),
            )
            seconds += timed("restore", lambda: restore(out, remembered(restored)))
            seconds += timed("vectors put back", lambda: put_back(restored))
            seconds += timed("check of the file", lambda: checked(out))
        finally:
            stop.set()
            user.join()
    finally:
        masis.close()
    database = remembered(restored).open_database()
    equal = {name: tuple(held) for name, held in checked(out).tables.items()} == {
        name: tuple(held) for name, held in figures(database).items()
    }
    database.close()
    say("together", f"{seconds:.1f} s (reach 60), {out.stat().st_size / 1e6:.0f} MB, equal: {equal}")
    say("questions meanwhile", f"{len(asked)}, all ended: {set(asked) <= {'finished'}}")
    timed(
        "tar of the stopped folder, for comparison",
        lambda: subprocess.run(["tar", "-czf", folder / "copy.tgz", "-C", folder, "data"], check=True),
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=2000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run(options.pages, Path(folder))


if __name__ == "__main__":
    main()
