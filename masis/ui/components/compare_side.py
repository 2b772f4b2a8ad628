"""Compare side: one of two runs with its verdict, how it was made, and its answer with the changes marked."""

from typing import Any

import streamlit as st

from masis.domain.compare import Kind
from masis.domain.past import Compared, Side
from masis.ui import wording
from masis.ui.components import cited
from masis.ui.components.mounted import mount
from masis.ui.lineage import origin_sentence, stale_sentence
from masis.ui.reading import answer_blocks, passages
from masis.ui.safe_text import safe_html, safe_md
from masis.ui.session import open_run

_TOLD: dict[Kind, str] = {
    "gained": "Only the later answer says this.",
    "lost": "Only the earlier answer says this.",
    "changed": "The other answer says this in other words or with another figure.",
}


def show(workspace_id: str, seen: Compared, side: Side, name: str) -> None:
    """Draw one run; a chip shows the cited words under the answer."""
    summary, report = side.summary, side.report
    word, tone = wording.VERDICTS[summary.verdict]
    cause = f", {wording.CAUSES[report.cause]}" if report.requires_human_review and report.cause else ""
    st.html(
        f'<div class="m-eyebrow">{name}, asked {wording.age(summary.started_at)}</div>'
        f'<h2 class="m-question">{safe_html(summary.question)}</h2>'
        f'<div class="m-verdict"><span class="m-pill {tone}"><span class="m-dot {tone}"></span>{word}'
        f"{safe_html(cause)}</span></div>{_facts(side)}"
    )
    blocks = _marked(seen, side)
    if not blocks:
        st.caption("No answer was written.")
    behind = passages(report)
    data = {"blocks": blocks, "active": st.session_state.get(f"side-{name}", ""), "claim": -2}
    clicked = mount("answer", data, key=f"compare-{name}-{report.run_id}", event="cite")
    if clicked in behind:
        st.session_state[f"side-{name}"] = clicked
    chosen = behind.get(st.session_state.get(f"side-{name}", ""))
    if chosen is not None:
        st.caption(safe_md(chosen.label))
        cited.quote(chosen)
    if st.button("Open this run", icon=":material/arrow_forward:", type="tertiary", key=f"open-{name}"):
        open_run(report.run_id, report.thread_id)
        where = {"workspace": workspace_id, "run": report.run_id}
        st.switch_page("pages/ask.py", query_params=where)


def _facts(side: Side) -> str:
    report = side.report
    facts = [("Confidence", f"{report.confidence:.2f}"), ("Engine", wording.ENGINES.get(report.engine, ""))]
    if report.origin:
        facts.append(("Started as", origin_sentence(report.origin)))
    if report.human:
        facts.append(("Reviewed", "; ".join(one.sentence for one in report.human[-3:])))
    facts += [("Stale", stale_sentence(one)) for one in side.stale]
    rows = "".join(f"<dt>{name}</dt><dd>{safe_html(told)}</dd>" for name, told in facts if told)
    return f'<dl class="m-facts">{rows}</dl>'


def _marked(seen: Compared, side: Side) -> list[dict[str, Any]]:
    later = side is seen.after
    pairs = [(pair.kind, pair.after if later else pair.before) for pair in seen.comparison.claims]
    kinds = {claim.position: kind for kind, claim in pairs if claim is not None and kind in _TOLD}
    blocks = answer_blocks(side.report)
    for part in (part for block in blocks for part in block["parts"]):
        kind = kinds.get(part.get("claim", -1)) if part["type"] == "text" else None
        if kind:
            part |= {"mark": kind, "told": _TOLD[kind]}
    return blocks
