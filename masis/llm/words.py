"""Words: what a model has said so far of a reply that is still coming, for whoever listens."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from masis.errors import Cancelled
from masis.llm.waiting import cancel_check

if TYPE_CHECKING:
    from langchain_core.messages import AIMessageChunk
    from langchain_openai import ChatOpenAI

Listener = Callable[[str], None]

_listener: ContextVar[Listener | None] = ContextVar("words_listener", default=None)
_TOLD_SECONDS = 0.1
"""Time between two tellings: faster than anybody reads."""


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Tell the listener the whole text so far, again and again, of replies asked for in this block.

    A reply that breaks off and is asked for again begins anew.
    """
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def listener() -> Listener | None:
    """Return who listens now."""
    return _listener.get()


class Unspoken(Exception):
    """The server sent nothing that can be read as a stream, or the stream broke off before its end."""


def spoken(
    client: "ChatOpenAI", messages: list[tuple[str, str]], body: dict[str, Any], *, with_usage: bool
) -> "AIMessageChunk":
    """Return a whole reply that came word by word.

    Args:
        client: asks for the stream.
        messages: roles and texts.
        body: what is sent beside the messages.
        with_usage: whether to ask for token counts at the end; some servers refuse that.

    Raises:
        Unspoken: it was no stream, or had no end.
        Cancelled: the analyst stopped the run; the connection is closed.
    """
    tell, cancelled = _listener.get(), cancel_check.get()
    whole: AIMessageChunk | None = None
    told_at = float("-inf")
    for part in client.stream(messages, extra_body=body, stream_usage=with_usage):
        if cancelled and cancelled():
            message = "The run was cancelled while the model wrote."
            raise Cancelled(message)
        whole = part if whole is None else whole + part
        if tell and time.monotonic() - told_at >= _TOLD_SECONDS and part.text:
            told_at = time.monotonic()
            tell(str(whole.text))
    if whole is None or not whole.response_metadata.get("finish_reason") or not str(whole.text).strip():
        raise Unspoken
    if tell:
        tell(str(whole.text))
    return whole
