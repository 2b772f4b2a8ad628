"""One reader a format: bytes to pages, read in a child process."""

from __future__ import annotations

import time
from contextlib import closing
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Callable

    from masis.config import Settings
    from masis.domain.document import MediaKind, ReadDocument
    from masis.errors import DocumentRejected, RejectionCode
    from masis.ingest.child import Message
    from masis.ingest.executor import Child


def read(  # noqa: PLR0913, PLR0917 - what to read, how far, and whom to tell
    content: bytes,
    kind: MediaKind,
    file_name: str,
    password: str | None,
    settings: Settings,
    on_page: Callable[[int, int], None] = lambda _done, _total: None,
    cancelled: Callable[[], bool] = lambda: False,
    on_draft: Callable[[ReadDocument], None] | None = None,
    start: Callable[[], Child] | None = None,
) -> ReadDocument:
    """Read a file: pages and profile; raise ``DocumentRejected``, ``PasswordRequired`` or ``Cancelled``.

    ``on_draft`` gets the first pages of a long PDF while the rest is read, as they look by then: what the
    whole document shows (its usual type sizes, its running headers) may still change them.
    """
    from masis.ingest.executor import Child, ChildGone, ChildTimedOut
    from masis.ingest.profile import profiled
    from masis.ingest.readers.job import refuse

    request: Message = {
        "request": "read",
        "kind": kind,
        "file_name": file_name,
        "password": password,
        "drafts": on_draft is not None,
        "limits": _limits(settings),
    }
    with closing((start or Child)()) as child:
        child.send(request, content)
        try:
            drafted = None if on_draft is None else lambda draft: on_draft(profiled(draft, file_name))
            document = _await(child, settings.read_timeout_seconds, on_page, cancelled, drafted)
        except ChildTimedOut as error:
            seconds = f"{settings.read_timeout_seconds:g} seconds"
            what = f"Reading “{file_name}” took longer than {seconds} and was stopped."
            raise refuse(code="timed_out", what=what, then="Split it into parts and upload those.") from error
        except ChildGone as error:
            what = f"“{file_name}” could not be read: it made the reader stop. MASIS itself is not affected."
            again = "Save it again from the program it was made with and upload the new copy."
            raise refuse(code="crashed", what=what, then=again) from error
    return profiled(document, file_name)


def _limits(settings: Settings) -> Message:
    from masis.ingest.readers.job import LEAST_MEMORY_BYTES, READERS_MEMORY_BYTES

    return {
        "max_pages": settings.max_pages,
        "timeout_seconds": settings.read_timeout_seconds,
        "ocr": settings.ocr == "auto",
        "memory_bytes": max(LEAST_MEMORY_BYTES, READERS_MEMORY_BYTES // settings.parallel_ingestions),
    }


def _await(
    child: Child,
    timeout_seconds: float,
    on_page: Callable[[int, int], None],
    cancelled: Callable[[], bool],
    on_draft: Callable[[ReadDocument], None] | None,
) -> ReadDocument:
    from masis.domain.document import ReadDocument
    from masis.errors import Cancelled

    def stop_if_cancelled() -> None:
        if cancelled():
            raise Cancelled

    deadline = time.monotonic() + timeout_seconds
    while True:
        message, data = child.receive(deadline, stop_if_cancelled)
        if message["reply"] == "page":
            on_page(cast(int, message["done"]), cast(int, message["total"]))
        elif message["reply"] == "draft":
            if on_draft is not None:
                on_draft(ReadDocument.model_validate_json(data))
        elif message["reply"] == "rejected":
            raise _rejection(message)
        else:
            return ReadDocument.model_validate_json(data)


def _rejection(message: Message) -> DocumentRejected:
    from masis.errors import DocumentRejected, PasswordRequired

    refusal = PasswordRequired if message["password"] else DocumentRejected
    return refusal(cast("RejectionCode", message["code"]), str(message["message"]))
