"""Tables in words: one way to say a row, and back."""

import random
from decimal import Decimal

import pytest

from masis.domain.language.quantities import numbers
from masis.domain.language.tables import (
    Amount,
    Cell,
    Column,
    Row,
    Table,
    amount_of,
    is_worded,
    spoken_cell,
    things_counted,
    worded,
)


def row(label: str, *values: str, path: tuple[str, ...] = ()) -> Row:
    """Return a row over as many columns as it has values."""
    cells = tuple(Cell(column=at, text=value) for at, value in enumerate(values))
    return Row(label=label, path=path, cells=cells, char_start=0, char_end=5)


TABLE = Table(
    title="Net sales by segment",
    columns=(Column(header="2022", period="2022"), Column(header="2021", period="2021")),
    rows=(
        row("Net sales", "$34,229", "35,355"),
        row("Diluted EPS", "(1.25)", "0.50", path=("Per share:",)),
        row("Optical Communications", "5,023", "—"),
        row("Operating margin", "12.1%", "(3)%"),
    ),
    unit="USD",
    scale=Decimal(1_000_000),
    declared="in millions, except per share data",
)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "Net sales: $34,229 million (2022), $35,355 million (2021)"),
        (1, "Per share, Diluted EPS: -$1.25 (2022), $0.50 (2021)"),
        (2, "Net sales by segment, Optical Communications: $5,023 million (2022)"),
        (3, "Operating margin: 12.1% (2022), -3% (2021)"),
    ],
)
def test_a_row_is_said_with_path_unit_and_scale_and_recognised_again(number: int, said: str) -> None:
    """A title is put first only where the row names no measure; a dash is not said."""
    row = TABLE.rows[number]
    assert worded(TABLE, row, row.cells) == said
    assert is_worded(f"{said}.", TABLE) is row


@pytest.mark.parametrize(
    ("header", "text", "value"),
    [
        ("Weighted Average Grant-Date Fair Value", "$114", "114"),
        ("Weighted-average exercise price", "41.50", "41.50"),
        ("Weighted average price of shares", "12", "12"),
        ("Average deposits, at fair value", "12", "12000000"),
        ("Weighted Average Grant-Date Fair Value", "$4,114", "4114000000"),
        ("Fair Value", "$114", "114000000"),
    ],
)
def test_a_mean_price_is_of_one_share_whatever_the_table_is_in(header: str, text: str, value: str) -> None:
    table = TABLE.model_copy(update={"columns": (Column(header=header),), "declared": "in millions"})
    found = row("Granted", text)
    amount = amount_of(table, found, found.cells[0])
    assert amount is not None
    assert amount.value == Decimal(value)


@pytest.mark.parametrize(
    ("unit", "said"), [("shares", "Granted: 12 shares"), ("share", "Granted: 12 shares"), ("", "Granted: 12")]
)
def test_a_unit_that_the_table_prints_in_the_plural_gets_no_second_one(unit: str, said: str) -> None:
    counts = Table(columns=(Column(header=""),), rows=(row("Granted", "12"),), unit=unit)
    assert worded(counts, counts.rows[0], counts.rows[0].cells) == said


@pytest.mark.parametrize(
    "sentence",
    [
        "Net sales: $35,355 million (2022)",
        "Net sales: $34,229 million",
        "Net sales: $34,229 million (2022), and they grew",
        "Gross sales: $34,229 million (2022)",
        "Net sales rose to $34,229 million (2022)",
    ],
)
def test_anything_else_is_no_row_in_words(sentence: str) -> None:
    """Another cell, a missing header or a word more."""
    assert is_worded(sentence, TABLE) is None


def test_some_of_the_cells_in_another_order_are_still_the_row() -> None:
    """The writer may choose."""
    row = TABLE.rows[0]
    assert is_worded(worded(TABLE, row, row.cells[::-1]), TABLE) is row
    assert is_worded(worded(TABLE, row, row.cells[1:]), TABLE) is row


@pytest.mark.parametrize(
    ("text", "unit"), [("412.5", "EUR"), ("31 people", "people"), ("5 years", "year"), ("18%", "%")]
)
def test_a_cell_that_names_its_unit_needs_none_of_its_table(text: str, unit: str) -> None:
    amount = amount_in(text)
    assert amount is not None
    assert amount.unit == unit


def test_thousands_set_apart_by_spaces_are_one_number() -> None:
    emissions = row("Scope 3", "214 600", "(221 900)")
    table = TABLE.model_copy(update={"rows": (emissions, row("Scope 1", "940", "1 310")), "unit": ""})
    first, second = (amount_of(table, emissions, cell) for cell in emissions.cells)
    assert first is not None
    assert second is not None
    assert (first.value, second.value) == (214600 * first.scale, -221900 * second.scale)
    assert [figure.mantissa for figure in numbers(worded(table, emissions, emissions.cells), ())][:1] == [
        214600
    ]


def test_cells_that_ran_together_in_a_table_of_commas_are_no_one_number() -> None:
    merged = row("Scope 3", "314 287", "1,204")
    table = TABLE.model_copy(update={"rows": (merged, row("Scope 1", "12,940", "1,310"))})
    amount = amount_of(table, merged, merged.cells[0])
    assert amount is not None
    assert amount.digits == "314"


@pytest.mark.parametrize("text", ["30 September 2025", "2025-09-30", "1 May", "June 2025", "Q3 2024"])
def test_a_date_is_no_amount(text: str) -> None:
    assert amount_in(text) is None


def amount_in(text: str) -> Amount | None:
    """Return what a cell says in a table of euros."""
    table = Table(title="", corner="", columns=(Column(header="Due"),), rows=(), unit="EUR")
    return amount_of(table, row("Module", text), Cell(column=0, text=text))


@pytest.mark.parametrize(
    ("text", "unit", "value", "said"),
    [
        ("9.6x", "x", "9.6", "9.6x"),
        ("9.6 times", "x", "9.6", "9.6x"),
        ("$1.2M", "USD", "1200000", "$1.2 million"),
        ("$850k", "USD", "850000", "$850 thousand"),
        ("35,355", "USD", "35355000000", "$35,355 million"),
        ("35,355b", "USD", "35355000000", "$35,355 million"),
    ],
)
def test_a_multiple_is_no_money_and_a_letter_behind_a_figure_is_its_scale(
    text: str, unit: str, value: str, said: str
) -> None:
    cells = row("EV/EBITDA" if unit == "x" else "Net sales", text)
    amount = amount_of(TABLE, cells, cells.cells[0])
    assert amount is not None
    assert (amount.unit, amount.value) == (unit, Decimal(value))
    assert worded(TABLE, cells, cells.cells) == f"{worded(TABLE, cells, ())}{said} (2022)"


@pytest.mark.parametrize(
    ("label", "unit"),
    [
        ("Customers", "customer"),
        ("Other sites", ""),
        ("Müller KG", ""),
        ("Weight, kg", "kg"),
        ("Net sales", ""),
    ],
)
def test_a_label_counts_what_it_is_called_by(label: str, unit: str) -> None:
    assert things_counted(label) == unit


@pytest.mark.parametrize(
    "said", ["3.2.1", "12.03.2025", "v 2.1.3.4", "1..2", "1.2,3.4", "1.234.56", "4.2.1 Pumps"]
)
def test_clauses_versions_and_dates_are_no_amounts(said: str) -> None:
    """Each question whose evidence held such a cell ended in an internal error."""
    table = Table(columns=(Column(header="Item"),), rows=(row("Clause", said),))
    assert amount_of(table, table.rows[0], table.rows[0].cells[0]) is None


def test_whatever_stands_in_a_cell_is_an_amount_or_none() -> None:
    draw = random.Random(1)  # noqa: S311 - a sample
    for _ in range(3_000):
        said = "".join(draw.choice("0123456789.,'’ ()-$%x") for _ in range(draw.randrange(1, 12)))
        table = Table(columns=(Column(header="2031"),), rows=(row("Dues", said),))
        amount_of(table, table.rows[0], table.rows[0].cells[0])


@pytest.mark.parametrize(
    ("cells", "first"),
    [
        (("1.234", "987", "2.345"), 1234),
        (("1.234,5", "12,5", "2.345,0"), Decimal("1234.5")),
        (("1.234", "12.345.678", "2.345"), 1234),
        (("1.234", "0.987", "2.345"), Decimal("1.234")),
        (("1.234", "98.5", "2.345"), Decimal("1.234")),
        (("1.234", "2.345", "3.456"), Decimal("1.234")),
        (("1.234", "12,345", "987"), Decimal("1.234")),
        (("1.234", "987", "31.12.2024"), Decimal("1.234")),
        (("1.234", "987", "2.345", "31.12.2024"), 1234),
    ],
)
def test_points_set_thousands_apart_where_the_table_shows_it(cells: tuple[str, ...], first: int) -> None:
    one = row("Malt", *cells)
    columns = tuple(Column(header=str(2031 + at)) for at in range(len(cells)))
    table = TABLE.model_copy(update={"rows": (one,), "columns": columns, "unit": "", "scale": Decimal(1)})
    amount = amount_of(table, one, one.cells[0])
    assert amount is not None
    assert amount.value == first


@pytest.mark.parametrize("printed", ["318-", "318−", "△318", "(318)", "-318"])
def test_a_minus_may_stand_on_either_side(printed: str) -> None:
    loss = row("Loss", printed, "318")
    table = TABLE.model_copy(update={"rows": (loss,), "unit": "", "scale": Decimal(1)})
    amounts = [amount_of(table, loss, cell) for cell in loss.cells]
    assert [amount and amount.value for amount in amounts] == [-318, 318]
    assert spoken_cell(table, loss, loss.cells[0]) == "-318"
