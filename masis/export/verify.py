"""Verify: check a pack against itself and, when one is at hand, against the workspace it came from."""

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from pydantic import ValidationError

from masis.domain.run.report import RunReport
from masis.domain.value import Value
from masis.errors import InvalidInput
from masis.export import archive, ledger_csv, pack
from masis.export.base import Library
from masis.export.checks import citations, figures, quotes
from masis.export.comparing import documents, run
from masis.export.findings import Check, CheckName, Difference, Verification

T = TypeVar("T", bound=Value)
MOST_JSON = 20 * 1024 * 1024
MOST_ANSWER, MOST_PASSAGES, MOST_EVIDENCE = 40_000, 400, 2_000_000
"""Characters, passages, characters: far beyond any run, and still checked in seconds."""
_DERIVED = "It does not say what data/run.json says."


class _Opened(NamedTuple):
    files: dict[str, bytes]
    manifest: pack.Manifest


def verify(content: bytes, library: Library | None = None) -> Verification:
    """Check everything that can be checked.

    Raises:
        InvalidInput: the file is not a pack, or not one that can be opened safely.
    """
    opened = _opened(content)
    report = _plausible(_read(RunReport, opened.files.get(pack.RUN)))
    checks = [_files(opened, report), *_inner(opened, report), *_outer(opened, report, library)]
    return Verification(
        run_id=opened.manifest.run_id,
        question=opened.manifest.question,
        fingerprint=pack.digest(opened.files[pack.MANIFEST]),
        made_with=opened.manifest.masis,
        verified=not any(check.differences for check in checks),
        checks=tuple(checks),
    )


def _opened(content: bytes) -> _Opened:
    files = archive.read(content)
    manifest = _read(pack.Manifest, files.get(pack.MANIFEST))
    if manifest is None or manifest.format != pack.FORMAT:
        message = "This zip is not an evidence pack of MASIS: its manifest is missing or unreadable."
        raise InvalidInput(message)
    if manifest.format_version > pack.FORMAT_VERSION:
        message = "This pack was made by a newer MASIS. Verify it with that version."
        raise InvalidInput(message)
    return _Opened(files, manifest)


def _read(kind: type[T], content: bytes | None) -> T | None:
    """Return the value, or ``None`` when it is missing or is not one."""
    if content is None or len(content) > MOST_JSON:
        return None
    try:
        return kind.model_validate_json(content)
    except (ValidationError, ValueError, RecursionError):
        return None


def _plausible(report: RunReport | None) -> RunReport | None:
    """Return the run unless its size could only be meant to keep the checks busy."""
    if report is None or len(report.answer or "") > MOST_ANSWER or len(report.evidence) > MOST_PASSAGES:
        return None
    if sum(len(chunk.full_text) for chunk in report.evidence) > MOST_EVIDENCE:
        return None
    return report


def _files(opened: _Opened, report: RunReport | None) -> Check:
    found = [*_hashes(opened), *_readable(opened, report)]
    return Check(name="files", looked_at=len(opened.manifest.files), differences=tuple(found))


def _hashes(opened: _Opened) -> Iterator[Difference]:
    listed = opened.manifest.files
    for name, record in listed.items():
        if name not in opened.files:
            yield _file("missing_file", name, "The manifest lists it, the pack does not hold it.")
        elif pack.digest(opened.files[name]) != record.sha256:
            yield _file("tampered_file", name, "Its content is not what was packed.")
    for name in sorted(opened.files.keys() - listed.keys() - {pack.MANIFEST}):
        yield _file("added_file", name, "It was not part of the pack.")


def _readable(opened: _Opened, report: RunReport | None) -> Iterator[Difference]:
    """Find files that are there with the right hash and still do not say what the run says."""
    if report is None:
        if pack.RUN not in opened.manifest.files or pack.RUN in opened.files:
            yield _file("unreadable", pack.RUN, "It is not a run that MASIS can read.")
        return
    if (report.run_id, report.question) != (opened.manifest.run_id, opened.manifest.question):
        yield _file("inconsistent", pack.MANIFEST, "It names another run or question than data/run.json.")
    kept = opened.files.get(pack.LEDGER)
    if kept is not None and kept != ledger_csv.render(report).encode("utf-8-sig"):
        yield _file("inconsistent", pack.LEDGER, _DERIVED)
    if pack.DOCUMENTS in opened.files and _read(pack.Documents, opened.files[pack.DOCUMENTS]) is None:
        yield _file("unreadable", pack.DOCUMENTS, "It is not a list of documents that MASIS can read.")


def _file(kind: str, name: str, message: str) -> Difference:
    return Difference.model_validate({"check": "files", "kind": kind, "subject": name, "message": message})


def _inner(opened: _Opened, report: RunReport | None) -> Iterator[Check]:
    """Check the run against the pack's own pages and against the rules."""
    if report is None:
        names: Sequence[CheckName] = ("citations", "quotes", "figures")
        yield from (Check(name=name, skipped="data/run.json cannot be read.") for name in names)
        return
    recorded = _read(pack.Documents, opened.files.get(pack.DOCUMENTS))
    pages = {
        (page.version_id, page.page_number): opened.files[page.text].decode("utf-8", "surrogatepass")
        for page in opened.manifest.pages
        if page.text in opened.files and _decodes(opened.files[page.text])
    }
    yield citations(report)
    yield quotes(report, pages, recorded.documents if recorded else ())
    yield figures(report)


def _decodes(content: bytes) -> bool:
    try:
        content.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def _outer(opened: _Opened, report: RunReport | None, library: Library | None) -> Iterator[Check]:
    recorded = _read(pack.Documents, opened.files.get(pack.DOCUMENTS))
    if library is None or report is None or recorded is None:
        why = "No workspace was named." if library is None else "The pack's data cannot be read."
        yield Check(name="documents", skipped=why)
        yield Check(name="run", skipped=why)
        return
    yield documents(report, recorded.documents, library)
    yield run(report, library)


def as_json(result: Verification) -> str:
    """Return the result for programs."""
    return json.dumps(result.model_dump(mode="json"), ensure_ascii=False, indent=2)
