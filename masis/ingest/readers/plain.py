"""Plain text: encodings found out, form feeds as pages, paragraphs kept."""

import re
from collections.abc import Iterator

from masis.domain.document import ReadDocument
from masis.ingest.readers.building import Paginator, heading_of
from masis.ingest.readers.job import Job, no_text
from masis.ingest.readers.typed import typed_parts

_PARAGRAPH_GAP = re.compile(r"\n[^\S\n]*\n\s*")
_ITEM = re.compile(r"^\s*(?:[-*+•‣–]|\(?\d{1,3}[.)])\s+\S")
_LONGEST_PARAGRAPH = 3000
_FEWEST_TO_GUESS = 20


def read(job: Job) -> ReadDocument:
    """Read a text file."""
    text = decode(job.content)
    paginator = Paginator()
    parts = text.split("\f")
    for part in parts:
        add_paragraphs(paginator, part)
        paginator.break_page()
        job.check_pages(paginator.count)
        job.on_page(paginator.count, max(paginator.count, len(parts)))
    pages = paginator.pages()
    if not pages:
        raise no_text(job)
    return ReadDocument(kind=job.kind, title=heading_of(pages) or job.stem, pages=pages)


def decode(content: bytes) -> str:
    """Turn bytes into text: marked encodings first, then UTF-8, then the likeliest."""
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if content.startswith(mark):
            return content.decode(encoding, "replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        from charset_normalizer import from_bytes

        best = None if _too_little_to_guess(content) else from_bytes(content[:200_000]).best()
        return content.decode(best.encoding if best else "cp1252", "replace")


def _too_little_to_guess(content: bytes) -> bool:
    """Tell whether a few accents in plain letters are all there is: a guess on them goes astray."""
    beyond_ascii = sum(byte > 127 for byte in content)
    return beyond_ascii < _FEWEST_TO_GUESS and beyond_ascii < len(content) // 5


def add_paragraphs(paginator: Paginator, text: str) -> None:
    """Add paragraphs, list items and what is drawn with spaces, split where they are too long for a page."""
    for paragraph in _PARAGRAPH_GAP.split(text):
        for part in typed_parts(paragraph.split("\n")):
            if part.kind == "heading":
                paginator.before(heading=True).heading(part.rows[0][0], part.level)
            elif part.kind == "table":
                paginator.before().table(part.rows, header_rows=part.header_rows or None)
            elif part.kind == "labels":
                for label, said in part.rows:
                    for piece in pieces(f"{label.rstrip(' :')}: {said}"):
                        paginator.before().list_item(piece)
            else:
                _add_lines(paginator, [row[0] for row in part.rows])


def _add_lines(paginator: Paginator, lines: list[str]) -> None:
    for run, is_item in _runs(lines):
        for piece in pieces(" ".join(run)):
            builder = paginator.before()
            if is_item:
                builder.list_item(piece)
            else:
                builder.paragraph(piece)


def _runs(lines: list[str]) -> Iterator[tuple[list[str], bool]]:
    run: list[str] = []
    is_item = False
    for line in lines:
        starts = bool(_ITEM.match(line))
        if starts and run:
            yield run, is_item
            run = []
        if starts or not run:
            is_item = starts
        run.append(line)
    if run:
        yield run, is_item


def pieces(text: str, longest: int = _LONGEST_PARAGRAPH) -> Iterator[str]:
    """Cut a very long paragraph at sentence ends or spaces."""
    start = 0
    while len(text) - start > longest:
        window = text[start : start + longest]
        cut = max(window.rfind(". ") + 1, window.rfind("\n"))
        if cut < longest // 2:
            cut = window.rfind(" ")
        cut = cut if cut > 0 else longest
        yield text[start : start + cut]
        start += cut
    yield text[start:]
