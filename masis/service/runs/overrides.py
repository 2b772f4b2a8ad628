"""Overrides: what a forked run works with, and how the report of any run says what it was made with."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from masis.domain.profile import DocumentProfile
from masis.domain.review.decisions import Guidance
from masis.domain.run.provenance import Change, EngineName, Origin
from masis.domain.run.report import RunReport
from masis.errors import ConfigurationError
from masis.service.container import Container, Lazy
from masis.state import MASISInput
from masis.store import profiles, provenance
from masis.store.database import Database

if TYPE_CHECKING:
    from masis.analysts.base import Analysts
    from masis.domain.calibration.acceptance import Standard
    from masis.graph.deps import Deps, EvidenceSource
    from masis.retrieval.retriever import Narrowing


def _held_at(usual: "Callable[[str], Standard] | None", needed: float) -> "Callable[[str], Standard]":
    """Return the usual standard with the line the fork asks for."""
    from masis.domain.calibration.acceptance import FinalizeLine, Standard

    line = FinalizeLine(value=needed, set_by="fork")
    return lambda workspace_id: Standard(line=line, fit=usual(workspace_id).fit if usual else None)


class Overrides:
    """Fills ``Container.overrides``; the analysts of each engine are built once."""

    def __init__(
        self,
        usual: "Lazy[Deps]",
        database: Database,
        analysts: "Callable[[EngineName], Analysts]",
        search: "Callable[[Narrowing], EvidenceSource]",
    ) -> None:
        """Take the usual collaborators and the makers of the others."""
        self._usual = usual
        self._database = database
        self._search = search
        self._analysts: dict[EngineName, Lazy[Analysts]] = {
            "extractive": Lazy(lambda: analysts("extractive")),
            "openai": Lazy(lambda: analysts("openai")),
        }

    def __call__(self, change: Change) -> "Deps":
        """Return the collaborators of a run that differs so."""
        deps = self._usual()
        if change.engine is not None and change.engine != deps.engine:
            chosen = self._analysts[change.engine]()
            deps = replace(
                deps,
                engine=change.engine,
                standard=None,  # what was judged of one engine says nothing about another
                orchestrator=chosen.orchestrator,
                synthesizer=chosen.synthesizer,
                critic=chosen.critic,
                evaluator=chosen.evaluator,
                planner=chosen.planner,
                outline_planner=chosen.outline_planner,
            )
        if change.confidence_needed is not None:
            deps = replace(deps, low_confidence_threshold=change.confidence_needed)
            deps = replace(deps, standard=_held_at(deps.standard, change.confidence_needed))
        if change.evidence_threshold is not None or change.document_ids:
            deps = self._narrowed(deps, change)
        return deps

    def _narrowed(self, deps: "Deps", change: Change) -> "Deps":
        """Return collaborators that search and open only what the fork allows."""
        from masis.retrieval.retriever import Narrowing

        def versions(workspace_id: str) -> tuple[str, ...]:
            with self._database.read() as session:
                return provenance.current_versions(session, workspace_id, change.document_ids)

        def held(workspace_id: str) -> tuple[DocumentProfile, ...]:
            with self._database.read() as session:
                known = profiles.profiles(session, workspace_id)
            return tuple(known[document_id] for document_id in change.document_ids if document_id in known)

        allowed = versions if change.document_ids else None
        if allowed:  # whose documents there are to tell apart
            deps = replace(deps, profiles=held)
        contents = deps.contents.narrowed(versions) if deps.contents and allowed else deps.contents
        retriever = self._search(Narrowing(change.evidence_threshold, allowed))
        return replace(deps, retriever=retriever, contents=contents)


def change_for(request: MASISInput, origin: Origin | None) -> Change:
    """Return what a run does differently: as its fork says, within the documents it was asked of."""
    change = origin.change if origin else Change()
    if request.document_ids and not change.document_ids:
        chosen = {"document_ids": request.document_ids, "document_titles": request.document_titles}
        change = change.model_copy(update=chosen)
    return change


def deps_for(container: Container, change: Change) -> "Deps":
    """Return the usual collaborators, or those of a run that differs."""
    if not change.anything:
        return container.deps()
    if container.overrides is None:
        message = "This installation cannot run a question with other parts."
        raise ConfigurationError(message)
    return container.overrides(change)


def told_how(
    report: RunReport, container: Container, request: MASISInput, deps: "Deps", origin: Origin | None
) -> RunReport:
    """Return the report with where the run came from and what it was made with."""
    settings = container.settings
    with container.database.read() as session:
        documents = provenance.document_count(session, request.workspace_id)
    searched = f"{documents:,} in the workspace"
    change = change_for(request, origin)
    if change.document_ids:
        searched = f"only {', '.join(change.document_titles)}"
    needed = report.metrics.get("low_confidence_threshold", deps.low_confidence_threshold)
    conditions = {
        "Confidence needed": f"{needed:.2f}",
        "Retries allowed": str(request.max_retries),
        "Documents": searched,
        "Web search": "allowed" if request.allow_web else "off",
        "Embedder": container.embedder().profile.name,
        "Candidates": f"{settings.candidates}, on a retry {settings.retry_candidates}",
        "Characters given to the writer": f"{deps.context_chars:,}",
        "Reviewer": _reviewer(request),
        "Version of MASIS": container.version,
    }
    metrics = {**report.metrics, "low_confidence_threshold": needed}
    told = {
        "origin": origin,
        "conditions": conditions,
        "metrics": metrics,
        "asked_of": change.document_titles,
    }
    return report.model_copy(update=told)


def _reviewer(request: MASISInput) -> str:
    if request.guidance is None:
        return "none"
    guidance = Guidance.model_validate(request.guidance)
    chosen = "; ".join(f"{rule.preferred_title} counts" for rule in guidance.rules)
    return ", ".join(part for part in (f"sent on by {guidance.person}", chosen, guidance.note) if part)
