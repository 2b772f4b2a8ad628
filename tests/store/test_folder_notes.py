"""What a data folder says of itself is read without a database, and refuses a folder that belongs to one."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from masis.errors import ConfigurationError
from masis.store.folder_notes import (
    BUCKET_FILE,
    FILE,
    SERVER_FILE,
    check_left,
    id_of,
    note_bucket,
    note_server,
)

without_database = partial(check_left, sqlite=True, files=False)
without_bucket = partial(check_left, sqlite=False, files=True)
PLACES = pytest.mark.parametrize(
    ("name", "note", "check", "said"),
    [
        (
            SERVER_FILE,
            note_server,
            without_database,
            r"belongs to the database a\.server, but MASIS_DATABASE_URL",
        ),
        (BUCKET_FILE, note_bucket, without_bucket, r"are in a\.server, but MASIS_ORIGINALS_URL is not set"),
    ],
)


def test_a_folder_has_one_id_whoever_asks_first(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(id_of, [folder] * 8))
    assert found == {(folder / FILE).read_text(encoding="utf-8")}
    assert [path.name for path in folder.iterdir()] == [FILE]


@PLACES
def test_a_folder_that_notes_a_server_is_not_used_without_it(
    tmp_path: Path, name: str, note: Callable[[Path, str], None], check: Callable[[Path], None], said: str
) -> None:
    check(tmp_path / "not there yet")
    check(tmp_path)
    note(tmp_path, "a.server")
    note(tmp_path, "a.server")
    with pytest.raises(ConfigurationError, match=said):
        check(tmp_path)
    check_left(tmp_path, sqlite=False, files=False)
    (tmp_path / name).unlink()
    check(tmp_path)


@PLACES
def test_a_note_that_cannot_be_read_or_written_is_said(
    tmp_path: Path, name: str, note: Callable[[Path, str], None], check: Callable[[Path], None], said: str
) -> None:
    (tmp_path / name).mkdir()
    for tried in (lambda: check(tmp_path), lambda: note(tmp_path, said)):
        with pytest.raises(ConfigurationError, match="cannot be read"):
            tried()
