"""The context keeps the best whole, shortens the rest, and drops nothing."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.run.context import LEAST_CHARS, SHORT_CHARS, build_context, shorten
from tests.builders import chunk

LONG = "The board discussed many matters at length without deciding. " * 14 + "Margin rose to 31.4 % in 2024."


def test_evidence_within_the_budget_is_left_alone() -> None:
    context = build_context([chunk("b", "B" * 3000, score=0.5), chunk("a", "A" * 3000, score=0.9)], 6000)
    assert [passage.chunk.chunk_id for passage in context.passages] == ["a", "b"]
    assert not context.compressed
    assert context.chars_before == context.chars_after == 6000


def test_over_budget_the_best_three_stay_whole_and_the_rest_keep_their_numbers() -> None:
    evidence = [chunk(f"k{rank}", LONG, score=1 - rank / 10) for rank in range(8)]
    context = build_context(evidence, 6000)
    assert context.compressed
    assert [passage.shortened for passage in context.passages] == [False] * 3 + [True] * 5
    assert all(len(passage.text) <= SHORT_CHARS for passage in context.passages[3:])
    assert all("31.4 % in 2024." in passage.text for passage in context.passages[3:])
    assert context.chars_after < context.chars_before
    assert len(context.chunks) == 8


def test_what_was_cited_stays_whole_in_a_small_window_too() -> None:
    evidence = [chunk(f"k{rank}", LONG, score=1 - rank / 10) for rank in range(8)]
    context = build_context(evidence, 6000, cited={"k6"})
    assert [at for at, passage in enumerate(context.passages) if not passage.shortened] == [0, 1, 2, 6]


def test_a_large_window_takes_passages_whole_as_far_as_it_goes() -> None:
    evidence = [chunk(f"k{rank:02}", LONG, score=1 - rank / 100) for rank in range(40)]
    context = build_context(evidence, 30_000, cited={"k39"})
    whole = [at for at, passage in enumerate(context.passages) if not passage.shortened]
    assert len(whole) > 20
    assert whole == [*range(len(whole) - 1), 39]
    assert context.chars_after <= 30_000
    assert context.shortened == tuple(f"k{rank:02}" for rank in range(len(whole) - 1, 39))


def test_half_the_room_keeps_every_passage_and_what_was_cited() -> None:
    evidence = [chunk(f"k{rank:02}", LONG, score=1 - rank / 100) for rank in range(20)]
    context = build_context(evidence, 30_000).model_copy(update={"precedence": ("Rule.",)})
    halved = context.halved({"k19"})
    assert halved.chars_after <= context.chars_after // 2
    assert (len(halved.passages), halved.passages[19].text) == (20, LONG)
    assert halved.precedence == ("Rule.",)


def test_a_table_keeps_its_header_in_front() -> None:
    context = build_context([chunk("a", "| Rent | 4 |", lead="| item | m€ |")], 6000)
    assert context.passages[0].text == "| item | m€ |\n| Rent | 4 |"


def test_a_budget_that_is_still_too_small_shortens_further_but_drops_nothing() -> None:
    evidence = [chunk(f"k{rank:02}", LONG, score=1 - rank / 100) for rank in range(40)]
    context = build_context(evidence, 6000)
    assert len(context.passages) == 40
    assert context.chars_after <= 6000
    assert all(len(passage.text) > LEAST_CHARS / 2 for passage in context.passages)


def test_the_best_three_stay_whole_even_when_they_alone_exceed_the_budget() -> None:
    context = build_context([chunk(f"k{rank}", LONG) for rank in range(4)], 500)
    assert [passage.text == LONG for passage in context.passages] == [True, True, True, False]


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("short", 200, "short"),
        ("one two three four five six", 15, "one two three …"),
        ("we saw in a long report that rent was 4 m€ by then or so", 24, "… rent was 4 m€ by …"),
        ("x" * 50, 10, "x" * 9 + "…"),
    ],
)
def test_shortening(text: str, limit: int, expected: str) -> None:
    assert shorten(text, limit) == expected


@given(st.text(max_size=600), st.integers(20, 300))
def test_a_shortened_text_fits_and_invents_no_word(text: str, limit: int) -> None:
    short = shorten(text, limit)
    assert len(short) <= limit
    if short != text and len(text.split()) > 1 and " " in short:
        assert set(short.split()) - {"…"} <= set(text.split())


@given(st.lists(st.text(alphabet="ab 1\n", max_size=400), max_size=12), st.integers(500, 3000))
def test_every_passage_stays_in_order_of_score(texts: list[str], budget: int) -> None:
    evidence = [chunk(f"k{rank:02}", text, score=rank / 20) for rank, text in enumerate(texts)]
    context = build_context(evidence, budget)
    assert [each.chunk_id for each in context.chunks] == [each.chunk_id for each in reversed(evidence)]
    assert context.chars_after <= context.chars_before
    assert not re.search("…", "".join(passage.text for passage in context.passages if not passage.shortened))
