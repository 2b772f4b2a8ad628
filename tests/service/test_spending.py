"""Spending on the real engine and both stores: what a run cost, the caps that end it, and the cache."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from masis.config import Settings
from masis.domain.person import Caller
from masis.domain.run.provenance import Change
from masis.domain.run.report import RunReport
from masis.domain.usage import Usage
from masis.errors import BudgetReached, InvalidInput, NotAllowed
from masis.llm.replies import run_in_view
from masis.service import Masis
from masis.service.spending import Budget
from masis.store import spending
from masis.store.database import Database
from masis.store.notifications import NotificationRow
from masis.store.spending import ModelCallRow
from masis.wiring import build_parts, database_server
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.services import ME, OTHER, settled
from tests.service.conftest import LayOut

QUESTION = "How high was net revenue retention in 2025?"
TEXT = (
    "# Harbor annual report 2025\n\nNet revenue retention was 114 % in 2025. "
    "The harbour moved 2.1 million containers in 2025.\n"
)
PRICES = 'currency = "EUR"\n[models]\n"gpt-4o" = { input = 3, output = 9 }\n'
BOTH = '"gpt-4o-mini" = { input = 1, output = 2 }\n'
Open = Callable[..., Masis]


@pytest.fixture
def fake() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as served:
        yield served


@pytest.fixture
def opened(tmp_path: Path, lay_out: LayOut, fake: FakeOpenAI, database_url: str | None) -> Iterator[Open]:
    """Open MASIS on the fake server; ``prices`` is the text of the operator's file."""
    made: list[Masis] = []
    if database_url is None:
        lay_out(tmp_path / "data", ("annual.md", TEXT))

    def open_masis(prices: str = PRICES + BOTH, **changes: Any) -> Masis:
        while made:
            made.pop().close()
        (tmp_path / f"prices{len(prices)}.toml").write_text(prices, encoding="utf-8")
        values = {
            "OPENAI_BASE_URL": fake.base_url,
            "database_url": database_url,
            "prices_file": tmp_path / f"prices{len(prices)}.toml",
            "model_calls_per_minute": 10_000,
            "model_max_attempts": 1,
        }
        settings = Settings(data_dir=tmp_path / "data", _env_file=None, **(values | changes))
        made.append(Masis(build_parts(settings)))
        if not made[-1].workspaces(ME):
            made[-1].create_workspace(ME, "Acme")
            made[-1].upload(ME, "acme", "annual.md", TEXT.encode())
            assert {job.state for job in settled(made[-1], "acme", 60)} == {"done"}
        return made[-1]

    yield open_masis
    for masis in made:
        masis.close()


def report_of(masis: Masis, run_id: str) -> RunReport:
    masis.wait(run_id, 60)
    report = masis.run(ME, "acme", run_id).report
    assert report is not None
    return report


def ask(masis: Masis, question: str = QUESTION, **how: Any) -> RunReport:
    return report_of(masis, masis.ask(ME, "acme", question, **how))


def month_of(masis: Masis) -> Usage:
    view = masis.spending.overview(ME)
    assert view is not None
    return view.months[0][1] if view.months else Usage()


def test_what_a_run_spent_stands_everywhere_the_same(opened: Open, fake: FakeOpenAI) -> None:
    masis = opened()
    report = ask(masis, thread_id="t1")
    spent = report.spending
    assert spent is not None
    assert spent.calls == fake.count() == report.metrics["llm_calls"]
    assert spent.tokens == report.metrics["tokens"]["total"] > 500
    assert spent.currency == "EUR"
    told = [entry["money"] for entry in report.trace if "money" in entry]
    assert len(told) >= 3
    assert all(words.endswith(" EUR") for words in told)
    (listed,) = masis.past.listed(ME, "acme")
    assert listed.summary.spending == spent
    view = masis.spending.overview(ME)
    assert view is not None
    assert [usage for _, usage in (*view.months, *view.workspaces, *view.threads)] == [spent] * 3
    assert (view.workspaces[0][0], view.threads[0][0]) == ("acme", QUESTION)
    assert [words for words in view.prices if "EUR for a million tokens" in words] == list(view.prices)
    exported = masis.export_run(ME, "acme", report.run_id, "json").content
    assert f'"money_nano":{spent.money_nano}' in exported.decode().replace(" ", "")
    assert spent.told in masis.export_run(ME, "acme", report.run_id, "md").content.decode()


def test_an_unknown_price_is_said_and_its_tokens_are_counted(opened: Open) -> None:
    report = ask(opened(PRICES))
    assert report.spending is not None
    assert report.spending.unpriced == ("gpt-4o-mini",)
    assert report.spending.price.endswith("EUR; price of model gpt-4o-mini unknown")


def test_an_equal_question_costs_nothing_until_the_cache_is_emptied(opened: Open, fake: FakeOpenAI) -> None:
    masis = opened()
    first = ask(masis)
    asked = fake.count()
    again = ask(opened())
    assert (fake.count(), again.answer) == (asked, first.answer)
    assert again.spending is not None
    assert (again.spending.tokens, again.spending.calls, again.metrics["llm_calls"]) == (0, 0, 0)
    assert again.spending.cached == asked
    assert sum(entry.get("from_cache", 0) for entry in again.trace) == asked
    masis = opened()
    assert (view := masis.spending.overview(ME)) is not None
    assert view.kept is not None
    assert view.kept[0] == asked
    with pytest.raises(NotAllowed):
        masis.spending.empty_cache(OTHER)
    masis.spending.empty_cache(Caller())
    assert ask(masis).metrics["llm_calls"] == asked


def test_the_cache_can_be_switched_off_and_forgets_what_is_deleted(opened: Open, fake: FakeOpenAI) -> None:
    masis = opened(model_cache_days=0)
    first = ask(masis, thread_id="t1")
    assert ask(masis).metrics["llm_calls"] == first.metrics["llm_calls"]
    masis = opened()
    ask(masis, thread_id="t2")
    masis.delete_thread(ME, "acme", "t2")
    assert (view := masis.spending.overview(ME)) is not None
    assert view.kept == (0, 0)


def test_a_run_that_reaches_its_cap_stops_with_the_sentence_and_its_draft(
    opened: Open, fake: FakeOpenAI
) -> None:
    small = {"model_cache_days": 0, "model_max_output_tokens": 64}
    before = ask(opened(**small)).trace
    (writing,) = (request["body"]["messages"] for request in fake.requests if request["role"] == "writer")
    desk = next(entry for entry in before if entry["node"] == "orchestrator")
    room = sum(len(message["content"].encode()) for message in writing) // 2 + 1 + 64
    cap = room + desk["input_tokens"] + desk["output_tokens"]
    fake.requests.clear()
    report = ask(opened(**small, run_cap_tokens=cap))  # one draft, and no room for the longer audit
    assert [request["role"] for request in fake.requests] == ["desk", "writer"]
    assert (report.cause, report.requires_human_review) == ("budget_reached", True)
    assert f"This run may spend {cap:,} tokens (MASIS_RUN_CAP_TOKENS)" in str(report.clarification_question)
    assert report.answer
    assert report.spending is not None
    assert 0 < report.spending.tokens <= cap
    assert [entry["node"] for entry in report.trace].count("researcher") == 1


def test_a_run_without_room_for_one_call_makes_none_and_blames_no_document(
    opened: Open, fake: FakeOpenAI
) -> None:
    report = ask(opened(run_cap_money="0.000001"))
    assert (report.cause, report.outcome, fake.count()) == ("budget_reached", "unavailable", 0)
    assert "(MASIS_RUN_CAP_MONEY)" in str(report.clarification_question)


def test_money_that_cannot_be_counted_is_not_spent_under_a_cap_in_money(
    opened: Open, fake: FakeOpenAI
) -> None:
    report = ask(opened(PRICES, month_cap_money="100"))
    assert "price of model gpt-4o-mini unknown" in str(report.clarification_question)
    assert fake.count("writer") == 0


def test_after_the_months_cap_no_question_is_taken_until_it_is_raised(opened: Open, fake: FakeOpenAI) -> None:
    spent = ask(opened(model_cache_days=0)).spending
    assert spent is not None
    asked = fake.count()
    masis = opened(month_cap_tokens=spent.tokens + 1000)
    with pytest.raises(InvalidInput, match=r"MASIS_MONTH_CAP_TOKENS.*next month, or when the cap is raised"):
        masis.ask(ME, "acme", QUESTION)
    (past,) = masis.past.listed(ME, "acme")
    with pytest.raises(InvalidInput, match="MASIS_MONTH_CAP_TOKENS"):
        masis.past.run_again(ME, "acme", past.summary.run_id)
    masis._recovery.join(20)
    (told,) = masis.notifications.listed(ME).found  # once, not for each question
    assert (told.kind, "MASIS_MONTH_CAP_TOKENS" in told.about) == ("budget", True)
    assert (fake.count(), len(masis.past.listed(ME, "acme"))) == (asked, 1)
    fork = masis.past.forking.points(ME, "acme", past.summary.run_id).points[0]
    change = Change(engine="extractive")
    made = masis.past.forking.fork(ME, "acme", past.summary.run_id, fork.node, fork.iteration, change)
    assert report_of(masis, made).engine == "extractive"
    assert ask(opened(month_cap_tokens=10**9)).spending is not None


def test_runs_side_by_side_do_not_pass_the_months_cap_together(opened: Open, fake: FakeOpenAI) -> None:
    one_run = ask(opened(model_cache_days=0)).spending
    assert one_run is not None
    cap = 4 * one_run.tokens + 8000
    masis = opened(model_cache_days=0, month_cap_tokens=cap, parallel_runs=8)

    def one_of_many(_: int) -> str:
        try:
            return str(ask(masis).cause)
        except InvalidInput:
            return "refused"

    with ThreadPoolExecutor(8) as pool:
        ended = [*pool.map(one_of_many, range(12))]
    assert set(ended) & {"budget_reached", "refused"}
    assert one_run.tokens < month_of(masis).tokens <= cap


def test_a_trial_of_the_roles_is_counted_too(opened: Open, fake: FakeOpenAI) -> None:
    masis = opened()
    assert all(trial.healthy for trial in masis.models.try_roles())
    assert month_of(masis).calls == fake.count() > 0


def test_a_deleted_workspace_leaves_its_money_and_nothing_else(opened: Open) -> None:
    masis = opened()
    spent = ask(masis).spending
    masis.delete_workspace(ME, "acme")
    view = masis.spending.overview(ME)
    assert view is not None
    assert (month_of(masis), view.workspaces, view.threads, view.kept) == (spent, (), (), (0, 0))


def test_other_peoples_workspaces_and_conversations_are_not_shown(opened: Open) -> None:
    masis = opened()
    ask(masis)
    view = masis.spending.overview(OTHER)
    assert view is not None
    assert (view.months, view.workspaces, view.threads) == ((), (), ())


def test_without_a_model_there_is_nothing_about_money(opened: Open) -> None:
    masis = opened(engine="extractive", month_cap_tokens=1)
    report = ask(masis)
    assert (report.spending, masis.spending.overview(ME)) == (None, None)
    assert "Spent" not in masis.export_run(ME, "acme", report.run_id, "md").content.decode()


class At(str):
    """A model on a server."""

    url = "http://one/v1"
    model = "gpt-4o"
    key = "one gpt-4o"


def test_what_a_killed_process_held_is_free_again_after_the_longest_a_call_can_take(
    tmp_path: Path, database_url: str | None
) -> None:
    settings = Settings(data_dir=tmp_path, _env_file=None, database_url=database_url, month_cap_tokens=10_000)
    database = Database(database_server(settings) or tmp_path / "masis.db")
    now = [datetime(2026, 11, 30, 23, 0, tzinfo=UTC)]
    budget = Budget(settings, database, lambda: now[0])
    purse = budget.purse_for(At())
    purse.hold(5000, 1000, 1)  # and then the process is killed
    for _ in range(2):
        with pytest.raises(BudgetReached, match=r"November 2026 together.*6,000 are spent"):
            purse.hold(5000, 1000, 1)
    assert told_of_budgets(database) == ["budget"]
    held = purse.hold(1000, 1000, 5)
    assert held.calls == 2
    purse.settle(held, Usage(calls=1, input_tokens=10, output_tokens=5))
    now[0] += timedelta(minutes=50)
    assert purse.hold(5000, 1000, 1).calls == 1
    now[0] += timedelta(minutes=20)  # a new month
    assert purse.hold(10_000, 0, 1).calls == 1
    with database.read() as session:
        totals = spending.totals(session, ModelCallRow.month)
    assert totals["2026-11"].tokens == 15
    assert totals["2026-11"].calls == 1
    with pytest.raises(BudgetReached):
        purse.hold(10_000, 1000, 1)
    assert told_of_budgets(database) == ["budget", "budget"]  # another month
    database.close()


def told_of_budgets(database: Database) -> list[str]:
    with database.read() as session:
        return [*session.scalars(select(NotificationRow.kind))]


def test_the_cap_of_a_run_counts_only_inside_of_it(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, _env_file=None, run_cap_tokens=100)
    database = Database(tmp_path / "masis.db")
    purse = Budget(settings, database, lambda: datetime.now(UTC)).purse_for(At())
    assert purse.hold(1000, 0, 1).calls == 1
    token = run_in_view.set("r1")
    purse.settle(purse.hold(60, 0, 1), Usage(calls=1, input_tokens=60))
    with pytest.raises(BudgetReached, match="60 are spent"):
        purse.hold(60, 0, 1)
    run_in_view.set("r2")
    assert purse.hold(60, 0, 1).calls == 1
    run_in_view.reset(token)
    database.close()
