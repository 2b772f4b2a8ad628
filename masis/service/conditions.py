"""Conditions: what a run works with, and the words in which its report keeps that for comparing later."""

from typing import TYPE_CHECKING

from masis.domain.lineage import Origin
from masis.domain.report import RunReport
from masis.domain.review import Guidance
from masis.errors import ConfigurationError
from masis.service.parts import Parts
from masis.state import MASISInput
from masis.store import lineage

if TYPE_CHECKING:
    from masis.graph.deps import Deps


def deps_for(parts: Parts, origin: Origin | None) -> "Deps":
    """Return the usual collaborators, or those of a fork that differs."""
    if origin is None or not origin.change.anything:
        return parts.deps()
    if parts.variant is None:
        message = "This installation cannot run a question with other parts."
        raise ConfigurationError(message)
    return parts.variant(origin.change)


def told_how(
    report: RunReport, parts: Parts, request: MASISInput, deps: "Deps", origin: Origin | None
) -> RunReport:
    """Return the report with where the run came from and what it was made with."""
    settings = parts.settings
    with parts.database.read() as session:
        documents = lineage.document_count(session, request.workspace_id)
    searched = f"{documents:,} in the workspace"
    if origin and origin.change.document_ids:
        searched = f"only {', '.join(origin.change.document_titles)}"
    needed = report.metrics.get("low_confidence_threshold", deps.low_confidence_threshold)
    conditions = {
        "Confidence needed": f"{needed:.2f}",
        "Retries allowed": str(request.max_retries),
        "Documents": searched,
        "Web search": "allowed" if request.allow_web else "off",
        "Embedder": parts.embedder().profile.name,
        "Candidates": f"{settings.candidates}, on a retry {settings.retry_candidates}",
        "Characters given to the writer": f"{deps.context_chars:,}",
        "Reviewer": _reviewer(request),
        "Version of MASIS": parts.version,
    }
    metrics = {**report.metrics, "low_confidence_threshold": needed}
    return report.model_copy(update={"origin": origin, "conditions": conditions, "metrics": metrics})


def _reviewer(request: MASISInput) -> str:
    if request.guidance is None:
        return "none"
    guidance = Guidance.model_validate(request.guidance)
    chosen = "; ".join(f"{rule.preferred_title} counts" for rule in guidance.rules)
    return ", ".join(part for part in (f"sent on by {guidance.person}", chosen, guidance.note) if part)
