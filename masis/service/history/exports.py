"""Exports: gather what a finished run stands on and hand it to ``masis.export``."""

from typing import TYPE_CHECKING

from masis.domain.document import PageView
from masis.domain.person import Caller
from masis.domain.run.labels import AGENTS
from masis.domain.run.report import RunReport
from masis.errors import InvalidInput, MasisError, NotFound

if TYPE_CHECKING:
    from masis.export import Dossier, ExportedFile, ExportFormat
    from masis.service import Masis


def export_run(
    masis: "Masis", caller: Caller, workspace_id: str, run_id: str, kind: "ExportFormat"
) -> "ExportedFile":
    """Return a finished run as a file; ``InvalidInput`` while there is nothing to export."""
    from masis.export import FORMATS, export

    if kind not in FORMATS:
        message = f"“{kind}” is not a format. Choose one of {', '.join(FORMATS)}."
        raise InvalidInput(message)

    def page(document_id: str, version_id: str, number: int, span: tuple[int, int] | None) -> PageView | None:
        try:
            return masis.page_view(caller, workspace_id, document_id, version_id, number, span)
        except NotFound:
            return None

    made = export(_dossier(masis, caller, workspace_id, run_id), kind, page)
    masis.log.exported(caller, workspace_id, run_id, made.name)
    return made


def _dossier(masis: "Masis", caller: Caller, workspace_id: str, run_id: str) -> "Dossier":
    from masis.export import Dossier, records

    snapshot = masis.run(caller, workspace_id, run_id)
    report = snapshot.report
    if report is None:
        unfinished = snapshot.summary.state in {"queued", "running"}
        message = (
            "This run is still working. Export it when it has ended."
            if unfinished
            else f"This run {snapshot.summary.state} before it had a result, so there is nothing to export."
        )
        raise InvalidInput(message)
    case = masis.case(caller, workspace_id, run_id)
    names = {workspace.workspace_id: workspace.name for workspace in masis.workspaces(caller)}
    return Dossier(
        report=report,
        verdict=snapshot.summary.verdict,
        workspace=names.get(workspace_id, workspace_id),
        message=case.message if case else "",
        documents=records(report, masis.documents(caller, workspace_id)),
        settings=masis.settings_view(),
        versions=masis.versions(),
        models=_models(masis, report),
        decisions=report.human,
    )


def _models(masis: "Masis", report: RunReport) -> dict[str, str]:
    """Name every model: those the trace shows were called, and the embedder in use."""
    asking = {"orchestrator", "synthesizer", "critic", "evaluator"}
    models = {
        AGENTS[str(entry["node"])][0]: str(entry["model"])
        for entry in report.trace
        if entry.get("model") and entry.get("node") in asking
    }
    try:
        profile = masis.parts.embedder().profile
    except MasisError:  # an embedder that is down does not keep a run from leaving
        return {**models, "Embedder": masis.parts.settings.embedder}
    return {**models, "Embedder": f"{profile.name}, {profile.dimension} dimensions"}
