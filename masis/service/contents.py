"""Contents: what a planner sees of a workspace's documents, opens there and looks up in their tables."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from masis.domain.evidence import Chunk, EvidenceChunk
from masis.domain.facts.looked_up import looked_up, passage_of
from masis.domain.facts.table import Wanted, fact_table, organisations_of
from masis.domain.facts.values import FactTable, Source, Statement
from masis.domain.language.periods import find_periods
from masis.domain.profile import DocumentProfile, names_organisation, same_organisation
from masis.domain.run.contents import (
    MOST_DOCUMENTS,
    OUTLINE_CHARS,
    Contents,
    ListedDocument,
    Opened,
    Outline,
    contents_of,
    first_within,
    most_alike,
    outline_of,
)
from masis.domain.run.planning import Found, OutlineCall
from masis.embeddings.base import Embedder
from masis.retrieval.scope import plan_scope
from masis.service.table_sources import TableSources
from masis.store import documents, profiles
from masis.store.database import Database

MOST_LOOKED_UP = 50
"""Documents whose tables one look-up reads; their tables may have to be read from the database first."""
_TOO_MANY = "{count:,} documents are in question, too many to look rows up in without an organisation."


class StoredContents:
    """Fills ``graph.deps.ContentsSource``; whoever asks was let into the workspace before.

    Only current documents of the workspace are seen, and of those the ones that a question is about: of the
    organisation it names, or under the title it says.
    """

    def __init__(
        self,
        database: Database,
        tables: TableSources,
        embedder: Callable[[], Embedder],
        versions: Callable[[str], tuple[str, ...]] | None = None,
    ) -> None:
        """Read nothing yet; ``versions``: the only document versions a forked run may see."""
        self._database = database
        self._tables = tables
        self._embedder = embedder
        self._versions = versions

    def narrowed(self, versions: Callable[[str], tuple[str, ...]]) -> "StoredContents":
        """Return the same for some documents only."""
        return StoredContents(self._database, self._tables, self._embedder, versions)

    def outline(self, workspace_id: str, question: str, most_chars: int = OUTLINE_CHARS) -> Outline:
        """Return the contents of the documents in question, those of the asked period first."""
        with self._database.read() as session:
            held = self._in_scope(workspace_id, question)
            rows = {row.version_id: row for row in documents.searched_versions(session, workspace_id)}
            known = [version_id for version_id in held if version_id in rows]
            listed = [
                ListedDocument(
                    document_id=rows[version_id].document_id,
                    version_id=version_id,
                    profile=held[version_id],
                    contents=contents_of(documents.chunks(session, version_id))
                    if at < MOST_DOCUMENTS
                    else Contents(entries=(), pages=()),
                )
                for at, version_id in enumerate(known)
            ]
        return outline_of(question, listed, most_chars)

    def open(
        self, workspace_id: str, question: str, opened: Opened, most_chars: int
    ) -> tuple[EvidenceChunk, ...]:
        """Return the passages of a section, a table or a page, whole, with their likeness to the question.

        Nothing of a document that was replaced or deleted since the outline was made.

        Raises:
            EmbeddingUnavailable: nothing tells how like they are.
        """
        if opened.version_id not in self._in_scope(workspace_id, question):
            return ()
        wanted = frozenset(opened.chunk_ids)
        found = [chunk for chunk in self._chunks([opened.version_id]) if chunk.chunk_id in wanted]
        return self._evidence(workspace_id, question, most_alike(question, found, most_chars))

    def look_up(self, workspace_id: str, question: str, call: OutlineCall, most_chars: int) -> Found:
        """Return what the tables state of a measure, with the passages that hold the rows.

        Raises:
            EmbeddingUnavailable: nothing tells how like they are.
        """
        held = self._in_scope(workspace_id, question)
        call = call.model_copy(update={"organisation": _spelled_out(call.organisation, tuple(held.values()))})
        scope = _of_organisation(call.organisation, held)
        if len(scope) > MOST_LOOKED_UP:
            return Found(why_not=_TOO_MANY.format(count=len(scope)))
        sources = self._tables.sources(workspace_id, scope)
        named, unknown = _named(call.organisation, sources)
        if unknown:
            return Found(why_not=f"No document is of “{call.organisation}”.")
        periods = tuple(dict.fromkeys(label for text in call.periods for label in _labels(text)))
        wanted = Wanted(measure=call.measure, organisations=named, periods=periods)
        table = _of(named, fact_table(sources, wanted))
        lines = looked_up(table, periods)
        if not lines:
            return Found(why_not=_silent(call, table))
        stated = [statement for line in lines for statement in line.stated]
        agreeing = [same for line in lines for places in line.sure.values() for same in places]
        chunks = self._chunks({statement.place.version_id for statement in (*stated, *agreeing)})
        rows = first_within(_passages(stated, chunks), most_chars)
        known = {chunk.chunk_id for chunk in rows}
        more = [chunk for chunk in _passages(agreeing, chunks) if chunk.chunk_id not in known]
        found = self._evidence(workspace_id, question, (*rows, *first_within(more, most_chars)))
        return Found(found[: len(rows)], lines, others=found[len(rows) :])

    def _in_scope(self, workspace_id: str, question: str) -> dict[str, DocumentProfile]:
        """Return the versions that a question is about, those of the asked period first."""
        with self._database.read() as session:
            held = profiles.profiles_by_version(session, workspace_id)
        aims = plan_scope(question, (), held)
        fits = {version: fit for aim in aims for version, fit in aim.fit.items()}
        scope = {version for aim in aims for version in aim.versions or held}
        if self._versions is not None:
            scope &= set(self._versions(workspace_id))
        ordered = sorted(held, key=lambda version: -fits.get(version, 0.0))
        return {version: held[version] for version in ordered if version in scope}

    def _chunks(self, versions: Sequence[str] | set[str]) -> list[Chunk]:
        with self._database.read() as session:
            return [chunk for version in sorted(versions) for chunk in documents.chunks(session, version)]

    def _evidence(
        self, workspace_id: str, question: str, chunks: Sequence[Chunk]
    ) -> tuple[EvidenceChunk, ...]:
        """Return passages as evidence, under their documents' profiles and titles as they are now."""
        if not chunks:
            return ()
        embedder = self._embedder()
        scores = embedder.embed([chunk.embedding_text for chunk in chunks]) @ np.asarray(
            embedder.embed_query(question)
        )
        with self._database.read() as session:
            held = profiles.profiles_by_version(session, workspace_id)
        return tuple(
            _as_evidence(chunk, held.get(chunk.version_id, DocumentProfile()), float(score))
            for chunk, score in zip(chunks, scores, strict=True)
        )


def _passages(stated: Sequence[Statement], chunks: Sequence[Chunk]) -> list[Chunk]:
    """Return the passages of rows, each once; none that reads like an order to a model."""
    placed = [passage_of(statement, chunks) for statement in stated]
    return [*{chunk.chunk_id: chunk for chunk in placed if chunk is not None and not chunk.flagged}.values()]


def _as_evidence(chunk: Chunk, profile: DocumentProfile, score: float) -> EvidenceChunk:
    plain = {**dict(chunk), "document_title": profile.title or chunk.document_title}
    return EvidenceChunk(**plain, score=round(score, 6), profile=profile)


def _spelled_out(organisation: str, profiles: Sequence[DocumentProfile]) -> str:
    """Return the whole name of the one organisation whose name begins so; else the name as it was given.

    A planner writes "Veldrin" where the documents are of "Veldrin Systems N.V.".
    """
    words = organisation.casefold().split()
    if not words or any(names_organisation(organisation, profile) for profile in profiles):
        return organisation
    begun = [
        profile for profile in profiles if profile.organisation.casefold().split()[: len(words)] == words
    ]
    same = all(same_organisation(begun[0], profile) for profile in begun)
    return begun[0].organisation if begun and same else organisation


def _of_organisation(organisation: str, held: Mapping[str, DocumentProfile]) -> dict[str, DocumentProfile]:
    """Return the documents of an organisation and those of nobody; all where none is named."""
    return {
        version_id: profile
        for version_id, profile in held.items()
        if not organisation or not profile.organisation or names_organisation(organisation, profile)
    }


def _named(organisation: str, sources: Sequence[Source]) -> tuple[tuple[str, ...], bool]:
    """Return the organisations that a planner means, and whether it names one that no document is of."""
    if not organisation:
        return (), False
    owners = organisations_of(sources)
    named = {
        owners[source.document_id]
        for source in sources
        if names_organisation(organisation, source.profile)
        or owners[source.document_id].casefold() == organisation.casefold()
    }
    return tuple(sorted(named)), not named


def _of(named: Sequence[str], table: FactTable) -> FactTable:
    """Return only the lines of the named organisations: a table shows all where none of them states it."""
    if not named:
        return table
    lines = tuple(line for line in table.lines if line.organisation in named)
    return table.model_copy(update={"lines": lines})


def _labels(text: str) -> list[str]:
    return [period.label for mention in find_periods(text) for period in mention.periods] or [text.strip()]


def _silent(call: OutlineCall, table: FactTable) -> str:
    """Say that nothing was found, and under which words something is."""
    when = f" for {', '.join(call.periods)}" if call.periods else ""
    near = f" They do state: {', '.join(table.near)}." if table.near else ""
    return f"The tables state no “{call.measure}”{when}.{near}"
