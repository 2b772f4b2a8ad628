"""Claims in a writer's own words: they answer by what they are read to say."""

from collections.abc import Sequence

import pytest

from masis.analysts.extractive import written
from masis.analysts.extractive.gate import FittedGate
from masis.domain.language.windows import MOST_WINDOWS, ReaderWindow
from masis.domain.run.gate import PartVerdict
from masis.domain.verification.claims import Claim
from tests.analysts.extractive.harbour import EVIDENCE, LINE, Reads, asked, ledger_of, ranker

QUESTION = "What was the revenue of Fernhall in 2024?"
OWN = "In 2024 Fernhall had a revenue of about €413 million [income]."
BY_READING = {"intercept": 0.0, "source": 0.0, "direct": 1.0, "support": 0.0}
COPY = "Revenue: €412.5 million (2024) [income]."


def claim() -> Claim:
    return Claim(
        position=0, text="Said.", answer_start=0, answer_end=5, verdict="supported", support=0.9
    )  # fmt: skip


def decided(answer: str, reader: Reads | None, question: str = QUESTION) -> PartVerdict:
    (part,) = FittedGate(ranker(reader)).decide(question, ledger_of(answer), EVIDENCE)
    return part


@pytest.mark.parametrize("name", written.SIGNALS)
def test_enough_of_each_signal_makes_an_answer(name: str) -> None:
    low = {"source": -1.0, "direct": -0.5, "support": 0.66}
    assert not written.says_it(low)
    assert written.says_it({**low, name: low[name] + 20.0})


def test_a_source_counts_up_to_a_bound() -> None:
    assert written.signals(claim(), 40.0, 0.5) == written.signals(claim(), 6.0, 0.5)


@pytest.mark.usefixtures("by_hand")
def test_a_claim_that_is_read_to_answer_answers() -> None:
    part = decided(OWN, Reads("about €413 million"))
    assert (part.outcome, part.position) == ("answered", 0)
    assert part.chance >= LINE


@pytest.mark.usefixtures("by_hand")
def test_a_claim_that_is_read_to_say_something_else_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(written, "shipped", lambda: {"written": BY_READING})
    part = decided(OWN, Reads("some other text"))
    assert (part.outcome != "answered", part.chance) == (True, 0.0)


def test_every_claim_is_read_though_a_reader_takes_so_many_at_once() -> None:
    class Some(Reads):
        def read(self, question: str, windows: Sequence[ReaderWindow]) -> Sequence[float]:
            return super().read(question, windows[:MOST_WINDOWS])

    claims = [f"Claim {number}." for number in range(2 * MOST_WINDOWS + 1)]
    assert len(ranker(Some()).direct(asked(QUESTION), claims)) == len(claims)


@pytest.mark.usefixtures("by_hand")
def test_a_copy_is_judged_by_its_source_beside_a_claim_in_own_words() -> None:
    part = decided(f"{OWN} {COPY}", Reads("412.5"))
    assert (part.outcome, part.position) == ("answered", 1)


@pytest.mark.usefixtures("by_hand")
def test_a_true_claim_about_another_organisation_does_not_answer() -> None:
    part = decided(OWN, Reads("about €413 million"), "What was the revenue of Selby in 2024?")
    assert part.outcome != "answered"


@pytest.mark.usefixtures("by_hand")
def test_where_nothing_reads_the_statement_under_a_claim_decides() -> None:
    assert decided(OWN, None).outcome == "answered"
