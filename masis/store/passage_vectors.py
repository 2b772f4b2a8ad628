"""Passage vectors: what the embedder made of passages, so that no store has to be embedded twice."""

from dataclasses import dataclass

from sqlalchemy import ForeignKey, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, Session, mapped_column

from masis.store.tables import Base


class PassageVectorsRow(Base):
    """The vectors of one version's passages, in the order of their positions."""

    __tablename__ = "passage_vectors"

    version_id: Mapped[str] = mapped_column(
        String(64), ForeignKey("document_versions.version_id", ondelete="CASCADE"), primary_key=True
    )
    model: Mapped[str] = mapped_column(Text)
    """Name of the embedding profile."""
    dimension: Mapped[int]
    vectors: Mapped[bytes] = mapped_column(LargeBinary)
    """Little-endian 32-bit floats: ``dimension`` of them for each passage."""


@dataclass(frozen=True)
class PassageVectors:
    """Vectors of a version's passages as they are kept."""

    model: str
    dimension: int
    data: bytes


def keep(session: Session, version_id: str, made: PassageVectors) -> None:
    """Keep a version's vectors in place of those it had."""
    row = PassageVectorsRow(
        version_id=version_id, model=made.model, dimension=made.dimension, vectors=made.data
    )
    session.merge(row)


def kept(session: Session, version_id: str) -> PassageVectors | None:
    """Return a version's vectors; none for one that was taken in before they were kept."""
    row = session.get(PassageVectorsRow, version_id)
    return None if row is None else PassageVectors(row.model, row.dimension, row.vectors)
