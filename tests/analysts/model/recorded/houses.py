"""Houses: whole runs on the fake endpoint over given passages, what the models say, and how a run ended."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from masis.analysts.extractive.gate import FittedGate
from masis.analysts.extractive.rank import Ranker, VectorCache
from masis.analysts.model import model_analysts
from masis.domain.evidence import EvidenceChunk, EvidenceSelection
from masis.embeddings.local import LocalEmbedder
from masis.embeddings.reader import LocalReader
from masis.graph import graph
from masis.graph.deps import Deps
from masis.llm.openai import openai_chats
from masis.llm.waiting import CallWindow
from masis.state import MASISInput
from tests.fakes.openai_answers import passages
from tests.fakes.openai_server import FakeOpenAI
from tests.llm.chats import FakeTime, settings_for

_PLACE = re.compile(r"\{([^{}]+)\}")
_ROW = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
_OURS = "Not answered, insufficient evidence: "
"""How the sentence begins that is added for a part without an answer."""
NO_LABEL = "S999"
"""Cited where no passage of the prompt holds the words."""


def citing(text: str) -> Callable[[str], str]:
    """Return a reply in which ``{words}`` is the label of the passage that holds the words."""

    def reply(user: str) -> str:
        return _PLACE.sub(lambda found: f"[{_label(user, found.group(1))}]", text)

    return reply


def _label(user: str, words: str) -> str:
    wanted = " ".join(words.split())
    return next((label for label, text in passages(user) if wanted in " ".join(text.split())), NO_LABEL)


def auditing(**changes: Any) -> Callable[[str], str]:
    """Return an auditor that approves every row of the ledger, but for the changes."""
    return lambda user: json.dumps(_opinions(user) | changes)


def finding(bad: str) -> Callable[[str], str]:
    """Return an auditor that finds no support for the rows that hold the words, and approves the others."""
    return lambda user: json.dumps(_opinions(user, bad) | {"confidence": 0.6})


def _opinions(user: str, bad: str = "") -> dict[str, Any]:
    rows = []
    for number, text in _ROW.findall(user):
        verdict, reason = "supported", "The passage says so."
        if bad and bad in text:
            verdict, reason = "unsupported", "The passage does not say so."
        rows.append({"row": int(number), "verdict": verdict, "reason": reason, "label": "S1"})
    return {"rows": rows, "needs_retry": False, "confidence": 0.95}


class Ended(NamedTuple):
    """How a run ended, the same for a report and for a state of the graph."""

    outcome: str
    final: bool
    answer: str
    sentences: tuple[tuple[str, str], ...]
    """Text and verdict of each statement of the answer, without what it says it does not know."""
    struck: tuple[str, ...]

    @property
    def doubted(self) -> tuple[str, ...]:
        """The statements that stand in the answer without being verified."""
        return tuple(text for text, verdict in self.sentences if verdict != "supported")

    def level(self, bad: str) -> str:
        """Tell what became of a bad sentence; ``records.Level`` names the values."""
        if not self.final or bad not in self.answer:
            return "out"
        verdicts = {verdict for text, verdict in self.sentences if bad in text}
        return "green" if "supported" in verdicts else "marked"


def ended_of(
    outcome: str | None, answer: str | None, claims: Sequence[Any], struck: Sequence[Any], *, final: bool
) -> Ended:
    """Read an ending from the claims and the struck sentences, as values or as JSON."""
    told = [claim if isinstance(claim, dict) else claim.model_dump() for claim in claims]
    left = [statement if isinstance(statement, dict) else statement.model_dump() for statement in struck]
    return Ended(
        outcome=outcome or "",
        final=final,
        answer=answer or "",
        sentences=tuple(
            (claim["text"], claim["verdict"])
            for claim in told
            if claim["verdict"] not in {"hedge", "heading"} and not claim["text"].startswith(_OURS)
        ),
        struck=tuple(statement["sentence"] for statement in left),
    )


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
        return graph.invoke(state, context=deps)


def calls(fake: FakeOpenAI) -> dict[str, int]:
    """Return the requests of writer, auditor and judge."""
    return {role: fake.count(role) for role in ("writer", "auditor", "judge")}
