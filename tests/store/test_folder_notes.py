"""What a data folder says of itself is read without a database, and refuses a folder that belongs to one."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from masis.errors import ConfigurationError
from masis.store.folder_notes import FILE, SERVER_FILE, check_no_server, id_of, note_server


def test_a_folder_has_one_id_whoever_asks_first(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(id_of, [folder] * 8))
    assert found == {(folder / FILE).read_text(encoding="utf-8")}
    assert [path.name for path in folder.iterdir()] == [FILE]


def test_a_folder_that_notes_a_server_is_not_used_without_it(tmp_path: Path) -> None:
    check_no_server(tmp_path / "not there yet")
    check_no_server(tmp_path)
    note_server(tmp_path, "PostgreSQL 15 on db.example")
    note_server(tmp_path, "PostgreSQL 15 on db.example")
    with pytest.raises(ConfigurationError, match=r"belongs to the database PostgreSQL 15 on db\.example"):
        check_no_server(tmp_path)
    (tmp_path / SERVER_FILE).unlink()
    check_no_server(tmp_path)


def test_a_note_that_cannot_be_read_or_written_is_said(tmp_path: Path) -> None:
    (tmp_path / SERVER_FILE).mkdir()
    for tried in (lambda: check_no_server(tmp_path), lambda: note_server(tmp_path, "a server")):
        with pytest.raises(ConfigurationError, match="cannot be read"):
            tried()
