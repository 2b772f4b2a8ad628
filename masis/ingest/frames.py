"""Frames: length-prefixed messages between MASIS and its child processes."""

import json
import struct
from typing import IO

_LENGTH = struct.Struct(">Q")
_LARGEST = 4 * 1024**3

Message = dict[str, object]
"""A JSON object; never a pickle, so a hijacked child cannot run code in its parent."""


def write_frame(stream: IO[bytes], data: bytes) -> None:
    """Send one run of bytes."""
    stream.write(_LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def write_message(stream: IO[bytes], message: Message) -> None:
    """Send one JSON object."""
    write_frame(stream, json.dumps(message, ensure_ascii=True).encode("ascii"))


def read_frame(stream: IO[bytes]) -> bytes:
    """Receive one run of bytes; ``EOFError`` when the other side is gone."""
    (length,) = _LENGTH.unpack(_exactly(stream, _LENGTH.size))
    if length > _LARGEST:
        message = "a frame longer than any document announces itself: the stream is broken"
        raise EOFError(message)
    return _exactly(stream, length)


def read_message(stream: IO[bytes]) -> Message:
    """Receive one JSON object."""
    message: Message = json.loads(read_frame(stream))
    return message


def _exactly(stream: IO[bytes], count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        message = "the other process closed the stream"
        raise EOFError(message)
    return data
