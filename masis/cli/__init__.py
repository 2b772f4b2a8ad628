"""Command line: ``python -m masis``, one file a command group."""
