"""Plain: a result as a table for the terminal."""

import textwrap
from collections.abc import Iterator

from masis.evaluation.results import Listing, Measure, Result

_NAME_WIDTH = 74
_LINE_WIDTH = 110


def as_text(result: Result) -> str:
    """Return measures, breakdowns and failures as plain text."""
    return "\n".join(_lines(result))


def value_of(measure: Measure) -> str:
    """Return the value as it is shown: three digits, or a dash where nothing was counted."""
    return "–" if measure.value is None else f"{measure.value:.3f}"


def interval_of(measure: Measure) -> str:
    """Return the interval in words, empty where there is none."""
    return "" if measure.interval is None else f"{measure.interval.low:.3f} to {measure.interval.high:.3f}"


def _lines(result: Result) -> Iterator[str]:
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
        for one in result.reliability:
            yield (
                f"{one.low:.1f} to {one.high:.1f}  {one.answers:>8,}    "
                f"{one.confidence:.3f}   {one.accuracy:.3f}"
            )
    for listing in result.listings:
        yield from _listing(listing)
    for note in result.notes:
        yield ""
        yield from textwrap.wrap(note, _LINE_WIDTH)


def _listing(listing: Listing) -> Iterator[str]:
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
