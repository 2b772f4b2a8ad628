"""Draft audits: the real service on the sample workspace, and what happens when things go wrong."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from masis.domain.memo_audit.memo import LONGEST_MEMO
from masis.domain.memo_audit.verdicts import DraftAudit, DraftRow
from masis.errors import DocumentRejected, InvalidInput, NotFound
from masis.sample import memo
from masis.service import Masis
from masis.service.memo_audit import export_draft
from masis.store.memo_audits import MemoAuditRow
from tests.fakes.services import ME, OTHER, World, eventually, opened_copy


@pytest.fixture(scope="module")
def sample(sample_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Masis]:
    """Return a MASIS with the sample workspace read in."""
    built = opened_copy(sample_data, tmp_path_factory.mktemp("drafts") / "data")
    yield built
    built.close()


@pytest.fixture(scope="module")
def audit(sample: Masis) -> DraftAudit:
    """Return the audit of the sample memo."""
    audit_id = sample.drafts.paste(ME, "sample", memo(), "Sample memo")
    sample.drafts.wait(audit_id, 100)
    return sample.drafts.get(ME, "sample", audit_id)


def said(audit: DraftAudit, words: str) -> str:
    return next(row.verdict for row in audit.rows if words in row.text)


def test_the_sample_memo_shows_every_verdict(audit: DraftAudit) -> None:
    assert audit.summary.state == "done"
    assert said(audit, "Adjusted EBITDA came to") == "supported"
    assert said(audit, "Net profit was EUR 16.2") == "figure_mismatch"
    assert said(audit, "Logistics shrank") == "contradicted"
    assert said(audit, "market share of 18%") == "disputed"
    assert said(audit, "Norwegian fish exporter") == "not_found"
    assert said(audit, "We believe") == "opinion"
    assert said(audit, "Its budget is EUR 12.0") == "figure_mismatch"
    assert audit.summary.counts["supported"] == sum(row.verdict == "supported" for row in audit.rows)


def test_every_quote_is_the_exact_text_of_its_page(sample: Masis, audit: DraftAudit) -> None:
    quotes = [quote for row in audit.rows for quote in row.sources]
    assert quotes
    for quote in quotes:
        view = sample.page_view(ME, "sample", quote.document_id, quote.version_id, quote.page_number)
        assert view.page.text[quote.char_start : quote.char_end] == quote.text


def test_a_memo_becomes_no_document(sample: Masis, audit: DraftAudit) -> None:
    assert not any("memo" in one.title.lower() and "sample" in one.title.lower() for one in documents(sample))
    assert len(documents(sample)) == 8


def documents(masis: Masis) -> tuple[object, ...]:
    return masis.documents(ME, "sample")


def test_a_file_is_read_like_an_upload(sample: Masis) -> None:
    text = b"# Note\n\nThe Brno plant opened in May 2024.\n"
    audit_id = sample.drafts.upload(ME, "sample", "note.md", text)
    sample.drafts.wait(audit_id, 60)
    found = sample.drafts.get(ME, "sample", audit_id)
    assert [row.verdict for row in found.rows] == ["heading", "supported"]
    assert found.summary.name == "note.md"


def test_exports(sample: Masis, audit: DraftAudit) -> None:
    made = {kind: export(sample, audit, kind) for kind in ("md", "csv", "json")}
    assert "## To look at" in made["md"]
    assert "The memo says EUR 12.0 million, the documents say EUR 9.5 million." in made["md"]
    assert made["csv"].startswith("sentence_number,")
    assert len(json.loads(made["json"])["rows"]) == len(audit.rows)


def export(masis: Masis, audit: DraftAudit, kind: str) -> str:
    audit_id = audit.summary.audit_id
    return export_draft(masis.drafts, ME, "sample", audit_id, kind).content.decode()  # type: ignore[arg-type]


def test_only_its_owner_sees_an_audit(sample: Masis, audit: DraftAudit) -> None:
    audit_id = audit.summary.audit_id
    for call in (sample.drafts.get, sample.drafts.cancel, sample.drafts.delete):
        with pytest.raises(NotFound):
            call(OTHER, "sample", audit_id)
    other = sample.create_workspace(ME, "Elsewhere").workspace_id
    with pytest.raises(NotFound, match="no such audit"):
        sample.drafts.get(ME, other, audit_id)
    assert sample.drafts.listed(ME, other) == ()


@pytest.mark.parametrize("text", ["", "   ", "x" * (LONGEST_MEMO + 1)])
def test_nothing_and_too_much_are_refused_and_leave_nothing(masis: Masis, text: str) -> None:
    with pytest.raises(InvalidInput):
        masis.drafts.paste(ME, "acme", text)
    assert masis.drafts.listed(ME, "acme") == ()


def test_a_file_that_is_not_what_it_says_is_refused(masis: Masis) -> None:
    with pytest.raises(DocumentRejected):
        masis.drafts.upload(ME, "acme", "memo.pdf", b"MZ\x90\x00")
    with pytest.raises(InvalidInput, match="20 MB"):
        masis.drafts.upload(ME, "acme", "memo.txt", b"a" * (21 * 1024 * 1024))


def test_a_store_that_is_away_is_said_and_the_memo_is_kept(world: World, masis: Masis) -> None:
    world.store.down = True
    audit_id = masis.drafts.paste(ME, "acme", "Revenue was EUR 5 million.")
    masis.drafts.wait(audit_id, 20)
    found = masis.drafts.get(ME, "acme", audit_id)
    assert found.summary.state == "failed"
    assert "does not answer" in found.summary.message
    assert found.memo


def test_cancelled_and_deleted(world: World, masis: Masis) -> None:
    world.embedder.gate.clear()
    first = masis.drafts.paste(ME, "acme", "Revenue was EUR 5 million.")
    second = masis.drafts.paste(ME, "acme", "Costs were EUR 4 million.")
    assert world.embedder.reached.wait(10)
    masis.drafts.cancel(ME, "acme", second)
    assert masis.drafts.get(ME, "acme", second).summary.state == "cancelled"
    masis.drafts.cancel(ME, "acme", first)
    world.embedder.gate.set()
    masis.drafts.wait(first, 20)
    assert masis.drafts.get(ME, "acme", first).summary.state == "cancelled"
    masis.drafts.delete(ME, "acme", first)
    with pytest.raises(NotFound):
        masis.drafts.get(ME, "acme", first)


def test_what_a_stop_interrupted_goes_on_at_the_next_start(world: World, masis: Masis) -> None:
    world.embedder.gate.clear()
    audit_id = masis.drafts.paste(ME, "acme", "Revenue was EUR 5 million.")
    assert world.embedder.reached.wait(10)
    masis.drafts.jobs._closing = True  # the process ends while the audit runs
    world.embedder.gate.set()
    masis.close()
    again = world.open()
    assert eventually(lambda: again.drafts.get(ME, "acme", audit_id).summary.state == "done")
    assert again.drafts.get(ME, "acme", audit_id).rows[0].verdict == "not_found"


def test_a_deleted_workspace_takes_its_audits_along(world: World, masis: Masis) -> None:
    audit_id = masis.drafts.paste(ME, "acme", "Revenue was EUR 5 million.")
    masis.drafts.wait(audit_id, 20)
    masis.delete_workspace(ME, "acme")
    masis.create_workspace(ME, "Acme")
    assert masis.drafts.listed(ME, "acme") == ()


def test_a_migrated_folder_has_the_table(tmp_path: Path) -> None:
    from masis.store.database import Database

    database = Database(tmp_path / "masis.db")
    with database.read() as session:
        from masis.store import memo_audits

        assert memo_audits.listed(session, "w", "me", 5) == ()
    database.close()


def stopped_while_at_work(masis: Masis, audit_id: str, **values: object) -> None:
    """Write the row as a process leaves it that was killed in the middle of the audit."""
    masis._recovery.join(60)  # on a loaded machine it may still be looking for what an earlier process left
    with masis.parts.database.write() as session:
        row = session.get_one(MemoAuditRow, audit_id)
        for name, value in {"state": "running", "finished_at": None, **values}.items():
            setattr(row, name, value)


def test_a_memo_that_keeps_stopping_the_program_is_given_up(world: World, masis: Masis) -> None:
    """A memo that crashes the process would otherwise do so again at every start."""
    audit_id = masis.drafts.paste(ME, "acme", "Revenue was EUR 5 million.")
    masis.drafts.wait(audit_id, 20)
    for _ in range(2):
        stopped_while_at_work(masis, audit_id)
        masis.close()
        masis = world.open()
        assert eventually(lambda masis=masis: state_of(masis, audit_id) == "done", 60)
    stopped_while_at_work(masis, audit_id, rows=[])
    masis.close()
    masis = world.open()
    assert eventually(lambda: state_of(masis, audit_id) == "failed", 60)
    found = masis.drafts.get(ME, "acme", audit_id)
    assert "stopped 3 times" in found.summary.message
    assert found.memo
    assert not found.rows


def test_a_stop_on_purpose_is_not_held_against_a_memo(world: World, masis: Masis) -> None:
    world.embedder.gate.clear()
    audit_id = masis.drafts.paste(ME, "acme", "Revenue was EUR 5 million.")
    assert world.embedder.reached.wait(10)
    masis.drafts.jobs._closing = True
    world.embedder.gate.set()
    masis.close()
    again = world.open()
    assert eventually(lambda: state_of(again, audit_id) == "done")
    with again.parts.database.read() as session:
        assert session.get_one(MemoAuditRow, audit_id).stops == 0


def state_of(masis: Masis, audit_id: str) -> str:
    return masis.drafts.get(ME, "acme", audit_id).summary.state


def test_a_memo_that_waited_for_the_database_is_taken_up_alone(masis: Masis) -> None:
    """Another process may be at work on the rest."""
    mine, theirs = (masis.drafts.paste(ME, "acme", f"Revenue was EUR {number} million.") for number in (5, 6))
    for one in (mine, theirs):
        masis.drafts.wait(one, 20)
        stopped_while_at_work(masis, one)
    masis.drafts.jobs._queue_again({mine})
    assert eventually(lambda: state_of(masis, mine) == "done")
    assert state_of(masis, theirs) == "running"


def test_a_rule_of_precedence_settles_a_dispute_in_a_memo(sample: Masis) -> None:
    titles = {one.title: one.document_id for one in sample.documents(ME, "sample")}
    memo_text = "Revenue in 2024 was EUR 214.6 million.\n\nRevenue in 2024 was EUR 212.9 million.\n"
    before = verdicts_of(sample, memo_text)
    assert [row.verdict for row in before] == ["disputed", "disputed"], titles
    against = {quote.document_title: quote.document_id for quote in before[0].against}
    (audited,) = set(against.values())
    rule = sample.reviews.rules.add(ME, "sample", audited, reason="It is audited.")
    wrong, right = verdicts_of(sample, memo_text)
    sample.reviews.rules.revoke(ME, "sample", rule.rule_id)
    assert (wrong.verdict, right.verdict) == ("figure_mismatch", "supported")
    assert rule.source in wrong.reason
    assert rule.source in right.reason
    assert "212.9" in wrong.corrections[0].right
    assert "214.6" in wrong.corrections[0].said
    assert wrong.against[0].document_id == audited
    assert wrong.quotes
    assert right.against
    assert [row.verdict for row in verdicts_of(sample, memo_text)] == ["disputed", "disputed"]


def verdicts_of(masis: Masis, text: str) -> tuple[DraftRow, ...]:
    audit_id = masis.drafts.paste(ME, "sample", text)
    masis.drafts.wait(audit_id, 60)
    return masis.drafts.get(ME, "sample", audit_id).rows
