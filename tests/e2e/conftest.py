"""Browser tests: the app as its own process, Chromium in front of it."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(item.fspath).parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)
            # A loaded machine is slow in every step of a long story; none of them hangs.
            item.add_marker(pytest.mark.timeout(420))
            # Once more, said in the report: what fails twice is broken, what fails once met a busy machine.
            item.add_marker(pytest.mark.flaky(reruns=1))
            if CHROMIUM is None:
                item.add_marker(
                    pytest.mark.skip(reason="Chromium is not installed, so the browser tests are skipped")
                )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[Any]:
    """Keep what a failed test saw: on a machine that nobody watches nothing else tells it."""
    report = yield
    for name in ("page", "phone"):
        seen = getattr(item, "funcargs", {}).get(name)
        if report.when == "call" and report.failed and seen is not None and not seen.is_closed():
            report.sections.append((f"{name} at {seen.url}", seen.locator("body").inner_text()[:4_000]))
    return report


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve(command: list[str], port: int, log: Path, **environment: str) -> Iterator[str]:
    """Start the app, wait until it answers, stop exactly this process at the end."""
    with log.open("wb") as out:
        process = subprocess.Popen(  # noqa: S603
            command, cwd=ROOT, env={**os.environ, **environment}, stdout=out, stderr=subprocess.STDOUT
        )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait(process, address, log)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=20)


def _wait(process: "subprocess.Popen[bytes]", address: str, log: Path) -> None:
    for _ in range(240):
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=1) as reply:  # noqa: S310
                if reply.read() == b"ok":
                    return
        except OSError:
            time.sleep(0.25)
    pytest.fail(f"The app did not start:\n{log.read_text(encoding='utf-8')[-2000:]}")


@pytest.fixture(scope="session")
def twin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The pages on the scripted twin."""
    port = free_port()
    script = str(ROOT / "tests" / "e2e" / "twin_app.py")
    yield from serve(
        [sys.executable, script, str(port), "0.15"], port, tmp_path_factory.mktemp("twin") / "log"
    )


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The real app with a data folder of its own."""
    port, folder = free_port(), tmp_path_factory.mktemp("app")
    command = [sys.executable, "-m", "streamlit", "run", "streamlit_app.py", "--server.port", str(port)]
    yield from serve(command, port, folder / "log", MASIS_DATA_DIR=str(folder / "data"))


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The real app on a folder with the sample workspace, finished runs and 1,000 cases."""
    from tests.e2e.seeding import seed

    port, folder = free_port(), tmp_path_factory.mktemp("sample")
    seed(folder / "data")
    command = [sys.executable, "-m", "streamlit", "run", "streamlit_app.py", "--server.port", str(port)]
    yield from serve(command, port, folder / "log", MASIS_DATA_DIR=str(folder / "data"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A fresh page; a request to any other host fails the test."""
    yield from guarded_page(browser, width=1440, height=900)


@pytest.fixture
def phone(browser: Any) -> Iterator[Any]:
    yield from guarded_page(browser, width=390, height=844)


def guarded_page(browser: Any, *, width: int, height: int) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": width, "height": height})
    context.set_default_timeout(90_000)
    outside: list[str] = []
    opened = context.new_page()
    local = ("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:http://127.0.0.1:")
    opened.on(
        "request", lambda request: None if request.url.startswith(local) else outside.append(request.url)
    )
    yield opened
    context.close()
    assert outside == [], f"requests to other hosts: {outside}"
