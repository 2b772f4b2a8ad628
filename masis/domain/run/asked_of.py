"""Asked of: which documents of a workspace a question is put to."""

from collections.abc import Sequence
from typing import get_args

from masis.domain.document import DocumentSummary
from masis.domain.profile import DocumentKind
from masis.domain.value import Value
from masis.errors import InvalidInput

_KIND, _YEAR, _DOCUMENT = "k.", "y.", "d."
_BETWEEN, _MOST = "~", 500


class AskedOf(Value):
    """What an analyst narrows a question to; empty fields narrow nothing."""

    kinds: tuple[DocumentKind, ...] = ()
    years: tuple[int, ...] = ()
    """Fiscal years that documents cover."""
    document_ids: tuple[str, ...] = ()

    @property
    def everything(self) -> bool:
        """Whether all documents are asked."""
        return self == AskedOf()

    @property
    def code(self) -> str:
        """Return it as it stands in an address; empty where all documents are asked."""
        return _BETWEEN.join(
            [
                *(f"{_KIND}{kind}" for kind in self.kinds),
                *(f"{_YEAR}{year}" for year in self.years),
                *(f"{_DOCUMENT}{document_id}" for document_id in self.document_ids),
            ]
        )

    @classmethod
    def read(cls, code: str) -> "AskedOf":
        """Return what an address says; whatever it cannot mean narrows nothing."""
        told = code.split(_BETWEEN)[:_MOST]
        kinds = {f"{_KIND}{kind}": kind for kind in get_args(DocumentKind) if kind}
        years = [part.removeprefix(_YEAR) for part in told if part.startswith(_YEAR)]
        ids = [part.removeprefix(_DOCUMENT) for part in told if part.startswith(_DOCUMENT)]
        return cls(
            kinds=tuple(kinds[part] for part in told if part in kinds),
            years=tuple(int(year) for year in years if len(year) == 4 and year.isascii() and year.isdigit()),
            document_ids=tuple(known for known in ids if known),
        )


def fitting(asked: AskedOf, documents: Sequence[DocumentSummary]) -> tuple[DocumentSummary, ...]:
    """Return the documents of the asked kinds and years, of these the named ones where some are named."""
    return tuple(
        document
        for document in documents
        if (not asked.kinds or document.profile.kind in asked.kinds)
        and (not asked.years or document.profile.fiscal_year in asked.years)
        and (not asked.document_ids or document.document_id in asked.document_ids)
    )


def narrowed(asked: AskedOf, documents: Sequence[DocumentSummary]) -> tuple[str, ...]:
    """Return the ids of the only documents to search; empty where all are.

    Raises:
        InvalidInput: no document of the workspace fits.
    """
    if asked.everything:
        return ()
    found = fitting(asked, documents)
    if not found:
        message = "No document fits what you chose. Choose others, or ask all documents."
        raise InvalidInput(message)
    return tuple(document.document_id for document in found) if len(found) < len(documents) else ()
