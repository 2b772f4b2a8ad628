"""People: who signs in becomes who they are invited to be, an owner is always left, and some stay outside."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from masis.domain.audit_log import ActFilter
from masis.domain.members import Profile
from masis.domain.person import Caller, Role
from masis.errors import InvalidInput, MasisError, NotAllowed, NotFound, SignInUnavailable
from masis.service import Masis
from tests.fakes.oidc_provider import SETTINGS
from tests.fakes.services import ME, World

Open = Any


@pytest.fixture
def opened(world: World) -> Open:
    """Return a way to open a MASIS where people sign in."""

    def open_with(**more: Any) -> Masis:
        given = {name.removeprefix("MASIS_").lower(): value for name, value in SETTINGS.items()}
        address = {"oidc_metadata_url": "http://127.0.0.1:9/openid", "public_url": "http://127.0.0.1:8501"}
        world.settings = {**world.settings, **given, **address, **more}
        return world.open()

    return open_with


def profile(subject: str, *, checked: bool = True, **more: str) -> Profile:
    told = {"issuer": "https://idp", "subject": subject, "name": subject.title()}
    told["address"] = f"{subject}@example.com"
    return Profile.model_validate({**told, **more, "checked": checked})


def test_an_invitation_is_taken_up_at_the_next_sign_in_and_once(opened: Open) -> None:
    masis = opened()
    anna = masis.people.signed_in(profile("anna"))
    masis.create_workspace(anna, "Acme")
    assert masis.people.invite(anna, "acme", " Ben@Example.com", Role.REVIEWER) is False
    assert [known.address for known in masis.people.invitations(anna, "acme")] == ["ben@example.com"]
    ben = masis.people.signed_in(profile("ben"))
    assert [(place.workspace_id, place.role) for place in masis.workspaces(ben)] == [("acme", Role.REVIEWER)]
    assert masis.people.invitations(anna, "acme") == ()
    masis.people.remove(anna, "acme", ben.person)
    assert masis.workspaces(masis.people.signed_in(profile("ben"))) == ()


def test_who_signed_in_before_is_in_at_once_and_only_once(opened: Open) -> None:
    masis = opened()
    anna, ben = (masis.people.signed_in(profile(name)) for name in ("anna", "ben"))
    masis.create_workspace(anna, "Acme")
    assert masis.people.invite(anna, "acme", "ben@example.com", Role.READER) is True
    with pytest.raises(InvalidInput, match="belongs to this workspace already"):
        masis.people.invite(anna, "acme", "BEN@example.com", Role.OWNER)
    held = {member.person: member.role for member in masis.people.members(ben, "acme")}
    assert held == {anna.person: Role.OWNER, ben.person: Role.READER}


def test_an_address_nobody_checked_opens_nothing_and_makes_nobody_administrator(opened: Open) -> None:
    masis = opened()
    anna = masis.people.signed_in(profile("anna"))
    masis.create_workspace(anna, "Acme")
    masis.people.invite(anna, "acme", "ben@example.com", Role.OWNER)
    claimed = masis.people.signed_in(profile("mallory", checked=False, address="ben@example.com"))
    assert masis.workspaces(claimed) == ()
    assert len(masis.people.invitations(anna, "acme")) == 1
    assert not masis.people.signed_in(profile("m", checked=False, address="root@example.com")).administrator
    assert masis.people.signed_in(profile("root")).administrator


def test_a_provider_that_checks_without_saying_so_can_be_trusted(opened: Open) -> None:
    masis = opened(oidc_trust_addresses=True)
    assert masis.people.signed_in(profile("root", checked=False)).administrator


def test_names_and_addresses_change_and_the_person_stays(opened: Open) -> None:
    masis = opened()
    anna = masis.people.signed_in(profile("anna"))
    masis.create_workspace(anna, "Acme")
    again = masis.people.signed_in(profile("anna", name="Anna Neu", address="neu@example.com"))
    assert (again.person, again.signature) == (anna.person, "Anna Neu")
    assert masis.people.members(again, "acme")[0].address == "neu@example.com"
    elsewhere = masis.people.signed_in(profile("anna", issuer="https://other"))
    assert masis.workspaces(elsewhere) == ()


def test_only_those_admitted_come_in_and_those_invited(opened: Open) -> None:
    masis = opened(oidc_admit="anna@example.com, @firm.example")
    anna = masis.people.signed_in(profile("anna"))
    masis.people.signed_in(profile("x", address="x@firm.example"))
    for stranger in (
        profile("ben"),
        profile("y", address="y@sub.firm.example"),
        profile("z", address="z@firm.example", checked=False),
        profile("nobody", address=""),
    ):
        with pytest.raises(NotAllowed, match="is not let in here"):
            masis.people.signed_in(stranger)
    masis.create_workspace(anna, "Acme")
    masis.people.invite(anna, "acme", "ben@example.com", Role.READER)
    assert masis.people.signed_in(profile("ben")).name == "Ben"


def test_the_last_owner_stays_and_a_workspace_can_be_handed_over(opened: Open) -> None:
    masis = opened()
    anna, ben = (masis.people.signed_in(profile(name)) for name in ("anna", "ben"))
    masis.create_workspace(anna, "Acme")
    masis.people.invite(anna, "acme", "ben@example.com", Role.ANALYST)
    for refused in (
        lambda: masis.people.remove(anna, "acme", anna.person),
        lambda: masis.people.change(anna, "acme", anna.person, Role.READER),
    ):
        with pytest.raises(InvalidInput, match="keeps at least one owner"):
            refused()
    with pytest.raises(InvalidInput, match="somebody else"):
        masis.people.hand_over(anna, "acme", anna.person)
    masis.people.hand_over(anna, "acme", ben.person)
    roles = {member.person: member.role for member in masis.people.members(ben, "acme")}
    assert roles == {anna.person: Role.REVIEWER, ben.person: Role.OWNER}
    masis.people.remove(anna, "acme", anna.person)
    with pytest.raises(NotFound):
        masis.people.members(anna, "acme")


def test_two_owners_who_leave_at_once_leave_one(opened: Open) -> None:
    masis = opened()
    anna, ben = (masis.people.signed_in(profile(name)) for name in ("anna", "ben"))
    masis.create_workspace(anna, "Acme")
    masis.people.invite(anna, "acme", "ben@example.com", Role.OWNER)

    def leave(who: Caller) -> bool:
        try:
            masis.people.remove(who, "acme", who.person)
        except MasisError:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(leave, (anna, ben))) == [False, True]


def test_two_of_one_name_are_told_apart_and_cases_go_to_those_who_decide(opened: Open) -> None:
    masis = opened()
    anna = masis.people.signed_in(profile("anna"))
    for name in ("ben", "bert"):
        masis.people.signed_in(profile(name, name="Ben Holm"))
    masis.create_workspace(anna, "Acme")
    masis.people.invite(anna, "acme", "ben@example.com", Role.REVIEWER)
    masis.people.invite(anna, "acme", "bert@example.com", Role.READER)
    names = [member.name for member in masis.people.members(anna, "acme")]
    assert names == ["Anna", "Ben Holm (ben@example.com)", "Ben Holm (bert@example.com)"]
    assert masis.people.assignable(anna, "acme") == ("Anna", "Ben Holm (ben@example.com)")


def test_who_is_shut_out_has_nothing_left_and_their_workspace_gets_an_owner(opened: Open) -> None:
    masis = opened()
    root, anna, ben = (masis.people.signed_in(profile(name)) for name in ("root", "anna", "ben"))
    masis.create_workspace(anna, "Acme")
    secret = masis.tokens.make(anna, "program").secret
    with pytest.raises(NotAllowed, match="has an owner"):
        masis.people.give_owner(root, "acme", "root@example.com")
    with pytest.raises(InvalidInput, match="yourself"):
        masis.people.shut_out(root, root.person)
    masis.people.shut_out(root, anna.person)
    assert masis.tokens.caller_of(secret) is None
    with pytest.raises(NotAllowed):
        masis.people.prove(anna)
    with pytest.raises(NotAllowed):
        masis.people.signed_in(profile("anna"))
    with pytest.raises(NotFound):
        masis.documents(anna, "acme")
    with pytest.raises(InvalidInput, match="has not signed in"):
        masis.people.give_owner(root, "acme", "nobody@example.com")
    masis.people.give_owner(root, "acme", "ben@example.com")
    assert masis.workspaces(ben)[0].role is Role.OWNER
    masis.people.let_in_again(root, anna.person)
    masis.people.prove(masis.people.signed_in(profile("anna")))


def test_a_workspace_of_before_people_signed_in_gets_an_owner_once(opened: Open, world: World) -> None:
    before = world.open()
    before.create_workspace(ME, "Acme")
    before.close()
    masis = opened()
    root, anna = (masis.people.signed_in(profile(name)) for name in ("root", "anna"))
    assert [(place.name, place.owners) for place in masis.people.places(root)] == [("Acme", ("local",))]
    masis.people.give_owner(root, "acme", "anna@example.com")
    assert masis.workspaces(anna)[0].workspace_id == "acme"
    assert masis.workspaces(ME)[0].role is Role.REVIEWER  # until its owner removes it
    with pytest.raises(NotAllowed, match="has an owner"):
        masis.people.give_owner(root, "acme", "root@example.com")


@pytest.mark.parametrize(
    "address", ["", "anna", "a@b", "a b@c.de", "a@b.de,c@d.de", "<a@b.de>", "x" * 250 + "@b.de"]
)
def test_what_is_no_address_is_refused(opened: Open, address: str) -> None:
    masis = opened()
    anna = masis.people.signed_in(profile("anna"))
    masis.create_workspace(anna, "Acme")
    with pytest.raises(InvalidInput, match="one e-mail address"):
        masis.people.invite(anna, "acme", address, Role.READER)


def test_a_provider_that_is_down_is_said_before_anybody_is_sent_there(
    opened: Open, httpserver: HTTPServer
) -> None:
    people = opened(oidc_metadata_url=httpserver.url_for("/openid")).people
    httpserver.expect_ordered_request("/openid").respond_with_data("gone", status=503)
    httpserver.expect_ordered_request("/openid").respond_with_data("not JSON")
    httpserver.expect_ordered_request("/openid").respond_with_json({"issuer": "x"})
    for _ in range(2):
        with pytest.raises(SignInUnavailable):
            people.find_provider()
    people.find_provider()


def test_a_provider_that_nobody_answers_for_is_said_too(opened: Open) -> None:
    with pytest.raises(SignInUnavailable):
        opened().people.find_provider()


def test_a_sign_in_ends(opened: Open) -> None:
    masis = opened(session_hours=2)
    now = masis.parts.clock()
    assert not masis.people.has_ended(int((now - timedelta(hours=1)).timestamp()))
    assert masis.people.has_ended(int((now - timedelta(hours=3)).timestamp()))
    assert masis.people.has_ended(0)


def test_a_sign_in_is_one_line_of_the_log_however_many_tabs_it_opens(opened: Open) -> None:
    masis = opened()
    root = masis.people.signed_in(profile("root"), 1_000)
    begun = int(masis.parts.clock().timestamp())
    for _ in range(3):
        masis.people.signed_in(profile("anna"), begun + 5)  # the provider's clock is ahead
    masis.people.signed_in(profile("anna"), begun + 60)
    told = masis.log.of_everything(root, ActFilter(acts=("signed_in",)))
    assert [act.name for act in told.acts] == ["Anna", "Anna", "Root"]


def test_the_log_of_people_says_who_came_and_went(opened: Open) -> None:
    masis = opened()
    anna = masis.people.signed_in(profile("anna"))
    masis.create_workspace(anna, "Acme")
    masis.people.invite(anna, "acme", "ben@example.com", Role.READER)
    ben = masis.people.signed_in(profile("ben"))
    masis.people.change(anna, "acme", ben.person, Role.ANALYST)
    masis.people.remove(anna, "acme", ben.person)
    told = [(act.name, act.act, act.detail) for act in masis.log.of_workspace(anna, "acme", ActFilter()).acts]
    assert told[::-1] == [
        ("Anna", "made_workspace", "Acme"),
        ("Anna", "invited", "ben@example.com as reader"),
        ("Ben", "came_in", "as reader"),
        ("Anna", "changed_role", "Ben to analyst"),
        ("Anna", "removed_person", "Ben"),
    ]
