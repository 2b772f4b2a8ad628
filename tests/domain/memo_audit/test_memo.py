"""Memos: what is cleaned away, which sentences are facts, and how they are looked up."""

import pytest

from masis.domain.document import Block, Page
from masis.domain.memo_audit.memo import LONGEST_MEMO, clean_memo, memo_of_pages, sentences_of
from masis.errors import InvalidInput


def kinds(memo: str) -> list[str]:
    return [one.kind for one in sentences_of(clean_memo(memo))]


@pytest.mark.parametrize(
    "sentence",
    [
        "We believe this is an encouraging result.",
        "In our view, the outlook is bright.",
        "We should raise prices by 6%.",
        "I recommend that the board approves the plan.",
        "Should we sell the segment?",
        "We hope that demand stays strong.",
    ],
)
def test_what_somebody_thinks_or_wants_is_an_opinion(sentence: str) -> None:
    assert kinds(sentence) == ["opinion"]


@pytest.mark.parametrize(
    ("sentence", "checked"),
    [
        ("We believe revenue was EUR 300 million in 2024.", "revenue was EUR 300 million in 2024."),
        ("In my opinion, churn fell to 6.8%.", "churn fell to 6.8%."),
        ("We should wait because prices rose in April 2022.", "prices rose in April 2022"),
        ("The hub opens in Atlanta.", "The hub opens in Atlanta."),
        ("The port must keep to its covenants.", "The port must keep to its covenants."),
        ("Interest at the port rose in 2024.", "Interest at the port rose in 2024."),
    ],
)
def test_a_fact_inside_an_opinion_is_checked_without_its_frame(sentence: str, checked: str) -> None:
    (found,) = sentences_of(clean_memo(sentence))
    assert (found.kind, found.body) == ("claim", checked)


def test_titles_addresses_and_greetings_state_nothing() -> None:
    memo = "# Memo\n\nTo: The board\n\nDear colleagues,\n\nFinancial results\n\nBest regards,\nAnna"
    assert set(kinds(memo)) == {"heading"}


def test_a_short_line_with_a_figure_is_no_title() -> None:
    assert kinds("Revenue: EUR 212.9 million") == ["claim"]


def test_a_sentence_that_points_back_is_searched_with_the_one_before() -> None:
    first, second = sentences_of("Pharma is a segment of the group. It grew by 23.3%.")
    assert second.query == f"{first.text} It grew by 23.3%."
    assert second.body == "It grew by 23.3%."
    assert (first.before, second.before) == ("", first.text)


def test_a_table_row_is_checked_with_its_header() -> None:
    rows = sentences_of("| Staff | 2024 | 2023 |\n|---|---|---|\n| Eindhoven | 301 | 311 |")
    assert [row.kind for row in rows] == ["heading", "claim"]
    assert rows[1].body == "Eindhoven: 301 (2024), 311 (2023)"
    assert rows[1].text == "| Eindhoven | 301 | 311 |"


@pytest.mark.parametrize("text", ["", " \n\t ", "\u200b\u202e", "..."])
def test_nothing_to_audit_is_said(text: str) -> None:
    with pytest.raises(InvalidInput, match="nothing to audit"):
        clean_memo(text)


def test_a_memo_has_an_upper_bound() -> None:
    with pytest.raises(InvalidInput, match="at most 200,000 are audited"):
        clean_memo("a" * (LONGEST_MEMO + 1))


def test_control_and_direction_marks_are_dropped() -> None:
    assert clean_memo("Reve\u202enue\x00 rose\r\nby 5%.") == "Revenue rose\nby 5%."


def test_one_endless_line_is_cut_in_linear_time() -> None:
    assert sentences_of(clean_memo("very " * 30_000))


def test_headings_of_a_file_are_marked() -> None:
    text = "Results\nRevenue rose by 5%."
    blocks = (
        Block(kind="heading", char_start=0, char_end=7, level=2),
        Block(kind="paragraph", char_start=8, char_end=len(text)),
    )
    memo = memo_of_pages((Page(number=1, label="1", text=text, blocks=blocks),))
    assert memo == "## Results\n\nRevenue rose by 5%."


def test_a_sentence_without_end_is_weighed_in_pieces() -> None:
    memo = "Revenue was 1 in A; revenue was 2 in B; " * 500
    found = sentences_of(memo)
    assert max(len(one.text) for one in found) <= 1500
    assert "".join(memo[one.start : one.end] for one in found).strip() == memo.strip()
    assert [one.start for one in found[1:]] == [one.end for one in found[:-1]]
    unbroken = sentences_of("a1" * 4000)
    assert max(len(one.text) for one in unbroken) <= 1500
