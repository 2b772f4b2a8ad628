"""Crowd: forty analysts ask at once over HTTP; how long each waits, and whether pages stay quick.

Run: ``python -m benchmarks.crowd [--analysts 40] [--rounds 3]``. One ``masis serve``, an empty data folder,
the sample's files in five workspaces. First one analyst asks alone, one after the other, the questions that
all will ask. Then all ask at the same moment, and again once all have their answers: half of them in one
workspace, the rest spread over the other four, one of which has a single analyst. Meanwhile a browser turns
pages and a client reads lists over HTTP.
"""

import argparse
import os
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.hands import served
from benchmarks.measure import say, timed_milliseconds
from masis.client import Client
from masis.evaluation.sets import read_questions

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[1]
TOKEN = "crowd-of-analysts"  # noqa: S105 - of a server that lives for the benchmark
PLACES = ("Busy", "North", "East", "South", "Lone")
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def filled(client: Client) -> list[str]:
    """Make the workspaces, take the sample's files into each, and return their ids."""
    made = [str(client.create_workspace(name)["workspace_id"]) for name in PLACES]
    for workspace_id in made:
        for file in sorted((ROOT / "masis/sample/documents").iterdir()):
            client.upload(workspace_id, file)
    for workspace_id in made:
        while any(job["state"] in {"queued", "running"} for job in client.jobs(workspace_id)):
            time.sleep(0.5)
    return made


def seats(analysts: int, places: list[str]) -> list[str]:
    """Return where each analyst sits: half in the first place, one alone in the last, the rest in between."""
    half = analysts // 2
    between = [places[1 + number % (len(places) - 2)] for number in range(analysts - half - 1)]
    return [places[0]] * half + between + [places[-1]]


class Crowd:
    """What was asked of one server and how long it took."""

    def __init__(self, address: str, questions: list[str]) -> None:
        """Ask nothing yet."""
        self._address = address
        self._questions = questions
        self.milliseconds: dict[str, list[float]] = {}
        self.faults: list[str] = []
        self._lock = threading.Lock()

    def ask(
        self, workspace_id: str, first: int, rounds: int, together: threading.Barrier | None = None
    ) -> None:
        """Ask a few questions as one analyst, each together with the others or after one's last answer."""
        with Client(self._address, TOKEN) as client:
            for turn in range(rounds):
                if together is not None:
                    together.wait()
                question = self._questions[(first + turn) % len(self._questions)]
                began = time.perf_counter()
                try:
                    run = client.ask(workspace_id, question)
                    state = run["summary"]["state"]
                except Exception as fault:  # noqa: BLE001 - counted and printed
                    state = f"{type(fault).__name__}: {fault}"
                taken = (time.perf_counter() - began) * 1000
                with self._lock:
                    self.milliseconds.setdefault(workspace_id, []).append(taken)
                    if state != "finished":
                        self.faults.append(state)

    def all(self) -> list[float]:
        """Return every wait."""
        return [taken for found in self.milliseconds.values() for taken in found]


def waits(name: str, milliseconds: list[float]) -> None:
    """Print median, 95th percentile and count in seconds."""
    ordered = sorted(milliseconds)
    middle, high = statistics.median(ordered) / 1000, ordered[int(len(ordered) * 0.95)] / 1000
    say(name, f"p50 {middle:.2f} s, p95 {high:.2f} s, n {len(ordered)}")


def reading(address: str, workspace_id: str, go_on: Callable[[], bool]) -> list[float]:
    """Read the runs and documents of a workspace over HTTP again and again."""
    taken: list[float] = []
    with Client(address, TOKEN) as client:
        while go_on():
            taken.append(timed_milliseconds(lambda: client.call("GET", f"/workspaces/{workspace_id}/runs")))
            taken.append(timed_milliseconds(lambda: client.documents(workspace_id)))
            time.sleep(0.5)
    return taken


def turned(page: "Page", go_on: Callable[[], bool]) -> list[float]:
    """Turn between two pages; a page counts from the click until its heading stands and nothing is faded."""
    taken: list[float] = []
    while go_on():
        for name in ("History", "Documents"):
            began = time.perf_counter()
            page.get_by_test_id("stSidebar").get_by_role("link", name=name).click()
            page.wait_for_function(
                "name => document.querySelector('[data-testid=stMain] h1')?.innerText.includes(name)"
                " && !document.querySelector('[data-testid=stMain] [data-stale=true]')",
                arg=name,
                polling="raf",
            )
            taken.append((time.perf_counter() - began) * 1000)
            time.sleep(1.5)  # a person reads a page
    return taken


def measured(address: str, page: "Page | None", analysts: int, rounds: int) -> None:
    """Ask alone, then all at once, and print what was seen."""
    found = read_questions(ROOT / "evaluation/golden.jsonl")
    questions = [question.question for question in found]
    with Client(address, TOKEN) as client:
        places = filled(client)
    if page is not None:
        page.goto(f"{address}/documents?workspace={places[-1]}")
        page.get_by_test_id("stMain").locator("h1").first.wait_for()
        time.sleep(3)
        turns = iter(range(6))
        waits("page, quiet", turned(page, lambda: next(turns, None) is not None))
    Crowd(address, questions).ask(places[0], 0, 3)  # the first question warms models and caches
    seated = seats(analysts, places)
    alone = Crowd(address, questions)
    for turn in range(rounds):
        for number, place in enumerate(seated):
            alone.ask(place, number * 5 + turn, 1)
    waits("alone", alone.all())
    crowd = Crowd(address, questions)
    began = time.perf_counter()
    together = threading.Barrier(analysts)
    with ThreadPoolExecutor(analysts + 1) as pool:
        asking = [
            pool.submit(crowd.ask, place, number * 5, rounds, together) for number, place in enumerate(seated)
        ]

        def under_way() -> bool:
            return not all(future.done() for future in asking)

        lists = pool.submit(reading, address, places[-1], under_way)
        pages = turned(page, under_way) if page is not None else []
    seconds = time.perf_counter() - began
    waits(f"{analysts} at once", crowd.all())
    times = statistics.median(crowd.all()) / statistics.median(alone.all())
    say("p50 against alone", f"{times:.1f} times")
    say("questions answered a second", f"{len(crowd.all()) / seconds:.2f}")
    for name, place in zip(PLACES, places, strict=True):
        waits(f"  {name}, {seated.count(place)} analysts", crowd.milliseconds[place])
    waits("list over HTTP meanwhile", lists.result())
    if pages:
        waits("page meanwhile", pages)
    say("errors", f"{len(crowd.faults + alone.faults)} {sorted(set(crowd.faults + alone.faults))[:3] or ''}")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Many analysts at once.")
    parser.add_argument("--analysts", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    wanted = parser.parse_args()
    os.environ |= {"MASIS_API_TOKEN": TOKEN, "MASIS_API_CALLS_PER_MINUTE": "100000"}
    program = shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as (address, _, _):
        while True:
            try:
                with Client(address, TOKEN) as client:
                    client.workspaces()
                break
            except Exception:  # noqa: BLE001 - it has not started yet
                time.sleep(0.2)
        if program is None:
            measured(address, None, wanted.analysts, wanted.rounds)
            return
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=_FLAGS)
            measured(address, browser.new_page(), wanted.analysts, wanted.rounds)
            browser.close()


if __name__ == "__main__":
    main()
