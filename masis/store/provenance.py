"""Provenance: the documents answers cite, which of those changed since, and which runs came from which."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import (
    ColumnElement,
    ForeignKey,
    Index,
    Select,
    String,
    Text,
    and_,
    func,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.orm import Mapped, Session, aliased, mapped_column

from masis.domain.evidence import Chunk, EvidenceChunk
from masis.domain.run.provenance import StaleSource
from masis.domain.run.report import RunReport
from masis.domain.run.state_editing import Standing
from masis.store.profiles import profile_of
from masis.store.tables import Base, CaseRow, ChunkRow, DocumentRow, RunRow, VersionRow


class RunSourceRow(Base):
    """A document version that a finished run's answer cites; it outlives the document."""

    __tablename__ = "run_sources"
    __table_args__ = (
        Index("run_sources_by_document", "document_id"),
        Index("run_sources_by_content", "sha256"),
    )

    run_id: Mapped[str] = mapped_column(ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True)
    version_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    document_id: Mapped[str] = mapped_column(String(64))
    title: Mapped[str] = mapped_column(Text)
    sha256: Mapped[str] = mapped_column(String(64), default="")
    """The content that was cited; the same file taken in again makes the answer current again."""
    gone_at: Mapped[datetime | None]
    """When the document was deleted, written when nothing else remembers it any more."""


_Current = aliased(VersionRow)


def cite(session: Session, report: RunReport) -> None:
    """Remember which versions an answer cites, beside those remembered before."""
    cited = {chunk_id for claim in report.claims for chunk_id in claim.citations}
    chunks = {
        chunk.version_id: chunk
        for chunk in report.evidence
        if chunk.chunk_id in cited and chunk.source == "document"
    }
    query = select(VersionRow.version_id, VersionRow.sha256).where(VersionRow.version_id.in_([*chunks]))
    hashes = dict(session.execute(query).all())
    for version_id, chunk in chunks.items():
        session.merge(
            RunSourceRow(
                run_id=report.run_id,
                version_id=version_id,
                document_id=chunk.document_id,
                title=chunk.document_title,
                sha256=hashes.get(version_id, ""),
                gone_at=None,
            )
        )


def note_gone(session: Session, document_id: str, at: datetime | None) -> None:
    """Write down when a document was deleted, before its row goes."""
    session.execute(update(RunSourceRow).where(RunSourceRow.document_id == document_id).values(gone_at=at))


def stale(session: Session, run_ids: Sequence[str]) -> dict[str, tuple[StaleSource, ...]]:
    """Return the changed sources of each of these runs that has any, in one query."""
    query = (
        select(RunSourceRow, DocumentRow.deleted_at, _Current.added_at, _Current.number)
        .join(RunRow, RunRow.run_id == RunSourceRow.run_id)
        .outerjoin(DocumentRow, DocumentRow.document_id == RunSourceRow.document_id)
        .outerjoin(_Current, _Current.version_id == DocumentRow.current_version_id)
        .where(RunSourceRow.run_id.in_(run_ids), _content_is_gone())
        .order_by(RunSourceRow.title, RunSourceRow.version_id)
    )
    found: dict[str, list[StaleSource]] = {}
    for row, deleted_at, added_at, number in session.execute(query):
        deleted = number is None or deleted_at is not None
        found.setdefault(row.run_id, []).append(
            StaleSource(
                document_id=row.document_id,
                title=row.title,
                what="deleted" if deleted else "replaced",
                at=(deleted_at or row.gone_at) if deleted else added_at,
                version=0 if deleted else number,
            )
        )
    return {run_id: tuple(sources) for run_id, sources in found.items()}


def stale_runs(workspace_id: str) -> Select[str]:
    """Return the query for the runs of a workspace with a changed source."""
    return (
        select(RunSourceRow.run_id)
        .join(RunRow, RunRow.run_id == RunSourceRow.run_id)
        .where(RunRow.workspace_id == workspace_id, _content_is_gone())
    )


def _content_is_gone(source: type[RunSourceRow] = RunSourceRow) -> ColumnElement[bool]:
    """Hold where no document of the run's workspace has the cited content any more.

    A version that was cited before its content was known is compared by its id.
    """
    document, version = aliased(DocumentRow), aliased(VersionRow)
    same = or_(
        and_(source.sha256 != "", version.sha256 == source.sha256),
        version.version_id == source.version_id,
    )
    here = (
        select(document.document_id)
        .join(version, version.version_id == document.current_version_id)
        .where(document.workspace_id == RunRow.workspace_id, document.deleted_at.is_(None), same)
    )
    return ~here.correlate(source, RunRow).exists()


def gone_stale(session: Session, workspace_id: str, left: VersionRow) -> dict[str, tuple[str, ...]]:
    """Return by person which final answers went stale when this version was left, the newest first.

    One that rested on another changed source before was stale already and is not among them.
    """
    if _is_current(session, workspace_id, left):
        return {}
    other = aliased(RunSourceRow)
    # Each half of it has its index: together with the runs they are found without reading all of them.
    rests = union(
        select(RunSourceRow.run_id).where(*_of_version(RunSourceRow, left)),
        select(RunSourceRow.run_id).where(RunSourceRow.sha256 == left.sha256),
    ).subquery()
    this = or_(and_(*_of_version(other, left)), other.sha256 == left.sha256)
    earlier = select(other.run_id).where(other.run_id == RunRow.run_id, ~this, _content_is_gone(other))
    query = (
        select(RunRow.owner, RunRow.run_id)
        .join(rests, rests.c.run_id == RunRow.run_id)
        .where(RunRow.workspace_id == workspace_id, RunRow.verdict == "finalized")
        .where(~earlier.correlate(RunRow).exists())
        .order_by(RunRow.started_at.desc(), RunRow.run_id)
    )
    found: dict[str, list[str]] = {}
    for row in session.execute(query):
        found.setdefault(row.owner, []).append(row.run_id)
    return {owner: tuple(runs) for owner, runs in found.items()}


def _of_version(source: type[RunSourceRow], version: VersionRow) -> tuple[ColumnElement[bool], ...]:
    return source.document_id == version.document_id, source.version_id == version.version_id


def _is_current(session: Session, workspace_id: str, version: VersionRow) -> bool:
    """Whether a document of the workspace still has the content of a version."""
    query = (
        select(DocumentRow.document_id)
        .join(VersionRow, VersionRow.version_id == DocumentRow.current_version_id)
        .where(DocumentRow.workspace_id == workspace_id, DocumentRow.deleted_at.is_(None))
        .where(or_(VersionRow.version_id == version.version_id, VersionRow.sha256 == version.sha256))
    )
    return session.scalar(query.limit(1)) is not None


def successors(session: Session, run_id: str) -> tuple[str, ...]:
    """Return the runs that were asked again or forked from this one, oldest first."""
    query = select(RunRow.run_id).where(RunRow.origin_run == run_id)
    return tuple(session.scalars(query.order_by(RunRow.started_at, RunRow.run_id)))


def continued_by(session: Session, run_id: str) -> str:
    """Return the run that took a reviewed run's case on."""
    return session.scalar(select(CaseRow.continued_by).where(CaseRow.run_id == run_id)) or ""


def keep(session: Session, row: RunRow, most: int) -> tuple[str, ...]:
    """Mark a run's checkpoints as kept, and return the oldest runs whose turn it is to lose theirs."""
    row.kept = most > 0
    session.add(row)
    session.flush()
    query = select(RunRow.run_id).where(RunRow.kept).order_by(RunRow.finished_at.desc(), RunRow.run_id)
    surplus = tuple(session.scalars(query.offset(most)))
    if surplus:
        session.execute(update(RunRow).where(RunRow.run_id.in_(surplus)).values(kept=False))
    return surplus


def titles(session: Session, workspace_id: str, document_ids: Sequence[str]) -> dict[str, str]:
    """Return the names of those of these documents that are in the workspace now."""
    query = select(DocumentRow.document_id, DocumentRow.title).where(
        DocumentRow.workspace_id == workspace_id,
        DocumentRow.deleted_at.is_(None),
        DocumentRow.document_id.in_(document_ids),
    )
    return dict(session.execute(query).all())


def current_versions(session: Session, workspace_id: str, document_ids: Sequence[str]) -> tuple[str, ...]:
    """Return the versions of these documents that a search can find now."""
    query = select(DocumentRow.current_version_id).where(
        DocumentRow.workspace_id == workspace_id,
        DocumentRow.deleted_at.is_(None),
        DocumentRow.document_id.in_(document_ids),
    )
    return tuple(session.scalars(query.order_by(DocumentRow.current_version_id)))


def standings(session: Session, workspace_id: str, version_ids: Sequence[str]) -> dict[str, Standing]:
    """Return what became of these document versions since; one that nothing remembers was deleted."""
    query = (
        select(VersionRow.version_id, DocumentRow.current_version_id, DocumentRow.deleted_at)
        .join(DocumentRow, DocumentRow.document_id == VersionRow.document_id)
        .where(DocumentRow.workspace_id == workspace_id, VersionRow.version_id.in_(version_ids))
    )
    known = {
        version_id: _standing(version_id == current, deleted_at)
        for version_id, current, deleted_at in session.execute(query)
    }
    return {version_id: known.get(version_id, "deleted") for version_id in version_ids}


def _standing(current: bool, deleted_at: datetime | None) -> Standing:
    if deleted_at is not None:
        return "deleted"
    return "current" if current else "replaced"


def passages(session: Session, workspace_id: str, chunk_ids: Sequence[str]) -> dict[str, EvidenceChunk]:
    """Return those of these passages that current documents of the workspace hold, unscored, as read now."""
    query = (
        select(ChunkRow.payload, DocumentRow, VersionRow)
        .join(VersionRow, VersionRow.version_id == ChunkRow.version_id)
        .join(DocumentRow, DocumentRow.current_version_id == VersionRow.version_id)
        .where(DocumentRow.workspace_id == workspace_id, DocumentRow.deleted_at.is_(None))
        .where(ChunkRow.chunk_id.in_(chunk_ids))
        .order_by(DocumentRow.document_id)
    )
    found: dict[str, EvidenceChunk] = {}
    for payload, document, version in session.execute(query):
        profile = profile_of(document, version)
        chunk = Chunk.model_validate({**payload, "document_title": profile.title or document.title})
        found.setdefault(chunk.chunk_id, EvidenceChunk(**dict(chunk), profile=profile))
    return found


def document_count(session: Session, workspace_id: str) -> int:
    """Return how many documents a question in the workspace can find now."""
    query = select(func.count()).where(
        DocumentRow.workspace_id == workspace_id, DocumentRow.deleted_at.is_(None)
    )
    return session.scalar(query) or 0


def added_between(
    session: Session, workspace_id: str, start: datetime, end: datetime
) -> tuple[tuple[str, int], ...]:
    """Return title and number of the versions that were taken in between two moments, at most 50."""
    query = (
        select(VersionRow.title, VersionRow.number)
        .join(DocumentRow, DocumentRow.document_id == VersionRow.document_id)
        .where(DocumentRow.workspace_id == workspace_id, VersionRow.added_at > start)
        .where(VersionRow.added_at <= end)
        .order_by(VersionRow.added_at, VersionRow.version_id)
        .limit(50)
    )
    return tuple((title, number) for title, number in session.execute(query))
