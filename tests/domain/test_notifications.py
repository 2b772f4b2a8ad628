"""Notifications in words: what leaves MASIS holds no question and no document unless that is allowed."""

from datetime import UTC, datetime
from typing import Any

import pytest

from masis.domain.notifications import KIND_NAMES, KINDS, Notification, Told, headline, link, message

QUESTION = "What did the secret\nproject cost?"
NAME = "Falcon plan"


def told(kind: str, **more: Any) -> Notification:
    plain = {
        "number": 1,
        "kind": kind,
        "at": datetime(2026, 11, 24, tzinfo=UTC),
        "workspace_id": "acme",
        "workspace_name": "Acme &\n Sons",
        "run_id": "r1",
        "question": QUESTION,
    }
    return Notification.model_validate({**plain, **more})


STALE = told("stale", told=Told(document=NAME, change="replaced", more=2))
CASE = told("case_opened", case_id="c1", told=Told(cause="conflict"))
ASSIGNED = told("assigned", case_id="c1", told=Told(cause="conflict", by="Anna\nBcc:", to="Ben"))
BUDGET = told(
    "budget", workspace_id=None, workspace_name="", run_id=None, question="", told=Told(refusal="So much.")
)


@pytest.mark.parametrize("known", [STALE, CASE, ASSIGNED, BUDGET], ids=lambda known: known.kind)
def test_contents_leave_only_where_that_is_allowed(known: Notification) -> None:
    masked = message(known, "https://masis.example.com", contents=False)
    open_one = message(known, "https://masis.example.com", contents=True)
    for secret in ("secret", NAME):
        assert secret not in f"{masked.title}{masked.body}"
    assert ("secret" in open_one.body) is bool(known.question)
    assert "\n" not in open_one.title


def test_a_message_says_where_what_and_how_to_get_there() -> None:
    said = message(CASE, "https://masis.example.com/", contents=False)
    assert said.title == "MASIS: A case waits for a decision"
    assert said.body.splitlines() == [
        "Workspace: Acme & Sons",
        "Sources disagree.",
        "https://masis.example.com/review?workspace=acme&case=c1",
    ]
    assert message(ASSIGNED, "", contents=False).title == "MASIS: Anna Bcc: gave a case to Ben"
    stale = message(STALE, "", contents=True).body
    assert f"“What did the secret project cost?” “{NAME}” was replaced" in stale.replace(".”", "”")
    assert "2 more final answers rest on it." in stale
    assert message(BUDGET, "", contents=False).body == "So much."


def test_each_kind_leads_to_its_page_and_without_an_address_there_is_no_link() -> None:
    assert link(STALE, "http://h") == "http://h/?workspace=acme&run=r1"
    assert link(BUDGET, "http://h") == "http://h/system"
    assert link(CASE, "") == ""
    odd = told("stale", workspace_id="a&b=c")
    assert link(odd, "http://h") == "http://h/?workspace=a%26b%3Dc&run=r1"


def test_every_kind_has_its_words_and_a_long_question_is_cut() -> None:
    assert set(KIND_NAMES) == set(KINDS)
    assert all(headline(kind, Told()) for kind in KINDS)
    long = told("case_opened", question="word " * 500)
    assert len(long.about) < 400
    assert told("case_opened", told=Told(cause="contested", by="Anna", again=True)).headline == (
        "A case waits again for a decision"
    )
    assert "Said by Anna." in told("case_opened", told=Told(cause="contested", by="Anna")).about
