"""Once: the same object is looked at once, an equal one anew, and only so many are kept."""

from concurrent.futures import ThreadPoolExecutor

from masis.domain.once import Once, forget_all, kept_at_work


def test_the_same_object_is_looked_at_once() -> None:
    seen: list[list[int]] = []

    def total(numbers: list[int]) -> int:
        seen.append(numbers)
        return sum(numbers)

    once, numbers = Once(total, 4), [1, 2]
    assert [once(numbers), once(numbers)] == [3, 3]
    assert len(seen) == 1


def test_an_equal_object_is_looked_at_anew() -> None:
    """Nothing of one workspace reaches another by being equal."""
    once = Once(lambda pair: [pair], 4)
    left, right = [1], [1]
    assert once(left) is not once(right)
    assert once(right)[0] is right


def test_what_was_pushed_out_is_worked_out_again() -> None:
    calls: list[str] = []
    once = Once(lambda name: calls.append(name[0]) or name, 2)
    first, second, third = ["a"], ["b"], ["c"]
    for name in (first, second, first, third, second):
        once(name)
    assert calls == ["a", "b", "c", "b"]


def test_an_object_that_is_gone_never_answers_for_another() -> None:
    """Python gives the number of a freed object to a new one: what is remembered keeps its object."""
    once = Once(list, 8)
    assert [once((number,)) for number in range(1000)] == [[number] for number in range(1000)]


def test_what_fails_is_not_remembered() -> None:
    answers = iter([ValueError("away"), "there"])

    def look(_key: list[int]) -> str:
        answer = next(answers)
        if isinstance(answer, ValueError):
            raise answer
        return answer

    once, key = Once(look, 4), [1]
    try:
        once(key)
    except ValueError:
        assert once(key) == "there"


def test_threads_get_one_result_for_one_object() -> None:
    once, keys = Once(lambda key: [*key], 64), [[number] for number in range(20)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(once, keys * 50))
    assert len({id(result) for result in found}) == len(keys)
    assert found == [[number] for number in range(20)] * 50


def test_it_can_forget() -> None:
    once, key = Once(lambda key: [*key], 4), [1]
    first = once(key)
    once.clear()
    assert once(key) is not first


def test_everything_that_was_read_can_be_dropped() -> None:
    calls: list[str] = []

    @kept_at_work(2)
    def length(text: str) -> int:
        calls.append(text)
        return len(text)

    once, page = Once(len, 2), ["a page"]
    once(page)
    assert [length("one"), length("one")] == [3, 3]
    assert length.cache_info().maxsize == 2
    forget_all()
    assert not once._known
    assert length("one") == 3
    assert calls == ["one", "one"]
