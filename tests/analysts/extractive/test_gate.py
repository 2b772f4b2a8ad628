"""The gate: a part is answered only by a supported claim that is likely enough to say what is asked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.analysts.extractive import gate
from masis.analysts.extractive.gate import SIGNALS, FittedGate, chance, settled_lead, signals
from masis.analysts.extractive.rank import Ranked
from masis.analysts.extractive.slots import SLOTS
from masis.analysts.extractive.statements import Statement, statements_of
from masis.domain.run.gate import MOST_PASSAGES, PartVerdict
from masis.domain.verification.ledger import build_ledger
from tests.analysts.extractive.harbour import (
    CAUSES,
    EVIDENCE,
    INCOME,
    LINE,
    REPORT,
    Reads,
    asked,
    ledger_of,
    passage,
    ranker,
    statement,
)

pytestmark = pytest.mark.usefixtures("by_hand")
REVENUE = "Revenue: €412.5 million (2024) [income]."
STAFF = "Fernhall employed 1,240 people at the end of 2024 [staff]."


def decided(question: str, answer: str, reader: Reads | None = None) -> tuple[PartVerdict, ...]:
    """Return the verdicts on an answer whose sentences are all supported."""
    return FittedGate(ranker(reader)).decide(question, ledger_of(answer) if answer else (), EVIDENCE)


def signals_of(question: str, chosen: Statement) -> dict[str, float]:
    """Return what the gate looks at for one statement among all of the report."""
    part = asked(question, REPORT)
    ranked = ranker().rank(part, statements_of(REPORT))
    return signals(part, next(found for found in ranked if found.statement == chosen), ranked)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What was the revenue of Fernhall in 2024?", REVENUE),
        ("How many people did Fernhall employ?", STAFF),
    ],
)
def test_a_supported_sentence_that_says_what_is_asked_answers(question: str, answer: str) -> None:
    (part,) = decided(question, answer)
    assert part.outcome == "answered"
    assert part.position == 0
    assert part.chance >= LINE


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        pytest.param("What was the revenue of Fernhall in 2024?", STAFF, id="another-thing"),
        pytest.param(
            "What was the revenue of Selby in 2024?",
            "Cost of sales: €230.1 million (2024) [income].",
            id="another-organisation",
        ),
        pytest.param("What was the revenue of Fernhall in 2024?", "", id="nothing-said"),
    ],
)
def test_true_sentences_that_do_not_say_it_leave_passages_to_read(question: str, answer: str) -> None:
    (part,) = decided(question, answer)
    assert part.outcome == "passages"
    assert 0 < len(part.passages) <= MOST_PASSAGES
    assert set(part.passages) <= {chunk.chunk_id for chunk in EVIDENCE}


def test_one_organisation_does_not_answer_for_two() -> None:
    (part,) = decided("How did the revenue of Fernhall and Selby compare from 2023 to 2024?", REVENUE)
    assert part.outcome == "passages"


@pytest.mark.parametrize(
    ("names", "read", "there"), [(1.0, 0.4, True), (0.0, 0.6, True), (1.0, -0.5, True), (1.0, -0.9, False)]
)
def test_what_is_read_to_be_answered_is_not_called_absent(names: float, read: float, there: bool) -> None:
    """Words that stand nowhere say little where the reader finds an answer, words that stand there do not."""
    values = {"names": names, "reader_direct": read}
    assert gate.speaks_of_it([Ranked(statement("Fernhall employed", REPORT), values, 0.0)]) is there


def test_a_sentence_that_is_not_supported_answers_nothing() -> None:
    claims = build_ledger("Revenue was €999 million in 2024 [income].", EVIDENCE)
    assert claims[0].verdict != "supported"
    (part,) = FittedGate(ranker()).decide("What was the revenue of Fernhall in 2024?", claims, EVIDENCE)
    assert part.outcome != "answered"


def test_what_no_passage_speaks_of_is_absent_and_told_by_what_was_searched() -> None:
    (part,) = decided("Which zeppelins did the orchestra insure?", STAFF, Reads())
    assert part.outcome == "absent"
    assert part.position is None
    assert "zeppelin" in part.searched


def test_each_part_is_decided_by_itself() -> None:
    question = "What was the revenue of Fernhall in 2024 and which zeppelins did the orchestra insure?"
    first, second = decided(question, REVENUE, Reads())
    assert (first.outcome, second.outcome) == ("answered", "absent")


def test_without_evidence_nothing_is_answered() -> None:
    (part,) = FittedGate(ranker()).decide("What was revenue in 2024?", (), ())
    assert (part.outcome, part.chance, part.passages) == ("absent", 0.0, ())


def test_the_line_is_what_parts_answers_from_passages(monkeypatch: pytest.MonkeyPatch) -> None:
    question = "What was the revenue of Fernhall in 2024?"
    likely = decided(question, REVENUE)[0].chance
    weights, _ = gate.fitted()
    for line, outcome in ((likely - 0.001, "answered"), (likely + 0.001, "passages")):
        monkeypatch.setattr(gate, "fitted", lambda line=line: (weights, line))
        assert decided(question, REVENUE)[0].outcome == outcome


def test_every_signal_is_given_for_every_statement() -> None:
    for found in statements_of(REPORT):
        assert set(signals_of("What was revenue in 2024?", found)) == {*SIGNALS, *SLOTS}


def test_a_better_rival_shows_in_the_margin() -> None:
    question = "What was the revenue of Fernhall in 2024?"
    assert signals_of(question, statement("Revenue", REPORT))["margin"] > 0
    assert signals_of(question, statement("Cost of sales", REPORT))["margin"] < 0


def test_passages_that_give_the_same_figure_agree() -> None:
    row = statement("Revenue", REPORT)
    again = [*REPORT, passage("again", "We earned revenue of €412.5 million from the terminals.")]
    part = asked("What was revenue in 2024?", REPORT)

    def agreement(evidence: list[object] | tuple[object, ...]) -> float:
        ranked: tuple[Ranked, ...] = ranker().rank(part, statements_of(evidence))  # type: ignore[arg-type]
        chosen = next(found for found in ranked if found.statement == row)
        return signals(part, chosen, ranked)["agreement"]

    without = tuple(chunk for chunk in REPORT if chunk is not CAUSES)
    assert agreement(without) < agreement(REPORT) < agreement(again)


ACQUIRED = passage(
    "acquired",
    """Acquisition of Brackwater, in millions of euros
| | 2024 |
|---|---|
| Revenue | 46.1 |
""",
)
REPEATED = passage("repeated", "Revenue of Fernhall was €412.5 million in 2024.")


def test_a_value_that_a_row_of_the_same_label_disputes_fills_no_slot() -> None:
    """What an acquisition brought stands under the same label as the revenue of the whole."""
    part = asked("What was the revenue of Fernhall in 2024?", (*REPORT, ACQUIRED, REPEATED))
    ranked = ranker().rank(part, statements_of((*REPORT, ACQUIRED, REPEATED)))
    rows = {found.statement.chunk.chunk_id: found for found in ranked if found.statement.text == "Revenue"}
    whole, bought = rows[INCOME.chunk_id], rows["acquired"]
    assert signals(part, bought, ranked)["disputed"] == 1.0
    assert signals(part, whole, ranked)["disputed"] == 0.0
    order = sorted(ranked, key=lambda found: found is not bought)
    assert settled_lead(part, order) is whole


@pytest.mark.parametrize("header", ["2024", "Three months ended June 30, 2024", "2023"])
def test_a_row_of_another_period_is_no_rival(header: str) -> None:
    """Of 22 right rows of three sets that a rival barred, 9 were barred by a quarter's or another year's."""
    other = passage("other", f"Income, in millions of euros\n| | {header} |\n|---|---|\n| Revenue | 46.1 |\n")
    part = asked("What was the revenue of Fernhall in 2024?", (INCOME, other))
    ranked = ranker().rank(part, statements_of((INCOME, other)))
    lead = next(
        found for found in ranked if found.statement.chunk is INCOME and found.statement.text == "Revenue"
    )
    assert signals(part, lead, ranked)["disputed"] == float(header == "2024")


@given(st.fixed_dictionaries(dict.fromkeys((*SIGNALS, *SLOTS), st.floats(-50, 50))))
def test_a_chance_is_a_share(found: dict[str, float]) -> None:
    assert 0.0 <= chance(found) <= 1.0


def test_how_firm_a_figure_is_makes_no_rival_of_it() -> None:
    said = "Net revenue retention was 114 % in 2024 (audited)."
    other = "Net revenue retention was 111 % in 2024 (preliminary)."
    part = asked("What was net revenue retention in 2024?", [])
    found = statements_of((passage("audited", said), passage("early", other)))
    ranked = ranker().rank(part, found)
    assert signals(part, ranked[0], ranked)["margin"] == 3.0


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("Revenue of Fernhall was €412.5 million in 2024 [income].", "passages"),
        (
            "Revenue of Fernhall was €412.5 million in 2024, after €380.0 million in 2023 [income].",
            "answered",
        ),
    ],
)
def test_one_of_two_values_does_not_say_how_they_compare(answer: str, outcome: str) -> None:
    (part,) = FittedGate(ranker()).decide(
        "How did the revenue of Fernhall in 2024 compare with 2023?", ledger_of(answer), EVIDENCE
    )
    assert part.outcome == outcome


@pytest.mark.parametrize(
    ("question", "rivals"),
    [
        ("What was the revenue of the North terminal of Fernhall in 2024?", 0.0),
        ("What was the wage bill of the North terminal of Fernhall in 2024?", 0.0),
        ("How large was the North terminal of Fernhall in 2024?", 1 / 3),
    ],
)
def test_a_row_of_the_same_label_is_no_rival_where_the_question_names_what_the_lead_stands_under(
    question: str, rivals: float
) -> None:
    terminals = passage(
        "terminals",
        """Terminals, in millions of euros
| | 2024 |
|---|---|
| Revenue | |
| North terminal | 250.0 |
| Wage bill | |
| North terminal | 31.0 |
""",
    )
    part = asked(question, [terminals])
    ranked = ranker().rank(part, statements_of([terminals]))
    lead = ranked[0]
    assert lead.statement.text.startswith("North terminal")
    assert signals(part, lead, ranked)["rivals"] == rivals
