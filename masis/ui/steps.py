"""Steps: the events of a run as the lines of its timeline."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from masis.domain.report import RunEvent
from masis.ui import findings, wording
from masis.ui.safe_text import safe_html


class Step(NamedTuple):
    """One line of the timeline."""

    tone: str
    who: str
    what: str
    took: str = ""


def as_list(events: Iterable[RunEvent]) -> str:
    """Return the timeline as an ordered list."""
    items = "".join(_item(step) for step in steps_of(events))
    return f'<ol class="m-steps">{items}</ol>'


def steps_of(events: Iterable[RunEvent]) -> Iterator[Step]:
    """Turn the events into steps: finished ones with their finding, the open one alive."""
    open_step: Step | None = Step("live", "Queue", "waiting for a free place")
    round_seen = 1
    for event in events:
        if event.iteration > round_seen:
            round_seen = event.iteration
            yield Step("round", f"Round {round_seen}", "")
        who, doing = wording.AGENTS.get(event.node, (event.node.capitalize(), "works"))
        if event.kind == "node_started":
            open_step = Step("live", who, doing)
        elif event.kind == "node_finished":
            spent = float(event.detail.get("duration_ms", 0))
            took = wording.duration(spent / 1000) if spent >= 1 else ""
            yield Step("done", who, findings.found(event.node, event.detail), took)
            open_step = None
        elif event.kind == "waiting":
            seconds = round(float(event.detail.get("seconds", 0)))
            open_step = Step("wait", who or "Model", f"waiting for a free model call, {seconds} s")
        elif event.kind in {"finished", "failed", "cancelled", "started"}:
            open_step = None
    if open_step:
        yield open_step


def _item(step: Step) -> str:
    took = f'<span class="took">{safe_html(step.took)}</span>' if step.took else ""
    what = f'<span class="what">{safe_html(step.what)}</span>' if step.what else ""
    return f'<li class="{step.tone}"><span class="who">{safe_html(step.who)}</span>{took}{what}</li>'
