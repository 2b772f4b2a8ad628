"""Rounds: a round whose draft stays the same is told apart from one that changes something."""

from masis.domain.run.rounds import rounds_of


def entry(node: str, iteration: int, **more: object) -> dict[str, object]:
    return {"node": node, "iteration": iteration, **more}


def test_a_round_with_the_same_draft_changed_nothing() -> None:
    trace = [
        entry("orchestrator", 1),
        entry("synthesizer", 1, draft="A [k1]."),
        entry("synthesizer", 2, draft="A [k1]."),
        entry("synthesizer", 3, draft="B [k1]."),
    ]
    made = rounds_of(trace)
    assert [(one.number, one.idle) for one in made] == [(1, False), (2, True), (3, False)]
    assert [entry["node"] for entry in made[0].entries] == ["orchestrator", "synthesizer"]


def test_a_round_without_a_draft_is_never_idle_and_no_trace_has_no_rounds() -> None:
    assert [one.idle for one in rounds_of([entry("researcher", 1), entry("researcher", 2)])] == [False, False]
    assert rounds_of([]) == ()
