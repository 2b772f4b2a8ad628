"""Workers: the queue of shared jobs on Celery over Redis, and the process that works on them."""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import redis
from celery import Celery
from celery.signals import worker_ready, worker_shutting_down
from kombu.exceptions import OperationalError

from masis.errors import QueueUnavailable, ServiceUnavailable
from masis.service.team import Team

log = logging.getLogger(__name__)

KINDS = ("run", "ingest")
_TASK = "masis.work"
_BUSY_SECONDS = 2.0
"""Pause before a job is looked at again whose document another job works on."""
_WAIT_SECONDS = 3.0
"""Longest wait for Redis to take a connection or to answer."""
_ALIVE_SECONDS = 20
"""How long a worker counts as alive after it was last seen: four renewals of its claims."""
_LONGEST_TASK_SECONDS = 24 * 3600
"""After this time Redis hands a message out again; a killed worker's job is found long before that."""

TakeUp = Callable[[str], bool]
"""Works on a job; False when it has to be taken up again, by this worker or another one."""


class CeleryQueue:
    """Fills ``service.team.Queue``: one Redis list a kind, under names of the installation's own."""

    def __init__(self, url: str, installation_id: str) -> None:
        """Connect to nothing yet; two installations may use one server, and one number of it."""
        self._prefix = f"masis:{installation_id}:"
        self._workers = f"{self._prefix}worker:"
        self.app = _app(url, self._prefix)
        self._redis = redis.Redis.from_url(
            url, socket_connect_timeout=_WAIT_SECONDS, socket_timeout=_WAIT_SECONDS, decode_responses=True
        )
        named = self._redis.connection_pool.connection_kwargs
        self._place = f"{named.get('host', 'localhost')}:{named.get('port', 6379)}"

    def send(self, kind: str, job_id: str) -> None:
        """Put a job into the queue of its kind."""
        try:
            self._redis.ping()  # Celery tries an address where nobody answers for six seconds
            self.app.send_task(_TASK, args=(kind, job_id), queue=_list_of(kind), retry=False)
        except (OperationalError, redis.RedisError, OSError) as error:
            raise self._away(error) from error

    def waiting(self) -> int:
        """Return how many jobs wait, over all kinds."""
        with self._answering():
            return sum(int(self._redis.llen(f"{self._prefix}{_list_of(kind)}")) for kind in KINDS)

    def seen(self, worker: str) -> None:
        """Note that a worker process is alive."""
        with self._answering():
            self._redis.set(f"{self._workers}{worker}", 1, ex=_ALIVE_SECONDS)

    def gone(self, worker: str) -> None:
        """Note that a worker process takes up nothing any more."""
        with self._answering():
            self._redis.delete(f"{self._workers}{worker}")

    def workers(self) -> tuple[str, ...]:
        """Return the worker processes that are alive."""
        with self._answering():
            names = self._redis.scan_iter(f"{self._workers}*")
            return tuple(sorted(name.removeprefix(self._workers) for name in names))

    def described(self) -> str:
        """Return version and place of the server."""
        with self._answering():
            told: Any = self._redis.info("server")
            return f"Redis {told['redis_version']} at {self._place}"

    @contextmanager
    def _answering(self) -> Iterator[None]:
        try:
            yield
        except redis.RedisError as error:
            raise self._away(error) from error

    def _away(self, error: Exception) -> QueueUnavailable:
        return QueueUnavailable(
            f"The queue (Redis at {self._place}) does not answer: {str(error).rstrip('.')}. "
            "Work begins when it is back."
        )


def _list_of(kind: str) -> str:
    return f"masis-{kind}"


def _app(url: str, prefix: str) -> Celery:
    app = Celery("masis", broker=url, set_as_current=False)
    app.conf.update(
        task_ignore_result=True,
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        worker_prefetch_multiplier=1,
        worker_hijack_root_logger=False,
        worker_cancel_long_running_tasks_on_connection_loss=False,
        broker_connection_retry_on_startup=True,
        broker_transport_options={
            "global_keyprefix": prefix,
            "visibility_timeout": _LONGEST_TASK_SECONDS,
            "socket_connect_timeout": _WAIT_SECONDS,
            "socket_timeout": _WAIT_SECONDS,
        },
        accept_content=["json"],
        task_serializer="json",
    )
    return app


def work(
    queue: CeleryQueue,
    team: Team,
    take_up: Mapping[str, TakeUp],
    concurrency: int,
    hand_on: Callable[[], None],
) -> int:
    """Work on jobs until the process is told to end; return its exit status.

    ``hand_on`` then stops the jobs under way at their next step; each is put into the queue again once its
    claim is given back, so that another worker goes on with it.
    """

    def carry_out(task: Any, kind: str, job_id: str) -> None:  # noqa: ANN401 - Celery's task
        if kind not in take_up:
            return
        try:
            done = take_up[kind](job_id)
        except ServiceUnavailable as outage:
            log.warning("a job waits for the database: %s", outage, extra={"job_id": job_id})
            done = False
        if not done:
            raise task.retry(countdown=_BUSY_SECONDS, max_retries=None)

    queue.app.task(carry_out, name=_TASK, bind=True)

    def present(**_: object) -> None:
        team.present()

    def absent(**_: object) -> None:
        hand_on()  # first: Redis may be away, and Celery waits for the jobs under way
        team.leave()

    worker_ready.connect(present, weak=False)
    worker_shutting_down.connect(absent, weak=False)
    lists = ",".join(_list_of(kind) for kind in take_up)
    worker: Any = queue.app.Worker(
        pool="threads",
        concurrency=concurrency,
        queues=lists.split(","),
        without_gossip=True,
        without_mingle=True,
        hostname=f"{team.name}@masis",
        loglevel="WARNING",
        quiet=True,
    )
    worker.start()
    return int(worker.exitcode or 0)
