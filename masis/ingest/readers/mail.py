"""Mail: an .eml file: what its head says, which of its parts are words and which only hang on it."""

import re
from collections.abc import Iterator
from datetime import datetime
from email.errors import HeaderParseError, MessageError
from email.header import decode_header
from email.message import Message
from email.parser import BytesParser
from email.utils import parsedate_to_datetime
from typing import TypeAlias

from masis.domain.document import ReadDocument
from masis.ingest.readers.job import Job, damaged, refuse
from masis.ingest.readers.letter import DEEPEST, Body, Letter, letter_document, told_name
from masis.ingest.readers.plain import decode

_MOST_HEADER_LINES = 10_000
_HEAD_ENDS = re.compile(rb"\r?\n\r?\n")
_TELLING = ("from", "to", "subject", "date", "message-id", "received")
_DEEPEST_PART = 30
_LONGEST_HEADER = 20_000
_Part: TypeAlias = "Message[str, str]"


def read(job: Job) -> ReadDocument:
    """Read an .eml file."""
    head = _HEAD_ENDS.split(job.content.lstrip(), maxsplit=1)[0]
    lines = head.count(b"\n")
    if lines > _MOST_HEADER_LINES:
        what = f"“{job.file_name}” has a head of {lines:,} lines, which no e-mail has."
        then = "Save the message again from your mail program and upload the new copy."
        raise refuse(code="damaged", what=what, then=then)
    try:
        message = BytesParser().parsebytes(job.content.lstrip())
    except (MessageError, RecursionError, ValueError, LookupError) as error:
        raise damaged(job) from error
    if not any(name in message for name in _TELLING):
        raise damaged(job)
    if _is_encrypted(message):
        what = f"“{job.file_name}” is an encrypted e-mail."
        then = "Open it in your mail program, save it as PDF or text, and upload that."
        raise refuse(code="encrypted", what=what, then=then)
    return letter_document(job, _letter(message, 1))


def _inside(part: _Part) -> list[_Part]:
    """Return the parts that a part holds."""
    held = part.get_payload()
    return [each for each in held if isinstance(each, Message)] if isinstance(held, list) else []


def _is_encrypted(message: _Part) -> bool:
    kind = message.get_content_type()
    sealed = kind in {"application/pkcs7-mime", "application/x-pkcs7-mime"}
    return kind == "multipart/encrypted" or (sealed and "signed" not in message.get("content-type", ""))


def _letter(message: _Part, depth: int) -> Letter:
    bodies: list[Body] = []
    attachments: list[str] = []
    enclosed: list[Letter] = []
    for part in _leaves(message):
        name = _file_name(part)
        if part.get_content_type() == "message/rfc822":
            inner = _inside(part)
            if inner and depth < DEEPEST:
                enclosed.append(_letter(inner[0], depth + 1))
            else:
                attachments.append(told_name(name or "a message"))
        elif _is_body(part):
            bodies += filter(None, [_body(part)])
        elif part.get_content_maintype() != "message" and not part.get("content-id"):
            attachments.append(told_name(name or f"a file of the type {part.get_content_type()}"))
    return Letter(
        subject=_header(message, "subject"),
        sender=_header(message, "from"),
        to=_header(message, "to"),
        copied=_header(message, "cc"),
        sent=_sent(message),
        bodies=bodies,
        attachments=attachments,
        enclosed=enclosed,
    )


def _leaves(message: _Part) -> Iterator[_Part]:
    """Yield the parts that hold no parts, in their order; of alternatives the one to read."""
    waiting: list[tuple[_Part, int]] = [(message, 0)]
    while waiting:
        part, depth = waiting.pop()
        inner = _inside(part)
        if part.get_content_maintype() != "multipart" or not inner:
            yield part
        elif depth < _DEEPEST_PART:
            parts = _chosen(inner) if part.get_content_subtype() == "alternative" else inner
            waiting += [(each, depth + 1) for each in reversed(parts)]


def _chosen(alternatives: list[_Part]) -> list[_Part]:
    """Return the plain text where there is any, else the last one, which is the richest."""
    plain = [part for part in alternatives if part.get_content_type() == "text/plain"]
    filled = [part for part in plain if (body := _body(part)) and body.content.strip()]
    others = [part for part in alternatives if part not in plain]
    return filled[:1] or others[-1:] or plain[:1]


def _is_body(part: _Part) -> bool:
    if part.get_content_disposition() == "attachment":
        return False
    if part.get_content_maintype() == "multipart":  # its boundaries are missing; the words are there
        return True
    return part.get_content_type() in {"text/plain", "text/html"} and not (
        _file_name(part) and part.get_content_disposition()
    )


def _body(part: _Part) -> Body | None:
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        return None
    try:
        text = content.decode(part.get_content_charset("") or "utf-8")
    except (LookupError, UnicodeDecodeError):
        text = decode(content)
    return Body("html" if part.get_content_subtype() == "html" else "text", text)


def _file_name(part: _Part) -> str:
    try:
        name = part.get_filename("")
    except (ValueError, LookupError, TypeError):
        return "a file"
    return _decoded(name)


def _header(message: _Part, name: str) -> str:
    found = (value for key, value in message.raw_items() if key.lower() == name)
    return _decoded(str(next(found, "")))


def _decoded(raw: str) -> str:
    """Turn a header into text: words marked as encoded are decoded, bare bytes are guessed."""
    text = _guessed(raw[:_LONGEST_HEADER].encode("utf-8", "surrogateescape"))
    try:
        pieces = decode_header(text)
    except (HeaderParseError, ValueError):
        return text
    return "".join(piece if isinstance(piece, str) else _word(piece, charset) for piece, charset in pieces)


def _word(piece: bytes, charset: str | None) -> str:
    try:
        return piece.decode(charset or "latin-1")
    except (LookupError, UnicodeDecodeError):
        return _guessed(piece)


def _guessed(content: bytes) -> str:
    """Return bytes without a charset as text; a line is too short to guess more than this on it."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _sent(message: _Part) -> datetime | None:
    try:
        return parsedate_to_datetime(_header(message, "date"))
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
