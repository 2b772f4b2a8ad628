"""Shared by the ingestion tests."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from masis.config import Settings
from masis.domain.document import MediaKind, ReadDocument
from masis.ingest.child import read_document
from masis.ingest.readers.job import Job, Limits

sys.path.insert(0, str(Path(__file__).parent))  # importlib mode: files.py is no package member

ReadHere = Callable[..., ReadDocument]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings that no environment reaches."""
    return Settings(_env_file=None, data_dir=tmp_path)


@pytest.fixture
def read_here() -> ReadHere:
    """Read in this process: the same code as in the child, without its start."""

    def read(
        content: bytes, kind: MediaKind, name: str = "log.bin", password: str | None = None, **limits: object
    ) -> ReadDocument:
        return read_document(Job(content, kind, name, password, Limits(**{"ocr": False, **limits})))  # type: ignore[arg-type]

    return read
