"""Unaudited words: labelled, muted, harmless, and drawn anew only when there are others."""

from typing import Any

import pytest

from masis.domain.run.draft import DraftWords
from masis.ui.ask import unaudited
from masis.ui.ask.unaudited import draft_html, follow


class Spot:
    """Keeps what is drawn into it."""

    def __init__(self) -> None:
        self.drawn: list[str] = []

    def html(self, body: str) -> None:
        self.drawn.append(body)

    def empty(self) -> None:
        self.drawn.append("")


class Told:
    """Gives the words in line, then the last of them for ever."""

    def __init__(self, *line: DraftWords) -> None:
        self.line = list(line)
        self.waited = 0

    def draft_words(self, _caller: Any, _workspace: str, _run: str, seen: int, _seconds: float) -> DraftWords:
        return self.line.pop(0) if len(self.line) > 1 else self.line[0]

    def wait(self, _run: str, _seconds: float) -> None:
        self.waited += 1


@pytest.fixture(autouse=True)
def nobody_asks_who(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unaudited, "caller", lambda: None)


def drawn(told: Told, seen: int = 0) -> list[str]:
    spot: Any = Spot()
    follow(told, "acme", "r1", spot=spot, seen=seen, seconds=60.0)  # type: ignore[arg-type]
    return spot.drawn  # type: ignore[no-any-return]


def said(words: str, number: int) -> DraftWords:
    return DraftWords(words=words, number=number, may_come=True)


def test_hostile_words_are_words() -> None:
    html = draft_html("<script>alert(1)</script>\n\n[x](javascript:alert(1))\u202eevil")
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert "\u202e" not in html
    assert html.count("<p>") == 2


def test_words_never_look_like_an_answer() -> None:
    html = draft_html("Revenue rose.")
    assert html.count("Draft, not audited yet") == 2  # seen, and heard by who cannot see
    assert not any(sign in html for sign in ("good", "m-pill", "button", "href", "m-chip"))


def test_each_change_is_drawn_once_and_a_new_draft_starts_empty() -> None:
    told = Told(said("One", 1), said("One two", 2), said("", 3), said("", 3))
    assert [draft.count("<p>") for draft in drawn(told)] == [1, 1, 0]


def test_what_was_seen_is_not_drawn_again() -> None:
    assert drawn(Told(said("One", 1)), seen=1) == []


def test_nothing_is_drawn_of_a_run_that_another_process_carries_out() -> None:
    told = Told(DraftWords())
    assert (drawn(told), told.waited) == ([], 1)
