"""Web sources on the screen: apart from the documents, and nothing but escaped words."""

from datetime import UTC, datetime
from typing import Any

import pytest

from masis.domain.evidence import EvidenceChunk
from masis.domain.run.report import RunReport
from masis.domain.verification.ledger import build_ledger
from masis.retrieval.tools import passage
from masis.ui.shared import web_sources, wording
from masis.ui.shared.reading import answer_blocks, passages
from tests.builders import chunk
from tests.fakes.tavily_server import HOSTILE_TEXT, HOSTILE_TITLE


def web(text: str = "Harbor grew by 9 percent in 2025.", **also: Any) -> EvidenceChunk:
    values = {"title": "News", "url": "https://www.news.example/a?b=1", "seen_on": "2026-11-21"}
    return passage("acme", text=text, **{**values, **also})


def report(answer: str, *evidence: EvidenceChunk) -> RunReport:
    now = datetime(2026, 11, 21, tzinfo=UTC)
    return RunReport(
        run_id="r1",
        workspace_id="acme",
        thread_id="t1",
        question="How did Harbor grow?",
        status="success",
        answer=answer,
        confidence=0.9,
        requires_human_review=False,
        claims=build_ledger(answer, evidence),
        evidence=evidence,
        started_at=now,
        finished_at=now,
    )


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    pieces: list[str] = []
    monkeypatch.setattr("streamlit.html", pieces.append)
    return pieces


def both() -> RunReport:
    one = web()
    return report(f"Revenue was 12 million euros in 2024 [k1]. {one.text} [{one.chunk_id}]", chunk("k1"), one)


def test_a_chip_of_the_web_says_so_and_a_documents_does_not() -> None:
    parts = [part for block in answer_blocks(both()) for part in block["parts"]]
    chips = [(part["web"], part["label"]) for part in parts if part["type"] == "chip"]
    assert chips == [
        (False, "Annual report, page 1"),
        (True, "News, web: news.example, read 2026-11-21"),
    ]


def test_the_ledger_quotes_the_web_with_its_address() -> None:
    quote = both().claims[1].quotes[0]
    assert (quote.source, quote.url) == ("web", "https://www.news.example/a?b=1")
    assert both().claims[1].verdict == "supported"


def test_pages_of_the_web_are_listed_apart_with_site_date_and_address(drawn: list[str]) -> None:
    web_sources.show(both())
    (list_of_pages,) = drawn
    assert "From the web" in list_of_pages
    assert "news.example, read 2026-11-21" in list_of_pages
    assert "https://www.news.example/a?b=1" in list_of_pages
    assert "Annual report" not in list_of_pages
    assert "href" not in list_of_pages
    assert "src=" not in list_of_pages


def test_an_answer_from_documents_alone_has_no_such_list(drawn: list[str]) -> None:
    web_sources.show(report("Revenue was 12 million euros in 2024 [k1].", chunk("k1")))
    assert drawn == []


def test_hostile_words_of_the_web_are_shown_as_words(drawn: list[str]) -> None:
    one = web(HOSTILE_TEXT, title=HOSTILE_TITLE)
    run = report(f"Revenue of Harbor was 13 million euros in 2024. [{one.chunk_id}]", one)
    web_sources.show(run)
    web_sources.pane(next(iter(passages(run).values())))
    page = "".join(drawn)
    assert "<script>" not in page
    assert "<img" not in page
    assert "onerror=alert(1)&gt;" in page
    assert "<mark>" in page


def test_a_published_date_is_told_from_the_day_of_reading() -> None:
    assert wording.web_place(web(published="2025-03-01")) == "news.example, published 2025-03-01"
    assert wording.web_place(web(seen_on="")) == "news.example"
    assert wording.page_name(web().page_label) == "web: news.example"
