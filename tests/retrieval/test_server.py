"""ServerStore: the store contract over HTTP, and every way a server can fail."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from threading import Event, Thread
from typing import Any

import pytest
from qdrant_client import QdrantClient
from qdrant_client.http import models as rest

from masis.config import Settings
from masis.errors import ConfigurationError, RetrievalUnavailable
from masis.retrieval import points as stored
from masis.retrieval.qdrant_layout import Layout
from masis.retrieval.server import ServerStore, server_store
from tests.contracts import PROFILE, VectorStoreContract, axis, make_chunk, publish, search
from tests.fakes.qdrant_server import FakeQdrant, refusing_url, running_qdrant


@pytest.fixture(scope="module")
def running() -> Iterator[FakeQdrant]:
    with running_qdrant() as fake:
        yield fake


@pytest.fixture
def qdrant(running: FakeQdrant) -> Iterator[FakeQdrant]:
    running.requests.clear()
    running.bodies.clear()
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
    """Somebody deleted the collection while MASIS runs: say so; whoever looks after it makes it again."""
    publish(store, [make_chunk("c1", "churn in Norway")])
    qdrant.lose_collections()
    said = "is gone. MASIS makes it again"
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
    with pytest.raises(
        ConfigurationError, match=r"Qdrant collection .*MASIS_QDRANT_COLLECTION to a name not in use"
    ):
        other.ensure()
    other.close()


def test_a_collection_belongs_to_the_first_data_folder_that_uses_it(
    store: ServerStore, qdrant: FakeQdrant
) -> None:
    first, other = (
        ServerStore(qdrant.url, None, store._collection, PROFILE, 5, Layout(owner=owner))
        for owner in ("here", "there")
    )
    for _ in range(2):
        first.ensure()
    with pytest.raises(ConfigurationError, match="belongs to another data folder, not to this one"):
        other.ensure()
    first.ensure()
    for opened in (first, other):
        opened.close()


def test_a_key_that_may_not_claim_a_collection_uses_it_as_before(
    store: ServerStore, qdrant: FakeQdrant
) -> None:
    own = ServerStore(qdrant.url, None, store._collection, PROFILE, 5, Layout(owner="here"))
    qdrant.refuse_update = 403
    try:
        own.ensure()
    finally:
        qdrant.refuse_update = 0
    assert own.count("acme") == 0
    own.close()


def test_a_half_made_collection_is_finished(store: ServerStore, qdrant: FakeQdrant) -> None:
    del qdrant._indexed[store._collection]["status"]
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


SPREAD = Layout(shards=6, replicas=2, quantization="scalar")


def sent(qdrant: FakeQdrant, request: str) -> list[dict[str, Any]]:
    return [body for asked, body in qdrant.bodies if asked == request]


def test_a_new_collection_is_laid_out_as_the_settings_say(qdrant: FakeQdrant) -> None:
    settings = Settings(
        QDRANT_URL=qdrant.url,
        qdrant_collection="spread",
        qdrant_shards=6,
        qdrant_replicas=2,
        qdrant_quantization="scalar",
        _env_file=None,
    )
    store = server_store(qdrant.url, settings, PROFILE, "here")
    store.ensure()
    (made,) = sent(qdrant, "PUT /")
    assert (made["shard_number"], made["replication_factor"]) == (6, 2)
    assert made["quantization_config"]["scalar"] == {"type": "int8", "quantile": 0.99, "always_ram": True}
    assert {name: kept["modifier"] for name, kept in made["sparse_vectors"].items()} == {
        "sparse": "idf", "rows": "idf",
    }  # fmt: skip
    assert made["hnsw_config"]["m"] == 0
    indexes = {body["field_name"]: body["field_schema"] for body in sent(qdrant, "PUT /index")}
    assert set(indexes) == set(stored.INDEXED)
    assert [name for name, schema in indexes.items() if schema["is_tenant"]] == ["workspace_id"]
    assert store.health().detail == "0 passages and table rows"
    store.close()


def test_what_is_not_set_is_left_to_the_server(store: ServerStore, qdrant: FakeQdrant) -> None:
    (made,) = sent(qdrant, "PUT /")
    assert [made.get(name) for name in ("shard_number", "replication_factor", "quantization_config")] == [
        None, None, None,
    ]  # fmt: skip


def test_a_collection_made_otherwise_is_used_as_it_is_and_health_says_so(
    store: ServerStore, qdrant: FakeQdrant
) -> None:
    publish(store, [make_chunk("c1", "churn in Norway")])
    qdrant.requests.clear()
    qdrant._indexed[store._collection]["workspace_id"] = {"type": "keyword"}
    other = ServerStore(qdrant.url, None, store._collection, PROFILE, 5, SPREAD)
    other.ensure()
    assert "PATCH /" not in qdrant.requests
    assert search(other, "acme", "churn", axis(0), 5)
    health = other.health()
    assert health.healthy
    assert health.detail == (
        "1 passages and table rows; it has 1 where MASIS_QDRANT_SHARDS is 6; "
        "it has 1 where MASIS_QDRANT_REPLICAS is 2; it has none where "
        "MASIS_QDRANT_QUANTIZATION is scalar; its index of workspaces is no tenant index"
    )
    other.close()


def test_scores_are_those_of_whole_vectors_however_small_the_searched_ones_are(
    store: ServerStore, qdrant: FakeQdrant
) -> None:
    """The server would not score again by itself; every threshold of MASIS is one of exact cosines."""
    qdrant.bodies.clear()
    search(store, "acme", "churn", axis(0), 5)
    (batch,) = sent(qdrant, "POST /points/query/batch")
    queries = [query for search in batch["searches"] for query in (search, *(search.get("prefetch") or ()))]
    by_meaning = [query for query in queries if query["using"] == "dense"]
    assert len(by_meaning) >= 2
    assert all(
        query["params"]["quantization"] == {"rescore": True, "oversampling": 2.0} for query in by_meaning
    )


@pytest.fixture
def without_idf(qdrant: FakeQdrant, request: pytest.FixtureRequest) -> str:
    """Return the name of a collection made by hand, as MASIS makes it but for one vector of words."""
    name = f"hand{abs(hash(request.node.nodeid))}"
    idf = rest.SparseVectorParams(modifier=rest.Modifier.IDF)
    QdrantClient(url=qdrant.url, check_compatibility=False).create_collection(
        name,
        vectors_config={"dense": rest.VectorParams(size=PROFILE.dimension, distance=rest.Distance.COSINE)},
        sparse_vectors_config={"sparse": rest.SparseVectorParams(), "rows": idf},
        metadata=stored.fingerprint(PROFILE),
    )
    qdrant.bodies.clear()
    return name


def test_a_collection_that_does_not_weigh_words_is_corrected(qdrant: FakeQdrant, without_idf: str) -> None:
    store = ServerStore(qdrant.url, None, without_idf, PROFILE, timeout_seconds=5)
    store.ensure()
    (corrected,) = sent(qdrant, "PATCH /")
    assert {name: kept["modifier"] for name, kept in corrected["sparse_vectors"].items()} == {
        "sparse": "idf", "rows": "idf",
    }  # fmt: skip
    publish(store, [make_chunk("c1", "churn in Norway"), make_chunk("c2", "growth in Norway")])
    (best, *_) = search(store, "acme", "Norway churn", axis(0), 5)
    assert best.chunk.chunk_id == "c1"
    store.ensure()
    assert len(sent(qdrant, "PATCH /")) == 1
    store.close()


def test_a_collection_that_cannot_be_corrected_is_refused(
    qdrant: FakeQdrant, without_idf: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server of before idf takes the correction and forgets it; a key may not be allowed to make one."""
    store = ServerStore(qdrant.url, None, without_idf, PROFILE, timeout_seconds=5)
    for status in (None, 403):
        qdrant.refuse_update = status or 200
        with pytest.raises(
            ConfigurationError, match=r"does not weigh words .*MASIS_QDRANT_COLLECTION to a name"
        ):
            store.ensure()
    qdrant.refuse_update = 503
    with pytest.raises(RetrievalUnavailable, match="503"):
        store.ensure()
    store.close()
