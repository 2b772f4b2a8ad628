"""Graph: the compiled pipeline for runs that bring no checkpointer of their own."""

from masis.graph.build import MasisGraph, build_graph, recursion_limit_for
from masis.state import MAX_RETRIES_CEILING

graph: MasisGraph = build_graph().with_config(recursion_limit=recursion_limit_for(MAX_RETRIES_CEILING))
