"""OpenAI messages: what a request asks for in the protocol's words, and what a reply says."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from masis.domain.usage import Usage
from masis.llm.memory import Rung
from masis.llm.speech import Listener
from masis.llm.structured import Question, strict_schema

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage
    from openai.types.chat import ChatCompletionChunk


def format_of(rung: Rung, question: Question) -> dict[str, Any]:
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


def sendable(text: str) -> str:
    """Replace lone surrogates, which PDF text may hold and no request can carry."""
    return text.encode("utf-8", "replace").decode("utf-8")


def tokens_of(message: "AIMessage") -> Usage:
    """Return what a reply cost, as far as the server says."""
    tokens = message.usage_metadata
    return Usage(
        input_tokens=max(tokens["input_tokens"], 0) if tokens else 0,
        output_tokens=max(tokens["output_tokens"], 0) if tokens else 0,
    )


def listened(parts: "Iterable[ChatCompletionChunk]", heard: Listener) -> "AIMessage":
    """Return a reply that comes part by part, telling the listener of each.

    Only the first of several replies counts; a part may bring nothing, as a model's hidden thinking does.
    """
    from langchain_core.messages import AIMessage
    from langchain_core.messages.ai import UsageMetadata

    text: list[str] = []
    declined: list[str] = []
    tokens: UsageMetadata | None = None
    finish, replies = "", 0
    heard.begin()
    for part in parts:
        if used := part.usage:
            spent = (used.prompt_tokens or 0, used.completion_tokens or 0)
            tokens = UsageMetadata(input_tokens=spent[0], output_tokens=spent[1], total_tokens=sum(spent))
        for choice in part.choices or ():
            replies += 1
            finish = choice.finish_reason or finish
            if choice.index or choice.delta is None:
                continue
            if choice.delta.content:
                text.append(choice.delta.content)
                heard.hear(choice.delta.content)
            declined.append(choice.delta.refusal or "")
    if not replies:
        message = "no reply"
        raise ValueError(message)
    return AIMessage(
        content="".join(text),
        additional_kwargs={"refusal": "".join(declined)},
        response_metadata={"finish_reason": finish},
        usage_metadata=tokens,
    )


def said_in(message: "AIMessage") -> str:
    """Return the arguments of a function call, well-formed or not, else the text."""
    import json

    if message.tool_calls:
        return json.dumps(message.tool_calls[0]["args"])
    if message.invalid_tool_calls:
        return message.invalid_tool_calls[0]["args"] or ""
    return str(message.text)
