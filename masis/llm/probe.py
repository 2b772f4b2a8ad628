"""Probe: ask a server which models it has, and try a role with one call; both answers are for people."""

import time
from typing import Literal

from pydantic import BaseModel

from masis.errors import ModelUnavailable
from masis.llm.base import ChatModel
from masis.llm.endpoints import Endpoint
from masis.llm.memory import Rung, ServerMemory
from masis.llm.waiting import time_limit

LIST_SECONDS = 5.0
"""A list of models is made from memory; who needs longer is not well."""
TRIAL_SECONDS = 60.0
"""A server may load its model into memory first."""
_SYSTEM = "You check a connection. Answer with one JSON object and nothing else."
_USER = 'Reply with {"state": "ready"}.'
_RUNGS: dict[Rung, str] = {
    "json_schema": "follows a JSON schema",
    "function_calling": "answers as a function call (it takes no JSON schema)",
    "json_mode": "answers in JSON mode (it takes neither a JSON schema nor functions)",
    "text": "answers as text only, from which the JSON is read (it takes no reply format)",
}


class Ready(BaseModel):
    """The smallest reply that shows a model can follow a form."""

    state: Literal["ready"]


def try_role(chat: ChatModel, key: str, memory: ServerMemory) -> tuple[bool, str]:
    """Ask once for a small form; return whether it worked and what was found, in words."""
    began = time.perf_counter()
    try:
        with time_limit(TRIAL_SECONDS, f"No answer within {TRIAL_SECONDS:g} seconds."):
            _, usage = chat.structured(_SYSTEM, _USER, Ready)
    except ModelUnavailable as error:
        return False, str(error)
    seconds = time.perf_counter() - began - usage.waited_seconds
    known = memory.of(key)
    found = [f"It {_RUNGS[known.rung or 'text']}.", f"{seconds:.1f} s, {_counted(usage.calls)}."]
    if known.refused:
        found.insert(1, f"It refuses {', '.join(sorted(known.refused))}; that is left out from now on.")
    return True, " ".join(found)


def _counted(calls: int) -> str:
    return "1 call" if calls == 1 else f"{calls} calls"


def served_models(endpoint: Endpoint, key: str) -> tuple[str, ...] | None:
    """Return the names a server lists, or nothing where it keeps no list.

    Raises:
        ModelUnavailable: it cannot be reached, refuses the key, or speaks another language.
    """
    import httpx2

    from masis.llm.faults import VendorFault, translated
    from masis.llm.waiting import within
    from masis.llm.wire import TooMuch, capped_client

    def listed() -> httpx2.Response:
        headers = {"authorization": f"Bearer {key}"} if key else {}
        with capped_client(LIST_SECONDS) as client:
            return client.get(f"{endpoint.url.rstrip('/')}/models", headers=headers)

    asked = endpoint._replace(timeout_seconds=LIST_SECONDS)
    try:
        response = within(LIST_SECONDS, listed)
    except httpx2.ConnectError as error:
        raise translated(VendorFault("unreachable", message=str(error)), asked) from None
    except TooMuch:
        raise translated(VendorFault("too_much"), asked) from None
    except (httpx2.HTTPError, TimeoutError):
        raise translated(VendorFault("timeout"), asked) from None
    if response.status_code in {404, 405, 501}:
        return None
    if response.status_code >= 400:
        raise translated(VendorFault("status", response.status_code), asked)
    try:
        return tuple(str(entry["id"]) for entry in response.json()["data"])
    except (ValueError, TypeError, KeyError, RecursionError):
        raise translated(VendorFault("unreadable"), asked) from None


def missing_from(model: str, names: tuple[str, ...] | None) -> bool:
    """Whether a list lacks the model; Ollama lists ``qwen3:latest`` and answers to ``qwen3``."""
    return names is not None and model not in names and f"{model}:latest" not in names
