"""Questions: ask a set over a folder of documents; what was finalized, what was right, what was found."""

from collections.abc import Callable, Sequence

from masis.evaluation.asking import ask
from masis.evaluation.base import Bench
from masis.evaluation.datasets import GoldenQuestion
from masis.evaluation.filings.corpus import opened
from masis.evaluation.filings.judging import FIRST_PIECES, SHOWN, Judged, owners_of
from masis.evaluation.measures import auroc
from masis.evaluation.resampling import bootstrap
from masis.evaluation.results import Listing, Measure, Result, share

FACTS = ("table_fact", "text_fact", "several_parts", "comparison")
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


def run(rows: Sequence[GoldenQuestion], bench: Bench) -> Result:
    """Take the documents in, ask everything once and judge it."""
    ground = opened(bench)
    owners = owners_of(rows)
    judged = []
    for number, row in enumerate(rows, 1):
        asked = ask(bench.pipeline, ground.workspace_id, row.question)
        judged.append(Judged(row, asked, ground.pages, owners))
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

    def of(name: str, rows: Rows, holds: Callable[[Judged], bool], note: str = "") -> Measure:
        return share(name, [float(holds(one)) for one in rows], seed, note, [one.row.topic for one in rows])

    answerable = [one for one in judged if one.answerable]
    facts = [one for one in answerable if one.row.kind in FACTS]
    gone = [one for one in judged if not one.answerable]
    return [
        of("finalized and wrong, of all questions", judged, lambda one: one.finalized_wrong),
        of(
            "finalized and wrong, of those finalized",
            [one for one in judged if one.finalized],
            lambda one: one.finalized_wrong,
        ),
        of("answerable facts: finalized and right", facts, lambda one: one.finalized and one.right),
        of("answerable facts: finalized and wrong", facts, lambda one: one.finalized_wrong),
        of("answerable facts: not finalized", facts, lambda one: not one.finalized),
        of("answerable facts: right draft, finalized or not", facts, lambda one: one.right),
        of(f"answerable facts: right among the first {SHOWN} shown", facts, lambda one: one.right_shown),
        of("absent and false premise: finalized", gone, lambda one: one.finalized_wrong, _TRUTH),
        _separation("all drafts that state something", [one for one in judged if one.asked.stated], seed),
        _separation("answers finalized", [one for one in judged if one.finalized], seed),
        of("gold page in the evidence", answerable, lambda one: one.gold_page_found),
        of(
            f"gold document among the first {FIRST_PIECES} pieces of evidence",
            answerable,
            lambda one: one.gold_document_first,
        ),
        of(
            "another organisation cited, of answers finalized",
            [one for one in judged if one.finalized],
            lambda one: bool(one.strangers),
        ),
        of("another organisation cited, of all questions", judged, lambda one: bool(one.strangers)),
        of("conflict raised", judged, lambda one: bool(one.asked.conflicts)),
        of("conflict raised between organisations", judged, lambda one: bool(one.mixed_conflicts)),
        of("fabricated citation", judged, lambda one: one.asked.fabricated > 0),
        *(
            of(f"{name} · {kind}", [one for one in judged if one.row.kind == kind], holds)
            for kind in dict.fromkeys(one.row.kind for one in judged)
            for name, holds in _BY_KIND[kind in _FACTS_AND_BROAD]
        ),
    ]


_TRUTH = "a false premise answered with the truth is not counted"
_BY_KIND: dict[bool, tuple[tuple[str, Callable[[Judged], bool]], ...]] = {
    True: (
        ("finalized and right", lambda one: one.finalized and one.right),
        ("finalized and wrong", lambda one: one.finalized_wrong),
        ("not finalized", lambda one: not one.finalized),
        (f"right among the first {SHOWN} shown", lambda one: one.right_shown),
        ("gold page in the evidence", lambda one: one.gold_page_found),
    ),
    False: (("finalized", lambda one: one.finalized_wrong),),
}


def _separation(what: str, drafts: Rows, seed: int) -> Measure:
    scored = [(one.asked.confidence, one.right) for one in drafts]

    def statistic(rows: Sequence[tuple[float, bool]]) -> float | None:
        return auroc([confidence for confidence, _ in rows], [right for _, right in rows])

    return Measure(
        name=f"confidence tells right from wrong, AUROC, {what}",
        value=statistic(scored),
        count=len(scored),
        interval=bootstrap(scored, statistic, seed, [one.row.topic for one in drafts]),
        note=f"{sum(right for _, right in scored)} right",
    )


def _endings(judged: Rows) -> Listing:
    """Return how many questions of each kind ended how; right and wrong of what was finalized apart."""
    columns = ("right", "wrong", "passages", "absent", "conflict", "escalated", "asked_back", "failed")
    kinds = dict.fromkeys(one.row.kind for one in judged)

    def name(one: Judged) -> str:
        return one.asked.ending if not one.finalized else "right" if one.right else "wrong"

    counts = {kind: [name(one) for one in judged if one.row.kind == kind] for kind in kinds}
    extra = tuple(sorted({name(one) for one in judged} - set(columns)))
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
    failed = [one for one in judged if one.finalized_wrong]
    failed += [one for one in judged if one.answerable and not one.finalized]
    return Listing(
        title=f"Not right ({len(failed)} of {len(judged)}; finalized and wrong first)",
        columns=("id", "kind", "ending", "question", "expected", "gold", "answer", "cites", "conflicts"),
        rows=tuple(_told(one, show_report_rows or one.row.split != "report") for one in failed),
    )


def _rights(judged: Rows, *, show_report_rows: bool) -> Listing:
    """List what was finalized and right, so that one that is right by luck can be seen."""
    right = [one for one in judged if one.finalized and one.right]
    shown = [one for one in right if show_report_rows or one.row.split != "report"]
    return Listing(
        title=f"Finalized and right ({len(right)})",
        columns=("id", "question", "expected", "answer"),
        rows=tuple(
            (one.row.id, one.row.question, _expected(one.row), one.asked.stated[:_MOST_SAID]) for one in shown
        ),
    )


def _expected(row: GoldenQuestion) -> str:
    return row.judged_by or "; ".join(" or ".join(group) for group in row.phrases) or row.expected


def _told(one: Judged, words: bool) -> tuple[str, ...]:
    cause = one.asked.report.cause if one.asked.report else one.asked.verdict
    ending = f"{one.asked.ending}{f'/{cause}' if cause else ''}, confidence {one.asked.confidence:.2f}"
    ending += ", WRONG" if one.finalized_wrong else ", right draft" if one.right else ""
    plain = (one.row.id, one.row.kind, ending)
    if not words:
        return (*plain, "", "", "", "", "", "")
    found = "page found" if one.gold_page_found else "page not found"
    return (
        *plain,
        one.row.question,
        _expected(one.row),
        f"{_places(one.gold)} ({found})" if one.gold else "",
        one.asked.answer[:_MOST_SAID],
        _places(one.cited),
        " || ".join(conflict.summary for conflict in one.asked.conflicts),
    )


def _places(pages: frozenset[tuple[str, int]]) -> str:
    return ", ".join(f"{name} p. {page}" for name, page in sorted(pages))
