"""The trace of a run: each look of a planner on a line of its own, its words safe."""

from masis.ui.ask.trace import _value


def test_each_call_has_a_line_with_its_reason() -> None:
    calls = [
        {"tool": "documents", "question": "Why?", "found": 3},
        {
            "tool": "open",
            "question": "Report: Consolidated balance sheets, p. 48",
            "why": "the totals",
            "found": 2,
            "by_outline": True,
        },
    ]
    assert _value("tools", calls) == (
        "searched: Why? (3 passages found)<br>"
        "opened: Report: Consolidated balance sheets, p. 48 — because the totals (2 passages found)"
    )


def test_words_of_a_document_or_a_model_draw_nothing() -> None:
    hostile = {"tool": "open", "question": "<img src=x>", "why": "<b>", "by_outline": True}
    shown = _value("tools", [hostile])
    assert "<img" not in shown
    assert "<b>" not in shown


def test_a_worked_out_sentence_is_shown_without_ids() -> None:
    told = ["Net sales rose by $40 million (computed) [k1a][k2b].", "<i>No</i> [k1]."]
    assert _value("worked_out", told) == "Net sales rose by $40 million (computed)<br>&lt;i&gt;No&lt;/i&gt;"


def test_other_values_are_as_before() -> None:
    assert _value("threshold_used", 0.55) == "0.55"
    assert _value("gap_questions", ("One?", "Two?")) == "One?, Two?"
