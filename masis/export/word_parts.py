"""Word parts: a sheet with the report's styles, and bands, tables and runs to put on it."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from masis.domain.printable import printable

INK, QUIET, FAINT, LINE, PAPER = "1C2430", "5A6675", "8A95A3", "D9DFE6", "F6F8FA"
ACCENT, AMBER, AMBER_PAPER, GREEN, GREEN_PAPER, RED = (
    "1F4E8C",
    "92500B",
    "FDF1DC",
    "1A6B3C",
    "E9F6EE",
    "A3262A",
)
FONT = "Calibri"


class Sheet:
    """A DOCX document in the making; python-docx is untyped, hence the ``Any`` handles."""

    def __init__(self, title: str, run_id: str, moment: datetime) -> None:
        """Start an A4 sheet with fixed properties, so that equal reports give equal files."""
        from docx import Document
        from docx.shared import Cm

        self.document: Any = Document()
        section = self.document.sections[0]
        section.page_width, section.page_height = Cm(21.0), Cm(29.7)
        section.left_margin = section.right_margin = section.top_margin = section.bottom_margin = Cm(2.0)
        facts = self.document.core_properties
        facts.title, facts.author, facts.subject = title, "MASIS", f"Evidence report of run {run_id}"
        facts.comments, facts.language = "", "en"
        facts.created = facts.modified = moment.astimezone(UTC).replace(tzinfo=None, microsecond=0)
        facts.last_modified_by, facts.revision = "MASIS", 1
        self._styles()

    def _styles(self) -> None:
        from docx.shared import Pt

        measures = {  # size, before, after, colour
            "Normal": (10.5, 0, 6, INK),
            "Title": (22, 2, 10, INK),
            "Heading 1": (14, 20, 6, INK),
            "Heading 2": (11.5, 10, 4, INK),
            "Quote": (10, 0, 6, INK),
            "List Bullet": (10.5, 0, 3, INK),
            "List": (10.5, 0, 3, INK),
        }
        for name, (size, before, after, colour) in measures.items():
            style = self.document.styles[name]
            style.font.size, style.font.italic = Pt(size), False
            style.font.color.rgb = _rgb(colour)
            _set_font(style.element.get_or_add_rPr())
            style.paragraph_format.space_before, style.paragraph_format.space_after = Pt(before), Pt(after)
            style.paragraph_format.line_spacing = 1.15
            style.font.bold = name in {"Title", "Heading 1", "Heading 2"}
        quote = self.document.styles["Quote"]
        quote.paragraph_format.left_indent = Pt(16)
        _edge(quote.element.get_or_add_pPr(), "left", LINE, 18, 10)
        title = self.document.styles["Title"].element.get_or_add_pPr()
        for border in title.findall(_q("w:pBdr")):  # the template rules a line under titles
            title.remove(border)

    def paragraph(self, style: str = "Normal") -> Any:  # noqa: ANN401
        """Add an empty paragraph."""
        return self.document.add_paragraph(style=style)

    def heading(self, text: str) -> None:
        """Begin a part of the report."""
        self.words(self.paragraph("Heading 1"), text)

    def words(
        self,
        paragraph: Any,  # noqa: ANN401
        text: str,
        *,
        strong: bool = False,
        size: float | None = None,
        colour: str = "",
        tint: str = "",
    ) -> Any:  # noqa: ANN401
        """Add a run of words; line breaks in the text become line breaks."""
        from docx.shared import Pt

        run = paragraph.add_run(printable(text))
        if strong:
            run.bold = True
        if size:
            run.font.size = Pt(size)
        if colour:
            run.font.color.rgb = _rgb(colour)
        if tint:
            _shade(run._element.get_or_add_rPr(), tint)
        return run

    def band(self, paper: str, edge: str) -> Any:  # noqa: ANN401
        """Add a tinted band with a coloured edge and return its cell."""
        from docx.shared import Pt

        table = self.document.add_table(rows=1, cols=1)
        cell = table.rows[0].cells[0]
        properties = cell._element.get_or_add_tcPr()
        borders = _element("w:tcBorders")
        borders.append(_element("w:left", val="single", sz="24", space="0", color=edge))
        properties.append(borders)
        _shade(properties, paper)
        cell.paragraphs[0].paragraph_format.space_before = Pt(5)
        after = self.paragraph()
        after.paragraph_format.space_after = Pt(2)
        return cell

    def grid(self, rows: int, columns: int) -> Any:  # noqa: ANN401
        """Add a table with hairlines between rows."""
        table = self.document.add_table(rows=rows, cols=columns)
        borders = _element("w:tblBorders")
        borders.append(_element("w:insideH", val="single", sz="4", space="0", color=LINE))
        # Word refuses properties that are out of the order of its schema.
        later = ("w:shd", "w:tblLayout", "w:tblCellMar", "w:tblLook")
        table._element.tblPr.insert_element_before(borders, *later)
        return table

    def table(
        self,
        heads: Sequence[str],
        rows: Sequence[Sequence[str]],
        widths: Sequence[float],
        *,
        quiet_first: bool = False,
    ) -> Any:  # noqa: ANN401
        """Add a filled table; its head repeats on every page and no row is torn apart."""
        from docx.shared import Cm, Pt

        shown = [*([heads] if heads else []), *rows]
        table = self.grid(len(shown), len(widths))
        table.autofit = False
        for column, width in zip(table.columns, widths, strict=True):
            column.width = Cm(width)  # some readers go by the grid, some by the cells
        for position, (cells, values) in enumerate(zip(table.rows, shown, strict=True)):
            head = bool(heads) and position == 0
            flags = cells._tr.get_or_add_trPr()
            flags.append(_element("w:tblHeader" if head else "w:cantSplit"))
            for column, (cell, value) in enumerate(zip(cells.cells, values, strict=True)):
                cell.width = Cm(widths[column])
                quiet = head or (quiet_first and column == 0)
                self.words(cell.paragraphs[0], value, strong=head, size=8.5, colour=QUIET if quiet else "")
                cell.paragraphs[0].paragraph_format.space_after = Pt(3)
                cell.paragraphs[0].paragraph_format.space_before = Pt(3)
        self.paragraph().paragraph_format.space_after = Pt(0)
        return table

    @staticmethod
    def colour(cell: Any, colour: str) -> None:  # noqa: ANN401
        """Colour the words of a cell."""
        for run in cell.paragraphs[0].runs:
            run.font.color.rgb = _rgb(colour)

    def footer(self, text: str, colour: str) -> None:
        """Write a footer with the page's number."""
        paragraph = self.document.sections[0].footer.paragraphs[0]
        self.words(paragraph, f"{text} · page ", size=8, colour=colour)
        run = self.words(paragraph, "", size=8, colour=colour)
        for kind in ("begin", "PAGE", "end"):
            if kind == "PAGE":
                part = _element("w:instrText")
                part.text = kind
            else:
                part = _element("w:fldChar", fldCharType=kind)
            run._element.append(part)


def _rgb(colour: str) -> Any:  # noqa: ANN401
    from docx.shared import RGBColor

    return RGBColor.from_string(colour)


def _q(name: str) -> str:
    from docx.oxml.ns import qn

    return str(qn(name))


def _element(name: str, **attributes: str) -> Any:  # noqa: ANN401
    from docx.oxml import OxmlElement

    made = OxmlElement(name)
    for key, value in attributes.items():
        made.set(_q(f"w:{key}"), value)
    return made


def _shade(properties: Any, colour: str) -> None:  # noqa: ANN401
    properties.append(_element("w:shd", val="clear", color="auto", fill=colour))


def _edge(properties: Any, side: str, colour: str, width: int, space: int) -> None:  # noqa: ANN401
    borders = _element("w:pBdr")
    borders.append(_element(f"w:{side}", val="single", sz=str(width), space=str(space), color=colour))
    properties.insert_element_before(
        borders, "w:shd", "w:tabs", "w:suppressAutoHyphens", "w:spacing", "w:ind", "w:jc", "w:rPr"
    )


def _set_font(properties: Any) -> None:  # noqa: ANN401
    """Name the font for Latin, Greek and Cyrillic; East Asian text keeps the reader's own."""
    fonts = properties.get_or_add_rFonts()
    for key in [*fonts.attrib]:
        del fonts.attrib[key]
    for script in ("ascii", "hAnsi", "cs"):
        fonts.set(_q(f"w:{script}"), FONT)
