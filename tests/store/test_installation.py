"""Two data folders on one Postgres: the second is refused before it changes anything."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from masis.config import Settings
from masis.errors import ConfigurationError, InvalidInput
from masis.store.folder_notes import FILE, SERVER_FILE, id_of
from masis.upkeep import move_database, remembered
from masis.wiring import build_masis, build_parts, check_folder
from tests.fakes.services import ME

pytestmark = pytest.mark.service


def settings(folder: Path, url: str | None) -> Settings:
    return Settings(data_dir=folder, database_url=url, _env_file=None)


def use(folder: Path, url: str | None) -> str:
    parts = build_parts(settings(folder, url))
    try:
        return parts.database.check()
    finally:
        parts.close()


def test_a_second_folder_is_refused_and_told_which_is_the_first(tmp_path: Path, postgres_url: str) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    assert use(first, postgres_url).startswith("PostgreSQL")
    with pytest.raises(
        ConfigurationError, match=rf"belongs to another data folder \({first} on .*MASIS_DATA_DIR"
    ):
        use(second, postgres_url)
    assert use(first, postgres_url).startswith("PostgreSQL")


def test_a_folder_that_moved_with_its_file_is_the_same(tmp_path: Path, postgres_url: str) -> None:
    use(tmp_path / "first", postgres_url)
    shutil.move(tmp_path / "first", tmp_path / "moved")
    assert use(tmp_path / "moved", postgres_url).startswith("PostgreSQL")


def test_a_restored_folder_is_let_in_by_the_id_it_is_told(tmp_path: Path, postgres_url: str) -> None:
    use(tmp_path / "first", postgres_url)
    with pytest.raises(ConfigurationError) as refused:
        use(tmp_path / "restored", postgres_url)
    (tmp_path / "restored" / FILE).write_text(str(refused.value).rpartition(" ")[2] + "\n")
    assert use(tmp_path / "restored", postgres_url).startswith("PostgreSQL")


def test_of_two_folders_that_begin_together_one_is_refused(tmp_path: Path, postgres: object) -> None:
    url = postgres.empty()  # type: ignore[attr-defined]

    def begin(name: str) -> bool:
        try:
            use(tmp_path / name, url)
        except ConfigurationError:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(begin, ["a", "b"])) == [False, True]
    postgres.drop(url)  # type: ignore[attr-defined]


def test_threads_that_ask_at_once_are_told_one_id(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        for number in range(30):
            folder = tmp_path / str(number)
            assert len(set(pool.map(id_of, [folder] * 8))) == 1
            assert [path.name for path in folder.iterdir()] == ["installation.id"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a data folder whose SQLite file holds a workspace."""
    masis = build_masis(settings(tmp_path / "data", None))
    masis.create_workspace(ME, "Acme")
    masis.close()
    return tmp_path / "data"


def test_an_empty_server_is_refused_while_the_file_holds_workspaces(folder: Path, postgres_url: str) -> None:
    """Originals that the server does not know would be swept away at the start."""
    with pytest.raises(ConfigurationError, match=r"is empty, but .*masis\.db holds workspaces.*move"):
        use(folder, postgres_url)
    assert not (folder / SERVER_FILE).exists()
    assert use(folder, None).startswith("SQLite")


def test_a_file_without_workspaces_is_no_reason_to_refuse_a_server(tmp_path: Path, postgres_url: str) -> None:
    use(tmp_path, None)
    assert use(tmp_path, postgres_url).startswith("PostgreSQL")


def test_a_file_that_cannot_be_read_may_hold_workspaces(tmp_path: Path, postgres_url: str) -> None:
    (tmp_path / "masis.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(ConfigurationError, match="holds workspaces"):
        use(tmp_path, postgres_url)


def test_what_was_moved_is_used_on_the_server_alone(folder: Path, postgres_url: str) -> None:
    """The file left behind is old: MASIS does not start on it, and does not back it up."""
    move_database(settings(folder, None), postgres_url)
    for attempt in (build_parts, check_folder, remembered):
        with pytest.raises(
            ConfigurationError, match=r"belongs to the database .*MASIS_DATABASE_URL is not set"
        ):
            attempt(settings(folder, None))
    assert use(folder, postgres_url).startswith("PostgreSQL")
    (folder / SERVER_FILE).unlink()
    assert use(folder, None).startswith("SQLite"), "whoever gives the server up can go back"


def test_a_folder_first_used_with_a_server_is_not_used_without(tmp_path: Path, postgres_url: str) -> None:
    use(tmp_path, postgres_url)
    assert "@" not in (tmp_path / SERVER_FILE).read_text(), "no name, no password"
    with pytest.raises(ConfigurationError, match="MASIS_DATABASE_URL is not set"):
        use(tmp_path, None)


def test_a_move_that_was_refused_leaves_the_folder_as_it_was(folder: Path, postgres_url: str) -> None:
    move_database(settings(folder, None), postgres_url)
    (folder / SERVER_FILE).unlink()
    with pytest.raises(InvalidInput, match="not empty"):
        move_database(settings(folder, None), postgres_url)
    assert use(folder, None).startswith("SQLite")
