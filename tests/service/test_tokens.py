"""Tokens: made once, read never again, and of one person alone."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from masis.domain.person import Caller, Right
from masis.domain.tokens import MOST_DAYS
from masis.errors import InvalidInput, NotAllowed, NotFound
from masis.service import Masis
from masis.store.tokens import TokenRow
from tests.fakes.services import ME, OTHER, World

FIXED = "the-token-of-the-settings"


@pytest.fixture
def world(tmp_path: Path, database_url: str | None) -> Iterator[World]:
    settings = {"api_token": FIXED, **({"database_url": database_url} if database_url else {})}
    world = World(tmp_path / "data", settings=settings)
    yield world
    for masis in world.opened:
        masis.close()


@pytest.fixture
def masis(world: World) -> Masis:
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.create_workspace(OTHER, "Hers")
    return masis


def test_a_token_is_its_persons_as_far_as_it_reaches(masis: Masis) -> None:
    made = masis.tokens.make(OTHER, "  my   program ", [Right.READ], ["hers"], days=3)
    found = masis.tokens.caller_of(made.secret)
    assert found is not None
    token_id, caller = found
    assert (token_id, caller.person) == (made.token.token_id, OTHER.person)
    assert masis.documents(caller, "hers") == ()
    with pytest.raises(NotAllowed, match="does not carry the right “ask”"):
        masis.ask(caller, "hers", "How high was revenue?")
    with pytest.raises(NotFound):
        masis.documents(caller, "acme")
    assert made.token.name == "my program"
    assert made.token.expires_at == made.token.created_at + timedelta(days=3)


def test_the_token_of_the_settings_is_the_local_persons(masis: Masis) -> None:
    assert masis.tokens.caller_of(FIXED) == ("settings", Caller())


@pytest.mark.parametrize(
    "secret", ["", "masis_", "masis_x", "x" * 10_000, FIXED[:-1], "\ud800", "masis_\ud800"]
)
def test_nothing_else_lets_anybody_in(masis: Masis, secret: str) -> None:
    masis.tokens.make(ME, "one")
    assert masis.tokens.caller_of(secret) is None


def test_the_secret_is_kept_nowhere(world: World, masis: Masis) -> None:
    made = masis.tokens.make(ME, "one")
    with masis.parts.database.read() as session:
        row = session.get_one(TokenRow, made.token.token_id)
        kept = {name: str(getattr(row, name)) for name in TokenRow.__table__.columns.keys()}  # noqa: SIM118 - columns are no names
    assert not [name for name, value in kept.items() if made.secret in value]
    assert made.secret not in repr(masis.tokens.listed(ME))


def test_only_its_person_lists_and_revokes_it(masis: Masis) -> None:
    made = masis.tokens.make(ME, "one")
    assert masis.tokens.listed(OTHER) == ()
    with pytest.raises(NotFound):
        masis.tokens.revoke(OTHER, made.token.token_id)
    assert masis.tokens.caller_of(made.secret) is not None
    masis.tokens.revoke(ME, made.token.token_id)
    assert masis.tokens.caller_of(made.secret) is None
    assert masis.tokens.listed(ME) == ()
    with pytest.raises(NotFound):
        masis.tokens.revoke(ME, made.token.token_id)


def test_a_use_is_noted_once_a_minute(world: World, masis: Masis) -> None:
    made = masis.tokens.make(ME, "one")
    start = world.now()
    seen = []
    for seconds in (1, 30, 100):
        world.now = lambda seconds=seconds: start + timedelta(seconds=seconds)  # type: ignore[misc]
        masis.tokens.caller_of(made.secret)
        (token,) = masis.tokens.listed(ME)
        assert token.last_used_at is not None
        seen.append(round((token.last_used_at - start).total_seconds()))
    assert seen == [1, 1, 100]


@pytest.mark.parametrize(
    ("name", "rights", "days"),
    [
        ("", [Right.READ], None),
        ("x" * 81, [Right.READ], 1),
        ("a", [], 1),
        ("a", [Right.ASK], 0),
        ("a", [Right.ASK], MOST_DAYS + 1),
    ],
)
def test_what_cannot_be_a_token_is_said(
    masis: Masis, name: str, rights: list[Right], days: int | None
) -> None:
    with pytest.raises(InvalidInput):
        masis.tokens.make(ME, name, rights, days=days)


def test_a_token_for_somebody_elses_workspace_is_not_made(masis: Masis) -> None:
    with pytest.raises(NotFound):
        masis.tokens.make(ME, "one", workspaces=["hers"])
    assert masis.tokens.listed(ME) == ()
