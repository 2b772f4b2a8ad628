"""Pointing back: sentences whose subject stands in one before them, and what that one says."""

from masis.domain.language.words import lexicon, names, tokens


def points_back(sentence: str) -> bool:
    """Tell a sentence whose subject stands in the one before it."""
    first = next(iter(tokens(sentence)), None)
    return first is not None and first.stem in lexicon().back


def leans(sentence: str) -> bool:
    """Tell a sentence that may say too little by itself: it points back, or names nothing of its own.

    Half of the sentences do that strangers wrote to follow on another (n 1,260), and none of 4,166 that they
    wrote to stand alone.
    """
    return points_back(sentence) or not names(sentence)


class Thread:
    """What the sentences of a running text lean on, one after the other."""

    def __init__(self, before: str = "") -> None:
        """Begin after the sentence ``before``."""
        self._subject = self._last = before

    def before(self, said: str) -> str:
        """Return what the next sentence leans on, nothing where it stands alone.

        That is the last sentence that stood alone, with the one just before where that leans too.
        """
        if not said:
            return ""
        if not leans(said):
            self._subject = self._last = said
            return ""
        before = self._last if self._last == self._subject else f"{self._subject} {self._last}".strip()
        self._last = said
        return before
