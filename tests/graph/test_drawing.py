"""The drawing in the README is the graph that runs."""

import re
from pathlib import Path

from masis.graph import build_graph

README = Path(__file__).parents[2] / "masis" / "graph" / "README.md"


def test_the_readme_draws_the_compiled_graph() -> None:
    drawn = set(re.findall(r"^ +(\w+) (-->|-\.->) (\w+)$", README.read_text(encoding="utf-8"), re.MULTILINE))
    edges = build_graph().get_graph().edges
    assert drawn == {(edge.source, "-.->" if edge.conditional else "-->", edge.target) for edge in edges}
