"""ChatModel: what the analysts need from a language model."""

from typing import Protocol, TypeVar

from pydantic import BaseModel

from masis.domain.usage import Usage
from masis.domain.value import Value
from masis.llm.speech import Listener

T = TypeVar("T", bound=BaseModel)

MAX_STRUCTURED_CALLS = 5
"""One for each way of asking and one to mend: at ten calls a minute a run cannot afford more."""


class Reply(Value):
    """Plain text as a model gave it, and what it cost."""

    text: str
    usage: Usage = Usage()
    truncated: bool = False
    """True when the model was stopped by the token limit instead of by itself."""


class ChatModel(Protocol):
    """One model in one role; raises ``ModelUnavailable`` or ``ModelReplyInvalid`` and nothing else."""

    def complete(
        self,
        system: str,
        user: str,
        *,
        max_output_tokens: int | None = None,
        heard: Listener | None = None,
    ) -> Reply:
        """Return plain text; ``heard`` is told of it while it comes, where the server can do that."""
        ...

    def structured(
        self, system: str, user: str, schema: type[T], *, max_calls: int = MAX_STRUCTURED_CALLS
    ) -> tuple[T, Usage]:
        """Return a validated value; at most ``max_calls`` answers are asked for."""
        ...
