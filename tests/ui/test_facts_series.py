"""Series: what the chart of a measure draws, and what it says to somebody who does not see it."""

from masis.domain.facts.table import Wanted, fact_table
from masis.ui.facts.series import drawn_lines, series
from tests.domain.facts.sources import INCOME, SEGMENTS, source

PEER = "| $ million | 2022 | 2021 |\n| --- | --- | --- |\n| Net sales | 86,392 | 79,474 |\n"


def test_one_line_an_organisation_with_units_and_a_text_alternative() -> None:
    table = fact_table(
        [source(INCOME, SEGMENTS), source(PEER, organisation="Peer Corp.")], Wanted(measure="net sales")
    )
    chart = series(table, dark=False)
    assert chart is not None
    assert [trace.name for trace in chart.figure.data] == ["Acme", "Peer"]
    assert [*chart.figure.data[0].y] == [32184.0, 35355.0, 34229.0]
    assert chart.figure.layout.yaxis.title.text == "In $ million"
    assert "Peer, Net sales: 2021 79,474, 2022 86,392 ($ million)" in chart.alt


def test_the_parts_of_a_single_organisation_are_drawn() -> None:
    table = fact_table([source(INCOME, SEGMENTS)], Wanted(measure="net sales"))
    assert [line.name for line in drawn_lines(table)] == ["Net sales", "Consumer", "Health Care"]


def test_one_period_makes_no_chart() -> None:
    table = fact_table([source(INCOME)], Wanted(measure="net sales", periods=("2022",)))
    assert series(table, dark=True) is None
    assert series(fact_table([], Wanted(measure="net sales")), dark=True) is None
