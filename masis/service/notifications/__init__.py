"""Notifications: what each person was told, read by nobody else, and sent outside where that is set."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from masis.domain.notifications import KINDS, Kind, Notification
from masis.domain.person import LOCAL, Caller
from masis.service.access import own_workspaces
from masis.service.container import Container
from masis.service.notifications.posting import Posting
from masis.store import notifications
from masis.store.notifications import Seen

_MONTH = timedelta(days=32)


@dataclass(frozen=True)
class NotificationPage:
    """A page of what a person was told."""

    found: tuple[Notification, ...]
    total: int
    unread: int


class Notifications:
    """The notifications of every person."""

    def __init__(self, container: Container) -> None:
        """Send nothing yet."""
        self._container = container
        outside = container.watch.outside
        self.posting = None if outside is None else Posting(container, outside)

    def listed(self, caller: Caller, limit: int = 25, offset: int = 0) -> NotificationPage:
        """Return what the caller was told, newest first, of places where they still belong."""
        seen = _seen(caller)
        with self._container.database.read() as session:
            return NotificationPage(
                found=notifications.page(session, seen, limit, offset),
                total=notifications.count(session, seen, unread=False),
                unread=notifications.count(session, seen, unread=True),
            )

    def unread(self, caller: Caller) -> int:
        """Return how many of them the caller has not read."""
        with self._container.database.read() as session:
            return notifications.count(session, _seen(caller), unread=True)

    def read(self, caller: Caller, numbers: Iterable[int] | None = None) -> None:
        """Note that the caller read some, else all; those of other people stay as they are."""
        chosen = None if numbers is None else [*numbers]
        with self._container.database.write() as session:
            notifications.mark_read(session, caller.person, self._container.clock(), chosen)

    def looked_at(self, caller: Caller, *, run_id: str = "", case_id: str = "") -> None:
        """Note that the caller looks at an answer or a case: what they were told of it is read."""
        with self._container.database.read() as session:
            numbers = notifications.unread_about(session, caller.person, run_id=run_id, case_id=case_id)
        if numbers:  # most pages are drawn without anything to write
            self.read(caller, numbers)

    def wanted(self, caller: Caller) -> frozenset[Kind]:
        """Return the kinds that the caller is told of; all of them until they say otherwise."""
        with self._container.database.read() as session:
            muted = notifications.muted(session, caller.person)
        return frozenset(kind for kind in KINDS if kind not in muted)

    def want(self, caller: Caller, kinds: Iterable[Kind]) -> None:
        """Set which kinds the caller is told of from now on."""
        wanted = {*kinds}
        with self._container.database.write() as session:
            muted = [kind for kind in KINDS if kind not in wanted]
            notifications.mute(session, caller.person, muted)

    def forget_old(self) -> None:
        """Drop what is older than notifications are kept: a step of the recovery."""
        now, days = self._container.clock(), self._container.settings.notice_days
        with self._container.database.write() as session:
            notifications.forget_before(session, now - timedelta(days=days), now - _MONTH)

    def start(self) -> None:
        """Send outside what is to be sent, where that is set."""
        if self.posting is not None:
            self.posting.start()

    def close(self) -> None:
        """Send shortly what is due, then nothing more."""
        if self.posting is not None:
            self.posting.close()


def _seen(caller: Caller) -> Seen:
    return Seen(caller.person, own_workspaces(caller), caller.person == LOCAL or caller.administrator)
