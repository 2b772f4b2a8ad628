"""What each model is told, and what is made of what it says of single sentences."""

import json
from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar

import pytest
from pydantic import BaseModel

from masis.analysts.model.analysts import ModelCritic, ModelEvaluator, ModelSynthesizer
from masis.domain.run.context import build_context
from masis.domain.run.critique import Issue
from masis.domain.run.draft import Draft, Feedback
from masis.domain.usage import Usage
from masis.domain.verification.citations import CitationAudit
from masis.domain.verification.claims import BY_WORDING, Claim
from masis.errors import ContextTooLong
from masis.llm.base import Reply
from masis.llm.speech import Listener
from tests.analysts.evidence_builders import EVIDENCE, QUESTION, chunk, context_of
from tests.fakes.openai_answers import fenced, passages

T = TypeVar("T", bound=BaseModel)
SCORES = {"faithfulness": 1, "relevance": 1, "completeness": 1, "reasoning_quality": 1}
ROSE = "Revenue of Harbor rose to $12.4 million in 2024. [k1a]"
LONG = chunk("k9z", "The board met and spoke at length of other matters. " * 90, score=0.2)


class Listening:
    """A model that keeps what it is told; the first so many requests are too long for it."""

    def __init__(self, reply: dict[str, Any] | str, too_long: int = 0) -> None:
        self.told: list[tuple[str, str]] = []
        self._reply = reply
        self._too_long = too_long

    def _hear(self, system: str, user: str) -> Usage:
        self.told.append((system, user))
        if len(self.told) <= self._too_long:
            message = "too long"
            raise ContextTooLong(message, calls=1)
        return Usage(model="m", calls=1)

    def complete(
        self,
        system: str,
        user: str,
        *,
        max_output_tokens: int | None = None,
        heard: Listener | None = None,
    ) -> Reply:
        return Reply(text=str(self._reply), usage=self._hear(system, user))

    def structured(self, system: str, user: str, schema: type[T], *, max_calls: int = 5) -> tuple[T, Usage]:
        usage = self._hear(system, user)
        return schema.model_validate(json.loads(json.dumps(self._reply))), usage


def row(text: str, verdict: str = "supported", **changes: object) -> Claim:
    """Return a sentence of a ledger."""
    place = {"position": 0, "answer_start": 0, "answer_end": 9, "citations": ("k1a",)}
    return Claim.model_validate({**place, "text": text, "verdict": verdict, **changes})


def written(question: str = QUESTION, feedback: Feedback | None = None, *rules: str) -> tuple[str, str]:
    """Return what a writer is told."""
    model = Listening("It rose [S1].")
    context = context_of(*EVIDENCE).model_copy(update={"precedence": rules})
    ModelSynthesizer(model, 500, lambda: date(2025, 3, 9)).write(question, context, feedback)
    return model.told[0]


def test_a_writer_is_told_the_day_and_the_language_of_the_question() -> None:
    assert "Today is 9 March 2025." in written()[0]
    assert "Write in English," in written()[0]
    assert "Write in German," in written("Wie hoch war der Umsatz von Harbor im Jahr 2024?")[0]


def test_orders_of_people_stand_in_fences_of_their_own() -> None:
    feedback = Feedback(
        previous_draft=ROSE,
        guidance="Name the auditor too.",
        issues=(
            Issue(kind="figure", claim="It was 13.", suggestion="The source gives 12.4."),
            Issue(kind="citation", claim="[S7]", suggestion="No passage has this id."),
        ),
        unsupported_claims=("It was 13.",),
        fabricated_citations=("S7",),
    )
    system, user = written(QUESTION, feedback, "For revenue, “Report” takes precedence.")
    assert fenced(user, "guidance") == "Name the auditor too."
    assert fenced(user, "precedence") == "For revenue, “Report” takes precedence."
    assert fenced(user, "previous draft") == "Revenue of Harbor rose to $12.4 million in 2024. [S1]"
    assert fenced(user, "findings").splitlines()[1:] == [
        "Sentences and what is wrong with them:",
        "- “It was 13.” — The source gives 12.4.",
        "Labels cited that were not given:",
        "- S7",
    ]
    assert "question, guidance and precedence hold what the analyst asks" in system


def test_nothing_is_said_of_what_there_is_not() -> None:
    assert [name for name in ("guidance", "precedence", "findings") if fenced(written()[1], name)] == []


def test_all_three_read_the_same_labels() -> None:
    writer, auditor, judge = Listening("It rose [S1]."), Listening({"confidence": 1}), Listening(SCORES)
    ModelSynthesizer(writer, 500).write(QUESTION, context_of(*EVIDENCE), None)
    ModelCritic(auditor).audit(QUESTION, Draft(text=ROSE), EVIDENCE[::-1], (row("It rose."),))
    ModelEvaluator(judge).score(QUESTION, ROSE, EVIDENCE[::-1], CitationAudit(), (row("It rose."),))
    shown = [passages(model.told[0][1]) for model in (writer, auditor, judge)]
    assert shown[0] == shown[1] == shown[2] == [("S1", EVIDENCE[0].text), ("S2", EVIDENCE[1].text)]
    for model, name in ((auditor, "draft"), (judge, "answer")):
        assert fenced(model.told[0][1], name).endswith("in 2024. [S1]")
        assert fenced(model.told[0][1], "ledger") == "1. supported: It rose. [S1]"


def test_an_auditor_sees_what_was_left_out_and_answers_by_row() -> None:
    reply = {
        "rows": [
            {"row": 1, "verdict": "unsupported", "reason": "S2 says otherwise."},
            {"row": 2, "verdict": "contested", "label": "[S1]", "quote": "rose to $12.4 million"},
            {"row": 3, "verdict": "unsupported", "reason": "There is no such row."},
        ],
        "unsupported_claims": ["Costs fell [S2]."],
        "logical_gaps": ["What does S2 leave out?"],
        "conflicts": [
            {
                "subject": "revenue",
                "sides": [
                    {"chunk_id": "S1", "value": "$12.4 million"},
                    {"chunk_id": "S2", "value": "$11.9 million"},
                ],
            }
        ],
        "issues": [{"kind": "figure", "claim": "It rose [S1].", "suggestion": "See S2."}],
        "confidence": 0.5,
    }
    model = Listening(reply)
    struck = row("It was 13.", "number_mismatch", position=1, reason="The source gives 12.4.")
    given = Draft(text=ROSE, left_out=(struck,))
    opinion = ModelCritic(model).audit(QUESTION, given, EVIDENCE, (row("It rose.", reason=BY_WORDING),))
    assert fenced(model.told[0][1], "ledger").splitlines()[1:] == [
        "left out of the draft:",
        "2. number_mismatch (The source gives 12.4.): It was 13. [S1]",
    ]
    assert [(it.at, it.kind, it.chunk_id) for it in opinion.rows] == [
        (0, "doubted", ""),
        (1, "contested", "k1a"),
    ]
    assert opinion.unsupported_claims == ("It rose.", "Costs fell.")
    assert opinion.logical_gaps == ("What does Report k2b (p. iv) leave out?",)
    assert [side.chunk_id for side in opinion.conflicts[0].sides] == ["k1a", "k2b"]
    assert [(issue.claim, issue.suggestion) for issue in opinion.issues] == [
        ("It rose.", "See Report k2b (p. iv)."),
        ("It rose.", "Report k2b (p. iv) says otherwise."),
    ]
    assert opinion.usage.prompt.startswith("critic ")


@pytest.mark.parametrize("role", ["writer", "auditor", "judge"])
def test_a_prompt_too_long_is_sent_once_more_with_half_the_evidence(role: str) -> None:
    evidence = (*EVIDENCE, chunk("k8y", "A third passage.", score=0.5), LONG)
    replies: dict[str, Any] = {"writer": "It rose [S1].", "auditor": {"confidence": 1}, "judge": SCORES}

    def ask(model: Listening) -> Usage:
        asks: dict[str, Callable[[], Any]] = {
            "writer": lambda: ModelSynthesizer(model, 500).write(
                QUESTION, build_context(evidence, 30_000), None
            ),
            "auditor": lambda: ModelCritic(model).audit(QUESTION, Draft(text=ROSE), evidence, ()),
            "judge": lambda: ModelEvaluator(model).score(QUESTION, ROSE, evidence, CitationAudit(), ()),
        }
        usage: Usage = asks[role]().usage
        return usage

    model = Listening(replies[role], too_long=1)
    assert ask(model).calls == 2
    assert len(model.told[1][1]) < len(model.told[0][1])
    twice = Listening(replies[role], too_long=2)
    with pytest.raises(ContextTooLong) as caught:
        ask(twice)
    assert (caught.value.calls, len(twice.told)) == (2, 2)
