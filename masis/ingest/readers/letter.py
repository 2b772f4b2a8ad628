"""Letter: an e-mail of any format as a document: its head, its words, and what hangs on it by name only."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from masis.domain.document import Notice, ReadDocument
from masis.domain.formats import listed
from masis.ingest.readers.building import Paginator, one_line, sensible_title
from masis.ingest.readers.job import Job, no_text
from masis.ingest.readers.plain import add_paragraphs
from masis.ingest.readers.rich import add_rich
from masis.ingest.readers.rtf import RichText
from masis.ingest.readers.web import add_html

DEEPEST = 3
"""Messages within messages that are read; one further in is named like any other attachment."""
_LONGEST_LINE = 1000
_MOST_NAMED, _MOST_NOTICED = 50, 10
_LONGEST_NAME = 150
_QUOTE_MARKS = re.compile(r"^(?:>[ \t]?)+", re.MULTILINE)


class Body(NamedTuple):
    """A part of a message that is text."""

    form: Literal["text", "html", "rtf"]
    content: str


class Letter(NamedTuple):
    """One message."""

    subject: str
    sender: str
    to: str
    copied: str
    sent: datetime | None
    bodies: Sequence[Body]
    """In their order; of alternatives only the one to read."""
    attachments: Sequence[str]
    """Names of files that hang on it."""
    enclosed: "Sequence[Letter]" = ()
    """Messages that hang on it."""


def letter_document(job: Job, letter: Letter) -> ReadDocument:
    """Return the document that a message is."""
    paginator = Paginator()
    _add(paginator, letter, job, level=1)
    pages = paginator.pages()
    job.check_pages(len(pages))
    job.on_page(len(pages), len(pages))
    if not any(_told(each) for each in _with_enclosed(letter)):
        raise no_text(job)
    return ReadDocument(
        kind=job.kind,
        title=sensible_title(letter.subject) or one_line(letter.subject) or job.stem,
        date=letter.sent.date().isoformat() if letter.sent else "",
        pages=pages,
        notices=_notices(letter),
    )


def told_name(name: str) -> str:
    """Return the name of an attachment as it may be told."""
    return one_line(name.replace("|", "/"))[:_LONGEST_NAME] or "a file without a name"


def _with_enclosed(letter: Letter) -> Iterator[Letter]:
    yield letter
    for inner in letter.enclosed:
        yield from _with_enclosed(inner)


def _told(letter: Letter) -> bool:
    """Tell whether a message says anything."""
    return bool(letter.subject.strip() or any(body.content.strip() for body in letter.bodies))


def _add(paginator: Paginator, letter: Letter, job: Job, level: int) -> None:
    if letter.subject.strip():
        paginator.before(heading=True).heading(letter.subject[:_LONGEST_LINE], level)
    paginator.before().lines("\n".join(_head(letter)))
    for body in letter.bodies:
        _add_body(paginator, body, job)
        job.check_pages(paginator.count)
    if letter.attachments:
        paginator.before().paragraph(f"Attached, not read in: {_listed(letter.attachments)}")
    for inner in letter.enclosed:
        paginator.before().paragraph("Attached message:")
        _add(paginator, inner, job, level + 1)


def _head(letter: Letter) -> Iterator[str]:
    sent = f"{letter.sent:%-d %B %Y, %H:%M %z}" if letter.sent else ""
    lines = {"From": letter.sender, "To": letter.to, "Copy": letter.copied, "Date": sent}
    for name, value in lines.items():
        plain = one_line(value)
        if plain:
            cut = len(plain) > _LONGEST_LINE
            yield f"{name}: {plain[:_LONGEST_LINE]}{' and others' if cut else ''}"


def _add_body(paginator: Paginator, body: Body, job: Job) -> None:
    if body.form == "html":
        add_html(paginator, body.content, job)
    elif body.form == "rtf":
        add_rich(paginator, RichText(body.content.encode("latin-1", "replace")), job)
    else:
        text = body.content.replace("\r\n", "\n").replace("\r", "\n")
        add_paragraphs(paginator, _QUOTE_MARKS.sub("", text))


def _notices(letter: Letter) -> tuple[Notice, ...]:
    names = [name for each in _with_enclosed(letter) for name in each.attachments]
    if not names:
        return ()
    what = "What is attached was not read in" if len(names) > 1 else "The attachment was not read in"
    message = f"{what}: {_listed(names, _MOST_NOTICED)}. Upload what is to be searched."
    return (Notice(kind="attachments", message=message),)


def _listed(names: Sequence[str], most: int = _MOST_NAMED) -> str:
    left = len(names) - most
    return listed([*names[:most], *([f"{left:,} more"] if left > 0 else [])])
