"""Readiness: a part that no answer needs leaves MASIS ready; any other one does not."""

import asyncio
import json
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from masis import wiring
from masis.domain.system import PartHealth
from masis.server.app import readyz


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
