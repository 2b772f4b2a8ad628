"""Deps: what a run needs from outside, handed to the nodes once per run."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from masis.analysts.base import Auditor, Desk, Judge, Writer
from masis.domain.evidence import EvidenceSelection


class EvidenceSource(Protocol):
    """Question to qualifying evidence; raises ``RetrievalUnavailable`` when the store is down."""

    def retrieve(
        self, workspace_id: str, question: str, gap_questions: tuple[str, ...], *, retry: bool
    ) -> EvidenceSelection:
        """Return the evidence that qualifies and what was dropped."""
        ...


@dataclass(frozen=True)
class Deps:
    """The collaborators and limits of one run."""

    desk: Desk
    writer: Writer
    auditor: Auditor
    judge: Judge
    retriever: EvidenceSource
    context_chars: int = 6000
    low_confidence_threshold: float = 0.65
    engine: str = "extractive"


_default: list[Callable[[], Deps]] = []


def provide_default_deps(provider: Callable[[], Deps]) -> None:
    """Register who builds the dependencies of a run that was given none (see ``masis/__init__``)."""
    _default[:] = [provider]
