"""Documents page: what each document is, corrected in place; its tables as rows."""

from decimal import Decimal

import pytest
from streamlit.testing.v1 import AppTest

from masis.export.rows import FlatRow
from masis.ui.documents.preview import matching
from tests.fakes.scripted_masis import ScriptedMasis

ROW = FlatRow(
    page=4, title="Income", path=("Revenue",), row="Products", column="2023", value="1,250", unit="USD",
    scale=Decimal(1000),
)  # fmt: skip


def opened(app: AppTest, document_id: str) -> AppTest:
    """Open a document on the Documents page, by its address."""
    app.run().switch_page("pages/documents.py")
    app.query_params["workspace"], app.query_params["document"] = "sundby", document_id
    return app.run()


def field(app: AppTest, label: str) -> object:
    return next(one for one in (*app.text_input, *app.selectbox) if one.label.startswith(label))


def test_the_open_document_says_what_it_is_and_where_that_was_read(app: AppTest, twin: ScriptedMasis) -> None:
    opened(app, "annual")
    assert not app.exception
    labels = [one.label for one in app.expander]
    assert any(label.startswith("Sundby Port Group A\\/S · Annual report · 2025") for label in labels)
    assert field(app, "Organisation").label == "Organisation (from the first pages)"  # type: ignore[attr-defined]
    assert field(app, "Currency").label == "Currency (not known)"  # type: ignore[attr-defined]


def test_a_correction_is_saved_and_shown(app: AppTest, twin: ScriptedMasis) -> None:
    opened(app, "annual")
    field(app, "Title").set_value("The *blue* book")  # type: ignore[attr-defined]
    field(app, "Fiscal year").set_value("2024")  # type: ignore[attr-defined]
    next(one for one in app.button if one.label == "Save").click().run()
    document = twin.documents(None, "sundby")[0]  # type: ignore[arg-type]
    assert (document.title, document.profile.fiscal_year) == ("The *blue* book", 2024)
    assert any("blue" in one.value and "*blue*" not in one.value for one in app.header)
    assert field(app, "Fiscal year").label == "Fiscal year (set by an analyst)"  # type: ignore[attr-defined]
    next(one for one in app.button if one.label == "As it was read").click().run()
    assert twin.documents(None, "sundby")[0].profile.fiscal_year == 2025  # type: ignore[arg-type]


def test_a_wrong_year_is_said_and_nothing_saved(app: AppTest, twin: ScriptedMasis) -> None:
    opened(app, "annual")
    field(app, "Fiscal year").set_value("soon")  # type: ignore[attr-defined]
    next(one for one in app.button if one.label == "Save").click().run()
    assert any("Nothing was saved" in one.value for one in (*app.info, *app.error, *app.warning))
    assert twin.documents(None, "sundby")[0].profile.fiscal_year == 2025  # type: ignore[arg-type]


def test_another_language_is_said(app: AppTest, twin: ScriptedMasis) -> None:
    opened(app, "board")
    assert any("written in Danish" in one.value for one in app.info)


def test_rows_are_drawn_when_they_are_asked_for(app: AppTest, twin: ScriptedMasis) -> None:
    twin.profiles.rows_of_all = (ROW,)
    opened(app, "annual")
    assert not any("value of" in one.value for one in app.caption)
    app.session_state["document-text"] = "Rows"
    app.run()
    assert any("1 value of 1" in one.value for one in app.caption)
    next(one for one in app.text_input if one.label == "Filter rows").set_value("hardware").run()
    assert any("0 values of 1" in one.value for one in app.caption)


def test_a_document_without_tables_says_so(app: AppTest, twin: ScriptedMasis) -> None:
    opened(app, "annual")
    app.session_state["document-text"] = "Rows"
    app.run()
    assert any("No table rows" in one.value for one in app.caption)


@pytest.mark.parametrize(
    ("wanted", "found"), [("", 1), ("PRODUCTS 2023", 1), ("revenue 4", 1), ("hardware", 0)]
)
def test_a_filter_keeps_rows_that_hold_every_word(wanted: str, found: int) -> None:
    assert len(matching((ROW,), wanted)) == found


def test_a_document_that_is_ready_while_the_page_is_drawn_is_on_it(
    app: AppTest, twin: ScriptedMasis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page found none and then no upload at work: drawn so, it would say both, and never look again."""
    documents, jobs, looked = twin.documents, twin.jobs, []
    monkeypatch.setattr(twin, "documents", lambda *asked: documents(*asked) if looked else ())
    monkeypatch.setattr(twin, "jobs", lambda *asked: looked.append(asked) or jobs(*asked))
    app.run().switch_page("pages/documents.py")
    app.query_params["workspace"] = "sundby"
    looked.clear()
    app.run()
    assert not app.exception
    assert looked
    assert not any("no documents yet" in caption.value for caption in app.caption)
