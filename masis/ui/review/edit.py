"""Review edit: change the answer, see what changed and what the audit finds, then keep it."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.review.reviewed import Reaudit
from masis.domain.run.report import RunReport
from masis.ui.shared import marks, sign, table, wording
from masis.ui.shared.difference import marked_difference
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller
from masis.ui.shared.table import Cell, Column, Row

if TYPE_CHECKING:
    from masis.service import Masis
    from masis.service.review.casework import CaseFile

_COLUMNS = (Column("verdict", "Verdict", "state", "9rem"), Column("sentence", "Sentence", "title"))


def draw_editor(masis: "Masis", file: "CaseFile") -> None:
    """Draw the editor; nothing is kept before it was audited in sight."""
    report, case = file.report, file.case
    names = _numbers(report)
    before = marks.short(report.answer or "", names)
    typed = st.text_area("The answer", before, height=260, key=f"edit-{case.case_id}")
    st.caption(
        "Keep the marks such as [1]: each ties its sentence to a passage. The audit runs as you leave."
    )
    edited = marks.long(typed, names)
    if edited.strip() == (report.answer or "").strip():
        return
    with calmly():
        audit = masis.reviews.preview_edit(caller(), case.case_id, edited)
        changed = marked_difference(before, typed)
        st.html(f'<div class="m-sub">What changed</div><p class="m-diff">{changed}</p>')
        _ledger(audit, names)
        reason = st.text_input("Why you changed it (optional)", key=f"edit-reason-{case.case_id}")
        if st.button("Keep the edited answer", type="primary", icon=":material/save:", key="edit-keep"):
            masis.reviews.edit(caller(), case.case_id, case.version, edited, reason)
            sign.saved("The edited answer is kept. It still has to be approved.", case.case_id)


def _ledger(audit: Reaudit, names: dict[str, str]) -> None:
    count = wording.counted(len(audit.problems), "problem")
    made_up = ", a source that does not exist" if audit.citation_audit.fabricated else ""
    st.html(f'<div class="m-sub">What the audit finds: {count}{made_up}</div>')
    rows = []
    for claim in audit.claims:
        word, tone = wording.CLAIMS[claim.verdict]
        sub = claim.reason if claim.verdict in wording.PROBLEMS else ""
        sentence = marks.short(claim.text, names).lstrip("#-*• ")
        cells = {"verdict": Cell(word, tone=tone), "sentence": Cell(sentence, sub=sub)}
        rows.append(Row(str(claim.position), cells))
    table.show("Audit of the edited answer", _COLUMNS, rows, key="edit-ledger")


def _numbers(report: RunReport) -> dict[str, str]:
    """Return a short mark for each passage; those cited first come first."""
    known = [chunk.chunk_id for chunk in report.evidence]
    cited = (name for claim in report.claims for name in claim.citations if name in known)
    return marks.numbered((*cited, *known))
