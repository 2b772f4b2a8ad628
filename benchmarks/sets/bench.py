"""Bench: what a public set is run with, and the parts that several readers of sets share."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from masis.domain.evidence import EvidenceChunk
from masis.domain.memo_audit.verdicts import DraftRow
from masis.errors import MasisError
from masis.evaluation.asking import EVALUATOR
from masis.evaluation.base import Progress
from masis.service import Masis


class Bench(NamedTuple):
    """A running MASIS on a data folder of its own, and what the command line says."""

    masis: Masis
    name: str
    engine: str
    seed: int
    progress: Progress
    documents: Path = Path()
    """The folder of documents that statements and table cells are about."""
    show_report_rows: bool = False
    """Whether listings show the words of rows that nobody who writes rules should see."""


def passage(chunk_id: str, text: str, document_title: str = "") -> EvidenceChunk:
    """Return a text as a passage that is a document by itself."""
    return EvidenceChunk(
        chunk_id=chunk_id,
        workspace_id="evaluation",
        document_id=chunk_id,
        version_id="v1",
        document_title=document_title,
        text=text,
        page_number=1,
        page_label="1",
        char_start=0,
        char_end=len(text),
    )


def audited(masis: Masis, workspace_id: str, sentences: Sequence[str]) -> list[list[DraftRow]]:
    """Audit a memo of sentences and return the rows of each, the heading over it left out.

    Each stands under a heading of its own, so that none leans on the one before.
    """
    memo = "\n\n".join(f"# Probe {number}\n\n{_ended(text)}" for number, text in enumerate(sentences))
    audit_id = masis.drafts.paste(EVALUATOR, workspace_id, memo)
    masis.drafts.wait(audit_id, None)
    audit = masis.drafts.get(EVALUATOR, workspace_id, audit_id)
    if audit.summary.state != "done":
        message = f"The audit ended {audit.summary.state}: {audit.summary.message}"
        raise MasisError(message)
    groups: list[list[DraftRow]] = []
    for row in audit.rows:
        if row.verdict == "heading" and row.text.startswith("# Probe"):
            groups.append([])
        else:
            groups[-1].append(row)
    return groups


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
