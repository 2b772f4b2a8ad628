"""The pieces of the model analysts without a wire: lenient replies, conflicts, tidy answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from masis.analysts.model.analysts import tidy_answer
from masis.analysts.model.conflicts import found_conflicts
from masis.analysts.model.labels import Labels
from masis.analysts.model.replies import (
    AuditReply,
    ConflictReply,
    OutlineReply,
    ScoresReply,
    TriageReply,
)
from tests.analysts.evidence_builders import EVIDENCE, chunk

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("raw", "confidence"),
    [(0.8, 0.8), ("0.8", 0.8), ("85%", 85.0), (10, 10.0), (-1, -1.0), ("0,8", 0.8), ("8/10", 8.0)],
)
def test_confidence_is_read(raw: object, confidence: float) -> None:
    assert AuditReply.model_validate({"confidence": raw}).confidence == confidence


@pytest.mark.parametrize("raw", [None, "high", True, [], {}, float("nan"), float("inf")])
def test_no_number_is_no_confidence(raw: object) -> None:
    with pytest.raises(ValidationError):
        AuditReply.model_validate({"confidence": raw})


def test_an_opinion_is_read_leniently() -> None:
    reply = AuditReply.model_validate(
        {
            "confidence": 0.5,
            "hallucination_detected": "No",
            "needs_retry": "Yes",
            "unsupported_claims": "just one",
            "logical_gaps": [{"question": "What is missing?"}, None, 3],
            "conflicts": None,
            "issues": [{"kind": "Figure", "severity": "critical"}, "nonsense", {"kind": "odd"}],
            "surprise": {"a": 1},
        }
    )
    assert (reply.hallucination_detected, reply.needs_retry) == (False, True)
    assert (reply.unsupported_claims, reply.logical_gaps) == (["just one"], ["What is missing?", "3"])
    assert [(issue.kind, issue.severity) for issue in reply.issues] == [
        ("figure", "high"),
        ("unsupported", "medium"),
    ]


@pytest.mark.parametrize(
    ("raw", "scores"),
    [
        ((0.9, 1, 0, 0.5), (0.9, 1.0, 0.0, 0.5)),
        ((9, 10, 8, 7), (0.9, 1.0, 0.8, 0.7)),
        ((90, 85, 100, 0), (0.9, 0.85, 1.0, 0.0)),
        (("90%", "85", 70, 5), (0.9, 0.85, 0.7, 0.05)),
        ((-1, 0.5, 0.5, 0.5), (0.0, 0.5, 0.5, 0.5)),
        ((500, 50, 50, 50), (1.0, 0.5, 0.5, 0.5)),
    ],
    ids=["unit", "tenths", "hundredths", "text", "negative", "beyond"],
)
def test_four_scores_share_a_scale(raw: tuple[object, ...], scores: tuple[float, ...]) -> None:
    names = ("faithfulness", "relevance", "completeness", "reasoning_quality")
    reply = ScoresReply.model_validate(dict(zip(names, raw, strict=True)))
    assert tuple(reply.model_dump().values()) == pytest.approx(scores)


@given(json_values)
def test_any_json_is_a_reply_or_a_validation_error(value: object) -> None:
    for schema, field in ((AuditReply, "confidence"), (ScoresReply, "relevance"), (TriageReply, "kind")):
        for raw in (value, {field: value}, {"confidence": 1, "conflicts": value, "issues": value}):
            try:
                schema.model_validate(raw).model_dump_json()
            except ValidationError:
                continue


def _conflict(*sides: tuple[str, str, str]) -> ConflictReply:
    raw = [{"chunk_id": chunk_id, "value": value, "quote": quote} for chunk_id, value, quote in sides]
    return ConflictReply.model_validate({"subject": "revenue", "sides": raw})


def test_a_conflict_is_resolved_against_the_evidence() -> None:
    reply = _conflict(
        ("[S1]", "$12.4 million", "revenue OF   Harbor rose to $12.4 million"),
        ("S2", "$11.9 million", "words that are not there"),
    )
    (conflict,), unproven = found_conflicts([reply], Labels(EVIDENCE))
    first, second = conflict.sides
    assert first.quote == "Revenue of Harbor rose to $12.4 million"
    assert second.quote == EVIDENCE[1].text
    assert (second.document_title, second.page_label, unproven) == ("Report k2b", "iv", ())


@pytest.mark.parametrize(
    "reply",
    [
        _conflict(("S1", "$12.4 million", ""), ("S9", "$11.9 million", "")),
        _conflict(("S1", "$12.4 million", ""), ("S2", "$99 million", "made up")),
        _conflict(("S1", "2024", ""), ("S2", "2024", "")),
        _conflict(("S1", "$12.4 million", "")),
        _conflict(("S1", "", ""), ("S2", "", "")),
        _conflict(),
    ],
    ids=["unknown_id", "not_in_text", "same_value", "one_side", "no_values", "no_sides"],
)
def test_an_unproven_conflict_is_no_conflict(reply: ConflictReply) -> None:
    assert found_conflicts([reply], Labels(EVIDENCE)) == ((), ("revenue",))


@pytest.mark.parametrize(
    ("one", "other", "conflicts"),
    [
        ("$12.4 million", "$12.4m", 0),
        ("$12.4 million", "$12,412,345", 0),
        ("12%", "12.4 %", 0),
        ("5 March 2024", "March 5, 2024", 0),
        ("$12.4 million", "$11.9 million", 1),
        ("12.4%", "11.9%", 1),
        ("Anna Berg", "John Doe", 1),
        ("5 offices in Poland", "5 offices in Spain", 1),
    ],
)
def test_the_same_value_in_other_words_is_no_conflict(one: str, other: str, conflicts: int) -> None:
    evidence = (chunk("ka", f"It was {one} then."), chunk("kb", f"It was {other} then."))
    found, _ = found_conflicts([_conflict(("S1", one, ""), ("S2", other, ""))], Labels(evidence))
    assert len(found) == conflicts


def test_a_quote_from_a_table_keeps_to_its_row() -> None:
    table = chunk("kt", "| Harbor | 12.4 |\n| Pier | 3.1 |", lead="| Unit | Revenue |")
    reply = _conflict(("S3", "3.1", ""), ("S1", "$12.4 million", ""))
    (conflict,), _ = found_conflicts([reply], Labels((*EVIDENCE, table)))
    assert conflict.sides[0].quote == "| Pier | 3.1 |"


@pytest.mark.parametrize(
    ("text", "truncated", "tidy", "cut"),
    [
        ("Revenue rose. [k1]", False, "Revenue rose. [k1]", False),
        ("```markdown\nRevenue rose. [k1]\n```", False, "Revenue rose. [k1]", False),
        ("Here:\n```text\nRevenue rose. [k1]\n```\nDone.", False, "Here:\nRevenue rose. [k1]\nDone.", False),
        ("Revenue rose [k1]. Costs fe", True, "Revenue rose [k1].", True),
        ("Revenue rose. [k1][k2] Costs fe", True, "Revenue rose. [k1][k2]", True),
        ("Revenue rose to $1.5 million. [k1] It was 2", True, "Revenue rose to $1.5 million. [k1]", True),
        ("Revenue rose. [k1] Costs fell. [k", True, "Revenue rose. [k1]", True),
        ("no end in sight", True, "no end in sight", True),
        ("  ", False, "", False),
    ],
    ids=[
        "whole",
        "fenced",
        "fenced_inside",
        "cut",
        "cut_two_ids",
        "decimal",
        "cut_id",
        "no_sentence",
        "blank",
    ],
)
def test_answers_are_tidied(text: str, truncated: bool, tidy: str, cut: bool) -> None:
    assert tidy_answer(text, truncated=truncated, max_tokens=1000) == (tidy, cut)


def test_a_server_that_ignores_the_limit_is_cut_here() -> None:
    line = "Revenue rose in every quarter of the year under review. [k1]\n"
    text, cut = tidy_answer(line * 5000, truncated=False, max_tokens=100)
    assert (text, cut) == (line.strip(), True)


@given(st.text(max_size=400), st.booleans())
def test_tidying_never_fails_and_only_removes(text: str, truncated: bool) -> None:
    tidy, _ = tidy_answer(text, truncated=truncated, max_tokens=20)
    assert len(tidy) <= len(text)


def test_rows_of_the_ledger_are_read_leniently() -> None:
    rows = [
        {"row": "2", "verdict": "Contested", "reason": "it says so", "label": "S1", "quote": "x"},
        {"row": "second", "verdict": "fine"},
        {"verdict": None, "quote": None},
        "no row",
        {"row": -3, "verdict": "unsupported"},
    ]
    reply = AuditReply.model_validate({"confidence": 0.5, "rows": rows})
    assert [(row.row, row.verdict) for row in reply.rows] == [
        (2, "contested"),
        (0, "unclear"),
        (0, "unclear"),
        (0, "unsupported"),
    ]
    assert AuditReply.model_validate({"confidence": 0.5, "rows": "all fine"}).rows == []


def test_reasons_are_asked_for_before_any_number() -> None:
    assert next(iter(AuditReply.model_fields)) == "rows"
    assert list(AuditReply.model_fields)[-1] == "confidence"


def test_a_plan_is_read_leniently() -> None:
    calls = [{"action": "Look-up", "measure": "sales", "periods": 2022}, {"action": "lookup"}, "none", {}]
    work = [{"kind": "Share", "calls": ["1", 2]}, {"kind": "guess", "calls": [1]}, {"calls": [1]}]
    reply = OutlineReply.model_validate({"calls": calls, "work_out": work})
    assert [(call.action, call.measure, call.periods) for call in reply.calls] == [
        ("look_up", "sales", ["2022"]),
        ("look_up", "", []),
        ("search", "", []),
    ]
    assert [(wanted.kind, wanted.calls) for wanted in reply.work_out] == [("share", [1, 2])]


@given(json_values)
def test_no_plan_of_any_shape_breaks_the_reading(raw: object) -> None:
    OutlineReply.model_validate({"calls": raw, "work_out": raw})
