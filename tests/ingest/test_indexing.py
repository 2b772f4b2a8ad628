"""Embedding ahead of the reader: the same passages and vectors as without, and no thread or process left."""

import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from threading import Lock

import files
import numpy as np
import pytest
from numpy.typing import NDArray

from masis.config import Settings
from masis.domain.document import ReadDocument
from masis.domain.evidence import Chunk
from masis.errors import EmbeddingUnavailable
from masis.ingest.chunking import Chunking
from masis.ingest.executor import Child, SpareReader
from masis.ingest.indexing import TEXTS_AHEAD, Ahead, Indexing
from masis.ingest.readers import read
from tests.fakes.services import MemoryStore, ToyEmbedder, eventually

IDS = ("w", "d", "v", "5a" * 32)


class KeepingStore(MemoryStore):
    """Remembers the vector of every passage."""

    def __init__(self) -> None:
        super().__init__()
        self.vectors: dict[str, bytes] = {}

    def upsert(self, chunks: Sequence[Chunk], vectors: NDArray[np.float32]) -> None:
        super().upsert(chunks, vectors)
        assert len(chunks) == len(vectors)
        self.vectors.update({c.chunk_id: row.tobytes() for c, row in zip(chunks, vectors, strict=True)})


def indexed(document: ReadDocument, embedder: ToyEmbedder, known: dict[str, np.ndarray]) -> KeepingStore:
    store, counts = KeepingStore(), list[int]()
    chunks = Chunking()(document, *IDS)
    Indexing(embedder, store, Lock(), 64, lambda: None).run(chunks, known, counts.append)
    assert counts == sorted(counts)
    assert counts[-1] == len(chunks) == len(store.vectors)
    return store


def test_drafts_change_no_passage_and_no_vector(settings: Settings) -> None:
    """Pages, passages and vectors are the same with drafts as without."""
    content, drafts = files.report_pdf(40), list[ReadDocument]()
    plain = read(content, "pdf", "a.pdf", None, settings)
    document = read(content, "pdf", "a.pdf", None, settings, on_draft=drafts.append)
    assert document == plain
    assert [len(draft.pages) for draft in drafts] == [16]
    chunking, embedder = Chunking(), ToyEmbedder()
    with closing(Ahead(embedder, Lock())) as ahead:
        ahead.add([chunk.embedding_text for chunk in chunking(drafts[0], *IDS)])
        for work in ahead._work:
            work.result()
        known = dict(ahead.finish())
    assert chunking(document, *IDS) == Chunking()(plain, *IDS)
    texts = {chunk.embedding_text for chunk in Chunking()(plain, *IDS)}
    assert len(known.keys() & texts) > 10  # the guess was good enough to be worth it
    assert indexed(document, embedder, known).vectors == indexed(plain, embedder, {}).vectors


def test_a_wrong_guess_is_left_out(settings: Settings) -> None:
    """A text the document does not have brings nothing into the store."""
    document = read(files.report_pdf(2), "pdf", "a.pdf", None, settings)
    store = indexed(document, ToyEmbedder(), {"never there": np.zeros(8, np.float32)})
    assert {chunk.chunk_id for chunk in store.chunks.values()} == store.vectors.keys()


def test_short_documents_and_those_who_do_not_ask_get_no_drafts(settings: Settings) -> None:
    """A draft that would hold more than half of the pages is not worth laying out."""
    drafts: list[ReadDocument] = []
    read(files.report_pdf(31), "pdf", "a.pdf", None, settings, on_draft=drafts.append)
    assert drafts == []


def test_headings_of_earlier_pages_stand_over_pages_met_again(settings: Settings) -> None:
    """The same page under other headings is cut again."""
    document = read(files.report_pdf(3), "pdf", "a.pdf", None, settings)
    chunking = Chunking()
    backwards = document.model_copy(update={"pages": document.pages[::-1]})
    for each in (document, backwards, document):
        assert chunking(each, *IDS) == Chunking()(each, *IDS)


def test_no_text_is_embedded_twice_and_nothing_after_the_end() -> None:
    """Repeats are left out; what waits when the document is finished is dropped."""
    embedder = ToyEmbedder()
    ahead = Ahead(embedder, Lock())
    ahead.add(["a", "b", "a"])
    ahead.add(["b"])
    for work in ahead._work:
        work.result()
    assert embedder.batches == [2]
    embedder.gate.clear()
    embedder.reached.clear()
    ahead.add([f"text {number}" for number in range(3 * TEXTS_AHEAD)])
    assert embedder.reached.wait(10)
    ahead._ended.set()
    embedder.gate.set()
    assert len(ahead.finish()) == 2 + TEXTS_AHEAD
    assert embedder.batches == [2, TEXTS_AHEAD]


def test_an_outage_ahead_is_an_outage() -> None:
    """What goes wrong ahead of the reader is raised when its vectors are wanted, not lost."""
    embedder = ToyEmbedder()
    embedder.failure = EmbeddingUnavailable("The embedder does not answer.")
    with closing(Ahead(embedder, Lock())) as ahead:
        ahead.add(["a"])
        ahead._work[0].exception()
        with pytest.raises(EmbeddingUnavailable):
            ahead.finish()


def test_leaving_the_block_ends_the_worker() -> None:
    """A reader that was stopped leaves no thread behind."""
    embedder = ToyEmbedder()
    with closing(Ahead(embedder, Lock())) as ahead:
        ahead.add(["a"])
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("ahead")]


def test_a_kept_reader_is_used_once_and_renewed(settings: Settings) -> None:
    """Each file gets a process of its own; one is ready before it is needed."""
    spare = SpareReader()
    spare.renew()
    assert spare._idle is None  # nobody asked to keep one
    spare.keep()
    first = spare._idle
    spare.keep()
    assert first is not None
    assert spare._idle is first
    document = read(files.report_pdf(2), "pdf", "a.pdf", None, settings, start=spare.take)
    assert len(document.pages) == 2
    assert spare._idle is None
    assert not first.alive
    spare.renew()
    last = spare._idle
    assert last is not None
    spare.close()
    spare.renew()
    assert spare._idle is None
    assert not last.alive


def test_a_reader_is_kept_soon_after_files_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page that asks for them is drawn first, however often it is drawn; whoever never asks has none."""
    monkeypatch.setattr("masis.ingest.executor._PAGE_FIRST_SECONDS", 0.01)
    spare = SpareReader()
    spare.keep_soon()
    spare.keep_soon()
    waiting = [thread for thread in threading.enumerate() if thread.name == "spare reader"]
    assert len(waiting) <= 1
    for thread in waiting:
        thread.join(60)
    assert spare._idle is not None
    assert spare._idle.alive
    spare.close()
    assert spare._idle is None


def test_a_kept_reader_that_nobody_needs_ends_until_files_are_asked_for_again() -> None:
    spare = SpareReader(rests_seconds=0.01)
    spare.keep()
    assert eventually(lambda: spare._idle is None)
    spare.renew()
    assert spare._idle is None
    spare.keep()
    assert spare._kept
    spare.close()


def test_the_page_that_asks_for_files_lets_the_reader_stay_anew() -> None:
    spare = SpareReader()
    spare.keep()
    first = spare._rest._timer
    spare.keep_soon()
    assert spare._rest._timer not in {None, first}
    spare.take().close()
    assert spare._rest._timer is None
    spare.close()


def test_a_kept_reader_that_died_is_replaced(settings: Settings) -> None:
    """Somebody ended the idle process: the next file does not notice."""
    spare = SpareReader()
    spare.keep()
    assert spare._idle is not None
    spare._idle._process.kill()
    spare._idle._process.wait()
    with closing(spare.take()) as child:
        assert child.alive
    spare.close()


def test_a_machine_without_room_for_a_spare_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keeping a reader ready is a convenience: failing at it is only logged."""

    def full() -> Child:
        raise OSError

    monkeypatch.setattr("masis.ingest.executor.Child", full)
    spare = SpareReader()
    spare.keep()
    assert spare._idle is None
    spare.close()
