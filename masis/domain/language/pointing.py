"""Pointing back: sentences whose subject stands in one before them, and what that one says."""

from masis.domain.language.words import lexicon, tokens


def points_back(sentence: str) -> bool:
    """Tell a sentence whose subject stands in the one before it."""
    first = next(iter(tokens(sentence)), None)
    return first is not None and first.stem in lexicon().back


class Thread:
    """What the sentences of a running text point back to, one after the other."""

    def __init__(self, before: str = "") -> None:
        """Begin after the sentence ``before``."""
        self._subject = self._last = before

    def before(self, said: str) -> str:
        """Return what the next sentence points back to, nothing where it stands alone.

        That is the last sentence that stood alone, with the one just before where that points back too.
        """
        if not said:
            return ""
        if not points_back(said):
            self._subject = self._last = said
            return ""
        before = self._last if self._last == self._subject else f"{self._subject} {self._last}".strip()
        self._last = said
        return before
