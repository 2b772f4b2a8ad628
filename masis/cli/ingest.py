"""Ingest command: take files, and every file of a folder that is read, into a workspace."""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from masis.cli.text import job_line, notices_of
from masis.errors import InvalidInput

if TYPE_CHECKING:
    from masis.domain.document import IngestJob
    from masis.domain.folder.source import FileSeen, SkippedFile
    from masis.service import Masis

_SUCCESS, _ERROR = 0, 1
_POLL_SECONDS = 0.2
_CHANGED = "It changed while it was read."
P = TypeVar("P", bound=argparse.ArgumentParser)


class _File(NamedTuple):
    """A file to take in; its content is read when its turn comes."""

    name: str
    content: Callable[[], bytes | None]
    """Nothing when it is another one by then."""


def add_ingest(
    commands: "argparse._SubParsersAction[P]",
    opened: "Callable[[], Masis]",
    workspace: "Callable[..., str]",
) -> None:
    """Add the subcommand; ``opened`` opens MASIS, ``workspace`` finds or makes one by its name."""
    parser = commands.add_parser("ingest", help="take documents into a workspace")
    parser.add_argument("--workspace", required=True, help="made when missing")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="or a folder, with all below it")
    parser.add_argument("--password", help="opens encrypted files")
    parser.add_argument("--json", action="store_true", help="print the jobs as JSON")
    parser.set_defaults(command=lambda options: _ingest(options, opened, workspace))


def _ingest(
    options: argparse.Namespace, opened: "Callable[[], Masis]", workspace: "Callable[..., str]"
) -> int:
    from masis.domain.folder.source import SkippedFile
    from masis.domain.person import Caller

    named = {path: _content(path) for path in options.files if not path.is_dir()}
    masis = opened()
    try:
        files = [file for path in options.files for file in _files(masis, path, named)]
        if not files:
            message = "No file that is read lies in the folder. Nothing was taken in."
            raise InvalidInput(message)
        workspace_id = workspace(masis, options.workspace, create=True)
        mine: set[str] = set()
        for file in files:
            content = file.content()
            if content is None:
                _skip(SkippedFile(path=file.name, reason=_CHANGED))
            else:
                job = masis.upload(Caller(), workspace_id, file.name, content, options.password)
                mine.add(job.job_id)
        finished = _watch(masis, workspace_id, mine)
        notices = notices_of(masis, workspace_id)
    finally:
        masis.close()
    if options.json:
        print(json.dumps([job.model_dump(mode="json") for job in finished], indent=2, ensure_ascii=False))
    else:
        for job in finished:
            said = " ".join(notices.get(job.document_id, ()))
            print(f"{job_line(job)}{'. ' if said else ''}{said}")
    return _SUCCESS if all(job.state in {"done", "unchanged"} for job in finished) else _ERROR


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}."
        raise InvalidInput(message) from error


def _files(masis: "Masis", path: Path, named: "dict[Path, bytes]") -> Iterator[_File]:
    """Yield a file that was named, or every one below a folder that is read; the others are said."""
    from masis.service.documents.folder_scan import content_of

    if path in named:
        yield _File(path.name, partial(named.get, path))
        return
    folder, found = masis.folders.look(path)
    for left_alone in found.skipped:
        _skip(left_alone)
    for file, name in zip(found.files, names_apart(found.files), strict=True):
        yield _File(name, partial(content_of, folder, file))


def names_apart(files: "Sequence[FileSeen]") -> list[str]:
    """Return a name for each file: its own, after those of its folders where several have the same.

    A document goes by its name: two files of one name would be two versions of one document.
    """
    count = Counter(file.name.casefold() for file in files)
    return [
        " - ".join(PurePosixPath(file.path).parts) if count[file.name.casefold()] > 1 else file.name
        for file in files
    ]


def _skip(file: "SkippedFile") -> None:
    from masis.domain.folder.lines import skipped

    _say(skipped(file).sentence)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _watch(masis: "Masis", workspace_id: str, mine: set[str]) -> "list[IngestJob]":
    """Say each change until every job has ended."""
    from masis.domain.person import Caller

    said: dict[str, str] = {}
    while True:
        jobs = [job for job in masis.jobs(Caller(), workspace_id) if job.job_id in mine]
        for job in jobs:
            if not job.finished and said.get(job.job_id) != (line := job_line(job)):
                said[job.job_id] = line
                _say(line)
        if all(job.finished or job.message for job in jobs):  # one that is not worked on says why
            return jobs
        time.sleep(_POLL_SECONDS)
