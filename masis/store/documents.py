"""Documents: rows to values and back; versions, pages and passages of each."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import PurePath

from sqlalchemy import delete, func, insert, select
from sqlalchemy.orm import Session

from masis.domain.document import DocumentSummary, DocumentVersion, Page, ReadDocument
from masis.domain.evidence import Chunk
from masis.domain.language.tables import Table
from masis.store import profiles
from masis.store.tables import ChunkRow, DocumentRow, JobRow, PageRow, VersionRow

UNFINISHED = ("queued", "reading", "embedding", "storing")


def name_key(file_name: str) -> str:
    """Return what two file names are compared by."""
    return file_name.casefold()


def by_name(session: Session, workspace_id: str, file_name: str) -> DocumentRow | None:
    """Return the document under a name, also while its deletion can still be undone."""
    query = select(DocumentRow).where(
        DocumentRow.workspace_id == workspace_id, DocumentRow.name_key == name_key(file_name)
    )
    return session.scalars(query.order_by(DocumentRow.created_at.desc())).first()


def by_content(
    session: Session, workspace_id: str, sha256: str, document_id: str | None = None
) -> DocumentRow | None:
    """Return the document whose current version has this content; ``document_id``: only that one."""
    query = (
        select(DocumentRow)
        .join(VersionRow, VersionRow.version_id == DocumentRow.current_version_id)
        .where(DocumentRow.workspace_id == workspace_id, VersionRow.sha256 == sha256)
    )
    if document_id is not None:
        query = query.where(DocumentRow.document_id == document_id)
    return session.scalars(query).first()


def rename_file(session: Session, row: DocumentRow, file_name: str) -> None:
    """Give a document's file another name; a title that only was the old name goes with it."""
    before, after = PurePath(row.file_name).stem, PurePath(file_name).stem
    version = session.get_one(VersionRow, row.current_version_id)
    if profiles.read_profile(version).title.casefold() == before.casefold():
        version.profile = {**version.profile, "title": after}
        version.title = row.title = profiles.title_of(row, after)
    row.file_name, row.name_key = file_name, name_key(file_name)


def find(
    session: Session, workspace_id: str, document_id: str, *, deleted: bool = False
) -> DocumentRow | None:
    """Return a document of the workspace; ``deleted`` asks for one whose deletion can be undone."""
    row = session.get(DocumentRow, document_id)
    if row is None or row.workspace_id != workspace_id or (row.deleted_at is not None) != deleted:
        return None
    return row


def find_version(session: Session, document_id: str, version_id: str) -> VersionRow | None:
    """Return a version of the document."""
    row = session.get(VersionRow, version_id)
    return row if row is not None and row.document_id == document_id else None


def summaries(session: Session, workspace_id: str) -> tuple[DocumentSummary, ...]:
    """Return the workspace's documents by name, each with its versions, newest first."""
    query = (
        select(DocumentRow, VersionRow)
        .join(VersionRow, VersionRow.document_id == DocumentRow.document_id)
        .where(DocumentRow.workspace_id == workspace_id, DocumentRow.deleted_at.is_(None))
        .order_by(DocumentRow.name_key, DocumentRow.document_id, VersionRow.number.desc())
    )
    grouped: dict[str, tuple[DocumentRow, list[VersionRow]]] = {}
    for document, version in session.execute(query):
        grouped.setdefault(document.document_id, (document, []))[1].append(version)
    return tuple(_summary(document, versions) for document, versions in grouped.values())


def _summary(row: DocumentRow, versions: Sequence[VersionRow]) -> DocumentSummary:
    return DocumentSummary.model_validate(
        {
            "document_id": row.document_id,
            "workspace_id": row.workspace_id,
            "file_name": row.file_name,
            "title": row.title,
            "kind": row.kind,
            "date": row.date,
            "versions": tuple(_version(version) for version in versions),
            "profile": profiles.profile_of(row, versions[0]),
            "read_profile": profiles.read_profile(versions[0]),
        }
    )


def _version(row: VersionRow) -> DocumentVersion:
    return DocumentVersion.model_validate(
        {
            "version_id": row.version_id,
            "number": row.number,
            "sha256": row.sha256,
            "size_bytes": row.size_bytes,
            "pages": row.pages,
            "chunks": row.chunks,
            "added_at": row.added_at,
            "notices": row.notices,
            "original_removed_at": row.original_removed_at,
        }
    )


def next_number(session: Session, document_id: str) -> int:
    """Return the number the document's next version gets."""
    query = select(func.max(VersionRow.number)).where(VersionRow.document_id == document_id)
    return (session.scalar(query) or 0) + 1


def add_content(session: Session, version_id: str, document: ReadDocument, chunks: Sequence[Chunk]) -> None:
    """Add the pages and passages of a version."""
    session.execute(
        insert(PageRow),
        [{"version_id": version_id, **page.model_dump(mode="json")} for page in document.pages],
    )
    session.execute(
        insert(ChunkRow),
        [
            {
                "version_id": version_id,
                "position": position,
                "chunk_id": chunk.chunk_id,
                "heading": chunk.heading,
                "payload": chunk.model_dump(mode="json"),
            }
            for position, chunk in enumerate(chunks)
        ],
    )


def page(session: Session, version_id: str, number: int) -> Page | None:
    """Return one page of a version."""
    row = session.get(PageRow, (version_id, number))
    return None if row is None else _page(row)


def _page(row: PageRow) -> Page:
    return Page.model_validate(
        {
            "number": row.number,
            "label": row.label,
            "text": row.text,
            "blocks": row.blocks,
            "tables": row.tables,
            "has_image": row.has_image,
            "ocr": row.ocr,
        }
    )


def pages_with_tables(session: Session, version_id: str) -> tuple[Page, ...]:
    """Return the pages of a version that hold tables, in order."""
    query = select(PageRow).where(PageRow.version_id == version_id).order_by(PageRow.number)
    return tuple(_page(row) for row in session.scalars(query) if row.tables)


def tables(session: Session, version_id: str) -> tuple[Table, ...]:
    """Return the tables of a version in reading order."""
    query = select(PageRow.tables).where(PageRow.version_id == version_id).order_by(PageRow.number)
    return tuple(Table.model_validate(table) for page in session.scalars(query) for table in page)


def chunks(session: Session, version_id: str) -> tuple[Chunk, ...]:
    """Return the passages of a version in reading order."""
    query = select(ChunkRow.payload).where(ChunkRow.version_id == version_id).order_by(ChunkRow.position)
    return tuple(Chunk.model_validate(payload) for payload in session.scalars(query))


def version_ids(session: Session, document_id: str) -> tuple[str, ...]:
    """Return all versions of a document."""
    return tuple(session.scalars(select(VersionRow.version_id).where(VersionRow.document_id == document_id)))


def searched_passages(session: Session, workspace_id: str | None) -> int:
    """Return how many passages can be found, in one workspace or all; uploads under way show theirs later."""
    under_way = select(JobRow.version_id).where(JobRow.state.in_(UNFINISHED))
    query = (
        select(func.coalesce(func.sum(VersionRow.chunks), 0))
        .join(DocumentRow, DocumentRow.current_version_id == VersionRow.version_id)
        .where(DocumentRow.deleted_at.is_(None), VersionRow.version_id.not_in(under_way))
    )
    if workspace_id is not None:
        query = query.where(DocumentRow.workspace_id == workspace_id)
    return int(session.scalar(query) or 0)


def searched_versions(session: Session, workspace_id: str) -> Sequence[VersionRow]:
    """Return the version of each document that is to be found by a search."""
    query = select(VersionRow).join(DocumentRow, DocumentRow.current_version_id == VersionRow.version_id)
    mine = (DocumentRow.workspace_id == workspace_id, DocumentRow.deleted_at.is_(None))
    return session.scalars(query.where(*mine).order_by(VersionRow.added_at, VersionRow.version_id)).all()


def known_version_ids(session: Session, workspace_id: str) -> frozenset[str]:
    """Return the versions that may have vectors: each document's current one, and those being made."""
    query = select(DocumentRow.current_version_id).where(DocumentRow.workspace_id == workspace_id)
    jobs = select(JobRow.version_id).where(
        JobRow.workspace_id == workspace_id, JobRow.state.in_(UNFINISHED), JobRow.version_id != ""
    )
    return frozenset(session.scalars(query.union(jobs)))


def deleted(session: Session) -> Sequence[DocumentRow]:
    """Return every document whose deletion waits to be carried out."""
    return session.scalars(select(DocumentRow).where(DocumentRow.deleted_at.is_not(None))).all()


def remove(session: Session, document_id: str) -> None:
    """Remove a document and, by cascade, its versions, pages and passages."""
    session.execute(delete(DocumentRow).where(DocumentRow.document_id == document_id))


def remove_version(session: Session, version_id: str) -> None:
    """Remove one version with its pages and passages."""
    session.execute(delete(VersionRow).where(VersionRow.version_id == version_id))


def hashes(session: Session, document_ids: Sequence[str]) -> frozenset[str]:
    """Return the contents the documents refer to."""
    return frozenset(
        session.scalars(select(VersionRow.sha256).where(VersionRow.document_id.in_(document_ids)))
    )


def contents(session: Session, workspace_id: str) -> frozenset[str]:
    """Return every content that was ever taken in for a workspace and may still be there."""
    versions = select(VersionRow.sha256).join(DocumentRow).where(DocumentRow.workspace_id == workspace_id)
    jobs = select(JobRow.sha256).where(JobRow.workspace_id == workspace_id)
    return frozenset(session.scalars(versions.union(jobs)))


def referenced(session: Session) -> frozenset[str]:
    """Return every content that a version or an unfinished job needs."""
    jobs = select(JobRow.sha256).where(JobRow.state.in_(UNFINISHED))
    kept = select(VersionRow.sha256).where(VersionRow.original_removed_at.is_(None))
    return frozenset(session.scalars(kept.union(jobs)))


def headings(session: Session, workspace_id: str, limit: int) -> tuple[tuple[str, str], ...]:
    """Return (title, heading) pairs of the current versions, for questions to suggest."""
    query = (
        select(DocumentRow.title, ChunkRow.heading)
        .join(ChunkRow, ChunkRow.version_id == DocumentRow.current_version_id)
        .where(DocumentRow.workspace_id == workspace_id, DocumentRow.deleted_at.is_(None))
        .group_by(DocumentRow.document_id, ChunkRow.heading)
        .order_by(DocumentRow.name_key, func.min(ChunkRow.position))
        .limit(limit)
    )
    return tuple((title, heading) for title, heading in session.execute(query))


def mark_deleted(row: DocumentRow, at: datetime | None) -> None:
    """Note when a deletion was asked for; ``None`` takes it back."""
    row.deleted_at = at
