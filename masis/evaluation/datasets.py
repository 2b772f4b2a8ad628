"""Datasets: JSON-lines sets, recognised by their fields and read into typed rows."""

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from masis.errors import InvalidInput


class Row(BaseModel):
    """A line of a set; fields nobody needs are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Paragraph(Row):
    """A passage of a corpus."""

    id: str
    text: str
    article: str = ""


class ParagraphQuestion(Row):
    """A question over a corpus, with the paragraph that should answer it."""

    id: str = ""
    question: str
    gold: str
    answers: tuple[str, ...] = ()
    answerable: bool = True


class MarkedSentence(Row):
    """A sentence of an audited answer."""

    text: str
    unsupported: bool


class AuditedAnswer(Row):
    """A model's answer, its evidence, and which sentences people found unsupported."""

    id: str = ""
    source_id: str = ""
    question: str = ""
    evidence: tuple[str, ...]
    sentences: tuple[MarkedSentence, ...]


class StatementPair(Row):
    """Two texts that agree, disagree or have nothing to do with each other."""

    group: str = ""
    split: str = ""
    question: str = ""
    a: str
    b: str
    label: Literal["contradiction", "consistent", "neutral"]


class TableQuestion(Row):
    """A question over one table and its paragraphs."""

    question: str
    answer: str | float | tuple[str, ...]
    type: str
    scale: str = ""
    derivation: str = ""
    place: str = Field(default="", alias="from")


class TableContext(Row):
    """A table with its paragraphs and the questions about them."""

    table: tuple[tuple[str, ...], ...]
    paragraphs: tuple[str, ...]
    questions: tuple[TableQuestion, ...]


class Place(Row):
    """Where an answer stands: a document and its pages, counted from 1."""

    document: str
    pages: tuple[int, ...]


class GoldenQuestion(Row):
    """A question with everything a right answer must and must not do."""

    id: str
    split: Literal["fit", "report"]
    topic: str
    kind: str
    question: str
    expected: Literal["answer", "absent", "conflict"]
    phrases: tuple[tuple[str, ...], ...] = ()
    """Each group must be in the answer, in any of its wordings."""
    forbidden: tuple[str, ...] = ()
    gold: tuple[Place, ...] = ()
    documents: str = ""
    """Folder of documents beside the set; empty: the sample workspace."""
    least: int = Field(default=0, ge=0)
    """How many groups suffice; 0: all of them."""
    judged_by: str = ""
    """What a right answer says, in plain words."""


class KnownStatement(Row):
    """A sentence as an analyst would write it, known to be true or false of its documents."""

    id: str
    split: Literal["fit", "report"]
    topic: str
    label: Literal["true", "false"]
    kind: str
    statement: str
    document: str
    pages: tuple[int, ...]
    truth: str = ""
    """What the document says, in values."""
    pair: str = ""
    """For a false one: the true statement it was made from."""


class KnownCell(Row):
    """A value of a table with everything that gives it its meaning."""

    id: str
    document: str
    page: int
    title: str = ""
    path: tuple[str, ...] = ()
    row: str
    column: str = ""
    column_words: tuple[str, ...] = ()
    """Words that its header must hold."""
    other_words: tuple[str, ...] = ()
    """Words of other columns' headers alone."""
    value: str
    unit: str = ""
    scale: Literal["", "thousand", "million", "billion"] = ""
    split: Literal["fit", "report"] = "report"
    """Half of the document; where a row does not say, nobody who writes rules should see it."""


class CleanStatement(Row):
    """A true sentence, where it stands, and what a planted fault may be made of."""

    id: str
    split: Literal["fit", "report"]
    statement: str
    document: str
    page: int
    quote: str = ""
    """Words that mark the right passage of the page; empty: the statement itself."""
    paraphrases: tuple[str, ...] = ()
    swap: tuple[str, str] | None = None
    negation: str = ""
    addition: str = ""


SETS: Mapping[str, type[Row]] = {
    "paragraph questions": ParagraphQuestion,
    "audited answers": AuditedAnswer,
    "passage pairs": StatementPair,
    "statement pairs": StatementPair,
    "table questions": TableContext,
    "golden questions": GoldenQuestion,
    "planted faults": CleanStatement,
    "statements": KnownStatement,
    "table cells": KnownCell,
}
_MARKS: Mapping[str, frozenset[str]] = {
    "golden questions": frozenset({"question", "expected", "kind"}),
    "planted faults": frozenset({"statement", "document", "page"}),
    "statements": frozenset({"statement", "document", "label"}),
    "table cells": frozenset({"row", "column", "value", "page"}),
    "paragraph questions": frozenset({"question", "gold"}),
    "audited answers": frozenset({"evidence", "sentences"}),
    "table questions": frozenset({"table", "paragraphs", "questions"}),
    "passage pairs": frozenset({"a", "b", "label", "question"}),
    "statement pairs": frozenset({"a", "b", "label"}),
}
R = TypeVar("R", bound=Row)


def recognised(fields: frozenset[str]) -> str:
    """Return the kind of set whose rows have these fields."""
    kind = next((kind for kind, marks in _MARKS.items() if marks <= fields), "")
    if kind:
        return kind
    if {"id", "text"} <= fields:
        message = "This is a corpus. Name its questions file; the corpus beside it is found by itself."
        raise InvalidInput(message)
    known = "; ".join(f"{kind}: {', '.join(sorted(marks))}" for kind, marks in _MARKS.items())
    message = f"No kind of set has the fields {', '.join(sorted(fields))}. Known are {known}."
    raise InvalidInput(message)


def read(path: Path, limit: int | None, seed: int) -> tuple[str, tuple[Row, ...]]:
    """Return the kind of a set and its rows; ``limit`` draws that many, kept in the file's order."""
    lines = raw_lines(path)
    if not lines:
        message = f"{path} is empty."
        raise InvalidInput(message)
    kind = recognised(frozenset(lines[0]))
    rows = parsed(path, lines, SETS[kind])
    if limit is not None and limit < len(rows):
        chosen = sorted(random.Random(seed).sample(range(len(rows)), limit))  # noqa: S311 - a sample, no secret
        rows = tuple(rows[number] for number in chosen)
    return kind, rows


def read_corpus(questions: Path, corpus: Path | None) -> tuple[Paragraph, ...]:
    """Read the corpus given, or the one that stands beside its questions."""
    path = corpus or questions.with_name(questions.name.replace("questions", "corpus"))
    if path == questions or not path.exists():
        message = f"The paragraphs of {questions.name} are missing. Name them with --corpus FILE."
        raise InvalidInput(message)
    return parsed(path, raw_lines(path), Paragraph)


def raw_lines(path: Path) -> list[dict[str, Any]]:
    """Read a JSON-lines file of objects."""
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
    return found


def parsed(path: Path, lines: list[dict[str, Any]], row: type[R]) -> tuple[R, ...]:
    """Check every line against its kind."""
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
