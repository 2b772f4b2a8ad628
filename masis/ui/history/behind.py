"""Behind: the runs behind a point of the insights, as the address names them, and the way back."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.history.slices import Slice
from masis.domain.run import labels
from masis.ui.history.runs import COLUMNS, PAGE_SIZE, row_of
from masis.ui.shared import table
from masis.ui.shared.session import caller, link_to_run, open_run, session
from masis.ui.shared.table import Row

if TYPE_CHECKING:
    from masis.domain.history.past import PastRun
    from masis.service import Masis

_PAGE = "behind-page"
_ENDED: dict[str, str] = {name: words for name, words in labels.VERDICTS.items()}  # noqa: C416 - as below
_CAUSES: dict[str, str] = {name: words for name, words in labels.CAUSES.items()}  # noqa: C416 - dict() keeps the key
_JUDGED = {"approved": "approved by people", "rejected": "rejected by people", "contested": "contested"}


def draw_behind(masis: "Masis", workspace_id: str, wanted: Slice) -> None:
    """Say which runs these are, list a page of them, and offer all runs and the insights."""
    st.markdown(f"**{in_words(wanted)}**")
    with st.container(horizontal=True):
        st.button("All runs", icon=":material/list:", on_click=_all, type="tertiary", key="behind-all")
        st.page_link(
            "pages/insights.py",
            label="Back to the insights",
            icon=":material/monitoring:",
            query_params={"workspace": workspace_id, "over": wanted.over.code},
        )
    code, page = st.session_state.get(_PAGE, ("", 0))
    page = page if code == wanted.code else 0
    found = masis.insights.behind(
        caller(), workspace_id, wanted, limit=PAGE_SIZE + 1, offset=page * PAGE_SIZE
    )
    if not found:
        st.caption("There are no such runs any more. They may have been deleted with their conversation.")
        return
    rows = [_row(past, mine=wanted.over.mine) for past in found[:PAGE_SIZE]]
    clicked = table.show("Runs behind the point", COLUMNS, rows, key="behind-table", opens="question")
    _turn(wanted.code, page, more=len(found) > PAGE_SIZE)
    if clicked:
        run = next(past.summary for past in found if past.summary.run_id == clicked)
        if run.workspace_id == session().workspace_id:
            open_run(run.run_id, run.thread_id)
        st.switch_page("pages/ask.py", query_params=link_to_run(run.workspace_id, run.run_id))


def in_words(wanted: Slice) -> str:
    """Return which runs a slice names, as a heading."""
    day = wanted.day
    ending = _ENDED.get(wanted.ending or "", "")
    cause = _CAUSES.get(wanted.cause, wanted.cause)
    parts = [
        f"asked on {day:%-d %B %Y} (UTC)" if day else "",
        f"that ended as “{ending}”" if ending else "",
        f"in which a person was asked because {cause}" if wanted.cause else "",
        f"retried for “{wanted.reason.replace('_', ' ')}”" if wanted.reason else "",
        ""
        if wanted.bin is None
        else f"with a confidence from {wanted.bin * 0.05:.2f} to {wanted.bin * 0.05 + 0.05:.2f}",
        f"in which the {wanted.agent} was among the slowest tenth" if wanted.agent else "",
        _JUDGED.get(wanted.judged or "", ""),
        "with struck sentences" if wanted.struck else "",
    ]
    span = f" of the last {wanted.over.span} days" if wanted.over.span and not day else ""
    where = ", in all your workspaces" if wanted.over.mine else ""
    return f"Runs{span} {', '.join(filter(None, parts))}{where}".replace("  ", " ").strip()


def _row(past: "PastRun", *, mine: bool) -> Row:
    row = row_of(past)
    if not mine:
        return row
    names = {known.workspace_id: known.name for known in session().workspaces}
    name = names.get(past.summary.workspace_id, past.summary.workspace_id)
    question = row.cells["question"]
    sub = "\n".join(part for part in (question.sub, f"Workspace: {name}") if part)
    return Row(row.id, {**row.cells, "question": question._replace(sub=sub)})


def _turn(code: str, page: int, *, more: bool) -> None:
    if not page and not more:
        return
    with st.container(horizontal=True):
        for label, icon, to, possible in (
            ("Newer", "chevron_left", page - 1, page > 0),
            ("Older", "chevron_right", page + 1, more),
        ):
            st.button(
                label,
                icon=f":material/{icon}:",
                disabled=not possible,
                on_click=_go,
                args=(code, to),
                key=f"behind-{icon}",
            )


def _all() -> None:
    """Take the filter out of the address."""
    st.query_params.pop("only", None)


def _go(code: str, page: int) -> None:
    st.session_state[_PAGE] = (code, page)
