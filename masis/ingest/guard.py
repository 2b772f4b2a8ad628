"""Guard: refuse an upload that cannot or must not be read, before anything opens it."""

import re
import unicodedata
from pathlib import PurePath

from masis.config import Settings
from masis.domain.document import MediaKind
from masis.domain.formats import BY_ENDING, FORMATS, ending_of, listed
from masis.ingest.archives import check_archive, office_kind
from masis.ingest.readers.job import refuse

_CALLED: dict[str, str] = {
    **{kind: known.called for kind, known in FORMATS.items()},
    "other_image": "a picture of a kind that MASIS does not read",
    "old_office": "an Office file of the old binary format",
    "locked_office": "an Office file protected by a password",
    "zip": "a ZIP archive",
    "binary": "no text but a program, a sound or other binary data",
}
_INSTEAD: dict[str, str] = {
    ".doc": "Save it as .docx or PDF and upload that.",
    ".xls": "Save it as .xlsx or CSV and upload that.",
    ".ppt": "Save it as .pptx or PDF and upload that.",
    ".ods": "Save it as .xlsx or CSV and upload that.",
    ".odp": "Save it as .pptx or PDF and upload that.",
    ".docm": "Save it without macros as .docx and upload that.",
    ".xlsm": "Save it without macros as .xlsx and upload that.",
    ".pptm": "Save it without macros as .pptx and upload that.",
    ".zip": "Unpack it and upload the files inside.",
}
_PICTURES = frozenset({".gif", ".bmp", ".webp", ".heic", ".svg"})
_PICTURE_ADVICE = "Save it as PNG, JPEG or PDF and upload that."
_ACCEPTED = f"MASIS reads {listed([ending.removeprefix('.').upper() for ending in BY_ENDING])}."
_TEXTUAL = frozenset({"csv", "html", "markdown", "text", "eml"})
_KNOWN_BY_CONTENT = frozenset(FORMATS) - (_TEXTUAL - {"text"})
"""What is read without an ending too."""
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n", "image"),
    (b"\xff\xd8\xff", "image"),
    (b"GIF8", "other_image"),
    (b"BM", "bitmap"),
    (b"II*\0", "image"),
    (b"MM\0*", "image"),
    (b"{\\rtf", "rtf"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old_office"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"MZ", "executable"),
    (b"\x7fELF", "binary"),
    (b"\x1f\x8b", "binary"),
    (b"Rar!", "binary"),
    (b"7z\xbc\xaf", "binary"),
)
_RESERVED = re.compile(r"^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN = frozenset({"Cc", "Cs", "Zl", "Zp"})
_UNSHOWN = _UNSEEN | {"Cf", "Cn", "Co"}
_LONGEST_NAME = 200
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r\f\v\x1b\b")


def check_upload(file_name: str, content: bytes, settings: Settings) -> tuple[MediaKind, str]:
    """Return what kind of document this is and a name that is safe to show; raise ``DocumentRejected``."""
    name = safe_name(file_name)
    if not content.strip(b"\0 \t\r\n"):
        raise refuse(code="empty", what=f"“{name}” is empty.", then="Check the file and upload it again.")
    if len(content) > settings.max_file_mb * 1024 * 1024:
        size = len(content) / 1024 / 1024
        what = f"“{name}” is {size:,.1f} MB; the limit is {settings.max_file_mb} MB."
        raise refuse(
            code="too_large", what=what, then="Split it into parts, or save it with smaller pictures."
        )
    found = _kind_of(content)
    if found == "zip":
        check_archive(name, content, settings.max_unpacked_mb * 1024 * 1024)
        found = office_kind(content) or "zip"
    return _settle(name, ending_of(name), found), name


def safe_name(file_name: str) -> str:
    """Return the name as it may be shown and kept; refuse one that is made to mislead."""
    trouble = _trouble_with(file_name)
    if trouble:
        raise refuse(
            code="bad_name", what=f"The file name {trouble}.", then="Rename the file and upload it again."
        )
    plain = unicodedata.normalize("NFC", file_name)
    visible = "".join(character for character in plain if unicodedata.category(character) != "Cf")
    return " ".join(visible.split())


def check_name(file_name: str) -> None:
    """Refuse a file for its name alone: one that misleads, or an ending of what is not read."""
    name = safe_name(file_name)
    ending = ending_of(name)
    if ending and ending not in BY_ENDING:
        _without_known_ending(name, ending, "binary")


def shown_name(file_name: str) -> str:
    """Return the name of a file that may yet be refused: signs that would not be seen are written out."""
    plain = "".join(
        sign.encode("unicode_escape").decode() if unicodedata.category(sign) in _UNSHOWN else sign
        for sign in file_name[-_LONGEST_NAME:]
    )
    return plain[-_LONGEST_NAME:] or "file"


def _trouble_with(file_name: str) -> str:
    name = file_name.strip()
    checks = {
        "holds control characters": any(unicodedata.category(sign) in _UNSEEN for sign in file_name),
        "holds signs that turn the direction of writing and hide its ending": not _BIDI.isdisjoint(file_name),
        "holds a folder path": "/" in file_name or "\\" in file_name,
        f"is longer than {_LONGEST_NAME} characters": len(file_name) > _LONGEST_NAME,
        "starts with a dot": name.startswith("."),
        "holds no letter or digit": not any(sign.isalnum() for sign in PurePath(name).stem),
        "is reserved by the operating system": bool(_RESERVED.match(name)),
    }
    return next((trouble for trouble, found in checks.items() if found), "")


def _kind_of(content: bytes) -> str:
    """Tell what the bytes are; ``text`` for anything that reads as text."""
    if b"%PDF-" in content[:1024]:
        return "pdf" if content.lstrip().startswith(b"%PDF-") else "late_pdf"
    start = content.lstrip(b"\xef\xbb\xbf")[:16]
    for magic, kind in _MAGIC:
        if start.startswith(magic) and kind not in {"bitmap", "executable"}:
            return _compound_kind(content) if kind == "old_office" else kind
    if not _is_text(content):
        pictures = start.startswith(b"BM") or (start.startswith(b"RIFF") and b"WEBP" in start)
        return "other_image" if pictures else "binary"
    return "text"


def _compound_kind(content: bytes) -> str:
    """Tell what a file is that is made of streams, by the name of one of them."""
    if "EncryptedPackage".encode("utf-16-le") in content:
        return "locked_office"
    return "msg" if "__nameid_version1.0".encode("utf-16-le") in content else "old_office"


def _is_text(content: bytes) -> bool:
    sample = content[:65536]
    if sample.startswith((b"\xff\xfe", b"\xfe\xff")):
        return sample[:65536].decode("utf-16", "replace").count("\ufffd") <= len(sample) // 200
    return sum(map(sample.count, [bytes([code]) for code in _CONTROLS])) <= len(sample) // 500


def _settle(name: str, ending: str, found: str) -> MediaKind:
    stated = BY_ENDING.get(ending)
    if found == "late_pdf":  # readers allow for junk in front of a PDF; a text may also speak of the sign
        found = "text" if stated in _TEXTUAL else "pdf"
    if found == "locked_office":
        what = f"“{name}” is an Office file protected by a password."
        raise refuse(
            code="encrypted", what=what, then="Open it in Office, remove the password, and upload it again."
        )
    if stated is None:
        return _without_known_ending(name, ending, found)
    if found == stated or (found == "text" and stated in _TEXTUAL):
        return stated
    what = f"“{name}” is named like {_CALLED[stated]} but is {_CALLED[found]}."
    then = "Give it its right ending, or save it as what it should be, and upload it again."
    raise refuse(code="wrong_type", what=what, then=then)


def _without_known_ending(name: str, ending: str, found: str) -> MediaKind:
    if not ending and found in _KNOWN_BY_CONTENT:
        return next(kind for kind in FORMATS if kind == found)
    if ending in _PICTURES or (not ending and found == "other_image"):
        raise refuse(
            code="unsupported_type",
            what=f"“{name}” is a picture of a kind that MASIS does not read.",
            then=_PICTURE_ADVICE,
        )
    what = f"MASIS does not read {ending} files." if ending else f"“{name}” is {_CALLED[found]}."
    raise refuse(code="unsupported_type", what=what, then=_INSTEAD.get(ending, _ACCEPTED))
