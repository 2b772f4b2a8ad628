"""Signs without width go, those that shape a word stay; another language is told when that is sure."""

import pytest

from masis.domain.conversation.typed import other_language, visible


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


@pytest.mark.parametrize(
    ("typed", "language"),
    [
        ("Wie hoch war der Umsatz im Jahr 2022?", "German"),
        ("Quel était le chiffre d'affaires en 2022 ?", "French"),
        ("売上高はいくらですか", "Japanese"),
        ("How high was the revenue of Müller und Söhne?", ""),
        ("Who owns Tarn Valley Water?", ""),
        ("gross margin Harbor Mill", ""),
        ("Umsatz 2022", ""),
        ("NRR", ""),
        ("", ""),
    ],
)
def test_only_a_question_that_is_surely_in_another_language_is_called_so(typed: str, language: str) -> None:
    assert other_language(typed) == language
