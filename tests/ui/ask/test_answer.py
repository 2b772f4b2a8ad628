"""Answer: the lead comes first and is said once; open parts leave the words to the passages."""

from masis.domain.review.precedence import stated
from masis.domain.run.gate import PartVerdict
from masis.domain.run.lead import leads_of
from masis.domain.verification.conflicts import Settlement
from masis.ui.ask.answer import blocks_of, chips_of
from masis.ui.shared.wording import score
from tests.domain.run.test_lead import ASKED, critique, disputed, income, report

ROW = "Net sales: $34,229 million (2022)"


def words(block: dict[str, object]) -> str:
    parts = block["parts"]
    assert isinstance(parts, list)
    return "".join(run["text"] for part in parts for run in part.get("runs", ()))


def test_the_value_leads_with_its_chip_and_its_row_is_not_repeated() -> None:
    made = report(f"{ROW} [t1].", income())
    [lead] = blocks_of(made, leads_of(made))
    assert (lead["kind"], lead["value"], lead["what"]) == ("lead", "$34,229 million", "Net sales 2022")
    assert lead["place"] == "3M annual report 2022, p.\u00a025"
    assert [part["cite"] for part in lead["parts"]] == ["0:t1"]


def test_other_places_with_the_value_are_chips_of_the_lead() -> None:
    made = report(f"- {ROW} [t1].\n- {ROW} [t2].", income(), income("t2", page_number=2, page_label="41"))
    [lead] = blocks_of(made, leads_of(made))
    assert [part["cite"] for part in lead["also"]] == ["1:t2"]


def test_what_says_more_than_the_lead_stays_beneath() -> None:
    made = report(f"{ROW} [t1].\n\nOperating income: $6,539 million (2022) [t1].", income())
    kinds = [(block["kind"], words(block)) for block in blocks_of(made, leads_of(made))]
    assert kinds[1] == ("text", "Operating income: $6,539 million (2022).")


def test_headings_of_parts_that_lead_are_not_said_again() -> None:
    second = "What was operating income in 2022?"
    said = "Operating income: $6,539 million (2022) [t1]."
    made = report(f"### {ASKED}\n\n{ROW} [t1].\n\n### {second}\n\n{said}", income(), asked=(ASKED, second))
    assert [block["kind"] for block in blocks_of(made, leads_of(made))] == ["lead", "lead"]


def test_without_one_value_the_first_sentence_leads() -> None:
    made = report("Net sales fell because demand was weak [t1].", income(), parts=())
    assert [block["kind"] for block in blocks_of(made, leads_of(made))] == ["first"]


def test_a_sentence_that_answers_both_parts_is_said_once() -> None:
    said = "Sales fell in May because demand was weak [t1]."
    made = report(
        f"### When did sales fall?\n\n{said}\n\n### Why did they fall?\n\n{said}", income(), parts=()
    )
    [first] = blocks_of(made, ())
    assert (first["kind"], words(first)) == ("first", "Sales fell in May because demand was weak.")


def test_a_part_without_an_answer_leaves_its_words_to_the_passages() -> None:
    answer = (
        f"### {ASKED}\n\n{ROW} [t1].\n\n### What was the backlog?\n\n"
        "Insufficient evidence: no passage was verified to answer “What was the backlog”.\n\n"
        "Operating income: $6,539 million (2022) [t1]."
    )
    made = report(answer, income(), requires_human_review=True, outcome="passages")
    open_part = PartVerdict(part="What was the backlog?", outcome="passages", passages=("t1",))
    made = made.model_copy(update={"parts": (*made.parts, open_part)})
    blocks = blocks_of(made, leads_of(made))
    assert [block["kind"] for block in blocks] == ["lead"]
    assert list(chips_of(blocks)) == ["1:t1"]


def test_a_score_under_its_line_never_reads_as_if_it_reached_it() -> None:
    assert [score(value, 0.65) for value in (0.6499, 0.65, 0.656, 0.649)] == ["0.64", "0.65", "0.66", "0.64"]


def test_a_value_that_a_person_chose_is_said_once_and_the_other_beneath_it() -> None:
    first, second, conflict = disputed()
    lower = next(side for side in conflict.sides if side.chunk_id == "b1")
    upper = next(side for side in conflict.sides if side.chunk_id == "a1")
    choice = "the workspace's rule of 21 Nov 2026 by Ann"
    settlement = Settlement(
        conflict=conflict, preferred=lower, others=(upper,), rule_ids=("p1",), source=choice
    )
    answer = stated("Net revenue retention was 111% in 2022 (preliminary) [b1].", [settlement])
    assert answer.count("111%") == 3
    asked = ("What was net revenue retention in 2022?",)
    made = report(answer, first, second, asked=asked, critique=critique(settled=(settlement,)))
    lead, head, other = blocks_of(made, leads_of(made))
    assert (lead["value"], lead["chosen"], lead["also"]) == ("111%", f"Counts by {choice}", [])
    assert words(head) == "The documents also give:"
    assert "114%" in words(other)
    assert [part["cite"][2:] for part in other["parts"] if part["type"] == "chip"] == ["a1"]
