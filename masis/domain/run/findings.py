"""Findings: what an agent found or decided, in one line, from its trace entry."""

from collections.abc import Callable, Mapping
from typing import Any

from masis.domain.run.labels import counted

Entry = Mapping[str, Any]


def found(node: str, entry: Entry) -> str:
    """Return one short line; empty when there is nothing worth a line."""
    if entry.get("error"):
        return f"Did not answer: {entry['error']}"
    tell = _TELLERS.get(node)
    return tell(entry) if tell else ""


def _desk(entry: Entry) -> str:
    kinds = {"clear": "The question is clear", "vague": "The question needs one more detail"}
    kind = str(entry.get("kind") or entry.get("triage") or entry.get("decision") or "clear")
    return kinds.get(kind, str(entry.get("reason", "")))


def _librarian(entry: Entry) -> str:
    bar = f", threshold {float(entry['threshold_used']):.2f}" if "threshold_used" in entry else ""
    if entry.get("warning") == "no_qualifying_evidence":
        looked = counted(_number(entry, "results_before_filter"), "candidate")
        return f"No passage qualifies; {looked} looked at{bar}"
    if "warning" in entry:
        return "The document search does not answer"
    line = f"{counted(_number(entry, 'chunks'), 'passage')} kept, {_number(entry, 'filtered_out')} dropped"
    if "avg_score" in entry:
        line += f", average score {float(entry['avg_score']):.2f}"
    line += bar
    line += ", with the auditor's gap questions" if entry.get("augmented_query_used") else ""
    return line + _beside(entry)


def _beside(entry: Entry) -> str:
    """Say what the tools beside the documents gave, or that they failed."""
    every = entry.get("tools", ())
    calls = [call for call in every if call.get("tool") != "documents" and not call.get("by_outline")]
    planned = [call for call in every if call.get("by_outline")]
    told = [
        f"{call['tool']} did not answer"
        if call.get("warning")
        else f"{call.get('kept', 0)} from {call['tool']}"
        for call in calls
    ]
    told += [f"{counted(len(planned), 'call')} planned from the contents"] if planned else []
    return "".join(f", {said}" for said in told)


def told_call(call: Entry) -> str:
    """Return a call of a tool in one line: what was looked at, why, and what came of it."""
    done = _DONE.get(str(call.get("tool")), f"asked {call.get('tool')}")
    why = f" — because {str(call['why']).rstrip('.')}" if call.get("by_outline") and call.get("why") else ""
    came = call.get("warning") or f"{counted(int(call.get('found') or 0), 'passage')} found"
    return f"{done}: {call.get('question', '')}{why} ({str(came).rstrip('.')})"


def _writer(entry: Entry) -> str:
    cited = entry.get("citations", 0)
    number = len(cited) if isinstance(cited, list | tuple) else int(cited)
    line = f"{counted(_number(entry, 'answer_length'), 'character')}, {counted(number, 'citation')}"
    return line + (", evidence shortened to fit" if entry.get("context_compressed") else "")


def _auditor(entry: Entry) -> str:
    if entry.get("failed"):
        return f"Gave no opinion: {entry['failed']}"
    parts = [f"Confidence {float(entry.get('confidence', 0)):.2f}"]
    for name, noun in (
        ("conflicts", "conflict"),
        ("invalid_citations", "false citation"),
        ("uncited_claims", "claim without source"),
    ):
        number = _number(entry, name)
        if number:
            plural = "claims without source" if noun == "claim without source" else ""
            parts.append(counted(number, noun, plural))
    if entry.get("precedence"):
        parts.append("conflict settled by a rule")
    if entry.get("hallucination"):
        parts.append("something is not in the sources")
    if entry.get("struck"):
        parts.append(f"{counted(_number(entry, 'struck'), 'sentence')} left out")
    return ", ".join(parts)


def _scorecard(entry: Entry) -> str:
    clamps = entry.get("clamps") or ()
    return f"Overall {float(entry.get('overall_score', 0)):.2f}" + (
        ", limited by the audit" if clamps else ""
    )


def _supervisor(entry: Entry) -> str:
    decisions = {
        "retry": "Another round",
        "finalize": "Finalized",
        "escalate": "Handed to a person",
        "passthrough": "Starts the research",
        "start": "Starts the research",
    }
    decision = str(entry.get("decision", ""))
    reason = str(entry.get("reason", "")).replace("_", " ")
    said = decisions.get(decision, decision.replace("_", " ").capitalize())
    return f"{said}: {reason}" if reason and decision in {"retry", "escalate"} else said


def _reviewer(entry: Entry) -> str:
    if entry.get("decision") == "edited_state":
        return f"{entry.get('person', '')} edited the state: {'; '.join(entry.get('changes', ()))}"
    chose = entry.get("decision") == "choose_source"
    said = f"{entry.get('person', '')} {'chose a source' if chose else 'sent the run on'}"
    return f"{said}: {entry['guidance']}" if entry.get("guidance") else said


def _number(entry: Entry, name: str) -> int:
    value = entry.get(name, 0)
    return len(value) if isinstance(value, list | tuple) else int(value or 0)


_DONE = {"documents": "searched", "open": "opened", "look_up": "looked up"}
_TELLERS: dict[str, Callable[[Entry], str]] = {
    "orchestrator": _desk,
    "clarifier": lambda entry: str(entry.get("question", "Asks one short question back")),
    "researcher": _librarian,
    "synthesizer": _writer,
    "critic": _auditor,
    "evaluator": _scorecard,
    "supervisor": _supervisor,
    "human": _reviewer,
}
