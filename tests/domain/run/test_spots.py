"""Spots: what is read first, and where in it, when no answer was verified."""

from masis.domain.run.gate import PartVerdict
from masis.domain.run.spots import passages_to_read, spots_of
from tests.builders import chunk
from tests.domain.run.test_lead import income, report

PEOPLE = chunk(
    "p1",
    "People\n\nOur offices are in four cities.\n\nIn Eindhoven 301 engineers design the sensors.",
    page_number=3,
)
OTHER = chunk("p2", "The plant in Brno opened in May.", page_number=4)


def test_the_sentence_with_the_rare_words_of_the_question_is_the_spot() -> None:
    part = PartVerdict(
        part="How many engineers work in Eindhoven?", outcome="passages", passages=("p1", "p2")
    )
    made = report("", PEOPLE, OTHER, parts=(part,), question=part.part)
    spots = spots_of(made, (PEOPLE, OTHER))
    assert spots["p1"].text == "In Eindhoven 301 engineers design the sensors."
    assert PEOPLE.text[spots["p1"].char_start : spots["p1"].char_end] == spots["p1"].text
    assert spots["p1"].page_number == 3


def test_what_the_draft_quotes_comes_first_and_is_the_spot() -> None:
    part = PartVerdict(part="What is the order backlog?", outcome="passages", passages=("p2", "p1", "t1"))
    made = report("Net sales: $34,229 million (2022) [t1].", PEOPLE, OTHER, income(), parts=(part,))
    chunks = passages_to_read(made)
    assert [found.chunk_id for found in chunks] == ["t1", "p2", "p1"]
    assert spots_of(made, chunks)["t1"].text == "| Net sales | $34,229 | $35,355 |"


def test_what_answers_one_part_is_not_read_for_another() -> None:
    made = report("Net sales: $34,229 million (2022) [t1].", PEOPLE, income())
    part = PartVerdict(part="Where are the offices?", outcome="passages", passages=("p1",))
    both = made.model_copy(update={"parts": (*made.parts, part)})
    assert [found.chunk_id for found in passages_to_read(both)] == ["p1"]
    assert passages_to_read(made) == ()
