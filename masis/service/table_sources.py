"""Table sources: the tables of a workspace's current documents, each version read once while it is in use."""

from collections.abc import Container
from threading import Lock
from typing import NamedTuple

from masis.domain.facts.reading import known_of
from masis.domain.facts.values import Known, Source, TablePage
from masis.domain.profile import DocumentProfile
from masis.ingest.chunking import says_it_is_superseded
from masis.store import documents, profiles
from masis.store.database import Database, Session

_MOST_KEPT = 24
"""Versions whose tables stay in memory; about 2 MB for a report of a hundred pages."""


class _Read(NamedTuple):
    """What is kept of a version: it never changes, while its profile may."""

    version_id: str
    pages: tuple[TablePage, ...]
    known: Known
    superseded: bool


class TableSources:
    """Shared by the facts page and by planners; whoever asks was let into the workspace before."""

    def __init__(self, database: Database) -> None:
        """Read nothing yet."""
        self._database = database
        self._turn = Lock()
        self._kept: dict[str, _Read] = {}

    def sources(self, workspace_id: str, versions: Container[str] | None = None) -> tuple[Source, ...]:
        """Return what the facts are read from: all current documents, or those of some versions."""
        with self._database.read() as session:
            held = profiles.profiles_by_version(session, workspace_id)
            return tuple(
                _source(
                    version.document_id, held[version.version_id], self._read(session, version.version_id)
                )
                for version in documents.searched_versions(session, workspace_id)
                if version.version_id in held and (versions is None or version.version_id in versions)
            )

    def read_ahead(self, workspace_id: str) -> None:
        """Read the tables of a workspace, so that the first table does not wait for them."""
        with self._database.read() as session:
            for version in documents.searched_versions(session, workspace_id):
                self._read(session, version.version_id)

    def _read(self, session: Session, version_id: str) -> _Read:
        with self._turn:
            known = self._kept.pop(version_id, None)
        if known is None:
            pages = documents.pages_with_tables(session, version_id)
            first = documents.page(session, version_id, 1)
            held = tuple(TablePage(page.number, page.label, page.tables) for page in pages)
            known = _Read(
                version_id,
                held,
                known_of(held),
                says_it_is_superseded(first.text if first else ""),
            )
        with self._turn:
            self._kept[version_id] = known  # the one used last stays longest
            while len(self._kept) > _MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
        return known


def _source(document_id: str, profile: DocumentProfile, read: _Read) -> Source:
    held = (read.pages, read.known, read.superseded)
    return Source(document_id, read.version_id, profile.title, profile, *held)
