"""Auditing: carry out one memo audit: find the passages for every sentence, then decide on each."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from masis.config import Settings
from masis.domain.document import MediaKind
from masis.domain.evidence import EvidenceChunk
from masis.domain.memo_audit.check import Candidates, check_sentence, unchecked
from masis.domain.memo_audit.memo import MemoSentence, memo_of_pages, sentences_of
from masis.domain.memo_audit.scope import Scoping
from masis.domain.memo_audit.verdicts import DraftRow
from masis.domain.profile import DocumentProfile
from masis.domain.review.precedence import PrecedenceRule
from masis.domain.verification.ledger import ClaimReader
from masis.embeddings.base import Embedder
from masis.errors import Cancelled
from masis.retrieval.base import Hit, Lookup, VectorStore

CANDIDATES = 24
"""Passages looked at for each sentence: its figures may stand in several, and their rows in any."""
BATCH = 32
"""Sentences embedded and searched between two looks at the cancel flag."""
_UNKNOWN = DocumentProfile()

OnProgress = Callable[[int, int], None]


class Library(NamedTuple):
    """What sentences are looked up in."""

    workspace_id: str
    store: VectorStore
    embedder: Embedder
    profiles: Mapping[str, DocumentProfile] = {}
    """What the workspace's documents are, by version."""
    rules: Sequence[PrecedenceRule] = ()
    """Which document counts where two disagree."""
    reader: ClaimReader | None = None


def memo_in(
    content: bytes, kind: MediaKind, name: str, settings: Settings, cancelled: Callable[[], bool]
) -> str:
    """Return the text of a memo's file, read in a child process like an upload."""
    from masis.ingest import readers

    found = readers.read(
        content, kind, name, None, settings, on_page=lambda _done, _total: None, cancelled=cancelled
    )
    return memo_of_pages(found.pages)


def audit_memo(
    memo: str,
    library: Library,
    on_progress: OnProgress = lambda _done, _total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[DraftRow, ...]:
    """Return the verdict on every sentence of a memo, in its order.

    Raises:
        Cancelled: ``cancelled`` turned true.
        ServiceUnavailable: the store or the embedder does not answer.
    """
    sentences = sentences_of(memo)
    scoping = Scoping(memo, library.profiles)
    asked = [(at, sentence) for at, sentence in enumerate(sentences) if sentence.kind == "claim"]
    done = 0
    on_progress(done, len(asked))
    rows = {at: unchecked(at, sentence) for at, sentence in enumerate(sentences) if sentence.kind != "claim"}
    for start in range(0, len(asked), BATCH):
        _stop_if(cancelled)
        batch = asked[start : start + BATCH]
        found = candidates_of([sentence for _, sentence in batch], library, scoping)
        for (at, sentence), candidates in zip(batch, found, strict=True):
            _stop_if(cancelled)
            rows[at] = check_sentence(at, sentence, candidates, library.rules, library.reader)
            done += 1
            on_progress(done, len(asked))
    return tuple(rows[at] for at in sorted(rows))


def candidates_of(
    sentences: Sequence[MemoSentence], library: Library, scoping: Scoping
) -> tuple[Candidates, ...]:
    """Search every sentence in the documents it speaks of, all of them in one request."""
    vectors = library.embedder.embed([sentence.query for sentence in sentences])
    scopes = [scoping.of(sentence) for sentence in sentences]
    lookups = [
        Lookup(sentence.query, vector, CANDIDATES, scope.versions)
        for sentence, vector, scope in zip(sentences, vectors, scopes, strict=True)
    ]
    hits = library.store.search(library.workspace_id, lookups)
    return tuple(
        Candidates(tuple(_evidence(hit, library.profiles) for hit in found), scope.sure)
        for found, scope in zip(hits, scopes, strict=True)
    )


def _evidence(hit: Hit, profiles: Mapping[str, DocumentProfile]) -> EvidenceChunk:
    """Return the passage without the scores of this search, so that what is read of it is read once."""
    profile = profiles.get(hit.chunk.version_id, _UNKNOWN)
    known = dict(hit.chunk)
    known["document_title"] = profile.title or hit.chunk.document_title
    return EvidenceChunk(**known, profile=profile)


def _stop_if(cancelled: Callable[[], bool]) -> None:
    if cancelled():
        raise Cancelled
