"""The API on a socket: everything programs do, by the package's own client, and what each wrong call gets."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from starlette.applications import Starlette

from masis import client as client_module
from masis.client import ApiError, Client
from masis.domain.person import Right
from masis.server.api import api_routes
from masis.server.v1 import v1_routes
from masis.server.v1.endpoints import ENDPOINTS
from masis.service import Masis
from tests.e2e.conftest import free_port
from tests.fakes.scripted import GOOD_ANSWER, scripted_deps
from tests.fakes.services import ME, OTHER, World, read_text

FIXED = "a-token-for-tests"
REPORT = "Revenue was 12 million euros in 2024. It had been 10 million euros in 2023."


@contextmanager
def served(masis: Masis) -> Iterator[str]:
    """Serve the routes on a port of this machine."""
    port = free_port()
    app = Starlette(routes=[*api_routes(lambda: masis), *v1_routes(lambda: masis)])
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setattr("masis.ingest.readers.read", read_text)
    world = World(tmp_path / "data", settings={"api_token": FIXED, "api_calls_per_minute": 1000})
    yield world
    for masis in world.opened:
        masis.close()


@pytest.fixture
def masis(world: World) -> Masis:
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.create_workspace(ME, "Beta")
    masis.create_workspace(OTHER, "Hers")
    return masis


@pytest.fixture
def address(masis: Masis) -> Iterator[str]:
    with served(masis) as address:
        yield address


@pytest.fixture
def client(address: str) -> Iterator[Client]:
    with Client(address, FIXED, timeout_seconds=60) as client:
        yield client


def status_of(call: Any) -> int:
    with pytest.raises(ApiError) as refused:
        call()
    assert str(refused.value)
    return refused.value.status


def report_file(tmp_path: Path, name: str = "report.txt", text: str = REPORT) -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def uploaded(client: Client, tmp_path: Path) -> dict[str, Any]:
    job = client.upload("acme", report_file(tmp_path))
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        (now,) = [held for held in client.jobs("acme") if held["job_id"] == job["job_id"]]
        if now["state"] not in {"queued", "reading", "embedding", "storing"}:
            return now
        time.sleep(0.05)
    raise TimeoutError


def test_documents_go_in_are_listed_fetched_and_deleted(client: Client, tmp_path: Path) -> None:
    assert uploaded(client, tmp_path)["state"] == "done"
    (document,) = client.documents("acme")
    path = f"/workspaces/acme/documents/{document['document_id']}"
    with httpx2.Client(base_url=client._http.base_url, headers=client._http.headers) as plain:
        assert plain.get(f"{path}/original").text == REPORT
    assert uploaded(client, tmp_path)["state"] == "unchanged"
    assert client.call("DELETE", path) == {"deleted": document["document_id"]}
    assert client.documents("acme") == []
    assert status_of(lambda: client.call("DELETE", path)) == 404


def test_a_refused_file_is_said(client: Client, tmp_path: Path) -> None:
    bad = tmp_path / "program.exe"
    bad.write_bytes(b"MZ\x90\x00")
    assert status_of(lambda: client.upload("acme", bad)) == 422
    assert client.documents("acme") == []


def test_a_question_is_answered_listed_exported_and_followed(client: Client) -> None:
    run = client.ask("acme", "How high was revenue?")
    assert run["report"]["answer"] == GOOD_ANSWER
    run_id = run["summary"]["run_id"]
    assert [held["run_id"] for held in client.call("GET", "/workspaces/acme/runs", limit="5")] == [run_id]
    assert client.call("GET", "/workspaces/acme/runs", search="nothing like it") == []
    assert client.export("acme", run_id, "md").startswith(b"#")
    events = list(client.follow("acme", "How high was revenue?"))
    assert [event.kind for event in events][-1] == "end"
    assert events[0].value["kind"] == "started"
    numbers = [event.value["number"] for event in events if event.kind == "event"]
    assert numbers == list(range(1, len(numbers) + 1))
    assert events[-1].value["report"]["answer"] == GOOD_ANSWER


def test_a_case_is_decided_once_and_a_second_decision_on_the_old_version_is_a_conflict(
    world: World, tmp_path: Path
) -> None:
    world.deps = scripted_deps(drafts=["Revenue was 99 million euros in 2024 [k1]."])
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    with served(masis) as address, Client(address, FIXED, timeout_seconds=60) as client:
        run = client.ask("acme", "How high was revenue?")
        path = "/workspaces/acme/cases"
        listed = client.call("GET", path)
        if not listed:  # passages to read are no case until somebody makes one of them
            masis.reviews.open_case(ME, "acme", run["summary"]["run_id"])
            listed = client.call("GET", path)
        (case,) = listed
        decide = {"action": "reject", "version": case["version"], "code": "wrong"}
        done = client.call("POST", f"{path}/{case['case_id']}/decisions", decide)
        assert done["case"]["state"] == "resolved"
        assert done["decisions"][-1]["action"] == "reject"
        again = lambda: client.call("POST", f"{path}/{case['case_id']}/decisions", decide)  # noqa: E731
        assert status_of(again) in {409, 422}
        assert client.call("GET", path) == []
        assert len(client.call("GET", path, state="all")) == 1
        assert status_of(lambda: client.call("GET", f"/workspaces/beta/cases/{case['case_id']}")) == 404


def test_a_memo_is_audited(client: Client, tmp_path: Path) -> None:
    uploaded(client, tmp_path)
    audit = client.audit("acme", "Revenue was 12 million euros in 2024.")
    assert audit["summary"]["state"] == "done"
    assert len(audit["rows"]) == 1
    (listed,) = client.call("GET", "/workspaces/acme/audits")
    client.call("DELETE", f"/workspaces/acme/audits/{listed['audit_id']}")
    assert client.call("GET", "/workspaces/acme/audits") == []


def test_how_long_things_are_kept_is_read_tried_and_set(client: Client) -> None:
    place = "/workspaces/acme/retention"
    assert client.call("GET", place)["rule"] == {
        "runs_days": None, "drafts_days": None, "originals_days": None,
    }  # fmt: skip
    assert client.call("POST", f"{place}/preview", {"runs_days": 30})["runs"] == 0
    held = client.call("PUT", place, {"runs_days": 30, "drafts_days": None})
    assert held["rule"]["runs_days"] == client.call("GET", place)["rule"]["runs_days"] == 30
    for wrong in ({"runs_days": 0}, {"runs_days": "30"}, {"days": 3}):
        assert status_of(lambda: client.call("PUT", place, wrong)) == 422  # noqa: B023 - called at once


def test_another_persons_workspace_looks_like_a_missing_one(client: Client) -> None:
    said = []
    for place in ("hers", "nowhere"):
        with pytest.raises(ApiError) as refused:
            client.documents(place)
        said.append((refused.value.status, str(refused.value).replace(place, "…")))
    assert said[0] == said[1]
    assert {item["workspace_id"] for item in client.workspaces()} == {"acme", "beta"}


def test_a_token_reaches_as_far_as_it_says_on_every_endpoint(masis: Masis, address: str) -> None:
    """Every endpoint but for what the token allows is refused, whatever is asked of it."""
    made = masis.tokens.make(ME, "reader of acme", [Right.READ], ["acme"])
    with Client(address, made.secret, timeout_seconds=60) as client:
        assert [item["workspace_id"] for item in client.workspaces()] == ["acme"]
        assert client.documents("acme") == []
        for endpoint in ENDPOINTS:
            path = endpoint.path.replace("{workspace_id}", "beta").replace("{format}", "md")
            path = path.replace("{document_id}", "d").replace("{job_id}", "j").replace("{run_id}", "r")
            path = path.replace("{case_id}", "c").replace("{audit_id}", "a")
            if path == "/workspaces" and endpoint.method == "GET":
                continue
            body = {"question": "How high was revenue?"} if endpoint.request else None
            status = status_of(lambda: client.call(endpoint.method, path, body))  # noqa: B023 - called at once
            assert status == (404 if endpoint.right is Right.READ else 403), (endpoint.method, path)


def test_a_token_ends_when_it_is_revoked_or_its_time_is_over(
    masis: Masis, address: str, world: World
) -> None:
    from datetime import timedelta

    revoked, short = masis.tokens.make(ME, "a"), masis.tokens.make(ME, "b", days=1)
    with Client(address, revoked.secret) as first, Client(address, short.secret) as second:
        assert first.workspaces()
        assert second.workspaces()
        assert {token.last_used_at is None for token in masis.tokens.listed(ME)} == {False}
        masis.tokens.revoke(ME, revoked.token.token_id)
        assert status_of(first.workspaces) == 401
        now = world.now
        world.now = lambda: now() + timedelta(days=2)
        assert status_of(second.workspaces) == 401


def test_guessing_tokens_slows_down_and_shuts_out_nobody_who_was_in(masis: Masis, address: str) -> None:
    new = masis.tokens.make(ME, "new").secret
    with (
        Client(address, "masis_wrong") as guesser,
        Client(address, FIXED) as mine,
        Client(address, new) as not_seen_yet,
    ):
        assert mine.workspaces()
        statuses = [status_of(guesser.workspaces) for _ in range(12)]
        assert statuses == [401] * 10 + [429] * 2
        assert mine.workspaces()
        with pytest.raises(ApiError) as refused:
            not_seen_yet.workspaces()
        assert refused.value.retry_after_seconds is not None


def test_what_no_database_may_hold_and_no_reader_sees_is_left_out(address: str, client: Client) -> None:
    sent = json.dumps({"name": "Re\u202eports\x00 \ud800 2024"})  # as ASCII: half of a pair has no UTF-8
    headers = {"Authorization": f"Bearer {FIXED}"}
    made = httpx2.post(f"{address}/masis/v1/workspaces", content=sent, headers=headers)
    assert made.json()["name"] == "Reports 2024"
    assert client.call("GET", "/workspaces/acme/runs", search="\x00", limit="5") == []
    assert status_of(lambda: client.documents("\x00")) == 404
    assert status_of(lambda: client.call("GET", "/workspaces/acme/runs", limit="9" * 5_000)) == 422


def test_an_id_with_signs_of_a_path_is_no_way_to_another_resource(client: Client) -> None:
    for name in ("acme/documents?", "../workspaces", "acme#", "acme%2f"):
        assert status_of(lambda name=name: client.jobs(name)) == 404


def test_where_nothing_answers_the_client_says_so() -> None:
    with Client("http://127.0.0.1:9", FIXED) as client, pytest.raises(ApiError) as refused:
        client.workspaces()
    assert (refused.value.status, "does not answer at" in str(refused.value)) == (0, True)


def test_a_connection_that_rested_is_not_sent_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    assert uvicorn.Config("an app", port=1).timeout_keep_alive > client_module._IDLE_SECONDS
    monkeypatch.setattr(client_module, "_IDLE_SECONDS", 0.2)
    callers: list[int] = []

    class Replies(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            callers.append(self.client_address[1])
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"[]")

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Replies) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with Client(f"http://127.0.0.1:{server.server_port}", FIXED) as client:
            client.workspaces()
            client.workspaces()
            time.sleep(0.3)
            client.workspaces()
        server.shutdown()
    first, second, third = callers
    assert first == second != third


@pytest.mark.parametrize("method", ["GET", "TRACE", "FOO"])
def test_every_unknown_path_and_method_is_a_sentence_in_json(address: str, method: str) -> None:
    for path in ("/masis", "/masis/", "/masis/v2", "/masis/v1/%00", "/masis/v1/..%2fx"):
        reply = httpx2.request(method, f"{address}{path}")
        assert reply.status_code == 404
        assert "there is" in reply.json()["error"]


def test_a_tokens_calls_of_a_minute_are_bounded(tmp_path: Path) -> None:
    world = World(tmp_path / "data", settings={"api_token": FIXED, "api_calls_per_minute": 3})
    masis = world.open()
    other = masis.tokens.make(ME, "other").secret
    with served(masis) as address, Client(address, FIXED) as client, Client(address, other) as second:
        assert [client.workspaces() for _ in range(3)] == [[], [], []]
        with pytest.raises(ApiError) as refused:
            client.workspaces()
        assert (refused.value.status, refused.value.retry_after_seconds) == (429, 60)
        assert second.workspaces() == []
    masis.close()


WRONG = [
    ("GET", "/nothing", None, 404),
    ("PUT", "/workspaces", None, 405),
    ("GET", "/workspaces?colour=red", None, 422),
    ("POST", "/workspaces", b"{", 400),
    ("POST", "/workspaces", b"[]", 422),
    ("POST", "/workspaces", b'{"name": 7}', 422),
    ("POST", "/workspaces", b'{"name": "x", "more": 1}', 422),
    ("POST", "/workspaces", b'{"name": "' + b"x" * 2_000_000 + b'"}', 413),
    ("POST", "/workspaces", b"[" * 100_000, 400),
    ("POST", "/workspaces/acme/runs", b'{"question": ""}', 422),
    ("POST", "/workspaces/acme/documents", b"no form", 422),
    ("GET", "/workspaces/acme/runs?limit=-1", None, 422),
    ("GET", "/workspaces/acme/runs?verdict=maybe", None, 422),
    ("GET", "/workspaces/acme/runs/none", None, 404),
    ("GET", "/workspaces/acme/runs/none/events", None, 404),
    ("GET", "/workspaces/acme/runs/none/export/exe", None, 404),
    ("GET", "/workspaces/%2e%2e/documents", None, 404),
]


@pytest.mark.parametrize(("method", "path", "body", "status"), WRONG)
def test_every_wrong_call_is_a_sentence_in_json(
    address: str, method: str, path: str, body: bytes | None, status: int
) -> None:
    reply = httpx2.request(
        method,
        f"{address}/masis/v1{path}",
        content=body,
        headers={"Authorization": f"Bearer {FIXED}", "Content-Type": "application/json"},
    )
    assert reply.status_code == status
    assert set(reply.json()) == {"error"}
    assert reply.json()["error"].endswith((".", "?"))


def test_without_any_token_the_api_is_off_and_nothing_is_told(tmp_path: Path) -> None:
    world = World(tmp_path / "data")
    masis = world.open()
    with served(masis) as address:
        reply = httpx2.get(f"{address}/masis/v1/workspaces")
        assert (reply.status_code, "The API is off" in reply.json()["error"]) == (404, True)
        masis.tokens.make(ME, "first")
        assert httpx2.get(f"{address}/masis/v1/workspaces").status_code == 401
    masis.close()


def test_a_file_over_the_limit_is_refused_while_it_comes(tmp_path: Path) -> None:
    world = World(tmp_path / "data", settings={"api_token": FIXED, "max_file_mb": 1})
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    with served(masis) as address, Client(address, FIXED) as client:
        big = report_file(tmp_path, text="x" * 3_000_000)
        assert status_of(lambda: client.upload("acme", big)) == 413
        assert client.jobs("acme") == []
    masis.close()


def test_the_description_names_every_endpoint_and_resolves(address: str) -> None:
    told = httpx2.get(f"{address}/masis/v1/openapi.json").json()
    operations = [(method.upper(), path) for path, held in told["paths"].items() for method in held]
    assert operations == [(endpoint.method, f"/masis/v1{endpoint.path}") for endpoint in ENDPOINTS]
    names = [held["operationId"] for path in told["paths"].values() for held in path.values()]
    assert len(set(names)) == len(names)
    schemas = told["components"]["schemas"]
    for reference in _references(told):
        assert reference.removeprefix("#/components/schemas/") in schemas
    page = httpx2.get(f"{address}/masis/v1/docs").text
    assert all(endpoint.summary.split(";")[0] in page for endpoint in ENDPOINTS)
    assert "<script" not in page


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (held for name, held in value.items() if name == "$ref")
        for held in value.values():
            yield from _references(held)
    elif isinstance(value, list):
        for held in value:
            yield from _references(held)
