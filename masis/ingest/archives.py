"""Archives: refuse a bomb, a broken or a locked one, and tell what document an archive is."""

import zipfile
import zlib
from io import BytesIO
from typing import NoReturn

from masis.ingest.readers.job import refuse

_MOST_MEMBERS = 10_000
_HIGHEST_RATIO = 250
_RATIO_MATTERS_ABOVE = 20 * 1024 * 1024
_DEEPEST = 3
_XML_ENDINGS = (".xml", ".rels", ".vml", ".xhtml")
_MAIN_PARTS = {"word/": "docx", "ppt/": "pptx", "xl/": "xlsx"}
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)
_OPEN_TEXT = b"application/vnd.oasis.opendocument.text"
_PART_BEGINNING = 1024 * 1024


def office_kind(content: bytes) -> str:
    """Return ``docx``, ``pptx``, ``xlsx`` or ``odt`` by the parts inside, or empty."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        names = archive.namelist()
        if _part(archive, "mimetype") == _OPEN_TEXT:
            return "odt"
    if "[Content_Types].xml" not in names:
        return ""
    return next(
        (kind for folder, kind in _MAIN_PARTS.items() if any(name.startswith(folder) for name in names)), ""
    )


def check_archive(name: str, content: bytes, max_bytes: int) -> None:
    """Refuse a bomb, a broken archive, or one with forbidden XML."""
    try:
        _check_members(name, content, max_bytes, depth=1)
    except _BROKEN as error:
        what = f"“{name}” is damaged and cannot be unpacked."
        raise refuse(code="damaged", what=what, then="Save it again and upload the new copy.") from error


def _check_members(name: str, content: bytes, bytes_left: int, depth: int) -> int:
    """Return how many bytes may still be unpacked after this archive and those inside it."""
    if depth > _DEEPEST:
        _bomb(name, "holds archives within archives within archives")
    with zipfile.ZipFile(BytesIO(content)) as archive:
        members = archive.infolist()
        if len(members) > _MOST_MEMBERS:
            _bomb(name, f"holds more than {_MOST_MEMBERS:,} parts")
        total = sum(member.file_size for member in members)
        bytes_left -= total
        if bytes_left < 0:
            _bomb(name, "would unpack to more than is allowed")
        if total > _RATIO_MATTERS_ABOVE and total > _HIGHEST_RATIO * len(content):
            _bomb(name, "is packed far more tightly than a document is")
        if depth == 1 and b":encryption-data" in _part(archive, "META-INF/manifest.xml"):
            what = f"“{name}” is a document protected by a password."
            then = "Open it, remove the password, and upload it again."
            raise refuse(code="encrypted", what=what, then=then)
        for member in members:
            _check_xml(name, archive, member)
            inner = _inner_archive(archive, member)
            if inner:
                bytes_left = _check_members(name, inner, bytes_left, depth + 1)
    return bytes_left


def _part(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return the beginning of a part; empty where there is none."""
    try:
        with archive.open(name) as stream:
            return stream.read(_PART_BEGINNING).strip()
    except KeyError:
        return b""


def _inner_archive(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    with archive.open(member) as stream:
        if stream.read(4) != b"PK\x03\x04":
            return b""
    return archive.read(member)


def _check_xml(name: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> None:
    """Read each XML part up to its first element: a document type can only stand before it."""
    if not member.filename.lower().endswith(_XML_ENDINGS) or not member.file_size:
        return  # LibreOffice writes empty parts
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import iterparse

    with archive.open(member) as stream:
        try:
            next(iter(iterparse(stream, events=("start",), forbid_dtd=True)), None)
        except DefusedXmlException as error:
            what = f"“{name}” holds XML with entity definitions, which can be used to attack a reader."
            then = "Open it in Office, save it again, and upload the new copy."
            raise refuse(code="forbidden_xml", what=what, then=then) from error
        except ParseError as error:
            what = f"“{name}” is damaged: its part {member.filename} is not valid XML."
            raise refuse(code="damaged", what=what, then="Save it again and upload the new copy.") from error


def _bomb(name: str, why: str) -> NoReturn:
    what = f"“{name}” {why}; opening it could fill the memory."
    raise refuse(code="archive_bomb", what=what, then="If it is a real document, save it again or split it.")
