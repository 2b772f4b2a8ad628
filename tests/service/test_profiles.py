"""Profiles: kept with each version, corrected in place, seen by every search."""

from decimal import Decimal

import pytest

from masis.domain.person import Caller
from masis.domain.profile import DocumentProfile, ProfileCorrection
from masis.errors import NotFound
from masis.service import Masis
from masis.service.documents import profiles_of, searched_profiles
from tests.fakes.services import ME, settled

FILE = "acme-annual-report-2023.txt"
READ = DocumentProfile(
    organisation="Acme Inc.",
    aliases=("Acme",),
    kind="annual_report",
    fiscal_year=2023,
    title="Acme, annual report 2023",
    basis=(("organisation", "cover"), ("kind", "file_name"), ("fiscal_year", "cover"), ("title", "cover")),
)


@pytest.fixture
def document_id(masis: Masis, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a document that was read with a profile."""
    from masis.ingest import readers

    read = readers.read

    def read_with_profile(*given: object, **named: object) -> object:
        found = read(*given, **named)  # type: ignore[arg-type]
        return found.model_copy(update={"profile": READ, "title": READ.title})

    monkeypatch.setattr("masis.ingest.readers.read", read_with_profile)
    taken_in(masis, "Revenue was 12 million euros in 2023.")
    return masis.documents(ME, "acme")[0].document_id


def taken_in(masis: Masis, text: str) -> None:
    masis.upload(ME, "acme", FILE, text.encode())
    settled(masis, "acme")


def test_a_profile_is_listed_as_it_was_read(masis: Masis, document_id: str) -> None:
    (document,) = masis.documents(ME, "acme")
    assert document.profile == document.read_profile == READ
    assert masis.profiles.listed(ME, "acme") == {document_id: READ}


def test_a_correction_shows_at_once_and_says_whose_it_is(masis: Masis, document_id: str) -> None:
    said = ProfileCorrection(organisation="Bolt AG", quarter=2, currency="EUR", scale=Decimal(1000))
    masis.profiles.correct(ME, "acme", document_id, said)
    profile = masis.documents(ME, "acme")[0].profile
    assert (profile.organisation, profile.aliases, profile.quarter) == ("Bolt AG", ("Bolt",), 2)
    assert (profile.currency, profile.scale, profile.kind) == ("EUR", Decimal(1000), "annual_report")
    assert dict(profile.basis)["organisation"] == "analyst"
    assert dict(profile.basis)["kind"] == "file_name"


def test_another_spelling_of_the_same_name_keeps_what_else_it_is_called(
    masis: Masis, document_id: str
) -> None:
    masis.profiles.correct(ME, "acme", document_id, ProfileCorrection(organisation="ACME INC"))
    assert masis.documents(ME, "acme")[0].profile.aliases == ("Acme",)


def test_a_new_title_is_the_one_that_is_read_everywhere(masis: Masis, document_id: str) -> None:
    masis.profiles.correct(ME, "acme", document_id, ProfileCorrection(title="The blue book"))
    (document,) = masis.documents(ME, "acme")
    view = masis.page_view(ME, "acme", document_id, document.current.version_id, 1)
    assert document.title == document.profile.title == view.document_title == "The blue book"
    assert document.read_profile.title == READ.title


def test_a_correction_is_kept_over_new_versions_and_can_be_taken_back(masis: Masis, document_id: str) -> None:
    masis.profiles.correct(
        ME, "acme", document_id, ProfileCorrection(title="The blue book", fiscal_year=2022)
    )
    taken_in(masis, "Revenue was 13 million euros in 2023.")
    (document,) = masis.documents(ME, "acme")
    assert document.current.number == 2
    assert (document.title, document.profile.fiscal_year) == ("The blue book", 2022)
    masis.profiles.correct(ME, "acme", document_id, ProfileCorrection())
    (document,) = masis.documents(ME, "acme")
    assert (document.title, document.profile) == (READ.title, READ)


def test_a_search_knows_the_profile_of_each_version_as_it_is_now(masis: Masis, document_id: str) -> None:
    masis.profiles.correct(ME, "acme", document_id, ProfileCorrection(title="The blue book"))
    version_id = masis.documents(ME, "acme")[0].current.version_id
    known = searched_profiles(masis.parts.database, "acme")
    assert {version: profile.title for version, profile in known.items()} == {version_id: "The blue book"}
    assert searched_profiles(masis.parts.database, "another-workspace") == {}


def test_profiles_of_a_workspace_are_there_for_work_that_was_let_in(masis: Masis, document_id: str) -> None:
    assert profiles_of(masis.parts.database, "acme") == {document_id: READ}
    masis.delete_document(ME, "acme", document_id)
    assert profiles_of(masis.parts.database, "acme") == {}


def test_rows_and_corrections_are_nobody_elses(masis: Masis, document_id: str) -> None:
    stranger, version_id = Caller(person="eve"), masis.documents(ME, "acme")[0].current.version_id
    assert masis.profiles.rows(ME, "acme", document_id, version_id) == ()
    with pytest.raises(NotFound):
        masis.profiles.rows(stranger, "acme", document_id, version_id)
    with pytest.raises(NotFound):
        masis.profiles.correct(stranger, "acme", document_id, ProfileCorrection(title="Mine"))
    with pytest.raises(NotFound):
        masis.profiles.listed(stranger, "acme")
    with pytest.raises(NotFound):
        masis.profiles.correct(ME, "acme", "d-of-nobody", ProfileCorrection(title="Mine"))
