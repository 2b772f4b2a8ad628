"""Profile: what documents are, from their covers, titles and file names; what is unsure stays empty."""

from decimal import Decimal
from pathlib import Path

import pytest

from masis.domain.document import Block, MediaKind, Page, ReadDocument
from masis.domain.language.tables import Cell, Column, Row, Table
from masis.domain.profile import DocumentProfile
from masis.ingest.opening import is_poor_title
from masis.ingest.profile import profile_of, profiled, with_usual_measure
from masis.sample import files
from tests.ingest.conftest import ReadHere

COVER = """UNITED STATES SECURITIES AND EXCHANGE COMMISSION

FORM 10-K

(Mark One) ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934
For the fiscal year ended September 30, 2023

Commission file number 1-1234

NORTHWIND TRADERS, INC.

(Exact name of registrant as specified in its charter) Delaware 00-0000000

| Title of each class | Trading Symbol(s) | Name of each exchange on which registered |
| Common Stock | NWT | New York Stock Exchange |"""
BODY = """Northwind Traders, Inc. (“Northwind” or the “Company”) trades in goods. In fiscal 2023 it grew.
In fiscal 2023 sales rose by $5, $6 and $7.

(in millions, except per share data)

(in millions)"""


def document(*texts: str, title: str = "", kind: MediaKind = "pdf") -> ReadDocument:
    """Return a document of these pages; the first line of the first one is its heading."""
    pages = [Page(number=number, label=str(number), text=text) for number, text in enumerate(texts, start=1)]
    heading = Block(kind="heading", char_start=0, char_end=len(texts[0].partition("\n")[0]), level=1)
    pages[0] = pages[0].model_copy(update={"blocks": (heading,)})
    return ReadDocument(kind=kind, title=title, pages=tuple(pages))


def test_a_filing_says_everything_on_its_cover() -> None:
    profile = profile_of(document(COVER, BODY, title="UNITED STATES"), "nwt-10k.pdf")
    assert profile.organisation == "Northwind Traders, Inc."
    assert profile.aliases == ("Northwind", "Northwind Traders", "NWT")
    assert (profile.kind, profile.fiscal_year, profile.period_end) == ("annual_report", 2023, "2023-09-30")
    assert (profile.currency, profile.scale, profile.language) == ("USD", Decimal(1_000_000), "en")
    assert profile.title == "Northwind, annual report 2023"
    assert dict(profile.basis)["organisation"] == "cover"
    assert "quarter" not in dict(profile.basis)


def test_the_cover_of_a_filing_may_stand_behind_a_letter() -> None:
    profile = profile_of(document("Dear shareholders", "We grew.", COVER, BODY), "a.pdf")
    assert (profile.organisation, profile.kind) == ("Northwind Traders, Inc.", "annual_report")


def test_a_name_on_the_line_of_its_caption_counts_and_the_line_above_a_bare_caption_does_not() -> None:
    inline = COVER.replace("INC.\n\n(Exact", "INC. (Exact")
    assert profile_of(document(inline, BODY), "a.pdf").organisation == "Northwind Traders, Inc."
    bare = COVER.replace("NORTHWIND TRADERS, INC.\n", "")
    assert profile_of(document(bare), "a.pdf").organisation == ""
    named = "Northwind Traders, Inc. and its subsidiaries. " * 3
    assert profile_of(document(bare, named), "a.pdf").organisation == "Northwind Traders, Inc."


@pytest.mark.parametrize(
    ("ended", "calls", "year"),
    [
        ("January 28, 2023", "", 2022),
        ("January 28, 2023", "fiscal 2023 fiscal 2023 fiscal 2022", 2023),
        ("February 3, 2024", "fiscal 2023", 2023),
        ("June 30, 2023", "fiscal 2022 fiscal 2022", 2023),
    ],
)
def test_a_year_that_ends_in_its_first_weeks_is_called_as_the_text_calls_it(
    ended: str, calls: str, year: int
) -> None:
    cover = COVER.replace("September 30, 2023", ended)
    assert profile_of(document(cover, calls), "a.pdf").fiscal_year == year


@pytest.mark.parametrize(
    ("ended", "spans", "quarter", "year"),
    [
        ("March 31, 2023", "three months ended March 31, 2023", 1, 2023),
        ("June 30, 2023", "three months ended June 30. six months ended June 30.", 2, 2023),
        ("November 20, 2022", "12 weeks ended November 20, 2022", 1, 2023),
        ("May 7, 2023", "12 weeks ended, 36 weeks ended May 7, 2023", 3, 2023),
    ],
)
def test_a_quarterly_report_belongs_to_the_year_its_year_ends_in(
    ended: str, spans: str, quarter: int, year: int
) -> None:
    cover = COVER.replace("10-K", "10-Q").replace(
        "fiscal year ended September 30, 2023", f"period ended {ended}"
    )
    profile = profile_of(document(cover, spans), "a.pdf")
    assert (profile.kind, profile.quarter, profile.fiscal_year) == ("quarterly_report", quarter, year)
    assert profile.title.endswith(f", quarterly report Q{quarter} {year}")


def test_a_release_keeps_its_headline_and_names_its_quarter() -> None:
    text = """News Release

Northwind Reports Fourth-Quarter and Full-Year 2022 Financial Results

SEATTLE, Jan. 26, 2023 -- Northwind Corporation (NYSE: NWT) today reported results for the quarter ended
December 31, 2022."""
    profile = profile_of(document(text, title="Q4 22_EarningsRelease"), "NORTHWIND_2022Q4.pdf")
    assert profile.title == "Northwind Reports Fourth-Quarter and Full-Year 2022 Financial Results"
    assert (profile.kind, profile.fiscal_year, profile.quarter) == ("release", 2022, 4)
    assert (profile.organisation, profile.period_end) == ("Northwind Corporation", "2022-12-31")
    assert profile.aliases == ("Northwind", "NWT")


def test_a_current_report_covers_no_period_and_is_called_by_its_day() -> None:
    cover = (
        COVER.replace("10-K", "8-K") + "\nDate of Report (Date of earliest event reported): February 7, 2023"
    )
    profile = profile_of(document(cover, BODY), "NORTHWIND_2023Q1_8K.pdf")
    assert (profile.fiscal_year, profile.quarter, profile.period_end) == (0, 0, "")
    assert profile.title == "Northwind, current report of February 7, 2023"


@pytest.mark.parametrize(
    ("title", "organisation", "kind", "year", "quarter"),
    [
        ("Tarn Savings Bank: Pillar 3 disclosures", "Tarn Savings Bank", "other", 0, 0),
        ("City of Oakmere: budget 2025/26", "City of Oakmere", "plan", 2026, 0),
        ("Board pack, fourth quarter 2024", "", "board_pack", 2024, 4),
        ("Board memo: subscription prices 2025", "", "memo", 2025, 0),
        ("Growth Plan: North America", "", "plan", 0, 0),
        ("Estates plan 2024 to 2029", "", "plan", 0, 0),
        ("Minutes of the board, 20 February 2025", "", "other", 0, 0),
        ("Risk register, February 2025", "", "register", 0, 0),
        ("Code of conduct", "", "policy", 0, 0),
        ("Notes", "", "", 0, 0),
    ],
)
def test_titles_of_other_documents_say_what_they_say_and_no_more(
    title: str, organisation: str, kind: str, year: int, quarter: int
) -> None:
    profile = profile_of(document("Some words.", title=title, kind="markdown"), "x1.md")
    assert (profile.organisation, profile.kind) == (organisation, kind)
    assert (profile.fiscal_year, profile.quarter, profile.title) == (year, quarter, title)


def test_a_name_that_is_only_mentioned_is_not_the_one_of_the_document() -> None:
    text = "Our supplier Sensaro GmbH raised its prices. So did Bexley Ltd."
    assert profile_of(document(text, title="Notes", kind="text"), "notes.txt").organisation == ""


def test_the_file_name_gives_a_name_that_the_text_always_writes_with_a_capital() -> None:
    text = "How Zentrix grew\nZentrix sells pumps. At Zentrix, people stay. Zentrix pays well."
    assert profile_of(document(text), "zentrix_overview.pdf").organisation == "Zentrix"
    assert profile_of(document(text), "pumps_overview.pdf").organisation == ""


def test_dollars_of_another_country_leave_the_currency_open() -> None:
    text = "$1 $2 $3 $4. Amounts are stated in Canadian dollars."
    assert profile_of(document(text), "a.pdf").currency == ""
    assert profile_of(document("€1, €2 and €3"), "a.pdf").currency == "EUR"
    assert profile_of(document("€1, $2 and £3"), "a.pdf").currency == ""


def test_one_scale_among_many_others_is_not_that_of_the_document() -> None:
    assert profile_of(document("(in millions)\n(in thousands)"), "a.pdf").scale == 1
    assert profile_of(document("(in thousands)\n(in thousands)"), "a.pdf").scale == 1000


def test_the_scale_of_the_tables_comes_before_that_of_loose_lines() -> None:
    table = Table(columns=(), rows=(), scale=Decimal(1_000_000))
    read = document("(in thousands)\n(in thousands)\n(in thousands)")
    page = read.pages[0].model_copy(update={"tables": (table, table)})
    assert profile_of(read.model_copy(update={"pages": (page,)}), "a.pdf").scale == 1_000_000


def test_a_ticker_is_found_where_the_head_of_its_column_slipped_below_it() -> None:
    slipped = COVER.replace("NWT | New", "NWT | Name of each exchange on which registered New")
    assert "NWT" in profile_of(document(slipped, BODY), "a.pdf").aliases


def test_a_language_is_read_from_running_text() -> None:
    text = "Bericht\nDie Mitarbeiterzahl sank im Vergleich zum Vorjahr, weil Werke geschlossen wurden. " * 4
    assert profile_of(document(text), "a.pdf").language == "de"


@pytest.mark.parametrize(
    "title",
    [
        "UNITED STATES SECURITIES AND EXCHANGE COMMISSION",
        "PART I",
        "CORP Q1 2023-2023-05-03-15-38",
        "Q4 22_EarningsRelease",
        "",
    ],
)
def test_heads_of_forms_and_file_names_are_no_titles(title: str) -> None:
    assert is_poor_title(title)


def test_a_poor_title_gives_way_to_a_heading() -> None:
    made = profiled(
        document("The state of the pumps\nSome words.", title="pumps_final_v2"), "pumps_final_v2.pdf"
    )
    assert made.title == made.profile.title == "The state of the pumps"


@pytest.mark.parametrize("path", files(), ids=lambda path: path.name)
def test_titles_of_the_sample_stay_as_their_authors_wrote_them(path: Path, read_here: ReadHere) -> None:
    read = read_here(path.read_bytes(), path.suffix[1:], path.name)
    assert profiled(read, path.name).title == read.title
    assert read.profile == DocumentProfile()


def test_an_empty_document_has_an_empty_profile() -> None:
    profile = profile_of(ReadDocument(kind="text", title="", pages=()), "")
    assert profile == DocumentProfile()


@pytest.mark.parametrize(("named", "unit"), [("", "USD"), ("EUR", "")])
def test_a_table_that_names_money_row_by_row_gets_no_currency_for_the_others(named: str, unit: str) -> None:
    row = Row(label="Net sales", unit=named, char_start=0, char_end=5)
    table = Table(title="Sales figures", columns=(Column(header="2031"),), rows=(row,))
    page = Page(number=1, label="1", text="Indicators", tables=(table,))
    (made,) = with_usual_measure([page], "USD")
    assert made.tables[0].unit == unit


@pytest.mark.parametrize(
    ("title", "header", "label", "units"),
    [
        ("Cost of sites", "2031", "Malmo", ("USD", "", "")),
        ("Sites", "Rent", "Malmo", ("", "USD", "")),
        ("Sites", "2031", "Staff costs", ("", "", "USD")),
        ("Patients by arm", "Placebo", "Randomised", ("", "", "")),
    ],
)
def test_only_what_names_money_is_of_the_documents_currency(
    title: str, header: str, label: str, units: tuple[str, str, str]
) -> None:
    row = Row(label=label, char_start=0, char_end=5)
    table = Table(title=title, columns=(Column(header=header),), rows=(row,))
    (made,) = with_usual_measure([Page(number=1, label="1", text="Sites", tables=(table,))], "USD")
    (read,) = made.tables
    assert (read.unit, read.columns[0].unit, read.rows[0].unit) == units


@pytest.mark.parametrize(("first", "scale"), [("$100", 1), ("$ 100.00", 1), ("$120", 1_000_000)])
def test_what_a_hundred_became_is_not_in_the_scale_of_the_statements(first: str, scale: int) -> None:
    """A table of money without a scale takes that of the others; a performance graph is in no millions."""

    def made(label: str, *values: str) -> Row:
        cells = tuple(Cell(column=at, text=value) for at, value in enumerate(values))
        return Row(label=label, cells=cells, char_start=0, char_end=5)

    columns = tuple(Column(header=year) for year in ("2021", "2022"))
    statements = [
        Table(columns=columns, rows=(), unit="USD", scale=Decimal(1_000_000), declared="in millions")
    ] * 9
    rows = (made("Northwind", first, "$131"), made("S&P 500 Index", "100", "122"))
    graph = Table(columns=columns, rows=rows, unit="USD")
    page = Page(number=1, label="1", text="Graph", tables=(*statements, graph))
    (read,) = with_usual_measure([page], "USD")
    assert read.tables[-1].scale == scale


def test_the_opening_of_a_paper_gives_its_parties_and_a_report_gives_none() -> None:
    agreement = "This agreement is between Tarnholm Cold Logistics N.V. and Orsolle Produits Frais S.A.S."
    made = profile_of(document(f"Master Service Agreement\n{agreement}"), "agreement_bresval.docx")
    assert {"bresval", "Tarnholm Cold Logistics N.V", "Orsolle Produits Frais S.A.S"} <= set(made.mentions)
    assert profile_of(document(COVER, BODY), "northwind.pdf").mentions == ()


@pytest.mark.parametrize(
    ("headline", "organisation"),
    [("Sorano takes the licence", "Sorano"), ("Larkmoor licenses its gel to Sorano", "")],
)
def test_a_file_names_whose_it_is_only_where_the_paper_opens_with_it(
    headline: str, organisation: str
) -> None:
    text = f"{headline}\nWhat Sorano pays, Sorano sells and Sorano reports."
    assert profile_of(document(text), "2031-07-24-sorano-licence.md").organisation == organisation


def test_the_first_word_of_a_long_name_is_one_where_the_text_says_it_alone() -> None:
    alone = "Tarnholm buys. Tarnholm sells. Tarnholm pays."
    made = profile_of(document(f"Tarnholm Cold Logistics N.V.\nPolicy\n{alone}"), "policy.md")
    assert "Tarnholm" in made.aliases
    assert "Tarnholm" not in profile_of(document("Tarnholm Cold Logistics N.V.\nPolicy"), "policy.md").aliases
