"""Who signs: a name that is typed counts only where nobody signs in."""

from streamlit.testing.v1 import AppTest


def _drawn(name: str) -> None:
    from unittest.mock import patch

    from masis.domain.person import Caller
    from masis.ui.shared import sign
    from masis.ui.shared.session import session

    session().who = Caller(person="p1", name=name) if name else None
    with patch.object(sign, "caller", lambda: Caller(name="Typed")):
        sign.draw_signature()


def test_whoever_signed_in_is_told_so_and_may_type_no_other_name() -> None:
    page = AppTest.from_function(_drawn, kwargs={"name": "Anna Berg"}).run()
    assert [caption.value for caption in page.caption] == [
        "Decisions are signed “Anna Berg”, the name you are signed in with."
    ]
    assert not page.text_input


def test_where_nobody_signs_in_a_name_can_be_typed() -> None:
    page = AppTest.from_function(_drawn, kwargs={"name": ""}).run()
    assert page.caption[0].value == "Decisions are signed “Typed”."
    assert page.text_input[0].label == "Your name"
