"""Timeframes: the periods of a text as labels, and whether a stated one answers an asked one."""

from functools import lru_cache

from masis.domain.language.periods import find_periods


@lru_cache(maxsize=32768)
def mentions(text: str) -> tuple[tuple[str, int, int], ...]:
    """Return each period as ``2024``, ``2024-Q3``, ``Q3``, ``2024-05`` or ``2024-05-31`` with its span."""
    return tuple(
        (period.label, mention.start, mention.end)
        for mention in find_periods(text)
        for period in mention.periods
    )


def labels(text: str) -> frozenset[str]:
    """Return the labels of the periods a text names."""
    return frozenset(label for label, _, _ in mentions(text))


def without_periods(text: str) -> str:
    """Return the text with its periods blanked out, so that offsets stay."""
    blanked = text
    for _, start, end in mentions(text):
        blanked = blanked[:start] + " " * (end - start) + blanked[end:]
    return blanked


def compatible(asked: str, stated: str) -> bool:
    """Tell whether a stated period answers an asked one: equal, inside it, or lacking only the year."""
    if asked == stated or stated.startswith(f"{asked}-"):
        return True
    if asked[:1] in "QH" or stated[:1] in "QH":
        return asked.rsplit("-", 1)[-1] == stated.rsplit("-", 1)[-1]
    return False
