"""Files the browser does not hand over are told by name."""

import json

from streamlit.testing.v1 import AppTest

from masis.ui.documents.refused import MEGABYTE, refused_of


def test_a_file_over_the_limit_and_one_of_another_kind_are_told_with_their_reason() -> None:
    told = json.dumps([["a.pdf", 61 * MEGABYTE, 7.5], ["b.mp3", 10, 7.5]])
    (large, odd), until = refused_of(told, 50, after=0.0)
    assert until == 7.5
    assert large == (
        "a.pdf",
        "is 61.0 MB; the limit is 50 MB. Split it into parts, or save it with smaller pictures.",
    )
    assert odd[0] == "b.mp3"
    assert odd[1].startswith("is of a kind that is not read.")


def test_what_the_browser_repeats_is_told_once() -> None:
    told = json.dumps([["a.mp3", 10, 7.5], ["b.mp3", 10, 8.0]])
    (later,), until = refused_of(told, 50, after=7.5)
    assert (later[0], until) == ("b.mp3", 8.0)
    assert refused_of(told, 50, after=until) == ((), 8.0)


def _page() -> None:
    from masis.ui.documents import refused
    from masis.ui.shared.session import session

    refused.show()
    session().left_out = session().left_out or (("<b>*a*</b>.pdf", "is large."),) * 25


def test_what_was_refused_stays_until_it_is_dismissed() -> None:
    app = AppTest.from_function(_page).run()
    assert not app.markdown
    app.run()
    assert app.markdown[0].value.endswith("25 files not taken in")
    assert "\\*a\\*" in app.markdown[1].value
    assert app.caption[0].value == "and 5 more"
    app.button[0].click().run()
    assert not app.markdown
