"""Page tests: the whole app under AppTest, with the scripted twin where the wiring would be."""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest

import masis
from tests.fakes.scripted_masis import ScriptedMasis, wiring

MAIN = str(Path(__file__).parents[2] / "streamlit_app.py")


@pytest.fixture(autouse=True, scope="session")
def packages_looked_through_once() -> Iterator[None]:
    """Look for components in the installed packages once, as a server does; AppTest does at each run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests)
        )
        yield


@pytest.fixture
def twin(monkeypatch: pytest.MonkeyPatch) -> ScriptedMasis:
    return installed(ScriptedMasis(pace=0), monkeypatch)


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[[ScriptedMasis], ScriptedMasis]:
    return lambda twin: installed(twin, monkeypatch)


def installed(twin: ScriptedMasis, monkeypatch: pytest.MonkeyPatch) -> ScriptedMasis:
    from masis.ui.shared.services import get_masis

    stand_in = wiring(twin)
    monkeypatch.setitem(sys.modules, "masis.wiring", stand_in)
    monkeypatch.setattr(masis, "wiring", stand_in, raising=False)
    get_masis.clear()
    st.cache_data.clear()
    return twin


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The app; AppTest takes ``pages/`` for the older kind of app at every run and would lose clicks."""
    begin = PagesManager.__init__

    def begun(self: PagesManager, *args: Any, **named: Any) -> None:
        begin(self, *args, **named)
        PagesManager.uses_pages_directory = False

    monkeypatch.setattr(PagesManager, "__init__", begun)
    return AppTest.from_file(MAIN, default_timeout=30)


@pytest.fixture(autouse=True)
def forget_the_twin() -> Iterator[None]:
    yield
    from masis.ui.shared.services import get_masis

    get_masis.clear()
