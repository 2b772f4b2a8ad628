"""Metrics: every number Prometheus may scrape, defined once; labels are names from short lists."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from masis.ops.signals import ModelCalled, RunEnded, Signal, StepEnded, UploadEnded

RUN_SECONDS = (0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 60, 120, 300, 900)
STEP_SECONDS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(frozen=True)
class Standing:
    """How things stand at the moment of a scrape."""

    waiting: Mapping[str, int] = field(default_factory=dict)
    """Kind of job -> jobs in its queue."""
    working: Mapping[str, int] = field(default_factory=dict)
    """Kind of job -> jobs under way."""
    breakers: Mapping[str, str] = field(default_factory=dict)
    """Service -> closed, open or probing."""
    parts: Mapping[str, bool] = field(default_factory=dict)
    """Part of the system -> whether it is well."""


class Metrics:
    """Counts signals in a registry of its own, so that a process may have several."""

    def __init__(self) -> None:
        """Define every metric."""
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
        from prometheus_client.process_collector import ProcessCollector

        self._registry = one = CollectorRegistry()
        ProcessCollector(registry=one)
        self._runs = Counter("masis_runs", "Ended runs by how they ended", ["ending"], registry=one)
        self._run_seconds = Histogram(
            "masis_run_seconds",
            "Seconds from question to end, by ending",
            ["ending"],
            buckets=RUN_SECONDS,
            registry=one,
        )
        self._step_seconds = Histogram(
            "masis_agent_seconds",
            "Seconds an agent took in a round",
            ["agent"],
            buckets=STEP_SECONDS,
            registry=one,
        )
        self._calls = Counter("masis_model_calls", "Calls of models", ["role", "model"], registry=one)
        self._faults = Counter(
            "masis_model_faults", "Calls of models that failed", ["role", "model", "fault"], registry=one
        )
        self._call_seconds = Histogram(
            "masis_model_call_seconds",
            "Seconds a call of a model took, with its tries",
            ["role"],
            buckets=RUN_SECONDS,
            registry=one,
        )
        self._tokens = Counter(
            "masis_model_tokens", "Tokens of models by direction", ["model", "direction"], registry=one
        )
        self._uploads = Counter("masis_uploads", "Ended uploads", ["state"], registry=one)
        self._pages = Counter("masis_pages_read", "Pages taken in; its rate is pages a second", registry=one)
        self._upload_seconds = Counter("masis_upload_seconds", "Seconds of work on uploads", registry=one)
        self._waiting = Gauge("masis_jobs_waiting", "Jobs in the queue", ["kind"], registry=one)
        self._working = Gauge("masis_jobs_working", "Jobs under way", ["kind"], registry=one)
        self._breakers = Gauge(
            "masis_breaker_open", "1 where calls of a service are refused", ["service"], registry=one
        )
        self._parts = Gauge("masis_part_healthy", "1 where a part is well", ["part"], registry=one)

    def count(self, signal: Signal) -> None:
        """Count a signal."""
        match signal:
            case RunEnded():
                self._runs.labels(signal.ending).inc()
                self._run_seconds.labels(signal.ending).observe(signal.seconds)
            case StepEnded():
                self._step_seconds.labels(signal.agent).observe(signal.milliseconds / 1000)
            case ModelCalled():
                self._count_call(signal)
            case UploadEnded():
                self._uploads.labels(signal.state).inc()
                self._upload_seconds.inc(signal.seconds)
                if signal.state == "done":
                    self._pages.inc(signal.pages)
            case _:
                pass

    def _count_call(self, call: ModelCalled) -> None:
        self._calls.labels(call.role, call.model).inc(max(call.usage.calls, 1))
        self._call_seconds.labels(call.role).observe(call.seconds)
        if call.fault:
            self._faults.labels(call.role, call.model, call.fault).inc()
        self._tokens.labels(call.model, "input").inc(call.usage.input_tokens)
        self._tokens.labels(call.model, "output").inc(call.usage.output_tokens)

    def text(self, standing: Standing) -> bytes:
        """Return everything as Prometheus reads it."""
        from prometheus_client import generate_latest

        for gauge, values in (
            (self._waiting, standing.waiting),
            (self._working, standing.working),
            (self._breakers, {name: state != "closed" for name, state in standing.breakers.items()}),
            (self._parts, standing.parts),
        ):
            gauge.clear()
            for name, value in values.items():
                gauge.labels(name).set(float(value))
        return generate_latest(self._registry)
