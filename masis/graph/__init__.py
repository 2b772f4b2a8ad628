"""The pipeline: the only package that knows langgraph."""
