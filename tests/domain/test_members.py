"""Members: addresses as they are compared, who may come in, and names that tell people apart."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as some

from masis.domain.members import Member, address_of, labels, let_in
from masis.domain.person import Role
from masis.errors import InvalidInput


def member(person: str, name: str, address: str = "") -> Member:
    since = datetime(2026, 11, 23, tzinfo=UTC)
    return Member(person=person, name=name, address=address, role=Role.READER, since=since)


@pytest.mark.parametrize("text", ["anna@example.com", " Anna@Example.COM ", "ANNA@example.com\n"])
def test_an_address_is_compared_in_one_form(text: str) -> None:
    assert address_of(text) == "anna@example.com"


@given(some.text(max_size=300))
def test_whatever_is_typed_is_one_address_or_refused(text: str) -> None:
    try:
        address = address_of(text)
    except InvalidInput:
        return
    assert address.count("@") == 1
    assert not any(character.isspace() or character in "<>,;" for character in address)


@pytest.mark.parametrize(
    ("address", "admitted", "expected"),
    [
        ("anna@example.com", {"anna@example.com"}, True),
        ("Anna@Example.com", {"@example.com"}, True),
        ("anna@example.com.evil.org", {"@example.com"}, False),
        ("anna@sub.example.com", {"@example.com"}, False),
        ("anna@example.com", set(), False),
        ("xanna@example.com", {"anna@example.com"}, False),
    ],
)
def test_a_domain_admits_its_own_addresses_alone(address: str, admitted: set[str], expected: bool) -> None:
    assert let_in(address, admitted) is expected


def test_two_of_one_name_carry_their_addresses() -> None:
    held = [member("1", "Ben", "b@x.de"), member("2", "Ben", "c@x.de"), member("3", "Anna", "a@x.de")]
    assert labels(held) == {"1": "Ben (b@x.de)", "2": "Ben (c@x.de)", "3": "Anna"}
    assert labels([member("1", "Ben"), member("2", "Ben")]) == {"1": "Ben", "2": "Ben"}
