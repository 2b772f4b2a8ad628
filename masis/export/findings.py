"""Findings: what a verification looked at and what it found to differ."""

from typing import Literal

from masis.domain.value import Value

CheckName = Literal["files", "citations", "quotes", "figures", "documents", "run"]
DifferenceKind = Literal[
    "tampered_file",
    "missing_file",
    "added_file",
    "unreadable",
    "inconsistent",
    "citation",
    "quote_moved",
    "figure",
    "document_changed",
    "document_gone",
    "original_changed",
    "run_changed",
]
TITLES: dict[CheckName, str] = {
    "files": "Files",
    "citations": "Citations",
    "quotes": "Quotes",
    "figures": "Sentences and figures",
    "documents": "Documents in the workspace",
    "run": "Run in the workspace",
}


class Difference(Value):
    """One thing that is not as the pack says."""

    check: CheckName
    kind: DifferenceKind
    subject: str
    """A file, a sentence or a document."""
    message: str


class Check(Value):
    """One check: how many things it looked at, or why it could not be made."""

    name: CheckName
    looked_at: int = 0
    skipped: str = ""
    differences: tuple[Difference, ...] = ()


class Verification(Value):
    """The result for one pack."""

    run_id: str
    question: str
    fingerprint: str
    """sha256 of the manifest, which holds the hash of every other file."""
    made_with: str
    verified: bool
    checks: tuple[Check, ...]

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Every difference, in the order of the checks."""
        return tuple(difference for check in self.checks for difference in check.differences)
