"""Memo scope: whose documents a sentence of a memo speaks of."""

from collections.abc import Mapping
from typing import NamedTuple

from masis.domain.memo_audit.memo import MemoSentence
from masis.domain.profile import DocumentProfile, by_organisation, names_organisation

Profiles = Mapping[str, DocumentProfile]
"""By document version."""


class Scope(NamedTuple):
    """Where a sentence is looked up."""

    versions: tuple[str, ...] = ()
    """The only document versions that may speak to it; empty: all."""
    sure: bool = True
    """Whether it is known whose documents it speaks of."""


class Scoping:
    """Tells whose documents the sentences of one memo speak of, by the names the documents' profiles give.

    A sentence's own words go first, with those of the sentence it points back to; then its heading; then the
    memo, where it names one organisation only. Documents that do not say whose they are stay in.
    """

    def __init__(self, memo: str, profiles: Profiles) -> None:
        """Read which organisations a memo names as a whole."""
        self._profiles = profiles
        self._groups = [
            tuple(version for version, profile in profiles.items() if profile in group)
            for group in by_organisation(profiles.values())
        ]
        whole = self._named(memo)
        self._of_memo = whole if len(whole) == 1 else ()

    def of(self, sentence: MemoSentence) -> Scope:
        """Return where a sentence is looked up."""
        if len(self._groups) < 2:
            return Scope()
        named = self._named(sentence.query) or self._named(sentence.heading) or self._of_memo
        if not named:
            return Scope(sure=False)
        nobodys = tuple(item for item, profile in self._profiles.items() if not profile.organisation)
        return Scope((*(version for group in named for version in group), *nobodys))

    def _named(self, text: str) -> tuple[tuple[str, ...], ...]:
        return tuple(
            group
            for group in self._groups
            if any(names_organisation(text, self._profiles[version]) for version in group)
        )
