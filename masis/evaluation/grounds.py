"""Grounds: the workspaces golden questions are asked in: the sample, or the documents a row names."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from masis.domain.evidence import Chunk
from masis.errors import InvalidInput
from masis.evaluation.asking import passages, sample, settled, take_in, workspace
from masis.evaluation.base import Bench
from masis.evaluation.datasets import GoldenQuestion

Page = tuple[str, int]


class Ground:
    """One workspace with its passages."""

    def __init__(self, workspace_id: str, held: Mapping[str, tuple[Chunk, ...]]) -> None:
        """Note on which page of which file every passage stands."""
        self.workspace_id = workspace_id
        self.pages: Mapping[str, Page] = {
            chunk.chunk_id: (name, chunk.page_number) for name, chunks in held.items() for chunk in chunks
        }


def grounds(rows: Sequence[GoldenQuestion], bench: Bench) -> Mapping[str, Ground]:
    """Take in what the rows are about and return one ground for each folder; "" is the sample."""
    made = {}
    for folder in dict.fromkeys(row.documents for row in rows):
        workspace_id = _folder(folder, bench) if folder else sample(bench.pipeline, bench.progress)
        made[folder] = Ground(workspace_id, passages(bench.pipeline, workspace_id))
    return made


def _folder(name: str, bench: Bench) -> str:
    """Take in the files of a folder beside the set, in the order of their names."""
    files = _files(bench.folder, name)
    workspace_id = workspace(bench.pipeline, name.replace("/", " "))
    for path in files:
        take_in(bench.pipeline, workspace_id, path.name, path.read_bytes())
    settled(bench.pipeline, workspace_id, bench.progress)
    return workspace_id


def _files(beside: Path, name: str) -> list[Path]:
    folder = beside / name
    files = sorted(path for path in folder.glob("*") if path.is_file() and not path.name.startswith("."))
    if not files:
        message = f"The documents of the set are missing: there is no file in {folder}."
        raise InvalidInput(message)
    return files
