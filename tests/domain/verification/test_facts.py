"""Facts: one extractor for rows and sentences, each value with entity, attribute, scope, period and scale."""

from decimal import Decimal

from masis.domain.language.tables import Cell, Column, Row, Table
from masis.domain.profile import DocumentProfile
from masis.domain.verification.facts import Fact, facts_of
from tests.builders import chunk

PROFILE = DocumentProfile(
    organisation="Tarn Foods Corporation",
    aliases=("Tarn Foods",),
    kind="annual_report",
    fiscal_year=2021,
    period_end="2022-01-29",
    currency="USD",
    scale=Decimal(1_000_000),
)


def fact_of(text: str, shown: str) -> Fact:
    """Return the one fact of a text that is printed so."""
    (fact,) = (fact for fact in facts_of(chunk("k1", text, profile=PROFILE)) if fact.shown == shown)
    return fact


def record(rows: tuple[Row, ...], columns: tuple[Column, ...], **changes: object) -> tuple[Fact, ...]:
    """Return the facts of a table chunk."""
    table = Table(columns=columns, rows=rows, **changes)  # type: ignore[arg-type]
    return facts_of(chunk("t1", "| x |", table=table, profile=PROFILE))


def row(label: str, *values: str, path: tuple[str, ...] = ()) -> Row:
    """Return a row over as many columns as it has values."""
    cells = tuple(Cell(column=at, text=value) for at, value in enumerate(values))
    return Row(label=label, path=path, cells=cells, char_start=0, char_end=5)


def test_a_cell_takes_period_unit_and_scale_from_what_stands_over_it() -> None:
    """``(12.5)`` under 2021 of a table in millions is -12500000 dollars of fiscal 2021."""
    loss, _ = record(
        (row("Operating loss", "(12.5)", "3.0", path=("Canada",)),),
        (Column(header="2021", period="2021"), Column(header="2020", period="2020")),
        unit="USD",
        scale=Decimal(1_000_000),
        declared="in millions",
    )
    assert (loss.value, loss.quantum, loss.unit) == (Decimal("-12500000.0"), Decimal("100000.0"), "USD")
    assert "2021" in loss.periods
    assert "canada" in loss.within
    assert loss.entity == ("Tarn Foods", "Tarn Foods Corporation")


def test_per_share_rates_and_counts_are_not_scaled_by_the_table() -> None:
    """A declaration in millions is not meant for earnings per share, percentages and head counts."""
    share, rate, staff, marked = record(
        (
            row("Diluted earnings per share", "$1.25"),
            row("Effective tax rate", "23.4"),
            row("Employees (number)", "1,240"),
            row("Gross margin", "41%"),
        ),
        (Column(header="2021", period="2021"),),
        unit="USD",
        scale=Decimal(1_000_000),
        declared="in millions, except per share data",
    )
    assert [(fact.value, fact.unit) for fact in (share, rate, staff, marked)] == [
        (Decimal("1.25"), "USD"),
        (Decimal("23.4"), "%"),
        (Decimal(1240), "people"),
        (Decimal(41), "%"),
    ]


def test_a_closing_date_is_also_its_fiscal_year_and_quarter() -> None:
    """January 29, 2022 ends fiscal 2021 of a document whose fiscal 2021 ends then."""
    (stock,) = record((row("Inventories", "70"),), (Column(header="January 29, 2022", period="2022-01-29"),))
    assert {"2021", "2021-Q4", "2022-01"} <= set(stock.periods)


def test_a_change_column_says_which_way_it_went() -> None:
    """The sign of a change is its direction."""
    level, change = record((row("Sales", "90", "(9)%"),), (Column(header="2021"), Column(header="Change")))
    assert (level.change, change.change, change.direction) == (False, True, -1)


def test_two_lists_in_a_sentence_are_paired_in_order() -> None:
    """``$3 and $4 in 2021 and 2020``."""
    text = "Earnings per share were $6.95 and $3.91 for the years ended December 31, 2021 and 2020."
    assert "2020" in fact_of(text, "$3.91").periods
    assert "2020" not in fact_of(text, "$6.95").periods


def test_a_figure_of_comparison_does_not_take_the_sentences_period() -> None:
    """``from X`` is of an earlier time; what it is said to be is no change."""
    text = "Profit fell to $21 million in 2021 from $24 million a year earlier, and sales rose 8%."
    before, rise = fact_of(text, "$24 million"), fact_of(text, "8%")
    assert (before.base, before.periods, before.change) == (True, (), False)
    assert (rise.change, rise.direction) == (True, 1)


def test_pipe_rows_are_read_where_no_record_came_with_the_chunk() -> None:
    """Old data and Markdown: the header declares, a label without values is a parent."""
    text = "| EUR million | 2023 | 2024 |\n|---|---|---|\n| Costs | | |\n| Rent | 1.5 | (2.5) |"
    first, second = facts_of(chunk("k1", text))
    assert (first.value, first.unit, first.periods) == (Decimal("1500000.0"), "EUR", ("2023",))
    assert (second.value, second.within) == (Decimal("-2500000.0"), first.within)
    assert text[second.char_start : second.char_end] == "| Rent | 1.5 | (2.5) |"


def test_what_went_better_by_an_amount_moved_by_it() -> None:
    assert fact_of("Earnings improved by $1.87 in 2022.", "$1.87").change
    assert not fact_of("Earnings came to $1.87 in 2022.", "$1.87").change


def test_a_share_of_something_is_no_move() -> None:
    assert not fact_of("About half of the cost fell in research.", "half").change
    assert fact_of("Cost fell by half in 2022.", "half").change


def test_a_span_of_years_or_a_date_is_no_value() -> None:
    columns = (Column(header="Maturity"), Column(header="Signed"), Column(header="Amount"))
    assert [fact.shown for fact in record((row("Notes", "2022 – 2061", "3/13/15", "450"),), columns)] == [
        "450"
    ]


def test_actual_values_of_a_table_of_plans_are_no_plans() -> None:
    """What a title says of all its columns, a header takes back for its own."""
    columns = tuple(
        Column(header=header) for header in ("2021 Actual", "2021 Budget", "2021A", "2022E", "2022")
    )
    values = row("Net sales", "12", "13", "14", "15", "16")
    plans = record((values,), columns, title="Budget 2022")
    assert [fact.firmness for fact in plans] == ["", "forecast", "", "forecast", "forecast"]
    both = record((values,), columns, title="Budget against actual")
    assert [fact.firmness for fact in both] == ["", "forecast", "", "forecast", ""]
