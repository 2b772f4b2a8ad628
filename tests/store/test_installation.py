"""Two data folders on one Postgres: the second is refused before it changes anything."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from masis.config import Settings
from masis.errors import ConfigurationError
from masis.store.installation import FILE, id_of
from masis.wiring import build_parts

pytestmark = pytest.mark.service


def settings(folder: Path, url: str) -> Settings:
    return Settings(data_dir=folder, database_url=url, _env_file=None)


def use(folder: Path, url: str) -> str:
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
