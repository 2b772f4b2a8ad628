"""Job: what a reader is given, and the words it refuses a file with."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePath

from pydantic import Field

from masis.domain.document import MediaKind, ReadDocument
from masis.domain.value import Value
from masis.errors import DocumentRejected, RejectionCode

READERS_MEMORY_BYTES = 3 * 1024**3
"""For all files that are read at the same time: what a machine of 4 GB can spare."""
LEAST_MEMORY_BYTES = 768 * 1024**2
"""A reader with its libraries takes 180 MB; the rest is room for long files (own choice)."""
NOTHING_STORED = "Nothing was stored."


class Limits(Value):
    """The bounds a reader keeps to."""

    max_pages: int = Field(default=2000, ge=1)
    timeout_seconds: float = 300.0
    ocr: bool = True
    memory_bytes: int = Field(default=READERS_MEMORY_BYTES, ge=1)
    """Address space of the process that reads the file."""
    max_cells: int = 200_000
    """Cells of one workbook or table file that are read; the rest is left out and said."""


@dataclass(frozen=True, slots=True)
class Job:
    """One file to read, inside the child process."""

    content: bytes
    kind: MediaKind
    file_name: str
    password: str | None = None
    limits: Limits = field(default_factory=Limits)
    on_page: Callable[[int, int], None] = lambda _done, _total: None
    on_draft: Callable[[ReadDocument], None] | None = None
    """Wants the first pages of a long file as they look before the rest is read; only a guess."""
    started: float = field(default_factory=time.monotonic)

    @property
    def stem(self) -> str:
        """The file name without its ending: the title when there is no better one."""
        return PurePath(self.file_name).stem or self.file_name

    def seconds_left(self) -> float:
        """Time until the parent ends this process."""
        return self.limits.timeout_seconds - (time.monotonic() - self.started)

    def check_pages(self, count: int, noun: str = "pages") -> None:
        """Refuse a document that is longer than the limit."""
        if count > self.limits.max_pages:
            raise refuse(
                code="too_many_pages",
                what=f"“{self.file_name}” has {count:,} {noun}; the limit is {self.limits.max_pages:,}.",
                then="Split it into parts and upload those.",
            )


def refuse(code: RejectionCode, what: str, then: str) -> DocumentRejected:
    """Say what happened, that nothing was stored, and what to do next."""
    return DocumentRejected(code, f"{what} {NOTHING_STORED} {then}")


def damaged(job: Job) -> DocumentRejected:
    """Say that the file cannot be opened as what it claims to be."""
    return refuse(
        "damaged",
        f"“{job.file_name}” is damaged and cannot be opened.",
        "Open it in the program it was made with, save it again, and upload the new copy.",
    )


def no_text(job: Job, why: str = "It holds no text.") -> DocumentRejected:
    """Say that there is nothing to search in the file."""
    return refuse(
        "no_text", f"“{job.file_name}” cannot be searched. {why}", "Upload a version with text in it."
    )
