"""Findings: what an agent found, and the values of its trace entry as a person would write them."""

from masis.domain.run.findings import found, told_call

__all__ = ["found", "plain", "told_call"]


def plain(value: object) -> str:
    """Return a trace value as a person would write it."""
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(plain(part) for part in value)
    if isinstance(value, dict):
        return "; ".join(f"{name.replace('_', ' ')} {plain(part)}" for name, part in value.items())
    return str(value)
