"""Asked of: a question put to some documents is answered from these alone, and says so."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from masis.domain.run.report import RunReport
from masis.errors import NotFound
from masis.service import Masis
from tests.fakes.services import ME, opened_copy

QUESTION = "What was revenue in 2024?"


@pytest.fixture(scope="module")
def sample(sample_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Masis]:
    """Return a MASIS with the sample workspace read in."""
    built = opened_copy(sample_data, tmp_path_factory.mktemp("asked-of") / "data")
    yield built
    built.close()


def asked(masis: Masis, question: str, *names: str) -> RunReport:
    held = {document.file_name: document for document in masis.documents(ME, "sample")}
    chosen = [next(held[file].document_id for file in held if name in file) for name in names]
    run_id = masis.ask(ME, "sample", question, documents=chosen)
    masis.wait(run_id, 60)
    report = masis.run(ME, "sample", run_id).report
    assert report is not None
    allowed = {*chosen} or {document.document_id for document in held.values()}
    assert {passage.document_id for passage in report.evidence} <= allowed
    return report


def test_two_documents_that_disagree_do_not_when_one_is_asked(sample: Masis) -> None:
    both = asked(sample, QUESTION)
    assert both.cause == "conflict"
    assert both.asked_of == ()
    alone = asked(sample, QUESTION, "annual")
    assert alone.status == "success"
    assert "212.9" in (alone.answer or "")
    assert len(alone.asked_of) == 1
    assert alone.conditions["Documents"] == f"only {alone.asked_of[0]}"


def test_what_only_another_document_says_is_not_answered(sample: Masis) -> None:
    report = asked(sample, "When did the Brno plant open and what did it cost?", "board")
    assert report.requires_human_review
    assert report.asked_of


def test_a_document_that_is_gone_or_elsewhere_is_said_before_the_run(sample: Masis) -> None:
    before = len(sample.runs(ME, "sample"))
    with pytest.raises(NotFound, match="Choose the documents again"):
        sample.ask(ME, "sample", QUESTION, documents=["d-elsewhere"])
    assert len(sample.runs(ME, "sample")) == before
