"""Messages, OpenDocument texts, Rich Text and pictures for the ingestion tests, each made on the spot."""

import struct
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from email.message import EmailMessage
from io import BytesIO

from PIL import Image, ImageDraw

Streams = Mapping[tuple[str, ...], bytes]

ODT_NAMES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for short, name in {
        "office": "office", "text": "text", "table": "table", "draw": "drawing", "style": "style",
        "fo": "xsl-fo-compatible", "meta": "meta",
    }.items()
)  # fmt: skip
ODT_BODY = (
    '<text:h text:outline-level="1">Berths</text:h>'
    "<text:p>Ships berth at the<text:s/>south<text:tab/>pier"
    "<text:note><text:note-citation>1</text:note-citation>"
    "<text:note-body><text:p>See the log.</text:p></text:note-body></text:note>.</text:p>"
    "<text:list><text:list-item><text:p>First come</text:p></text:list-item>"
    "<text:list-item><text:p>First served</text:p></text:list-item></text:list>"
    "<text:p>In EUR million:</text:p>"
    "<table:table><table:table-header-rows><table:table-row>"
    "<table:table-cell><text:p>Item</text:p></table:table-cell>"
    "<table:table-cell><text:p>2023</text:p></table:table-cell>"
    "<table:table-cell><text:p>2024</text:p></table:table-cell></table:table-row></table:table-header-rows>"
    '<table:table-row><table:table-cell table:number-rows-spanned="2">'
    "<text:p>Revenue</text:p></table:table-cell>"
    "<table:table-cell><text:p>176.2</text:p></table:table-cell>"
    "<table:table-cell><text:p>199.6</text:p></table:table-cell></table:table-row>"
    "<table:table-row><table:covered-table-cell/><table:table-cell><text:p>1.5</text:p></table:table-cell>"
    "<table:table-cell><text:p>2.5</text:p></table:table-cell></table:table-row></table:table>"
    '<text:p text:style-name="New">Two cranes.</text:p>'
)
"""A heading, a note, a list, a table with a cell over two rows, and a page break."""


def odt(body: str = ODT_BODY, title: str = "Port plan", **parts: bytes) -> bytes:
    """Write an OpenDocument text."""
    looks = (
        '<office:automatic-styles><style:style style:name="New"><style:paragraph-properties '
        'fo:break-before="page"/></style:style></office:automatic-styles>'
    )
    content = (
        f"<office:document-content {ODT_NAMES}>{looks}<office:body><office:text>{body}</office:text>"
        "</office:body></office:document-content>"
    )
    meta = (
        f'<office:document-meta {ODT_NAMES} xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta>'
        f"<dc:title>{title}</dc:title><dc:date>2025-03-14T09:30:00</dc:date></office:meta></office:document-meta>"
    )
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text", zipfile.ZIP_STORED)
        archive.writestr("content.xml", content)
        archive.writestr("meta.xml", meta)
        for name, data in parts.items():
            archive.writestr(name.replace("__", "/").replace("_xml", ".xml"), data)
    return buffer.getvalue()


RTF_HEAD = (
    r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss\fcharset0 Arial;}{\f1\fswiss\fcharset204 Arial;}}"
    r"{\colortbl;\red0\green0\blue0;}{\stylesheet{\ql Normal;}{\s1\ql heading 1;}{\*\cs10 Default;}}"
    r"{\info{\title Port plan}{\author Somebody}{\creatim\yr2024\mo3\dy5}{\revtim\yr2025\mo4\dy6\hr1}}"
    r"{\header Printed on every page\par}"
)
RTF_BODY = (
    r"\pard\plain\s1 Berths\par \pard\plain Ships berth at the {\b south} pier for 12 \u8364?; "
    r"{\f1\'cf\'f0\'e8} caf\'e9{\v hidden}{\deleted gone}{\footnote\pard{\super\chftn} See the log.}.\par "
    r"\pard{\listtext\'b7\tab}First come\par {\listtext\'b7\tab}First served\par \pard In EUR million:\par "
    r"\trowd\trhdr\cellx2000\cellx4000\cellx6000\pard\intbl Item\cell 2023\cell 2024\cell\row "
    r"\trowd\clvmgf\cellx2000\cellx4000\cellx6000\pard\intbl Revenue\cell 176.2\cell 199.6\cell\row "
    r"\trowd\clvmrg\cellx2000\cellx4000\cellx6000\pard\intbl\cell 1.5\cell 2.5\cell\row \pard\par "
    r"{\pict\pngblip 89504e470d0a}{\*\unknown nothing {of this}}\u-10179?\u-8704?\page Two cranes.\par"
)


def rtf(body: str = RTF_BODY) -> bytes:
    """Write a Rich Text file."""
    return f"{RTF_HEAD}{body}}}".encode("ascii")


def letter(**headers: str) -> EmailMessage:
    """Return a message of plain text."""
    message = EmailMessage()
    for name, value in {
        "From": "Jürgen <j@example.org>",
        "To": "Board <board@example.org>",
        "Subject": "Budget for Q3 2025: €",
        "Date": "Fri, 14 Mar 2025 09:30:00 +0100",
    }.items():
        message[name] = headers.get(name.lower(), value)
    message.set_content("Revenue was € 12 million.\n\n> Earlier words\n> went so.\n")
    return message


def eml() -> bytes:
    """Write a message with an alternative, an attachment and a message in it."""
    message = letter()
    message.add_alternative("<p>Revenue was <b>another</b></p>", subtype="html")
    message.add_attachment(b"PK", "application", "octet-stream", filename="büdget.xlsx")
    inner = EmailMessage()
    inner["Subject"] = "Inner words"
    inner["From"] = "a@example.org"
    inner.set_content(
        "<table><tr><th>Item</th><th>2024</th></tr><tr><td>Dues</td><td>5</td></tr></table>", "html"
    )
    message.add_attachment(inner)
    return message.as_bytes()


def wide(number: int, text: str) -> tuple[tuple[str], bytes]:
    """Return a property of an Outlook message that is text."""
    return (f"__substg1.0_{number:04X}001F",), text.encode("utf-16-le")


def filetime(moment: datetime) -> bytes:
    """Return a time as Windows counts it."""
    return struct.pack("<Q", int((moment - datetime(1601, 1, 1, tzinfo=UTC)).total_seconds()) * 10**7)


def properties(head_bytes: int, *fixed: tuple[int, int, bytes]) -> bytes:
    """Return the stream of properties of a fixed size: number, type, value."""
    return bytes(head_bytes) + b"".join(
        struct.pack("<HHI8s", kind, number, 6, value) for number, kind, value in fixed
    )


def message_streams(subject: str, bodies: Streams) -> dict[tuple[str, ...], bytes]:
    """Return the streams of an Outlook message."""
    sent = (0x0039, 0x0040, filetime(datetime(2025, 3, 14, 8, 30, tzinfo=UTC)))
    return {
        ("__nameid_version1.0", "__substg1.0_00020102"): b"",
        ("__properties_version1.0",): properties(32, sent, (0x3FDE, 3, struct.pack("<Q", 1252))),
        **dict([wide(0x0037, subject), wide(0x0C1A, "Jürgen"), wide(0x0C1F, "j@example.org")]),
        **dict([wide(0x0E04, "Board; Two"), wide(0x0E03, "Three")]),
        **bodies,
    }


def msg(bodies: Streams | None = None, subject: str = "Budget for Q3 2025: €") -> bytes:
    """Write an Outlook message with an attachment and, when no body is given, a text and a message in it."""
    streams = message_streams(
        subject, bodies if bodies is not None else dict([wide(0x1000, "Revenue was € 12 million.\r\n")])
    )
    attached = "__attach_version1.0_#00000000"
    streams[attached, "__properties_version1.0"] = properties(8)
    streams[attached, "__substg1.0_3707001F"] = "büdget.xlsx".encode("utf-16-le")
    if bodies is None:
        inside = ("__attach_version1.0_#00000001", "__substg1.0_3701000D")
        streams[inside[0], "__properties_version1.0"] = properties(8)
        streams[*inside, "__properties_version1.0"] = properties(24)
        for name, data in dict([wide(0x0037, "Inner words"), wide(0x1000, "Dues were 5.")]).items():
            streams[*inside, *name] = data
    return compound(streams)


_SECTOR, _MINI, _SMALL = 512, 64, 4096
_END, _FREE, _NONE = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFF


def _padded(data: bytes, size: int, fill: bytes = b"\0") -> bytes:
    return data + fill * (-len(data) % size)


def _chain(table: list[int], count: int) -> int:
    """Add a chain of sectors to a table and return its first one."""
    first = len(table)
    table += [*range(first + 1, first + count), _END][:count] if count else []
    return first if count else _END


def compound(streams: Streams) -> bytes:
    """Write a file of streams as Office and Outlook did before ZIP."""
    names = sorted({path[:depth] for path in streams for depth in range(1, len(path) + 1)})
    paths = [(), *names]
    children = {path: [other for other in names if other[:-1] == path] for path in paths}
    mini_table: list[int] = []
    small, large = bytearray(), {}
    starts: dict[tuple[str, ...], int] = {}
    for path in names:
        data = streams.get(path, b"")
        if path in streams and len(data) < _SMALL:
            starts[path] = _chain(mini_table, -(-len(data) // _MINI))
            small += _padded(data, _MINI)
        elif path in streams:
            large[path] = data
    table: list[int] = []
    parts = [b"" for _ in range(3)]
    sizes = [-(-len(paths) * 128 // _SECTOR), -(-len(mini_table) * 4 // _SECTOR), -(-len(small) // _SECTOR)]
    directory_start, mini_start, small_start = (_chain(table, size) for size in sizes)
    for path, data in large.items():
        starts[path] = _chain(table, -(-len(data) // _SECTOR))
    fat_sectors = next(n for n in range(1, 110) if n * 128 >= len(table) + n)
    table += [0xFFFFFFFD] * fat_sectors
    directory = b""
    for path in paths:
        siblings = (
            sorted(children[path[:-1]], key=lambda each: (len(each[-1]), each[-1].upper())) if path else []
        )
        after = siblings[siblings.index(path) + 1 :] if path else []
        first = min(children[path], key=lambda each: (len(each[-1]), each[-1].upper()), default=None)
        name = (path[-1] if path else "Root Entry").encode("utf-16-le") + b"\0\0"
        kind = 5 if not path else 2 if path in streams else 1
        start, size = (
            (small_start, len(small)) if not path else (starts.get(path, 0), len(streams.get(path, b"")))
        )
        directory += struct.pack(
            "<64sHBBIII36xIQ", name, len(name), kind, 1, _NONE, paths.index(after[0]) if after else _NONE,
            paths.index(first) if first is not None else _NONE, start, size,
        )  # fmt: skip
    parts = [
        _padded(directory, _SECTOR),
        _padded(b"".join(struct.pack("<I", entry) for entry in mini_table), _SECTOR, b"\xff"),
        _padded(bytes(small), _SECTOR),
        *(_padded(data, _SECTOR) for data in large.values()),
        _padded(b"".join(struct.pack("<I", entry) for entry in table), _SECTOR, b"\xff"),
    ]
    fat_start = len(table) - fat_sectors
    head = struct.pack(
        "<8s16xHHHHH6xIIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6, 0, fat_sectors,
        directory_start, 0, _SMALL, mini_start, sizes[1], _END, 0, fat_start,
    )  # fmt: skip
    more = b"".join(struct.pack("<I", fat_start + n) for n in range(1, fat_sectors))
    return (head + more).ljust(512, b"\xff") + b"".join(parts)


def picture(words: str = "PILOT LOG", form: str = "PNG", size: tuple[int, int] = (620, 877)) -> bytes:
    """Draw words as a camera or a scanner keeps them."""
    page = Image.new("L", size, 255)
    ImageDraw.Draw(page).text((60, 80), words, fill=0, font_size=40)
    buffer = BytesIO()
    page.save(buffer, form)
    return buffer.getvalue()


def tiff(*words: str) -> bytes:
    """Draw a fax: a page for each of the words."""
    first, *others = (Image.open(BytesIO(picture(each))).convert("1") for each in words)
    buffer = BytesIO()
    first.save(buffer, "TIFF", save_all=True, append_images=others, compression="group4")
    return buffer.getvalue()


def png_head(width: int, height: int) -> bytes:
    """Write a small PNG that says it is very large."""
    import zlib

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    row = zlib.compress(bytes(1000), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", row) + chunk(b"IEND", b"")
