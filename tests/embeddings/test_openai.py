"""OpenAIEmbedder on the wire: what is sent, what is retried, and every reply that is no embedding."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pydantic import SecretStr
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from masis.config import Settings
from masis.embeddings.openai import OpenAIEmbedder
from masis.errors import EmbeddingUnavailable
from tests.fakes.qdrant_server import refusing_url

Reply = Callable[[dict[str, Any]], Response]


def vectors(body: dict[str, Any], dimension: int = 1536) -> Response:
    """Answer as the service does: one vector of length 2 per text, its first number the text's length."""
    rows = [[float(len(text)), 2.0, *[0.0] * (dimension - 2)] for text in body["input"]]
    data = [{"object": "embedding", "index": n, "embedding": row} for n, row in enumerate(rows)]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return Response(
        json.dumps({"object": "list", "model": body["model"], "data": data, "usage": usage}),
        content_type="application/json",
    )


def status(code: int, headers: dict[str, str] | None = None) -> Reply:
    def reply(body: dict[str, Any]) -> Response:
        return Response('{"error": {"message": "no"}}', code, headers, content_type="application/json")

    return reply


class Service:
    """Scripted replies; the last one repeats."""

    def __init__(self, server: HTTPServer) -> None:
        self.url = server.url_for("/v1")
        self.replies: list[Reply] = [vectors]
        self.bodies: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.slept: list[float] = []
        server.expect_request("/v1/embeddings", method="POST").respond_with_handler(self._handle)

    def _handle(self, request: Request) -> Response:
        body = json.loads(request.data)
        self.bodies.append(body)
        self.keys.append(request.headers.get("authorization"))
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        return reply(body)

    def embedder(self, **settings: Any) -> OpenAIEmbedder:
        values = {"OPENAI_BASE_URL": self.url, "OPENAI_API_KEY": SecretStr("sk-test"), **settings}
        return OpenAIEmbedder(Settings(_env_file=None, **values), sleep=self.slept.append)


@pytest.fixture
def service(httpserver: HTTPServer) -> Service:
    return Service(httpserver)


def test_vectors_come_back_in_order_and_of_unit_length(service: Service) -> None:
    result = service.embedder().embed(["a", "bbbb"])
    assert result.shape == (2, 1536)
    assert np.linalg.norm(result, axis=1) == pytest.approx([1, 1])
    assert result[1][0] > result[0][0]


def test_texts_are_sent_as_plain_strings_in_batches_with_progress(service: Service) -> None:
    seen: list[int] = []
    service.embedder(embedding_batch=2).embed(["a", "b", "c", "d", "e"], seen.append)
    assert [body["input"] for body in service.bodies] == [["a", "b"], ["c", "d"], ["e"]]
    assert seen == [2, 4, 5]
    assert service.keys[0] == "Bearer sk-test"


def test_a_text_is_cut_and_an_empty_one_is_never_sent(service: Service) -> None:
    service.embedder().embed(["x" * 100_000, ""])
    sent = service.bodies[0]["input"]
    assert len(sent[0]) == 8191 * 4
    assert sent[1] == " "


def test_nothing_sends_nothing(service: Service) -> None:
    assert service.embedder().embed([]).shape == (0, 1536)
    assert service.bodies == []


def test_a_server_without_accounts_needs_no_key(service: Service) -> None:
    service.embedder(OPENAI_API_KEY=None).embed_query("a")
    assert service.keys == ["Bearer none"]


def test_embeddings_have_a_server_and_a_key_of_their_own(service: Service) -> None:
    url = service.embedder()._settings.openai_base_url
    elsewhere = {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "embedding_base_url": url}
    service.embedder(**elsewhere).embed_query("a")
    service.embedder(**elsewhere, embedding_api_key="sk-own").embed_query("a")
    assert service.keys == ["Bearer none", "Bearer sk-own"]


def test_an_unknown_models_dimension_is_asked_for_once(service: Service) -> None:
    service.replies = [lambda body: vectors(body, 12)]
    embedder = service.embedder(embedding_model="house-model")
    assert service.bodies == []
    assert embedder.profile.dimension == 12
    assert embedder.profile.name == "house-model"
    assert len(service.bodies) == 1
    assert embedder.embed_query("a").shape == (12,)


@pytest.mark.parametrize("code", [429, 500, 502, 503])
def test_passing_faults_are_retried(service: Service, code: int) -> None:
    service.replies = [status(code), status(code), vectors]
    assert service.embedder().embed_query("a").shape == (1536,)
    assert len(service.bodies) == 3
    assert service.slept == [0.5, 1.0]


def test_the_pause_the_service_asks_for_is_kept(service: Service) -> None:
    service.replies = [status(429, {"retry-after": "7"}), status(429, {"retry-after": "soon"}), vectors]
    service.embedder().embed_query("a")
    assert service.slept == [7.0, 1.0]


@pytest.mark.parametrize("code", [400, 401, 403, 404])
def test_lasting_faults_are_not_retried(service: Service, code: int) -> None:
    service.replies = [status(code)]
    with pytest.raises(EmbeddingUnavailable):
        service.embedder().embed_query("a")
    assert len(service.bodies) == 1


def test_retries_end(service: Service) -> None:
    service.replies = [status(500)]
    with pytest.raises(EmbeddingUnavailable):
        service.embedder(model_max_attempts=2).embed_query("a")
    assert len(service.bodies) == 2


def html(body: dict[str, Any]) -> Response:
    return Response("<html>proxy</html>", content_type="text/html")


def half_json(body: dict[str, Any]) -> Response:
    return Response("{half", content_type="application/json")


def no_data(body: dict[str, Any]) -> Response:
    return Response('{"object": "list", "data": []}', content_type="application/json")


def nulls(body: dict[str, Any]) -> Response:
    return Response('{"object": "list", "data": null}', content_type="application/json")


def one_too_few(body: dict[str, Any]) -> Response:
    return vectors({**body, "input": body["input"][1:]})


def not_numbers(body: dict[str, Any]) -> Response:
    return Response(
        json.dumps(
            {"object": "list", "model": "m", "data": [{"index": 0, "embedding": ["a", *[0.5] * 1535]}] * 2}
        ),
        content_type="application/json",
    )


@pytest.mark.filterwarnings("ignore:Pydantic serializer")
@pytest.mark.parametrize(
    "reply",
    [
        html,
        half_json,
        lambda body: vectors(body, 7),
        no_data,
        nulls,
        one_too_few,
        not_numbers,
    ],
    ids=["html", "half json", "wrong size", "no data", "null data", "one too few", "not numbers"],
)
def test_a_reply_without_usable_vectors_is_an_outage(service: Service, reply: Reply) -> None:
    service.replies = [reply]
    with pytest.raises(EmbeddingUnavailable, match="embedding service"):
        service.embedder().embed(["a", "b"])


def test_a_dead_service_is_an_outage(service: Service) -> None:
    with refusing_url() as url, pytest.raises(EmbeddingUnavailable):
        service.embedder(OPENAI_BASE_URL=url, model_max_attempts=2).embed_query("a")
    assert len(service.slept) == 1
