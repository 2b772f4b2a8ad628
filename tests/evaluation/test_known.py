"""Known questions: what a CSV may look like, and the sentence a bad one gets."""

import pytest

from masis.errors import InvalidInput
from masis.evaluation.known import EXAMPLE, MOST_BYTES, MOST_ROWS, read_known


@pytest.mark.parametrize(
    "encoded",
    [
        EXAMPLE.encode(),
        EXAMPLE.encode("utf-8-sig"),
        EXAMPLE.encode("utf-16"),
        EXAMPLE.replace(",", ";").encode(),
        EXAMPLE.replace(",", "\t").replace("\n", "\r\n").encode(),
        ("\n\n" + EXAMPLE + ",,\n").encode("cp1252"),
    ],
)
def test_the_example_reads_in_every_usual_form(encoded: bytes) -> None:
    first, second = read_known(encoded)
    assert (first.kind, first.expected, first.document) == ("answerable", ("12.6",), "annual-report-2024.pdf")
    assert (second.kind, second.expected, second.number) == ("absent", (), 2)


def test_excel_accents_wordings_and_repeats() -> None:
    text = 'Query,Answer\nUmsatz in Österreich?,"12.6 | 12,6"\numsatz in österreich?,1\n'
    (probe,) = read_known(text.encode("cp1252"))
    assert "Österreich" in probe.text
    assert probe.expected == ("12.6", "12,6")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"\n \n", "empty"),
        (b"question,expected\n", "0 questions"),
        (b"what,how\na,b\n", "The first line has to name the columns"),
        (b"question,expected\n,12\n", "Line 2: the question is missing"),
        (b"question,expected\nWhat is it?,\n", "write ABSENT"),
        (b"question,expected\nWhat is it?,|\n", "write ABSENT"),
        (b'question,expected\n"=HYPERLINK(""http://x"")",1\n', "begins like a formula"),
        (b"question,expected\nWhat?,=1+1\n", "begins like a formula"),
        (b"question,expected\nWhat?,@SUM(A1)\n", "begins like a formula"),
        (b"%PDF-1.7\0\1\2", "not a text file"),
        (b"x" * (MOST_BYTES + 1), "larger than 1 MB"),
        (b"question,expected\n" + b"q" * 4001 + b",1\n", "too long"),
    ],
)
def test_a_bad_file_says_how_to_mend_it(content: bytes, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        read_known(content)


def test_a_negative_figure_is_no_formula_and_too_many_rows_are_refused() -> None:
    (probe,) = read_known(b"question,expected\nWhat was the change?,-3.2%\n")
    assert probe.expected == ("-3.2%",)
    many = "question,expected\n" + "".join(f"What is {n}?,1\n" for n in range(MOST_ROWS + 1))
    with pytest.raises(InvalidInput, match="501 questions"):
        read_known(many.encode())


def test_only_the_first_faults_are_told() -> None:
    rows = "question,expected\n" + ",1\n" * 9
    with pytest.raises(InvalidInput, match="And 4 more") as refused:
        read_known(rows.encode())
    assert str(refused.value).count("Line") == 5
