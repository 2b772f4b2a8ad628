"""The sample taken in once for a module, and the parts that load models once for all of them."""

from collections.abc import Iterator

import pytest

from masis.config import Settings
from masis.evaluation import asking
from masis.evaluation.asking import Asked
from masis.service import Masis
from masis.wiring import build_masis
from tests.analysts.model.recorded.houses import Shelved
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
