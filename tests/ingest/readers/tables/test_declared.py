"""Declared measures: what stands over a table is given to all its figures, however it is written."""

from decimal import Decimal

import pytest

from masis.ingest.readers.tables.declared import declared_of, without_declaration
from masis.ingest.readers.tables.drafts import DraftRow, TableDraft

MILLION, THOUSAND = Decimal(10) ** 6, Decimal(10) ** 3


def draft(title: str = "", corner: str = "", above: str = "", header: str = "2031") -> TableDraft:
    around = tuple(filter(None, (corner, header, title, above)))
    return TableDraft(corner, (header,), (DraftRow("Quays", (), ("12.4",)),), title, around)


@pytest.mark.parametrize(
    ("said", "unit", "scale"),
    [
        ("Sales by region (EUR million)", "EUR", MILLION),
        ("Capital spending (€m)", "EUR", MILLION),
        ("Budget in USD thousand", "USD", THOUSAND),
        ("Grants (CHF '000)", "CHF", THOUSAND),
        ("Sales (k€)", "EUR", THOUSAND),
        ("Sales, TEUR", "EUR", THOUSAND),
        ("Price list (EUR, excluding VAT)", "EUR", Decimal(1)),
        ("Rates – EUR per pallet", "EUR", Decimal(1)),
        ("Emissions (kt CO2e)", "tonne", THOUSAND),
        ("Energy (MWh)", "MWh", Decimal(1)),
        ("Market shares (%)", "%", Decimal(1)),
        ("Findings in ewes to day 40, all flocks, n (%)", "n (%)", Decimal(1)),
        ("Amounts (in millions, except per share data)", "", MILLION),
    ],
)
def test_a_title_says_what_figures_are_in(said: str, unit: str, scale: Decimal) -> None:
    declared = declared_of(draft(title=said))
    assert (declared.is_said, declared.unit, declared.scale) == (True, unit, scale)


@pytest.mark.parametrize("corner", ["EUR million", "€m", "(EUR m)", "in EUR million"])
def test_a_corner_does_too(corner: str) -> None:
    declared = declared_of(draft(corner=corner))
    assert (declared.unit, declared.scale) == ("EUR", MILLION)


@pytest.mark.parametrize("above", ["All amounts in EUR million unless stated otherwise.", "(EUR million)"])
def test_a_line_above_does_too(above: str) -> None:
    declared = declared_of(draft(above=above))
    assert (declared.unit, declared.scale) == ("EUR", MILLION)


@pytest.mark.parametrize(
    "said",
    [
        "Site", "Customer", "Income (loss)", "Revenue (audited)", "Staff (permanent)",
        "We spent EUR 5 million in 2031.", "Events in May", "The euro and its history", "Orders (2031)",
    ],
)  # fmt: skip
def test_other_words_declare_nothing(said: str) -> None:
    assert not declared_of(draft(title=said)).is_said
    assert not declared_of(draft(corner=said)).is_said


def test_a_header_speaks_of_its_own_column_alone() -> None:
    assert not declared_of(draft(header="Sales (USD m)")).is_said


def test_a_title_is_shown_without_what_a_filing_declares() -> None:
    assert without_declaration("Quay dues (in millions)") == "Quay dues"
