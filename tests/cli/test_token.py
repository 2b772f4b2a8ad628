"""Token commands: a token is printed once, listed without its secret, and revoked."""

from pathlib import Path

import pytest

from masis.cli.main import main
from tests.fakes.services import ME, World


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)
    world = World(tmp_path / "data")
    monkeypatch.setattr("masis.wiring.build_masis", lambda _settings: world.open())
    return world


def test_a_token_is_made_listed_and_revoked(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.close()
    assert main(["token", "make", "my program", "--workspace", "acme", "--right", "read", "--days", "9"]) == 0
    secret = capsys.readouterr().out.strip()
    assert secret.startswith("masis_")
    assert main(["token", "list"]) == 0
    listed = capsys.readouterr().out
    assert "my program  read  acme  until " in listed
    assert secret not in listed
    assert main(["token", "revoke", listed.split()[0]]) == 0
    capsys.readouterr()
    assert main(["token", "list"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["make", "a", "--right", "fly"], "A right is one of read, ask"),
        (["make", "a", "--workspace", "nowhere"], "no workspace"),
        (["revoke", "t1"], "no such token"),
    ],
)
def test_a_wrong_command_is_one_sentence(
    world: World, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["token", *arguments]) == 1
    assert said in capsys.readouterr().err
