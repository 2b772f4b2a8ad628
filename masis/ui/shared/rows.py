"""Rows: table rows of a document drawn as a table, with header, unit and the cited row marked."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from masis.domain.evidence import Chunk
from masis.domain.language.pipes import pipe_tables
from masis.domain.language.tables import Row, Table, amount_of
from masis.domain.verification.claims import Quote
from masis.domain.verification.facts import tables_of
from masis.ui.safe_text import safe_html
from masis.ui.shared.difference import marked_difference
from masis.ui.shared.table import Cell

Span = tuple[int, int]
_MOST_COLUMNS = 6
_LONG_CELL = 36
_MOST_UNIT = 60
_MOST_LETTERS = 4
_WORDS = ' class="t"'
"""A row with more columns, or with longer words in a cell, is drawn as a list of its cells."""


class Grid(NamedTuple):
    """Rows of one table as printed."""

    title: str
    unit: str
    """What caption or header say about unit and scale."""
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marked: frozenset[int]
    """Numbers of the rows that are cited."""


def around(tables: Sequence[Table], span: Span | None, neighbours: int) -> Grid | None:
    """Return the rows inside a span with their neighbours; a row that is drawn as a list stands alone."""
    alone = grid_of(tables, span)
    return alone if alone is None or _is_long(alone) else grid_of(tables, span, neighbours)


def grid_of(tables: Sequence[Table], span: Span | None, neighbours: int = 0) -> Grid | None:
    """Return the rows inside a span, and rows before and after it; ``None`` where it holds no row."""
    for table in tables:
        cited = [at for at, row in enumerate(table.rows) if span and _inside(row, span)]
        if cited:
            first, last = max(0, cited[0] - neighbours), cited[-1] + 1 + neighbours
            return _grid(table, range(first, min(last, len(table.rows))), frozenset(cited))
    return None


def whole_grid(table: Table, span: Span | None) -> Grid:
    """Return a table with all its rows, those inside a span marked."""
    marked = frozenset(at for at, row in enumerate(table.rows) if span and _inside(row, span))
    return _grid(table, range(len(table.rows)), marked)


def quoted_grid(quote: Quote | None, chunk: Chunk | None) -> Grid | None:
    """Return what a quote takes from a table: from its passage, else from the quoted words themselves."""
    if chunk is not None:
        span = (quote.char_start, quote.char_end) if quote else (chunk.char_start, chunk.char_end)
        return grid_of(tables_of(chunk), span)
    text = quote.text if quote else ""
    if not text.lstrip().startswith("|"):
        return None
    # A row without its header: all of it is the body.
    tables = pipe_tables(text, lead="|\u00a0|")
    return grid_of(tables, (0, len(text)))


def typed(text: str) -> tuple[str, ...]:
    """Return the cells of a row typed with bars, an empty one in its place; none for any other text."""
    bare = text.strip()
    if not bare.startswith("|"):
        return ()
    return tuple(
        cell.strip().replace("**", "") for cell in bare.removeprefix("|").removesuffix("|").split("|")
    )


def in_words(text: str) -> str:
    """Return a typed row as words: its label, then its values; any other text as it is."""
    label, *values = typed(text) or (text,)
    said = "; ".join(value for value in values if value)
    return f"{label}: {said}" if label and said else label or said


def typed_grid(cells: Sequence[str], header: Sequence[str] = ()) -> Grid:
    """Return a typed row under its header, as wide as the wider of the two."""
    width = max(len(cells), len(header))
    lines = [(*line, *[""] * (width - len(line))) for line in (header, cells)]
    return Grid("", "", lines[0], (lines[1],), frozenset())


def typed_cell(text: str, header: Sequence[str] = (), sort: int = 0) -> Cell:
    """Return a cell of a table that draws a typed row under its header; other text as words."""
    cells = typed(text)
    return Cell(in_words(text), sort=sort, grid=(tuple(header), cells) if cells else ())


def quoted_cell(grid: Grid) -> Cell:
    """Return a cell of a table that draws quoted rows."""
    return Cell(" ".join(grid.rows[0]), grid=(grid.header, *grid.rows), sub=grid.unit or grid.title)


def grid_html(grid: Grid, label: str, before: Mapping[str, Sequence[str]] | None = None) -> str:
    """Return rows as a table that scrolls by itself; a single long row as a list of its cells.

    ``before`` are the rows as they were, by their label: what changed in a cell is marked.
    """
    unit = f'<span class="u">{safe_html(grid.unit)}</span>' if grid.unit else ""
    title = f"<span>{safe_html(grid.title)}</span>" if grid.title else ""
    caption = f"<caption>{title}{unit}</caption>" if title or unit else ""
    body = _record(grid) if _is_long(grid) and before is None else _table(grid, before)
    return (
        f'<div class="m-rows" role="group" tabindex="0" aria-label="{safe_html(label)}">'
        f"<table>{caption}{body}</table></div>"
    )


def _table(grid: Grid, before: Mapping[str, Sequence[str]] | None) -> str:
    words = frozenset(at for at in range(1, len(grid.header)) if _holds_words(grid, at))
    heads = "".join(
        f'<th scope="col"{_WORDS if at in words else ""}>{safe_html(name)}</th>' if name else "<td></td>"
        for at, name in enumerate(grid.header)
    )
    lines = "".join(
        _line(cells, words, cells if before is None else before.get(cells[0], ()), marked=at in grid.marked)
        for at, cells in enumerate(grid.rows)
    )
    head = f"<thead><tr>{heads}</tr></thead>" if any(grid.header) else ""
    return f"{head}<tbody>{lines}</tbody>"


def _holds_words(grid: Grid, column: int) -> bool:
    """Tell a column of words, which is set to the left, from one of figures."""
    return any(sum(map(str.isalpha, cells[column])) > _MOST_LETTERS for cells in grid.rows)


def _line(cells: Sequence[str], words: frozenset[int], was: Sequence[str], *, marked: bool) -> str:
    first, *rest = cells
    old = (*was, *[""] * len(cells))
    values = "".join(
        f"<td{_WORDS if at in words else ''}>{marked_difference(old[at], value)}</td>"
        for at, value in enumerate(rest, start=1)
    )
    mark = ' class="on"' if marked else ""
    return f'<tr{mark}><th scope="row">{safe_html(first)}</th>{values}</tr>'


def _record(grid: Grid) -> str:
    pairs = zip(grid.header, grid.rows[0], strict=True)
    lines = "".join(
        f'<tr><th scope="row">{safe_html(name)}</th><td class="w">{safe_html(value)}</td></tr>'
        for name, value in pairs
        if value
    )
    return f"<tbody>{lines}</tbody>"


def _is_long(grid: Grid) -> bool:
    if len(grid.rows) != 1:
        return False
    return len(grid.header) > _MOST_COLUMNS or any(len(value) > _LONG_CELL for value in grid.rows[0][1:])


def _inside(row: Row, span: Span) -> bool:
    return row.char_start < span[1] and span[0] < row.char_end


def _grid(table: Table, wanted: Iterable[int], cited: frozenset[int]) -> Grid:
    """Take the rows, and of the columns those with a header or a value in them."""
    kept = [(at, table.rows[at]) for at in wanted]
    filled = {cell.column for _, row in kept for cell in row.cells}
    columns = [at for at, column in enumerate(table.columns) if at in filled]
    header = (table.corner, *(table.columns[at].header for at in columns))
    lines = tuple((_label(row), *(_printed(row, at) for at in columns)) for _, row in kept)
    marked = frozenset(number for number, (at, _) in enumerate(kept) if at in cited) if len(kept) > 1 else ()
    return Grid(table.title, _unit(table, [row for _, row in kept]), header, lines, frozenset(marked))


def _label(row: Row) -> str:
    names = (*(part.rstrip(": ") for part in row.path[-1:]), row.label)
    return ", ".join(dict.fromkeys(names))


def _printed(row: Row, column: int) -> str:
    return next((cell.text for cell in row.cells if cell.column == column), "")


def _unit(table: Table, rows: Sequence[Row]) -> str:
    """Return the words that declare unit and scale, where these rows are so and no header says it."""
    said = table.declared.strip("()[] ").casefold()
    amounts = [amount for row in rows for cell in row.cells if (amount := amount_of(table, row, cell))]
    own = any((amount.unit, amount.scale) == (table.unit, table.scale) for amount in amounts)
    told = said in f"{table.title} {table.corner}".casefold()
    if told or not own:
        return ""
    unit = table.declared.strip("()[] ")
    return unit if len(unit) <= _MOST_UNIT else f"{unit[:_MOST_UNIT].rsplit(' ', 1)[0]} …"
