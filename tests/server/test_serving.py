"""Serving: what is written to a connection leaves at once, and every line of the log has one form."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from streamlit.web.server.starlette import starlette_server

from masis.server.serving import send_at_once


def test_a_connection_sends_without_waiting_for_acknowledgements(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else every reply of two parts takes 40 ms longer."""
    monkeypatch.setattr(starlette_server, "_bind_socket", starlette_server._bind_socket)
    send_at_once()
    with starlette_server._bind_socket("127.0.0.1", 0, 5) as listening:
        listening.setblocking(True)
        with socket.create_connection(listening.getsockname()):
            accepted, _ = listening.accept()
            with accepted:
                assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


_STARTED = """
import sys, warnings
from masis.server import serving
from streamlit.logger import get_logger

alike = serving.log_alike
def then_warn():
    alike()
    get_logger("streamlit.runtime.made_later").warning("as Streamlit warns")
    warnings.warn("as a library warns")
serving.log_alike = then_warn
sys.exit(serving.serve(int(sys.argv[1])))
"""


@pytest.mark.slow
def test_every_line_is_json_where_the_log_is(tmp_path: Path) -> None:
    """The start, Streamlit, its web server and warnings, each once."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    own = {"MASIS_LOG_FORMAT": "json", "MASIS_DATA_DIR": str(tmp_path / "data")}
    said = tmp_path / "said"
    with said.open("wb") as out:
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", _STARTED, str(port)], env={**os.environ, **own}, stdout=out, stderr=out
        )
    try:
        for _ in range(240):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
                    break
            except urllib.error.URLError:
                assert process.poll() is None, said.read_text(encoding="utf-8")
                time.sleep(0.25)
    finally:
        process.terminate()
        process.wait(timeout=30)
    lines = [json.loads(line) for line in said.read_text(encoding="utf-8").splitlines()]
    events = [line["event"] for line in lines]
    assert events[0].startswith("MASIS is starting on http://")
    assert events.count("as Streamlit warns") == 1
    assert [event for event in events if "as a library warns" in event]
    assert "uvicorn.error" in {line["logger"] for line in lines}
