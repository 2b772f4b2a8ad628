"""Routes of the app's own: readiness by the parts that answers need, and the way to the first page."""

import asyncio
import inspect
import json
import re
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request

from masis import wiring
from masis.domain.system import PartHealth
from masis.server.app import readyz, to_ask
from masis.service.system import System
from masis.ui.shared import wording


@pytest.mark.parametrize(
    ("name", "status"), [("notifications", 200), ("tracing", 200), ("store", 503), ("vectors", 503)]
)
def test_only_what_answers_need_decides(name: str, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    part = PartHealth(name=name, healthy=False, detail="away", checked_at=datetime.now(UTC))
    served = SimpleNamespace(health=lambda: (part,), people=SimpleNamespace(sign_in=False))
    monkeypatch.setattr(wiring, "shared_masis", lambda: served)
    request: Any = None
    reply = asyncio.run(readyz(request))
    assert reply.status_code == status
    assert json.loads(bytes(reply.body))["parts"][name] == {"healthy": False, "detail": "away"}


def test_where_people_sign_in_no_path_and_no_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    part = PartHealth(name="store", healthy=True, detail="/srv/masis/masis.db", checked_at=datetime.now(UTC))
    served = SimpleNamespace(health=lambda: (part,), people=SimpleNamespace(sign_in=True))
    monkeypatch.setattr(wiring, "shared_masis", lambda: served)
    request: Any = None
    reply = asyncio.run(readyz(request))
    assert json.loads(bytes(reply.body))["parts"] == {"store": {"healthy": True}}


@pytest.mark.parametrize("query", ["", "workspace=acme&run=r1"])
def test_the_name_of_the_first_page_leads_to_it(query: str) -> None:
    asked = Request({"type": "http", "path": "/ask", "query_string": query.encode(), "headers": []})
    reply = asyncio.run(to_ask(asked))
    assert (reply.status_code, reply.headers["location"]) == (307, f"./?{query}" if query else "./")


def test_every_part_has_a_name_for_people() -> None:
    """A part that health knows and the pages do not would be shown by its name in the code."""
    known = set(re.findall(r'\("([a-z]+)", self\._\1\)', inspect.getsource(System)))
    assert len(known) > 10
    assert known <= set(wording.PARTS)
