"""Every value that people can meet has its words, and figures read the same everywhere."""

from typing import Any, get_args

import pytest

from masis.domain.run import labels
from masis.domain.run.critique import PenaltyName
from masis.domain.run.decision import EscalationCause
from masis.domain.run.evaluation import ClampName
from masis.domain.run.gate import Outcome
from masis.domain.run.report import RunVerdict
from masis.domain.verification.claims import PROBLEMS, STATEMENTS, ClaimVerdict


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (RunVerdict, labels.VERDICTS),
        (EscalationCause, labels.CAUSES),
        (ClampName, labels.CLAMPS),
        (PenaltyName, labels.PENALTIES),
        (ClaimVerdict, labels.CLAIMS),
        (Outcome, labels.OUTCOMES),
    ],
    ids=lambda value: "" if isinstance(value, dict) else str(value)[-40:],
)
def test_every_value_has_its_words(kind: Any, words: dict[str, str]) -> None:
    assert set(get_args(kind)) == set(words)
    assert all(words.values())


def test_a_claim_that_states_something_either_holds_or_is_a_problem() -> None:
    assert set(get_args(ClaimVerdict)) - STATEMENTS == {"hedge", "heading"}
    assert {"supported"} == STATEMENTS - PROBLEMS


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.04, "40 ms"), (0.996, "1.0 s"), (59.94, "59.9 s"), (125, "2 min 5 s")]
)
def test_durations_have_the_unit_a_person_would_choose(seconds: float, said: str) -> None:
    assert labels.duration(seconds) == said


@pytest.mark.parametrize(
    ("label", "kind", "said"),
    [
        ("7", "pdf", "page 7"),
        ("Sales", "xlsx", "sheet Sales"),
        ("3", "pptx", "slide 3"),
        ("", None, "page"),
        ("F-12", None, "page F-12"),
        ("Risks", None, "Risks"),
        ("web: news.example", None, "web: news.example"),
    ],
)
def test_a_page_is_called_what_it_is_in_its_file(label: str, kind: Any, said: str) -> None:
    assert labels.page_name(label, kind) == said


def test_counts_and_sizes_are_read_aloud() -> None:
    assert [labels.counted(number, "reply", "replies") for number in (1, 2, 1204)] == [
        "1 reply",
        "2 replies",
        "1,204 replies",
    ]
    assert [labels.size(amount) for amount in (3, 2048, 3 * 1_048_576)] == ["1 KB", "2 KB", "3.0 MB"]
