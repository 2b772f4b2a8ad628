"""A gate with weights set by hand, so that these tests stand when the shipped ones are fitted again."""

import pytest

from masis.analysts.extractive import audit, compose, gate
from tests.analysts.extractive.harbour import GATE, LINE


@pytest.fixture
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let gate, synthesizer and critic weigh by hand-made weights."""
    for module in (gate, compose, audit):
        monkeypatch.setattr(module, "fitted", lambda: (GATE, LINE))
