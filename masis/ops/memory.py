"""Memory: what stays is set aside from the collector, and what was let go of returns to the system."""

import ctypes
import gc
import sys
from collections.abc import Callable
from functools import cache

_SWITCH_SECONDS = 0.001
_M_ARENA_MAX = -8
_ARENAS = 2
"""Pools that the C library hands memory out from. By default every thread gets its own, up to eight a core,
and each keeps what its thread once needed: 50 MB more after thirty questions, in equal time."""
_M_MMAP_THRESHOLD = -3
_MAPPED_BYTES = 1024 * 1024
"""From this size on a block is a mapping of its own and goes back to the system when it is freed.

By default the size grows with the largest block freed so far, to 32 MB: then what a model's run needs lies
among small blocks that stay, and the holes it leaves stay too. Five filings taken in held 383 MB in place of
439 to 472, ten questions later 457 to 467 in place of 534 to 551, for 2 % of processor time (12 s of
questions); 128 kB took 15 % for 10 MB less."""


def hold_collector() -> None:
    """Let the garbage collector rest until ``set_aside``: what loads a program leaves hardly any garbage.

    It would look through all that is loaded by then again and again: 0.3 s of the start.
    """
    gc.disable()


def set_aside() -> None:
    """Set all that is loaded by now aside from the garbage collector, for good, and let it work again.

    Garbage stays among it: 1 of 100 objects at the start, and to look for them would hold up the first page.
    """
    gc.freeze()
    gc.enable()


def settle() -> None:
    """Drop what is garbage by now and set all else aside.

    A full collection holds the interpreter's lock. Modules and models are a quarter of a million objects that
    are never garbage; looking through them took 0.2 s each time, in which neither the answer reached the
    browser nor the engine went on.
    """
    gc.collect()  # what is set aside is never freed again
    set_aside()
    give_back()


def drop_garbage() -> None:
    """Collect in full where enough came up since the last time for the collector to have looked at it.

    To be called now and then: Streamlit would do so after every drawing of a page (``postScriptGC``), which
    took a sixth of the interpreter's time while many people asked.
    """
    if gc.get_count()[2]:
        gc.collect()


def share_evenly() -> None:
    """Let waiting threads run sooner than Python's 5 ms.

    Each message to the browser waits for the interpreter's lock while the rest of the page is computed.
    """
    sys.setswitchinterval(_SWITCH_SECONDS)


def share_pools() -> None:
    """Let threads take memory from few pools, large blocks from none; to be called before there are many."""
    set_option = _c_library("mallopt")
    set_option(_M_ARENA_MAX, _ARENAS)
    set_option(_M_MMAP_THRESHOLD, _MAPPED_BYTES)


def give_back() -> None:
    """Return freed memory to the system, where the C library keeps it otherwise."""
    _c_library("malloc_trim")(0)


@cache
def _c_library(name: str) -> Callable[..., object]:
    try:
        found: Callable[..., object] = getattr(ctypes.CDLL(None), name)
    except (OSError, TypeError, AttributeError):  # only glibc has it; Windows cannot name its own library
        return lambda *_given: 0
    return found
