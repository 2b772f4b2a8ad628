"""Watching: settings alone choose who listens, and what is switched off is not even imported."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from masis.config import Settings, load_settings
from masis.errors import ConfigurationError
from masis.ops import watching
from masis.ops.watching import watch_for

ROOT = Path(__file__).parents[2]
LANGFUSE = {
    "LANGFUSE_BASE_URL": "http://127.0.0.1:1",
    "LANGFUSE_PUBLIC_KEY": "p",
    "LANGFUSE_SECRET_KEY": "s3cret",
}


def settings(**given: Any) -> Settings:
    return Settings(_env_file=None, **given)


def test_by_default_only_the_log_is_told() -> None:
    watch = watch_for(settings(), "1")
    assert (watch.metrics, watch.tracing) == (None, None)
    assert len(watch.signals._listeners) == 1


def test_nothing_that_is_switched_off_is_imported() -> None:
    code = (
        "import sys; from masis.config import Settings; from masis.ops.watching import watch_for;"
        "watch_for(Settings(_env_file=None), '1');"
        "print([name for name in ('prometheus_client', 'opentelemetry', 'structlog') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "[]"


def test_metrics_and_both_sinks_are_chosen_by_settings() -> None:
    watch = watch_for(settings(metrics=True, trace_url="http://127.0.0.1:1/v1/traces", **LANGFUSE), "1")
    assert watch.metrics is not None
    assert watch.tracing is not None
    said = watch.tracing.state()[1]
    assert "OpenTelemetry" in said
    assert "Langfuse" in said
    assert "s3cret" not in said
    watch.tracing.close()


def test_a_missing_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "find_spec", lambda _: None)
    with pytest.raises(ConfigurationError, match=r"requirements-tracing\.txt"):
        watch_for(settings(trace_url="http://127.0.0.1:1/v1/traces"), "1")


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"LANGFUSE_BASE_URL": "http://127.0.0.1:1"}, "LANGFUSE_SECRET_KEY together"),
        ({"MASIS_TRACE_HEADERS": "a=s3cret"}, "without MASIS_TRACE_URL"),
        ({"MASIS_TRACE_URL": "collector:4318"}, "MASIS_TRACE_URL: .*not an address"),
        ({"MASIS_METRICS_TOKEN": "short"}, "at least 8 characters"),
        ({"MASIS_OIDC_COOKIE_SECRET": "short"}, "MASIS_OIDC_COOKIE_SECRET: .*at least 32 characters"),
        ({"MASIS_LOG_FORMAT": "xml"}, "MASIS_LOG_FORMAT"),
    ],
)
def test_half_of_a_setting_is_refused(
    variables: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError, match=said) as caught:
        load_settings()
    assert "s3cret" not in str(caught.value)
