"""Drawings of slides and Word files: a chart's figures as rows of a table, a diagram's (SmartArt) words."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from masis.ingest.readers.building import PageBuilder, one_line
from masis.ingest.readers.number_formats import shown_number
from masis.ingest.readers.tables.header_rows import is_date_cell

if TYPE_CHECKING:
    from lxml.etree import _Element
    from pptx.chart.plot import _BasePlot
    from pptx.chart.series import _BaseSeries

_NAMES = ("main", "chart", "diagram")
_A, _C, _DGM = (f"{{http://schemas.openxmlformats.org/drawingml/2006/{name}}}" for name in _NAMES)
_RELATED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
BROKEN = (ValueError, KeyError, TypeError, AttributeError, IndexError, NotImplementedError, SyntaxError)
"""What python-pptx raises on parts that are missing or that it does not know, and lxml on broken ones."""
_WIDEST_OF_PERIODS = 24
"""Periods that stand side by side; more of them go down the page (own choice)."""
_DISPLAY_UNITS = {
    "hundreds": 1e2, "thousands": 1e3, "tenThousands": 1e4, "hundredThousands": 1e5, "millions": 1e6,
    "tenMillions": 1e7, "hundredMillions": 1e8, "billions": 1e9, "trillions": 1e12,
}  # fmt: skip
"""What an axis divides its figures by."""
_NAMED_UNITS = frozenset({"thousands", "millions", "billions"})


class ChartTable(NamedTuple):
    """The figures of one plot of a chart."""

    caption: str
    rows: list[list[str]]
    """The first row is the header."""


class _Axis(NamedTuple):
    """The value axis of a plot."""

    title: str = ""
    number_format: str = ""
    divisor: float = 1.0
    unit: str = ""


class _Holder(Protocol):
    """A part of a file that refers to others: a slide, or the body of a Word file."""

    @property
    def rels(self) -> Any: ...  # noqa: ANN401 - each of the two libraries has a class of its own for it


def has_drawing(element: _Element) -> bool:
    """Tell whether a chart or a diagram is anchored in an element."""
    return next(element.iter(f"{_C}chart", f"{_DGM}relIds"), None) is not None


def add_drawn(builder: PageBuilder, element: _Element, holder: _Holder) -> None:
    """Add the tables of the charts and the words of the diagrams that are anchored in an element.

    A chart without a title has that of the heading above. What cannot be read takes no page along.
    """
    from pptx.oxml import parse_xml

    for place in element.iter(f"{_C}chart", f"{_DGM}relIds"):
        is_chart = place.tag == f"{_C}chart"
        with contextlib.suppress(*BROKEN):
            related = holder.rels[place.get(f"{_RELATED}{'id' if is_chart else 'dm'}", "")]
            root = parse_xml(related.target_part.blob)
            for table in chart_tables(root, builder.heading_above) if is_chart else ():
                builder.table(table.rows, caption=table.caption)
            for words in () if is_chart else diagram_words(root):
                builder.list_item(words)


def chart_tables(space: _Element, title: str = "") -> Iterator[ChartTable]:
    """Yield a table for each plot of a chart, from its ``c:chartSpace`` as python-pptx parses it.

    The caption is the title with the name of the value axis; periods stand in columns, as tables of figures
    have them. Numbers are written as the chart shows them.
    """
    from pptx.chart.chart import Chart

    title = _words(space.find(f"{_C}chart/{_C}title")) or one_line(title)
    for plot in Chart(space, None).plots:  # type: ignore[no-untyped-call]
        axis = _axis_of(space, plot._element)
        rows = _rows(plot, axis, title)
        if len(rows) > 1:
            yield ChartTable(_caption(title, axis), _periods_across(rows))


def diagram_words(data: _Element) -> list[str]:
    """Return the words of each point of a diagram, from its ``dgm:dataModel``: parents before children."""
    said = {
        point.get("modelId", ""): one_line(" ".join(text.text or "" for text in point.iter(f"{_A}t")))
        for point in data.iter(f"{_DGM}pt")
        if point.get("type", "node") in {"node", "asst"}
    }
    below: dict[str, list[tuple[int, str]]] = {}
    for link in data.iter(f"{_DGM}cxn"):
        child = link.get("destId", "")
        if link.get("type", "parOf") == "parOf" and child in said:
            below.setdefault(link.get("srcId", ""), []).append((int(link.get("srcOrd", "0")), child))
    children = {child for links in below.values() for _, child in links}
    open_points = [parent for parent in reversed(below) if parent not in children]
    ordered: dict[str, None] = {}
    while open_points:
        point = open_points.pop()
        if point not in ordered:
            ordered[point] = None
            open_points.extend(child for _, child in sorted(below.get(point, []), reverse=True))
    return [said[point] for point in dict.fromkeys((*ordered, *said)) if said.get(point)]


def _rows(plot: _BasePlot, axis: _Axis, title: str) -> list[list[str]]:
    """Return a row for each category, a column for each series."""
    series = list(plot.series)
    names = [str(line.name or "") for line in series]
    if len(names) == 1 and not names[0]:
        names = [axis.title or title]
    named = _categories(plot) or _places(series)
    columns = [([*line.values], _format_of(line, plot._element, axis)) for line in series]
    rows = [["", *names]]
    for position, category in enumerate(named):
        values = [(values[position] if position < len(values) else None, form) for values, form in columns]
        rows.append(
            [
                category,
                *(
                    "" if value is None else shown_number(value / axis.divisor, form)
                    for value, form in values
                ),
            ]
        )
    return rows


def _categories(plot: _BasePlot) -> list[str]:
    """Return the names of the categories; those of several levels with their parents, dates as dates."""
    categories = plot.categories
    if categories.depth > 1:
        return [" ".join(map(str, labels)) for labels in categories.flattened_labels]
    written = plot._element.xpath("(.//c:cat//c:formatCode)[1]")
    form = str(written[0].text or "") if written else ""
    return [_dated(str(category), form) for category in categories]


def _dated(category: str, number_format: str) -> str:
    """Write the serial number of a date as the date it stands for, to the month where only that is shown."""
    from openpyxl.styles.numbers import is_date_format
    from openpyxl.utils.datetime import from_excel

    if not (number_format and is_date_format(number_format)):
        return category
    try:
        date = from_excel(float(category))
    except (ValueError, OverflowError):
        return category
    if not isinstance(date, datetime):
        return category
    shown = number_format.lower()
    if "d" in shown:
        return date.strftime("%Y-%m-%d")
    return date.strftime("%B %Y") if "m" in shown else str(date.year)


def _places(series: Sequence[_BaseSeries]) -> list[str]:
    """Return the x values of a scatter chart, which has no categories."""
    found = series[0]._element.xpath("./c:xVal//c:pt/c:v") if series else []
    return [str(point.text) for point in found]


def _format_of(series: _BaseSeries, plot: _Element, axis: _Axis) -> str:
    """Return the number format that a series is shown in: of its labels, its figures, or its axis."""
    for labels in (series._element.find(f"{_C}dLbls"), plot.find(f"{_C}dLbls")):
        own = labels.find(f"{_C}numFmt") if labels is not None else None
        if own is not None and own.get("sourceLinked") in {"0", "false", None}:
            return str(own.get("formatCode", ""))
    kept = series._element.find(f"{_C}val/{_C}numRef/{_C}numCache/{_C}formatCode")
    form = str(kept.text or "") if kept is not None else ""
    if form not in {"", "General"}:
        return form
    return axis.number_format if "%" in axis.number_format else ""


def _axis_of(space: _Element, plot: _Element) -> _Axis:
    """Return the value axis that a plot is drawn against; a pie has none."""
    own = {axis.get("val") for axis in plot.findall(f"{_C}axId")}
    for axis in space.iter(f"{_C}valAx"):
        number = axis.find(f"{_C}axId")
        if number is not None and number.get("val") in own:
            form = axis.find(f"{_C}numFmt")
            shown = axis.find(f"{_C}dispUnits/{_C}builtInUnit")
            custom = axis.find(f"{_C}dispUnits/{_C}custUnit")
            unit = shown.get("val", "") if shown is not None else ""
            divisor = float(custom.get("val", "1")) if custom is not None else _DISPLAY_UNITS.get(unit, 1)
            return _Axis(
                _words(axis.find(f"{_C}title")),
                form.get("formatCode", "") if form is not None else "",
                divisor or 1.0,
                unit if unit in _NAMED_UNITS else "",
            )
    return _Axis()


def _words(title: _Element | None) -> str:
    """Return what a title says; paragraphs become one line."""
    if title is None:
        return ""
    paragraphs = ["".join(run.text or "" for run in line.iter(f"{_A}t")) for line in title.iter(f"{_A}p")]
    return one_line(" ".join(paragraphs)) or one_line(
        " ".join(value.text or "" for value in title.iter(f"{_C}v"))
    )


def _caption(title: str, axis: _Axis) -> str:
    unit = f"in {axis.unit}" if axis.unit else ""
    said = [part for part in (axis.title, unit) if part and part.lower() not in title.lower()]
    return f"{title} ({', '.join(said)})".strip() if said else title


def _periods_across(rows: list[list[str]]) -> list[list[str]]:
    """Turn a table round whose rows are periods and whose columns are not."""
    labels, names = [row[0] for row in rows[1:]], rows[0][1:]
    if (
        len(labels) > _WIDEST_OF_PERIODS
        or not all(map(is_date_cell, labels))
        or any(map(is_date_cell, names))
    ):
        return rows
    return [list(column) for column in zip(*rows, strict=True)]
