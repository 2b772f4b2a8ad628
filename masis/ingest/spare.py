"""Spare: one reading process that has started already, so that a file is read the moment it arrives."""

import logging
from threading import Lock

from masis.ingest.process import Child

log = logging.getLogger(__name__)


class SpareReader:
    """Keeps at most one idle child; a child that has read a file never reads another one."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._lock = Lock()
        self._idle: Child | None = None
        self._kept = False

    def keep(self) -> None:
        """Keep a child ready from now on."""
        self._kept = True
        self.renew()

    def renew(self) -> None:
        """Start the next child, where one is kept, and let it load what most files need."""
        with self._lock:
            if not self._kept or (self._idle is not None and self._idle.alive):
                return
            self._end()
            try:
                self._idle = Child()
            except OSError as error:  # only a head start is lost; the next file tries again
                log.warning("no reading process is kept ready: %s", error)
            else:
                self._idle.send({"request": "warm"})

    def take(self) -> Child:
        """Return the idle child, or a new one; from now on it is the caller's to end."""
        with self._lock:
            if self._idle is not None and self._idle.alive:
                ready, self._idle = self._idle, None
                return ready
            self._end()
        return Child()

    def close(self) -> None:
        """End the idle child for good."""
        with self._lock:
            self._kept = False
            self._end()

    def _end(self) -> None:
        if self._idle is not None:
            self._idle.close()
            self._idle = None
