"""Answers become blocks with numbered chips, differences and quotes stay escaped."""

from masis.domain.verification.ledger import build_ledger
from masis.ui.shared import passage_text, question, wording
from masis.ui.shared.difference import marked_difference
from masis.ui.shared.reading import answer_blocks, passages
from tests.builders import chunk
from tests.fakes import scripted_data as data


def report(question: str):  # noqa: ANN201 - the fake's own type
    return data.run_for(question, "sundby", "run-x", "thread-x").report


def test_headings_items_and_paragraphs_are_told_apart() -> None:
    kinds = [block["kind"] for block in answer_blocks(report("throughput"))]
    assert kinds == ["text", "heading", "item", "item", "item"]


def test_ids_never_show_and_one_passage_has_one_number() -> None:
    blocks = answer_blocks(report("throughput"))
    parts = [part for block in blocks for part in block["parts"]]
    words = "".join(run["text"] for part in parts for run in part.get("runs", ()))
    assert "[" not in words
    assert [part["number"] for part in parts if part["type"] == "chip"] == ["1", "1", "1", "2", "3"]


def test_a_source_that_does_not_exist_is_a_question_mark() -> None:
    parts = [part for block in answer_blocks(report("risk")) for part in block["parts"]]
    bad = [part for part in parts if part.get("bad")]
    assert [(part["number"], part["label"]) for part in bad] == [
        ("?", "This source is in none of the documents")
    ]
    assert next(part["problem"] for part in parts if part.get("problem")).startswith("Figure differs")


def test_the_quote_of_the_sentence_is_behind_its_chip() -> None:
    behind = passages(report("throughput"))
    assert behind["4:churn-1-0"].label == "Churn analysis, page 1"
    assert behind["4:churn-1-0"].quote is not None
    assert behind["4:churn-1-0"].note == "Supported, support 0.71 of 1"


def test_behind_a_chip_stand_the_words_that_the_sentence_repeats() -> None:
    page = "Carriers left.\n\nThe plant opened in\nMay 2024."
    claims = build_ledger("- The plant opened in May 2024 [s1].", (chunk("s1", page),))
    whole = claims[0].quotes[0].model_copy(update={"char_start": 7, "char_end": 7 + len(page), "text": page})
    made = report("throughput").model_copy(
        update={"claims": (claims[0].model_copy(update={"quotes": (whole,)}),)}
    )
    [quote] = [passage.quote for passage in passages(made).values()]
    assert quote is not None
    assert (quote.text, quote.char_start) == ("The plant opened in\nMay 2024.", 23)


def test_a_difference_marks_whole_words_and_escapes() -> None:
    assert marked_difference("fell to 9 <b>", "fell to 7 <b>") == "fell to <del>9</del><ins>7</ins> &lt;b&gt;"


def test_a_passage_marks_the_span_and_escapes_around_it() -> None:
    shown = passage_text.in_surroundings("<i>before</i> cited <u>", (14, 19), "Text")
    assert "<mark>cited</mark>" in shown
    assert "<i>" not in shown


def test_a_span_outside_the_text_marks_nothing() -> None:
    assert "<mark>" not in passage_text.in_surroundings("short", (2, 99), "Text")


def test_durations_and_counts_carry_units() -> None:
    assert [wording.duration(one) for one in (0.042, 1.24, 125)] == ["42 ms", "1.2 s", "2 min 5 s"]
    assert [wording.counted(one, "page") for one in (1, 1204)] == ["1 page", "1,204 pages"]


def test_a_table_in_an_answer_keeps_its_cells_and_loses_bars_and_rule() -> None:
    evidence = (chunk(chunk_id="c1", text="Churn was 9% in 2024 and 8% in 2023."),)
    answer = "| Measure | 2024 | 2023 |\n|---|---|---|\n| Churn | 9% | 8% [c1] |"
    shown = report("throughput").model_copy(
        update={"answer": answer, "claims": build_ledger(answer, evidence), "evidence": evidence}
    )
    head, row = answer_blocks(shown)
    assert (head["kind"], head["head"], row["kind"], row["head"]) == ("row", True, "row", False)
    cells = [
        "/".join(run["text"] for cell in line["parts"][0]["cells"] for run in cell) for line in (head, row)
    ]
    assert cells == ["Measure/2024/2023", "Churn/9%/8%"]
    assert [part["number"] for part in row["parts"] if part["type"] == "chip"] == ["1"]


def test_a_long_question_is_folded_and_stays_escaped() -> None:
    short = question.heading("Is it <b>?", 1)
    assert short == '<h1 class="m-question">Is it &lt;b&gt;?</h1>'
    folded = question.heading("<i>why</i> " * 300)
    assert "<i>" not in folded
    assert len(folded.partition("</h2>")[0]) < 600
    assert "The whole question" in folded


def test_a_line_that_names_a_document_is_set_apart_from_the_answer() -> None:
    evidence = (chunk(chunk_id="c1", text="The plant opened in May 2024."),)
    answer = "Annual report, page 1:\n\nThe plant opened in May 2024 [c1]."
    shown = report("throughput").model_copy(
        update={"answer": answer, "claims": build_ledger(answer, evidence), "evidence": evidence}
    )
    assert [block["kind"] for block in answer_blocks(shown)] == ["source", "text"]
