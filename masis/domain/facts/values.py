"""Values: what a document states in one cell, and the table that puts such statements beside each other."""

from decimal import Decimal
from typing import Literal, NamedTuple

from masis.domain.language.tables import Table
from masis.domain.profile import DocumentProfile
from masis.domain.value import Value
from masis.domain.verification.facts import Fact

By = Literal["label", "path", "header", "corner", "title"]
"""Where a row names its measure: itself, over it, over its column, over its labels or over its table."""


class TablePage(NamedTuple):
    """The tables of one page."""

    number: int
    label: str
    tables: tuple[Table, ...]


class Source(NamedTuple):
    """A document version whose tables are read."""

    document_id: str
    version_id: str
    title: str
    profile: DocumentProfile
    pages: tuple[TablePage, ...]
    known: "Known"
    superseded: bool = False
    """Whether it says of itself that another one replaced it."""


class Known(NamedTuple):
    """What is worked out of a document's tables once, whatever is looked for in them."""

    words: tuple[frozenset[str], ...]
    """Concepts of all that stands in and over each table."""
    parts: frozenset[frozenset[str]]
    """What it calls the parts of its figures."""
    doubtful: frozenset[tuple[int, int]]
    """Rows, by table and place, whose periods its other tables contradict."""


class Place(Value):
    """Where a value stands: a row of a page of a document version."""

    document_id: str
    version_id: str
    document_title: str
    page_number: int
    page_label: str
    char_start: int
    char_end: int


class Statement(Value):
    """One value of a table row, with all that says what it is."""

    place: Place
    table: int
    """Which table of its document, counted from 0."""
    fact: Fact
    organisation: str
    label: str
    path: tuple[str, ...] = ()
    header: str = ""
    title: str = ""
    """Of its table."""
    corner: str = ""
    """The words over its labels."""
    declared: str = ""
    """The words that gave unit and scale."""
    by: By
    extra: frozenset[str]
    """Concepts that narrow the measure; empty: the measure itself."""
    period: str
    unit: str
    scale: Decimal
    firmness: str = ""
    superseded: bool = False
    recency: tuple[int, str] = (0, "")
    """Fiscal year and period end of its document."""


class Cell(Value):
    """What the documents state for one line and period; the firmest and newest statement leads."""

    period: str
    value: Decimal
    quantum: Decimal
    firmness: str
    agreeing: tuple[Statement, ...]
    """Statements of the leading value, the leading one first."""
    differing: tuple[tuple[Statement, ...], ...] = ()
    """Statements of each other value for the same."""
    planned: tuple[Statement, ...] = ()
    """What plans and forecasts say beside what is stated as fact."""

    @property
    def lead(self) -> Statement:
        """The statement that is shown."""
        return self.agreeing[0]

    @property
    def disputed(self) -> bool:
        """Whether documents, or places of one, give different values."""
        return bool(self.differing)

    @property
    def inside(self) -> bool:
        """Whether one and the same document gives the different values."""
        own = {statement.place.document_id for statement in self.agreeing}
        return any(statement.place.document_id in own for group in self.differing for statement in group)


class Line(Value):
    """One line of an organisation: the measure itself, or a part or kind of it."""

    key: str
    organisation: str
    name: str
    """As its documents print it, without marks of footnotes."""
    within: str = ""
    """What it stands under or beside: parents, column words, the title of its table."""
    whole: bool = False
    """Whether it is the measure itself, or what comes nearest to it."""
    part: bool
    """Whether it is a part of the whole by where it stands, so that a share of it means something."""
    unit: str
    scale: Decimal
    cells: tuple[Cell, ...]
    """In the order of their periods."""
    change: Decimal | None = None
    """Computed: from the last but one to the last period shown, in per cent, or in points of a rate."""
    change_between: tuple[str, str] = ("", "")
    share: Decimal | None = None
    """Computed: of the organisation's whole in the last period shown, in per cent."""

    def cell(self, period: str) -> Cell | None:
        """Return what is stated for a period."""
        return next((cell for cell in self.cells if cell.period == period), None)


class FactTable(Value):
    """A measure over organisations and periods."""

    measure: str
    organisations: tuple[str, ...] = ()
    """All that state it."""
    silent: tuple[str, ...] = ()
    """Those whose documents do not, under these words."""
    periods: tuple[str, ...] = ()
    """All it is stated for, oldest first."""
    shown_organisations: tuple[str, ...] = ()
    shown_periods: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    more: tuple[tuple[str, int], ...] = ()
    """How many further lines of an organisation are not among ``lines``."""
    near: tuple[str, ...] = ()
    """Measures the documents do state, that share a word with this one, where one lacks it."""
