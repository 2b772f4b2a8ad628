"""Tracing on the wire: a receiver gets a run's spans, masked or not; a dead one costs the run nothing."""

import socket
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from pytest_httpserver import HTTPServer

from masis.errors import ConfigurationError, ModelUnavailable
from masis.ops.signals import ModelCalled, RunBegan, RunEnded, StepBegan, StepEnded
from masis.ops.tracing import LANGFUSE_ROUTE, Sink, Tracing, headers_of, langfuse
from tests.builders import usage
from tests.fakes.scripted import scripted_deps
from tests.fakes.services import ME, World

SECRETS = ("secret question", "secret draft", "secret prompt", "secret reply", "secret answer")


def play(tracing: Tracing, run_id: str = "r1") -> None:
    """Tell of one run with a step and a call of a model in it."""
    for signal in (
        RunBegan(run_id, "acme", "ann", "t1", "openai", SECRETS[0]),
        StepBegan(run_id, "synthesizer", 1),
        ModelCalled(run_id, "synthesizer", "gpt", 0.5, usage(), "", SECRETS[2], SECRETS[3]),
        StepEnded(run_id, "synthesizer", 1, 600.0, {"draft": SECRETS[1], "citations": 3, "cited": ["k1"]}),
        RunEnded(run_id, "finalized", 1.0, 0.9, 1, answer=SECRETS[4]),
    ):
        tracing.trace(signal)


def spans(server: HTTPServer) -> dict[str, Any]:
    """Return the received spans by name."""
    found = {}
    for request, _ in server.log:
        batch = ExportTraceServiceRequest()
        batch.ParseFromString(request.get_data())
        for resource in batch.resource_spans:
            for scope in resource.scope_spans:
                found.update({span.name: span for span in scope.spans})
    return found


def attributes(span: Any) -> dict[str, Any]:
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in span.attributes}


@pytest.fixture
def sink(httpserver: HTTPServer) -> Iterator[Sink]:
    httpserver.expect_request("/v1/traces", method="POST").respond_with_data(b"", 200)
    yield Sink("OpenTelemetry", httpserver.url_for("/v1/traces"), {"x-key": "k"})
    httpserver.clear()


def test_a_run_is_a_tree_of_spans_without_contents(sink: Sink, httpserver: HTTPServer) -> None:
    tracing = Tracing([sink], contents=False, version="1")
    play(tracing)
    tracing.close()
    found = spans(httpserver)
    assert set(found) == {"masis run", "synthesizer", "model synthesizer"}
    run, step, call = found["masis run"], found["synthesizer"], found["model synthesizer"]
    assert run.parent_span_id == b""
    assert (step.parent_span_id, call.parent_span_id) == (run.span_id, step.span_id)
    assert len({span.trace_id for span in found.values()}) == 1
    told = attributes(run)
    assert (told["masis.run_id"], told["user.id"], told["session.id"]) == ("r1", "ann", "t1")
    assert (told["masis.ending"], told["masis.confidence"]) == ("finalized", 0.9)
    assert attributes(step)["masis.citations"] == 3
    assert attributes(call)["gen_ai.usage.input_tokens"] == 100
    assert call.end_time_unix_nano - call.start_time_unix_nano >= 400_000_000
    request = httpserver.log[0][0]
    assert request.headers["x-key"] == "k"
    assert not any(secret.encode() in request.get_data() for secret in SECRETS)
    assert tracing.state() == (True, "OpenTelemetry: 3 spans sent, 0 lost; contents masked")


def test_contents_leave_where_that_is_allowed(sink: Sink, httpserver: HTTPServer) -> None:
    tracing = Tracing([sink], contents=True, version="1")
    play(tracing)
    tracing.close()
    found = {name: attributes(span) for name, span in spans(httpserver).items()}
    assert found["masis run"]["langfuse.trace.input"] == SECRETS[0]
    assert found["masis run"]["langfuse.trace.output"] == SECRETS[4]
    assert SECRETS[1] in found["synthesizer"]["langfuse.observation.output"]
    assert found["model synthesizer"]["langfuse.observation.input"] == SECRETS[2]


def test_langfuse_gets_them_on_its_own_route_with_its_keys(httpserver: HTTPServer) -> None:
    httpserver.expect_request(LANGFUSE_ROUTE, method="POST").respond_with_data(b"", 200)
    tracing = Tracing([langfuse(httpserver.url_for("/"), "pk-1", "sk-1")], contents=False, version="1")
    play(tracing)
    tracing.close()
    request = httpserver.log[0][0]
    assert request.path == LANGFUSE_ROUTE
    assert request.headers["Authorization"] == "Basic " + b64encode(b"pk-1:sk-1").decode()
    assert attributes(spans(httpserver)["model synthesizer"])["langfuse.observation.type"] == "generation"


def test_a_fault_is_said_by_its_name(sink: Sink, httpserver: HTTPServer) -> None:
    tracing = Tracing([sink], contents=False, version="1")
    tracing.trace(RunBegan("r1", "acme", "ann", "t1", "openai", "q"))
    tracing.trace(ModelCalled("r1", "critic", "gpt", 0.1, usage(0), ModelUnavailable.__name__))
    tracing.trace(RunEnded("r1", "failed", 1.0))
    tracing.close()
    found = spans(httpserver)
    assert found["model critic"].status.message == "ModelUnavailable"
    assert found["masis run"].status.code == 2


def test_a_run_that_begins_again_leaves_no_span_open(sink: Sink, httpserver: HTTPServer) -> None:
    tracing = Tracing([sink], contents=False, version="1")
    tracing.trace(RunBegan("r1", "acme", "ann", "t1", "openai", "q"))
    tracing.trace(StepBegan("r1", "critic", 1))
    play(tracing)
    tracing.trace(StepEnded("unknown", "critic", 1, 1.0))
    tracing.trace(RunEnded("unknown", "failed", 1.0))
    tracing.close()
    assert not tracing._runs
    assert not tracing._steps
    assert "critic" in spans(httpserver)


def test_a_dead_sink_leaves_the_run_as_it_is_and_is_said(tmp_path: Any) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    tracing = Tracing(
        [Sink("OpenTelemetry", f"http://127.0.0.1:{port}/v1/traces", {})], contents=False, version="1"
    )
    world = World(tmp_path / "data", deps=scripted_deps())
    masis = world.open()
    masis.parts.watch.signals.listen(tracing.trace)
    masis.create_workspace(ME, "Acme")
    run_id = masis.ask(ME, "acme", "How high was revenue?")
    masis.wait(run_id, 20)
    assert masis.run(ME, "acme", run_id).summary.verdict == "finalized"
    masis.close()
    tracing.flush()
    well, said = tracing.state()
    assert not well
    assert "the last batch did not arrive, 0 spans sent" in said
    tracing.close()


@pytest.mark.parametrize(
    ("text", "headers"),
    [("a=b", {"a": "b"}), (" a = b%20c , d=e=f,", {"a": "b c", "d": "e=f"}), ("", {})],
)
def test_headers_are_written_as_opentelemetry_does(text: str, headers: dict[str, str]) -> None:
    assert headers_of(text) == headers


@pytest.mark.parametrize("text", ["key", "=value", "a=b,s3cret"])
def test_a_header_without_a_name_is_refused_and_not_repeated(text: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        headers_of(text)
    assert "s3cret" not in str(caught.value)
