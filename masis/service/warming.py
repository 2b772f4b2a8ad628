"""Warming: load in the background what the first question needs, and try questions without recording them."""

import logging
from collections.abc import Callable
from threading import Lock, Thread, Timer
from typing import TYPE_CHECKING

from masis.domain.run.provenance import Change
from masis.errors import MasisError
from masis.ops.memory import settle
from masis.service.container import Container, Lazy
from masis.service.runs.questions import accepted

if TYPE_CHECKING:
    from masis.graph.build import MasisGraph

_PAGE_FIRST_SECONDS = 0.5
"""How long the page that opened a workspace has to be drawn, before what it has not asked for is loaded."""
_REHEARSED = "What was revenue in the last year?"

log = logging.getLogger(__name__)


class Warming:
    """The parts of a first question, loaded before somebody asks it."""

    def __init__(
        self, container: Container, graph: "Lazy[MasisGraph]", read_ahead: Callable[[str], None]
    ) -> None:
        """Load nothing yet; ``read_ahead`` reads the tables of a workspace."""
        self._read_ahead = read_ahead
        self._container = container
        self._graph = graph
        self._bare: Lazy[MasisGraph] = Lazy(_without_checkpoints)
        self._begun = False
        self._resting = False
        self._guard = Lock()
        self._later: Timer | None = None

    def begin(self, workspace_id: str) -> None:
        """Start to load for questions in a workspace, once in a process and after a rest; returns at once."""
        with self._guard:
            if self._begun:
                if self._resting:
                    self._resting = False
                    Thread(target=self._container.warm, name="warm-up", daemon=True).start()
                return
            self._begun = True
            later = self._later = Timer(_PAGE_FIRST_SECONDS, self.now, args=(workspace_id,))
            later.name, later.daemon = "warm-up", True
            later.start()

    def rest(self) -> None:
        """Let go of what the next page that is opened, or the next question, loads again."""
        with self._guard:
            self._resting = True
        self._container.forget()

    def close(self) -> None:
        """Load nothing that has not begun to load."""
        with self._guard:
            self._begun, self._resting = True, False
            if self._later is not None:
                self._later.cancel()

    def now(self, workspace_id: str = "") -> None:
        """Load everything; what cannot be loaded is said when it is needed."""
        try:
            self._container.deps()
            self._graph()
            self._container.warm()
            from masis.ingest import rendering

            rendering.warm()  # the first answer shows a page
            settle()
            if workspace_id:  # a question that nobody asked takes the way that the first one will take
                self.answers(workspace_id, _REHEARSED)
                self._read_ahead(workspace_id)
                settle()
        except MasisError as error:
            log.warning("not everything could be loaded ahead: %s", error)

    def page(self) -> None:
        """Have the drawing process at hand by the time an answer shows its page; returns at once."""
        from masis.ingest import rendering

        Thread(target=rendering.warm, name="warm-up", daemon=True).start()

    def answers(self, workspace_id: str, question: str) -> bool:
        """Tell whether the documents answer a question, without a model of a provider and without a run."""
        from masis.domain.run.report import build_report

        container, overrides = self._container, self._container.overrides
        if overrides is None or container.settings.thinking == "extractive":
            deps = container.deps()
        else:
            deps = overrides(Change(engine="extractive"))
        request = accepted(question, workspace_id, 0, None)
        state = self._bare().invoke(request.to_state(), context=deps)
        now = container.clock()
        report = build_report(state, "not-kept", deps.engine, now, now)
        return bool(report.answer) and report.verdict == "finalized"


def _without_checkpoints() -> "MasisGraph":
    from masis.graph.build import build_graph

    return build_graph()
