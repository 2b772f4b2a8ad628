"""Notifications: the list, its empty state, reading and opening, and the kinds a person chooses."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from masis.domain.notifications import Happening, Told
from masis.service import Masis
from masis.store import notifications
from tests.fakes.scripted_masis import ScriptedMasis
from tests.fakes.services import ME, World


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Masis]:
    world = World(tmp_path / "data")
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    yield masis
    masis.close()


def tell(masis: Masis, count: int = 1) -> None:
    with masis.parts.database.write() as session:
        for _ in range(count):
            told = Told(refusal="5 EUR are spent. *Really*")
            happening = Happening(kind="budget", at=datetime.now(UTC), told=told)
            assert notifications.add(session, happening, [ME.person])


def opened(app: AppTest, twin: ScriptedMasis, real: Masis) -> AppTest:
    twin.notifications = real.notifications  # type: ignore[assignment]
    app.run().switch_page("pages/notifications.py").run()
    assert not app.exception
    return app


def captions(app: AppTest) -> str:
    return " ".join(caption.value for caption in app.caption)


def test_nothing_yet_is_said_with_what_would_come(app: AppTest, twin: ScriptedMasis, real: Masis) -> None:
    assert "You are told here when a case waits" in captions(opened(app, twin, real))
    assert not [button for button in app.button if button.key == "read-all"]


def test_the_list_counts_turns_its_pages_and_is_read_at_once(
    app: AppTest, twin: ScriptedMasis, real: Masis
) -> None:
    tell(real, 30)
    assert "30 notifications, 30 unread" in captions(opened(app, twin, real))
    app.button(key="notifications-page-Next page").click().run()
    assert app.session_state["notifications-page"] == 2
    app.button(key="read-all").click().run()
    assert "30 notifications, all read" in captions(app)
    assert app.button(key="read-all").disabled
    assert real.notifications.unread(ME) == 0


def test_a_kind_is_switched_off_and_on(app: AppTest, twin: ScriptedMasis, real: Masis) -> None:
    opened(app, twin, real)
    assert [toggle.key for toggle in app.toggle] == [
        "told-of-case_opened",
        "told-of-stale",
        "told-of-budget",
    ]
    app.toggle(key="told-of-stale").set_value(False).run()
    assert real.notifications.wanted(ME) == {"case_opened", "assigned", "budget"}
    app.toggle(key="told-of-stale").set_value(True).run()
    assert "stale" in real.notifications.wanted(ME)
    assert not app.exception
