"""Person: the name that is kept with a decision."""

import pytest

from masis.domain.person import Caller


@pytest.mark.parametrize(
    ("name", "signed"), [("Dr. Ada Berg", "Dr. Ada Berg"), ("  Ada ", "Ada"), (" ", "ada")]
)
def test_a_decision_is_signed_by_name_or_else_by_account(name: str, signed: str) -> None:
    assert Caller(person="ada", name=name).signature == signed


def test_without_a_team_everybody_is_the_local_analyst() -> None:
    assert Caller() == Caller(person="local")
    assert Caller().signature == "local"
