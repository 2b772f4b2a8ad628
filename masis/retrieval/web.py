"""Web search: Tavily through its LangChain package; every way it can fail becomes one calm sentence."""

import asyncio
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib import import_module
from importlib.util import find_spec
from threading import Thread
from typing import Any

from masis.config import Settings
from masis.domain.evidence import EvidenceChunk
from masis.errors import ToolUnavailable
from masis.retrieval.tools import host_of, passage

NAME = "web"
WHEN_TO_USE = (
    "The public web. For what the analyst's documents cannot hold: recent events, other companies, markets, "
    "prices and rules outside them. It is less reliable than the documents."
)
LONGEST_QUERY = 400
"""Tavily refuses longer ones."""
_STATUS = re.compile(r"\bError (\d{3})\b")


def why_not(settings: Settings) -> str:
    """Return why the web cannot be searched, in a sentence; empty when it can."""
    if settings.tavily_api_key is None:
        return "No web search is set up. Set TAVILY_API_KEY to allow it."
    if find_spec("langchain_tavily") is None:
        return "The web search is not installed: pip install -r requirements-web.txt"
    return ""


def warm() -> None:
    """Import the package beside everything else: the first search should not spend its time on that."""

    def load() -> None:
        with suppress(ImportError):
            import_module("langchain_tavily")

    Thread(target=load, name="web-warming", daemon=True).start()


class WebSearch:
    """The web as a tool; nothing is imported before the first search."""

    name = NAME
    when_to_use = WHEN_TO_USE

    def __init__(self, settings: Settings, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        key = settings.tavily_api_key
        self._key = key.get_secret_value() if key else ""
        self._url = (settings.tavily_base_url or "").rstrip("/") or None
        self._seconds = settings.web_timeout_seconds
        self._clock = clock

    @property
    def where(self) -> str:
        """Who is asked, for people."""
        return f"Tavily at {host_of(self._url)}" if self._url else "Tavily"

    def search(self, workspace_id: str, question: str, limit: int) -> tuple[EvidenceChunk, ...]:
        """Return what the web says; ``ToolUnavailable`` when it does not answer properly."""
        today = self._clock().date().isoformat()
        found = []
        for result in self._results(question, limit):
            text, title = result.get("content"), result.get("title")
            chunk = passage(
                workspace_id,
                title=title if isinstance(title, str) else "",
                text=text if isinstance(text, str) else "",
                url=str(result.get("url") or ""),
                published=published_on(result.get("published_date")),
                seen_on=today,
            )
            if chunk.text and chunk.url:  # a passage nobody can look up again is no evidence
                found.append(chunk)
        return tuple(found[:limit])

    def _results(self, question: str, limit: int) -> list[Mapping[str, Any]]:
        reply = asyncio.run(self._asked(_query(question), limit))
        if isinstance(reply, str):
            return []  # the package's own way of saying that nothing was found
        if not isinstance(reply, Mapping) or not isinstance(reply.get("results"), list):
            raise ToolUnavailable(self._fault(reply))
        return [result for result in reply["results"] if isinstance(result, Mapping)]

    async def _asked(self, query: str, limit: int) -> object:
        # Awaited, because the package's other way has no timeout: a cancelled wait closes its connection.
        from langchain_tavily import TavilySearch

        try:
            tool = TavilySearch(
                max_results=limit, search_depth="basic", tavily_api_key=self._key, api_base_url=self._url
            )
            return await asyncio.wait_for(tool.ainvoke({"query": query}), self._seconds)
        except TimeoutError:
            message = f"{self.where} did not answer within {self._seconds:g} seconds."
        except Exception as error:  # noqa: BLE001 - whatever the package raises, the run goes on without it
            message = self._fault({"error": error})
        raise ToolUnavailable(message)  # outside the handler: the vendor's error may quote the key

    def _fault(self, reply: object) -> str:
        error = reply.get("error") if isinstance(reply, Mapping) else None
        status = _STATUS.search(str(error))
        if status is None:
            what = "cannot be reached" if isinstance(error, OSError) else "answered, but not as Tavily does"
            return f"{self.where} {what}."
        if status[1] in {"401", "403"}:
            return f"{self.where} refused the key ({status[1]}). Please check TAVILY_API_KEY."
        if status[1] in {"429", "432", "433"}:
            return f"{self.where} is used up for now ({status[1]})."
        return f"{self.where} is failing ({status[1]})."


def published_on(raw: object) -> str:
    """Return a stated date as ISO, from ISO or from the style of mail headers; empty when it is neither."""
    if not isinstance(raw, str):
        return ""
    try:
        return datetime.fromisoformat(raw.strip().replace("Z", "+00:00")).date().isoformat()
    except ValueError:
        pass
    try:
        return parsedate_to_datetime(raw).date().isoformat()
    except (ValueError, TypeError):
        return ""


def _query(question: str) -> str:
    line = " ".join(question.split())
    return line if len(line) <= LONGEST_QUERY else line[:LONGEST_QUERY].rsplit(" ", 1)[0]
