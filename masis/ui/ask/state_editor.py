"""State editor: the state before an agent in plain words, a form to change it, and what then differs."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.run.provenance import ForkPoint, StateEdit
from masis.domain.run.state_editing import (
    LONGEST_DRAFT,
    LONGEST_REASON,
    MOST_QUESTIONS,
    RecordedState,
    StatePassage,
    checked,
    differences,
)
from masis.errors import InvalidInput
from masis.ui.safe_text import safe_html, safe_label, safe_md
from masis.ui.shared import marks, rows, wording
from masis.ui.shared.difference import marked_difference
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller

if TYPE_CHECKING:
    from masis.service import Masis

GoOn = Callable[[ForkPoint, StateEdit, str], None]
"""Starts the run from before an agent with an edit and a reason, and shows it."""
_TOLD = (
    "The state as it was recorded before an agent. What you change is marked as yours and audited like "
    "everything else; the question stays. The run that goes on is one of its own: this one never changes."
)
_STANDING = {
    "current": "",
    "replaced": "an older version by now",
    "deleted": "deleted since: nothing may rest on it",
    "outside": "from the web",
}
_NOTHING_TO_EDIT = {
    "researcher": "The passages are found anew from here, so none are listed.",
    "synthesizer": "",
    "critic": "",
    "evaluator": "What the audit found cannot be changed: nobody verifies a sentence by hand.",
}
_SNIPPET = 150


def draw(masis: "Masis", workspace_id: str, run_id: str, go_on: GoOn) -> None:
    """Draw the state before the agent that is chosen, and the way on from it."""
    with calmly(), st.container(key="state-editor"):
        known = masis.past.editing.points(caller(), workspace_id, run_id)
        if not known.points:
            st.info(safe_md(known.why_not), icon=":material/info:")
            return
        st.caption(_TOLD)
        first = next((place for place, point in enumerate(known.points) if point.node == "critic"), 0)
        point = st.selectbox("Before", known.points, first, format_func=_name, key=f"state-point-{run_id}")
        seen = masis.past.editing.look(caller(), workspace_id, run_id, point.node, point.iteration)
        edit = _form(seen, f"{run_id}-{point.node}-{point.iteration}")
        valid = _compared(seen, edit)
        reason = st.text_input(
            "Why (optional, kept with the run)", max_chars=LONGEST_REASON, key=f"state-reason-{run_id}"
        )
        pressed = st.button(
            "Let it go on from here", type="primary", icon=":material/play_arrow:",
            key="state-go-on", disabled=valid is None,
        )  # fmt: skip
        if pressed and valid is not None:
            go_on(point, valid, reason)


def _name(point: ForkPoint) -> str:
    who, doing = wording.AGENTS[point.node]
    return f"{who}, round {point.iteration} ({doing})"


def _form(seen: RecordedState, key: str) -> StateEdit:
    """Draw the state and its fields, and return what was changed in them."""
    names = marks.numbered(passage.chunk_id for passage in (*seen.passages, *seen.filtered))
    _question(seen)
    draft = _draft(seen, names, key)
    kept, back = _passages(seen, names, key)
    if _NOTHING_TO_EDIT[seen.node]:
        st.caption(_NOTHING_TO_EDIT[seen.node])
    dropped, added = _findings(seen, key)
    return StateEdit(
        left_out=tuple(passage.chunk_id for passage in seen.passages if passage.chunk_id not in kept),
        brought_back=back,
        draft=draft,
        dropped_findings=dropped,
        added_findings=added,
        gap_questions=_gap_questions(seen, key),
        retries_left=_retries(seen, key),
    )


def _question(seen: RecordedState) -> None:
    told = [("Question", seen.question), ("Read as", seen.understood), ("Guidance so far", seen.guidance)]
    lines = "".join(f"<dt>{safe_html(name)}</dt><dd>{safe_html(text)}</dd>" for name, text in told if text)
    st.html(f'<dl class="m-state">{lines}</dl>')


def _passages(seen: RecordedState, names: dict[str, str], key: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Draw the passages; return the ids of those kept, and of those brought back."""
    able = "passages" in seen.editable
    kept: set[str] = set()
    if seen.passages:
        st.html(f'<div class="m-sub">Passages ({len(seen.passages)})</div>')
    for passage in seen.passages:
        gone = able and passage.standing == "deleted"
        if _passage(passage, names, key, ticked=not gone, locked=gone or not able):
            kept.add(passage.chunk_id)
    back: list[str] = []
    if able and seen.filtered:
        st.html('<div class="m-sub">Filtered out by the search: tick to bring back</div>')
        back = [
            passage.chunk_id
            for passage in seen.filtered
            if _passage(passage, names, key, ticked=False, locked=False)
        ]
    return frozenset(kept), tuple(back)


def _passage(passage: StatePassage, names: dict[str, str], key: str, *, ticked: bool, locked: bool) -> bool:
    """Draw one passage with its beginning, which unfolds; return whether it is ticked."""
    standing = _STANDING[passage.standing]
    told = ", ".join(filter(None, (f"[{names[passage.chunk_id]}] {passage.name}", standing)))
    chosen = st.checkbox(
        f"{safe_label(told)}, score {passage.score:.2f}",
        value=ticked, disabled=locked, key=f"state-passage-{key}-{passage.chunk_id}",
    )  # fmt: skip
    lines = [rows.in_words(line) for line in passage.text.splitlines() if line.strip()]
    text = " ".join(" ".join(lines).split())
    start = text if len(text) <= _SNIPPET else f"{text[:_SNIPPET].rsplit(' ', 1)[0]} …"
    whole = "".join(f"<p>{safe_html(line)}</p>" for line in lines)
    folded = f"<details><summary>{safe_html(start)}</summary>{whole}</details>"
    st.html(f'<div class="m-state-text">{folded if start != text else safe_html(text)}</div>')
    return bool(chosen)


def _draft(seen: RecordedState, names: dict[str, str], key: str) -> str | None:
    shown = marks.short(seen.draft, names)
    if "draft" in seen.editable:
        typed = st.text_area(
            "Draft that is audited next", shown, height=220, max_chars=LONGEST_DRAFT,
            key=f"state-draft-{key}",
            help="Keep the marks such as [1]: each ties its sentence to the passage of that number.",
        )  # fmt: skip
        if typed != shown:
            st.html(f'<p class="m-diff">{marked_difference(shown, typed)}</p>')
        return marks.long(typed, names)
    if seen.draft:
        st.html('<div class="m-sub">Draft of the round before</div>')
        st.markdown(safe_md(shown))
    return None


def _findings(seen: RecordedState, key: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Draw what the writer is told; return what is withheld, and what is added."""
    if "findings" not in seen.editable:
        return (), ()
    st.html('<div class="m-sub">Findings the writer is told</div>')
    if not seen.findings:
        st.caption("None were recorded.")
    dropped = tuple(
        finding
        for number, finding in enumerate(seen.findings)
        if not st.checkbox(safe_label(finding), value=True, key=f"state-finding-{key}-{number}")
    )
    added = st.text_area("More findings, one a line", height=80, key=f"state-findings-{key}")
    return dropped, tuple(added.splitlines())


def _gap_questions(seen: RecordedState, key: str) -> tuple[str, ...] | None:
    if "gap_questions" not in seen.editable:
        return None
    typed = st.text_area(
        f"Searched for beside the question, one a line, at most {MOST_QUESTIONS}",
        "\n".join(seen.gap_questions), height=100, key=f"state-gaps-{key}",
    )  # fmt: skip
    return tuple(typed.splitlines())


def _retries(seen: RecordedState, key: str) -> int:
    most, now = max(seen.most_retries, seen.retries_left), seen.retries_left
    left = st.number_input(
        "Retries left after this round", 0, most, now, key=f"state-retries-{key}", width=240
    )
    return int(left)


def _compared(seen: RecordedState, edit: StateEdit) -> StateEdit | None:
    """Draw what differs from the recorded state; return the edit if it can be carried out."""
    st.html('<div class="m-sub">What differs from the recorded state</div>')
    try:
        valid = checked(seen, edit)
    except InvalidInput as why:
        st.caption(safe_md(why))
        return None
    st.html(_list(differences(seen, valid)))
    return valid


def _list(lines: Sequence[str]) -> str:
    return f'<ul class="m-state-changes">{"".join(f"<li>{safe_html(line)}</li>" for line in lines)}</ul>'
