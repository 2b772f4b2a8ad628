"""Deps: what a run needs from outside, handed to the nodes once per run."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # registering a provider must not build the pydantic models of the whole domain
    from collections.abc import Callable, Sequence

    from langgraph.runtime import Runtime

    from masis.analysts.base import (
        Critic,
        Evaluator,
        Gate,
        Orchestrator,
        OutlinePlanner,
        Planner,
        Synthesizer,
    )
    from masis.analysts.verifying import Verifier
    from masis.domain.calibration.acceptance import Standard
    from masis.domain.conversation.topics import Topics
    from masis.domain.evidence import EvidenceChunk, EvidenceSelection
    from masis.domain.profile import DocumentProfile
    from masis.domain.review.precedence import PrecedenceRule
    from masis.domain.run.contents import Opened, Outline
    from masis.domain.run.planning import Found, OutlineCall
    from masis.domain.run.research import ToolOffer, ToolState
    from masis.domain.verification.ledger import ClaimReader


class EvidenceSource(Protocol):
    """Question to qualifying evidence; raises ``RetrievalUnavailable`` when the store is down."""

    def retrieve(
        self, workspace_id: str, question: str, gap_questions: tuple[str, ...], *, retry: bool
    ) -> EvidenceSelection:
        """Return the evidence that qualifies and what was dropped."""
        ...


def no_rules(workspace_id: str) -> tuple[PrecedenceRule, ...]:  # noqa: ARG001 - fills Deps.precedence
    """Return no rule of precedence."""
    return ()


def no_profiles(workspace_id: str) -> tuple[DocumentProfile, ...]:  # noqa: ARG001 - fills Deps.profiles
    """Return no profile."""
    return ()


class TopicSource(Protocol):
    """What a workspace's documents can be asked about."""

    def topics(self, workspace_id: str) -> Topics:
        """Return titles, organisations, measures and periods."""
        ...


class OutsideTools(Protocol):
    """The tools beside the documents; see ``retrieval.toolbox``."""

    def offers(self) -> tuple[ToolOffer, ...]:
        """Return the tools that can be used."""
        ...

    def states(self) -> tuple[ToolState, ...]:
        """Return every tool with what keeps it from being used."""
        ...

    def search(
        self, name: str, workspace_id: str, question: str, sub_question: str
    ) -> tuple[EvidenceChunk, ...]:
        """Return scored passages; raises ``ToolUnavailable``."""
        ...


class ContentsSource(Protocol):
    """The contents of the documents a question is about; see ``service.contents``."""

    def outline(self, workspace_id: str, question: str, most_chars: int) -> Outline:
        """Return their table of contents."""
        ...

    def open(
        self, workspace_id: str, question: str, opened: Opened, most_chars: int
    ) -> tuple[EvidenceChunk, ...]:
        """Return the passages of what was named, whole."""
        ...

    def look_up(self, workspace_id: str, question: str, call: OutlineCall, most_chars: int) -> Found:
        """Return what their tables state of a measure."""
        ...

    def narrowed(self, versions: Callable[[str], tuple[str, ...]]) -> ContentsSource:
        """Return the same for some document versions of a workspace only."""
        ...


@dataclass(frozen=True)
class Deps:
    """The collaborators and limits of one run."""

    orchestrator: Orchestrator
    synthesizer: Synthesizer
    critic: Critic
    retriever: EvidenceSource
    evaluator: Evaluator | None = None
    """Asked for the draft that ends a run; without one the scores follow from the ledger and the gate."""
    gate: Gate | None = None
    """Without one, any supported claim answers a question."""
    reader: ClaimReader | None = None
    """Tells how far cited text supports a sentence; without it the words alone count."""
    context_chars: int = 30_000
    low_confidence_threshold: float = 0.65
    engine: str = "extractive"
    embedder: str = ""
    """Name of the embedding model, kept with each run: outcomes count for one embedder only."""
    standard: Callable[[str], Standard] | None = None
    """What a workspace's runs are held to now; without it ``low_confidence_threshold`` alone."""
    precedence: Callable[[str], tuple[PrecedenceRule, ...]] = no_rules
    """The rules of precedence in force in a workspace now."""
    profiles: Callable[[str], Sequence[DocumentProfile]] = no_profiles
    """What a workspace's current documents are; a question that names no organisation is asked whose."""
    topics: TopicSource | None = None
    """Without it a question back offers only what the orchestrator itself thought of."""
    planner: Planner | None = None
    """Chooses tools and sub-questions; without one a rule does."""
    outline_planner: OutlinePlanner | None = None
    """Chooses what is opened and looked up beside the search; without one nothing is."""
    contents: ContentsSource | None = None
    outside: OutsideTools | None = None
    verifier: Verifier | None = None
    """An operator's own model that takes a second look at the ledger."""
    outside_seconds: float = 8.0
    """How long a round waits for the tools beside the documents."""


class _Default:
    """The dependencies of a run that was given none: built on first use, then kept."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._provider: Callable[[], Deps] | None = None
        self._built: Deps | None = None

    def provide(self, provider: Callable[[], Deps]) -> None:
        with self._lock:
            self._provider, self._built = provider, None

    def get(self) -> Deps:
        with self._lock:
            if self._built is None:
                if self._provider is None:
                    message = "The graph was invoked without context=Deps(...), and no default is registered."
                    raise RuntimeError(message)
                self._built = self._provider()
            return self._built


_default = _Default()


def provide_default_deps(provider: Callable[[], Deps]) -> None:
    """Register who builds the dependencies of a run that was given none (see ``masis/__init__``)."""
    _default.provide(provider)


def deps_of(runtime: Runtime[Deps]) -> Deps:
    """Return the run's dependencies: its context, else the registered default."""
    # LangGraph hands nodes None when invoke() got no context, whatever the annotation says.
    context: Deps | None = runtime.context
    return context if context is not None else _default.get()
