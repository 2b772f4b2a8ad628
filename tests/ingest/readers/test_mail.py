"""An e-mail is read with its head, its words once, and the names of what hangs on it."""

from email.message import EmailMessage

import more_files
import pytest
from conftest import ReadHere

from masis.domain.document import ReadDocument
from masis.errors import DocumentRejected
from masis.ingest.profile import profiled


def text_of(document: ReadDocument) -> str:
    return "\n\n".join(page.text for page in document.pages)


def test_a_message_is_read(read_here: ReadHere) -> None:
    document = read_here(more_files.eml(), "eml")
    assert (document.title, document.date) == ("Budget for Q3 2025: €", "2025-03-14")
    assert text_of(document) == (
        "Budget for Q3 2025: €\n\nFrom: Jürgen <j@example.org>\nTo: Board <board@example.org>\n"
        "Date: 14 March 2025, 09:30 +0100\n\nRevenue was € 12 million.\n\nEarlier words went so.\n\n"
        "Attached, not read in: büdget.xlsx\n\nAttached message:\n\nInner words\n\nFrom: a@example.org\n\n"
        "| Item | 2024 |\n| Dues | 5 |"
    )
    assert [(notice.kind, notice.message) for notice in document.notices] == [
        ("attachments", "The attachment was not read in: büdget.xlsx. Upload what is to be searched.")
    ]
    assert [table.title for page in document.pages for table in page.tables] == ["Inner words"]


def test_its_date_is_that_of_the_document(read_here: ReadHere) -> None:
    message = more_files.letter(subject="Quarterly report Q1 2025")
    document = profiled(read_here(message.as_bytes(), "eml"), "mail.eml")
    assert document.date == "2025-03-14"
    assert (document.profile.kind, document.profile.fiscal_year, document.profile.quarter) == (
        "quarterly_report",
        2025,
        1,
    )


def alternative(plain: str) -> bytes:
    message = more_files.letter()
    message.set_content(plain)
    message.add_alternative("<p>Held <b>55</b> boats</p><p style='display:none'>hidden</p>", subtype="html")
    return message.as_bytes()


@pytest.mark.parametrize(
    ("plain", "words"), [("Held 7 boats", "Held 7 boats"), (" \n", "Held 55 boats")], ids=["text", "web page"]
)
def test_the_text_is_read_and_the_page_where_there_is_none(
    plain: str, words: str, read_here: ReadHere
) -> None:
    assert text_of(read_here(alternative(plain), "eml")).endswith(f"+0100\n\n{words}")


RAW = {
    "bare bytes in a head": ("Subject: Größe\nFrom: a@b.c\n\nwords".encode("latin-1"), "Größe"),
    "utf-8 in a head": ("Subject: Größe €\nFrom: a@b.c\n\nwords".encode(), "Größe €"),
    "a charset that nobody knows": (
        b"From: a@b.c\nContent-Type: text/plain; charset=x-moon\n\nw\xc3\xb6rds",
        "wörds",
    ),
    "a charset that is not so": (
        b"From: a@b.c\nContent-Type: text/plain; charset=utf-8\n\nIn these w\xf6rds",
        "wörds",
    ),
    "an encoded word that is broken": (b"Subject: =?utf-8?b?4oKs=?=\nFrom: a@b.c\n\nwords", "words"),
    "boundaries that are missing": (
        b"From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\nwords",
        "words",
    ),
    "a date that is none": (b"From: a@b.c\nDate: 99 Foo 99999\n\nwords", "words"),
    "a line of a mailbox first": (b"From a@b.c Fri Mar 14\nSubject: Tides\n\nwords", "Tides"),
    "a part without a name": (
        b"From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nwords\n--x\n"
        b"Content-Type: application/pdf\n\n%PDF\n--x--",
        "Attached, not read in: a file of the type application/pdf",
    ),
    "several texts": (
        b"From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\none\n--x\n\ntwo\n--x--",
        "one\n\ntwo",
    ),
}


@pytest.mark.parametrize(("content", "words"), RAW.values(), ids=RAW)
def test_odd_messages_are_read(content: bytes, words: str, read_here: ReadHere) -> None:
    assert words in text_of(read_here(content, "eml"))


def test_messages_in_messages_are_read_to_a_depth_and_then_named(read_here: ReadHere) -> None:
    message = more_files.letter(subject="Depth 5")
    for depth in range(4, 0, -1):
        outer = more_files.letter(subject=f"Depth {depth}")
        outer.add_attachment(message)
        message = outer
    text = text_of(read_here(message.as_bytes(), "eml"))
    assert "Depth 3" in text
    assert "Depth 4" not in text
    assert "Attached, not read in: a message" in text


def test_a_picture_within_the_words_is_no_attachment(read_here: ReadHere) -> None:
    message = more_files.letter()
    message.add_related(b"\x89PNG", "image", "png", cid="<logo>", filename="logo.png")
    assert not read_here(message.as_bytes(), "eml").notices


def test_a_hostile_name_of_an_attachment_is_one_short_line(read_here: ReadHere) -> None:
    content = (
        b"From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nwords\n--x\nContent-Type: a/b\n"
        b"Content-Disposition: attachment; filename*=utf-8''a%0A%1B%5B31m%E2%80%AE"
        + b"z" * 5000
        + b"\n\n--x--"
    )
    message = read_here(content, "eml").notices[0].message
    assert len(message) < 250
    assert message.isprintable()


def test_hundreds_of_attachments_are_counted(read_here: ReadHere) -> None:
    message = more_files.letter()
    for number in range(60):
        message.add_attachment(b"x", "application", "pdf", filename=f"{number}.pdf")
    document = read_here(message.as_bytes(), "eml")
    assert "49.pdf and 10 more" in text_of(document)
    assert "9.pdf and 50 more" in document.notices[0].message


def sealed() -> bytes:
    message = EmailMessage()
    message["From"] = "a@b.c"
    message.set_content(b"\x30\x80", "application", "pkcs7-mime", params={"smime-type": "enveloped-data"})
    return message.as_bytes()


REFUSED = {
    "a text": (b"The pilots met at noon.\nThey left.", "damaged"),
    "no words": (b"From: a@b.c\nTo: d@e.f\n\n\n", "no_text"),
    "a sealed one": (sealed(), "encrypted"),
    "a head without end": (b"From: a@b.c\n" + b"X: y\n" * 10_001 + b"\nwords", "damaged"),
}


@pytest.mark.parametrize(("content", "code"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_message_is_refused(content: bytes, code: str, read_here: ReadHere) -> None:
    with pytest.raises(DocumentRejected) as refusal:
        read_here(content, "eml")
    assert refusal.value.code == code
    assert "Nothing was stored" in str(refusal.value)
