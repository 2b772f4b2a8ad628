"""Reply cache: bounded in age and size, whole or a miss, shared by processes, and expendable."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from masis.store.reply_cache import ReplyCache

DAY = 86_400.0


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., ReplyCache]]:
    made: list[ReplyCache] = []

    def open_cache(**changes: object) -> ReplyCache:
        made.append(ReplyCache(tmp_path / "cache.db", **({"days": 2, "megabytes": 1} | changes)))  # type: ignore[arg-type]
        return made[-1]

    yield open_cache
    for cache in made:
        cache.close()


def test_a_reply_comes_back_and_outlives_the_process(opened: Callable[..., ReplyCache]) -> None:
    cache = opened()
    assert cache.get("k") is None
    cache.put("k", "acme", "Résumé 1\u00a0€\0")
    cache.put("k", "acme", "second")
    cache.close()
    assert (opened().get("k"), opened().size()) == ("second", (1, 6))


def test_nothing_is_made_before_the_first_reply_is_kept(
    opened: Callable[..., ReplyCache], tmp_path: Path
) -> None:
    cache = opened()
    cache.forget("acme")
    cache.empty()
    assert cache.size() == (0, 0)
    assert not [*tmp_path.iterdir()]


def test_an_old_reply_is_a_miss_and_goes_with_the_next(
    opened: Callable[..., ReplyCache],
) -> None:
    now = [1000.0]
    cache = opened(clock=lambda: now[0])
    cache.put("old", "acme", "a")
    now[0] += 2 * DAY - 1
    assert cache.get("old") == "a"
    now[0] += 1
    assert cache.get("old") is None
    cache.put("new", "acme", "b")
    assert cache.size() == (1, 1)


def test_the_newest_stay_when_there_is_no_room_and_a_giant_is_not_taken_in(
    opened: Callable[..., ReplyCache],
) -> None:
    now = [0.0]
    cache = opened(clock=lambda: now[0], days=100)
    for number in range(30):
        now[0] += 1
        cache.put(f"k{number}", "acme", "x" * 90_000)
    replies, size = cache.size()
    assert size <= 1_000_000
    assert replies == 11
    assert cache.get("k29")
    assert cache.get("k18") is None
    cache.put("giant", "acme", "x" * 100_001)
    assert cache.get("giant") is None


def test_a_workspace_or_all_of_it_can_be_dropped_and_leaves_no_words(
    opened: Callable[..., ReplyCache], tmp_path: Path
) -> None:
    cache, other = opened(), opened()
    cache.put("a", "acme", "harbour dues")
    cache.put("b", "beta", "harbour fees")
    assert other.get("b") == "harbour fees"
    cache.forget("acme")
    assert (cache.get("a"), cache.get("b")) == (None, "harbour fees")
    cache.empty()
    assert (other.get("b"), other.size()) == (None, (0, 0))
    assert b"harbour" not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


def test_a_reply_that_was_changed_or_swapped_is_a_miss(opened: Callable[..., ReplyCache]) -> None:
    cache = opened()
    cache.put("a", "acme", "twelve")
    cache.put("b", "acme", "thirty")
    with cache._open().connect() as connection:
        connection.execute(text("UPDATE replies SET reply = 'ninety' WHERE key = 'a'"))
        row = "'c', workspace_id, reply, digest, bytes, made_at FROM replies WHERE key = 'b'"
        connection.execute(text(f"INSERT INTO replies SELECT {row}"))
    assert (cache.get("a"), cache.get("b"), cache.get("c")) == (None, "thirty", None)


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"", b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_torn_file_is_a_miss_and_is_begun_anew(
    opened: Callable[..., ReplyCache], tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "cache.db").write_bytes(content)
    cache = opened()
    assert cache.get("k") is None
    cache.put("k", "acme", "again")
    cache.put("k", "acme", "again")
    assert cache.get("k") == "again"


def test_a_place_that_cannot_be_written_costs_nothing(
    opened: Callable[..., ReplyCache], tmp_path: Path
) -> None:
    (tmp_path / "cache.db").mkdir()
    cache = opened()
    cache.put("k", "acme", "lost")
    assert cache.get("k") is None


def test_many_at_once_lose_nothing(opened: Callable[..., ReplyCache]) -> None:
    caches = [opened(), opened()]

    def keep(number: int) -> None:
        caches[number % 2].put(f"k{number}", "acme", str(number))

    threads = [threading.Thread(target=keep, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert [opened().get(f"k{number}") for number in range(16)] == [str(number) for number in range(16)]
