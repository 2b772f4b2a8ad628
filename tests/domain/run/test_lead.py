"""Lead: a large figure is only shown where a supported claim is bound to the fact that states it."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from masis.domain.evidence import EvidenceChunk
from masis.domain.profile import DocumentProfile
from masis.domain.run.gate import PartVerdict
from masis.domain.run.lead import Lead, leads_of
from masis.domain.run.report import RunReport
from masis.domain.verification.conflicts import Conflict, Settlement, find_conflicts
from masis.domain.verification.ledger import build_ledger
from tests.builders import chunk, critique

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
THREE_M = DocumentProfile(
    organisation="3M Company", aliases=("3M",), fiscal_year=2022, currency="USD", scale=Decimal(1_000_000)
)
TABLE = (
    "Income statement ($ in millions)\n\n| | 2022 | 2021 |\n|---|---|---|\n"
    "| Net sales | $34,229 | $35,355 |\n| Operating income | 6,539 | 7,369 |\n| Employees | 92,000 | 95,000 |"
)
ASKED = "What were net sales in 2022?"


def income(chunk_id: str = "t1", text: str = TABLE, **changes: Any) -> EvidenceChunk:
    values = {"profile": THREE_M, "document_title": "3M annual report 2022", "page_label": "25", **changes}
    return chunk(chunk_id, text, **values)


def report(
    answer: str, *evidence: EvidenceChunk, asked: tuple[str, ...] = (ASKED,), **changes: Any
) -> RunReport:
    """Build a run whose parts are answered by the claims of its answer, in order."""
    claims = build_ledger(answer, evidence)
    stating = [claim.position for claim in claims if claim.verdict != "heading"]
    parts = [
        PartVerdict(part=part, outcome="answered", position=at)
        for part, at in zip(asked, stating, strict=False)
    ]
    values: dict[str, Any] = {
        "run_id": "r1",
        "workspace_id": "acme",
        "thread_id": "t1",
        "question": " ".join(asked),
        "status": "success",
        "answer": answer,
        "confidence": 0.9,
        "requires_human_review": False,
        "outcome": "answered",
        "parts": tuple(parts),
        "critique": critique(),
        "claims": claims,
        "evidence": evidence,
        "started_at": NOW,
        "finished_at": NOW,
    }
    return RunReport(**{**values, **changes})


def values(found: tuple[Lead, ...]) -> list[str]:
    return [lead.value for lead in found]


def test_a_row_leads_with_its_value_measure_period_and_place() -> None:
    [lead] = leads_of(report("Net sales: $34,229 million (2022) [t1].", income()))
    assert (lead.value, lead.what) == ("$34,229 million", "Net sales 2022")
    assert (lead.document_title, lead.page_label, lead.position) == ("3M annual report 2022", "25", 0)
    assert lead.whole


def test_of_a_row_with_two_years_the_one_asked_for_leads_and_the_row_stays_beneath() -> None:
    [lead] = leads_of(report("Net sales: $34,229 million (2022), $35,355 million (2021) [t1].", income()))
    assert (lead.value, lead.what, lead.whole) == ("$34,229 million", "Net sales 2022", False)


def test_a_sentence_leads_with_the_figure_that_is_asked_for() -> None:
    said = "Net sales were $34.2 billion in 2022, 3.2% lower than a year before."
    [lead] = leads_of(report(f"{said[:-1]} [s1].", income("s1", said)))
    assert (lead.value, lead.what) == ("$34.2 billion", "Net sales 2022")
    assert not lead.whole


def test_each_part_has_its_own_lead_in_the_order_asked() -> None:
    answer = "Net sales: $34,229 million (2022) [t1].\n\nOperating income: $6,539 million (2022) [t1]."
    asked = (ASKED, "What was operating income in 2022?")
    assert values(leads_of(report(answer, income(), asked=asked))) == ["$34,229 million", "$6,539 million"]


def test_a_count_leads_with_what_it_counts() -> None:
    asked = ("How many employees were there in 2022?",)
    [lead] = leads_of(report("Employees: 92,000 people (2022) [t1].", income(), asked=asked))
    assert lead.value.startswith("92,000")


def test_a_value_below_zero_keeps_its_sign() -> None:
    text = "($ in millions)\n\n| | 2022 |\n|---|---|\n| Net income (loss) | (2,722) |"
    made = report(
        "Net income (loss): -$2,722 million (2022) [t1].",
        income(text=text),
        asked=("What was net income in 2022?",),
    )
    assert values(leads_of(made)) == ["−$2,722 million"]


def test_other_places_with_the_same_value_agree() -> None:
    answer = "- Net sales: $34,229 million (2022) [t1].\n- Net sales: $34,229 million (2022) [t2]."
    [lead] = leads_of(report(answer, income(), income("t2", page_number=2, page_label="41")))
    assert lead.agreeing == (1,)


@pytest.mark.parametrize(
    ("answer", "asked"),
    [
        ("Net sales: $34,229 million (2022), $35,355 million (2021) [t1].", "What were net sales?"),
        (
            "Net sales: $34,229 million (2022), $35,355 million (2021) [t1].",
            "How did net sales change from 2021 to 2022?",
        ),
        ("Net sales: $35,355 million (2021) [t1].", ASKED),
        ("Net sales: $34,229 million (2022) [t1].", "Why did net sales fall in 2022?"),
        ("Net sales: $34,229 million (2022) [t1].", "What percentage were net sales in 2022?"),
        ("Net sales: $35,229 million (2022) [t1].", ASKED),
        ("Net sales were $34,229 million in 2022.", ASKED),
    ],
    ids=[
        "several values", "a change", "another year", "a reason", "another kind", "not what the row says",
        "without a source",
    ],
)  # fmt: skip
def test_what_is_not_one_clear_value_does_not_lead(answer: str, asked: str) -> None:
    assert leads_of(report(answer, income(), asked=(asked,))) == ()


def test_a_sentence_with_two_values_that_may_be_meant_does_not_lead() -> None:
    said = "Net sales were $34.2 billion in 2022, and 92,000 people worked for us."
    assert leads_of(report(f"{said[:-1]} [s1].", income("s1", said))) == ()


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        (
            "We pay Figma a termination fee of $1 billion if the deal fails to close within 18 months.",
            "What is the termination fee if the Figma acquisition fails?",
        ),
        (
            "At the end of 2022, our member renewal rates were 93% in the U.S. and Canada and 90% worldwide.",
            "What is the membership renewal rate?",
        ),
    ],
)
def test_a_sentence_with_values_of_two_things_does_not_lead(said: str, asked: str) -> None:
    assert leads_of(report(f"{said[:-1]} [s1].", income("s1", said), asked=(asked,))) == ()


def test_a_bare_amount_whose_unit_nothing_says_does_not_lead() -> None:
    text = "| | 2022 |\n|---|---|\n| Net sales | 34,229 |"
    bare = income(text=text, profile=DocumentProfile(organisation="3M Company", fiscal_year=2022))
    assert leads_of(report("Net sales: 34,229 (2022) [t1].", bare)) == ()


def test_a_claim_a_person_marked_wrong_does_not_lead() -> None:
    made = report("Net sales: $34,229 million (2022) [t1].", income())
    wrong = made.claims[0].model_copy(update={"verdict": "contradicted", "decided_by": "human"})
    assert leads_of(made.model_copy(update={"claims": (wrong,)})) == ()


def test_a_run_without_parts_has_no_lead() -> None:
    assert leads_of(report("Net sales: $34,229 million (2022) [t1].", income(), parts=())) == ()


@pytest.mark.parametrize("outcome", ["conflict", "answered", "unavailable"])
def test_a_draft_that_waits_for_a_person_does_not_lead(outcome: str) -> None:
    made = report(
        "Net sales: $34,229 million (2022) [t1].", income(), requires_human_review=True, outcome=outcome
    )
    assert leads_of(made) == ()


def test_an_answered_part_leads_while_another_has_passages_only() -> None:
    made = report("Net sales: $34,229 million (2022) [t1].", income(), requires_human_review=True)
    open_part = PartVerdict(part="Who audits it?", outcome="passages", passages=("t1",))
    made = made.model_copy(update={"outcome": "passages", "parts": (*made.parts, open_part)})
    assert values(leads_of(made)) == ["$34,229 million"]


def disputed() -> tuple[EvidenceChunk, EvidenceChunk, Conflict]:
    """Return two documents that give different values, and their conflict."""
    report_ = income("a1", "Net revenue retention was 114% in 2022 (audited).", document_id="d1")
    pack = income("b1", "Net revenue retention was 111% in 2022 (preliminary).", document_id="d2",
                  document_title="Board pack", page_label="2")  # fmt: skip
    [found] = find_conflicts((report_, pack), "What was net revenue retention in 2022?")
    return report_, pack, found


def test_the_value_a_person_chose_leads_and_the_other_does_not() -> None:
    first, second, conflict = disputed()
    lower = next(side for side in conflict.sides if side.chunk_id == "b1")
    settlement = Settlement(
        conflict=conflict,
        preferred=lower,
        others=tuple(side for side in conflict.sides if side is not lower),
        rule_ids=("p1",),
        source="the workspace's rule of 21 Nov 2026 by Ann",
    )
    answer = (
        "Net revenue retention was 114% in 2022 (audited) [a1].\n\n"
        "Net revenue retention was 111% in 2022 (preliminary) [b1]."
    )
    asked = ("What was net revenue retention in 2022?",)
    made = report(answer, first, second, asked=asked, critique=critique(settled=(settlement,)))
    [lead] = leads_of(made)
    assert (lead.value, lead.document_title) == ("111%", "Board pack")
    assert lead.chosen == "the workspace's rule of 21 Nov 2026 by Ann"


def test_a_chosen_value_that_no_claim_states_does_not_lead() -> None:
    first, second, conflict = disputed()
    settlement = Settlement(
        conflict=conflict, preferred=conflict.sides[1], others=conflict.sides[:1], rule_ids=(), source="Ann"
    )
    answer = "Net revenue retention was 114% in 2022 (audited) [a1]."
    asked = ("What was net revenue retention in 2022?",)
    made = report(answer, first, second, asked=asked, critique=critique(settled=(settlement,)))
    assert [lead for lead in leads_of(made) if lead.chosen and lead.value not in answer] == []
    assert all(lead.chosen for lead in leads_of(made))


def test_an_open_conflict_never_leads() -> None:
    first, second, conflict = disputed()
    answer = "Net revenue retention was 114% in 2022 (audited) [a1]."
    asked = ("What was net revenue retention in 2022?",)
    made = report(answer, first, second, asked=asked, critique=critique(conflicts=(conflict,)))
    assert leads_of(made) == ()
