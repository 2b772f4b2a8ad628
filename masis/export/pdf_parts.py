"""PDF parts: bars, bands, tables and quotes that can be set on a page, and the footer of every page."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from masis.export import pdf_style as look
from masis.export.fonts import BOLD, REGULAR, Typesetter

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Flowable, Paragraph, Table

CELL_CHARS = 700
"""A longer cell is shortened: the whole text stands in the answer and in the data files."""


class Parts:
    """Makes flowables for one report."""

    def __init__(self, setter: Typesetter, width: float) -> None:
        """Set ``width`` points wide."""
        self.setter = setter
        self.width = width

    def section(self, title: str, least: float = 110.0) -> "Iterator[Flowable]":
        """Yield the title of a section, on a new page when less than ``least`` points are left for it."""
        from reportlab.platypus import CondPageBreak

        yield CondPageBreak(least)
        yield self.text(title, "section")

    def text(self, text: str, style: str = "body") -> "Paragraph":
        """Return a paragraph of plain words."""
        return self.marked(self.setter.markup(text).replace("\n", "<br/>"), style)

    def marked(self, markup: str, style: str = "body", bullet: str | None = None) -> "Paragraph":
        """Return a paragraph of markup that is already safe."""
        from reportlab.platypus import Paragraph

        return Paragraph(markup, look.styles()[style], bulletText=bullet)

    def table(
        self, heads: Sequence[str], rows: Sequence[Sequence["str | Flowable"]], shares: Sequence[float]
    ) -> "Table":
        """Return a table with hairlines between rows; it may run over pages, its head repeats."""
        from reportlab.platypus import LongTable

        cells = [[self._cell(cell) for cell in row] for row in rows]
        head = [[self.text(name, "head") for name in heads]] if any(heads) else []
        style: list[Any] = [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 9),
            ("TOPPADDING", (0, 0), (-1, -1), 4),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 5),
            ("LINEBELOW", (0, 0), (-1, -2), 0.4, look.LINE),
        ]
        if head:
            style.append(("LINEBELOW", (0, 0), (-1, 0), 0.8, look.FAINT))
        total = sum(shares)
        return LongTable(
            [*head, *cells],
            colWidths=[self.width * share / total for share in shares],
            repeatRows=len(head),
            splitInRow=1,
            spaceAfter=8,
            style=style,
        )

    def _cell(self, cell: "str | Flowable") -> "Flowable":
        if not isinstance(cell, str):
            return cell
        short = cell if len(cell) <= CELL_CHARS else f"{cell[:CELL_CHARS].rstrip()} …"
        return self.text(short, "small")

    def band(self, content: Sequence["Flowable"], colour: str, paper: str) -> "Table":
        """Return a tinted band with a coloured edge."""
        from reportlab.platypus import Table

        return Table(
            [[list(content)]],
            colWidths=[self.width],
            spaceAfter=12,
            style=[
                ("BACKGROUND", (0, 0), (-1, -1), paper),
                ("LINEBEFORE", (0, 0), (0, -1), 3, colour),
                ("LEFTPADDING", (0, 0), (-1, -1), 14),
                ("RIGHTPADDING", (0, 0), (-1, -1), 14),
                ("TOPPADDING", (0, 0), (-1, -1), 9),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 10),
            ],
        )

    def facts(self, pairs: Sequence[Sequence[str]]) -> "Table":
        """Return label over value, side by side."""
        from reportlab.pdfbase.pdfmetrics import stringWidth
        from reportlab.platypus import Table

        look.styles()  # registers the fonts that are measured
        weights = [max(stringWidth(n, REGULAR, 7.8), stringWidth(v, BOLD, 8.2)) + 14 for n, v in pairs]
        total = sum(weights)
        return Table(
            [
                [self.text(name, "quiet") for name, _ in pairs],
                [self.text(value, "fact") for _, value in pairs],
            ],
            colWidths=[self.width * weight / total for weight in weights],
            spaceAfter=6,
            style=[
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("RIGHTPADDING", (0, 0), (-1, -1), 8),
                ("TOPPADDING", (0, 0), (-1, -1), 0),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
            ],
        )

    def quote(self, text: str) -> "Table":
        """Return the words of a source beside a rule; a long passage runs over pages."""
        from reportlab.platypus import LongTable

        rows = [[self.text(piece, "quote")] for piece in _pieces(text)]
        return LongTable(
            rows,
            colWidths=[self.width - 20],
            hAlign="RIGHT",
            splitInRow=1,
            spaceBefore=4,
            spaceAfter=7,
            style=[
                ("LINEBEFORE", (0, 0), (0, -1), 1.6, look.LINE),
                ("LEFTPADDING", (0, 0), (-1, -1), 10),
                ("RIGHTPADDING", (0, 0), (-1, -1), 0),
                ("TOPPADDING", (0, 0), (-1, -1), 1),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
            ],
        )

    def framed(self, picture: "Flowable") -> "Table":
        """Return a picture with a hairline around it, as a sheet of paper on the sheet."""
        from reportlab.platypus import Table

        flat = [(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")]
        return Table(
            [[picture]],
            hAlign="LEFT",
            spaceAfter=16,
            style=[("BOX", (0, 0), (-1, -1), 0.6, look.LINE), *flat],
        )

    def bar(self, value: float, limit: float | None) -> "Flowable":
        """Return a score as a bar, with a mark where the audit limited it."""
        from reportlab.graphics.shapes import Drawing, Line, Rect
        from reportlab.lib.colors import HexColor

        long, high = 150.0, 6.0
        drawing = Drawing(long, 10)
        flat = {"strokeColor": None, "strokeWidth": 0}
        drawing.add(Rect(0, 2, long, high, rx=3, ry=3, fillColor=HexColor(look.LINE), **flat))
        colour = look.AMBER if limit is not None else look.ACCENT
        if value > 0:
            drawing.add(
                Rect(0, 2, max(long * value, high), high, rx=3, ry=3, fillColor=HexColor(colour), **flat)
            )
        if limit is not None:
            drawing.add(
                Line(long * limit, 0, long * limit, 10, strokeColor=HexColor(look.INK), strokeWidth=1)
            )
        return drawing


def _pieces(text: str) -> list[str]:
    """Cut a very long passage at its lines, so that no single row outgrows a page."""
    pieces = [""]
    for line in text.split("\n"):
        for start in range(0, max(len(line), 1), 2500):
            part = line[start : start + 2500]
            if len(pieces[-1]) + len(part) > 2500:
                pieces.append("")
            pieces[-1] += f"\n{part}" if pieces[-1] else part
    return pieces


def numbered_canvas(footer: str, font: str) -> "type[Canvas]":
    """Return a canvas that holds its pages back until it can say how many there are."""
    from reportlab.pdfgen.canvas import Canvas

    class Numbered(Canvas):  # type: ignore[misc]
        """Draws the footers when the document is saved."""

        def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - reportlab's own arguments
            super().__init__(*args, **kwargs)
            self._held: list[dict[str, Any]] = []

        def showPage(self) -> None:  # noqa: N802 - reportlab's name
            """Hold the page back."""
            self._held.append(dict(self.__dict__))
            self._startPage()

        def save(self) -> None:
            """Draw every page with its footer."""
            for number, page in enumerate(self._held, 1):
                self.__dict__.update(page)
                self._foot(number, len(self._held))
                super().showPage()
            super().save()

        def _foot(self, number: int, total: int) -> None:
            width = self._pagesize[0]
            self.setFont(font, 7)
            self.setFillColor(look.FAINT)
            self.drawString(look.MARGIN, 30, footer)
            self.drawRightString(width - look.MARGIN, 30, f"{number} of {total}")

    return Numbered
