"""Contents of a workspace: what is seen, opened and looked up, in the documents in question and no others."""

import pytest

from masis.domain.profile import DocumentProfile
from masis.domain.run.planning import OutlineCall
from masis.service import Masis
from masis.service.contents import StoredContents, _spelled_out
from masis.service.table_sources import TableSources
from tests.fakes.services import ME, OTHER, World, eventually, settled
from tests.service.test_facts import ACME, PEER, read_tables

NET_SALES = OutlineCall(action="look_up", measure="net sales", periods=("fiscal 2023", "2024"))
ASKED = "How did net sales change from 2023 to 2024?"


@pytest.fixture
def filled(world: World, monkeypatch: pytest.MonkeyPatch) -> Masis:
    monkeypatch.setattr("masis.ingest.readers.read", read_tables)
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.create_workspace(OTHER, "Theirs")
    for who, where, name, text in (
        (ME, "acme", "acme.txt", ACME),
        (ME, "acme", "peer.txt", PEER),
        (OTHER, "theirs", "secret.txt", ACME),
    ):
        masis.upload(who, where, name, text.encode())
    settled(masis, "acme")
    assert eventually(lambda: all(job.finished for job in masis.jobs(OTHER, "theirs")))
    return masis


def contents(masis: Masis, world: World) -> StoredContents:
    database = masis.parts.database
    return StoredContents(database, TableSources(database), lambda: world.embedder)


def test_the_outline_holds_the_documents_of_one_workspace(filled: Masis, world: World) -> None:
    outline = contents(filled, world).outline("acme", ASKED)
    assert {document.profile.organisation for document in outline.documents} == {"Acme Inc.", "Peer Inc."}
    assert "Secret" not in outline.text


def test_an_organisation_that_is_named_is_the_only_one_in_the_outline(filled: Masis, world: World) -> None:
    outline = contents(filled, world).outline("acme", "How did the net sales of Peer change in 2024?")
    assert [document.profile.organisation for document in outline.documents] == ["Peer Inc."]


def test_an_empty_workspace_has_an_empty_outline(filled: Masis, world: World) -> None:
    filled.create_workspace(ME, "Bare")
    outline = contents(filled, world).outline("bare", ASKED)
    assert (outline.text, outline.documents) == ("", ())


def test_a_page_is_opened_whole_with_scores_and_profile(filled: Masis, world: World) -> None:
    shelf = contents(filled, world)
    outline = shelf.outline("acme", "What does Peer say?")
    opened = outline.named("D1", "1")
    assert opened is not None
    (passage,) = shelf.open("acme", "What does Peer say?", opened, 6000)
    assert "| Net sales | 80.0 | 90.0 |" in passage.full_text
    assert passage.profile.organisation == "Peer Inc."
    assert -1.0 <= passage.score <= 1.0


def test_rows_are_looked_up_with_their_passages(filled: Masis, world: World) -> None:
    call = NET_SALES.model_copy(update={"organisation": "Acme"})
    found = contents(filled, world).look_up("acme", ASKED, call, 6000)
    (line,) = found.lines
    assert {period: int(places[0].fact.value) for period, places in line.sure.items()} == {
        "2023": 100_000_000,
        "2024": 120_000_000,
    }
    (passage,) = found.chunks
    assert "| Net sales | 120.0 | 100.0 |" in passage.full_text


def test_without_an_organisation_each_is_looked_up(filled: Masis, world: World) -> None:
    found = contents(filled, world).look_up("acme", ASKED, NET_SALES, 6000)
    assert [line.organisation for line in found.lines] == ["Acme", "Peer"]
    assert len(found.chunks) == 2


@pytest.mark.parametrize(
    ("said", "names", "meant"),
    [
        ("Veldrin", ("Veldrin Systems N.V.", "Veldrin Systems N.V."), "Veldrin Systems N.V."),
        ("Northern", ("Northern Rail plc", "Northern Gas plc"), "Northern"),
        ("Rail", ("Northern Rail plc",), "Rail"),
        ("", ("Northern Rail plc",), ""),
        ("Veldrin", (), "Veldrin"),
    ],
)
def test_a_short_name_is_the_only_organisation_whose_name_begins_so(
    said: str, names: tuple[str, ...], meant: str
) -> None:
    profiles = tuple(DocumentProfile(organisation=name) for name in names)
    assert _spelled_out(said, profiles) == meant


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"organisation": "Secret"}, "No document is of “Secret”."),
        (
            {"measure": "goodwill", "organisation": "Acme"},
            "The tables state no “goodwill” for fiscal 2023, 2024.",
        ),
    ],
)
def test_what_is_not_there_is_said(filled: Masis, world: World, change: dict[str, str], says: str) -> None:
    found = contents(filled, world).look_up("acme", ASKED, NET_SALES.model_copy(update=change), 6000)
    assert (found.chunks, found.lines) == ((), ())
    assert found.why_not.startswith(says)


def test_more_documents_than_can_be_looked_up_are_counted(
    filled: Masis, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("masis.service.contents.MOST_LOOKED_UP", 1)
    shelf = contents(filled, world)
    assert shelf.look_up("acme", ASKED, NET_SALES, 6000).why_not.startswith("2 documents are in question")
    one = NET_SALES.model_copy(update={"organisation": "Peer"})
    assert [line.organisation for line in shelf.look_up("acme", ASKED, one, 6000).lines] == ["Peer"]


def test_a_fork_over_some_documents_sees_no_others(filled: Masis, world: World) -> None:
    shelf = contents(filled, world)
    (peer,) = shelf.outline("acme", "What does Peer say?").documents
    narrow = shelf.narrowed(lambda _: (peer.version_id,))
    assert [document.version_id for document in narrow.outline("acme", ASKED).documents] == [peer.version_id]
    found = narrow.look_up("acme", ASKED, NET_SALES, 6000)
    assert [line.organisation for line in found.lines] == ["Peer"]


def test_a_document_that_was_deleted_is_gone_at_once(filled: Masis, world: World) -> None:
    shelf = contents(filled, world)
    document = next(one for one in filled.documents(ME, "acme") if one.file_name == "peer.txt")
    opened = shelf.outline("acme", "What does Peer say?").named("D1", "1")
    assert opened is not None
    filled.delete_document(ME, "acme", document.document_id)
    assert len(shelf.outline("acme", ASKED).documents) == 1
    assert [line.organisation for line in shelf.look_up("acme", ASKED, NET_SALES, 6000).lines] == ["Acme"]
    assert shelf.open("acme", ASKED, opened, 6000) == ()
