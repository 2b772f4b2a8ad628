"""The command line: exit status, what goes to which stream, names and files that do not exist."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from masis.cli.main import main
from masis.config import Settings
from masis.domain.document import Notice, ReadDocument
from masis.errors import ConfigurationError, ModelUnavailable
from masis.server.serving import _server_options, free_port
from masis.store.lock import DataFolderLock
from tests.builders import opinion
from tests.fakes.scripted import GOOD_ANSWER, scripted_deps
from tests.fakes.services import ME, World, read_text


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """Return a world that every command opens and closes like a process of its own."""
    monkeypatch.setattr("masis.ingest.readers.read", read_text)
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)
    world = World(tmp_path / "data")
    monkeypatch.setattr("masis.wiring.build_masis", lambda _settings: world.open())
    return world


@pytest.fixture
def report(tmp_path: Path) -> str:
    path = tmp_path / "report.txt"
    path.write_text("Revenue was 12 million euros in 2024.", encoding="utf-8")
    return str(path)


def test_ingest_makes_the_workspace_and_says_what_became_of_each_file(
    world: World, report: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ingest", "--workspace", "Acme GmbH", report]) == 0
    assert "report.txt: done, 1 of 1 pages, 1 of 1 passages" in capsys.readouterr().out
    assert main(["ingest", "--workspace", "acme-gmbh", report, "--json"]) == 0
    (job,) = json.loads(capsys.readouterr().out)
    assert (job["state"], job["workspace_id"]) == ("unchanged", "acme-gmbh")


def test_a_refused_file_is_an_error(
    world: World, report: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "program.exe"
    bad.write_bytes(b"MZ\x90\x00")
    assert main(["ingest", "--workspace", "acme", report, str(bad)]) == 1
    out = capsys.readouterr().out
    assert "report.txt: done" in out
    assert "Nothing was stored" in out


def test_a_missing_file_is_one_sentence(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ingest", "--workspace", "acme", "/no/such/file.pdf"]) == 1
    captured = capsys.readouterr()
    assert captured.err == "/no/such/file.pdf cannot be read: No such file or directory.\n"
    assert captured.out == ""


def test_ask_prints_the_contract_and_nothing_else(
    world: World, report: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["ingest", "--workspace", "acme", report])
    capsys.readouterr()
    assert main(["ask", "--workspace", "acme", "How high was revenue?", "--json"]) == 0
    captured = capsys.readouterr()
    answer = json.loads(captured.out)
    assert (answer["status"], answer["answer"]) == ("success", GOOD_ANSWER)
    assert answer["run_id"]
    assert "researcher (" in captured.err


def test_an_escalation_ends_with_two(world: World, report: str, capsys: pytest.CaptureFixture[str]) -> None:
    world.deps = scripted_deps(opinions=[opinion(confidence=0.2)])
    main(["ingest", "--workspace", "acme", report])
    assert main(["ask", "--workspace", "acme", "How high?", "--max-retries", "0"]) == 2
    assert "Needs review: " in capsys.readouterr().out


def test_an_outage_says_what_is_behind_it(
    world: World, report: str, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = ModelUnavailable("localhost refused the key (401). Please check OPENAI_API_KEY.")
    world.deps = scripted_deps(drafts=[refused])
    main(["ingest", "--workspace", "acme", report])
    assert main(["ask", "--workspace", "acme", "How high was revenue?"]) == 2
    assert "try again shortly. localhost refused the key (401)." in capsys.readouterr().out


def test_an_unknown_workspace_is_an_error_with_the_way_out(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ask", "--workspace", "nowhere", "How high?"]) == 1
    assert "ingest --workspace nowhere" in capsys.readouterr().err


def test_a_folder_in_use_is_one_sentence(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    masis = world.open()
    assert main(["health"]) == 1
    err = capsys.readouterr().err
    assert err.startswith("The data folder")
    assert err.count("\n") == 1
    masis.close()


@pytest.mark.parametrize("command", ["health", "serve"])
def test_a_folder_that_cannot_be_written_is_one_sentence(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("MASIS_DATA_DIR", str(tmp_path / "file"))
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)
    monkeypatch.setattr("masis.server.serving.configure", lambda *_, **__: None)
    assert main([command]) == 1
    err = capsys.readouterr().err
    assert "cannot be written" in err
    assert err.count("\n") == 1


def test_serving_on_a_folder_in_use_ends_with_one_sentence(
    world: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    masis = world.open()
    monkeypatch.setenv("MASIS_DATA_DIR", str(masis.parts.folder))
    monkeypatch.setattr("masis.server.serving.configure", lambda *_, **__: None)
    assert main(["serve"]) == 1
    assert capsys.readouterr().err.startswith("The data folder")
    masis.close()


def test_the_welcome_that_asks_another_host_is_off() -> None:
    assert _server_options(Settings(host="0.0.0.0"), 8501)["logger.hideWelcomeMessage"] is True


def test_health_lists_the_parts(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["health", "--json"]) == 0
    assert {part["name"] for part in json.loads(capsys.readouterr().out)} >= {"store", "vectors"}
    world.store.down = True
    assert main(["health"]) == 1
    said = capsys.readouterr().out
    assert "DOWN vectors" in said
    assert "notifications in the app" in said, "the longest name stands apart from what is said of it"


@pytest.mark.parametrize("arguments", [[], ["ask"], ["dance"]], ids=["none", "incomplete", "unknown"])
def test_a_wrong_command_ends_with_one(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 1


def test_a_taken_port_gives_way_to_the_next_free_one() -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert free_port("127.0.0.1", port) > port


@pytest.mark.parametrize("port", [0, -1, 65536])
def test_a_number_that_is_no_port_is_said(port: int) -> None:
    with pytest.raises(ConfigurationError, match="from 1 to 65535"):
        free_port("127.0.0.1", port)


def test_ingest_says_what_a_person_should_know_of_a_file(
    world: World, report: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    notice = Notice(kind="recovered", message="The file is damaged: 1 of 2 pages were recovered.")

    def read_damaged(*given: Any, **hooks: Any) -> ReadDocument:
        return read_text(*given, **hooks).model_copy(update={"notices": (notice,)})

    monkeypatch.setattr("masis.ingest.readers.read", read_damaged)
    assert main(["ingest", "--workspace", "acme", report]) == 0
    assert "1 passages. The file is damaged: 1 of 2 pages were recovered." in capsys.readouterr().out


def test_audit_needs_a_look_where_no_passage_is_found(
    world: World, report: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ingest", "--workspace", "acme", report]) == 0
    memo = tmp_path / "memo.txt"
    memo.write_text("We believe in growth.\n\nRevenue was 15 million euros in 2024.", encoding="utf-8")
    capsys.readouterr()
    assert main(["audit", "--workspace", "acme", str(memo)]) == 2
    printed = capsys.readouterr()
    assert "Not found: Revenue was 15 million" in printed.out  # this world's store finds nothing
    memo.write_text("We believe in growth.", encoding="utf-8")
    out = tmp_path / "audit.json"
    assert main(["audit", "--workspace", "acme", str(memo), "--format", "json", "--out", str(out)]) == 0
    assert json.loads(out.read_text(encoding="utf-8"))["rows"][0]["verdict"] == "opinion"
    assert main(["audit", "--workspace", "acme", str(tmp_path / "none.md")]) == 1
    assert main(["audit", "--workspace", "nowhere", str(memo)]) == 1


def test_facts_print_profile_and_rows_of_a_file_and_touch_no_data_folder(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    monkeypatch.setattr("masis.config.load_settings", lambda: Settings(_env_file=None, data_dir=data))
    file = tmp_path / "figures.csv"
    file.write_text("Item,2023\nSales,=1+1\nCosts,7\n", encoding="utf-8")
    assert main(["facts", str(file)]) == 0
    assert b"\n  kind          spreadsheet (file name)\n" in capsysbinary.readouterr().out
    assert main(["facts", str(file), "--json"]) == 0
    assert json.loads(capsysbinary.readouterr().out)["profile"]["kind"] == "spreadsheet"
    assert main(["facts", str(file), "--csv"]) == 0
    assert capsysbinary.readouterr().out.startswith(b"page,title,path,row,column,value,unit,scale\r\n")
    assert not data.exists()


def test_facts_of_a_file_that_cannot_be_read_are_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["facts", str(tmp_path / "none.pdf")]) == 1
    assert capsys.readouterr().err == f"{tmp_path / 'none.pdf'} cannot be read: No such file or directory.\n"
    program = tmp_path / "program.exe"
    program.write_bytes(b"MZ\x90\x00")
    assert main(["facts", str(program)]) == 1
    assert "does not read .exe files" in capsys.readouterr().err


def test_a_question_without_documents_is_one_sentence(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.close()
    assert main(["ask", "--workspace", "acme", "How high was revenue?"]) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith("The workspace “acme” has no documents yet. Take some in first: ingest")
    assert captured.err.count("\n") == 1
    assert captured.out == ""


@pytest.mark.parametrize("case", ["in use", "damaged", "unknown workspace"])
def test_a_folder_that_cannot_be_asked_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], case: str
) -> None:
    """With the real parts: what stands against a question is said before anything runs."""
    said = {"in use": "is in use by MASIS in", "damaged": "is damaged", "unknown workspace": "no workspace"}
    monkeypatch.setenv("MASIS_DATA_DIR", str(tmp_path))
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)
    if case == "damaged":
        (tmp_path / "masis.db").write_bytes(b"no database at all" * 100)
    lock = DataFolderLock(tmp_path) if case == "in use" else None
    assert main(["ask", "--workspace", "acme", "How high was revenue?"]) == 1
    if lock is not None:
        lock.release()
    captured = capsys.readouterr()
    assert said[case] in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_a_worker_logs_in_json_where_that_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its first line too: programs read all of them."""
    monkeypatch.setenv("MASIS_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("MASIS_LOG_FORMAT", "json")

    def works(*_: object) -> int:
        logging.getLogger("masis.service.workers").info("took one")
        return 0

    monkeypatch.setattr("masis.upkeep.run_worker", works)
    root = logging.getLogger()
    handlers, level = [*root.handlers], root.level
    try:
        assert main(["worker"]) == 0
    finally:
        logging.captureWarnings(False)
        root.handlers[:], root.level = handlers, level
    said = [json.loads(line)["event"] for line in capsys.readouterr().err.splitlines()]
    assert said == [f"Working on run and ingest of {tmp_path}", "took one"]
