"""Table: lines, cells, disagreement, and what is worked out."""

from decimal import Decimal

from masis.domain.facts.table import Wanted, fact_table, measures_stated, organisations_of
from tests.domain.facts.sources import INCOME, SEGMENTS, source

PEER = (
    "| $ million | 2022 | 2021 | 2020 |\n| --- | --- | --- | --- |\n"
    "| Net sales | 86,392 | 79,474 | 70,372 |\n"
)


def flat(value: str, year: int = 2022, words: str = "") -> str:
    return f"{words}\n\n| $ million | {year} |\n| --- | --- |\n| Net sales | {value} |\n"


def test_two_organisations_over_three_years() -> None:
    table = fact_table([source(INCOME), source(PEER, organisation="Peer Corp.")], Wanted(measure="net sales"))
    assert table.organisations == ("Acme", "Peer")
    assert table.shown_periods == ("2020", "2021", "2022")
    whole = {line.organisation: line for line in table.lines if line.whole}
    assert [int(cell.value / 10**6) for cell in whole["Peer"].cells] == [70_372, 79_474, 86_392]
    assert round(whole["Acme"].change or 0, 1) == Decimal("-3.2")
    assert whole["Acme"].change_between == ("2021", "2022")


def test_parts_follow_the_whole_with_their_share_of_it() -> None:
    table = fact_table([source(INCOME, SEGMENTS)], Wanted(measure="net sales"))
    assert [line.name for line in table.lines] == ["Net sales", "Consumer", "Health Care"]
    assert [line.share and round(line.share, 1) for line in table.lines] == [
        None,
        Decimal("75.4"),
        Decimal("24.6"),
    ]


def test_one_value_of_several_documents_is_one_cell_with_several_places() -> None:
    later = source(flat("34.2", words="In $ billions").replace("$ million", "$ billion"), year=2023)
    (line,) = fact_table([source(flat("34,229")), later], Wanted(measure="net sales")).lines
    (cell,) = line.cells
    assert not cell.disputed
    assert {statement.place.document_id for statement in cell.agreeing} == {"acme-2022", "acme-2023"}


def test_a_firm_value_leads_and_the_other_is_shown() -> None:
    early = source(flat("34,500", words="Preliminary figures"), year=2022, document_id="board")
    (line,) = fact_table([early, source(flat("34,229"))], Wanted(measure="net sales")).lines
    (cell,) = line.cells
    assert cell.disputed
    assert not cell.inside
    assert (int(cell.value / 10**6), cell.firmness) == (34_229, "")
    assert cell.differing[0][0].firmness == "preliminary"


def test_the_newest_document_leads_among_firm_ones() -> None:
    restated = source(flat("34,100"), year=2023)
    (line,) = fact_table([source(flat("34,229")), restated], Wanted(measure="net sales")).lines
    assert line.cells[0].lead.place.document_id == "acme-2023"
    assert line.cells[0].disputed


def test_a_replaced_document_never_leads() -> None:
    old = source(flat("34,100"), year=2023, superseded=True)
    (line,) = fact_table([source(flat("34,229")), old], Wanted(measure="net sales")).lines
    assert line.cells[0].lead.place.document_id == "acme-2022"


def test_a_plan_is_no_disagreement() -> None:
    plan = source(flat("36,000"), document_id="plan", kind="plan")
    (line,) = fact_table([source(flat("34,229")), plan], Wanted(measure="net sales")).lines
    (cell,) = line.cells
    assert not cell.disputed
    assert [int(statement.fact.value / 10**6) for statement in cell.planned] == [36_000]


def test_what_one_document_says_twice_is_told_apart_by_its_tables_or_amber() -> None:
    three = source(flat("34,229"), flat("34,229"), flat("512", words="Joint ventures"))
    whole, other = fact_table([three], Wanted(measure="net sales")).lines
    assert not whole.cells[0].disputed
    assert (other.within, int(other.cells[0].value / 10**6)) == ("Joint ventures", 512)
    (line,) = fact_table([source(flat("34,229"), flat("512"))], Wanted(measure="net sales")).lines
    assert line.cells[0].disputed
    assert line.cells[0].inside


def test_nothing_is_worked_out_from_disputed_cells_or_losses() -> None:
    loss = "| $ million | 2022 | 2021 |\n| --- | --- | --- |\n| Net income | 40 | (12) |\n"
    (line,) = fact_table([source(loss)], Wanted(measure="net income")).lines
    assert line.change is None
    other = source(flat("9", 2021), year=2021)
    years = source(flat("10", 2021), flat("12"), year=2022)
    (line,) = fact_table([years, other], Wanted(measure="net sales")).lines
    assert line.cell("2021") is not None
    assert line.change is None


def test_rates_change_by_points() -> None:
    text = "| | 2022 | 2021 |\n| --- | --- | --- |\n| Logo churn | 6.8% | 8.1% |\n"
    (line,) = fact_table([source(text)], Wanted(measure="churn")).lines
    assert (line.unit, line.change) == ("%", Decimal("-1.3"))


def test_organisations_periods_and_lines_can_be_chosen() -> None:
    sources = [source(INCOME, SEGMENTS), source(PEER, organisation="Peer Corp.")]
    asked = Wanted(measure="net sales", organisations=("Peer", "Nobody"), periods=("2020",))
    table = fact_table(sources, asked)
    assert (table.shown_organisations, table.shown_periods) == (("Peer",), ("2020",))
    assert [line.organisation for line in table.lines] == ["Peer"]


def test_few_lines_are_shown_before_all_are_asked_for() -> None:
    rows = "".join(f"| Region {letter} | {number}00 |\n" for number, letter in enumerate("ABCDEFGH", 1))
    text = f"| Net sales by region, $ million | 2022 |\n| --- | --- |\n{rows}| Total | 3,600 |\n"
    table = fact_table([source(text)], Wanted(measure="net sales"))
    assert len(table.lines) == 6
    assert table.more == (("Acme", 3),)
    assert len(fact_table([source(text)], Wanted(measure="net sales", all_lines=True)).lines) == 9


def test_what_nobody_states_brings_measures_near_it() -> None:
    table = fact_table([source(INCOME)], Wanted(measure="operating income"))
    assert not table.organisations
    assert table.silent == ("Acme",)
    assert "Net income (loss)" in table.near or "Net income" in " ".join(table.near)


def test_documents_without_an_organisation_belong_to_the_only_one() -> None:
    nobody = source(flat("1"), organisation="", title="Board pack", document_id="pack")
    assert organisations_of([source(INCOME), nobody]) == {"acme-2022": "Acme", "pack": "Acme"}
    peer = source(PEER, organisation="Peer Corp.")
    assert organisations_of([source(INCOME), nobody, peer])["pack"] == "Board pack"


def test_no_documents_and_no_measure_make_an_empty_table() -> None:
    assert not fact_table([], Wanted(measure="net sales")).lines
    assert not fact_table([source(INCOME)], Wanted(measure="")).lines
    assert measures_stated([], 5) == ()


def test_current_assets_are_not_all_of_them() -> None:
    text = (
        "| $ million | 2022 |\n| --- | --- |\n| Total current assets | 15,019 |\n| Total assets | 67,580 |\n"
    )
    whole, part = fact_table([source(text)], Wanted(measure="total assets")).lines
    assert (whole.name, part.name) == ("Total assets", "Total current assets")
    assert not whole.cells[0].disputed


def test_a_level_is_shown_before_its_movement() -> None:
    flows = (
        "Cash flows\n\n| $ million | 2022 | 2021 |\n| --- | --- | --- |\n"
        "| Changes in operating assets | | |\n| Inventories | 1,484 | (2,642) |\n"
    )
    balance = "Balance sheet\n\n| $ million | 2022 |\n| --- | --- |\n| Inventories | 4,946 |\n"
    table = fact_table([source(flows, balance)], Wanted(measure="inventories"))
    assert [int(line.cells[-1].value / 10**6) for line in table.lines] == [4_946, 1_484]
    assert table.lines[1].within == "Changes in operating assets › Cash flows"


def test_a_line_of_one_table_is_told_with_its_title() -> None:
    text = "Assets held for sale\n\n| $ million | 2022 |\n| --- | --- |\n| Goodwill | 27.0 |\n"
    (line,) = fact_table([source(text)], Wanted(measure="goodwill")).lines
    assert line.within == "Assets held for sale"


def test_a_column_of_others_is_told() -> None:
    text = "| $ million | 2022 Regulated | 2022 Other |\n| --- | --- | --- |\n| Goodwill | 1,139 | 27 |\n"
    lines = fact_table([source(text)], Wanted(measure="goodwill")).lines
    assert sorted(line.within for line in lines) == ["Other", "Regulated"]


def test_other_assets_are_never_the_whole() -> None:
    text = "| $ million | 2022 |\n| --- | --- |\n| Other assets | 1,228 |\n"
    (line,) = fact_table([source(text)], Wanted(measure="total assets")).lines
    assert not line.whole
