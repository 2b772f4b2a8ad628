"""Suggesting: what most organisations state comes first."""

from masis.domain.facts.reading import measure_of
from masis.domain.facts.suggesting import counted_measures, near_measures
from masis.domain.facts.table import measures_stated, organisations_of
from tests.domain.facts.sources import INCOME, source

PEER = (
    "| $ million | 2022 | 2021 |\n| --- | --- | --- |\n"
    "| Net sales | 86,392 | 79,474 |\n| Goodwill | 1 | 2 |\n"
)


def test_measures_of_most_organisations_come_first_under_their_usual_name() -> None:
    sources = [source(INCOME), source(PEER, organisation="Peer Corp.")]
    assert measures_stated(sources, 3)[0] == "Net sales"
    assert counted_measures(sources, organisations_of(sources), 1) == ("Net sales",)


def test_near_measures_share_a_word() -> None:
    sources = [source(INCOME)]
    near = near_measures(sources, organisations_of(sources), measure_of("sales returns"), 3)
    assert near
    assert all("sales" in name.lower() for name in near)
