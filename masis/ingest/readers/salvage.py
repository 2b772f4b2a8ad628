"""Salvage: rebuild a PDF from the whole objects that are left of a damaged one."""

import re
import zlib
from io import BytesIO
from typing import NamedTuple

_OBJECT = re.compile(rb"(?<![\d])(\d{1,10})\s+(\d{1,5})\s+obj\b(.*?)\bendobj\b", re.DOTALL)
_PAGE = re.compile(rb"/Type\s*/Page(?![a-zA-Z])")
_PAGES = re.compile(rb"/Type\s*/Pages\b")
_COUNT = re.compile(rb"/Count\s+(\d{1,6})")
_CONTENTS = re.compile(rb"/Contents\s*\[?\s*(\d+)\s+\d+\s+R")
_OBJECT_STREAM = re.compile(rb"/Type\s*/ObjStm\b")
_NUMBER = re.compile(rb"/(N|First)\s+(\d+)")
_LARGEST_STREAM = 64 * 1024 * 1024


class Rebuilt(NamedTuple):
    """A new PDF around old pages."""

    content: bytes
    expected: int
    """Pages the damaged file says it had; 0 when it does not say."""


def rebuild(content: bytes) -> Rebuilt | None:
    """Return a PDF of the pages whose contents are still there, or ``None``."""
    objects = {int(found[1]): found[3].strip() for found in _OBJECT.finditer(content)}
    for body in list(objects.values()):
        if _OBJECT_STREAM.search(body[:500]):
            objects.update(_unpack(body))
    kids = [number for number, body in objects.items() if _whole_page(body, objects)]
    if not kids:
        return None
    return Rebuilt(_write(objects, kids), _expected(content, objects))


def _whole_page(body: bytes, objects: dict[int, bytes]) -> bool:
    contents = _CONTENTS.search(body)
    return bool(_PAGE.search(body)) and contents is not None and int(contents[1]) in objects


def _expected(content: bytes, objects: dict[int, bytes]) -> int:
    counts = [_COUNT.search(body) for body in objects.values() if _PAGES.search(body)]
    stated = max((int(found[1]) for found in counts if found), default=0)
    return max(stated, len(_PAGE.findall(content)))


def _unpack(body: bytes) -> dict[int, bytes]:
    """Return the objects inside a compressed object stream."""
    start = body.find(b"stream")
    sizes = {name: int(value) for name, value in _NUMBER.findall(body[:start])}
    try:
        data = zlib.decompressobj().decompress(body[start + 6 :].lstrip(b"\r\n"), _LARGEST_STREAM)
        first = sizes[b"First"]
        numbers = [int(word) for word in data[:first].split()]
    except (zlib.error, KeyError, ValueError):
        return {}
    starts = [first + offset for offset in numbers[1::2]]
    ends = [*starts[1:], len(data)]
    return {
        number: data[begin:end].strip()
        for number, begin, end in zip(numbers[::2], starts, ends, strict=False)
    }


def _write(objects: dict[int, bytes], kids: list[int]) -> bytes:
    root = max(objects) + 1
    references = b" ".join(b"%d 0 R" % number for number in kids)
    tree = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), references)
    extra = {root: b"<< /Type /Catalog /Pages %d 0 R >>" % (root + 1), root + 1: tree}
    out, offsets = BytesIO(), {}
    out.write(b"%PDF-1.7\n")
    for number, body in {**objects, **extra}.items():
        offsets[number] = out.tell()
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    table = out.tell()
    out.write(b"xref\n0 1\n0000000000 65535 f \n")
    for number, offset in sorted(offsets.items()):
        out.write(b"%d 1\n%010d 00000 n \n" % (number, offset))
    out.write(b"trailer\n<< /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (root + 2, root, table))
    return out.getvalue()
