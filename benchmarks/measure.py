"""Small measures shared by the benchmarks: percentiles, memory, one line of output."""

import resource
import statistics
import time
from collections.abc import Callable
from pathlib import Path


def timed_milliseconds(call: Callable[[], object]) -> float:
    """Return how long one call took, in milliseconds."""
    started = time.perf_counter()
    call()
    return (time.perf_counter() - started) * 1000


def quartiles(values: list[float]) -> str:
    """Return median, 95th percentile and count as words."""
    ordered = sorted(values)
    high = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    return f"p50 {statistics.median(ordered):.1f} ms, p95 {high:.1f} ms, n {len(ordered)}"


def resident_megabytes(pid: int | None = None) -> float:
    """Return the resident memory of a process and, for another process, of its children too."""
    if pid is None:
        return _status_megabytes(Path("/proc/self/status"))
    total = _status_megabytes(Path(f"/proc/{pid}/status"))
    for child in Path(f"/proc/{pid}/task").glob("*/children"):
        for other in child.read_text(encoding="ascii").split():
            total += resident_megabytes(int(other))
    return total


def _status_megabytes(path: Path) -> float:
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))


def proportional_megabytes(pid: int) -> dict[str, float]:
    """Return the proportional set size of a process and of its children, by what was started.

    Memory that processes share is counted once, in equal parts.
    """
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    words = Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").split("\0")
    name = words[words.index("-m") + 1] if "-m" in words else words[0]
    size = next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    sizes = {name: size / 1024}
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text(encoding="ascii").split():
            for other, more in proportional_megabytes(int(child)).items():
                sizes[other] = sizes.get(other, 0.0) + more
    return sizes


def peak_megabytes() -> float:
    """Return this process's peak resident memory."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def say(name: str, value: str) -> None:
    """Print one figure."""
    print(f"{name:<58} {value}", flush=True)
