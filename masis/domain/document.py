"""Document: pages as they were read, and what MASIS keeps of a file and of the work on it."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from masis.domain.language.tables import Table
from masis.domain.profile import DocumentProfile
from masis.domain.value import Value

MediaKind = Literal[
    "pdf", "docx", "pptx", "xlsx", "odt", "rtf", "csv", "html", "markdown", "text", "eml", "msg", "image"
]
"""What each is called and ends in stands in ``domain.formats``."""
JobState = Literal[
    "queued", "reading", "embedding", "storing", "done", "unchanged", "rejected", "failed", "cancelled"
]
NoticeKind = Literal[
    "no_text_pages",
    "ocr_pages",
    "recovered",
    "instruction_like",
    "truncated_cells",
    "superseded",
    "attachments",
]


class Block(Value):
    """A run of a page's text with one role; offsets are into the page's text."""

    kind: Literal["heading", "paragraph", "list_item", "table"]
    char_start: int = Field(ge=0)
    char_end: int = Field(ge=0)
    level: int = Field(default=0, ge=0, le=9)
    """Heading level, 1 is the highest; 0 for everything else."""
    header_end: int = Field(default=0, ge=0)
    """For a table: where its header rows end (offset into the page's text); 0 when it has none."""


class Page(Value):
    """One page, slide, sheet or section of a document, as text."""

    number: int = Field(ge=1)
    label: str
    """As printed on the page where the file says so, else the number."""
    text: str
    blocks: tuple[Block, ...] = ()
    """In reading order, not overlapping; text outside every block is layout only."""
    tables: tuple[Table, ...] = ()
    """The tables among the blocks as records, in reading order; their rows point into ``text``."""
    has_image: bool = False
    ocr: bool = False


class Notice(Value):
    """Something a person should know about a document that was taken in all the same."""

    kind: NoticeKind
    message: str
    pages: tuple[int, ...] = ()


class ReadDocument(Value):
    """What a reader made of a file."""

    kind: MediaKind
    title: str
    date: str = ""
    """ISO date the document states of itself (metadata), or empty."""
    pages: tuple[Page, ...]
    notices: tuple[Notice, ...] = ()
    profile: DocumentProfile = DocumentProfile()


class DocumentVersion(Value):
    """One content of a document; a new upload under the same name makes a new one."""

    version_id: str
    number: int = Field(ge=1)
    sha256: str
    size_bytes: int
    pages: int
    chunks: int
    added_at: datetime
    notices: tuple[Notice, ...] = ()
    original_removed_at: datetime | None = None
    """When its file went because the workspace keeps replaced ones for a time only."""


class DocumentSummary(Value):
    """A document as listed."""

    document_id: str
    workspace_id: str
    file_name: str
    title: str
    kind: MediaKind
    date: str = ""
    versions: tuple[DocumentVersion, ...]
    """Newest first; at least one."""
    profile: DocumentProfile = DocumentProfile()
    """What it is, an analyst's corrections included."""
    read_profile: DocumentProfile = DocumentProfile()
    """What its reader took it for."""

    @property
    def current(self) -> DocumentVersion:
        """The version that is searched."""
        return self.versions[0]


class IngestJob(Value):
    """The work on one uploaded file, as it stands now."""

    job_id: str
    workspace_id: str
    file_name: str
    state: JobState
    pages_done: int = 0
    pages_total: int = 0
    chunks_done: int = 0
    chunks_total: int = 0
    message: str = ""
    """Why it was rejected, failed or left unchanged; empty while all is well."""
    code: str = ""
    """The rejection code, for example ``encrypted``."""
    document_id: str = ""
    created_at: datetime
    updated_at: datetime

    @property
    def finished(self) -> bool:
        """True when nothing more will happen by itself."""
        return self.state in {"done", "unchanged", "rejected", "failed", "cancelled"}


class PageImage(Value):
    """A rendered page with the boxes to highlight, in pixels of the image."""

    png: bytes
    width: int
    height: int
    boxes: tuple[tuple[float, float, float, float], ...] = ()
    """left, top, right, bottom."""


class PageView(Value):
    """What the source pane shows of one page."""

    document_id: str
    version_id: str
    document_title: str
    file_name: str
    kind: MediaKind
    page: Page
    page_count: int
    image: PageImage | None = None
    """Only for pages of PDFs and pictures; ``None`` when the page is shown as text."""
    highlight: tuple[int, int] | None = None
    """Span of the cited words in ``page.text``."""
