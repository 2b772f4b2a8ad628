"""Table sources: a version's tables are read once, its profile always anew, and only some where asked."""

from pathlib import Path

import pytest

from masis.domain.profile import ProfileCorrection
from masis.service import Masis
from masis.service.table_sources import TableSources
from tests.fakes.services import ME, settled
from tests.service.test_facts import ACME, PEER, read_tables


@pytest.fixture
def filled(masis: Masis, monkeypatch: pytest.MonkeyPatch) -> Masis:
    monkeypatch.setattr("masis.ingest.readers.read", read_tables)
    for name, text in (("acme.txt", ACME), ("peer.txt", PEER)):
        masis.upload(ME, "acme", name, text.encode())
    settled(masis, "acme")
    return masis


def test_a_version_is_read_once_while_its_profile_may_change(filled: Masis) -> None:
    tables = TableSources(filled.parts.database)
    first = tables.sources("acme")
    document = next(source for source in first if source.title and "Acme" in source.profile.organisation)
    filled.profiles.correct(ME, "acme", document.document_id, ProfileCorrection(organisation="Apex Ltd"))
    second = tables.sources("acme")
    assert {source.profile.organisation for source in second} == {"Apex Ltd", "Peer Inc."}
    assert {id(source.pages) for source in first} == {id(source.pages) for source in second}


def test_only_some_versions_where_asked(filled: Masis) -> None:
    tables = TableSources(filled.parts.database)
    one, _ = tables.sources("acme")
    assert [source.version_id for source in tables.sources("acme", {one.version_id})] == [one.version_id]
    assert tables.sources("acme", ()) == ()


def test_another_workspace_has_no_sources(filled: Masis) -> None:
    filled.create_workspace(ME, "Bare")
    tables = TableSources(filled.parts.database)
    tables.read_ahead("bare")
    assert tables.sources("bare") == ()


def test_a_title_is_the_one_of_the_profile(filled: Masis) -> None:
    sources = TableSources(filled.parts.database).sources("acme")
    assert {source.title for source in sources} == {source.profile.title for source in sources}
    assert all(not Path(source.title).is_absolute() for source in sources)
