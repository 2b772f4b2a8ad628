"""Languages: short business texts are told apart, doubt is left open."""

import pytest

from masis.domain.language.languages import language_name, language_of


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Die Mitarbeiterzahl sank im Vergleich zum Vorjahr.", "de"),
        ("Quel était le bénéfice net en 2023 ?", "fr"),
        ("El número de empleados disminuyó respecto al año anterior.", "es"),
        ("Qual è stato l'utile netto nel 2023?", "it"),
        ("従業員数は前年より減少した。", "ja"),
        ("What was net income in 2023?", "en"),
    ],
)
def test_a_sentence_tells_its_language(text: str, code: str) -> None:
    assert language_of(text) == code


@pytest.mark.parametrize("text", ["", "2022 2021", "EBITDA", "Costco 2022", "| 1 | 2 |"])
def test_figures_and_bare_names_are_in_no_language(text: str) -> None:
    assert language_of(text) == ""


def test_a_language_is_named_for_people() -> None:
    assert language_name("de") == "German"
    assert language_name("xx") == "xx"
