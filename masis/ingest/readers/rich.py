"""Rich: paragraphs, headings, lists, tables and notes of an RTF file, in page-like sections."""

import datetime
from collections.abc import Iterator

from masis.domain.document import Notice, ReadDocument
from masis.ingest.readers.building import (
    WIDEST,
    Paginator,
    cells_left_out,
    heading_of,
    one_line,
    sensible_title,
)
from masis.ingest.readers.job import Job, damaged, no_text
from masis.ingest.readers.plain import pieces
from masis.ingest.readers.rtf import Mark, RichText, Said, TooDeep
from masis.ingest.readers.word import level_of

_SPACE_TWIPS = 60
"""Twentieths of a point a space is wide."""
_FARTHEST_IN = 40
_LOOK_EVERY = 2000
_FIRST_YEAR = 1980
CUT_OFF = "The file is damaged: it ends in the middle; what stands before was read."


def read(job: Job) -> ReadDocument:
    """Read an RTF file."""
    rich, paginator = RichText(job.content), Paginator()
    try:
        complete = add_rich(paginator, rich, job)
    except TooDeep as error:
        raise damaged(job) from error
    pages = paginator.pages()
    job.check_pages(len(pages))
    job.on_page(len(pages), len(pages))
    if not pages:
        raise no_text(job)
    title = sensible_title(rich.title) or heading_of(pages) or job.stem
    notices = [] if complete else [cells_left_out(job.limits.max_cells)]
    notices += [] if rich.whole else [Notice(kind="recovered", message=CUT_OFF)]
    return ReadDocument(kind="rtf", title=title, date=_date(rich), pages=pages, notices=tuple(notices))


def add_rich(paginator: Paginator, rich: RichText, job: Job) -> bool:
    """Add what a Rich Text file says; return whether all cells of its tables are there."""
    body = _Body(paginator, rich, job.limits.max_cells)
    for done, item in enumerate(rich.read(), start=1):
        if isinstance(item, Said):
            body.say(item)
        else:
            body.mark(item)
        if done % _LOOK_EVERY == 0:
            job.check_pages(paginator.count)
    body.end()
    return body.complete


def _date(rich: RichText) -> str:
    for told in (rich.dates["changed"], rich.dates["created"]):
        try:
            day = datetime.date(told["yr"], told["mo"], told["dy"])
        except (KeyError, ValueError, OverflowError):
            continue
        if day.year > _FIRST_YEAR:
            return day.isoformat()
    return ""


class _Body:
    """The body in the making: words come in, whole paragraphs and tables go onto pages."""

    def __init__(self, paginator: Paginator, rich: RichText, most_cells: int) -> None:
        self.complete = True
        self._cells_left = most_cells
        self._paginator = paginator
        self._rich = rich
        self._words: list[str] = []
        self._note: list[str] = []
        self._notes: list[str] = []
        self._cells: list[str] = []
        self._rows: list[list[str]] = []
        self._heads = 0
        self._hanging: list[bool] = []
        self._hangs = self._is_head = False
        self._in_table = self._is_item = False
        self._level = self._indent = 0

    def say(self, said: Said) -> None:
        (self._note if said.in_note else self._words).append(said.text)

    def mark(self, mark: Mark) -> None:
        number = mark.number or 0
        if mark.name in {"par", "sect", "page"}:
            self._end_paragraph(breaks=mark.name == "page")
        elif mark.name == "cell":
            self._end_cell()
        elif mark.name == "row":
            self._end_row()
        elif mark.name == "pard":
            self._in_table = self._is_item = False
            self._level = self._indent = 0
        elif mark.name == "note":
            self._notes.append(one_line(_whole(self._note)))
            self._note = []
        else:
            self._shape(mark.name, number)

    def _shape(self, name: str, number: int) -> None:
        """Take what a paragraph or a row of a table looks like."""
        if name == "intbl":
            self._in_table = True
        elif name == "bullet":
            self._is_item = True
        elif name == "li":
            self._indent = max(0, min(number // _SPACE_TWIPS, _FARTHEST_IN))
        elif name == "s":
            self._level = level_of(self._rich.styles.get(number, ""))
        elif name == "outlinelevel":
            self._level = number + 1 if number < 9 else self._level
        elif name == "pagebb":
            self._paginator.break_page()
        else:
            self._shape_row(name)

    def _shape_row(self, name: str) -> None:
        if name == "trowd":
            self._hanging, self._hangs, self._is_head = [], False, False
        elif name == "trhdr":
            self._is_head = True
        elif name == "clvmrg":
            self._hangs = True
        elif name == "cellx":
            self._hanging.append(self._hangs)
            self._hangs = False

    def _end_paragraph(self, *, breaks: bool) -> None:
        if self._in_table:
            self._words.append("\n")
            return
        self._end_table()
        text = one_line(_whole(self._words))
        self._words = []
        if text and self._level:
            self._paginator.before(heading=True).heading(text, self._level)
        elif text and self._is_item:
            self._paginator.before().list_item(text)
        else:
            for piece in pieces(text):
                self._paginator.before().paragraph(piece)
        self._is_item = False  # each item brings its own bullet
        self._say_notes()
        if breaks:
            self._paginator.break_page()

    def _end_cell(self) -> None:
        indent = " " * self._indent if not self._cells else ""
        words = _whole(self._words).strip()
        self._words = []
        self._cells_left -= bool(words)
        if self._cells_left < 0 or len(self._cells) == WIDEST:
            self.complete = False
        else:
            self._cells.append(f"{indent}{words}")

    def _end_row(self) -> None:
        """Keep a row; a cell that covers several rows is said in each."""
        above = self._rows[-1] if self._rows else []
        self._cells = [
            above[column] if hangs and column < len(above) and not cell.strip() else cell
            for column, (cell, hangs) in enumerate(_with_flags(self._cells, self._hanging))
        ]
        if any(cell.strip() for cell in self._cells):
            self._heads += self._is_head and self._heads == len(self._rows)
            self._rows.append(self._cells)
        self._cells = []

    def _end_table(self) -> None:
        if self._cells:
            self._end_row()
        if self._rows:
            self._paginator.before().table(self._rows, header_rows=max(self._heads, 1))
            self._rows, self._heads = [], 0
            self._say_notes()

    def _say_notes(self) -> None:
        for note in filter(None, self._notes):
            for piece in pieces(f"Note: {note}"):
                self._paginator.before().paragraph(piece)
        self._notes = []

    def end(self) -> None:
        self._in_table = False
        self._end_paragraph(breaks=False)


def _whole(words: list[str]) -> str:
    """Join words; a sign beyond the first plane comes as two halves."""
    return "".join(words).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _with_flags(cells: list[str], flags: list[bool]) -> Iterator[tuple[str, bool]]:
    for column, cell in enumerate(cells):
        yield cell, column < len(flags) and flags[column]
