"""Series: the chart of a measure over its periods, a line for each organisation or part of one."""

from collections import Counter
from collections.abc import Sequence

from masis.domain.facts.periods import kind_of, spoken
from masis.domain.facts.values import FactTable, Line
from masis.domain.facts.wording import cell_words, unit_words
from masis.ui.shared.charts import DARK, LIGHT, Chart, Palette, axis, base

_LIGHT = ("#1f4e8c", "#2c7a57", "#7a5195", "#0f7c8a", "#b3382f", "#5c6878", "#98518f", "#4d7c0f")
_DARK = ("#8fb7ee", "#6cc39a", "#c3a1dc", "#63c3d0", "#f0857b", "#98a4b3", "#dc9fd3", "#a7cc6a")
_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x", "pentagon", "star")
_FEWEST = 2


def drawn_lines(table: FactTable) -> tuple[Line, ...]:
    """Return the lines a chart can put on one axis: of one unit, with two values of one kind of period."""
    several = len(table.shown_organisations) > 1
    found = [line for line in table.lines if line.whole or not several]
    units = Counter(line.unit for line in found)
    if not units:
        return ()
    unit = next(line.unit for line in found if units[line.unit] == max(units.values()))
    of_it = [line for line in found if line.unit == unit]
    return tuple(line for line in of_it if len(line.cells) >= _FEWEST)[: len(_LIGHT)]


def series(table: FactTable, *, dark: bool) -> Chart | None:
    """Draw the lines; ``None`` where no line has two values."""
    lines, periods = drawn_lines(table), _of_one_kind(table.shown_periods)
    if not lines or len(periods) < _FEWEST:
        return None
    palette, colours = (DARK, _DARK) if dark else (LIGHT, _LIGHT)
    scale = Counter(line.scale for line in lines).most_common(1)[0][0]
    figure = base(f"{_title(table, lines)}", palette, height=320)
    several = len(table.shown_organisations) > 1
    for number, line in enumerate(lines):
        name = line.organisation if several else line.name
        cells = [line.cell(period) for period in periods]
        figure.add_scatter(
            x=[spoken(period) for period in periods],
            y=[None if cell is None else float(cell.value / scale) for cell in cells],
            name=_plain(name),
            mode="lines+markers",
            line={"color": colours[number], "width": 2},
            marker={
                "size": 9,
                "symbol": _SYMBOLS[number],
                "color": [palette.amber if cell and cell.disputed else colours[number] for cell in cells],
            },
            hovertemplate=f"{_plain(name)}, %{{x}}: %{{y:,}}<extra></extra>",
            cliponaxis=False,
        )
    figure.update_layout(
        showlegend=len(lines) > 1, legend=_legend(palette), margin={"l": 8, "r": 12, "t": 44, "b": 8}
    )
    figure.update_xaxes(type="category")
    figure.update_yaxes(
        title=axis(f"In {unit_words(lines[0])}" if unit_words(lines[0]) else "Value"), tickformat=","
    )
    return Chart(figure, _told(table, lines, periods))


def _of_one_kind(periods: Sequence[str]) -> tuple[str, ...]:
    """Return the periods of the most frequent kind: a quarter is no step between years."""
    if not periods:
        return ()
    kind = Counter(map(kind_of, periods)).most_common(1)[0][0]
    return tuple(period for period in periods if kind_of(period) == kind)


def _title(table: FactTable, lines: Sequence[Line]) -> str:
    whose = f", {lines[0].organisation}" if len(table.shown_organisations) == 1 else ""
    return _plain(f"{table.measure[:1].upper()}{table.measure[1:]}{whose}")


def _plain(text: str) -> str:
    """Return words in which a chart sees no markup; long ones are cut."""
    plain = text.replace("<", "‹").replace(">", "›").replace("%{", "% {").replace("$", "\uff04")
    return plain if len(plain) <= 60 else f"{plain[:58]} …"


def _legend(palette: Palette) -> dict[str, object]:
    return {
        "orientation": "h",
        "y": -0.25,
        "x": 0,
        "font": {"size": 13, "color": palette.text},
        "bgcolor": "rgba(0,0,0,0)",
    }


def _told(table: FactTable, lines: Sequence[Line], periods: Sequence[str]) -> str:
    said = []
    for line in lines:
        values = [f"{spoken(p)} {cell_words(line, cell)}" for p in periods if (cell := line.cell(p))]
        said.append(
            f"{line.organisation}, {line.name}: {', '.join(values)} ({unit_words(line) or 'no unit'})"
        )
    return f"Line chart of {table.measure}. {'; '.join(said)}."
