"""Comparison: two runs of a question beside each other, then what differs between them."""

from typing import TYPE_CHECKING, Any

import streamlit as st

from masis.domain.history.compare import Comparison, Kind
from masis.domain.history.past import Compared, Side
from masis.errors import NotFound
from masis.ui.history import compare_html
from masis.ui.safe_text import safe_html, safe_md
from masis.ui.shared import cited, question, wording
from masis.ui.shared.mounted import mount
from masis.ui.shared.provenance import comparison_summary, origin_sentence, stale_sentence
from masis.ui.shared.reading import answer_blocks, passages
from masis.ui.shared.session import caller, link_to_run, open_run

if TYPE_CHECKING:
    from masis.service import Masis

_TOLD: dict[Kind, str] = {
    "gained": "Only the later answer says this.",
    "lost": "Only the earlier answer says this.",
    "changed": "The other answer says this in other words or with another figure.",
}


def draw_comparison(masis: "Masis", workspace_id: str, before: str, after: str) -> None:
    """Draw the comparison, or say why there is none."""
    if st.button("All runs", icon=":material/arrow_back:", key="compare-back"):
        st.switch_page("pages/history.py", query_params={"workspace": workspace_id})
    try:
        seen = masis.past.compare(caller(), workspace_id, before, after)
        if seen.before.summary.started_at > seen.after.summary.started_at:  # an address may name them so
            seen = masis.past.compare(caller(), workspace_id, after, before)
    except NotFound as gone:
        st.info(safe_md(gone), icon=":material/info:")
        return
    st.caption(safe_md(comparison_summary(seen)))
    with st.container(key="compare-sides"):
        columns = st.columns(2, gap="large")
        sides = ((seen.before, "Earlier"), (seen.after, "Later"))
        for column, (side, name) in zip(columns, sides, strict=True):
            with column, st.container(border=True):
                _side(workspace_id, seen, side, name)
    _tables(seen)


def _tables(seen: Compared) -> None:
    made, places = seen.comparison, (_places(seen.before), _places(seen.after))
    st.subheader("Claims", anchor=False)
    differing = [pair for pair in made.claims if pair.differs]
    alike = [pair for pair in made.claims if not pair.differs]
    if differing:
        st.html(compare_html.claims_table(differing, places))
    if alike:
        with st.expander(f"{wording.counted(len(alike), 'claim')} the same in both", type="compact"):
            st.html(compare_html.claims_table(alike, places))
    st.subheader("Evidence", anchor=False)
    _passages(made)
    st.subheader("Scores", anchor=False)
    _figures(made)
    st.subheader("Settings", anchor=False)
    if made.settings:
        st.html(compare_html.settings_table(made.settings))
    else:
        st.caption("Both runs were made with the same settings, as far as their reports tell.")


def _passages(made: Comparison) -> None:
    """Draw the passages that differ; those both runs found alike are folded, as the claims are."""
    differing = [pair for pair in made.evidence if pair.differs]
    alike = [pair for pair in made.evidence if not pair.differs]
    if not made.evidence:
        st.caption("Neither found any.")
    if differing:
        st.html(compare_html.evidence_table(differing))
    if alike:
        with st.expander(f"{wording.counted(len(alike), 'passage')} the same in both", type="compact"):
            st.html(compare_html.evidence_table(alike))


def _figures(made: Comparison) -> None:
    if made.moved:
        st.html(compare_html.figures_table(made.moved))
    same = [figure for figure in made.figures if not figure.differs]
    with st.expander(f"{wording.counted(len(same), 'figure')} the same in both", type="compact"):
        st.html(compare_html.figures_table(same))


def _places(side: Side) -> dict[str, str]:
    return {passage.chunk_id: passage.label for passage in passages(side.report).values()}


def _side(workspace_id: str, seen: Compared, side: Side, name: str) -> None:
    """Draw one run; a chip shows the cited words under the answer."""
    summary, report = side.summary, side.report
    word, tone = wording.VERDICTS[summary.verdict]
    # An absent answer is its own reason.
    waits = report.requires_human_review and summary.verdict != "absent"
    cause = f", {wording.CAUSES[report.cause]}" if waits and report.cause else ""
    st.html(
        f'<div class="m-eyebrow">{name}, asked {wording.age(summary.started_at)}</div>'
        f"{question.heading(summary.question)}"
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
        st.switch_page("pages/ask.py", query_params=link_to_run(workspace_id, report.run_id))


def _facts(side: Side) -> str:
    report = side.report
    facts = [
        ("Confidence", wording.score(report.confidence, wording.needed(report))),
        ("Engine", wording.ENGINES.get(report.engine, "")),
    ]
    if report.origin:
        facts.append(("Started as", origin_sentence(report.origin)))
    if report.human:
        facts.append(("Reviewed", "; ".join(act.sentence for act in report.human[-3:])))
    facts += [("Stale", stale_sentence(source)) for source in side.stale]
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
