"""Memory of servers: which way of asking works on each, and which parameters its model refuses."""

import threading
from functools import cache
from typing import Literal, NamedTuple, get_args

Rung = Literal["json_schema", "function_calling", "json_mode", "text"]
RUNGS: tuple[Rung, ...] = get_args(Rung)

Cap = Literal["max_completion_tokens", "max_tokens"]
CAPS: tuple[Cap, ...] = get_args(Cap)


class Learned(NamedTuple):
    """What is known of one model on one server."""

    rung: Rung | None = None
    """The way of asking that gave a valid value last; nothing before the first one."""
    refused: frozenset[str] = frozenset()
    """Parameters that are left out since the model refused them; ``stream`` among them."""
    streams: bool = False
    """Whether a reply has come word by word."""


class ServerMemory:
    """What servers taught, per server and model, so that each refusal is paid for once; for all threads."""

    def __init__(self) -> None:
        self._learned: dict[str, Learned] = {}
        self._lock = threading.Lock()

    def of(self, key: str) -> Learned:
        """Return what is known."""
        with self._lock:
            return self._learned.get(key, Learned())

    def rungs(self, key: str) -> tuple[Rung, ...]:
        """Return the rungs worth trying, best first."""
        return RUNGS[RUNGS.index(self.of(key).rung or RUNGS[0]) :]

    def remember(self, key: str, rung: Rung) -> None:
        """Start here next time."""
        with self._lock:
            self._learned[key] = self._learned.get(key, Learned())._replace(rung=rung)

    def streamed(self, key: str) -> None:
        """Note that a reply came word by word: from now on an error has another cause."""
        with self._lock:
            self._learned[key] = self._learned.get(key, Learned())._replace(streams=True)

    def refuse(self, key: str, parameter: str) -> None:
        """Leave this parameter out from now on."""
        with self._lock:
            known = self._learned.get(key, Learned())
            self._learned[key] = known._replace(refused=known.refused | {parameter})


@cache
def shared_memory() -> ServerMemory:
    """Return this process's memory."""
    return ServerMemory()
