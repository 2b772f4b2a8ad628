"""Known questions: a CSV of questions with their answers, read into probes or refused with what to mend."""

import csv
import io
import re
from collections.abc import Iterator

from masis.domain.calibration.probes import Probe
from masis.errors import InvalidInput
from masis.state import MAX_QUESTION_CHARS

MOST_BYTES = 1_000_000
MOST_ROWS = 500
ABSENT = "ABSENT"
"""What stands for the answer of a question that the documents do not answer."""
EXAMPLE = (
    "question,expected answer,document\n"
    "What was net profit in 2024?,12.6,annual-report-2024.pdf\n"
    "What was the interest rate of the loan?,ABSENT,\n"
)
_MOST_SAID = 5
_QUESTION = ("question", "query")
_EXPECTED = ("expected answer", "expected", "answer")
_DOCUMENT = ("document", "file", "file name")
_FORMULA = re.compile(r"[=@]|[+-]\s*[A-Za-z(]")
_MOST_ANSWER_CHARS = 500


def read_known(content: bytes) -> tuple[Probe, ...]:
    """Read the file; a question that stands there twice counts once.

    Raises:
        InvalidInput: the sentence names the rows and says how to mend them.
    """
    rows = list(_rows(_text(content)))
    if not rows:
        message = f"No file was chosen, or it is empty. It needs a header and rows, such as:\n{EXAMPLE}"
        raise InvalidInput(message)
    columns = _columns(rows[0][1])
    faults: list[str] = []
    found: dict[tuple[str, str], dict[str, object]] = {}
    for line, cells in rows[1:]:
        probe = _probe(line, cells, columns, faults)
        found.setdefault((str(probe["text"]).casefold(), str(probe["document"])), probe)
    if faults:
        more = f" And {len(faults) - _MOST_SAID} more." if len(faults) > _MOST_SAID else ""
        message = f"Nothing was taken in. {' '.join(faults[:_MOST_SAID])}{more}"
        raise InvalidInput(message)
    if not found or len(found) > MOST_ROWS:
        message = f"The file has {len(found):,} questions; 1 to {MOST_ROWS} can be run at once."
        raise InvalidInput(message)
    return tuple(
        Probe.model_validate({"number": number, **probe}) for number, probe in enumerate(found.values(), 1)
    )


def _text(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        message = f"The file is larger than {MOST_BYTES // 1_000_000} MB. Split it."
        raise InvalidInput(message)
    wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "cp1252"):  # the last is what Excel writes
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    message = "This is not a text file. Save the table as CSV (UTF-8) and choose it again."
    raise InvalidInput(message)


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that hold something, with their number; commas, semicolons or tabs part the cells."""
    first = text.lstrip("\r\n").split("\n", 1)[0]
    comma = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=comma)
    try:
        for cells in reader:
            tidy = [" ".join(cell.split()) for cell in cells]
            if any(tidy):
                yield reader.line_num, tidy
    except csv.Error as error:
        message = f"Line {reader.line_num} cannot be read as CSV: {error}."
        raise InvalidInput(message) from None


def _columns(header: list[str]) -> tuple[int, int, int | None]:
    names = [cell.casefold().replace("_", " ") for cell in header]

    def place(wanted: tuple[str, ...]) -> int | None:
        return next((names.index(name) for name in wanted if name in names), None)

    question, expected = place(_QUESTION), place(_EXPECTED)
    if question is None or expected is None:
        message = "The first line has to name the columns: question, expected answer, and perhaps document."
        raise InvalidInput(message)
    return question, expected, place(_DOCUMENT)


def _probe(
    line: int, cells: list[str], columns: tuple[int, int, int | None], faults: list[str]
) -> dict[str, object]:
    question, expected, document = (
        cells[place] if place is not None and place < len(cells) else "" for place in columns
    )
    fault = _fault(question, expected)
    if fault:
        faults.append(f"Line {line}: {fault}")
    absent = expected.upper() == ABSENT
    wordings = () if absent else tuple(wording.strip() for wording in expected.split("|") if wording.strip())
    return {
        "kind": "absent" if absent else "answerable",
        "text": question,
        "expected": wordings,
        "document": document,
    }


def _fault(question: str, expected: str) -> str:
    if not question:
        return "the question is missing."
    if len(question) > MAX_QUESTION_CHARS or len(expected) > _MOST_ANSWER_CHARS:
        return "the question or the answer is too long."
    if not expected.strip("| "):
        return f"the expected answer is missing; write {ABSENT} where the documents hold none."
    if any(_FORMULA.match(cell) for cell in (question, expected)):
        return "a cell begins like a formula; put its text there."
    return ""
