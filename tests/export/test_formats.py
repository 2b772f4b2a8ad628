"""The four readable formats: what they say, in every script, and what hostile text cannot do in them."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from masis.domain.run.gate import PartVerdict
from masis.domain.run.publishing import Struck
from masis.domain.run.report import RunReport
from masis.domain.verification.citations import strip_citations
from masis.export import ExportFormat, export, ledger_csv, markdown, pdf, word
from masis.export.blocks import answer_blocks
from masis.export.dossier import Dossier, sources_of
from masis.export.markdown import escaped
from masis.export.pictures import cited_pages
from tests.builders import chunk
from tests.export.dossiers import decision, dossier, page, passage, report, troubled, unanswered
from tests.fakes.tavily_server import HOSTILE_TITLE

EUROPEAN = "Umsatz — 12,4 Mio. € „geprüft“; Ελλάδα και Κύπρος; Выручка выросла; ≤ 5 ‰"
EAST_ASIAN = "売上高は十二億円でした 매출"


def pdf_text(content: bytes) -> str:
    import pypdfium2

    document = pypdfium2.PdfDocument(content)
    return "\n".join(document[n].get_textpage().get_text_range() for n in range(len(document)))


def word_text(content: bytes) -> str:
    import docx

    document = docx.Document(io.BytesIO(content))
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    return "\n".join([*(paragraph.text for paragraph in document.paragraphs), *cells])


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


FORMATS_AS_TEXT: dict[str, Callable[[Dossier], str]] = {
    "md": lambda made: markdown.render(made).replace("\\", ""),
    "pdf": lambda made: pdf_text(pdf.render(made)),
    "docx": lambda made: word_text(word.render(made)),
}


def test_numbers_follow_the_first_citation_and_stay_with_their_passage() -> None:
    one, two = passage(), passage("Costs were 7 million euros in 2024.")
    run = report(
        f"Costs were 7 million euros [{two.chunk_id}]. Revenue was 12 million euros "
        f"[{one.chunk_id}][{two.chunk_id}].",
        (one, two),
    )
    numbered = sources_of(run)
    assert [source.cited_as for source in numbered] == [two.chunk_id, one.chunk_id]
    (block,) = answer_blocks(run, numbered)
    assert "".join(piece.text for piece in block.pieces) == (
        "Costs were 7 million euros[1]. Revenue was 12 million euros[2][1]."
    )


def test_answer_becomes_headings_items_and_tables() -> None:
    run = troubled()
    blocks = answer_blocks(run, sources_of(run))
    assert [block.kind for block in blocks] == ["heading", "item", "item", "table"]
    assert [piece.text for piece in blocks[1].pieces if piece.strong] == ["99 million"]
    assert [[("".join(p.text for p in cell)).strip() for cell in row] for row in blocks[3].rows] == [
        ["Item", "Value"],
        ["Revenue", "12 million euros[1]"],
    ]


def test_citations_over_two_lines_are_set_once() -> None:
    one, two = passage(), passage("Costs were 7 million euros in 2024.")
    run = report(f"Both rose [{one.chunk_id}]\n[{two.chunk_id}] and stayed.", (one, two))
    blocks = answer_blocks(run, sources_of(run))
    assert ["".join(piece.text for piece in block.pieces).strip() for block in blocks] == [
        "Both rose[1][2]",
        "and stayed.",
    ]


@settings(max_examples=150, deadline=None)
@example("1. ")
@example("1. a")
@given(st.text(alphabet="ab1 |[]*#-.\n", max_size=60))
def test_every_letter_of_an_answer_is_set_once(text: str) -> None:
    run = report(text, (chunk("a1"), chunk("b1")))
    blocks = answer_blocks(run, sources_of(run))
    cells = [cell for block in blocks for row in block.rows for cell in row]
    pieces = [piece for each in (*(block.pieces for block in blocks), *cells) for piece in each]
    marks = [block.mark for block in blocks]
    written = "".join([*marks, *(piece.text for piece in pieces if not piece.cites)])
    assert sorted(re.sub(r"[^ab.]", "", written)) == sorted(
        re.sub(r"[^ab.]", "", strip_citations(text, {"a1", "b1"}))
    )


def test_a_citation_of_nothing_is_a_question_mark_and_its_sentence_is_marked() -> None:
    run = troubled()
    pieces = [piece for block in answer_blocks(run, sources_of(run)) for piece in block.pieces]
    assert [piece.text for piece in pieces if piece.cites == -1] == ["[?]"]
    assert "".join(piece.text for piece in pieces if piece.problem).count("Profit") == 1


@pytest.mark.parametrize("kind", ["pdf", "docx", "md", "json", "pack"])
def test_equal_runs_give_equal_bytes(kind: ExportFormat) -> None:
    first, second = (export(dossier(troubled()), kind, page) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("kind", ["pdf", "docx", "md"])
def test_every_part_of_an_escalated_run_is_told(kind: ExportFormat) -> None:
    content = export(dossier(troubled()), kind, page).content
    text = {"pdf": pdf_text, "docx": word_text, "md": bytes.decode}[kind](content)
    flat = squeezed(text).replace("\\", "").replace("*", "")
    for said in (
        "Needs review", "Sources disagree. Please decide which source counts.", "Best draft so far",
        "Competing claims",
        "114 %", "Board pack", "Claim ledger", "Not in source", "0.90 × 0.50 × 0.97 = 0.44",
        "limited to 0.40 (was 0.90)", "By round: 0.30, 0.44", "Did not answer: no answer", "812 ms",
        "writer-1",
        "Handed to a person: no gain", "toy, 8 dimensions", "1.2.3", "r0123456789", "annual.pdf, version 1",
    ):  # fmt: skip
        assert squeezed(said) in flat, said
    assert "set (hidden)" in text


@pytest.mark.parametrize("kind", ["pdf", "docx", "md", "json"])
def test_european_scripts_are_set_as_they_are(kind: ExportFormat) -> None:
    run = report(EUROPEAN, (), question=EUROPEAN)
    content = export(dossier(run), kind, page).content
    if kind == "json":
        assert json.loads(content)["report"]["answer"] == EUROPEAN
        return
    text = {"pdf": pdf_text, "docx": word_text, "md": bytes.decode}[kind](content)
    assert squeezed(EUROPEAN) in squeezed(text)
    assert "□" not in text


def test_east_asian_text_is_whole_in_word_and_named_in_pdf() -> None:
    run = report(EAST_ASIAN, (), question=EAST_ASIAN)
    assert EAST_ASIAN in word_text(word.render(dossier(run)))
    assert EAST_ASIAN in markdown.render(dossier(run))
    text = pdf_text(pdf.render(dossier(run)))
    assert "drawn with a font of your PDF viewer" in " ".join(text.split())


def test_a_pdf_says_which_characters_it_cannot_hold() -> None:
    run = report("Growth \U0001f680 in हिन्दी.", ())
    text = " ".join(pdf_text(pdf.render(dossier(run))).split())
    assert "□ stands for a character this PDF's font does not hold (U+1F680 U+0939" in text
    assert "The Word, Markdown and JSON exports hold every character as it is." in text
    assert "\U0001f680" in markdown.render(dossier(run))


@pytest.mark.parametrize(
    "run",
    [
        unanswered(),
        report("x" * 30_000, ()),
        report("word " * 9000, ()),
        report("\n".join(f"- item {n} [k1]." for n in range(400)), (chunk(),)),
        report("| a |\n| b | c | d |\n||\n\n|\n\n| open", ()),
        report(
            "Line\x00 with\x0b controls\u202e and <b>tags</b> & [k1].",
            (chunk(text="<para>\x01 " + "y" * 9000),),
        ),
        report(question="q " * 1990),
        unanswered(status="needs_clarification", clarification_question="Which year?"),
    ],
    ids=[
        "no answer",
        "one word",
        "one paragraph",
        "many items",
        "ragged",
        "controls",
        "long question",
        "asks back",
    ],
)
def test_awkward_runs_can_be_exported(run: RunReport) -> None:
    for kind in ("pdf", "docx", "md", "json"):
        assert export(dossier(run), kind, page).content


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "![x](http://evil.example/p.png)",
        "[click](javascript:alert(1))",
        "https://evil.example/?q=1",
        "# not a heading",
        "- not an item",
        "1. not an item",
        "| not | a | table |",
        "---",
    ],
)
def test_words_of_a_document_stay_words_in_markdown(hostile: str) -> None:
    shown = escaped(hostile)
    assert not re.search(r"(?<!\\)[<|#]", shown)
    assert not re.search(r"(?<!\\)\]\(", shown)
    assert not re.match(r"\s*([-+]|\d+[.)])\s", shown)
    assert not re.search(r"https?:|javascript:", shown)
    assert shown != "---"
    assert re.sub(r"\\(.)", r"\1", shown) == hostile


def test_a_spreadsheet_runs_nothing_of_the_ledger() -> None:
    run = report("=HYPERLINK(1) [k1].", (chunk(text="=1+1 and more words about it"),))
    import csv

    cells = [cell for row in csv.reader(io.StringIO(ledger_csv.render(run))) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@", "\t"))]


@pytest.mark.parametrize("cell", ["=1+1", "  =1+1", "\n=1+1", "＝1+1", "+A1", "-A1", "@SUM(A1)", "\u00a0=A1"])
def test_no_cell_begins_like_a_formula(cell: str) -> None:
    assert ledger_csv.spreadsheet_safe(cell) == f"'{cell}"
    assert ledger_csv.spreadsheet_safe(-1.5) == -1.5


def test_word_sets_citations_high_and_has_no_clock() -> None:
    import docx

    document = docx.Document(io.BytesIO(word.render(dossier())))
    raised = [run.text for one in document.paragraphs for run in one.runs if run.font.superscript]
    assert raised == ["[1]", "[2]"]
    assert document.core_properties.created.isoformat().startswith("2026-03-04T05:06:07")


def test_nothing_heavy_is_loaded_before_a_file_is_asked_for() -> None:
    heavy = ("reportlab", "docx", "PIL", "streamlit", "langgraph")
    code = "import sys, masis.cli.main, masis.service, masis.export.verify; print({*%r} & {*sys.modules})"
    result = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", code % (heavy,)], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "set()"


def test_a_cited_page_is_marked_and_numbered() -> None:
    from PIL import Image

    (cited,) = cited_pages(sources_of(report()), page)
    assert cited.numbers == (1, 2)
    with Image.open(io.BytesIO(cited.png)) as opened:
        colours = {colour for _, colour in opened.convert("RGB").getcolors(maxcolors=100_000) or ()}
    assert {(255, 255, 255), (255, 214, 64), (31, 78, 121)} <= colours


def test_file_names_are_plain() -> None:
    made = export(dossier(report(question="Wie hoch war der Umsatz? / ../ „2024“")), "md", page)
    assert made.name == "masis-wie-hoch-war-der-umsatz-2024-r01234567.md"
    assert made.media_type.startswith("text/markdown")


@settings(max_examples=12, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=120))
def test_any_text_can_be_exported(text: str) -> None:
    run = report(f"{text} [k1].", (chunk(text=text or "x", document_title=text),), question=text)
    for kind in ("pdf", "docx", "md", "json"):
        assert export(dossier(run, workspace=text), kind, page).content


def test_web_evidence_is_told_apart_in_every_format_and_stays_inert_in_markdown() -> None:
    web = chunk(
        "w1",
        "Costs were 8 million euros in 2024.",
        source="web",
        document_id="web-1",
        version_id="",
        document_title=HOSTILE_TITLE,
        page_label="web: news.example",
        url="https://news.example/a",
        seen_on="2026-11-21",
    )
    dossiered = dossier(report(evidence=(passage(), web)))
    text = markdown.render(dossiered)
    assert "news.example · read 2026-11-21" in text.replace("\\", "")
    assert "Found on the web, not in the documents" in text
    assert "<img" not in text.replace("\\<img", "")
    assert not re.search(r"(?<!\\)\]\(|https://", text)
    assert "news.example" in pdf_text(export(dossiered, "pdf", page).content)
    assert "Found on the web" in word_text(export(dossiered, "docx", page).content)


def with_ending() -> RunReport:
    """Build a run with a sentence left out and a part without a verified answer."""
    one = passage()
    part = PartVerdict(part="What were <costs>?", outcome="passages", passages=(one.chunk_id, "gone"))
    left_out = Struck(
        sentence="Profit was | 1 million.", reason="The source says 5.", verdict="number_mismatch"
    )
    changes = {"outcome": "passages", "struck": (left_out,), "parts": (part,), "requires_human_review": True}
    return report(cause="no_verified_answer", **changes)


@pytest.mark.parametrize("text", FORMATS_AS_TEXT.values(), ids=FORMATS_AS_TEXT)
def test_every_format_lists_what_was_left_out_and_the_passages_to_read(
    text: Callable[[Dossier], str],
) -> None:
    shown = squeezed(text(dossier(with_ending(), verdict="passages")))
    for words in (
        "Passages to read",
        "No answer could be verified.",
        "Left out of the answer",
        "1 million.",
        "Figure differs",
        "The source says 5.",
        "Passages to read: What were <costs>?",
    ):
        assert squeezed(words) in shown


def test_the_data_of_a_run_holds_what_was_left_out() -> None:
    made = export(dossier(with_ending(), verdict="passages"), "json", lambda *_: None)
    kept = made.content.decode()
    assert '"number_mismatch"' in kept
    assert re.search(r'"outcome":\s*"passages"', kept)


@pytest.mark.parametrize("text", FORMATS_AS_TEXT.values(), ids=FORMATS_AS_TEXT)
def test_decisions_stand_beside_the_verdict_and_in_their_section(
    text: Callable[[Dossier], str],
) -> None:
    acts = (
        decision(1, "approve", reason="Looked right."),
        decision(2, "undo", after={"undoes": 1}),
        decision(3, "reject", code="outdated", reason="See the board paper."),
    )
    shown = squeezed(text(dossier(troubled(), verdict="rejected", decisions=acts)))
    for words in (
        "Rejected",
        "Anna rejected the answer, 4 March 2026, 05:09 UTC. It rests on outdated documents. See the board",
        "approved this case (taken back)",
        "took the last decision back",
    ):
        assert squeezed(words) in shown
    assert squeezed("Please decide which source counts") not in shown


def test_a_run_that_went_on_after_a_decision_does_not_say_nobody_looked() -> None:
    told = markdown.render(dossier(decisions=(decision(1, "choose_source", reason="Audited."),)))
    assert "Every check passed." in told
    assert "no human review" not in told
