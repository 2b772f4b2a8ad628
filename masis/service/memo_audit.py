"""Memo audit: carry out one audit: find the passages for every sentence, then decide on each."""

from collections.abc import Callable, Sequence

from masis.config import Settings
from masis.domain.document import MediaKind
from masis.domain.draft_audit import DraftRow
from masis.domain.evidence import EvidenceChunk
from masis.domain.memo import MemoSentence, memo_of_pages, sentences_of
from masis.domain.memo_check import check_memo_sentence, unchecked
from masis.domain.memo_hearing import lexicon_of
from masis.domain.precedence import PrecedenceRule
from masis.embeddings.base import Embedder
from masis.errors import Cancelled
from masis.retrieval.base import Lookup, VectorStore

CANDIDATES = 12
"""Passages looked at for each sentence: a question takes ten, a sentence may need two of them."""
BATCH = 64
"""Sentences embedded between two looks at the cancel flag."""

OnProgress = Callable[[int, int], None]


def memo_in(
    content: bytes, kind: MediaKind, name: str, settings: Settings, cancelled: Callable[[], bool]
) -> str:
    """Return the text of a memo's file, read in a child process like an upload."""
    from masis.ingest import readers

    found = readers.read(
        content, kind, name, None, settings, on_page=lambda _done, _total: None, cancelled=cancelled
    )
    return memo_of_pages(found.pages)


def audit_memo(  # noqa: PLR0913 - what it works with, and whom to tell
    memo: str,
    workspace_id: str,
    store: VectorStore,
    embedder: Embedder,
    on_progress: OnProgress = lambda _done, _total: None,
    cancelled: Callable[[], bool] = lambda: False,
    *,
    rules: Sequence[PrecedenceRule] = (),
) -> tuple[DraftRow, ...]:
    """Return the verdict on every sentence of a memo, in its order; ``rules`` settle disputes of documents.

    Raises:
        Cancelled: ``cancelled`` turned true.
        ServiceUnavailable: the store or the embedder does not answer.
    """
    sentences = sentences_of(memo)
    asked = [one for one in sentences if one.kind == "claim"]
    on_progress(0, len(asked))
    found: list[tuple[EvidenceChunk, ...]] = []
    for start in range(0, len(asked), BATCH):
        batch = asked[start : start + BATCH]
        vectors = embedder.embed([one.query for one in batch])
        for sentence, vector in zip(batch, vectors, strict=True):
            _stop_if(cancelled)
            (hits,) = store.search(workspace_id, [Lookup(sentence.query, vector, CANDIDATES)])
            found.append(
                tuple(
                    EvidenceChunk(
                        **dict(hit.chunk),
                        score=hit.dense_score,
                        keyword_score=hit.keyword_score,
                        row_score=hit.row_score,
                    )
                    for hit in hits
                )
            )
            on_progress(len(found), len(asked))
    return _decided(sentences, found, rules, cancelled)


def _decided(
    sentences: Sequence[MemoSentence],
    found: Sequence[tuple[EvidenceChunk, ...]],
    rules: Sequence[PrecedenceRule],
    cancelled: Callable[[], bool],
) -> tuple[DraftRow, ...]:
    known = {chunk.chunk_id: chunk for chunks in found for chunk in chunks if not chunk.flagged}
    lexicon = lexicon_of(tuple(known.values()))
    waiting = iter(found)
    rows: list[DraftRow] = []
    for position, sentence in enumerate(sentences):
        _stop_if(cancelled)
        if sentence.kind == "claim":
            rows.append(check_memo_sentence(position, sentence, next(waiting), lexicon, rules))
        else:
            rows.append(unchecked(position, sentence))
    return tuple(rows)


def _stop_if(cancelled: Callable[[], bool]) -> None:
    if cancelled():
        raise Cancelled
