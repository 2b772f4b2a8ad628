"""Who is told about the installation itself."""

from types import SimpleNamespace

import pytest

from masis.domain.person import Caller
from masis.ui.shared import session


@pytest.mark.parametrize(
    ("sign_in", "who", "told"),
    [
        (False, Caller(), True),
        (True, Caller(person="p1"), False),
        (True, Caller(person="p2", administrator=True), True),
    ],
)
def test_where_people_sign_in_only_administrators_are_told_about_the_installation(
    monkeypatch: pytest.MonkeyPatch, sign_in: bool, who: Caller, told: bool
) -> None:
    monkeypatch.setattr(
        session, "get_masis", lambda: SimpleNamespace(people=SimpleNamespace(sign_in=sign_in))
    )
    monkeypatch.setattr(session, "caller", lambda: who)
    assert session.runs_masis() is told
