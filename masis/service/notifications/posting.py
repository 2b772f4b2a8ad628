"""Posting: a thread that sends outside what is written down for it; each post is taken by one process."""

import logging
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from threading import Event, Thread
from time import monotonic

from masis.domain.members import listed_addresses
from masis.domain.notifications import Notification, message
from masis.errors import ServiceUnavailable
from masis.ops.outside import Sender, Target, is_writable
from masis.service.container import Container
from masis.store import members, notification_posts, notifications
from masis.store.database import Session
from masis.store.members import PersonRow
from masis.store.notification_posts import Post, Standing

log = logging.getLogger(__name__)

LEASE = timedelta(minutes=10)
"""After this time a post is taken up again whose process was killed while it sent: it may come twice then."""
LONGEST = timedelta(days=1)
"""What could not be sent for so long is no news any more."""
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360))
"""Between the tries of a post; after the last one it is given up."""
REST_SECONDS = 60.0
"""A target that failed is left alone for so long, so that one that is away does not hold up the others."""
LOOK_SECONDS = 2.0


class Posting:
    """Sends posts one after another, as long as there are any that are due."""

    def __init__(self, container: Container, sender: Sender, look_seconds: float = LOOK_SECONDS) -> None:
        """Start no thread yet."""
        self._container = container
        self._sender = sender
        self._look_seconds = look_seconds
        self._resting: dict[str, float] = {}
        """When this process tries a target again, in seconds of its own clock."""
        self._failing: set[str] = set()
        self._unnoted: list[tuple[Post, str]] = []
        """Posts of which the database could not be told how they went: not noted, they would go out twice."""
        self._closing = Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Send from now on."""
        if self._thread is None:
            self._thread = Thread(target=self._work, name="notifications", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while not self._closing.is_set():
            try:
                if self.send_round():
                    continue
            except ServiceUnavailable as outage:
                log.debug("notifications wait for the database: %s", outage)
            except Exception:
                log.exception("sending notifications failed")
            self._closing.wait(self._look_seconds)

    def send_round(self) -> bool:
        """Send one post to each target that has any due; return whether there was one."""
        while self._unnoted:
            self._note(*self._unnoted[0])
            del self._unnoted[0]
        if not self._waits():
            return False
        done = [self._send_next(target) for target in self._sender.targets]
        return any(done)

    def _send_next(self, target: Target) -> bool:
        if self._closing.is_set() or monotonic() < self._resting.get(target.name, 0.0):
            return False
        now = self._container.clock()
        with self._container.database.write() as session:
            post = notification_posts.take(session, target.name, now, LEASE, LONGEST)
            if post is None:
                return False
            notification = notifications.find(session, post.number)
            address = self._address(session, post, notification) if notification and target.personal else ""
            if notification is None or (target.personal and not is_writable(address)):
                notification_posts.drop(session, post)
                log.info("a notification is for nobody who can get it", extra={"target": target.name})
                return True
        settings = self._container.settings
        said = message(notification, settings.public_url or "", contents=settings.notify_contents)
        fault = self._sender.send(target, said, address)
        try:
            self._note(post, fault)
        except ServiceUnavailable:
            self._unnoted.append((post, fault))
            raise
        return True

    def _address(self, session: Session, post: Post, notification: Notification) -> str:
        """Return where a person's copy goes; nothing for one who may not hear of it any more."""
        row = session.get(PersonRow, post.person)
        if row is None or row.shut_out:
            return ""
        place = notification.workspace_id
        if place is None:
            listed = listed_addresses(self._container.settings.administrators)
            return row.address if row.address in listed else ""
        return row.address if members.role_of(session, place, post.person) is not None else ""

    def _note(self, post: Post, fault: str) -> None:
        """Write down how it went; the log says when a target begins to fail and when it is well again."""
        now = self._container.clock()
        again = PAUSES[post.tries - 1] if post.tries <= len(PAUSES) else None
        with self._container.database.write() as session:
            if fault:
                notification_posts.failed(session, post, now, fault, again)
            else:
                notification_posts.sent(session, post, now)
        if not fault:
            self._resting.pop(post.target, None)
            if post.target in self._failing:
                self._failing.discard(post.target)
                log.info("notifications arrive again", extra={"target": post.target})
            return
        self._resting[post.target] = monotonic() + REST_SECONDS
        if post.target not in self._failing or again is None:
            self._failing.add(post.target)
            then = "it was given up" if again is None else "it is tried again"
            log.warning("a notification to %s did not arrive (%s); %s", post.target, fault, then)

    def close(self, seconds: float = 5.0) -> None:
        """Send what is due now, for so long at most; the rest waits for the next start."""
        if self._thread is None:
            return
        deadline = monotonic() + seconds
        with suppress(ServiceUnavailable):
            while self._waits() and monotonic() < deadline:
                self._closing.wait(0.05)
        self._closing.set()
        self._thread.join(max(0.0, deadline - monotonic()) + 1.0)

    def _waits(self) -> bool:
        """Whether a post is due at a target that does not rest."""
        names = [name for name in self._names if monotonic() >= self._resting.get(name, 0.0)]
        with self._container.database.read() as session:
            return notification_posts.due(session, names, self._container.clock(), LONGEST)

    @property
    def _names(self) -> list[str]:
        return [target.name for target in self._sender.targets]

    def standing(self) -> Mapping[str, Standing]:
        """Return how each target fares, whichever process sent to it."""
        with self._container.database.read() as session:
            return notification_posts.standing(session, self._names)
