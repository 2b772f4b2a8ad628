"""Report: a result as a table for the terminal, or as one HTML file that loads nothing from anywhere."""

import textwrap
from collections.abc import Iterator, Sequence
from html import escape

from masis.evaluation.measures import Bin
from masis.evaluation.results import Curve, Listing, Measure, Result

_NAME_WIDTH = 74
_LINE_WIDTH = 110
_SIZE, _EDGE = 320, 36
_STYLE = (
    ":root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;"
    "padding:0 1rem}table{border-collapse:collapse;width:100%;margin:.5rem 0 2rem}th,td{text-align:left;"
    "padding:.25rem .6rem;border-bottom:1px solid #8884;vertical-align:top}td.n{text-align:right;"
    "font-variant-numeric:tabular-nums;white-space:nowrap}svg{max-width:22rem;height:auto;margin-right:2rem}"
    "text{font:11px system-ui,sans-serif;fill:currentColor}"
)
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_LINES = ("stroke-dasharray:none", "stroke-dasharray:6 3", "stroke-dasharray:2 3")


def as_text(result: Result) -> str:
    """Return measures, breakdowns and failures as plain text."""
    return "\n".join(_lines_of(result))


def value_of(measure: Measure) -> str:
    """Return the value as it is shown: three digits, or a dash where nothing was counted."""
    return "–" if measure.value is None else f"{measure.value:.3f}"


def interval_of(measure: Measure) -> str:
    """Return the interval in words, empty where there is none."""
    return "" if measure.interval is None else f"{measure.interval.low:.3f} to {measure.interval.high:.3f}"


def _lines_of(result: Result) -> Iterator[str]:
    yield f"{result.name}: {result.kind}, {result.rows:,} rows, {result.engine}, seed {result.seed}"
    yield ""
    yield f"{'measure':<{_NAME_WIDTH}} {'value':>6} {'95 % interval':>16} {'n':>7}"
    for measure in result.measures:
        note = f"  {measure.note}" if measure.note else ""
        yield (
            f"{measure.name:<{_NAME_WIDTH}} {value_of(measure):>6} {interval_of(measure):>16} "
            f"{measure.count:>7,}{note}"
        )
    if result.reliability:
        yield ""
        yield "confidence   answers   stated   right"
        for group in result.reliability:
            yield (
                f"{group.low:.1f} to {group.high:.1f}  {group.answers:>8,}    "
                f"{group.confidence:.3f}   {group.accuracy:.3f}"
            )
    for listing in result.listings:
        yield from _listing_lines(listing)
    for note in result.notes:
        yield ""
        yield from textwrap.wrap(note, _LINE_WIDTH)


def _listing_lines(listing: Listing) -> Iterator[str]:
    yield ""
    yield listing.title
    widest = max((len(cell) for row in listing.rows for cell in row), default=0)
    if widest <= 24:
        yield "  ".join(f"{cell:<24}" for cell in listing.columns).rstrip()
        for row in listing.rows:
            yield "  ".join(f"{cell:<24}" for cell in row).rstrip()
        return
    for row in listing.rows:
        for number, (column, cell) in enumerate(zip(listing.columns, row, strict=True)):
            if cell.strip():
                words = f"{column}: {' '.join(cell.split())}"
                yield textwrap.fill(
                    words,
                    _LINE_WIDTH,
                    initial_indent="  " if number else "* ",
                    subsequent_indent="    ",
                )


def as_page(result: Result) -> str:
    """Return the whole report as HTML."""
    title = escape(f"{result.name}: {result.kind}")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f"<title>{title}</title><style>{_STYLE}</style></head><body><h1>{title}</h1>"
        f"<p>{result.rows:,} rows, {escape(result.engine)}, seed {result.seed}. "
        "Intervals are 95 % percentile bootstrap intervals.</p>" + "".join(_body(result)) + "</body></html>\n"
    )


def _body(result: Result) -> Iterator[str]:
    for note in result.notes:
        yield f"<p>{escape(note)}</p>"
    yield "<h2>Measures</h2><table><tr><th>Measure<th>Value<th>Interval<th>n<th>Note</tr>"
    for measure in result.measures:
        yield (
            f'<tr><td>{escape(measure.name)}<td class="n">{value_of(measure)}'
            f'<td class="n">{interval_of(measure)}'
            f'<td class="n">{measure.count:,}<td>{escape(measure.note)}</tr>'
        )
    yield "</table>"
    if result.reliability:
        yield "<h2>Reliability</h2>" + _reliability(result.reliability)
    if result.curves:
        yield "<h2>Risk under coverage</h2>" + _curves(result.curves)
    for listing in result.listings:
        yield from _listing(listing)


def _listing(listing: Listing) -> Iterator[str]:
    heads = "".join(f"<th>{escape(column)}" for column in listing.columns)
    yield f"<h2>{escape(listing.title)}</h2><table><tr>{heads}</tr>"
    for row in listing.rows:
        yield "<tr>" + "".join(f"<td>{escape(cell)}" for cell in row) + "</tr>"
    yield "</table>"


def _reliability(bins: Sequence[Bin]) -> str:
    dots = "".join(
        f'<circle cx="{_x(group.confidence):.1f}" cy="{_y(group.accuracy):.1f}" '
        f'r="{3 + min(9, group.answers**0.5):.1f}" fill="currentColor" fill-opacity=".5">'
        f"<title>{group.answers} answers: stated {group.confidence:.2f}, right {group.accuracy:.2f}</title>"
        "</circle>"
        for group in bins
    )
    diagonal = f'<path d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}" stroke="currentColor" stroke-dasharray="4 4"/>'
    return _axes("stated confidence", "share right", diagonal + dots)


def _curves(curves: Sequence[Curve]) -> str:
    lines, words = [], []
    for number, curve in enumerate(curves):
        points = " ".join(f"{_x(p.coverage):.1f},{_y(p.risk):.1f}" for p in curve.points)
        style = _LINES[number % len(_LINES)]
        lines.append(f'<polyline points="{points}" fill="none" stroke="currentColor" style="{style}"/>')
        words.append(f"{('solid', 'dashed', 'dotted')[number % 3]}: {escape(curve.name)}")
    return _axes("coverage", "share wrong", "".join(lines)) + f"<p>{'; '.join(words)}</p>"


def _axes(across: str, up: str, content: str) -> str:
    ticks = "".join(
        f'<text x="{_x(t):.0f}" y="{_SIZE - 18}" text-anchor="middle">{t:g}</text>'
        f'<text x="{_EDGE - 6}" y="{_y(t) + 4:.0f}" text-anchor="end">{t:g}</text>'
        for t in (0, 0.5, 1)
    )
    return (
        f'<svg viewBox="0 0 {_SIZE} {_SIZE}" role="img" aria-label="{across} against {up}">'
        f'<path d="M{_x(0)} {_y(1)}V{_y(0)}H{_x(1)}" fill="none" stroke="currentColor"/>{ticks}'
        f'<text x="{_SIZE / 2}" y="{_SIZE - 3}" text-anchor="middle">{across}</text>'
        f'<text x="4" y="14">{up}</text>{content}</svg>'
    )


def _x(value: float) -> float:
    return _EDGE + value * (_SIZE - 2 * _EDGE)


def _y(value: float) -> float:
    return _SIZE - _EDGE - value * (_SIZE - 2 * _EDGE)
