"""The metrics route on the wire: off by default, guarded by a token where one is set, numbers after a run."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from masis.errors import StoreUnavailable
from masis.ops.metrics import Metrics
from masis.server.metrics import metrics_routes
from masis.service import Masis
from tests.fakes.scripted import scripted_deps
from tests.fakes.services import ME, World

TOKEN = "a-long-token"


@pytest.fixture
def world(tmp_path: Path) -> Any:
    world = World(tmp_path / "data", deps=scripted_deps())
    yield world
    for masis in world.opened:
        masis.close()


def client(masis: Masis) -> TestClient:
    return TestClient(Starlette(routes=metrics_routes(lambda: masis)))


def counted(masis: Masis) -> Masis:
    """Switch metrics on, as the wiring does by the settings."""
    metrics = Metrics()
    object.__setattr__(masis.parts, "watch", replace(masis.parts.watch, metrics=metrics))
    masis.parts.watch.signals.listen(metrics.count)
    return masis


def test_without_the_setting_there_are_none(world: World) -> None:
    reply = client(world.open()).get("/metrics")
    assert (reply.status_code, "MASIS_METRICS=true" in reply.text) == (404, True)


def test_a_run_is_in_the_numbers_of_the_next_scrape(world: World) -> None:
    masis = counted(world.open())
    masis.create_workspace(ME, "Acme")
    run_id = masis.ask(ME, "acme", "How high was the secret revenue?")
    masis.wait(run_id, 20)
    reply = client(masis).get("/metrics")
    assert reply.status_code == 200
    assert reply.headers["content-type"].startswith("text/plain; version=0.0.4")
    for line in (
        'masis_runs_total{ending="finalized"} 1.0',
        'masis_agent_seconds_count{agent="critic"} 1.0',
        'masis_jobs_waiting{kind="run"} 0.0',
        'masis_part_healthy{part="store"} 1.0',
    ):
        assert line in reply.text
    for word in ("secret", "acme", run_id):
        assert word not in reply.text


def test_a_token_guards_them(world: World) -> None:
    world.settings = {"metrics_token": TOKEN}
    asked = client(counted(world.open()))
    assert asked.get("/metrics").status_code == 401
    assert asked.get("/metrics", headers={"Authorization": "Bearer wrong-token"}).status_code == 401
    assert asked.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200


def test_a_masis_that_cannot_start_is_a_sentence() -> None:
    def down() -> Masis:
        message = "The database does not answer."
        raise StoreUnavailable(message)

    reply = TestClient(Starlette(routes=metrics_routes(down))).get("/metrics")
    assert (reply.status_code, reply.text) == (503, "The database does not answer.\n")
