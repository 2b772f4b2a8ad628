"""Units of drawn tables: what each value is measured in, by its signs, its words and its document."""

from decimal import Decimal

import pytest

from masis.domain.language.tables import Table, amount_of
from tests.ingest.conftest import ReadHere
from tests.ingest.tables import amount, drawn, read, tables_of, values

ONE, THOUSAND, MILLION = Decimal(1), Decimal(10) ** 3, Decimal(10) ** 6
HEADER = ("", "2031", "2030")
MONEY = (
    "Quay dues (in millions):",
    HEADER,
    ("Grain", "$1,240", "$1,180"),
    ("Timber", "310", "295"),
    ("Total", "$1,550", "$1,475"),
)


def only(*lines: object, edges: tuple[float, ...] = (450.0, 520.0)) -> Table:
    (table,) = tables_of(*lines, edges=edges)  # type: ignore[arg-type]
    return table


def test_a_column_that_opens_without_a_sign_beside_signed_ones_is_no_money() -> None:
    table = only(
        "Berths (in millions):",
        ("", "Berths", "Cost", "Worth"),
        ("North", "12", "$1,240", "$1,180"),
        ("South", "8", "310", "295"),
        edges=(380.0, 450.0, 520.0),
    )
    assert [amount(table, "South", name).unit for name in ("Berths", "Cost", "Worth")] == ["", "USD", "USD"]


@pytest.mark.parametrize("header", ["Average life", "Remaining useful life", "Remaining contractual term"])
def test_how_long_something_lasts_is_told_in_years(header: str) -> None:
    table = only(
        "Cranes (in millions):",
        ("", "Cost", header),
        ("North", "$1,240", "18.6"),
        ("South", "310", "12.8"),
        edges=(380.0, 520.0),
    )
    assert amount(table, "South", header)[2:4] == ("years", ONE)
    assert amount(table, "South", "Cost")[2:4] == ("USD", MILLION)


def test_a_span_of_time_is_a_value_beside_others() -> None:
    table = only(
        "Cranes (in millions):",
        ("", "Life", "Cost"),
        ("North crane", "15 years", "$1,240"),
        ("South crane", "1 month", "310"),
    )
    assert values(table, "South crane") == {"Life": "1 month", "Cost": "310"}
    assert amount(table, "South crane", "Life")[2:4] == ("month", ONE)


def test_a_rate_in_a_name_is_not_its_unit() -> None:
    table = only(
        "Debt (in millions):",
        HEADER,
        ("4% notes due 2040", "$394", "$390"),
        ("8.5% bonds due 2031", "98", "97"),
        ("Effective rate (%)", "4.1", "4.0"),
    )
    assert amount(table, "8.5% bonds due 2031", "2031")[2:4] == ("USD", MILLION)
    assert amount(table, "Effective rate (%)", "2031").unit == "%"


def test_an_amount_for_all_shares_is_none_for_each() -> None:
    table = only(
        "Earnings (in millions, except per share data):",
        HEADER,
        ("Net income for earnings per share", "$1,320", "$3,162"),
        ("Earnings per share", "$0.84", "$2.57"),
    )
    assert amount(table, "Net income for earnings per share", "2031")[2:4] == ("USD", MILLION)
    assert amount(table, "Earnings per share", "2031").scale == 1


def test_what_a_declaration_leaves_out_is_not_said_of_the_other_rows() -> None:
    table = only(
        "Results of the harbour",
        ("", "In millions, except per share", "2031 vs. 2030"),
        ("Quay dues", "$8,992.8", "5%"),
        ("Operating profit", "1,475.8", "11%"),
        ("Earnings per share", "$4.42", "17%"),
        edges=(400.0, 520.0),
    )
    header = "In millions, except per share"
    assert amount(table, "Operating profit", header)[2:4] == ("USD", MILLION)
    assert amount(table, "Earnings per share", header)[2:4] == ("USD", ONE)


def test_people_left_out_of_a_table_of_money_are_people() -> None:
    table = only(
        "Selected figures (in millions, except headcount):",
        ("", "2031", "2030", "Change"),
        ("Equity", "$28,500", "$25,000", "14%"),
        ("Headcount", "15,026", "13,220", "14"),
        edges=(380.0, 450.0, 520.0),
    )
    assert amount(table, "Headcount", "2031")[2:4] == ("people", ONE)
    assert amount(table, "Equity", "2031")[2:4] == ("USD", MILLION)


def test_ratios_left_out_of_a_table_of_money_follow_the_first_one() -> None:
    table = only(
        "Quality of the loans (in millions, except ratios):",
        HEADER,
        ("Loans that are not paid", "$918", "$751"),
        ("Rate of losses", "0.06%", "0.01%"),
        ("Allowance to all loans", "1.49", "1.11"),
        ("Allowance to loans not paid", "388", "314"),
        ("Loans", "$9,100", "$8,700"),
    )
    assert amount(table, "Allowance to all loans", "2031")[2:4] == ("%", ONE)
    assert amount(table, "Allowance to loans not paid", "2030")[2:4] == ("%", ONE)
    assert amount(table, "Loans", "2031")[2:4] == ("USD", MILLION)


def test_an_amount_for_each_share_beside_the_name_is_not_the_rows() -> None:
    table = only(
        "Equity (in millions, except per share data):",
        HEADER,
        ("Dividends ($2.00 declared per common share)", "(362)", "(340)"),
        ("Balance", "$5,864", "$5,600"),
    )
    assert amount(table, "Dividends ($2.00 declared per common share)", "2031")[2:4] == ("USD", MILLION)


def test_parts_of_a_sum_of_shares_are_shares() -> None:
    table = only(
        "Shares used for earnings (shares in 000’s):",
        HEADER,
        ("Net income", "$5,844", "$5,007"),
        ("Average basic shares", "443,651", "443,089"),
        ("Unvested units", "1,106", "1,257"),
        ("Average diluted shares", "444,757", "444,346"),
    )
    for label in ("Average basic shares", "Unvested units", "Average diluted shares"):
        assert amount(table, label, "2031")[2:4] == ("shares", THOUSAND), label


def test_a_table_that_is_led_to_as_one_of_shares_counts_them() -> None:
    table = only(
        "Shares of common stock outstanding were as follows:",
        HEADER,
        ("", "(In millions)"),
        ("Balance, beginning of period", "1,207", "1,211"),
        ("Bought back", "(36)", "(17)"),
    )
    assert amount(table, "Bought back", "2031")[2:4] == ("shares", MILLION)


def test_thousands_of_one_column_are_not_those_of_the_table() -> None:
    table = only(
        "Equity (amounts in millions)",
        ("", "Shares (000’s)", "Amount"),
        ("Opening balance", "439,625", "$1,240"),
        ("Issued", "2,273", "310"),
    )
    assert amount(table, "Issued", "Amount").scale == MILLION
    assert amount(table, "Issued", "Shares (000’s)")[2:4] == ("shares", THOUSAND)


def test_what_one_header_says_is_not_said_of_the_others() -> None:
    table = only(
        "Awards",
        ("", "Number of awards (in thousands)", "Price Per RSU"),
        ("Granted", "1,240", "$42.30"),
        ("Vested", "(310)", "$40.29"),
        edges=(400.0, 520.0),
    )
    assert amount(table, "Vested", "Number of awards (in thousands)")[2:4] == ("awards", THOUSAND)
    assert amount(table, "Vested", "Price Per RSU").scale == 1


def bare(*rows: tuple[str, str, str]) -> Table:
    """Return a table that declares nothing, in a document whose other tables have their currency."""
    pages = [["Quays", *["Dues are paid on entering the port."] * count, *MONEY] for count in range(8, 12)]
    *_, page = read(drawn(*pages, ["Vessels by flag", "", HEADER, *rows], edges=(450.0, 520.0))).pages
    (table,) = page.tables
    return table


def test_where_tables_show_their_currency_one_without_counts() -> None:
    table = bare(("Norway", "310", "295"), ("Denmark", "120", "98"))
    assert amount(table, "Norway", "2031")[2:4] == ("", ONE)


def test_money_without_a_scale_has_that_of_the_other_tables() -> None:
    table = bare(("Rent", "$310", "$295"), ("Dredging", "120", "98"))
    assert amount(table, "Dredging", "2031")[2:4] == ("USD", MILLION)


def test_prices_have_no_scale() -> None:
    table = bare(("Harbour plc", "$100.00", "$73.07"), ("All ports", "$100.00", "$97.46"))
    assert amount(table, "All ports", "2030")[2:4] == ("USD", ONE)


def test_where_no_table_shows_a_currency_they_are_in_that_of_the_document() -> None:
    said = "All amounts are in euro: EUR 12 million, EUR 14 million, EUR 16 million and EUR 18 million."
    (table,) = (
        read(drawn([said, HEADER, ("Rent", "310", "295"), ("Dredging", "120", "98")], edges=(450.0, 520.0)))
        .pages[0]
        .tables
    )
    assert amount(table, "Rent", "2031").unit == "EUR"


def units_in(read_here: ReadHere, text: str) -> list[str]:
    (page,) = read_here(text.encode(), "markdown").pages
    (table,) = page.tables
    amounts = [amount_of(table, row, cell) for row in table.rows for cell in row.cells]
    return [f"{amount.unit} {amount.scale}" for amount in amounts if amount is not None]


def test_parts_of_a_sum_of_money_count_nothing(read_here: ReadHere) -> None:
    """Whole thousands of euros: only the sum tells that staff and trucks are costs."""
    costs = "| TEUR | 2031 |\n|---|---|\n| Staff | 5,210 |\n| Trucks | 1,040 |\n| Total | 6,250 |\n"
    assert units_in(read_here, costs) == ["EUR 1000"] * 3
    figures = "| TEUR | 2031 |\n|---|---|\n| Sales | 5,210 |\n| Customers | 1,040 |\n"
    assert units_in(read_here, figures) == ["EUR 1000", "customer 1"]


def test_counted_things_have_no_decimals(read_here: ReadHere) -> None:
    costs = "| EUR million | 2031 |\n|---|---|\n| Staff | 52.1 |\n| Rent | 12.4 |\n"
    assert units_in(read_here, costs) == ["EUR 1000000"] * 2


def test_rows_over_the_first_sign_are_of_no_currency(read_here: ReadHere) -> None:
    rivals = "| | Us | Them |\n|---|---|---|\n| Founded | 1994 | 2017 |\n| Set-up fee | £12,000 | £2,500 |\n"
    assert units_in(read_here, rivals) == [" 1", " 1", "GBP 1", "GBP 1"]


def test_the_letter_of_an_expected_year_hides_no_unit(read_here: ReadHere) -> None:
    market = "| Ports | Value, € m 2031 | Value, € m 2032E |\n|---|---|---|\n| Alden | 57.2 | 62.3 |\n"
    assert units_in(read_here, market) == ["EUR 1000000"] * 2


def test_where_most_figures_have_a_per_cent_sign_the_others_are_none(read_here: ReadHere) -> None:
    rows = "".join(f"| {name} | {value} |\n" for name, value in (
        ("Berths in use", "92.7%"), ("Cranes in use", "81.4%"), ("Ships on time", "88.0%"),
        ("Waiting days", "5.7"), ("Tugs in use", "67.3%"),
    ))  # fmt: skip
    assert units_in(read_here, f"| | 2031 |\n|---|---|\n{rows}") == ["% 1", "% 1", "% 1", " 1", "% 1"]


def test_columns_of_a_database_say_their_unit_behind_a_line(read_here: ReadHere) -> None:
    claims = "| id | claimed_eur | term_months | share_pct |\n|---|---|---|---|\n| C1 | 7420 | 24 | 12.5 |\n"
    assert units_in(read_here, claims) == ["EUR 1", "month 1", "% 1"]


def test_a_sign_in_a_later_row_takes_no_currency_from_a_table_whose_columns_have_units(
    read_here: ReadHere,
) -> None:
    plans = "| Plan | Share (%) | Worth |\n|---|---|---|\n| North | 12 | 1,240 |\n| South | 14 | $1,180 |\n"
    assert units_in(read_here, plans) == ["% 1", "USD 1", "% 1", "USD 1"]
