"""A real Redis for tests: the system's own program on a free port, which can be killed and brought back."""

import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WHY_NOT = "no Redis: install it (Debian: redis-server)"


def available() -> bool:
    """Return whether tests can have a Redis here."""
    return shutil.which("redis-server") is not None


class Redis:
    """A server that keeps nothing on disk: killed, it forgets every queue."""

    def __init__(self) -> None:
        """Start it."""
        self._folder = Path(tempfile.mkdtemp(prefix="masis-redis-"))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.start()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start, and return once it answers."""
        self._process = subprocess.Popen(  # noqa: S603 - the system's own Redis
            [  # noqa: S607
                "redis-server",
                *("--port", str(self.port), "--bind", "127.0.0.1"),
                *("--save", "", "--appendonly", "no", "--dir", str(self._folder)),
            ],
            stdout=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        message = "Redis did not start"
        raise TimeoutError(message)

    def kill(self) -> None:
        """End it at once, with everything it held."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    @contextmanager
    def down(self) -> Iterator[None]:
        """Keep it away for a while."""
        self.kill()
        try:
            yield
        finally:
            self.start()

    def close(self) -> None:
        """End it and remove its folder."""
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)
