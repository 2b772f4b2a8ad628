"""Time to import, time to a usable page, memory idle and while a long PDF is taken in.

Run: ``python -m benchmarks.startup``. Starts the real app on a free port with a fresh data folder.
"""

import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from benchmarks.inputs import report_pdf
from benchmarks.measure import resident_megabytes, say

ROOT = Path(__file__).parent.parent


def import_seconds() -> float:
    """Return the median cost of ``import masis`` above an empty interpreter."""

    def run(code: str) -> float:
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
        return time.perf_counter() - started

    run("import masis")
    return statistics.median(run("import masis") for _ in range(7)) - statistics.median(
        run("") for _ in range(7)
    )


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(url: str, seconds: float) -> None:
    """Wait until the app says it is ready."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(url, timeout=1) as reply:  # noqa: S310 - our own loopback address
                if json.load(reply).get("status") == "ok":
                    return
        except (urllib.error.URLError, OSError, ValueError):
            time.sleep(0.05)
    message = f"{url} was not ready after {seconds} s"
    raise TimeoutError(message)


def first_page_seconds(port: int, started: float) -> float | None:
    """Return seconds from start to the question box in a browser; ``None`` without Chromium."""
    import shutil

    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium")
    if not program:
        return None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{port}/")
        page.get_by_role("button", name="Try the sample").first.wait_for(timeout=60_000)
        seconds = time.perf_counter() - started
        browser.close()
    return seconds


def main() -> None:
    """Print the figures."""
    say("import masis", f"{import_seconds():.3f} s")
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "MASIS_DATA_DIR": folder,
            "MASIS_PORT": str(port),
        }
        started = time.perf_counter()
        app = subprocess.Popen(
            [sys.executable, "-m", "masis", "serve"], cwd=ROOT, env=environment, stderr=subprocess.DEVNULL
        )
        try:
            wait_for(f"http://127.0.0.1:{port}/healthz", 60)
            say("app start to healthy", f"{time.perf_counter() - started:.2f} s")
            page = first_page_seconds(port, started)
            say(
                "app start to usable page (with browser launch)",
                f"{page:.2f} s" if page else "no chromium here",
            )
            time.sleep(3)
            say("memory of the app, idle after one page", f"{resident_megabytes(app.pid):.0f} MB")
        finally:
            app.terminate()
            app.wait(20)
    say(
        "memory peak while a 300-page PDF is ingested",
        f"{ingest_peak_megabytes():.0f} MB (whole process tree)",
    )


def ingest_peak_megabytes() -> float:
    """Return the highest memory of an ingesting process and its children."""
    with tempfile.TemporaryDirectory() as folder:
        pdf = Path(folder) / "long.pdf"
        pdf.write_bytes(report_pdf(300))
        environment = {**os.environ, "MASIS_DATA_DIR": f"{folder}/data"}
        command = [sys.executable, "-m", "masis", "ingest", "--workspace", "bench", str(pdf)]
        work = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
        peak = 0.0
        while work.poll() is None:
            peak = max(peak, resident_megabytes(work.pid))
            time.sleep(0.1)
        if work.returncode != 0:
            message = f"ingest ended with {work.returncode}"
            raise RuntimeError(message)
    return peak


if __name__ == "__main__":
    main()
