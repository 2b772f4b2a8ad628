"""MASIS: questions to documents, answered with audited citations, or handed to a human.

Public names are imported on first use, so that ``import masis`` stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from masis.graph.deps import provide_default_deps

if TYPE_CHECKING:
    from masis.config import Settings
    from masis.graph.build import build_graph
    from masis.graph.deps import Deps
    from masis.state import MASISInput, MASISState

__version__ = "0.1.0"

__all__ = ["Deps", "MASISInput", "MASISState", "Settings", "build_graph"]

_HOMES = {
    "Deps": "masis.graph.deps",
    "MASISInput": "masis.state",
    "MASISState": "masis.state",
    "Settings": "masis.config",
    "build_graph": "masis.graph.build",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - each name has its own type, given above
    """Import a public name from its home."""
    if name not in _HOMES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_HOMES[name]), name)


def _embedded() -> "Deps":
    from masis.wiring import embedded_deps

    return embedded_deps()


provide_default_deps(_embedded)
