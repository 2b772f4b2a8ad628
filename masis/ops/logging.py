"""Logging: one line an event on standard error, with the run or job it belongs to."""

import logging
import sys
from typing import Any

NOISY = ("httpx", "httpcore", "httpx2", "httpcore2", "alembic", "pypdf", "pdfminer", "PIL", "watchdog")
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


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
    for name in NOISY:
        logging.getLogger(name).setLevel(logging.WARNING)


def _extras(_logger: Any, _method: str, event: Any) -> Any:  # noqa: ANN401 - structlog's processor shape
    """Put a record's ``extra`` values beside its message."""
    record = event.get("_record")
    if record is not None:
        event.update({name: value for name, value in vars(record).items() if name not in _STANDARD})
    return event
