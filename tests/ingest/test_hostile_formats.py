"""Hostile and damaged files of the newer formats end in text or one sentence, in the real reading process."""

import random
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import files
import more_files
import pytest

from masis.config import Settings
from masis.domain.document import MediaKind
from masis.errors import DocumentRejected
from masis.ingest.executor import Child
from masis.ingest.guard import check_upload
from masis.ingest.readers import _await, _limits, read

SETTINGS = Settings(parallel_ingestions=4, read_timeout_seconds=60.0, _env_file=None)
MOST_SECONDS = 120.0
MB = 1024 * 1024


def nested_sections(depth: int) -> bytes:
    return more_files.odt("<text:section>" * depth + "<text:p>deep</text:p>" + "</text:section>" * depth)


def nested_boxes(depth: int) -> bytes:
    opening, closing = "<text:p><draw:frame><draw:text-box>", "</draw:text-box></draw:frame></text:p>"
    return more_files.odt(opening * depth + "<text:p>deep</text:p>" + closing * depth)


def nested_parts(depth: int) -> bytes:
    lines = [f"Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n" for level in range(depth)]
    return ("From: a@b.c\n" + "".join(lines) + "\nwords\n").encode()


def many_parts(count: int) -> bytes:
    return b"From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\nw\n" * count + b"--x--"


def in_a_part(head: bytes) -> bytes:
    return b"From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n--x\n" + head + b"\nwords\n--x--"


LINES = b"X-Line: y\n" * 1_000_000
HOSTILE: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a bomb of an odt": (
        "a.odt",
        lambda: files.with_member(more_files.odt(), "content.xml", bytes(400 * MB)),
    ),
    "an odt of long XML": (
        "a.odt",
        lambda: more_files.odt("<text:p>a</text:p>" * 1_500_000, title="x" * 1000),
    ),
    "an odt of 100,000 sections": ("a.odt", lambda: nested_sections(100_000)),
    "an odt of 5,000 boxes in boxes": ("a.odt", lambda: nested_boxes(5_000)),
    "100,000 groups in groups": ("a.rtf", lambda: more_files.rtf("{" * 100_000 + "deep" + "}" * 100_000)),
    "100,000 groups side by side": ("a.rtf", lambda: more_files.rtf("{x}" * 100_000)),
    "a million cells": ("a.rtf", lambda: more_files.rtf(r"\trowd" + r"\intbl 1\cell" * 1_000_000 + r"\row")),
    "a million header lines": ("a.eml", lambda: b"From: a@b.c\n" + LINES + b"\nwords"),
    "a million header lines in a part": ("a.eml", lambda: in_a_part(LINES)),
    "a header of ten megabytes": ("a.eml", lambda: b"Subject: " + b"=?utf-8?q?a?= " * 700_000 + b"\n\nwords"),
    "a million receivers": (
        "a.eml",
        lambda: b"From: a@b.c\nTo: " + b"<a@b.c>,\n " * 1_000_000 + b"\n\nwords",
    ),
    "1,000 parts in parts": ("a.eml", lambda: nested_parts(1_000)),
    "100,000 parts": ("a.eml", lambda: many_parts(100_000)),
    "60,000 by 60,000": ("a.png", lambda: more_files.png_head(60_000, 60_000)),
    "a message of 6 MB": (
        "a.msg",
        lambda: more_files.msg({("__substg1.0_1000001F",): "words ".encode("utf-16-le") * 500_000}),
    ),
}


def outcome(name: str, content: bytes) -> str:
    """Return the code a file is refused with, or ``read``."""
    try:
        kind, _ = check_upload(name, content, SETTINGS)
        read(content, kind, name, None, SETTINGS)
    except DocumentRejected as refusal:
        return refusal.code if "Nothing was stored" in str(refusal) else str(refusal)
    return "read"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "make"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_ends_in_text_or_one_sentence_in_time(name: str, make: Callable[[], bytes]) -> None:
    content = make()
    began = time.monotonic()
    assert outcome(name, content) in {
        "read",
        "damaged",
        "archive_bomb",
        "too_large",
        "too_many_pages",
        "crashed",
        "no_text",
    }
    assert time.monotonic() - began < MOST_SECONDS


@pytest.mark.parametrize("ending", ["odt", "rtf", "eml", "msg", "png", "jpg", "tiff"])
@pytest.mark.parametrize("content", [b"", b" \n\0"], ids=["nothing", "blanks"])
def test_an_empty_file_is_said_to_be_empty(ending: str, content: bytes) -> None:
    assert outcome(f"a.{ending}", content) == "empty"


def mutated(content: bytes, seed: int) -> bytes:
    """Change, cut, repeat or drop some of a file."""
    chance = random.Random(seed)  # noqa: S311 - the same files on every run
    data = bytearray(content)
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(data))
        length = chance.randint(1, 40)
        how = chance.randrange(4)
        if how == 0:
            data[at] = chance.randrange(256)
        elif how == 1:
            del data[at : at + length]
        elif how == 2:
            data[at:at] = data[at : at + length] * chance.randint(1, 20)
        else:
            data[at : at + length] = chance.randbytes(length)
    return bytes(data[: chance.randrange(len(data) // 2, len(data))] if seed % 5 == 0 else data) or b"x"


def odt_with_mutated_part(seed: int) -> bytes:
    """Change what an archive holds: a change of its bytes hardly ever comes past its checksums."""
    content = more_files.odt()
    with zipfile.ZipFile(BytesIO(content)) as archive:
        part = archive.read("content.xml")
    return files.with_member(content, "content.xml", mutated(part, seed))


DAMAGED: dict[str, tuple[MediaKind, Callable[[int], bytes]]] = {
    "odt": ("odt", lambda seed: mutated(more_files.odt(), seed)),
    "the part of an odt": ("odt", odt_with_mutated_part),
    "rtf": ("rtf", lambda seed: mutated(more_files.rtf(), seed)),
    "eml": ("eml", lambda seed: mutated(more_files.eml(), seed)),
    "msg": ("msg", lambda seed: mutated(more_files.msg(), seed)),
    "tiff": ("image", lambda seed: mutated(more_files.tiff("ONE", "TWO"), seed)),
    "png": ("image", lambda seed: mutated(more_files.picture(), seed)),
    "jpg": ("image", lambda seed: mutated(more_files.picture(form="JPEG"), seed)),
}


@contextmanager
def child_within_limits() -> Iterator[Child]:
    """Start a reading process and look at what it took."""
    child = Child()
    try:
        yield child
        assert child.alive
        if (status := Path(f"/proc/{child._process.pid}/status")).exists():
            peak = next(line for line in status.read_text().splitlines() if line.startswith("VmPeak"))
            most = _limits(SETTINGS)["memory_bytes"]
            assert isinstance(most, int)
            assert int(peak.split()[1]) * 1024 <= most
    finally:
        child.close()


@pytest.mark.parametrize(("kind", "make"), DAMAGED.values(), ids=DAMAGED)
def test_damaged_files_are_read_or_refused(kind: MediaKind, make: Callable[[int], bytes]) -> None:
    """The files are told to the reader as they are, even those that the guard would have stopped."""
    with child_within_limits() as child:
        for seed in range(30):
            request = {
                "request": "read",
                "kind": kind,
                "file_name": "a.bin",
                "password": None,
                "drafts": False,
            }
            child.send({**request, "limits": _limits(SETTINGS)}, make(seed))
            try:
                document = _await(child, MOST_SECONDS, lambda *_: None, lambda: False, None)
                said = "".join(page.text for page in document.pages)
            except DocumentRejected as refusal:
                said = str(refusal) if "Nothing was stored" in str(refusal) else ""
            assert said


@pytest.mark.parametrize("form", ["PNG", "JPEG", "TIFF"])
def test_damaged_pictures_are_drawn_or_not(form: str, tmp_path: Path) -> None:
    content = more_files.picture(form=form)
    with child_within_limits() as child:
        for seed in range(30):
            path = tmp_path / str(seed)
            path.write_bytes(mutated(content, seed))
            child.send({"request": "render", "page": {"path": str(path), "page_number": 1}})
            message, _ = child.receive(time.monotonic() + MOST_SECONDS)
            assert message["reply"] in {"image", "failed"}
