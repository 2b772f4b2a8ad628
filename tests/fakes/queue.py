"""A queue of shared jobs in memory, without any worker that takes one out of it."""

from masis.errors import QueueUnavailable


class MemoryQueue:
    """Fills ``service.team.Queue``; ``down`` takes it away."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str]] = []
        self.alive: set[str] = set()
        self.down = False

    def send(self, kind: str, job_id: str) -> None:
        if self.down:
            message = "The queue does not answer."
            raise QueueUnavailable(message)
        self.sent.append((kind, job_id))

    def waiting(self) -> int:
        return len(self.sent)

    def seen(self, worker: str) -> None:
        self.alive.add(worker)

    def gone(self, worker: str) -> None:
        self.alive.discard(worker)

    def workers(self) -> tuple[str, ...]:
        if self.down:
            message = "The queue does not answer."
            raise QueueUnavailable(message)
        return tuple(self.alive)

    def described(self) -> str:
        return "memory"
