"""The sample workspace: documents about an invented company, written for this project."""

from pathlib import Path

WORKSPACE_ID = "sample"
WORKSPACE_NAME = "Sample: Veldrin Systems"

_FOLDER = Path(__file__).parent / "documents"


MEMO_NAME = "Sample memo"


def memo() -> str:
    """Return a memo about the sample company with true, wrong, disputed and unfounded sentences."""
    return (Path(__file__).parent / "memo.md").read_text(encoding="utf-8")


def files() -> tuple[Path, ...]:
    """Return the sample's files, sorted by name."""
    return tuple(sorted(path for path in _FOLDER.iterdir() if path.is_file()))
