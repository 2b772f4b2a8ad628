"""OpenAI chat: any OpenAI-compatible endpoint through ``langchain-openai``, behind our limits."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from masis.config import OFFICIAL_URL, Settings
from masis.domain.usage import Usage
from masis.errors import ConfigurationError, ModelUnavailable
from masis.llm.base import MAX_STRUCTURED_CALLS, Reply, T
from masis.llm.faults import Endpoint, VendorFault, call_with_retries, checked_url, translated
from masis.llm.structured import Question, Rung, RungMemory, clean_text, climb, strict_schema
from masis.llm.waiting import CallWindow, Pause, shared_window, within

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage
    from langchain_openai import ChatOpenAI

Role = Literal["synthesizer", "critic", "evaluator", "orchestrator"]

_KEYLESS = "not-needed"  # the client insists on a key; servers without one ignore it
_GRACE_SECONDS = 0.5  # the client's own timeout says more, so it goes first
_BROKEN_BODY = (ValueError, TypeError, KeyError, IndexError, AttributeError)


def openai_chats(
    settings: Settings, *, window: CallWindow | None = None, pause: Pause | None = None
) -> Callable[[Role], "OpenAIChat"]:
    """Return a maker of chats that share one call window and one memory of what the endpoint can do."""
    if not (settings.openai_api_key or settings.openai_base_url):
        message = "The engine is openai, but neither OPENAI_API_KEY nor OPENAI_BASE_URL is set."
        raise ConfigurationError(message)
    shared = window or shared_window(settings.model_calls_per_minute)
    memory = RungMemory()
    models: dict[Role, str] = {
        "synthesizer": settings.model_writer,
        "critic": settings.model_auditor,
        "evaluator": settings.model_judge,
        "orchestrator": settings.model_desk,
    }
    return lambda role: OpenAIChat(settings, models[role], window=shared, memory=memory, pause=pause)


class OpenAIChat:
    """A ``ChatModel`` on the wire; nothing is opened or imported before the first call."""

    def __init__(
        self,
        settings: Settings,
        model: str,
        *,
        window: CallWindow,
        memory: RungMemory,
        pause: Pause | None = None,
    ) -> None:
        self._settings = settings
        self._model = model
        self._window = window
        self._memory = memory
        self._pause = pause or Pause()
        key = settings.openai_api_key.get_secret_value().strip() if settings.openai_api_key else ""
        self._key = key or _KEYLESS
        url = checked_url((settings.openai_base_url or OFFICIAL_URL).strip())
        secrets = tuple(secret for secret in (key, urlsplit(url).password) if secret)
        self._endpoint = Endpoint(url, model, settings.model_timeout_seconds, secrets)

    @cached_property
    def _client(self) -> "ChatOpenAI":
        from langchain_openai import ChatOpenAI
        from pydantic import SecretStr

        return ChatOpenAI(
            model=self._model,
            api_key=SecretStr(self._key),
            base_url=self._endpoint.url,
            temperature=0,
            timeout=self._settings.model_timeout_seconds,
            max_retries=0,  # ``retry`` is the one retry layer
            use_responses_api=False,  # compatible servers do not have it
        )

    @property
    def endpoint(self) -> Endpoint:
        """The server and the model this chat talks to."""
        return self._endpoint

    def complete(self, system: str, user: str, *, max_output_tokens: int | None = None) -> Reply:
        """Return plain text, which may be empty."""
        return self._call(system, user, self._limit(max_output_tokens), formatted=False)

    def structured(
        self, system: str, user: str, schema: type[T], *, max_calls: int = MAX_STRUCTURED_CALLS
    ) -> tuple[T, Usage]:
        """Climb the ladder until a value fits the schema."""
        question = Question(system, user, schema)
        return climb(
            self._ask, question, schema, memory=self._memory, key=self._endpoint.key, max_calls=max_calls
        )

    def _ask(self, rung: Rung, question: Question) -> Reply:
        options = self._limit(None)
        body = options["extra_body"] | _format(rung, question)
        return self._call(
            question.system, question.user, options | {"extra_body": body}, formatted=rung != "text"
        )

    def _limit(self, max_output_tokens: int | None) -> dict[str, Any]:
        """Cap the output under the name the endpoint knows: older servers ignore the new one."""
        cap = max_output_tokens or self._settings.model_max_output_tokens
        name = "max_completion_tokens" if self._endpoint.url == OFFICIAL_URL else "max_tokens"
        return {"extra_body": {name: cap}}

    def _call(self, system: str, user: str, options: dict[str, Any], *, formatted: bool) -> Reply:
        calls, waited = 0, 0.0
        messages = [("system", _sendable(system)), ("human", _sendable(user))]

        def attempt() -> "AIMessage":
            nonlocal calls, waited
            waited += self._window.acquire(self._settings.model_wait_seconds)
            calls += 1
            return self._once(messages, options, formatted=formatted)

        try:
            message, held = call_with_retries(
                attempt,
                attempts=self._settings.model_max_attempts,
                max_wait_seconds=self._settings.model_wait_seconds,
                pause=self._pause,
            )
        except ModelUnavailable as error:
            error.calls = calls
            raise
        return _reply(message, Usage(model=self._model, calls=calls, waited_seconds=waited + held))

    def _once(
        self, messages: list[tuple[str, str]], options: dict[str, Any], *, formatted: bool
    ) -> "AIMessage":
        import openai

        client = self._client
        try:
            return within(
                self._endpoint.timeout_seconds + _GRACE_SECONDS, lambda: client.invoke(messages, **options)
            )
        except (openai.OpenAIError, TimeoutError, *_BROKEN_BODY) as error:
            fault = translated(_vendor_fault(error), self._endpoint, formatted=formatted)
        raise fault  # outside the handler: the vendor's error may quote the key and must not be chained


def _vendor_fault(error: Exception) -> VendorFault:
    import openai

    if isinstance(error, openai.APITimeoutError | TimeoutError):
        return VendorFault("timeout")
    if isinstance(error, openai.APIStatusError):
        headers = error.response.headers
        return VendorFault("status", error.status_code, error.code, error.message, headers)
    return VendorFault("unreachable" if isinstance(error, openai.APIConnectionError) else "unreadable")


def _format(rung: Rung, question: Question) -> dict[str, Any]:
    """Return what a rung adds to the request's body.

    It goes through ``extra_body`` because the client otherwise parses the reply itself and raises on
    nonsense, which loses the reply and its token counts.
    """
    if rung == "text":
        return {}
    if rung == "json_mode":
        return {"response_format": {"type": "json_object"}}
    name = question.schema.__name__
    form = {"name": name, "schema": strict_schema(question.schema), "strict": True}
    if rung == "json_schema":
        return {"response_format": {"type": "json_schema", "json_schema": form}}
    function = {"name": name, "description": "Hand in the result.", "parameters": form["schema"]}
    return {
        "tools": [{"type": "function", "function": function}],
        "tool_choice": {"type": "function", "function": {"name": name}},
    }


def _sendable(text: str) -> str:
    """Replace lone surrogates, which PDF text may hold and no request can carry."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _reply(message: "AIMessage", usage: Usage) -> Reply:
    tokens = message.usage_metadata
    spent = Usage(
        input_tokens=max(tokens["input_tokens"], 0) if tokens else 0,
        output_tokens=max(tokens["output_tokens"], 0) if tokens else 0,
    )
    return Reply(
        text=clean_text(_said(message)),
        usage=usage + spent,
        truncated=message.response_metadata.get("finish_reason") == "length",
    )


def _said(message: "AIMessage") -> str:
    """Return the arguments of a function call, well-formed or not, else the text."""
    import json

    if message.tool_calls:
        return json.dumps(message.tool_calls[0]["args"])
    if message.invalid_tool_calls:
        return message.invalid_tool_calls[0]["args"] or ""
    return str(message.text)
