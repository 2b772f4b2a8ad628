"""Child: the process that opens hostile files, so that nothing in them can hurt the app.

Run as ``python -m masis.ingest.child``; requests come in frames on standard input, replies leave on what was
standard output. Imports stay few: this starts once for every file.
"""

import contextlib
import gc
import json
import os
import struct
import sys
import threading
import time
import traceback
from importlib import import_module
from pathlib import Path
from typing import IO, Protocol, cast

from masis.domain.document import MediaKind, ReadDocument
from masis.errors import DocumentRejected, PasswordRequired
from masis.ingest.readers.job import READERS_MEMORY_BYTES, Job, Limits, damaged, refuse

_LENGTH = struct.Struct(">Q")
_LARGEST = 4 * 1024**3

Message = dict[str, object]
"""A JSON object; never a pickle, so a hijacked child cannot run code in its parent."""
_LOOK_FOR_PARENT_SECONDS = 2.0
_COLLECT_AFTER = (20_000, 20, 20)
"""A document read is hundreds of thousands of small values and hardly any garbage; looking through them at
Python's own pace takes 8 % of a reader's time."""
_PASSED_ON = (
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "TMPDIR",
    "TEMP",
    "TMP",
    "LD_LIBRARY_PATH",
    "SYSTEMROOT",
    "VIRTUAL_ENV",
)
"""The child gets no other variable: keys and addresses are none of a document's business."""
_READERS: dict[MediaKind, str] = {
    "pdf": "pdf",
    "docx": "word",
    "pptx": "slides",
    "xlsx": "sheets",
    "odt": "opendocument",
    "rtf": "rich",
    "csv": "delimited",
    "html": "web",
    "markdown": "markdown",
    "text": "plain",
    "eml": "mail",
    "msg": "outlook",
    "image": "image",
}


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


class _Reader(Protocol):
    def read(self, job: Job) -> ReadDocument: ...


def child_environment() -> dict[str, str]:
    """Return the environment this process is to be started with."""
    passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    root = Path(__file__).resolve().parents[2]
    # Threads of numeric libraries would multiply with the number of files read at once.
    return passed_on | {"PYTHONPATH": str(root), "PYTHONIOENCODING": "utf-8", "OMP_NUM_THREADS": "2"}


def main() -> None:
    """Answer requests until the other side closes the stream."""
    requests, replies = _take_streams()
    _limit_resources()
    gc.set_threshold(*_COLLECT_AFTER)
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            message = read_message(requests)
            if message["request"] == "warm":
                import_module(f"masis.ingest.readers.{message['reader']}")
            elif message["request"] == "read":
                _read(message, read_frame(requests), replies)
            else:
                _render(message, replies)


def _take_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Keep the pipes for frames alone; whatever a library prints goes to the error stream."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return sys.stdin.buffer, replies


def _end_with_parent(parent: int) -> None:
    """End when the app was killed: a file that keeps its reader busy must not keep the machine busy."""
    while os.getppid() == parent:
        time.sleep(_LOOK_FOR_PARENT_SECONDS)
    os._exit(1)


def _limit_resources(memory_bytes: int = READERS_MEMORY_BYTES) -> None:
    try:
        import resource
    except ImportError:  # no such limits on this system; the time limit of the parent remains
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = memory_bytes if hard == resource.RLIM_INFINITY else min(hard, memory_bytes)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def read_document(job: Job) -> ReadDocument:
    """Read a file with the reader of its kind."""
    reader = cast("_Reader", import_module(f"masis.ingest.readers.{_READERS[job.kind]}"))
    return reader.read(job)


def _read(message: Message, content: bytes, replies: IO[bytes]) -> None:
    def on_page(done: int, total: int) -> None:
        write_message(replies, {"reply": "page", "done": done, "total": total})

    def on_draft(draft: ReadDocument) -> None:
        write_message(replies, {"reply": "draft"})
        write_frame(replies, draft.model_dump_json().encode("utf-8"))

    job = Job(
        content=content,
        kind=cast("MediaKind", message["kind"]),
        file_name=str(message["file_name"]),
        password=cast("str | None", message["password"]),
        limits=Limits.model_validate(message["limits"]),
        on_page=on_page,
        on_draft=on_draft if message["drafts"] else None,
    )
    try:
        _limit_resources(job.limits.memory_bytes)
        document = read_document(job)
    except DocumentRejected as error:
        _reject(replies, error)
    except (MemoryError, RecursionError):
        _reject(replies, _too_demanding(job))
    except Exception:  # noqa: BLE001 - whatever a library stumbles over in a file, the file is at fault
        traceback.print_exc()
        _reject(replies, damaged(job))
    else:
        write_message(replies, {"reply": "document"})
        write_frame(replies, document.model_dump_json().encode("utf-8"))


def _too_demanding(job: Job) -> DocumentRejected:
    what = f"“{job.file_name}” needs more memory than one document may use."
    return refuse("crashed", what, "Split it into parts, or save it again from the program it was made with.")


def _reject(replies: IO[bytes], error: DocumentRejected) -> None:
    asks = isinstance(error, PasswordRequired)
    write_message(replies, {"reply": "rejected", "code": error.code, "message": str(error), "password": asks})


def _render(message: Message, replies: IO[bytes]) -> None:
    from masis.ingest.readers.picture import PictureRequest, draw_page

    try:
        drawn = draw_page(PictureRequest.model_validate(message["page"]))
    except (OSError, ValueError, MemoryError, RuntimeError) as error:
        write_message(replies, {"reply": "failed", "message": f"{type(error).__name__}: {error}"})
        return
    size = {"width": drawn.width, "height": drawn.height}
    write_message(replies, {"reply": "image", "boxes": [list(box) for box in drawn.boxes], **size})
    write_frame(replies, drawn.png)


if __name__ == "__main__":
    main()
