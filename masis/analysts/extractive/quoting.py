"""Quoting: which statements supported claims rest on, and whether they give the kind of value asked for."""

from collections.abc import Mapping, Sequence

from masis.analysts.extractive.features import figures_of
from masis.analysts.extractive.planned import FIGURES
from masis.analysts.extractive.slots import TWO, compares
from masis.analysts.extractive.statements import Statement
from masis.analysts.extractive.understand import Asked, side_parts
from masis.domain.language.periods import find_periods
from masis.domain.verification.claims import Claim

Key = tuple[str, int, int]
"""The place of a statement."""


def quoted(claims: Sequence[Claim], statements: Sequence[Statement]) -> dict[Key, list[Claim]]:
    """Return the supported claims by the statement that each one quotes."""
    by_chunk: dict[str, list[Statement]] = {}
    for statement in statements:
        by_chunk.setdefault(statement.chunk.chunk_id, []).append(statement)
    found: dict[Key, list[Claim]] = {}
    for claim in claims:
        if claim.verdict != "supported":
            continue
        for quote in claim.quotes:
            for statement in by_chunk.get(quote.chunk_id, []):
                if statement.char_start < quote.char_end and quote.char_start < statement.char_end:
                    found.setdefault(statement.key, []).append(claim)
    return {key: list(dict.fromkeys(quoting)) for key, quoting in found.items()}


def of_kind(
    asked: Asked, placed: Mapping[Key, Sequence[Claim]], statements: Sequence[Statement]
) -> dict[Key, Sequence[Claim]]:
    """Return the claims that give the kind of value asked for, by the statement they quote."""
    texts = {statement.key: whole(statement) for statement in statements if statement.key in placed}
    return {
        key: claims
        for key, claims in placed.items()
        if says_kind(asked, " ".join(claim.text for claim in claims), texts[key])
    }


def says_kind(asked: Asked, said: str, source: str) -> bool:
    """Tell whether claims give the kind of value asked for where their source does.

    Half of a sentence may be said: that a plant opened in May tells nothing of what it cost, and what costs
    were this year nothing of how they compare.
    """
    if asked.part.operation in TWO and not side_parts(asked):
        return compares(said) or not figures_of(source)
    if asked.part.wants in FIGURES:
        return bool(figures_of(said)) or not figures_of(source)
    return asked.part.wants != "date" or bool(find_periods(said)) or not find_periods(source)


def whole(statement: Statement) -> str:
    """Return a sentence, or a row's label with its cells."""
    cells = statement.row.cells if statement.row is not None else ()
    return " ".join((statement.text, *(cell.text for cell in cells)))
