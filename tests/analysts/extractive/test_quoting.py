"""Statements under claims: what a claim quotes, and whether it gives the kind of value asked for."""

import pytest

from masis.analysts.extractive.quoting import of_kind, quoted, says_kind, whole
from masis.analysts.extractive.statements import statements_of
from tests.analysts.extractive.harbour import EVIDENCE, asked, ledger_of, statement

STAFF = "Fernhall employed 1,240 people at the end of 2024 [staff]."


def test_a_claim_is_found_by_the_statement_it_quotes() -> None:
    (claim,) = ledger_of(STAFF)
    assert quoted([claim], statements_of(EVIDENCE)) == {statement("Fernhall employed").key: [claim]}


def test_what_is_not_supported_quotes_nothing() -> None:
    doubted = ledger_of(STAFF)[0].model_copy(update={"verdict": "not_verified"})
    assert quoted([doubted], statements_of(EVIDENCE)) == {}


@pytest.mark.parametrize(("said", "gives"), [("It employed 1,240.", True), ("It employed people.", False)])
def test_a_figure_that_is_asked_for_is_said(said: str, gives: bool) -> None:
    part = asked("How many people did Fernhall employ?")
    assert says_kind(part, said, whole(statement("Fernhall employed"))) is gives


def test_a_claim_without_the_figure_of_its_source_is_left_out() -> None:
    (claim,) = ledger_of(STAFF)
    half = claim.model_copy(update={"text": "Fernhall employed people"})
    placed = quoted([half], statements_of(EVIDENCE))
    part = asked("How many people did Fernhall employ?")
    assert (len(placed), of_kind(part, placed, statements_of(EVIDENCE))) == (1, {})


def test_a_row_is_its_label_with_its_cells() -> None:
    assert whole(statement("Revenue")).startswith("Revenue 412.5")
