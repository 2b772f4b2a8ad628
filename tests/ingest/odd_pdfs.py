"""PDFs whose pages are turned, cropped, set in columns, or written in other scripts."""

from collections.abc import Callable, Sequence
from io import BytesIO

from files import pdf
from pypdf import PageObject, PdfWriter
from pypdf.generic import FloatObject, NameObject, RectangleObject, StreamObject
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph

LINES = (
    "The harbour office wrote down every vessel that came in.",
    "Traffic grew by 12.4% over the long winter of 2031.",
    "The northern quay was closed for nine weeks in all.",
    "Revenue rose from 176.2 to 199.6 million euros.",
)
_ASCII = {chr(code): chr(code) for code in range(32, 127)}


def _changed(content: bytes, change: Callable[[PageObject], object]) -> bytes:
    writer = PdfWriter(clone_from=BytesIO(content))
    change(writer.pages[0])
    return _written(writer)


def _written(writer: PdfWriter) -> bytes:
    buffer = BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def turned(degrees: int) -> bytes:
    """Turn an upright page."""
    return _changed(pdf([LINES]), lambda page: page.rotate(degrees))


def landscape(degrees: int) -> bytes:
    """Write a page sideways and turn it, so that it reads upright: how wide tables are printed."""
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=A4)
    canvas.translate(*((A4[0], 0) if degrees == 90 else (0, A4[1])))
    canvas.rotate(degrees if degrees == 90 else -90)
    canvas.setFont("Helvetica", 11)
    for row, line in enumerate(LINES):
        canvas.drawString(72, 500 - 20 * row, line)
    canvas.save()
    return _changed(buffer.getvalue(), lambda page: page.rotate(degrees))


def cropped(degrees: int = 0) -> bytes:
    """Show a part of the page only."""

    def crop(page: PageObject) -> None:
        page.cropbox = RectangleObject((50, 400, 450, 800))
        page.rotate(degrees)

    return _changed(pdf([LINES]), crop)


def moved() -> bytes:
    """Give the page a corner that is not at zero."""

    def move(page: PageObject) -> None:
        page.mediabox = RectangleObject((-100, -50, 595, 842))

    return _changed(pdf([LINES]), move)


def doubled() -> bytes:
    """Make the page's unit two points."""
    return _changed(pdf([LINES]), lambda page: page.update({NameObject("/UserUnit"): FloatObject(2)}))


def columns() -> bytes:
    """Set text in two columns."""
    frames = [Frame(50, 50, 240, 740), Frame(310, 50, 240, 740)]
    style = getSampleStyleSheet()["BodyText"]
    said = "the {} pilots wrote down {} vessels and {}.5% of the tides in the long winter of the year."
    story = [
        Paragraph(
            " ".join(f"Part {part}: {said.format(who, part * 17, part)}" for who in ("old", "young")), style
        )
        for part in range(1, 20)
    ]
    buffer = BytesIO()
    template = BaseDocTemplate(buffer, pagesize=A4)
    template.addPageTemplates([PageTemplate(frames=frames)])
    template.build(story)
    return buffer.getvalue()


def hyphenated() -> bytes:
    """Break words at the end of the line."""
    lines = [
        "The committee called the growth tremen-",
        "dous and the well-",
        "known result of 199.6 million con-",
    ]
    return pdf([[*lines, "vinced everybody. It ended there."]])


def in_font(name: str, lines: Sequence[str]) -> bytes:
    """Write in one of the scripts whose fonts every reader knows."""
    pdfmetrics.registerFont(UnicodeCIDFont(name))
    return _lines(lines, name)


def _lines(lines: Sequence[str], font: str = "Helvetica") -> bytes:
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=A4)
    canvas.setFont(font, 12)
    for row, line in enumerate(lines):
        canvas.drawString(72, 760 - 20 * row, line)
    canvas.save()
    return buffer.getvalue()


def meaning(lines: Sequence[str], table: dict[str, str]) -> bytes:
    """Draw Latin shapes that the file says are other letters: what a reader takes out is ``table``."""
    writer = PdfWriter(clone_from=BytesIO(_lines(lines)))
    known = _ASCII | table
    rows = "\n".join(f"<{ord(key):02x}> <{value.encode('utf-16-be').hex()}>" for key, value in known.items())
    stream = StreamObject()
    stream.set_data(
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n"
        f"1 begincodespacerange <00> <ff> endcodespacerange {len(known)} beginbfchar\n{rows}\n"
        "endbfchar endcmap end end".encode()
    )
    font = next(iter(writer.pages[0]["/Resources"]["/Font"].values())).get_object()  # type: ignore[index]
    font[NameObject("/ToUnicode")] = writer._add_object(stream)
    return _written(writer)


def letters_from(first: int) -> dict[str, str]:
    """Map the Latin letters onto the letters from a code point on."""
    return {chr(ord("a") + number): chr(first + number) for number in range(26)}


def backwards(lines: Sequence[str]) -> list[str]:
    """Return lines as a script from right to left is printed."""
    return [line[::-1] for line in lines]


_OFFICE = ["The o#ce re$ned the $nancial ~ow in 2031.", "A di#cult $nal $gure of 199.6 was ~agged."]
_SHORT = ["abcd efgh ijkl mnop.", "qrst uvwx abcd 12 ghij.", "mnop qrst uvwx abc."]
_SIGNS = ["abc, the sign x, grew by 12 in 2031.", "The next line says nothing of abc at all."]

ODD: dict[str, Callable[[], bytes]] = {
    "a quarter turn": lambda: turned(90),
    "on its head": lambda: turned(180),
    "three quarter turns": lambda: turned(270),
    "landscape, turned right": lambda: landscape(90),
    "landscape, turned left": lambda: landscape(270),
    "cropped": cropped,
    "cropped and turned": lambda: cropped(90),
    "corner not at zero": moved,
    "larger unit": doubled,
    "two columns": columns,
    "hyphens at line ends": hyphenated,
    "ligatures as two letters": lambda: meaning(_OFFICE, {"#": "ffi", "$": "fi", "~": "fl"}),
    "ligatures as one sign": lambda: meaning(_OFFICE, {"#": "\ufb03", "$": "\ufb01", "~": "\ufb02"}),
    "accents as signs of their own": lambda: meaning(_SIGNS, {"a": "e\u0301", "b": "a\u0308"}),
    "beyond the basic plane": lambda: meaning(_SIGNS, {"a": "\U0001d44e", "b": "\U0001d44f"}),
    "Hebrew": lambda: meaning(backwards(_SHORT), letters_from(0x5D0)),
    "Arabic": lambda: meaning(backwards(_SHORT), letters_from(0x627)),
    "Chinese": lambda: in_font(
        "STSong-Light", ["公司收入在二〇二四年达到一百万元。", "净利润增长了12.4%，北方码头关闭了九周。"]
    ),
    "Japanese": lambda: in_font("HeiseiMin-W3", ["売上高は百万円に達しました。", "純利益は12.4%増加した。"]),
    "Korean": lambda: in_font(
        "HYSMyeongJo-Medium", ["매출은 백만 유로에 달했다.", "순이익은 12.4% 증가했다."]
    ),
}
