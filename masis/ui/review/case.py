"""Review case: one case opened: the question, what stopped the run, the competing values, draft and audit."""

import re
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.review.case import Case
from masis.domain.review.decisions import CONSEQUENCES
from masis.domain.run.absence import absence_of
from masis.domain.verification.claims import Claim
from masis.ui.ask import answer, claims, competing, nearest, passages, quality, struck, trace, verdict
from masis.ui.safe_text import safe_html, safe_md
from masis.ui.shared import decision_log, question, rows, sign, source_pane, wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.reading import Source
from masis.ui.shared.session import caller, session

if TYPE_CHECKING:
    from masis.service import Masis
    from masis.service.review.casework import CaseFile

_VIEWS = ("Sources", "Claims", "Quality", "Trace", "Record")
_CITATIONS = re.compile(r"\s*\[[^\[\]]*\]")
_TONES = {"approved": "good", "rejected": "bad", "continued": "", "withdrawn": ""}


def draw_head(masis: "Masis", case: Case, people: Sequence[str]) -> None:
    """Draw the question with its cause, and who looks after it until when."""
    with st.container(horizontal=True, vertical_alignment="top", gap="small", key="case-head"):
        st.html(
            f'<div class="m-eyebrow">{safe_html(case.workspace_name)}, {wording.age(case.created_at)}</div>'
            + question.heading(case.question, attributes=' id="case-question" tabindex="-1"')
        )
        due = f", due {case.due:%-d %b %Y}" if case.due else ""
        with st.popover(
            safe_md(f"{case.assignee or 'Nobody assigned'}{due}"), icon=":material/person:", key="case-care"
        ):
            _care(masis, case, people)
    cause = safe_html(wording.CAUSES[case.cause])
    if case.state == "open":
        st.html(
            f'<p class="m-amber-title"><span class="m-dot human"></span>Needs review: {cause}</p>'
            f'<p class="m-amber-text">{safe_html(case.message)}</p>'
        )
    else:
        tone, word = _TONES[case.outcome or "continued"], wording.OUTCOMES[case.outcome]
        st.html(
            f'<p class="m-decided"><span class="m-pill {tone}"><span class="m-dot {tone}"></span>'
            f'{safe_html(word)}</span><span class="m-note">It was asked because {cause}.</span></p>'
        )


def _care(masis: "Masis", case: Case, people: Sequence[str]) -> None:
    mark = f"{case.case_id}-{case.version}"
    team = masis.people.assignable(caller(), case.workspace_id)
    known = sorted({*(team or (*people, caller().signature)), case.assignee} - {""})
    chosen = known.index(case.assignee) if case.assignee else None
    assignee = st.selectbox(
        "Assignee", known, chosen, key=f"who-{mark}", accept_new_options=not team, placeholder="Nobody"
    )
    due = st.date_input("Due", case.due, key=f"due-{mark}", format="YYYY-MM-DD")
    wanted = due if isinstance(due, date) else None
    with calmly():
        if str(assignee or "") != case.assignee:
            masis.reviews.assign(caller(), case.case_id, case.version, str(assignee or ""))
        elif wanted != case.due:
            masis.reviews.set_due(caller(), case.case_id, case.version, wanted)
        else:
            return
        sign.saved("Saved.", case.case_id)


def draw_draft(masis: "Masis", file: "CaseFile") -> None:
    """Draw the competing values, then the best draft: what is decided on."""
    report = file.report
    competing.show(masis, report.workspace_id, report)
    for act in file.decisions:
        if act.action == "contest":
            st.markdown(f"**{safe_md(act.person)}:** {safe_md(act.reason)}")
    absence = absence_of(report)
    if not report.answer:
        st.caption(wording.unanswered(report.cause))
    elif absence and absence.near:  # the passages below say more than the draft, which says there is none
        with st.expander("Best draft", type="compact"):
            st.markdown(safe_md(_CITATIONS.sub("", report.answer)))
    else:
        editors = (act.person for act in reversed(report.human) if act.action == "edit")
        edited = next(editors, "")
        name = "Final answer" if file.case.cause == "contested" else "Best draft"
        name = "Approved answer" if file.case.outcome == "approved" else name
        st.caption(f"{name}, edited by {safe_md(edited)}" if edited else name)
        with st.container(key="case-draft"):
            answer.show(report, beside=passages.keys(report))
        verdict.figures(report)


def draw_views(masis: "Masis", file: "CaseFile") -> None:
    """Draw what stands behind the draft, one view at a time."""
    key = f"case-view-{file.case.case_id}"
    view = st.segmented_control(
        "View", _VIEWS, default="Sources", required=True, key=key, label_visibility="collapsed"
    )
    if view == "Sources":
        _sources(masis, file)
    elif view == "Claims":
        _claims(masis, file)
        source_pane.show(masis, file.report.workspace_id, answer.opened(file.report))
    elif view == "Record":
        decision_log.show(masis, file.case, file.decisions)
    else:
        {"Quality": quality.show, "Trace": trace.show}[str(view)](file.report)


def _sources(masis: "Masis", file: "CaseFile") -> None:
    """Draw the page behind the draft, or behind the passages that came near."""
    report = file.report
    absence = absence_of(report)
    if not report.answer:
        nearest.show(report)
        return
    opened: Source | None
    if absence and absence.near:
        opened = nearest.read(absence)
    elif passages.to_read(report):
        opened = passages.cards(report, beside=answer.keys(report)) or answer.opened(report)
    else:
        opened = answer.opened(report)
    source_pane.show(masis, report.workspace_id, opened)
    struck.show(report)


def _claims(masis: "Masis", file: "CaseFile") -> None:
    """Draw the ledger and, while the case is open, the line that marks the open claim right or wrong."""
    claims.show(file.report)
    stating = [claim for claim in file.report.claims if claim.verdict not in {"heading", "hedge"}]
    if not stating or file.case.state != "open":
        return
    at = session().cite.partition(":")[0]
    opened = next((number for number, claim in enumerate(stating) if str(claim.position) == at), 0)
    st.caption(CONSEQUENCES["mark_claim"])
    chosen = st.selectbox(
        "Mark a claim", stating, opened, format_func=_name, key=f"mark-{file.case.case_id}-{opened}"
    )
    note = st.text_input("Note (optional)", key=f"mark-note-{file.case.case_id}")
    with st.container(horizontal=True):
        right = st.button("Right", icon=":material/check:", key="mark-right")
        wrong = st.button("Wrong", icon=":material/close:", key="mark-wrong")
    if (right or wrong) and chosen:
        with calmly():
            case = file.case
            masis.reviews.mark_claim(
                caller(), case.case_id, case.version, chosen.position, right=bool(right), note=note
            )
            sign.saved("Your verdict is kept beside the code's.", case.case_id)


def _name(claim: Claim) -> str:
    text = " ".join(rows.in_words(claim.text).split())
    return text if len(text) <= 110 else f"{text[:110]} …"
