"""Export and verify from outside: streams, exit status, what may be exported."""

import io
import json
import zipfile
from pathlib import Path

import pytest

from masis.cli.main import main
from masis.domain.evidence import EvidenceChunk
from masis.domain.person import Caller
from masis.errors import InvalidInput, NotFound
from masis.export import FORMATS
from tests.builders import opinion, selection
from tests.export.dossiers import PAGE
from tests.fakes.scripted import scripted_deps
from tests.fakes.services import ME, OTHER, World, read_text, settled


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """Return a world that every command opens and closes like a process of its own."""
    monkeypatch.setattr("masis.ingest.readers.read", read_text)
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)
    world = World(tmp_path / "data", settings={"openai_api_key": "sk-very-secret"})
    monkeypatch.setattr("masis.wiring.build_masis", lambda _settings: world.open())
    return world


@pytest.fixture
def run_id(world: World) -> str:
    """Return a finished run about one uploaded document, with nothing left open."""
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.upload(ME, "acme", "annual.txt", PAGE.encode())
    settled(masis, "acme")
    (document,) = masis.documents(ME, "acme")
    (held,) = masis.chunks(ME, "acme", document.document_id, document.current.version_id)
    masis.close()
    evidence = EvidenceChunk(**held.model_dump(), score=0.8)
    draft = f"Revenue was 12 million euros in 2024 [{held.chunk_id}]."
    world.deps = scripted_deps(drafts=[draft], found=[selection(evidence)])
    masis = world.open()
    run_id = masis.ask(ME, "acme", "How high was revenue?")
    masis.wait(run_id, 20)
    masis.close()
    return run_id


@pytest.fixture
def packed(run_id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the path of the run's pack."""
    path = tmp_path / "run.zip"
    assert main(["export", run_id, "--format", "pack", "--out", str(path)]) == 0
    capsys.readouterr()
    return str(path)


@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_is_written_and_said(
    run_id: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / f"run.{kind}"
    assert main(["export", run_id, "--format", kind, "--out", str(out), "--workspace", "Acme"]) == 0
    assert out.stat().st_size > 500
    assert capsys.readouterr().out == f"{out}: {out.stat().st_size:,} bytes\n"


def test_a_dash_is_standard_output(run_id: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["export", run_id, "--format", "json", "--out", "-"]) == 0
    assert json.loads(capfdbinary.readouterr().out)["report"]["run_id"] == run_id


def test_no_secret_leaves_with_a_pack(packed: str) -> None:
    with zipfile.ZipFile(packed) as opened:
        contents = [opened.read(name) for name in opened.namelist()]
    assert not [content for content in contents if b"sk-very-secret" in content]
    assert any(b"set (hidden)" in content for content in contents)


def test_a_pack_is_verified_alone_and_beside_its_workspace(
    packed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", packed]) == 0
    assert "Documents in the workspace: No workspace was named." in capsys.readouterr().out
    assert main(["verify", packed, "--workspace", "acme", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [check["looked_at"] for check in result["checks"]][-2:] == [1, 1]


def test_a_new_version_of_the_document_ends_with_two(
    world: World, packed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    masis = world.open()
    masis.upload(ME, "acme", "annual.txt", b"Annual report\n\nRevenue was 13 million euros in 2024.\n")
    settled(masis, "acme")
    masis.close()
    assert main(["verify", packed]) == 0
    assert main(["verify", packed, "--workspace", "acme"]) == 2
    said = capsys.readouterr().out
    assert "The run read version 1; version 2 was added on" in said
    assert "no longer holds 1 of 1 quotes: “Annual report Revenue was 12 million euros in 2024.”" in said


def test_a_deleted_document_ends_with_two(
    world: World, packed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    masis = world.open()
    (document,) = masis.documents(ME, "acme")
    masis.delete_document(ME, "acme", document.document_id)
    masis.close()
    assert main(["verify", packed, "--workspace", "acme"]) == 2
    assert "Annual: The workspace no longer holds it." in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["verify", "/no/such/pack.zip"],
        ["verify", __file__],
        ["export", "r404", "--out", "x.zip"],
        ["export", "r404", "--workspace", "nowhere", "--out", "x.zip"],
    ],
    ids=["no file", "no zip", "no run", "no workspace"],
)
def test_what_is_not_there_is_one_sentence(
    world: World, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)


def test_a_folder_that_is_not_there_is_one_sentence(
    run_id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", run_id, "--out", str(tmp_path / "no" / "run.zip")]) == 1
    assert "cannot be written: No such file or directory." in capsys.readouterr().err


def test_only_finished_runs_of_the_caller_can_be_exported(world: World, run_id: str) -> None:
    world.deps = scripted_deps(drafts=[RuntimeError("a bug")])
    masis = world.open()
    with pytest.raises(NotFound):
        masis.export_run(OTHER, "acme", run_id, "pack")
    with pytest.raises(InvalidInput, match="not a format"):
        masis.export_run(ME, "acme", run_id, "exe")  # type: ignore[arg-type]
    failed = masis.ask(ME, "acme", "What breaks?")
    masis.wait(failed, 20)
    with pytest.raises(InvalidInput, match="failed before it had a result"):
        masis.export_run(ME, "acme", failed, "pdf")


def test_an_escalation_is_exported_with_its_message(world: World, run_id: str) -> None:
    world.deps = scripted_deps(opinions=[opinion(confidence=0.2)])
    masis = world.open()
    escalated = masis.ask(ME, "acme", "How high?", max_retries=0)
    masis.wait(escalated, 20)
    text = masis.export_run(ME, "acme", escalated, "md").content.decode()
    assert "**Needs review.** The confidence is too low. The answer could not be verified" in text


def test_an_export_says_who_decided_and_no_longer_asks(world: World, run_id: str) -> None:
    world.deps = scripted_deps(opinions=[opinion(confidence=0.2)])
    masis = world.open()
    escalated = masis.ask(ME, "acme", "How high?", max_retries=0)
    masis.wait(escalated, 20)
    case = masis.case(ME, "acme", escalated)
    assert case is not None
    masis.reviews.reject(Caller(name="Anna"), case.case_id, case.version, "incomplete", "Costs are missing.")
    text = masis.export_run(ME, "acme", escalated, "md").content.decode()
    assert "**Rejected.** Anna rejected the answer, " in text
    assert "Something important is missing. Costs are missing." in text
    with zipfile.ZipFile(io.BytesIO(masis.export_run(ME, "acme", escalated, "pack").content)) as opened:
        (kept,) = json.loads(opened.read("data/decisions.json"))
    assert (kept["person"], kept["action"]) == ("Anna", "reject")


def test_a_deleted_document_does_not_hinder_an_export(world: World, run_id: str) -> None:
    masis = world.open()
    (document,) = masis.documents(ME, "acme")
    masis.delete_document(ME, "acme", document.document_id)
    text = masis.export_run(ME, "acme", run_id, "md").content.decode()
    assert "The document was deleted after the run; its words are kept here." in text
    assert masis.export_run(ME, "acme", run_id, "pack").content[:2] == b"PK"
