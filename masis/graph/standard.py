"""Standard: what this run is held to, and how sure its answer is by the outcomes of its workspace."""

from masis.domain.calibration import Calibrated
from masis.domain.draft import Attempt
from masis.domain.finalizing import FinalizeLine, Standard
from masis.domain.trace import SupervisorEntry
from masis.graph.deps import Deps
from masis.state import JsonObject


def standard_of(deps: Deps, workspace_id: str) -> Standard:
    """Return the workspace's standard, or the contract's line where nobody looks after one."""
    if deps.standard is None:
        return Standard(line=FinalizeLine(value=deps.low_confidence_threshold))
    return deps.standard(workspace_id)


def calibrated(standard: Standard, attempt: Attempt) -> Calibrated | None:
    """Return the calibrated confidence of a draft; a draft that says nothing is there has none."""
    return standard.calibrated(attempt.critique.confidence) if attempt.answered else None


def held_to(standard: Standard, entry: SupervisorEntry, attempt: Attempt) -> SupervisorEntry:
    """Say in the trace what the decision went by."""
    sure = calibrated(standard, attempt)
    return entry.model_copy(
        update={
            "finalize_line": standard.line.value,
            "line_set_by": standard.line.set_by,
            "calibrated_confidence": sure.value if sure else None,
        }
    )


def measured(standard: Standard, deps: Deps, shown: Attempt) -> JsonObject:
    """Return what the run's metrics keep of it; the calibrated confidence only where there is a curve."""
    sure = calibrated(standard, shown)
    kept: JsonObject = {"low_confidence_threshold": standard.line.value}
    if deps.embedder:
        kept["embedder"] = deps.embedder
    if standard.fit is not None:
        kept["calibrated_confidence"] = sure.model_dump(mode="json") if sure else None
    return kept
