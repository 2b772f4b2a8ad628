"""Toolbox: the tools beside the documents, their findings brought to the scale of document passages."""

import logging
from collections.abc import Callable, Sequence
from threading import Lock
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from masis.config import Settings
from masis.domain.evidence import EvidenceChunk
from masis.domain.run.research import ToolOffer, ToolState
from masis.errors import ConfigurationError, ServiceUnavailable, ToolUnavailable
from masis.ops.breaker import CircuitBreaker
from masis.retrieval import web
from masis.retrieval.tools import Tool, load_tools, safe_url, shortened

log = logging.getLogger(__name__)

Vectors = NDArray[np.float32]


class Recent:
    """Findings of the last minutes: another round of a run, or its second try, need not be paid for again."""

    def __init__(
        self, seconds: float = 600.0, most: int = 64, clock: Callable[[], float] = monotonic
    ) -> None:
        self._seconds, self._most, self._clock = seconds, most, clock
        self._kept: dict[tuple[str, ...], tuple[float, tuple[EvidenceChunk, ...]]] = {}
        self._lock = Lock()

    def get(self, key: tuple[str, ...]) -> tuple[EvidenceChunk, ...] | None:
        """Return what was found a moment ago."""
        with self._lock:
            at, found = self._kept.get(key, (float("-inf"), ()))
            return found if self._clock() - at < self._seconds else None

    def put(self, key: tuple[str, ...], found: tuple[EvidenceChunk, ...]) -> None:
        """Keep findings, and forget the oldest when there are too many."""
        with self._lock:
            self._kept.pop(key, None)
            self._kept[key] = (self._clock(), found)
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]


class Toolbox:
    """Searches outside the documents; whatever goes wrong in there is ``ToolUnavailable`` out here."""

    def __init__(
        self,
        settings: Settings,
        embed: Callable[[Sequence[str]], Vectors],
        embed_query: Callable[[str], Vectors],
        reads_like_an_order: Callable[[str], bool],
    ) -> None:
        self._settings = settings
        self._embed = embed
        self._embed_query = embed_query
        self._reads_like_an_order = reads_like_an_order
        self._lock = Lock()
        self._tools: dict[str, Tool] | None = None
        self._breakers: dict[str, CircuitBreaker] = {}
        self._recent = Recent()
        self._fault = ""

    def offers(self) -> tuple[ToolOffer, ...]:
        """Return the tools that can be used, the web first."""
        return tuple(
            ToolOffer(name=tool.name, when_to_use=tool.when_to_use) for tool in self._loaded().values()
        )

    def states(self) -> tuple[ToolState, ...]:
        """Return every tool that is meant to be there, with what keeps it from being used."""
        tools, why_not = self._loaded(), web.why_not(self._settings)
        states = [self._state(tool) for tool in tools.values()]
        if why_not:
            missing = ToolState(name=web.NAME, when_to_use=web.WHEN_TO_USE, available=False, detail=why_not)
            states.insert(0, missing)
        if self._fault:
            states.append(
                ToolState(name="tools", when_to_use="", available=False, healthy=False, detail=self._fault)
            )
        return tuple(states)

    def _state(self, tool: Tool) -> ToolState:
        well = self._breakers[tool.name].state == "closed"
        where = tool.where if isinstance(tool, web.WebSearch) else type(tool).__module__
        detail = (
            f"configured: {where}" if well else f"{where} did not answer a moment ago; it is tried again."
        )
        return ToolState(
            name=tool.name, when_to_use=tool.when_to_use, available=True, healthy=well, detail=detail
        )

    def search(
        self, name: str, workspace_id: str, question: str, sub_question: str
    ) -> tuple[EvidenceChunk, ...]:
        """Ask one tool; its passages are scored like a document's, against the question as typed too.

        Raises:
            ToolUnavailable: it failed, or failed so often just now that it is left alone for a moment.
        """
        tool, limit = self._loaded()[name], self._settings.web_results
        asked = sub_question or question
        found = self._recent.get((name, workspace_id, asked))
        if found is None:
            found = self._breakers[name].call(lambda: _asked(tool, workspace_id, asked, limit))
            self._recent.put((name, workspace_id, asked), found)
        cleaned = [self._cleaned(chunk, workspace_id) for chunk in found[:limit]]
        return self._scored(cleaned, tuple(dict.fromkeys((question, asked))))

    def _loaded(self) -> dict[str, Tool]:
        with self._lock:
            if self._tools is None:
                self._tools = {tool.name: tool for tool in self._made()}
                self._breakers = {
                    name: CircuitBreaker(pause_seconds=60.0, refusal=ToolUnavailable, name=name)
                    for name in self._tools
                }
            return self._tools

    def _made(self) -> list[Tool]:
        tools: list[Tool] = []
        if not web.why_not(self._settings):
            web.warm()
            tools.append(web.WebSearch(self._settings))
        try:
            return [*tools, *load_tools(self._settings.tools)]
        except ConfigurationError as error:
            self._fault = str(error)
            log.warning("%s", error)
            return tools

    def _cleaned(self, chunk: EvidenceChunk, workspace_id: str) -> EvidenceChunk:
        """Trust nothing a tool says of its findings but their words and address."""
        said = f"{chunk.document_title}\n{chunk.heading}\n{chunk.full_text}"
        return chunk.model_copy(
            update={
                "workspace_id": workspace_id,
                "source": "web",
                "url": safe_url(chunk.url),
                "flagged": self._reads_like_an_order(said),
                "keyword_score": 0.0,
            }
        )

    def _scored(self, chunks: Sequence[EvidenceChunk], questions: Sequence[str]) -> tuple[EvidenceChunk, ...]:
        if not chunks:
            return ()
        passages = self._embed([chunk.embedding_text for chunk in chunks])
        asked = np.stack([self._embed_query(question) for question in questions])
        best = (passages @ asked.T).max(axis=1)
        return tuple(
            chunk.model_copy(update={"score": round(float(score), 6)})
            for chunk, score in zip(chunks, best, strict=True)
        )


def _asked(tool: Tool, workspace_id: str, question: str, limit: int) -> tuple[EvidenceChunk, ...]:
    try:
        found = tuple(tool.search(workspace_id, question, limit))
        return tuple(EvidenceChunk.model_validate(chunk) for chunk in found if shortened(chunk.full_text))
    except ServiceUnavailable as outage:
        raise ToolUnavailable(str(outage)) from outage
    except Exception as error:
        log.exception("tool failed", extra={"tool": tool.name})
        message = f"The tool “{tool.name}” failed: {type(error).__name__}."
        raise ToolUnavailable(message) from error
