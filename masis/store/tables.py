"""Tables: those that several repositories read; a table of one repository alone stands in its file."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime, ForeignKey, Index, String, Text, UniqueConstraint, false, text
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator, TypeEngine


class UtcDateTime(TypeDecorator[datetime]):
    """A moment that is aware on both sides; SQLite itself would hand back naive ones."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Refuse a naive moment, store the rest as UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            message = "A moment without a time zone cannot be stored."
            raise ValueError(message)
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Give back an aware moment."""
        return None if value is None else value.replace(tzinfo=UTC)


def unbounded(usual: int) -> TypeEngine[str]:
    """Return the type of a text that people or documents write: Postgres holds it to no length either."""
    return String(usual).with_variant(Text(), "postgresql")


class Base(DeclarativeBase):
    """Base of every table; annotations choose the column type."""

    type_annotation_map = {datetime: UtcDateTime, dict[str, Any]: JSON, list[Any]: JSON}  # noqa: RUF012


class WorkspaceRow(Base):
    """A workspace and who made it; ``deleting`` marks a deletion that a crash may have interrupted."""

    __tablename__ = "workspaces"

    workspace_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    owner: Mapped[str] = mapped_column(String(200), index=True)
    sample: Mapped[bool] = mapped_column(default=False)
    deleting: Mapped[bool] = mapped_column(default=False)
    allow_web: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[datetime]


class DocumentRow(Base):
    """A document under its name; ``deleted_at`` is set while a deletion can still be undone."""

    __tablename__ = "documents"
    __table_args__ = (Index("documents_by_name", "workspace_id", "name_key"),)

    document_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    workspace_id: Mapped[str] = mapped_column(ForeignKey("workspaces.workspace_id", ondelete="CASCADE"))
    file_name: Mapped[str] = mapped_column(String(400))
    name_key: Mapped[str] = mapped_column(unbounded(400))
    kind: Mapped[str] = mapped_column(String(16))
    title: Mapped[str] = mapped_column(Text)
    date: Mapped[str] = mapped_column(unbounded(32), default="")
    current_version_id: Mapped[str] = mapped_column(String(64))
    correction: Mapped[dict[str, Any]] = mapped_column(default=dict, server_default="{}")
    """What an analyst says of it instead of its reader; kept over new versions."""
    deleted_at: Mapped[datetime | None]
    created_at: Mapped[datetime]


class VersionRow(Base):
    """One content of a document."""

    __tablename__ = "document_versions"
    __table_args__ = (UniqueConstraint("document_id", "number"),)

    version_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    document_id: Mapped[str] = mapped_column(
        ForeignKey("documents.document_id", ondelete="CASCADE"), index=True
    )
    number: Mapped[int]
    sha256: Mapped[str] = mapped_column(String(64), index=True)
    size_bytes: Mapped[int]
    pages: Mapped[int]
    chunks: Mapped[int]
    title: Mapped[str] = mapped_column(Text)
    notices: Mapped[list[Any]]
    profile: Mapped[dict[str, Any]] = mapped_column(default=dict, server_default="{}")
    """As its reader made it out."""
    added_at: Mapped[datetime]
    original_removed_at: Mapped[datetime | None]
    """When its file went because the workspace keeps replaced ones no longer; its text stays."""


class PageRow(Base):
    """The text of one page; offsets of chunks and quotes point into ``text``."""

    __tablename__ = "pages"

    version_id: Mapped[str] = mapped_column(
        ForeignKey("document_versions.version_id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    label: Mapped[str] = mapped_column(unbounded(64))
    text: Mapped[str] = mapped_column(Text)
    blocks: Mapped[list[Any]]
    tables: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    has_image: Mapped[bool] = mapped_column(default=False)
    ocr: Mapped[bool] = mapped_column(default=False)


class ChunkRow(Base):
    """A passage as it was indexed, kept so that it can be listed and indexed again."""

    __tablename__ = "chunks"

    version_id: Mapped[str] = mapped_column(
        ForeignKey("document_versions.version_id", ondelete="CASCADE"), primary_key=True
    )
    position: Mapped[int] = mapped_column(primary_key=True)
    chunk_id: Mapped[str] = mapped_column(String(64), index=True)
    heading: Mapped[str] = mapped_column(Text, default="")
    payload: Mapped[dict[str, Any]]


class JobRow(Base):
    """The work on one upload; written before ``upload`` returns and enough to start again from."""

    __tablename__ = "jobs"

    job_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    workspace_id: Mapped[str] = mapped_column(
        ForeignKey("workspaces.workspace_id", ondelete="CASCADE"), index=True
    )
    file_name: Mapped[str] = mapped_column(String(400))
    kind: Mapped[str] = mapped_column(String(16), default="")
    sha256: Mapped[str] = mapped_column(String(64), default="", index=True)
    size_bytes: Mapped[int] = mapped_column(default=0)
    state: Mapped[str] = mapped_column(String(16), index=True)
    pages_done: Mapped[int] = mapped_column(default=0)
    pages_total: Mapped[int] = mapped_column(default=0)
    chunks_done: Mapped[int] = mapped_column(default=0)
    chunks_total: Mapped[int] = mapped_column(default=0)
    message: Mapped[str] = mapped_column(Text, default="")
    code: Mapped[str] = mapped_column(String(32), default="")
    document_id: Mapped[str] = mapped_column(String(64), default="")
    version_id: Mapped[str] = mapped_column(String(64), default="")
    into_document: Mapped[str] = mapped_column(String(64), default="", server_default="")
    """The document that gets the content; empty: the one of the same name, or a new one."""
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class RunRow(Base):
    """A run: what was asked, how it stands, and once finished the whole report."""

    __tablename__ = "runs"
    __table_args__ = (
        Index("runs_by_time", "workspace_id", "started_at"),
        Index("runs_by_thread", "workspace_id", "thread_id", "started_at", "owner"),
        # Every run that ends asks which are kept; without it each would look through all that ever ran.
        Index("runs_kept", "finished_at", sqlite_where=text("kept = 1"), postgresql_where=text("kept")),
    )

    run_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    workspace_id: Mapped[str] = mapped_column(ForeignKey("workspaces.workspace_id", ondelete="CASCADE"))
    thread_id: Mapped[str] = mapped_column(String(64))
    owner: Mapped[str] = mapped_column(String(200))
    question: Mapped[str] = mapped_column(Text)
    request: Mapped[dict[str, Any]]
    state: Mapped[str] = mapped_column(String(16), index=True)
    verdict: Mapped[str] = mapped_column(String(24))
    confidence: Mapped[float | None]
    confidence_history: Mapped[list[Any]]
    iterations: Mapped[int] = mapped_column(default=0)
    engine: Mapped[str] = mapped_column(unbounded(64), default="")
    answer: Mapped[str] = mapped_column(Text, default="")
    message: Mapped[str] = mapped_column(Text, default="")
    origin_run: Mapped[str] = mapped_column(String(64), default="", server_default="", index=True)
    kept: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether its checkpoints are still there, so that it can be forked."""
    report: Mapped[str | None] = mapped_column(Text)
    started_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]


class RunEventRow(Base):
    """One thing that happened in a run, in order."""

    __tablename__ = "run_events"

    run_id: Mapped[str] = mapped_column(ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    kind: Mapped[str] = mapped_column(String(24))
    node: Mapped[str] = mapped_column(String(32), default="")
    iteration: Mapped[int] = mapped_column(default=0)
    detail: Mapped[dict[str, Any]]


class CaseRow(Base):
    """An escalated run that waits for a human."""

    __tablename__ = "cases"
    __table_args__ = (Index("cases_by_age", "state", "created_at"),)

    case_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    run_id: Mapped[str] = mapped_column(ForeignKey("runs.run_id", ondelete="CASCADE"), unique=True)
    workspace_id: Mapped[str] = mapped_column(
        ForeignKey("workspaces.workspace_id", ondelete="CASCADE"), index=True
    )
    question: Mapped[str] = mapped_column(Text)
    cause: Mapped[str] = mapped_column(String(32))
    message: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(String(16), default="open")
    created_at: Mapped[datetime]
    outcome: Mapped[str] = mapped_column(String(16), default="", server_default="")
    assignee: Mapped[str] = mapped_column(String(200), default="", server_default="")
    due: Mapped[str] = mapped_column(String(10), default="", server_default="")
    version: Mapped[int] = mapped_column(default=1, server_default="1")
    continued_by: Mapped[str] = mapped_column(String(64), default="", server_default="", index=True)


class ThreadNameRow(Base):
    """The name an analyst gave to a thread; threads themselves are made by their runs."""

    __tablename__ = "thread_names"

    workspace_id: Mapped[str] = mapped_column(
        ForeignKey("workspaces.workspace_id", ondelete="CASCADE"), primary_key=True
    )
    owner: Mapped[str] = mapped_column(String(200), primary_key=True)
    thread_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str] = mapped_column(String(200))


class ModelReplyRow(Base):
    """A model's reply inside a run that has not ended, so that a killed run need not pay for it again."""

    __tablename__ = "model_replies"

    run_id: Mapped[str] = mapped_column(ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    reply: Mapped[str] = mapped_column(Text)
