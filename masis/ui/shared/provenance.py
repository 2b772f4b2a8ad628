"""Lineage: where a run came from and what became of its sources, as plain sentences."""

from masis.domain.history.past import Compared
from masis.domain.run.provenance import Change, ForkPoint, Origin, StaleSource
from masis.domain.run.state_editing import edited_sentence
from masis.ui.shared import wording

_ENGINES = {"extractive": "the extractive engine", "openai": "OpenAI-compatible models"}


def stale_sentence(source: StaleSource) -> str:
    """Return ``Annual report was replaced by version 2, 5 minutes ago``."""
    done = f"replaced by version {source.version}" if source.what == "replaced" else "deleted"
    when = f", {wording.age(source.at)}" if source.at else ""
    return f"{source.title} was {done}{when}"


def stale_short(sources: tuple[StaleSource, ...]) -> str:
    """Return what the history says beside a run."""
    more = f" and {len(sources) - 1} more" if len(sources) > 1 else ""
    return f"Stale: {stale_sentence(sources[0])}{more}" if sources else ""


def point_name(point: ForkPoint) -> str:
    """Return ``Librarian, round 1 (looks for passages)``."""
    who, doing = wording.AGENTS[point.node]
    return f"{who}, round {point.iteration} ({doing})"


def origin_sentence(origin: Origin) -> str:
    """Return how a run came about."""
    if origin.kind == "again":
        return "Asked again, under the same conditions as an earlier run."
    who = wording.AGENTS.get(origin.node, (origin.node, ""))[0]
    calls = ""
    if origin.calls_before:
        calls = f" {wording.counted(origin.calls_before, 'model call')} made before that were not made again."
    if origin.edited is not None:
        return f"{edited_sentence(origin)}{calls}"
    changes = changes_of(origin.change)
    return f"Forked from an earlier run at the {who}, round {origin.iteration}: {changes}.{calls}"


def changes_of(change: Change) -> str:
    """Return what a fork changed."""
    told: list[str] = []
    if change.evidence_threshold is not None:
        told.append(f"evidence threshold {change.evidence_threshold:.2f}")
    if change.confidence_needed is not None:
        told.append(f"confidence needed {change.confidence_needed:.2f}")
    if change.engine:
        told.append(_ENGINES[change.engine])
    if change.document_titles:
        told.append(f"only {', '.join(change.document_titles)}")
    return ", ".join(told) or "nothing changed"


def comparison_summary(seen: Compared) -> str:
    """Return the difference of two runs in one or two sentences."""
    made = seen.comparison
    if made.same:
        return "Nothing differs between these runs."
    counts = [f"{made.count('changed')} changed", f"{made.count('gained')} only in the later answer"]
    counts += [f"{made.count('lost')} only in the earlier one", f"{made.count('kept')} in both"]
    asked = "" if made.same_question else " The two runs answer different questions."
    added = ", ".join(f"{title} (version {number})" for title, number in seen.added[:5])
    library = f" Taken in between: {added}." if added else ""
    return f"Claims: {', '.join(counts)}.{asked}{library}"
