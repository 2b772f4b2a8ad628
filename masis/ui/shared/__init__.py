"""Shared: what more than one page draws or needs."""
