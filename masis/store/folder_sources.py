"""Folder sources: which file of a folder became which document, and how each folder's last sync ended."""

import hashlib
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, String, Text, delete, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from masis.domain.folder.source import HeldDocument, SourceRow, SyncReport
from masis.store.tables import Base, DocumentRow, VersionRow

_NAMES = tuple(SourceRow.model_fields)


class FolderSourceRow(Base):
    """One file of a folder that is synced."""

    __tablename__ = "folder_sources"
    __table_args__ = (
        Index("folder_sources_by_folder", "workspace_id", "folder_id"),
        Index("folder_sources_by_document", "document_id"),
    )

    source_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    """Stands for workspace, folder and path, which together are longer than a key may be."""
    workspace_id: Mapped[str] = mapped_column(ForeignKey("workspaces.workspace_id", ondelete="CASCADE"))
    folder_id: Mapped[str] = mapped_column(String(64))
    path: Mapped[str] = mapped_column(Text)
    document_id: Mapped[str] = mapped_column(String(64), default="")
    made: Mapped[bool] = mapped_column(default=False)
    sha256: Mapped[str] = mapped_column(String(64), default="")
    size_bytes: Mapped[int] = mapped_column(BigInteger, default=0)
    modified_ns: Mapped[int] = mapped_column(BigInteger, default=0)
    reason: Mapped[str] = mapped_column(Text, default="")


class FolderSyncRow(Base):
    """A folder that was synced, and what its last sync did."""

    __tablename__ = "folder_syncs"

    folder_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    workspace_id: Mapped[str] = mapped_column(
        ForeignKey("workspaces.workspace_id", ondelete="CASCADE"), index=True
    )
    folder: Mapped[str] = mapped_column(Text)
    finished_at: Mapped[datetime]
    report: Mapped[dict[str, Any]]


def folder_id(workspace_id: str, folder: str) -> str:
    """Return the id of a folder in a workspace."""
    return hashlib.sha256(f"{workspace_id}\0{folder}".encode()).hexdigest()


def _source_id(folder: str, path: str) -> str:
    return hashlib.sha256(f"{folder}\0{path}".encode()).hexdigest()


def rows(session: Session, folder: str) -> tuple[SourceRow, ...]:
    """Return what is kept of a folder's files, by path; ``folder`` is its id here and below."""
    query = select(FolderSourceRow).where(FolderSourceRow.folder_id == folder)
    kept = session.scalars(query.order_by(FolderSourceRow.path))
    return tuple(_row(row) for row in kept)


def _row(row: FolderSourceRow) -> SourceRow:
    return SourceRow.model_validate({name: getattr(row, name) for name in _NAMES})


def find(session: Session, folder: str, path: str) -> SourceRow | None:
    """Return what is kept of one file."""
    row = session.get(FolderSourceRow, _source_id(folder, path))
    return None if row is None else _row(row)


def put(session: Session, workspace_id: str, folder: str, row: SourceRow) -> None:
    """Keep what is known of a file in place of what was."""
    key = _source_id(folder, row.path)
    place = {"source_id": key, "workspace_id": workspace_id, "folder_id": folder}
    session.merge(FolderSourceRow(**place, **row.model_dump()))


def forget(session: Session, folder: str, paths: Iterable[str]) -> None:
    """Keep nothing of these files."""
    for path in paths:
        key = _source_id(folder, path)
        session.execute(delete(FolderSourceRow).where(FolderSourceRow.source_id == key))


def hand_over(session: Session, workspace_id: str, document_id: str) -> None:
    """Keep a document for another file that has it, of whichever folder."""
    query = select(FolderSourceRow).where(
        FolderSourceRow.workspace_id == workspace_id, FolderSourceRow.document_id == document_id
    )
    if heir := session.scalars(query.order_by(FolderSourceRow.source_id)).first():
        heir.made = True


def elsewhere(session: Session, workspace_id: str, folder: str) -> frozenset[str]:
    """Return the documents that other folders' files became."""
    query = select(FolderSourceRow.document_id).where(
        FolderSourceRow.workspace_id == workspace_id,
        FolderSourceRow.folder_id != folder,
        FolderSourceRow.document_id != "",
    )
    return frozenset(session.scalars(query))


def holds(session: Session, document_id: str, sha256: str) -> bool:
    """Whether a document that nobody deleted has this content now."""
    row = session.get(DocumentRow, document_id)
    if row is None or row.deleted_at is not None:
        return False
    return session.get_one(VersionRow, row.current_version_id).sha256 == sha256


def held(session: Session, workspace_id: str) -> dict[str, HeldDocument]:
    """Return the workspace's documents, with the content that each has now."""
    query = (
        select(DocumentRow.document_id, DocumentRow.file_name, VersionRow.sha256)
        .join(VersionRow, VersionRow.version_id == DocumentRow.current_version_id)
        .where(DocumentRow.workspace_id == workspace_id, DocumentRow.deleted_at.is_(None))
    )
    return {
        document_id: HeldDocument(sha256=sha256, file_name=file_name)
        for document_id, file_name, sha256 in session.execute(query)
    }


def report(session: Session, workspace_id: str, folder: str, made: SyncReport) -> None:
    """Keep how a sync ended in place of the one before."""
    session.merge(
        FolderSyncRow(
            folder_id=folder,
            workspace_id=workspace_id,
            folder=made.folder,
            finished_at=made.finished_at,
            report=made.model_dump(mode="json", include={"counts", "skipped", "warning"}),
        )
    )


def reports(session: Session, workspace_id: str) -> tuple[SyncReport, ...]:
    """Return how the last sync of each of the workspace's folders ended, newest first."""
    query = select(FolderSyncRow).where(FolderSyncRow.workspace_id == workspace_id)
    found = session.scalars(query.order_by(FolderSyncRow.finished_at.desc(), FolderSyncRow.folder_id))
    return tuple(
        SyncReport.model_validate({"folder": row.folder, "finished_at": row.finished_at, **row.report})
        for row in found
    )


def remove(session: Session, folder: str) -> None:
    """Keep nothing of a folder: its documents belong to nobody's sync any more."""
    session.execute(delete(FolderSourceRow).where(FolderSourceRow.folder_id == folder))
    session.execute(delete(FolderSyncRow).where(FolderSyncRow.folder_id == folder))
