"""Seen: which texts of a public set the reading model was trained on, and the rows that it was not.

The model's training files (JSON lines, packed) stand in the folder ``reader`` beside a set. This is the one
place that says which articles of SQuAD are reported on and which ones may be fitted on.
"""

import gzip
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

from benchmarks.sets.rows import AuditedAnswer, Paragraph, ParagraphQuestion, read_corpus
from masis.errors import InvalidInput
from masis.evaluation.sets import Row, parsed, raw_lines

T = TypeVar("T")
Which = Literal["unseen", "seen", "all"]
Seen = frozenset[str] | None
"""Articles, sources or questions that the training holds a text of; ``None``: it cannot be told."""

FOLDER = "reader"
UNSEEN = "not seen in training"
_HEAD = 100
"""Characters that passages are compared by, as the training cut long ones."""
_MARK = re.compile(r"^(?:[-*•#>·–]+|\(?\d{1,2}[.)])\s*")
"""A list mark before a text: the training took them off, the sets have them."""


class Example(Row):
    """A training example: a question or claim, and the passage that it was read against."""

    q: str
    ctx: str


class Training(NamedTuple):
    """The texts that the reading model was trained on, in plain form."""

    asked: frozenset[str]
    """Questions and claims."""
    passages: frozenset[str]
    """Beginnings of passages and of their lines, rows of tables among them."""

    def holds(self, text: str) -> bool:
        """Tell whether a text is a question, a claim, a passage or a line of a passage there."""
        plain = _plain(text)
        return bool(plain) and (plain in self.asked or plain[:_HEAD] in self.passages)


def read_training(beside: Path) -> Training | None:
    """Read what stands in the folder beside a set; ``None``: nothing, so what was seen cannot be told.

    Raises:
        InvalidInput: a file there cannot be read; the sentence names it.
    """
    files = sorted((beside.parent / FOLDER).glob("*.jsonl.gz"))
    if not files:
        return None
    asked: set[str] = set()
    passages: set[str] = set()
    for path in files:
        for example in _examples(path):
            asked.add(example.q)
            passages.add(example.ctx)
    texts = (text for passage in passages for text in (passage, *passage.splitlines()))
    return Training(frozenset(map(_plain, asked)), frozenset(_plain(text)[:_HEAD] for text in texts))


def _examples(path: Path) -> Iterator[Example]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from map(Example.model_validate_json, lines)
    except (OSError, EOFError, ValueError) as error:
        message = f"{FOLDER}/{path.name} is no file of training examples: {error}"
        raise InvalidInput(message) from error


def _plain(text: str) -> str:
    """Return a text without its list mark, in small letters, with single blanks."""
    return _MARK.sub("", " ".join(text.casefold().split()))


def seen_groups(training: Training | None, texts: Iterable[tuple[str, str]]) -> Seen:
    """Return the groups of which the training holds a text; each text stands behind its group."""
    if training is None:
        return None
    return frozenset(group for group, text in texts if training.holds(text))


def seen_articles(questions: Path, corpus: Sequence[Paragraph]) -> Seen:
    """Return the articles of which the training holds a paragraph or a question, all questions looked at.

    Raises:
        InvalidInput: the set or a training file cannot be read.
    """
    article_of = {paragraph.id: paragraph.article for paragraph in corpus}
    texts = [(paragraph.article, paragraph.text) for paragraph in corpus]
    for row in parsed(questions, raw_lines(questions), ParagraphQuestion):
        texts.append((article_of.get(row.gold, ""), row.question))
    return seen_groups(read_training(questions), texts)


def seen_sources(answers: Path) -> Seen:
    """Return the sources of which the training holds a sentence or a passage, all answers looked at.

    Raises:
        InvalidInput: the set or a training file cannot be read.
    """
    texts: list[tuple[str, str]] = []
    for row in parsed(answers, raw_lines(answers), AuditedAnswer):
        sentences = (sentence.text for sentence in row.sentences)
        texts += [(row.source_id, text) for text in (*sentences, *row.evidence)]
    return seen_groups(read_training(answers), texts)


def chosen_articles(questions: Path, which: Which) -> frozenset[str]:
    """Return the articles of a set that the training holds nothing of, those it has seen, or all.

    Raises:
        InvalidInput: the set, its corpus or a training file cannot be read; unless all are wanted, also: what
            was seen cannot be told.
    """
    corpus = read_corpus(questions, None)
    articles = frozenset(paragraph.article for paragraph in corpus)
    if which == "all":
        return articles
    seen = seen_articles(questions, corpus)
    if seen is None:
        raise InvalidInput(told("articles", articles, None))
    return seen if which == "seen" else articles - seen


def not_seen(rows: Sequence[T], groups: Sequence[str], seen: Seen) -> tuple[T, ...]:
    """Return the rows of groups that the training holds nothing of; none when that cannot be told."""
    if seen is None:
        return ()
    return tuple(row for row, group in zip(rows, groups, strict=True) if group not in seen)


def beside_all(rows: Sequence[T], groups: Sequence[str], seen: Seen) -> tuple[tuple[str, tuple[T, ...]], ...]:
    """Return all rows and those not seen in training, each with its name; a part without rows is left out."""
    named = (("all", tuple(rows)), (UNSEEN, not_seen(rows, groups, seen)))
    return tuple((name, part) for name, part in named if part)


def told(things: str, groups: Iterable[str], seen: Seen) -> str:
    """Say in a sentence how many groups the training holds a text of, or that this could not be told."""
    if seen is None:
        return (
            f"Which {things} the reading model was trained on could not be told: its training files are not "
            f"in a folder {FOLDER} beside the set. Any of them may be seen."
        )
    names = frozenset(groups)
    return f"The reading model was trained on texts of {len(names & seen)} of {len(names)} {things}."
