"""Facts: what the documents of a workspace state of a measure, as a table."""

from collections.abc import Sequence
from threading import Lock

from masis.domain.facts.asked import AskedTable, asked_table
from masis.domain.facts.table import Wanted, fact_table, measures_stated
from masis.domain.facts.values import FactTable, Source
from masis.domain.person import Caller, Right
from masis.domain.printable import single_line
from masis.domain.profile import DocumentProfile
from masis.service.access import own_workspace
from masis.service.container import Container
from masis.service.table_sources import TableSources

_MOST_SUGGESTED = 12
_MOST_ANSWERED = 16
"""Questions whose tables stay in memory."""
_MOST_ASKED = 200
_LONGEST_QUESTION = 2000


_Basis = tuple[tuple[str, DocumentProfile], ...]
"""What suggestions, or the table of a question, were made from."""


class Facts:
    """Reads the tables of a workspace's current documents, each version once while it is in use."""

    def __init__(self, container: Container) -> None:
        """Work on the container's database."""
        self._container = container
        self._turn = Lock()
        self._tables = container.tables or TableSources(container.database)
        self._asked: dict[tuple[str, _Basis], AskedTable | None] = {}
        self._suggested: dict[str, tuple[_Basis, tuple[str, ...]]] = {}

    def table(self, caller: Caller, workspace_id: str, wanted: Wanted) -> FactTable:
        """Return what the documents state of a measure."""
        measure = single_line(wanted.measure)[:_MOST_ASKED]
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
        self._tables.read_ahead(workspace_id)

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
            own_workspace(session, caller, workspace_id, Right.READ)
        return self._tables.sources(workspace_id)


def _basis(sources: Sequence[Source]) -> _Basis:
    return tuple((source.version_id, source.profile) for source in sources)
