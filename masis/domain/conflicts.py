"""Conflicts: values for the same thing that differ between documents."""

from collections.abc import Sequence

from masis.domain.critique import Conflict
from masis.domain.evidence import EvidenceChunk


def find_conflicts(evidence: Sequence[EvidenceChunk], question: str) -> tuple[Conflict, ...]:
    """Return the disagreements that matter for a question."""
    del evidence, question
    return ()
