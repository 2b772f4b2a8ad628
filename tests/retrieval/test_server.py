"""ServerStore: the store contract over HTTP, and every way a server can fail."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from threading import Event, Thread

import pytest

from masis.errors import ConfigurationError, RetrievalUnavailable
from masis.retrieval.server import ServerStore
from tests.contracts import PROFILE, VectorStoreContract, axis, make_chunk, publish, search
from tests.fakes.qdrant_server import FakeQdrant, refusing_url, running_qdrant


@pytest.fixture(scope="module")
def running() -> Iterator[FakeQdrant]:
    with running_qdrant() as fake:
        yield fake


@pytest.fixture
def qdrant(running: FakeQdrant) -> Iterator[FakeQdrant]:
    running.requests.clear()
    yield running
    running.heal()


@pytest.fixture
def store(qdrant: FakeQdrant, request: pytest.FixtureRequest) -> Iterator[ServerStore]:
    collection = f"c{abs(hash(request.node.nodeid))}"
    server = ServerStore(qdrant.url, None, collection, PROFILE, timeout_seconds=5)
    server.ensure()
    yield server
    server.close()


class TestServerStore(VectorStoreContract):
    pass


def test_a_search_is_one_request(store: ServerStore, qdrant: FakeQdrant) -> None:
    publish(store, [make_chunk("c1", "churn in Norway")])
    qdrant.requests.clear()
    search(store, "acme", "churn\nNorway growth", axis(0), 20)
    assert qdrant.requests == ["POST /points/query/batch"]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 500, 502, 503], ids=str)
def test_an_error_status_is_an_outage(store: ServerStore, qdrant: FakeQdrant, status: int) -> None:
    qdrant.status = status
    with pytest.raises(RetrievalUnavailable, match=str(status)):
        search(store, "acme", "words", axis(0), 5)
    health = store.health()
    assert not health.healthy
    assert str(status) in health.detail
    qdrant.heal()
    assert search(store, "acme", "words", axis(0), 5) == ()


def test_a_lost_collection_is_named_with_what_mends_it(store: ServerStore, qdrant: FakeQdrant) -> None:
    """Somebody deleted the collection while MASIS runs: say so, and come back with the next start."""
    publish(store, [make_chunk("c1", "churn in Norway")])
    qdrant.lose_collections()
    said = "is gone. Restart MASIS"
    with pytest.raises(RetrievalUnavailable, match=said):
        search(store, "acme", "churn", axis(0), 5)
    health = store.health()
    assert not health.healthy
    assert said in health.detail
    store.ensure()
    assert store.health().healthy
    assert store.count("acme") == 0


def test_a_page_that_is_no_reply_is_an_outage(store: ServerStore, qdrant: FakeQdrant) -> None:
    qdrant.garbage = True
    with pytest.raises(RetrievalUnavailable, match="does not answer"):
        store.count("acme")


def test_a_slow_server_is_an_outage(store: ServerStore, qdrant: FakeQdrant) -> None:
    impatient = ServerStore(qdrant.url, None, "any", PROFILE, timeout_seconds=1)
    qdrant.delay_seconds = 1.5
    with pytest.raises(RetrievalUnavailable, match="does not answer"):
        impatient.ensure()
    impatient.close()


def test_a_server_that_drips_is_an_outage(store: ServerStore, qdrant: FakeQdrant) -> None:
    """Each byte comes in time, the whole reply never does."""
    publish(store, [make_chunk("c1", "churn in Norway")])
    impatient = ServerStore(qdrant.url, None, store._collection, PROFILE, timeout_seconds=1)
    qdrant.drip_seconds = 0.3
    with pytest.raises(RetrievalUnavailable, match="does not answer"):
        impatient.count("acme")
    qdrant.heal()
    assert impatient.count("acme") == 1
    impatient.close()


@pytest.mark.parametrize("sent", [b"", b"HTTP/1.1 200 OK\r\n"], ids=["status line", "headers"])
def test_a_server_that_drips_its_headers_is_an_outage(sent: bytes) -> None:
    stop = Event()

    def drip(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection, suppress(OSError):
            connection.sendall(sent)
            while not stop.wait(0.2):
                connection.sendall(b"X")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = Thread(target=drip, args=[listener])
        server.start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        store = ServerStore(url, None, "any", PROFILE, timeout_seconds=1)
        with pytest.raises(RetrievalUnavailable, match="does not answer"):
            store.count("acme")
        stop.set()
        store.close()
        server.join(10)


def test_a_dead_server_is_an_outage() -> None:
    with refusing_url() as url:
        store = ServerStore(url, None, "any", PROFILE, timeout_seconds=1)
        for attempt in (store.ensure, lambda: store.count("acme"), lambda: list(store.scroll("acme"))):
            with pytest.raises(RetrievalUnavailable, match="does not answer"):
                attempt()
        assert not store.health().healthy


def test_a_wrong_key_is_an_outage_with_the_status(store: ServerStore, qdrant: FakeQdrant) -> None:
    qdrant.api_key = "right"
    try:
        with pytest.raises(RetrievalUnavailable, match="403"):
            store.count("acme")
    finally:
        qdrant.api_key = None


@pytest.mark.parametrize(
    "change", [{"name": "other-model"}, {"dimension": 16}], ids=["embedder", "dimension"]
)
def test_another_embedder_is_refused(
    store: ServerStore, qdrant: FakeQdrant, change: dict[str, object]
) -> None:
    profile = PROFILE.model_copy(update=change)
    other = ServerStore(qdrant.url, None, store._collection, profile, timeout_seconds=5)
    with pytest.raises(ConfigurationError, match="Qdrant collection"):
        other.ensure()
    other.close()


def test_a_half_made_collection_is_finished(store: ServerStore, qdrant: FakeQdrant) -> None:
    qdrant._indexed[store._collection].discard("status")
    with pytest.raises(RetrievalUnavailable, match="400"):
        store.count("acme")
    store.ensure()
    assert store.count("acme") == 0


def test_constructing_sends_nothing(qdrant: FakeQdrant) -> None:
    ServerStore(qdrant.url, None, "any", PROFILE, timeout_seconds=1)
    assert qdrant.requests == []


def test_a_password_in_the_address_is_never_said() -> None:
    with refusing_url() as url:
        with_user = url.replace("//", "//admin:s3cret@")
        store = ServerStore(with_user, None, "masis", PROFILE, timeout_seconds=1)
        health = store.health()
        with pytest.raises(RetrievalUnavailable) as raised:
            store.count("acme")
    assert "127.0.0.1" in health.engine
    assert "s3cret" not in f"{health.engine} {health.detail} {raised.value}"
