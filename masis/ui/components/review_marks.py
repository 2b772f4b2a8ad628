"""Review marks: the ledger of a case, where a person marks single claims right or wrong."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.review import CONSEQUENCES
from masis.domain.verification.claims import Claim
from masis.ui.components import claims, review_sign
from masis.ui.notices import calmly
from masis.ui.session import caller

if TYPE_CHECKING:
    from masis.service import Masis
    from masis.service.casework import CaseFile


def show(masis: "Masis", file: "CaseFile") -> None:
    """Draw the ledger and, while the case is open, the line that marks a claim."""
    claims.show(file.report)
    rows = [one for one in file.report.claims if one.verdict not in {"heading", "hedge"}]
    if not rows or file.case.state != "open":
        return
    st.caption(CONSEQUENCES["mark_claim"])
    chosen = st.selectbox("Mark a claim", rows, format_func=_name, key=f"mark-{file.case.case_id}")
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
            review_sign.saved("Your verdict is kept beside the code's.")


def _name(claim: Claim) -> str:
    text = " ".join(claim.text.split())
    return text if len(text) <= 110 else f"{text[:110]} …"
