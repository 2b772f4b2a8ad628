"""The retention form: nothing is set before it was seen what would go, and a reader only reads."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from masis.domain.retention import Expired, RetentionRule
from masis.service import Masis
from masis.ui.shared import retention_form
from tests.fakes.scripted_masis import ScriptedMasis
from tests.fakes.services import ME, World

LABEL = "Draft audits: days kept"


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Masis]:
    world = World(tmp_path / "data", now=lambda: datetime.now(UTC) - timedelta(days=40))
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    audit = masis.drafts.paste(ME, "acme", "Revenue was 12 million euros in 2024.")
    masis.drafts.wait(audit, 30)
    world.now = lambda: datetime.now(UTC)
    yield masis
    masis.close()


def form(masis: Masis) -> AppTest:
    def script(masis: object) -> None:
        from masis.ui.shared import retention_form

        retention_form.show(masis, "acme")  # type: ignore[arg-type]

    return AppTest.from_function(script, kwargs={"masis": masis}, default_timeout=30)


def test_what_would_go_is_said_and_has_to_be_meant(real: Masis, twin: ScriptedMasis) -> None:
    app = form(real).run()
    assert any("kept for ever" in caption.value for caption in app.caption)
    assert not app.button
    next(box for box in app.number_input if box.label == LABEL).set_value(30).run()
    assert any("1 draft audit" in text.value for text in app.markdown)
    assert app.button(key="retention-save").disabled
    app.checkbox[0].check().run()
    app.button(key="retention-save").click().run()
    assert not app.exception
    assert real.retention.of(ME, "acme").rule == RetentionRule(drafts_days=30)
    assert any("Carried out once a day" in caption.value for caption in app.caption)
    assert len(real.drafts.listed(ME, "acme")) == 1  # setting it deletes nothing yet


def test_the_counts_read_as_a_sentence() -> None:
    over = Expired(runs=12, cases=3, conversations=1, drafts=1, originals=2, original_bytes=2_200_000)
    said = "12 answers with 3 closed cases and 1 whole conversation, 1 draft audit and 2 files (2.1 MB)"
    assert retention_form._named(over) == said
    assert retention_form._named(Expired(originals=1, original_bytes=2048)) == "1 file (2 KB)"
    assert retention_form._named(Expired()) == ""
