"""README's own questions on the sample, with the parts that ship: each ends as the README says."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from masis.config import Settings
from masis.domain.run.report import RunReport
from masis.service import Masis
from masis.wiring import build_masis
from tests.fakes.services import ME, settled

pytestmark = pytest.mark.slow
README = Path(__file__).parents[2] / "README.md"
PICTURED = "What was net revenue retention in 2024 and how many employees were there at year end?"


@pytest.fixture(scope="module")
def masis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Masis]:
    masis = build_masis(Settings(data_dir=tmp_path_factory.mktemp("readme") / "data", _env_file=None))
    masis.load_sample(ME)
    settled(masis, "sample", 240)
    yield masis
    masis.close()


def report_of(masis: Masis, question: str) -> RunReport:
    run_id = masis.ask(ME, "sample", question)
    masis.wait(run_id, 120)
    report = masis.run(ME, "sample", run_id).report
    assert report is not None
    return report


@pytest.mark.parametrize(
    ("question", "verdict", "said"),
    [
        ("When did the Brno plant open and what did it cost?", "finalized", ("Brno",)),
        ("What was revenue in 2024?", "needs_review", ("212.9", "214.6")),
        ("What is the premium of the cyber insurance?", "absent", ()),
    ],
)
def test_a_question_of_the_readme_ends_as_it_says(
    masis: Masis, question: str, verdict: str, said: tuple[str, ...]
) -> None:
    assert f"*{question}*" in README.read_text(encoding="utf-8")
    report = report_of(masis, question)
    assert report.verdict == verdict
    assert all(value in f"{report.answer} {report.critique}" for value in said)


def test_the_question_of_the_pictures_is_answered_in_both_parts(masis: Masis) -> None:
    report = report_of(masis, PICTURED)
    assert [part.outcome for part in report.parts] == ["answered", "answered"]
    assert report.verdict == "finalized"
