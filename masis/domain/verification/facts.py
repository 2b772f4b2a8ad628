"""Facts: the values that table cells and sentences state, each with everything that binds it."""

from decimal import Decimal
from typing import Literal

from pydantic import Field

from masis.domain.language.quantities import Bound
from masis.domain.value import Value

Firmness = Literal[
    "", "audited", "restated", "unaudited", "preliminary", "estimated", "forecast", "pro_forma"
]


class Fact(Value):
    """One value with its entity, attribute, scope, period and place."""

    chunk_id: str
    document_id: str
    entity: tuple[str, ...] = ()
    """Names of the organisation it is about: the sentence's own, else the document's; empty: unknown."""
    attribute: str
    """What is measured, as written: a row's label, the words a sentence gives."""
    concepts: frozenset[str]
    """Concepts of the attribute."""
    scope: frozenset[str] = frozenset()
    """Concepts of what narrows it: parents of a row, caption, column words, names beside the value."""
    periods: tuple[str, ...] = ()
    """Labels as ``Period.label`` writes them; empty: the text does not say."""
    value: Decimal
    """Signed, in base units: ``(12.5) million`` is -12500000."""
    quantum: Decimal = Decimal(1)
    """The smallest step the writing shows, in base units."""
    unit: str = ""
    """``USD``, ``%``, ``pp``, ``x``, ``people``; empty when none is known."""
    bound: Bound = "exact"
    change: bool = False
    """Whether it says how much something moved, not where it stands."""
    firmness: Firmness = ""
    origin: Literal["cell", "sentence"]
    shown: str
    """As printed."""
    char_start: int = Field(ge=0)
    char_end: int = Field(ge=0)
    """Span of its row or sentence in the text of its page."""
