"""Draft command: ``audit`` a memo against a workspace; progress on standard error, the result on output."""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from masis.domain.person import Caller
from masis.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from masis.domain.memo_audit.verdicts import DraftAudit
    from masis.service import Masis

CLEAN, FAILED, NEEDS_A_LOOK = 0, 1, 2
_POLL_SECONDS = 0.2
_FORMATS = ("text", "json", "md", "csv")
P = TypeVar("P", bound=argparse.ArgumentParser)


def add_audit(commands: "argparse._SubParsersAction[P]", opened: "Callable[[], Masis]") -> None:
    """Add the subcommand; ``opened`` opens MASIS."""
    parser = commands.add_parser("audit", help="check every sentence of a memo against a workspace")
    parser.add_argument("--workspace", required=True, help="its name or id")
    parser.add_argument("file", metavar="FILE", help="any format a document may have; - reads text")
    parser.add_argument("--format", choices=_FORMATS, default="text")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the result there")
    parser.add_argument("--keep", action="store_true", help="keep the audit, to be opened in the app")
    parser.set_defaults(command=lambda options: _audit(options, opened))


def _audit(options: argparse.Namespace, opened: "Callable[[], Masis]") -> int:
    name, content = _content(options.file)
    masis = opened()
    try:
        workspace_id = _named(masis, options.workspace)
        audit_id = _begun(masis, workspace_id, name, content)
        try:
            audit = _followed(masis, workspace_id, audit_id)
            made = _made(audit, options.format)
        finally:
            if not options.keep:
                masis.drafts.delete(Caller(), workspace_id, audit_id)
    finally:
        masis.close()
    if audit.summary.state != "done":
        _say(audit.summary.message)
        return FAILED
    if options.out:
        _write(options.out, made)
    else:
        sys.stdout.buffer.write(made)
        sys.stdout.buffer.flush()
    return NEEDS_A_LOOK if audit.summary.problems else CLEAN


def _content(name: str) -> tuple[str, bytes]:
    """Return the memo; a text from a pipe has no name to tell its format by."""
    if name == "-":
        return "", sys.stdin.buffer.read()
    try:
        return Path(name).name, Path(name).read_bytes()
    except OSError as error:
        message = f"{name} cannot be read: {error.strerror}."
        raise InvalidInput(message) from error


def _begun(masis: "Masis", workspace_id: str, name: str, content: bytes) -> str:
    if name:
        return masis.drafts.upload(Caller(), workspace_id, name, content)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = "Standard input is not UTF-8 text. Name a file for any other format."
        raise InvalidInput(message) from error
    return masis.drafts.paste(Caller(), workspace_id, text, "Memo from standard input")


def _named(masis: "Masis", wanted: str) -> str:
    for one in masis.workspaces(Caller()):
        if wanted == one.workspace_id or wanted.casefold() == one.name.casefold():
            return one.workspace_id
    message = f"There is no workspace “{wanted}”. Take documents in first: ingest --workspace {wanted} FILE"
    raise NotFound(message)


def _followed(masis: "Masis", workspace_id: str, audit_id: str) -> "DraftAudit":
    """Say how far the audit is until it has ended."""
    said = ""
    while True:
        masis.drafts.wait(audit_id, _POLL_SECONDS)
        audit = masis.drafts.get(Caller(), workspace_id, audit_id)
        if audit.summary.finished or audit.summary.message:
            return audit
        line = f"{audit.summary.done:,} of {audit.summary.total:,} sentences looked up"
        if audit.summary.total and line != said:
            said = line
            _say(line)


def _made(audit: "DraftAudit", kind: str) -> bytes:
    if audit.summary.state != "done":
        return b""
    if kind == "text":
        return ("\n".join(as_text(audit)) + "\n").encode("utf-8", "backslashreplace")
    from masis.export.memos import FORMATS, render

    return render(audit, next(one for one in FORMATS if one == kind))


def as_text(audit: "DraftAudit") -> Iterator[str]:
    """Yield the result as lines for a person: counts, then every sentence that was checked."""
    from masis.domain.memo_audit.verdicts import PROBLEMS, UNCHECKED, WORDS
    from masis.domain.printable import single_line

    counts = audit.summary.counts
    told = [f"{WORDS[one].lower()}: {counts[one]}" for one in WORDS if counts.get(one) and one != "heading"]
    yield f"{audit.summary.name}: {', '.join(told) or 'nothing to check'}"
    yield ""
    for row in audit.rows:
        if row.verdict in UNCHECKED:
            continue
        yield f"{row.position + 1:>4}  {WORDS[row.verdict]}: {single_line(row.text)}"
        if row.verdict in PROBLEMS:
            yield f"      {single_line(row.reason)}"
        for quote in row.sources[:2]:
            yield f"      {single_line(quote.place)}: “{single_line(quote.text)[:200]}”"


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror}."
        raise InvalidInput(message) from error
    _say(f"{path}: {len(content):,} bytes")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201 - a command line
