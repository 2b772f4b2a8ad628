"""Organisations: names as people say them, and where a text says them."""

import pytest

from masis.domain.language.organisations import (
    formal_names,
    is_generic,
    is_ordinary,
    same_name,
    short_name,
    text_names,
)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("3M Company", "3M"),
        ("Costco Wholesale Corporation", "Costco Wholesale"),
        ("EBAY INC.", "EBAY"),
        ("Amazon.com, Inc.", "Amazon"),
        ("The Gap, Inc.", "Gap"),
        ("JPMorgan Chase & Co.", "JPMorgan Chase"),
        ("Deere & Company", "Deere"),
        ("The Southern Company", "Southern Company"),
        ("BANK OF AMERICA CORP /DE/", "BANK OF AMERICA"),
        ("Aktieselskabet A. P. Møller - Mærsk A/S", "Aktieselskabet A. P. Møller - Mærsk"),
        ("Koninklijke Philips N.V.", "Koninklijke Philips"),
        ("Toyota Motor Co., Ltd.", "Toyota Motor"),
        ("Bosch GmbH & Co. KG", "Bosch"),
        ("American Water Works Company, Inc.", "American Water Works"),
        ("Inc.", "Inc."),
        ("", ""),
    ],
)
def test_a_name_is_said_without_its_legal_form(name: str, said: str) -> None:
    assert short_name(name) == said


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Costco Wholesale Corporation", "COSTCO WHOLESALE CORP"),
        ("JPMorgan Chase & Co.", "J.P. Morgan Chase and Co"),
        ("Amazon.com, Inc.", "AMAZON COM INC"),
        ("A. P. Møller – Mærsk A/S", "AP Moller Maersk"),
        ("Nestlé S.A.", "NESTLE SA"),
        ("The Procter & Gamble Company", "Procter and Gamble"),
    ],
)
def test_spellings_of_one_name_are_one_organisation(left: str, right: str) -> None:
    assert same_name(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Siemens AG", "Siemens Energy AG"),
        ("American Express Company", "American Water Works Company, Inc."),
        ("Apple Inc.", "Apple Hospitality REIT, Inc."),
        ("", "Apple Inc."),
        ("Inc.", ""),
    ],
)
def test_different_names_stay_apart(left: str, right: str) -> None:
    assert not same_name(left, right)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("What was 3M's total net sales in 2022?", "3M Company"),
        ("what did jpmorgan earn", "JPMorgan Chase & Co."),
        ("J.P. Morgan Chase reported a profit.", "JPMorgan Chase & Co."),
        ("7 Eleven opened stores; 7-Eleven closed some.", "7-Eleven, Inc."),
        ("ap moller has ships", "A. P. Møller - Mærsk A/S"),
        ("Maersk has ships", "A. P. Møller - Mærsk A/S"),
        ("How did Apple do?", "Apple Inc."),
        ("How did Apple do?", "APPLE INC."),
        ("APPLE: annual report", "Apple Inc."),
        ("general mills sales", "General Mills, Inc."),
        ("costco's margin", "Costco Corporation"),
        ("Johnson and Johnson", "Johnson & Johnson"),
        ("McDonalds sells", "McDonald's Corporation"),
        ("ABI (NYSE: COST) rose", "COST"),
        ("NESTLE", "Nestlé S.A."),
    ],
)
def test_a_text_names_an_organisation(text: str, name: str) -> None:
    assert text_names(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("an apple a day", "Apple Inc."),
        ("The target for 2025 is 5 %.", "Target Corporation"),
        ("Pineapples and Appleton", "Apple Inc."),
        ("It raised $3M and then 1.3M in 2022.", "3M Company"),
        ("3m of cable", "3M Company"),
        ("COST OF SALES", "COST"),
        ("Cost of sales", "COST"),
        ("the southern region", "The Southern Company"),
        ("General and administrative cost; wheat mills", "General Mills, Inc."),
        ("American Express", "American Water Works Company, Inc."),
        ("Siemens", "Siemens Energy AG"),
        ("hp of the engine", "HP Inc."),
        ("anything", ""),
    ],
)
def test_ordinary_words_and_figures_name_no_one(text: str, name: str) -> None:
    assert not text_names(text, name)


def test_words_a_document_uses_of_itself_are_generic() -> None:
    assert is_generic("the Company")
    assert is_generic("the Group")
    assert not is_generic("Southern Company")


def test_everyday_words_are_told_from_names() -> None:
    assert is_ordinary("Apple")
    assert not is_ordinary("Costco")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Subsidiary of Tarnholm Freight S.A. since 2019", "Tarnholm Freight S.A."),
        ("Name of Sponsor Ostrow Therapeutics AG", "Ostrow Therapeutics AG"),
        ("Report of the Board of Tarnholm Freight plc", "Tarnholm Freight plc"),
        ("Bank of Tarnholm plc", "Bank of Tarnholm plc"),
    ],
)
def test_what_a_name_is_to_a_document_is_no_part_of_it(text: str, name: str) -> None:
    assert formal_names(text) == (name,)
