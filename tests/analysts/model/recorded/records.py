"""Records: the replies written for each question, and how a run with one ends today."""

import json
from pathlib import Path
from typing import Any, Literal, NamedTuple

from masis.domain.evidence import EvidenceChunk

Ground = Literal["sample", "filings"]
Level = Literal["out", "marked", "green"]
"""What became of a bad sentence: in no final answer; in one, as not verified; in one, as supported."""
_FOLDER = Path(__file__).parent


class Good(NamedTuple):
    """A right reply, and its present ending: a change of any of these is a change of the product."""

    id: str
    on: Ground
    kind: str
    question: str
    reply: str
    """``{words}`` is the label of the passage that holds the words."""
    outcome: str
    """Of the run: ``answered`` is final, and without a retry."""
    doubted: tuple[str, ...] = ()
    """True sentences of the reply that the ledger calls not verified."""
    struck: tuple[str, ...] = ()
    """True sentences of the reply that are struck."""
    plan: str = ""
    """What the planner replies, as JSON; empty: nothing to open or to look up."""


class Bad(NamedTuple):
    """A reply with something wrong in it, told by a few of its words."""

    id: str
    on: Ground
    fault: str
    question: str
    reply: str
    bad: str
    """Words of the reply that no final answer may hold."""
    level: Level = "out"
    """What becomes of it today when the auditor approves everything."""


def _rows(name: str) -> list[dict[str, Any]]:
    lines = (_FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [
        {key: tuple(value) if isinstance(value, list) else value for key, value in json.loads(line).items()}
        for line in lines
    ]


GOOD: tuple[Good, ...] = tuple(Good(**row) for row in _rows("good.jsonl"))
BAD: tuple[Bad, ...] = tuple(Bad(**row) for row in _rows("bad.jsonl"))
FILINGS: dict[str, tuple[EvidenceChunk, ...]] = {
    row["question"]: tuple(EvidenceChunk.model_validate(chunk) for chunk in row["evidence"])
    for row in _rows("filings.jsonl")
}
"""What retrieval found in the filings of the half to fit on, by question.

Tables are as printed: labels and values. Every sentence is in words of our own, the facts and figures are the
filing's; ``python -m scripts.no_copied_text FOLDER tests/analysts/model/recorded/filings.jsonl`` compares.
"""
