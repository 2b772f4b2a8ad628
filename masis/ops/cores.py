"""Cores: how many of this machine's cores the process may use."""

import math
import os
from collections.abc import Iterator
from pathlib import Path

_MOUNTED = Path("sys/fs/cgroup")


def cores(root: Path = Path("/")) -> int:
    """Return the cores that the process may run on, at most its share of time rounded up, at least one.

    A container's limit (``cpus: 2``) is a share of the time of all cores, which the set of permitted cores
    does not show. ``root`` is where the control groups of Linux (version 1 or 2) are looked for.
    """
    permitted = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min([permitted, *(math.ceil(share) for share in _shares(root))]))


def _shares(root: Path) -> Iterator[float]:
    """Yield the cores' worth of time that each group above this process grants; none where none is set."""
    for group in _groups(root):
        single = _numbers(group / "cpu.max")
        pair = single or _numbers(group / "cpu.cfs_quota_us") + _numbers(group / "cpu.cfs_period_us")
        if len(pair) == 2 and min(pair) > 0:
            yield pair[0] / pair[1]


def _groups(root: Path) -> Iterator[Path]:
    """Yield the folders of the groups that this process is in, from its own to the outermost."""
    try:
        lines = (root / "proc/self/cgroup").read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return
    for line in lines:
        _, controllers, path = (*line.split(":", 2), "", "")[:3]
        if controllers and "cpu" not in controllers.split(","):
            continue
        mounted = root / _MOUNTED / controllers
        own = mounted / path.strip("/")
        yield own
        yield from (parent for parent in own.parents if parent.is_relative_to(mounted))


def _numbers(file: Path) -> list[int]:
    """Return the numbers in a file of a group; none when it is not there or says ``max``."""
    try:
        return [int(word) for word in file.read_text(encoding="ascii").split()]
    except (OSError, ValueError):
        return []
