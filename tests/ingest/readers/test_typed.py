"""Typed text: what is drawn with signs and spaces is told from lines that merely go on."""

import pytest
from conftest import ReadHere

from masis.ingest.readers.typed import Typed, typed_parts

RENT = """Rent            per month     per year
                EUR           EUR
Cold store      108,900       1,306,800
Offices         14,200        170,400"""


def parts(text: str) -> list[Typed]:
    return list(typed_parts(text.split("\n")))


@pytest.mark.parametrize(("line", "level"), [("=====", 1), ("-----", 2), ("~~~~~", 2)])
def test_an_underlined_line_is_a_heading(line: str, level: int) -> None:
    assert parts(f"Term\n{line}\nTwelve years.") == [
        Typed("heading", (("Term",),), level=level),
        Typed("lines", (("Twelve years.",),)),
    ]


def test_a_ruler_alone_is_nothing() -> None:
    assert parts("----------") == []
    assert parts("1,234\n-----\nTwelve years.") == [Typed("lines", (("1,234",), ("Twelve years.",)))]


def test_columns_of_figures_are_a_table() -> None:
    (table,) = parts(RENT)
    assert table.kind == "table"
    assert ("Cold store", "108,900", "1,306,800") in table.rows


def test_labels_take_what_stands_beside_and_below_them() -> None:
    said = (
        "Landlord     Kesselmark GmbH\nOptions      2 x 5 years, tenant only,\n"
        "             in writing\nThe end."
    )
    assert parts(said) == [
        Typed(
            "labels", (("Landlord", "Kesselmark GmbH"), ("Options", "2 x 5 years, tenant only, in writing"))
        ),
        Typed("lines", (("The end.",),)),
    ]


@pytest.mark.parametrize(
    "said",
    [
        "One stop.  Two spaces\nfollow it.  So it\nwas typed.  Always.",
        "- one  thing\n- two  things",
        "A line with one gap   only\nand others without any\nof them at all.",
        "",
        "   ",
    ],
)
def test_wide_gaps_in_prose_part_nothing(said: str) -> None:
    assert all(part.kind == "lines" for part in parts(said))
    assert "\n".join(row[0] for part in parts(said) for row in part.rows).strip() == said.strip()


def test_a_text_file_is_read_with_its_headings_labels_and_tables(read_here: ReadHere) -> None:
    text = f"LEASE SUMMARY\n=============\n\nTenant      Tarn Ltd\nStart       1 January 2031\n\n{RENT}\n"
    (page,) = read_here(text.encode(), "text").pages
    assert [block.kind for block in page.blocks] == ["heading", "list_item", "list_item", "table"]
    assert "- Tenant: Tarn Ltd\n- Start: 1 January 2031" in page.text
    (table,) = page.tables
    assert [column.header for column in table.columns] == ["per month (EUR)", "per year (EUR)"]
    assert [column.unit for column in table.columns] == ["EUR", "EUR"]


def test_lines_of_thousands_of_gaps_are_no_table() -> None:
    wide = "  ".join(["a"] * 5_000)
    (part,) = parts(f"{wide}\n{wide}")
    assert part.kind == "lines"
