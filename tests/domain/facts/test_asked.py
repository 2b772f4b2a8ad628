"""Asked: which questions end in a table of facts, and what of it is theirs."""

import pytest

from masis.domain.facts.asked import asked_table
from tests.domain.facts.sources import INCOME, SEGMENTS, source

PEER = (
    "| $ million | 2022 | 2021 | 2020 |\n| --- | --- | --- | --- |\n"
    "| Net sales | 86,392 | 79,474 | 70,372 |\n"
)
SOURCES = (source(INCOME, SEGMENTS), source(PEER, organisation="Peer Corp."))


def test_a_comparison_of_organisations_is_a_table_of_the_measure_itself() -> None:
    found = asked_table("How did Acme's net sales compare with Peer's in 2022?", SOURCES)
    assert found is not None
    assert found.asked.series
    assert [(line.organisation, line.name) for line in found.table.lines] == [
        ("Acme", "Net sales"),
        ("Peer", "Net sales"),
    ]


def test_years_that_are_named_are_the_columns() -> None:
    found = asked_table("What were Acme's net sales in 2021 and 2022?", SOURCES)
    assert found is not None
    assert (found.table.shown_organisations, found.table.shown_periods) == (("Acme",), ("2021", "2022"))
    assert found.asked.series


def test_one_value_is_no_series() -> None:
    found = asked_table("What were Acme's net sales in 2022?", SOURCES)
    assert found is not None
    assert not found.asked.series


@pytest.mark.parametrize(
    "question",
    [
        "What were Peer's operating costs in 2022?",
        "What were Acme's net sales in 2012?",
        "What were Acme's ZX Turbo net sales in 2022?",
        "Who leads Acme?",
        "Why did Acme's net sales fall in 2022?",
    ],
)
def test_what_the_tables_do_not_state_of_whom_is_asked_shows_none(question: str) -> None:
    assert asked_table(question, SOURCES) is None
