"""The reading process: a file takes no more memory than its share, and a broken one is damaged, no crash."""

import io
import sys
import zipfile
import zlib

import openpyxl
import pytest

from masis.config import Settings
from masis.errors import DocumentRejected
from masis.ingest import readers
from masis.ingest.readers import _limits
from masis.ingest.readers.job import READERS_MEMORY_BYTES

MB = 1024 * 1024


def workbook() -> dict[str, bytes]:
    book, out = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["Revenue", 12, 2024])
    book.save(out)
    with zipfile.ZipFile(out) as parts:
        return {name: parts.read(name) for name in parts.namelist()}


@pytest.mark.parametrize(
    "broken", ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/styles.xml", "xl/_rels/workbook.xml.rels"]
)
def test_a_broken_workbook_is_damaged_and_no_crash(broken: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as parts:
        for name, content in workbook().items():
            parts.writestr(name, content.replace(b"=", b"<", 1) if name == broken else content)
    settings = Settings(_env_file=None)
    with pytest.raises(DocumentRejected) as refused:
        readers.read(
            out.getvalue(), "xlsx", "a.xlsx", None, settings, on_page=lambda *_: None, cancelled=lambda: False
        )
    assert refused.value.code == "damaged"


def inflating_pdf(unpacked_bytes: int) -> bytes:
    """Return a page whose two kilobytes of drawing unpack twice."""
    press = zlib.compressobj(9)
    once = b"".join(press.compress(b" " * MB) for _ in range(unpacked_bytes // MB)) + press.flush()
    drawing = zlib.compress(once, 9)
    return (
        b"%%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n"
        b"2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n"
        b"3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<<>>/Contents 4 0 R>>\nendobj\n"
        b"4 0 obj\n<</Length %d/Filter[/FlateDecode/FlateDecode]>>stream\n%s\nendstream\nendobj\n"
        b"trailer<</Size 5/Root 1 0 R>>\n%%%%EOF" % (len(drawing), drawing)
    )


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the limit on a process's memory is Linux's")
def test_a_small_file_cannot_take_more_than_its_share() -> None:
    """Two kilobytes that unpack to a gigabyte: its process ends, and nothing else feels it."""
    settings = Settings(parallel_ingestions=4, _env_file=None)
    content = inflating_pdf(1024 * MB)
    assert len(content) < 4096
    with pytest.raises(DocumentRejected) as refused:
        readers.read(
            content, "pdf", "a.pdf", None, settings, on_page=lambda *_: None, cancelled=lambda: False
        )
    assert refused.value.code == "crashed"
    assert "Nothing was stored" in str(refused.value)


@pytest.mark.parametrize("parallel", [1, 2, 4])
def test_files_that_are_read_together_share_the_memory(parallel: int) -> None:
    share = _limits(Settings(parallel_ingestions=parallel, _env_file=None))["memory_bytes"]
    assert isinstance(share, int)
    assert share * parallel <= READERS_MEMORY_BYTES
