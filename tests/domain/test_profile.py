"""Profile: whose document it is, under whichever of its names."""

import pytest

from masis.domain.profile import (
    DocumentProfile,
    ProfileCorrection,
    corrected,
    names_organisation,
    same_organisation,
)

COSTCO = DocumentProfile(organisation="Costco Wholesale Corporation", aliases=("Costco", "COST"))


@pytest.mark.parametrize(
    "other",
    [
        DocumentProfile(organisation="COSTCO WHOLESALE CORP"),
        DocumentProfile(organisation="Costco"),
        DocumentProfile(organisation="Costco Companies", aliases=("COST",)),
        DocumentProfile(organisation="Wholesale Corporation"),
    ],
)
def test_documents_of_one_organisation_are_told_by_any_of_its_names(other: DocumentProfile) -> None:
    assert same_organisation(COSTCO, other)
    assert same_organisation(other, COSTCO)


@pytest.mark.parametrize(
    "other",
    [
        DocumentProfile(),
        DocumentProfile(organisation="Corning Incorporated", aliases=("GLW",)),
        DocumentProfile(organisation="Corporation"),
    ],
)
def test_another_or_an_unknown_organisation_is_not_the_same(other: DocumentProfile) -> None:
    assert not same_organisation(COSTCO, other)


def test_two_documents_that_say_no_organisation_are_not_of_the_same() -> None:
    assert not same_organisation(DocumentProfile(), DocumentProfile())


@pytest.mark.parametrize("text", ["costco membership fees", "Costco Wholesale's sales", "NASDAQ: COST"])
def test_a_text_names_it_by_full_name_short_name_or_ticker(text: str) -> None:
    assert names_organisation(text, COSTCO)


@pytest.mark.parametrize("text", ["the cost of sales", "COST OF SALES", "the Company", ""])
def test_ordinary_words_do_not_name_it(text: str) -> None:
    assert not names_organisation(text, COSTCO)


def test_words_of_a_document_for_itself_are_no_name_even_as_an_alias() -> None:
    profile = DocumentProfile(organisation="Acme Holdings plc", aliases=("the Company",))
    assert not names_organisation("The Company grew.", profile)


def test_a_corrected_name_of_another_organisation_brings_its_own_short_name() -> None:
    profile = corrected(COSTCO, ProfileCorrection(organisation="Corning Incorporated"))
    assert profile.aliases == ("Corning",)
    assert corrected(COSTCO, ProfileCorrection(organisation="")).aliases == ()


def test_no_correction_changes_nothing() -> None:
    assert corrected(COSTCO, ProfileCorrection()) == COSTCO
