"""Notifications: each person reads their own, of places where they belong, as long as they are kept."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from masis.domain.notifications import KINDS, Happening
from masis.domain.person import Caller, Limits, Role
from masis.service import Masis
from masis.service.notifications import Notifications
from masis.store import members, notifications
from tests.builders import opinion, selection
from tests.fakes.scripted import scripted_deps
from tests.fakes.services import ME, World

BEN, EVE = Caller(person="p-ben"), Caller(person="p-eve")
NOW = datetime(2026, 11, 24, 9, tzinfo=UTC)


@pytest.fixture
def masis(world: World) -> Masis:
    world.now = lambda: NOW
    world.deps = scripted_deps(drafts=["x"], opinions=[opinion(0.9)], found=[selection()])
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.create_workspace(ME, "Beta")
    with masis.parts.database.write() as session:
        members.put(session, "acme", BEN.person, Role.READER, NOW)
    return masis


def tell(masis: Masis, *people: Caller, **more: Any) -> int:
    plain = {"kind": "case_opened", "at": masis.parts.clock(), "workspace_id": "acme"}
    with masis.parts.database.write() as session:
        number = notifications.add(
            session, Happening.model_validate({**plain, **more}), [who.person for who in people]
        )
    assert number is not None
    return number


def numbers(masis: Masis, who: Caller, **page: int) -> list[int]:
    return [known.number for known in masis.notifications.listed(who, **page).found]


def test_each_reads_their_own_newest_first_and_nobody_elses(masis: Masis) -> None:
    first, second = tell(masis, ME, BEN), tell(masis, ME)
    assert (numbers(masis, ME), numbers(masis, BEN), numbers(masis, EVE)) == ([second, first], [first], [])
    masis.notifications.read(BEN, [first, second])
    assert (masis.notifications.unread(ME), masis.notifications.unread(BEN)) == (2, 0)
    assert [known.read for known in masis.notifications.listed(BEN).found] == [True]
    masis.notifications.read(ME)
    page = masis.notifications.listed(ME, 1, 1)
    assert ([known.number for known in page.found], page.total, page.unread) == ([first], 2, 0)


def test_who_leaves_a_workspace_sees_its_notifications_no_more(masis: Masis) -> None:
    number = tell(masis, BEN)
    masis.people.remove(ME, "acme", BEN.person)
    assert (numbers(masis, BEN), masis.notifications.unread(BEN)) == ([], 0)
    with masis.parts.database.write() as session:
        members.put(session, "acme", BEN.person, Role.READER, NOW)
    assert numbers(masis, BEN) == [number]
    narrow = BEN.model_copy(update={"limits": Limits(workspaces=frozenset({"beta"}))})
    assert numbers(masis, narrow) == []


def test_they_go_with_their_run_and_their_workspace(masis: Masis) -> None:
    run_id = masis.ask(ME, "acme", "What is it?", thread_id="t1")
    masis.wait(run_id, 20)
    masis.notifications.read(ME)
    before = numbers(masis, ME)
    tell(masis, ME, run_id=run_id)
    elsewhere = tell(masis, ME, workspace_id="beta")
    assert masis.notifications.listed(ME).found[1].question == "What is it?"
    masis.delete_thread(ME, "acme", "t1")
    assert set(numbers(masis, ME)) <= {elsewhere, *before}
    masis.delete_workspace(ME, "beta")
    assert elsewhere not in numbers(masis, ME)


def test_what_a_person_looks_at_is_read(masis: Masis) -> None:
    run_id = masis.ask(ME, "acme", "What is it?")
    masis.wait(run_id, 20)
    masis.notifications.read(ME)
    about_case, about_run = tell(masis, ME, BEN, case_id="c1"), tell(masis, ME, run_id=run_id)
    masis.notifications.looked_at(ME, case_id="c1")
    assert masis.notifications.unread(ME) == 1
    masis.notifications.looked_at(ME, run_id=run_id)
    assert (masis.notifications.unread(ME), masis.notifications.unread(BEN)) == (0, 1)
    assert {about_case, about_run} <= set(numbers(masis, ME))


def test_a_kind_that_is_off_reaches_its_person_no_more(masis: Masis) -> None:
    assert masis.notifications.wanted(BEN) == set(KINDS)
    masis.notifications.want(BEN, {"stale"})
    masis.notifications.want(BEN, {"stale", "budget"})
    assert masis.notifications.wanted(BEN) == {"stale", "budget"}
    assert masis.notifications.wanted(ME) == set(KINDS)
    with masis.parts.database.read() as session:
        people = [ME.person, BEN.person]
        assert notifications.listening(session, people, "case_opened") == (ME.person,)
        assert notifications.listening(session, people, "stale") == (ME.person, BEN.person)
        assert notifications.listening(session, [], "stale") == ()


def test_they_are_kept_for_their_days_and_what_is_told_once_for_its_month(world: World) -> None:
    moment = [NOW]
    world.now = lambda: moment[0]
    world.settings = {**world.settings, "notice_days": 2}
    masis = world.open(start=False)
    masis.create_workspace(ME, "Acme")
    old, once = tell(masis, ME), tell(masis, ME, kind="budget", workspace_id=None, once="2026-11")
    moment[0] += timedelta(days=3)
    new = tell(masis, ME)
    assert isinstance(masis.notifications, Notifications)
    masis.notifications.forget_old()
    assert numbers(masis, ME) == [new, once]
    moment[0] += timedelta(days=40)
    masis.notifications.forget_old()
    assert numbers(masis, ME) == []
    assert old < new


def test_a_start_drops_what_is_too_old(world: World) -> None:
    world.now = lambda: NOW - timedelta(days=200)
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    tell(masis, ME)
    masis.close()
    world.now = lambda: NOW
    again = world.open()
    again._recovery.join(20)
    assert numbers(again, ME) == []
