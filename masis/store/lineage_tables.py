"""Lineage tables: which documents an answer cites, so that a change of theirs is seen in one query."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from masis.store.tables import Base


class RunSourceRow(Base):
    """A document version that a finished run's answer cites; it outlives the document."""

    __tablename__ = "run_sources"
    __table_args__ = (Index("run_sources_by_document", "document_id"),)

    run_id: Mapped[str] = mapped_column(ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True)
    version_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    document_id: Mapped[str] = mapped_column(String(64))
    title: Mapped[str] = mapped_column(Text)
    sha256: Mapped[str] = mapped_column(String(64), default="")
    """The content that was cited; the same file taken in again makes the answer current again."""
    gone_at: Mapped[datetime | None]
    """When the document was deleted, written when nothing else remembers it any more."""
