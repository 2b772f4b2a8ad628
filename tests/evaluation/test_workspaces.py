"""Workspaces: a kept workspace is used again for the same documents and reading code, and not otherwise."""

import re
from contextlib import closing
from pathlib import Path

import pytest

import masis
from masis.config import Settings
from masis.errors import InvalidInput, MasisError
from masis.evaluation import workspaces
from masis.wiring import build_masis

HOME = Path(masis.__file__).parent


def test_all_domain_code_that_reading_and_storing_use_decides_over_a_kept_workspace() -> None:
    listed = workspaces.DECIDE_WHAT_IS_STORED
    assert not [name for name in listed if not (HOME / name).exists()]
    folders = tuple(name for name in listed if not name.endswith(".py"))
    texts = [path.read_text(encoding="utf-8") for name in folders[:3] for path in (HOME / name).rglob("*.py")]
    used = {match for text in texts for match in re.findall(r"^\s*from masis\.(domain\.[\w.]+)", text, re.M)}
    places = {f"{name.replace('.', '/')}.py" for name in used}
    assert not {place for place in places if place not in listed and not place.startswith(folders)}


def test_the_state_changes_with_documents_and_embedder_alone(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("one", encoding="utf-8")
    settings = Settings(_env_file=None)
    first = workspaces.state_of(tmp_path, settings)
    assert workspaces.state_of(tmp_path, settings.model_copy(update={"log_level": "ERROR"})) == first
    assert workspaces.state_of(tmp_path, settings.model_copy(update={"embedding_model": "other"})) != first
    (tmp_path / "a.md").write_text("two", encoding="utf-8")
    assert workspaces.state_of(tmp_path, settings) != first


def test_a_folder_without_documents_is_said_plainly(tmp_path: Path) -> None:
    (tmp_path / ".hidden").write_text("x", encoding="utf-8")
    with pytest.raises(InvalidInput, match="no document"):
        workspaces.files_of(tmp_path)


def test_a_refused_document_is_named_and_left_out_unless_nothing_else_is_there(tmp_path: Path) -> None:
    said: list[str] = []
    settings = Settings(_env_file=None, data_dir=tmp_path / "data")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 nothing behind it")
    with closing(build_masis(settings)) as pipeline, pytest.raises(MasisError, match=r"broken\.pdf"):
        workspaces.fill(pipeline, tmp_path, lambda text, *_: said.append(text))
    (tmp_path / "good.md").write_text("Fernhall employed 1,240 people in 2024.", encoding="utf-8")
    with closing(build_masis(settings)) as pipeline:
        workspaces.fill(pipeline, tmp_path, lambda text, *_: said.append(text))
    assert [text for text in said if text.startswith("broken.pdf could not be taken in")]
