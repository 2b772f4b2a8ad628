"""Warming: the parts are loaded once and beside the page; a question is tried without leaving a run."""

from dataclasses import replace

import pytest

from masis.service import Masis
from tests.fakes.services import ME, World, eventually


def test_a_workspace_that_is_opened_loads_the_parts_once(
    masis: Masis, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(type(masis.warming), "now", lambda _self, workspace_id: loaded.append(workspace_id))
    for _ in range(3):
        masis.warming.begin("acme")
    assert eventually(lambda: loaded == ["acme"])


def test_a_page_that_is_opened_after_a_rest_loads_the_models_again(
    masis: Masis, monkeypatch: pytest.MonkeyPatch
) -> None:
    acts: list[str] = []
    parts = replace(masis.parts, warm=lambda: acts.append("load"), forget=lambda: acts.append("forget"))
    monkeypatch.setattr(type(masis.warming), "now", lambda *_: None)
    monkeypatch.setattr(masis.warming, "_container", parts)
    masis.warming.begin("acme")
    masis.warming.rest()
    for _ in range(3):
        masis.warming.begin("acme")
    assert eventually(lambda: acts == ["forget", "load"])


def test_loading_ahead_builds_what_a_question_needs(masis: Masis) -> None:
    assert masis.parts.deps.built is None
    masis.warming.now("acme")
    assert masis.parts.deps.built is not None
    assert masis.runs(ME, "acme") == ()


def test_a_question_has_the_drawing_process_come_back(masis: Masis, monkeypatch: pytest.MonkeyPatch) -> None:
    warmed: list[bool] = []
    monkeypatch.setattr("masis.ingest.rendering.warm", lambda: warmed.append(True))
    masis.warming.page()
    assert eventually(lambda: warmed == [True])


def test_a_question_that_is_tried_is_answered_and_not_recorded(masis: Masis) -> None:
    assert masis.warming.answers("acme", "How high was revenue in 2024?")
    assert masis.runs(ME, "acme") == ()
    assert masis.cases(ME, "acme") == ()


def test_parts_that_cannot_be_built_stop_no_page(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    from masis.errors import ServiceUnavailable

    masis = world.open()

    def broken() -> None:
        message = "the store does not answer"
        raise ServiceUnavailable(message)

    monkeypatch.setattr(masis.parts.deps, "_make", broken)
    masis.warming.now("acme")


def test_what_is_closed_loads_nothing_any_more(masis: Masis, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(type(masis.warming), "now", lambda _self, workspace_id: loaded.append(workspace_id))
    masis.warming.begin("acme")
    later = masis.warming._later
    masis.warming.close()
    assert later is not None
    later.join(10)
    masis.warming.begin("acme")
    assert masis.warming._later is later
    assert not loaded
