"""The guard names what it refuses, and why, before anything is opened."""

import zipfile
from collections.abc import Callable
from io import BytesIO

import files
import more_files
import pytest

from masis.config import Settings
from masis.errors import DocumentRejected
from masis.ingest.guard import check_upload

TEXT = b"The pilots met at noon.\n"


def _zip() -> bytes:
    """Write an archive that is no document."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("readme", "hi")
    return buffer.getvalue()


def _odt_entities() -> bytes:
    part = b'<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><w>&b;</w>'
    return files.with_member(more_files.odt(), "content.xml", part)


ACCEPTED = {
    "pdf": ("a.pdf", lambda: files.pdf([["x"]]), "pdf"),
    "pdf with junk in front": ("a.pdf", lambda: b"\n\n junk " + files.pdf([["x"]]), "pdf"),
    "text about pdf": ("a.txt", lambda: b"A PDF begins with %PDF-1.7.", "text"),
    "docx": ("a.DOCX", files.word_file, "docx"),
    "pptx": ("a.pptx", files.slides_file, "pptx"),
    "xlsx": ("a.xlsx", lambda: files.workbook([[1]]), "xlsx"),
    "csv": ("a.csv", lambda: b"a,b\n1,2\n", "csv"),
    "html": ("a.htm", lambda: b"<p>hi</p>", "html"),
    "markdown": ("a.md", lambda: b"# hi", "markdown"),
    "text": ("a.txt", lambda: TEXT, "text"),
    "utf-16 text": ("a.txt", lambda: "Größe".encode("utf-16"), "text"),
    "latin text": ("a.txt", lambda: "Größe der Häfen".encode("latin-1"), "text"),
    "text that begins like a program": ("a.txt", lambda: b"MZ is a unit; BM too.", "text"),
    "no ending but a pdf": ("report", lambda: files.pdf([["x"]]), "pdf"),
    "no ending but text": ("README", lambda: TEXT, "text"),
    "odt": ("a.odt", more_files.odt, "odt"),
    "rtf": ("a.rtf", more_files.rtf, "rtf"),
    "eml": ("a.eml", more_files.eml, "eml"),
    "msg": ("a.msg", more_files.msg, "msg"),
    "png": ("a.png", more_files.picture, "image"),
    "jpeg named png": ("a.png", lambda: more_files.picture(form="JPEG"), "image"),
    "tiff": ("a.TIF", lambda: more_files.tiff("A", "B"), "image"),
    "odt with an empty part": ("a.odt", lambda: more_files.odt(Configurations2__current_xml=b""), "odt"),
    "no ending but odt": ("report", more_files.odt, "odt"),
    "no ending but a picture": ("scan", more_files.picture, "image"),
}

REFUSED = {
    "empty": ("a.pdf", lambda: b"", "empty", "is empty"),
    "only blanks": ("a.txt", lambda: b" \n\0\0 ", "empty", "is empty"),
    "too large": ("a.txt", lambda: b"x" * (1024 * 1024 + 1), "too_large", "the limit is 1 MB"),
    "word named pdf": ("a.pdf", files.word_file, "wrong_type", "is a Word document"),
    "pdf named word": ("a.docx", lambda: files.pdf([["x"]]), "wrong_type", "is a PDF"),
    "excel named word": ("a.docx", lambda: files.workbook([[1]]), "wrong_type", "is an Excel workbook"),
    "plain zip named word": ("a.docx", _zip, "wrong_type", "ZIP archive"),
    "picture named pdf": ("a.pdf", lambda: b"\x89PNG\r\n\x1a\n" + bytes(50), "wrong_type", "is a picture"),
    "bytes named text": ("a.txt", lambda: bytes(range(256)) * 20, "wrong_type", "binary"),
    "program named csv": ("a.csv", lambda: b"MZ\x90\0" + bytes(400) + b"x", "wrong_type", "binary"),
    "text named pdf": ("a.pdf", lambda: TEXT, "wrong_type", "is a text file"),
    "old word": ("a.doc", files.old_office, "unsupported_type", "Save it as .docx"),
    "old word named docx": ("a.docx", files.old_office, "wrong_type", "old binary format"),
    "locked word": ("a.docx", lambda: files.old_office(locked=True), "encrypted", "remove the password"),
    "picture of another kind": ("a.gif", lambda: b"GIF89a" + bytes(50), "unsupported_type", "Save it as PNG"),
    "another kind named png": ("a.png", lambda: b"GIF89a" + bytes(50), "wrong_type", "named like a picture"),
    "rich text named word": ("a.docx", lambda: b"{\\rtf1 hi}", "wrong_type", "is a Rich Text file"),
    "old word named msg": ("a.msg", files.old_office, "wrong_type", "old binary format"),
    "plain zip named odt": ("a.odt", _zip, "wrong_type", "ZIP archive"),
    "odt with entities": ("a.odt", _odt_entities, "forbidden_xml", "entity"),
    "odt bomb": (
        "a.odt",
        lambda: files.with_member(more_files.odt(), "Pictures/1.png", bytes(30 << 20)),
        "archive_bomb",
        "tightly",
    ),
    "unknown ending": ("a.xyz", lambda: TEXT, "unsupported_type", "MASIS reads PDF"),
    "zip bomb": ("a.docx", files.zip_bomb, "archive_bomb", "tightly"),
    "nested archives": ("a.docx", lambda: files.nested_zip(4), "archive_bomb", "archives within"),
    "too many parts": ("a.docx", lambda: files.many_members(10_001), "archive_bomb", "10,000 parts"),
    "entities": ("a.docx", files.entity_bomb, "forbidden_xml", "entity"),
    "cut off": ("a.docx", lambda: files.truncated(files.word_file()), "damaged", "damaged"),
}

BAD_NAMES = {
    "path": "../../etc/passwd.txt",
    "windows path": "C:\\secret.txt",
    "control sign": "a\x07b.txt",
    "line break": "a\nb.txt",
    "hidden ending": "report\u202efdp.txt",
    "300 signs": "x" * 300 + ".txt",
    "leading dot": ".env.txt",
    "reserved": "CON.txt",
    "reserved with number": "lpt1.txt",
    "no name": ".txt",
    "blank": "   ",
    "signs only": "---.txt",
}


@pytest.mark.parametrize(("name", "make", "kind"), ACCEPTED.values(), ids=ACCEPTED)
def test_accepts(name: str, make: Callable[[], bytes], kind: str, settings: Settings) -> None:
    """Accepts."""
    assert check_upload(name, make(), settings) == (kind, name)


@pytest.mark.parametrize(("name", "make", "code", "words"), REFUSED.values(), ids=REFUSED)
def test_refuses(name: str, make: Callable[[], bytes], code: str, words: str, settings: Settings) -> None:
    """Refuses."""
    small = settings.model_copy(update={"max_file_mb": 1})
    with pytest.raises(DocumentRejected) as refusal:
        check_upload(name, make(), small)
    assert refusal.value.code == code
    assert words in str(refusal.value)
    assert "Nothing was stored." in str(refusal.value)


@pytest.mark.parametrize("name", BAD_NAMES.values(), ids=BAD_NAMES)
def test_refuses_hostile_names(name: str, settings: Settings) -> None:
    """Refuses hostile names."""
    with pytest.raises(DocumentRejected) as refusal:
        check_upload(name, TEXT, settings)
    assert refusal.value.code == "bad_name"


def test_total_size_of_an_archive_is_bounded(settings: Settings) -> None:
    """Total size of an archive is bounded."""
    tight = settings.model_copy(update={"max_unpacked_mb": 1})
    with pytest.raises(DocumentRejected, match="more than is allowed"):
        check_upload("a.docx", files.zip_bomb(2), tight)


def test_an_embedded_workbook_is_no_bomb(settings: Settings) -> None:
    """An embedded workbook is no bomb."""
    content = files.with_member(files.word_file(), "word/embeddings/sheet.xlsx", files.workbook([[1]]))
    assert check_upload("a.docx", content, settings)[0] == "docx"


def test_a_name_is_made_presentable(settings: Settings) -> None:
    """A name is made presentable."""
    assert check_upload("  Hafen\u200b  Gro\u0308ße.txt ", TEXT, settings)[1] == "Hafen Größe.txt"
