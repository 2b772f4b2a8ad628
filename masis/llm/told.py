"""Told: a chat that says of every call on the wire how long it took, what it used and what went wrong."""

from collections.abc import Callable
from time import perf_counter
from typing import TypeVar

from masis.domain.usage import Usage
from masis.errors import ModelUnavailable
from masis.llm.base import MAX_STRUCTURED_CALLS, Reply, T
from masis.llm.cached import Place
from masis.llm.metered import ServedChat
from masis.llm.replies import run_in_view
from masis.llm.speech import Listener
from masis.ops.signals import ModelCalled, Signals

R = TypeVar("R", bound=str)


def told(
    chats: Callable[[R], ServedChat], signals: Signals, clock: Callable[[], float] = perf_counter
) -> Callable[[R], "ToldChat"]:
    """Return a maker of chats whose calls are told; replies from the cache never come this far."""
    return lambda role: ToldChat(chats(role), role, signals, clock)


class ToldChat:
    """A ``ServedChat`` that is listened to."""

    def __init__(
        self, chat: ServedChat, role: str, signals: Signals, clock: Callable[[], float] = perf_counter
    ) -> None:
        self._chat = chat
        self._role = role
        self._signals = signals
        self._clock = clock

    @property
    def endpoint(self) -> Place:
        """The server and the model."""
        return self._chat.endpoint

    def complete(
        self,
        system: str,
        user: str,
        *,
        max_output_tokens: int | None = None,
        heard: Listener | None = None,
    ) -> Reply:
        """Ask for plain text."""
        began = self._clock()
        try:
            reply = self._chat.complete(system, user, max_output_tokens=max_output_tokens, heard=heard)
        except BaseException as error:
            self._failed(began, error, system, user)
            raise
        self._tell(began, reply.usage, system, user, reply.text)
        return reply

    def structured(
        self, system: str, user: str, schema: type[T], *, max_calls: int = MAX_STRUCTURED_CALLS
    ) -> tuple[T, Usage]:
        """Ask for a value."""
        began = self._clock()
        try:
            value, usage = self._chat.structured(system, user, schema, max_calls=max_calls)
        except BaseException as error:
            self._failed(began, error, system, user)
            raise
        self._tell(began, usage, system, user, value.model_dump_json())
        return value, usage

    def _failed(self, began: float, error: BaseException, system: str, user: str) -> None:
        usage = Usage.of(error) if isinstance(error, ModelUnavailable) else Usage()
        self._tell(began, usage, system, user, fault=type(error).__name__)

    def _tell(
        self, began: float, usage: Usage, system: str, user: str, reply: str = "", *, fault: str = ""
    ) -> None:
        self._signals.emit(
            ModelCalled(
                run_id=run_in_view.get(),
                role=self._role,
                model=self.endpoint.model,
                seconds=self._clock() - began,
                usage=usage,
                fault=fault,
                prompt=f"{system}\n\n{user}",
                reply=reply,
            )
        )
