"""OpenAI chat: any OpenAI-compatible endpoint through ``langchain-openai``, behind our limits."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from masis.config import Settings
from masis.domain.usage import Usage, estimated_tokens
from masis.errors import ConfigurationError, ModelRefused, ModelReplyInvalid, ModelUnavailable
from masis.llm.base import MAX_STRUCTURED_CALLS, Reply, T
from masis.llm.endpoints import Endpoint, Role, endpoint_of
from masis.llm.faults import (
    MOST_REPLY_BYTES,
    ParameterRefused,
    StreamRefused,
    VendorFault,
    call_with_retries,
    translated,
)
from masis.llm.memory import CAPS, Rung, ServerMemory
from masis.llm.openai_messages import format_of, listened, said_in, sendable, tokens_of
from masis.llm.speech import Counted, Listener, said_at_once
from masis.llm.structured import Question, clean_text, climb
from masis.llm.waiting import CallWindow, Pause, seconds_left, shared_window, time_limit, within

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage
    from langchain_openai import ChatOpenAI

    from masis.llm.wire import Line

R = TypeVar("R")

__all__ = ["OpenAIChat", "Role", "openai_chats"]

_KEYLESS = "not-needed"  # the client insists on a key; servers without one ignore it
_GRACE_SECONDS = 0.5  # the client's own timeout says more, so it goes first
_OFFICIAL_CALLS_PER_MINUTE = 10
_DESK_SECONDS = 10.0
"""The desk's rules do nearly as well, so its model gets one try of this length and no run waits for it."""
_DESK_OVER = f"The model gave no decision within {_DESK_SECONDS:g} seconds."
_EVENT_BYTES_PER_TOKEN = 512
"""What a server may send around one token when it sends a reply word by word."""
_BROKEN_BODY = (ValueError, TypeError, KeyError, IndexError, AttributeError)


def openai_chats(
    settings: Settings,
    *,
    window: CallWindow | None = None,
    pause: Pause | None = None,
    memory: ServerMemory | None = None,
) -> Callable[[Role], "OpenAIChat"]:
    """Return a maker of chats that share one call window and one memory of what the servers can do."""
    if not settings.has_models:
        message = "The engine is openai, but neither OPENAI_API_KEY nor OPENAI_BASE_URL is set."
        raise ConfigurationError(message)
    known = memory or ServerMemory()
    return lambda role: OpenAIChat(settings, role, memory=known, window=window, pause=pause)


class OpenAIChat:
    """A ``ChatModel`` on the wire; nothing is opened or imported before the first call."""

    def __init__(
        self,
        settings: Settings,
        role: Role,
        *,
        memory: ServerMemory,
        window: CallWindow | None = None,
        pause: Pause | None = None,
    ) -> None:
        self._settings = settings
        self._memory = memory
        self._pause = pause or Pause()
        self._hurried = role == "orchestrator"
        self.endpoint, self._key = endpoint_of(settings, role)
        self._window = window or _window_for(settings, self.endpoint)

    @cached_property
    def _client(self) -> "ChatOpenAI":
        from langchain_openai import ChatOpenAI
        from pydantic import SecretStr

        from masis.llm.wire import capped_client

        return ChatOpenAI(
            model=self.endpoint.model,
            api_key=SecretStr(self._key or _KEYLESS),
            base_url=self.endpoint.url,
            http_client=capped_client(
                self.endpoint.timeout_seconds,
                most_streamed=max(
                    MOST_REPLY_BYTES, self._settings.model_max_output_tokens * _EVENT_BYTES_PER_TOKEN
                ),
            ),
            max_retries=0,  # ``call_with_retries`` is the one retry layer
            use_responses_api=False,  # compatible servers do not have it
        )

    def complete(
        self,
        system: str,
        user: str,
        *,
        max_output_tokens: int | None = None,
        heard: Listener | None = None,
    ) -> Reply:
        """Return plain text, which may be empty; with a listener it is asked for word by word."""
        return self._in_time(lambda: self._call(system, user, {}, cap=max_output_tokens, heard=heard))

    def structured(
        self, system: str, user: str, schema: type[T], *, max_calls: int = MAX_STRUCTURED_CALLS
    ) -> tuple[T, Usage]:
        """Climb the ladder until a value fits the schema."""
        question, key = Question(system, user, schema), self.endpoint.key
        return self._in_time(
            lambda: climb(self._ask, question, schema, memory=self._memory, key=key, max_calls=max_calls)
        )

    def _in_time(self, work: Callable[[], R]) -> R:
        if not self._hurried:
            return work()
        with time_limit(_DESK_SECONDS, _DESK_OVER):
            return work()

    def _ask(self, rung: Rung, question: Question) -> Reply:
        proven = self._memory.of(self.endpoint.key).rung == rung
        return self._call(question.system, question.user, format_of(rung, question), proven=proven)

    def _body(self, form: dict[str, Any], cap: int | None) -> dict[str, Any]:
        """Return what is sent beside the messages, without the parameters this model has refused.

        Older servers ignore the newer name of the cap, OpenAI's newest models refuse the older one.
        """
        refused = self._memory.of(self.endpoint.key).refused
        names = CAPS if self.endpoint.official else CAPS[::-1]
        name = next((name for name in names if name not in refused), None)
        body: dict[str, Any] = {} if "temperature" in refused else {"temperature": 0}
        if name:
            body[name] = cap or self._settings.model_max_output_tokens
        return body | form

    def _call(
        self,
        system: str,
        user: str,
        form: dict[str, Any],
        *,
        cap: int | None = None,
        proven: bool = False,
        heard: Listener | None = None,
    ) -> Reply:
        tally = _Tally(listener=heard)
        messages = [("system", sendable(system)), ("user", sendable(user))]

        def attempt() -> "AIMessage":
            while True:
                tally.waited += self._turn()
                tally.calls += 1
                try:
                    return self._asked(messages, self._body(form, cap), tally, proven=proven)
                except ParameterRefused as refused:
                    self._memory.refuse(self.endpoint.key, refused.parameter)  # so it is sent once
                except StreamRefused as refused:
                    tally.whole, tally.refused = True, refused.lasting

        try:
            message, held = call_with_retries(
                attempt,
                attempts=1 if self._hurried else self._settings.model_max_attempts,
                max_wait_seconds=self._settings.model_wait_seconds,
                pause=self._pause,
            )
        except ModelUnavailable as error:
            (Usage(model=self.endpoint.model, calls=tally.calls) + tally.lost).charge(error)
            raise
        usage = Usage(model=self.endpoint.model, calls=tally.calls, waited_seconds=tally.waited + held)
        return self._reply(message, usage + tally.lost + tokens_of(message), cap)

    def _turn(self) -> float:
        """Wait for a free call, as long as the settings and the run's deadline allow."""
        most = min(self._settings.model_wait_seconds, seconds_left())
        return self._window.acquire(round(most, 1)) if self._window else 0.0

    def _asked(
        self, messages: list[tuple[str, str]], body: dict[str, Any], tally: "_Tally", *, proven: bool
    ) -> "AIMessage":
        """Ask word by word where somebody listens and the server can do that, else for the whole reply."""
        known, key = self._memory.of(self.endpoint.key), self.endpoint.key
        if tally.listener is None:
            return self._once(messages, body, tally, proven=proven)
        if tally.whole or "stream" in known.refused:
            message = self._once(messages, body, tally, proven=proven)
            if tally.refused:
                self._memory.refuse(key, "stream")  # only now: the other way of asking worked
            said_at_once(clean_text(said_in(message)), tally.listener)
            return message
        if "stream_options" not in known.refused:
            body |= {"stream_options": {"include_usage": True}}
        ear = Counted(tally.listener)
        size = estimated_tokens(sum(len(text.encode()) for _, text in messages))
        try:
            message = self._once(messages, body, tally, proven=known.streams, ear=ear)
        except ModelUnavailable:
            tally.lost += ear.usage(size).model_copy(update={"calls": 0})
            raise
        self._memory.streamed(key)
        if message.usage_metadata is None:  # not every server counts for those who listen
            tally.lost += ear.usage(size).model_copy(update={"calls": 0})
        return message

    def _once(
        self,
        messages: list[tuple[str, str]],
        body: dict[str, Any],
        tally: "_Tally",
        *,
        proven: bool,
        ear: Counted | None = None,
    ) -> "AIMessage":
        """Send one request; all tries of a call share its seconds, pauses between them left out."""
        import httpx2
        import openai

        from masis.llm.wire import Line

        began, line = time.monotonic(), Line(streams=ear is not None)
        sent = frozenset(body) if ear is None else frozenset((*body, "stream"))
        left = self.endpoint.timeout_seconds - tally.spent + _GRACE_SECONDS
        try:
            return within(left, lambda: self._message(messages, body, line, ear))
        except (openai.OpenAIError, httpx2.HTTPError, TimeoutError, *_BROKEN_BODY) as error:
            told = _vendor_fault(error)
            if told.kind == "unreachable" and ear is not None and ear.parts:
                told = told._replace(kind="broken_off")
            fault = translated(told, self.endpoint, sent, proven=proven)
        finally:
            line.cut()  # nobody reads on, whatever ended this
            tally.spent += time.monotonic() - began
        raise fault  # outside the handler: the vendor's error may quote the key and must not be chained

    def _message(
        self, messages: list[tuple[str, str]], body: dict[str, Any], line: "Line", ear: Counted | None
    ) -> "AIMessage":
        """Read a reply, whole or word by word."""
        with line.in_use():
            if ear is None:
                return self._client.invoke(messages, extra_body=body)
            # The client's own stream: LangChain's would build a message of its own around every word.
            parts = self._client.root_client.chat.completions.create(
                model=self.endpoint.model,
                messages=[{"role": role, "content": text} for role, text in messages],
                stream=True,
                extra_body=body,
            )
            message = listened(parts, ear)
        if not message.response_metadata["finish_reason"]:
            words = f"{self.endpoint.host} broke off in the middle of its answer."
            raise StreamRefused(words, lasting=False)
        return message

    def _reply(self, message: "AIMessage", usage: Usage, cap: int | None) -> Reply:
        """Return what was said, or raise why there is nothing to use, in the server's words."""
        text, finish = clean_text(said_in(message)), message.response_metadata.get("finish_reason")
        declined = clean_text(str(message.additional_kwargs.get("refusal") or ""))
        model = self.endpoint.model
        why: ModelReplyInvalid | None = None
        if declined:
            why = ModelRefused(f"{model} declined to answer: {self.endpoint.hidden(declined)}")
        elif finish == "content_filter":
            why = ModelRefused(f"The content filter of {self.endpoint.host} stopped the reply of {model}.")
        elif finish == "length" and not text:
            most = cap or self._settings.model_max_output_tokens
            why = ModelReplyInvalid(
                f"{model} was cut off at {most} tokens before it wrote any answer. "
                "Please raise MASIS_MODEL_MAX_OUTPUT_TOKENS."
            )
        if why is not None:
            usage.charge(why)
            raise why
        return Reply(text=text, usage=usage, truncated=finish == "length")


@dataclass
class _Tally:
    """What one call has used up so far."""

    listener: Listener | None = None
    whole: bool = False
    """Whether to ask for the whole reply from now on."""
    refused: bool = False
    """Whether that is so because the server seems to know no other way."""
    calls: int = 0
    waited: float = 0.0
    spent: float = 0.0
    lost: Usage = field(default_factory=Usage)
    """Tokens that no server counted: of replies that broke off, or came without a count."""


def _window_for(settings: Settings, endpoint: Endpoint) -> CallWindow | None:
    """Return the limit of calls: what is set counts for every server, the default for OpenAI's own."""
    limit = settings.model_calls_per_minute or (_OFFICIAL_CALLS_PER_MINUTE if endpoint.official else None)
    if not limit:
        return None
    if settings.redis_url is None:
        return shared_window(limit)
    from masis.llm.shared_window import redis_window

    return redis_window(settings.redis_url.get_secret_value(), limit)


def _vendor_fault(error: Exception) -> VendorFault:
    import httpx2
    import openai

    from masis.llm.wire import TooMuch

    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, httpx2.HTTPError):
        cause = cause.__cause__  # both clients wrap what the wire said
    if isinstance(cause, TooMuch):
        return VendorFault("too_much")
    if isinstance(cause, httpx2.ConnectTimeout):
        return VendorFault("unreachable", message="it does not accept connections")
    if isinstance(error, openai.APITimeoutError | TimeoutError):
        return VendorFault("timeout")
    if isinstance(error, openai.APIStatusError):
        told = _told(error.body) or VendorFault("status", message=str(error.body or ""))
        return told._replace(status=error.status_code, headers=error.response.headers)
    if isinstance(error, openai.APIConnectionError | httpx2.HTTPError):
        return VendorFault("unreachable", message=str(cause or ""))
    # Some servers tell of their fault with status 200, which the client raises as a plain ValueError, or
    # in the middle of a reply, which it raises as its most general error.
    words = getattr(error, "body", None) or (error.args[0] if error.args else None)
    return _told(words) or VendorFault("unreadable")


def _told(body: object) -> VendorFault | None:
    """Read an error's body in the shapes of OpenAI, vLLM, llama.cpp and FastAPI."""
    if not isinstance(body, dict):
        return None
    code = body.get("code")
    words = next((body[name] for name in ("message", "detail", "error") if body.get(name)), "")
    return VendorFault(
        "status",
        status=code if isinstance(code, int) and 400 <= code < 600 else 500,
        code=f"{code or ''} {body.get('type') or ''}".strip(),
        message=str(words),
        parameter=str(body.get("param") or "") or None,
    )
