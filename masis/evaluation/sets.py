"""Sets: an operator's questions with their answers, as JSON lines read into typed rows.

``docs/evaluation.md`` describes the fields for people who write a set.
"""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from masis.errors import InvalidInput


class Row(BaseModel):
    """A line of a set; unknown fields are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Place(Row):
    """Where an answer stands: a document and its pages, counted from 1."""

    document: str
    pages: tuple[int, ...]


_KIND_OF = {"answer": "fact", "absent": "absent", "conflict": "conflict"}


class GoldenQuestion(Row):
    """A question with everything a right answer must and must not say."""

    id: str
    question: str
    expected: Literal["answer", "absent", "conflict"]
    phrases: tuple[tuple[str, ...], ...] = ()
    """Each group must be in the answer, in any of its wordings."""
    forbidden: tuple[str, ...] = ()
    gold: tuple[Place, ...] = ()
    documents: str = ""
    """Folder of documents beside the set; empty: the sample workspace."""
    kind: str = Field(default_factory=lambda row: _KIND_OF.get(row.get("expected", ""), ""))
    """What the figures are broken down by."""
    topic: str = ""
    """What questions belong together: an organisation, a subject. Intervals are drawn over topics."""
    split: Literal["", "fit", "report"] = ""
    """Half of the set: ``fit`` may be looked at when rules are written, ``report`` may not."""
    least: int = Field(default=0, ge=0)
    """How many groups of ``phrases`` suffice; 0: all of them."""
    judged_by: str = ""
    """What a right answer says, in plain words."""


R = TypeVar("R", bound=Row)
_QUESTION_FIELDS = frozenset({"id", "question", "expected"})


def read_questions(path: Path) -> tuple[GoldenQuestion, ...]:
    """Read a set of questions.

    Raises:
        InvalidInput: the file is no set of questions; the sentence says what is missing, and in which line.
    """
    lines = raw_lines(path)
    missing = _QUESTION_FIELDS - set(lines[0])
    if missing:
        message = (
            f"{path.name} is no set of questions: its first row has no {', '.join(sorted(missing))}. "
            "docs/evaluation.md describes a set; public sets are measured by python -m benchmarks.sets."
        )
        raise InvalidInput(message)
    return parsed(path, lines, GoldenQuestion)


def drawn(rows: Sequence[R], limit: int | None, seed: int) -> tuple[R, ...]:
    """Draw ``limit`` rows, kept in the order of the file; all of them without a limit."""
    if limit is None or limit >= len(rows):
        return tuple(rows)
    chosen = sorted(random.Random(seed).sample(range(len(rows)), limit))  # noqa: S311 - a sample, no secret
    return tuple(rows[number] for number in chosen)


def raw_lines(path: Path) -> list[dict[str, Any]]:
    """Read a file of JSON lines that are objects; a file without any is refused."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"{path} cannot be read: {error}."
        raise InvalidInput(message) from error
    found: list[dict[str, Any]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except ValueError as error:
            message = f"{path.name}, line {number} is not JSON: {error}."
            raise InvalidInput(message) from error
        if not isinstance(value, dict):
            message = f"{path.name}, line {number} is not an object."
            raise InvalidInput(message)
        found.append(value)
    if not found:
        message = f"{path} is empty."
        raise InvalidInput(message)
    return found


def parsed(path: Path, lines: Sequence[dict[str, Any]], row: type[R]) -> tuple[R, ...]:
    """Check every line against the fields of its kind."""
    rows: list[R] = []
    for number, line in enumerate(lines, 1):
        try:
            rows.append(row.model_validate(line))
        except ValidationError as error:
            detail = error.errors(include_url=False)[0]
            where = ".".join(str(part) for part in detail["loc"])
            message = f"{path.name}, row {number}, {where}: {detail['msg']}."
            raise InvalidInput(message) from None
    return tuple(rows)
