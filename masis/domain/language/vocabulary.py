"""Vocabulary: the helper that turns a written word list into a set."""


def listed(text: str) -> frozenset[str]:
    """Return the words of a list that is written as running text."""
    return frozenset(text.split())
