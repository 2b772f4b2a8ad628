"""The pipeline: the only package that knows langgraph."""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from masis.graph.build import build_graph
    from masis.graph.graph import graph

__all__ = ["build_graph", "graph"]


class _Package(ModuleType):
    """This package with ``graph`` as its compiled graph.

    A property, because importing the module ``masis.graph.graph`` would otherwise bind that module
    to the very name the contract gives to the compiled graph.
    """

    @property
    def graph(self) -> Any:  # noqa: ANN401 - typed by the import above
        """Compile the graph on first use."""
        from masis.graph.graph import graph

        return graph

    @graph.setter
    def graph(self, module: ModuleType) -> None:
        """Leave the name to the compiled graph when the import system binds the module."""

    @property
    def build_graph(self) -> Any:  # noqa: ANN401 - typed by the import above
        """Import langgraph on first use."""
        from masis.graph.build import build_graph

        return build_graph


sys.modules[__name__].__class__ = _Package
