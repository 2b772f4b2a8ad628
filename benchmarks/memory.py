"""What the app holds in memory after use: filings taken in, questions and their source pages, an audit, rest.

Run: ``python -m benchmarks.memory FOLDER SET [--questions 10] [--rest 120]``. Starts the real app on an empty
data folder, as ``./scripts/run`` does, uploads the folder's files over HTTP, asks questions of the set about
them in Chromium (an answer draws the page it rests on), audits the memo of ``benchmarks.draft_audit`` and
rests, the page still open. Sizes are proportional set sizes of the web process and of its children.
"""

import argparse
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.draft_audit import memo
from benchmarks.hands import BOX, FLAGS, reached, run_of, served
from benchmarks.measure import proportional_megabytes, say
from masis.client import Client, Json
from masis.evaluation.sets import drawn, read_questions
from masis.evaluation.workspaces import files_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

TOKEN = "memory-after-use"  # noqa: S105 - of a server that lives for the benchmark
_POLL_SECONDS = 0.3
_DRAWN_SECONDS = 1.5
"""How long after the engine's end the page has its answer and the picture beside it, many times over."""


def say_sizes(when: str, process: int) -> None:
    """Print the sizes at one moment."""
    sizes = proportional_megabytes(process)
    parts = ", ".join(f"{name} {size:.0f}" for name, size in sizes.items())
    say(when, f"{sum(sizes.values()):.0f} MB ({parts})")


def take_in(client: Client, folder: Path) -> str:
    """Upload the files of a folder into a new workspace and wait until all can be searched."""
    place = str(client.create_workspace("Filings")["workspace_id"])
    for path in files_of(folder):
        client.upload(place, path)
    while any(job["state"] in {"queued", "running"} for job in client.jobs(place)):
        time.sleep(_POLL_SECONDS)
    return place


def ask(page: "Page", client: Client, place: str, question: str) -> bool:
    """Ask a question as a person does; tell whether a page was drawn beside what came of it."""
    page.locator(BOX).fill(question)
    page.locator(BOX).press("Enter")
    page.wait_for_function(
        "question => document.querySelector('.m-question')?.innerText === question", arg=question
    )
    page.wait_for_function("new URLSearchParams(location.search).get('run')")
    run_id, run = run_of(page), Json()
    while not run or run["summary"]["state"] in {"queued", "running"}:
        time.sleep(_POLL_SECONDS)
        run = client.call("GET", f"/workspaces/{place}/runs/{run_id}")
    time.sleep(_DRAWN_SECONDS)
    pictures = page.locator(".st-key-source-page img").count()
    page.get_by_role("button", name="New question").click()
    page.locator("[class*=st-key-suggestion-0] button").wait_for()
    return pictures > 0


def at_work(page: "Page", client: Client, address: str, process: int, wanted: argparse.Namespace) -> None:
    """Use the app and print what it holds after each part of the work."""
    place = take_in(client, wanted.folder)
    say_sizes("after the files were taken in", process)
    files = {path.name for path in files_of(wanted.folder)}
    about = [row for row in read_questions(wanted.set) if {gold.document for gold in row.gold} & files]
    reached(page, f"{address}/?workspace={place}")
    page.locator("[class*=st-key-suggestion-0] button").wait_for(timeout=120_000)
    pictures = sum(ask(page, client, place, row.question) for row in drawn(about, wanted.questions, 0))
    say_sizes(f"after {wanted.questions} questions, {pictures} with a page beside them", process)
    client.audit(place, memo())
    say_sizes("after the audit of a memo", process)
    time.sleep(wanted.rest)
    say_sizes(f"{wanted.rest} s later", process)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("set", type=Path)
    parser.add_argument("--questions", type=int, default=10)
    parser.add_argument("--rest", type=int, default=120)
    wanted = parser.parse_args()
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium")
    if program is None:
        print("Chromium is not installed.")
        return
    os.environ |= {"MASIS_API_TOKEN": TOKEN, "MASIS_API_CALLS_PER_MINUTE": "100000"}
    with (
        tempfile.TemporaryDirectory() as data,
        sync_playwright() as playwright,
        served(Path(data)) as (address, process, _),
        Client(address, TOKEN) as client,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        page = browser.new_page()
        reached(page, address)
        page.get_by_role("button", name="Try the sample").wait_for(timeout=120_000)
        say_sizes("first page", process)
        at_work(page, client, address, process, wanted)
        browser.close()


if __name__ == "__main__":
    main()
