"""Lines: one run is followed through the log from start to end, without a word of what it was about."""

import io
import json
import logging
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from masis.ops import lines
from masis.ops.logging import configure
from masis.ops.signals import ModelCalled, UploadEnded
from masis.service import Masis
from tests.builders import opinion, usage
from tests.fakes.scripted import scripted_deps
from tests.fakes.services import ME, World, read_text, settled


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Return what the log writes as JSON; the handlers of before come back."""
    root = logging.getLogger()
    handlers, level = [*root.handlers], root.level
    out = io.StringIO()
    monkeypatch.setattr(sys, "stderr", out)
    configure("INFO", json_lines=True)
    yield out
    root.handlers[:], root.level = handlers, level


def told(out: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def opened(tmp_path: Any, monkeypatch: pytest.MonkeyPatch, **script: Any) -> tuple[World, Masis]:
    monkeypatch.setattr("masis.ingest.readers.read", read_text)
    world = World(tmp_path / "data", deps=scripted_deps(**script))
    masis = world.open()
    masis.parts.watch.signals.listen(lines.write)
    masis.create_workspace(ME, "Acme")
    return world, masis


def test_a_run_leaves_lines_one_can_follow(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, written: io.StringIO
) -> None:
    _, masis = opened(tmp_path, monkeypatch, opinions=[opinion(0.2), opinion(0.9)])
    first = masis.ask(ME, "acme", "How high was the secret revenue?")
    second = masis.ask(ME, "acme", "And the other question?")
    for run_id in (first, second):
        masis.wait(run_id, 20)
    masis.close()
    own = [line for line in told(written) if line.get("run_id") == first]
    assert own[0]["event"] == "run began"
    assert own[-1]["event"] == "run ended"
    assert {(line["workspace_id"], line["person"]) for line in own} == {("acme", "local")}
    agents = [line["agent"] for line in own if line["event"] == "agent ended"]
    assert agents[:3] == ["orchestrator", "supervisor", "researcher"]
    assert agents.count("critic") >= 1
    assert all(line["took_ms"] >= 0 for line in own if line["event"] == "agent ended")
    assert own[-1]["ending"] == "finalized" or own[-1]["rounds"] >= 1
    assert all("timestamp" in line and line["level"] == "info" for line in own)
    for word in ("secret", "revenue", "million", "other question"):
        assert word not in written.getvalue()
    other = [line for line in told(written) if line.get("run_id") == second]
    assert len(other) >= 8


def test_a_run_that_fails_says_so_with_its_names(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, written: io.StringIO
) -> None:
    _, masis = opened(tmp_path, monkeypatch, drafts=[ZeroDivisionError("detail")])
    run_id = masis.ask(ME, "acme", "How high?")
    masis.wait(run_id, 20)
    masis.close()
    own = [line for line in told(written) if line.get("run_id") == run_id]
    assert own[-1]["ending"] == "failed"
    assert any(line["event"] == "run failed" and "ZeroDivisionError" in line["exception"] for line in own)


def test_an_upload_names_its_workspace_and_person(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, written: io.StringIO
) -> None:
    _, masis = opened(tmp_path, monkeypatch)
    masis.upload(ME, "acme", "secret-plan.txt", b"one\ftwo\fthree")
    settled(masis, "acme")
    masis.close()
    (line,) = [line for line in told(written) if line["event"] == "upload ended"]
    assert (line["state"], line["pages"], line["kind"]) == ("done", 3, "text")
    assert (line["workspace_id"], line["person"]) == ("acme", "local")
    assert "secret" not in written.getvalue()


def test_a_call_of_a_model_is_a_line_without_its_words(written: io.StringIO) -> None:
    lines.write(ModelCalled("r1", "critic", "m", 1.25, usage(), "ModelUnavailable", "secret", "secret"))
    lines.write(UploadEnded("acme", "failed", "pdf", 0, 0.5))
    called, ended = told(written)
    assert (called["role"], called["tokens"], called["fault"]) == ("critic", 120, "ModelUnavailable")
    assert ended["state"] == "failed"
    assert "secret" not in written.getvalue()
