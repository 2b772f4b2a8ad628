"""Languages: short business texts are told apart, doubt is left open."""

import pytest

from masis.domain.language.languages import _identifier, _Moves, language_name, language_of


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


def test_the_smaller_table_leads_where_the_whole_one_does() -> None:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    table = LanguageIdentifier.from_model_file(MODEL_FILE).tk_nextmove
    moves = _Moves(table)
    assert all(moves[place] == table[place] for place in range(0, len(table), 61))


def test_the_model_in_memory_holds_no_whole_table() -> None:
    assert type(_identifier().tk_nextmove) is _Moves


def test_a_language_is_named_for_people() -> None:
    assert language_name("de") == "German"
    assert language_name("xx") == "xx"
