"""Signs without width go; those that shape a word stay."""

import pytest

from masis.domain.conversation.typed import visible


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("What was rev\u200benue in 20\u200d24?", "What was revenue in 2024?"),
        ("\ufeffNet\u00ad debt\u202e", "Net debt"),
        ("نمی\u200cخواهم", "نمی\u200cخواهم"),
        ("👩\u200d🔬 costs", "👩\u200d🔬 costs"),
        ("", ""),
    ],
)
def test_what_a_reader_sees(typed: str, seen: str) -> None:
    assert visible(typed) == seen
