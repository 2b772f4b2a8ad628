"""The profile for small models: less to read, one claim a call, and no say in what code found."""

import json
from collections.abc import Iterator
from datetime import date

import pytest

from masis.analysts.extractive.orchestrate import ExtractiveOrchestrator
from masis.analysts.model import model_analysts
from masis.analysts.model.small import MOST_CLAIMS, SmallCritic, SmallEvaluator, SmallSynthesizer
from masis.domain.run.context import build_context
from masis.domain.run.draft import Draft
from masis.domain.verification.citations import audit_citations
from masis.domain.verification.claims import Claim
from masis.errors import ModelReplyInvalid
from tests.analysts.evidence_builders import BOARD, QUESTION, REVENUE
from tests.fakes.openai_server import FakeOpenAI
from tests.llm.chats import chat_for, settings_for

DAY = date(2026, 11, 23)


@pytest.fixture(scope="module")
def served() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as fake:
        yield fake


@pytest.fixture
def fake(served: FakeOpenAI) -> FakeOpenAI:
    served.reset()
    return served


def claim(text: str, *cited: str, verdict: str = "supported") -> Claim:
    return Claim.model_validate(
        {
            "text": text,
            "citations": cited,
            "verdict": verdict,
            "position": 1,
            "answer_start": 0,
            "answer_end": len(text),
        }
    )


def verdicts(fake: FakeOpenAI, *given: str) -> None:
    replies = iter(given)
    fake.say(
        "auditor", lambda _user: json.dumps({"quote": "", "reason": "It says so.", "verdict": next(replies)})
    )


def critic(fake: FakeOpenAI) -> SmallCritic:
    return SmallCritic(chat_for(fake, "critic"), lambda: DAY)


LEDGER = (claim("Revenue was high.", REVENUE.chunk_id), claim("The board met.", BOARD.chunk_id))
DRAFT = Draft(text=f"Revenue was high [{REVENUE.chunk_id}]. The board met [{BOARD.chunk_id}].")


def test_the_setting_chooses_short_prompts_rules_at_the_desk_and_little_evidence(fake: FakeOpenAI) -> None:
    settings = settings_for(fake, model_profile="small")
    analysts = model_analysts(settings)
    assert isinstance(analysts.orchestrator, ExtractiveOrchestrator)
    assert isinstance(analysts.synthesizer, SmallSynthesizer)
    assert isinstance(analysts.critic, SmallCritic)
    assert isinstance(analysts.evaluator, SmallEvaluator)
    assert settings.evidence_chars == 6000
    assert settings_for(fake, model_profile="small", context_chars=2000).evidence_chars == 2000
    assert settings_for(fake).evidence_chars == 30_000


def test_the_writer_reads_the_question_last(fake: FakeOpenAI) -> None:
    writer = SmallSynthesizer(chat_for(fake, "synthesizer"), 500, lambda: DAY)
    draft = writer.write(QUESTION, build_context([REVENUE, BOARD], 6000, ()), None)
    assert draft.text
    system, user = (message["content"] for message in fake.requests[0]["body"]["messages"])
    assert "23 November 2026" in system
    assert len(system) < 1400
    assert user.index(QUESTION) > user.index("passage [S1]")


def test_each_claim_is_judged_by_itself_with_what_it_cites(fake: FakeOpenAI) -> None:
    verdicts(fake, "supported", "unsupported")
    opinion = critic(fake).audit(QUESTION, DRAFT, [REVENUE, BOARD], LEDGER)
    assert fake.count("auditor") == 2
    shown = [request["body"]["messages"][1]["content"] for request in fake.requests]
    assert [text.count("passage [") for text in shown] == [1, 1]
    assert "Revenue was high." in shown[0]
    assert opinion.unsupported_claims == ("The board met.",)
    assert opinion.confidence == 0.1
    assert [row.at for row in opinion.rows] == [1]
    assert opinion.usage.calls == 2


@pytest.mark.parametrize(
    ("given", "confidence"),
    [(("supported", "supported"), 0.95), (("supported", "unclear"), 0.65), (("unclear", "unsupported"), 0.1)],
)
def test_the_least_supported_claim_decides_the_confidence(
    fake: FakeOpenAI, given: tuple[str, str], confidence: float
) -> None:
    verdicts(fake, *given)
    assert critic(fake).audit(QUESTION, DRAFT, [REVENUE, BOARD], LEDGER).confidence == confidence


def test_nothing_to_judge_is_no_approval(fake: FakeOpenAI) -> None:
    ledger = (claim("There is insufficient evidence.", verdict="hedge"), claim("It rose."))
    opinion = critic(fake).audit(QUESTION, DRAFT, [REVENUE], ledger)
    assert (fake.count(), opinion.confidence) == (0, 0.65)


def test_a_long_draft_costs_a_bounded_number_of_calls(fake: FakeOpenAI) -> None:
    verdicts(fake, *["supported"] * 30)
    ledger = tuple(claim(f"Revenue was {number}.", REVENUE.chunk_id) for number in range(20))
    critic(fake).audit(QUESTION, DRAFT, [REVENUE], ledger)
    assert fake.count() == MOST_CLAIMS


def test_a_verdict_outside_the_three_is_asked_for_again_and_then_refused(fake: FakeOpenAI) -> None:
    verdicts(fake, *["contested"] * 30)
    with pytest.raises(ModelReplyInvalid):
        critic(fake).audit(QUESTION, DRAFT, [REVENUE, BOARD], LEDGER)


def test_scores_come_from_a_short_prompt(fake: FakeOpenAI) -> None:
    fake.say(
        "judge",
        lambda _user: (
            '{"faithfulness": 0.9, "relevance": 0.8, "completeness": 0.7, "reasoning_quality": 0.6}'
        ),
    )
    audit = audit_citations(DRAFT.text, [REVENUE.chunk_id, BOARD.chunk_id])
    scores = SmallEvaluator(chat_for(fake, "evaluator")).score(
        QUESTION, DRAFT.text, [REVENUE, BOARD], audit, LEDGER
    )
    assert (scores.faithfulness, scores.reasoning_quality) == (0.9, 0.6)
    assert len(fake.requests[0]["body"]["messages"][0]["content"]) < 700
