"""The web on the wire: what a fake Tavily says becomes passages, or one calm sentence."""

import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from masis.config import Settings
from masis.errors import ToolUnavailable
from masis.retrieval.tools import LONGEST_PASSAGE, safe_url
from masis.retrieval.web import LONGEST_QUERY, WebSearch, published_on, warm, why_not
from tests.fakes.tavily_server import FakeTavily

KEY = "tvly-very-secret"


@pytest.fixture(scope="module")
def served() -> Iterator[FakeTavily]:
    with FakeTavily() as fake:
        yield fake


@pytest.fixture
def fake(served: FakeTavily) -> FakeTavily:
    served.mode = "good"
    served.requests.clear()
    served.left.clear()
    return served


def search(fake: FakeTavily, **also: Any) -> WebSearch:
    settings = Settings(_env_file=None, TAVILY_API_KEY=KEY, TAVILY_BASE_URL=fake.base_url, **also)
    return WebSearch(settings, lambda: datetime(2026, 11, 21, tzinfo=UTC))


def test_findings_become_passages_with_address_site_and_dates(fake: FakeTavily) -> None:
    first, second = search(fake).search("acme", "How was Harbor's revenue?", 5)
    assert first.text == "Revenue of Harbor was 13 million euros in 2024."
    assert (first.source, first.url) == ("web", "https://news.example.com/harbor")
    assert (first.document_date, first.seen_on) == ("2024-08-05", "2026-11-21")
    assert (first.page_label, second.page_label) == ("web: news.example.com", "web: ports.example.org")
    assert second.document_date == ""
    assert first.workspace_id == "acme"
    assert fake.requests[0]["key"] == f"Bearer {KEY}"
    assert fake.requests[0]["body"]["max_results"] == 5


def test_the_same_finding_has_the_same_id_and_another_has_another(fake: FakeTavily) -> None:
    once, again = search(fake).search("acme", "q", 5), search(fake).search("acme", "other words", 5)
    assert [chunk.chunk_id for chunk in once] == [chunk.chunk_id for chunk in again]
    assert len({chunk.chunk_id for chunk in once}) == len({chunk.document_id for chunk in once}) == 2


def test_a_long_question_is_cut_to_what_the_service_takes(fake: FakeTavily) -> None:
    search(fake).search("acme", "word " * 300, 5)
    assert len(fake.requests[0]["body"]["query"]) <= LONGEST_QUERY


@pytest.mark.parametrize(
    ("mode", "says"),
    [
        ("401", "refused the key (401). Please check TAVILY_API_KEY."),
        ("429", "is used up for now (429)"),
        ("500", "is failing (500)"),
        ("html", "answered, but not as Tavily does"),
        ("broken", "answered, but not as Tavily does"),
        ("list", "answered, but not as Tavily does"),
        ("null_results", "answered, but not as Tavily does"),
    ],
)
def test_every_fault_is_one_sentence_without_the_key(fake: FakeTavily, mode: str, says: str) -> None:
    fake.mode = mode
    with pytest.raises(ToolUnavailable) as caught:
        search(fake).search("acme", "question", 5)
    assert says in str(caught.value)
    assert KEY not in str(caught.value)
    assert KEY not in repr(caught.value.__cause__)


def test_a_service_that_hangs_is_left_and_its_connection_closed(fake: FakeTavily) -> None:
    fake.mode = "hang"
    with pytest.raises(ToolUnavailable, match="did not answer within 1 seconds"):
        search(fake, web_timeout_seconds=1).search("acme", "question", 5)
    assert fake.left.wait(10)


def test_a_service_that_is_not_there_is_said_to_be_unreachable() -> None:
    settings = Settings(_env_file=None, TAVILY_API_KEY=KEY, TAVILY_BASE_URL="http://127.0.0.1:9")
    with pytest.raises(ToolUnavailable, match="cannot be reached"):
        WebSearch(settings).search("acme", "question", 5)


def test_nothing_found_is_no_fault(fake: FakeTavily) -> None:
    fake.mode = "empty"
    assert search(fake).search("acme", "question", 5) == ()


def test_hostile_findings_are_kept_as_plain_words_or_left_out(fake: FakeTavily) -> None:
    fake.mode = "hostile"
    found = search(fake).search("acme", "question", 5)
    assert [chunk.url for chunk in found] == ["https://news.example.com/harbor", "https://example.com/ab"]
    assert "<script>" in found[0].text  # words stay words; whoever draws them escapes them
    assert not set(found[0].text) & {"\x00", "\u202e", "\ud83d"}
    assert "secret" not in found[1].model_dump_json()


def test_a_long_finding_is_cut_at_a_sentence(fake: FakeTavily) -> None:
    fake.mode = "long"
    (found,) = search(fake).search("acme", "question", 5)
    assert len(found.text) <= LONGEST_PASSAGE
    assert found.text.endswith("again.")
    assert (found.char_start, found.char_end) == (0, len(found.text))


@pytest.mark.parametrize(
    ("raw", "iso"),
    [
        ("2024-08-05", "2024-08-05"),
        ("2024-08-05T10:00:00Z", "2024-08-05"),
        ("Mon, 05 Aug 2024 13:00:00 GMT", "2024-08-05"),
        ("yesterday", ""),
        ("", ""),
        (None, ""),
        (20240805, ""),
    ],
)
def test_dates_are_iso_or_nothing(raw: object, iso: str) -> None:
    assert published_on(raw) == iso


@pytest.mark.parametrize(
    ("url", "safe"),
    [
        ("https://example.com/a?b=c#d", "https://example.com/a?b=c#d"),
        ("HTTP://Example.com:8080/x", "http://example.com:8080/x"),
        ("http://[::1]:9/x", "http://[::1]:9/x"),
        ("javascript:alert(1)", ""),
        ("data:text/html,x", ""),
        ("//example.com/x", ""),
        ("https://[broken", ""),
        ("https://example.com:99999/", ""),
        ("", ""),
    ],
)
def test_only_web_addresses_are_addresses(url: str, safe: str) -> None:
    assert safe_url(url) == safe


def test_without_a_key_or_the_package_the_reason_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "TAVILY_API_KEY" in why_not(Settings(_env_file=None))
    with_key = Settings(_env_file=None, TAVILY_API_KEY=KEY)
    assert why_not(with_key) == ""
    monkeypatch.setattr("masis.retrieval.web.find_spec", lambda _name: None)
    assert "requirements-web.txt" in why_not(with_key)


def test_warming_imports_the_package_beside_everything_else() -> None:
    warm()
    for thread in threading.enumerate():
        if thread.name == "web-warming":
            thread.join(60)
    assert "langchain_tavily" in sys.modules
