"""Ranking: the same statements in any order give the same order; models look at the best few only."""

import json
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from masis.analysts.extractive import rank
from masis.analysts.extractive.features import FEATURES, KINDS, MODEL_FEATURES
from masis.analysts.extractive.gate import SIGNALS
from masis.analysts.extractive.rank import (
    READ_BY_MODEL,
    READ_CLOSELY,
    Ranker,
    VectorCache,
    Vectors,
    fitted,
    spoken,
    window_of,
)
from masis.analysts.extractive.statements import statements_of
from tests.analysts.extractive.harbour import (
    EVIDENCE,
    REPORT,
    Reads,
    asked,
    passage,
    ranker,
    shared_words,
    statement,
    weights,
)

MANY = passage("many", " ".join(f"Berth number {number} took in forty ships." for number in range(60)))


def test_what_is_asked_comes_first() -> None:
    for question, start in (
        ("What was the gross margin of Fernhall in 2024?", "Gross margin (%)"),
        ("How many people are employed?", "Fernhall employed"),
        ("What was the revenue of the South terminal in 2024?", "South terminal"),
    ):
        best = ranker().rank(asked(question, REPORT), statements_of(REPORT))[0]
        assert best.statement == statement(start, REPORT)


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_the_evidence_does_not_matter(seed: int) -> None:
    statements = list(statements_of([*EVIDENCE, MANY]))
    expected = ranker().rank(asked("What was revenue in 2024?"), statements)
    random.Random(seed).shuffle(statements)  # noqa: S311 - an order, no secret
    again = ranker().rank(asked("What was revenue in 2024?"), statements)
    assert [found.statement.key for found in again] == [found.statement.key for found in expected]
    assert [found.score for found in again] == pytest.approx([found.score for found in expected])


def test_every_statement_is_kept_and_has_every_feature() -> None:
    statements = statements_of(EVIDENCE)
    ranked = ranker().rank(asked("What was revenue in 2024?"), statements)
    assert {found.statement.key for found in ranked} == {found.key for found in statements}
    assert all(set(FEATURES) <= set(found.values) for found in ranked)
    assert ranker().rank(asked("What was revenue?"), []) == ()


def test_models_look_at_the_best_few_only() -> None:
    embedded: list[str] = []

    def counting(texts: Sequence[str]) -> Vectors:
        embedded.extend(texts)
        return shared_words(texts)

    reader = Reads()
    made = Ranker(VectorCache(counting), reader, weights())
    made.rank(asked("How many ships came?"), statements_of([MANY]))
    assert len(embedded) == 1 + READ_CLOSELY
    assert reader.seen == READ_BY_MODEL
    made.rank(asked("How many ships came?"), statements_of([MANY]))
    assert len(embedded) == 1 + READ_CLOSELY  # vectors are remembered


def test_what_was_not_read_stays_behind_what_was() -> None:
    by_kind = {kind: row.copy() for kind, row in weights().by_kind.items()}
    for row in by_kind.values():
        row[1 + FEATURES.index("reader_direct")] = 9.0
    doubting = Ranker(
        VectorCache(shared_words), Reads(), weights()._replace(by_kind=by_kind, unread=unread())
    )
    question, statements = asked("How many ships came?"), statements_of([MANY])
    ranked = doubting.rank(question, statements)
    read = [found.values["reader_direct"] < 0 for found in ranked]
    assert read == [True] * READ_BY_MODEL + [False] * (len(ranked) - READ_BY_MODEL)


def unread() -> dict[str, float]:
    """Return means that would lift what no model read."""
    return {**weights().unread, "reader_direct": 1.0}


def test_a_reader_that_finds_the_answer_lifts_its_statement() -> None:
    by_kind = {kind: row.copy() for kind, row in weights().by_kind.items()}
    for row in by_kind.values():
        row[1 + FEATURES.index("reader_direct")] = 2.0
    trusting = weights()._replace(by_kind=by_kind)
    question, statements = asked("How many ships came?"), statements_of([MANY])[: READ_BY_MODEL - 1]
    answer = Ranker(VectorCache(shared_words), Reads(), trusting).rank(question, statements)[-1].statement
    lifted = Ranker(VectorCache(shared_words), Reads(answer.text), trusting).rank(question, statements)
    assert lifted[0].statement == answer
    assert -1 <= lifted[0].values["reader_direct"] <= 1


def test_a_row_is_read_with_what_stands_over_it() -> None:
    text = spoken(statement("South terminal"))
    assert all(part in text for part in ("Revenue by terminal", "South terminal", "2024", "income statement"))
    assert spoken(statement("Fernhall employed")) == statement("Fernhall employed").text


def test_the_shipped_weights_weigh_nothing_that_no_code_measures() -> None:
    """A weight under a misspelt or a former name would be dropped in silence."""
    path = Path(rank.__file__).with_name("weights.json")
    raw = json.loads(path.read_text(encoding="utf-8"))
    for kind in KINDS:
        assert set(raw["rank"][kind]) <= {"intercept", *FEATURES}
    assert set(MODEL_FEATURES) <= set(raw["rank"]["unread"]) <= set(FEATURES)
    for asks in ("figure", "text"):
        assert set(raw["gate"][asks]) <= {"intercept", *SIGNALS}
    assert 0 < raw["gate"]["line"] < 1
    assert all(np.isfinite(row).all() for row in fitted().by_kind.values())


def test_what_another_organisation_says_stands_last() -> None:
    statements = statements_of(EVIDENCE)
    ranked = ranker().rank(asked("What was the revenue of Selby in 2024?"), statements)
    foreign = [candidate.values["organisation"] < 0 for candidate in ranked]
    assert True in foreign
    assert foreign == sorted(foreign)


@pytest.mark.parametrize(
    ("corner", "context"),
    [
        ("Staff by berth", "Staff by berth"),
        ("Staff by berth (unaudited)", "Staff by berth"),
        ("(in thousands)", ""),
        ("2024", ""),
        ("", ""),
    ],
)
def test_a_row_is_read_under_what_its_label_column_lists(corner: str, context: str) -> None:
    """``North 301`` does not say that people were counted; units and periods say nothing of that."""

    def above(words: str) -> str:
        table = f"Harbour\n\n| {words} | 2024 | 2023 |\n|---|---|---|\n| North | 301 | 311 |\n"
        row = statement("North", [passage("staff", table)])
        return window_of(asked("How many people work at North?"), row).context

    assert above(corner) == (f"{above('')} › {context}" if context else above(""))


def test_of_a_row_the_reader_sees_what_would_be_shown() -> None:
    """A reading of all columns cannot tell whether the one that is shown answers."""
    table = "Harbour\n\n| Staff | 2024 | 2023 |\n|---|---|---|\n| North | 301 | 311 |\n"
    row = statement("North", [passage("staff", table)])

    def read(question: str) -> str:
        return window_of(asked(question), row).statements[-1]

    assert read("How many people worked at North in 2023?") == "North – 2023: 311"
    assert read("How many people worked at North in 2024?") == "North – 2024: 301"
    assert read("How many people work at North?") == "North – 2024: 301; 2023: 311"
