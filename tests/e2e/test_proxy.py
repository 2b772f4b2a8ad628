"""Several web processes behind nginx, as proxy/nginx.conf sets it up: a browser stays with one of them."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import ROOT, free_port, guarded_page, serve
from tests.e2e.steps import asked, made_workspace
from tests.e2e.test_app import REPORT, pdf

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed (Debian: nginx-light)")


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Two apps, each with a folder of its own, behind one address."""
    with ExitStack() as running:
        apps = [running.enter_context(_app(tmp_path_factory.mktemp(name))) for name in ("app", "web")]
        port, folder = free_port(), tmp_path_factory.mktemp("nginx")
        written = (ROOT / "proxy" / "nginx.conf").read_text(encoding="utf-8")
        for said, here in (
            ("app:8501", apps[0].removeprefix("http://")),
            ("web:8501", apps[1].removeprefix("http://")),
            ("listen 8080", f"listen 127.0.0.1:{port}"),
            ("/tmp/", f"{folder}/"),  # noqa: S108 - its own, in a container
        ):
            assert said in written
            written = written.replace(said, here)
        file = folder / "nginx.conf"
        file.write_text(written, encoding="utf-8")
        started = "daemon off;" + (" user root;" if os.geteuid() == 0 else "")
        command = [str(NGINX), "-e", "stderr", "-c", str(file), "-g", started]
        yield running.enter_context(contextmanager(serve)(command, port, folder / "log"))


@contextmanager
def _app(folder: Path) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "masis", "serve", "--port", str(port)]
    yield from serve(command, port, folder / "log", MASIS_DATA_DIR=str(folder / "data"))


@pytest.mark.parametrize("number", range(4))
def test_every_browser_uploads_and_asks_through_the_proxy(browser: Any, proxy: str, number: int) -> None:
    """By turns the file would arrive at a process that does not know the page."""
    for page in guarded_page(browser, width=1440, height=900):
        made_workspace(page, proxy, f"Through the proxy {number}", {"annual-report.pdf": pdf(REPORT)})
        asked(page, "How many TEU in 2025?")
        page.get_by_text("1.84 million TEU").first.wait_for()
        (cookie,) = [each for each in page.context.cookies() if each["name"] == "masis_process"]
        assert cookie["httpOnly"]
