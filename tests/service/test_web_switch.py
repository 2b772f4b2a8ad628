"""The switch for the web: off, per question, per workspace, kept, and never anybody else's."""

from dataclasses import replace
from typing import Any

import pytest

from masis.domain.run.report import RunSnapshot
from masis.errors import NotFound
from masis.service import Masis
from tests.fakes.scripted import scripted_deps
from tests.fakes.services import ME, OTHER, World
from tests.graph.test_research import WEB, Outside


def opened(world: World) -> Masis:
    world.deps = replace(scripted_deps(), outside=Outside(web=lambda: [WEB]))
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    return masis


def finished(masis: Masis, **also: Any) -> RunSnapshot:
    run_id = masis.ask(ME, "acme", "How high was revenue?", **also)
    masis.wait(run_id, 20)
    return masis.run(ME, "acme", run_id)


def sources(run: RunSnapshot) -> set[str]:
    assert run.report is not None
    return {chunk.source for chunk in run.report.evidence}


def test_the_web_is_off_until_somebody_allows_it(world: World) -> None:
    masis = opened(world)
    assert masis.workspaces(ME)[0].allow_web is False
    assert sources(finished(masis)) == {"document"}
    assert sources(finished(masis, allow_web=True)) == {"document", "web"}
    assert sources(finished(masis)) == {"document"}


def test_a_workspace_may_allow_it_and_a_question_may_refuse(world: World) -> None:
    masis = opened(world)
    masis.allow_web(ME, "acme", True)
    assert masis.workspaces(ME)[0].allow_web is True
    assert sources(finished(masis)) == {"document", "web"}
    assert sources(finished(masis, allow_web=False)) == {"document"}


def test_the_setting_and_the_web_evidence_outlive_the_process(world: World) -> None:
    masis = opened(world)
    masis.allow_web(ME, "acme", True)
    run = finished(masis)
    masis.close()
    again = world.open()
    assert again.workspaces(ME)[0].allow_web is True
    assert again.run(ME, "acme", run.summary.run_id).report == run.report
    assert run.report is not None
    assert [chunk.url for chunk in run.report.evidence if chunk.source == "web"] == [WEB.url]


def test_nobody_sets_it_in_a_workspace_of_somebody_else(world: World) -> None:
    masis = opened(world)
    with pytest.raises(NotFound):
        masis.allow_web(OTHER, "acme", True)


def test_tools_that_were_never_set_up_are_no_fault(world: World) -> None:
    masis = opened(world)
    assert masis.tools() == ()
    web = next(part for part in masis.health() if part.name == "web")
    assert (web.healthy, web.detail) == (True, "not in use")
