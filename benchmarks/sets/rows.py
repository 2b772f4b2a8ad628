"""Rows of public sets: JSON lines, recognised by their fields; README.md beside describes them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from pydantic import Field

from masis.errors import InvalidInput
from masis.evaluation.faults import Sentence
from masis.evaluation.sets import Row, drawn, parsed, raw_lines


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


class KnownStatement(Row):
    """A sentence as an analyst would write it, known to be true or false of its documents."""

    id: str
    split: Literal["fit", "report"]
    topic: str
    label: Literal["true", "false"]
    kind: str
    before: str = ""
    """A true sentence in front of it, where it says too little by itself."""
    statement: str
    document: str
    pages: tuple[int, ...]
    truth: str = ""
    """What the document says, in values."""
    pair: str = ""
    """For a false one: the true statement it was made from."""
    documents: str = ""
    """Folder of its papers in the folder that is given; empty: that one itself."""


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


class Cited(Row):
    """A page that an answer cites."""

    document: str
    """Its title, as the profile of the document gives it, or its file name."""
    page: int
    """0: any, of a document without pages."""


class WrittenAnswer(Row):
    """An answer as a model would word it; ``[1]`` in it is the first of its pages."""

    label: Literal["right", "wrong"]
    fault: str = ""
    text: str
    cites: tuple[Cited, ...]


class AnswerCase(Row):
    """A question over documents with right and wrong answers to it."""

    id: str
    split: Literal["fit", "report"]
    topic: str
    kind: str
    question: str
    answers: tuple[WrittenAnswer, ...]
    documents: str = ""
    """Folder of its papers in the folder that is given; empty: that one itself."""


class CleanStatement(Sentence):
    """A true sentence, where it stands, and what a planted fault may be made of."""

    split: Literal["fit", "report"]
    document: str
    page: int
    quote: str = ""
    """Words that mark the right passage of the page; empty: the statement itself."""
    paraphrases: tuple[str, ...] = ()


KINDS: Mapping[str, tuple[type[Row], frozenset[str]]] = {
    "planted faults": (CleanStatement, frozenset({"statement", "document", "page"})),
    "statements": (KnownStatement, frozenset({"statement", "document", "label"})),
    "table cells": (KnownCell, frozenset({"row", "column", "value", "page"})),
    "written answers": (AnswerCase, frozenset({"question", "answers", "split"})),
    "paragraph questions": (ParagraphQuestion, frozenset({"question", "gold"})),
    "audited answers": (AuditedAnswer, frozenset({"evidence", "sentences"})),
    "table questions": (TableContext, frozenset({"table", "paragraphs", "questions"})),
    "passage pairs": (StatementPair, frozenset({"a", "b", "label", "question"})),
    "statement pairs": (StatementPair, frozenset({"a", "b", "label"})),
}
"""Kind of set: what a row is, and the fields it is known by; the first kind whose fields are there."""


def recognised(fields: frozenset[str]) -> str:
    """Return the kind of set whose rows have these fields."""
    if {"question", "expected"} <= fields:
        message = "These are questions over documents: python -m masis eval measures them."
        raise InvalidInput(message)
    kind = next((kind for kind, (_, marks) in KINDS.items() if marks <= fields), "")
    if kind:
        return kind
    if {"id", "text"} <= fields:
        message = "This is a corpus. Name its questions file; the corpus beside it is found by itself."
        raise InvalidInput(message)
    known = "; ".join(f"{kind}: {', '.join(sorted(marks))}" for kind, (_, marks) in KINDS.items())
    message = f"No kind of set has the fields {', '.join(sorted(fields))}. Known are {known}."
    raise InvalidInput(message)


def read(path: Path, limit: int | None, seed: int) -> tuple[str, tuple[Row, ...]]:
    """Return the kind of a set and its rows; ``limit`` draws that many, kept in the file's order."""
    lines = raw_lines(path)
    kind = recognised(frozenset(lines[0]))
    return kind, drawn(parsed(path, lines, KINDS[kind][0]), limit, seed)


def read_corpus(questions: Path, corpus: Path | None) -> tuple[Paragraph, ...]:
    """Read the corpus given, or the one that stands beside its questions."""
    path = corpus or questions.with_name(questions.name.replace("questions", "corpus"))
    if path == questions or not path.exists():
        message = f"The paragraphs of {questions.name} are missing. Name them with --corpus FILE."
        raise InvalidInput(message)
    return parsed(path, raw_lines(path), Paragraph)
