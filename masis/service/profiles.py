"""Profiles: what the documents of a workspace are, corrected by its analysts; their tables as rows."""

from collections.abc import Mapping

from masis.domain.profile import DocumentProfile, ProfileCorrection
from masis.domain.workspace import Caller
from masis.export.rows import FlatRow, flat_rows
from masis.service.access import own_document, own_version, own_workspace
from masis.service.parts import Parts
from masis.store import documents, profiles
from masis.store.database import Database


class Profiles:
    """What is known of each document as a whole."""

    def __init__(self, parts: Parts) -> None:
        """Work on the parts' database."""
        self._parts = parts

    def listed(self, caller: Caller, workspace_id: str) -> Mapping[str, DocumentProfile]:
        """Return the profile of every document of a workspace, by document id."""
        with self._parts.database.read() as session:
            own_workspace(session, caller, workspace_id)
            return profiles.profiles(session, workspace_id)

    def correct(
        self, caller: Caller, workspace_id: str, document_id: str, correction: ProfileCorrection
    ) -> None:
        """Say what a document is, instead of its reader; whatever is ``None`` is again as it was read."""
        with self._parts.database.write() as session:
            own_workspace(session, caller, workspace_id)
            profiles.correct(session, own_document(session, workspace_id, document_id), correction)

    def rows(
        self, caller: Caller, workspace_id: str, document_id: str, version_id: str
    ) -> tuple[FlatRow, ...]:
        """Return every value of a version's tables, in reading order."""
        with self._parts.database.read() as session:
            own_workspace(session, caller, workspace_id)
            own_version(session, workspace_id, document_id, version_id)
            return flat_rows(documents.pages_with_tables(session, version_id))


def profiles_of(database: Database, workspace_id: str) -> Mapping[str, DocumentProfile]:
    """Return the profile of every document of a workspace, for work that was let in already."""
    with database.read() as session:
        return profiles.profiles(session, workspace_id)


def searched_profiles(database: Database, workspace_id: str) -> Mapping[str, DocumentProfile]:
    """Return the same by document version, as a search needs them."""
    with database.read() as session:
        return profiles.profiles_by_version(session, workspace_id)
