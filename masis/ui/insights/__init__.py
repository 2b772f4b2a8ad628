"""Insights page: the charts over stored runs, and the ways to the runs behind a point."""
