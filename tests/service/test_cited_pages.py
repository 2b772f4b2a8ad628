"""Every citation of the sample's answers opens a page on which the cited words are marked."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from masis import wiring
from masis.config import Settings
from masis.domain.document import PageView
from masis.domain.verification.claims import Quote
from masis.service import Masis
from masis.ui.safe_text import safe_html
from masis.ui.shared import passage_text
from masis.ui.shared.disputes import disputes
from tests.fakes.printed import PrintedPage, letters
from tests.fakes.services import ME, eventually
from tests.ingest.files import pdf

ROOT = Path(__file__).parents[2]
ROWS = [json.loads(line) for line in (ROOT / "evaluation" / "golden.jsonl").read_text("utf-8").splitlines()]
QUESTIONS = [row["question"] for row in ROWS if row["expected"] in {"answer", "conflict"}]
OLD = ["Harbour report", "", "Traffic grew by 12.4% in 2031.", "The quay was closed for nine weeks."]
NEW = ["Harbour report", "", "Another opening stands here now.", "", "", "Traffic grew by 13.9% in 2031."]


@pytest.fixture
def masis(tmp_path: Path) -> Iterator[Masis]:
    built = wiring.build_masis(Settings(data_dir=tmp_path, _env_file=None))
    yield built
    built.close()


def shown(masis: Masis, workspace_id: str, quote: Quote) -> PageView:
    span = (quote.char_start, quote.char_end)
    return masis.page_view(ME, workspace_id, quote.document_id, quote.version_id, quote.page_number, span)


def fault(masis: Masis, workspace_id: str, quote: Quote) -> str:
    """Say what is wrong with the page behind a quote; nothing when the words are marked where they stand."""
    view = shown(masis, workspace_id, quote)
    if (
        view.page.number != quote.page_number
        or view.page.text[quote.char_start : quote.char_end] != quote.text
    ):
        return "other words stand there"
    if view.kind != "pdf":
        drawn = passage_text.page_html(view.page, view.highlight, "label")
        if f"<mark>{safe_html(quote.text)}</mark>" in drawn:
            return ""
        cells = [cell.strip() for cell in quote.text.strip().strip("|").split("|")]
        row = "".join(rf">{re.escape(safe_html(cell))}</t[hd]>.*?" for cell in cells if cell)
        return "" if len(cells) > 1 and re.search(row, drawn) else "not marked in the text"
    if view.image is None:
        return "no picture"
    file = masis.original(ME, workspace_id, quote.document_id, quote.version_id)
    with closing(PrintedPage(file, quote.page_number)) as printed:
        under = printed.under(view.image)
    return "" if Counter(under) == Counter(letters(quote.text)) else f"marked is {under}"


@pytest.mark.slow
def test_every_citation_of_every_golden_answer_is_marked_on_its_page(masis: Masis) -> None:
    masis.load_sample(ME)
    assert eventually(lambda: all(job.finished for job in masis.jobs(ME, "sample")), 120)
    faults: list[str] = []
    kinds: Counter[str] = Counter()
    for question in QUESTIONS:
        run_id = masis.ask(ME, "sample", question)
        masis.wait(run_id, 120)
        report = masis.run(ME, "sample", run_id).report
        assert report is not None
        sides = [source for one in disputes(report) for source in one.sources]
        assert None not in sides
        quotes = [quote for claim in report.claims for quote in claim.quotes]
        for quote in dict.fromkeys([*quotes, *(side.quote for side in sides if side and side.quote)]):
            kinds[shown(masis, "sample", quote).kind] += 1
            wrong = fault(masis, "sample", quote)
            faults += [f"{question}: {quote.document_title}, p. {quote.page_label}: {wrong}"] if wrong else []
    assert faults == []
    assert set(kinds) == {"pdf", "docx", "html", "xlsx"}
    assert kinds.total() > len(QUESTIONS)


def test_a_citation_opens_its_version_after_the_document_was_replaced(masis: Masis) -> None:
    masis.create_workspace(ME, "Acme")
    uploaded(masis, OLD)
    run_id = masis.ask(ME, "acme", "By how much did traffic grow in 2031?")
    masis.wait(run_id, 60)
    report = masis.run(ME, "acme", run_id).report
    assert report is not None
    quotes = [quote for claim in report.claims for quote in claim.quotes]
    assert any("12.4%" in quote.text for quote in quotes)
    uploaded(masis, NEW)
    (document,) = masis.documents(ME, "acme")
    assert [version.number for version in document.versions] == [2, 1]
    assert {quote.version_id for quote in quotes} == {document.versions[1].version_id}
    assert [fault(masis, "acme", quote) for quote in quotes] == [""] * len(quotes)


def uploaded(masis: Masis, lines: list[str]) -> None:
    masis.upload(ME, "acme", "harbour.pdf", pdf([lines]))
    assert eventually(lambda: all(job.finished for job in masis.jobs(ME, "acme")), 60)
