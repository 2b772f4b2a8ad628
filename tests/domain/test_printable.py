"""What no reader sees is left out of what is kept and shown."""

from masis.domain.printable import printable, single_line


def test_controls_halves_of_a_pair_and_turned_directions_go_and_lines_stay() -> None:
    assert printable("a\x00b\x1b[31m\ud800\u202etxt\x9f\uffff\n\tc") == "ab[31mtxt\n\tc"
    assert printable("Größe 日本 👩‍💻 é") == "Größe 日本 👩‍💻 é"


def test_a_name_is_one_line() -> None:
    assert single_line(" Board\n\u202epack\t 2024 ") == "Board pack 2024"
