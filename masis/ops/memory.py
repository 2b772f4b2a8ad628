"""Memory: what stays is set aside from the collector, and what was let go of returns to the system."""

import ctypes
import gc
import sys
from collections.abc import Callable
from functools import cache

_SWITCH_SECONDS = 0.001


def settle() -> None:
    """Set all that is loaded by now aside from the garbage collector, for good.

    Streamlit collects in full at the end of every drawing of a page, with the interpreter's lock held.
    Modules and models are a quarter of a million objects that are never garbage; looking through them took
    0.2 s each time, in which neither the answer reached the browser nor the engine went on.
    """
    gc.collect()  # what is set aside is never freed again: garbage must not be among it
    gc.freeze()
    give_back()


def share_evenly() -> None:
    """Let waiting threads run sooner than Python's 5 ms.

    Each message to the browser waits for the interpreter's lock while the rest of the page is computed.
    """
    sys.setswitchinterval(_SWITCH_SECONDS)


def give_back() -> None:
    """Return freed memory to the system, where the C library keeps it otherwise."""
    _trim()(0)


@cache
def _trim() -> Callable[[int], object]:
    try:
        found: Callable[[int], object] = ctypes.CDLL(None).malloc_trim
    except (OSError, TypeError, AttributeError):  # only glibc has it; Windows cannot name its own library
        return lambda _keep: 0
    return found
