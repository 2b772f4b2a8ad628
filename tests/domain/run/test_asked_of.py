"""Asked of: which documents a question is put to."""

from datetime import UTC, datetime

import pytest

from masis.domain.document import DocumentSummary, DocumentVersion
from masis.domain.profile import DocumentKind, DocumentProfile
from masis.domain.run.asked_of import AskedOf, narrowed
from masis.errors import InvalidInput


def document(name: str, kind: DocumentKind, year: int) -> DocumentSummary:
    version = DocumentVersion(
        version_id=f"v-{name}",
        number=1,
        sha256="0",
        size_bytes=1,
        pages=1,
        chunks=1,
        added_at=datetime(2031, 1, 1, tzinfo=UTC),
    )
    return DocumentSummary(
        document_id=name,
        workspace_id="port",
        file_name=f"{name}.pdf",
        title=name,
        kind="pdf",
        versions=(version,),
        profile=DocumentProfile(kind=kind, fiscal_year=year),
    )


HELD = (
    document("report", "annual_report", 2031),
    document("older", "annual_report", 2030),
    document("note", "memo", 2031),
)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (AskedOf(), ()),
        (AskedOf(kinds=("annual_report",)), ("report", "older")),
        (AskedOf(kinds=("annual_report",), years=(2031,)), ("report",)),
        (AskedOf(document_ids=("note",)), ("note",)),
        (AskedOf(document_ids=("note", "gone")), ("note",)),
        (AskedOf(kinds=("annual_report", "memo")), ()),
    ],
)
def test_the_documents_that_fit_are_asked_and_all_of_them_is_no_choice(
    asked: AskedOf, found: tuple[str, ...]
) -> None:
    assert narrowed(asked, HELD) == found


@pytest.mark.parametrize("asked", [AskedOf(document_ids=("gone",)), AskedOf(kinds=("memo",), years=(2030,))])
def test_a_choice_that_nothing_fits_is_said_and_never_taken_for_all(asked: AskedOf) -> None:
    with pytest.raises(InvalidInput, match="No document fits"):
        narrowed(asked, HELD)


@pytest.mark.parametrize(
    "asked",
    [
        AskedOf(),
        AskedOf(kinds=("annual_report", "memo"), years=(2030, 2031)),
        AskedOf(document_ids=tuple(f"d{number:020}" for number in range(60))),
    ],
)
def test_what_stands_in_an_address_is_read_again(asked: AskedOf) -> None:
    assert AskedOf.read(asked.code) == asked


@pytest.mark.parametrize("code", ["", "k.poem", "y.soon~y.20301~y.²²²²", "d.", "x", "~~", "k."])
def test_what_an_address_cannot_mean_narrows_nothing(code: str) -> None:
    assert AskedOf.read(code).everything
