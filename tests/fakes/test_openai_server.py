"""The fake server itself: embeddings, scripts, its control door, and running as a process."""

import base64
import json
import struct
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.openai_server import FakeOpenAI

ROOT = Path(__file__).parents[2]


@pytest.fixture
def fake() -> Iterator[FakeOpenAI]:
    """Serve for one test."""
    with FakeOpenAI() as server:
        yield server


def send(url: str, body: dict[str, Any] | None = None, method: str = "POST") -> dict[str, Any]:
    """Send JSON and return JSON."""
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(url, data, {"content-type": "application/json"}, method=method)  # noqa: S310
    with urllib.request.urlopen(request, timeout=10) as response:  # noqa: S310
        answer: dict[str, Any] = json.loads(response.read())
    return answer


def ask(fake: FakeOpenAI, system: str) -> dict[str, Any]:
    """Send one chat request in a role."""
    messages = [{"role": "system", "content": system}, {"role": "user", "content": "hello"}]
    return send(f"{fake.base_url}/chat/completions", {"model": "m", "messages": messages})


def test_embeddings_are_unit_vectors_that_know_shared_words(fake: FakeOpenAI) -> None:
    texts = ["revenue of Harbor in 2024", "Harbor revenue rose in 2024", "weather in the mountains"]
    body = {"model": "text-embedding-ada-002", "input": texts}
    rows = [row["embedding"] for row in send(f"{fake.base_url}/embeddings", body)["data"]]
    packed = send(f"{fake.base_url}/embeddings", body | {"encoding_format": "base64"})["data"][0]["embedding"]
    assert [len(row) for row in rows] == [1536] * 3
    assert struct.unpack("<1536f", base64.b64decode(packed)) == pytest.approx(rows[0])
    near, far = (sum(a * b for a, b in zip(rows[0], other, strict=True)) for other in rows[1:])
    assert near > 0.7
    assert far < 0.55
    assert fake.count() == 0
    assert fake.count("embeddings") == 2


def test_scripts_come_first_and_roles_have_their_own(fake: FakeOpenAI) -> None:
    fake.mode("500", role="auditor")
    fake.script("html", role="judge")
    assert ask(fake, "You are the Writer")["choices"]
    with pytest.raises(urllib.error.HTTPError):
        ask(fake, "You are the Auditor")
    with pytest.raises(json.JSONDecodeError):
        ask(fake, "You are the Scorecard")
    assert ask(fake, "You are the Scorecard")["choices"]
    with pytest.raises(ValueError, match="unknown mode"):
        fake.mode("sideways")


def test_it_runs_as_a_process_with_a_control_door() -> None:
    command = [sys.executable, "-m", "tests.fakes.openai_server", "--port", "0"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        assert process.stdout is not None
        base_url = process.stdout.readline().strip()
        control = base_url.removesuffix("/v1") + "/_fake"
        state = send(control, {"mode": "conflict", "role": "auditor"}, "PUT")
        assert state["modes"] == {"auditor": "conflict"}
        messages = [{"role": "system", "content": "You are the Auditor"}, {"role": "user", "content": "x"}]
        send(f"{base_url}/chat/completions", {"model": "m", "messages": messages})
        assert send(control, method="GET")["requests"] == [{"role": "auditor", "mode": "conflict"}]
    finally:
        process.terminate()
        process.wait(10)
