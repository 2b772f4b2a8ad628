"""The look at the model servers and the test of each role, against the fake server on a real wire."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from masis.llm.memory import shared_memory
from masis.service.models import Models
from tests.fakes.openai_server import FakeOpenAI
from tests.llm.chats import KEY, settings_for
from tests.service.conftest import LayOut
from tests.service.test_forks import ME, QUESTION, filled, report_of

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def fake() -> Iterator[FakeOpenAI]:
    """Serve at an address that the process's memory of servers does not know yet."""
    shared_memory.cache_clear()
    with FakeOpenAI() as server:
        yield server


def models(fake: FakeOpenAI | None, **changes: object) -> Models:
    """Return the service on these settings, at a time that stands still."""
    return Models(settings_for(fake, **changes), lambda: NOW)


def health(service: Models) -> tuple[bool, str]:
    """Look, however long it takes on a busy machine, and return what is seen; no page waits that long."""
    service.look()
    return service.health()


def test_models_that_are_there_are_well(fake: FakeOpenAI) -> None:
    well, told = health(models(fake))
    assert well
    assert told.endswith(": gpt-4o-mini, " + told.split(", ")[1])
    assert fake.count() == 0  # a look costs no call


def test_a_model_the_server_does_not_list_is_not_well_and_named(fake: FakeOpenAI) -> None:
    well, told = health(models(fake, model_writer="gpt-4o-mimi"))
    assert not well
    assert "it has no gpt-4o-mimi (MASIS_MODEL_WRITER)" in told


def test_ollamas_latest_is_the_model_without_its_tag(fake: FakeOpenAI) -> None:
    fake.models = [f"{name}:latest" for name in fake.models]
    assert health(models(fake))[0]


@pytest.mark.parametrize(
    ("mode", "well", "said"),
    [
        ("401", False, "refused the key (401). Please check OPENAI_API_KEY"),
        ("500", False, "busy or failing (500)"),
        ("html", False, "not as an OpenAI-compatible service does"),
        ("broken_json", False, "not as an OpenAI-compatible service does"),
        ("json_null", False, "not as an OpenAI-compatible service does"),
        ("huge", False, "more than 2 MB"),
        ("packed", False, "more than 2 MB"),
        ("404", True, ""),
    ],
)
def test_a_list_that_cannot_be_had_is_said_plainly(
    fake: FakeOpenAI, mode: str, well: bool, said: str
) -> None:
    fake.mode(mode, role="models")
    healthy, told = health(models(fake))
    assert healthy is well
    assert said in told
    assert KEY not in told


def test_a_server_that_is_not_there_is_not_well() -> None:
    well, told = health(models(None))
    assert not well
    assert "127.0.0.1:9 cannot be reached" in told


def test_a_look_is_kept_for_a_minute_and_renewed_beside_the_page(fake: FakeOpenAI) -> None:
    now = [NOW]
    service = Models(settings_for(fake), lambda: now[0])
    assert health(service)[0]
    fake.models = []
    assert service.health()[0]  # nobody asked again
    now[0] += timedelta(seconds=61)
    service.health()
    while service.health()[0]:  # the look made beside ends; the test's own limit is the bound
        time.sleep(0.02)


def test_each_role_is_tried_with_one_call_and_told_in_plain_words(fake: FakeOpenAI) -> None:
    fake.mode("schema_500")
    trials = {trial.role: trial for trial in models(fake).try_roles()}
    assert list(trials) == ["writer", "auditor", "judge", "desk"]
    assert all(trial.healthy for trial in trials.values())
    assert trials["writer"].detail.startswith("It answers as a function call (it takes no JSON schema).")
    assert trials["judge"].detail == trials["auditor"].detail  # one model on one server
    assert fake.count("probe") == 4  # two models, two rungs


def test_refused_parameters_are_named(fake: FakeOpenAI) -> None:
    fake.mode("no_temperature")
    trial = models(fake).try_roles()[0]
    assert "It follows a JSON schema. It refuses temperature; that is left out from now on." in trial.detail


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("401", "refused the key"),
        ("ollama_404", "does not know the model"),
        ("prose", "gave no usable answer"),
        ("declined", "declined to answer"),
    ],
)
def test_a_role_that_fails_says_why(fake: FakeOpenAI, mode: str, said: str) -> None:
    fake.mode(mode)
    trial = models(fake).try_roles()[0]
    assert not trial.healthy
    assert said in trial.detail


def test_a_role_on_a_dead_server_does_not_keep_the_others_from_being_tried(fake: FakeOpenAI) -> None:
    service = models(fake, model_writer_base_url="http://127.0.0.1:9/v1", model_max_attempts=1)
    assert [trial.healthy for trial in service.try_roles()] == [False, True, True, True]
    assert [server.healthy for server in service.look()] == [False, True]


@pytest.mark.parametrize("mode", ["hang", "drip"])
def test_a_run_ends_at_its_deadline_and_says_which_setting_moves_it(
    tmp_path: Path, lay_out: LayOut, fake: FakeOpenAI, mode: str
) -> None:
    masis = filled(lay_out, tmp_path / "data", fake, model_run_seconds=2.0)
    try:
        fake.hang_seconds = 60.0
        fake.mode(mode, role="writer")
        report = report_of(masis, masis.ask(ME, "acme", QUESTION, 0))
    finally:
        masis.close()
    assert report.cause == "model_unavailable"
    assert "The 2 seconds that a run may take are over (MASIS_MODEL_RUN_SECONDS)." in str(report)
    assert fake.count("writer") <= 1
