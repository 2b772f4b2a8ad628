"""How quick the pages are in a browser: start, first question, answers, the way from nothing to an answer.

Run: ``python -m benchmarks.hands [DATA_FOLDER]``. Starts the real app on a free port, as ``./scripts/run``
does, twice: on an empty data folder, and on a copy of the given one (a fresh sample without it). An answer
counts as drawn when its first source number can be seen; the engine's end is the time that the run's row in
the database says.
"""

import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measure import resident_megabytes, say
from benchmarks.startup import ROOT, free_port

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
BOX = '[data-testid="stChatInputTextArea"]'
_DRAWN = """() => {
  const chips = [];
  const look = (root) => {
    for (const found of root.querySelectorAll("*")) {
      if (found.matches("button.chip")) chips.push(found);
      if (found.shadowRoot) look(found.shadowRoot);
    }
  };
  look(document.querySelector('[data-testid="stMain"]') ?? document);
  return chips.some((chip) => chip.getClientRects().length && !chip.closest("[data-stale=true]"))
    ? Date.now() / 1000 : false;
}"""
_ROUNDS = 5


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, int, float]]:
    """Start the app on a data folder; the address, the process and when it was started."""
    port, started = free_port(), time.time()
    command = [sys.executable, "-m", "masis", "serve", "--port", str(port)]
    app = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "MASIS_DATA_DIR": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield f"http://127.0.0.1:{port}", app.pid, started
    finally:
        app.terminate()
        app.wait(30)


def reached(page: "Page", address: str) -> None:
    """Open an address as soon as the server takes connections."""
    from playwright.sync_api import Error

    for _ in range(600):
        try:
            page.goto(address)
        except Error:
            time.sleep(0.05)
        else:
            return
    message = f"{address} did not answer"
    raise TimeoutError(message)


def drawn(page: "Page") -> float:
    """Return when the answer could be seen, by the clock of this machine."""
    return float(page.wait_for_function(_DRAWN, polling="raf", timeout=60_000).json_value())


def ended(folder: Path, run_id: str) -> float:
    """Return when the engine was done with a run."""
    with closing(sqlite3.connect(folder / "masis.db")) as database:
        row = database.execute("select finished_at from runs where run_id = ?", (run_id,)).fetchone()
    return datetime.fromisoformat(row[0]).replace(tzinfo=UTC).timestamp()


def run_of(page: "Page") -> str:
    """Return the run that the address names."""
    return str(page.evaluate("new URLSearchParams(location.search).get('run')"))


def asked(page: "Page", folder: Path, question: str) -> tuple[float, float]:
    """Ask; return seconds from Enter to the answer, and from the engine's end to the answer."""
    page.locator(BOX).fill(question)
    began = time.time()
    page.locator(BOX).press("Enter")
    page.wait_for_function(
        "question => document.querySelector('.m-question')?.innerText === question", arg=question
    )
    seen = drawn(page)
    return seen - began, seen - ended(folder, run_of(page))


def from_nothing(browser: "Browser", folder: Path) -> None:
    """Say clicks and seconds from an empty start to the first cited answer on the sample."""
    with served(folder) as (address, _, started):
        page = browser.new_page()
        reached(page, address)
        page.get_by_role("button", name="Try the sample").wait_for(timeout=60_000)
        say("app start to usable page, empty folder", f"{time.time() - started:.2f} s")
        began = time.time()
        page.get_by_role("button", name="Try the sample").click()
        page.locator("[class*=st-key-suggestion-0] button").click(timeout=120_000)
        seconds = drawn(page) - began
        say("empty start to first cited answer on the sample", f"2 clicks, {seconds:.1f} s")


def at_work(browser: "Browser", folder: Path) -> None:
    """Say start, first question, later questions and memory on a filled folder."""
    with closing(sqlite3.connect(folder / "masis.db")) as database:
        names = [row[0] for row in database.execute("select workspace_id from workspaces")]
    with served(folder) as (address, process, started):
        page = browser.new_page()
        for number, name in enumerate(names):
            reached(page, f"{address}/?workspace={name}")
            page.locator(BOX).wait_for(timeout=60_000)
            if number == 0:
                say("app start to usable page, filled folder", f"{time.time() - started:.2f} s")
                time.sleep(4)  # a person reads before the first question
            page.locator("[class*=st-key-suggestion-0] button").wait_for(timeout=120_000)
            offered = page.locator("[class*=st-key-suggestion-] button").all_inner_texts()
            questions = [text.split("\n")[-1].strip() for text in offered]
            waited: list[float] = []
            for turn in range(_ROUNDS):
                whole, after = asked(page, folder, questions[turn % len(questions)])
                if turn == 0:
                    say(f"first question, Enter to answer, {name}", f"{whole:.2f} s")
                waited.append(after)
                page.get_by_role("button", name="New question").click()
                page.locator("[class*=st-key-suggestion-0] button").wait_for()
                time.sleep(1)
            middle, worst = statistics.median(waited), max(waited)
            say(f"engine's end to answer drawn, {name}", f"median {middle:.2f} s, worst {worst:.2f} s")
        say("memory after these questions", f"{resident_megabytes(process):.0f} MB")


def main() -> None:
    """Print the figures."""
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium")
    if program is None:
        print("Chromium is not installed.")
        return
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        empty = Path(place) / "empty"
        from_nothing(browser, empty)
        filled = empty
        if len(sys.argv) > 1:
            filled = Path(place) / "filled"
            shutil.copytree(sys.argv[1], filled)
        at_work(browser, filled)
        browser.close()


if __name__ == "__main__":
    main()
