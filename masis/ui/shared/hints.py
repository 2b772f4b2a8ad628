"""Hints: three remarks for somebody new, each dismissed once and for all in this browser."""

from masis.ui.shared.mounted import mount

_HINTS: dict[str, tuple[str, str]] = {
    "ask": (
        "Ask in your own words, or take one of these questions",
        "Name what you want to know, of whom and for when. MASIS answers only from the documents of the "
        "workspace in the sidebar.",
    ),
    "sources": (
        "Every number in the answer opens its source",
        "A click on the small number behind a sentence shows the page it rests on, with the words marked.",
    ),
    "people": (
        "What MASIS cannot settle comes to you",
        "Amber means that a person has to decide: the case waits on the Review page, with what speaks for "
        "each side.",
    ),
}


def show(*names: str) -> None:
    """Draw the first of these hints that was not dismissed yet; the browser remembers which were."""
    told = [{"name": name, "title": _HINTS[name][0], "text": _HINTS[name][1]} for name in names]
    data = {"hints": told, "number": [*_HINTS].index(names[0]) + 1, "count": len(_HINTS)}
    mount("hint", data, f"hint-{names[0]}", "ready")
