"""Filters of the document list."""

import pytest

from masis.domain.profile import DocumentProfile
from masis.ui.documents.document_list import matching
from tests.fakes import scripted_data

ANNUAL = DocumentProfile(organisation="Harbor plc", kind="annual_report", fiscal_year=2024)
PLAN = DocumentProfile(organisation="Harbor plc", kind="plan", fiscal_year=2025)
UNKNOWN = DocumentProfile()


@pytest.mark.parametrize(
    ("organisation", "kind", "period", "found"),
    [
        (None, None, None, 3),
        ("Harbor plc", None, None, 2),
        (None, "Plan or budget", None, 1),
        ("Harbor plc", None, "2024", 1),
        ("Harbor plc", "Plan or budget", "2024", 0),
    ],
)
def test_every_choice_narrows(
    organisation: str | None, kind: str | None, period: str | None, found: int
) -> None:
    first = scripted_data.documents("acme")[0]
    held = [first.model_copy(update={"profile": profile}) for profile in (ANNUAL, PLAN, UNKNOWN)]
    assert len(matching(held, organisation, kind, period)) == found
