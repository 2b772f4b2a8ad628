"""Cached: an equal question to an equal model is answered from an earlier reply, at no cost.

A reply is kept under a hash of the server, the model, every option, the whole prompt and the workspace. The
prompt alone would keep workspaces apart: who can ask the same holds every word the reply was made from. The
workspace is in the key as well, so that nobody has to rely on that.
"""

import hashlib
import json
from collections.abc import Callable
from typing import NamedTuple, Protocol

from pydantic import ValidationError

from masis.domain.usage import Usage
from masis.llm.base import MAX_STRUCTURED_CALLS, ChatModel, Reply, T
from masis.llm.replies import asked_before, workspace_in_view
from masis.llm.speech import Listener, said_at_once
from masis.llm.structured import strict_schema

_VERSION = 1
"""Of what is kept; another one finds nothing of the older."""


class Place(Protocol):
    """A model on a server."""

    @property
    def url(self) -> str:
        """Address of the server."""
        ...

    @property
    def model(self) -> str:
        """Name of the model there."""
        ...

    @property
    def key(self) -> str:
        """What the memory of servers knows both by."""
        ...


class KeptReplies(Protocol):
    """Where replies outlive their run; one that is broken or too old is none."""

    def get(self, key: str) -> str | None:
        """Return a reply kept before."""
        ...

    def put(self, key: str, workspace_id: str, reply: str) -> None:
        """Keep a reply."""
        ...


class Shelf(NamedTuple):
    """Where replies are kept, who is told that one was of use, and of whom none is kept."""

    kept: KeptReplies
    saved: Callable[[], None]
    steady: Callable[[Place], bool]


class CachedChat:
    """A ``ChatModel`` that looks up first; failures, cut-off and empty replies are never kept.

    A step that asks the same twice could not use the first reply: then the model is asked, and its new reply
    takes the place of the old. Outside of a workspace nothing is looked up or kept.
    """

    def __init__(self, chat: ChatModel, place: Place, max_output_tokens: int, shelf: Shelf) -> None:
        self._chat = chat
        self._place = place
        self._asked = (place.url, place.model, "temperature 0", max_output_tokens)
        self._shelf = shelf

    def complete(
        self,
        system: str,
        user: str,
        *,
        max_output_tokens: int | None = None,
        heard: Listener | None = None,
    ) -> Reply:
        """Return the reply to the same question, or ask."""
        key = self._key("text", system, user, max_output_tokens)
        if (kept := self._found(key)) is not None:
            try:
                reply = Reply.model_validate_json(kept)
                said_at_once(reply.text, heard)
                return reply.model_copy(update={"usage": self._free()})
            except ValidationError:
                pass  # of another version: a miss
        reply = self._chat.complete(system, user, max_output_tokens=max_output_tokens, heard=heard)
        if reply.text.strip() and not reply.truncated:
            self._keep(key, reply.model_copy(update={"usage": Usage()}).model_dump_json())
        return reply

    def structured(
        self, system: str, user: str, schema: type[T], *, max_calls: int = MAX_STRUCTURED_CALLS
    ) -> tuple[T, Usage]:
        """Return the value given for the same question, or ask."""
        key = self._key("value", system, user, schema.__name__, strict_schema(schema))
        if (kept := self._found(key)) is not None:
            try:
                return schema.model_validate_json(kept), self._free()
            except ValidationError:
                pass
        value, usage = self._chat.structured(system, user, schema, max_calls=max_calls)
        self._keep(key, value.model_dump_json())
        return value, usage

    def _key(self, *asked: object) -> str:
        whole = json.dumps([_VERSION, workspace_in_view.get(), *self._asked, *asked], sort_keys=True)
        return hashlib.sha256(whole.encode()).hexdigest()

    def _found(self, key: str) -> str | None:
        return None if not self._applies() or asked_before(key) else self._shelf.kept.get(key)

    def _applies(self) -> bool:
        return bool(workspace_in_view.get()) and self._shelf.steady(self._place)

    def _free(self) -> Usage:
        self._shelf.saved()
        return Usage(model=self._place.model, cached=1)

    def _keep(self, key: str, reply: str) -> None:
        if self._applies():  # asked again: the model may just have refused temperature 0
            self._shelf.kept.put(key, workspace_in_view.get(), reply)
