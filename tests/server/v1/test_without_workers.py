"""Calls while nobody takes jobs up: each is answered soon, with the sentence that says why nothing begins."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from masis.server.v1 import v1_routes
from masis.service.team import UNMANNED
from tests.fakes.queue import MemoryQueue
from tests.fakes.services import ME, World

TOKEN = "a-token-for-tests"
PATH = "/masis/v1/workspaces/acme"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path / "data", settings={"api_token": TOKEN}, queue=MemoryQueue())
    yield world
    for masis in world.opened:
        masis.close()


@pytest.fixture
def client(world: World) -> TestClient:
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    app = Starlette(routes=[*v1_routes(lambda: masis)])
    return TestClient(app, headers={"Authorization": f"Bearer {TOKEN}"})


def uploaded(client: TestClient) -> Any:
    return client.post(f"{PATH}/documents", files={"file": ("report.txt", b"Revenue was 12 million.")})


def asked(client: TestClient) -> Any:
    began = time.monotonic()
    reply = client.post(f"{PATH}/runs", json={"question": "How high was revenue?", "wait": True})
    assert time.monotonic() - began < 10
    return reply


@pytest.mark.parametrize("down", [False, True], ids=["no worker", "no queue"])
def test_whoever_asks_and_waits_or_uploads_is_told_soon(
    world: World, client: TestClient, *, down: bool
) -> None:
    assert world.queue is not None
    world.queue.down = down
    sentence = "The queue does not answer." if down else UNMANNED
    upload = uploaded(client)
    assert (upload.status_code, upload.json()["state"], upload.json()["message"]) == (202, "queued", sentence)
    assert [job["message"] for job in client.get(f"{PATH}/jobs").json()] == [sentence]
    run = asked(client)
    assert (run.status_code, run.json()["summary"]["state"]) == (202, "queued")
    assert (run.json()["message"], run.json()["report"]) == (sentence, None)
    (listed,) = client.get(f"{PATH}/runs").json()
    assert listed["run_id"] == run.json()["summary"]["run_id"]


def test_a_queue_that_went_away_with_a_job_in_it_keeps_nobody_waiting(
    world: World, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = world.queue
    assert queue is not None

    def taken(kind: str, job_id: str) -> None:
        queue.sent.append((kind, job_id))
        queue.down = True

    monkeypatch.setattr(queue, "send", taken)
    assert asked(client).json()["message"] == "The queue does not answer."


def test_with_a_worker_the_reply_to_an_upload_says_nothing(world: World, client: TestClient) -> None:
    assert world.queue is not None
    world.queue.seen("worker-1")
    assert uploaded(client).json()["message"] == ""
