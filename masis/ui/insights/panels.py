"""Panels: each chart of the insights with its numbers, made from an overview; no Streamlit in here."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

from masis.domain.history.figures import CONFIDENCE_BINS, ENDINGS
from masis.domain.history.overview import DaySums, Overview
from masis.domain.history.slices import Slice
from masis.domain.run import labels
from masis.domain.usage import NANO
from masis.ui.insights.charts import Series, Times, ending_colours, line, palette_of, ranked, spans, stacked
from masis.ui.shared.charts import Chart, Palette

ENDED: dict[str, str] = {name: words for name, words in labels.VERDICTS.items()}  # noqa: C416 - as below
"""Ending -> its words."""
CAUSES: dict[str, str] = {name: words for name, words in labels.CAUSES.items()}  # noqa: C416 - dict() keeps the key
REASONS = {
    "hallucination": "something was not in the sources",
    "fabricated_citation": "a source does not exist",
    "conflict": "sources disagree",
    "not_answered": "a part was not answered",
    "low_confidence": "the confidence was too low",
    "needs_retry": "the auditor asked for another round",
}
JUDGED = {"approved": "Approved", "rejected": "Rejected", "contested": "Contested"}
Number = str | int | float


class Panel(NamedTuple):
    """A chart, what stands in for an empty one, and its numbers as rows that lead to runs."""

    key: str
    title: str
    chart: Chart | None
    empty: str
    header: tuple[str, ...]
    rows: tuple[tuple[Number, ...], ...]
    codes: tuple[str, ...]
    """For each row the runs behind it, as they stand in an address; empty where there are none."""


def endings(seen: Overview, *, dark: bool) -> Panel:
    """Return how many questions were asked on each day, and how they ended."""
    title, palette = "Questions by day, and how they ended", palette_of(dark=dark)
    rows = [(day, ending, sum(row.runs for row in rows)) for (day, ending), rows in _grouped(seen.days)]
    colours, series = ending_colours(palette), []
    for ending in ENDINGS:
        own = tuple(
            (day, number, Slice(over=seen.over, day=date.fromisoformat(day), ending=ending).code)
            for day, name, number in rows
            if name == ending
        )
        if own:
            series.append(Series(ENDED[ending], colours[ending], own))
    told = ", ".join(f"{ENDED[name].lower()} {seen.ended(name):,}" for name in ENDINGS if seen.ended(name))
    chart = stacked(
        title,
        series,
        palette,
        x="Day (UTC)",
        y="Questions",
        days=True,
        told=f"{seen.runs:,} questions: {told}.",
        whole=True,
    )
    codes = [code for _, _, code in _by_day_then_ending(series)]
    table = [(day, ENDED[name], number) for day, name, number in rows]
    return Panel("endings", title, chart, "", ("Day (UTC)", "Ended", "Questions"), (*table,), (*codes,))


def _by_day_then_ending(series: Sequence[Series]) -> list[tuple[str | float, float, str]]:
    return sorted((point for part in series for point in part.points), key=lambda point: point[2])


def confidence(seen: Overview, *, dark: bool) -> Panel:
    """Return how sure MASIS was, in bins of 0.05."""
    title, palette = "Confidence of answers", palette_of(dark=dark)
    colours, series = ending_colours(palette), []
    for ending in ENDINGS:
        own = tuple(
            ((place + 0.5) / CONFIDENCE_BINS, number, Slice(over=seen.over, bin=place, ending=ending).code)
            for place, name, number in seen.confidence
            if name == ending
        )
        if own:
            series.append(Series(ENDED[ending], colours[ending], own))
    total = sum(number for _, _, number in seen.confidence)
    high = sum(number for place, _, number in seen.confidence if place >= 13)
    told = f"{total:,} scored runs, {high:,} of them with 0.65 or more."
    chart = stacked(
        title, series, palette, x="Confidence (0 to 1)", y="Runs", days=False, told=told, whole=True
    )
    if chart is not None:
        chart.figure.update_xaxes(range=[0, 1.0], tickvals=[0, 0.25, 0.5, 0.75, 1])
        chart.figure.update_layout(bargap=0.06)
    rows = tuple(
        (f"{place / CONFIDENCE_BINS:.2f} to {(place + 1) / CONFIDENCE_BINS:.2f}", ENDED[name], number)
        for place, name, number in seen.confidence
    )
    codes = tuple(
        Slice.model_validate({"over": seen.over, "bin": place, "ending": name}).code
        for place, name, _ in seen.confidence
    )
    header = ("Confidence (0 to 1)", "Ended", "Runs")
    return Panel("confidence", title, chart, "No answer was scored in this time.", header, rows, codes)


def confidence_days(seen: Overview, *, dark: bool) -> Panel:
    """Return the mean confidence of each day."""
    return _mean_by_day(
        seen,
        Measure(
            "confidence-days",
            "Mean confidence by day",
            "Confidence (0 to 1)",
            "No answer was scored in this time.",
        ),
        lambda rows: _ratio(rows, lambda row: row.confidence, lambda row: row.scored),
        palette_of(dark=dark),
    )


def likeness(seen: Overview, *, dark: bool) -> Panel:
    """Return how close the best passage came, by day."""
    return _mean_by_day(
        seen,
        Measure(
            "likeness",
            "Best passage's likeness by day, mean",
            "Likeness (0 to 1)",
            "No passage qualified in this time.",
        ),
        lambda rows: _ratio(rows, lambda row: row.best_score, lambda row: row.searched),
        palette_of(dark=dark),
    )


def struck(seen: Overview, *, dark: bool) -> Panel:
    """Return the share of written sentences that were left out because they did not hold."""
    return _mean_by_day(
        seen,
        Measure(
            "struck",
            "Sentences struck, share by day",
            "Share of sentences",
            "No sentence was written in this time.",
        ),
        lambda rows: _ratio(rows, lambda row: row.struck, lambda row: row.sentences),
        palette_of(dark=dark),
    )


class Measure(NamedTuple):
    """How a mean is called."""

    key: str
    title: str
    unit: str
    empty: str


def _mean_by_day(
    seen: Overview, how: Measure, mean: Callable[[list[DaySums]], float | None], palette: Palette
) -> Panel:
    share = how.key == "struck"
    points = []
    for day, own in _days_of(seen.days):
        value = mean(own)
        if value is not None:
            wanted = Slice(over=seen.over, day=date.fromisoformat(day), struck=share)
            points.append((day, round(value, 4), wanted.code))
    values = [value for _, value, _ in points]
    said = f"{{:{'.1%' if share else '.2f'}}}".format
    told = f"From {said(min(values))} to {said(max(values))}, last {said(values[-1])}." if values else ""
    series = [Series(how.title, palette.accent, tuple(points))]
    chart = line(how.title, series, palette, y=how.unit, told=told, share=share, unit=not share)
    rows = tuple((day, value) for day, value, _ in points)
    codes = tuple(code for _, _, code in points)
    return Panel(how.key, how.title, chart, how.empty, ("Day (UTC)", how.unit), rows, codes)


def judged(seen: Overview, *, dark: bool) -> Panel:
    """Return what people said of the answers they looked at."""
    title, palette = "What people said of answers, by day", palette_of(dark=dark)
    colours = {"approved": palette.good, "rejected": palette.bad, "contested": palette.amber}
    coded = [
        (day, said, number, Slice.model_validate({"over": seen.over, "day": day, "judged": said}).code)
        for day, said, number in seen.judged
    ]
    series = [
        Series(
            JUDGED[name],
            colour,
            tuple((day, number, code) for day, said, number, code in coded if said == name),
        )
        for name, colour in colours.items()
        if any(said == name for _, said, _, _ in coded)
    ]
    sums = {name: sum(number for _, said, number, _ in coded if said == name) for name in JUDGED}
    told = ", ".join(f"{JUDGED[name].lower()} {number:,}" for name, number in sums.items()) + "."
    chart = stacked(
        title, series, palette, x="Day asked (UTC)", y="Answers", days=True, told=told, whole=True
    )
    rows = tuple((day, JUDGED[said], number) for day, said, number, _ in coded)
    empty = "Nobody has said of an answer of this time whether it is right. Decisions in Review count."
    header = ("Day asked (UTC)", "Said", "Answers")
    return Panel("judged", title, chart, empty, header, rows, tuple(code for *_, code in coded))


def causes(seen: Overview, *, dark: bool) -> Panel:
    """Return why people were asked."""
    rows = [
        (CAUSES.get(name, name), number, Slice(over=seen.over, cause=name).code)
        for name, number in seen.causes
    ]
    empty = "Nobody had to look at an answer of this time."
    return _ranking("causes", "Why a person was asked", ("Cause", "Runs"), rows, empty, dark=dark)


def reasons(seen: Overview, *, dark: bool) -> Panel:
    """Return what drafts were tried again for."""
    rows = [
        (REASONS.get(name, name), number, Slice(over=seen.over, reason=name).code)
        for name, number in seen.reasons
    ]
    empty = "No draft of this time was tried again."
    return _ranking("reasons", "Why a draft was tried again", ("Reason", "Retries"), rows, empty, dark=dark)


def _ranking(
    key: str, title: str, header: tuple[str, str], rows: list[tuple[str, int, str]], empty: str, *, dark: bool
) -> Panel:
    shown = [(f"{name[:1].upper()}{name[1:]}", number, code) for name, number, code in rows]
    chart = ranked(title, shown, palette_of(dark=dark), x=header[1])
    table = tuple((name, number) for name, number, _ in shown)
    return Panel(key, title, chart, empty, header, table, tuple(code for _, _, code in shown))


def passages(seen: Overview, *, dark: bool) -> Panel:
    """Return how many passages a question kept and how many were filtered out, by day."""
    title, palette = "Passages per question, mean by day", palette_of(dark=dark)
    found = [
        (day, _ratio(own, lambda row: row.kept, _runs), _ratio(own, lambda row: row.dropped, _runs))
        for day, own in _days_of(seen.days)
    ]
    rows = tuple((day, round(kept or 0, 2), round(dropped or 0, 2)) for day, kept, dropped in found)
    codes = [Slice(over=seen.over, day=date.fromisoformat(day)).code for day, _, _ in rows]
    series = [
        Series(
            name,
            colour,
            tuple((str(row[0]), float(row[place]), code) for row, code in zip(rows, codes, strict=True)),
        )
        for name, colour, place in (("qualified", palette.accent, 1), ("filtered out", palette.muted, 2))
    ]
    kept, dropped = (sum(getattr(row, name) for row in seen.days) for name in ("kept", "dropped"))
    told = f"{kept:,} passages qualified in all, {dropped:,} were filtered out."
    chart = stacked(title, series, palette, x="Day (UTC)", y="Passages per question", days=True, told=told)
    header = ("Day (UTC)", "Qualified per question", "Filtered out per question")
    return Panel("passages", title, chart, "No passage was found in this time.", header, rows, (*codes,))


def times(seen: Overview, *, dark: bool) -> Panel:
    """Return how long each agent takes."""
    title = "Time by agent"
    drawn = [
        Times(
            f"{labels.AGENTS[taken.agent][0]} ({taken.agent})",
            round(taken.half_ms / 1000, 4),
            round(taken.nine_of_ten_ms / 1000, 4),
            round(taken.most_ms / 1000, 4),
            Slice(over=seen.over, agent=taken.agent, step=taken.slow_step).code,
        )
        for taken in seen.agents
    ]
    rows = tuple((agent.name, agent.half, agent.nine, agent.most) for agent in drawn)
    header = ("Agent", "Half of the runs (s)", "9 of 10 (s)", "99 of 100 (s)")
    chart = spans(title, drawn, palette_of(dark=dark))
    empty = "No agent worked in this time."
    return Panel("times", title, chart, empty, header, rows, tuple(agent.code for agent in drawn))


def tokens(seen: Overview, *, dark: bool) -> Panel:
    """Return the tokens of each day in both directions."""
    title, palette = "Tokens by day", palette_of(dark=dark)
    rows = tuple(
        (day, sum(row.input_tokens for row in own), sum(row.output_tokens for row in own))
        for day, own in _days_of(seen.days)
        if any(row.input_tokens + row.output_tokens for row in own)
    )
    codes = tuple(Slice(over=seen.over, day=date.fromisoformat(day)).code for day, _, _ in rows)
    series = [
        Series(
            name,
            colour,
            tuple((str(row[0]), float(row[place]), code) for row, code in zip(rows, codes, strict=True)),
        )
        for name, colour, place in (
            ("read by models", palette.accent, 1),
            ("written by models", palette.good, 2),
        )
    ]
    told = f"{sum(row[1] for row in rows):,} read, {sum(row[2] for row in rows):,} written."
    chart = stacked(title, series, palette, x="Day (UTC)", y="Tokens", days=True, told=told, whole=True)
    empty = "No language model was asked in this time, so nothing was spent."
    header = ("Day (UTC)", "Tokens read", "Tokens written")
    return Panel("tokens", title, chart, empty, header, rows, codes)


def money(seen: Overview, *, dark: bool) -> Panel:
    """Return what each day cost, by currency."""
    title, palette = "Cost by day", palette_of(dark=dark)
    currencies = sorted({row.currency for row in seen.days if row.currency})
    colours = (palette.accent, palette.good, palette.text, palette.muted)
    rows = tuple(
        (day, currency, sum(row.money_nano for row in own if row.currency == currency) / NANO)
        for day, own in _days_of(seen.days)
        for currency in currencies
        if any(row.currency == currency for row in own)
    )
    codes = tuple(Slice(over=seen.over, day=date.fromisoformat(day)).code for day, _, _ in rows)
    coded = [(*row, code) for row, code in zip(rows, codes, strict=True)]
    series = [
        Series(
            currency,
            colours[number % len(colours)],
            tuple((day, amount, code) for day, name, amount, code in coded if name == currency),
        )
        for number, currency in enumerate(currencies)
    ]
    sums = {name: sum(amount for _, own, amount in rows if own == name) for name in currencies}
    told = ", ".join(f"{amount:,.4f} {currency}" for currency, amount in sums.items()) + " in all."
    chart = stacked(title, series, palette, x="Day (UTC)", y=", ".join(currencies), days=True, told=told)
    empty = "Nothing with a known price was spent in this time."
    return Panel("money", title, chart, empty, ("Day (UTC)", "Currency", "Amount"), rows, codes)


def _runs(row: DaySums) -> float:
    return row.runs


def _ratio(
    rows: Iterable[DaySums], over: Callable[[DaySums], float], under: Callable[[DaySums], float]
) -> float | None:
    rows = list(rows)
    total = sum(map(under, rows))
    return sum(map(over, rows)) / total if total else None


def _days_of(days: Sequence[DaySums]) -> list[tuple[str, list[DaySums]]]:
    return [(day, list(rows)) for day, rows in groupby(days, lambda row: row.day)]


def _grouped(days: Sequence[DaySums]) -> list[tuple[tuple[str, str], list[DaySums]]]:
    return [(key, list(rows)) for key, rows in groupby(days, lambda row: (row.day, row.ending))]
