"""Looked up: rows for periods, and sentences that code works out of them with their operands."""

import pytest

from masis.domain.evidence import Chunk
from masis.domain.facts.looked_up import LookedUpLine, looked_up, passage_of, work_out
from masis.domain.facts.table import Wanted, fact_table
from masis.domain.facts.values import Source
from tests.builders import chunk
from tests.domain.facts.sources import source

INCOME = """Income statement (in $ millions)

| $ million | 2022 | 2021 |
| --- | --- | --- |
| Net sales | 200 | 160 |
| Gross profit | 90 | 80 |
| Net income (loss) | 12 | (4) |
"""
OTHER = """Five years

| $ million | 2022 | 2021 |
| --- | --- | --- |
| Net sales | 207 | 160 |
"""
ACME = source(INCOME)


def chunks_of(*sources: Source) -> list[Chunk]:
    return [
        chunk(
            f"k-{held.document_id}-{page.number}",
            "rows",
            version_id=held.version_id,
            document_id=held.document_id,
            page_number=page.number,
            table=table,
        )
        for held in sources
        for page in held.pages
        for table in page.tables
    ]


def line(measure: str, *periods: str, among: tuple[Source, ...] = (ACME,)) -> LookedUpLine:
    (found,) = looked_up(fact_table(among, Wanted(measure=measure, periods=periods)), periods)
    return found


def test_a_row_is_found_for_the_asked_periods_with_its_passage() -> None:
    found = line("net sales", "2021", "2022")
    assert {period: int(places[0].fact.value) for period, places in found.sure.items()} == {
        "2021": 160_000_000,
        "2022": 200_000_000,
    }
    passage = passage_of(found.stated[0], chunks_of(ACME))
    assert passage is not None
    assert passage.chunk_id == "k-acme-2022-1"


def test_a_margin_is_the_share_of_one_row_in_another_for_each_period() -> None:
    rows = [line("gross profit", "2021", "2022"), line("net sales", "2021", "2022")]
    made = work_out("share", rows, chunks_of(ACME))
    assert [worked.sentence for worked in made] == [
        "Gross profit came to $80 million in 2021, 50% of Net sales with $160 million (computed)",
        "Gross profit came to $90 million in 2022, 45% of Net sales with $200 million (computed)",
    ]
    assert {worked.chunk_ids for worked in made} == {("k-acme-2022-1",)}


def test_both_values_are_taken_from_one_table_where_there_is_one() -> None:
    sales = OTHER.replace("207", "200")
    acme = source(sales, INCOME)
    rows = [line("gross profit", "2022", among=(acme,)), line("net sales", "2022", among=(acme,))]
    (made,) = work_out("share", rows, chunks_of(acme))
    assert made.chunk_ids == ("k-acme-2022-2",)


def test_a_change_names_both_values() -> None:
    (made,) = work_out("change", [line("net sales", "2021", "2022")], chunks_of(ACME))
    told = "Net sales rose by $40 million, which is 25%, from $160 million in 2021 to $200 million in 2022"
    assert made.sentence == f"{told} (computed)"


def test_the_sentence_says_whose_values_they_are_where_that_is_asked() -> None:
    (made,) = work_out("change", [line("net sales", "2021", "2022")], chunks_of(ACME), named=True)
    assert made.sentence.startswith("Acme's Net sales rose by")


def test_nothing_is_worked_out_of_a_disputed_value_and_both_are_shown() -> None:
    found = line("net sales", "2021", "2022", among=(source(INCOME, OTHER),))
    assert set(found.sure) == {"2021"}
    assert {int(value.fact.value) for value in found.stated} == {160_000_000, 200_000_000, 207_000_000}
    assert work_out("change", [found], chunks_of(ACME)) == ()


@pytest.mark.parametrize("word", ["Preliminary", "Unaudited", "Estimated", "Budget"])
def test_nothing_is_worked_out_of_what_is_not_firm(word: str) -> None:
    soft = source(INCOME.replace("| $ million |", f"| {word}, $ million |"))
    assert work_out("change", [line("net sales", "2021", "2022", among=(soft,))], chunks_of(soft)) == ()


def test_nothing_is_worked_out_of_a_document_that_was_replaced() -> None:
    old = source(INCOME, superseded=True)
    assert work_out("change", [line("net sales", "2021", "2022", among=(old,))], chunks_of(old)) == ()


def test_nothing_is_worked_out_below_zero_of_one_period_or_without_the_passage() -> None:
    assert work_out("change", [line("net income", "2021", "2022")], chunks_of(ACME)) == ()
    assert work_out("change", [line("net sales", "2022")], chunks_of(ACME)) == ()
    assert work_out("change", [line("net sales", "2021", "2022")], []) == ()
    one = line("net sales", "2022")
    assert work_out("share", [line("gross profit", "2021", "2022"), one], chunks_of(ACME)) == ()
    assert work_out("share", [one], chunks_of(ACME)) == ()
    assert work_out("mean", [one, one], chunks_of(ACME)) == ()


def test_without_periods_the_latest_are_looked_up() -> None:
    assert set(line("net sales").sure) == {"2021", "2022"}


def test_a_measure_nobody_states_gives_nothing() -> None:
    assert looked_up(fact_table([ACME], Wanted(measure="goodwill")), ()) == ()
