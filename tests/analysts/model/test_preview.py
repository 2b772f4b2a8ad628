"""Preview: words only, whatever has come so far of citations, marks and hidden thinking."""

import pytest

from masis.analysts.model.labels import Labels
from masis.analysts.model.preview import MOST_CHARS, words_so_far
from tests.analysts.evidence_builders import chunk

LABELS = Labels([chunk("k1a", "Revenue rose."), chunk("k2b", "Costs fell.")])


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("", ""),
        ("Revenue ro", "Revenue ro"),
        ("Revenue rose [S1]. Costs fell [S1][S2]", "Revenue rose. Costs fell"),
        ("Revenue rose [", "Revenue rose"),
        ("Revenue rose [S", "Revenue rose"),
        ("Revenue rose [S1, S", "Revenue rose"),
        ("Revenue rose [S9].", "Revenue rose."),
        ("<think>I should say", ""),
        ("<thi", ""),
        ("<think>quiet</think>Revenue", "Revenue"),
        ("```markdown\nRevenue rose", "Revenue rose"),
        ("Revenue rose\n``", "Revenue rose"),
        ("Revenue <<<0123456789abcdef passage [S1] Board", "Revenue"),
        ("Revenue <<<01234", "Revenue"),
        ("# Revenue\n**It rose** [S2]", "Revenue\nIt rose"),
        ('{"statements": [{"text": "Reve', ""),
        ("Revenue\x00 \ud800rose", "Revenue ?rose"),
    ],
)
def test_only_words_are_shown(raw: str, shown: str) -> None:
    assert words_so_far(raw, LABELS) == shown


def test_every_beginning_of_a_reply_shows_a_beginning_of_its_words() -> None:
    whole = "```\nRevenue was 12.4 million [S1]. It rose by 8 % [S1][S2].\n<think>done</think>\n```"
    words = "Revenue was 12.4 million. It rose by 8 %."
    for end in range(len(whole)):
        assert words.startswith(words_so_far(whole[:end], LABELS).rstrip(".")), whole[:end]


def test_a_very_long_draft_shows_its_newest_words() -> None:
    shown = words_so_far("Revenue rose again. " * 2000, LABELS)
    assert shown.startswith("… ")
    assert len(shown) <= MOST_CHARS + 2
