"""Export commands: ``export`` a run as a file and ``verify`` a pack."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from masis.domain.person import Caller
from masis.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from masis.domain.document import DocumentSummary
    from masis.domain.evidence import Chunk
    from masis.domain.run.report import RunReport
    from masis.export.findings import Verification
    from masis.service import Masis

VERIFIED, DIFFERS = 0, 2
_FORMATS = ("pack", "pdf", "docx", "md", "json")


def add_commands(commands: "argparse._SubParsersAction[Any]", opened: "Callable[[], Masis]") -> None:
    """Add both commands; ``opened`` opens MASIS, which ``verify`` needs only beside a workspace."""
    export = commands.add_parser("export", help="write a finished run to a file")
    export.add_argument("run_id", metavar="RUN_ID")
    export.add_argument("--format", choices=_FORMATS, default="pack")
    export.add_argument("--out", required=True, metavar="FILE", help="- is standard output")
    export.add_argument("--workspace", help="only look there")
    export.set_defaults(command=lambda options: _export(options, opened))

    verify = commands.add_parser("verify", help="check an evidence pack")
    verify.add_argument("pack", metavar="PACK")
    verify.add_argument("--workspace", help="compare with the documents and runs there too")
    verify.add_argument("--json", action="store_true")
    verify.set_defaults(command=lambda options: _verify(options, opened))


def _export(options: argparse.Namespace, opened: "Callable[[], Masis]") -> int:
    masis = opened()
    try:
        workspace_id = _workspace_of(masis, options.run_id, options.workspace)
        made = masis.export_run(Caller(), workspace_id, options.run_id, options.format)
    finally:
        masis.close()
    if options.out == "-":
        sys.stdout.buffer.write(made.content)
        sys.stdout.buffer.flush()
        return VERIFIED
    try:
        Path(options.out).write_bytes(made.content)
    except OSError as error:
        message = f"{options.out} cannot be written: {error.strerror}."
        raise InvalidInput(message) from error
    print(f"{options.out}: {len(made.content):,} bytes")
    return VERIFIED


def _workspace_of(masis: "Masis", run_id: str, wanted: str | None) -> str:
    """Return the workspace that holds the run."""
    candidates = (
        [_named(masis, wanted)]
        if wanted
        else [workspace.workspace_id for workspace in masis.workspaces(Caller())]
    )
    for workspace_id in candidates:
        try:
            masis.run(Caller(), workspace_id, run_id)
        except NotFound:
            continue
        return workspace_id
    message = f"There is no run “{run_id}”{f' in {wanted}' if wanted else ''}. The history lists the runs."
    raise NotFound(message)


def _named(masis: "Masis", name: str) -> str:
    for workspace in masis.workspaces(Caller()):
        if name == workspace.workspace_id or name.casefold() == workspace.name.casefold():
            return workspace.workspace_id
    message = f"There is no workspace “{name}”."
    raise NotFound(message)


def _verify(options: argparse.Namespace, opened: "Callable[[], Masis]") -> int:
    from masis.export.verify import as_json, verify

    content = _content(options.pack)
    if options.workspace is None:
        result = verify(content)
    else:
        masis = opened()
        try:
            result = verify(content, _Workspace(masis, _named(masis, options.workspace)))
        finally:
            masis.close()
    print(as_json(result) if options.json else "\n".join(_told(result)))
    return VERIFIED if result.verified else DIFFERS


def _content(name: str) -> bytes:
    """Return the file, one byte past what the verifier takes at most."""
    from masis.export.archive import MOST_PACKED

    try:
        with sys.stdin.buffer if name == "-" else Path(name).open("rb") as file:
            return file.read(MOST_PACKED + 1)
    except OSError as error:
        message = f"{name} cannot be read: {error.strerror}."
        raise InvalidInput(message) from error


def _told(result: "Verification") -> "Sequence[str]":
    from masis.domain.printable import printable
    from masis.export.findings import TITLES

    lines = [
        "Verified: the pack is as it was made." if result.verified else "Differences were found.",
        f"Run {result.run_id}, made with MASIS {result.made_with or 'of an unknown version'}",
        f"Fingerprint {result.fingerprint}",
        "",
    ]
    for check in result.checks:
        state = check.skipped or (f"{len(check.differences)} differ" if check.differences else "ok")
        looked = f" ({check.looked_at})" if check.looked_at else ""
        mark = "-" if check.skipped else "!" if check.differences else "✓"
        lines.append(f"{mark} {TITLES[check.name]}{looked}: {state}")
        lines += [f"    {difference.subject}: {difference.message}" for difference in check.differences]
    return [printable(line.replace("\n", " ")) for line in lines]


class _Workspace:
    """The workspace as the verifier asks it."""

    def __init__(self, masis: "Masis", workspace_id: str) -> None:
        self._masis = masis
        self._workspace_id = workspace_id

    def documents(self) -> "Sequence[DocumentSummary]":
        """Return what is listed now."""
        return self._masis.documents(Caller(), self._workspace_id)

    def chunks(self, document_id: str, version_id: str) -> "Sequence[Chunk] | None":
        """Return a version's passages."""
        try:
            return self._masis.chunks(Caller(), self._workspace_id, document_id, version_id)
        except NotFound:
            return None

    def original_sha256(self, document_id: str, version_id: str) -> str | None:
        """Return the hash of the stored original, worked out from its bytes."""
        from masis.export.pack import digest

        try:
            return digest(self._masis.original(Caller(), self._workspace_id, document_id, version_id))
        except NotFound:
            return None

    def report(self, run_id: str) -> "RunReport | None":
        """Return the run as it is kept."""
        try:
            return self._masis.run(Caller(), self._workspace_id, run_id).report
        except NotFound:
            return None
