"""Right answers as a careful writer words them: which are final without a retry, and what true is doubted.

``good.jsonl`` says how each ends today. An answer that ends as passages there is one that a person reads
although it is right; it is listed so that a change, for better or worse, shows.
"""

import sys
from collections import Counter

import pytest

from tests.analysts.model.recorded.conftest import Recorded
from tests.analysts.model.recorded.houses import Ended, Shelved, auditing, calls, citing
from tests.analysts.model.recorded.records import FILINGS, GOOD, Good
from tests.fakes.openai_server import FakeOpenAI

pytestmark = pytest.mark.slow

HAPPY = {"writer": 1, "auditor": 1, "judge": 1}
RETRIED = {"writer": 2, "auditor": 2, "judge": 1}
ENDINGS = {
    "sample": {"answered": 10, "passages": 10, "conflict": 2},
    "filings": {"answered": 5, "passages": 18, "absent": 2},
}
"""How many right answers end how, today."""
TRUE_SENTENCES = {"stated": 91, "doubted": 14, "struck": 1}
"""How many true sentences the right answers state, and how many of them are doubted or struck, today."""


@pytest.mark.parametrize("row", GOOD, ids=[row.id for row in GOOD])
def test_a_right_answer_ends_as_it_does_today(recorded: Recorded, row: Good) -> None:
    ended, called = recorded.good(row)
    assert "cites what is in no passage" not in ended.answer
    assert (ended.outcome, ended.doubted, ended.struck) == (row.outcome, row.doubted, row.struck)
    assert ended.final == (row.outcome == "answered")
    assert called == (HAPPY if row.outcome in {"answered", "conflict"} else RETRIED)


def test_the_totals_of_right_answers(recorded: Recorded) -> None:
    endings = {ground: Counter[str]() for ground in ENDINGS}
    sentences = Counter[str]()
    for row in GOOD:
        ended, _ = recorded.good(row)
        endings[row.on][ended.outcome] += 1
        sentences.update(_counted(ended))
    told = {ground: dict(counted) for ground, counted in endings.items()}
    final = sum(counted["answered"] + counted["conflict"] for counted in endings.values())
    sys.stdout.write(f"final or a conflict: {final} of {len(GOOD)}; {told}; sentences: {dict(sentences)}\n")
    assert told == ENDINGS
    assert dict(sentences) == TRUE_SENTENCES


def _counted(ended: Ended) -> dict[str, int]:
    stated = len(ended.sentences) + len(ended.struck)
    return {"stated": stated, "doubted": len(ended.doubted), "struck": len(ended.struck)}


def test_the_recorded_questions_are_many_and_of_many_kinds() -> None:
    grounds = Counter(row.on for row in GOOD)
    assert min(grounds["sample"], grounds["filings"]) >= 20
    asked = [row.question for row in GOOD]
    assert len(set(asked)) == len(asked)
    needed = {
        "table_fact",
        "prose_fact",
        "several_parts",
        "comparison",
        "list",
        "broad",
        "why",
        "absent_part",
    }
    assert needed <= {row.kind for row in GOOD}
    assert _companies() >= 12


def _companies() -> int:
    return len(
        {chunk.profile.organisation for row in GOOD if row.on == "filings" for chunk in FILINGS[row.question]}
    )


def test_a_right_answer_is_final_though_its_auditor_wants_another_try(
    fake: FakeOpenAI, shelved: Shelved
) -> None:
    row = next(row for row in GOOD if row.question.startswith("How many people did Adobe employ"))
    fake.say("writer", citing(row.reply))
    fake.say("auditor", auditing(needs_retry=True, hallucination_detected=True, confidence=0.7))
    result = shelved.ask(fake, row.question, *FILINGS[row.question])
    assert (result["status"], calls(fake)) == ("success", HAPPY)
