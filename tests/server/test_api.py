"""The HTTP route: the contract on success, clean JSON on everything else."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from masis.server.api import LARGEST_BODY, api_routes
from tests.fakes.scripted import GOOD_ANSWER, scripted_deps
from tests.fakes.services import ME, World

TOKEN = "a-token-for-tests"
PATH = "/masis/workspaces/acme"
CONTRACT = {
    "status", "answer", "confidence", "requires_human_review", "clarification_question", "critique",
    "claims", "evaluation", "trace", "metrics", "run_id", "thread_id", "outcome", "struck",
}  # fmt: skip


def client_of(world: World) -> TestClient:
    """Open MASIS with one workspace behind the routes."""
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    return TestClient(Starlette(routes=[*api_routes(lambda: masis)]))


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path / "data", settings={"api_token": TOKEN})
    yield world
    for masis in world.opened:
        masis.close()


def post(client: TestClient, path: str = PATH, token: str = TOKEN, **body: Any) -> Any:
    return client.post(path, headers={"Authorization": f"Bearer {token}"}, **body)


def test_an_answer_has_exactly_the_fields_of_the_contract(world: World) -> None:
    reply = post(client_of(world), json={"query": "How high was revenue?", "max_retries": 1})
    assert reply.status_code == 200
    assert set(reply.json()) == CONTRACT
    assert reply.json()["answer"] == GOOD_ANSWER
    assert reply.json()["outcome"] == "answered"


def test_what_was_left_out_is_told_with_its_reason(world: World) -> None:
    world.deps = scripted_deps(drafts=[f"{GOOD_ANSWER} Revenue was 19 million euros in 2024 [k1]."])
    reply = post(client_of(world), json={"query": "How high was revenue?"}).json()
    assert (reply["status"], reply["answer"]) == ("success", GOOD_ANSWER)
    (left_out,) = reply["struck"]
    assert left_out["verdict"] == "number_mismatch"
    assert left_out["reason"]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        (PATH, {"content": b"{not json"}, 400),
        (PATH, {"content": b"\xff\xfe"}, 400),
        (PATH, {"content": b"[" * 30_000}, 400),
        ("/masis/workspaces/nowhere", {"json": {"query": "How high?"}}, 404),
        (PATH, {"content": b"x" * (LARGEST_BODY + 1)}, 413),
        (PATH, {"json": {}}, 422),
        (PATH, {"json": {"query": "  "}}, 422),
        (PATH, {"json": {"query": "ok?", "max_retries": 9}}, 422),
        (PATH, {"json": {"query": "ok?", "max_retries": "2"}}, 422),
        (PATH, {"json": {"query": "ok?", "surprise": 1}}, 422),
        (PATH, {"json": ["query"]}, 422),
    ],
    ids=[
        "no json",
        "no text",
        "deep",
        "no space",
        "large",
        "no query",
        "blank",
        "retries",
        "type",
        "new",
        "list",
    ],
)
def test_errors_are_clean_json(world: World, path: str, body: dict[str, Any], status: int) -> None:
    reply = post(client_of(world), path, **body)
    assert reply.status_code == status
    assert set(reply.json()) == {"error"}
    assert reply.json()["error"]


def test_a_wrong_token_is_refused_before_anything_is_read(world: World) -> None:
    client = client_of(world)
    assert post(client, token="wrong", json={"query": "ok?"}).status_code == 401
    assert client.post(PATH, json={"query": "ok?"}).status_code == 401


def test_without_a_token_the_api_is_off(world: World) -> None:
    world.settings = {}
    reply = post(client_of(world), json={"query": "ok?"})
    assert reply.status_code == 404
    assert "MASIS_API_TOKEN" in reply.json()["error"]


def test_a_fault_is_a_calm_500(world: World) -> None:
    world.deps = scripted_deps(drafts=[ZeroDivisionError("secret detail")])
    reply = post(client_of(world), json={"query": "ok?"})
    assert reply.status_code == 500
    assert "secret detail" not in reply.text


def test_a_body_that_is_no_object_is_said_in_plain_words(world: World) -> None:
    reply = post(client_of(world), json=["ok?"])
    assert reply.json()["error"] == "The body is a JSON object with query, max_retries and thread_id."


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_any_other_method_is_told_to_post(world: World, method: str) -> None:
    reply = client_of(world).request(method, PATH)
    assert (reply.status_code, reply.headers["allow"]) == (405, "POST")
    assert "POST" in reply.json()["error"]
