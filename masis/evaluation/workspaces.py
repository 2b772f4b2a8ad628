"""Workspaces: where an evaluation asks: the sample, documents beside a set, or a folder given and kept."""

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from masis.config import Settings
from masis.errors import InvalidInput
from masis.evaluation.asking import EVALUATOR, passages, sample, settled, take_in, workspace
from masis.evaluation.base import Bench, Pipeline, Progress
from masis.evaluation.sets import GoldenQuestion
from masis.retrieval.folder import copy_folder

Page = tuple[str, int]
"""(file name, page number)."""

NAME = "documents"
MOST_KEPT = 6
"""Older workspaces go: each holds its documents and their vectors."""
_CODE = Path(__file__).parents[1]
DECIDE_WHAT_IS_STORED = (
    "ingest",
    "embeddings",
    "retrieval",
    "store",
    "domain/conversation/organisations.py",
    "domain/language",
    "domain/document.py",
    "domain/embedding.py",
    "domain/evidence.py",
    "domain/formats.py",
    "domain/once.py",
    "domain/printable.py",
    "domain/profile.py",
    "domain/run/research.py",
    "domain/calibration/thresholds.py",
    "domain/value.py",
)
"""The code whose change makes a stored workspace stale."""
_CODE_ENDINGS = frozenset({".py", ".toml", ".json"})
_HASHED = 16


class FilledWorkspace(NamedTuple):
    """A workspace whose documents are in."""

    workspace_id: str
    pages: Mapping[str, Page]
    """On which page of which file every passage stands, by its id."""


def workspaces_of(rows: Sequence[GoldenQuestion], bench: Bench) -> Mapping[str, FilledWorkspace]:
    """Take in the documents that the rows are about; by folder beside the set, "" is the sample."""
    made = {}
    for folder in dict.fromkeys(row.documents for row in rows):
        if folder:
            name = folder.replace("/", " ")
            workspace_id = fill(bench.pipeline, bench.folder / folder, bench.progress, name, all_needed=True)
        else:
            workspace_id = sample(bench.pipeline, bench.progress)
        made[folder] = _filled(bench.pipeline, workspace_id)
    return made


def opened(pipeline: Pipeline, documents: Path, progress: Progress) -> FilledWorkspace:
    """Return the workspace of a folder's documents; what it holds already is not read again."""
    return _filled(pipeline, fill(pipeline, documents, progress))


def _filled(pipeline: Pipeline, workspace_id: str) -> FilledWorkspace:
    held = passages(pipeline, workspace_id)
    pages = {chunk.chunk_id: (name, chunk.page_number) for name, chunks in held.items() for chunk in chunks}
    return FilledWorkspace(workspace_id, pages)


def fill(
    pipeline: Pipeline, folder: Path, progress: Progress, name: str = NAME, *, all_needed: bool = False
) -> str:
    """Take in what the workspace of this name does not hold yet, by file name, and return its id."""
    files = files_of(folder)
    known = {item.name: item.workspace_id for item in pipeline.workspaces(EVALUATOR)}
    workspace_id = known.get(name) or workspace(pipeline, name)
    held = {document.file_name for document in pipeline.documents(EVALUATOR, workspace_id)}
    for path in files:
        if path.name not in held:
            take_in(pipeline, workspace_id, path.name, path.read_bytes())
    settled(pipeline, workspace_id, progress, all_needed=all_needed)
    return workspace_id


def files_of(folder: Path) -> list[Path]:
    """Return the files of a folder by name; a folder without any is refused."""
    found = sorted(path for path in folder.glob("*") if path.is_file() and not path.name.startswith("."))
    if not found:
        message = f"The documents of the set are missing: there is no document in {folder}."
        raise InvalidInput(message)
    return found


class Kept(NamedTuple):
    """Where workspaces are kept between evaluations, and what fills one."""

    folder: Path
    settings: Settings
    build: Callable[[Settings], Pipeline]

    def copy_to(self, data: Path, documents: Path, progress: Progress) -> None:
        """Fill a new data folder with the documents' workspace, made first where there is none yet.

        Runs work on copies: the kept one stays as ingestion left it, and several may run at a time.
        """
        kept = self.folder / state_of(documents, self.settings)
        if kept.exists():
            copy_folder(kept, data)
            return
        data.mkdir(parents=True)
        with closing(self.build(self.settings.model_copy(update={"data_dir": data}))) as pipeline:
            fill(pipeline, documents, progress)
        half = Path(tempfile.mkdtemp(prefix="half-", dir=_made(self.folder)))
        copy_folder(data, half)
        try:
            half.rename(kept)
        except OSError:  # another evaluation was faster
            shutil.rmtree(half)
        for old in sorted(self.folder.iterdir(), key=lambda path: -path.stat().st_mtime)[MOST_KEPT:]:
            shutil.rmtree(old)


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def state_of(folder: Path, settings: Settings) -> str:
    """Return a name that changes with the documents, the embedder, and the code that reads and stores."""
    seen = hashlib.sha256(f"{settings.embedder} {settings.embedding_model} {settings.ocr}".encode())
    for path in (*files_of(folder), *_code()):
        seen.update(path.name.encode())
        seen.update(hashlib.sha256(path.read_bytes()).digest())
    return seen.hexdigest()[:_HASHED]


def _code() -> Iterator[Path]:
    for name in DECIDE_WHAT_IS_STORED:
        place = _CODE / name
        inside = sorted(place.rglob("*")) if place.is_dir() else [place]
        yield from (path for path in inside if path.suffix in _CODE_ENDINGS)
