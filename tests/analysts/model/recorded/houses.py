"""Houses: whole runs on the fake endpoint, over the sample or over passages kept from filings."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from masis.analysts.extractive.gate import FittedGate
from masis.analysts.extractive.rank import Ranker, VectorCache
from masis.analysts.model import model_analysts
from masis.domain.evidence import EvidenceChunk, EvidenceSelection
from masis.embeddings.local import LocalEmbedder
from masis.embeddings.reader import LocalReader
from masis.graph import build_graph
from masis.graph.deps import Deps
from masis.llm.openai import openai_chats
from masis.llm.waiting import CallWindow
from masis.state import MASISInput
from tests.fakes.openai_answers import passages
from tests.fakes.openai_server import FakeOpenAI
from tests.llm.chats import FakeTime, settings_for

_PLACE = re.compile(r"\{([^{}]+)\}")
_ROWS = (Path(__file__).parent / "filings.jsonl").read_text(encoding="utf-8").splitlines()
FILINGS: dict[str, tuple[EvidenceChunk, ...]] = {
    row["question"]: tuple(EvidenceChunk.model_validate(chunk) for chunk in row["evidence"])
    for row in map(json.loads, _ROWS)
}
"""What retrieval found in four filings of the half to fit on, by question."""


def citing(text: str) -> Callable[[str], str]:
    """Return a reply in which ``{words}`` is the label of the passage that holds the words."""

    def reply(user: str) -> str:
        return _PLACE.sub(lambda found: f"[{_label(user, found.group(1))}]", text)

    return reply


def _label(user: str, words: str) -> str:
    wanted = " ".join(words.split())
    return next((label for label, text in passages(user) if wanted in " ".join(text.split())), "S999")


def auditing(**changes: Any) -> Callable[[str], str]:
    """Return an auditor that approves every row of the ledger, but for the changes."""

    def reply(user: str) -> str:
        numbers = re.findall(r"^(\d+)\. ", user, re.MULTILINE)
        rows = [
            {"row": int(number), "verdict": "supported", "reason": "The passage says so.", "label": "S1"}
            for number in numbers
        ]
        return json.dumps({"rows": rows, "needs_retry": False, "confidence": 0.95} | changes)

    return reply


class Shelf:
    """A retriever that always finds the same passages."""

    def __init__(self, *evidence: EvidenceChunk) -> None:
        self._evidence = evidence

    def retrieve(
        self, workspace_id: str, question: str, gap_questions: tuple[str, ...], *, retry: bool
    ) -> EvidenceSelection:
        return EvidenceSelection(evidence=self._evidence, dropped=(), threshold=0.3)


class Shelved:
    """Runs over given passages, with the gate and the reader that ship."""

    def __init__(self) -> None:
        self._reader = LocalReader()
        self._gate = FittedGate(Ranker(VectorCache(LocalEmbedder().embed), self._reader))

    def ask(
        self, fake: FakeOpenAI, question: str, *evidence: EvidenceChunk, **settings: Any
    ) -> dict[str, Any]:
        """Return the state a run ends with."""
        given = settings_for(fake, model_max_attempts=1, **settings)
        pause = FakeTime().pause
        analysts = model_analysts(given, openai_chats(given, window=CallWindow(10_000, pause), pause=pause))
        deps = Deps(
            **analysts._asdict(),
            retriever=Shelf(*evidence),
            gate=self._gate,
            reader=self._reader,
            context_chars=given.context_chars,
            engine="openai",
        )
        state = MASISInput(user_query=question, workspace_id="w").to_state()
        return build_graph().invoke(state, context=deps)


def calls(fake: FakeOpenAI) -> dict[str, int]:
    """Return the requests of writer, auditor and judge."""
    return {role: fake.count(role) for role in ("writer", "auditor", "judge")}
