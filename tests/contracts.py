"""Contracts: what every adapter of a port must do, whichever library is behind it.

A test module makes a subclass named ``Test...`` and gives it a ``store`` fixture.
"""

from collections.abc import Sequence
from threading import Event, Thread

import numpy as np
import pytest
from numpy.typing import NDArray

from masis.domain.embedding import EmbeddingProfile
from masis.domain.evidence import Chunk
from masis.domain.language.tables import Cell, Column, Row, Table
from masis.errors import ConfigurationError, RetrievalUnavailable
from masis.retrieval.base import Hit, Lookup, VectorStore

DIMENSION = 8
PROFILE = EmbeddingProfile(
    name="toy", dimension=DIMENSION, threshold=0.3, retry_threshold=0.2, dense_weight=0.6, fitted="for tests"
)


def make_chunk(chunk_id: str, text: str = "plain words", **fields: object) -> Chunk:
    """Return a chunk with everything filled in; ``fields`` replace what matters."""
    values: dict[str, object] = {
        "chunk_id": chunk_id,
        "workspace_id": "acme",
        "document_id": "doc",
        "version_id": "v1",
        "document_title": "Report",
        "text": text,
        "page_number": 1,
        "page_label": "1",
        "char_start": 0,
        "char_end": len(text),
    }
    return Chunk.model_validate({**values, **fields})


TABLE = Table(
    title="Sales by segment",
    columns=(Column(header="2024", period="2024"), Column(header="2023", period="2023")),
    rows=(
        Row(
            label="Pumps",
            path=("Water",),
            cells=(Cell(column=0, text="412"), Cell(column=1, text="388")),
            char_start=0,
            char_end=5,
        ),
        Row(label="Compressors", cells=(Cell(column=0, text="77"),), char_start=6, char_end=17),
        Row(label="Services", char_start=18, char_end=26),
    ),
    unit="USD",
)
"""Two rows with values, and one that only names a section."""


def make_table(chunk_id: str, **fields: object) -> Chunk:
    """Return a chunk of table rows whose text shares no word with them."""
    return make_chunk(chunk_id, "| 412 | 388 |", kind="table", table=TABLE, **fields)


def axis(number: int) -> NDArray[np.float32]:
    """Return the unit vector along one axis."""
    vector = np.zeros(DIMENSION, dtype=np.float32)
    vector[number] = 1.0
    return vector


def blend(first: int, second: int, share: float) -> NDArray[np.float32]:
    """Return a unit vector whose cosine with axis ``first`` is ``share``."""
    vector: NDArray[np.float32] = share * axis(first) + (1 - share**2) ** 0.5 * axis(second)
    return vector.astype(np.float32)


def publish(
    store: VectorStore, chunks: Sequence[Chunk], vectors: Sequence[NDArray[np.float32]] | None = None
) -> None:
    """Store chunks and show their versions."""
    rows = vectors if vectors is not None else [axis(n % DIMENSION) for n in range(len(chunks))]
    store.upsert(chunks, np.stack(rows))
    for workspace_id, version_id in {(chunk.workspace_id, chunk.version_id) for chunk in chunks}:
        store.set_visible(workspace_id, version_id, visible=True)


def search(
    store: VectorStore,
    workspace_id: str,
    text: str,
    vector: NDArray[np.float32],
    limit: int,
    versions: tuple[str, ...] = (),
) -> tuple[Hit, ...]:
    """Return the hits of a single lookup."""
    (hits,) = store.search(workspace_id, [Lookup(text, vector, limit, versions)])
    return hits


def ids(hits: Sequence[object]) -> list[str]:
    """Return the chunk ids of hits, in order."""
    return [hit.chunk.chunk_id for hit in hits]  # type: ignore[attr-defined]


class VectorStoreContract:
    """Every rule of the ``VectorStore`` port."""

    def test_a_stored_chunk_comes_back_as_it_was(self, store: VectorStore) -> None:
        chunk = make_chunk(
            "c1",
            "Umsätze stiegen um 21,4 % — 収益 €5m 😀",
            heading="Año 2024",
            lead="| a | b |",
            kind="table",
            flagged=True,
        )
        publish(store, [chunk])
        assert search(store, "acme", "Umsätze", axis(0), 5)[0].chunk == chunk
        assert list(store.scroll("acme")) == [chunk]

    def test_the_dense_score_is_the_cosine(self, store: VectorStore) -> None:
        publish(store, [make_chunk("c1"), make_chunk("c2")], [axis(0), blend(0, 1, 0.6)])
        scores = {hit.chunk.chunk_id: hit.dense_score for hit in search(store, "acme", "zzz", axis(0), 5)}
        assert scores == pytest.approx({"c1": 1.0, "c2": 0.6}, abs=1e-3)

    def test_a_keyword_only_hit_has_its_cosine_too(self, store: VectorStore) -> None:
        crowd = [make_chunk(f"n{n:03}", f"filler {n}") for n in range(120)]
        target = make_chunk("target", "the part AX-4411 is discontinued")
        publish(store, [*crowd, target], [*[blend(0, 1, 0.9)] * 120, blend(0, 2, 0.1)])
        hits = {hit.chunk.chunk_id: hit for hit in search(store, "acme", "AX-4411", axis(0), 10)}
        assert hits["target"].dense_score == pytest.approx(0.1, abs=1e-3)
        assert hits["target"].sparse_score is not None
        assert hits["target"].keyword_score > 0.7
        others = [hit for name, hit in hits.items() if name != "target"]
        assert len(others) == 9
        assert all(hit.sparse_score is None and hit.keyword_score == 0 for hit in others)

    def test_each_line_is_a_question_for_the_keyword_score(self, store: VectorStore) -> None:
        publish(store, [make_chunk("c1", "churn rose in Norway"), make_chunk("c2", "margins fell in Chile")])
        hits = search(store, "acme", "churn Norway\nmargins Chile", axis(5), 5)
        assert {hit.chunk.chunk_id: hit.keyword_score for hit in hits} == pytest.approx(
            {"c1": 1.0, "c2": 1.0}
        )

    def test_several_query_vectors_give_the_best_cosine(self, store: VectorStore) -> None:
        publish(store, [make_chunk("c1"), make_chunk("c2")], [axis(0), axis(1)])
        hits = search(store, "acme", "zzz", np.stack([axis(0), axis(1)]), 5)
        assert {hit.chunk.chunk_id: hit.dense_score for hit in hits} == pytest.approx({"c1": 1.0, "c2": 1.0})

    @pytest.mark.parametrize("text", ["secret code ZX-9", "nothing shared", "", "the of and"])
    def test_no_leg_sees_another_workspace(self, store: VectorStore, text: str) -> None:
        publish(store, [make_chunk("mine", "secret code ZX-9")], [axis(3)])
        publish(store, [make_chunk("theirs", "secret code ZX-9", workspace_id="other")], [axis(0)])
        assert ids(search(store, "acme", text, axis(0), 10)) == ["mine"]
        assert search(store, "third", text, axis(0), 10) == ()
        assert [chunk.chunk_id for chunk in store.scroll("acme")] == ["mine"]

    def test_another_workspace_shifts_no_score(self, store: VectorStore) -> None:
        publish(store, [make_chunk("c1", "churn in Norway"), make_chunk("c2", "growth in Norway")])
        before = search(store, "acme", "churn Norway", axis(0), 5)
        publish(store, [make_chunk(f"o{n}", "churn churn", workspace_id="other") for n in range(40)])
        assert search(store, "acme", "churn Norway", axis(0), 5) == before

    def test_chunks_are_hidden_until_shown_and_can_be_hidden_again(self, store: VectorStore) -> None:
        chunk = make_chunk("c1", "words")
        store.upsert([chunk], axis(0)[None])
        assert search(store, "acme", "words", axis(0), 5) == ()
        assert store.count("acme") == 0
        assert len(list(store.scroll("acme"))) == 1
        store.set_visible("acme", "v1", visible=True)
        assert ids(search(store, "acme", "words", axis(0), 5)) == ["c1"]
        store.set_visible("acme", "v1", visible=False)
        assert search(store, "acme", "words", axis(0), 5) == ()

    def test_visibility_belongs_to_one_version_of_one_workspace(self, store: VectorStore) -> None:
        store.upsert(
            [make_chunk("a"), make_chunk("a", version_id="v2"), make_chunk("a", workspace_id="other")],
            np.stack([axis(0)] * 3),
        )
        store.set_visible("acme", "v2", visible=True)
        assert (store.count("acme"), store.count("other")) == (1, 0)
        assert search(store, "acme", "", axis(0), 5)[0].chunk.version_id == "v2"

    def test_a_search_can_be_kept_to_some_versions(self, store: VectorStore) -> None:
        publish(store, [make_chunk("a", "churn in Norway")], [axis(0)])
        publish(store, [make_chunk("b", "churn in Norway", version_id="v2")], [axis(0)])
        publish(store, [make_chunk("c", "churn in Norway", workspace_id="other", version_id="v2")], [axis(0)])
        for versions, found in {
            (): ["a", "b"],
            ("v2",): ["b"],
            ("v1", "v2"): ["a", "b"],
            ("v9",): [],
        }.items():
            assert sorted(ids(search(store, "acme", "churn Norway", axis(0), 5, versions))) == found

    def test_a_row_leads_to_its_passage_where_nothing_else_does(self, store: VectorStore) -> None:
        crowd = [make_chunk(f"n{n:03}", f"filler {n}") for n in range(120)]
        publish(store, [*crowd, make_table("statement")], [*[blend(0, 1, 0.9)] * 120, blend(0, 2, 0.1)])
        hits = {hit.chunk.chunk_id: hit for hit in search(store, "acme", "sales of compressors", axis(0), 10)}
        assert len(hits) == 10
        assert hits["statement"].chunk == make_table("statement")
        assert hits["statement"].row_score == 1.0
        assert hits["statement"].dense_score == pytest.approx(0.1, abs=1e-3)
        assert all(hit.row_score == 0 for name, hit in hits.items() if name != "statement")

    def test_a_row_is_found_under_its_parents_period_and_synonyms(self, store: VectorStore) -> None:
        other = TABLE.model_copy(update={"title": "Headcount", "rows": TABLE.rows[1:2]})
        publish(store, [make_table("sales"), make_chunk("staff", "| 77 |", kind="table", table=other)])
        for text, first in {
            "water pumps 2023": "sales",
            "revenue 2023": "sales",
            "employees": "staff",
        }.items():
            scores = {h.chunk.chunk_id: h.row_score for h in search(store, "acme", text, axis(5), 5)}
            assert max(scores, key=lambda name: scores[name]) == first
            assert scores[first] == 1.0

    def test_each_line_of_a_question_has_its_own_best_row(self, store: VectorStore) -> None:
        other = TABLE.model_copy(update={"title": "Headcount", "rows": TABLE.rows[1:2]})
        publish(store, [make_table("sales"), make_chunk("staff", "| 77 |", kind="table", table=other)])
        hits = search(store, "acme", "water pumps\nheadcount", axis(5), 5)
        assert [hit.row_score for hit in hits] == [1.0, 1.0]

    def test_rows_are_no_passages(self, store: VectorStore) -> None:
        publish(store, [make_table("t1"), make_chunk("c1")])
        assert store.count("acme") == 2
        assert sorted(chunk.chunk_id for chunk in store.scroll("acme")) == ["c1", "t1"]
        assert len(search(store, "acme", "pumps", axis(0), 30)) == 2

    def test_rows_are_hidden_shown_and_deleted_with_their_version(self, store: VectorStore) -> None:
        tables = [make_table("mine"), make_table("theirs", workspace_id="other")]
        store.upsert(tables, np.stack([axis(0)] * 2))
        assert search(store, "acme", "pumps", axis(0), 5) == ()
        for workspace_id in ("acme", "other"):
            store.set_visible(workspace_id, "v1", visible=True)
        assert search(store, "acme", "pumps", axis(0), 5)[0].row_score == 1.0
        store.set_visible("acme", "v1", visible=False)
        assert search(store, "acme", "pumps", axis(0), 5) == ()
        store.delete_version("acme", "v1")
        store.set_visible("acme", "v1", visible=True)
        assert search(store, "acme", "pumps", axis(0), 5) == ()
        assert ids(search(store, "other", "pumps", axis(0), 5)) == ["theirs"]
        store.delete_workspace("other")
        publish(store, [make_chunk("plain", workspace_id="other")])
        assert search(store, "other", "pumps", axis(0), 5)[0].row_score == 0

    def test_rows_of_other_workspaces_and_versions_stay_out(self, store: VectorStore) -> None:
        publish(store, [make_chunk("plain")], [axis(0)])
        publish(store, [make_table("theirs", workspace_id="other")], [axis(1)])
        publish(store, [make_table("old", version_id="v2")], [axis(2)])
        assert ids(search(store, "acme", "pumps", axis(0), 5, ("v1",))) == ["plain"]
        assert sorted(ids(search(store, "acme", "pumps", axis(0), 5))) == ["old", "plain"]

    def test_several_searches_are_answered_in_order(self, store: VectorStore) -> None:
        publish(store, [make_chunk("a", "churn in Norway"), make_table("b", version_id="v2")])
        lookups = [
            Lookup("pumps", axis(0), 5, ("v2",)),
            Lookup("churn", axis(0), 1),
            Lookup("", np.stack([axis(0), axis(1)]), 5, ("v9",)),
        ]
        found = store.search("acme", lookups)
        assert [ids(hits) for hits in found] == [["b"], ["a"], []]
        assert store.search("acme", []) == ()

    def test_a_preferred_document_comes_first_among_equals(self, store: VectorStore) -> None:
        publish(
            store, [make_chunk("a", "churn"), make_chunk("b", "churn", version_id="v2")], [axis(0), axis(0)]
        )
        (hits,) = store.search("acme", [Lookup("churn", axis(0), 5, (), {"v2": 1.0})])
        assert ids(hits) == ["b", "a"]

    def test_the_same_chunk_twice_is_stored_once(self, store: VectorStore) -> None:
        for _ in range(2):
            publish(store, [make_chunk("c1"), make_chunk("c2")])
        assert store.count("acme") == 2

    def test_a_deleted_version_leaves_no_trace(self, store: VectorStore) -> None:
        publish(
            store, [make_chunk("a"), make_chunk("b", version_id="v2"), make_chunk("c", workspace_id="other")]
        )
        store.delete_version("acme", "v1")
        assert [chunk.chunk_id for chunk in store.scroll("acme")] == ["b"]
        assert store.count("other") == 1

    def test_a_deleted_workspace_leaves_no_trace(self, store: VectorStore) -> None:
        publish(store, [make_chunk("a"), make_chunk("b", workspace_id="other")])
        store.delete_workspace("acme")
        assert list(store.scroll("acme")) == []
        assert search(store, "acme", "plain", axis(0), 5) == ()
        assert store.count("other") == 1

    def test_scroll_and_count_go_past_one_page(self, store: VectorStore) -> None:
        chunks = [make_chunk(f"c{n:04}") for n in range(600)]
        publish(store, chunks)
        assert sorted(chunk.chunk_id for chunk in store.scroll("acme")) == [c.chunk_id for c in chunks]
        assert store.count("acme") == 600

    def test_equal_candidates_are_ordered_by_id(self, store: VectorStore) -> None:
        names = ["d", "b", "a", "c"]
        publish(store, [make_chunk(name) for name in names], [axis(0)] * 4)
        assert ids(search(store, "acme", "plain", axis(0), 3)) == ["a", "b", "c"]

    def test_the_same_search_gives_the_same_hits(self, store: VectorStore) -> None:
        publish(store, [make_chunk(f"c{n}", f"word{n % 3} shared") for n in range(40)])
        first = search(store, "acme", "word1 shared", blend(0, 1, 0.5), 10)
        assert all(search(store, "acme", "word1 shared", blend(0, 1, 0.5), 10) == first for _ in range(3))

    def test_no_more_than_the_limit(self, store: VectorStore) -> None:
        publish(store, [make_chunk(f"c{n}") for n in range(30)])
        assert len(search(store, "acme", "plain", axis(0), 7)) == 7
        with pytest.raises(ValueError, match="limit"):
            search(store, "acme", "plain", axis(0), 0)

    def test_vectors_of_another_size_are_refused(self, store: VectorStore) -> None:
        with pytest.raises(ConfigurationError, match="8 numbers"):
            store.upsert([make_chunk("c1")], np.ones((1, 4), dtype=np.float32))
        with pytest.raises(ConfigurationError, match="2 passages"):
            store.upsert([make_chunk("c1"), make_chunk("c2")], axis(0)[None])
        assert list(store.scroll("acme")) == []

    def test_nothing_to_store_is_no_error(self, store: VectorStore) -> None:
        store.upsert([], np.zeros((0, DIMENSION), dtype=np.float32))
        assert store.count("acme") == 0

    def test_ensuring_twice_changes_nothing(self, store: VectorStore) -> None:
        publish(store, [make_chunk("c1")])
        store.ensure()
        assert store.count("acme") == 1
        assert store.health().healthy

    def test_readers_beside_a_writer_see_whole_answers(self, store: VectorStore) -> None:
        publish(store, [make_chunk(f"c{n}") for n in range(20)])
        stop, errors = Event(), []

        def read() -> None:
            while not stop.is_set():
                try:
                    assert len(search(store, "acme", "plain words", axis(0), 10)) == 10
                except Exception as error:  # noqa: BLE001 - reported below
                    errors.append(error)
                    return

        readers = [Thread(target=read) for _ in range(4)]
        for reader in readers:
            reader.start()
        for number in range(10):
            version = f"w{number}"
            publish(store, [make_chunk(f"{version}-{n}", version_id=version) for n in range(10)])
        stop.set()
        for reader in readers:
            reader.join()
        assert errors == []
        assert store.count("acme") == 120

    def test_a_closed_store_says_so(self, store: VectorStore) -> None:
        publish(store, [make_chunk("c1")])
        store.close()
        store.close()
        with pytest.raises(RetrievalUnavailable, match="closed"):
            search(store, "acme", "plain", axis(0), 5)
        with pytest.raises(RetrievalUnavailable, match="closed"):
            store.upsert([make_chunk("c1")], axis(0)[None])
        assert not store.health().healthy
