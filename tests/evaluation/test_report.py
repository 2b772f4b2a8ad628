"""Report: the table for a terminal, and a page that loads nothing and runs nothing."""

import re

from masis.evaluation.measures import reliability, risk_coverage
from masis.evaluation.report import as_page, as_text
from masis.evaluation.results import Curve, Listing, Measure, Result, share

RESULT = Result(
    name="set.jsonl",
    kind="golden questions",
    engine="extractive",
    seed=0,
    rows=4,
    measures=(
        share("right", [1.0, 0.0, 1.0, 1.0], 0, "a note"),
        Measure(name="nothing counted", value=None, count=0),
    ),
    listings=(
        Listing(title="Failures", columns=("id", "answer"), rows=(("g1", "<script>alert(1)</script>"),)),
    ),
    curves=(Curve(name="its own", points=risk_coverage([0.9, 0.1], [True, False])),),
    reliability=reliability([0.9, 0.1], [True, False]),
    notes=("Something to know.",),
)


def test_the_table_has_values_counts_and_intervals() -> None:
    text = as_text(RESULT)
    assert re.search(r"right +0\.750 +\d\.\d{3} to \d\.\d{3} +4  a note", text)
    assert re.search(r"nothing counted +– +0", text)
    assert "Failures" in text
    assert "Something to know." in text


def test_the_page_asks_nobody_for_anything() -> None:
    page = as_page(RESULT)
    assert "default-src 'none'" in page
    assert not re.search(r"(?:src|href)=|url\(|@import|https?:", page)
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert page.count("<svg") == 2


def test_equal_results_make_equal_pages() -> None:
    again = Result.model_validate_json(RESULT.model_dump_json())
    assert as_page(again) == as_page(RESULT)
