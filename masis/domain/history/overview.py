"""Overview: the sums an insights page draws, with the figures that follow from them."""

from typing import NamedTuple

from masis.domain.history.figures import milliseconds_of, percentile
from masis.domain.history.slices import Over
from masis.domain.value import Value


class DaySums(NamedTuple):
    """The sums of the runs of a day that ended alike and paid in one currency."""

    day: str
    """As ``2026-11-23``, in UTC."""
    ending: str
    currency: str
    """Empty where nothing was paid, or nothing had a price."""
    runs: int
    scored: int
    confidence: float
    """Sum over the scored ones."""
    retries: int
    kept: int
    dropped: int
    searched: int
    """Runs with a best score."""
    best_score: float
    """Sum over those."""
    sentences: int
    struck: int
    seconds: float
    calls: int
    input_tokens: int
    output_tokens: int
    money_nano: int


class AgentTimes(NamedTuple):
    """How long an agent takes in a run, within 5 %."""

    agent: str
    runs: int
    half_ms: float
    nine_of_ten_ms: float
    most_ms: float
    """99 of 100 take no longer."""
    slow_step: int
    """From this step of the durations on, a run belongs to the slowest tenth."""


class Overview(Value):
    """All that one page of insights shows."""

    over: Over
    days: tuple[DaySums, ...] = ()
    confidence: tuple[tuple[int, str, int], ...] = ()
    """Bin, ending and number of runs."""
    causes: tuple[tuple[str, int], ...] = ()
    reasons: tuple[tuple[str, int], ...] = ()
    agents: tuple[AgentTimes, ...] = ()
    judged: tuple[tuple[str, str, int], ...] = ()
    """Day, what people said, number of runs."""
    counting: bool = False
    """Whether some earlier runs are not in these figures yet."""

    @property
    def runs(self) -> int:
        """How many runs the figures are about."""
        return sum(row.runs for row in self.days)

    def ended(self, ending: str) -> int:
        """Return how many runs ended so."""
        return sum(row.runs for row in self.days if row.ending == ending)


def times_of(agent: str, steps: list[tuple[int, int]]) -> AgentTimes:
    """Return the times of an agent from the steps of its durations, ascending, at least one."""
    half, nine, most = (percentile(steps, share) for share in (0.5, 0.9, 0.99))
    runs = sum(count for _, count in steps)
    return AgentTimes(agent, runs, milliseconds_of(half), milliseconds_of(nine), milliseconds_of(most), nine)
