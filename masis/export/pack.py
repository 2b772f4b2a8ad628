"""Pack: everything that shows an answer to be right, in one zip that can be checked later."""

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import Field

from masis.domain.value import Value
from masis.export import archive, ledger_csv, markdown
from masis.export.dossier import DocumentRecord, Dossier, PageSource, Source, sources_of
from masis.export.pictures import CitedPage, cited_pages

FORMAT = "masis-evidence-pack"
FORMAT_VERSION = 1
MANIFEST = "manifest.json"
RUN, DOCUMENTS, SETTINGS, VERSIONS, DECISIONS = (
    f"data/{name}.json" for name in ("run", "documents", "settings", "versions", "decisions")
)
LEDGER, REPORT = "data/ledger.csv", "report.md"

_README = """\
MASIS evidence pack

Question   {question}
Run        {run_id}
Finished   {finished}

report.pdf           the answer, its sources, the audit trail; for reading and printing
report.md            the same as plain text
pages/               every cited page: its text, and for PDF documents a picture with the quotes marked
data/run.json        the run as MASIS kept it: answer, evidence, claim ledger, scores, trace
data/ledger.csv      the claim ledger with every quote and its place, for a spreadsheet
data/documents.json  the document versions that were read, with the sha256 of each original file
data/settings.json   the settings at the time of the export; secrets are masked
data/versions.json   models and program versions
data/decisions.json  what people decided about the run
manifest.json        the sha256 of every file in this pack

Check it at any time, with or without the workspace it came from:

    python -m masis verify PACK.zip
    python -m masis verify PACK.zip --workspace NAME

The hashes show every accidental change. Somebody who rewrites a file together with the manifest is found
out by the recomputed ledger, by the workspace, or by comparing the fingerprint that verify prints with the
one noted when the pack was made.
"""


class FileRecord(Value):
    """A file as it was packed."""

    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    size_bytes: int = Field(ge=0)


class PageRecord(Value):
    """Where the pack keeps a cited page."""

    document_id: str
    version_id: str
    page_number: int
    text: str
    """Path of the page's text; offsets of quotes point into it."""
    picture: str = ""


class Manifest(Value):
    """What the pack holds."""

    format: str
    format_version: int
    run_id: str
    workspace_id: str
    question: str
    verdict: str
    finished_at: datetime
    masis: str
    files: dict[str, FileRecord]
    pages: tuple[PageRecord, ...] = ()
    pages_not_stored: tuple[str, ...] = ()
    """Cited pages that could not be packed, because their document was deleted before the export."""


class Documents(Value):
    """Content of ``data/documents.json``."""

    documents: tuple[DocumentRecord, ...]


def build(dossier: Dossier, page: PageSource) -> bytes:
    """Return the pack; equal dossiers and pages give equal bytes."""
    from masis.export import pdf

    report = dossier.report
    sources = sources_of(report)
    cited = cited_pages(sources, page)
    files: dict[str, bytes] = {
        "README.txt": _readme(dossier),
        "report.pdf": pdf.render(dossier, cited),
        REPORT: markdown.render(dossier).encode(),
        RUN: plain(report.model_dump(mode="json")),
        LEDGER: ledger_csv.render(report).encode("utf-8-sig"),
        DOCUMENTS: plain(Documents(documents=dossier.documents).model_dump(mode="json")),
        SETTINGS: plain([setting.model_dump(mode="json") for setting in dossier.settings]),
        VERSIONS: plain({"models": dossier.models, "programs": dossier.versions}),
        DECISIONS: plain([decision.model_dump(mode="json") for decision in dossier.decisions]),
    }
    pages = tuple(_add_page(files, page_cited) for page_cited in cited)
    manifest = _manifest(dossier, files, pages, _not_stored(sources, pages))
    return archive.write({MANIFEST: plain(manifest.model_dump(mode="json")), **files}, report.finished_at)


def plain(value: Any) -> bytes:  # noqa: ANN401 - JSON values
    """Return JSON that is the same for equal values and pleasant to read."""
    text = json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True)
    return (text + "\n").encode("utf-8", "backslashreplace")


def digest(content: bytes) -> str:
    """Return the sha256 of a content."""
    return hashlib.sha256(content).hexdigest()


def slug(text: str, most: int = 40) -> str:
    """Return the words of a text as part of a file name."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", ascii_text)[:most].strip("-")


def _readme(dossier: Dossier) -> bytes:
    report = dossier.report
    question = " ".join(report.question.split())
    finished = f"{report.finished_at:%Y-%m-%d %H:%M:%S} UTC"
    return _README.format(question=question, run_id=report.run_id, finished=finished).encode()


def _add_page(files: dict[str, bytes], cited: CitedPage) -> PageRecord:
    view = cited.view
    numbers = "-".join(str(number) for number in cited.numbers[:6])
    name = f"pages/{numbers}_{slug(view.document_title) or 'document'}_p{view.page.number}"
    while f"{name}.txt" in files:
        name += "_"
    files[f"{name}.txt"] = view.page.text.encode("utf-8", "surrogatepass")
    if cited.png:
        files[f"{name}.png"] = cited.png
    return PageRecord(
        document_id=view.document_id,
        version_id=view.version_id,
        page_number=view.page.number,
        text=f"{name}.txt",
        picture=f"{name}.png" if cited.png else "",
    )


def _not_stored(sources: Sequence[Source], pages: Sequence[PageRecord]) -> tuple[str, ...]:
    held = {(page.version_id, page.page_number) for page in pages}
    cited = [s.chunk for s in sources if s.chunk is not None and s.chunk.source == "document"]
    missing = [c for c in cited if (c.version_id, c.page_number) not in held]
    return tuple(dict.fromkeys(f"{c.document_title}, page {c.page_label}" for c in missing))


def _manifest(
    dossier: Dossier, files: Mapping[str, bytes], pages: tuple[PageRecord, ...], missing: tuple[str, ...]
) -> Manifest:
    report = dossier.report
    return Manifest(
        format=FORMAT,
        format_version=FORMAT_VERSION,
        run_id=report.run_id,
        workspace_id=report.workspace_id,
        question=report.question,
        verdict=dossier.verdict,
        finished_at=report.finished_at,
        masis=dossier.versions.get("masis", ""),
        files={name: FileRecord(sha256=digest(c), size_bytes=len(c)) for name, c in files.items()},
        pages=pages,
        pages_not_stored=missing,
    )
