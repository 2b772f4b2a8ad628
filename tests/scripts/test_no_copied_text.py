"""No copied text: a run of words in common is found, its order and its length count."""

from scripts.no_copied_text import RUN, copied

SENTENCE = "North Ltd sold boats, nets and ropes worth 1,107 million in twelve harbours of the far north."


def test_a_run_of_the_document_s_words_is_found_whatever_its_marks() -> None:
    text = f"Our view: {SENTENCE.upper().replace(',', ';', 1)}"
    assert copied({"a": text, "b": "Something else entirely."}, [SENTENCE]) == ("a",)


def test_a_shorter_run_is_nobody_s() -> None:
    words = SENTENCE.split()
    assert copied({"a": " ".join(words[: RUN - 1])}, [SENTENCE]) == ()
    assert copied({"a": " ".join(words[:RUN])}, [SENTENCE]) == ("a",)
    assert copied({"a": " ".join(reversed(words))}, [SENTENCE]) == ()
