"""The Draft audit page on the real service and the sample workspace."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import masis
from masis.domain.person import Caller
from masis.service import Masis
from tests.fakes.services import opened_copy

ROOT = Path(__file__).parents[2]
ME = Caller()


@pytest.fixture(scope="module")
def sample(sample_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Masis]:
    """Return a MASIS with the sample workspace read in."""
    built = opened_copy(sample_data, tmp_path_factory.mktemp("sample") / "data")
    yield built
    built.close()


@pytest.fixture
def app(sample: Masis, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    from masis.ui.shared.services import get_masis

    class Shared:
        shared_masis = staticmethod(lambda: sample)

    monkeypatch.setitem(sys.modules, "masis.wiring", Shared)  # type: ignore[arg-type]
    monkeypatch.setattr(masis, "wiring", Shared, raising=False)
    get_masis.clear()
    return AppTest.from_file(str(ROOT / "pages" / "draft_audit.py"), default_timeout=90)


def settled(sample: Masis) -> None:
    for one in sample.drafts.listed(ME, "sample"):
        sample.drafts.wait(one.audit_id, 60)


def shown(app: AppTest) -> str:
    return " ".join(
        str(one.value) for one in (*app.markdown, *app.caption, *app.error, *app.info)
    ) + " ".join(one.proto.body for one in app.get("html"))


def test_paste_a_memo_and_read_the_verdicts(app: AppTest, sample: Masis) -> None:
    app.run()
    assert not app.exception
    app.text_area[0].set_value("Net profit was EUR 16.2 million in 2024.\n\nWe believe in growth.")
    next(one for one in app.button if one.label == "Audit the memo").click().run()
    settled(sample)
    app.run()
    assert not app.exception
    assert "1 sentence to look at" in shown(app)
    assert "EUR 16.2 million → €12.6 million" in shown(app)
    choices = app.get("button_group")[0].options
    assert any("Figure differs (1)" in str(one) for one in choices)


def test_an_empty_memo_is_refused_in_words(app: AppTest) -> None:
    app.run()
    next(one for one in app.button if one.label == "Audit the memo").click().run()
    assert not app.exception
    assert "nothing to audit yet" in shown(app)


def test_a_deleted_audit_in_the_address_is_said(app: AppTest) -> None:
    app.query_params["audit"] = "m-gone"
    app.query_params["workspace"] = "sample"
    app.run()
    assert not app.exception
    assert "no such audit" in shown(app)
