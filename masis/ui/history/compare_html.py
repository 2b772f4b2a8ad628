"""Compare as HTML: the tables of what differs between two runs; every word goes through ``safe_html``."""

from collections.abc import Iterable, Sequence

from masis.domain.evidence import EvidenceChunk, place_of
from masis.domain.history.compare import ClaimPair, EvidencePair
from masis.domain.history.compare_figures import Figure, Setting
from masis.domain.verification.claims import Claim
from masis.domain.verification.facts import tables_of
from masis.ui.safe_text import safe_html
from masis.ui.shared import wording
from masis.ui.shared.difference import marked_difference
from masis.ui.shared.passage_text import prose, shortened
from masis.ui.shared.rows import Grid, grid_html, typed, typed_grid, whole_grid
from masis.ui.shared.wording import counted

_MARKS = "-*•#> "
_MOST_ROWS = 3
"""Rows of a passage that are drawn; its place is named, and the run opens it."""


def claims_table(pairs: Sequence[ClaimPair], numbers: tuple[dict[str, str], dict[str, str]]) -> str:
    """Return one row a sentence: where it stands, its words with the changes marked, verdict and sources."""
    heads = ("Claim", "Sentence", "Verdict", "Sources")
    rows = [
        (
            _kind(pair.kind),
            f'<span class="m-diff">{_words(pair)}</span>',
            _verdicts(pair),
            _moved(
                _sources(pair.before, numbers[0]), _sources(pair.after, numbers[1]), other=pair.other_sources
            ),
        )
        for pair in pairs
    ]
    return _table("Claims of both answers", heads, rows)


def evidence_table(pairs: Sequence[EvidencePair]) -> str:
    """Return one row a passage: who found it, its place and words, its scores, whether it is cited."""
    heads = ("Passage", "Source", "Earlier score", "Later score", "Change", "Cited")
    rows = [
        (
            _kind(pair.kind),
            _passage(pair),
            *map(_score, _both(pair)),
            _signed(*_both(pair)),
            safe_html(_cited(pair)),
        )
        for pair in pairs
    ]
    return _table("Passages of both runs", heads, rows, numeric=(2, 3, 4))


def figures_table(figures: Sequence[Figure]) -> str:
    """Return one row a figure."""
    rows = [
        (
            safe_html(figure.name),
            _score(figure.before, figure.whole),
            _score(figure.after, figure.whole),
            _signed(figure.before, figure.after, figure.whole),
        )
        for figure in figures
    ]
    return _table("Figures of both runs", ("Figure", "Earlier", "Later", "Change"), rows, numeric=(1, 2, 3))


def settings_table(settings: Sequence[Setting]) -> str:
    """Return one row a setting that differs."""
    rows = [
        (safe_html(setting.name), safe_html(setting.before), safe_html(setting.after)) for setting in settings
    ]
    return _table("Settings that differ", ("Setting", "Earlier", "Later"), rows)


def _kind(kind: str) -> str:
    word, tone = wording.CHANGES[kind]
    return f'<span class="m-dot {tone}"></span>{word}'


def _words(pair: ClaimPair) -> str:
    """Return the sentence with what changed in it marked; a row of a table as one."""
    known = pair.after or pair.before
    if known and typed(known.text):
        was = typed(pair.before.text) if pair.before and pair.kind != "lost" else ()
        before_row = {was[0]: was} if was else {} if pair.kind == "gained" else None
        return grid_html(typed_grid(typed(known.text)), "Row of the answer", before_row)
    before = pair.before.text.lstrip(_MARKS) if pair.before else ""
    after = pair.after.text.lstrip(_MARKS) if pair.after else ""
    if pair.kind == "lost":
        return f"<del>{safe_html(before)}</del>"
    if pair.kind == "gained":
        return f"<ins>{safe_html(after)}</ins>"
    return marked_difference(before, after)


def _verdicts(pair: ClaimPair) -> str:
    told = [wording.CLAIMS[claim.verdict][0] for claim in (pair.before, pair.after) if claim]
    return safe_html(" → ".join(dict.fromkeys(told)))


def _sources(claim: Claim | None, numbers: dict[str, str]) -> str:
    if claim is None:
        return ""
    labels = dict.fromkeys(numbers.get(name, "a source that does not exist") for name in claim.citations)
    return "; ".join(labels) or "none"


def _moved(before: str, after: str, *, other: bool) -> str:
    if before == after or not before or not after:
        told = f"{after or before}, other text there now" if other else after or before
        return f'<span class="k">{safe_html(told)}</span>'
    return f'<span class="k">{safe_html(before)} → {safe_html(after)}</span>'


def _passage(pair: EvidencePair) -> str:
    chunk = pair.after or pair.before
    if chunk is None:
        return ""
    place = f"{chunk.document_title}, {place_of(chunk.page_label)}"
    before, after = (shortened(prose(side.full_text)) if side else "" for side in (pair.before, pair.after))
    words = marked_difference(before, after) if pair.kind == "changed" else safe_html(after or before)
    told = f'<br><span class="m-diff k">{words}</span>' if words else ""
    was = pair.before if pair.kind == "changed" else None
    return f"<b>{safe_html(place)}</b>{told}{_rows(chunk, was)}"


def _rows(chunk: EvidenceChunk, was: EvidenceChunk | None) -> str:
    """Return the first rows of a passage as tables; beside those it had before, the rows that changed."""
    before = {cells[0]: cells for grid in _grids(was) for cells in grid.rows} if was else None
    drawn = []
    for grid in _grids(chunk):
        told = [cells for cells in grid.rows if before is None or before.get(cells[0]) != cells]
        if told:
            shown = grid._replace(rows=tuple(told[:_MOST_ROWS]))
            more = len(grid.rows) - len(shown.rows)
            note = f'<div class="k">{counted(more, "more row")}</div>' if more else ""
            drawn.append(grid_html(shown, f"Rows of {chunk.document_title}", before) + note)
    return "".join(drawn)


def _grids(chunk: EvidenceChunk) -> list[Grid]:
    return [whole_grid(table, None) for table in tables_of(chunk) if table.rows]


def _cited(pair: EvidencePair) -> str:
    told = {(True, True): "both", (True, False): "earlier", (False, True): "later"}
    return told.get((pair.cited_before, pair.cited_after), "no")


def _score(value: float | None, whole: bool = False) -> str:
    if value is None:
        return "–"
    return f"{value:.0f}" if whole else f"{value:.2f}"


def _both(pair: EvidencePair) -> tuple[float | None, float | None]:
    return (pair.before.score if pair.before else None, pair.after.score if pair.after else None)


def _signed(before: float | None, after: float | None, whole: bool = False) -> str:
    """Return the change between two figures as they are shown, so that the three agree."""
    if before is None or after is None:
        return "–"
    places = 0 if whole else 2
    shown = f"{round(after, places) - round(before, places):+.{places}f}"
    return "0" if float(shown) == 0 else shown.replace("-", "−")


def _table(
    caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], numeric: tuple[int, ...] = ()
) -> str:
    """Return a table whose cells are HTML already."""

    def kind(number: int) -> str:
        return ' class="n"' if number in numeric else ""

    head = "".join(f'<th scope="col"{kind(i)}>{safe_html(name)}</th>' for i, name in enumerate(heads))
    body = "".join(
        "<tr>"
        + "".join(
            f'<td data-label="{safe_html(heads[i])}"{kind(i)}><span>{cell}</span></td>'
            for i, cell in enumerate(row)
        )
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class="m-compare"><table aria-label="{safe_html(caption)}"><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
