"""Facts: read from what a workspace holds, by its own person only."""

from collections.abc import Callable
from pathlib import Path

import pytest

from masis.domain.document import MediaKind, Page, ReadDocument
from masis.domain.facts.asked import AskedTable, asked_table
from masis.domain.facts.table import Wanted
from masis.domain.language.pipes import pipe_tables
from masis.domain.profile import DocumentProfile, ProfileCorrection
from masis.errors import NotFound
from masis.service import Masis
from tests.fakes.services import ME, OTHER, read_text, settled

ACME = (
    "| $ million | 2024 | 2023 |\n| --- | --- | --- |\n"
    "| Net sales | 120.0 | 100.0 |\n| Net income | 12.0 | 9.0 |\n"
)
PEER = "| $ million | 2024 | 2023 |\n| --- | --- | --- |\n| Net sales | 80.0 | 90.0 |\n"
NET_SALES = Wanted(measure="net sales")


def read_tables(
    content: bytes, kind: MediaKind, file_name: str, *rest: object, **named: object
) -> ReadDocument:
    """Read a text with its pipes as tables; its name says whose it is."""
    read: Callable[..., ReadDocument] = read_text
    plain = read(content, kind, file_name, *rest, **named)
    pages = tuple(_with_tables(page) for page in plain.pages)
    profile = DocumentProfile(organisation=f"{Path(file_name).stem.title()} Inc.", fiscal_year=2024)
    return plain.model_copy(update={"pages": pages, "profile": profile})


def _with_tables(page: Page) -> Page:
    return page.model_copy(update={"tables": pipe_tables(page.text)})


@pytest.fixture
def filled(masis: Masis, monkeypatch: pytest.MonkeyPatch) -> Masis:
    monkeypatch.setattr("masis.ingest.readers.read", read_tables)
    for name, text in (("acme.txt", ACME), ("peer.txt", PEER)):
        masis.upload(ME, "acme", name, text.encode())
    settled(masis, "acme")
    return masis


def test_the_documents_of_a_workspace_become_one_table(filled: Masis) -> None:
    table = filled.facts.table(ME, "acme", NET_SALES)
    assert table.organisations == ("Acme", "Peer")
    values = {line.organisation: [int(cell.value / 10**6) for cell in line.cells] for line in table.lines}
    assert values == {"Acme": [100, 120], "Peer": [90, 80]}


def test_a_value_leads_to_its_row_on_its_page(filled: Masis) -> None:
    place = filled.facts.table(ME, "acme", NET_SALES).lines[0].cells[0].lead.place
    page = filled.page_view(ME, "acme", place.document_id, place.version_id, place.page_number).page
    assert page.text[place.char_start : place.char_end] == "| Net sales | 120.0 | 100.0 |"


def test_measures_of_most_organisations_are_suggested_first(filled: Masis) -> None:
    assert filled.facts.suggestions(ME, "acme")[0] == "Net sales"
    assert filled.facts.suggestions(ME, "acme") == filled.facts.suggestions(ME, "acme")


def test_another_person_learns_nothing(filled: Masis) -> None:
    with pytest.raises(NotFound):
        filled.facts.table(OTHER, "acme", NET_SALES)
    with pytest.raises(NotFound):
        filled.facts.suggestions(OTHER, "acme")
    with pytest.raises(NotFound):
        filled.facts.table(ME, "nowhere", NET_SALES)


def test_another_workspace_gives_nothing_away(filled: Masis) -> None:
    filled.create_workspace(ME, "Quiet")
    assert not filled.facts.table(ME, "quiet", NET_SALES).lines
    assert filled.facts.suggestions(ME, "quiet") == ()


def test_a_deleted_document_is_gone_and_comes_back(filled: Masis) -> None:
    peer = next(one for one in filled.documents(ME, "acme") if one.file_name == "peer.txt")
    filled.delete_document(ME, "acme", peer.document_id)
    assert filled.facts.table(ME, "acme", NET_SALES).organisations == ("Acme",)
    filled.undo_delete(ME, "acme", peer.document_id)
    assert filled.facts.table(ME, "acme", NET_SALES).organisations == ("Acme", "Peer")


def test_a_new_version_takes_the_place_of_the_old(filled: Masis) -> None:
    filled.facts.table(ME, "acme", NET_SALES)
    filled.upload(ME, "acme", "peer.txt", PEER.replace("80.0", "81.0").encode())
    settled(filled, "acme")
    line = filled.facts.table(ME, "acme", NET_SALES).lines[1]
    assert [int(cell.value / 10**6) for cell in line.cells] == [90, 81]
    assert not line.cells[1].disputed


def test_a_corrected_profile_counts_at_once(filled: Masis) -> None:
    peer = next(one for one in filled.documents(ME, "acme") if one.file_name == "peer.txt")
    assert filled.facts.suggestions(ME, "acme")
    filled.profiles.correct(ME, "acme", peer.document_id, ProfileCorrection(organisation="Rival plc"))
    assert filled.facts.table(ME, "acme", NET_SALES).organisations == ("Acme", "Rival")


def test_a_question_ends_in_the_table_of_its_own_workspace(filled: Masis) -> None:
    found = filled.facts.asked(ME, "acme", "How did Acme's net sales change from 2023 to 2024?")
    assert found is not None
    assert [line.organisation for line in found.table.lines] == ["Acme"]
    with pytest.raises(NotFound):
        filled.facts.asked(OTHER, "acme", "What were Acme's net sales in 2024?")


def test_the_table_beside_an_answer_is_made_once_and_anew_when_the_documents_change(
    filled: Masis, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def counted(question: str, sources: object) -> AskedTable | None:
        made.append(question)
        return asked_table(question, sources)  # type: ignore[arg-type]

    monkeypatch.setattr("masis.service.facts.asked_table", counted)
    question = "How did Acme's net sales change from 2023 to 2024?"
    first = filled.facts.asked(ME, "acme", question)
    assert filled.facts.asked(ME, "acme", question) is first
    assert made == [question]
    with pytest.raises(NotFound):  # what is kept opens no other person's workspace
        filled.facts.asked(OTHER, "acme", question)
    for document in filled.documents(ME, "acme"):
        filled.delete_document(ME, "acme", document.document_id)
    assert filled.facts.asked(ME, "acme", question) is None
    for number in range(20):
        filled.facts.asked(ME, "acme", f"{question} {number}")
    assert len(filled.facts._asked) == 16
