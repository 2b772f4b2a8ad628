"""Table questions: each table with its paragraphs is taken in as a document and asked about."""

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from benchmarks.sets.bench import Bench
from benchmarks.sets.measures import of_half
from benchmarks.sets.office import as_docx, as_model, as_pptx, as_xlsx
from benchmarks.sets.printed import as_page, printed
from benchmarks.sets.rows import TableContext, TableQuestion
from benchmarks.sets.seen import Training, beside_all, seen_groups, told
from masis.domain.language.periods import find_periods
from masis.domain.language.quantities import numbers
from masis.evaluation.asking import Asked, ask, settled, take_in, workspace
from masis.evaluation.matching import contains
from masis.evaluation.results import Listing, Measure, Result, share

_SHOWN = 15
_FIGURE = re.compile(r"\d")
_NUMBER = re.compile(r"[(\-−]?\s*[$€£]?\s*-?\d[\d,]*(?:\.\d+)?\s*%?\)?")


class Answered(NamedTuple):
    """One question with what became of it."""

    row: TableQuestion
    context: int
    asked: Asked
    right: bool


def run(
    rows: Sequence[TableContext], bench: Bench, *, form: str = "md", training: Training | None = None
) -> Result:
    """Give every table a workspace of its own, as its questions name no company."""
    found: list[Answered] = []
    files = printed(rows) if form == "pdf" else map(WRITERS[form], rows)
    ending = "xlsx" if form == "model" else form
    for number, (context, content) in enumerate(zip(rows, files, strict=True), 1):
        workspace_id = workspace(bench.masis, f"table {number}")
        take_in(bench.masis, workspace_id, f"table-{number:03}.{ending}", content)
        settled(bench.masis, workspace_id, lambda *_: None)
        for row in context.questions:
            asked = ask(bench.masis, workspace_id, row.question)
            found.append(Answered(row, number, asked, is_right(row, asked.stated)))
        bench.progress("tables", number, len(rows))
    asked_about = [item.row.question for item in found]
    seen = seen_groups(training, [(question, question) for question in asked_about])
    return Result(
        name=bench.name,
        kind="table questions",
        engine=bench.engine,
        seed=bench.seed,
        rows=len(rows),
        measures=tuple(
            measure
            for part, some in beside_all(found, asked_about, seen)
            for measure in of_half(part, _measures(some, bench.seed))
        ),
        listings=(_failures(found),),
        notes=(
            "Right: the answer states the exact figure as the table writes it, or every expected span. "
            "Arithmetic answers are to the two digits the set gives; intervals are drawn over tables.",
            told("questions", asked_about, seen),
            *_tables_seen(rows, training),
        ),
    )


def _tables_seen(rows: Sequence[TableContext], training: Training | None) -> tuple[str, ...]:
    """Say of how many tables the training holds a paragraph or a row; nothing when it cannot be told."""
    if training is None:
        return ()
    seen = sum(any(map(training.holds, _texts(context))) for context in rows)
    return (
        f"It was trained on a paragraph or a row of {seen} of {len(rows)} tables: questions are "
        "told apart by their words alone.",
    )


def _texts(context: TableContext) -> list[str]:
    """Return the paragraphs, and the rows with a label and a figure as the training writes them."""
    rows = [row for row in context.table if row[0].strip() and any(map(_FIGURE.search, row[1:]))]
    return [*context.paragraphs, *(" | ".join(row) for row in rows)]


def as_markdown(context: TableContext) -> str:
    """Write a context as a person would in a report: paragraphs, then the table."""
    width = max(len(row) for row in context.table)
    cells = [[_cell(cell) for cell in row] + [""] * (width - len(row)) for row in context.table]
    lines = ["| " + " | ".join(row) + " |" for row in cells]
    ruled = [lines[0], "|" + " --- |" * width, *lines[1:]]
    return "\n\n".join(["# Financial statements", *context.paragraphs, "\n".join(ruled)]) + "\n"


WRITERS: Mapping[str, Callable[[TableContext], bytes]] = {
    "md": lambda context: as_markdown(context).encode(),
    "html": lambda context: as_page(context).encode(),
    "docx": as_docx,
    "pptx": as_pptx,
    "xlsx": as_xlsx,
    "model": as_model,
}
"""How a table is written, by the ending of its file, ``model`` aside; one browser prints all PDF pages."""
FORMATS = (*WRITERS, "pdf")


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "/").split())


def is_right(row: TableQuestion, answer: str) -> bool:
    """Tell whether an answer holds what was expected."""
    if isinstance(row.answer, float):
        return exact_figure(answer, Decimal(str(row.answer)), Decimal("0.005"))
    expected = (row.answer,) if isinstance(row.answer, str) else row.answer
    return all(_holds(answer, wording) for wording in expected)


def _holds(answer: str, expected: str) -> bool:
    """Look for the words, or for the number when they are nothing else."""
    if contains(answer, expected):
        return True
    if not _NUMBER.fullmatch(expected.strip()):
        return False
    try:
        return exact_figure(answer, Decimal(re.sub(r"[^\d.]", "", expected)))
    except InvalidOperation:
        return False


def exact_figure(answer: str, value: Decimal, tolerance: Decimal = Decimal(0)) -> bool:
    """Tell whether the answer states this number, its scale word or its sign aside."""
    return any(
        abs(abs(stated) - abs(value)) <= tolerance
        for figure in numbers(answer, find_periods(answer))
        for stated in (figure.value, figure.mantissa)
    )


def _measures(found: Sequence[Answered], seed: int) -> list[Measure]:
    kinds = sorted({(item.row.type, item.row.place) for item in found})
    groups = [item.context for item in found]
    ended = [item.asked.ending == "answered" for item in found]
    measures = [
        share("right in the best draft", [float(item.right) for item in found], seed, "", groups),
        share("finalized and right", _counted(found, ended, right=True), seed, "", groups),
        share("finalized and wrong", _counted(found, ended, right=False), seed, "", groups),
        share("left to a human", [float(not done) for done in ended], seed, "", groups),
    ]
    sums = [item for item in found if item.row.type == "arithmetic"]
    shown = [float(shows_operands(item.row, item.asked.stated)) for item in sums]
    measures.append(share("arithmetic: every operand shown", shown, seed, "", [m.context for m in sums]))
    for kind, place in kinds:
        members = [item for item in found if (item.row.type, item.row.place) == (kind, place)]
        values = [float(item.right) for item in members]
        measures.append(share(f"right: {kind} from {place}", values, seed, "", [m.context for m in members]))
    return measures


def shows_operands(row: TableQuestion, answer: str) -> bool:
    """Tell whether the answer holds every number the derivation works with, so that a reader can finish."""
    numbers = re.findall(r"\d[\d,]*(?:\.\d+)?", row.derivation)
    return bool(numbers) and all(_holds(answer, number) for number in numbers)


def _counted(found: Sequence[Answered], ended: Sequence[bool], *, right: bool) -> list[float]:
    return [float(done and item.right == right) for item, done in zip(found, ended, strict=True)]


def _failures(found: Sequence[Answered]) -> Listing:
    members = [item for item in found if item.asked.ending == "answered" and not item.right]
    step = max(1, len(members) // _SHOWN)
    return Listing(
        title=f"Finalized and wrong ({len(members)} in all)",
        columns=("kind", "question", "expected", "answer"),
        rows=tuple(
            (item.row.type, item.row.question, str(item.row.answer), item.asked.answer[:240])
            for item in members[::step][:_SHOWN]
        ),
    )
