"""Metered: a chat that asks before it spends, and says what every call cost, also one that failed."""

import json
from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeVar

from masis.domain.usage import Usage, estimated_tokens
from masis.errors import ModelUnavailable
from masis.llm.base import MAX_STRUCTURED_CALLS, ChatModel, Reply, T
from masis.llm.cached import CachedChat, KeptReplies, Place, Shelf
from masis.llm.speech import Counted, Listener
from masis.llm.structured import strict_schema

R = TypeVar("R", bound=str)


class Held(NamedTuple):
    """Leave to ask: the id of the entry, and how many calls it covers."""

    call_id: str
    calls: int


class Purse(Protocol):
    """What may be spent on one model, and where it is written down."""

    def hold(self, input_tokens: int, output_tokens: int, most_calls: int) -> Held:
        """Set aside what up to ``most_calls`` equal calls may take.

        Raises:
            BudgetReached: not even one fits under a cap.
        """
        ...

    def settle(self, held: Held, usage: Usage) -> Usage:
        """Write down what was really spent in place of what was set aside; return it with its money."""
        ...

    def saved(self) -> None:
        """Write down a reply that came from the cache."""
        ...


class ServedChat(ChatModel, Protocol):
    """A chat that says whom it talks to."""

    @property
    def endpoint(self) -> Place:
        """The server and the model."""
        ...


def watched(
    chats: Callable[[R], ServedChat],
    purse_for: Callable[[Place], Purse],
    max_output_tokens: int,
    kept: KeptReplies | None,
    steady: Callable[[Place], bool] = lambda _: True,
) -> Callable[[R], ChatModel]:
    """Return a maker of chats that are metered and, with somewhere to keep replies, cached.

    Args:
        chats: makes the chats on the wire.
        purse_for: what may be spent on a model.
        max_output_tokens: of a reply for which the caller names no limit.
        kept: where replies are kept; nothing for no cache.
        steady: whether a model lets itself be asked at temperature 0; replies of another are not kept.
    """

    def chat_for(role: R) -> ChatModel:
        chat = chats(role)
        purse = purse_for(chat.endpoint)
        metered = MeteredChat(chat, purse, max_output_tokens)
        if kept is None:
            return metered
        return CachedChat(metered, chat.endpoint, max_output_tokens, Shelf(kept, purse.saved, steady))

    return chat_for


class MeteredChat:
    """A ``ChatModel`` under a cap; also raises ``BudgetReached``, before anything is sent."""

    def __init__(self, chat: ChatModel, purse: Purse, max_output_tokens: int) -> None:
        self._chat = chat
        self._purse = purse
        self._max_output_tokens = max_output_tokens

    def complete(
        self,
        system: str,
        user: str,
        *,
        max_output_tokens: int | None = None,
        heard: Listener | None = None,
    ) -> Reply:
        """Ask for plain text."""
        size, counted = _size(system, user), None if heard is None else Counted(heard)
        held = self._purse.hold(size, max_output_tokens or self._max_output_tokens, 1)
        try:
            reply = self._chat.complete(system, user, max_output_tokens=max_output_tokens, heard=counted)
        except BaseException as error:
            self._failed(held, error, counted.usage(size) if counted else Usage())
            raise
        return reply.model_copy(update={"usage": self._purse.settle(held, reply.usage)})

    def structured(
        self, system: str, user: str, schema: type[T], *, max_calls: int = MAX_STRUCTURED_CALLS
    ) -> tuple[T, Usage]:
        """Ask for a value, as often as fits under the cap."""
        size = _size(system, user, json.dumps(strict_schema(schema)))
        held = self._purse.hold(size, self._max_output_tokens, max_calls)
        try:
            value, usage = self._chat.structured(system, user, schema, max_calls=held.calls)
        except BaseException as error:
            self._failed(held, error)
            raise
        return value, self._purse.settle(held, usage)

    def _failed(self, held: Held, error: BaseException, heard: Usage | None = None) -> None:
        """Count what a failed call is known to have cost; of one that was cancelled, what was heard of it."""
        known = Usage.of(error) if isinstance(error, ModelUnavailable) else heard
        self._purse.settle(held, known or Usage())


def _size(*texts: str) -> int:
    """Return the tokens that texts may have."""
    return estimated_tokens(sum(len(text.encode("utf-8", "replace")) for text in texts))
