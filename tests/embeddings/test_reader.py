"""LocalReader: the shipped reading model, run for real."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from masis.domain.language.windows import MOST_WINDOWS, ClaimWindows, ReaderWindow
from masis.embeddings.reader import READER_FOLDER, LocalReader
from masis.errors import ConfigurationError

CONTEXT = "Brightwater, annual report 2024 › Operations"
PROSE = ReaderWindow(
    context=CONTEXT,
    statements=(
        "The plant in Brno opened in May 2021.",
        "It makes valves and pumps for water utilities.",
        "About 340 people work there.",
    ),
)
ROWS = ReaderWindow(
    context="Brightwater, annual report 2024 › Income statement (in millions)",
    statements=(
        "Net sales – 2024: $ 412.6; 2023: 388.1",
        "Cost of sales – 2024: 250.3; 2023: 240.9",
        "Operating income – 2024: 51.2; 2023: 47.5",
    ),
)
ELSEWHERE = ReaderWindow(
    context="Canteen › Menu", statements=("Soup is served on Mondays.", "Fish on Fridays.")
)


@pytest.fixture(scope="module")
def reader() -> LocalReader:
    return LocalReader(threads=2)


def best(question: str, window: ReaderWindow, reader: LocalReader) -> int:
    """Return which statement of a window answers best, each read by itself."""
    alone = [ReaderWindow(context=window.context, statements=(text,)) for text in window.statements]
    read = reader.read(question, alone)
    return max(range(len(read)), key=lambda number: read[number])


@pytest.mark.parametrize(
    ("question", "window", "expected"),
    [
        ("When did the Brno plant open?", PROSE, 0),
        ("How many people work in Brno?", PROSE, 2),
        ("What was operating income in 2024?", ROWS, 2),
        ("How much was left from operations in 2024?", ROWS, 2),
    ],
)
def test_the_statement_that_answers_reads_highest(
    reader: LocalReader, question: str, window: ReaderWindow, expected: int
) -> None:
    assert best(question, window, reader) == expected


def test_the_last_statement_of_a_window_is_what_is_read(reader: LocalReader) -> None:
    people = "How many people work in Brno?"
    last, first = reader.read(people, [PROSE, PROSE.model_copy(update={"statements": PROSE.statements[:1]})])
    assert last > 0 > first


def test_the_head_for_answers_gets_a_question_and_a_window_between_its_own_marks(reader: LocalReader) -> None:
    (frame,) = reader.frames("When did the Brno plant open?", PROSE)
    assert (frame[0], frame[-1]) == (0, 2)
    assert [at for at, number in enumerate(frame) if number == 2][:2] == [8, 9]
    long = ReaderWindow(context=CONTEXT, statements=("Pumps and valves are made there. " * 40,))
    assert {len(frame) for frame in reader.frames("When did the Brno plant open?", long)[:-1]} == {128}


def test_the_head_for_claims_gets_more_of_a_long_claim_than_the_other_of_a_question(
    reader: LocalReader,
) -> None:
    long = "The plant in Brno opened in May 2021 and makes valves and pumps. " * 6
    (asked,), (claimed,) = reader.frames(long, ELSEWHERE), reader.claim_frames(long, ELSEWHERE)
    assert [frame.index(2) - 1 for frame in (asked, claimed)] == [40, 60]


def test_a_claim_is_read_after_as_much_of_the_sentence_before_as_there_is_room_for(
    reader: LocalReader,
) -> None:
    claim, before = "It opened in May 2021.", "The plant in Brno makes valves and pumps. " * 20
    (alone,), (after,) = reader.claim_frames(claim, PROSE), reader.claim_frames(claim, PROSE, before)
    said = alone[1 : alone.index(2)]
    assert after.index(2) - 1 == 60
    assert after[: after.index(2)][-len(said) :] == said
    assert reader.claim_frames("The plant makes pumps. " * 60, PROSE, before) == reader.claim_frames(
        "The plant makes pumps. " * 60, PROSE
    )


def test_a_window_that_does_not_answer_says_so(reader: LocalReader) -> None:
    opened = PROSE.model_copy(update={"statements": PROSE.statements[:1]})
    here, elsewhere = reader.read("When did the Brno plant open?", [opened, ELSEWHERE])
    assert here > 0 > elsewhere


def test_each_place_is_read_by_itself_for_a_claim(reader: LocalReader) -> None:
    claim = "The Brno plant opened in May 2021."
    ((here, elsewhere),) = reader.backing([ClaimWindows(claim=claim, windows=(PROSE, ELSEWHERE))])
    assert here > elsewhere
    ((alone,),) = reader.backing([ClaimWindows(claim=claim, windows=(PROSE,))])
    assert alone == here


def test_a_reading_does_not_depend_on_its_neighbours_or_order() -> None:
    windows = [PROSE, ROWS, ELSEWHERE]
    question = "What were net sales in 2023?"
    together = LocalReader(threads=2).read(question, windows)
    alone = [LocalReader(threads=1).read(question, [window])[0] for window in windows]
    backwards = LocalReader(threads=2).read(question, windows[::-1])[::-1]
    assert list(together) == alone == list(backwards)


def test_a_window_beyond_the_models_reach_is_read_in_parts(reader: LocalReader) -> None:
    filler = "The committee met and noted the minutes of the previous meeting without comment."
    long = ReaderWindow(context=CONTEXT, statements=(*[filler] * 12, PROSE.statements[0]))
    elsewhere = long.model_copy(update={"statements": (PROSE.statements[0], *[filler] * 12)})
    here, before = reader.read("When did the Brno plant open?", [long, elsewhere])
    assert here > 0 > before
    endless = ReaderWindow(context="", statements=(f"{filler[:-1]} and " * 20 + PROSE.statements[0],))
    assert reader.read("When did the Brno plant open?", [endless])[0] > 0


def test_no_more_windows_are_read_than_a_question_may_cost(reader: LocalReader) -> None:
    windows = [
        ReaderWindow(context="", statements=(f"Site {n} opened in {1990 + n}.",))
        for n in range(MOST_WINDOWS + 5)
    ]
    assert len(reader.read("When did site 3 open?", windows)) == MOST_WINDOWS


def test_nothing_gives_nothing(reader: LocalReader) -> None:
    assert reader.read("Who?", []) == ()
    assert reader.backing([]) == ()
    assert reader.backing([ClaimWindows(claim="It rained.", windows=())]) == ((),)
    (empty,) = reader.read("Who?", [ReaderWindow(context="", statements=("",))])
    assert empty < 0


def test_what_was_read_is_remembered(reader: LocalReader, monkeypatch: pytest.MonkeyPatch) -> None:
    first = reader.read("How many people work in Brno?", [PROSE])
    monkeypatch.setattr(reader, "_run_one", None)
    assert reader.read("How many people work in Brno?", [PROSE]) == first


def test_what_bears_a_claim_out_is_remembered_for_that_claim(
    reader: LocalReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = ClaimWindows(claim="The Brno plant was opened in May.", windows=(PROSE, ROWS))
    first = reader.backing([claim])
    read: list[object] = []
    monkeypatch.setattr(reader, "_run_one", lambda _, frame: read.append(frame) or 0.0)
    assert reader.backing([claim]) == first
    assert not read
    reader.backing([claim.model_copy(update={"claim": "The Brno plant was closed in May."})])
    assert read


def test_more_who_read_than_threads_each_get_their_own_readings() -> None:
    fresh, questions = LocalReader(threads=2), [f"Who works in place {number}?" for number in range(6)]
    alone = [LocalReader(threads=1).read(question, [PROSE, ROWS, ELSEWHERE]) for question in questions[:2]]
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda question: fresh.read(question, [PROSE, ROWS, ELSEWHERE]), questions))
    assert found[:2] == alone


def test_threads_may_share_one_reader() -> None:
    fresh = LocalReader(threads=2)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: fresh.read("Who works in Brno?", [PROSE, ROWS]), range(8)))
    assert all(result == results[0] for result in results)


def test_constructing_reads_nothing(tmp_path: Path) -> None:
    LocalReader(folder=tmp_path / "absent")


def test_a_missing_or_foreign_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"reading model .*shared\.onnx is missing"):
        LocalReader(folder=tmp_path).read("Who?", [PROSE])
    (tmp_path / "shared.onnx").write_bytes(b"version https://git-lfs.github.com/spec/v1")
    with pytest.raises(ConfigurationError, match="checksum"):
        LocalReader(folder=tmp_path).read("Who?", [PROSE])


def test_the_head_for_claims_is_loaded_for_the_first_claim(tmp_path: Path) -> None:
    for name in ("shared.onnx", "direct.onnx"):
        (tmp_path / name).symlink_to(READER_FOLDER / name)
    fresh = LocalReader(folder=tmp_path)
    assert fresh.read("Who?", [PROSE])
    with pytest.raises(ConfigurationError, match=r"reading model .*backing\.onnx is missing"):
        fresh.backing([ClaimWindows(claim="It rained.", windows=(PROSE,))])


def test_licence_and_card_lie_beside_the_model(tmp_path: Path) -> None:
    assert "CC BY-SA 4.0" in (READER_FOLDER / "LICENSE.md").read_text(encoding="utf-8")
    assert (READER_FOLDER / "MODEL_CARD.md").is_file()
