"""What importing MASIS costs, and that the names of the contract mean the same in any order of imports."""

import subprocess
import sys

import pytest

import masis
from masis.graph.deps import Deps, _Default, deps_of
from tests.fakes.scripted import scripted_deps


def run(code: str) -> str:
    """Run code in a fresh interpreter."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    return done.stdout.strip()


def test_importing_masis_builds_no_pydantic_model() -> None:
    assert run("import sys, masis; print('pydantic' in sys.modules)") == "False"


@pytest.mark.slow
@pytest.mark.parametrize(
    "first",
    ["import masis.graph.graph", "from masis.graph.graph import graph", "from masis.graph import graph", ""],
    ids=["module", "from module", "from package", "nothing"],
)
def test_graph_is_the_compiled_graph_in_any_order_of_imports(first: str) -> None:
    code = f"{first}\nfrom masis.graph import graph as one\nfrom masis.graph.graph import graph as two\n"
    assert run(code + "print(one is two, type(one).__name__)") == "True CompiledStateGraph"


def test_public_names_are_sorted_and_there() -> None:
    assert sorted(masis.__all__) == list(masis.__all__)
    assert all(getattr(masis, name) for name in masis.__all__)
    with pytest.raises(AttributeError):
        masis.nothing  # noqa: B018


class Runtime:
    """A run without context."""

    context = None


def test_the_default_is_built_once_and_its_absence_is_said() -> None:
    default, built = _Default(), []

    def provide() -> Deps:
        built.append(scripted_deps())
        return built[-1]

    with pytest.raises(RuntimeError, match="no default is registered"):
        default.get()
    default.provide(provide)
    assert default.get() is default.get() is built[0]
    assert len(built) == 1


def test_the_context_of_a_run_comes_before_the_default() -> None:
    deps = scripted_deps()
    runtime = Runtime()
    runtime.context = deps
    assert deps_of(runtime) is deps
