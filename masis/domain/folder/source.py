"""Source: a file of a folder as seen and as kept, and how a sync of the folder ended."""

from datetime import datetime
from pathlib import PurePosixPath
from typing import Literal, get_args

from pydantic import Field

from masis.domain.value import Value

Change = Literal["new", "changed", "renamed", "removed", "unchanged", "skipped", "failed"]
CHANGES: tuple[Change, ...] = get_args(Change)


class FileSeen(Value):
    """A file that can be taken in, as it lies in the folder now."""

    path: str
    """Within the folder, parts apart by ``/``."""
    sha256: str
    size_bytes: int
    modified_ns: int

    @property
    def name(self) -> str:
        """The name without folders."""
        return PurePosixPath(self.path).name


class SkippedFile(Value):
    """A file or folder that is left alone, and why."""

    path: str
    reason: str


class SourceRow(Value):
    """What is kept of a file that was taken in, or that could not be."""

    path: str
    document_id: str = ""
    """The document that holds its content; empty where it was refused before there was one."""
    made: bool = False
    """Whether a sync made that document, and this file is the one it is kept for."""
    sha256: str = ""
    """The content that was taken in; empty while the first one is under way."""
    size_bytes: int = 0
    modified_ns: int = 0
    reason: str = ""
    """Why this content was refused."""

    def at(self, file: FileSeen) -> "SourceRow":
        """Return the row as it is kept for a file that the same document holds."""
        return self.model_copy(update=file.model_dump())

    def stands_for(self, file: FileSeen) -> bool:
        """Whether the file is as it was, by all that can be told without reading it."""
        return (self.size_bytes, self.modified_ns) == (file.size_bytes, file.modified_ns)


class HeldDocument(Value):
    """A document of the workspace that nobody deleted."""

    sha256: str
    """Of its current version."""
    file_name: str


class SyncLine(Value):
    """One change that a sync made, or would make."""

    change: Change
    path: str
    detail: str = ""

    @property
    def sentence(self) -> str:
        """The line as people read it; a name cannot hold a line of its own."""
        shown = "".join(sign if sign.isprintable() else "\ufffd" for sign in self.path)
        return f"{self.change}: {shown}{'. ' if self.detail else ''}{self.detail}"

    @property
    def as_skipped(self) -> SkippedFile:
        """The file and the reason."""
        return SkippedFile(path=self.path, reason=self.detail)


class SyncReport(Value):
    """What the last sync of a folder did."""

    folder: str
    finished_at: datetime
    counts: dict[Change, int] = Field(default_factory=dict)
    skipped: tuple[SkippedFile, ...] = ()
    """The first of them; ``counts`` has how many there are."""
    warning: str = ""
    """Why documents were kept whose files are gone."""

    @property
    def sentence(self) -> str:
        """How many files of each kind, those without any left out."""
        found = [f"{self.counts[change]:,} {change}" for change in CHANGES if self.counts.get(change)]
        return ", ".join(found) or "no files"


class SyncRun(Value):
    """A sync that somebody began on the page, as far as it is."""

    folder: str
    changed: int = 0
    """Changes made until now."""
    last: str = ""
    """The last change as people read it."""
    finished: bool = False
    error: str = ""
    """Why it ended before its time."""
