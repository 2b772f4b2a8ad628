"""Tokens: what lets programs in, kept as hashes; a token is shown once and can never be read again."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, String, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from masis.store.tables import Base, unbounded


class TokenRow(Base):
    """A token of a person."""

    __tablename__ = "api_tokens"

    token_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    person: Mapped[str] = mapped_column(unbounded(200), index=True)
    name: Mapped[str] = mapped_column(unbounded(200))
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    """SHA-256 of the secret, which is 256 random bits: nothing slower is needed."""
    workspaces: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))
    """Ids; nothing for every workspace of the person."""
    rights: Mapped[list[Any]]
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]
    last_used_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


def by_digest(session: Session, digest: str) -> TokenRow | None:
    """Return the token with this hash, whether or not it still counts."""
    return session.scalars(select(TokenRow).where(TokenRow.digest == digest)).first()


def of_person(session: Session, person: str) -> Sequence[TokenRow]:
    """Return a person's tokens that were not revoked, newest first."""
    mine = (TokenRow.person == person, TokenRow.revoked_at.is_(None))
    return session.scalars(select(TokenRow).where(*mine).order_by(TokenRow.created_at.desc())).all()


def revoke_all(session: Session, person: str, at: datetime) -> None:
    """End every token of a person."""
    mine = update(TokenRow).where(TokenRow.person == person, TokenRow.revoked_at.is_(None))
    session.execute(mine.values(revoked_at=at))


def any_left(session: Session) -> bool:
    """Whether there is a token that was not revoked."""
    return (
        session.scalars(select(TokenRow.token_id).where(TokenRow.revoked_at.is_(None)).limit(1)).first()
        is not None
    )
