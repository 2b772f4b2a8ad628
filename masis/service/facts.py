"""Facts: what the documents of a workspace state of a measure, as a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

from masis.domain.facts.asked import AskedTable, asked_table
from masis.domain.facts.reading import known_of
from masis.domain.facts.table import Wanted, fact_table, measures_stated
from masis.domain.facts.values import FactTable, Known, Source, TablePage
from masis.domain.person import Caller
from masis.domain.profile import DocumentProfile
from masis.ingest.chunking import says_it_is_superseded
from masis.service.access import own_workspace
from masis.service.container import Container
from masis.store import documents, profiles
from masis.store.database import Session

_MOST_KEPT = 24
"""Versions whose tables stay in memory; about 2 MB for a report of a hundred pages."""
_MOST_SUGGESTED = 12
_MOST_ANSWERED = 16
"""Questions whose tables stay in memory."""
_MOST_ASKED = 200
_LONGEST_QUESTION = 2000


@dataclass(frozen=True)
class _Read:
    """What is kept of a version: it never changes, while its profile may."""

    version_id: str
    pages: tuple[TablePage, ...]
    known: Known
    superseded: bool


_Basis = tuple[tuple[str, DocumentProfile], ...]
"""What suggestions, or the table of a question, were made from."""


class Facts:
    """Reads the tables of a workspace's current documents, each version once while it is in use."""

    def __init__(self, container: Container) -> None:
        """Work on the container's database."""
        self._container = container
        self._turn = Lock()
        self._kept: dict[str, _Read] = {}
        self._asked: dict[tuple[str, _Basis], AskedTable | None] = {}
        self._suggested: dict[str, tuple[_Basis, tuple[str, ...]]] = {}

    def table(self, caller: Caller, workspace_id: str, wanted: Wanted) -> FactTable:
        """Return what the documents state of a measure."""
        measure = " ".join(wanted.measure.split())[:_MOST_ASKED]
        return fact_table(self._sources(caller, workspace_id), wanted.model_copy(update={"measure": measure}))

    def asked(self, caller: Caller, workspace_id: str, question: str) -> AskedTable | None:
        """Return what the documents' tables state of the first part of a question that they know.

        What was found is kept: every click beside an answer draws its page, and this, again.
        """
        question = question[:_LONGEST_QUESTION]
        sources = self._sources(caller, workspace_id)
        asked = question, _basis(sources)
        with self._turn:
            if asked in self._asked:
                return self._asked[asked]
        found = asked_table(question, sources)
        with self._turn:
            self._asked[asked] = found
            while len(self._asked) > _MOST_ANSWERED:
                self._asked.pop(next(iter(self._asked)))
        return found

    def read_ahead(self, workspace_id: str) -> None:
        """Read the tables of a workspace, so that the first table does not wait for them."""
        with self._container.database.read() as session:
            for version in documents.searched_versions(session, workspace_id):
                self._read(session, version.version_id)

    def suggestions(self, caller: Caller, workspace_id: str) -> tuple[str, ...]:
        """Return the measures that most organisations and periods of the workspace state."""
        sources = self._sources(caller, workspace_id)
        basis = _basis(sources)
        known = self._suggested.get(workspace_id)
        if known is None or known[0] != basis:
            known = self._suggested[workspace_id] = (basis, measures_stated(sources, _MOST_SUGGESTED))
        return known[1]

    def _sources(self, caller: Caller, workspace_id: str) -> tuple[Source, ...]:
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id)
            held = profiles.profiles_by_version(session, workspace_id)
            versions = documents.searched_versions(session, workspace_id)
            return tuple(
                _source(
                    version.document_id, held[version.version_id], self._read(session, version.version_id)
                )
                for version in versions
                if version.version_id in held
            )

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


def _basis(sources: Sequence[Source]) -> _Basis:
    return tuple((source.version_id, source.profile) for source in sources)


def _source(document_id: str, profile: DocumentProfile, read: _Read) -> Source:
    held = (read.pages, read.known, read.superseded)
    return Source(document_id, read.version_id, profile.title, profile, *held)
