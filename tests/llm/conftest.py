"""One fake server for all the model tests of a folder, clean for each."""

from collections.abc import Iterator

import pytest

from tests.fakes.openai_server import FakeOpenAI


@pytest.fixture(scope="session")
def served() -> Iterator[FakeOpenAI]:
    """Serve for the whole session."""
    with FakeOpenAI() as fake:
        yield fake


@pytest.fixture
def fake(served: FakeOpenAI) -> FakeOpenAI:
    """Return the server with no memory of earlier tests."""
    served.reset()
    return served
