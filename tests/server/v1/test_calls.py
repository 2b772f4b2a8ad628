"""Who calls how often: one count for every route and, where they share one, every process."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from masis.ops.counting import Counts, PerMinute
from masis.server.api import api_routes
from masis.server.v1 import v1_routes
from masis.server.v1.calls import WRONG_TRIES
from masis.service import Masis
from tests.fakes.services import ME, World

TOKEN = "a-token-for-tests"
SPACES = "/masis/v1/workspaces"


class Shared:
    """Fills ``counting.SharedCounts`` for the processes of a test."""

    def __init__(self) -> None:
        self._minute = PerMinute()
        self._known: set[str] = set()

    def wait_seconds(self, what: str, key: str, limit: int, *, count: bool) -> int | None:
        return self._minute.wait_seconds(f"{what} {key}", limit, count=count)

    def note(self, mark: str) -> None:
        self._known.add(mark)

    def known(self, mark: str) -> bool:
        return mark in self._known


@pytest.fixture
def masis(tmp_path: Path) -> Iterator[Masis]:
    world = World(tmp_path / "data", settings={"api_token": TOKEN, "api_calls_per_minute": 3})
    yield world.open()
    for opened in world.opened:
        opened.close()


def process(masis: Masis, shared: Shared) -> TestClient:
    """Serve MASIS as one more web process."""
    served = Masis.__new__(Masis)
    served.__dict__.update(masis.__dict__, parts=replace(masis.parts, callers=Counts(shared)))
    return TestClient(Starlette(routes=[*api_routes(lambda: served), *v1_routes(lambda: served)]))


def status(client: TestClient, token: str, path: str = SPACES, **sent: Any) -> int:
    method = "POST" if sent else "GET"
    return client.request(method, path, headers={"Authorization": f"Bearer {token}"}, **sent).status_code


def test_every_route_and_process_counts_to_one_limit_of_a_token(masis: Masis) -> None:
    shared = Shared()
    one, other = process(masis, shared), process(masis, shared)
    assert status(one, TOKEN) == 200
    assert status(other, TOKEN) == 200
    assert status(one, TOKEN, "/masis/workspaces/none", json={"query": "How high?"}) == 404
    assert status(one, TOKEN) == status(other, TOKEN) == 429


def test_wrong_tokens_are_counted_over_processes_and_who_was_in_stays_in(masis: Masis) -> None:
    shared = Shared()
    one, other = process(masis, shared), process(masis, shared)
    new = masis.tokens.make(ME, "new").secret
    assert status(one, TOKEN) == 200
    tries = [status(client, "masis_wrong") for _ in range(WRONG_TRIES // 2 + 1) for client in (one, other)]
    assert tries == [401] * WRONG_TRIES + [429] * 2
    assert status(other, TOKEN) == 200, "it was used from this address, in another process"
    assert status(other, new) == 429
