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
    assert cited(answer(4), (COSTS, SALES), {}) == "Net sales came to 34,229 [k1]."


def test_the_passage_that_holds_the_figure_goes_before_one_with_more_words() -> None:
    told = chunk("k3", "Net sales came to more than ever.", document_title="Report", page_number=4)
    assert cited(answer(4), (told, SALES), {}) == "Net sales came to 34,229 [k1]."


def test_an_answer_whose_page_was_not_found_is_left_out() -> None:
    assert cited(answer(5), (COSTS, SALES), {}) is None


def test_each_sentence_cites_the_passage_it_rests_on() -> None:
    said = answer(4).model_copy(update={"text": "Net sales came to 34,229 [1]. Costs were 12,000 [1]."})
    wanted = "Net sales came to 34,229 [k1]. Costs were 12,000 [k2]."
    assert cited(said, (COSTS, SALES), {}) == wanted


def test_a_sentence_with_figures_of_two_passages_cites_both() -> None:
    said = answer(4).model_copy(update={"text": "Of net sales of 34,229 costs took 12,000 [1]."})
    assert cited(said, (COSTS, SALES), {}) == "Of net sales of 34,229 costs took 12,000 [k1][k2]."


def test_a_document_may_be_cited_by_its_file_name_and_without_a_page() -> None:
    place = Cited(document="report.md", page=0)
    said = WrittenAnswer(label="right", text="Net sales came to 34,229 [1].", cites=(place,))
    files = {SALES.document_id: "report.md"}
    assert cited(said, (COSTS, SALES), files) == "Net sales came to 34,229 [k1]."


def test_the_kind_of_a_set_is_known_by_its_fields() -> None:
    fields = frozenset(AnswerCase.model_fields)
    assert recognised(fields) == "written answers"
