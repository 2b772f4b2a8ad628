"""Over documents: ask a set about a folder of documents; what was finalized, right, and found."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from masis.evaluation.asking import ask
from masis.evaluation.base import Bench
from masis.evaluation.judging import FIRST_PIECES, SHOWN, Judged, owners_of
from masis.evaluation.measures import auroc
from masis.evaluation.results import Listing, Measure, Result, bootstrap, share
from masis.evaluation.sets import GoldenQuestion
from masis.evaluation.workspaces import opened

FACTS = ("fact", "table_fact", "text_fact", "several_parts", "comparison")
_FACTS_AND_BROAD = (*FACTS, "broad")
_MOST_SAID = 400
_NOTES = (
    "Right: every expected wording (or as many as the row asks for) stands in what the answer states, "
    "headings and hedges aside, and a passage of a document that holds the answer is cited. A false premise "
    "is answered rightly by naming the truth; what is absent can only be refused.",
    "Shown: the statements of the answer, then passages in order; a passage counts on a page that holds the "
    "answer.",
    "Intervals are drawn over organisations: questions about one company do not pass for independent ones.",
)

Rows = Sequence[Judged]
Holds = Callable[[Judged], bool]


def run(rows: Sequence[GoldenQuestion], bench: Bench, documents: Path) -> Result:
    """Take the documents in, ask everything once and judge it."""
    workspace = opened(bench.pipeline, documents, bench.progress)
    owners = owners_of(rows)
    judged = []
    for number, row in enumerate(rows, 1):
        asked = ask(bench.pipeline, workspace.workspace_id, row.question)
        judged.append(Judged(row, asked, workspace.pages, owners))
        bench.progress("questions", number, len(rows))
    return Result(
        name=bench.name,
        kind="questions over documents",
        engine=bench.engine,
        seed=bench.seed,
        rows=len(judged),
        measures=tuple(measures(judged, bench.seed)),
        listings=(
            _endings(judged),
            failures(judged, show_report_rows=bench.show_report_rows),
            _rights(judged, show_report_rows=bench.show_report_rows),
        ),
        notes=_NOTES,
    )


def measures(judged: Rows, seed: int) -> list[Measure]:
    """Return the figures over all rows, then those of each kind."""
    of = partial(_share, seed=seed)
    answerable = [item for item in judged if item.answerable]
    facts = [item for item in answerable if item.row.kind in FACTS]
    gone = [item for item in judged if not item.answerable]
    finalized = [item for item in judged if item.finalized]
    stating = [item for item in judged if item.asked.stated]
    return [
        of("finalized and wrong, of all questions", judged, _wrong),
        of("finalized and wrong, of those finalized", finalized, _wrong),
        of("answerable facts: finalized and right", facts, _right),
        of("answerable facts: finalized and wrong", facts, _wrong),
        of("answerable facts: not finalized", facts, _open),
        of("answerable facts: right draft, finalized or not", facts, lambda item: item.right),
        of(f"answerable facts: right among the first {SHOWN} shown", facts, _shown),
        of("absent and false premise: finalized", gone, _wrong, note=_TRUTH),
        _separation("all drafts that state something", stating, seed),
        _separation("answers finalized", finalized, seed),
        of("gold page in the evidence", answerable, _gold_page),
        of(
            f"gold document among the first {FIRST_PIECES} pieces of evidence",
            answerable,
            lambda item: item.gold_document_first,
        ),
        of("another organisation cited, of answers finalized", finalized, _strays),
        of("another organisation cited, of all questions", judged, _strays),
        of("conflict raised", judged, lambda item: bool(item.asked.conflicts)),
        of("conflict raised between organisations", judged, lambda item: bool(item.mixed_conflicts)),
        of("fabricated citation", judged, lambda item: item.asked.fabricated > 0),
        *(
            of(f"{name} · {kind}", [item for item in judged if item.row.kind == kind], holds)
            for kind in dict.fromkeys(item.row.kind for item in judged)
            for name, holds in (_OF_ANSWERABLE if kind in _FACTS_AND_BROAD else _OF_OTHERS)
        ),
    ]


def _share(name: str, rows: Rows, holds: Holds, *, seed: int, note: str = "") -> Measure:
    return share(name, [float(holds(item)) for item in rows], seed, note, [item.group for item in rows])


def _right(item: Judged) -> bool:
    return item.finalized and item.right


def _wrong(item: Judged) -> bool:
    return item.finalized_wrong


def _open(item: Judged) -> bool:
    return not item.finalized


def _shown(item: Judged) -> bool:
    return item.right_shown


def _gold_page(item: Judged) -> bool:
    return item.gold_page_found


def _strays(item: Judged) -> bool:
    return bool(item.strangers)


_TRUTH = "a false premise answered with the truth is not counted"
_OF_ANSWERABLE: tuple[tuple[str, Holds], ...] = (
    ("finalized and right", _right),
    ("finalized and wrong", _wrong),
    ("not finalized", _open),
    (f"right among the first {SHOWN} shown", _shown),
    ("gold page in the evidence", _gold_page),
)
_OF_OTHERS: tuple[tuple[str, Holds], ...] = (("finalized", _wrong),)


def _separation(what: str, drafts: Rows, seed: int) -> Measure:
    scored = [(item.asked.confidence, item.right) for item in drafts]

    def statistic(rows: Sequence[tuple[float, bool]]) -> float | None:
        return auroc([confidence for confidence, _ in rows], [right for _, right in rows])

    return Measure(
        name=f"confidence tells right from wrong, AUROC, {what}",
        value=statistic(scored),
        count=len(scored),
        interval=bootstrap(scored, statistic, seed, [item.group for item in drafts]),
        note=f"{sum(right for _, right in scored)} right",
    )


def _endings(judged: Rows) -> Listing:
    """Return how many questions of each kind ended how; right and wrong of what was finalized apart."""
    columns = ("right", "wrong", "passages", "absent", "conflict", "escalated", "asked_back", "failed")
    kinds = dict.fromkeys(item.row.kind for item in judged)

    def name(item: Judged) -> str:
        return item.asked.ending if not item.finalized else "right" if item.right else "wrong"

    counts = {kind: [name(item) for item in judged if item.row.kind == kind] for kind in kinds}
    extra = tuple(sorted({name(item) for item in judged} - set(columns)))
    return Listing(
        title="How questions ended (right and wrong: finalized)",
        columns=("kind", *columns, *extra, "all"),
        rows=tuple(
            (kind, *(str(found.count(column)) for column in (*columns, *extra)), str(len(found)))
            for kind, found in counts.items()
        ),
    )


def failures(judged: Rows, *, show_report_rows: bool) -> Listing:
    """List what did not end well, the wrong answers first; words of report rows only when asked for."""
    failed = [item for item in judged if item.finalized_wrong]
    failed += [item for item in judged if item.answerable and not item.finalized]
    return Listing(
        title=f"Not right ({len(failed)} of {len(judged)}; finalized and wrong first)",
        columns=("id", "kind", "ending", "question", "expected", "gold", "answer", "cites", "conflicts"),
        rows=tuple(_told(item, show_report_rows or item.row.split != "report") for item in failed),
    )


def _rights(judged: Rows, *, show_report_rows: bool) -> Listing:
    """List what was finalized and right, so that one that is right by luck can be seen."""
    right = [item for item in judged if item.finalized and item.right]
    shown = [item for item in right if show_report_rows or item.row.split != "report"]
    return Listing(
        title=f"Finalized and right ({len(right)})",
        columns=("id", "question", "expected", "answer"),
        rows=tuple(
            (item.row.id, item.row.question, _expected(item.row), item.asked.stated[:_MOST_SAID])
            for item in shown
        ),
    )


def _expected(row: GoldenQuestion) -> str:
    return row.judged_by or "; ".join(" or ".join(group) for group in row.phrases) or row.expected


def _told(item: Judged, words: bool) -> tuple[str, ...]:
    cause = item.asked.report.cause if item.asked.report else item.asked.verdict
    ending = f"{item.asked.ending}{f'/{cause}' if cause else ''}, confidence {item.asked.confidence:.2f}"
    ending += ", WRONG" if item.finalized_wrong else ", right draft" if item.right else ""
    plain = (item.row.id, item.row.kind, ending)
    if not words:
        return (*plain, "", "", "", "", "", "")
    found = "page found" if item.gold_page_found else "page not found"
    return (
        *plain,
        item.row.question,
        _expected(item.row),
        f"{_places(item.gold)} ({found})" if item.gold else "",
        item.asked.answer[:_MOST_SAID],
        _places(item.cited),
        " || ".join(conflict.summary for conflict in item.asked.conflicts),
    )


def _places(pages: frozenset[tuple[str, int]]) -> str:
    return ", ".join(f"{name} p. {page}" for name, page in sorted(pages))
