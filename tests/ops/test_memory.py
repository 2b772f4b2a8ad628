"""What is loaded for good is set aside from the collector; memory is given back where that can be done."""

import gc
import platform
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from masis.ops import memory


@pytest.fixture(autouse=True)
def _as_it_was() -> object:
    interval = sys.getswitchinterval()
    yield
    gc.freeze()  # the tests after these need not walk through the imports either
    sys.setswitchinterval(interval)


class Loop:
    """Refers to itself, so only the collector frees it."""

    freed = 0

    def __init__(self) -> None:
        self.me = self

    def __del__(self) -> None:
        Loop.freed += 1


def test_what_stays_is_set_aside_and_garbage_is_not_kept_with_it() -> None:
    gc.unfreeze()
    before, kept = Loop.freed, [f"kept {number}" for number in range(10)]
    Loop()
    memory.settle()
    assert Loop.freed == before + 1
    assert gc.get_freeze_count() > len(gc.get_objects())
    assert not any(found is kept for found in gc.get_objects())


def test_what_comes_later_is_still_collected() -> None:
    memory.settle()
    before = Loop.freed
    Loop()
    gc.collect()
    assert Loop.freed == before + 1


def test_garbage_is_looked_for_only_where_enough_has_come_up() -> None:
    memory.settle()
    before = Loop.freed
    Loop()
    memory.drop_garbage()
    assert Loop.freed == before  # a handful of new objects is not worth a look through all
    held = [[number] for number in range(100_000)]
    memory.drop_garbage()
    assert Loop.freed == before + 1
    assert len(held) == 100_000


def test_memory_is_given_back_and_a_system_without_that_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    memory.give_back()

    def unknown(_name: object) -> object:
        raise OSError

    monkeypatch.setattr(memory.ctypes, "CDLL", unknown)
    memory._c_library.cache_clear()
    try:
        memory.give_back()
        memory.share_pools()
    finally:
        memory._c_library.cache_clear()


_BLOCKS = """
import ctypes, sys
from pathlib import Path
if sys.argv[1] == "shared":
    from masis.ops.memory import share_pools
    share_pools()
library = ctypes.CDLL(None)
library.malloc.restype, library.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
size = 2 * 1024 * 1024
library.free(library.malloc(8 * size))  # one this large, freed, and by default smaller ones come from a pool
held = []
for _ in range(40):
    block = library.malloc(size)
    ctypes.memset(block, 1, size)
    held.append((block, library.malloc(100_000)))
for block, _ in held:
    library.free(block)
print(int(Path("/proc/self/statm").read_text().split()[1]) * 4096 // size)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="of the C library of GNU")
def test_a_large_block_goes_back_though_small_ones_beside_it_stay() -> None:
    """Eighty megabytes of what a model's runs needed would stay with the process."""

    def blocks_held(how: str) -> int:
        command = [sys.executable, "-c", _BLOCKS, how]
        told = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - ours
        return int(told.stdout)

    assert blocks_held("shared") < 25
    assert blocks_held("default") > 40


def test_threads_take_turns_sooner_than_usual() -> None:
    memory.share_evenly()
    assert sys.getswitchinterval() == pytest.approx(0.001)


def test_the_collector_rests_while_a_program_is_loaded() -> None:
    memory.hold_collector()
    try:
        assert not gc.isenabled()
    finally:
        memory.set_aside()
    assert gc.isenabled()


def test_no_page_waits_for_a_full_collection() -> None:
    options = tomllib.loads((Path(__file__).parents[2] / ".streamlit/config.toml").read_text())
    assert options["runner"]["postScriptGC"] is False
