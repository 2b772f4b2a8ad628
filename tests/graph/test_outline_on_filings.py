"""A whole run on a real annual report: figures of several years planned as look-ups, worked out by code."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from masis.config import Settings
from masis.domain.run.report import RunReport
from masis.evaluation import asking
from masis.service import Masis
from masis.wiring import build_masis
from tests.analysts.model.recorded.houses import auditing
from tests.fakes.openai_answers import fenced
from tests.fakes.openai_server import FakeOpenAI
from tests.llm.chats import KEY

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

REPORT = "APPLE_2022_10K.pdf"


def filings() -> Path | None:
    """Return the folder of the filings to fit on, which lies beside the checkout where there is one."""
    folders = (parent / "shared/data/filings/fit" for parent in Path(__file__).resolve().parents)
    return next((folder for folder in folders if (folder / REPORT).exists()), None)


class House:
    """MASIS over the report, with a model behind it."""

    def __init__(self, masis: Masis, report: Path) -> None:
        self._masis = masis
        self._workspace = asking.workspace(masis, "filings")
        asking.take_in(masis, self._workspace, REPORT, report.read_bytes())
        asking.settled(masis, self._workspace, lambda *_: None)

    def ask(self, question: str) -> RunReport:
        report = asking.ask(self._masis, self._workspace, question).report
        assert report is not None
        return report


@pytest.fixture(scope="module")
def served() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as fake:
        yield fake


@pytest.fixture(scope="module")
def house(served: FakeOpenAI, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = filings()
    if folder is None:
        pytest.skip("the filings are not here")
    values: dict[str, Any] = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": served.base_url}
    settings = Settings(
        _env_file=None,
        data_dir=tmp_path_factory.mktemp("outline"),
        embedder="local",
        model_calls_per_minute=10_000,
        model_max_attempts=1,
        model_cache_days=0,
        **values,
    )
    masis = build_masis(settings)
    yield House(masis, folder / REPORT)
    masis.close()


@pytest.fixture
def fake(served: FakeOpenAI) -> FakeOpenAI:
    served.reset()
    served.say("auditor", auditing())
    served.say("writer", lambda user: fenced(user, "worked out") or "Nothing is known of it.")
    return served


def look_up(measure: str, *periods: str) -> dict[str, Any]:
    return {
        "action": "look_up",
        "measure": measure,
        "organisation": "Apple",
        "periods": [*periods],
        "why": "an operand",
    }


def researched(report: RunReport) -> dict[str, Any]:
    return next(entry for entry in report.trace if entry["node"] == "researcher")


def test_a_stated_margin_is_looked_up_and_its_change_is_final(fake: FakeOpenAI, house: House) -> None:
    calls = [look_up("gross margin percentage", "2021", "2022")]
    plan = {"calls": calls, "work_out": [{"kind": "change", "calls": [1]}]}
    fake.say("outliner", lambda _: json.dumps(plan))
    report = house.ask("How did Apple's total gross margin percentage change from 2021 to 2022?")
    assert "rose by 1.5 percentage points, from 41.8% in 2021 to 43.3% in 2022 (computed)" in report.answer
    assert (report.outcome, report.requires_human_review) == ("answered", False)
    assert [fake.count(role) for role in ("desk", "outliner", "writer", "auditor", "judge")] == [1] * 5


def test_a_margin_is_worked_out_of_two_statements_rows_for_each_year(fake: FakeOpenAI, house: House) -> None:
    calls = [look_up("gross margin", "2021", "2022"), look_up("total net sales", "2021", "2022")]
    plan = {"calls": calls, "work_out": [{"kind": "share", "calls": [1, 2]}]}
    fake.say("outliner", lambda _: json.dumps(plan))
    report = house.ask("How did Apple's gross margin as a share of its net sales change from 2021 to 2022?")
    first, second = researched(report)["worked_out"]
    assert "$152,836 million in 2021, 41.78% of " in first
    assert "$170,782 million in 2022, 43.31% of " in second
    assert {claim.verdict for claim in report.claims} == {"supported"}


def test_the_planner_sees_the_statements_by_name_within_the_budget(fake: FakeOpenAI, house: House) -> None:
    house.ask("How did Apple's cash and its balance sheet change from 2021 to 2022?")
    (request, *_) = [request for request in fake.requests if request["role"] == "outliner"]
    outline = fenced(request["body"]["messages"][1]["content"], "outline")
    assert "table: CONSOLIDATED BALANCE SHEETS, p. 34" in outline
    assert len(outline) <= 6000


def test_what_is_opened_by_label_becomes_evidence(fake: FakeOpenAI, house: House) -> None:
    def plan(user: str) -> str:
        line = next(line for line in user.splitlines() if "table: CONSOLIDATED BALANCE SHEETS, p." in line)
        call = {"action": "open", "label": line.split()[0], "why": "the totals stand there"}
        return json.dumps({"calls": [call]})

    fake.say("outliner", plan)
    report = house.ask("How did Apple's balance sheet change from 2021 to 2022?")
    opened = researched(report)["tools"][1]
    assert opened["question"] == "Apple, annual report 2022: CONSOLIDATED BALANCE SHEETS, p. 34"
    assert {*opened["opened"]} <= {chunk.chunk_id for chunk in report.evidence}
    assert opened["opened"]
