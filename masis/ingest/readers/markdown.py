"""Markdown: headings, lists, tables and code of a Markdown file."""

import re
from collections.abc import Iterator

from masis.domain.document import ReadDocument
from masis.ingest.readers.building import Paginator, heading_of, one_line, tidy
from masis.ingest.readers.job import Job, no_text
from masis.ingest.readers.plain import decode, pieces

_HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_UNDERLINE = re.compile(r"^ {0,3}(=+|-+)\s*$")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d{1,9}[.)])\s+\S")
_RULE_ROW = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
_STARTS = (("heading", _HEADING), ("table", re.compile(r"^\s*\|")), ("table", _RULE_ROW), ("item", _ITEM))
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_LINK = re.compile(r"!?\[([^\[\]]{0,500})\]\((?:[^()\s]{0,2000})(?:\s+\"[^\"]{0,200}\")?\)")
_MARKS = re.compile(r"(\*\*|__|~~|`)(?=\S)([^*_~`\n]{1,500}?)(?<=\S)\1")
# A rule between two lines of text opens with three hyphens too: only what begins with a key is front matter.
_FRONT_MATTER = re.compile(r"\A---\n(?=\s*[\w.-]+[ \t]*:\s).{0,5000}?\n---\n", re.DOTALL)


def read(job: Job) -> ReadDocument:
    """Read a Markdown file."""
    text = tidy_source(decode(job.content))
    paginator = Paginator()
    for kind, lines in _blocks(text.split("\n")):
        _add(paginator, kind, lines)
        job.check_pages(paginator.count)
    pages = paginator.pages()
    job.on_page(len(pages), len(pages))
    if not pages:
        raise no_text(job)
    return ReadDocument(kind="markdown", title=heading_of(pages) or job.stem, pages=pages)


def tidy_source(text: str) -> str:
    """Normalise line ends and drop front matter."""
    return _FRONT_MATTER.sub("", text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n"))


def _blocks(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    kind, run, fenced = "", list[str](), False
    for line in lines:
        now = _kind(line, kind, fenced=fenced)
        if now == "text" and kind == "item":
            run.append(line)
            continue
        if _FENCE.match(line):
            fenced = not fenced
        if now == "underline":
            yield f"heading{1 if '=' in line else 2}", run
            kind, run = "", []
            continue
        if run and (now != kind or now in {"item", "heading"}):
            yield kind, run
            run = []
        kind = now
        if now:
            run.append(line)
    if run:
        yield kind, run


def _kind(line: str, before: str, *, fenced: bool) -> str:
    if fenced or _FENCE.match(line):
        return "code"
    if not line.strip():
        return ""
    if before == "text" and _UNDERLINE.match(line):
        return "underline"
    return next((kind for kind, pattern in _STARTS if pattern.match(line)), "text")


def _add(paginator: Paginator, kind: str, lines: list[str]) -> None:
    if kind.startswith("heading"):
        found = _HEADING.match(lines[0])
        level = len(found[1]) if found else int(kind[-1])
        text = plain(found[2] if found else " ".join(lines))
        if text:
            paginator.before(heading=True).heading(text, level)
    elif kind == "table":
        _add_table(paginator, lines)
    elif kind == "code":
        paginator.before().lines(tidy("\n".join(line for line in lines if not _FENCE.match(line))))
    else:
        for piece in pieces(plain(" ".join(lines))):
            builder = paginator.before()
            if kind == "item":
                builder.list_item(re.sub(r"^\+\s+", "", piece))
            else:
                builder.paragraph(re.sub(r"^>\s*", "", piece))


def _add_table(paginator: Paginator, lines: list[str]) -> None:
    ruled = [number for number, line in enumerate(lines) if _RULE_ROW.match(line)]
    header_rows = ruled[0] if ruled and ruled[0] <= 3 else 0
    rows = [_cells(line) for number, line in enumerate(lines) if number not in ruled]
    paginator.before().table(rows, header_rows=header_rows)


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|").removesuffix("|").replace("\\|", "/")
    return [plain(cell) for cell in inner.split("|")]


def plain(text: str) -> str:
    """Drop the marks of links and emphasis, keep the words."""
    return one_line(_MARKS.sub(r"\2", _LINK.sub(r"\1", text)))
