"""Watching: who is told what happens, by settings: always the log; metrics, traces, people outside if set."""

from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING

from masis.config import Settings
from masis.errors import ConfigurationError
from masis.ops.signals import Signals

if TYPE_CHECKING:
    from masis.ops.metrics import Metrics
    from masis.ops.outside import Outside
    from masis.ops.tracing import Tracing

_NOT_INSTALLED = (
    "Traces are switched on, but what sends them is not installed. "
    "Run pip install -r requirements-tracing.txt, or unset MASIS_TRACE_URL and LANGFUSE_BASE_URL."
)
_NOBODY_SIGNS_IN = (
    "MASIS_NOTIFY_URLS holds {address}, and nobody has one where nobody signs in. "
    "Write an address of your own in its place."
)


@dataclass(frozen=True)
class Watch:
    """Those who are told; without settings nobody is."""

    signals: Signals = field(default_factory=Signals)
    """Told of every run, agent, call of a model and upload."""
    metrics: "Metrics | None" = None
    """Counts for Prometheus; nothing where that is switched off."""
    tracing: "Tracing | None" = None
    """Sends spans; nothing where that is switched off."""
    outside: "Outside | None" = None
    """Sends notifications; nothing where they stay in the app."""


def watch_for(settings: Settings, version: str) -> Watch:
    """Return who listens by these settings; nothing of what is switched off is imported.

    Raises:
        ConfigurationError: traces or notifications are asked for and cannot be sent from here.
    """
    from masis.ops import lines

    outside = _outside(settings)
    signals, metrics, tracing = Signals(), None, _tracing(settings, version)
    signals.listen(lines.write)
    if settings.metrics:
        from masis.ops.metrics import Metrics

        metrics = Metrics()
        signals.listen(metrics.count)
    if tracing is not None:
        signals.listen(tracing.trace)
    return Watch(signals, metrics, tracing, outside)


def _outside(settings: Settings) -> "Outside | None":
    if settings.notify_urls is None:
        return None
    from masis.ops.outside import Outside, targets_of

    targets = targets_of(settings)
    if settings.oidc_metadata_url is None and any(target.personal for target in targets):
        raise ConfigurationError(_NOBODY_SIGNS_IN)
    return Outside(targets)


def _tracing(settings: Settings, version: str) -> "Tracing | None":
    if settings.trace_url is None and settings.langfuse_url is None:
        return None
    from masis.ops.tracing import Sink, Tracing, headers_of, langfuse

    if not find_spec("opentelemetry") or not find_spec("opentelemetry.exporter"):
        raise ConfigurationError(_NOT_INSTALLED)
    sinks = []
    if settings.trace_url:
        headers = headers_of(settings.trace_headers.get_secret_value()) if settings.trace_headers else {}
        sinks.append(Sink("OpenTelemetry", settings.trace_url, headers))
    if settings.langfuse_url and settings.langfuse_public_key and settings.langfuse_secret_key:
        secret = settings.langfuse_secret_key.get_secret_value()
        sinks.append(langfuse(settings.langfuse_url, settings.langfuse_public_key, secret))
    return Tracing(sinks, contents=settings.trace_contents, version=version)
