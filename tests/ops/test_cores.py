"""Cores: permitted cores and the share of time of control groups, versions 1 and 2."""

import os
from pathlib import Path

import pytest

from masis.ops.cores import cores


@pytest.fixture(autouse=True)
def eight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: set(range(8)), raising=False)


def grouped(root: Path, line: str, files: dict[str, str]) -> int:
    (root / "proc/self").mkdir(parents=True)
    (root / "proc/self/cgroup").write_text(line + "\n")
    for name, text in files.items():
        file = root / "sys/fs/cgroup" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text + "\n")
    return cores(root)


def test_without_a_group_the_permitted_cores_count(tmp_path: Path) -> None:
    assert cores(tmp_path) == 8


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        ("100000 100000", 1),
        ("250000 100000", 3),
        ("10000 100000", 1),
        ("max 100000", 8),
        ("1600000 100000", 8),
        ("", 8),
        ("half of it", 8),
    ],
)
def test_the_limit_of_a_container_is_rounded_up(tmp_path: Path, said: str, counted: int) -> None:
    assert grouped(tmp_path, "0::/", {"cpu.max": said}) == counted


def test_the_tightest_group_above_the_process_counts(tmp_path: Path) -> None:
    files = {"a/cpu.max": "200000 100000", "a/b/cpu.max": "max 100000", "c/cpu.max": "100000 100000"}
    assert grouped(tmp_path, "0::/a/b", files) == 2


@pytest.mark.parametrize(("quota", "counted"), [("300000", 3), ("-1", 8)])
def test_groups_of_the_first_version_are_read(tmp_path: Path, quota: str, counted: int) -> None:
    line = "7:memory:/elsewhere\n3:cpu,cpuacct:/docker/one"
    folder = "cpu,cpuacct/docker/one"
    files = {f"{folder}/cpu.cfs_quota_us": quota, f"{folder}/cpu.cfs_period_us": "100000"}
    assert grouped(tmp_path, line, files) == counted


def test_a_group_that_lies_outside_what_the_container_sees_sets_no_limit(tmp_path: Path) -> None:
    assert grouped(tmp_path, "0::/../host", {"cpu.max": "max 100000"}) == 8
