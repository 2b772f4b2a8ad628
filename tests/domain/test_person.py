"""Person: the name that is kept with a decision."""

from itertools import pairwise

import pytest

from masis.domain.person import Caller, Right, Role, person_id, refusal


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


@pytest.mark.parametrize(
    ("role", "right", "whose"),
    [
        (Role.READER, Right.ASK, "owner, reviewer or analyst"),
        (Role.ANALYST, Right.DECIDE, "owner or reviewer"),
        (Role.REVIEWER, Right.MANAGE, "owner"),
    ],
)
def test_who_may_not_is_told_who_may(role: Role, right: Right, whose: str) -> None:
    assert f"for the role {whose}; yours in this workspace is {role}." in refusal(role, right)


def test_two_people_of_two_providers_are_never_one() -> None:
    ids = {person_id("https://a", "1"), person_id("https://b", "1"), person_id("https://a", "2")}
    assert len(ids) == 3
    assert person_id("https://a", "1") in ids
