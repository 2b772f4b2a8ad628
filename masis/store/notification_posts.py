"""Notification posts: what is to be sent outside, which process sends it, and how that went."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ForeignKey, Index, String, func, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from masis.store.notifications import NotificationRow
from masis.store.tables import Base, unbounded


class PostRow(Base):
    """A notification on its way to one target; it goes with its notification."""

    __tablename__ = "notification_posts"
    __table_args__ = (
        Index("notification_posts_due", "state", "due_at"),
        Index("notification_posts_by_target", "target", "tried_at"),
    )

    number: Mapped[int] = mapped_column(
        ForeignKey("notifications.number", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    target: Mapped[str] = mapped_column(String(64), primary_key=True)
    """The target's name, such as ``json 1``: its address may hold a secret and change."""
    person: Mapped[str] = mapped_column(unbounded(200), primary_key=True)
    """Whose own copy it is; empty for a channel of several people."""
    state: Mapped[str] = mapped_column(String(16), default="waiting")
    tries: Mapped[int] = mapped_column(default=0)
    due_at: Mapped[datetime]
    """When the next try may begin: that of a process that was killed in its try is taken up then."""
    tried_at: Mapped[datetime | None]
    fault: Mapped[str] = mapped_column(String(200), default="")


class Post(NamedTuple):
    """A post that this process is to send now."""

    number: int
    target: str
    person: str
    tries: int
    """The one that begins counts too."""


class Standing(NamedTuple):
    """How a target fares."""

    sent: int
    waiting: int
    given_up: int
    fault: str
    """Why the last try failed; empty when it did not."""

    @property
    def detail(self) -> str:
        """How it fares, as the System page says it."""
        last = f"the last one did not arrive, {self.fault}; " if self.fault else ""
        waiting = f", {self.waiting:,} wait" if self.waiting else ""
        given_up = f", {self.given_up:,} given up" if self.given_up else ""
        return f"{last}{self.sent:,} sent{waiting}{given_up}"


def queue(session: Session, number: int, posts: Iterable[tuple[str, str]], at: datetime) -> None:
    """Let a notification go to targets: pairs of a target and a person."""
    session.add_all(
        PostRow(number=number, target=target, person=person, due_at=at, tried_at=None)
        for target, person in posts
    )


def take(session: Session, target: str, now: datetime, lease: timedelta, longest: timedelta) -> Post | None:
    """Take the next post of a target, so that no other process does, if one is due.

    What happened longer ago than ``longest`` is no news any more and stays unsent.
    """
    query = (
        select(PostRow)
        .join(NotificationRow, NotificationRow.number == PostRow.number)
        .where(PostRow.state == "waiting", PostRow.due_at <= now, PostRow.target == target)
        .where(NotificationRow.at > now - longest)
        .order_by(PostRow.due_at, PostRow.number, PostRow.person)
        .limit(1)
    )
    row = session.scalars(query).first()
    if row is None:
        return None
    row.tries, row.due_at, row.tried_at = row.tries + 1, now + lease, now
    return Post(row.number, row.target, row.person, row.tries)


def sent(session: Session, post: Post, at: datetime) -> None:
    """Note that a post arrived."""
    row = session.get(PostRow, (post.number, post.target, post.person))
    if row is not None:  # what it was about may be gone
        row.state, row.tried_at, row.fault = "sent", at, ""


def failed(session: Session, post: Post, at: datetime, fault: str, again: timedelta | None) -> None:
    """Note why a post did not arrive, and when it is tried again, if it is."""
    row = session.get(PostRow, (post.number, post.target, post.person))
    if row is None:
        return
    row.tried_at, row.fault = at, fault[:200]
    row.state, row.due_at = ("given_up", at) if again is None else ("waiting", at + again)


def drop(session: Session, post: Post) -> None:
    """Forget a post that is for nobody any more."""
    row = session.get(PostRow, (post.number, post.target, post.person))
    if row is not None:
        session.delete(row)


def standing(session: Session, targets: Collection[str]) -> dict[str, Standing]:
    """Return how each of these targets fares."""
    counted = select(PostRow.target, PostRow.state, func.count().label("posts"))
    counted = counted.where(PostRow.target.in_([*targets])).group_by(PostRow.target, PostRow.state)
    counts = {(row.target, row.state): row.posts for row in session.execute(counted)}
    return {
        target: Standing(
            sent=counts.get((target, "sent"), 0),
            waiting=counts.get((target, "waiting"), 0),
            given_up=counts.get((target, "given_up"), 0),
            fault=_last_fault(session, target),
        )
        for target in targets
    }


def _last_fault(session: Session, target: str) -> str:
    query = select(PostRow.fault).where(PostRow.target == target, PostRow.tried_at.is_not(None))
    return session.scalars(query.order_by(PostRow.tried_at.desc()).limit(1)).first() or ""


def due(session: Session, targets: Collection[str], now: datetime, longest: timedelta) -> bool:
    """Return whether anything could be sent to these targets now."""
    query = (
        select(PostRow.number)
        .join(NotificationRow, NotificationRow.number == PostRow.number)
        .where(PostRow.state == "waiting", PostRow.due_at <= now, PostRow.target.in_([*targets]))
        .where(NotificationRow.at > now - longest)
        .limit(1)
    )
    return session.scalar(query) is not None
