"""Written answers: labels become the ids of what was found, and one whose page was not found is left out."""

from benchmarks.sets.rows import AnswerCase, Cited, WrittenAnswer, recognised
from benchmarks.sets.written_answers import cited
from tests.builders import chunk

SALES = chunk("k1", "Net sales were 34,229 in 2022.", document_title="Report", page_number=4)
COSTS = chunk("k2", "Costs were 12,000 in 2022.", document_title="Report", page_number=4)


def answer(*pages: int) -> WrittenAnswer:
    cites = tuple(Cited(document="Report", page=page) for page in pages)
    return WrittenAnswer(label="right", text="Net sales came to 34,229 [1].", cites=cites)


def test_a_label_becomes_the_passage_of_its_page_that_says_most_of_it() -> None:
    assert cited(answer(4), (COSTS, SALES)) == "Net sales came to 34,229 [k1]."


def test_the_passage_that_holds_the_figure_goes_before_one_with_more_words() -> None:
    told = chunk("k3", "Net sales came to more than ever.", document_title="Report", page_number=4)
    assert cited(answer(4), (told, SALES)) == "Net sales came to 34,229 [k1]."


def test_an_answer_whose_page_was_not_found_is_left_out() -> None:
    assert cited(answer(5), (COSTS, SALES)) is None


def test_the_kind_of_a_set_is_known_by_its_fields() -> None:
    fields = frozenset(AnswerCase.model_fields)
    assert recognised(fields) == "written answers"
