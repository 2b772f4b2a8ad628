"""Person: the name that is kept with a decision."""

from itertools import pairwise

import pytest

from masis.domain.person import Caller, Limits, Right, Role


@pytest.mark.parametrize(
    ("name", "signed"), [("Dr. Ada Berg", "Dr. Ada Berg"), ("  Ada ", "Ada"), (" ", "ada")]
)
def test_a_decision_is_signed_by_name_or_else_by_account(name: str, signed: str) -> None:
    assert Caller(person="ada", name=name).signature == signed


def test_without_a_team_everybody_is_the_local_analyst() -> None:
    assert Caller() == Caller(person="local")
    assert Caller().signature == "local"


def test_each_role_may_do_what_the_role_below_it_may() -> None:
    above = [role.rights for role in Role]
    assert all(higher > lower for higher, lower in pairwise(above))
    assert Role.READER.rights == {Right.READ}
    assert Right.MANAGE in Role.OWNER.rights


def test_a_token_narrows_to_its_workspaces_and_rights() -> None:
    limits = Limits(workspaces=frozenset({"a"}), rights=frozenset({Right.READ}))
    assert limits.allow("a", Right.READ)
    assert not limits.allow("a", Right.ASK)
    assert not limits.allow("b", Right.READ)
    assert all(Limits().allow("anything", right) for right in Right)
