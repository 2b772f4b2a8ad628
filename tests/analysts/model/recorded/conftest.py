"""The sample taken in once for a session, and every recorded reply run once, whichever tests look at it."""

from collections.abc import Callable, Iterator

import pytest

from masis.config import Settings
from masis.evaluation import asking
from masis.evaluation.asking import Asked
from masis.service import Masis
from masis.wiring import build_masis
from tests.analysts.model.recorded.houses import (
    NO_LABEL,
    Ended,
    Shelved,
    auditing,
    calls,
    citing,
    ended_of,
    finding,
)
from tests.analysts.model.recorded.records import FILINGS, Bad, Good
from tests.fakes.openai_server import FakeOpenAI
from tests.llm.chats import KEY


@pytest.fixture(scope="session")
def shelved() -> Shelved:
    """Return runs over passages."""
    return Shelved()


class SampleHouse:
    """The whole of MASIS on its sample, with a model behind it."""

    def __init__(self, masis: Masis) -> None:
        self._masis = masis
        self._workspace = asking.sample(masis, lambda *_: None)

    def ask(self, question: str) -> Asked:
        """Ask and wait for the end."""
        return asking.ask(self._masis, self._workspace, question)


@pytest.fixture(scope="session")
def house(served: FakeOpenAI, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SampleHouse]:
    """Open MASIS on the fake endpoint and take the sample in."""
    values = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": served.base_url}
    folder = tmp_path_factory.mktemp("recorded")
    settings = Settings(
        _env_file=None,
        data_dir=folder,
        model_calls_per_minute=10_000,
        model_max_attempts=1,
        model_cache_days=0,  # a good and a bad answer are recorded to equal prompts
        **values,
    )
    masis = build_masis(settings)
    yield SampleHouse(masis)
    masis.close()


class Recorded:
    """Runs of the recorded replies, each made once."""

    def __init__(self, served: FakeOpenAI, house: SampleHouse, shelved: Shelved) -> None:
        self._served = served
        self._house = house
        self._shelved = shelved
        self._kept: dict[tuple[str, str], tuple[Ended, dict[str, int]]] = {}

    def good(self, row: Good) -> tuple[Ended, dict[str, int]]:
        """Return how a run with a right reply ends, and its calls."""
        return self._run(row, "approving", auditing(), row.plan)

    def bad(self, row: Bad, *, found: bool = False) -> Ended:
        """Return how a run with a bad reply ends, under an auditor that approves it or one that finds it."""
        auditor = finding(row.bad) if found else auditing()
        return self._run(row, "finding" if found else "approving", auditor)[0]

    def _run(
        self, row: Good | Bad, name: str, auditor: Callable[[str], str], plan: str = ""
    ) -> tuple[Ended, dict[str, int]]:
        known = self._kept.get((row.id, name))
        if known is not None:
            return known
        self._served.reset()
        self._served.say("writer", _labelled(row))
        self._served.say("auditor", auditor)
        if plan:
            self._served.say("outliner", lambda _: plan)
        ended = self._on_sample(row.question) if row.on == "sample" else self._on_filings(row.question)
        self._kept[row.id, name] = ended, calls(self._served)
        return self._kept[row.id, name]

    def _on_sample(self, question: str) -> Ended:
        asked = self._house.ask(question)
        report = asked.report
        assert report is not None, asked.answer
        final = asked.ending == "answered"
        return ended_of(report.outcome, report.answer, report.claims, report.struck, final=final)

    def _on_filings(self, question: str) -> Ended:
        state = self._shelved.ask(self._served, question, *FILINGS[question])
        final = state["status"] == "success"
        return ended_of(
            state["outcome"], state["final_answer"], state["claims"], state["struck"], final=final
        )


def _labelled(row: Good | Bad) -> Callable[[str], str]:
    """Return the reply; one whose passage was not found is a mistake of the recording."""

    def reply(user: str) -> str:
        text = citing(row.reply)(user)
        return f"{row.id} cites what is in no passage." if NO_LABEL in text else text

    return reply


@pytest.fixture(scope="session")
def recorded(served: FakeOpenAI, house: SampleHouse, shelved: Shelved) -> Recorded:
    """Return the runs of the recorded replies."""
    return Recorded(served, house, shelved)
