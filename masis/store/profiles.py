"""Profiles: what documents are, as read and as an analyst corrected it."""

from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from masis.domain.document import ReadDocument
from masis.domain.profile import DocumentProfile, ProfileCorrection, corrected
from masis.store.tables import DocumentRow, VersionRow

# Columns in place of entities: every question asks for all of them, and entities cost five times as much.
_CURRENT = (
    select(
        DocumentRow.document_id,
        VersionRow.version_id,
        VersionRow.title,
        VersionRow.profile,
        DocumentRow.correction,
    )
    .join(VersionRow, VersionRow.version_id == DocumentRow.current_version_id)
    .where(DocumentRow.workspace_id == bindparam("workspace_id"), DocumentRow.deleted_at.is_(None))
    .order_by(DocumentRow.name_key, DocumentRow.document_id)
)


def as_read(document: ReadDocument) -> dict[str, object]:
    """Return what is kept of a document's profile with its version, its title always."""
    title = document.profile.title or document.title
    return document.profile.model_copy(update={"title": title}).model_dump(mode="json")


def read_profile(version: VersionRow) -> DocumentProfile:
    """Return what a version's reader took it for; only its title where it was read before profiles were."""
    return _read(version.title, version.profile)


def profile_of(row: DocumentRow, version: VersionRow) -> DocumentProfile:
    """Return what a document is: as a version was read, with its analyst's corrections."""
    return corrected(read_profile(version), _given(row.correction))


def profiles(session: Session, workspace_id: str) -> dict[str, DocumentProfile]:
    """Return what a workspace's listed documents are, by id."""
    return {document_id: profile for document_id, _, profile in _current(session, workspace_id)}


def profiles_by_version(session: Session, workspace_id: str) -> dict[str, DocumentProfile]:
    """Return the same by the version that is searched."""
    return {version_id: profile for _, version_id, profile in _current(session, workspace_id)}


def _current(session: Session, workspace_id: str) -> list[tuple[str, str, DocumentProfile]]:
    found = session.execute(_CURRENT, {"workspace_id": workspace_id})
    return [
        (document_id, version_id, corrected(_read(title, profile), _given(correction)))
        for document_id, version_id, title, profile, correction in found
    ]


def correct(session: Session, row: DocumentRow, correction: ProfileCorrection) -> None:
    """Keep what an analyst says of a document; its title is at once the one that is shown everywhere."""
    row.correction = correction.model_dump(mode="json", exclude_none=True)
    for version in session.scalars(select(VersionRow).where(VersionRow.document_id == row.document_id)):
        version.profile = {"title": version.title, **version.profile}
        version.title = title_of(row, str(version.profile["title"]))
        if version.version_id == row.current_version_id:
            row.title = version.title


def title_of(row: DocumentRow, read: str) -> str:
    """Return the title of a document: its analyst's, else the one that was read."""
    return _given(row.correction).title or read


def _read(title: str, profile: dict[str, Any]) -> DocumentProfile:
    return DocumentProfile.model_validate({"title": title, **profile})


def _given(correction: dict[str, Any] | None) -> ProfileCorrection:
    return ProfileCorrection.model_validate(correction or {})
