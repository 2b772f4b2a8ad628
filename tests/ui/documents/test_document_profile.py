"""Profile words: what the form says, and what becomes of what is typed into it."""

from decimal import Decimal

import pytest

from masis.domain.profile import DocumentProfile, ProfileCorrection
from masis.errors import InvalidInput
from masis.ui.documents.document_profile import (
    Given,
    correction_of,
    in_short,
    language_note,
    period_of,
    place_of,
    renamed,
)

READ = DocumentProfile(
    organisation="Acme Inc.",
    kind="annual_report",
    fiscal_year=2023,
    period_end="2023-12-31",
    title="Acme 2023",
    currency="EUR",
    scale=Decimal(1000),
    language="en",
    basis=(("organisation", "file_name"),),
)
GIVEN = Given("Acme 2023", "Acme Inc.", "annual_report", "2023", 0, "EUR", 1000)


def test_a_document_is_told_on_one_line() -> None:
    assert in_short(READ) == "Acme Inc. · Annual report · 2023, to 2023-12-31"
    assert in_short(DocumentProfile()) == ""
    assert period_of(DocumentProfile(quarter=3, fiscal_year=2023)) == "Q3 2023"


def test_the_place_of_a_value_is_said() -> None:
    assert place_of(READ, "organisation") == "from the file name"
    assert place_of(READ, "kind") == "not known"


def test_the_same_again_is_no_correction() -> None:
    assert correction_of(READ, GIVEN) == ProfileCorrection()


def test_only_what_differs_is_a_correction_and_an_empty_field_is_one_too() -> None:
    given = GIVEN._replace(organisation="  Bolt   AG ", fiscal_year="", currency="usd", title=" ")
    assert correction_of(READ, given) == ProfileCorrection(
        organisation="Bolt AG", fiscal_year=0, currency="USD"
    )


@pytest.mark.parametrize("wrong", [{"fiscal_year": "last"}, {"currency": "E1"}, {"fiscal_year": "-5"}])
def test_what_cannot_be_is_refused_in_a_sentence(wrong: dict[str, str]) -> None:
    with pytest.raises(InvalidInput, match="Nothing was saved"):
        correction_of(READ, GIVEN._replace(**wrong))


def test_another_language_is_said_plainly() -> None:
    assert "written in German" in language_note(DocumentProfile(language="de"))
    assert language_note(READ) == language_note(DocumentProfile()) == ""


def test_a_new_name_leaves_every_other_correction_as_it_was() -> None:
    read = DocumentProfile(organisation="Harbor plc", currency="DKK", title="Scan 0017")
    now = read.model_copy(update={"currency": "EUR"})
    assert renamed(read, now, "  The blue   book ") == ProfileCorrection(
        title="The blue book", currency="EUR"
    )
    assert renamed(read, now, "Scan 0017") == ProfileCorrection(currency="EUR")
