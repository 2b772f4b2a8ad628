"""Logging: one line an event on standard error, with the run or job it belongs to."""

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

NOISY = ("httpx", "httpcore", "httpx2", "httpcore2", "alembic", "pypdf", "pdfminer", "PIL", "watchdog")
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


def configure(level: str, *, json_lines: bool = False) -> None:
    """Send every log record, those of libraries included, through one structured formatter."""
    import structlog

    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _extras,
        structlog.processors.format_exc_info,
    ]
    render: Any = (
        structlog.processors.JSONRenderer()
        if json_lines
        else structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "logger", "event"])
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    handler.setLevel(level)  # some libraries set their own loggers lower
    logging.captureWarnings(json_lines)
    for name in NOISY:
        logging.getLogger(name).setLevel(logging.WARNING)


def bind(**names: str) -> None:
    """Put values on every line from here on; a job runs in a context of its own, so they end with it."""
    from structlog.contextvars import bind_contextvars

    bind_contextvars(**names)


@contextmanager
def bound(**names: str) -> Iterator[None]:
    """Put values on every line within; whatever copies the context takes them along."""
    from structlog.contextvars import bound_contextvars

    with bound_contextvars(**names):
        yield


def carried(work: Callable[P, T]) -> Callable[P, T]:
    """Return work for a pool's thread that keeps the values of the lines of whoever hands it in."""
    context = copy_context()
    return lambda *args, **named: context.copy().run(work, *args, **named)


def _extras(_logger: Any, _method: str, event: Any) -> Any:  # noqa: ANN401 - structlog's processor shape
    """Put a record's ``extra`` values beside its message."""
    record = event.get("_record")
    if record is not None:
        event.update({name: value for name, value in vars(record).items() if name not in _STANDARD})
    return event
