"""Backing: which rows and sentences a claim is read against."""

import pytest

from masis.domain.verification.backing import MOST_PLACES, as_printed, backing_places, backing_windows
from masis.domain.verification.facts import facts_of
from masis.domain.verification.figures import check_figures
from tests.builders import chunk

TABLE = """USD million
| Segment | Revenue 2024 | Revenue 2025 |
| --- | --- | --- |
| Road | 640 | 702 |
| Sea | 410 | 428 |"""
ROWS = chunk("rows", TABLE)
NOISE = " ".join(f"Item {number} concerns the cafeteria." for number in range(30))
PROSE = chunk("prose", f"{NOISE} Churn rose in Norway. It fell in Chile.")


def test_the_rows_its_figures_stand_in_come_first() -> None:
    fact = next(fact for fact in facts_of(ROWS) if fact.shown == "428")
    claim = "Sea brought in $428 million in 2025."
    first, *_ = backing_places(claim, [PROSE, ROWS], [fact])
    assert first.key == (fact.chunk_id, fact.char_start)
    assert "428" in first.window.statements[-1]
    assert "Sea" in first.window.statements[-1]


def test_rare_words_find_the_sentence_and_bring_the_one_before_it() -> None:
    places = backing_places("Chile saw its churn fall.", [PROSE, ROWS], [])
    assert len(places) == MOST_PLACES
    assert ("Churn rose in Norway.", "It fell in Chile.") in [place.window.statements for place in places[:2]]
    assert len({place.key for place in places}) == MOST_PLACES


def test_words_of_the_sentence_before_find_what_is_meant() -> None:
    alone = backing_places("It was closed at last.", [PROSE, ROWS], [])
    after = backing_places("It was closed at last.", [PROSE, ROWS], [], before="Chile has a branch.")
    assert "Chile" not in alone[0].window.statements[-1]
    assert after[0].window.statements == ("Churn rose in Norway.", "It fell in Chile.")
    assert backing_windows("It was closed.", after, "Chile has a branch.").before == "Chile has a branch."


def test_without_passages_there_is_nothing_to_read() -> None:
    assert backing_places("Sea grew.", [], []) == ()
    assert backing_windows("Sea grew.", ()).windows == ()


PRINTED = {
    "Sea brought in nearly $0.43 billion in 2025.": "Sea brought in nearly 428 in 2025.",
    "Sea brought in $428.0 million in 2025, Road $702 million.": "Sea brought in 428 in 2025, Road 702.",
    "Sea brought in $999 million in 2025.": "Sea brought in $999 million in 2025.",
    "Sea grew by $18 million in 2025.": "Sea grew by $18 million in 2025.",
    "Sea grew.": "Sea grew.",
}


@pytest.mark.parametrize(("claim", "printed"), PRINTED.items(), ids=PRINTED)
def test_a_claim_is_read_with_its_figures_as_the_source_prints_them(claim: str, printed: str) -> None:
    assert as_printed(claim, check_figures(claim, facts_of(ROWS))) == printed


def test_of_a_row_only_the_cells_with_figures_of_the_claim_are_read() -> None:
    claim = "Sea brought in $428 million in 2025."
    figures = check_figures(claim, facts_of(ROWS))
    places = backing_places(claim, [ROWS], [figure.fact for figure in figures if figure.fact])
    shown = backing_windows(claim, places, figures=figures)
    (said,) = shown.windows[0].statements
    assert ("428" in said, "410" in said, "Sea" in said) == (True, False, True)
    assert shown.claim == "Sea brought in 428 in 2025."
    (whole,) = backing_windows(claim, places).windows[0].statements
    assert "410" in whole
