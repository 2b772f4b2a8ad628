"""An Outlook message is read like any other e-mail: head, words, and the names of what hangs on it."""

import struct

import more_files
import pytest
from conftest import ReadHere

from masis.config import Settings
from masis.domain.document import ReadDocument
from masis.errors import DocumentRejected
from masis.ingest.guard import check_upload
from masis.ingest.readers.outlook import unpacked

EXAMPLES = {
    "words": (
        "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0",
        b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n",
    ),
    "a run into itself": (
        "1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0",
        b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}",
    ),
}
"""The two examples of the published description of the format (MS-OXRTFCP)."""


def text_of(document: ReadDocument) -> str:
    return "\n\n".join(page.text for page in document.pages)


def test_a_message_is_read(read_here: ReadHere) -> None:
    document = read_here(more_files.msg(), "msg")
    assert (document.title, document.date) == ("Budget for Q3 2025: €", "2025-03-14")
    assert text_of(document) == (
        "Budget for Q3 2025: €\n\nFrom: Jürgen <j@example.org>\nTo: Board; Two\nCopy: Three\n"
        "Date: 14 March 2025, 08:30 +0000\n\nRevenue was € 12 million.\n\n"
        "Attached, not read in: büdget.xlsx\n\nAttached message:\n\nInner words\n\nDues were 5."
    )
    assert [notice.kind for notice in document.notices] == ["attachments"]


RICH = b"{\\rtf1 Held {\\b 55} boats.}"
BODIES = {
    "a web page": {("__substg1.0_10130102",): "<p>Held <b>55</b> boats – €</p>".encode("cp1252")},
    "a web page as text": {("__substg1.0_1013001F",): "<p>Held 55 boats</p>".encode("utf-16-le")},
    "bytes of a code page": {("__substg1.0_1000001E",): b"Held 55 boats"},
    "plain rich text": {
        ("__substg1.0_10090102",): struct.pack("<III", 12 + len(RICH), len(RICH), 0x414C454D)
        + bytes(4)
        + RICH
    },
    "a long text": {("__substg1.0_1000001F",): ("Held 55 boats. " * 600).encode("utf-16-le")},
}


@pytest.mark.parametrize("bodies", BODIES.values(), ids=BODIES)
def test_every_form_of_words_is_read(bodies: more_files.Streams, read_here: ReadHere) -> None:
    assert "Held 55 boats" in text_of(read_here(more_files.msg(bodies), "msg"))


@pytest.mark.parametrize(("packed", "text"), EXAMPLES.values(), ids=EXAMPLES)
def test_rich_text_is_unpacked(packed: str, text: bytes, read_here: ReadHere) -> None:
    content = bytes.fromhex(packed)
    assert unpacked(content) == text
    said = text_of(read_here(more_files.msg({("__substg1.0_10090102",): content}), "msg"))
    assert ("hello world" in said) or ("WXYZWXYZ" in said)


def test_the_guard_tells_messages_from_other_files_of_streams(settings: Settings) -> None:
    assert check_upload("a.msg", more_files.msg(), settings)[0] == "msg"
    with pytest.raises(DocumentRejected, match="is an Outlook message"):
        check_upload("a.docx", more_files.msg(), settings)


REFUSED = {
    "no words": (more_files.msg({}, subject=""), "no_text"),
    "half of it": (more_files.msg()[:700], "damaged"),
    "no streams": (more_files.msg()[:512] + bytes(4096), "damaged"),
}


@pytest.mark.parametrize(("content", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_is_refused(content: bytes, code: str, read_here: ReadHere) -> None:
    with pytest.raises(DocumentRejected) as refusal:
        read_here(content, "msg")
    assert refusal.value.code == code
