"""Variants: what a forked run works with, made from the usual parts with one or more exchanged."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from masis.domain.lineage import Change, EngineName
from masis.service.lazy import Lazy
from masis.store.database import Database
from masis.store.lineage import current_versions

if TYPE_CHECKING:
    from masis.analysts.base import Analysts
    from masis.domain.finalizing import Standard
    from masis.graph.deps import Deps, EvidenceSource
    from masis.retrieval.retriever import Narrowing


def _held_at(usual: "Callable[[str], Standard] | None", needed: float) -> "Callable[[str], Standard]":
    """Return the usual standard with the line the fork asks for."""
    from masis.domain.finalizing import FinalizeLine, Standard

    line = FinalizeLine(value=needed, set_by="fork")
    return lambda workspace_id: Standard(line=line, fit=usual(workspace_id).fit if usual else None)


class Variants:
    """Fills ``Parts.variant``; the analysts of each engine are built once."""

    def __init__(
        self,
        usual: "Lazy[Deps]",
        database: Database,
        analysts: "Callable[[EngineName], Analysts]",
        search: "Callable[[Narrowing], EvidenceSource]",
    ) -> None:
        """Take the usual parts and the makers of the others."""
        self._usual = usual
        self._database = database
        self._search = search
        self._analysts: dict[EngineName, Lazy[Analysts]] = {
            "extractive": Lazy(lambda: analysts("extractive")),
            "openai": Lazy(lambda: analysts("openai")),
        }

    def __call__(self, change: Change) -> "Deps":
        """Return the parts of a run that differs so."""
        deps = self._usual()
        if change.engine is not None and change.engine != deps.engine:
            chosen = self._analysts[change.engine]()
            deps = replace(
                deps,
                engine=change.engine,
                standard=None,  # what was judged of one engine says nothing about another
                desk=chosen.desk,
                writer=chosen.writer,
                auditor=chosen.auditor,
                judge=chosen.judge,
                planner=chosen.planner,
            )
        if change.confidence_needed is not None:
            deps = replace(deps, low_confidence_threshold=change.confidence_needed)
            deps = replace(deps, standard=_held_at(deps.standard, change.confidence_needed))
        if change.evidence_threshold is not None or change.document_ids:
            deps = replace(deps, retriever=self._narrowed(change))
        return deps

    def _narrowed(self, change: Change) -> "EvidenceSource":
        from masis.retrieval.retriever import Narrowing

        def versions(workspace_id: str) -> tuple[str, ...]:
            with self._database.read() as session:
                return current_versions(session, workspace_id, change.document_ids)

        return self._search(Narrowing(change.evidence_threshold, versions if change.document_ids else None))
