"""Runs: the earlier runs of a workspace as a table: searched, filtered, ticked, opened on the Ask page."""

import re
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.history.past import PastRun
from masis.domain.run.report import RunVerdict
from masis.ui.history import compare_pick
from masis.ui.shared import passage_text, table, wording
from masis.ui.shared.address import LONGEST_TEXT, Listed
from masis.ui.shared.provenance import stale_short
from masis.ui.shared.session import caller, link_to_run, open_run, put_address, session
from masis.ui.shared.table import Cell, Column, Row

if TYPE_CHECKING:
    from masis.service import Masis

PAGE_SIZE = 25
_SNIPPET = 150
_SEARCH, _VERDICT, _STALE = "history-search", "history-verdict", "history-stale"
COLUMNS = (
    Column("question", "Question and answer", "title"),
    Column("verdict", "Verdict", "state", "11rem"),
    Column("confidence", "Confidence", "number", "6.5rem"),
    Column("course", "By round", "spark", "5.5rem"),
    Column("rounds", "Rounds", "number", "5rem"),
    Column("age", "Asked", "fixed", "8rem"),
)
_FILTERS: dict[str, RunVerdict] = {
    "Finalized": "finalized",
    "Needs review": "needs_review",
    "Passages to read": "passages",
    "Not in your documents": "absent",
    "Asks back": "needs_clarification",
    "Rejected": "rejected",
    "Cancelled": "cancelled",
    "Failed": "failed",
}
_BY_PERSON = {
    "approved": ("Approved", "signed"),
    "rejected": ("Rejected", "bad"),
    "continued": ("Sent on", "quiet"),
}
"""Word and tone of what a person decided; the square of an approval is no dot of the machine's."""
_MARKS = re.compile(r"\s*\[[^\[\]]*\]|\*\*|(?m:^\s*(?:#{1,6}|[-*•>])\s+)|\|")
_UNVERIFIED = re.compile(r"Insufficient evidence: no passage was verified to answer “[^”]*”\.\s*")


def draw_runs(masis: "Masis", workspace_id: str) -> None:
    """Draw search and filters, then the page of the table they find, or say why it is empty."""
    listed = session().listed
    verdict = _FILTERS.get(_label_of(listed.ended) or "")
    _draw_filters(listed)
    runs = masis.past.listed(
        caller(),
        workspace_id,
        search=listed.search.strip(),
        verdict=verdict,
        stale=bool(listed.stale),
        limit=PAGE_SIZE + 1,
        offset=listed.pages_back * PAGE_SIZE,
    )
    if not runs:
        _say_empty(filtered=bool(listed.search.strip() or verdict or listed.stale), page=listed.pages_back)
        return
    compare_pick.draw_pick(runs)
    rows = [row_of(run) for run in runs[:PAGE_SIZE]]
    ticks = session().ticked
    clicked = table.show("Runs", COLUMNS, rows, key="history-table", opens="question", ticks=ticks)
    _turn(listed.pages_back, more=len(runs) > PAGE_SIZE)
    if clicked and clicked.startswith("tick:"):
        compare_pick.tick(clicked.removeprefix("tick:"))
        st.rerun()
    if clicked:
        thread = next((run.summary.thread_id for run in runs if run.summary.run_id == clicked), None)
        open_run(clicked, thread)
        st.switch_page("pages/ask.py", query_params=link_to_run(workspace_id, clicked))


def _say_empty(*, filtered: bool, page: int) -> None:
    if page:
        st.caption("There are no runs this far back.")
        st.button("Newest runs", icon=":material/first_page:", on_click=_go, args=(0,))
    elif filtered:
        st.caption("No run matches. Try other words or other filters.")
    else:
        st.caption("Nothing was asked here yet.")


def _draw_filters(listed: Listed) -> None:
    """Draw the filters as the address names them; a change goes into the address."""
    st.session_state[_SEARCH] = listed.search
    st.session_state[_VERDICT] = _label_of(listed.ended)
    st.session_state[_STALE] = bool(listed.stale)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text_input(
            "Search questions",
            key=_SEARCH,
            icon=":material/search:",
            placeholder="Search questions and answers",
            label_visibility="collapsed",
            max_chars=LONGEST_TEXT,
            width=340,
            on_change=_narrow,
        )
        st.pills("Verdict", list(_FILTERS), key=_VERDICT, label_visibility="collapsed", on_change=_narrow)
        st.toggle(
            "Stale only", key=_STALE, help="A cited document was replaced or deleted.", on_change=_narrow
        )


def _label_of(ended: str) -> str | None:
    """Return the filter for a verdict of the address; ``None`` for what is none."""
    return next((label for label, verdict in _FILTERS.items() if verdict == ended), None)


def _narrow() -> None:
    """Take over what the filters say; the list starts at its first page again."""
    session().listed = Listed(
        search=st.session_state[_SEARCH].strip(),
        ended=_FILTERS[st.session_state[_VERDICT]] if st.session_state[_VERDICT] else "",
        stale="1" if st.session_state[_STALE] else "",
    )
    put_address()


def _turn(page: int, *, more: bool) -> None:
    """Draw the way to newer and older runs, when there are any."""
    if not page and not more:
        return
    with st.container(horizontal=True):
        for label, icon, to, possible in (
            ("Newer", "chevron_left", page - 1, page > 0),
            ("Older", "chevron_right", page + 1, more),
        ):
            st.button(label, icon=f":material/{icon}:", disabled=not possible, on_click=_go, args=(to,))


def _go(page: int) -> None:
    current = session()
    current.listed = current.listed.model_copy(update={"part": str(page + 1) if page else ""})
    put_address()


def row_of(past: PastRun) -> Row:
    """Return a run as a row of the table."""
    run = past.summary
    word, tone = wording.VERDICTS[run.verdict]
    by = ""
    if past.decided:
        word, tone = _BY_PERSON[past.decided.outcome]
        by = f"by {past.decided.person}"
    elif past.contested:
        word, tone, by = "Contested", "human", "waits for review"
    told = ", ".join(wording.score(value, wording.NEEDED) for value in run.confidence_history)
    asker = f"Asked by {run.asked_by}" if run.asked_by else ""
    sub = "\n".join(part for part in (snippet(past.snippet), asker, stale_short(past.stale)) if part)
    sure = run.confidence or 0.0
    course = Cell(
        f"Confidence by round: {told}", values=run.confidence_history, rule=wording.NEEDED, sort=sure
    )
    return Row(
        run.run_id,
        {
            "question": Cell(run.question, sub=sub),
            "verdict": Cell(word, tone=tone, sub=by),
            # A run that asks back scored nothing: there is no confidence to show.
            "confidence": Cell(wording.score(sure, wording.NEEDED) if told else "", sort=sure),
            "course": course if told else Cell(),
            "rounds": Cell(str(run.iterations) if run.iterations else "", sort=run.iterations),
            "age": Cell(
                wording.age(run.started_at),
                sort=run.started_at.timestamp(),
                title=wording.utc(run.started_at),
                sub=run.spending.brief if run.spending else "",
            ),
        },
    )


def snippet(answer: str) -> str:
    """Return how an answer begins, in plain words, cut at a word."""
    told = _UNVERIFIED.sub("Nearest:\n", answer)  # a line of its own: a list mark may follow
    words = " ".join(_MARKS.sub(" ", told).split()).replace(" .", ".").replace(" ,", ",")
    if len(words) <= _SNIPPET:
        return passage_text.shortened(words)
    return words[:_SNIPPET].rsplit(" ", 1)[0] + " …"
