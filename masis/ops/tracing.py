"""Tracing: each run as a tree of spans, sent by OTLP to a collector, to Langfuse, or to both.

Langfuse takes OTLP on a route of its own, so one exporter serves both and its library is not needed.
Contents (question, answer, prompts, replies, passages) leave only where that was allowed.
"""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from time import time_ns
from typing import TYPE_CHECKING
from urllib.parse import unquote

from masis.errors import ConfigurationError
from masis.ops.signals import ModelCalled, RunBegan, RunEnded, Signal, StepBegan, StepEnded

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.sdk.trace.export import SpanExporter
    from opentelemetry.trace import Span

LANGFUSE_ROUTE = "/api/public/otel/v1/traces"
EXPORT_SECONDS = 5.0
"""Longest one batch may take, with its tries; runs do not wait for it."""
LONGEST_CONTENT = 32_000
"""Characters of one content."""
_NANO = 1_000_000_000
_SAFE = (
    *(
        "decision",
        "cause",
        "outcome",
        "warning",
        "confidence",
        "draft_confidence",
        "finalize_line",
        "retry_count",
    ),
    *(
        "chunks",
        "filtered_out",
        "results_before_filter",
        "avg_score",
        "threshold_used",
        "augmented_query_used",
    ),
    *("context_compressed", "citations", "answer_length", "hallucination", "needs_retry", "conflicts"),
    *("invalid_citations", "uncited_claims", "overall_score", "faithfulness", "relevance", "completeness"),
    *("reasoning_quality", "model", "prompt", "input_tokens", "output_tokens", "from_cache"),
)
"""Fields of a trace entry that are numbers or words of ours."""

Attributes = dict[str, str | int | float | bool]


@dataclass(frozen=True)
class Sink:
    """Where spans are sent."""

    name: str
    url: str
    headers: Mapping[str, str]


def langfuse(url: str, public_key: str, secret_key: str) -> Sink:
    """Return the sink of a Langfuse server or cloud."""
    pair = b64encode(f"{public_key}:{secret_key}".encode()).decode()
    return Sink("Langfuse", url.rstrip("/") + LANGFUSE_ROUTE, {"Authorization": f"Basic {pair}"})


def headers_of(text: str) -> dict[str, str]:
    """Return headers written as OpenTelemetry does, ``name=value,name=value`` with values in URL encoding.

    Raises:
        ConfigurationError: a part has no name or no ``=``; the value is not repeated.
    """
    found = {}
    for part in filter(str.strip, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals or not name.strip():
            message = "MASIS_TRACE_HEADERS: write it as name=value,name=value."
            raise ConfigurationError(message)
        found[name.strip()] = unquote(value.strip())
    return found


class Delivery:
    """Passes batches on to an exporter and remembers how the last one fared; fills ``SpanExporter``."""

    def __init__(self, sink: Sink, exporter: "SpanExporter") -> None:
        """Take where batches go."""
        self.sink = sink
        self.sent = 0
        self.lost = 0
        self.last_failed = False
        self._exporter = exporter

    def export(self, spans: "Sequence[ReadableSpan]") -> object:
        """Send a batch."""
        from opentelemetry.sdk.trace.export import SpanExportResult

        try:
            result = self._exporter.export(spans)
        except Exception:  # noqa: BLE001 - whatever the library or the network raises, the batch is lost
            result = SpanExportResult.FAILURE
        self.last_failed = result is not SpanExportResult.SUCCESS
        if self.last_failed:
            self.lost += len(spans)
        else:
            self.sent += len(spans)
        return result

    def shutdown(self) -> None:
        """Send nothing more."""
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Have nothing of its own to send."""
        return self._exporter.force_flush(timeout_millis)


class Tracing:
    """Makes spans of signals; a sink that is away costs its spans and nothing else."""

    def __init__(self, sinks: Sequence[Sink], *, contents: bool, version: str) -> None:
        """Start a sender for each sink; ``contents`` allows what was asked and written to leave."""
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        self._contents = contents
        self._provider = TracerProvider(
            resource=Resource.create({"service.name": "masis", "service.version": version}),
            shutdown_on_exit=False,
        )
        self._deliveries = [
            Delivery(
                sink,
                OTLPSpanExporter(endpoint=sink.url, headers=dict(sink.headers), timeout=EXPORT_SECONDS),
            )
            for sink in sinks
        ]
        for delivery in self._deliveries:
            self._provider.add_span_processor(BatchSpanProcessor(delivery))  # type: ignore[arg-type]
        self._tracer = self._provider.get_tracer("masis", version)
        self._runs: dict[str, Span] = {}
        self._steps: dict[str, Span] = {}
        self._lock = Lock()

    def trace(self, signal: Signal) -> None:
        """Open and close the spans a signal tells of."""
        match signal:
            case RunBegan():
                self._begin(signal)
            case StepBegan():
                self._step(signal)
            case StepEnded():
                self._end_step(signal)
            case ModelCalled():
                self._call(signal)
            case RunEnded():
                self._end(signal)
            case _:
                pass

    def state(self) -> tuple[bool, str]:
        """Return whether the last batch of every sink arrived, and how many spans did."""
        told = [
            f"{delivery.sink.name}: "
            + ("the last batch did not arrive, " if delivery.last_failed else "")
            + f"{delivery.sent:,} spans sent, {delivery.lost:,} lost"
            for delivery in self._deliveries
        ]
        shown = "with contents" if self._contents else "contents masked"
        return not any(delivery.last_failed for delivery in self._deliveries), f"{'; '.join(told)}; {shown}"

    def flush(self, seconds: float = EXPORT_SECONDS) -> None:
        """Send what waits, for so long at most."""
        self._provider.force_flush(int(seconds * 1000))

    def close(self) -> None:
        """Send what waits, shortly, and stop."""
        if not any(delivery.last_failed for delivery in self._deliveries):
            self.flush(2.0)
        self._provider.shutdown()

    def _begin(self, run: RunBegan) -> None:
        attributes: Attributes = {
            "masis.run_id": run.run_id,
            "masis.workspace_id": run.workspace_id,
            "masis.engine": run.engine,
            "masis.resumed": run.resumed,
            "user.id": run.person,
            "session.id": run.thread_id,
            "langfuse.trace.name": "masis run",
            **self._content("langfuse.trace.input", run.question),
        }
        span = self._tracer.start_span("masis run", attributes=attributes)
        with self._lock:
            left = [self._steps.pop(run.run_id, None), self._runs.pop(run.run_id, None)]
            self._runs[run.run_id] = span
        for open_span in filter(None, left):  # of a try that lost the database
            open_span.end()

    def _step(self, step: StepBegan) -> None:
        attributes: Attributes = {"masis.agent": step.agent, "masis.round": step.round}
        if (parent := self._runs.get(step.run_id)) is not None:
            span = self._tracer.start_span(step.agent, context=_inside(parent), attributes=attributes)
            self._steps[step.run_id] = span

    def _end_step(self, step: StepEnded) -> None:
        span = self._steps.pop(step.run_id, None)
        if span is None:
            return
        for name in _SAFE:
            value = step.entry.get(name)
            if isinstance(value, str | int | float | bool):
                span.set_attribute(f"masis.{name}", value)
        if self._contents:
            told = json.dumps(dict(step.entry), ensure_ascii=False, default=str)
            span.set_attributes(self._content("langfuse.observation.output", told))
        span.end()

    def _call(self, call: ModelCalled) -> None:
        parent = self._steps.get(call.run_id) or self._runs.get(call.run_id)
        tokens = {"input": call.usage.input_tokens, "output": call.usage.output_tokens}
        attributes: Attributes = {
            "langfuse.observation.type": "generation",
            "langfuse.observation.model.name": call.model,
            "langfuse.observation.usage_details": json.dumps(tokens),
            "gen_ai.request.model": call.model,
            "gen_ai.usage.input_tokens": tokens["input"],
            "gen_ai.usage.output_tokens": tokens["output"],
            "masis.role": call.role,
            **self._content("langfuse.observation.input", call.prompt),
            **self._content("langfuse.observation.output", call.reply),
        }
        began = time_ns() - int(call.seconds * _NANO)
        context = None if parent is None else _inside(parent)
        span = self._tracer.start_span(
            f"model {call.role}", context=context, start_time=began, attributes=attributes
        )
        if call.fault:
            _failed(span, call.fault)
        span.end()

    def _end(self, run: RunEnded) -> None:
        with self._lock:
            step, span = self._steps.pop(run.run_id, None), self._runs.pop(run.run_id, None)
        if step is not None:
            step.end()
        if span is None:
            return
        attributes: Attributes = {
            "masis.ending": run.ending,
            "masis.rounds": run.rounds,
            **self._content("langfuse.trace.output", run.answer),
        }
        if run.confidence is not None:
            attributes["masis.confidence"] = run.confidence
        span.set_attributes(attributes)
        if run.ending == "failed":
            _failed(span, "failed")
        span.end()

    def _content(self, name: str, text: str) -> Attributes:
        return {name: text[:LONGEST_CONTENT]} if self._contents and text else {}


def _inside(parent: "Span") -> "Context":
    from opentelemetry.trace import set_span_in_context

    return set_span_in_context(parent)


def _failed(span: "Span", why: str) -> None:
    from opentelemetry.trace import Status, StatusCode

    span.set_status(Status(StatusCode.ERROR, why))
