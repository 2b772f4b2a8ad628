"""Spending on the pages: the System page's panel, the quality panel's line, the history's column."""

import html
from types import SimpleNamespace
from typing import Any

from streamlit.testing.v1 import AppTest

from masis.domain.usage import SpendingView, Usage
from tests.fakes.scripted_masis import ScriptedMasis

SPENT = Usage(
    model="m",
    calls=3,
    cached=2,
    input_tokens=1200,
    output_tokens=34,
    money_nano=4_200_000,
    currency="USD",
    unpriced=("<b>x</b>",),
)
VIEW = SpendingView(
    months=(("2026-11", SPENT),),
    workspaces=(("sundby", SPENT),),
    threads=(("", SPENT),),
    caps=("A month may spend 5.00 USD (MASIS_MONTH_CAP_MONEY).",),
    prices=("m: 1 in, 2 out, USD for a million tokens.",),
    kept=(2, 4096),
)


def told(app: AppTest) -> list[str]:
    """Return the captions as they read, without what keeps them from being markup."""
    return [html.unescape(caption.value.replace("\\", "")) for caption in app.caption]


def system(app: AppTest, twin: ScriptedMasis, view: SpendingView | None) -> list[int]:
    """Open the System page with this view; what it returns grows with every press of the button."""
    emptied: list[int] = []
    twin.spending = SimpleNamespace(overview=lambda _: view, empty_cache=lambda _: emptied.append(1))
    app.run().switch_page("pages/system.py").run()
    assert not app.exception
    return emptied


def test_system_shows_what_was_spent_the_caps_and_the_prices(app: AppTest, twin: ScriptedMasis) -> None:
    system(app, twin, VIEW)
    assert "Spending" in [header.value for header in app.header]
    assert [sub.value for sub in app.subheader] == [
        "By month, all people",
        "Your workspaces this month",
        "Your conversations that spent most this month",
    ]
    assert any("A month may spend 5.00 USD" in words for words in told(app))
    assert any("for a million tokens" in words for words in told(app))
    assert any("holds 2 replies (4 KB)" in words for words in told(app))


def test_the_button_empties_the_cache_and_rests_when_it_is_empty(app: AppTest, twin: ScriptedMasis) -> None:
    emptied = system(app, twin, VIEW)
    button(app).click().run()
    assert emptied == [1]
    system(app, twin, VIEW.model_copy(update={"kept": (0, 0)}))
    assert button(app).disabled


def button(app: AppTest) -> Any:
    return next(found for found in app.button if found.label == "Empty the cache")


def test_a_cache_that_is_switched_off_and_nothing_spent_are_said(app: AppTest, twin: ScriptedMasis) -> None:
    system(app, twin, SpendingView())
    assert {"No cap is set.", "No model was asked yet."} <= set(told(app))
    assert any("switched off" in words for words in told(app))


def test_without_a_model_there_is_no_panel_and_an_answer_says_so(app: AppTest, twin: ScriptedMasis) -> None:
    system(app, twin, None)
    assert "Spending" not in [header.value for header in app.header]


def test_an_answer_tells_what_it_cost_and_an_extractive_one_that_no_model_was_used(
    app: AppTest, twin: ScriptedMasis
) -> None:
    run_id, snapshot = next((key, kept) for key, kept in twin._runs.items() if kept.report)
    for engine, spending, words in (
        ("openai", SPENT, "Spent: 1,234 tokens in 3 model calls; 2 from cache; 0.0042 USD; price of model "),
        ("extractive", None, "No model was used."),
    ):
        assert snapshot.report is not None
        report = snapshot.report.model_copy(update={"engine": engine, "spending": spending})
        twin._runs[run_id] = snapshot.model_copy(update={"report": report})
        app.query_params["workspace"], app.query_params["run"] = "sundby", run_id
        app.run()
        app.button_group(key=f"view-{run_id}").set_value("Quality").run()
        assert not app.exception
        assert any(line.startswith(words) for line in told(app)), engine
        assert not any("<b>x</b>" in caption.value for caption in app.caption)
