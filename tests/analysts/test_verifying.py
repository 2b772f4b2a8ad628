"""Verifying: an operator's model may raise doubts on wording, and never overrules what code established."""

from collections.abc import Sequence

import pytest

from masis.analysts.verifying import Pair, Verifier, load_verifier, second_look
from masis.domain.verification.claims import Claim
from masis.domain.verification.ledger import build_ledger
from masis.errors import ConfigurationError
from tests.builders import chunk

EVIDENCE = (
    chunk("k1", "The board met twice. The council approved a second cycle lane on Mill Street after a vote."),
    chunk("k2", "Revenue was EUR 12 million in 2024. The group sells maps and guides to hikers."),
)
COPIED = "The board met twice [k1]."
FIGURE = "In 2024 revenue was EUR 12 million [k2]."
WORDED = "The council has approved another cycle lane on Mill Street [k1]."
WRONG = "In 2024 revenue was EUR 21 million [k2]."


class Fixed:
    """A verifier that gives every pair the same chance."""

    def __init__(self, chance: float) -> None:
        self.chance = chance
        self.seen: list[Pair] = []

    def verify(self, pairs: Sequence[Pair]) -> Sequence[float]:
        """Remember what was asked."""
        self.seen += pairs
        return [self.chance] * len(pairs)


def ledger(*sentences: str) -> tuple[Claim, ...]:
    """Return the ledger of an answer."""
    return build_ledger(" ".join(sentences), EVIDENCE)


def test_only_wording_is_open_to_doubt() -> None:
    """A copy, a figure and a verdict against a sentence are facts of code: they are not even asked about."""
    doubter = Fixed(0.0)
    before = ledger(COPIED, FIGURE, WORDED, WRONG)
    after, problem = second_look(before, EVIDENCE, doubter)
    assert problem == ""
    assert [pair.sentence for pair in doubter.seen] == [before[2].text]
    assert [claim.verdict for claim in after] == [
        "supported",
        "supported",
        "not_in_source",
        "number_mismatch",
    ]
    assert (after[2].decided_by, after[2].code_verdict, after[2].support) == ("model", "supported", 0.0)
    assert "chance 0.00" in after[2].reason


def test_a_verifier_never_absolves() -> None:
    """A sure verifier changes nothing."""
    before = ledger(COPIED, WORDED, WRONG)
    assert second_look(before, EVIDENCE, Fixed(1.0)) == (before, "")


@pytest.mark.parametrize("answer", [[], [0.1, 0.2], [7.0], [float("nan")], ["sure"], None])
def test_a_verifier_that_answers_badly_changes_nothing_and_is_named(answer: object) -> None:
    """Too few, too many, out of range, no number: the ledger stands and the fault is told."""

    class Broken:
        def verify(self, pairs: Sequence[Pair]) -> Sequence[float]:
            return answer  # type: ignore[return-value]

    before = ledger(WORDED)
    after, problem = second_look(before, EVIDENCE, Broken())
    assert after == before
    assert problem.startswith("The verifier")


def test_without_a_verifier_nothing_is_looked_at() -> None:
    """No setting, no second look."""
    before = ledger(WORDED)
    assert load_verifier(" ") is None
    assert second_look(before, EVIDENCE, None) == (before, "")


def test_a_verifier_is_loaded_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The factory is called once and must give something with ``verify``."""
    monkeypatch.setattr("tests.builders.make_verifier", lambda: Fixed(0.5), raising=False)
    assert isinstance(load_verifier("tests.builders:make_verifier"), Verifier)
    monkeypatch.setattr("tests.builders.make_verifier", dict)
    with pytest.raises(ConfigurationError, match="did not return a verifier"):
        load_verifier("tests.builders:make_verifier")


@pytest.mark.parametrize("name", ["no_such_module:make", "json:no_such_name", "json"])
def test_a_verifier_that_cannot_be_loaded_is_named(name: str) -> None:
    """The message says which setting, which name and why."""
    with pytest.raises(ConfigurationError, match=f"MASIS_VERIFIER: {name} cannot be loaded"):
        load_verifier(name)
