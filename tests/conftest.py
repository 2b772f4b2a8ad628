"""What every test may ask for: the stores MASIS runs on, each test with its own, and the sample read in."""

import gc
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.fakes import postgres as fake

settings.register_profile("masis", deadline=None)  # a busy machine is no failure
settings.load_profile("masis")

SQLITE_AND_POSTGRES = ("sqlite", pytest.param("postgres", marks=pytest.mark.service))


def pytest_collection() -> None:
    """Let the garbage collector rest while the tests are imported: it took a quarter of that time."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Set what the imports made aside: the garbage collector need not walk through it after every test."""
    gc.freeze()
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why a test had to be tried twice: its first try leaves no other trace."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.section(f"first try of {report.nodeid}")
        terminalreporter.write_line(report.longreprtext[-3_000:])
        for title, seen in report.sections:
            terminalreporter.write_line(f"{title}: {seen[-4_000:]}")


@pytest.fixture(autouse=True, scope="session")
def statements_compiled_once() -> Iterator[None]:
    """Let all SQLite databases share the statements that SQLAlchemy compiled.

    Each engine compiles them anew, which was more than half of a service test; a real process has one engine.
    """
    from sqlalchemy import Engine, create_engine

    from masis.store import database

    first = create_engine("sqlite://")
    first.connect().close()  # the dialect asks its first connection what SQLite can do
    compiled: dict[Any, Any] = {}

    def made(url: Any) -> Engine:
        engine = create_engine(url)
        engine.dialect = first.dialect
        engine.update_execution_options(compiled_cache=compiled)
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "create_engine", made)
        yield


@pytest.fixture(autouse=True, scope="session")
def models_loaded_once() -> Iterator[None]:
    """Let all embedders and readers share the sessions of the shipped models, as in a real process."""
    from masis.embeddings import local, reader

    with pytest.MonkeyPatch.context() as patch:
        open_model = cache(local.open_model)
        for module in (local, reader):
            patch.setattr(module, "open_model", open_model)
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[fake.Postgres]:
    """Return a running Postgres; skip where there is none."""
    if not fake.available():
        pytest.skip(fake.WHY_NOT)
    server = fake.Postgres(fake.GIVEN)
    yield server
    server.close()


@pytest.fixture
def postgres_url(postgres: fake.Postgres) -> Iterator[str]:
    """Return the address of a database of this test alone."""
    url = postgres.fresh()
    yield url
    postgres.drop(url)


@pytest.fixture(params=SQLITE_AND_POSTGRES)
def database_url(request: pytest.FixtureRequest) -> Any:
    """Return nothing for SQLite, then the address of a fresh Postgres database."""
    return None if request.param == "sqlite" else request.getfixturevalue("postgres_url")


@pytest.fixture(scope="session")
def sample_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder with the sample workspace read in, at rest; ``opened_copy`` opens a copy of it."""
    from tests.fakes.services import sample_read_in

    folder = tmp_path_factory.mktemp("sample") / "data"
    sample_read_in(folder)
    return folder
