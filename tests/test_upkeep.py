"""Upkeep: what it refuses while other processes of MASIS work on the same documents."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from masis.errors import DataFolderInUse
from masis.service.container import Container
from masis.service.handlers import LiveJob
from masis.upkeep import check_stopped
from tests.fakes.queue import MemoryQueue
from tests.fakes.services import World


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Container]:
    world = World(tmp_path / "data", queue=MemoryQueue())
    yield world.open(start=False).parts
    for masis in world.opened:
        masis.close()


def test_where_nothing_else_runs_upkeep_goes_on(parts: Container) -> None:
    check_stopped(parts)
    check_stopped(replace(parts, team=None))
    queue = parts.team.queue if parts.team else None
    assert isinstance(queue, MemoryQueue)
    queue.down = True
    check_stopped(parts)


def test_the_process_that_holds_the_folder_is_named(parts: Container) -> None:
    with pytest.raises(DataFolderInUse, match="in use by MASIS in process"):
        check_stopped(replace(parts, lock=None))


def test_workers_and_jobs_under_way_are_named(parts: Container) -> None:
    team = parts.team
    assert team is not None
    team.queue.seen("host-1")
    with pytest.raises(DataFolderInUse, match=r"MASIS is running: 1 worker \(host-1\)\. Stop"):
        check_stopped(parts)
    with team.hold(LiveJob(job_id="r1", workspace_id="acme"), "run"):
        with pytest.raises(DataFolderInUse, match=r"1 worker \(host-1\) and 1 job under way"):
            check_stopped(parts)
        team.queue.gone("host-1")
        with pytest.raises(DataFolderInUse, match="MASIS is running: 1 job under way"):
            check_stopped(parts)
    team.release("r1", ended=True)
    check_stopped(parts)
