"""Pieces of pages; each owns its state and returns a plain value."""
