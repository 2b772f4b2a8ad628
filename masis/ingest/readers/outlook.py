"""Outlook: a .msg file, whose properties are streams named by their number; olefile opens them."""

import struct
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from io import BytesIO

from olefile import OleFileIO
from olefile.olefile import OleFileError

from masis.domain.document import ReadDocument
from masis.ingest.readers.job import Job, damaged
from masis.ingest.readers.letter import DEEPEST, Body, Letter, letter_document, told_name
from masis.ingest.readers.plain import decode
from masis.ingest.readers.rtf import code_page

_SUBJECT, _SENDER, _ADDRESS, _OWN_ADDRESS = 0x0037, 0x0C1A, 0x0C1F, 0x5D01
_TO, _COPIED, _SENT, _DELIVERED = 0x0E04, 0x0E03, 0x0039, 0x0E06
_TEXT, _HTML, _RICH = 0x1000, 0x1013, 0x1009
_LONG_NAME, _SHORT_NAME, _SHOWN_NAME, _EMBEDDED = 0x3707, 0x3704, 0x3001, "__substg1.0_3701000D"
_PAGE_OF_TEXT, _PAGE_OF_HTML = 0x3FFD, 0x3FDE
_UNICODE, _NARROW, _BINARY, _NUMBER, _TIME = 0x001F, 0x001E, 0x0102, 0x0003, 0x0040
_PROPERTIES = "__properties_version1.0"
_HEAD_BYTES, _HEAD_BYTES_INSIDE = 32, 24
_PROPERTY = struct.Struct("<HHI8s")
_FIRST_DAY = datetime(1601, 1, 1, tzinfo=UTC)
_MOST_ATTACHMENTS = 2000
_BROKEN = (OleFileError, OSError, ValueError, IndexError, KeyError, TypeError, struct.error, OverflowError)
"""What olefile and damaged properties raise."""
_Path = tuple[str, ...]
_PRESET = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript "
    b"\\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par "
    b"\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
"""What the dictionary of packed Rich Text begins with."""
_WINDOW = 4096


def read(job: Job) -> ReadDocument:
    """Read a .msg file."""
    try:
        with closing(OleFileIO(BytesIO(job.content))) as file:
            letter = _Storage(file, ()).letter(1)
    except _BROKEN as error:
        raise damaged(job) from error
    return letter_document(job, letter)


class _Storage:
    """The message, a message within it, or one of its attachments."""

    def __init__(self, file: OleFileIO, path: _Path) -> None:
        self._file = file
        self._path = path
        head = _HEAD_BYTES_INSIDE if path else _HEAD_BYTES
        fixed = self._stream(_PROPERTIES)[head:]
        whole = len(fixed) // _PROPERTY.size * _PROPERTY.size
        self._fixed = {
            (number, kind): value for kind, number, _flags, value in _PROPERTY.iter_unpack(fixed[:whole])
        }

    def letter(self, depth: int) -> Letter:
        attached = [_Storage(self._file, path) for path in self._attached()]
        inside = [each for each in attached if each._holds_message()] if depth < DEEPEST else []
        sender, address = self._words(_SENDER), self._words(_OWN_ADDRESS) or self._words(_ADDRESS)
        return Letter(
            subject=self._words(_SUBJECT),
            sender=f"{sender} <{address}>" if sender and "@" in address and address != sender else sender,
            to=self._words(_TO),
            copied=self._words(_COPIED),
            sent=self._time(_SENT) or self._time(_DELIVERED),
            bodies=tuple(self._bodies()),
            attachments=[told_name(each._name()) for each in attached if each not in inside],
            enclosed=[_Storage(each._file, (*each._path, _EMBEDDED)).letter(depth + 1) for each in inside],
        )

    def _bodies(self) -> Iterator[Body]:
        """Yield the text where there is any, else the web page, else the Rich Text."""
        text = self._words(_TEXT)
        if text.strip():
            yield Body("text", text)
        elif page := self._stream(_named(_HTML, _BINARY)):
            yield Body("html", _decoded(page, self._number(_PAGE_OF_HTML)))
        elif page_text := self._words(_HTML):
            yield Body("html", page_text)
        elif packed := self._stream(_named(_RICH, _BINARY)):
            yield Body("rtf", unpacked(packed).decode("latin-1"))

    def _attached(self) -> Iterator[_Path]:
        depth = len(self._path)
        seen: set[str] = set()
        for entry in self._file.listdir(streams=True, storages=True):
            if tuple(entry[:depth]) == self._path and len(entry) > depth:
                name = entry[depth]
                if name.startswith("__attach_version1.0_") and len(seen) < _MOST_ATTACHMENTS:
                    seen.add(name)
        yield from ((*self._path, name) for name in sorted(seen))

    def _holds_message(self) -> bool:
        return bool(self._file.exists([*self._path, _EMBEDDED, _PROPERTIES]))

    def _name(self) -> str:
        return next(filter(None, map(self._words, (_LONG_NAME, _SHORT_NAME, _SHOWN_NAME))), "")

    def _words(self, number: int) -> str:
        wide = self._stream(_named(number, _UNICODE))
        if wide:
            return wide.decode("utf-16-le", "replace").rstrip("\0")
        narrow = self._stream(_named(number, _NARROW))
        return _decoded(narrow, self._number(_PAGE_OF_TEXT)).rstrip("\0")

    def _stream(self, name: str) -> bytes:
        path = [*self._path, name]
        if not self._file.exists(path):
            return b""
        content: bytes = self._file.openstream(path).read()
        return content

    def _number(self, number: int) -> int:
        return int.from_bytes(self._fixed.get((number, _NUMBER), b"")[:4], "little")

    def _time(self, number: int) -> datetime | None:
        tenths = int.from_bytes(self._fixed.get((number, _TIME), b""), "little")
        try:
            return _FIRST_DAY + timedelta(microseconds=tenths // 10) if tenths else None
        except OverflowError:
            return None


def _named(number: int, kind: int) -> str:
    return f"__substg1.0_{number:04X}{kind:04X}"


def _decoded(content: bytes, number: int) -> str:
    """Decode by the code page that is stated; where none is or it does not fit, by what it looks like."""
    if number:
        try:
            return content.decode(code_page(number))
        except UnicodeDecodeError:
            pass
    return decode(content)


def unpacked(packed: bytes) -> bytes:
    """Unpack Rich Text as Outlook packs it: runs of signs, and places in the last 4,096 of them."""
    _size, raw_size, form = struct.unpack("<III", packed[:12])
    data = packed[16:]
    if form == int.from_bytes(b"MELA", "little"):
        return data[:raw_size]
    window = bytearray(_PRESET.ljust(_WINDOW, b" "))
    write, place = len(_PRESET), 0
    text = bytearray()
    while place < len(data):
        flags, place = data[place], place + 1
        for bit in range(8):
            if not flags >> bit & 1:
                run = data[place : place + 1]
                place += 1
            else:
                found = int.from_bytes(data[place : place + 2], "big")
                place += 2
                start, length = found >> 4, (found & 15) + 2
                if start == write % _WINDOW or place > len(data):
                    return bytes(text)
                run = _run(window, start, length, write)
            for sign in run:
                window[write % _WINDOW] = sign
                write += 1
            text += run
    return bytes(text)


def _run(window: bytearray, start: int, length: int, write: int) -> bytes:
    """Return what stands in the window from a place on; a run may go on into what it writes itself."""
    before = (write - start) % _WINDOW or _WINDOW
    signs = bytes(window[(start + offset) % _WINDOW] for offset in range(min(before, length)))
    return (signs * (length // len(signs) + 1))[:length]
