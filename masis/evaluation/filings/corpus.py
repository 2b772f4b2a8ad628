"""Corpus: every document of a folder in one workspace, taken in once."""

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from masis.config import Settings
from masis.domain.workspace import Caller
from masis.errors import InvalidInput
from masis.evaluation.asking import passages, settled, take_in, workspace
from masis.evaluation.base import Bench, Pipeline, Progress
from masis.evaluation.grounds import Ground

NAME = "documents"
MOST_KEPT = 6
"""Older workspaces go: each holds its documents and their vectors."""
_ME = Caller(person="evaluation")
_CODE = Path(__file__).parents[2]
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
    "domain/profile.py",
    "domain/research.py",
    "domain/thresholds.py",
    "domain/value.py",
)
"""The code whose change makes a stored workspace stale."""
_CODE_ENDINGS = frozenset({".py", ".toml", ".json"})
_HASHED = 16


def files_of(folder: Path) -> list[Path]:
    """Return the files of a folder by name."""
    found = sorted(path for path in folder.glob("*") if path.is_file() and not path.name.startswith("."))
    if not found:
        message = f"There is no document in {folder}."
        raise InvalidInput(message)
    return found


def opened(bench: Bench) -> Ground:
    """Return the workspace of the folder's documents; what it holds already is not read again."""
    if bench.documents is None:
        message = "Name the folder of the set's documents with --documents FOLDER."
        raise InvalidInput(message)
    workspace_id = fill(bench.pipeline, bench.documents, bench.progress)
    return Ground(workspace_id, passages(bench.pipeline, workspace_id))


def fill(pipeline: Pipeline, folder: Path, progress: Progress) -> str:
    """Take in what the workspace does not hold yet and return its id."""
    known = {item.name: item.workspace_id for item in pipeline.workspaces(_ME)}
    workspace_id = known.get(NAME) or workspace(pipeline, NAME)
    held = {document.file_name for document in pipeline.documents(_ME, workspace_id)}
    for path in files_of(folder):
        if path.name not in held:
            take_in(pipeline, workspace_id, path.name, path.read_bytes())
    settled(pipeline, workspace_id, progress, all_needed=False)
    return workspace_id


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
            shutil.copytree(kept, data)
            return
        data.mkdir(parents=True)
        with closing(self.build(self.settings.model_copy(update={"data_dir": data}))) as pipeline:
            fill(pipeline, documents, progress)
        half = Path(tempfile.mkdtemp(prefix="half-", dir=_made(self.folder)))
        shutil.copytree(data, half, dirs_exist_ok=True)
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
