"""Compare as HTML: the tables of what differs between two runs; every word goes through ``safe_html``."""

from collections.abc import Iterable, Sequence

from masis.domain.evidence import place_of
from masis.domain.history.compare import ClaimPair, EvidencePair
from masis.domain.history.compare_figures import Figure, Setting
from masis.domain.verification.claims import Claim
from masis.ui.safe_text import safe_html
from masis.ui.shared import wording
from masis.ui.shared.difference import marked_difference
from masis.ui.shared.passage_text import shortened

_MARKS = "-*•#>| "


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
            _score(pair.before.score if pair.before else None),
            _score(pair.after.score if pair.after else None),
            _signed(pair.score_change),
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
            _signed(figure.delta, figure.whole),
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
    before, after = (shortened(side.full_text) if side else "" for side in (pair.before, pair.after))
    words = marked_difference(before, after) if pair.kind == "changed" else safe_html(after or before)
    return f'<b>{safe_html(place)}</b><br><span class="m-diff k">{words}</span>'


def _cited(pair: EvidencePair) -> str:
    told = {(True, True): "both", (True, False): "earlier", (False, True): "later"}
    return told.get((pair.cited_before, pair.cited_after), "no")


def _score(value: float | None, whole: bool = False) -> str:
    if value is None:
        return "–"
    return f"{value:.0f}" if whole else f"{value:.2f}"


def _signed(value: float | None, whole: bool = False) -> str:
    if value is None:
        return "–"
    shown = f"{value:+.0f}" if whole else f"{value:+.2f}"
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
