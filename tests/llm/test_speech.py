"""Speech: what is said so far, fit to be shown, to as many as look on."""

from concurrent.futures import ThreadPoolExecutor

from masis.llm.speech import MOST_CHARS, Counted, Speech, said_at_once


def test_words_come_together_and_a_new_reply_starts_anew() -> None:
    speech = Speech()
    assert speech.words() == (0, "")
    speech.begin()
    speech.hear("Revenue ")
    speech.hear("rose")
    assert speech.words() == (3, "Revenue rose")
    speech.begin()
    assert speech.words() == (4, "")


def test_words_are_made_fit_to_be_shown_only_when_asked_for() -> None:
    asked: list[str] = []

    def shown(raw: str) -> str:
        asked.append(raw)
        return raw.upper()

    speech = Speech()
    speech.show_through(shown)
    for word in ("a", "b", "c"):
        speech.hear(word)
    assert speech.words()[1] == "ABC"
    assert asked == ["abc"]


def test_a_reply_without_end_takes_no_more_room() -> None:
    speech = Speech()
    for _ in range(5):
        speech.hear("x" * MOST_CHARS)
    assert len(speech.words()[1]) == MOST_CHARS
    assert speech.number == 1


def test_whoever_waits_is_told_of_the_next_word_and_of_the_end() -> None:
    speech = Speech()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(speech.wait, 0, 60.0)
        speech.hear("word")
        waiting.result(timeout=30)
        waiting = pool.submit(speech.wait, speech.number + 5, 60.0)
        speech.end()
        waiting.result(timeout=30)
    assert (speech.over, speech.words()[1]) == (True, "")
    speech.wait(99, 60.0)  # at once


def test_a_wait_ends_with_its_time() -> None:
    speech = Speech()
    speech.wait(0, 0.0)
    speech.wait(0, -1.0)
    assert not speech.over


def test_what_is_heard_of_a_reply_that_breaks_off_is_counted() -> None:
    speech = Speech()
    counted = Counted(speech)
    counted.begin()
    assert counted.usage(40).tokens == 0
    said_at_once("all of it", counted)
    usage = counted.usage(40)
    assert (usage.calls, usage.input_tokens, usage.output_tokens) == (1, 40, 1)
    assert speech.words()[1] == "all of it"
    said_at_once("nobody listens", None)
