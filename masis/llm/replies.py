"""Replies: a chat that remembers what it was told in a run, so that a killed run pays for nothing twice."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, TypeVar

from masis.domain.usage import Usage
from masis.llm.base import MAX_STRUCTURED_CALLS, ChatModel, Reply, T
from masis.llm.speech import Listener, said_at_once

R = TypeVar("R", bound=str)

run_in_view: ContextVar[str] = ContextVar("run_in_view", default="")
"""The run whose replies are kept; empty where there is no run to go on with."""

replies_may_be_kept: ContextVar[bool] = ContextVar("replies_may_be_kept", default=True)
"""Whether an earlier process may have left replies of that run; one that begins now has none to look up."""

workspace_in_view: ContextVar[str] = ContextVar("workspace_in_view", default="")
"""The workspace of that run."""

_step: ContextVar["tuple[str, Counter[str]] | None"] = ContextVar("step", default=None)


class ReplyStore(Protocol):
    """Where replies outlive the process."""

    def get(self, run_id: str, key: str) -> str | None:
        """Return a reply kept before."""
        ...

    def put(self, run_id: str, key: str, reply: str) -> None:
        """Keep a reply at once."""
        ...


@contextmanager
def within_step(name: str) -> Iterator[None]:
    """Name the step of the run that calls models now.

    A step that is repeated after a stop asks in the same order, so its first question is given its first
    reply again; the same question in another step is a new one.
    """
    token = _step.set((name, Counter()))
    try:
        yield
    finally:
        _step.reset(token)


def asked_before(key: str) -> bool:
    """Tell whether this step asks the same again, as it does after a useless reply, and note that it did."""
    step = _step.get()
    if step is None:
        return False
    step[1][key] += 1
    return step[1][key] > 1


def remembering(chats: Callable[[R], ChatModel], store: ReplyStore) -> Callable[[R], ChatModel]:
    """Return a maker of chats that remember."""
    return lambda role: RememberingChat(chats(role), role, store)


class RememberingChat:
    """A ``ChatModel`` that looks up first; only whole replies are kept, failures are asked again."""

    def __init__(self, chat: ChatModel, role: str, store: ReplyStore) -> None:
        self._chat = chat
        self._role = role
        self._store = store

    def complete(
        self,
        system: str,
        user: str,
        *,
        max_output_tokens: int | None = None,
        heard: Listener | None = None,
    ) -> Reply:
        """Return the reply received before, or ask."""
        run_id, key = self._place("complete", system, user, str(max_output_tokens))
        if (kept := self._kept(run_id, key)) is not None:
            reply = Reply.model_validate_json(kept)
            said_at_once(reply.text, heard)
            return reply
        reply = self._chat.complete(system, user, max_output_tokens=max_output_tokens, heard=heard)
        if run_id:
            self._store.put(run_id, key, reply.model_dump_json())
        return reply

    def structured(
        self, system: str, user: str, schema: type[T], *, max_calls: int = MAX_STRUCTURED_CALLS
    ) -> tuple[T, Usage]:
        """Return the value received before, or ask."""
        run_id, key = self._place(schema.__name__, system, user, str(max_calls))
        if (kept := self._kept(run_id, key)) is not None:
            held = json.loads(kept)
            return schema.model_validate(held["value"]), Usage.model_validate(held["usage"])
        value, usage = self._chat.structured(system, user, schema, max_calls=max_calls)
        if run_id:
            held = {"value": value.model_dump(mode="json"), "usage": usage.model_dump(mode="json")}
            self._store.put(run_id, key, json.dumps(held))
        return value, usage

    def _kept(self, run_id: str, key: str) -> str | None:
        return self._store.get(run_id, key) if run_id and replies_may_be_kept.get() else None

    def _place(self, *asked: str) -> tuple[str, str]:
        """Return the run and the key of this very question in it; no run outside of a step."""
        step, run_id = _step.get(), run_in_view.get()
        if step is None or not run_id:
            return "", ""
        name, counts = step
        plain = json.dumps([name, self._role, *asked])
        counts[plain] += 1
        return run_id, hashlib.sha256(f"{counts[plain]} {plain}".encode()).hexdigest()
