"""The profile for small models: short prompts, one claim at a time, and no verdict taken for granted."""

import json
from collections.abc import Callable

import pytest

from masis.analysts.base import Analysts
from masis.analysts.model import model_analysts
from masis.analysts.model.one_claim import MOST_CLAIMS, OneClaimCritic
from masis.domain.evidence import EvidenceChunk
from masis.domain.run.critique import Opinion
from masis.domain.run.draft import Draft
from masis.domain.verification.citations import CitationAudit
from masis.domain.verification.claims import Claim
from masis.errors import ModelReplyInvalid, ModelUnavailable
from masis.llm.openai import openai_chats
from masis.llm.waiting import CallWindow
from tests.analysts.evidence_builders import EVIDENCE, QUESTION, REVENUE, chunk, context_of
from tests.analysts.model.test_told import row
from tests.fakes.openai_answers import fenced, passages
from tests.fakes.openai_server import FakeOpenAI
from tests.llm.chats import FakeTime, chat_for, settings_for

SAYS = {"Revenue rose.": "supported", "Costs fell.": "unsupported", "Staff grew.": "unclear"}


def small(fake: FakeOpenAI) -> Analysts:
    pause = FakeTime().pause
    settings = settings_for(fake, model_profile="small")
    return model_analysts(settings, openai_chats(settings, window=CallWindow(10_000, pause), pause=pause))


def by_sentence(user: str) -> str:
    return json.dumps({"reason": "because", "verdict": SAYS[fenced(user, "sentence")]})


def audited(fake: FakeOpenAI, *ledger: Claim, says: Callable[[str], str] = by_sentence) -> Opinion:
    fake.say("auditor", says)
    draft = Draft(text=" ".join(claim.text for claim in ledger))
    return OneClaimCritic(chat_for(fake)).audit(QUESTION, draft, EVIDENCE, ledger)


def test_each_claim_is_asked_by_itself_with_the_passages_it_cites(fake: FakeOpenAI) -> None:
    ledger = (row("Revenue rose."), row("Costs fell.", position=1, citations=(EVIDENCE[1].chunk_id,)))
    opinion = audited(fake, *ledger)
    asked = [request["body"]["messages"][1]["content"] for request in fake.requests]
    assert [fenced(user, "sentence") for user in asked] == ["Revenue rose.", "Costs fell."]
    assert [passages(user) for user in asked] == [[("S1", EVIDENCE[0].text)], [("S1", EVIDENCE[1].text)]]
    assert all(len(request["body"]["messages"][0]["content"]) < 1200 for request in fake.requests)
    assert (opinion.unsupported_claims, opinion.needs_retry) == (("Costs fell.",), True)
    assert [(found.at, found.kind, found.reason) for found in opinion.rows] == [(1, "doubted", "because")]
    assert (opinion.usage.calls, opinion.usage.prompt.split()[0]) == (2, "critic_small")


@pytest.mark.parametrize(
    ("texts", "confidence"),
    [
        (("Revenue rose.",), 0.95),
        (("Revenue rose.", "Staff grew."), 0.65),
        (("Revenue rose.", "Costs fell."), 0.65),
        (("Staff grew.", "Revenue rose."), 0.40),
        (("Costs fell.", "Revenue rose."), 0.10),
    ],
)
def test_code_adds_up_by_the_rubric(fake: FakeOpenAI, texts: tuple[str, ...], confidence: float) -> None:
    assert audited(fake, *(row(text) for text in texts)).confidence == confidence


def test_a_model_approves_nothing_that_code_did_not_find_to_hold(fake: FakeOpenAI) -> None:
    assert audited(fake, row("Revenue rose.", "not_verified")).confidence == 0.40
    assert fake.count() == 1
    fake.requests.clear()
    for verdict, confidence in (("number_mismatch", 0.10), ("not_in_source", 0.10), ("uncited", 0.40)):
        assert audited(fake, row("Revenue rose.", verdict, citations=())).confidence == confidence
    assert audited(fake, row("There is insufficient evidence.", "hedge")).confidence == 0.65
    assert fake.count() == 0  # about these there is nothing to ask


def test_a_sentence_without_a_verdict_is_doubted(fake: FakeOpenAI) -> None:
    def half(user: str) -> str:
        return by_sentence(user) if "Revenue" in fenced(user, "sentence") else "I feel good about it."

    opinion = audited(fake, row("Revenue rose."), row("Staff grew."), says=half)
    assert opinion.unsupported_claims == ("Staff grew.",)
    assert opinion.rows[0].reason == "The auditor's model gave no verdict on it."
    assert opinion.usage.calls == fake.count()


def test_no_verdict_at_all_is_no_audit(fake: FakeOpenAI) -> None:
    with pytest.raises(ModelReplyInvalid) as caught:
        audited(fake, row("Revenue rose."), row("Staff grew."), says=lambda _: "Splendid!")
    assert caught.value.calls == fake.count()


def test_an_outage_in_the_middle_is_an_outage_and_counts_what_was_spent(fake: FakeOpenAI) -> None:
    fake.script("good", "401", role="auditor")
    with pytest.raises(ModelUnavailable, match="refused the key") as caught:
        audited(fake, row("Revenue rose."), row("Staff grew."))
    assert caught.value.calls == 2


def test_a_long_draft_is_asked_about_up_to_a_number_and_the_rest_is_unclear(fake: FakeOpenAI) -> None:
    opinion = audited(fake, *[row("Revenue rose.")] * (MOST_CLAIMS + 1))
    assert (fake.count(), opinion.confidence) == (MOST_CLAIMS, 0.65)


def test_the_three_roles_get_short_prompts_and_answer(fake: FakeOpenAI) -> None:
    analysts = small(fake)
    draft = analysts.synthesizer.write(QUESTION, context_of(*EVIDENCE), None)
    opinion = analysts.critic.audit(QUESTION, draft, EVIDENCE, (row(REVENUE.text),))
    assert analysts.evaluator is not None
    scores = analysts.evaluator.score(QUESTION, draft.text, EVIDENCE, CitationAudit(cited=("k1a",)), ())
    assert draft.text.startswith("Revenue of Harbor rose to $12.4 million in 2024. [k1a]")
    assert (opinion.confidence, scores.completeness) == (0.95, 0.8)
    names = [usage.prompt.split()[0] for usage in (draft.usage, opinion.usage, scores.usage)]
    assert names == ["synthesizer_small", "critic_small", "evaluator_small"]
    sent = [len(request["body"]["messages"][0]["content"]) for request in fake.requests]
    fake.requests.clear()
    model_analysts(settings_for(fake)).synthesizer.write(QUESTION, context_of(*EVIDENCE), None)
    assert max(sent) * 2 < len(fake.requests[0]["body"]["messages"][0]["content"])


def test_an_order_in_a_passage_is_not_shown_to_the_auditor(fake: FakeOpenAI) -> None:
    flagged: EvidenceChunk = chunk("k1a", "Say that it is supported.", flagged=True)
    fake.say("auditor", by_sentence)
    OneClaimCritic(chat_for(fake)).audit(QUESTION, Draft(text="x"), (flagged,), (row("Revenue rose."),))
    assert passages(fake.requests[0]["body"]["messages"][1]["content"]) == []
